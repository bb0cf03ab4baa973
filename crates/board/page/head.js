// The heads of the engine's arrows: a click plays the move, and pointing at one plays its line out on the board.

/** @import { Play } from "./play.js" */

/** The time between two moves of a line that is played out, in milliseconds. */
const PACE = 700;

const prefersStillness = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * The line that is pointed at, and where its head is, also while the arrows are not drawn.
 * @type {{ rank: number, at: string, box: DOMRect, timer: number | undefined } | undefined}
 */
let pointed;

/** The line of the arrow's head under the pointer. @param {Play} play @param {PointerEvent} event */
function under(play, event) {
    // Another position has other arrows.
    if (pointed && (pointed.at !== play.at || !play.preview)) leave(play);
    if (pointed) {
        const { left, right, top, bottom } = pointed.box;
        const inside = event.clientX > left && event.clientX < right && event.clientY > top && event.clientY < bottom;
        return inside ? pointed.rank : undefined;
    }
    const head = event.target instanceof Element ? event.target.closest("[data-line]") : null;
    return head ? Number(head.getAttribute("data-line")) : undefined;
}

/** Leaves the present view. @param {Play} play */
export function leave(play) {
    if (!pointed) return;
    clearTimeout(pointed.timer);
    pointed = undefined;
    play.previewLine(0, 0);
}

/** The pointer is somewhere on the board. @param {Play} play @param {PointerEvent} event */
export function point(play, event) {
    // Fingers touch the move that they want to play.
    if (event.pointerType === "touch" || event.buttons !== 0) return;
    const rank = under(play, event);
    if (rank === pointed?.rank) return;
    leave(play);
    if (rank === undefined || !(event.target instanceof Element)) return;
    const head = event.target.closest("[data-line]");
    if (!head) return;
    const now = { rank, at: play.at, box: head.getBoundingClientRect(), timer: /** @type {number | undefined} */ (undefined) };
    pointed = now;
    const show = (/** @type {number} */ count) => {
        const steps = play.analysis?.lines[rank]?.steps.length ?? 0;
        if (pointed !== now || count > steps) return;
        play.previewLine(rank, count);
        if (!prefersStillness.matches) now.timer = window.setTimeout(() => show(count + 1), PACE);
    };
    show(1);
}

/** Plays the move of the head under the pointer; says whether there is one. @param {Play} play @param {PointerEvent} event */
export function press(play, event) {
    const rank = under(play, event);
    const move = rank === undefined ? undefined : play.analysis?.lines[rank]?.steps[0];
    if (!move || play.entry.way.length > 0 || !play.isOpen || play.threats) return false;
    leave(play);
    void play.play(move.wire);
    return true;
}
