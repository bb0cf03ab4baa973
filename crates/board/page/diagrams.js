// Positions to learn from: a board that says of every piece where it could go, and nothing else.

/** @import { Choice, Reach, Shown, Side, Variant } from "./types.js" */
/** @import { Settings } from "./settings.js" */
/** @import { TextName } from "./text.js" */
import { BARE, board, mark } from "./board.js";
import { neighbour } from "./input.js";
import { written } from "./links.js";
import { piece } from "./pieces.js";
import { nameOf } from "./names.js";
import { spoken } from "./position.js";
import { capital, sideOf, t } from "./text.js";
import { html, nothing, render, svg } from "./vendor/lit-html.js";

/** The effects of a piece by marks, in the order of the text. @type {[Reach["mark"], TextName, TextName][]} */
const DOES = [
    ["quiet", "does.quiet", "legend.quiet"],
    ["mount", "does.mount", "legend.mount"],
    ["capture", "does.capture", "legend.capture"],
    ["shot", "does.shot", "legend.shot"],
    ["burst", "does.burst", "legend.burst"],
];

/** More squares are counted, not named. */
const NAMED = 4;

/** The moves of a piece, in words. @param {Pick<Reach, "mark" | "to">[]} reach */
export function said(reach) {
    const parts = DOES.flatMap(([kind, verb]) => {
        const squares = reach.filter((one) => one.mark === kind).map((one) => one.to);
        if (squares.length === 0) return [];
        return [t(verb, { squares: squares.length > NAMED ? t("squares", { count: squares.length }) : squares.join(", ") })];
    });
    return parts.length > 0 ? parts.join("; ") : t("does.nothing");
}

/** The meaning of the marks that there are. @param {Set<string>} kinds */
export const key = (kinds) => html`<ul class="key">${DOES.filter(([kind]) => kinds.has(kind)).map(
    ([kind, , text]) => html`<li><svg class="picture" viewBox="0 0 100 100" aria-hidden="true">${svg`<g class="shown">
        ${mark([{ mark: kind }], false, kind !== "quiet")}</g>`}</svg>${t(text)}</li>`,
)}</ul>`;

/**
 * The view of a position.
 *
 * @param {string} id
 * @param {Variant} variant
 * @param {Shown} shown
 * @param {string | null} square  The piece that is shown.
 * @param {Settings} settings
 */
export function viewOf(id, variant, { scene, reach }, square, settings) {
    /** @type {Map<string, Pick<Choice, "mark">[]>} */
    const targets = new Map();
    for (const one of reach) {
        if (one.from === square) targets.set(one.to, [...(targets.get(one.to) ?? []), one]);
    }
    return {
        ...BARE,
        id,
        variant,
        place: { ...scene, last: null },
        flipped: false,
        pieces: settings.pieces,
        labels: settings.labels,
        checkers: scene.checkers,
        checked: scene.checked,
        frozen: scene.frozen,
        shown: targets,
        held: square === null ? [] : [square],
    };
}

/** The link that opens a position as a game. @param {Shown} shown */
export const open = (shown) => written(shown.variant, shown.scene.text, "", []);

let count = 0;

/** A position whose pieces show where they could go. */
export class Diagram {
    /** @param {Variant} variant @param {Shown} shown @param {string} says  A description of the position. @param {Settings} settings */
    constructor(variant, shown, says, settings) {
        this.variant = variant;
        this.shown = shown;
        this.says = says;
        this.settings = settings;
        this.id = `diagram-${++count}`;
        /** The piece that is shown. */
        this.square = shown.square;
        this.focus = shown.square ?? Object.keys(shown.scene.cells)[0] ?? "a1";
        /** The element that shows it. */
        this.box = document.createElement("figure");
        this.box.className = "diagram";
        this.draw();
    }

    draw() {
        const { variant, shown } = this;
        const view = { ...viewOf(this.id, variant, shown, this.square, this.settings), focus: this.focus };
        render(
            html`<div class="field" .style=${`--files:${variant.files};--ranks:${variant.ranks}`}
                @click=${(/** @type {MouseEvent} */ event) => {
                const square = event.target instanceof Element && event.target.closest("[data-square]")?.getAttribute("data-square");
                if (square) this.press(square);
            }} @keydown=${(/** @type {KeyboardEvent} */ event) => this.key(event)}>${board(view)}</div>
                <figcaption>${this.says ? html`<b>${this.says}.</b> ` : nothing}${reserve(variant, shown, this.settings)}
                    <span role="status">${this.status()}</span>
                    <a href=${open(shown)}>${t("learn.try")}</a></figcaption>`,
            this.box,
        );
    }

    status() {
        const { square, shown, variant } = this;
        const stack = square === null ? undefined : shown.scene.cells[square];
        if (Object.keys(shown.scene.cells).length === 0) return "";
        if (square === null || !stack) return t("learn.click");
        const reach = shown.reach.filter((one) => one.from === square);
        return t("learn.shown", { what: capital(spoken(variant, stack)), square, does: said(reach) });
    }

    /** Chooses a square: shows the piece on it. @param {string} square */
    press(square) {
        this.focus = square;
        const again = this.square === square || !this.shown.scene.cells[square];
        this.square = again ? null : square;
        this.draw();
    }

    /** @param {KeyboardEvent} event */
    key(event) {
        const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
        if (way) {
            this.focus = neighbour(this, way[0] ?? 0, way[1] ?? 0);
            this.draw();
            const cell = this.box.querySelector(`[data-square="${this.focus}"]`);
            if (cell instanceof SVGElement) cell.focus();
        } else if (event.key === "Enter" || event.key === " ") this.press(this.focus);
        else if (event.key === "Escape" && this.square !== null) this.press(this.square);
        else return;
        event.preventDefault();
    }
}

/** The pieces in reserve. @param {Variant} variant @param {Shown} shown @param {Settings} settings */
function reserve(variant, shown, settings) {
    const hands = shown.scene.reserve;
    if (!hands) return nothing;
    return /** @type {Side[]} */ (["white", "black"]).filter((side) => hands[side].length > 0).map(
        (side) => html`<span class="reserve"><span>${t("player.reserve", { side: sideOf(side) })}:</span>${hands[side].map(
            ([text, count]) => html`<svg class="picture" viewBox="0 0 100 100" role="img"
                aria-label="${count} ${nameOf(variant, text)}">${piece(variant.name, text, settings.pieces)}</svg>${count > 1
                    ? html`<small aria-hidden="true">×${count}</small>` : nothing}`,
        )}</span>`,
    );
}
