// The board as a picture by itself, with the look that the style sheet gives it, and with the names of those
// who drew the pieces.

import { icons } from "./pieces/icons.js";

const NAMESPACE = "http://www.w3.org/2000/svg";

/** The properties of shapes and letters in the style sheet. */
const LOOKS = [
    "fill", "stroke", "stroke-width", "stroke-linejoin", "stroke-linecap", "stroke-dasharray", "paint-order", "opacity",
    "font", "text-anchor",
];

/** The authors of the pieces. */
const CREDITS = `Icons made by ${Object.keys(icons).join(", ")} of game-icons.net, licence CC BY 3.0 \
(https://creativecommons.org/licenses/by/3.0/). Chess pieces by Colin M.L. Burnett, BSD licence. Drawn by helgi.`;

/** The authors of the pieces on the board, those of the characters too if there are any. */
const credits = () => (document.documentElement.dataset["signs"] === "characters" && document.querySelector("#board .tile")
    ? `${CREDITS} Characters of LXGW WenKai TC, licence SIL OFL 1.1.` : CREDITS);

/** Writes the look of a shape and of its content into attributes. @param {Element} from @param {Element} to */
function dress(from, to) {
    const look = getComputedStyle(from);
    for (const name of LOOKS) {
        const value = look.getPropertyValue(name);
        // Attributes say no fonts in short.
        if (name === "font") {
            if (from.localName === "text") {
                for (const part of ["font-family", "font-size", "font-weight"]) to.setAttribute(part, look.getPropertyValue(part));
            }
        } else if (value && (from.localName !== "g" || name === "opacity")) to.setAttribute(name, value);
    }
    for (const name of ["class", "id", "role", "tabindex", "aria-label", "aria-selected", "aria-hidden", "data-square",
        "style"]) to.removeAttribute(name);
    const inner = [...to.children];
    [...from.children].forEach((child, index) => inner[index] && dress(child, inner[index]));
}

/** The board as the text of an SVG file. @param {string} title */
export function picture(title) {
    const board = document.getElementById("board");
    if (!(board instanceof SVGSVGElement)) throw new Error("there is no board");
    const copy = /** @type {SVGSVGElement} */ (board.cloneNode(true));
    dress(board, copy);
    copy.querySelectorAll("rect[fill=none]").forEach((empty) => empty.getAttribute("stroke") === "none" && empty.remove());
    const { width, height } = board.viewBox.baseVal;
    copy.setAttribute("xmlns", NAMESPACE);
    copy.setAttribute("width", String(width));
    copy.setAttribute("height", String(height));
    const used = new Set([...copy.querySelectorAll("use")].map((use) => use.getAttribute("href") ?? ""));
    const ground = document.createElementNS(NAMESPACE, "rect");
    ground.setAttribute("width", "100%");
    ground.setAttribute("height", "100%");
    ground.setAttribute("fill", getComputedStyle(document.body).backgroundColor);
    const parts = document.createElementNS(NAMESPACE, "defs");
    for (const name of used) {
        const symbol = document.querySelector(name);
        if (symbol) parts.append(symbol.cloneNode(true));
    }
    /** @param {string} name @param {string} text */
    const said = (name, text) => {
        const element = document.createElementNS(NAMESPACE, name);
        element.textContent = text;
        return element;
    };
    copy.prepend(said("title", title), said("metadata", credits()), parts, ground);
    // Comments that the templates leave behind mean nothing.
    const walker = document.createTreeWalker(copy, NodeFilter.SHOW_COMMENT);
    const comments = [];
    while (walker.nextNode()) comments.push(walker.currentNode);
    comments.forEach((comment) => comment.parentNode?.removeChild(comment));
    return new XMLSerializer().serializeToString(copy);
}

/** A text chunk of a PNG file. @param {string} key @param {string} text */
function chunk(key, text) {
    const body = new TextEncoder().encode(`tEXt${key}\0${text}`);
    const bytes = new Uint8Array(body.length + 8);
    const view = new DataView(bytes.buffer);
    view.setUint32(0, body.length - 4);
    bytes.set(body, 4);
    let sum = ~0;
    for (const byte of body) {
        sum ^= byte;
        for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
    }
    view.setUint32(body.length + 4, ~sum >>> 0);
    return bytes;
}

/** The signature and the first chunk of a PNG file, after which others may stand. */
const HEAD = 33;

/** The board as a PNG file, about this many pixels wide. @param {string} title @param {number} pixels */
export async function bitmap(title, pixels) {
    const source = URL.createObjectURL(new Blob([picture(title)], { type: "image/svg+xml" }));
    try {
        const image = new Image();
        image.src = source;
        await image.decode();
        const canvas = document.createElement("canvas");
        canvas.width = pixels;
        canvas.height = Math.round((pixels * image.height) / image.width);
        canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
        const drawn = await new Promise((/** @type {(blob: Blob | null) => void} */ done) => canvas.toBlob(done, "image/png"));
        if (!drawn) throw new Error("the browser makes no picture of this size");
        const bytes = new Uint8Array(await drawn.arrayBuffer());
        const said = [chunk("Title", title), chunk("Copyright", credits())];
        return new Blob([bytes.slice(0, HEAD), ...said, bytes.slice(HEAD)], { type: "image/png" });
    } finally {
        URL.revokeObjectURL(source);
    }
}
