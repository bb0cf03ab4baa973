// Positions and games for others: as text, as a link, as pictures.

/** @import { Play } from "./play.js" */
import { titleOf } from "./names.js";
import { t } from "./text.js";
import { html, nothing } from "./vendor/lit-html.js";
import * as api from "./api.js";
import { bitmap, picture } from "./export.js";
import { LONGEST, LONGEST_WITH_RULES, written } from "./links.js";
import { save } from "./save.js";

/** The width of pictures, in pixels. */
const WIDTH = 1200;

/** The rules of games that others do not have, once they are there. @type {Map<string, import("./types.js").PackedRules | undefined>} */
const known = new Map();

/** The rules that go into the link to a game; undefined until they are there. @param {Play} play */
function rulesOf({ variant: { name, foreign }, draw }) {
    if (!foreign) return { variant: name, rules: "" };
    if (!known.has(name)) {
        known.set(name, undefined);
        // They are asked for again when the dialog is opened again.
        void api.packed(name).then((found) => known.set(name, found), () => known.delete(name)).then(draw);
    }
    return known.get(name);
}

/** The link, or the reason why there is none. @param {Play} play @param {string} start */
function linkTo(play, start) {
    const { game, tree } = play;
    const packed = rulesOf(play);
    if (!packed || !game || !tree) return html`<p>${t("wait")}</p>`;
    const { variant, rules } = packed;
    if (variant === null || rules === null) return html`<p>${t("share.link.none")}</p>`;
    const moves = tree.path(play.at).map((move) => move.wire);
    const link = written(variant, start, play.variant.start.text, moves, rules);
    const most = rules ? LONGEST_WITH_RULES : LONGEST;
    if (link.length > most) return html`<p>${t("share.link.long", { most })}</p>`;
    return html`${field(play, t("share.link"), new URL(link, location.href).href)}
        <p class="faint">${t(api.hasServer ? "share.link.about" : "share.link.here")}</p>`;
}

/** A text that can be copied. @param {Play} play @param {string} name @param {string} text */
const field = (play, name, text) => html`<div class="shared"><label class="shared">${name} <input readonly .value=${text}
        @focus=${(/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).select()}></label>
    <button type="button" class="tool" aria-label="${t("share.copy")} ${name}" @click=${async () => {
        try {
            await navigator.clipboard.writeText(text);
            play.shared = t("share.copied", { name });
        } catch {
            play.shared = t("share.not-copied", { name });
        }
        play.draw();
    }}>${t("share.copy")}</button></div>`;

/** The content of the dialog below its heading. @param {Play} play */
export function share(play) {
    const { game, tree } = play;
    if (!game || !tree) return nothing;
    const text = play.look?.scene.text ?? "";
    const make = (/** @type {() => Promise<void> | void} */ act) => async () => {
        try {
            await act();
            play.shared = "";
        } catch (error) {
            play.shared = error instanceof Error ? error.message : String(error);
        }
        play.draw();
    };
    const name = `helgi-${play.variant.name}`;
    return html`<p>${t("share.what")}</p>
        ${field(play, "FEN", text)}${linkTo(play, game.start.text)}
        <p class="tools"><button type="button" class="tool"
            @click=${make(() => api.download(api.pgn(play.id)))}>${t("share.as", { what: t("share.game"), kind: "PGN" })}</button>
            <button type="button" class="tool"
                @click=${make(() => save(new Blob([picture(titleOf(play.variant))], { type: "image/svg+xml" }),
                    `${name}.svg`))}>${t("share.as", { what: t("share.board"), kind: "SVG" })}</button>
            <button type="button" class="tool"
                @click=${make(async () => save(await bitmap(titleOf(play.variant), WIDTH),
                    `${name}.png`))}>${t("share.as", { what: t("share.board"), kind: "PNG" })}</button>
            ${api.hasServer ? html`<button type="button" class="tool" title=${t("share.gif.about")} @click=${make(async () => {
                play.shared = t("share.gif.wait");
                play.draw();
                const { pieces, signs } = play.settings;
                const pictures = signs === "characters" ? signs : "pictures";
                save(await api.gif(play.id, play.at, pieces === "letters" ? pieces : pictures, play.flipped ? "black" : "white"),
                    `${name}.gif`);
            })}>${t("share.as", { what: t("share.game"), kind: "GIF" })}</button>` : nothing}
            <a class="tool" href="#${play.variant.name}/edit/${encodeURIComponent(text)}">${t("share.change")}</a></p>
        <p role="status">${play.shared}</p>`;
}
