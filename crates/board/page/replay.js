// A game of a match by itself: while it is played, and again when it is over.

/** @import { Line, Sheet, Times } from "./match-types.js" */
/** @import { Match } from "./match.js" */
/** @import { Place } from "./position.js" */
/** @import { Side, Variant } from "./types.js" */
import { download, load, matchPgn, sheet, text } from "./api.js";
import { BARE, board, bottom } from "./board.js";
import { neighbour } from "./input.js";
import { animate } from "./motion.js";
import { after, losses } from "./position.js";
import { margin } from "./geometry.js";
import { tell, titleOf } from "./names.js";
import { say, sideName, sideOf, t } from "./text.js";
import { html, nothing, svg } from "./vendor/lit-html.js";
import { opinion, reserve } from "./wall.js";

/** One game as it is looked at. */
export class Replay {
    /** @param {Match} match @param {number} number */
    constructor(match, number) {
        this.match = match;
        this.number = number;
        /** @type {Sheet | undefined} */
        this.sheet = undefined;
        /** @type {Line[]} */
        this.moves = [];
        /** The positions, that of the start first. @type {Place[]} */
        this.places = [];
        /** Number of half-moves that lead to the position shown. */
        this.at = 0;
        /** True if the last position is shown, also when another one comes. */
        this.follows = true;
        this.flipped = false;
        this.focus = "a1";
        this.error = "";
        this.heard = 0;
        this.asking = false;
        /** True if something has happened since the last question. */
        this.stale = false;
        void this.ask();
    }

    /** @returns {Variant | undefined} */
    get variant() {
        return this.sheet && this.match.variant(this.sheet.variant);
    }

    /** The clocks at the position shown. @returns {Times | undefined} */
    get times() {
        if (!this.sheet || this.at === this.moves.length) return this.sheet?.times;
        const clocks = this.moves[this.at - 1]?.clocks ?? [null, null];
        return { clocks, running: null, since: 0 };
    }

    /** Asks for the moves that are not known, one question at a time. */
    async ask() {
        if (this.asking) {
            this.stale = true;
            return;
        }
        this.asking = true;
        this.stale = false;
        try {
            this.take(await sheet(this.number, this.moves.length));
            this.error = "";
        } catch (error) {
            this.error = error instanceof Error ? error.message : String(error);
        }
        this.asking = false;
        if (this.stale && !this.sheet?.ending) void this.ask();
        this.match.draw();
    }

    /** @param {Sheet} sheet */
    take(sheet) {
        const [known, was] = [this.moves.length, this.places.at(-1)];
        if (!this.sheet) {
            const { cells, blocks, reserve, side } = sheet.start;
            this.places = [{ cells, blocks, reserve, side, last: null }];
            this.focus = `${String.fromCharCode(97 + Math.floor((this.match.variant(sheet.variant)?.files ?? 8) / 2))}1`;
        }
        this.sheet = sheet;
        this.heard = performance.now();
        for (const move of sheet.moves) {
            const before = /** @type {Place} */ (this.places.at(-1));
            /** @type {Side} */
            const side = move.side === "white" ? "black" : "white";
            this.places.push({ ...after(before, move), side, last: move });
            this.moves.push(move);
        }
        // Finished games are looked at from their end, as they are left.
        if (this.follows) this.at = this.moves.length;
        const last = this.moves.at(-1);
        if (known > 0 && this.follows && was && last && this.moves.length === known + 1) {
            this.match.draw();
            const view = this.view();
            if (view) animate(view, was.cells, last);
        }
    }

    /** Something has happened in the match. @param {boolean} all  Whether much may have been missed. */
    hear(all) {
        if (this.sheet?.ending && !all) return;
        const tile = this.match.tiles.find((known) => known?.number === this.number);
        if (all || !tile || tile.plies !== this.moves.length || tile.ending) void this.ask();
    }

    /** Looks at another position. @param {number} ply */
    go(ply) {
        const to = Math.min(this.moves.length, Math.max(0, ply));
        const [from, step] = [this.places[this.at], to === this.at + 1 ? this.moves[this.at] : undefined];
        this.at = to;
        this.follows = to === this.moves.length;
        this.match.draw();
        const view = this.view();
        if (from && step && view) animate(view, from.cells, step);
    }

    /** The view of the board. */
    view() {
        const { variant, match } = this;
        const [place, before, last] = [this.places[this.at], this.places[this.at - 1], this.moves[this.at - 1]];
        if (!variant || !place) return undefined;
        const { pieces, labels } = match.settings;
        const [checked, checkers] = last?.check ?? [null, []];
        const lost = before && last ? losses(before.cells, last) : [];
        return { ...BARE, id: "board", variant, place, flipped: this.flipped, pieces, labels, checked, checkers, lost, focus: this.focus };
    }

    /** @param {KeyboardEvent} event */
    key(event) {
        const { target } = event;
        if (event.altKey || event.ctrlKey || event.metaKey || !(target instanceof Element)
            || target.closest("input, select, dialog[open]")) return;
        const turn = this.flipped ? -1 : 1;
        const arrow = { ArrowLeft: [-turn, 0], ArrowRight: [turn, 0], ArrowUp: [0, turn], ArrowDown: [0, -turn] }[event.key];
        if (target.closest("#board") && arrow && this.variant) {
            this.focus = neighbour({ variant: this.variant, focus: this.focus }, arrow[0] ?? 0, arrow[1] ?? 0);
            this.match.draw();
            const cell = document.getElementById(`square-${this.focus}`);
            if (cell instanceof SVGElement) cell.focus();
        } else {
            const goal = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.moves.length }[event.key];
            if (goal !== undefined) this.go(goal);
            else if (event.key === "Escape") location.hash = "match";
            else if (event.key === "f") this.flip();
            else return;
        }
        event.preventDefault();
    }

    flip() {
        this.flipped = !this.flipped;
        this.match.draw();
    }

    /** Hands the game to the user. */
    async save() {
        try {
            await download(matchPgn(this.number));
        } catch (error) {
            this.error = error instanceof Error ? error.message : String(error);
            this.match.draw();
        }
    }

    /** Takes the game to the board, where it can be analysed and continued. */
    async take_over() {
        try {
            const game = await load(await text(matchPgn(this.number)));
            if ("id" in game) location.hash = `${game.variant}/${game.id}`;
        } catch (error) {
            this.error = error instanceof Error ? error.message : String(error);
            this.match.draw();
        }
    }
}

/**
 * A player: name, opinion, clock, reserve.
 * @param {Match} match
 * @param {Replay} replay
 * @param {Sheet} sheet
 * @param {Variant} variant
 * @param {Side} side
 * @param {"above" | "below"} where
 */
function seat(match, replay, sheet, variant, side, where) {
    const index = side === "white" ? 0 : 1;
    const place = replay.places[replay.at];
    const last = replay.moves.slice(0, replay.at).findLast((move) => move.side === side);
    return html`<div class="seat ${where} ${place?.side === side ? "turn" : ""}"><span class="pip ${side}" role="img"
        aria-label=${sideName(side)}></span>
        <span class="name">${sheet.names[index]}</span>${opinion(last?.thought ?? null)}
        <span class="clock" data-match-clock="game ${side}" role="timer" aria-label=${t("player.clock", { side: sideOf(side) })}></span>
        ${place ? reserve(match, variant, { ...sheet.start, ...place }, side) : nothing}</div>`;
}

const [WIDTH, HEIGHT] = [320, 90];

/** White's expected score as both engines saw it, as a picture; a click goes to that place. @param {Replay} replay */
function graph(replay) {
    const { moves, at } = replay;
    const count = Math.max(1, moves.length);
    const spot = (/** @type {number} */ ply, /** @type {number} */ expected) =>
        `${((ply / count) * WIDTH).toFixed(1)} ${((1 - expected) * HEIGHT).toFixed(1)}`;
    const way = (/** @type {Side} */ side) =>
        moves.flatMap((move, ply) => (move.side === side && move.thought ? [spot(ply + 1, move.thought.expected)] : [])).join("L");
    const go = (/** @type {MouseEvent} */ event) => {
        const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
        replay.go(Math.round(((event.clientX - box.left) / box.width) * count));
    };
    const ways = /** @type {const} */ (["white", "black"]).map((side) => ({ side, way: way(side) }));
    const x = (at / count) * WIDTH;
    return html`<svg class="graph both" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" @click=${go}
        aria-label=${t("match.graph")}>${svg`
        <rect class="ground" width=${WIDTH} height=${HEIGHT}></rect><path class="middle" d="M0 ${HEIGHT / 2}H${WIDTH}"></path>
        ${ways.map(({ side, way }) => (way ? svg`<path class="curve ${side}" d="M${way}"></path>` : nothing))}
        <path class="here" d="M${x} 0V${HEIGHT}"></path>`}</svg>`;
}

/** A move in words. @param {Replay} replay @param {number} ply */
function told(replay, ply) {
    const move = replay.moves[ply];
    return move ? tell(move) : "";
}

/** The moves. @param {Replay} replay */
function list(replay) {
    /** @type {unknown[]} */
    const items = [];
    replay.moves.forEach((move, ply) => {
        if (ply === 0 || move.side === "white" || replay.moves[ply - 1]?.side === move.side) {
            items.push(html`<span class="number">${move.number}${move.side === "white" ? "." : "…"}</span>`);
        }
        items.push(html`<button class="move ${move.side}" aria-current=${replay.at === ply + 1 ? "step" : nothing}
            title=${told(replay, ply)}
            @click=${() => replay.go(ply + 1)}>${move.san}${move.thought ? html` <small>${move.thought.text}</small>` : nothing}</button>`);
    });
    const ending = replay.sheet?.ending;
    return html`<div class="moves" role="group" aria-label=${t("moves.all")}
        tabindex="-1">${items}${ending ? html`<span class="result">${ending.score}</span>` : nothing}</div>`;
}

/** @param {string} sign @param {string} label @param {() => void} act @param {boolean} disabled */
const walk = (sign, label, act, disabled) =>
    html`<button class="tool" aria-label=${label} title=${label} ?disabled=${disabled} @click=${act}>${sign}</button>`;

/** The lines that the engines expect, at the end of a game in progress. @param {Sheet} sheet */
const expectations = (sheet) => sheet.lines.map((line, index) =>
    line.length > 1 ? html`<p class="expects"><span class="pip ${index === 0 ? "white" : "black"}" role="img"
        aria-label=${t("match.expects", { side: sideOf(index === 0 ? "white" : "black") })}></span> ${line.join(" ")}</p>` : nothing);

/** The page. @param {Match} match @param {Replay} replay */
export function replay(match, replay) {
    const { sheet, variant, at, moves } = replay;
    const view = replay.view();
    if (!sheet || !variant || !view) {
        return html`<main class="wait"><p role=${replay.error ? "alert" : nothing}>${replay.error || t("wait")}</p>
            ${replay.error ? html`<p><a class="tool" href="#match">${t("match.all")}</a></p>` : nothing}</main>`;
    }
    const below = bottom(replay.flipped);
    const above = below === "white" ? "black" : "white";
    const last = moves[at - 1];
    const isLast = at === moves.length;
    const words = () => {
        if (isLast && sheet.ending) return `${sheet.ending.score} – ${say(sheet.ending.reason)}.`;
        if (!last) return t("match.start");
        return `${last.number}${last.side === "white" ? "." : "…"} ${last.san}: ${told(replay, at - 1)}`;
    };
    const said = words();
    return html`<main class="game watched ${variant.files > 12 ? "wide" : ""}"
        .style=${`--files:${variant.files};--ranks:${variant.ranks};--edge:${margin(view) / 100 + 0.06}`}>
            ${seat(match, replay, sheet, variant, above, "above")}<div class="frame"><div class="field"
                @click=${(/** @type {Event} */ event) => {
                const square = event.target instanceof Element
                    ? event.target.closest("[data-square]")?.getAttribute("data-square") : undefined;
                if (square) replay.focus = square;
                match.draw();
            }}>${board(view)}</div></div>${seat(match, replay, sheet, variant, below, "below")}
        <div class="side">
            <h1 class="small">${t("match.game", { number: replay.number, game: titleOf(variant) })}</h1>
            <p class="status" role="status">${said}</p>
            <p class="error" role="alert">${replay.error || match.error}</p>
            ${graph(replay)}${list(replay)}
            <div class="walk" role="group" aria-label=${t("moves.walk")}>
                ${walk("«", t("moves.first"), () => replay.go(0), at === 0)}
                ${walk("‹", t("moves.back"), () => replay.go(at - 1), at === 0)}
                ${walk("›", t("moves.on"), () => replay.go(at + 1), isLast)}
                ${walk("»", sheet.ending ? t("moves.last") : t("match.present"), () => replay.go(moves.length), isLast)}</div>
            ${isLast && !sheet.ending ? expectations(sheet) : nothing}
            <p class="tools"><a class="tool main" href="#match">${t("match.all")}</a><button class="tool"
                @click=${() => replay.flip()}>${t("tool.flip")}</button>
                ${sheet.ending && sheet.ending.score !== "*" ? html`<button class="tool"
                    @click=${() => void replay.save()}>${t("tool.save")}</button>
                    <button class="tool" @click=${() => void replay.take_over()}
                        title=${t("match.open.about")}>${t("match.open")}</button>` : nothing}</p>
        </div></main>`;
}
