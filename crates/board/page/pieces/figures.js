// Figures for pieces of games from files that move as none of chess: two figures of chess in one picture, or a figure with a sign.
// The program says which, as `R+N` (a rook that moves as a knight, too), `QxN` (a queen that captures as a knight), `N:ride` (a
// knight with a sign) or `:0246` (steps in these of eight directions, clockwise from straight ahead).

/** @import { PieceStyle } from "../pieces.js" */
import { chessSet } from "./chess-set.js";
import { bareOf, isPromoted, ownerOf } from "../owners.js";
import { disc, fromChessSet, icon } from "../pieces.js";
import { COMPOSED } from "./composed.js";
import { nothing, svg } from "../vendor/lit-html.js";

const { places, signs } = COMPOSED;

/** The names of icons by the letters of figures. @type {Record<string, string>} */
const ICONS = { ...COMPOSED.icons, ...COMPOSED.bold };

/** The colours of a side. @param {string} side */
const coloursOf = (side) => (side === "black" ? COMPOSED.colours.black : COMPOSED.colours.white);

/** A field at a place. @param {number[]} place @param {unknown} content */
const put = ([x = 0, y = 0, width = 0], content) => svg`<g transform="translate(${x} ${y}) scale(${width / 100})">${content}</g>`;

/** A circle that fills a place. @param {number[]} place @param {string} fill @param {string} line */
const circle = ([x = 0, y = 0, width = 0], fill, line) => svg`<circle cx=${x + width / 2} cy=${y + width / 2} r=${width / 2} fill=${fill}
    stroke=${line} stroke-width="2.5"></circle>`;

/** The figure of a letter. @param {string} letter @param {string} side @param {boolean} isBold */
function figure(letter, side, isBold) {
    const drawn = side === "black" ? letter.toLowerCase() : letter;
    if (!isBold && chessSet[drawn]) return fromChessSet(drawn);
    return svg`<g class="figure ${side} ${isBold ? "bold" : ""}">${icon(ICONS[letter] ?? "", 8, 8, 84, "shape")}</g>`;
}

/** The gap around a small figure, which tells it from the large one. @param {string} letter @param {string} gap @param {boolean} isBold */
function gapAround(letter, gap, isBold) {
    const strokes = chessSet[letter];
    if (!isBold && strokes) {
        const paths = strokes.map(({ d, fill, width, transform }) => svg`<path d=${d} fill=${fill === "none" ? "none" : gap} stroke=${gap}
            stroke-width=${Number(width) + 4} stroke-linejoin="round" stroke-linecap="round" transform=${transform ?? nothing}></path>`);
        return svg`<g transform="translate(2 2) scale(2.133)">${paths}</g>`;
    }
    return svg`<g fill=${gap} stroke=${gap} stroke-width="84" stroke-linejoin="round">${icon(ICONS[letter] ?? "", 8, 8, 84, "gap")}</g>`;
}

/** The drawing on the disc of a sign, in a field of 100 x 100. @param {string} sign @param {string} side @param {string} ink */
function signOf(sign, side, ink) {
    const line = signs[sign];
    const drawn = line
        ? svg`<path d=${line} fill="none" stroke=${ink} stroke-width="15" stroke-linecap="round" stroke-linejoin="round"></path>`
        : svg`<path d=${COMPOSED.centre + [...sign].map((digit) => COMPOSED.rays[Number(digit)]).join("")} fill=${ink}
            transform="scale(0.1953)"></path>`;
    // A sign that shows directions turns with its owner.
    if (line && sign !== "ahead") return drawn;
    return svg`<g class="turns ${side}" transform=${side === "black" ? "rotate(180 50 50)" : nothing}>${drawn}</g>`;
}

/** A sign on its disc. @param {number[]} place @param {string} sign @param {string} side */
function badge(place, sign, side) {
    const { ground, line } = coloursOf(side);
    return svg`${circle(place, ground, line)}${put(place, put(places.sign, signOf(sign, side, line)))}`;
}

/**
 * One piece in a field of 100 x 100.
 *
 * @param {string} code  The figure, as the program writes it.
 * @param {string} text  The piece as positions write it.
 * @param {PieceStyle} style
 */
export function drawn(code, text, style) {
    const [, main = "", relation = "", small = "", sign = ""] = /^([A-Z]?)(?:([+x])([A-Z]))?(?::(\w+))?$/.exec(code) ?? [];
    const [side, isBold] = [ownerOf(text), style === "bold"];
    // A sign may stand where promoted pieces have their star.
    const star = isPromoted(text) ? svg`<circle class="promotion" cx=${small && sign ? 14 : 84} cy="16" r="10"></circle>` : nothing;
    if (!main) return svg`${disc(bareOf(text), put(places.alone, signOf(sign, side, coloursOf(side).ink)), isBold)}${star}`;
    const { gap, line, capture } = coloursOf(side);
    const large = figure(main, side, isBold);
    if (!small) return svg`${put(sign ? places.large : [0, 0, 100], large)}${sign ? badge(places.badge, sign, side) : nothing}${star}`;
    const second = relation === "x"
        ? svg`${circle(places.ground, capture, line)}${put(places.taken, figure(small, side, isBold))}`
        : put(places.small, [gapAround(small, gap, isBold), figure(small, side, isBold)]);
    return svg`${put(places.large, large)}${second}${sign ? badge(places.above, sign, side) : nothing}${star}`;
}
