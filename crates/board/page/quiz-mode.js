// Puzzles, and tasks to learn a game by: what is asked, what is said of answers, and how many were solved. They are
// solved in a game of two, with all ways of entering moves; the server knows the solutions.

/** @import { Mode } from "./game-mode.js" */
/** @import { Settings } from "./settings.js" */
/** @import { Side, Variant } from "./types.js" */
import { ask, order } from "./api.js";
import { Play } from "./play.js";
import { counted, rated } from "./progress.js";
import { say, t } from "./text.js";
import { reason } from "./transport.js";

/** @import { Message, TextName } from "./text.js" */

/**
 * @typedef {"puzzles" | "tasks"} QuizKind
 * @typedef {{ id: string, variant: string, count: number, side: Side, difficulty?: number | null, name?: string }} Task
 *     A task of a game has a name, a puzzle a difficulty.
 * @typedef {{ says?: Message, moves: string[], right: boolean, over: boolean }} Verdict
 * @typedef {{ asked: number, solved: number, first: number, streak: number, known: Record<string, "solved" | "missed">,
 *     ratings: Record<string, import("./progress.js").Rating>, days?: import("./progress.js").Days }} Score
 *     The numbers of solved ones, and of those solved at the first try one after another; the ratings by sets of puzzles.
 */

const KEY = "helgi-puzzles";

/** No more answers are remembered. */
const REMEMBERED = 5000;

/** @type {Score} */
export const score = { asked: 0, solved: 0, first: 0, streak: 0, known: {}, ratings: {} };
try {
    Object.assign(score, JSON.parse(localStorage.getItem(KEY) ?? "{}"));
} catch {
    // A text that cannot be read is dropped.
}

/** The name under which an answer is remembered. @param {QuizKind} kind @param {string} set @param {number} number */
export const memoryOf = (kind, set, number) => (kind === "tasks" ? `tasks/${set}/${number}` : `${set}/${number}`);

/** The words of a task of a game, or what is to be learnt from it. @param {string} game @param {string} name @param {"" | ".why"} [part] */
export const taskText = (game, name, part = "") => t(/** @type {TextName} */ (`task.${game}.${name}${part}`));

/** The theme to which the puzzles are limited; empty for all. Kept until the page is left. */
export const wish = { theme: "" };

/** The themes of the puzzles of each set, in their order. @type {Map<string, string[][]>} */
const themesOf = new Map();

/** True if a puzzle of a set is about the wanted theme. @param {string} set @param {number} number */
const suits = (set, number) => !wish.theme || (themesOf.get(set)?.[number - 1]?.includes(wish.theme) ?? true);

/** One puzzle or task, for as long as it is looked at. @implements {Mode} */
export class Quiz {
    /** @param {QuizKind} kind @param {string} set @param {number} number @param {Task} task @param {Play} play */
    constructor(kind, set, number, task, play) {
        this.kind = kind;
        this.set = set;
        this.number = number;
        this.task = task;
        this.play = play;
        /** The number of half-moves of the solution that are made. */
        this.done = 0;
        this.wrong = 0;
        this.hints = 0;
        this.says = "";
        this.isOver = false;
        this.isBusy = false;
    }

    /**
     * Begins a puzzle or a task; without a number the first of the set that has not been answered.
     *
     * @param {QuizKind} kind
     * @param {string} set
     * @param {string} wanted
     * @param {Variant[]} variants
     * @param {Settings} settings
     * @param {() => void} draw
     * @returns {Promise<Play>}
     */
    static async begin(kind, set, wanted, variants, settings, draw) {
        let number = Number(wanted);
        for (number ||= 1; !wanted && score.known[memoryOf(kind, set, number)]; number += 1);
        /** @type {Task} */
        let task;
        try {
            task = await ask(`/api/${kind}/${encodeURIComponent(set)}/${number}`, { do: "begin" });
        } catch (error) {
            // All are answered: from the beginning, then.
            if (wanted || number === 1) throw error;
            number = 1;
            task = await ask(`/api/${kind}/${encodeURIComponent(set)}/1`, { do: "begin" });
        }
        const variant = variants.find((known) => known.name === task.variant);
        if (!variant) throw new Error(`${task.variant} is not known here`);
        const play = new Play(variant, task.id, settings, draw);
        play.quiz = new Quiz(kind, set, number, task, play);
        if (kind === "puzzles" && !themesOf.has(set)) themesOf.set(set, await ask(`/api/puzzles/${encodeURIComponent(set)}`));
        return play;
    }

    /** The themes of the set, each with the number of its puzzles, the frequent ones first. @returns {[string, number][]} */
    get themes() {
        /** @type {Map<string, number>} */
        const counts = new Map();
        for (const theme of (this.kind === "puzzles" && themesOf.get(this.set)?.flat())
            || []) counts.set(theme, (counts.get(theme) ?? 0) + 1);
        return [...counts].sort((one, other) => other[1] - one[1]);
    }

    /** The number of the next puzzle about the wanted theme, if there is one. */
    get following() {
        for (let number = this.number + 1; number <= this.task.count; number += 1) {
            if (this.kind === "tasks" || suits(this.set, number)) return number;
        }
        return undefined;
    }

    /** Limits the puzzles to a theme, and goes to the first of them that has not been answered. @param {string} theme */
    choose(theme) {
        wish.theme = theme;
        const numbers = Array.from({ length: this.task.count }, (_, index) => index + 1).filter((number) => suits(this.set, number));
        const goal = numbers.find((number) => !score.known[memoryOf(this.kind, this.set, number)]) ?? numbers[0];
        if (suits(this.set, this.number) || goal === undefined) this.play.draw();
        else this.go(goal);
    }

    get side() {
        return this.task.side;
    }

    /** True if a move that is entered now is an answer. */
    get isAsking() {
        return !this.isOver && this.play.isPresent;
    }

    /** The lesson of the task; empty for a puzzle. */
    get lesson() {
        return this.task.name === undefined ? "" : taskText(this.set, this.task.name, ".why");
    }

    /** Asks the server about the puzzle, one question at a time. @param {Record<string, unknown>} question @returns {Promise<any>} */
    async ask(question) {
        if (this.isBusy) return undefined;
        this.isBusy = true;
        this.play.draw();
        try {
            return await ask(`/api/${this.kind}/${encodeURIComponent(this.set)}/${this.number}`, { done: this.done, ...question });
        } catch (error) {
            this.says = reason(error);
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
        if (!verdict?.right) this.play.enterPosition();
        this.play.draw();
    }

    /** Makes the moves that follow. @param {Verdict} verdict @param {boolean} isSolved */
    async make(verdict, isSolved) {
        const lesson = isSolved ? `${t("task.right")} ${this.lesson}` : this.lesson;
        const ofTask = verdict.over ? lesson : t("task.wrong");
        this.says = verdict.says ? say(verdict.says) : ofTask;
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
        // Tasks are there to be tried: only puzzles are counted.
        if (this.kind === "puzzles") {
            score.asked += 1;
            score.solved += Number(isSolved);
            const isFirst = isSolved && this.wrong === 0 && this.hints === 0;
            score.first += Number(isFirst);
            score.streak = isFirst ? score.streak + 1 : 0;
            const { difficulty } = this.task;
            if (typeof difficulty === "number") score.ratings[this.set] = rated(score.ratings[this.set], difficulty, isFirst);
        }
        if (isSolved) score.days = counted(score.days, new Date());
        const name = memoryOf(this.kind, this.set, this.number);
        if (this.kind === "puzzles" || score.known[name] !== "solved") score.known[name] = isSolved ? "solved" : "missed";
        const names = Object.keys(score.known);
        for (const name of names.slice(0, Math.max(0, names.length - REMEMBERED))) delete score.known[name];
        try {
            localStorage.setItem(KEY, JSON.stringify(score));
        } catch {
            // Then the score ends with the page.
        }
    }

    async hint() {
        const found = await this.ask({ do: "hint", number: this.hints + 1 });
        if (found) {
            this.hints += 1;
            this.says = found.says ? say(found.says) : this.pointer(found);
        }
        this.play.draw();
    }

    /** A hint in words: first the piece, then where it goes. @param {{ from: string | null, to: string | null }} way */
    pointer({ from, to }) {
        if (this.hints > 1) return t("task.hint.to", { square: to ?? "" });
        return from ? t("task.hint.from", { square: from }) : t("task.hint.reserve");
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
        location.hash = `${this.kind}/${this.set}/${number}`;
    }
}
