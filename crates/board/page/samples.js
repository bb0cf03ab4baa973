// Positions that have come up in games, for the pictures of games that begin with an empty board.

/** @import { Cells } from "./types.js" */

/** By the names of the games. @type {Record<string, { cells: Cells, blocks: string[] } | undefined>} */
export const SAMPLES = {};
