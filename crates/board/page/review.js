// The review of a game: a graph of the expected score, the loss of each move, and the search for better moves.

/** @import { Judged, Progress, Reviewed, Side, Step } from "./types.js" */
/** @import { Play } from "./play.js" */
import { html, nothing, svg } from "./vendor/lit-html.js";
import * as api from "./api.js";
import { capital } from "./text.js";

/** A move that loses less than this share of the point is as good as any. */
const GOOD = 0.05;

/** The name of a grade, for one move and for several. @type {Record<string, [string, string]>} */
const NAMES = { "?!": ["an inaccuracy", "Inaccuracies"], "?": ["a mistake", "Mistakes"], "??": ["a blunder", "Blunders"] };

/** The review of one game, for as long as its moves stay the same. */
export class Reviewing {
    /** @param {Play} play */
    constructor(play) {
        this.play = play;
        /** The moves that are reviewed. */
        this.line = play.game?.line ?? [];
        /** @type {Progress} */
        this.progress = { done: 0, all: this.line.length + 1, review: null };
        /** The half-move for which a better one is looked for. @type {number | undefined} */
        this.quest = undefined;
        /** The feedback on the last try. */
        this.answer = "";
        this.solved = false;
        /** True if a better move has been shown. */
        this.told = false;
        /** True if the review is written in the game. */
        this.isWritten = false;
        this.close = api.review(
            play.id,
            (progress) => {
                this.progress = progress;
                play.draw();
            },
            (why) => {
                play.reviewing = undefined;
                play.say(why);
            },
        );
    }

    /** @returns {Reviewed | null} */
    get review() {
        return this.progress.review;
    }

    /** The judgement of a move that was played. @param {string} id @returns {Judged | undefined} */
    of(id) {
        return this.review?.moves[this.line.indexOf(id)];
    }

    /** The moves with a grade. */
    get graded() {
        return this.review?.moves.flatMap((judged, ply) => (judged.grade ? [ply] : [])) ?? [];
    }

    /** Those of them that can be bettered: of people's who have played the engine, theirs. */
    get weak() {
        const { game, tree } = this.play;
        if (!game || game.white.kind === game.black.kind) return this.graded;
        return this.graded.filter((ply) => {
            const side = tree?.get(this.line[ply] ?? "")?.side;
            return side !== undefined && game[side].kind === "person";
        });
    }

    /** Looks for a better move, from a half-move on; ends if there is none to be bettered. @param {number} from */
    seek(from) {
        this.quest = this.weak.find((ply) => ply >= from);
        this.answer = "";
        this.solved = this.told = false;
        const tree = this.play.tree;
        if (this.quest !== undefined && tree) this.play.go(tree.parent(this.line[this.quest] ?? ""));
        this.play.draw();
        // On phones the board may be far above.
        document.querySelector(".frame")?.scrollIntoView({ block: "nearest" });
    }

    /** The weak move, where the position is looked at in which a better one is wanted. */
    get asked() {
        const id = this.line[this.quest ?? -1];
        return id !== undefined && this.play.at === this.play.tree?.parent(id) ? id : undefined;
    }

    /** The question at the position shown, and the feedback on the last try. */
    get question() {
        if (this.asked === undefined) return "";
        const asks = this.solved ? "" : " Find a better move.";
        return `${numbered(this.play, this.asked)} was played here and is weak.${asks} ${this.answer}`.trim();
    }

    /** The better move that is shown where it could have been played. */
    get shown() {
        return this.told && this.asked !== undefined ? this.of(this.asked)?.better[0] : undefined;
    }

    /** True if a move that is entered now is a try. */
    get isAsking() {
        return !this.solved && this.asked !== undefined;
    }

    /** Writes it into the game. */
    async write() {
        try {
            await api.annotate(this.play.id);
            this.isWritten = true;
            this.play.draw();
        } catch (error) {
            this.play.say(error instanceof Error ? error.message : String(error));
        }
    }

    /** Judges a try. @param {string} move */
    async attempt(move) {
        const { play } = this;
        this.answer = "One moment…";
        play.draw();
        try {
            const judged = await api.judge(play.id, play.at, move);
            this.solved = judged.loss < GOOD;
            this.answer = this.solved ? "That is as good as any." : `That loses ${points(judged.loss)}: try another one.`;
        } catch (error) {
            this.answer = error instanceof Error ? error.message : String(error);
        }
        // The entered move is not played: something else can be.
        play.arrive();
        play.draw();
    }
}

/** A loss in words. @param {number} loss */
const points = (loss) => `${Math.round(loss * 100)} of 100 points`;

/** A half-move with its number. @param {Play} play @param {string} id */
function numbered(play, id) {
    const move = play.tree?.get(id);
    return move ? `${move.number}${move.side === "white" ? "." : "…"} ${move.san}` : "";
}

const [WIDTH, HEIGHT] = [320, 90];

/** White's expected score, as a picture; a click goes to that place. @param {Play} play @param {Reviewing} reviewing @param {Reviewed} review */
function graph(play, reviewing, review) {
    const count = Math.max(1, review.expected.length - 1);
    const at = (/** @type {number} */ ply) => [(ply / count) * WIDTH, (1 - (review.expected[ply] ?? 0.5)) * HEIGHT];
    const way = review.expected.map((_, ply) => at(ply).map((number) => number.toFixed(1)).join(" ")).join("L");
    const here = reviewing.line.indexOf(play.at) + 1;
    const isHere = here > 0 || play.at === play.tree?.root;
    const go = (/** @type {MouseEvent} */ event) => {
        const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
        const ply = Math.round(((event.clientX - box.left) / box.width) * count);
        play.go(ply === 0 ? play.tree?.root : reviewing.line[ply - 1]);
    };
    const [x] = at(here);
    return html`<svg class="graph" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" @click=${go}
        aria-label="What White could expect after each move, from the start on the left to the end on the right">${svg`
        <rect class="low" width=${WIDTH} height=${HEIGHT}></rect>
        <path class="high" d="M0 ${HEIGHT}L${way}L${WIDTH} ${HEIGHT}Z"></path>
        <path class="middle" d="M0 ${HEIGHT / 2}H${WIDTH}"></path><path class="curve" d="M${way}"></path>
        ${isHere ? svg`<path class="here" d="M${x} 0V${HEIGHT}"></path>` : nothing}
        ${reviewing.graded.map((ply) => {
            const [left, top] = at(ply + 1);
            return svg`<circle class="grade ${review.moves[ply]?.grade === "??" ? "blunder" : ""}" cx=${left} cy=${top} r="3.5"></circle>`;
        })}`}</svg>`;
}

/** The accuracy of a side. @param {Reviewing} reviewing @param {Reviewed} review @param {Side} side @param {Play} play */
function summary(reviewing, review, side, play) {
    const accuracy = review.accuracy[side === "white" ? 0 : 1];
    const own = review.moves.filter((_, ply) => play.tree?.get(reviewing.line[ply] ?? "")?.side === side);
    const count = (/** @type {string} */ grade) => own.filter((judged) => judged.grade === grade).length;
    return html`<tr><th scope="row">${capital(side)}</th><td>${accuracy === null ? "–" : `${accuracy.toFixed(0)} %`}</td>
        ${Object.keys(NAMES).map((grade) => html`<td>${count(grade)}</td>`)}</tr>`;
}

/** A better way, which a click notes and goes through. @param {Play} play @param {string} before @param {Step[]} steps */
const way = (play, before, steps) => html`<button class="step" title="${capital(steps[0]?.says ?? "")}: click to go through it"
    @click=${() => void play.follow(before, steps.map((step) => step.wire))}>${steps.map((step) => step.san).join(" ")}</button>`;

/** The judgement of the move shown. @param {Play} play @param {Reviewing} reviewing */
function verdict(play, reviewing) {
    const judged = reviewing.of(play.at);
    if (!judged || reviewing.quest !== undefined) return nothing;
    const [first] = judged.better;
    const before = play.tree?.parent(play.at);
    const missed = judged.missed ? ` A win in ${judged.missed} was missed.` : "";
    if (!judged.grade && !first) return judged.loss < GOOD ? html`<p>${numbered(play, play.at)}: good.</p>` : html`<p>${numbered(play, play.at)} loses ${points(judged.loss)}.</p>`;
    return html`<p><b>${numbered(play, play.at)}${judged.grade ?? ""}</b>${judged.grade ? `, ${NAMES[judged.grade]?.[0]},` : ""} loses ${points(judged.loss)}.${missed}
        ${first && before !== undefined ? html`Better was ${way(play, before, judged.better)}` : nothing}</p>`;
}

/** The search for a better move. @param {Play} play @param {Reviewing} reviewing */
function quest(play, reviewing) {
    const ply = reviewing.quest;
    if (ply === undefined) {
        return html`<div class="tools">${reviewing.weak.length > 0 ? html`<button class="tool small" @click=${() => reviewing.seek(0)}>Find better moves</button>` : nothing}
            ${reviewing.isWritten
                ? html`<span class="faint" role="status">The game and its PGN have it now.</span>`
                : html`<button class="tool small" title="Writes evaluations, marks and better lines into the game, as comments and variations" @click=${() => void reviewing.write()}>Write into the game</button>`}</div>`;
    }
    const id = reviewing.line[ply] ?? "";
    const better = reviewing.review?.moves[ply]?.better ?? [];
    const before = play.tree?.parent(id);
    const told = reviewing.told && before !== undefined ? html`Better was ${way(play, before, better)}` : nothing;
    return html`<p><b>Instead of ${numbered(play, id)}:</b> ${reviewing.solved ? told : "enter a better move."}</p>
        <div class="tools"><button class="tool" ?disabled=${reviewing.told || better.length === 0} @click=${() => {
            reviewing.solved = reviewing.told = true;
            reviewing.answer = "";
            play.draw();
        }}>Show it</button>
        <button class="tool" ?disabled=${!reviewing.weak.some((other) => other > ply)} @click=${() => reviewing.seek(ply + 1)}>Next</button>
        <button class="tool" @click=${() => {
            reviewing.quest = undefined;
            play.draw();
        }}>End</button></div>`;
}

/** The review. @param {Play} play */
export function review(play) {
    const { reviewing } = play;
    if (!reviewing) return nothing;
    const { done, all, review } = reviewing.progress;
    if (!review) {
        return html`<section class="analysis" aria-label="Review"><p><label class="wide-label">Reviewing, ${done} of ${all}
            <progress max=${all} value=${done}></progress></label></p></section>`;
    }
    const decision = review.decision === null ? "" : reviewing.line[review.decision];
    return html`<section class="analysis review" aria-label="Review">${graph(play, reviewing, review)}
        <table><thead><tr><td></td><th scope="col">Accuracy</th>${Object.entries(NAMES).map(([grade, [, name]]) => html`<th scope="col" title="Marked ${grade}">${name}</th>`)}</tr></thead>
            <tbody>${summary(reviewing, review, "white", play)}${summary(reviewing, review, "black", play)}</tbody></table>
        ${decision ? html`<p>${review.slipped ? "A win slipped away by" : "The game was decided by"}
            <button class="step" @click=${() => play.go(decision)}>${numbered(play, decision)}</button></p>` : nothing}
        ${verdict(play, reviewing)}${quest(play, reviewing)}</section>`;
}
