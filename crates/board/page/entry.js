// Entry of a move: the legal moves are filtered step by step, for mouse, touch and keys alike. Knows no rule;
// the ways come with the moves.

/** @import { Choice } from "./types.js" */

/** The square of a token that names one; `undefined` for others. @param {string} token */
export function squareOf(token) {
    return /^[x+@*]?([a-z]\d+)$/.exec(token)?.[1];
}

/** The piece from the hand that a token brings, and the square; `undefined` for other tokens. @param {string} token */
export function broughtBy(token) {
    const [, piece, square] = /^\/(.+?)([a-z]\d+)$/.exec(token) ?? [];
    return piece === undefined || square === undefined ? undefined : { piece, square };
}

/** Returns true if a token is the size of a part of a stack. @param {string} token */
export const isPart = (token) => token.startsWith(":");

/** Returns true if a token means that nothing else happens. @param {string} token */
const isWithout = (token) => /^[x+@]$/.test(token);

/** The way into the legal moves of one position. */
export class Entry {
    /** @param {Choice[]} moves */
    constructor(moves) {
        this.moves = moves;
        /** The choices so far. @type {string[]} */
        this.way = [];
    }

    /** The moves that begin as it has been chosen. @param {string[]} [way] */
    left(way = this.way) {
        return this.moves.filter((move) => way.every((token, index) => move.way[index] === token));
    }

    /** The possible next choices: every token with the moves it leaves. @param {string[]} [way] */
    offers(way = this.way) {
        /** @type {Map<string, Choice[]>} */
        const offers = new Map();
        for (const move of this.left(way)) {
            const token = move.way[way.length];
            if (token === undefined) continue;
            const known = offers.get(token);
            if (known) known.push(move);
            else offers.set(token, [move]);
        }
        return offers;
    }

    /** True if a move begins on a square. @param {string} square */
    begins(square) {
        return this.offers([]).has(square);
    }

    /** The parts of the stack in hand that can go, the smallest first; none if there is no choice. */
    parts() {
        if (this.way.length === 0) return [];
        const parts = [...this.offers(this.way.slice(0, 1)).keys()].filter(isPart);
        return parts.sort((one, other) => Number(one.slice(1)) - Number(other.slice(1)));
    }

    /** The part of the stack in hand that goes. */
    get part() {
        const part = this.way[1];
        return part !== undefined && isPart(part) ? part : undefined;
    }

    /** The square where the piece in hand arrives, once that is chosen. */
    get target() {
        const token = this.way[this.part ? 2 : 1];
        return token === undefined ? undefined : squareOf(token);
    }

    /** The tokens that are not squares: those that a menu has to show. */
    choices() {
        if (this.way.length === 0) return [];
        return [...this.offers().keys()].filter((token) => squareOf(token) === undefined);
    }

    /** The token that a square stands for here. @param {string} square */
    tokenAt(square) {
        const tokens = [...this.offers().keys()];
        const named = tokens.find((token) => squareOf(token) === square);
        if (named !== undefined) return named;
        return square === this.target ? tokens.find(isWithout) : undefined;
    }

    /**
     * Takes a step that is offered.
     *
     * @param {string} token
     * @returns {Choice | undefined} the move, when it is complete
     */
    choose(token) {
        if (isPart(token) && this.parts().includes(token)) {
            this.way = [this.way[0] ?? "", token];
            return undefined;
        }
        if (!this.offers().has(token)) return undefined;
        this.way = [...this.way, token];
        // All of a stack goes, unless less is chosen.
        const part = this.way.length === 1 ? this.parts().at(-1) : undefined;
        if (part !== undefined) this.way = [...this.way, part];
        return this.left().find((move) => move.way.length === this.way.length);
    }

    /** Goes a way that was gone before, if the moves still allow it. @param {string[]} way */
    resume(way) {
        if (this.left(way).some((move) => move.way.length > way.length)) this.way = way;
    }

    /** Takes the last step back; says whether there was one. */
    back() {
        if (this.way.length === 0) return false;
        this.way = this.way.slice(0, this.way.length === 2 && this.part ? 0 : -1);
        return true;
    }

    /**
     * Clicks on a square: goes on if it is offered, begins anew if another piece stands there, takes less
     * of a stack that is clicked again, and else lets go.
     *
     * @param {string} square
     * @returns {Choice | undefined} the move, when it is complete
     */
    press(square) {
        const token = this.tokenAt(square);
        if (token !== undefined) return this.choose(token);
        const parts = this.parts();
        if (square === this.way[0] && parts.length > 1 && this.way.length === 2) {
            const index = parts.indexOf(this.part ?? "");
            const less = parts.at(index - 1);
            if (index > 0 && less !== undefined) return this.choose(less);
        }
        const again = square === this.way[0];
        this.way = [];
        return again || !this.offers().has(square) ? undefined : this.choose(square);
    }
}
