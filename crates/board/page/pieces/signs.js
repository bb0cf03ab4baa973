// The pieces of shogi, xiangqi, janggi and their kin: wedges, discs and octagons with Western signs or with characters.

/** @import { Variant } from "../types.js" */
/** @import { Message } from "../text.js" */
/** @import { Family, TileLook } from "./families.js" */
import { isPromoted, ownerOf } from "../owners.js";
import { nothing, svg } from "../vendor/lit-html.js";
import { COLOURS, LIFT, PLACES, SHAPES, SIGNS, STONES, familyOf, lookOf } from "./families.js";
import { icons } from "./icons.js";
import { draws } from "./sets.js";

/** The paths of Western signs, each in a field of 512 x 512. @type {Record<string, string>} */
const PATHS = Object.assign({}, SIGNS, ...Object.values(icons));

/** The paths of characters, each in a field of 300 x 300. @type {Record<string, string>} */
const CHARACTERS = {};

/** Loads the paths that the pieces of families have alone; they are larger than all else here. */
async function loadPaths() {
    const [{ characters }, { moreIcons }] = await Promise.all([import("./characters.js"), import("./more-icons.js")]);
    Object.assign(PATHS, ...Object.values(moreIcons));
    Object.assign(CHARACTERS, characters);
}

/**
 * A path of a field of so many units at a place.
 *
 * @param {string} path
 * @param {number} field
 * @param {readonly number[]} place
 * @param {string} ink
 */
function inked(path, field, [x = 0, y = 0, width = 0, height = width], ink) {
    const scale = `scale(${(width / field).toFixed(4)} ${(height / field).toFixed(4)})`;
    return svg`<path d=${path} fill=${ink} transform="translate(${x} ${y}) ${scale}"></path>`;
}

/**
 * A piece in a field of 100 x 100.
 *
 * @param {Family} family
 * @param {TileLook} look
 * @param {string} text  The piece as positions write it.
 * @param {boolean} isWritten  True for its character, false for the Western sign.
 */
export function tile({ shape }, look, text, isWritten) {
    const black = ownerOf(text) === "black";
    const colours = COLOURS[shape][black ? 1 : 0];
    const [outer, inner] = SHAPES[shape];
    const ink = isPromoted(text) ? colours.promoted : colours.ink;
    const ring = isPromoted(text) ? "#d4a017" : colours.ring;
    const turns = shape === "wedge";
    // Wedges and what is written on them stand upside down for their opponents, as across a board.
    const turned = (/** @type {unknown} */ content) => (turns
        ? svg`<g class="turns ${black ? "black" : "white"}" transform=${black ? "rotate(180 50 50)" : nothing}>${content}</g>`
        : content);
    const body = svg`<path d=${outer} fill=${colours.fill} stroke=${colours.edge} stroke-width="3.5" stroke-linejoin="round"></path>
        <path d=${inner} fill="none" stroke=${ring} stroke-width=${isPromoted(text) ? 4.5 : 2.5} stroke-linejoin="round"></path>`;
    if (isWritten) {
        const written = [...(look.characters[black && look.characters.length > 1 ? 1 : 0] ?? "")];
        const places = written.length === 1 ? [PLACES.one[shape]] : [PLACES.upper[shape], PLACES.lower[shape]];
        return svg`<g class="tile">${turned([body, ...written.map((character, index) =>
            inked(CHARACTERS[character] ?? "", 300, places[index] ?? [], ink))])}</g>`;
    }
    const place = look.badge ? PLACES.badged[shape] : PLACES.sign[shape];
    const main = inked(PATHS[look.icon] ?? "", 512, place, ink);
    const sign = look.mirrored ? svg`<g transform="translate(${2 * (place[0] ?? 0) + (place[2] ?? 0)} 0) scale(-1 1)">${main}</g>` : main;
    const badge = look.badge ? inked(PATHS[look.badge] ?? "", 512, PLACES.badge[shape], ink) : nothing;
    if (look.turned) return svg`<g class="tile">${turned([body, sign, badge])}</g>`;
    // The middle of a wedge lies nearer to its owner.
    const lifted = turns
        ? svg`<g class="lifts ${black ? "black" : "white"}" transform=${black ? `translate(0 ${LIFT})` : nothing}>${sign}${badge}</g>`
        : [sign, badge];
    return svg`<g class="tile">${turned(body)}${lifted}</g>`;
}

/** A stone in a field of 100 x 100. @param {[string, string, string, number][]} paths */
const stone = (paths) => svg`<g class="stone">${paths.map(([path, fill, line, width]) => svg`<path d=${path} fill=${fill}
    stroke=${line} stroke-width=${width} stroke-linecap="round"></path>`)}</g>`;

/** The English name of a kind of piece, by which it is known. @param {Message} name @returns {string} */
export function kindName(name) {
    if (name.id === "piece-promoted") return `promoted ${kindName(name["piece"])}`;
    return name.own?.["en"] ?? name.id.replace(/^piece\.(?:[^.]*\.)?/, "");
}

/** Lets the games of the families have these pieces. @param {Variant[]} variants */
export async function useSigns(variants) {
    const named = variants.map(({ name, pieces }) => {
        const names = new Map(pieces.map((kind) => [kind.text, kindName(kind.name)]));
        return { name, names, family: familyOf(names.values()) };
    });
    if (named.some(({ family }) => family)) await loadPaths();
    for (const { name, names, family } of named) {
        const stones = names.size === 1 ? STONES[[...names.values()].join("")] : undefined;
        if (stones) draws(name, (text) => stone(stones[ownerOf(text) === "white" ? 0 : 1] ?? []));
        if (!family) continue;
        draws(name, (text) => {
            const look = lookOf(family, name, names.get(text.toUpperCase()) ?? "");
            return look && tile(family, look, text, document.documentElement.dataset["signs"] === "characters");
        });
    }
}
