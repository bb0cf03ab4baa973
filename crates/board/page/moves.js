// The list of moves: the main line in two columns, and between them variations and comments.

/** @import { Glyph } from "./glyphs.js" */
/** @import { Listed } from "./types.js" */
/** @import { Play } from "./play.js" */
import { tell } from "./names.js";
import { t } from "./text.js";
import { signed } from "./tools.js";
import { html, nothing } from "./vendor/lit-html.js";

/** @typedef {import("./vendor/lit-html.js").TemplateResult} Part */

/** Signs that most fonts do not have. @type {Record<string, string>} */
const PLAIN = { "⩲": "+=", "⩱": "=+", "⨀": "zugzwang", "⇆": "counterplay" };

/** A move with its glyphs, or else with the grade of its review. @param {Listed} move @param {string | null | undefined} grade */
function text(move, grade) {
    const opinion = (move.glyphs.length === 0 && grade ? [grade]
        : move.glyphs).map((glyph) => (/^[!?]/.test(glyph) ? glyph : ` ${PLAIN[glyph] ?? glyph}`)).join("");
    return `${move.san}${opinion}`;
}

/** @param {Listed} move */
const number = (move) => `${move.number}${move.side === "white" ? "." : "…"}`;

/** @param {Play} play @param {Listed} move @param {string} look */
const button = (play, move, look) => html`<button class=${look} aria-current=${play.at === move.id ? "step" : nothing}
    title=${tell(move)}
        @click=${() => play.go(move.id)}>${text(move, play.reviewing?.of(move.id)?.grade)}</button>`;

/** @param {string[]} comments */
const said = (comments) => comments.map((comment) => html`<span class="said">${comment}</span> `);

/**
 * A variation, from a move on, with the variations within it.
 * @param {Play} play
 * @param {string} id
 * @param {number} depth
 * @returns {Part}
 */
function variation(play, id, depth) {
    const { tree } = play;
    /** @type {Part[]} */
    const parts = [];
    let numbered = true;
    for (let move = tree?.get(id); tree && move; move = tree.get(tree.next(move.id)[0] ?? "")) {
        parts.push(...said(move.before));
        const count = numbered || move.side === "white" ? html`<span class="count">${number(move)}</span>` : nothing;
        parts.push(html`<span class="pair">${count}${button(play, move, "step")}</span> `, ...said(move.comments));
        // A move that replaces the first one stands next to this variation, not in it.
        const others = move.id === id ? [] : tree.beside(move.id).slice(1);
        parts.push(...others.map((other) => variation(play, other, depth + 1)));
        numbered = others.length > 0 || move.comments.length > 0;
    }
    return html`<div class="variation ${depth > 0 ? "inner" : ""}">${parts}</div>`;
}

/** Hints for the time before the first move. @param {Play} play */
function first(play) {
    if (play.quiz) return html`<p class="first">${t("say.first.puzzle")}</p>`;
    const playing = play.own.length === 0 ? "say.first.guest" : "say.first";
    const begin = play.hasOnlyEngines ? "say.first.watch" : playing;
    return html`<div class="first"><p>${t(begin)}</p>
        <p>${t("say.first.new")} <a href="#learn/${play.variant.name}">${t("say.first.rules")}</a></p></div>`;
}

/** The moves. @param {Play} play */
export function moves(play) {
    const { game, tree } = play;
    if (!game || !tree) return nothing;
    /** @type {Part[]} */
    const items = said(game.introduction).map((part) => html`<div class="aside">${part}</div>`);
    let interrupted = true;
    /** @type {Listed | undefined} */
    let before;
    for (const id of game.line) {
        const move = tree.get(id);
        if (!move) continue;
        if (interrupted || move.side === "white" || before?.side === move.side) {
            items.push(html`<span class="number">${number(move)}</span>`);
        }
        items.push(button(play, move, `move ${move.side}`));
        const others = tree.beside(id).slice(1);
        interrupted = others.length > 0 || move.comments.length > 0;
        if (interrupted) {
            items.push(html`<div class="aside">${said(move.comments)}${others.map((other) => variation(play, other, 0))}</div>`);
        }
        before = move;
    }
    return html`<div class="moves" role="group" aria-label=${t("moves.all")} tabindex="-1">${items.length === 0 ? first(play) : items}
        ${game.ending ? html`<span class="result">${game.ending.score}</span>` : nothing}</div>`;
}

/** A field for moves that are typed. What is not understood comes back to it. @param {Play} play */
function typed(play) {
    const send = async (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        const field = /** @type {HTMLFormElement} */ (event.target).elements.namedItem("move");
        const text = field instanceof HTMLInputElement ? field.value.trim() : "";
        if (!text || !(field instanceof HTMLInputElement)) return;
        play.entry.way = [];
        // At once: the game may show the move, and somebody type the next one, before the answer is here.
        field.value = "";
        await play.play(text);
        if (!play.error || field.value !== "") return;
        field.value = text;
        field.select();
    };
    return html`<form class="typed" @submit=${send}><input name="move" list="legal" autocomplete="off" autocapitalize="off"
        spellcheck="false"
            aria-label=${t("moves.type")} title="${t("moves.type.place")} (/)" placeholder=${t("moves.type.place")}
                ?disabled=${!play.isOpen}>
        ${proposals((play.isOpen && play.look?.moves) || NONE)}</form>`;
}

/** @type {readonly import("./types.js").Choice[]} */
const NONE = [];

/** The moves that were proposed last, and the list of them. */
let proposed = { moves: NONE, list: /** @type {HTMLElement | undefined} */ (undefined) };

/**
 * The list of the moves that may be typed, exchanged as a whole: Firefox needs some milliseconds for each entry that leaves a list in
 * use, seconds where a reserve has hundreds of moves.
 * @param {typeof NONE} moves
 */
function proposals(moves) {
    if (!proposed.list || moves !== proposed.moves) {
        const list = document.createElement("datalist");
        list.id = "legal";
        list.append(...moves.map(({ san }) => Object.assign(document.createElement("option"), { value: san })));
        proposed = { moves, list };
    }
    return proposed.list;
}

/** The way through the moves, and a field for another one. @param {Play} play */
export function walk(play) {
    const { tree, at } = play;
    if (!tree) return nothing;
    const back = tree.parent(at);
    const on = play.following;
    const step = (/** @type {Glyph} */ sign, /** @type {string} */ name, /** @type {string | undefined} */ to) =>
        signed(sign, name, () => play.go(to), { disabled: to === undefined });
    return html`<div class="walk" role="group" aria-label=${t("moves.walk")}>
        ${step("first", t("moves.first"), back === undefined ? undefined : tree.root)}${step("back", t("moves.back"), back)}
        ${step("on", t("moves.on"), on)}${step("last", t("moves.last"), on === undefined ? undefined : play.last)}${typed(play)}</div>`;
}

/** The actions on the present variation. @param {Play} play */
export function pruning(play) {
    if (!play.tree || play.tree.played.has(play.at)) return nothing;
    const move = play.tree.get(play.at)?.san ?? "";
    return html`<div class="tools"><button class="tool small" @click=${() => void play.order({ do: "promote", at: play.at })}
            title=${t("moves.promote.about")}>${t("moves.promote")}</button>
        <button class="tool small" @click=${() => void play.prune()}
            title=${t("moves.delete.about", { move })}>${t("moves.delete")}</button></div>`;
}
