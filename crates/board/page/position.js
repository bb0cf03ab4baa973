// Positions of a line, made from its start and the changes of each move.

/** @import { Cells, Hands, Side, Step, Variant } from "./types.js" */

import { nameOf } from "./names.js";
import { t } from "./text.js";

/**
 * @typedef {object} Place  The pieces on the board, and the last move.
 * @property {Cells} cells
 * @property {string[]} blocks
 * @property {Hands | null} reserve
 * @property {Side} side
 * @property {Step | null} last
 */

/** The board after a move. @param {{ cells: Cells, blocks: string[], reserve: Hands | null }} before @param {Step} step */
export function after(before, step) {
    const cells = { ...before.cells };
    for (const [square, stack] of Object.entries(step.changes)) {
        if (stack.length > 0) cells[square] = stack;
        else delete cells[square];
    }
    return { cells, blocks: step.blocks ?? before.blocks, reserve: step.reserve ?? before.reserve };
}

/**
 * The board while a move is half made, as far as all moves that are left agree: the piece stands where it goes. Nothing if the
 * moves do not agree that it leaves its square.
 *
 * @param {{ cells: Cells, blocks: string[], reserve: Hands | null }} before
 * @param {Step[]} moves  At least one.
 * @param {string} to  The square where the piece arrives.
 */
export function halfway(before, moves, to) {
    const [first, ...others] = moves;
    if (!first) return undefined;
    const shared = Object.entries(first.changes).filter(([square, stack]) =>
        others.every((move) => move.changes[square]?.join() === stack.join()));
    /** @type {Cells} */
    const changes = Object.fromEntries(shared);
    const { from } = first;
    if (from && changes[from] === undefined) return undefined;
    const top = before.cells[from ?? ""]?.[0];
    // The piece may become another one, or take another one along: until then it is as it was.
    if (changes[to] === undefined && top !== undefined) changes[to] = [top];
    const blocks = moves.map((move) => move.blocks ?? before.blocks);
    const kept = blocks[0]?.filter((square) => blocks.every((known) => known.includes(square))) ?? [];
    return after(before, { ...first, changes, blocks: kept, reserve: first.reserve });
}

/**
 * The squares on which something was lost, but for those where the move begins or ends.
 *
 * @param {Cells} before
 * @param {Step} step
 */
export function losses(before, step) {
    const ends = step.mark === "shot" || step.mark === "burst" ? [step.from] : [step.from, step.to];
    return Object.entries(step.changes)
        .filter(([square, stack]) => stack.length < (before[square] ?? []).length && !ends.includes(square))
        .map(([square]) => square);
}

/** The file and the rank of a square, from 0. @param {string} square @returns {[number, number]} */
export function coordinates(square) {
    return [square.charCodeAt(0) - 97, Number(square.slice(1)) - 1];
}

/** The name of a square. @param {number} file @param {number} rank */
export const named = (file, rank) => `${String.fromCharCode(97 + file)}${rank + 1}`;

/** A stack as it is read aloud. @param {Variant} variant @param {string[]} stack */
export function spoken(variant, stack) {
    const piece = (/** @type {string} */ text) =>
        t(text === text.toUpperCase() ? "spoken.white" : "spoken.black", { name: nameOf(variant, text) });
    const height = stack.length > 1 ? t("spoken.high", { count: stack.length }) : "";
    return stack.map(piece).join(t("spoken.on")) + height;
}
