// Links that bring the rules of a game: shown before they are used, played, and gone afterwards.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { Visit } from "./page.mjs";
import { serve } from "./process.mjs";

/** Rules as a link has them. */
const packed = (text) => deflateRawSync(text, { level: 9 }).toString("base64url");

const TEXT = `[small-xiangqi:minixiangqi]
title = Small & <i>mad</i>
title.ru = Малая
nMoveRule = 33
`;

/** The first move of its games. */
const MOVE = "a2a3";

/** The games of these rules that are kept, by their names. */
async function keptGames(visit) {
    const kept = JSON.parse(await visit.text("/api/boards"));
    return kept.filter(({ variant }) => variant.includes("small-xiangqi")).map(({ id }) => id);
}

/** A game of one's own is shared by its link, and played by somebody who does not have it. */
async function sent(browser, address) {
    const folder = mkdtempSync(join(tmpdir(), "helgi-rules-"));
    const file = join(folder, "own.ini");
    writeFileSync(file, TEXT);
    const sender = await serve(undefined, [], file);
    try {
        const own = await Visit.begin(browser, sender.address);
        await own.game("small-xiangqi");
        await own.type(MOVE);
        await own.shows(1);
        if ((await keptGames(own)).length !== 1) throw new Error("the game of one's own is not kept");
        await own.page.getByRole("button", { name: "Share", exact: true }).click();
        const link = new URL(await own.page.getByLabel("Link", { exact: true }).inputValue());
        await own.end();
        if (!link.hash.startsWith(`#small-xiangqi/${MOVE}&rules=`)) throw new Error(`the link is ${link}`);
        const again = await received(browser, address, link.hash);
        if (again !== link.hash) throw new Error(`${link.hash} is shared as ${again}`);
    } finally {
        await sender.end();
        rmSync(folder, { recursive: true });
    }
}

/** The link of a stranger in a browser that has never been here; returns the one that is shared there. */
async function received(browser, address, hash) {
    const there = await Visit.begin(browser, address);
    const { page } = there;
    const names = async () => {
        const lists = await Promise.all(["/api/variants", "/api/variants/more"].map((path) => there.text(path)));
        return lists.flatMap((list) => JSON.parse(list)).map(({ name }) => name).join(" ");
    };
    const before = await names();
    await page.evaluate((hash) => (location.hash = hash), hash);
    await page.getByRole("heading", { name: "Small & <i>mad</i>" }).waitFor();
    await page.locator(".linked pre", { hasText: "nMoveRule = 33" }).waitFor();
    // Nothing is done until it is accepted.
    await page.getByRole("link", { name: "Do not play" }).click();
    await page.waitForSelector(".cards");
    if (JSON.parse(await there.text("/api/variants/small-xiangqi")) !== null) throw new Error("a game was made unasked");
    await page.goBack();
    await page.locator(".linked").getByRole("button", { name: "Play" }).click();
    await page.waitForSelector("#board");
    await there.shows(1);
    // The engine plays it as well.
    there.id = decodeURIComponent((await page.evaluate(() => location.hash)).split("/")[1]);
    await there.tool("Analyse").click();
    await page.locator(".analysis li").first().waitFor();
    await there.tool("Analyse").click();
    await there.tool("Hint").click();
    await page.locator(".say", { hasText: "Hint:" }).waitFor();
    await page.getByRole("button", { name: "Share", exact: true }).click();
    const again = new URL(await page.getByLabel("Link", { exact: true }).inputValue());
    await page.keyboard.press("Escape");
    // A page without a server has forgotten it when it is loaded again, and asks; the server has it as long as it runs.
    await page.reload();
    await page.waitForSelector("#board, .linked");
    const asks = page.locator(".linked").getByRole("button", { name: "Play" });
    if ((await asks.count()) > 0) await asks.click();
    await there.shows(1);
    await page.evaluate(() => (location.hash = ""));
    await page.waitForSelector(".cards");
    if ((await keptGames(there)).length > 0) throw new Error("the game of a stranger is kept");
    const after = await names();
    if (after !== before) throw new Error(`the games are ${after}`);
    await there.end();
    return again.hash;
}

/** Rules that are wrong or hostile. */
async function strangers(browser, address) {
    const game = (text) => `#a/rules=${packed(text)}`;
    for (const [language, always, says] of [
        ["en", "The link cannot be followed. ", ["damaged or cut off", "2:18: error: [a] stalemateValue: `perhaps`, expected",
            "“%” at place 3", "too long: at most 65536", "at most 8000", "U+202E", "“a”"]],
        ["ru", "По ссылке пройти нельзя. ", ["повреждены или обрезаны", "2:18: ошибка: [a] stalemateValue: `perhaps`: нужно",
            "на месте 3 стоит «%»", "не больше 65536", "не больше 8000", "U+202E", "«a»"]],
    ]) {
        const visit = await Visit.begin(browser, address, { language });
        const { page } = visit;
        await visit.speaks(language);
        for (const [index, hash] of [
            game("[a:chess]\nstalemateValue = loss\n").slice(0, -5),
            game("[a:chess]\nstalemateValue = perhaps\n"),
            "#a/rules=ab%25c",
            game("#\n".repeat(1_000_000)),
            `#a/rules=${"x".repeat(8000)}`,
            game("[a:chess]\ntitle = \u202essehc\n"),
            game("[b:chess]\ntitle = Chess\n"),
        ].entries()) {
            await page.evaluate(() => (location.hash = ""));
            await page.locator(".plan .error", { hasNotText: always }).waitFor({ state: "attached" });
            await page.evaluate((hash) => (location.hash = hash), hash);
            await page.locator(".plan .error", { hasText: always }).filter({ hasText: says[index] }).waitFor();
        }
        // Text is text, and an own duck is not that of the program.
        await page.evaluate((hash) => (location.hash = hash),
            `#duck/e2e4&rules=${packed("[duck:chess]\ntitle = <img src=x onerror=document.title='gone'>\nnMoveRule = 9\n")}`);
        await page.locator(".linked").getByRole("button", { name: language === "en" ? "Play" : "Играть" }).click();
        await page.locator("#piece-e4").waitFor();
        if ((await page.locator("img").count()) > 0) throw new Error("a title has put something on the page");
        const { title, foreign } = JSON.parse(await visit.text("/api/variants/duck"));
        if (foreign || !JSON.stringify(title).includes("Duck chess")) throw new Error("the duck is gone");
        visit.complaints = visit.complaints.filter((complaint) => !complaint.includes("422 (Unprocessable"));
        await visit.end();
    }
}

export async function rules(browser, address) {
    await Promise.all([sent, strangers].map((part) => part(browser, address)));
    console.log("links with rules: ok");
}

/** The same on a page without a server: whoever receives a game sends it on. */
export async function deskRules(browser, address) {
    const hash = await received(browser, address, `#small-xiangqi/${MOVE}&rules=${packed(TEXT)}`);
    const again = await received(browser, address, hash);
    if (again !== hash) throw new Error(`${hash} is shared as ${again}`);
    await strangers(browser, address);
    console.log("links with rules: ok");
}
