// The engine's strength: the choice of its level, with words and about the Elo that it has.

import { t } from "./text.js";
import { html } from "./vendor/lit-html.js";

/** The level of full strength. */
export const HIGHEST_LEVEL = 18;

/** Elo of the lowest level, and from one level to the next, as `UCI_Elo` has it. */
const [LOWEST_ELO, ELO_STEP] = [500, 150];

/** What a level is called, by the highest one of that name. @type {[number, "level.beginner" | "level.casual" | "level.club" | "level.strong" | "level.master"][]} */
const WORDS = [[3, "level.beginner"], [7, "level.casual"], [11, "level.club"], [15, "level.strong"], [17, "level.master"]];

/** A level in words. @param {number} level */
export function levelText(level) {
    const word = WORDS.find(([highest]) => level <= highest)?.[1];
    if (word === undefined) return t("level.full", { level });
    return t("level.about", { level, elo: LOWEST_ELO + (level - 1) * ELO_STEP, word: t(word) });
}

/** A slider. @param {number} level @param {(level: number) => void} change @param {"input" | "change"} [when]  Whether every step counts, or only where it ends. */
export const slider = (level, change, when = "input") => {
    const take = (/** @type {Event} */ event) => change(Number(/** @type {HTMLInputElement} */ (event.target).value));
    const [onInput, onChange] = when === "input" ? [take, () => {}] : [() => {}, take];
    return html`<label class="level"><span>${levelText(level)}</span> <input type="range" min="1" max=${HIGHEST_LEVEL} .value=${String(level)}
        @input=${onInput} @change=${onChange}></label>`;
};
