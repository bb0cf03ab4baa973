// Puzzles: questions, feedback on answers, and the count of solved ones. They are solved in a game of two,
// with all ways of entering moves; the server knows the solutions.

/** @import { Settings } from "./settings.js" */
/** @import { Start } from "./start.js" */
/** @import { Side, Variant } from "./types.js" */
import { ask, order } from "./api.js";
import { Play } from "./play.js";
import { capital } from "./text.js";
import { html, nothing } from "./vendor/lit-html.js";

/**
 * @typedef {{ name: string, title: string, count: number }} PuzzleSet
 * @typedef {{ id: string, variant: string, count: number, side: Side, difficulty: number | null }} Task
 * @typedef {{ says: string, moves: string[], right: boolean, over: boolean }} Verdict
 * @typedef {{ asked: number, solved: number, first: number, known: Record<string, "solved" | "missed"> }} Score  The puzzles solved since the page was opened.
 */

const KEY = "helgi-puzzles";

/** @type {Score} */
const score = { asked: 0, solved: 0, first: 0, known: {} };
try {
    Object.assign(score, JSON.parse(sessionStorage.getItem(KEY) ?? "{}"));
} catch {
    // An unreadable score is not kept.
}

/** @type {PuzzleSet[] | undefined} */
let sets;

/** One puzzle, for as long as it is looked at. */
export class Quiz {
    /** @param {string} set @param {number} number @param {Task} task @param {Play} play */
    constructor(set, number, task, play) {
        this.set = set;
        this.number = number;
        this.task = task;
        this.play = play;
        /** Number of half-moves of the solution that have been made. */
        this.done = 0;
        this.wrong = 0;
        this.hints = 0;
        this.says = "";
        this.isOver = false;
        this.isBusy = false;
    }

    /**
     * Begins a puzzle; without a number the first of the set that has not been answered.
     *
     * @param {string} set
     * @param {string} wanted
     * @param {Variant[]} variants
     * @param {Settings} settings
     * @param {() => void} draw
     * @returns {Promise<Play>}
     */
    static async begin(set, wanted, variants, settings, draw) {
        let number = Number(wanted);
        for (number ||= 1; !wanted && score.known[`${set}/${number}`]; number += 1);
        /** @type {Task} */
        let task;
        try {
            task = await ask(`/api/puzzles/${encodeURIComponent(set)}/${number}`, { do: "begin" });
        } catch (error) {
            // All are answered: from the beginning, then.
            if (wanted || number === 1) throw error;
            number = 1;
            task = await ask(`/api/puzzles/${encodeURIComponent(set)}/1`, { do: "begin" });
        }
        const variant = variants.find((known) => known.name === task.variant);
        if (!variant) throw new Error(`${task.variant} is not known here`);
        const play = new Play(variant, task.id, settings, draw);
        play.quiz = new Quiz(set, number, task, play);
        return play;
    }

    get side() {
        return this.task.side;
    }

    /** True if a move that is entered now is an answer. */
    get isAsking() {
        return !this.isOver && this.play.isPresent;
    }

    /** Asks the server about the puzzle, one question at a time. @param {Record<string, unknown>} question @returns {Promise<any>} */
    async ask(question) {
        if (this.isBusy) return undefined;
        this.isBusy = true;
        this.play.draw();
        try {
            return await ask(`/api/puzzles/${encodeURIComponent(this.set)}/${this.number}`, { done: this.done, ...question });
        } catch (error) {
            this.says = error instanceof Error ? error.message : String(error);
            return undefined;
        } finally {
            this.isBusy = false;
        }
    }

    /** Answers. @param {string} move */
    async attempt(move) {
        /** @type {Verdict | undefined} */
        const verdict = await this.ask({ do: "answer", move, wrong: this.wrong, hints: this.hints });
        if (verdict) {
            if (!verdict.right) this.wrong += 1;
            await this.make(verdict, verdict.right);
        }
        if (!verdict?.right) this.play.arrive();
        this.play.draw();
    }

    /** Makes the moves that follow. @param {Verdict} verdict @param {boolean} isSolved */
    async make(verdict, isSolved) {
        this.says = verdict.says;
        if (verdict.over) this.count(isSolved);
        for (const move of verdict.moves) {
            await order(this.play.id, { do: "play", move, ply: this.done });
            this.done += 1;
        }
    }

    /** The puzzle is over. @param {boolean} isSolved */
    count(isSolved) {
        if (this.isOver) return;
        this.isOver = true;
        score.asked += 1;
        score.solved += Number(isSolved);
        score.first += Number(isSolved && this.wrong === 0 && this.hints === 0);
        score.known[`${this.set}/${this.number}`] = isSolved ? "solved" : "missed";
        try {
            sessionStorage.setItem(KEY, JSON.stringify(score));
        } catch {
            // Then the score ends with the page.
        }
    }

    async hint() {
        const found = await this.ask({ do: "hint", number: this.hints + 1 });
        if (found) {
            this.hints += 1;
            this.says = found.says;
        }
        this.play.draw();
    }

    async solution() {
        /** @type {Verdict | undefined} */
        const verdict = await this.ask({ do: "solution" });
        if (verdict) {
            this.play.go(this.play.tree?.end);
            await this.make(verdict, false);
        }
        this.play.draw();
    }

    /** Goes to another one; one that was tried and not solved counts. @param {number} number */
    go(number) {
        if (this.wrong > 0 || this.hints > 0 || this.done > 0) this.count(false);
        location.hash = `puzzles/${this.set}/${number}`;
    }
}

/** The count of solved puzzles. */
const tally = () => `This session: ${score.solved} of ${score.asked} solved, ${score.first} at the first try.`;

/** The puzzle next to its board. @param {Play} play */
export function quiz(play) {
    const { quiz } = play;
    if (!quiz) return nothing;
    const { task, number, set, isOver, isBusy } = quiz;
    const sign = (/** @type {number} */ other) => {
        const how = score.known[`${set}/${other}`];
        return how ? { solved: " ✓", missed: " ✗" }[how] : "";
    };
    const tool = (/** @type {string} */ text, /** @type {() => void} */ act, /** @type {boolean} */ disabled, main = false) =>
        html`<button class="tool ${main ? "main" : ""}" ?disabled=${disabled} @click=${act}>${text}</button>`;
    return html`<section class="quiz" aria-label="Puzzle"><h2><label>Puzzle <select aria-label="Puzzle" @change=${(/** @type {Event} */ event) => quiz.go(Number(/** @type {HTMLSelectElement} */ (event.target).value))}>
            ${Array.from({ length: task.count }, (_, index) => html`<option value=${index + 1} .selected=${index + 1 === number}>${index + 1}${sign(index + 1)}</option>`)}</select> of ${task.count}</label>
            ${task.difficulty === null ? nothing : html`<span class="faint">difficulty ${task.difficulty} of 10</span>`}</h2>
        <p class="said-of" role="status">${isBusy ? "One moment…" : quiz.says || `${capital(task.side)} to move: find the best move.`}</p>
        <div class="tools">${tool("Hint", () => void quiz.hint(), isOver || isBusy)}${tool("Solution", () => void quiz.solution(), isOver || isBusy)}
            ${number < task.count ? tool("Next", () => quiz.go(number + 1), isBusy, isOver) : nothing}
            ${isOver ? html`<button class="tool" aria-pressed=${play.lines > 0} @click=${() => play.analyse(play.lines > 0 ? 0 : 3)}>Analyse</button>` : nothing}
            ${tool("Flip", () => {
                play.flipped = !play.flipped;
                play.draw();
            }, false)}</div>
        ${score.asked > 0 ? html`<p class="faint">${tally()}</p>` : nothing}</section>`;
}

/** Asks puzzles of a file. @param {Start} start @param {File | undefined} file */
async function open(start, file) {
    if (!file) return;
    try {
        const { set } = await ask("/api/puzzles", { text: await file.text(), variant: start.chosen });
        sets = undefined;
        location.hash = `puzzles/${set}`;
    } catch (error) {
        start.error = error instanceof Error ? error.message : String(error);
        start.draw();
    }
}

/** The puzzles that there are. @param {Start} start */
export function puzzles(start) {
    if (!sets) {
        sets = [];
        ask("/api/puzzles").then(
            (found) => {
                sets = found;
                start.draw();
            },
            (/** @type {Error} */ error) => {
                start.error = error.message;
                start.draw();
            },
        );
    }
    const solved = (/** @type {string} */ set) => Object.entries(score.known).filter(([name, how]) => name.startsWith(`${set}/`) && how === "solved").length;
    return html`<section class="puzzles" aria-label="Puzzles"><h2>Puzzles</h2>
        <ul class="kept">${sets.map((set) => html`<li><a href="#puzzles/${set.name}"><b>${set.title}</b>
            <span>${set.count} puzzles</span><span>${solved(set.name) > 0 ? `${solved(set.name)} solved` : nothing}</span></a></li>`)}</ul>
        <p class="tools"><label class="tool">From a file <input type="file" accept=".pgn,.epd,.txt" class="hidden"
            @change=${(/** @type {Event} */ event) => void open(start, /** @type {HTMLInputElement} */ (event.target).files?.[0])}></label>
            ${score.asked > 0 ? html`<span class="faint">${tally()}</span>` : nothing}</p></section>`;
}
