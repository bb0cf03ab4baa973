// The board of a game that is being written: its start position, which can be changed there, and the moves of its pieces.

/** @import { Cells, Sketch, SketchedKind } from "./types.js" */
/** @import { Settings } from "./settings.js" */
import { board } from "./board.js";
import { key, said, viewOf } from "./diagrams.js";
import { Editor, palette, reserves, surface } from "./editor.js";
import { margin } from "./geometry.js";
import { piece } from "./pieces.js";
import { capital, say, t } from "./text.js";
import { html, nothing } from "./vendor/lit-html.js";

/** @typedef {{ cells: Cells, blocks: string[], reserve: string | null, side: string, rest: string }} PlacedStart */

/** The start position, as it is set up. */
class StartEditor extends Editor {
    /** @param {Sketch} sketch @param {Settings} settings @param {() => void} draw @param {(place: PlacedStart) => Promise<void>} placed */
    constructor(sketch, settings, draw, placed) {
        super(sketch, "", settings, draw);
        this.placed = placed;
    }

    /** Has the text say the position: whether it is one of the game is found when that is checked. */
    async ask() {
        const { cells, blocks, reserve, side, rest, variant } = this;
        // The first time nothing has been changed yet.
        await this.placed?.({ cells, blocks, reserve: variant.start.reserve ? reserve : null, side, rest });
        this.draw();
    }
}

/** The part of the page beside the text. */
export class Board {
    /** @param {Settings} settings @param {() => void} draw @param {(place: PlacedStart) => Promise<void>} placed */
    constructor(settings, draw, placed) {
        this.settings = settings;
        this.draw = draw;
        this.placed = placed;
        /** @type {Sketch | undefined} */
        this.sketch = undefined;
        /** @type {StartEditor | undefined} */
        this.editor = undefined;
        /** True if the text has mistakes by now. */
        this.isStale = false;
        /** The piece whose moves are seen; none for the start position. */
        this.shown = "";
        /** The key that the caret was at last. */
        this.key = "";
    }

    /** Takes the game as it is now. @param {Sketch} sketch @param {boolean} isNew  True if its start position is the newest one. */
    take(sketch, isNew) {
        this.isStale = false;
        this.sketch = sketch;
        this.editor ??= new StartEditor(sketch, this.settings, this.draw, this.placed);
        this.editor.variant = sketch;
        if (isNew) this.editor.put(sketch.start.text, sketch.start);
        if (!this.piece) this.shown = "";
    }

    /** The piece that is shown. */
    get piece() {
        return this.sketch?.pieces.find(({ text }) => text === this.shown);
    }

    /** Shows the piece of the line that is worked at. @param {string} key */
    follow(key) {
        if (key === this.key) return;
        this.key = key;
        const piece = this.sketch?.pieces.find((one) => one.key === key);
        if (piece) this.shown = piece.text;
        else if (key === "startFen") this.shown = "";
    }
}

/** The moves of a piece. @param {Board} shown @param {Sketch} sketch @param {SketchedKind} kind */
function moves({ settings }, sketch, kind) {
    if (!kind.shown) return nothing;
    const view = { ...viewOf("write-piece", sketch, kind.shown, kind.shown.square, settings), labels: settings.labels };
    const marks = new Set(kind.shown.reach.map(({ mark }) => mark));
    return html`<div class="field">${board(view, true)}</div>
        <p><b>${capital(say(kind.name))}.</b> ${kind.words.map((line) => say(line)).join("; ")}.</p>
        <p class="faint">${said(kind.shown.reach)}</p>${key(marks)}`;
}

/** The board and what is chosen for it. @param {Board} shown */
export function boardPart(shown) {
    const { sketch, editor, isStale, settings } = shown;
    if (!sketch || !editor) return html`<p class="faint">${t("write.no-board")}</p>`;
    const choose = (/** @type {string} */ text) => () => {
        shown.shown = text;
        shown.draw();
    };
    const one = (/** @type {SketchedKind} */ kind) => html`<button class="held-piece" aria-pressed=${kind.text === shown.shown}
        aria-label=${capital(say(kind.name))} title=${capital(say(kind.name))} @click=${choose(kind.text)}><svg class="picture"
        viewBox="0 0 100 100" aria-hidden="true">${piece(sketch.name, kind.text, settings.pieces)}</svg></button>`;
    const start = html`${surface(editor)}${palette(editor)}${reserves(editor)}`;
    const edge = margin({ labels: settings.labels, variant: sketch }) / 100 + 0.06;
    return html`<div class="sketch" .style=${`--files:${sketch.files};--ranks:${sketch.ranks};--edge:${edge}`}>
        ${isStale ? html`<p class="faint" role="status">${t("write.stale")}</p>` : nothing}
        <div class="tools"><button class="tool" aria-pressed=${!shown.piece} @click=${choose("")}>${t("write.start")}</button></div>
        <div class="hand palette" role="group" aria-label=${t("write.pieces")}>${sketch.pieces.map(one)}</div>
        ${shown.piece ? moves(shown, sketch, shown.piece) : start}</div>`;
}
