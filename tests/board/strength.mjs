// The strength of the engine: time or nodes in place of a level, and the net and the book that the user has named.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PATIENCE, Visit } from "./page.mjs";
import { serve } from "./process.mjs";

/** Nobody would search and find this first move. */
const GAMES = '[Result "1-0"]\n\n1. a3 a6 1-0\n\n'.repeat(5);

export async function strength(browser) {
    const folder = mkdtempSync(join(tmpdir(), "helgi-book-"));
    const [games, book] = [join(folder, "games.pgn"), join(folder, "rare.book")];
    writeFileSync(games, GAMES);
    execFileSync(process.env.HELGI, ["book", games, "-o", book], { stdio: ["ignore", "ignore", "inherit"] });
    const server = await serve(undefined, ["--book", book, "--net", "crates/engine/nets/tavreli.net"]);
    try {
        await choose(browser, server.address);
        await limits(browser, server.address);
    } finally {
        await server.end();
        rmSync(folder, { recursive: true });
    }
    console.log("strength: ok");
}

/** Chooses nodes in a game of chess as Black; what was typed stays, what is too much is cut. */
async function chooseNodes(page) {
    await page.getByRole("button", { name: /Orthodox chess/ }).click();
    await page.locator(".options summary").click();
    await page.getByRole("button", { name: "Black", exact: true }).click();
    await page.getByLabel("Strength").selectOption("Nodes a move");
    const nodes = page.getByRole("spinbutton", { name: "Nodes a move" });
    await nodes.fill("9999999999");
    await nodes.blur();
    if ((await nodes.inputValue()) !== "1000000000") throw new Error("too many nodes are not cut");
    await nodes.fill("500");
    await nodes.blur();
    await page.locator(".options summary", { hasText: "500 nodes a move" }).waitFor();
}

/** Games against engines that are limited by nodes and by time, which are shown as such in the list of games. */
export async function limits(browser, address) {
    const visit = await Visit.begin(browser, address);
    const { page } = visit;
    await chooseNodes(page);
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await visit.shows(1);
    await page.locator(".seat", { hasText: "helgi, 500 nodes a move" }).waitFor();
    await page.evaluate(() => (location.hash = ""));
    await page.getByRole("button", { name: "Play", exact: true }).waitFor();
    await page.locator(".kept", { hasText: "helgi, 500 nodes a move" }).waitFor();
    await page.locator(".options summary").click();
    await page.getByLabel("Strength").selectOption("Seconds a move");
    const seconds = page.getByRole("spinbutton", { name: "Seconds a move" });
    await seconds.fill("0.1");
    await seconds.blur();
    await page.getByRole("button", { name: "Black", exact: true }).click();
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await visit.shows(1);
    await page.locator(".seat", { hasText: "helgi, 0.1 seconds a move" }).waitFor();
    await visit.end();
    console.log("limits: ok");
}

async function choose(browser, address) {
    const visit = await Visit.begin(browser, address);
    const { page } = visit;
    const engine = () => visit.text("/api/engine").then(JSON.parse);
    await chooseNodes(page);

    // The book is chosen in Settings, and so is a net, before the server has answered about the book.
    await page.route("**/api/engine", async (route) => {
        if (route.request().method() === "POST") await new Promise((resolve) => setTimeout(resolve, 200));
        await route.continue();
    });
    await page.getByRole("button", { name: "Settings", exact: true }).click();
    await page.getByLabel(/Play from the opening book/).check();
    await page.getByLabel("Net").selectOption({ label: "tavreli.net (Tavreli)" }).catch(async () => {
        throw new Error(`nets: ${await page.getByLabel("Net").locator("option").allTextContents()}`);
    });
    await serverPlaysWith(engine, "tavreli.net", true);
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await visit.shows(1);
    await page.locator(".move", { hasText: "a3" }).waitFor();

    // The program forgets what was chosen, and the page reminds it.
    await visit.text("/api/engine", { ...(await engine()), net: "built-in", book: false });
    await page.reload();
    await serverPlaysWith(engine, "tavreli.net", true);
    await visit.end();
}

/** Waits until the page, which sends one choice after the other, has told the server of both. */
async function serverPlaysWith(engine, net, book) {
    const last = Date.now() + PATIENCE;
    for (;;) {
        const now = await engine();
        if (now.net === net && now.book === book) return;
        if (Date.now() > last) throw new Error(`the server has the net ${now.net} and the book ${now.book}`);
        await new Promise((go) => setTimeout(go, 20));
    }
}
