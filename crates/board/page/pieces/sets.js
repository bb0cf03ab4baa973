// The icons of each piece, game by game; the keys are pieces as positions write them, in upper case.

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
 * @property {(text: string) => unknown} [draw]  Draws pieces of another kind; `undefined` for one that it does not know.
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

/** The games whose walls are something else: a duck, or arrows that stick in the ground. @type {Map<string, "duck" | "arrow">} */
const OBSTACLES = new Map([["duck", "duck"], ["amazons", "arrow"]]);

/** The kind of what closes squares in the games of a family. @param {string} family @returns {"wall" | "duck" | "arrow"} */
export const obstacleOf = (family) => OBSTACLES.get(family) ?? "wall";

/** The sets of games that have no icons of their own, by their names. @type {Map<string, PieceSet>} */
const FIGURES = new Map();

/** The own icons of a game. @param {string} variant */
const ownSet = (variant) => SETS.find(([beginning]) => variant.startsWith(beginning))?.[1];

/**
 * Lets games without icons of their own show the pieces of chess for those that move alike: one for each of them, that
 * of the same letter if there is one; and those of shogi, xiangqi and janggi theirs, which are loaded for them.
 *
 * @param {import("../types.js").Variant[]} variants
 */
export async function useFigures(variants) {
    for (const { name, pieces } of variants) {
        if (ownSet(name)) continue;
        const own = pieces.filter(({ text, figure }) => text === figure);
        /** @type {Record<string, Look>} */
        const looks = {};
        const used = new Set();
        for (const { text, figure } of [...own, ...pieces]) {
            const look = figure && ORTHODOX[figure];
            if (!look || text in looks || used.has(figure)) continue;
            used.add(figure);
            looks[text] = { ...look, figure };
        }
        if (used.size > 0) FIGURES.set(name, { chess: true, looks });
    }
    if (!variants.every(({ name }) => ownSet(name))) (await import("./signs.js")).useSigns(variants);
}

/** Lets a game draw its pieces by itself. @param {string} name @param {(text: string) => unknown} draw */
export const draws = (name, draw) => void FIGURES.set(name, { looks: {}, draw });

/** The set of a game; one without icons for a game that has none. @param {string} variant @returns {PieceSet} */
export function setOf(variant) {
    return ownSet(variant) ?? FIGURES.get(variant) ?? { looks: {}, discs: true };
}
