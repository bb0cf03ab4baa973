// The parts of figures for pieces of games from files, for the page and for the program.

import { CENTRE, rays } from "./families.js";

/** Places are the left and the upper edge and the width, in a field of 100 x 100. */
export const COMPOSED = {
    /** The icons of the letters that are none of chess, and of those that are, in the bold set. */
    icons: { C: "cannon", E: "elephant", J: "camel" },
    bold: { K: "chess-king", Q: "chess-queen", R: "chess-rook", B: "chess-bishop", N: "chess-knight", P: "chess-pawn" },
    places: {
        /** A figure that has another one beside it, and that one. */
        large: [-5, -3, 92],
        small: [37, 36, 66],
        /** The disc with the piece as which another one captures, and that piece. */
        ground: [43, 43, 54],
        taken: [45, 44, 50],
        /** The disc with a sign, and the sign in the field of a disc. */
        badge: [54, 54, 43],
        above: [62, 2, 36],
        sign: [11, 11, 78],
        /** A sign on a disc of its own. */
        alone: [16, 16, 68],
    },
    /** The gap around a small figure; the ground of a sign, its line, and the ground of captures; the ink
     *  of a sign that stands alone, and its disc, by sides. */
    colours: {
        white: { gap: "#fff", ground: "#cfe3f7", line: "#2b2620", capture: "#f3b9ae", ink: "#231f1b", disc: ["#fffefa", "#2b2620"] },
        black: { gap: "#fff", ground: "#35506e", line: "#f4ecdf", capture: "#dd6a58", ink: "#fffaf0", disc: ["#2b2927", "#0f0e0d"] },
    },
    /** Steps in the eight directions, each a filled path in a field of 512 x 512, and where they begin. */
    rays: [0, 1, 2, 3, 4, 5, 6, 7].map((direction) => rays([direction])),
    centre: CENTRE,
    /** The other signs: lines in a field of 100 x 100. @type {Record<string, string>} */
    signs: {
        ride: "M20 86L50 56L80 86M20 50L50 20L80 50",
        hop: "M10 70Q50 -20 90 70M90 70L92 38M90 70L62 56M50 82h.1",
        lame: "M14 50H86",
        ahead: "M50 88V14M20 44L50 14L80 44",
    },
};
