// A small game for the tests of the page's pure parts: two kings and a pawn each, on a board of four files and five ranks.

export const VARIANT = {
    name: "small",
    title: { id: "", own: { en: "A small game" } },
    summary: { id: "", own: { en: "Two pawns." } },
    family: "small",
    files: 4,
    ranks: 5,
    holes: [],
    zones: [],
    draws: true,
    pieces: [
        { text: "K", name: { id: "piece.king" }, words: [] },
        { text: "P", name: { id: "piece.pawn" }, words: [] },
    ],
};

/** A step of the piece on a square. */
export const step = (from, to, piece, more = {}) => ({
    wire: `${from}${to}`,
    san: to,
    says: { id: "", own: { en: `to ${to}` } },
    mark: "quiet",
    from,
    to,
    changes: { [from]: [], [to]: [piece] },
    way: [from, to],
    ...more,
});

/** A move of the tree. */
export const listed = (id, parent, side, move) => ({
    ...move,
    id,
    parent,
    side,
    number: 1,
    check: false,
    before: [],
    comments: [],
    glyphs: [],
    marks: [],
});

const START = {
    text: "start",
    side: "white",
    number: 1,
    phase: null,
    cells: { c1: ["K"], b2: ["P"], c5: ["k"], b4: ["p"] },
    blocks: [],
    reserve: null,
    checkers: [],
    checked: null,
    frozen: null,
};

/** The game with the moves of a tree, of which some have been played. */
export function snapshot({ tree = [], line = [], moves = [step("b2", "b3", "P"), step("c1", "c2", "K")], ...more } = {}) {
    return {
        id: "1",
        version: tree.length,
        variant: "small",
        white: { kind: "person" },
        black: { kind: "person" },
        names: [null, null],
        start: START,
        root: "0",
        introduction: [],
        marks: [],
        tree,
        line,
        scene: { ...START, side: line.length % 2 ? "black" : "white" },
        moves,
        ending: null,
        clock: null,
        offer: null,
        takeback: null,
        away: [],
        thinking: false,
        trouble: null,
        ...more,
    };
}

export const FIRST = listed("1", "0", "white", step("b2", "b3", "P"));
export const REPLY = listed("2", "1", "black", step("c5", "c4", "k"));
export const OTHER = listed("3", "1", "black", step("c5", "d4", "k"));
