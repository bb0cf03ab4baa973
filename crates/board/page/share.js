// Positions and games for others: as text, as a link, as pictures.

/** @import { Play } from "./play.js" */
import { titleOf } from "./names.js";
import { t } from "./text.js";
import { html, nothing } from "./vendor/lit-html.js";
import * as api from "./api.js";
import { bitmap, picture, save } from "./export.js";
import { LONGEST, written } from "./links.js";

/** The width of pictures, in pixels. */
const WIDTH = 1200;

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
    const moves = tree.path(play.at).map((move) => move.wire);
    const link = written(play.variant.name, game.start.text, play.variant.start.text, moves);
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
        ${field(play, "FEN", text)}${link.length > LONGEST ? html`<p>${t("share.link.long", { most: LONGEST })}</p>`
            : field(play, t("share.link"), new URL(link, location.href).href)}
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
        <p role="status">${play.shared}</p>
        ${link.length > LONGEST ? nothing : html`<p class="faint">${t(api.hasServer ? "share.link.about" : "share.link.here")}</p>`}`;
}
