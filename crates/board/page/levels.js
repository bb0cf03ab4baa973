// The engine's strength: the choice of its level.

import { html } from "./vendor/lit-html.js";

/** The level of full strength. */
const HIGHEST_LEVEL = 18;

/** A slider. @param {number} level @param {(level: number) => void} change */
export const slider = (level, change) =>
    html`<label>Level ${level} of ${HIGHEST_LEVEL} <input type="range" min="1" max=${HIGHEST_LEVEL} .value=${String(level)}
        @input=${(/** @type {Event} */ event) => change(Number(/** @type {HTMLInputElement} */ (event.target).value))}></label>`;
