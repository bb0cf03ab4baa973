// The moves as a tree: other moves at earlier places, the way through them, and comments of recorded games.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Visit } from "./page.mjs";

const ANNOTATED = `[White "Anna"]
[Black "Boris"]
[Result "0-1"]

{A short game.} 1. f3?! e5 {better} 2. g4?? (2. e4 Nc6 (2... Nf6 3. Nc3) 3. Nc3 $14 {slow}) 2... Qh4# 0-1
`;

/** The moves that are shown, those of variations in brackets. */
const shown = (visit) =>
    visit.page.$$eval(".moves .move, .moves .step", (all) =>
        all.map((one) => (one.matches(".step") ? `(${one.textContent})` : one.textContent)).join(" "),
    );

/** Waits until the moves are these. */
async function expect(visit, moves) {
    for (let tries = 0; (await shown(visit)) !== moves; tries++) {
        if (tries > 200) throw new Error(`expected ${moves}, found ${await shown(visit)}`);
        await visit.page.waitForTimeout(25);
    }
}

/** Waits until a move is the one that is looked at. */
const looksAt = (visit, move) => visit.page.locator(".moves [aria-current]").filter({ hasText: move }).waitFor();

/** Goes through trees; recorded games lie in the folder of the server, or are opened where there is none. */
export async function tree(browser, server) {
    const visit = await Visit.begin(browser, server.address);
    const { page } = visit;
    // Pieces are pulled before the server has answered what can be played there.
    await page.route("**/at/*", async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 300));
        await route.continue();
    });
    await visit.game("chess", undefined, null);
    for (const [from, to, ply] of [["e2", "e4", 1], ["e7", "e5", 2], ["g1", "f3", 3]]) {
        await visit.click(from);
        await visit.click(to);
        await visit.shows(ply);
    }
    // The arrows go back, and another move begins a variation.
    await page.locator(".title").click();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await looksAt(visit, "e4");
    await visit.pull("c7", "c5");
    await looksAt(visit, "c5");
    await expect(visit, "e4 e5 (c5) Nf3");
    await page.locator(".status", { hasText: "A variation" }).waitFor();
    await visit.type("Nc3");
    await expect(visit, "e4 e5 (c5) (Nc3) Nf3");
    // Up and down go to the alternatives of a move, right goes on where one was.
    await page.locator(".title").click();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowUp");
    await looksAt(visit, "e5");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowRight");
    await looksAt(visit, "e5");
    await page.keyboard.press("ArrowDown");
    await looksAt(visit, "c5");
    await page.keyboard.press("End");
    await looksAt(visit, "Nc3");
    // It is there after the page has been left, and analysed where one looks.
    await page.reload();
    await expect(visit, "e4 e5 (c5) (Nc3) Nf3");
    await page.getByRole("button", { name: "Nc3" }).click();
    await page.getByRole("button", { name: "Promote" }).click();
    await expect(visit, "e4 c5 (e5) (Nf3) Nc3");
    await page.getByRole("button", { name: "Nf3" }).click();
    // The page has asked what can be played there: the server should not have to say that there is no such move any more.
    await page.locator("#legal option").first().waitFor({ state: "attached" });
    await page.getByRole("button", { name: "Delete from here" }).click();
    await expect(visit, "e4 c5 (e5) Nc3");
    await looksAt(visit, "e5");
    await page.locator(".status", { hasText: "A move here begins a variation." }).waitFor();
    await visit.click("d2");
    await visit.click("d4");
    await expect(visit, "e4 c5 (e5) (d4) Nc3");

    if (server.folder === undefined) {
        await page.evaluate(() => (location.hash = ""));
        await page.getByLabel("PGN, or FEN").fill(ANNOTATED);
        await page.getByRole("button", { name: "Open", exact: true }).click();
    } else {
        writeFileSync(join(server.folder, "games", "annotated.pgn"), ANNOTATED);
        await page.evaluate(() => (location.hash = "chess/annotated"));
    }
    await expect(visit, "f3?! e5 g4?? (e4) (Nc6) (Nf6) (Nc3) (Nc3 +=) Qh4#");
    for (const said of ["A short game.", "better", "slow", "Anna", "Boris"]) await page.getByText(said, { exact: true }).waitFor();
    await page.getByRole("button", { name: "Nc3 +=" }).click();
    await page.locator("#square-c3 .moved").waitFor();
    await visit.more("Play from here");
    await visit.shows(5);
    // A drawing with the right button stays with its position; drawn again it goes.
    const middle = async (square) => {
        const box = await page.locator(`#square-${square} .square`).boundingBox();
        return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const draw = async (from, to) => {
        await page.mouse.move(...(await middle(from)));
        await page.mouse.down({ button: "right" });
        await page.mouse.move(...(await middle(to)));
        await page.mouse.up({ button: "right" });
    };
    await draw("c3", "d5");
    await draw("e4", "e4");
    await page.locator(".drawn .head").waitFor();
    await page.locator(".drawn circle").waitFor();
    await page.reload();
    await page.locator(".drawn circle").waitFor();
    await page.keyboard.press("ArrowLeft");
    await page.locator(".drawn circle").waitFor({ state: "detached" });
    await page.keyboard.press("ArrowRight");
    await draw("e4", "e4");
    await page.locator(".drawn circle").waitFor({ state: "detached" });
    await page.locator(".drawn .head").waitFor();
    // The explorer shows what was played here in the games that are kept, and plays it.
    await visit.game("chess", undefined, null);
    await visit.tool("Analyse").click();
    const explored = page.locator(".explorer li");
    await explored.filter({ hasText: "e4" }).waitFor();
    await page.locator(".explorer h2", { hasText: /own games?/ }).waitFor();
    await explored.filter({ hasText: "f3" }).locator(".shares").waitFor();
    await explored.filter({ hasText: "e4" }).getByRole("button").click();
    await visit.shows(1);
    await explored.filter({ hasText: "f3" }).waitFor({ state: "detached" });
    await visit.end();
    console.log("tree: ok");
}
