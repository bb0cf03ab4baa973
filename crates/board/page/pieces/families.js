// The games of the families of shogi, xiangqi and janggi, and the signs of their pieces: a Western one, which shows a figure
// or the steps of the piece, and the character that stands on such a piece. A game belongs to a family by the names of its
// pieces, so that games of files do as well.

/**
 * @typedef {object} TileLook
 * @property {string} icon  The Western sign: an icon of the page, or one of `SIGNS`.
 * @property {string} [badge]  A small icon in the corner, which tells pieces with the same sign apart.
 * @property {boolean} [turned]  True if the Western sign shows directions, and turns with its owner.
 * @property {boolean} [mirrored]  True if the Western sign is seen from the other side.
 * @property {string[]} characters  What is written on it, White's and then Black's if they differ: a character, or two of which the
 *     second stands below.
 *
 * @typedef {"wedge" | "disc" | "octagon"} TileShape
 *
 * @typedef {object} Family
 * @property {TileShape} shape  The shape of its pieces; wedges point away from their owners.
 * @property {string[][]} marks  A game whose pieces have all the names of one of these lists belongs to it.
 * @property {Record<string, TileLook>} looks  By the names of the pieces. A promoted piece without a look of its own has the plain one.
 * @property {Record<string, Record<string, TileLook>>} [own]  Those that games of a name have instead.
 */

/**
 * The colours of the pieces of a side: one army is light and the other dark, so that they differ for everybody.
 *
 * @typedef {{ fill: string, edge: string, ring: string, ink: string, promoted: string }} TileColours
 */

/** The colours by the shapes, White's first. @type {Record<TileShape, [TileColours, TileColours]>} */
export const COLOURS = {
    wedge: [
        { fill: "#f7e4b6", edge: "#3a2a14", ring: "none", ink: "#1d1812", promoted: "#b3121d" },
        { fill: "#4a3323", edge: "#170d06", ring: "none", ink: "#fff3d6", promoted: "#ffa79b" },
    ],
    disc: [
        { fill: "#fcf0d6", edge: "#2b2620", ring: "#b3141c", ink: "#b3141c", promoted: "#b3141c" },
        { fill: "#2d2926", edge: "#0f0e0d", ring: "#c9bda6", ink: "#fff3de", promoted: "#fff3de" },
    ],
    octagon: [
        { fill: "#fbf1da", edge: "#2b2620", ring: "#0b5d4e", ink: "#0b5d4e", promoted: "#0b5d4e" },
        { fill: "#8c1b22", edge: "#2a0507", ring: "#f0c9a8", ink: "#fff1da", promoted: "#fff1da" },
    ],
};

/** The outlines of the shapes, and the smaller ones inside, in a field of 100 x 100. @type {Record<TileShape, [string, string]>} */
export const SHAPES = {
    wedge: ["M50 4L82 19L93 94H7L18 19Z", "M50 11L76 23L85.5 88H14.5L24 23Z"],
    disc: ["M50 5a45 45 0 1 1 0 90a45 45 0 1 1 0-90Z", "M50 11a39 39 0 1 1 0 78a39 39 0 1 1 0-78Z"],
    octagon: ["M33 5H67L95 33V67L67 95H33L5 67V33Z", "M35.5 11H64.5L89 35.5V64.5L64.5 89H35.5L11 64.5V35.5Z"],
};

/** The places of signs: the left and the upper edge, the width and the height. */
export const PLACES = {
    /** A Western sign, alone and beside a badge. */
    sign: { wedge: [18, 25, 64], disc: [19, 19, 62], octagon: [19, 19, 62] },
    badged: { wedge: [13, 22, 56], disc: [13, 13, 56], octagon: [13, 13, 56] },
    badge: { wedge: [57, 58, 31], disc: [57, 57, 30], octagon: [57, 57, 30] },
    /** A character, and two of them. */
    one: { wedge: [17, 23, 66, 66], disc: [17, 17, 66, 66], octagon: [15, 15, 70, 70] },
    upper: { wedge: [27, 16, 46, 40], disc: [27, 14, 46, 38], octagon: [27, 14, 46, 38] },
    lower: { wedge: [25, 52, 50, 40], disc: [27, 48, 46, 38], octagon: [27, 48, 46, 38] },
};

/** The way of an upright sign on a wedge that points down. */
export const LIFT = -10;

/** @param {string} icon @param {string | string[]} characters @param {Partial<TileLook>} [more] @returns {TileLook} */
const look = (icon, characters, more = {}) => ({ icon, ...more, characters: [characters].flat() });

/** Ends of rays: from the middle to one of eight directions, clockwise from straight ahead. @param {number[]} directions */
export const rays = (directions) => directions.map((direction) => {
    const angle = (direction * Math.PI) / 4;
    const at = (/** @type {number} */ along, /** @type {number} */ across) =>
        `${Math.round(256 + along * Math.sin(angle) + across * Math.cos(angle))} ${Math.round(256
            - along * Math.cos(angle) + across * Math.sin(angle))}`;
    return `M${at(246, 0)}L${at(128, -62)}L${at(128, 62)}Z`;
}).join("");

/** The place where rays begin. */
export const CENTRE = "M256 164a92 92 0 1 1 0 184a92 92 0 1 1 0-184Z";
const HOLE = "M256 208a48 48 0 1 0 0 96a48 48 0 1 0 0-96Z";

/** Own signs, each one path in a field of 512 x 512. @type {Record<string, string>} */
export const SIGNS = {
    "gold-steps": CENTRE + rays([0, 1, 2, 4, 6, 7]),
    "silver-steps": CENTRE + HOLE + rays([0, 1, 3, 5, 7]),
    "elephant-steps": CENTRE + HOLE + rays([0, 1, 2, 3, 5, 6, 7]),
    "straight-on": "M256 10L346 176H296V500H216V176H166Z",
    "left-side": "M330 70V442L90 256Z",
    "right-side": "M182 70V442L422 256Z",
    giraffe: "M190 20L206 20L214 78L246 78L254 20L270 20L274 92L322 120L306 150L296 152Q334 300 352 496L184 496Q216 330 186 196Q150 206 110 200\
Q86 196 88 170Q90 150 128 134L184 96Z",
};

/** A piece that steps like a gold once it is promoted. @param {string} badge @param {string} character */
const promoted = (badge, character) => look("gold-steps", character, { badge, turned: true });

const SHOGI = {
    king: look("chess-king", ["玉", "王"]),
    rook: look("chess-rook", "飛"),
    bishop: look("chess-bishop", "角"),
    gold: look("gold-steps", "金", { turned: true }),
    silver: look("silver-steps", "銀", { turned: true }),
    knight: look("chess-knight", "桂"),
    lance: look("straight-on", "香", { turned: true }),
    pawn: look("chess-pawn", "歩"),
    dragon: look("dragon-head", "龍"),
    horse: look("unicorn", "馬"),
    "promoted rook": look("dragon-head", "龍"),
    "promoted bishop": look("unicorn", "馬"),
    "promoted silver": promoted("silver-steps", "全"),
    "promoted knight": promoted("chess-knight", "圭"),
    "promoted lance": promoted("straight-on", "杏"),
    "promoted pawn": promoted("chess-pawn", "と"),
    // Sho shogi.
    elephant: look("elephant-steps", "醉", { turned: true }),
    "promoted elephant": look("crown", "太"),
    // Cannon shogi.
    "gold cannon": look("cannon", "砲"),
    "silver cannon": look("catapult", "包"),
    "copper cannon": look("field-gun", "銅"),
    "iron cannon": look("rolling-bomb", "鉄"),
    "flying cannon": look("rocket", "飛砲"),
};

const DOBUTSU = {
    lion: look("lion", "獅"),
    giraffe: look("giraffe", "麒"),
    elephant: look("elephant", "象"),
    chick: look("duck", "雛"),
    hen: look("chicken", "鶏"),
    "promoted chick": look("chicken", "鶏"),
};

const TORI = {
    phoenix: look("chess-king", "鵬"),
    swallow: look("dove", "燕"),
    falcon: look("egyptian-bird", "鷹"),
    crane: look("flamingo", "鶴"),
    "left quail": look("kiwi-bird", "左鶉", { badge: "left-side" }),
    "right quail": look("kiwi-bird", "右鶉", { badge: "right-side", mirrored: true }),
    pheasant: look("rooster", "雉"),
    goose: look("goose", "鴈"),
    eagle: look("eagle-emblem", "鵰"),
    "promoted swallow": look("goose", "鴈"),
    "promoted falcon": look("eagle-emblem", "鵰"),
};

const YOKAI = {
    king: SHOGI.king,
    pawn: SHOGI.pawn,
    gold: SHOGI.gold,
    knight: SHOGI.knight,
    kitsune: look("fox-head", "狐"),
    tanuki: look("raccoon-head", "狸"),
    nurikabe: look("brick-wall", "壁"),
    "left kappa": look("turtle", "左河", { badge: "left-side" }),
    "right kappa": look("turtle", "右河", { badge: "right-side" }),
    tengu: look("king-ju-mask", "天"),
    "azure oni": look("oni", "青"),
    "crimson oni": look("devil-mask", "赤"),
    yurei: look("ghost", "幽"),
    "promoted pawn": promoted("chess-pawn", "と"),
    "promoted tengu": look("chess-knight", "天", { badge: "king-ju-mask" }),
    // The kinds that a yurei, a kitsune and a tanuki become.
    "custom piece 11": look("ghost", "幽"),
    "custom piece 12": look("fox-head", "狐"),
    "custom piece 13": look("raccoon-head", "狸"),
};

const XIANGQI = {
    general: look("chess-king", ["帥", "將"]),
    adviser: look("crested-helmet", ["仕", "士"]),
    elephant: look("elephant", ["相", "象"]),
    horse: look("chess-knight", ["傌", "馬"]),
    chariot: look("chess-rook", ["俥", "車"]),
    cannon: look("cannon", ["炮", "砲"]),
    soldier: look("chess-pawn", ["兵", "卒"]),
    // Manchu chess.
    banner: look("vertical-banner", "旗"),
    // Xiangfu.
    champion: look("chess-king", "師"),
    pupil: look("chess-pawn", "徒"),
    "promoted pupil": look("chess-king", "師"),
    bishop: look("chess-bishop", "僧"),
    crossbow: look("high-shot", "弩"),
    mahout: look("elephant", "象"),
};

const JANGGI = {
    general: look("chess-king", ["楚", "漢"]),
    guard: look("crested-helmet", "士"),
    elephant: look("elephant", "象"),
    horse: look("chess-knight", "馬"),
    chariot: look("chess-rook", "車"),
    cannon: look("cannon", "包"),
    soldier: look("chess-pawn", ["卒", "兵"]),
};

const DISC = "M50 9a41 41 0 1 1 0 82a41 41 0 1 1 0-82Z";
const [CROSS, RING] = ["M22 22L78 78M78 22L22 78", "M50 18a32 32 0 1 1 0 64a32 32 0 1 1 0-64Z"];

/**
 * The pieces of games that have one kind, which does not move, by its name: White's and Black's, as paths with the colours of the
 * inside and of the line, and its width.
 * @type {Record<string, [string, string, string, number][][]>}
 */
export const STONES = {
    stone: [[[DISC, "#fffefa", "#2b2620", 4]], [[DISC, "#2b2927", "#0f0e0d", 4]]],
    mark: [[[CROSS, "none", "#fff", 19], [CROSS, "none", "#17406d", 13]], [[RING, "none", "#fff", 19], [RING, "none", "#8c1b22", 13]]],
};

/** The families; a game belongs to the first that fits. @type {Family[]} */
export const FAMILIES = [
    { shape: "octagon", marks: [["general", "cannon", "guard"]], looks: JANGGI },
    { shape: "disc", marks: [["general", "cannon"], ["champion", "pupil"]], looks: XIANGQI },
    { shape: "wedge", marks: [["lion", "chick"]], looks: DOBUTSU },
    { shape: "wedge", marks: [["phoenix", "swallow"]], looks: TORI },
    { shape: "wedge", marks: [["gold", "kitsune"]], looks: YOKAI },
    {
        shape: "wedge",
        marks: [["gold", "king", "pawn"]],
        looks: SHOGI,
        own: {
            // Each piece has another one on its back.
            kyotoshogi: {
                "promoted pawn": look("chess-rook", "飛", { badge: "chess-pawn" }),
                "promoted lance": look("gold-steps", "と", { badge: "straight-on", turned: true }),
                "promoted knight": look("gold-steps", "金", { badge: "chess-knight", turned: true }),
                "promoted silver": look("chess-bishop", "角", { badge: "silver-steps" }),
            },
        },
    },
];

/** The family of a game; `undefined` if it has none. @param {Iterable<string>} names  The names of its pieces. */
export function familyOf(names) {
    const known = new Set(names);
    return FAMILIES.find(({ marks }) => marks.some((all) => all.every((name) => known.has(name))));
}

/** The look of a piece of a game; `undefined` if it has none. @param {Family} family @param {string} game @param {string} name */
export function lookOf(family, game, name) {
    const own = family.own?.[game] ?? {};
    const plain = name.replace(/^promoted /, "");
    return own[name] ?? family.looks[name] ?? family.looks[plain];
}
