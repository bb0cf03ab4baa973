// The moves of a game as a tree, and the positions after them.

/** @import { Listed, Snapshot } from "./types.js" */
/** @import { Place } from "./position.js" */
import { after } from "./position.js";

/** The tree of one state of a game. */
export class Tree {
    /** @param {Snapshot} game */
    constructor(game) {
        this.root = game.root;
        /** The last move that was played, or the start. */
        this.end = game.line.at(-1) ?? game.root;
        this.played = new Set([game.root, ...game.line]);
        /** @type {Map<string, Listed>} */
        this.moves = new Map();
        /** The continuations of each move, the main one first. @type {Map<string, string[]>} */
        this.following = new Map([[game.root, []]]);
        for (const move of game.tree) {
            this.moves.set(move.id, move);
            this.following.set(move.id, []);
            this.following.get(move.parent)?.push(move.id);
        }
        const { cells, blocks, reserve, side } = game.start;
        /** The positions that have been asked for. @type {Map<string, Place>} */
        this.places = new Map([[game.root, { cells, blocks, reserve, side, last: null }]]);
        this.side = game.scene.side;
    }

    /** @param {string} id */
    has(id) {
        return this.following.has(id);
    }

    /** The move of a name; `undefined` for the start. @param {string} id */
    get(id) {
        return this.moves.get(id);
    }

    /** @param {string} id */
    parent(id) {
        return this.moves.get(id)?.parent;
    }

    /** The moves that may follow a move, the main one first. @param {string} id */
    next(id) {
        return this.following.get(id) ?? [];
    }

    /** The alternatives to a move, itself included. @param {string} id */
    beside(id) {
        const parent = this.parent(id);
        return parent === undefined ? [id] : this.next(parent);
    }

    /** The moves from the start to one. @param {string} id @returns {Listed[]} */
    path(id) {
        const path = [];
        for (let move = this.get(id); move; move = this.get(move.parent)) path.push(move);
        return path.reverse();
    }

    /** The end of the way that some moves lead, as far as they are here. @param {string[]} wires */
    follow(wires) {
        let at = this.root;
        for (const wire of wires) {
            const next = this.next(at).find((id) => this.get(id)?.wire === wire);
            if (next === undefined) break;
            at = next;
        }
        return at;
    }

    /** The side to move after a move, as far as the moves tell. @param {string} id */
    turn(id) {
        const next = this.get(this.next(id)[0] ?? "");
        if (next) return next.side;
        if (id === this.end) return this.side;
        return this.get(id)?.side === "white" ? "black" : "white";
    }

    /** The position after a move. @param {string} id @returns {Place} */
    place(id) {
        const way = [];
        let at = id;
        let known = this.places.get(at);
        while (!known) {
            way.push(at);
            at = this.parent(at) ?? this.root;
            known = this.places.get(at);
        }
        let place = known;
        for (const next of way.reverse()) {
            const step = this.get(next);
            if (!step) continue;
            place = { ...after(place, step), side: this.turn(next), last: step };
            this.places.set(next, place);
        }
        return place;
    }
}
