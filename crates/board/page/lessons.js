// The pieces of a game: their pictures, letters and names, how they move in words, and on a small board.

/** @import { Lesson, Variant } from "./types.js" */
/** @import { Settings } from "./settings.js" */
import * as api from "./api.js";
import { board } from "./board.js";
import { key, open, said, viewOf } from "./diagrams.js";
import { piece } from "./pieces.js";
import { nameOf } from "./names.js";
import { capital, say, spokenLanguage, t } from "./text.js";
import { html, nothing, render } from "./vendor/lit-html.js";

/** One piece. @param {Variant} variant @param {Lesson} lesson @param {Settings} settings */
function lessonOf(variant, { text, words, shown }, settings) {
    const { pieces } = settings;
    return html`<li class="lesson" data-piece=${text}>
        <h3><svg class="picture" viewBox="0 0 100 100" aria-hidden="true">${piece(variant.name, text, pieces)}</svg>
            ${capital(nameOf(variant, text))} <code>${text}</code></h3>
        <ul class="words">${words.map((fact) => html`<li>${capital(say(fact))}</li>`)}</ul>
        ${shown
            ? html`<div class="mini" aria-hidden="true">${board(viewOf(`lesson-${text}`, variant, shown, shown.square,
              settings), true)}</div>
                <p class="faint">${shown.scene.phase ? `${capital(say(shown.scene.phase))}. ` : nothing}
                    ${t("learn.there", { square: shown.square ?? "", does: said(shown.reach) })} <a
                    href=${open(shown)} aria-label="${t("learn.try")}: ${nameOf(variant, text)}">${t("learn.try")}</a></p>`
            : nothing}</li>`;
}

/** The lists that have been made, by game and look. @type {Map<string, { box: HTMLElement, ready: Promise<void> }>} */
const made = new Map();

/**
 * The pieces of a game as an element of the page, which is made once, and when it is complete.
 * @param {Variant} variant
 * @param {Settings} settings
 */
export function lessons(variant, settings) {
    const name = `${variant.name}/${settings.pieces}/${settings.signs}/${settings.labels}/${spokenLanguage()}`;
    const known = made.get(name);
    if (known) return known;
    const box = document.createElement("div");
    box.className = "lessons";
    render(html`<p>${t("wait")}</p>`, box);
    const ready = api.lessons(variant.name).then(
        (list) => {
            const kinds = new Set(list.flatMap((lesson) => lesson.shown?.reach.map((one) => one.mark) ?? []));
            render(html`${key(kinds)}<ul class=${variant.files > 10 ? "wide"
                : ""}>${list.map((lesson) => lessonOf(variant, lesson, settings))}</ul>`, box);
        },
        (/** @type {Error} */ error) => {
            made.delete(name);
            render(html`<p class="error" role="alert">${error.message}</p>`, box);
        },
    );
    made.set(name, { box, ready });
    return { box, ready };
}
