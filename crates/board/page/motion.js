// Shows moves as they happen: pieces travel, removed pieces burst; not for users who prefer stillness.

/** @import { Cells, Step } from "./types.js" */
/** @import { BoardView } from "./board.js" */
import { corner } from "./geometry.js";
import { losses } from "./position.js";

/** The times for which a piece travels, in milliseconds. */
const TRAVEL = { slow: 450, normal: 190, fast: 90, none: 0 };

const prefersStillness = matchMedia("(prefers-reduced-motion: reduce)");
const SVG = "http://www.w3.org/2000/svg";

/**
 * Shows a move on the board, which is already drawn as it is afterwards.
 *
 * @param {BoardView} view
 * @param {Cells} before
 * @param {Step} step
 * @param {keyof typeof TRAVEL} [speed]
 */
export function animate(view, before, step, speed = "normal") {
    if (prefersStillness.matches || speed === "none") return;
    const { from, to } = step;
    if (from && to && step.mark !== "shot") travel(view, from, to, TRAVEL[speed]);
    const shot = step.mark === "shot" && from ? from : undefined;
    for (const square of losses(before, step)) burst(view, square, shot);
}

/** @param {BoardView} view @param {string} from @param {string} to @param {number} duration */
function travel(view, from, to, duration) {
    const piece = document.getElementById(`piece-${to}`);
    if (!piece) return;
    const [[x, y], [toX, toY]] = [corner(view, from), corner(view, to)];
    const start = `translate(${x - toX}px, ${y - toY}px)`;
    piece.animate([{ transform: start }, { transform: "none" }], { duration, easing: "ease-out" });
}

/** @param {BoardView} view @param {string} square @param {string | undefined} shooter */
function burst(view, square, shooter) {
    const effects = document.getElementById("effects");
    if (!effects) return;
    const [x, y] = corner(view, square);
    if (shooter) {
        const [fromX, fromY] = corner(view, shooter);
        const line = document.createElementNS(SVG, "line");
        const ends = { x1: fromX + 50, y1: fromY + 50, x2: x + 50, y2: y + 50, class: "tracer" };
        for (const [name, value] of Object.entries(ends)) line.setAttribute(name, String(value));
        show(effects, line, [{ opacity: 1 }, { opacity: 0 }], 320);
    }
    const flash = document.createElementNS(SVG, "use");
    const shape = { href: "#icon-bright-explosion", x: x + 5, y: y + 5, width: 90, height: 90, class: "flash" };
    for (const [name, value] of Object.entries(shape)) flash.setAttribute(name, String(value));
    show(effects, flash, [{ opacity: 0 }, { opacity: 1, offset: 0.3 }, { opacity: 0 }], 600);
}

/** @param {Element} effects @param {SVGElement} shape @param {Keyframe[]} frames @param {number} duration */
function show(effects, shape, frames, duration) {
    effects.append(shape);
    shape.animate(frames, { duration }).finished.then(
        () => shape.remove(),
        () => shape.remove(),
    );
}
