// Writes crates/drawing/assets/pieces.json anew, in which the program finds the pictures of the pieces that the page shows;
// with --check it says whether that file is as it would be written.
//
//   node crates/board/tools/pieces.mjs
import { readFileSync, writeFileSync } from "node:fs";
import { chessSet } from "../page/pieces/chess-set.js";
import { characters } from "../page/pieces/characters.js";
import { COLOURS, FAMILIES, LIFT, PLACES, SHAPES, SIGNS, STONES } from "../page/pieces/families.js";
import { COMPOSED } from "../page/pieces/composed.js";
import { icons } from "../page/pieces/icons.js";
import { moreIcons } from "../page/pieces/more-icons.js";
import { DRAWINGS, SETS } from "../page/pieces/sets.js";

const place = new URL("../../drawing/assets/pieces.json", import.meta.url);
const sets = SETS.map(([game, set]) => ({ game, discs: !!set.discs, chess: !!set.chess, looks: set.looks }));
const tiles = { families: FAMILIES, signs: SIGNS, icons: Object.assign({}, ...Object.values(moreIcons)), characters, colours: COLOURS,
    shapes: SHAPES, places: PLACES, lift: LIFT };
const text = `${JSON.stringify({ icons, chess: chessSet, sets, obstacles: DRAWINGS,
    stones: STONES, composed: COMPOSED, tiles }, undefined, 1)}\n`;
if (process.argv[2] === "--check") {
    if (readFileSync(place, "utf8") !== text) throw new Error("crates/drawing/assets/pieces.json: run crates/board/tools/pieces.mjs");
} else {
    writeFileSync(place, text);
}
