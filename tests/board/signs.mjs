// The pieces of shogi, xiangqi, janggi and their kin: Western symbols and characters for every kind of every such game; and the figures
// of the other games that come along.
import { Visit } from "./page.mjs";

/** The games whose pieces are wedges, discs and octagons. */
const GAMES = `cannonshogi crowdedxiangqi dobutsu euroshogi gorogoro gorogoroplus janggi janggicasual janggihouse
    janggimodern janggitraditional judkins kyotoshogi manchu minishogi minixiangqi shogi shoshogi supply
    torishogi xiangfu xiangqi xiangqihouse yokai`.split(/\s+/);

/** Kinds that a game has by name only: no piece ever is one of them beside the one that it looks like. */
const ALIKE = new Set(["horse", "dragon", "hen", "goose", "eagle", "flying cannon", "custom piece 11", "custom piece 12",
    "custom piece 13"]);

/** The games that come along, with their figures in use; runs in the page, and leaves there how its scripts are loaded. */
async function begun() {
    window.loaded = (name) => import(new URL(name, document.querySelector("script[type=module]").src));
    const { useFigures } = await window.loaded("pieces/sets.js");
    const answer = await fetch("/api/variants/more", { headers: { "helgi-key": localStorage.getItem("helgi-key") } });
    const variants = await answer.json();
    await useFigures(variants);
    return variants;
}

/** The drawings of every kind of every game of shogi's, xiangqi's and janggi's kin; runs in the page. */
async function drawings(variants) {
    const module = window.loaded;
    const { setOf } = await module("pieces/sets.js");
    const { kindName } = await module("pieces/signs.js");
    const { familyOf } = await module("pieces/families.js");
    const { render } = await module("vendor/lit-html.js");
    const field = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const drawn = (content) => {
        render(content, field);
        return field.querySelectorAll("path").length < 3 ? "" : field.innerHTML.replace(/<!--.*?-->/g, "");
    };
    const found = [];
    for (const { name, pieces } of variants) {
        if (!familyOf(pieces.map((kind) => kindName(kind.name)))) continue;
        const { draw } = setOf(name);
        for (const { text, name: kind } of pieces) {
            const forms = ["western", "characters"].map((form) => {
                document.documentElement.dataset.signs = form;
                return [text, text.toLowerCase()].map((one) => drawn(draw(one)));
            });
            found.push({ game: name, kind: kindName(kind), forms: forms.flat() });
        }
    }
    document.documentElement.dataset.signs = "western";
    return found;
}

/** Every kind has both forms for both sides, which differ, and no other kind of its game has the same. */
async function every(visit, variants) {
    const found = await visit.page.evaluate(drawings, variants);
    const games = [...new Set(found.map(({ game }) => game))].sort();
    if (games.join() !== GAMES.join()) throw new Error(`games with own pieces: ${games}`);
    for (const { game, kind, forms } of found) {
        if (new Set(forms).size !== 4 || forms.includes("")) throw new Error(`${game}: ${kind} has not four forms`);
        const same = found.filter((other) => other.game === game && other.kind !== kind && !ALIKE.has(kind) && !ALIKE.has(other.kind)
            && other.forms.some((form, index) => form === forms[index]));
        if (same.length > 0) throw new Error(`${game}: ${kind} looks like ${same.map((other) => other.kind)}`);
    }
    return found.length;
}

/** The pieces of the other games that come along, in pictures and bold; runs in the page. */
async function figures(variants) {
    const module = window.loaded;
    const { piece } = await module("pieces.js");
    const { render } = await module("vendor/lit-html.js");
    const field = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const drawn = (...what) => {
        render(piece(...what), field);
        return field.innerHTML.replace(/<!--.*?-->/g, "");
    };
    return variants.map(({ name, pieces }) => ({ name, kinds: pieces.map(({ text, figure }) => ({ text, figure,
        forms: ["pictures", "bold"].flatMap((style) => [text, text.toLowerCase()].map((one) => drawn(name, one, style))) })) }));
}

/** Kinds of a game look different, in both sets and for both sides, and one that has a figure is no letter. */
async function different(visit, variants) {
    const found = (await visit.page.evaluate(figures, variants)).filter(({ name }) => !GAMES.includes(name));
    let composed = 0;
    for (const { name, kinds } of found) {
        const forms = kinds.flatMap((kind) => kind.forms.map((form, index) => `${index % 4 < 2} ${form}`));
        if (new Set(forms).size !== forms.length) throw new Error(`${name}: two kinds look alike`);
        const letters = kinds.filter(({ figure, forms }) => figure && forms.some((form) => form.includes("<text")));
        if (letters.length > 0) throw new Error(`${name}: ${letters.map(({ text }) => text)} are letters`);
        composed += kinds.filter(({ figure }) => figure?.length > 1).length;
    }
    // Those of the chess set and letters alone would pass as well.
    if (composed < 100) throw new Error(`${composed} figures are composed`);
    return composed;
}

/** The choice in the settings is seen at once, and kept. */
async function chosen(visit) {
    const { page } = visit;
    await visit.game("xiangqi");
    const general = async () => (await page.locator("#piece-e1 .tile").innerHTML()).replace(/<!--.*?-->/g, "");
    const western = await general();
    if ((await page.locator("#board .letter").count()) > 0) throw new Error("there are letters on xiangqi's board");
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByLabel("Shogi, xiangqi, janggi").selectOption("characters");
    await page.getByRole("button", { name: "Close" }).click();
    const written = await general();
    if (written === western) throw new Error("the settings leave the general as it was");
    await page.reload();
    await page.waitForSelector("#piece-e1 .tile");
    if ((await general()) !== written) throw new Error("the general is another one after the page was loaded again");
    const saved = await page.evaluate(async () => (await import(new URL("export.js",
        document.querySelector("script[type=module]").src))).picture("Xiangqi"));
    if (!saved.includes("LXGW WenKai")) throw new Error("a saved picture does not say whose characters it has");
}

/** Wedges point away from their owners on the turned board, too. */
async function turned(visit) {
    const { page } = visit;
    await visit.game("shogi");
    const down = (square) => page.locator(`#piece-${square} .turns`).evaluate((element) =>
        element.getScreenCTM().a < 0);
    const directions = async () => [await down("e1"), await down("e9")].join();
    if ((await directions()) !== "false,true") throw new Error(`wedges point down: ${await directions()}`);
    await visit.tool("Turn the board").click();
    await page.waitForSelector("#board.flipped");
    if ((await directions()) !== "true,false") throw new Error(`wedges of the turned board point down: ${await directions()}`);
}

export async function signs(browser, address) {
    const visit = await Visit.begin(browser, address);
    const variants = await visit.page.evaluate(begun);
    const count = await every(visit, variants);
    const composed = await different(visit, variants);
    await chosen(visit);
    await turned(visit);
    await visit.end();
    console.log(`signs: ok, ${count} kinds of ${GAMES.length} games, ${composed} composed figures of others`);
}
