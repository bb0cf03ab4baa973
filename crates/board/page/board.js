// The board as one picture: squares, marks, pieces. It is drawn from what it is given and changes nothing.

/** @import { Choice, Side, Variant } from "./types.js" */
/** @import { Arrow } from "./arrows.js" */
/** @import { Place } from "./position.js" */
import { html, nothing, svg } from "./vendor/lit-html.js";
import { arrows, drawn } from "./arrows.js";
import { CELL, corner, EDGE, size } from "./geometry.js";
import { titleOf } from "./names.js";
import { obstacle, pile } from "./pieces.js";
import { coordinates, named, spoken } from "./position.js";
import { t } from "./text.js";

/**
 * @typedef {object} BoardView
 * @property {string} id  The name of the picture in the page.
 * @property {Variant} variant
 * @property {Place} place
 * @property {boolean} flipped
 * @property {import("./pieces.js").PieceStyle} pieces  How pieces are drawn.
 * @property {"outside" | "inside" | "none"} labels
 * @property {string[]} checkers
 * @property {string | null} checked
 * @property {string | null} frozen
 * @property {Map<string, Choice[]>} targets  The squares that can be chosen next, with the moves they leave.
 * @property {Map<string, Pick<Choice, "mark">[]>} shown  The same for a piece that is only looked at.
 * @property {boolean} third  True if an extra target is being chosen, besides the move itself.
 * @property {boolean} chooses  True if something is in hand.
 * @property {string[]} held  The squares chosen so far.
 * @property {{ square: string, count: number }} [lifted]  A stack of which so many pieces are in hand, and the others stay.
 * @property {string[]} lost  The squares where the last move removed something.
 * @property {string} focus  The square that keys act on.
 * @property {string[]} hint  The squares of a hint.
 * @property {Arrow[]} arrows  The engine's best moves.
 * @property {string[]} drawn  The user's drawings.
 */

/**
 * A view in which nothing is chosen, shown or written.
 *
 * @type {Omit<BoardView, "id" | "variant" | "place" | "flipped" | "pieces" | "labels">}
 */
export const BARE = {
    checkers: [],
    checked: null,
    frozen: null,
    targets: new Map(),
    shown: new Map(),
    third: false,
    chooses: false,
    held: [],
    lost: [],
    focus: "",
    hint: [],
    arrows: [],
    drawn: [],
};

/** A star with this many points. @param {number} outer @param {number} inner @param {number} points */
function star(outer, inner, points) {
    const corners = Array.from({ length: 2 * points }, (_, index) => {
        const [radius, angle] = [index % 2 ? inner : outer, (Math.PI * index) / points - Math.PI / 2];
        return `${(50 + radius * Math.cos(angle)).toFixed(1)} ${(50 + radius * Math.sin(angle)).toFixed(1)}`;
    });
    return `M${corners.join("L")}Z`;
}

const BURST = star(46, 30, 12);
const STAR = star(24, 10, 5);
const CROSS = "M50 8v26M50 66v26M8 50h26M66 50h26M50 50h.1";

/** A line with a pale edge, so that it is seen on dark pieces too. @param {(look: string) => unknown} line */
const edged = (line) => svg`${line("mark under")}${line("mark line")}`;

/** A ring. @param {number} radius @param {string} [dashes] */
const ring = (radius, dashes) =>
    edged((look) => svg`<circle class="${look} wide" cx="50" cy="50" r=${radius} stroke-dasharray=${dashes ?? nothing}></circle>`);

/** The mark of a square that can be chosen. @param {Pick<Choice, "mark">[]} moves @param {boolean} third @param {boolean} occupied */
export function mark(moves, third, occupied) {
    if (third) {
        return occupied
            ? svg`${ring(43, "16 11")}<path class="mark fill" d=${STAR} transform="translate(53 -11) scale(0.6)"></path>`
            : svg`<path class="mark fill" d=${STAR}></path>`;
    }
    const kinds = new Set(moves.map((move) => move.mark));
    return svg`${[...kinds].map((kind) => {
        switch (kind) {
            case "shot":
                return edged((look) => svg`<path class=${look} d=${CROSS}></path><circle class=${look} cx="50" cy="50" r="30"></circle>`);
            case "burst":
                return edged((look) => svg`<path class=${look} d=${BURST}></path>`);
            case "capture":
                return ring(occupied ? 44 : 20);
            case "mount":
                return edged((look) => svg`<path class="${look} wide" d="M26 30 L50 10 L74 30"></path>`);
            default:
                return svg`<circle class="mark fill" cx="50" cy="50" r="14"></circle>`;
        }
    })}`;
}

/** The name of a square when it is read aloud. @param {BoardView} view @param {string} square */
function label(view, square) {
    const stack = view.place.cells[square];
    const words = [square];
    if (view.place.blocks.includes(square)) words.push(t("square.obstacle"));
    else if (stack) words.push(spoken(view.variant, stack));
    if (view.frozen === square) words.push(t("square.frozen"));
    if (view.checked === square) words.push(t("square.check"));
    if (view.held.includes(square)) words.push(t("square.chosen"));
    else if (view.targets.has(square) && view.chooses) words.push(t("square.open"));
    return words.join(", ");
}

/**
 * The name of a part of a square among the elements: the board of a game has the short names.
 * @param {BoardView} view
 * @param {string} part
 * @param {string} square
 */
const idOf = (view, part, square) => (view.id === "board" ? `${part}-${square}` : `${view.id}-${part}-${square}`);

/** One square with all that is drawn below the pieces. @param {BoardView} view @param {string} square */
function cell(view, square) {
    const [x, y] = corner(view, square);
    const [file, rank] = coordinates(square);
    const last = view.place.last;
    const shade = (file + rank) % 2 ? "light" : "dark";
    const moved = last && (last.from === square || last.to === square);
    const classes = ["square", shade, moved ? "moved" : "", view.held.includes(square) ? "held" : ""];
    return svg`<g role="gridcell" id=${idOf(view, "square", square)} data-square=${square} class="cell"
        tabindex=${square === view.focus ? 0 : -1} aria-label=${label(view, square)}
        aria-selected=${view.held.includes(square)} transform="translate(${x} ${y})">
        <rect class=${classes.join(" ")} width="100" height="100"></rect>
        ${moved ? svg`<path class="corners ${last.to === square ? "to" : ""}" d="M4 26V4H26M74 4H96V26M96 74V96H74M26 96H4V74"></path>` : nothing}
        ${view.checked === square ? svg`<circle class="check" cx="50" cy="50" r="50"></circle>` : nothing}
        ${view.checkers.includes(square) ? svg`<rect class="checker" x="4" y="4" width="92" height="92" rx="14"></rect>` : nothing}
        ${view.hint.includes(square) ? svg`<rect class="hint" x="5" y="5" width="90" height="90" rx="20"></rect>` : nothing}
        <rect class="focus" x="3" y="3" width="94" height="94"></rect>
    </g>`;
}

/** The edges of the parts of the board that some pieces never leave: palaces, a river. @param {BoardView} view */
function zones(view) {
    const rects = view.variant.zones.map((corners) => {
        const [[x, y], [otherX, otherY]] = [corner(view, corners[0]), corner(view, corners[1])];
        return svg`<rect x=${Math.min(x, otherX)} y=${Math.min(y, otherY)} width=${Math.abs(x - otherX) + CELL}
            height=${Math.abs(y - otherY) + CELL}></rect>`;
    });
    return svg`<g class="zones" aria-hidden="true">${rects}</g>`;
}

/** A square of a picture: only the last move and check are seen on it. @param {BoardView} view @param {string} square */
function ground(view, square) {
    const [[x, y], [file, rank]] = [corner(view, square), coordinates(square)];
    const moved = view.place.last && (view.place.last.from === square || view.place.last.to === square);
    const look = `${(file + rank) % 2 ? "light" : "dark"} ${moved ? "moved" : ""}`;
    return svg`<rect class="square ${look}" x=${x} y=${y} width="100" height="100"></rect>
        ${view.checked === square ? svg`<circle class="check" cx=${x + 50} cy=${y + 50} r="50"></circle>` : nothing}`;
}

/**
 * A stack; one of which a part is in hand with that part lifted off what stays.
 * @param {BoardView} view
 * @param {string} square
 * @param {string[]} stack
 */
function standing({ variant, pieces, lifted }, square, stack) {
    if (lifted?.square !== square) return pile(variant.name, stack, pieces);
    return svg`<g transform="translate(10 12) scale(0.88)">${pile(variant.name, stack.slice(lifted.count), pieces)}</g>
        <g class="lifted" transform="translate(-4 -22) scale(0.88)">${pile(variant.name, stack.slice(0, lifted.count), pieces)}</g>`;
}

/** The content of a square. @param {BoardView} view @param {string} square @param {boolean} isNamed  True if it can be found again. */
function content(view, square, isNamed) {
    const [x, y] = corner(view, square);
    const stack = view.place.cells[square];
    const block = view.place.blocks.includes(square);
    if (!stack && !block) return nothing;
    return svg`<g transform="translate(${x} ${y})"><g id=${isNamed ? idOf(view, "piece", square) : nothing}>
        ${block ? obstacle(view.variant.obstacle) : nothing}
        ${stack ? standing(view, square, stack) : nothing}
        ${view.frozen === square ? svg`<use href="#icon-snowflake-1" x="62" y="2" width="36" height="36" class="frost"></use>` : nothing}
    </g></g>`;
}

/** @param {BoardView} view */
function labels(view) {
    if (view.labels === "none") return nothing;
    const { margin, height } = size(view);
    const { files, ranks } = view.variant;
    const inside = view.labels === "inside";
    const texts = [];
    for (let column = 0; column < files; column++) {
        const letter = String.fromCharCode(97 + (view.flipped ? files - 1 - column : column));
        const x = margin + column * CELL + (inside ? 92 : 50);
        const y = inside ? height - EDGE - 6 : height - 6;
        texts.push(svg`<text class="label" x=${x} y=${y} text-anchor="middle">${letter}</text>`);
    }
    for (let row = 0; row < ranks; row++) {
        const rank = view.flipped ? row + 1 : ranks - row;
        const [x, y] = inside ? [margin + 5, EDGE + row * CELL + 20] : [margin / 2 - 1, EDGE + row * CELL + 56];
        texts.push(svg`<text class="label" x=${x} y=${y} text-anchor=${inside ? "start" : "middle"}>${rank}</text>`);
    }
    return svg`<g aria-hidden="true">${texts}</g>`;
}

/** The board. @param {BoardView} view @param {boolean} [isPicture]  Whether it is only to be looked at. */
export function board(view, isPicture = false) {
    const { width, height } = size(view);
    const { files, ranks, holes } = view.variant;
    const rows = Array.from({ length: ranks }, (_, row) => (view.flipped ? row : ranks - 1 - row));
    const columns = Array.from({ length: files }, (_, column) => (view.flipped ? files - 1 - column : column));
    const squares = rows.map((rank) =>
        columns.map((file) => named(file, rank)).filter((square) => !holes.includes(square)),
    );
    // In an order that turning the board leaves as it is: then pieces only go elsewhere.
    const places = Array.from({ length: files * ranks }, (_, index) => named(index % files, Math.floor(index / files)));
    const occupied = (/** @type {string} */ square) => (view.place.cells[square] ?? []).length > 0;
    // A piece that has moved is above those that stand, also on its way.
    const moved = view.place.last?.to;
    const marked = view.chooses ? [...view.targets] : [...view.shown];
    return html`<svg id=${view.id} class="board ${view.flipped ? "flipped" : ""}"
        viewBox="0 0 ${width} ${height}" role=${isPicture ? "img" : "grid"}
        aria-label=${t("board.label", { title: titleOf(view.variant) })} aria-rowcount=${isPicture ? nothing : ranks}
            aria-colcount=${isPicture ? nothing : files}>
        ${svg`
        <g>${isPicture
            ? squares.flat().map((square) => ground(view, square))
            : squares.map((row) => svg`<g role="row">${row.map((square) => cell(view, square))}</g>`)}</g>
        ${zones(view)}${labels(view)}
        <g class="pieces" aria-hidden="true">${places.map((square) => (square === moved ? nothing : content(view, square, !isPicture)))}
            ${moved && !holes.includes(moved) ? content(view, moved, !isPicture) : nothing}</g>
        <g class="marks" aria-hidden="true">
            ${view.lost.map((square) => {
                const [x, y] = corner(view, square);
                return svg`<use href="#icon-bright-explosion" x=${x + 64} y=${y + 64} width="34" height="34" class="lost"></use>`;
            })}
            ${marked.map(([square, moves]) => {
                const [x, y] = corner(view, square);
                const look = view.chooses ? nothing : "shown";
                return svg`<g class=${look} transform="translate(${x} ${y})">${mark(moves, view.third, occupied(square))}</g>`;
            })}
        </g>
        ${drawn(view, view.drawn)}${arrows(view, view.arrows)}
        <g id=${view.id === "board" ? "effects" : nothing} aria-hidden="true"></g>`}
    </svg>`;
}

/** The side that a board is seen from. @param {boolean} flipped @returns {Side} */
export const bottom = (flipped) => (flipped ? "black" : "white");
