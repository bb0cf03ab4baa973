// Writes page/pieces/characters.js anew from the npm packages @fontsource/lxgw-wenkai-tc, opentype.js and svgo, which stand
// in the folder that is given:
//
//   npm install --prefix /tmp/icons @fontsource/lxgw-wenkai-tc@5.3.0 opentype.js@1.3.4 svgo@4
//   node crates/board/tools/characters.mjs /tmp/icons
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { FAMILIES } from "../page/pieces/families.js";

const folder = process.argv[2] ?? "";
const need = createRequire(`${folder}/node_modules/`);
const { optimize } = need("svgo");
const { parse } = need("opentype.js");

/** The size of the outlines, and the height of their base line. */
const [SIZE, BASE] = [300, 264];

const looks = FAMILIES.flatMap((family) => [...Object.values(family.looks), ...Object.values(family.own ?? {}).flatMap(Object.values)]);
const wanted = new Set(looks.flatMap((look) => [...look.characters.join("")]));
const fonts = `${folder}/node_modules/@fontsource/lxgw-wenkai-tc/files`;
const outlines = new Map();
// The font comes in many files, each with some of the characters.
for (const name of readdirSync(fonts).filter((file) => file.endsWith("-700-normal.woff"))) {
    const { buffer, byteOffset, byteLength } = readFileSync(`${fonts}/${name}`);
    const font = parse(buffer.slice(byteOffset, byteOffset + byteLength));
    for (const character of wanted) {
        const glyph = font.charToGlyph(character);
        if (glyph.index === 0 || outlines.has(character)) continue;
        const drawn = `<path d="${glyph.getPath(0, BASE, SIZE).toPathData(2)}"/>`;
        const plugins = [{ name: "preset-default", params: { overrides: { convertPathData: { floatPrecision: 0 } } } }, "mergePaths"];
        const { data } = optimize(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}">${drawn}</svg>`, { plugins });
        outlines.set(character, / d="([^"]*)"/.exec(data)[1]);
    }
}
const missing = [...wanted].filter((character) => !outlines.has(character));
if (missing.length > 0) throw new Error(`not in the font: ${missing.join(" ")}`);
const lines = [
    "// Outlines of characters of LXGW WenKai TC Bold, under the SIL Open Font License 1.1 (LICENSE.md), rounded to whole",
    "// units; written by tools/characters.mjs. Each is one path in a field of 300 x 300.",
    "",
    "/** The outlines by their characters. @type {Record<string, string>} */",
    "export const characters = {",
    ...[...wanted].sort().map((character) => `    ${character}: "${outlines.get(character)}",`),
    "};",
    "",
];
writeFileSync(new URL("../page/pieces/characters.js", import.meta.url), lines.join("\n"));
