// The page without a server: the folder of `packaging/site/build`, served as plain files below a path of another origin.
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHash } from "node:crypto";
import { ENGINE, GAMES, LONGEST, OTHERS, until } from "./ends.mjs";
import { dice, play, several } from "./games.mjs";
import { host } from "./host.mjs";
import { learn } from "./learn.mjs";
import { everyGame } from "./links.mjs";
import { look } from "./look.mjs";
import { analysis, engine, own, premove } from "./keep.mjs";
import { deskMessages } from "./messages.mjs";
import { PATIENCE, Visit, browse, copyInPage } from "./page.mjs";
import { quiz } from "./quiz.mjs";
import { deskRules } from "./rules.mjs";
import { share } from "./share.mjs";
import { limits } from "./strength.mjs";
import { tree } from "./tree.mjs";
import { write } from "./write.mjs";
import { say } from "../../crates/board/page/text.js";

const { SITE } = process.env;

/** Waits until the browser has its own copy of the page, and the page comes from it. */
async function copied({ page }) {
    await page.evaluate(copyInPage);
    await page.reload();
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.waitForSelector(".cards");
}

/** Plays games against the engine to their ends, without a network after the first visit; the page is loaded anew in between. */
async function ends(browser, { address }) {
    for (const [number, variant] of [...GAMES, "crazyhouse", ...OTHERS].entries()) {
        const visit = await Visit.begin(browser, address);
        const { page, context } = visit;
        await copied(visit);
        await context.setOffline(true);
        await page.reload();
        await page.waitForSelector(".cards");
        await visit.game(variant, undefined, null, ENGINE);
        const roll = dice(number + 1);
        await until(visit, roll, 6);
        await page.reload();
        await page.waitForSelector("#board");
        const ending = await until(visit, roll, LONGEST);
        if (!ending) throw new Error(`${variant} does not end`);
        const told = `${ending.score} – ${say(ending.reason)}`;
        await page.locator(".banner", { hasText: `${told}.` }).waitFor();
        await visit.end();
        console.log(`${variant}: ended without a network, ${told}`);
    }
}

/** Two tabs show the same game; when the one with the desk is closed, the other one goes on. */
async function tabs(browser, { address }) {
    const visit = await Visit.begin(browser, address);
    await visit.game("tavreli");
    const second = await visit.context.newPage();
    second.setDefaultTimeout(PATIENCE);
    await second.goto(visit.page.url());
    await second.waitForSelector("#board");
    const roll = dice(7);
    await play(visit, roll, "clicked");
    await second.waitForFunction(() => document.querySelectorAll(".move").length === 1);
    await visit.page.close();
    const other = Object.assign(new Visit(), { context: visit.context, page: second, words: visit.words, complaints: [], id: visit.id });
    // The desk is taken over, with the game as it was kept.
    await second.waitForFunction(() => !document.querySelector("[role=alert]")?.textContent?.trim());
    await play(other, roll, "clicked");
    await other.shows(2);
    await visit.end();
    console.log("two tabs: ok");
}

/** Games are there again, until the browser forgets them; then the page begins anew. */
async function storage(browser, { address }) {
    const visit = await Visit.begin(browser, address);
    const { page } = visit;
    for (const variant of ["chess", "tavreli"]) {
        await visit.game(variant);
        await play(visit, dice(3), "clicked");
    }
    await page.goto(`${address}#`);
    await page.locator(".kept.own > li").nth(1).waitFor();
    await page.getByText("may delete these games").waitFor();
    await page.reload();
    await page.locator(".kept.own > li").nth(1).waitFor();
    const empty = await visit.context.newPage();
    await empty.goto(`${address}icon.svg`);
    await page.close();
    await empty.evaluate(async () => {
        const deleted = (name) => new Promise((done, failed) => {
            Object.assign(indexedDB.deleteDatabase(name), { onsuccess: done, onerror: failed });
        });
        for (const { name } of await indexedDB.databases()) await deleted(name);
    });
    visit.page = empty;
    await empty.goto(address);
    await empty.waitForSelector(".cards");
    if ((await empty.locator(".kept.own").count()) > 0) throw new Error("the games were not forgotten");
    await visit.game("chess");
    await play(visit, dice(3), "clicked");
    await visit.end();
    console.log("storage: ok");
}

/** The folder with something more in its page, and its hashes made anew unless they are to be wrong. */
function changed(folder, isWhole) {
    const copy = mkdtempSync(join(tmpdir(), "helgi-site-"));
    cpSync(folder, copy, { recursive: true });
    const page = join(copy, "index.html");
    writeFileSync(page, readFileSync(page, "utf8").replace("<div id=", "<i class=newer></i><div id="));
    const script = join(copy, "service-worker.js");
    let text = readFileSync(script, "utf8").replace(/VERSION = "/, 'VERSION = "newer-');
    if (isWhole) {
        const hash = createHash("sha256").update(readFileSync(page)).digest("hex");
        text = text.replace(/("\.\/": ")[0-9a-f]+"/, `$1${hash}"`);
    }
    writeFileSync(script, text);
    return copy;
}

/** A new folder is used at the next start, and never in parts. */
async function versions(browser, site) {
    const visit = await Visit.begin(browser, site.address);
    const { context } = visit;
    await copied(visit);
    const isNewer = async (page) => (await page.locator(".newer").count()) > 0;
    /** Looks for a new version, and waits until it is taken or refused. */
    const look = (page) => page.evaluate(async () => {
        const found = await navigator.serviceWorker.getRegistration();
        await found.update().catch(() => {});
        const { installing } = found;
        if (!installing) return found.waiting ? "installed" : "none";
        return new Promise((done) => {
            installing.onstatechange = () => installing.state !== "installing" && done(installing.state);
        });
    });
    const [half, whole] = [changed(SITE, false), changed(SITE, true)];
    try {
        site.folder = half;
        const refused = await look(visit.page);
        if (refused !== "redundant") throw new Error(`a folder in parts is ${refused}`);
        site.folder = whole;
        const taken = await look(visit.page);
        if (taken !== "installed") throw new Error(`a new folder is ${taken}`);
        await visit.page.reload();
        await visit.page.waitForSelector(".cards");
        if (await isNewer(visit.page)) throw new Error("the page has changed while it was open");
        await visit.page.close();
        const page = await context.newPage();
        await page.goto(site.address);
        await page.waitForSelector(".cards");
        if (!(await isNewer(page))) throw new Error("the new page is not used at the next start");
        const copies = await page.evaluate(() => caches.keys());
        if (copies.length !== 1) throw new Error(`copies: ${copies}`);
    } finally {
        site.folder = SITE;
        [half, whole].forEach((folder) => rmSync(folder, { recursive: true }));
    }
    await visit.end();
    console.log("versions: ok");
}

/** Without a server nothing is shown that needs one, and the engine hints, analyses and reviews. */
async function tools(browser, { address }) {
    const visit = await Visit.begin(browser, address);
    const { page } = visit;
    await visit.game("chess", "7k/8/6K1/8/8/8/8/4R3 w - - 0 1");
    for (const name of ["Invite", "Match"]) {
        if ((await page.getByRole("button", { name, exact: true }).count()) > 0) throw new Error(`${name} is shown`);
    }
    await visit.tool("Analyse").click();
    await page.locator(".analysis li").first().getByText("#1").waitFor();
    await visit.tool("Analyse").click();
    await visit.tool("Hint").click();
    await page.locator(".say", { hasText: "Hint:" }).waitFor();
    await visit.type("Re8");
    await visit.shows(1);
    await page.locator(".banner").getByText("1-0 – White mates.").waitFor();
    await visit.tool("Review").click();
    await page.locator(".review").first().waitFor();
    await page.getByRole("button", { name: "Share", exact: true }).click();
    await page.locator("#share h2:focus").waitFor();
    if ((await page.getByRole("button", { name: "Game as GIF" }).count()) > 0) throw new Error("a GIF is offered");
    const link = await page.getByLabel("Link", { exact: true }).inputValue();
    if (!link.startsWith(`${address}#chess/fen=`)) throw new Error(`the link is ${link}`);
    // The worker ends: no server is spoken of.
    await page.evaluate(async () => {
        const { desk } = await import(document.querySelector("script[type=module]").src);
        desk.worker.terminate();
        desk.worker.dispatchEvent(new ErrorEvent("error"));
    });
    await page.getByRole("alert").filter({ hasText: "has stopped: reload the page." }).first().waitFor();
    await visit.end();
    // The link opens the same in a fresh browser.
    const fresh = await Visit.begin(browser, link, { until: "#board" });
    await fresh.shows(1);
    await fresh.page.locator("#piece-e8").waitFor();
    await fresh.page.goto(`${address}#learn/tavreli`);
    await fresh.page.locator(".learn h2, .learn h1").first().waitFor();
    for (const { name } of JSON.parse(await fresh.text("/api/variants/more"))) {
        for (const language of ["en", "ru"]) {
            const { blocks } = JSON.parse(await fresh.text(`/api/variants/${name}/rules/${language}`));
            if (!blocks || blocks.length < 2) throw new Error(`${name} has no rules in ${language}`);
        }
    }
    await fresh.end();
    console.log("tools: ok");
}

/** The policy of the page is that of the server, with what modules and workers need; its addresses are relative. */
async function policy(_, { address }) {
    const text = await (await fetch(address)).text();
    const own = /http-equiv="Content-Security-Policy" content="(.+?)"/.exec(text)?.[1] ?? "";
    const guard = readFileSync("crates/board/src/guard.rs", "utf8");
    const served = /const POLICY: &str = "([^"]+)"/.exec(guard)[1].replace(/\\\n\s*/g, "");
    const wanted = served.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'")
        // A page cannot say this of itself.
        .replace("frame-ancestors 'none'; ", "")
        .replace("trusted-types lit-html", "trusted-types lit-html helgi");
    if (own !== wanted) throw new Error(`the policy is ${own}, expected ${wanted}`);
    const absolute = [...text.matchAll(/(?:href|src|content)="(\/[^"]*|https?:[^"]*)"/g)].map(([, name]) => name);
    if (absolute.length > 0) throw new Error(`absolute addresses: ${absolute}`);
    console.log("policy: ok");
}

/** A first visit by a slow line: prints the time until a move of Tavreli is on the board, which depends on the machine. */
async function first(browser) {
    const slow = await host(SITE, { rate: 400_000, latency: 200 });
    const address = `${slow.address}#tavreli/e2e4,e7e5`;
    const visit = await Visit.begin(browser, address, { until: "body" });
    // The page takes the times itself, since a test that asks for something again and again hears of it late.
    const when = (selector, count) => visit.page.evaluate(([selector, count]) => new Promise((done) => {
        const look = () => document.querySelectorAll(selector).length >= count && done(performance.now());
        new MutationObserver(look).observe(document, { childList: true, subtree: true });
        look();
    }), [selector, count]);
    const after = (time) => `${(time / 1000).toFixed(2)} s`;
    const board = after(await when("#board", 1));
    const last = when(".move", 3);
    await visit.click("g1");
    await visit.click("f3");
    const [moved, { asked, line }] = [after(await last), slow];
    await visit.end();
    slow.end();
    console.log(`first: at 400 kB/s and 200 ms the board is there after ${board}, the first move after ${moved}, `
        + `${asked} requests and ${(line.sent / 1000).toFixed(0)} kB`);
}

/** A part of the tests with a server, which holds without one. */
const shared = (part) => (browser, { address }) => part(browser, address);

/** Games that are begun, analysed, left, found again and deleted. */
async function keep(browser, { address }) {
    for (const part of [engine, analysis, premove, own]) await part(browser, address);
}

const PARTS = { policy, first, tools, tabs, storage, versions, keep, messages: shared(deskMessages),
    share: shared(share), strength: shared(limits), games: (browser, { address }) => several(browser, address, []),
    links: shared(everyGame), rules: shared(deskRules), learn: shared(learn), quiz: shared(quiz),
    tree: (browser, { address }) => tree(browser, { address }), write: shared(write), look: shared(look), ends };

const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !Object.hasOwn(PARTS, name));
if (unknown !== undefined) throw new Error(`${unknown}: expected ${Object.keys(PARTS).join(", ")}`);
if (!readdirSync(SITE).includes("service-worker.js")) throw new Error(`${SITE} is no page of helgi`);
const site = await host(SITE);
const browser = await browse();
try {
    for (const [name, part] of Object.entries(PARTS)) if (wanted.length === 0 || wanted.includes(name)) await part(browser, site);
} finally {
    await browser.close();
    site.end();
}
console.log("site: ok");
