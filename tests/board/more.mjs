// The games that come along: found by their words, played, and known again when the page is opened on one of them.
import { Visit } from "./page.mjs";
import { serve } from "./process.mjs";

export async function more(browser) {
    const server = await serve();
    try {
        // Before anybody has named a game, when the page has to ask.
        await withoutAnswer(browser, server.address);
        await withoutList(browser, server.address);
        await found(browser, server.address);
        await numbered(browser, server.address);
        await chased(browser, server.address);
        await halved(browser, server.address);
        await closed(browser, server.address);
    } finally {
        await server.end();
    }
    console.log("more: ok");
}

async function found(browser, address) {
    const visit = await Visit.begin(browser, address);
    const { page } = visit;
    if ((await page.locator(".cards .card", { hasText: "Makruk" }).count()) > 0) throw new Error("makruk stands among the first games");
    await page.locator("details.more summary").click();
    await page.locator(".many .card", { hasText: "Three-check" }).first().waitFor();
    const find = page.locator("details.more").getByRole("searchbox");
    await find.fill("no such game");
    await page.getByText("No game fits these words.").waitFor();
    await find.fill("thai");
    await page.locator(".many .card", { hasText: "Makruk" }).click();
    await page.locator(".plan h1", { hasText: "Makruk" }).waitFor();
    await page.getByRole("button", { name: "Play", exact: true }).click();

    // The keys are the board's at once. Rooks and pawns look like those of chess, the met and the khon are shown by their steps.
    await page.waitForFunction(() => document.activeElement?.closest("#board"));
    const letters = await page.locator("#board .letter").allTextContents();
    if (letters.length > 0) throw new Error(`letters on the board: ${letters}`);
    const turned = await page.locator("#board .turns").count();
    if (turned !== 6) throw new Error(`${turned} pieces with a sign of their steps, expected a met and two khons for each side`);
    await page.getByPlaceholder("Type a move").fill("a3a4");
    await page.keyboard.press("Enter");
    await visit.shows(2);

    // The page knows the game by itself, in the list of kept games, too.
    await page.reload();
    await page.locator("h1.title", { hasText: "Makruk" }).waitFor();
    await page.evaluate(() => (location.hash = ""));
    await page.reload();
    await page.locator(".kept", { hasText: "Makruk" }).first().waitFor();
    await page.evaluate(() => (location.hash = "learn/makruk"));
    await page.getByText("Thai chess").first().waitFor();
    await visit.end();
}

/** A game of janggi begins with the first ranks that a number chooses. */
async function numbered(browser, address) {
    const visit = await Visit.begin(browser, address);
    const { page } = visit;
    await page.locator("details.more summary").click();
    await page.locator("details.more").getByRole("searchbox").fill("janggi");
    await page.locator(".many .card", { has: page.getByText("Janggi", { exact: true }) }).click();
    await page.locator(".plan h1").getByText("Janggi", { exact: true }).waitFor();
    await page.locator("details.options summary").click();
    await page.getByLabel("Start, 0 to 15").fill("6");
    await page.keyboard.press("Tab");
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/start-number.png` });
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await page.waitForSelector("#board");
    visit.id = new URL(page.url()).hash.split("/")[1];
    const { start } = await visit.state();
    if (!start.text.startsWith("rbna1abnr/") || !start.text.includes("/RNBA1ANBR ")) throw new Error(`start 6 is ${start.text}`);
    await visit.end();
}

/** The warning to a side that chases a piece in xiangqi, and its loss when the position comes once more. */
async function chased(browser, address) {
    const visit = await Visit.begin(browser, address);
    const { page } = visit;
    await visit.game("xiangqi", "2bakabnr/9/r1n1c4/2p1p1p1p/PP7/9/4P1P1P/2C3NC1/9/1NBAKAB1R w - - 0 1");
    const moves = ["c3a3", "a8b8", "a3b3", "b8a8", "b3a3", "a8b8", "a3b3", "b8a8", "b3a3"];
    const reason = "White chases the chariot on a8";
    for (const [ply, move] of moves.entries()) {
        await visit.type(move);
        await visit.shows(ply + 1);
        const event = page.locator(".status .event");
        if (ply === 4) {
            await event.getByText(`Once more, and the game is over: ${reason}`).waitFor();
            if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/chase.png` });
        }
        if (ply < 4 && (await event.textContent()).includes("Once more")) throw new Error(`a warning after ${move}`);
    }
    await page.locator(".banner", { hasText: reason }).waitFor();
    await page.evaluate(() => (location.hash = ""));
    await page.locator(".kept", { hasText: "Xiangqi" }).first().waitFor();
    await visit.end();
}

/** Half a move in duck chess: the pawn stands where it goes, and the page asks for the duck. */
async function halved(browser, address) {
    const visit = await Visit.begin(browser, address);
    const { page } = visit;
    await visit.game("duck");
    await visit.click("e2");
    await visit.click("e4");
    await page.locator(".status .say", { hasText: "Pawn goes to e4. Where does the duck go?" }).waitFor();
    await page.locator("#piece-e4").waitFor();
    if ((await page.locator("#piece-e2, #board .duck").count()) > 0) throw new Error("the pawn stands on e2, or a duck is there already");
    await visit.click("e2");
    await visit.shows(1);
    await page.locator("#board .duck").waitFor();
    await visit.end();
}

/** The things that close squares are drawn and called as the game calls them. */
async function closed(browser, address) {
    const visit = await Visit.begin(browser, address);
    const { page } = visit;
    for (const [game, fen, kind, count] of [["amazons6", "3q2/1*4/4*1/2*3/Q5/2q2Q w - - 0 5", "arrow", 3],
        ["isolation", "2P3/6/2*3/1*4/4*1/6/6/3p2 w - - 0 5", "hole", 3],
        ["atlantis", "rnbqkbnr/pppppppp/*6*/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 5", "water", 2]]) {
        await visit.game(game, fen);
        await page.locator(`#board .${kind}`).first().waitFor();
        if ((await page.locator(`#board .${kind}`).count()) !== count) throw new Error(`${game}: not ${count} times ${kind}`);
        if ((await page.locator("#board .block").count()) > 0) throw new Error(`${game}: a stone lies on the board`);
    }
    const atlantis = visit.id;
    for (const [game, count] of [["clobber", 30], ["flipello", 4]]) {
        await visit.game(game);
        // The stones of the game before are seen for a moment yet.
        await page.waitForFunction((count) => document.querySelectorAll("#board .stone").length === count, count);
    }
    await page.evaluate((id) => (location.hash = `atlantis/${id}`), atlantis);
    await page.locator("#board .water").first().waitFor();
    visit.id = atlantis;
    await page.getByRole("button", { name: "Sink a square" }).click();
    await page.locator(".status .say", { hasText: "Choose the square that sinks." }).waitFor();
    await visit.click("a5");
    await visit.shows(1);
    await visit.end();
}

/** If the server does not answer for a game, the start is shown; if not for the list, that is said; nothing is asked for ever. */
async function withoutAnswer(browser, address) {
    const visit = await Visit.begin(browser, address);
    const { page } = visit;
    const asked = { makruk: 0, more: 0 };
    for (const name of Object.keys(asked)) {
        await page.route(`**/api/variants/${name}`, (route) => {
            asked[name] += 1;
            return route.abort();
        });
    }
    await page.evaluate(() => (location.hash = "makruk"));
    await page.reload();
    await page.locator("main.start").waitFor();
    if (asked.makruk < 1 || asked.makruk > 3) throw new Error(`makruk was asked for ${asked.makruk} times`);
    const summary = page.locator("details.more summary");
    await summary.click();
    await page.locator("details.more [role=status]", { hasText: "does not answer" }).waitFor();
    await page.waitForTimeout(300);
    if (asked.more !== 1) throw new Error(`the games that come along were asked for ${asked.more} times`);
    // Whoever opens it again asks again.
    await page.unroute("**/api/variants/more");
    await summary.click();
    await summary.click();
    await page.locator("details.more .card", { hasText: "Makruk" }).first().waitFor();
    // The browser reports the requests that were broken off.
    visit.complaints = visit.complaints.filter((complaint) => !complaint.includes("Failed to load resource"));
    await visit.end();
}

/** The games of addresses are shown one after the other while the list of games is on its way. */
async function withoutList(browser, address) {
    const visit = await Visit.begin(browser, address);
    const { page } = visit;
    await visit.game("chess", undefined, null);
    const { id } = visit;
    await visit.game("chess", undefined, null);
    await visit.click("e2");
    await visit.click("e4");
    await visit.shows(1);
    await page.route("**/api/variants", () => {});
    await page.reload();
    await visit.shows(1);
    await page.evaluate((other) => (location.hash = `chess/${other}`), id);
    await page.locator("#piece-e2").waitFor();
    await visit.end();
}
