// Links to positions and moves, which anybody can read, write by hand and send. All of a link is a stranger's text: the rules
// check its position and its moves, and only short parts of it are ever shown.
//
// | link | |
// |---|---|
// | `#tavreli/e2e4,e7e5` | moves from the usual start |
// | `#tavreli/fen=TEXT` | a position, with `_` for each space |
// | `#tavreli/fen=TEXT&moves=e2e4,e7e5` | moves from there |
// | `#my-game/e2e4,e7e5&rules=LETTERS` | the same in a game that only the sender has: its rules, packed by the server |
//
// A move that has a comma on the wire has a semicolon here: `#duck/e2e4;e4d5,e7e5;e5e6`. Moves may also be written as people
// write them, with their numbers and with blanks between them: `#chess/1.e4,e5,2.Nf3`.

/** The longest link, counted from its `#`: chat programs and mails cut longer addresses. */
export const LONGEST = 2000;

/** The longest one that brings the rules of a game. */
export const LONGEST_WITH_RULES = 8000;

/** The number of letters of a wrong part that are shown. */
const SHOWN = 40;

/** @typedef {"link.long" | "link.move" | "link.part"} FaultName */

/** A fault of a link: the name of the text that says it, and the part that is wrong. */
export class LinkFault extends Error {
    /** @param {FaultName} name @param {string} [part] @param {number} [most]  The length that a link may have. */
    constructor(name, part = "", most = LONGEST) {
        super(name);
        this.fault = name;
        this.most = most;
        // Signs that are not seen could turn the sentence around.
        const shown = part.replace(/\p{C}/gu, "\ufffd");
        this.part = shown.length > SHOWN ? `${shown.slice(0, SHOWN)}…` : shown;
    }
}

/**
 * @typedef {object} SharedLine
 * @property {string} variant
 * @property {string} fen  The position where it begins; empty for the usual start.
 * @property {string[]} moves  As they are on the wire.
 * @property {string} rules  The rules of the game, packed; empty for a game that everybody has.
 */

/** The letters that mean something in a link, or that an address does not have. */
const CODED = /[^A-Za-z0-9\-.~*+/()@:]/g;

/** A position within a link. @param {string} fen */
function packed(fen) {
    return fen.replace(CODED, (letter) => {
        if (letter === " ") return "_";
        return encodeURIComponent(letter).replace(/^[^%]$/, (same) => `%${same.charCodeAt(0).toString(16).toUpperCase()}`);
    });
}

/**
 * The link to a line.
 *
 * @param {string} variant
 * @param {string} start  The position where it begins.
 * @param {string} usual  That in which the game begins.
 * @param {string[]} moves
 * @param {string} [rules]  The rules of the game, packed.
 */
export function written(variant, start, usual, moves, rules = "") {
    const line = moves.map((move) => move.replaceAll(",", ";")).join(",");
    const more = rules ? `&rules=${rules}` : "";
    if (start === usual && line) return `#${variant}/${line}${more}`;
    return `#${variant}/fen=${packed(start)}${line ? `&moves=${line}` : ""}${more}`;
}

const SQUARE = "[a-q]\\d{1,2}";

/** A move alone, which is not the name of a game: a pass, a drop or a wall, a shot, a step with what happens besides. */
const ALONE = new RegExp(`^(?:0000|[+*a-z]{0,2}@${SQUARE}|${SQUARE}(?:x${SQUARE})+|${SQUARE}${SQUARE}(?::\\d{1,2})?[a-z+=-]?`
    + `(?:@${SQUARE})?(?:x${SQUARE})?(?:\\+${SQUARE})?(?:;${SQUARE}${SQUARE})?[a-z]?)$`, "i");

/** A move as people write it, perhaps behind its number. Without a sign it is shorter than the name of a game. */
const READABLE = new RegExp(`^(?:\\d+\\.+)?(?:[A-Z]?[a-q]?\\d{0,2}[x:-]?${SQUARE}(?:[=(]?[A-Z]\\)?)?|[O0](?:-?[O0]){1,2})[+#!?]*$`, "i");

/** A move among others, of which the rules know more. */
const MOVE = /^[\w@:;+*=~.!?#/()'×‐-―-]{2,40}$/;

/** A position, of which the rules know more. */
const POSITION = /^[ -~]+$/;

/** The moves of a link. @param {string} text */
function movesOf(text) {
    // People part moves by what parts the fields of a position, too.
    const moves = text === "" ? [] : text.split(/,|[\s_]+/);
    const wrong = moves.find((move) => !MOVE.test(move));
    if (wrong !== undefined) throw new LinkFault("link.move", wrong);
    return moves.map((move) => move.replaceAll(";", ","));
}

/** A part of a link as it was meant. @param {string} text */
function plain(text) {
    try {
        return decodeURIComponent(text);
    } catch {
        throw new LinkFault("link.part", text);
    }
}

/**
 * Reads the part of an address after `#`, if it is a link to a line.
 *
 * @param {string} hash
 * @returns {SharedLine | undefined}
 * @throws {LinkFault}
 */
export function read(hash) {
    const [, name = "", rest = ""] = /^#?([^/]*)\/(.*)$/s.exec(hash) ?? [];
    const [first = "", ...others] = rest.split("&");
    const isNamed = /^(?:fen|moves|rules)=/.test(first);
    const isLink = isNamed || first.includes(",") || ALONE.test(first) || READABLE.test(first);
    if (!/^[a-z0-9][a-z0-9_-]*$/.test(name) || !isLink) return undefined;
    const most = [first, ...others].some((part) => part.startsWith("rules=")) ? LONGEST_WITH_RULES : LONGEST;
    if (hash.length > most) throw new LinkFault("link.long", "", most);
    const line = { variant: name, fen: "", moves: /** @type {string[]} */ ([]), rules: "" };
    const known = new Set();
    for (const part of [isNamed ? first : `moves=${first}`, ...others]) {
        const [, key = "", value = ""] = /^([a-z]+)=(.*)$/s.exec(part) ?? [];
        if (known.has(key)) throw new LinkFault("link.part", plain(part));
        known.add(key);
        if (key === "moves") line.moves = movesOf(plain(value));
        else if (key === "fen" && value) line.fen = plain(value.replaceAll("_", " "));
        else if (key === "rules" && value) line.rules = plain(value);
        else throw new LinkFault("link.part", plain(part));
    }
    line.fen = line.fen.replace(/\s+/g, " ");
    if (line.fen && !POSITION.test(line.fen)) throw new LinkFault("link.part", line.fen);
    return line;
}
