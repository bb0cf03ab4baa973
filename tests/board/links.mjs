// Links to lines of every game, strangers' links, and all games as one file.
import { readFileSync } from "node:fs";
import { LONGEST, read, written } from "../../crates/board/page/links.js";
import { dice } from "./games.mjs";
import { Visit } from "./page.mjs";
import { serve } from "./process.mjs";

/** The number of half-moves of a line that is shared. */
const PLIES = 4;

const person = { kind: "person" };

/** Goes to an address within the page. */
const go = (page, hash) => page.evaluate((hash) => (location.hash = hash), hash);

/** The position of a game, and whether it is a game at all. */
async function positionOf(visit, plan) {
    const { id, error } = JSON.parse(await visit.text("/api/boards", { white: person, black: person, ...plan }));
    if (!id) throw new Error(`${plan.variant}: ${error}`);
    return JSON.parse(await visit.text(`/api/boards/${id}`));
}

/** A random line of every game leads by its link to the same position, and so do its first move and its end alone. */
export async function everyGame(browser, address) {
    const visit = await Visit.begin(browser, address);
    const lists = await Promise.all(["/api/variants", "/api/variants/more"].map((path) => visit.text(path)));
    const variants = lists.flatMap((list) => JSON.parse(list));
    const roll = dice(1);
    let longest = 0;
    for (const { name: variant, start } of variants) {
        const moves = [];
        let game = await positionOf(visit, { variant, fen: start.text });
        while (moves.length < PLIES && game.moves.length > 0) {
            // Rare ways as often as usual ones: drops, walls, shots, promotions.
            const lengths = [...new Set(game.moves.map(({ way }) => way.length))];
            const length = lengths[roll(lengths.length)];
            const fitting = game.moves.filter(({ way }) => way.length === length);
            moves.push(fitting[roll(fitting.length)].wire);
            game = await positionOf(visit, { variant, fen: start.text, moves });
        }
        const lines = [[start.text, moves], [start.text, moves.slice(0, 1)], [game.scene.text, []]];
        for (const [fen, line] of lines) {
            const link = written(variant, fen, start.text, line);
            longest = Math.max(longest, link.length);
            const found = read(new URL(link, address).hash);
            const same = found && (found.fen || start.text) === fen && found.variant === variant && `${found.moves}` === `${line}`;
            if (!same) throw new Error(`${link} is read as ${JSON.stringify(found)}`);
        }
        // The last position leads to itself.
        const again = await positionOf(visit, { variant, fen: game.scene.text });
        if (again.scene.text !== game.scene.text) throw new Error(`${variant}: ${game.scene.text} is opened as ${again.scene.text}`);
    }
    // Some of them by the address itself.
    for (const [hash, squares] of [
        ["#tavreli/e2e4,e7e5", ["e4", "e5"]],
        ["#chess/e2e4", ["e4"]],
        ["#duck/e2e4;e4d5,b8c6;c6e5", ["e4", "c6"]],
        ["#chess/fen=4k3/8/8/8/8/8/4P3/4K3_w_-_-_0_1&moves=e2e4", ["e4", "e8"]],
        ["#crazyhouse/fen=4k3/8/8/8/8/8/8/4K3%5BQq%5D_w_-_-_0_1&moves=Q@d5", ["d5"]],
    ]) {
        await go(visit.page, hash);
        await visit.page.waitForFunction((hash) => location.hash !== hash, hash);
        for (const square of squares) await visit.page.locator(`#piece-${square}`).waitFor();
    }
    await visit.end();
    console.log(`links: ok in ${variants.length} games, the longest has ${longest} characters`);
}

/** Links that lead nowhere say what is wrong, and show the start; nothing in them is done. */
async function strangers(browser, address) {
    for (const [language, says] of [
        ["en", ["The link cannot be followed. ", "“e2e5” cannot be played there", "is not a move",
            "no game “nosuch”", "A link cannot contain “then=x”", "too long"]],
        ["ru", ["По ссылке пройти нельзя. ", "«e2e5»: здесь нет такого хода", "не ход",
            "Игры «nosuch» здесь нет", "не может быть «then=x»", "слишком длинная"]],
    ]) {
        const visit = await Visit.begin(browser, address, { language });
        const { page } = visit;
        await visit.speaks(language);
        const [always, illegal, noMove, noGame, noPart, long] = says;
        // The rules say what is wrong with a position.
        const fault = new RegExp(`${always.trim()} \\S.{9}`);
        const markup = "<img src=x onerror=document.title='gone'>";
        for (const [hash, why] of [
            ["#chess/e2e4,e2e5", illegal],
            [`#chess/e2e4,${markup}`, noMove],
            [`#chess/fen=${markup}`, fault],
            ["#nosuch/e2e4,e7e5", noGame],
            ["#chess/fen=nonsense_w&moves=e2e4", fault],
            ["#chess/e2e4&then=x", noPart],
            [`#chess/${"e2e4,".repeat(1000)}e2e4`, long],
        ]) {
            await go(page, "");
            await page.locator(".plan .error", { hasNotText: always }).waitFor({ state: "attached" });
            await go(page, hash);
            await page.locator(".plan .error", { hasText: always }).filter({ hasText: why }).waitFor();
            if ((await page.locator("img").count()) > 0) throw new Error(`${hash} has put something on the page`);
        }
        visit.complaints = visit.complaints.filter((complaint) => !complaint.includes("422 (Unprocessable"));
        await visit.end();
    }
    console.log("strangers' links: ok");
}

/** A game of ducks and knights without three times the same position, as long as one likes. */
function ducks(plies) {
    return Array.from({ length: plies }, (_, ply) => {
        const [turn, back, side] = [Math.floor(ply / 30), Math.floor(((ply % 30) - 2) / 2) % 2, ply % 2];
        const pawn = "abcdegh"[turn];
        const knight = side === 0 ? ["g1", "f3"] : ["g8", "f6"];
        if (back) knight.reverse();
        const [from, to] = ply % 30 < 2 ? [`${pawn}${side === 0 ? 2 : 7}`, `${pawn}${side === 0 ? 3 : 6}`] : knight;
        const duck = `${"abcdefgh"[ply % 8]}${4 + (Math.floor(ply / 8) % 2)}`;
        return `${from}${to},${to}${duck}`;
    });
}

/** A line that is too long for a link is offered as a file. */
async function tooLong(browser, address) {
    const visit = await Visit.begin(browser, address);
    const { page } = visit;
    const open = async (plies) => {
        const plan = { variant: "duck", white: person, black: person, moves: ducks(plies) };
        const { id, error } = JSON.parse(await visit.text("/api/boards", plan));
        if (!id) throw new Error(error);
        await go(page, `duck/${id}`);
        await visit.shows(plies);
        await page.getByRole("button", { name: "Share", exact: true }).click();
    };
    await open(20);
    const link = await page.getByLabel("Link", { exact: true }).inputValue();
    if (!link.includes("#duck/a2a3;a3a4,a7a6;a6b4,") || /%2C|%20/.test(link)) throw new Error(`the link is ${link}`);
    await page.keyboard.press("Escape");
    await open(208);
    await page.getByText("Too long for a link").waitFor();
    if ((await page.getByLabel("Link", { exact: true }).count()) > 0) throw new Error(`a link of more than ${LONGEST} characters`);
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Game as PGN" }).click()]);
    if (!readFileSync(await download.path(), "utf8").includes('[Variant "duck"]')) throw new Error("the file is not the game");
    await visit.end();
    console.log("long lines: ok");
}

/** All games are saved as one file, and are all opened elsewhere, but those that are none. */
async function oneFile(browser) {
    const [first, second] = [await serve(), await serve()];
    try {
        const here = await Visit.begin(browser, first.address);
        for (const [variant, moves] of [["chess", ["e2e4"]], ["tavreli", ["e2e4", "e7e5"]], ["duck", ["e2e4,e4d5"]]]) {
            await positionOf(here, { variant, moves });
        }
        await here.page.reload();
        const [download] = await Promise.all([
            here.page.waitForEvent("download"),
            here.page.getByRole("button", { name: "Save all", exact: true }).click(),
        ]);
        if (download.suggestedFilename() !== "helgi-games.pgn") throw new Error(`saved as ${download.suggestedFilename()}`);
        const text = readFileSync(await download.path(), "utf8");
        await here.end();
        const there = await Visit.begin(browser, second.address, { language: "ru" });
        const open = async (buffer) => {
            await there.page.locator(".open input[type=file]").setInputFiles({ name: "games.pgn", mimeType: "text/plain", buffer });
            await there.page.getByRole("button", { name: "Открыть все" }).click();
        };
        await open(Buffer.from(text));
        await there.page.getByRole("status").filter({ hasText: "3 партии добавлены к вашим." }).waitFor();
        await there.page.locator(".kept.own > li").nth(2).waitFor();
        await open(Buffer.from("1. e4 *\n\n1. Ke3 *\n"));
        await there.page.getByRole("status").filter({ hasText: "1 партия добавлена к вашим." }).waitFor();
        await there.page.getByRole("alert").filter({ hasText: "1 партия не открылась. Партия 2. Прочитано как «Шахматы»" }).waitFor();
        await there.page.locator(".kept.own > li").nth(3).waitFor();
        await there.end();
    } finally {
        await first.end();
        await second.end();
    }
    console.log("one file: ok");
}

export async function links(browser, address) {
    await Promise.all([everyGame, strangers, tooLong].map((part) => part(browser, address)));
    await oneFile(browser);
}
