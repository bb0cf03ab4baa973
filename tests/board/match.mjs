// A live match: the wall of its boards, single games, and a resumed match.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check } from "./look.mjs";
import { Visit } from "./page.mjs";
import { addressOf } from "./process.mjs";

const { HELGI } = process.env;
// So many that the match is not over before the page has been looked at.
const GAMES = 30;

/** Starts a match that is saved in a folder, or resumes it; returns the address of its page and its end. */
async function play(folder) {
    const words = `match -engine cmd=${HELGI} name=Anna -engine cmd=${HELGI} name=Berta -each st=0.08 timemargin=5000 option.Hash=1
        -variant operational2,tavreli,tactical -games ${GAMES} -concurrency 3 -maxmoves 10 -sprt elo0=0 elo1=5
        -config file=${folder}/match.json -board open=false keep=true`;
    // Three games leave the page no processor otherwise.
    const process = spawn("nice", ["-n", "15", HELGI, ...words.split(/\s+/)], {
        stdio: ["ignore", "pipe", "inherit"],
        env: { ...globalThis.process.env, XDG_DATA_HOME: folder },
    });
    const address = await addressOf(process);
    const gone = new Promise((gone) => process.on("exit", gone));
    const end = async (signal) => {
        process.kill(signal);
        return gone;
    };
    return { address, end };
}

/** The time that all games of the match may take, in milliseconds: some 20 seconds of it on an idle machine. */
const MATCH = 300_000;

const wall = (visit) => visit.page.locator(".wall a").nth(2).waitFor();

export async function match(browser) {
    const folder = mkdtempSync(join(tmpdir(), "helgi-match-"));
    const running = [];
    const begin = async () => {
        running.push(await play(folder));
        return running.at(-1);
    };
    try {
        await watch(browser, begin);
    } finally {
        await Promise.all(running.map((one) => one.end("SIGKILL")));
        rmSync(folder, { recursive: true });
    }
    console.log("match: ok");
}

/** The table stands above the boards on phones, and the games that are over below them. */
async function placed(visit, width) {
    const [stand, wall, over] = await visit.page.evaluate(() => [".stand > :first-child", ".wall", ".results"].map((what) =>
        document.querySelector(what).getBoundingClientRect().top));
    if ((stand < wall) !== (width < 900)) throw new Error(`${width} pixels: the table at ${stand}, the boards at ${wall}`);
    if (width < 900 && over < wall) throw new Error(`${width} pixels: the boards at ${wall}, games that are over at ${over}`);
}

/** All boards are seen at once and fill their part of a screen; on one that is too small each of them is seen whole. */
async function filled(browser, address) {
    for (const [width, height] of [[1920, 1080], [1366, 650], [812, 375]]) {
        const visit = await Visit.begin(browser, address, { width, height, until: ".wall a" });
        await wall(visit);
        const { boards, area, lowest, tallest } = await visit.page.evaluate(() => {
            const place = document.querySelector(".wall").getBoundingClientRect();
            const tiles = [...document.querySelectorAll(".wall li")].map((tile) => tile.getBoundingClientRect());
            const boards = tiles.reduce((sum, tile) => sum + tile.width * tile.height, 0);
            const area = place.width * (innerHeight - place.top);
            const [lowest, tallest] = [Math.max(...tiles.map(({ bottom }) => bottom)), Math.max(...tiles.map((tile) => tile.height))];
            return { boards, area, lowest, tallest };
        });
        const what = `${width}x${height}: games down to ${lowest}, the tallest ${tallest}, ${Math.round((100 * boards) / area)} % filled`;
        const fits = width === 1920 ? lowest <= height && boards > 0.4 * area : tallest <= height;
        if (!fits) throw new Error(what);
        console.log(what);
        await visit.end();
    }
}

/** Nothing of the match is left in English but the names of the engines. */
async function inRussian(browser, address) {
    const visit = await Visit.begin(browser, address, { language: "ru", until: ".results a" });
    const { page } = visit;
    await visit.speaks("ru");
    const checked = async (what) => {
        const text = await page.locator("body").evaluate((body) => {
            const labels = [...body.querySelectorAll("[title], [aria-label]")].flatMap((one) =>
                [one.getAttribute("title"), one.getAttribute("aria-label")]);
            return `${body.innerText}\n${labels.join("\n")}`;
        });
        // Moves and letters of pieces are the same in all languages.
        const left = text.match(/(?<![A-Za-z])[A-Za-z]{4,}/g)?.filter((word) => !["Anna", "Berta", "helgi", "SPRT"].includes(word)) ?? [];
        if (left.length > 0) throw new Error(`${what} in Russian: ${[...new Set(left)].join(", ")}`);
    };
    await page.getByText("Матч окончен").waitFor();
    await checked("the wall");
    await page.locator(".results a").first().click();
    await page.locator(".watched .move").nth(10).waitFor();
    await page.keyboard.press("Home");
    await page.getByText("Начало.").waitFor();
    await page.keyboard.press("ArrowRight");
    await page.locator(".move[aria-current]").waitFor();
    await checked("a game of the match");
    await visit.end();
}

async function watch(browser, begin) {
    let playing = await begin();
    const visit = await Visit.begin(browser, playing.address, { until: ".wall" });
    const { page } = visit;
    await wall(visit);
    const squares = await page.locator(".wall .board").evaluateAll((boards) =>
        boards.map((board) => board.querySelectorAll(".square").length));
    if (Math.max(...squares) !== 187) throw new Error(`no board of 17x11: ${squares}`);
    await page.getByText(`of ${GAMES} games`).waitFor();
    // A game by itself, by keys and by clicks, while it is played.
    const first = page.locator(".wall a").first();
    const game = await first.getAttribute("href");
    await first.focus();
    await page.keyboard.press("Enter");
    await page.locator(".watched .move").nth(5).waitFor();
    await page.keyboard.press("Escape");
    await page.locator(`.wall a[href="${game}"]:focus, .wall a:not([href="${game}"])`).first().waitFor();

    // The program is killed in the midst of it, and goes on.
    await page.locator(".results li").first().waitFor();
    await playing.end("SIGKILL");
    await page.getByText("helgi does not answer").waitFor();
    playing = await begin();
    await page.getByText("helgi does not answer").waitFor({ state: "detached" });
    visit.complaints = visit.complaints.filter((complaint) => !/ERR_(CONNECTION|INCOMPLETE)/.test(complaint));
    await page.getByText("The match is over: all games are played.").waitFor({ timeout: MATCH });

    // Finished games are replayed, and taken to the board.
    await page.locator(".results a").first().click();
    const moves = page.locator(".watched .move");
    await moves.nth(10).waitFor();
    const count = await moves.count();
    await page.keyboard.press("Home");
    await page.getByText("The start.").waitFor();
    await page.keyboard.press("ArrowRight");
    await page.locator(".move[aria-current]").waitFor();
    if ((await moves.first().getAttribute("aria-current")) !== "step") throw new Error("the first move is not looked at");
    await page.locator("#board [tabindex='0']").focus();
    const before = await page.evaluate(() => document.activeElement?.id);
    await page.keyboard.press("ArrowUp");
    if ((await page.evaluate(() => document.activeElement?.id)) === before) throw new Error("arrows do not move the focus");
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save as PGN" }).click()]);
    if (!readFileSync(await download.path(), "utf8").includes('[White "')) throw new Error("no PGN");
    await page.getByRole("button", { name: "Open in the board" }).click();
    await visit.shows(count);
    await page.getByRole("link", { name: "Match", exact: true }).click();
    await page.locator(".wall").waitFor();
    await visit.end();

    // A late watcher finds everything; also small, and in the dark.
    for (const [width, colorScheme] of [[375, "dark"], [1920, "light"]]) {
        const late = await Visit.begin(browser, playing.address, { width, height: 900, colorScheme, bypassCSP: true, until: ".wall" });
        await wall(late);
        await check(late, `wall, ${width} pixels`);
        await placed(late, width);
        await late.page.locator(".results a").nth(1).click();
        await late.page.locator(".watched .move").nth(10).waitFor();
        await check(late, `game of a match, ${width} pixels`);
        const wide = await late.page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
        if (wide) throw new Error(`${width} pixels: the page is wider than the window`);
        await late.end();
    }
    await filled(browser, playing.address);
    await inRussian(browser, playing.address);
    const status = await playing.end("SIGINT");
    if (status !== 0) throw new Error(`helgi match has ended with ${status}`);
}
