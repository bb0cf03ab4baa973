// Dialogs: the buttons that open and close them, and the settings.

/** @import { Glyph } from "./glyphs.js" */
/** @import { Settings } from "./settings.js" */
/** @import { TextName } from "./text.js" */
/** @import { EngineChoice, NetOffer, Resources, Variant } from "./types.js" */
import { glyph } from "./glyphs.js";
import { titleOf } from "./names.js";
import { CHOICES, save } from "./settings.js";
import { languageName, t } from "./text.js";
import { html, nothing } from "./vendor/lit-html.js";

/** @param {string} id */
export const dialog = (id) => {
    const found = document.getElementById(id);
    return found instanceof HTMLDialogElement ? found : undefined;
};

/** The inside of a button of the header: on small screens only its sign. @param {Glyph} sign @param {string} text */
export const signed = (sign, text) => html`${glyph(sign)}<span class="text">${text}</span>`;

/** A button of the header that opens a dialog. @param {Glyph} sign @param {string} id @param {string} text @param {() => void} draw */
export const opener = (sign, id, text, draw) => html`<button class="tool" data-dialog=${id} aria-label=${text} title=${text}
    @click=${() => {
    dialog(id)?.showModal();
    draw();
}}>${signed(sign, text)}</button>`;

/** The button that closes a dialog. */
export const closer = () => html`<form method="dialog"><button class="tool main">${t("close")}</button></form>`;

/** A choice of a setting in words. @param {string} name @param {string} choice */
function choiceName(name, choice) {
    if (name === "language" && choice !== "auto") return languageName(choice);
    return t(/** @type {TextName} */ (choice === "auto" ? `set.${name}.auto` : `set.${name}.${choice}`));
}

/** The sizes of an engine's table on offer, in megabytes. */
const HASHES = [16, 32, 64, 128, 256, 512, 1024];

/**
 * The settings of the engines, where the page has them.
 * @param {EngineChoice} engine
 * @param {Variant[]} variants
 * @param {(changed: Partial<Resources>) => void} choose
 */
function resources({ threads, hash, net, book, most, nets, books }, variants, choose) {
    const now = { threads, hash };
    /** @type {(legend: string, now: string, all: [string, string][], set: (value: string) => void) => unknown} */
    const list = (legend, now, all, set) =>
        html`<label>${legend} <select @change=${(/** @type {Event} */ event) => set(/** @type {HTMLSelectElement} */ (event.target).value)}>
            ${all.map(([value, text]) => html`<option value=${value} .selected=${value === now}>${text}</option>`)}</select></label>`;
    const numbers = (/** @type {string} */ legend, /** @type {"threads" | "hash"} */ name, /** @type {number[]} */ all) => {
        const sorted = [...new Set([...all, now[name]])].sort((one, other) => one - other);
        return list(legend, String(now[name]),
            sorted.map((value) => [String(value), String(value)]), (value) => choose({ [name]: Number(value) }));
    };
    const title = (/** @type {string} */ name) => {
        const variant = variants.find((known) => known.name === name);
        return variant ? titleOf(variant) : name;
    };
    const netName = (/** @type {NetOffer} */ { name, game }) => {
        if (name === "built-in") return t("set.net.own");
        if (name === "none") return t("set.net.none");
        return game === null ? name : t("set.net.file", { name, game: title(game) });
    };
    return html`<h3>${t("set.engine")}</h3>
        ${numbers(t("set.threads"), "threads", Array.from({ length: most.threads }, (_, index) => index + 1))}
        ${numbers(t("set.hash"), "hash", HASHES.filter((value) => value <= most.hash))}
        ${list(t("set.net"), net, nets.map((offer) => [offer.name, netName(offer)]), (value) => choose({ net: value }))}
        ${books.length > 0 ? html`<label><input type="checkbox" .checked=${book}
            @change=${() => choose({ book: !book })}> ${t("set.book", { games: books.map(title).join(", ") })}</label>` : nothing}
        <p class="faint">${t("set.engine.about")}</p>`;
}

/**
 * The settings.
 *
 * @param {Settings} settings
 * @param {() => void} draw
 * @param {{ choice: EngineChoice, variants: Variant[], choose: (changed: Partial<Resources>) => void }} [engine]
 *     The engines' resources, and the function that sets them; guests have no say in them.
 */
export function preferences(settings, draw, engine) {
    const keep = (/** @type {Partial<Settings>} */ changed) => {
        Object.assign(settings, changed);
        void save(settings).then(draw);
    };
    /** @type {(name: keyof typeof CHOICES, legend: string) => unknown} */
    const choice = (name, legend) =>
        html`<label>${legend} <select @change=${(/** @type {Event} */ event) =>
            keep({ [name]: /** @type {HTMLSelectElement} */ (event.target).value })}>
            ${CHOICES[name].map((choice) => html`<option value=${choice}
                ?selected=${settings[name] === choice}>${choiceName(name, choice)}</option>`)}</select></label>`;
    const toggle = (/** @type {"zoom" | "confirm"} */ name, /** @type {string} */ legend) =>
        html`<label><input type="checkbox" .checked=${settings[name]}
            @change=${() => keep({ [name]: !settings[name] })}> ${legend}</label>`;
    return html`<dialog id="settings" aria-label=${t("head.settings")}><h2 tabindex="-1" autofocus>${t("head.settings")}</h2>
        ${choice("language", t("set.language"))}
        ${choice("theme", t("set.theme"))}
        ${choice("board", t("set.board"))}
        ${choice("pieces", t("set.pieces"))}
        ${choice("signs", t("set.signs"))}
        ${choice("labels", t("set.labels"))}
        ${choice("size", t("set.size"))}
        ${choice("speed", t("set.speed"))}
        ${choice("sound", t("set.sound"))}
        ${toggle("zoom", t("set.zoom"))}
        ${toggle("confirm", t("set.confirm"))}
        ${engine ? resources(engine.choice, engine.variants, engine.choose) : nothing}${closer()}</dialog>`;
}
