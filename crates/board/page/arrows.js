// Arrows for the engine's best moves, with the score in the head. A move that comes from nowhere is the
// piece itself, a shot a broken line, a part of a stack has its number at the tail.

/** @import { Step } from "./types.js" */
/** @import { BoardView } from "./board.js" */
import { nothing, svg } from "./vendor/lit-html.js";
import { corner } from "./geometry.js";
import { ownerOf } from "./owners.js";
import { obstacle, piece } from "./pieces.js";

/** @typedef {{ step: Step, text: string, rank: number }} Arrow */

/** A score that fits into little room: from 10 on with one decimal, from 100 on with none. @param {string} text */
export function shortScore(text) {
    const [, sign = "", number = ""] = /^([+−-]?)(\d+\.\d+)$/.exec(text) ?? [];
    if (!number || Number(number) < 10) return text;
    return `${sign}${Number(number).toFixed(Number(number) < 100 ? 1 : 0)}`;
}

/** The middle of a square. @param {BoardView} view @param {string} square @returns {[number, number]} */
function middle(view, square) {
    const [x, y] = corner(view, square);
    return [x + 50, y + 50];
}

/** The piece that a drop puts on the board. @param {BoardView} view @param {Step} step */
function ghost(view, step) {
    const square = step.to ?? "";
    const dropped = step.changes[square]?.[0];
    const [x, y] = corner(view, square);
    const drawn = dropped
        ? piece(view.variant.name, dropped, view.pieces)
        : obstacle(view.variant.obstacle);
    const owner = dropped ? ownerOf(dropped) : "none";
    return svg`<g class="ghost ${owner}" transform="translate(${x} ${y})">${drawn}</g>`;
}

/** The line of an arrow; nothing for a move that comes from nowhere. @param {BoardView} view @param {Arrow} arrow */
function shaft(view, { step, rank }) {
    if (step.to === null) return nothing;
    if (step.from === null) return ghost(view, step);
    const [[fromX, fromY], [toX, toY]] = [middle(view, step.from), middle(view, step.to)];
    const part = /:(\d+)/.exec(step.wire)?.[1];
    return svg`<g class="arrow rank${rank} ${step.mark === "shot" ? "shot" : ""}">
        <line x1=${fromX} y1=${fromY} x2=${toX} y2=${toY}></line>
        ${part ? svg`<rect x=${fromX - 15} y=${fromY - 15} width="30" height="30" rx="6"></rect>
            <text x=${fromX} y=${fromY + 7} text-anchor="middle">${part}</text>` : nothing}</g>`;
}

/** The head of an arrow, with its score. @param {BoardView} view @param {Arrow} arrow */
function head(view, { step, text, rank }) {
    if (step.to === null) return nothing;
    const [x, y] = middle(view, step.to);
    // In the corner of the square, so that the piece that stands there or comes is seen.
    const aside = 26;
    return svg`<g class="arrow rank${rank} ${view.chooses ? "" : "ready"}" data-line=${rank}><circle cx=${x + aside}
        cy=${y - aside} r="28"></circle>
        <text x=${x + aside} y=${y - aside + 5} text-anchor="middle">${text === "best" ? "★" : shortScore(text)}</text></g>`;
}

/** The names of the colours of marks. @type {Record<string, string>} */
const COLOURS = { G: "green", R: "red", Y: "yellow", B: "blue" };

/** The squares and arrows that a user has drawn. @param {BoardView} view @param {string[]} marks */
export function drawn(view, marks) {
    return svg`<g class="drawn" aria-hidden="true">${marks.map((mark) => {
        const [, colour = "", from = "", to] = /^(.)([a-z]\d+)([a-z]\d+)?$/.exec(mark) ?? [];
        if (!from) return nothing;
        const [[x, y], look] = [middle(view, from), COLOURS[colour] ?? "green"];
        if (!to) return svg`<circle class=${look} cx=${x} cy=${y} r="43"></circle>`;
        const [toX, toY] = middle(view, to);
        const angle = Math.atan2(toY - y, toX - x);
        const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
        const at = (/** @type {number} */ back, /** @type {number} */ aside) =>
            `${(toX - back * cos - aside * sin).toFixed(1)} ${(toY - back * sin + aside * cos).toFixed(1)}`;
        return svg`<path class=${look} d="M${x} ${y}L${at(34, 0)}"></path>
            <path class="head ${look}" d="M${at(4, 0)}L${at(40, 20)}L${at(40, -20)}Z"></path>`;
    })}</g>`;
}

/** All arrows, the best on top; of those that end on one square only the best. @param {BoardView} view @param {Arrow[]} all */
export function arrows(view, all) {
    const ends = all.map(({ step }) => step.to);
    const shown = all.filter(({ step }, index) => ends.indexOf(step.to) === index).toReversed();
    return svg`<g class="arrows" aria-hidden="true">${shown.map((one) => shaft(view, one))}${shown.map((one) => head(view, one))}</g>`;
}
