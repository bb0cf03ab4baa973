// The requests until a game is shown, in the real browser: the first time, when it is loaded again, after an upgrade.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PATIENCE, Visit } from "./page.mjs";
import { serve } from "./process.mjs";

const PAGE = "crates/board/page";

/** The most that is sent, with all headers, until a game is shown: the first time, by way of the start, and again. Unit: bytes. */
const FIRST = 200_000;
const AGAIN = 20_000;

/** Counts what the browser receives for a page from now on; returns what there was since the last time. */
async function meter(context, page) {
    const session = await context.newCDPSession(page);
    let [bytes, requests] = [0, 0];
    session.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
    session.on("Network.requestWillBeSent", () => requests++);
    await session.send("Network.enable");
    return () => {
        const found = { bytes, requests };
        bytes = requests = 0;
        return found;
    };
}

/** Opens the printed address with an empty cache, begins a game at the start, and loads it again. */
async function sizes(browser, address) {
    const context = await browser.newContext({ locale: "en" });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    const read = await meter(context, page);
    const shown = async () => {
        await page.waitForSelector("#board");
        // The requests after that.
        await page.waitForTimeout(500);
        return read();
    };
    await page.goto(address);
    await page.waitForSelector(".cards");
    await page.getByRole("button", { name: /^Play/ }).first().click();
    const first = await shown();
    await page.reload();
    const again = await shown();
    await context.close();
    return { first, again };
}

/** Compares the scripts that are served with their sources: they differ in comments only. */
async function comments(address) {
    const { parse } = createRequire(`${process.env.TOOLS}/node_modules/`)("acorn");
    // Without the places, which comments move.
    const places = new Set(["start", "end"]);
    const plain = (value) => (typeof value === "bigint" ? `${value}n` : value);
    const tree = (text) =>
        JSON.stringify(parse(text, { ecmaVersion: "latest", sourceType: "module" }), (key, value) =>
            places.has(key) ? undefined : plain(value));
    const names = readdirSync(PAGE, { recursive: true }).filter((name) => name.endsWith(".js"));
    for (const name of names) {
        const served = await (await fetch(new URL(`/${name}`, address))).text();
        if (tree(served) !== tree(readFileSync(join(PAGE, name), "utf8"))) throw new Error(`${name} is served with other code`);
    }
    return names.length;
}

/** A page that was kept is that of the old program: after an upgrade the new one is shown at once. */
async function upgrade(browser) {
    const folder = mkdtempSync(join(tmpdir(), "helgi-board-"));
    const page = join(folder, "page");
    cpSync(PAGE, page, { recursive: true });
    const script = join(page, "main.js");
    writeFileSync(script, readFileSync(script, "utf8").replace('t("head.settings")', '"New Settings"'));
    const old = await serve(folder);
    const visit = await Visit.begin(browser, old.address);
    const named = (name) => visit.page.getByRole("button", { name, exact: true }).waitFor();
    await named("Settings");
    await old.kill();
    const upgraded = await serve(folder, ["--assets", page]);
    if (new URL(upgraded.address).origin !== new URL(old.address).origin) throw new Error("the port is another one");
    await visit.page.goto(upgraded.address);
    await named("New Settings");
    // A folder that somebody works on is read anew each time.
    writeFileSync(script, readFileSync(script, "utf8").replace('"New ', '"Newer '));
    await visit.page.reload();
    await named("Newer Settings");
    // And back to the program, whose files are kept still.
    await upgraded.kill();
    const third = await serve(folder);
    await visit.page.goto(third.address);
    await named("Settings");
    await visit.context.close();
    await third.kill();
    rmSync(folder, { recursive: true });
}

export async function load(browser) {
    const server = await serve();
    try {
        const scripts = await comments(server.address);
        const { first, again } = await sizes(browser, server.address);
        const words = ({ bytes, requests }) => `${requests} requests, ${(bytes / 1000).toFixed(1)} kB`;
        console.log(`load: ${scripts} scripts are as their sources; a game is shown after ${words(first)}, `
            + `and again after ${words(again)}`);
        if (first.bytes > FIRST) throw new Error(`${first.bytes} bytes are sent, expected at most ${FIRST}`);
        if (again.bytes > AGAIN) throw new Error(`${again.bytes} bytes are sent again, expected at most ${AGAIN}`);
    } finally {
        await server.end();
    }
    await upgrade(browser);
    console.log("load: ok");
}
