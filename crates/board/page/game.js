// The page of one game as HTML: the board, and beside it the players, the moves, and one row of buttons.

/** @import { Side } from "./types.js" */
/** @import { Play } from "./play.js" */
import { html, nothing, svg } from "./vendor/lit-html.js";
import { board, bottom } from "./board.js";
import { broughtBy, isPart, squareOf } from "./entry.js";
import { margin } from "./geometry.js";
import * as head from "./head.js";
import { how, teach } from "./inspect.js";
import * as input from "./input.js";
import { ownerOf } from "./owners.js";
import { piece } from "./pieces.js";
import { playerName } from "./levels.js";
import { bar, lines } from "./lines.js";
import { moves, pruning, walk } from "./moves.js";
import { nameOf, ownedName } from "./names.js";
import { banner, meaning, status } from "./prompts.js";
import { explorer } from "./explorer.js";
import { quiz } from "./quiz.js";
import { review } from "./review.js";
import { capital, sideName, sideOf, t } from "./text.js";
import { tools } from "./tools.js";

/** A picture of a piece by itself. @param {Play} play @param {string} text */
const picture = (play, text) => html`<svg class="picture" viewBox="0 0 100 100" aria-hidden="true">
    ${piece(play.variant.name, text, play.settings.pieces)}</svg>`;

/** @param {string} name */
const symbol = (name) => html`<svg class="picture symbol" viewBox="0 0 100 100" aria-hidden="true">
    ${svg`<use href="#icon-${name}" width="100" height="100"></use>`}</svg>`;

/** A side's pieces in reserve. @param {Play} play @param {Side} side */
function hand(play, side) {
    const pieces = play.place?.reserve?.[side];
    if (!pieces) return nothing;
    const offers = play.entry.way.length === 0 ? play.entry.offers() : new Map();
    const first = play.entry.way[0];
    return html`<div class="hand" role="group" aria-label=${t("player.reserve", { side: sideOf(side) })}>${pieces.map(([text, count]) => {
        const token = `${text.toUpperCase()}@`;
        const own = play.isOpen && side === play.look?.scene.side;
        const usable = own && (offers.has(token) || play.entry.moves.some((move) => move.way[0] === token));
        const name = nameOf(play.variant, text);
        const press = () => {
            if (!usable) teach(play, text);
            else if (first === token) play.back();
            else play.choose(token);
        };
        return html`<button class="held-piece ${usable ? "" : "idle"}" data-token=${token} aria-pressed=${own && first === token}
            @click=${press} aria-label=${t(usable ? "reserve.piece" : "reserve.idle", { name, count })} title=${name}>
            ${picture(play, text)}${count > 1 ? html`<span class="count">${count}</span>` : nothing}</button>`;
    })}${pieces.length === 0 ? html`<span class="none">${t("reserve.none")}</span>` : nothing}</div>`;
}

/** @param {number} time */
export function clockText(time) {
    const seconds = Math.max(0, time) / 1000;
    const [minutes, rest] = [Math.floor(seconds / 60), Math.floor(seconds % 60)];
    if (seconds < 10) return `0:0${(Math.floor(seconds * 10) / 10).toFixed(1)}`;
    return `${minutes}:${String(rest).padStart(2, "0")}`;
}

/** The text of a clock now. @param {Play} play @param {Side} side */
function timeOf(play, side) {
    const clock = play.game?.clock;
    if (!clock) return 0;
    const gone = clock.running === side ? performance.now() - play.heard : 0;
    return Math.max(0, clock[side] - gone);
}

/** Shows the clocks of a game, which change between drawings. @param {Play | undefined} play */
export function tick(play) {
    if (!play) return;
    for (const side of /** @type {const} */ (["white", "black"])) {
        const shown = document.querySelector(`[data-clock="${side}"]`);
        if (shown) shown.textContent = clockText(timeOf(play, side));
    }
}

/** A player of a game with guests. @param {Play} play @param {Side} side */
function shared(play, side) {
    const { game, own } = play;
    if (game?.[side].kind === "engine") return playerName(game[side]);
    if (own.join() === side) return t("player.you");
    return play.isGuest || own.includes(side) ? sideName(side) : t("player.away", { side: sideOf(side) });
}

/** The name, the clock and the reserve of a side. @param {Play} play @param {Side} side @param {"above" | "below"} place */
function seat(play, side, place) {
    const game = play.game;
    if (!game) return nothing;
    const usualName = () => {
        if (game.away.length > 0) return shared(play, side);
        const both = game.white.kind === "person" && game.black.kind === "person";
        return both ? sideName(side) : playerName(game[side]);
    };
    const name = game.names[side === "white" ? 0 : 1] ?? usualName();
    const turn = play.isPresent ? !game.ending && game.scene.side === side : play.place?.side === side;
    return html`<div class="seat ${place} ${turn ? "turn" : ""}">
        <span class="pip ${side}" role="img" aria-label=${sideName(side)}></span><span class="name">${name}</span>
        ${!game.ending && game.thinking && game.scene.side === side ? html`<span class="thinking" aria-hidden="true"></span>` : nothing}
        ${game.clock
            ? html`<span class="clock ${game.clock.running === side ? "runs" : ""}" data-clock=${side} role="timer"
              aria-label=${t("player.clock", { side: sideOf(side) })}></span>`
            : nothing}
        ${hand(play, side)}</div>`;
}

/** The content of a place of the board. @param {{ x: number, y: number, size: number }} spot */
function beside(spot) {
    const [right, low] = [spot.x > 0.5, spot.y > 0.5];
    const across = right ? `right:${(1 - spot.x) * 100 + 0.6}%` : `left:${(spot.x + spot.size) * 100 + 0.6}%`;
    return `${across};${low ? `bottom:${(1 - spot.y - spot.size) * 100}%` : `top:${spot.y * 100}%`}`;
}

/** The stack that is looked at, as a list from the top down. @param {Play} play */
function peek(play) {
    const square = play.peek ?? play.over;
    const stack = square === undefined ? undefined : play.place?.cells[square];
    const spot = square === undefined ? undefined : play.spot(square);
    if (!stack || stack.length < 2 || !spot || play.entry.way.length > 0) return nothing;
    return html`<div class="popup peek ${play.peek ? "" : "passing"}" .style=${beside(spot)} role="group"
        aria-label=${t("stack.on", { square: square ?? "" })}>
        ${stack.map((text) => html`<p class="stacked">${picture(play,
            text)}<span>${capital(ownedName(play.variant, text))}</span></p>`)}</div>`;
}

/**
 * The stack in hand, of which a part may go: those that go, and those that stay. Its place is always there in games with stacks.
 * @param {Play} play
 */
function strip(play) {
    if (!play.hasStacks) return nothing;
    const { entry, place } = play;
    const parts = entry.target === undefined ? entry.parts() : [];
    const stack = parts.length > 1 ? (place?.cells[entry.way[0] ?? ""] ?? []) : [];
    const chosen = Number(entry.part?.slice(1) ?? 0);
    return html`<div class="strip fan" role="group"
        aria-label=${stack.length > 0 ? t("stack.on", { square: entry.way[0] ?? "" }) : t("stack.none")}>
        ${stack.length > 0 ? html`<span class="goes">${t("stack.goes", { count: chosen })}</span>` : nothing}
        ${stack.map((text, index) => {
            const token = `:${index + 1}`;
            const words = t("stack.numbered", { number: index + 1, side: sideOf(/** @type {Side} */ (ownerOf(text))),
                name: nameOf(play.variant, text) });
            return html`${index === chosen ? html`<span class="stays">${t("stack.stays")}</span>` : nothing}
                <button ?disabled=${!parts.includes(token)} aria-pressed=${index < chosen} title=${words} aria-label=${words}
                    @click=${() => play.choose(token)}>${picture(play, text)}${parts.includes(token)
                        ? html`<kbd>${index + 1}</kbd>` : nothing}</button>`;
        })}</div>`;
}

/** The choices that are not squares, next to the square where the piece arrives. @param {Play} play */
function menu(play) {
    const { entry } = play;
    const spot = entry.target === undefined ? undefined : play.spot(entry.target);
    const choices = entry.choices().filter((token) => !isPart(token));
    if (!spot || choices.length === 0) return nothing;
    const side = play.look?.scene.side;
    // It must not lie on squares that can be chosen as well.
    const outside = [...entry.offers().keys()].some((token) => squareOf(token) !== undefined);
    return html`<div class="popup menu ${outside ? "outside" : ""}" .style=${beside(spot)} role="group" aria-label=${t("choice.all")}>
        ${choices.map((token, index) => {
            // The new piece is taken from the changes of the move: it may be the enemy's.
            const made = Object.values(entry.offers().get(token)?.[0]?.changes ?? {}).flat();
            const wanted = token.startsWith("=") ? token.slice(1) : broughtBy(token)?.piece;
            const text = made.find((piece) => piece.toUpperCase() === wanted);
            const taken = token === "go" && play.place?.cells[entry.target ?? ""] !== undefined;
            const name = taken ? t("choice.take") : meaning(play.variant, token);
            const words = text && ownerOf(text) !== side ? t("choice.hostile", { name }) : capital(name);
            /** @type {Record<string, string>} */
            const symbols = { go: "walking-boot", shoot: "crosshair" };
            const sign = symbols[token];
            const pictured = text ? picture(play, text) : nothing;
            return html`<button @click=${() => play.choose(token)}>${sign ? symbol(sign) : pictured}<span>${words}</span>
                <kbd>${index + 1}</kbd></button>`;
        })}</div>`;
}

/** The page. @param {Play} play */
export function game(play) {
    const view = play.view();
    if (!view || !play.game) {
        return html`<main class="wait"><p role="alert">${play.error || t("wait")}</p>
            ${play.error && !play.isGuest ? html`<p><a class="tool" href="#">${t("tool.new")}</a></p>` : nothing}</main>`;
    }
    const below = bottom(play.flipped);
    const above = below === "white" ? "black" : "white";
    const { files, ranks } = play.variant;
    const wide = files > 12;
    const zoomed = wide && play.settings.zoom;
    const edge = margin(view) / 100 + 0.06;
    return html`<main class="game ${wide ? "wide" : ""} ${zoomed ? "zoomed" : ""} ${play.hasStacks ? "stacks" : ""}"
        .style=${`--files:${files};--ranks:${ranks};--edge:${edge}`}>
        ${seat(play, above, "above")}
        <div class="frame">${bar(play)}<div class="field"
            @pointerdown=${(/** @type {PointerEvent} */ event) => input.down(play, event)}
            @pointermove=${(/** @type {PointerEvent} */ event) => input.move(play, event)}
            @pointerup=${(/** @type {PointerEvent} */ event) => input.up(play, event)}
            @pointerleave=${() => {
                head.leave(play);
                input.pass(play, undefined);
            }}
            @contextmenu=${(/** @type {Event} */ event) => event.preventDefault()}
            @pointercancel=${() => input.cancel(play)}
            @keydown=${(/** @type {KeyboardEvent} */ event) => input.key(play, event)}>${board(view)}</div>
            ${peek(play)}${menu(play)}</div>
        ${seat(play, below, "below")}${strip(play)}
        <div class="side">
            ${banner(play)}${status(play)}<div class="panels">${play.quiz ? quiz(play)
                : nothing}${moves(play)}${how(play)}${lines(play)}${explorer(play)}${review(play)}${pruning(play)}</div>
            ${walk(play)}${play.quiz ? nothing : tools(play)}
        </div></main>`;
}
