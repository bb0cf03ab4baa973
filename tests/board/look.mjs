// What axe-core says of the pages, and the pictures of README.
import { readFileSync } from "node:fs";
import { Visit } from "./page.mjs";

const AXE = readFileSync(`${process.env.TOOLS}/node_modules/axe-core/axe.min.js`, "utf8");
const STACKS = "4k3/1(tNb)6/8/8/3(DtMTN)4/8/(maQ)6+E/4K3 w - - 0 9";

/** Fails if axe-core finds something. */
async function check(visit, what) {
    await visit.page.evaluate(AXE);
    const { violations } = await visit.page.evaluate("axe.run()");
    const found = violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.slice(0, 3).map((node) => node.html)}`);
    if (found.length > 0) throw new Error(`${what}:\n${found.join("\n")}`);
}

/** Looks at the pages in light and dark, small and large. */
export async function look(browser, address) {
    for (const colorScheme of ["light", "dark"]) {
        for (const width of [375, 1920]) {
            const what = `${colorScheme}, ${width} pixels`;
            const visit = await Visit.begin(browser, address, { width, height: 900, colorScheme, bypassCSP: true });
            await check(visit, `start, ${what}`);
            await visit.game("tavreli", STACKS);
            await visit.click("d4");
            await check(visit, `Tavreli, ${what}`);
            await visit.page.getByRole("button", { name: "Analyse" }).click();
            await visit.page.locator(".analysis li").nth(2).waitFor();
            await check(visit, `analysis, ${what}`);
            for (const dialog of ["Pieces", "Settings", "About"]) {
                await visit.page.getByRole("button", { name: dialog, exact: true }).click();
                await check(visit, `${dialog}, ${what}`);
                await visit.page.keyboard.press("Escape");
            }
            for (const game of ["tactical", "operational2", "chessbattle"]) {
                await visit.game(game);
                await check(visit, `${game}, ${what}`);
            }
            const wide = await visit.page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
            if (wide) throw new Error(`${what}: the page is wider than the window`);
            await visit.end();
            console.log(`look: ok, ${what}`);
        }
    }
}

/** Makes the pictures of docs/board. */
export async function pictures(browser, address) {
    const scenes = [
        ["tavreli", "light", STACKS, "d4"],
        ["operational2", "dark", undefined, "h1"],
    ];
    for (const [game, colorScheme, fen, square] of scenes) {
        const visit = await Visit.begin(browser, address, { width: 1000, height: 720, colorScheme });
        await visit.game(game, fen);
        await visit.click(square);
        await visit.page.screenshot({ path: `docs/board/${game}.png` });
        await visit.end();
    }
}
