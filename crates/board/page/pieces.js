// Draws pieces: icons as silhouettes or on discs, the chess set, or letters.

/** @import { Look } from "./pieces/sets.js" */
import { nothing, svg } from "./vendor/lit-html.js";
import { chessSet } from "./pieces/chess-set.js";
import { icons } from "./pieces/icons.js";
import { setOf } from "./pieces/sets.js";

/** The owner of a piece. @param {string} text */
export const ownerOf = (text) => (text === text.toUpperCase() ? "white" : "black");

/** Returns true if a piece is written as a promoted one: `+E`, `Q~`. @param {string} text */
export const isPromoted = (text) => /[+~]/.test(text);

/** A piece without the mark of a promoted one. @param {string} text */
export const bareOf = (text) => text.replace(/[+~]/, "");

/** All icons as symbols, for the page to refer to. */
export function symbols() {
    const paths = Object.values(icons).flatMap((drawn) => Object.entries(drawn));
    return svg`${paths.map(
        ([name, path]) => svg`<symbol id="icon-${name}" viewBox="-16 -16 544 544"><path d=${path}></path></symbol>`,
    )}`;
}

/**
 * @param {string} name
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} look
 */
export const icon = (name, x, y, size, look) =>
    svg`<use href="#icon-${name}" x=${x} y=${y} width=${size} height=${size} class=${look}></use>`;

/** The places of a piece's icons in a field of 100 x 100. @param {number} count @returns {[number, number, number][]} */
function places(count) {
    switch (count) {
        case 1:
            return [[8, 8, 84]];
        case 2:
            return [[5, 28, 46], [49, 28, 46]];
        case 3:
            return [[28, 8, 44], [6, 48, 44], [50, 48, 44]];
        default:
            return [[7, 7, 43], [50, 7, 43], [7, 50, 43], [50, 50, 43]];
    }
}

/** @param {string} letter */
const fromChessSet = (letter) => svg`<g transform="translate(2 2) scale(2.133)">${(chessSet[letter] ?? []).map(
    (part) => svg`<path d=${part.d} fill=${part.fill} stroke=${part.stroke} stroke-width=${part.width}
        stroke-linecap=${part.cap} stroke-linejoin=${part.join} fill-rule="evenodd"
        transform=${part.transform ?? nothing}></path>`,
)}</g>`;

/** A disc with something in it, and a ring if it is promoted. @param {string} text @param {unknown} content */
const disc = (text, content) => svg`<g class="disc ${ownerOf(text)} ${isPromoted(text) ? "promoted" : ""}">
    <circle class="edge" cx="50" cy="50" r="43"></circle>
    <circle class="ring" cx="50" cy="50" r="37"></circle>${content}</g>`;

/** @param {string} text @param {Look} look */
function onDisc(text, look) {
    const side = ownerOf(text);
    const badge = look.badge
        ? svg`<circle class="badge" cx="73" cy="73" r="20"></circle>${icon(look.badge, 59, 59, 28, "ink")}`
        : nothing;
    const main = look.badge ? icon(look.icons[0] ?? "", 16, 14, 58, "ink") : icon(look.icons[0] ?? "", 18, 18, 64, "ink");
    return disc(text, svg`<g class=${side}>${main}${badge}</g>`);
}

/**
 * One piece in a field of 100 x 100.
 *
 * @param {string} variant
 * @param {string} text  The piece as positions write it.
 * @param {boolean} letters  Whether its letter is shown instead of its picture.
 */
export function piece(variant, text, letters) {
    const set = setOf(variant);
    const upper = text.toUpperCase();
    const side = ownerOf(text);
    const look = set.looks[upper] ?? set.looks[bareOf(upper)];
    if (letters || !look) {
        return disc(text, svg`<text class="letter" x="50" y="68" text-anchor="middle">${bareOf(upper)}</text>`);
    }
    if (set.discs) return onDisc(text, look);
    const star = isPromoted(text) ? svg`<circle class="promotion" cx="84" cy="16" r="10"></circle>` : nothing;
    const bare = bareOf(text);
    if (set.chess && chessSet[bare]) return svg`${fromChessSet(bare)}${star}`;
    const spots = places(look.icons.length);
    return svg`<g class="figure ${side}">${look.icons.map((name, index) => {
        const [x, y, size] = spots[index] ?? [0, 0, 0];
        return icon(name, x, y, size, "shape");
    })}</g>${star}`;
}

/** Number of covered pieces that are drawn before they are counted. */
const SHOWN = 4;

/**
 * All that stands on a square: the top piece, and the covered ones small along the right edge.
 *
 * @param {string} variant
 * @param {string[]} stack  From the top down.
 * @param {boolean} letters
 */
export function pile(variant, stack, letters) {
    const [top, ...covered] = stack;
    if (top === undefined) return nothing;
    if (covered.length === 0) return piece(variant, top, letters);
    const shown = covered.length > SHOWN ? covered.slice(0, SHOWN - 1) : covered;
    const step = covered.length < 3 ? 34 : 23;
    const small = shown.map(
        (text, index) =>
            svg`<g transform="translate(64 ${1 + index * step}) scale(0.36)">${piece(variant, text, letters)}</g>`,
    );
    const more =
        covered.length > SHOWN
            ? svg`<g class="more"><circle cx="83" cy=${17 + shown.length * step} r="14"></circle>
                <text x="83" y=${23 + shown.length * step} text-anchor="middle">+${covered.length - shown.length}</text></g>`
            : nothing;
    return svg`${small}${more}<g transform="translate(-4 17) scale(0.78)">${piece(variant, top, letters)}</g>`;
}
