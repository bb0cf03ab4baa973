// Small boards that only show a position.

/** @import { Cells, Variant } from "./types.js" */
import { BARE, board } from "./board.js";
import { SAMPLES } from "./samples.js";
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

/**
 * The picture of a game: its start, or a position of it where it begins with an empty board.
 * @param {string} id
 * @param {Variant} variant
 */
export function sample(id, variant) {
    const shown = Object.keys(variant.start.cells).length > 0 ? undefined : SAMPLES[variant.family];
    return small(id, variant, shown?.cells ?? variant.start.cells, shown?.blocks);
}
