// The page of one game as HTML.

/** @import { Player, Side } from "./types.js" */
/** @import { Play } from "./play.js" */
import { html, nothing, svg } from "./vendor/lit-html.js";
import { board, bottom } from "./board.js";
import { isPart, squareOf } from "./entry.js";
import * as head from "./head.js";
import { how, teach } from "./inspect.js";
import * as input from "./input.js";
import { ownerOf, piece } from "./pieces.js";
import { bar, lines } from "./lines.js";
import { moves, pruning, walk } from "./moves.js";
import { nameOf } from "./position.js";
import { meaning, status } from "./prompts.js";
import { quiz } from "./quiz.js";
import { review } from "./review.js";
import { capital } from "./text.js";

/** A picture of a piece by itself. @param {Play} play @param {string} text */
const picture = (play, text) => html`<svg class="picture" viewBox="0 0 100 100" aria-hidden="true">
    ${piece(play.variant.name, text, play.settings.pieces === "letters")}</svg>`;

/** @param {string} name */
const symbol = (name) => html`<svg class="picture symbol" viewBox="0 0 100 100" aria-hidden="true">
    ${svg`<use href="#icon-${name}" width="100" height="100"></use>`}</svg>`;

/** A side's pieces in reserve. @param {Play} play @param {Side} side */
function hand(play, side) {
    const pieces = play.place?.reserve?.[side];
    if (!pieces) return nothing;
    const offers = play.entry.way.length === 0 ? play.entry.offers() : new Map();
    const first = play.entry.way[0];
    return html`<div class="hand" role="group" aria-label="${capital(side)}'s reserve">${pieces.map(([text, count]) => {
        const token = `${text.toUpperCase()}@`;
        const own = play.isOpen && side === play.look?.scene.side;
        const usable = own && (offers.has(token) || play.entry.moves.some((move) => move.way[0] === token));
        return html`<button class="held-piece ${usable ? "" : "idle"}" data-token=${token} aria-pressed=${own && first === token}
            @click=${() => (!usable ? teach(play, text) : first === token ? play.back() : play.choose(token))}
            aria-label="${nameOf(play.variant, text)}, ${count} in reserve${usable ? "" : ": how it moves"}" title=${nameOf(play.variant, text)}>
            ${picture(play, text)}${count > 1 ? html`<span class="count">${count}</span>` : nothing}</button>`;
    })}${pieces.length === 0 ? html`<span class="none">nothing in reserve</span>` : nothing}</div>`;
}

/** @param {number} time */
export function clockText(time) {
    const seconds = Math.max(0, time) / 1000;
    const [minutes, rest] = [Math.floor(seconds / 60), Math.floor(seconds % 60)];
    if (seconds < 10) return `0:0${(Math.floor(seconds * 10) / 10).toFixed(1)}`;
    return `${minutes}:${String(rest).padStart(2, "0")}`;
}

/** The text of a clock now. @param {Play} play @param {Side} side */
export function timeOf(play, side) {
    const clock = play.game?.clock;
    if (!clock) return 0;
    const gone = clock.running === side ? performance.now() - play.heard : 0;
    return Math.max(0, clock[side] - gone);
}

/** @param {Player} player */
const playerName = (player) => (player.kind === "engine" ? `helgi, level ${player.level}` : "You");

/** The name, the clock and the reserve of a side. @param {Play} play @param {Side} side */
function seat(play, side) {
    const game = play.game;
    if (!game) return nothing;
    const both = game.white.kind === "person" && game.black.kind === "person";
    const name = game.names[side === "white" ? 0 : 1] ?? (both ? capital(side) : playerName(game[side]));
    const turn = play.isPresent ? !game.ending && game.scene.side === side : play.place?.side === side;
    return html`<div class="seat ${turn ? "turn" : ""}">
        <span class="pip ${side}" role="img" aria-label=${capital(side)}></span><span class="name">${name}</span>
        ${!game.ending && game.thinking && game.scene.side === side ? html`<span class="thinking" aria-hidden="true"></span>` : nothing}
        ${game.clock
            ? html`<span class="clock ${game.clock.running === side ? "runs" : ""}" data-clock=${side} role="timer" aria-label="${capital(side)}'s clock"></span>`
            : nothing}
        ${hand(play, side)}</div>`;
}

/** The content of a place of the board. @param {{ x: number, y: number, size: number }} spot */
function beside(spot) {
    const [right, low] = [spot.x > 0.5, spot.y > 0.5];
    const across = right ? `right:${(1 - spot.x) * 100 + 0.6}%` : `left:${(spot.x + spot.size) * 100 + 0.6}%`;
    return `${across};${low ? `bottom:${(1 - spot.y - spot.size) * 100}%` : `top:${spot.y * 100}%`}`;
}

/** The stack in hand, or the one that is looked at, as a list from the top down. @param {Play} play */
function fan(play) {
    const square = play.peek ?? (play.entry.parts().length > 0 ? play.entry.way[0] : undefined);
    const stack = square === undefined ? undefined : play.place?.cells[square];
    const spot = square === undefined ? undefined : play.spot(square);
    if (!stack || !spot || play.entry.target !== undefined) return nothing;
    const parts = play.peek ? [] : play.entry.parts();
    const chosen = Number(play.entry.part?.slice(1) ?? 0);
    return html`<div class="popup fan ${parts.length > 0 ? "outside" : ""}" .style=${beside(spot)} role="group" aria-label="The stack on ${square}, from the top down">
        ${stack.map((text, index) => {
            const token = `:${index + 1}`;
            const words = `${capital(ownerOf(text))} ${nameOf(play.variant, text)}`;
            // Labels outside the board have to be narrow.
            const name = parts.length > 0 ? nothing : html`<span>${words}</span>`;
            return html`<button ?disabled=${!parts.includes(token)} aria-pressed=${parts.length > 0 && index < chosen}
                title=${words} aria-label=${parts.length > 0 ? `${index + 1}: ${words}` : words} @click=${() => play.choose(token)}>${picture(play, text)}${name}
                ${parts.includes(token) ? html`<kbd>${index + 1}</kbd>` : nothing}</button>`;
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
    return html`<div class="popup menu ${outside ? "outside" : ""}" .style=${beside(spot)} role="group" aria-label="Choices">
        ${choices.map((token, index) => {
            // The new piece is taken from the changes of the move: it may be the enemy's.
            const made = Object.values(entry.offers().get(token)?.[0]?.changes ?? {}).flat();
            const text = token.startsWith("=") ? made.find((piece) => piece.toUpperCase() === token.slice(1)) : undefined;
            const hostile = text && ownerOf(text) !== side ? "Hostile " : "";
            const taken = token === "go" && play.place?.cells[entry.target ?? ""] !== undefined;
            const name = taken ? "Go and take it" : hostile ? meaning(play.variant, token) : capital(meaning(play.variant, token));
            const shown =
                token === "go"
                    ? symbol("walking-boot")
                    : token === "shoot"
                      ? symbol("crosshair")
                      : text
                        ? picture(play, text)
                        : nothing;
            return html`<button @click=${() => play.choose(token)}>${shown}<span>${hostile}${name}</span>
                <kbd>${index + 1}</kbd></button>`;
        })}</div>`;
}

/** @param {string} text @param {() => void} act @param {boolean} [disabled] @param {string} [title] */
const button = (text, act, disabled = false, title = "") =>
    html`<button class="tool" ?disabled=${disabled} title=${title || nothing} @click=${act}>${text}</button>`;

/** The actions besides moving. @param {Play} play */
function tools(play) {
    const game = play.game;
    if (!game) return nothing;
    const engines = game.white.kind === "engine" && game.black.kind === "engine";
    const pass = play.entry.way.length === 0 && play.entry.offers().has("pass");
    const ask = (/** @type {string} */ what) => () => {
        play.confirming = what;
        play.draw();
    };
    const offered = game.offer !== null;
    return html`<div class="tools">
        ${play.isOpen && play.look?.moves.some((move) => move.way[0] === "pass") ? button("Pass", () => play.choose("pass"), !pass) : nothing}
        ${button("Take back", () => void play.order({ do: "takeback" }), game.line.length === 0 || engines)}
        ${button("Hint", () => void play.ask(), !play.isOpen || !play.isPresent)}
        <button class="tool" aria-pressed=${play.lines > 0} @click=${() => play.analyse(play.lines > 0 ? 0 : 3)}>Analyse</button>
        <button class="tool ${game.ending ? "main" : ""}" ?disabled=${game.line.length === 0} aria-pressed=${play.reviewing !== undefined} @click=${() => play.review(!play.reviewing)}>Review</button>
        ${play.variant.draws && !game.ending ? button(offered ? "Accept the draw" : "Draw", () => void play.order({ do: "draw" }), engines) : nothing}
        ${game.ending ? nothing : button("Resign", ask("resign"), engines)}
        ${game.ending || game.white.kind === game.black.kind ? nothing : button("Switch sides", () => play.change())}
        ${game.ending || !play.isPresent ? button("Play from here", () => void play.fork(), false, "A new game with the moves up to here") : nothing}
        ${button("Flip", () => {
            play.flipped = !play.flipped;
            play.draw();
        })}
        ${play.variant.files > 12 ? html`<button class="tool enlarge" aria-pressed=${play.settings.zoom} @click=${() => play.zoom()}>Enlarge</button>` : nothing}
        ${play.confirming === "resign"
            ? html`<p class="confirm" role="alert">Resign this game?
                ${button("Yes, resign", () => void play.order({ do: "resign" }))}${button("No", () => play.back())}</p>`
            : nothing}</div>`;
}

/** The move that the engine would play. @param {Play} play */
function hinted(play) {
    const hint = play.hint;
    if (!hint) return nothing;
    const [first, ...rest] = hint.line;
    const score = hint.score === null ? "" : ` (${hint.score})`;
    return html`<p class="hinted">Try <b>${first}</b>${score}${rest.length > 0 ? html`, then ${rest.slice(0, 6).join(" ")}` : nothing}.</p>`;
}

/** A field for moves that are typed. @param {Play} play */
function typed(play) {
    const send = (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        const field = /** @type {HTMLFormElement} */ (event.target).elements.namedItem("move");
        if (!(field instanceof HTMLInputElement) || !field.value.trim()) return;
        play.entry.way = [];
        play.play(field.value.trim());
        field.value = "";
    };
    return html`<form class="typed" @submit=${send}>
        <label>Move <input name="move" list="legal" autocomplete="off" autocapitalize="off" spellcheck="false"
            placeholder=${play.look?.moves[0]?.san ?? ""} ?disabled=${!play.isOpen}></label>
        <datalist id="legal">${play.isOpen ? play.look?.moves.map((move) => html`<option value=${move.san}></option>`) : nothing}</datalist>
        <button class="tool" ?disabled=${!play.isOpen}>Play</button></form>`;
}

/** The page. @param {Play} play */
export function game(play) {
    const view = play.view();
    if (!view || !play.game) {
        return html`<main class="wait"><p role="alert">${play.error || "One moment…"}</p>
            ${play.error ? html`<p><a class="tool" href="#">Begin a new game</a></p>` : nothing}</main>`;
    }
    const below = bottom(play.flipped);
    const above = below === "white" ? "black" : "white";
    const wide = play.variant.files > 12;
    return html`<main class="game ${wide ? "wide" : ""} ${play.settings.zoom ? "zoomed" : ""}">
        <div class="table" .style=${`--files:${play.variant.files};--ranks:${play.variant.ranks}`}>
            ${seat(play, above)}
            <div class="frame">${bar(play)}<div class="field"
                @pointerdown=${(/** @type {PointerEvent} */ event) => input.down(play, event)}
                @pointermove=${(/** @type {PointerEvent} */ event) => input.move(play, event)}
                @pointerup=${(/** @type {PointerEvent} */ event) => input.up(play, event)}
                @pointerleave=${() => head.leave(play)}
                @contextmenu=${(/** @type {Event} */ event) => event.preventDefault()}
                @pointercancel=${() => input.cancel(play)}
                @keydown=${(/** @type {KeyboardEvent} */ event) => input.key(play, event)}>${board(view)}</div>
                ${fan(play)}${menu(play)}</div>
            ${seat(play, below)}
        </div>
        <div class="side">
            <p class="status" role="status" aria-live="polite">${status(play)}</p>
            <p class="error" role="alert">${play.error || play.game.trouble || ""}</p>
            ${play.quiz ? quiz(play) : tools(play)}${hinted(play)}${how(play)}${lines(play)}${review(play)}${moves(play)}${walk(play)}${pruning(play)}${typed(play)}
            <p class="tools"><button class="tool" @click=${() => void play.save()}>Save as PGN</button>
                <a class="tool ${play.game.ending ? "main" : ""}" href="#${play.variant.name}">New game</a></p>
        </div></main>`;
}
