// The page in Firefox: with a server, or the folder that SITE names. Playwright has its own Firefox; that of Debian speaks WebDriver
// BiDi, as does puppeteer-core, so this has none of the helpers of `page.mjs`.
import { createRequire } from "node:module";
import { ENGINE, GAMES, LONGEST, OTHERS } from "./ends.mjs";
import { dice } from "./games.mjs";
import { host } from "./host.mjs";
import { PATIENCE, copyInPage, fetchInPage } from "./page.mjs";
import { serve } from "./process.mjs";
import { say } from "../../crates/board/page/text.js";

const { FIREFOX, PUPPETEER, SITE } = process.env;
const puppeteer = createRequire(`${PUPPETEER}/node_modules/`)("puppeteer-core");

/** Number of moves that a person plays before the page is loaded anew. */
const TURNS = 3;

/** Opens a tab, in which every complaint is collected. */
async function tab(context, complaints) {
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    page.on("pageerror", (error) => complaints.push(error.stack ?? String(error)));
    page.on("console", (message) => {
        if (["error", "warn"].includes(message.type())) complaints.push(message.text());
    });
    return page;
}

/** Opens a page in a browser without a past, hands it over, and fails if it complains. */
async function visit(browser, address, look) {
    const context = await browser.createBrowserContext();
    const complaints = [];
    const page = await tab(context, complaints);
    await page.setViewport({ width: 1280, height: 800 });
    await page.goto(address);
    await look(page, () => tab(context, complaints));
    await context.close();
    if (complaints.length > 0) throw new Error(`Firefox complains:\n${complaints.join("\n")}`);
}

const shows = (page, plies) => page.waitForFunction((count) => document.querySelectorAll(".move").length === count, {}, plies);

/** The state of the game that is shown. */
async function stateOf(page) {
    const id = await page.evaluate(() => location.hash.split("/")[1]);
    return JSON.parse(await page.evaluate(fetchInPage, [`/api/boards/${id}`]));
}

/** Clicks into the middle of a square, or of a piece in reserve. */
async function click(page, token) {
    const place = token.endsWith("@") ? `.seat.turn .held-piece[data-token="${token}"]` : `#square-${token} .square`;
    const box = await (await page.waitForSelector(place)).boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

/**
 * Plays a random move by clicks on squares and reserves, or typed if none consists of these alone, and waits until the engine has
 * answered; returns the end of the game, if that is it.
 */
async function turn(page, roll) {
    const { moves, line } = await stateOf(page);
    const plain = moves.filter(({ way }) => way.every((token) => /^([a-z]\d+|\+?[A-Z]@)$/.test(token)));
    const among = plain.length > 0 ? plain : moves;
    const { way, wire } = among[roll(among.length)];
    if (plain.length > 0) {
        for (const token of way) await click(page, token);
    } else {
        await page.type(".typed input", wire);
        await page.keyboard.press("Enter");
    }
    await page.waitForFunction((count) => document.querySelectorAll(".move").length > count, {}, line.length).catch((error) => {
        throw new Error(`${wire} by ${way.join(" ")}: ${error.message}`);
    });
    const last = Date.now() + PATIENCE;
    for (;;) {
        const after = await stateOf(page);
        const played = after.tree.find(({ id }) => id === after.line[line.length])?.wire;
        if (played !== undefined && played !== wire) throw new Error(`${wire}: ${played} was played`);
        if (after.ending || after.line.length > line.length + 1) {
            await shows(page, after.line.length);
            return after.ending;
        }
        if (Date.now() > last) throw new Error(`${wire}: the engine does not answer`);
        await new Promise((go) => setTimeout(go, 20));
    }
}

/** Begins a game of Tavreli against the engine on the start page. */
async function begin(page) {
    await page.locator("::-p-xpath(//button[contains(., 'Tavreli')])").click();
    await page.locator("::-p-xpath(//button[normalize-space() = 'Play'])").click();
    await page.waitForSelector("#board");
}

/** A game of Tavreli from the start page, which is there again after the page was loaded anew, and in a second tab. */
async function tavreli(page, open) {
    const roll = dice(1);
    await begin(page);
    for (let count = 0; count < TURNS; count++) await turn(page, roll);
    await page.reload();
    await shows(page, 2 * TURNS);
    const second = await open();
    await second.goto(page.url());
    await shows(second, 2 * TURNS);
    await turn(second, roll);
    await page.bringToFront();
    await shows(page, 2 * TURNS + 2);
}

/** A game against the engine to its end. */
async function whole(page, variant, roll) {
    const plan = { variant, white: { kind: "person" }, black: ENGINE };
    const { id, error } = JSON.parse(await page.evaluate(fetchInPage, ["/api/boards", JSON.stringify(plan)]));
    if (!id) throw new Error(`${variant}: ${error}`);
    await page.evaluate((hash) => (location.hash = hash), `${variant}/${id}`);
    await page.waitForSelector("#board");
    await shows(page, 0);
    let ending;
    for (let count = 0; count < LONGEST && !ending; count += 2) ending = await turn(page, roll);
    if (!ending) throw new Error(`${variant} does not end`);
    const told = `${ending.score} – ${say(ending.reason)}`;
    await page.waitForFunction((text) => document.querySelector(".banner")?.textContent.includes(text), {}, `${told}.`);
    console.log(`Firefox, ${variant}: ended, ${told}`);
}

/** Follows a link to a line, goes on in it, and makes the same link from there; then the rules of a game. */
async function links(page) {
    await shows(page, 2);
    await click(page, "g1");
    await click(page, "f3");
    await shows(page, 3);
    await page.locator("button[data-dialog=share]").click();
    await page.waitForFunction(() => [...document.querySelectorAll("#share input")].some(({ value }) =>
        value.endsWith("#chess/e2e4,e7e5,g1f3")));
    await page.keyboard.press("Escape");
    await page.locator("a[href='#learn/chess']").click();
    await page.waitForSelector(".learn h2");
}

/** Loads the page from its copy, after the host has lost its files, and plays a move against the engine. */
async function offline(page, shown) {
    await page.evaluate(copyInPage);
    await page.reload();
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    const folder = shown.folder;
    shown.folder = "nowhere";
    await page.reload();
    await begin(page);
    await turn(page, dice(2));
    shown.folder = folder;
}

const shown = SITE ? await host(SITE) : await serve();
const launch = (prefs = {}) => puppeteer.launch({ browser: "firefox", executablePath: FIREFOX, headless: true,
    extraPrefsFirefox: { "ui.prefersReducedMotion": 1, ...prefs } });
let browser = await launch();
try {
    const all = [...GAMES, "crazyhouse", ...OTHERS];
    const named = process.argv.slice(2);
    await visit(browser, shown.address, async (page) => {
        for (const variant of named.length > 0 ? named : all) await whole(page, variant, dice(1 + all.indexOf(variant)));
    });
    if (named.length === 0) {
        await visit(browser, shown.address, tavreli);
        console.log("Firefox, two tabs: ok");
        await visit(browser, `${shown.address}#chess/e2e4,e7e5`, links);
        console.log("Firefox, links: ok");
        if (SITE) {
            await visit(browser, shown.address, (page) => offline(page, shown));
            console.log("Firefox, offline: ok");
        }
        await browser.close();
        // Windows that leave nothing behind allow no copy of the page.
        browser = await launch({ "browser.privatebrowsing.autostart": true });
        await visit(browser, shown.address, tavreli);
        console.log("Firefox, private window: ok");
    }
} finally {
    await browser.close();
    await shown.end();
}
console.log("Firefox: ok");
