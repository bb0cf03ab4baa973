// Dialogs: the buttons that open and close them, and the settings.

/** @import { Glyph } from "./glyphs.js" */
/** @import { Settings } from "./settings.js" */
/** @import { TextName } from "./text.js" */
/** @import { EngineChoice, Resources } from "./types.js" */
import { glyph } from "./glyphs.js";
import { CHOICES, save } from "./settings.js";
import { LANGUAGE_NAMES, t } from "./text.js";
import { html, nothing } from "./vendor/lit-html.js";

/** @param {string} id */
export const dialog = (id) => {
    const found = document.getElementById(id);
    return found instanceof HTMLDialogElement ? found : undefined;
};

/** The inside of a button of the header: on small screens only its sign. @param {Glyph} sign @param {string} text */
export const signed = (sign, text) => html`${glyph(sign)}<span class="text">${text}</span>`;

/** A button of the header that opens a dialog. @param {Glyph} sign @param {string} id @param {string} text @param {() => void} draw */
export const opener = (sign, id, text, draw) => html`<button class="tool" data-dialog=${id} aria-label=${text} title=${text} @click=${() => {
    dialog(id)?.showModal();
    draw();
}}>${signed(sign, text)}</button>`;

/** The button that closes a dialog. */
export const closer = () => html`<form method="dialog"><button class="tool main">${t("close")}</button></form>`;

/** A choice of a setting in words. @param {string} name @param {string} choice */
function choiceName(name, choice) {
    if (name === "language" && choice !== "auto") return LANGUAGE_NAMES[choice] ?? choice;
    return t(/** @type {TextName} */ (choice === "auto" ? `set.${name}.auto` : `set.${name}.${choice}`));
}

/** The sizes of an engine's table on offer, in megabytes. */
const HASHES = [16, 32, 64, 128, 256, 512, 1024];

/** The settings of the engines, where the page has them. @param {EngineChoice} engine @param {(resources: Resources) => void} choose */
function resources({ threads, hash, most }, choose) {
    const list = (/** @type {string} */ legend, /** @type {number} */ now, /** @type {number[]} */ all, /** @type {(value: number) => void} */ set) =>
        html`<label>${legend} <select @change=${(/** @type {Event} */ event) => set(Number(/** @type {HTMLSelectElement} */ (event.target).value))}>
            ${[...new Set([...all, now])].sort((one, other) => one - other).map((value) => html`<option value=${value} .selected=${value === now}>${value}</option>`)}</select></label>`;
    return html`<h3>${t("set.engine")}</h3>
        ${list(t("set.threads"), threads, Array.from({ length: most.threads }, (_, index) => index + 1), (value) => choose({ threads: value, hash }))}
        ${list(t("set.hash"), hash, HASHES.filter((value) => value <= most.hash), (value) => choose({ threads, hash: value }))}
        <p class="faint">${t("set.engine.about")}</p>`;
}

/**
 * The settings.
 *
 * @param {Settings} settings
 * @param {() => void} draw
 * @param {EngineChoice} [engine]  The engines' resources; guests have no say in them.
 * @param {(resources: Resources) => void} [choose]  Sets them.
 */
export function preferences(settings, draw, engine, choose) {
    const keep = (/** @type {Partial<Settings>} */ changed) => {
        Object.assign(settings, changed);
        save(settings);
        draw();
    };
    const choice = (/** @type {"language" | "theme" | "board" | "pieces" | "labels" | "speed"} */ name, /** @type {string} */ legend) =>
        html`<label>${legend} <select @change=${(/** @type {Event} */ event) => keep({ [name]: /** @type {HTMLSelectElement} */ (event.target).value })}>
            ${CHOICES[name].map((choice) => html`<option value=${choice} ?selected=${settings[name] === choice}>${choiceName(name, choice)}</option>`)}</select></label>`;
    const toggle = (/** @type {"sound" | "zoom"} */ name, /** @type {string} */ legend) =>
        html`<label><input type="checkbox" .checked=${settings[name]} @change=${() => keep({ [name]: !settings[name] })}> ${legend}</label>`;
    return html`<dialog id="settings" aria-label=${t("head.settings")}><h2 tabindex="-1" autofocus>${t("head.settings")}</h2>
        ${choice("language", t("set.language"))}${choice("theme", t("set.theme"))}${choice("board", t("set.board"))}${choice("pieces", t("set.pieces"))}${choice("labels", t("set.labels"))}${choice("speed", t("set.speed"))}
        ${toggle("sound", t("set.sound"))}${toggle("zoom", t("set.zoom"))}
        ${engine && choose ? resources(engine, choose) : nothing}${closer()}</dialog>`;
}
