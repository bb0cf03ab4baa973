// The words of the screen reader: every move once, before anything else that is new, then the rest.

/** The most moves that are said at once: those before them can be read in the list. */
const MOST = 4;

/** Remembers what has been said in one game, so that nothing is said twice. */
export class Announcer {
    constructor() {
        /** The last text of each kind. @type {Map<string, string>} */
        this.known = new Map();
        /** The moves up to the one that was said last; `undefined` before the first time. @type {string[] | undefined} */
        this.way = undefined;
        /** The last words. */
        this.text = "";
    }

    /**
     * Returns what is said now: it stays until there is something new.
     *
     * @param {string[]} way  The moves from the start to the position that is looked at, as on the wire.
     * @param {(ply: number) => string} tell  One of them in words.
     * @param {Record<string, string>} rest  What else there is to say, by its kind, in its order.
     */
    say(way, tell, rest) {
        const said = this.moves(way).map(tell);
        for (const [kind, text] of Object.entries(rest)) {
            if (this.known.get(kind) === text) continue;
            this.known.set(kind, text);
            said.push(text);
        }
        this.text = said.filter(Boolean).join(" ") || this.text;
        return this.text;
    }

    /**
     * The numbers of the moves that are said: those that have come since, or the last of another way.
     * @param {string[]} way
     * @returns {number[]}
     */
    moves(way) {
        const before = this.way;
        this.way = way;
        if (before?.join() === way.join()) return [];
        const goesOn = before?.every((wire, ply) => wire === way[ply]) ?? false;
        const first = before && goesOn ? Math.max(before.length, way.length - MOST) : Math.max(way.length - 1, 0);
        return Array.from({ length: way.length - first }, (_, index) => first + index);
    }
}
