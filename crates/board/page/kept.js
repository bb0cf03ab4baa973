// The games that are kept, on the start page: as cards, and the way back into the one that was left.

/** @import { Player, Summary } from "./types.js" */
/** @import { Start } from "./start.js" */
import * as api from "./api.js";
import { playerName } from "./levels.js";
import { titleOf } from "./names.js";
import { small } from "./small.js";
import { t } from "./text.js";
import { signed } from "./tools.js";
import { reason } from "./transport.js";
import { html, nothing } from "./vendor/lit-html.js";

/** More of the games that are kept have to be asked for. */
const NEWEST = 8;

/** The number of the full moves of a game. @param {Summary} game */
const movesOf = (game) => Math.max(1, Math.ceil(game.plies / 2));

/** The name of the game that is played. @param {Start} start @param {Summary} game */
function gameTitle(start, game) {
    const variant = start.named(game.variant);
    return variant ? titleOf(variant) : game.variant;
}

/** A player of a kept game, in words. @param {Player | string} player */
const playerOf = (player) => (typeof player === "string" ? player : playerName(player));

/** The players in words, or the opponent of the only person. @param {Summary} game */
function opponents({ white, black }) {
    const isPerson = (/** @type {Player | string} */ player) => typeof player !== "string" && player.kind === "person";
    if (isPerson(white) === isPerson(black)) return `${playerOf(white)} – ${playerOf(black)}`;
    return t("kept.against", { player: playerOf(isPerson(white) ? black : white) });
}

/** The result in words: for the only person who has played, or else as it is written. @param {Summary} game */
function outcome({ white, black, result }) {
    const own = [white, black].map((player) => typeof player !== "string" && player.kind === "person");
    if (result === "1/2-1/2") return t("end.draw");
    if (own[0] === own[1]) return result;
    return t((result === "1-0") === own[0] ? "kept.won" : "kept.lost");
}

/** One of the kept games. @param {Start} start @param {Summary} game */
function keptGame(start, game) {
    if (game.trouble) return html`<li class="faint">${t("kept.trouble", { file: `${game.id}.pgn`, why: game.trouble })}</li>`;
    const variant = start.named(game.variant);
    const state = game.result === "*" ? t("kept.goes-on", { number: movesOf(game) })
        : `${outcome(game)}, ${t("moves.count", { count: movesOf(game) })}`;
    if (start.renamed === game.id) {
        return html`<li class="asks"><form @submit=${(/** @type {SubmitEvent} */ event) => {
            event.preventDefault();
            const field = /** @type {HTMLFormElement} */ (event.target).elements.namedItem("name");
            if (field instanceof HTMLInputElement) void start.change(game.id, { do: "name", name: field.value.trim() });
        }}><label>${t("kept.name")} <input name="name" maxlength="80" .value=${game.name ?? ""}></label>
            <button class="tool main">${t("kept.name.do")}</button></form></li>`;
    }
    if (start.doomed === game.id) {
        return html`<li class="asks" role="alertdialog" aria-label=${t("kept.delete.ask")}><p>${t("kept.delete.ask")}</p>
            <button class="tool main" @click=${() => void start.change(game.id, { do: "forget" })}>${t("kept.delete.yes")}</button>
            <button class="tool" @click=${() => {
                start.doomed = "";
                start.draw();
            }}>${t("kept.delete.no")}</button></li>`;
    }
    const act = (/** @type {"doomed" | "renamed"} */ what) => () => {
        start.doomed = start.renamed = "";
        start[what] = game.id;
        start.draw();
    };
    return html`<li><a href="#${game.variant}/${game.id}">${variant ? small(`kept-${game.id}`, variant, game.cells, game.blocks) : nothing}
            <span class="what"><b>${game.name || gameTitle(start, game)}</b>
            <span>${opponents(game)}</span>
            <span>${state}</span><time>${game.when}</time></span></a>
        <span class="acts">${signed("name", t("kept.rename"), act("renamed"))}${signed("remove", t("kept.delete"),
            act("doomed"))}</span></li>`;
}

/** The games that are kept. @param {Start} start */
export function kept(start) {
    if (start.kept.length === 0) return nothing;
    const words = start.words.toLowerCase().split(/\s+/).filter(Boolean);
    const text = (/** @type {Summary} */ game) =>
        `${gameTitle(start, game)} ${game.name
            ?? ""} ${playerOf(game.white)} ${playerOf(game.black)} ${game.result} ${game.when}`.toLowerCase();
    const found = start.kept.filter((game) => words.every((word) => text(game).includes(word)));
    const list = (/** @type {Summary[]} */ games) => html`<ul class="kept own">${games.map((game) => keptGame(start, game))}</ul>`;
    const [newest, older] = [found.slice(0, NEWEST), found.slice(NEWEST)];
    const saveAll = async () => {
        try {
            await api.download(api.KEPT_PGN);
        } catch (error) {
            start.error = reason(error);
            start.draw();
        }
    };
    return html`<section aria-label=${t("kept.title")}><div class="heading"><h2>${t("kept.title")}</h2>
        <button class="tool" @click=${() => void saveAll()}>${t("kept.save-all")}</button>
        <label>${t("kept.find")} <input type="search" .value=${start.words} @input=${(/** @type {Event} */ event) => {
            start.words = /** @type {HTMLInputElement} */ (event.target).value;
            start.draw();
        }}></label></div>
        ${start.safety === "safe" ? nothing
            : html`<p class="faint">${t(start.safety === "none" ? "kept.safety.none" : "kept.safety.perhaps")}</p>`}
        ${found.length > 0 ? list(newest) : html`<p class="faint" role="status">${t("kept.none")}</p>`}
        ${older.length > 0 ? html`<details
            ?open=${words.length > 0}><summary>${t("kept.older", { count: older.length })}</summary>${list(older)}</details>`
                : nothing}</section>`;
}

/** The way back into the game that was left. @param {Start} start */
export function resume(start) {
    const game = start.unfinished;
    const variant = game && start.named(game.variant);
    if (!game || !variant) return nothing;
    return html`<a class="resume" href="#${game.variant}/${game.id}">${small("resumed", variant, game.cells, game.blocks)}
        <span class="what"><b>${t("start.resume", { game: game.name || titleOf(variant), number: movesOf(game) })}</b>
        <span>${opponents(game)}</span></span></a>`;
}
