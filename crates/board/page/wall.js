// The wall of a match: all its boards, the standing, and the finished games.

/** @import { Control, Count, Head, Thought, Tile } from "./match-types.js" */
/** @import { Match } from "./match.js" */
/** @import { Scene, Side, Variant } from "./types.js" */
import { BARE, board } from "./board.js";
import { piece } from "./pieces.js";
import { nameOf, titleOf } from "./names.js";
import { say, sideName, sideOf, t } from "./text.js";
import { html, nothing, render } from "./vendor/lit-html.js";

/** The tiles as they have been drawn, by their places in the page. @type {WeakMap<Element, Tile>} */
const painted = new WeakMap();

/**
 * Sizes in rem: of a game, the smallest board, what is beside it in its frame, what is around it when the players stand above and below
 * it, and that with a reserve; the height of the frame when the players stand beside the board, and their width; and between games.
 */
const [SMALLEST, INSET, AROUND, RESERVES, FRAME, BESIDE, WIDEST, GAP] = [12.5, 2.2, 7.2, 3.6, 1.4, 9.6, 18, 0.8];

/** The input for which the size of the games was found. */
let fitted = "";

/** @typedef {{ span: number, ratio: number, around: number }} Shape  Columns of a game, height of its board to its width, rest of it. */

/**
 * The largest games that fit into a place, in so many columns and rows: the width of a game, and of a board for each column.
 *
 * @param {Shape[]} shapes
 * @param {{ columns: number, rows: number }} grid
 * @param {{ wide: number, high: number, rem: number }} place
 * @param {boolean} isBeside  True if the players stand beside the board.
 */
function largest(shapes, { columns, rows }, { wide, high, rem }, isBeside) {
    const gap = GAP * rem;
    const tall = (high - (rows - 1) * gap) / rows;
    const inset = (INSET + (isBeside ? BESIDE : 0)) * rem;
    const tiles = shapes.map(({ span, ratio, around }) =>
        ((tall - (isBeside ? FRAME : around) * rem) / ratio + inset - (span - 1) * gap) / span);
    const tile = Math.min((wide - (columns - 1) * gap) / columns, ...tiles);
    return { isBeside, columns, tile, board: Math.min(...shapes.map(({ span }) => (span * tile + (span - 1) * gap - inset) / span)) };
}

/** Makes the games as large as they can be without leaving the window, if that is large enough for them. @param {Match} match */
function fit(match) {
    const place = document.querySelector(".wall");
    if (!(place instanceof HTMLElement)) return;
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const shapes = match.tiles.flatMap((tile) => {
        const variant = match.variant(tile.variant);
        return variant ? [{ span: variant.files > 12 ? 2
            : 1, ratio: variant.ranks / variant.files, around: AROUND + (tile.scene.reserve ? RESERVES : 0) }] : [];
    });
    // A scrollbar that comes takes width from the wall, and not from the window.
    const { width: wide, top } = place.getBoundingClientRect();
    const known = JSON.stringify([wide, innerHeight, rem, shapes]);
    if (known === fitted && place.style.getPropertyValue("--tile")) return;
    fitted = known;
    const gap = GAP * rem;
    const above = top + scrollY;
    // Below the table, a window has room for games alone.
    const high = innerHeight - (above > innerHeight / 2 ? gap : above) - gap;
    const cells = shapes.reduce((sum, { span }) => sum + span, 0);
    // Wide boards take two columns, and leave none over.
    const isEven = shapes.some(({ span }) => span === 2);
    const counts = Array.from({ length: cells }, (_, index) => index + 1).filter((columns) => !isEven || columns % 2 === 0);
    /** @param {{ columns: number, rows: number }[]} grids */
    const found = (grids) => grids.flatMap((grid) => [false, true].map((isBeside) => largest(shapes, grid, { wide, high, rem }, isBeside)))
        .reduce((one, other) => (other.board > one.board ? other : one), { isBeside: false, columns: 1, tile: 0, board: 0 });
    const whole = found(counts.map((columns) => ({ columns, rows: Math.ceil(cells / columns) })));
    const room = Math.max(1, Math.floor((wide + gap) / ((SMALLEST + INSET) * rem + gap)));
    // Other games fill what wide boards leave, where the wall scrolls.
    const most = room > 1 && shapes.every(({ span }) => span === 2) ? room - (room % 2) : room;
    const width = (/** @type {number} */ columns) => (wide - (columns - 1) * gap) / columns;
    // Boards that do not fit together scroll, and each of them fits.
    const { isBeside, columns, tile } = whole.board < SMALLEST * rem ? found([{ columns: most, rows: 1 }]) : whole;
    // The players take what their board leaves of the column.
    const more = isBeside && !isEven ? Math.min(width(columns) - tile, (WIDEST - BESIDE) * rem) : 0;
    place.style.setProperty("--tile", `${Math.floor(tile + more)}px`);
    place.style.setProperty("--beside", `${Math.floor(BESIDE * rem + more)}px`);
    place.parentElement?.style.setProperty("--high", `${Math.floor(high)}px`);
    place.classList.toggle("beside", isBeside);
    place.classList.toggle("spans", wide >= 2 * tile + gap);
}

/** Draws the games in which something has happened. @param {Match} match */
export function paint(match) {
    fit(match);
    match.tiles.forEach((tile, slot) => {
        const place = document.getElementById(`tile-${slot}`);
        const variant = match.variant(tile.variant);
        if (!place || !variant || painted.get(place) === tile) return;
        render(content(match, tile, variant), place);
        painted.set(place, tile);
    });
}

/** A side's reserve, small. @param {Match} match @param {Variant} variant @param {Scene} scene @param {Side} side */
export function reserve(match, variant, scene, side) {
    const pieces = scene.reserve?.[side];
    if (!pieces) return nothing;
    const words = pieces.map(([text, count]) => `${count} ${nameOf(variant, text)}`).join(", ");
    return html`<span class="stock" role="img"
        aria-label="${t("player.reserve", { side: sideOf(side) })}: ${words || t("reserve.none")}" title=${words}>${pieces.map(
        ([text, count]) => html`<span><svg viewBox="0 0 100 100"
            aria-hidden="true">${piece(variant.name, text, match.settings.pieces)}</svg>${count > 1 ? html`<i>${count}</i>`
                : nothing}</span>`,
    )}</span>`;
}

/** An engine's report. @param {Thought | null} thought */
export const opinion = (thought) =>
    thought ? html`<span class="opinion"
        title=${t("match.opinion", { depth: thought.depth })}><b>${thought.text}</b> <small>d${thought.depth}</small></span>` : nothing;

/** A player of a game on the wall. @param {Match} match @param {Tile} tile @param {Variant} variant @param {Side} side */
function player(match, tile, variant, side) {
    const index = side === "white" ? 0 : 1;
    const { times, ending } = tile;
    return html`<span class="contender ${times.running === side ? "turn"
        : ""} ${ending?.score === (index === 0 ? "1-0" : "0-1") ? "winner" : ""}">
        <span class="pip ${side}" role="img" aria-label=${sideName(side)}></span><span class="name">${tile.names[index]}</span>
        ${opinion(tile.thoughts[index])}<span class="clock ${times.running === side ? "runs" : ""}"
            data-match-clock="${tile.slot} ${side}"></span>
        ${reserve(match, variant, tile.scene, side)}</span>`;
}

/** White's expected score, as both players see it. @param {Tile} tile */
function bar(tile) {
    const known = tile.thoughts.flatMap((thought) => (thought ? [thought.expected] : []));
    const share = known.length > 0 ? known.reduce((sum, one) => sum + one, 0) / known.length : 0.5;
    const height = `height:${(100 * Math.min(0.98, Math.max(0.02, share))).toFixed(1)}%`;
    return html`<span class="scale" aria-hidden="true"><span .style=${height}></span></span>`;
}

/** A game of the wall. @param {Match} match @param {Tile} tile @param {Variant} variant */
function content(match, tile, variant) {
    const { scene, last, ending, number } = tile;
    const view = {
        ...BARE,
        id: `board-${tile.slot}`,
        variant,
        place: { ...scene, last },
        checked: scene.checked,
        flipped: false,
        pieces: match.settings.pieces,
        labels: /** @type {const} */ ("none"),
    };
    const progress = last ? `${Math.ceil(tile.plies / 2)}. ${last.san}` : t("match.begins");
    const words = ending ? say(ending.reason) : progress;
    return html`<a href="#match/${number}" class=${ending ? "over" : nothing}>
        ${player(match, tile, variant, "black")}
        <span class="view" .style=${`--files:${variant.files};--ranks:${variant.ranks}`}>${bar(tile)}${board(view, true)}
            ${ending ? html`<span class="verdict">${ending.score}</span>` : nothing}</span>
        ${player(match, tile, variant, "white")}
        <span class="caption"><b>${number}</b> ${titleOf(variant)}<span>${words}</span></span></a>`;
}

/** Points as they are counted: 3½. @param {Count} count */
function points({ wins, draws }) {
    const half = draws % 2 ? "½" : "";
    const whole = wins + Math.floor(draws / 2);
    return whole === 0 && half ? half : `${whole}${half}`;
}

/** @param {Count} count */
const games = ({ wins, draws, losses }) => wins + draws + losses;

/**
 * The wins, draws and losses of one engine against another, from the first one's side.
 * @param {Head} head
 * @param {number} first
 * @param {number} second
 * @returns {Count | undefined}
 */
function met(head, first, second) {
    const own = head.meetings.find(({ engines }) => engines[0] === first && engines[1] === second);
    const other = head.meetings.find(({ engines }) => engines[0] === second && engines[1] === first);
    return own ?? (other && { wins: other.losses, draws: other.draws, losses: other.wins });
}

/** @param {Count} count */
const sums = ({ wins, draws, losses }) => html`<td>${wins}</td><td>${draws}</td><td>${losses}</td>`;

/** The limits for the moves of an engine, in words. @param {Control | undefined} control */
function limits(control) {
    if (!control) return "";
    const { clock, time, nodes, depth } = control;
    const parts = [
        clock ?? "",
        time === null ? "" : t("strength.time", { seconds: t("seconds", { count: time / 1000 }) }),
        nodes === null ? "" : t("strength.nodes", { nodes: t("nodes", { count: nodes }) }),
        depth === null ? "" : t("match.depth", { depth }),
    ];
    return parts.filter(Boolean).join(", ");
}

/** The crosstable. @param {Head} head */
function table(head) {
    const many = head.engines.length > 2;
    return html`<div class="scroll" tabindex=${many ? 0 : nothing} role=${many ? "region" : nothing}
        aria-label=${many ? t("match.table") : nothing}><table class="standing">
        <thead><tr><td></td><th scope="col">${t("match.engine")}</th>${many
            ? head.table.map((_, rank) => html`<th scope="col">${rank + 1}</th>`) : nothing}
            <th scope="col">${t("match.points")}</th><th scope="col">${t("match.games")}</th>${counted()}<th
                scope="col">${t("match.elo")}</th></tr></thead>
        <tbody>${head.table.map((row, rank) => html`<tr><td>${rank + 1}</td><th scope="row"
            title=${limits(head.engines[row.engine]?.control)}>${head.engines[row.engine]?.name}</th>
            ${many ? head.table.map((other) => {
                const count = met(head, row.engine, other.engine);
                const score = count && games(count) > 0 ? `${points(count)}/${games(count)}` : "";
                return html`<td title=${count ? t("match.met", { ...count }) : nothing}>${row === other ? "·" : score}</td>`;
            }) : nothing}
            <td><b>${points(row)}</b></td><td>${games(row)}</td>${sums(row)}<td
                class="elo">${row.elo ?? ""}</td></tr>`)}</tbody></table></div>`;
}

/** A number with so many digits; one that rounds to nothing has no sign. @param {number} value @param {number} digits */
const fixed = (value, digits) => value.toFixed(digits).replace(/^-(?=[0.]+$)/, "");

/** The state of the sequential test, as a picture. @param {NonNullable<Head["test"]>} test */
function sprt({ llr, lower, upper, accepted }) {
    const at = (/** @type {number} */ value) => (100 * (Math.min(upper, Math.max(lower, value)) - lower)) / (upper - lower);
    const [zero, here] = [at(0), at(llr)];
    const place = `left:${Math.min(zero, here).toFixed(1)}%;width:${Math.max(1, Math.abs(here - zero)).toFixed(1)}%`;
    return html`<div class="test"><span>H0 ${lower.toFixed(2)}</span><span class="track" role="img" aria-label=${t("match.test")}>
            <span class=${llr < 0 ? "down" : "up"} .style=${place}></span><span class="zero"
                .style=${`left:${zero.toFixed(1)}%`}></span></span><span>H1 ${upper.toFixed(2)}</span></div>
        <p>${t("match.llr", { llr: fixed(llr, 2), share: fixed((100 * llr) / (llr < 0 ? -lower : upper), 1),
            lower: fixed(lower, 2), upper: fixed(upper, 2) })}
            ${accepted ? t("match.accepted", { hypothesis: accepted }) : nothing}</p>`;
}

/** The heads of the columns of wins, draws and losses. */
const counted = () => html`<th scope="col"><abbr title=${t("match.won")}>${t("match.won.short")}</abbr></th><th
    scope="col"><abbr title=${t("match.drawn")}>${t("match.drawn.short")}</abbr></th><th scope="col"><abbr
        title=${t("match.lost-games")}>${t("match.lost.short")}</abbr></th>`;

/** @type {Record<Head["state"], import("./text.js").TextName>} */
const STATES = { playing: "match.playing", complete: "match.complete", decided: "match.decided", stopped: "match.stopped",
    failed: "match.failed" };

/** The name of a game of the match. @param {Match} match @param {string} name */
function titled(match, name) {
    const variant = match.variant(name);
    return variant ? titleOf(variant) : name;
}

/** A share in percent. @param {number} share */
const percent = (share) => (100 * share).toFixed(1);

/** The result of the counts: the difference, the pairs, and the games that were not lost on the board. @param {Head} head */
function findings(head) {
    const { difference, pairs, faults, engines } = head;
    const parts = (/** @type {Head["faults"][number]} */ { crashes, late, illegal }) => [
        crashes > 0 ? t("match.crashes", { count: crashes }) : "",
        late > 0 ? t("match.late", { count: late }) : "",
        illegal > 0 ? t("match.illegal", { count: illegal }) : "",
    ].filter(Boolean).join(", ");
    return html`${difference ? html`<p>${t("match.difference", { elo: difference.elo
        ?? "–", superiority: percent(difference.superiority), draws: percent(difference.draws) })}</p>` : nothing}
        ${pairs ? html`<p>${t("match.pairs", { counts: pairs.counts.join(", "), normalized: pairs.normalized ?? "–" })}</p>` : nothing}
        ${faults.map((fault) => html`<p>${engines[fault.engine]?.name}: ${parts(fault)}</p>`)}`;
}

/** The standing of the match. @param {Match} match @param {Head} head */
function standing(match, head) {
    return html`<section class="card-like" aria-label=${t("match.standing")}>
        <p role="status"><b>${t(STATES[head.state])}</b> ${head.why ?? nothing}</p>
        <label class="wide-label">${t("match.progress", { finished: head.finished, games: head.games })}<progress
            max=${head.games} value=${head.finished}></progress></label>
        ${table(head)}
        ${head.by_game.length > 1 && head.meetings.length === 1
            ? html`<div class="scroll"><table class="standing"><thead><tr><th
              scope="col">${t("match.engine-in", { name: head.engines[0]?.name ?? "" })}</th>${counted()}</tr></thead>
                <tbody>${head.by_game.map(([name, count]) => html`<tr><th
                    scope="row">${titled(match, name)}</th>${sums(count)}</tr>`)}</tbody></table></div>`
            : nothing}
        ${head.test ? sprt(head.test) : nothing}
        ${findings(head)}
        ${head.warnings.map((warning) => html`<p class="error">${warning}</p>`)}</section>`;
}

/** The games that are finished. @param {Match} match @param {Head} head */
function finished(match, head) {
    if (match.finished.length === 0) return nothing;
    const shown = match.finished.slice(-match.listed).reverse();
    const older = match.finished.length - shown.length;
    const lost = head.finished > match.finished.length;
    return html`<section class="card-like" aria-label=${t("match.finished")}><h2>${t("match.finished")}</h2>
        <ul class="results">${shown.map((game) => html`<li><a href="#match/${game.number}"><b>${game.number}</b>
            <span>${game.names[0]} – ${game.names[1]}</span><b>${game.ending.score}</b>
            <small>${titled(match, game.variant)}: ${say(game.ending.reason)},
            ${t("moves.count", { count: Math.ceil(game.plies / 2) })}</small></a></li>`)}</ul>
        ${older > 0 ? html`<button class="tool" @click=${() => {
            match.listed += 100;
            match.draw();
        }}>${t("match.older")}</button>` : nothing}
        ${lost ? html`<p class="faint">${t("match.kept", { count: head.kept })} ${head.pgn ? t("match.pgn", { file: head.pgn })
            : nothing}</p>` : nothing}</section>`;
}

/** The page. @param {Match} match */
export function wall(match) {
    const { head, tiles } = match;
    if (!head) return html`<main class="wait"><p role=${match.error ? "alert" : nothing}>${match.error || t("wait")}</p></main>`;
    const names = head.engines.length === 2 ? `${head.engines[0]?.name} – ${head.engines[1]?.name}`
        : t("match.engines", { count: head.engines.length });
    return html`<main class="match"><h1>${names}</h1>
        <p class="error" role="alert">${match.error}</p>
        <div class="halves"><ul class="wall" aria-label=${t("match.games.all")}>${tiles.map((tile, slot) => html`<li id="tile-${slot}"
            class=${(match.variant(tile.variant)?.files ?? 0) > 12 ? "wide" : ""}></li>`)}</ul>
        <div class="stand">${standing(match, head)}${finished(match, head)}</div></div></main>`;
}
