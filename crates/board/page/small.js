// Small boards that only show a position.

/** @import { Cells, Variant } from "./types.js" */
import { BARE, board } from "./board.js";
import { html } from "./vendor/lit-html.js";

/** A small board. @param {string} id @param {Variant} variant @param {Cells} cells @param {string[]} [blocks] */
export const small = (id, variant, cells, blocks = []) =>
    html`<span class="mini" aria-hidden="true">${board(
        {
            ...BARE,
            id,
            variant,
            place: { ...variant.start, cells, blocks, last: null },
            flipped: false,
            pieces: /** @type {const} */ ("pictures"),
            labels: /** @type {const} */ ("none"),
        },
        true,
    )}</span>`;

/** The picture of a game: a position of it that can occur, or its start. @param {string} id @param {Variant} variant */
export function sample(id, variant) {
    const { cells, blocks } = variant.sample ?? variant.start;
    return small(id, variant, cells, blocks);
}
