// Mouse, touch and keys on the board, as steps of the entry.

/** @import { Play } from "./play.js" */
/** @import { Variant } from "./types.js" */
import { squareAt } from "./geometry.js";
import * as head from "./head.js";
import { bareOf } from "./owners.js";
import { coordinates, named } from "./position.js";

/** The distance that the pointer goes before it pulls, in pixels. */
const PULL = 6;

/** The time for which the pointer or a finger rests on a stack before the stack is shown, in milliseconds. */
const REST = 350;

/**
 * The square on which the pointer rests, and since when that is waited for.
 * @type {{ square: string | undefined, timer: number | undefined }}
 */
const rest = { square: undefined, timer: undefined };

/** The pointer is on a square; on a stack where it stays its pieces are shown. @param {Play} play @param {string | undefined} square */
export function pass(play, square) {
    if (square === rest.square) return;
    clearTimeout(rest.timer);
    rest.square = square;
    if (play.over !== undefined) play.hover(undefined);
    if (square !== undefined) rest.timer = window.setTimeout(() => play.hover(square), REST);
}

/**
 * @typedef {object} Grip  The square that the pointer holds.
 * @property {string} square
 * @property {string | undefined} piece  The piece there when it was pressed.
 * @property {number} x
 * @property {number} y
 * @property {boolean} mayPull  Whether the piece may be pulled.
 * @property {boolean} pulls  Whether it is.
 * @property {boolean} wasHeld  Whether the square is pressed when the pointer lets it go, and not before.
 */

/** @type {Grip | undefined} */
let grip;

/** The square under the pointer. @param {Play} play @param {PointerEvent | MouseEvent} event */
function under(play, event) {
    const svg = document.getElementById("board");
    const view = play.view();
    if (!view || !(svg instanceof SVGSVGElement)) return undefined;
    const matrix = svg.getScreenCTM();
    if (!matrix) return undefined;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return squareAt(view, x, y);
}

/** The square where a mark begins that is drawn with the right button. @type {string | undefined} */
let drawsFrom;

/** The colour of a mark, by the keys that are held. @param {PointerEvent} event */
function colour(event) {
    if (event.shiftKey) return "R";
    if (event.altKey) return "B";
    return event.ctrlKey ? "Y" : "G";
}

/** @param {Play} play @param {PointerEvent} event */
export function down(play, event) {
    play.touched = event.pointerType === "touch";
    if (event.button === 0 && event.isPrimary && head.press(play, event)) return;
    if (event.button === 2) drawsFrom = under(play, event);
    if (event.button !== 0 || !event.isPrimary) return;
    const square = under(play, event);
    if (square === undefined) return;
    // A piece that may move is lifted at once, so that it can be pulled.
    const lifts = play.isOpen && play.entry.way.length === 0 && play.entry.tokenAt(square) !== undefined;
    grip = { square, piece: play.pieceOn(square), x: event.clientX, y: event.clientY, mayPull: play.mayLift(square), pulls: false,
        wasHeld: !lifts };
    if (lifts) play.press(square);
    if (event.pointerType !== "touch" || (play.place?.cells[square]?.length ?? 0) < 2) return;
    // A finger that stays opens the stack, and does nothing else.
    const held = grip;
    clearTimeout(rest.timer);
    rest.timer = window.setTimeout(() => {
        if (grip !== held || held.pulls) return;
        grip = undefined;
        play.entry.way = [];
        play.clear();
        play.peek = square;
        play.draw();
    }, 1.4 * REST);
}

/** @param {Play} play @param {PointerEvent} event */
export function move(play, event) {
    head.point(play, event);
    if (event.pointerType === "mouse") pass(play, event.buttons === 0 ? under(play, event) : undefined);
    if (!grip?.mayPull) return;
    // The other side has moved meanwhile, and taken it.
    if (play.pieceOn(grip.square) !== grip.piece) return cancel(play);
    if (play.settings.zoom && play.variant.files > 12) return;
    const far = Math.hypot(event.clientX - grip.x, event.clientY - grip.y) > PULL;
    if (!grip.pulls && !far) return;
    if (!grip.pulls) {
        if (event.target instanceof Element) event.target.setPointerCapture?.(event.pointerId);
        // A piece that is in hand may also go to this one's square: what is wanted shows when it is put down.
        if (play.inHand === undefined) play.lift(grip.square);
    }
    grip.pulls = true;
    shift(event.clientX - grip.x, event.clientY - grip.y);
}

/** @param {Play} play @param {PointerEvent} event */
export function up(play, event) {
    if (event.button === 2 && drawsFrom !== undefined) {
        const to = under(play, event);
        if (to !== undefined) play.mark(`${colour(event)}${drawsFrom}${to === drawsFrom ? "" : to}`);
        drawsFrom = undefined;
        return;
    }
    const held = grip;
    grip = undefined;
    if (!held) return;
    if (held.pulls) shift(0, 0, held.square);
    const square = under(play, event);
    if (held.pulls && square !== undefined && square !== held.square) play.put(held.square, square, event.shiftKey);
    else if (square === held.square && held.wasHeld && !(held.pulls && play.inHand === square)) play.press(square, event.shiftKey);
}

/** The pointer has been taken away. @param {Play} _play */
export function cancel(_play) {
    if (grip?.pulls) shift(0, 0, grip.square);
    grip = undefined;
}

/** Moves the held piece this many pixels away from its square. @param {number} x @param {number} y @param {string} [square] */
function shift(x, y, square = grip?.square) {
    const piece = document.getElementById(`piece-${square}`);
    const svg = document.getElementById("board");
    if (!piece || !(svg instanceof SVGSVGElement)) return;
    const scale = svg.getScreenCTM()?.a ?? 1;
    if (x === 0 && y === 0) piece.removeAttribute("transform");
    else piece.setAttribute("transform", `translate(${x / scale} ${y / scale})`);
    piece.parentElement?.classList.toggle("pulled", x !== 0 || y !== 0);
}

/**
 * The next square in a direction, over holes.
 * @param {{ variant: Variant, focus: string }} from
 * @param {number} files
 * @param {number} ranks
 */
export function neighbour({ variant, focus }, files, ranks) {
    let [file, rank] = coordinates(focus);
    for (;;) {
        [file, rank] = [file + files, rank + ranks];
        if (file < 0 || rank < 0 || file >= variant.files || rank >= variant.ranks) return focus;
        const square = named(file, rank);
        if (!variant.holes.includes(square)) return square;
    }
}

/** The next square with a piece of a letter, from the focus on. @param {Play} play @param {string} letter @param {boolean} backwards */
function next(play, letter, backwards) {
    const { files, ranks } = play.variant;
    const all = Array.from({ length: files * ranks }, (_, index) => named(index % files, Math.floor(index / files)));
    const fits = (/** @type {string} */ square) => {
        const bare = bareOf(play.pieceOn(square) ?? "").toLowerCase();
        return bare === letter && play.hasPiece(square, play.place?.side);
    };
    if (backwards) all.reverse();
    const here = all.indexOf(play.focus);
    return [...all.slice(here + 1), ...all.slice(0, here + 1)].find(fits);
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** @param {Play} play @param {KeyboardEvent} event */
export function key(play, event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const arrow = ARROWS[/** @type {keyof typeof ARROWS} */ (event.key)];
    if (arrow) {
        const turn = play.flipped ? -1 : 1;
        focus(play, neighbour(play, (arrow[0] ?? 0) * turn, (arrow[1] ?? 0) * turn));
    } else if (event.key === "Enter" || event.key === " ") {
        play.touched = false;
        play.press(play.focus, event.shiftKey);
    } else if (event.key === "Escape") {
        play.back();
    } else if (/^[1-9]$/.test(event.key)) {
        const part = play.entry.parts().find((token) => token === `:${event.key}`);
        const choice = play.entry.choices()[Number(event.key) - 1];
        if (part && play.entry.target === undefined) play.choose(part);
        else if (choice) play.choose(choice);
    } else if (/^[a-z]$/i.test(event.key)) {
        const square = next(play, event.key.toLowerCase(), event.shiftKey);
        if (square) focus(play, square);
    } else {
        return;
    }
    event.preventDefault();
}

/** Moves the focus. @param {Play} play @param {string} square */
export function focus(play, square) {
    play.focus = square;
    play.over = (play.place?.cells[square]?.length ?? 0) > 1 ? square : undefined;
    play.draw();
    const cell = document.getElementById(`square-${square}`);
    if (cell instanceof SVGElement) cell.focus({ preventScroll: false });
}

/**
 * Carries out the keys that walk through a game or turn its board; false for a key without a use.
 * @param {Play} play
 * @param {string} key
 */
export function walk(play, key) {
    const { tree } = play;
    const goal = { ArrowLeft: tree?.parent(play.at), ArrowRight: play.following, Home: tree?.root, End: play.last }[key];
    if (goal !== undefined) play.go(goal);
    else if (key === "Escape") play.back();
    else if (key === "f") {
        play.flipped = !play.flipped;
        play.draw();
    } else if (key === "z") play.calm();
    else return false;
    return true;
}
