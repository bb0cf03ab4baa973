// Positions that have come up in games, for the pictures of games that begin with an empty board.

/** @import { Cells } from "./types.js" */

/** By the names of the games. @type {Record<string, { cells: Cells, blocks: string[] } | undefined>} */
export const SAMPLES = {
    tactical: {
        cells: {
            a1: ["H"], a2: ["J"], a6: ["j"], b1: ["K"], b3: ["Q"], b6: ["p"], b7: ["c"], c1: ["D"], c8: ["t"], d2: ["P"],
                d3: ["I"], d5: ["c"],
            e3: ["C"], e6: ["p"], f1: ["V"], f6: ["n"], f7: ["i"], f8: ["k"], g2: ["P"], g7: ["d"], g8: ["d"], h2: ["D"],
                h3: ["V"], h6: ["p"],
        },
        blocks: ["b2", "f2", "f5", "g5"],
    },
};
