// Positions that are set up, games that are opened and shared, and the review of a game.
import { readFileSync } from "node:fs";
import { Visit } from "./page.mjs";

const STACKS = "4k3/1(tNb)6/8/8/3(DtMTN)4/8/(maQ)6+E/4K3 w - - 0 9";

/** Forgives a refusal of the server, which is wanted here. */
function forgive(visit) {
    visit.complaints = visit.complaints.filter((complaint) => !complaint.includes("422 (Unprocessable"));
}

/** Sets up positions, of which some are refused. */
async function editor(browser, address) {
    const visit = await Visit.begin(browser, address);
    const { page } = visit;
    const fen = page.getByLabel("FEN", { exact: true });
    const refused = page.locator(".refusal");
    /** Waits until a field holds this text. */
    const holds = (text) => page.waitForFunction((text) => [...document.querySelectorAll("input")].some((one) => one.value === text), text);
    await page.getByRole("button", { name: /Orthodox chess/ }).click();
    await page.getByRole("link", { name: "Set up a position" }).click();
    await page.getByRole("button", { name: "Clear" }).click();
    await refused.getByText("Each side needs one king: White has 0", { exact: true }).waitFor();
    if (await fen.isVisible()) throw new Error("the text of the position is shown to those who have not asked for it");
    await page.getByText("As text (FEN)").click();
    await page.getByRole("button", { name: "White king" }).click();
    await visit.click("g6");
    await page.getByRole("button", { name: "Black king" }).click();
    await visit.click("h8");
    await page.getByRole("button", { name: "White rook" }).click();
    // Squares are chosen by keys as well.
    await visit.goTo("e1");
    await page.keyboard.press("Enter");
    await refused.filter({ hasNotText: "king" }).waitFor({ state: "attached" });
    // Two kings alone were not refused either, so that says nothing of the rook.
    await holds("7k/8/6K1/8/8/8/8/4R3 w - - 0 1");
    await page.getByLabel("Rights and counts").fill("KQ - 0 1");
    await page.keyboard.press("Tab");
    // Rights that have no pieces are left out, with a word; what is no right is refused.
    await page.getByText("FEN field castling: `KQ`, read as `-`").waitFor();
    await holds("7k/8/6K1/8/8/8/8/4R3 w - - 0 1");
    await page.getByLabel("Rights and counts").fill("x - 0 1");
    await page.keyboard.press("Tab");
    await refused.filter({ hasText: "“x” does not fit" }).waitFor();
    if (await page.getByRole("button", { name: "Analyse, or play" }).isEnabled()) throw new Error("a refused position can be played");
    await page.getByLabel("Rights and counts").fill("- - 0 1");
    await page.keyboard.press("Tab");
    await page.getByRole("button", { name: "Analyse, or play" }).click();
    await page.locator(".moves").waitFor();
    await visit.click("e1");
    await visit.click("e8");
    await page.locator(".banner").getByText("1-0 – White mates.").waitFor();

    // Pieces are moved, and every step is undone; rights to castle are boxes.
    await page.evaluate(() => (location.hash = "chess/edit"));
    await page.locator("#square-e2[aria-label*=pawn]").waitFor();
    await visit.click("e2");
    await visit.click("e4");
    await page.locator("#square-e4[aria-label*=pawn]").waitFor();
    await visit.pull("d2", "d4");
    await holds("rnbqkbnr/pppppppp/8/8/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 1");
    // One after the other, before the server has answered the first.
    const boxes = await Promise.all(["White: short", "Black: long"].map((name) => page.getByLabel(name).elementHandle()));
    await page.evaluate((boxes) => boxes.forEach((box) => box.click()), boxes);
    await holds("rnbqkbnr/pppppppp/8/8/3PP3/8/PPP2PPP/RNBQKBNR w Qk - 0 1");
    for (let step = 0; step < 4; step++) {
        const before = await fen.inputValue();
        await page.getByRole("button", { name: "Undo" }).click();
        await page.waitForFunction((before) => [...document.querySelectorAll("input")].every((one) => one.value !== before), before);
    }
    await holds("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    if (await page.getByRole("button", { name: "Undo" }).isEnabled()) throw new Error("more is undone than was done");
    // A stack is built from the bottom up, and its top taken away.
    await page.evaluate((fen) => (location.hash = `tavreli/edit/${encodeURIComponent(fen)}`), STACKS);
    await page.getByRole("button", { name: "Black Duke", exact: true }).click();
    await page.getByLabel("Put pieces on top of others").check();
    await visit.click("e1");
    await page.waitForFunction(() =>
        document.querySelector("#square-e1")?.getAttribute("aria-label")?.includes("black Duke on white Magus"));
    await page.getByRole("button", { name: "Nothing: take away" }).click();
    await visit.click("e1");
    await holds(STACKS);
    // A reserve, and obstacles.
    await page.evaluate(() => (location.hash = "tactical/edit"));
    await page.getByRole("button", { name: "Obstacle", exact: true }).click();
    await visit.click("d4");
    await page.locator("#square-d4[aria-label*=obstacle]").waitFor();
    forgive(visit);
    await visit.end();
    console.log("editor: ok");
}

/** Shares a position, and opens the shared address. */
async function sharing(browser, address) {
    const visit = await Visit.begin(browser, address);
    const { page } = visit;
    await visit.game("tavreli", STACKS, null);
    await visit.click("e1");
    await visit.click("e2");
    await visit.shows(1);
    await page.getByRole("button", { name: "Share", exact: true }).click();
    // Also before the script of the dialog is there.
    await page.locator("#share h2:focus").waitFor();
    const link = await page.getByLabel("Link", { exact: true }).inputValue();
    const gif = (await visit.hasServer()) ? [["GIF", "GIF89a", "Game"]] : [];
    const kinds = [["SVG", "<svg", "Board"], ["PNG", "\x89PNG", "Board"], ...gif];
    for (const [kind, start, what] of kinds) {
        const [download] = await Promise.all([
            page.waitForEvent("download"),
            page.getByRole("button", { name: `${what} as ${kind}` }).click(),
        ]);
        const file = readFileSync(await download.path(), "latin1");
        if (!file.startsWith(start) || !file.includes("Icons made by")) throw new Error(`${kind} without its credits`);
        if (/class=|light-dark|var\(/.test(kind === "SVG" ? file : "")) throw new Error("the picture needs a style sheet");
    }
    await page.keyboard.press("Escape");
    await page.evaluate((link) => (location.hash = new URL(link).hash), link);
    await page.locator("#square-e2 .moved").waitFor();
    await visit.shows(1);
    await page.evaluate(() => (location.hash = "chess/fen=nonsense_w&moves=e2e4"));
    await page.getByRole("alert").filter({ hasText: "The link cannot be followed. FEN field" }).waitFor();
    // Pasted text may be recorded games, or a position.
    const text = page.getByLabel("PGN, or FEN");
    await text.fill("1. e4 e5 2. Ke3 *");
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await page.getByRole("alert").filter({ hasText: "Read as Chess: Ke3 is not possible at move 2." }).waitFor();
    // A position of another game is offered as that game, the text stays, and a wrong one names the game that it is read as.
    const fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    await page.evaluate(() => (location.hash = "tavreli"));
    await page.locator(".plan h1", { hasText: "Tavreli" }).waitFor();
    await text.fill(fen);
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await page.getByRole("alert").filter({ hasText: "This is no position of Tavreli" }).waitFor();
    if ((await text.inputValue()) !== fen) throw new Error("the text has gone");
    await page.locator(".open").getByRole("link", { name: "Chess", exact: true }).click();
    await page.getByText("As text (FEN)").waitFor();
    await page.goBack();
    await text.fill("8/8/8/7y/8/8/8/8 w - - 0 1");
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await page.getByRole("alert").filter({ hasText: "Tavreli: FEN field board" }).waitFor();
    await text.fill("");
    // Of several games one is chosen.
    await text.fill('[White "Anna"]\n\n1. e4 *\n\n[White "Boris"]\n[Variant "tavreli"]\n\n1. c1d2 f7f5 *\n\n[White "Clara"]\n\n1. d4 *\n');
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await page.getByText("3 games.").waitFor();
    await page.getByPlaceholder("name, result, year").fill("tavr");
    await page.getByRole("status").filter({ hasText: "1 of them fits" }).waitFor();
    await page.getByRole("button", { name: "Boris – ?" }).click();
    await visit.shows(2);
    await page.getByText("Boris", { exact: true }).waitFor();
    // One that XBoard has saved, in its own way.
    await page.goto(address);
    await page.locator(".open input[type=file]").setInputFiles("tests/pgn/xboard/tavreli.pgn");
    await page.getByText("2 games.").waitFor();
    await page.locator(".offer").nth(1).click();
    await page.locator(".title", { hasText: "Tavreli" }).waitFor();
    await page.locator(".moves .move").nth(20).waitFor();
    await page.goto(address);
    await page.locator(".open input[type=file]").setInputFiles({
        name: "game.pgn",
        mimeType: "text/plain",
        buffer: Buffer.from('[White "Anna"]\n\n1. e4 e5 (1... c5) 2. Nf3 *\n'),
    });
    await visit.shows(3);
    await page.getByText("Anna", { exact: true }).waitFor();
    forgive(visit);
    await visit.end();
    console.log("sharing: ok");
}

/** Goes through the review of a game, and finds a better move. */
async function review(browser, address) {
    const visit = await Visit.begin(browser, address);
    const { page } = visit;
    // Squares are clicked before the server has answered what can be played there.
    await page.route("**/at/*", async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 300));
        await route.continue();
    });
    await page.getByLabel("PGN, or FEN").fill("1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0");
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await visit.shows(7);
    await visit.tool("Review").click();
    await page.getByText("The game was decided by").waitFor();
    await page.locator(".moves .move").filter({ hasText: "Nf6??" }).click();
    await page.getByText("Better was").waitFor();
    // Only the moves scroll, also when the engine's lines are there.
    for (const what of ["a review", "a review and an analysis"]) {
        const over = await page.evaluate(() => {
            const side = document.querySelector(".side");
            return side.scrollHeight - side.clientHeight;
        });
        if (over > 0) throw new Error(`with ${what} the side is ${over} pixels too high`);
        await visit.tool("Analyse").click();
        await page.waitForTimeout(100);
    }
    // The review is there again after the page was left, and is written into the game from there.
    await page.reload();
    await page.getByText("The game was decided by").waitFor();
    await page.locator(".moves .move").filter({ hasText: "Nf6??" }).click();
    const better = (await page.locator(".review p", { hasText: "Better was" }).getByRole("button").textContent()).split(" ")[0];
    const box = await page.locator(".graph").boundingBox();
    await page.mouse.click(box.x + (box.width * 2) / 7, box.y + 20);
    await page.locator(".moves [aria-current]").filter({ hasText: "e5" }).waitFor();
    await page.getByRole("button", { name: "Find better moves" }).click();
    const said = page.locator(".status");
    // The first weak move may be another one.
    while (!(await said.textContent()).includes("3… Nf6")) await page.getByRole("button", { name: "Next" }).click();
    await visit.click("g8");
    await visit.click("f6");
    await said.filter({ hasText: "try another one" }).waitFor();
    await visit.type(better);
    await said.filter({ hasText: "as good as any" }).waitFor();
    await visit.shows(7);
    // Written into the game, it is in its PGN.
    await page.getByRole("button", { name: "End", exact: true }).click();
    await page.getByRole("button", { name: "Save the comments" }).click();
    await page.getByText("The game and its PGN have it now").waitFor();
    await page.locator(".aside .variation").first().waitFor();
    const [download] = await Promise.all([page.waitForEvent("download"), visit.more("Save as PGN")]);
    if (!/^helgi-chess-.*\.pgn$/.test(download.suggestedFilename())) throw new Error(`saved as ${download.suggestedFilename()}`);
    const pgn = readFileSync(await download.path(), "utf8");
    for (const part of ["[%eval ", "Nf6 $4", "Accuracy: ", "Annotator"]) if (!pgn.includes(part)) throw new Error(`no ${part} in ${pgn}`);
    await visit.end();
    console.log("review: ok");
}

export const share = (browser, address) => Promise.all([editor, sharing, review].map((part) => part(browser, address)));
