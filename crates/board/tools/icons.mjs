// Writes page/pieces/icons.js and more-icons.js anew from the npm packages @iconify-json/game-icons and svgo, which stand
// in the folder that is given:
//
//   npm install --prefix /tmp/icons @iconify-json/game-icons@1.2.4 svgo@4
//   node crates/board/tools/icons.mjs /tmp/icons
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";

const folder = process.argv[2] ?? "";
const need = createRequire(`${folder}/node_modules/`);
const { optimize } = need("svgo");
const all = JSON.parse(readFileSync(`${folder}/node_modules/@iconify-json/game-icons/icons.json`, "utf8"));

/** The authors of the icons, by the folders of github.com/game-icons/icons. */
const AUTHORS = {
    Lorc: `pawn crown visored-helm high-shot horse-head winged-sword stone-tower cannon dragon-head rolling-bomb
        cloak-dagger stone-block minigun tank laurel-crown laurels parachute battle-tank rocket snowflake-1
        crosshair walking-boot bright-explosion bullet-impacts`,
    Delapouite: `wizard-face pope-crown unicorn sergeant jewel-crown tower-flag cavalry camel caesar elephant
        griffin-symbol bison helicopter commercial-airplane round-star jet-fighter watchtower military-fort`,
    Skoll: "chess-king chess-queen chess-rook chess-bishop chess-knight chess-pawn brodie-helmet",
    Cathelineau: "great-war-tank swordwoman medusa-head",
    Quoting: "biplane field-gun",
    HeavenlyDog: "catapult",
};

/** Those that only games that come along have, which are loaded with them. */
const MORE = {
    Lorc: "crested-helmet lion eagle-emblem dove fox-head turtle ghost",
    Delapouite: `duck chicken kiwi-bird egyptian-bird flamingo rooster goose raccoon-head brick-wall king-ju-mask oni devil-mask
        vertical-banner`,
};

/** Writes icons to a file of the page. */
function write(file, name, authors) {
    const lines = [
        "// Icons of game-icons.net, CC BY 3.0 (https://creativecommons.org/licenses/by/3.0/), rounded to whole",
        "// units; written by tools/icons.mjs. Each is one path in a field of 512 x 512.",
        "",
        "/** The icons by their authors. @type {Record<string, Record<string, string>>} */",
        `export const ${name} = {`,
    ];
    for (const [author, names] of Object.entries(authors)) {
        lines.push(`    ${author}: {`);
        for (const icon of names.split(/\s+/).sort()) lines.push(`        "${icon}":`, `            "${pathOf(icon)}",`);
        lines.push("    },");
    }
    lines.push("};", "");
    writeFileSync(new URL(`../page/pieces/${file}`, import.meta.url), lines.join("\n"));
}

/** The path of an icon, in whole units. */
function pathOf(name) {
    const { body } = all.icons[name];
    const plugins = [
        { name: "preset-default", params: { overrides: { convertPathData: { floatPrecision: 0 } } } },
        "mergePaths",
    ];
    const drawn = optimize(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">${body}</svg>`, { plugins });
    const paths = [...drawn.data.matchAll(/ d="([^"]*)"/g)].map((found) => found[1]);
    if (paths.length !== 1) throw new Error(`${name}: ${paths.length} paths`);
    return paths[0];
}

write("icons.js", "icons", AUTHORS);
write("more-icons.js", "moreIcons", MORE);
