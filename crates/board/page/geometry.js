// Where the squares are in the picture of a board.

/** @import { BoardView } from "./board.js" */
import { coordinates, named } from "./position.js";

/** The side of a square. */
export const CELL = 100;
/** The margin with the coordinates, and that without. */
const MARGIN = 34;
export const EDGE = 6;

/** The size of the picture: coordinates stand on the left and below. @param {BoardView} view */
export function size(view) {
    const margin = view.labels === "outside" ? MARGIN : EDGE;
    return { margin, width: view.variant.files * CELL + margin + EDGE, height: view.variant.ranks * CELL + margin + EDGE };
}

/** The upper left corner of a square. @param {BoardView} view @param {string} square @returns {[number, number]} */
export function corner(view, square) {
    const { margin } = size(view);
    const [file, rank] = coordinates(square);
    const { files, ranks } = view.variant;
    const [column, row] = view.flipped ? [files - 1 - file, rank] : [file, ranks - 1 - rank];
    return [margin + column * CELL, EDGE + row * CELL];
}

/** The square at a point of the picture; `undefined` outside. @param {BoardView} view @param {number} x @param {number} y */
export function squareAt(view, x, y) {
    const { margin } = size(view);
    const { files, ranks, holes } = view.variant;
    const [column, row] = [Math.floor((x - margin) / CELL), Math.floor((y - EDGE) / CELL)];
    if (column < 0 || row < 0 || column >= files || row >= ranks) return undefined;
    const square = view.flipped ? named(files - 1 - column, row) : named(column, ranks - 1 - row);
    return holes.includes(square) ? undefined : square;
}
