// Positions and games for others: as text, as a link, as pictures.

/** @import { Play } from "./play.js" */
import { html, nothing } from "./vendor/lit-html.js";
import * as api from "./api.js";
import { bitmap, picture, save } from "./export.js";

/** The width of pictures, in pixels. */
const WIDTH = 1200;

/** The link to a line: the game, the position where it begins, and its moves. @param {string} variant @param {string} start @param {string[]} moves */
export const link = (variant, start, moves) => `#${variant}/${encodeURIComponent(start)}/${moves.join(",")}`;

/** A text that can be copied. @param {Play} play @param {string} name @param {string} text */
const field = (play, name, text) => html`<div class="shared"><label class="shared">${name} <input readonly .value=${text}
        @focus=${(/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).select()}></label>
    <button type="button" class="tool" aria-label="Copy ${name}" @click=${async () => {
        try {
            await navigator.clipboard.writeText(text);
            play.shared = `${name}: copied.`;
        } catch {
            play.shared = `${name}: the browser does not copy; select the text instead.`;
        }
        play.draw();
    }}>Copy</button></div>`;

/** The content of the dialog. @param {Play} play */
export function share(play) {
    const { game, tree } = play;
    if (!game || !tree) return nothing;
    const text = play.look?.scene.text ?? "";
    const moves = tree.path(play.at).map((move) => move.wire);
    const address = new URL(link(play.variant.name, game.start.text, moves), location.href).href;
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
    return html`<h2 tabindex="-1" autofocus>Share</h2>
        <p>The position that is shown, and the way that leads to it.</p>
        ${field(play, "FEN", text)}${field(play, "Link", address)}
        <p class="tools"><button type="button" class="tool" @click=${make(() => api.download(api.pgn(play.id)))}>Game as PGN</button>
            <button type="button" class="tool" @click=${make(() => save(new Blob([picture(play.variant.title)], { type: "image/svg+xml" }), `${name}.svg`))}>Board as SVG</button>
            <button type="button" class="tool" @click=${make(async () => save(await bitmap(play.variant.title, WIDTH), `${name}.png`))}>Board as PNG</button>
            <button type="button" class="tool" title="The moves up to here, as an animated picture" @click=${make(async () => {
                play.shared = "Drawing the GIF…";
                play.draw();
                save(await api.gif(play.id, play.at, play.settings.pieces, play.flipped ? "black" : "white"), `${name}.gif`);
            })}>Game as GIF</button>
            <a class="tool" href="#${play.variant.name}/edit/${encodeURIComponent(text)}">Change the position</a></p>
        <p role="status">${play.shared}</p>
        <p class="faint">The link works for everybody who runs helgi, with their own address in front of the #.</p>`;
}
