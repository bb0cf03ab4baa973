// A game on the start page that plays by itself: a move every two seconds, until it is paused. Who prefers stillness sees
// one position of it.

/** @import { Step, Variant } from "./types.js" */
/** @import { Place } from "./position.js" */
import { ask } from "./api.js";
import { BARE, board } from "./board.js";
import { corner } from "./geometry.js";
import { after } from "./position.js";
import { t } from "./text.js";
import { signed } from "./tools.js";
import { html, nothing } from "./vendor/lit-html.js";

/** The time between two moves, and that for which a piece travels. Unit: milliseconds. */
const PACE = 2000;
const TRAVEL = 450;

/** The number of moves for which the end stays. */
const REST = 3;

const prefersStillness = matchMedia("(prefers-reduced-motion: reduce)");

/** The games that have been asked for, by their names. @type {Map<string, Promise<Step[]>>} */
const known = new Map();

/** The game that plays by itself. @param {string} name @returns {Promise<Step[]>} */
function gameOf(name) {
    const found = known.get(name) ?? ask(`/api/variants/${encodeURIComponent(name)}/game`);
    known.set(name, found);
    // Then it is asked for again where it is wanted next.
    found.catch(() => known.delete(name));
    return found;
}

/** The board of a game that plays by itself. */
export class Living {
    /** @param {() => void} draw */
    constructor(draw) {
        this.draw = draw;
        /** @type {Variant | undefined} */
        this.variant = undefined;
        /** The positions of the game, the first one at its start. @type {Place[]} */
        this.places = [];
        this.at = 0;
        this.isPaused = false;
        this.timer = window.setInterval(() => this.tick(), PACE);
    }

    close() {
        clearInterval(this.timer);
    }

    /** True if there is a game that moves. */
    get isMoving() {
        return this.places.length > 1 && !prefersStillness.matches;
    }

    /** Shows another game. @param {Variant} variant */
    show(variant) {
        if (this.variant === variant) return;
        this.variant = variant;
        this.places = [];
        gameOf(variant.name).then(
            (steps) => {
                if (this.variant !== variant) return;
                const { cells, blocks, reserve, side } = variant.start;
                this.places = [{ cells, blocks, reserve, side, last: null }];
                for (const step of steps) {
                    const before = this.places.at(-1);
                    if (before) this.places.push({ ...after(before, step), side, last: step });
                }
                // The same position as on the picture of the game.
                this.at = Math.floor((steps.length * 2) / 3);
                this.draw();
            },
            // Then the picture stays.
            () => {},
        );
    }

    /** Plays the next move, and after the last one begins anew. */
    tick() {
        if (!this.isMoving || this.isPaused || document.hidden) return;
        this.at = (this.at + 1) % (this.places.length + REST);
        if (this.at >= this.places.length) return;
        this.draw();
        const last = this.places[this.at]?.last;
        const piece = document.querySelector("#chosen .pieces > :last-child > g");
        if (!last?.from || !last.to || last.mark === "shot" || !piece || !this.variant) return;
        const view = this.view(this.variant);
        const [[x, y], [toX, toY]] = [corner(view, last.from), corner(view, last.to)];
        piece.animate([{ transform: `translate(${x - toX}px, ${y - toY}px)` }, { transform: "none" }],
            { duration: TRAVEL, easing: "ease-out" });
    }

    /** The view of the board. @param {Variant} variant */
    view(variant) {
        const still = { ...variant.start, ...variant.sample, last: null };
        const place = this.places[Math.min(this.at, this.places.length - 1)] ?? still;
        return {
            ...BARE,
            id: "chosen",
            variant,
            place,
            flipped: false,
            pieces: /** @type {const} */ ("pictures"),
            labels: /** @type {const} */ ("none"),
        };
    }

    /** The board, and the button that lets it wait. @param {Variant} variant */
    picture(variant) {
        this.show(variant);
        const pause = () => {
            this.isPaused = !this.isPaused;
            this.draw();
        };
        return html`<div class="large"><span class="mini" aria-hidden="true">${board(this.view(variant), true)}</span>
            ${this.isMoving ? signed(this.isPaused ? "resume" : "pause", t(this.isPaused ? "tool.resume" : "tool.pause"), pause)
                : nothing}</div>`;
    }
}
