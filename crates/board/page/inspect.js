// A piece that is inspected in a game, one's own or the opponent's: its possible moves there, and its rules.

/** @import { Choice } from "./types.js" */
/** @import { Play } from "./play.js" */
import * as api from "./api.js";
import { lessons } from "./lessons.js";
import { ownerOf } from "./owners.js";
import { nameOf } from "./names.js";
import { capital, say, t } from "./text.js";
import { html, nothing } from "./vendor/lit-html.js";

/** Shows the possible moves of the piece on a square, if need be as if it were its turn. @param {Play} play @param {string} square */
export async function inspect(play, square) {
    const { at, place } = play;
    const top = place?.cells[square]?.[0];
    if (!place || top === undefined) return;
    /** @type {Pick<Choice, "from" | "to" | "mark">[]} */
    let moves;
    try {
        // Guests know the moves of the side to move, as far as they have been sent.
        if (play.isGuest) moves = ownerOf(top) === place.side ? (play.look?.moves ?? []) : [];
        else moves = ownerOf(top) === place.side ? (await api.look(play.id, at)).moves : await api.others(play.id, at);
    } catch (error) {
        play.say(error instanceof Error ? error.message : String(error));
        return;
    }
    if (play.at !== at || play.entry.way.length > 0 || (play.isGuest && moves.length === 0)) return;
    // Several moves may lead to one square, as with a part of a stack.
    const reach = moves.flatMap(({ from, to, mark }) => (from === square && to !== null ? [{ from, to, mark }] : []));
    play.shown = { square, reach: [...new Map(reach.map((one) => [`${one.mark} ${one.to}`, one])).values()] };
    play.draw();
}

/** Shows how a piece moves, among the others. @param {Play} play @param {string} text */
export function teach({ variant, settings }, text) {
    const button = document.querySelector("header button[data-dialog=pieces]");
    if (button instanceof HTMLElement) button.click();
    const { box, ready } = lessons(variant, settings);
    void ready.then(() => box.querySelector(`[data-piece="${text.toUpperCase()}"]`)?.scrollIntoView({ block: "center" }));
}

/** The moves of the inspected piece in words. @param {Play} play */
export function how(play) {
    const { shown, variant, place } = play;
    const text = shown && place?.cells[shown.square]?.[0];
    const kind = variant.pieces.find((known) => known.text === text?.toUpperCase());
    if (!kind) return nothing;
    return html`<section class="how" aria-label=${t("how.title")}><b>${capital(nameOf(variant, kind.text))}</b> (${kind.text})
        <ul>${kind.words.map((fact) => html`<li>${capital(say(fact))}</li>`)}</ul>
        <button class="tool small" @click=${() => teach(play, kind.text)}>${t("how.all")}</button></section>`;
}
