// The findings of axe-core about the pages, and the pictures of README.
import { readFileSync } from "node:fs";
import { Visit } from "./page.mjs";

const AXE = readFileSync(`${process.env.TOOLS}/node_modules/axe-core/axe.min.js`, "utf8");
const STACKS = "4k3/1(tNb)6/8/8/3(DtMTN)4/8/(maQ)6+E/4K3 w - - 0 9";

/** Fails if axe-core finds something. */
export async function check(visit, what) {
    await visit.page.evaluate(AXE);
    const { violations } = await visit.page.evaluate("axe.run()");
    const found = violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.slice(0, 3).map((node) => node.html)}`);
    if (found.length > 0) throw new Error(`${what}:\n${found.join("\n")}`);
}

/** Looks at the pages in light and dark, small and large. */
export async function look(browser, address) {
    const looks = ["light", "dark"].map(async (colorScheme) => {
        for (const width of [375, 1920]) {
            const what = `${colorScheme}, ${width} pixels`;
            const visit = await Visit.begin(browser, address, { width, height: 900, colorScheme, bypassCSP: true });
            await check(visit, `start, ${what}`);
            await visit.game("tavreli", STACKS);
            await visit.click("d4");
            await check(visit, `Tavreli, ${what}`);
            await visit.tool("Analyse").click();
            await visit.page.locator(".analysis li").nth(2).waitFor();
            await check(visit, `analysis, ${what}`);
            for (const dialog of ["Share", "Pieces", "Settings", "Help"]) {
                await visit.page.getByRole("button", { name: dialog, exact: true }).click();
                await check(visit, `${dialog}, ${what}`);
                await visit.page.keyboard.press("Escape");
            }
            // The rest is looked at with the other set of pieces.
            await visit.page.getByRole("button", { name: "Settings", exact: true }).click();
            await visit.page.locator('#settings select:has(option[value="bold"])').selectOption("bold");
            await visit.page.keyboard.press("Escape");
            for (const [game, shape] of [["tavreli", ".disc.bold"], ["chess", ".figure.bold"]]) {
                await visit.game(game);
                const count = await visit.page.locator(`#board ${shape}`).count();
                if (count !== 32) throw new Error(`${game}: ${count} bold pieces`);
            }
            for (const game of ["tactical", "operational2", "chessbattle"]) {
                await visit.game(game);
                await check(visit, `${game}, ${what}`);
            }
            await visit.page.evaluate(() => (location.hash = "learn/tavreli/pieces"));
            await visit.page.locator(".lesson .mini .shown").nth(9).waitFor();
            await check(visit, `learn, ${what}`);
            const fits = await visit.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
            if (!fits) throw new Error(`${what}: the rules are wider than the window`);
            await visit.page.evaluate(() => (location.hash = "tactical/edit"));
            await visit.page.locator(".palette").first().waitFor();
            await check(visit, `editor, ${what}`);
            const narrow = await visit.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
            if (!narrow) throw new Error(`${what}: the editor is wider than the window`);
            await visit.game("chess", "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", null);
            await visit.click("d8");
            await visit.click("h4");
            await visit.tool("Review").click();
            await visit.page.locator(".review table").waitFor();
            await check(visit, `review, ${what}`);
            const wide = await visit.page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
            if (wide) throw new Error(`${what}: the page is wider than the window`);
            await visit.end();
            console.log(`look: ok, ${what}`);
        }
    });
    await Promise.all(looks);
}

/** The pictures of docs/board: of each game the half-moves that are played, as the start page plays it, and what is done then. */
const PICTURES = [
    ["tavreli", { plies: 40, act: "analyse" }],
    ["tactical", { plies: 30, dark: true, act: "analyse" }],
    ["chessbattle", { plies: 30 }],
    ["popular10", { plies: 30, dark: true }],
    ["operational2", { plies: 30, act: "analyse" }],
    ["crazyhouse", { plies: 24, act: "analyse" }],
    ["duck", { plies: 16 }],
    ["amazons", { plies: 20, dark: true }],
    ["shogi", { plies: 50 }],
    ["xiangqi", { plies: 30 }],
    ["janggi", { plies: 30, dark: true, settings: { signs: "characters" } }],
    ["capablanca", { plies: 16 }],
    ["synochess", { plies: 16, dark: true }],
];

/** Makes the pictures of docs/board, or those of these games. */
export async function pictures(browser, address, names = []) {
    const isWanted = (name) => names.length === 0 || names.includes(name);
    if (isWanted("start")) {
        const start = await Visit.begin(browser, address, { width: 1280, height: 860 });
        await start.page.locator("#chosen .moved").first().waitFor();
        await start.page.screenshot({ path: "docs/board/start.png" });
        await start.end();
    }
    const person = { kind: "person" };
    for (const [variant, { plies, dark = false, act, settings }] of PICTURES.filter(([name]) => isWanted(name))) {
        const visit = await Visit.begin(browser, address, { width: 1180, height: 760, colorScheme: dark ? "dark" : "light" });
        const { page } = visit;
        if (settings) await page.evaluate((chosen) => localStorage.setItem("helgi", JSON.stringify(chosen)), settings);
        if (settings) await page.reload();
        const moves = JSON.parse(await visit.text(`/api/variants/${variant}/game`)).map(({ wire }) => wire).slice(0, plies);
        const { id } = JSON.parse(await visit.text("/api/boards", { variant, white: person, black: person, clock: "900+5", moves }));
        await page.evaluate((hash) => (location.hash = hash), `${variant}/${id}`);
        await page.waitForSelector("#board");
        await visit.shows(moves.length);
        if (act) {
            await visit.tool("Analyse").click();
            await page.locator(".analysis li").nth(2).waitFor();
            // The arrows are those of a search that knows something.
            await page.waitForTimeout(4000);
        }
        await page.screenshot({ path: `docs/board/${variant}.png` });
        await visit.end();
    }
}
