// The icons of each piece, game by game; the keys are pieces as positions write them, in upper case.

import { bareOf } from "../owners.js";

/**
 * @typedef {object} Look
 * @property {string[]} icons  One, or several side by side.
 * @property {string} [badge]  The piece that a soldier belongs to.
 * @property {string} [figure]  The letter of the piece of the chess set that it looks like, if it is not its own.
 * @property {boolean} [diagonal]  True if a cross tells it from a piece of nearly the same shape that goes straight on.
 *
 * @typedef {object} PieceSet
 * @property {Record<string, Look>} looks
 * @property {boolean} [discs]  True if pieces are discs, for stacks.
 * @property {boolean} [chess]  True if the six pieces of chess are those of the chess set.
 * @property {(text: string, style: import("../pieces.js").PieceStyle) => unknown} [draw]  Draws pieces of another kind; nothing for one
 *     that it does not know.
 */

/** @param {Record<string, string>} names @returns {Record<string, Look>} */
const plain = (names) => Object.fromEntries(Object.entries(names).map(([text, icon]) => [text, { icons: [icon] }]));

const ORTHODOX = plain({
    K: "chess-king",
    Q: "chess-queen",
    R: "chess-rook",
    B: "chess-bishop",
    N: "chess-knight",
    P: "chess-pawn",
});

/** @type {PieceSet} */
const CHESS = { chess: true, looks: ORTHODOX };

const TAVRELI_SOLDIERS = { T: "visored-helm", M: "horse-head", A: "high-shot", D: "crown", E: "winged-sword" };

/** @type {PieceSet} */
const TAVRELI = {
    discs: true,
    looks: {
        ...plain({ K: "wizard-face", Q: "crown", R: "visored-helm", B: "high-shot", N: "horse-head" }),
        ...Object.fromEntries(
            Object.entries(TAVRELI_SOLDIERS).flatMap(([letter, icon]) => [
                [letter, { icons: ["chess-pawn"], badge: icon }],
                [`+${letter}`, { icons: [icon] }],
            ]),
        ),
    },
};

/** @type {PieceSet} */
const TACTICAL = {
    looks: {
        ...ORTHODOX,
        ...plain({
            O: "stone-block",
            T: "stone-tower",
            A: "pope-crown",
            H: "unicorn",
            V: "sergeant",
            C: "cannon",
            D: "dragon-head",
            I: "jewel-crown",
            F: "rolling-bomb",
            J: "cloak-dagger",
        }),
    },
};

/** @type {PieceSet} */
const CHESSBATTLE = {
    looks: plain({
        H: "tower-flag",
        B: "biplane",
        T: "great-war-tank",
        G: "field-gun",
        M: "minigun",
        C: "cavalry",
        S: "brodie-helmet",
    }),
};

/** @type {PieceSet} */
const POPULAR10 = {
    looks: {
        ...ORTHODOX,
        ...plain({
            J: "camel",
            A: "pope-crown",
            M: "caesar",
            C: "cannon",
            V: "high-shot",
            E: "elephant",
            W: "catapult",
            G: "griffin-symbol",
            D: "dragon-head",
            Z: "swordwoman",
            O: "medusa-head",
            U: "bison",
            T: "tank",
            I: "visored-helm",
            Y: "sergeant",
            F: "laurel-crown",
            L: "laurels",
        }),
        S: { icons: ["pawn"], diagonal: true },
    },
};

/** @param {number} count @returns {Look} */
const stars = (count) => ({ icons: Array.from({ length: count }, () => "round-star") });

/** @type {PieceSet} */
const OPERATIONAL2 = {
    looks: {
        ...plain({
            P: "brodie-helmet",
            C: "parachute",
            R: "battle-tank",
            B: "cavalry",
            H: "helicopter",
            M: "rocket",
            O: "commercial-airplane",
            X: "jet-fighter",
            U: "watchtower",
            S: "military-fort",
        }),
        N: stars(2),
        G: stars(3),
        Q: stars(4),
    },
};

/** The sets by the beginnings of the games' names. @type {[string, PieceSet][]} */
export const SETS = [
    ["chessbattle", CHESSBATTLE],
    ["chess", CHESS],
    ["fischerandom", CHESS],
    ["crazyhouse", CHESS],
    ["tavreli", TAVRELI],
    ["tactical", TACTICAL],
    ["popular10", POPULAR10],
    ["operational2", OPERATIONAL2],
];


const SHAFT = "M22 20L66 68M66 68L66 49M66 68L47 68M38 37L40 23M38 37L24 37M29 27L31 14M29 27L15 28";
const WAVE = "q9.5-9 19 0t19 0t19 0t19 0";

/**
 * The drawings of what closes squares, where it is no wall, in a field of 100 x 100: paths with the colours of the inside and of the
 * line, and its width.
 * @type {Record<Exclude<import("../types.js").Obstacle, "wall">, [string, string, string, number][]>}
 */
export const DRAWINGS = {
    duck: [
        ["M14 58C22 60 30 58 37 54C31 48 29 41 30 34C32 22 42 15 53 17C64 19 70 28 68 39C67 45 64 49 60 52C70 54 80 52 90 45C92 66 80 84 \
56 85C34 86 17 76 14 58Z", "#f7c325", "#3a2a08", 3.5],
        ["M31 30C24 29 16 32 10 38C17 42 25 43 31 41Z", "#e8731a", "#3a2a08", 3.5],
        ["M48 62C56 68 66 68 76 62C74 72 66 77 58 76C52 75 49 69 48 62Z", "#e0a712", "#3a2a08", 3.5],
        ["M42 31a4 4 0 1 1 8 0a4 4 0 1 1-8 0Z", "#231e17", "#3a2a08", 3.5],
    ],
    arrow: [[SHAFT, "none", "#fff6e0", 13], [SHAFT, "none", "#3a2a1c", 7], ["M52 82Q66 72 82 82", "none", "#7d6d5b", 5]],
    hole: [
        ["M10 4H90Q96 4 96 10V90Q96 96 90 96H10Q4 96 4 90V10Q4 4 10 4Z", "#2a2320", "#0c0a09", 4],
        ["M13 40V18Q13 13 18 13H80", "none", "#6b5a50", 5],
    ],
    water: [["M2 2H98V98H2Z", "#2f7fb5", "#174a6e", 3], [`M12 32${WAVE}M12 54${WAVE}M12 76${WAVE}`, "none", "#d3eaf8", 5]],
};

/** The sets of games by their names. @type {Map<string, PieceSet>} */
const FIGURES = new Map();

/**
 * The own icons of a game. Games from files have none, whatever they are called.
 * @param {import("../types.js").Variant} variant
 */
const ownSet = ({ name, comes_along, foreign }) =>
    (comes_along || foreign ? undefined : SETS.find(([beginning]) => name.startsWith(beginning))?.[1]);

/**
 * Lets games without icons of their own show the figures that the program names: the pieces of chess, and others, which are loaded
 * for them; and those of shogi, xiangqi and janggi theirs.
 *
 * @param {import("../types.js").Variant[]} variants
 */
export async function useFigures(variants) {
    const others = variants.filter((variant) => {
        const set = ownSet(variant);
        if (set) FIGURES.set(variant.name, set);
        return !set;
    });
    for (const { name, pieces } of others) {
        /** @type {PieceSet} */
        const set = { chess: true, looks: {} };
        /** @type {Record<string, string>} */
        const more = {};
        for (const { text, figure } of pieces) {
            const look = figure && ORTHODOX[figure];
            if (look) set.looks[text] = { ...look, figure };
            else if (figure) more[text] = figure;
        }
        if (pieces.some(({ text }) => text in more)) {
            const { drawn } = await import("./figures.js");
            set.draw = (text, style) => {
                const upper = text.toUpperCase();
                const code = more[upper] ?? (upper in set.looks ? "" : more[bareOf(upper)]);
                return code && drawn(code, text, style);
            };
        }
        if (set.draw || Object.keys(set.looks).length > 0) FIGURES.set(name, set);
    }
    if (others.length > 0) await (await import("./signs.js")).useSigns(others);
}

/** Lets a game draw its pieces by itself. @param {string} name @param {(text: string) => unknown} draw */
export const draws = (name, draw) => void FIGURES.set(name, { looks: {}, draw });

/** The set of a game; one without icons for a game that has none. @param {string} variant @returns {PieceSet} */
export function setOf(variant) {
    return FIGURES.get(variant) ?? { looks: {}, discs: true };
}
