// The list of moves: the main line in two columns, and between them variations and comments.

/** @import { Listed } from "./types.js" */
/** @import { Play } from "./play.js" */
import { html, nothing } from "./vendor/lit-html.js";

/** @typedef {import("./vendor/lit-html.js").TemplateResult} Part */

/** Signs that most fonts do not have. @type {Record<string, string>} */
const PLAIN = { "⩲": "+=", "⩱": "=+", "⨀": "zugzwang", "⇆": "counterplay" };

/** A move with its glyphs, or else with the grade of its review. @param {Listed} move @param {string | null | undefined} grade */
function text(move, grade) {
    const opinion = (move.glyphs.length === 0 && grade ? [grade] : move.glyphs).map((glyph) => (/^[!?]/.test(glyph) ? glyph : ` ${PLAIN[glyph] ?? glyph}`)).join("");
    return `${move.san}${opinion}`;
}

/** @param {Listed} move */
const number = (move) => `${move.number}${move.side === "white" ? "." : "…"}`;

/** @param {Play} play @param {Listed} move @param {string} look */
const button = (play, move, look) => html`<button class=${look} aria-current=${play.at === move.id ? "step" : nothing}
    title=${move.says} @click=${() => play.go(move.id)}>${text(move, play.reviewing?.of(move.id)?.grade)}</button>`;

/** @param {string[]} comments */
const said = (comments) => comments.map((comment) => html`<span class="said">${comment}</span> `);

/** A variation, from a move on, with the variations within it. @param {Play} play @param {string} id @param {number} depth @returns {Part} */
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
    return html`<div class="moves" role="group" aria-label="Moves" tabindex="-1">${items}
        ${game.ending ? html`<span class="result">${game.ending.score}</span>` : nothing}</div>`;
}

/** The way through the moves. @param {Play} play */
export function walk(play) {
    const { tree, at } = play;
    if (!tree) return nothing;
    const back = tree.parent(at);
    const on = play.following;
    const step = (/** @type {string} */ sign, /** @type {string} */ label, /** @type {string | undefined} */ to) =>
        html`<button class="tool" aria-label=${label} title=${label} ?disabled=${to === undefined} @click=${() => to !== undefined && play.go(to)}>${sign}</button>`;
    return html`<div class="walk" role="group" aria-label="Go through the moves">
        ${step("«", "To the start", back === undefined ? undefined : tree.root)}${step("‹", "One move back", back)}
        ${step("›", "One move on", on)}${step("»", "To the end", on === undefined ? undefined : play.last)}</div>`;
}

/** The actions on the present variation. @param {Play} play */
export function pruning(play) {
    if (!play.tree || play.tree.played.has(play.at)) return nothing;
    const begins = play.tree.get(play.at)?.san ?? "";
    return html`<div class="tools"><button class="tool" @click=${() => void play.order({ do: "promote", at: play.at })}
            title="Promote this variation over the move that it replaces">Promote</button>
        <button class="tool" @click=${() => void play.prune()} title="Delete ${begins} and the moves after it">Delete from here</button></div>`;
}
