// The places of squares in the picture of a board.

/** @import { BoardView } from "./board.js" */
import { coordinates, named } from "./position.js";

/** The side of a square. */
export const CELL = 100;
/** The margin with the coordinates, that with ranks of two digits, and that without. */
const MARGIN = 26;
const WIDE_MARGIN = 34;
export const EDGE = 6;

/** The margin on the left and below. @param {Pick<BoardView, "labels" | "variant">} view */
export function margin({ labels, variant }) {
    if (labels !== "outside") return EDGE;
    return variant.ranks > 9 ? WIDE_MARGIN : MARGIN;
}

/** The size of the picture: coordinates stand on the left and below. @param {BoardView} view */
export function size(view) {
    const side = margin(view);
    return { margin: side, width: view.variant.files * CELL + side + EDGE, height: view.variant.ranks * CELL + side + EDGE };
}

/** The upper left corner of a square. @param {BoardView} view @param {string} square @returns {[number, number]} */
export function corner(view, square) {
    const [file, rank] = coordinates(square);
    const { files, ranks } = view.variant;
    const [column, row] = view.flipped ? [files - 1 - file, rank] : [file, ranks - 1 - rank];
    return [margin(view) + column * CELL, EDGE + row * CELL];
}

/** The square at a point of the picture; `undefined` outside. @param {BoardView} view @param {number} x @param {number} y */
export function squareAt(view, x, y) {
    const { files, ranks, holes } = view.variant;
    const [column, row] = [Math.floor((x - margin(view)) / CELL), Math.floor((y - EDGE) / CELL)];
    if (column < 0 || row < 0 || column >= files || row >= ranks) return undefined;
    const square = view.flipped ? named(files - 1 - column, row) : named(column, ranks - 1 - row);
    return holes.includes(square) ? undefined : square;
}
