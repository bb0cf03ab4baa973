// Draws pieces: icons as silhouettes or on discs, the chess set, or letters. The bold set is all silhouettes, larger, in
// black and white, and with a line of the other colour around each.

/** @import { Look } from "./pieces/sets.js" */
import { nothing, svg } from "./vendor/lit-html.js";
import { chessSet } from "./pieces/chess-set.js";
import { icons } from "./pieces/icons.js";
import { bareOf, isPromoted, ownerOf } from "./owners.js";
import { DRAWINGS, setOf } from "./pieces/sets.js";

/** @typedef {"pictures" | "bold" | "letters"} PieceStyle */

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

/** The shield on which insignia stand. */
const SHIELD = "M14 12Q50 4 86 12V52Q86 80 50 95Q14 80 14 52Z";

/** The places of a piece's icons in a field of 100 x 100. @param {number} count @returns {[number, number, number][]} */
function places(count) {
    switch (count) {
        case 1:
            return [[8, 8, 84]];
        case 2:
            return [[17, 28, 33], [50, 28, 33]];
        case 3:
            return [[33.5, 13, 33], [18, 44, 33], [49, 44, 33]];
        default:
            return [[19, 15, 31], [50, 15, 31], [19, 47, 31], [50, 47, 31]];
    }
}

/** @param {string} letter */
export const fromChessSet = (letter) => svg`<g transform="translate(2 2) scale(2.133)">${(chessSet[letter] ?? []).map(
    (part) => svg`<path d=${part.d} fill=${part.fill} stroke=${part.stroke} stroke-width=${part.width}
        stroke-linecap=${part.cap} stroke-linejoin=${part.join} fill-rule="evenodd"
        transform=${part.transform ?? nothing}></path>`,
)}</g>`;

/** A disc with something in it, and a ring if it is promoted. @param {string} text @param {unknown} content @param {boolean} [bold] */
export const disc = (text, content, bold = false) => svg`<g
    class="disc ${ownerOf(text)} ${isPromoted(text) ? "promoted" : ""} ${bold ? "bold" : ""}">
    <circle class="edge" cx="50" cy="50" r="43"></circle>
    <circle class="ring" cx="50" cy="50" r="37"></circle>${content}</g>`;

/** @param {string} text @param {Look} look @param {boolean} bold */
function onDisc(text, look, bold) {
    if (bold) return boldDisc(text, look);
    const side = ownerOf(text);
    const badge = look.badge
        ? svg`<circle class="badge" cx="73" cy="73" r="20"></circle>${icon(look.badge, 59, 59, 28, "ink")}`
        : nothing;
    const main = look.badge ? icon(look.icons[0] ?? "", 16, 14, 58, "ink") : icon(look.icons[0] ?? "", 18, 18, 64, "ink");
    return disc(text, svg`<g class=${side}>${main}${badge}</g>`);
}

/** The same in the bold set, where the badge of a soldier is as large as it can be. @param {string} text @param {Look} look */
function boldDisc(text, look) {
    const main = look.icons[0] ?? "";
    if (!look.badge) return disc(text, isPromoted(text) ? icon(main, 20, 20, 60, "ink") : icon(main, 14, 14, 72, "ink"), true);
    return disc(text, svg`${icon(main, 7, 13, 53, "ink")}<circle class="badge" cx="68" cy="67"
        r="25"></circle>${icon(look.badge, 50, 49, 36, "mark")}`, true);
}

/**
 * One piece in a field of 100 x 100.
 *
 * @param {string} variant
 * @param {string} text  The piece as positions write it.
 * @param {PieceStyle} style
 */
export function piece(variant, text, style) {
    const set = setOf(variant);
    const own = style !== "letters" && set.draw?.(text, style);
    if (own) return own;
    const upper = text.toUpperCase();
    const side = ownerOf(text);
    const look = set.looks[upper] ?? set.looks[bareOf(upper)];
    if (style === "letters" || !look) {
        return disc(text, svg`<text class="letter" x="50" y="68" text-anchor="middle">${bareOf(upper)}</text>`);
    }
    const bold = style === "bold";
    if (set.discs) return onDisc(text, look, bold);
    const star = isPromoted(text) ? svg`<circle class="promotion" cx="84" cy="16" r="10"></circle>` : nothing;
    const figure = side === "black" ? look.figure?.toLowerCase() : look.figure;
    const drawn = figure || bareOf(text);
    if (set.chess && !bold && chessSet[drawn]) return svg`${fromChessSet(drawn)}${star}`;
    const spots = places(look.icons.length);
    if (look.icons.length > 1) {
        // Insignia are small: they stand on a shield, in the colours of a disc.
        return svg`<g class="plate ${side} ${bold ? "bold" : ""}"><path class="edge" d=${SHIELD}></path>${look.icons.map((name, index) => {
            const [x, y, size] = spots[index] ?? [0, 0, 0];
            return icon(name, x, y, size, "ink");
        })}</g>${star}`;
    }
    const cross = look.diagonal ? svg`<g class="diagonal ${side}"><circle cx="78" cy="24" r="16"></circle><path d="M70.5 16.5 85.5 31.5M85.5 16.5 70.5 31.5"></path></g>` : nothing;
    return svg`<g class="figure ${side} ${bold ? "bold" : ""}">${look.icons.map((name, index) => {
        const [x, y, size] = spots[index] ?? [0, 0, 0];
        return icon(name, x, y, size, "shape");
    })}</g>${cross}${star}`;
}

/** The thing that closes a square, in a field of 100 x 100. @param {import("./types.js").Obstacle} kind */
export function obstacle(kind) {
    if (kind === "wall") return svg`<use href="#icon-stone-block" x="6" y="6" width="88" height="88" class="block"></use>`;
    return svg`<g class=${kind}>${DRAWINGS[kind].map(([path, fill, line, width]) => svg`<path d=${path} fill=${fill} stroke=${line}
        stroke-width=${width} stroke-linecap="round" stroke-linejoin="round"></path>`)}</g>`;
}

/** The most covered pieces whose rims are seen; the height is counted from two on. */
const RIMS = 4;

/** The radius of the top disc and the distance of the rims, by the number of rims. @type {[number, number][]} */
const PILES = [[1, 0], [0.95, 11], [0.92, 8.5], [0.88, 7.6], [0.85, 6.6]];

/**
 * All that stands on a square: the top piece as large as alone or nearly so, and below it the rims of the others in
 * the colours of their owners, like draughtsmen that are seen from above and a little from the front.
 *
 * @param {string} variant
 * @param {string[]} stack  From the top down.
 * @param {PieceStyle} style
 */
export function pile(variant, stack, style) {
    const [top, ...covered] = stack;
    if (top === undefined) return nothing;
    if (covered.length === 0) return piece(variant, top, style);
    const count = Math.min(covered.length, RIMS);
    const [size, step] = PILES[count] ?? [1, 0];
    const radius = 43 * size;
    // The top and the rims together stand in the middle of the square.
    const high = 50 - (step * count) / 2;
    const rims = covered.slice(0, count).map((text, index) => rim(ownerOf(text), isPromoted(text), high + step * (index + 1), radius));
    const shift = 50 * (1 - size);
    const more = svg`<g class="more"><circle cx="15" cy="83" r="13"></circle>
        <text x="15" y="89" text-anchor="middle">${stack.length}</text></g>`;
    const isDisc = style === "letters" || setOf(variant).discs;
    return svg`${rims.reverse()}${isDisc ? nothing : svg`<g class="disc ${ownerOf(top)}"><circle class="edge" cx="50"
        cy=${high} r=${radius}></circle></g>`}
        <g transform="translate(${shift} ${high - 50 * size}) scale(${size})">${piece(variant, top, style)}</g>${more}`;
}

/** The rim of a disc in a pile. @param {string} owner @param {boolean} promoted @param {number} y @param {number} radius */
const rim = (owner, promoted, y, radius) =>
    svg`<circle class="rim ${owner} ${promoted ? "promoted" : ""}" cx="50" cy=${y} r=${radius}></circle>`;
