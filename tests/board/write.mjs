// Games that are written on the page: findings while somebody types, keys that are offered, the board, playing, keeping.
import { readFile } from "node:fs/promises";
import { check } from "./look.mjs";
import { Visit } from "./page.mjs";

/** Opens the page with an empty text, or another one. */
async function open(visit, way = "write/new") {
    await visit.page.evaluate((hash) => (location.hash = hash), way);
    await visit.page.waitForSelector("#write-text");
}

/** Puts a text into the field; to type long ones would take long. */
const fill = (visit, text) => visit.page.evaluate((text) => {
    const field = document.getElementById("write-text");
    field.value = text;
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
}, text);

/** Waits until the page says something of the text. */
const says = (visit, text) => visit.page.locator("#write-status", { hasText: text }).waitFor();

/** The underlined parts. */
const marks = (visit) => visit.page.locator("#write-copy mark").allTextContents();

function same(what, found, expected) {
    const [one, other] = [found, expected].map((value) => JSON.stringify(value));
    if (one !== other) throw new Error(`${what}: ${one}, expected ${other}`);
}

/** Mistakes are underlined at their places, and mended by a click. */
async function mistakes(visit) {
    const { page } = visit;
    await open(visit);
    await says(visit, "my-game can be played.");
    await page.locator("#board #piece-e1").waitFor();
    await fill(visit, "# 𝔄\n[my-game:chess]\ncasteling = false\nstalemateValue = lost\n");
    await says(visit, "2 mistakes.");
    same("underlined", await marks(visit), ["casteling", "lost"]);
    // Each letter of the copy is where the field has it.
    const [width, wanted, hidden] = await page.evaluate(() => {
        const [field, copy] = ["write-text", "write-copy"].map((id) => document.getElementById(id));
        return [copy.clientWidth, field.clientWidth, field.scrollHeight - field.clientHeight];
    });
    same("the width of the copy, and what the field hides", [width, hidden], [wanted, 0]);
    await page.getByRole("button", { name: "Write castling" }).click();
    await says(visit, "1 mistake.");
    same("underlined", await marks(visit), ["lost"]);
    await page.locator(".findings").getByRole("button", { name: "line 4" }).click();
    await page.keyboard.type("loss");
    await says(visit, "my-game can be played.");
    same("the text", await page.locator("#write-text").inputValue(), "# 𝔄\n[my-game:chess]\ncastling = false\nstalemateValue = loss\n");
    await page.keyboard.press("Control+z");
    await says(visit, "1 mistake.");
}

/** Keys are offered with their sentences, values where a key has few, and bases; all by keys. */
async function offers(visit) {
    const { page } = visit;
    await open(visit, "write");
    await fill(visit, "[my-game:chess]\n");
    await page.locator("#write-text").focus();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("stalem");
    await page.locator("#write-list [role=option]", { hasText: "stalemateValue" }).waitFor();
    await page.locator(".offers", { hasText: "Value: result. Without it: draw." }).waitFor();
    const [list, field] = await Promise.all([".offers", "#write-copy"].map((place) => page.locator(place).boundingBox()));
    const below = list.y - field.y;
    if (list.x < field.x || below < 40 || below > 90) throw new Error(`the list stands ${below} pixels below the first line`);
    await page.keyboard.press("ArrowDown");
    const active = await page.locator("#write-text").getAttribute("aria-activedescendant");
    if ((await page.locator(`#${active}`).getAttribute("aria-selected")) !== "true") throw new Error(`${active} is not the chosen entry`);
    await page.keyboard.press("Enter");
    await page.locator("#write-list [role=option]", { hasText: "loss" }).waitFor();
    await page.keyboard.type("lo");
    await page.keyboard.press("Tab");
    same("the text", await page.locator("#write-text").inputValue(), "[my-game:chess]\nstalemateValue = loss");
    await page.keyboard.press("Enter");
    await page.keyboard.type("[other:capa");
    await page.locator("#write-list [role=option]", { hasText: "capablanca" }).first().waitFor();
    await page.keyboard.press("Escape");
    await page.locator("#write-list").waitFor({ state: "detached" });
    await check(visit, "the text field");
}

/** The moves of a piece are drawn, and the start position is set with the mouse and with keys. */
async function board(visit) {
    const { page } = visit;
    await open(visit);
    await fill(visit, "[my-game:chess]\ncustomPiece1 = a:N2mW\n");
    await says(visit, "my-game can be played.");
    await page.locator("#write-text").focus();
    await page.keyboard.press("Control+End");
    await page.keyboard.press("ArrowUp");
    await page.locator("#write-piece").waitFor();
    const shown = await page.locator("#write-piece .marks .shown").count();
    if (shown < 12) throw new Error(`${shown} squares are marked, expected those of N2mW`);
    await page.getByRole("button", { name: "Start position" }).click();
    await page.locator(".palette").getByRole("button", { name: "White custom piece 1" }).click();
    await visit.click("e4");
    const start = "startFen = rnbqkbnr/pppppppp/8/8/4A3/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    await page.waitForFunction((start) => document.getElementById("write-text").value.includes(start), start);
    await says(visit, "my-game can be played.");
    // A position that the game does not have is written all the same, and underlined.
    await page.locator(".palette").getByRole("button", { name: "White king" }).click();
    await visit.click("d5");
    await says(visit, "1 mistake.");
    await page.locator(".sketch", { hasText: "This is the game before the last mistakes." }).waitFor();
    await page.locator("#write-text").focus();
    await page.keyboard.press("Control+z");
    await says(visit, "my-game can be played.");
}

/** A game on fourteen files and ranks is drawn, sent as a link and played; without a server it is refused with the reason. */
async function large(visit) {
    const { page } = visit;
    await open(visit);
    const [empty, pawns] = ["14/".repeat(8), "p".repeat(14)];
    const start = `rnbzwckqmwzbnr/14/${pawns}/${empty}${pawns.toUpperCase()}/14/RNBZWCKQMWZBNR`;
    await fill(visit, `[my-game:chess]
title = Fourteen
maxRank = 14
maxFile = n
customPiece1 = c:NB
customPiece2 = m:NR
customPiece3 = z:CcacaN
customPiece4 = w:WdafW
castling = false
promotionRegionWhite = *14
promotionRegionBlack = *1
doubleStepRegionWhite = *3
doubleStepRegionBlack = *12
startFen = ${start} w - - 0 1
`);
    if (!(await visit.hasServer())) {
        await page.locator(".write", { hasText: "at most 192 squares here" }).waitFor();
        return;
    }
    await says(visit, "my-game can be played.");
    await page.locator("#board #piece-n14").waitFor();
    await page.getByRole("button", { name: "Make a link" }).click();
    const link = new URL(await page.getByLabel("Link", { exact: true }).inputValue());
    await page.evaluate((hash) => (location.hash = hash), link.hash);
    await page.locator(".linked").getByRole("button", { name: "Play" }).click();
    await page.locator(".title", { hasText: "Fourteen" }).waitFor();
    await visit.click("n3");
    await visit.click("n5");
    await page.locator("#piece-n5").waitFor();
}

/** A game is sent as a link, which shows its rules to whoever follows it, and is played there. */
async function sent(browser, address, visit) {
    const { page } = visit;
    await open(visit);
    await fill(visit, "[my-game:shatranj]\ntitle = A sent game\nnFoldRule = 5\n");
    await says(visit, "my-game can be played.");
    await page.getByRole("button", { name: "Make a link" }).click();
    const link = new URL(await page.getByLabel("Link", { exact: true }).inputValue());
    const other = await Visit.begin(browser, address, {});
    await other.page.evaluate((hash) => (location.hash = hash), link.hash);
    await other.page.locator(".linked pre", { hasText: "nFoldRule = 5" }).waitFor();
    await other.page.locator(".linked").getByRole("button", { name: "Play" }).click();
    await other.page.locator(".title", { hasText: "A sent game" }).waitFor();
    await other.end();
}

/** A game is played at once, other games stay what they are, and what was typed is kept. */
async function play(visit) {
    const { page } = visit;
    await open(visit);
    await fill(visit, "[chess:shatranj]\ntitle = Not chess\nnFoldRule = 5\n");
    await says(visit, "chess can be played.");
    await page.getByRole("button", { name: "Play it" }).click();
    await page.locator(".title", { hasText: "Not chess" }).waitFor();
    await page.locator("#piece-e1").waitFor();
    const game = await page.evaluate(() => location.hash.slice(1).split("/"));
    if (!/^chess-w[0-9a-f]{8}$/.test(game[0])) throw new Error(`the game is ${game[0]}`);
    await visit.click("e2");
    await visit.click("e3");
    await visit.shows(2);
    const chess = JSON.parse(await visit.text("/api/variants")).find(({ name }) => name === "chess");
    if (!chess.start.text.endsWith("KQkq - 0 1")) throw new Error("chess is another game now");
    // The game and the text are there after the page was loaded again.
    await page.reload();
    await page.locator("#piece-e3").waitFor();
    await page.evaluate(() => (location.hash = ""));
    await page.locator(".cards").first().waitFor();
    await page.locator(".kept", { hasText: "Not chess" }).first().waitFor();
    if ((await page.locator(".cards", { hasText: "Not chess" }).count()) > 0) throw new Error("a game that is written is listed");
    await page.getByRole("link", { name: "Write a game" }).click();
    await page.waitForSelector("#write-text");
    await page.locator("select", { hasText: "chess ·" }).selectOption({ index: 1 });
    await says(visit, "chess can be played.");
    const text = await page.locator("#write-text").inputValue();
    if (!text.includes("title = Not chess")) throw new Error(`the text is ${text}`);
    await page.locator(".versions summary", { hasText: "1 version" }).waitFor();
}

/** A small game is studied to the end: sentences on the page, and the page of the study with plots and games. */
async function studied(browser, visit) {
    const { page } = visit;
    await open(visit);
    await fill(visit, `[my-game:breakthrough]
title = Four by four
maxFile = d
maxRank = 4
startFen = pppp/4/4/PPPP w - - 0 1
flagRegionWhite = *4
`);
    await says(visit, "my-game can be played.");
    await page.getByRole("button", { name: "Study it" }).click();
    // 120 games take longer than anything else that appears, on a machine that is busy with other tests.
    await page.getByText("Studied: Four by four, 120 games.").waitFor({ timeout: 300_000 });
    same("a sentence on the first move", await page.locator(".studied li", { hasText: "White moves first and scores" }).count(), 1);
    const russian = await page.evaluate(async () => {
        const [{ study }, { say, speak }] = await Promise.all([import("./write-api.js"), import("./text.js")]);
        const { findings } = await study();
        await speak("ru");
        const said = findings.map((finding) => say(finding));
        await speak("en");
        return said;
    });
    if (!/^Начинают белые и набирают \d+ %/.test(russian[0])) throw new Error(`the study says in Russian: ${russian.join("\n")}`);
    if (russian.some((sentence) => /[{}]/.test(sentence))) throw new Error(`a place is empty: ${russian.join("\n")}`);
    const [saved] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "The whole page" }).click()]);
    const path = await saved.path();
    const name = saved.suggestedFilename();
    if (!/^helgi-my-game-w[0-9a-f]{8}\.html$/.test(name)) throw new Error(`the page of the study is called ${name}`);
    // As a file of its own, small and dark.
    const reader = await browser.newPage({ viewport: { width: 375, height: 700 }, colorScheme: "dark" });
    await reader.setContent(await readFile(path, "utf8"));
    for (const text of ["What the games say", "Games to replay"]) {
        await reader.getByText(text).first().waitFor();
    }
    const [plots, games] = [await reader.locator("svg").count(), await reader.locator("pre", { hasText: "[Event" }).count()];
    if (plots < 5 || games < 2) throw new Error(`the study has ${plots} pictures and ${games} games`);
    const wide = await reader.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    if (wide) throw new Error("the page of the study is wider than the window");
    await reader.close();
}

/** Texts begin from games that come along, and from diagrams. */
async function beginnings(visit) {
    const { page } = visit;
    await open(visit, "write/from/capablanca");
    await says(visit, "my-capablanca can be played.");
    await page.locator("#board #piece-j1").waitFor();
    await page.getByText("Begin from a game of another program").click();
    const diagram = "files=8\nranks=8\nroyal=2\nPawn:P:fmWfceFifmnD::a2-h2\nKing:K:K::e1\ngraphicsDir=x";
    await page.getByLabel("Text of another program").fill(diagram);
    await page.getByRole("button", { name: "Read it" }).click();
    await page.locator(".fates li.taken").first().waitFor();
    await says(visit, "imported can be played.");
    await page.getByLabel("Text of another program").fill("<script>alert(1)</script>");
    await page.getByRole("button", { name: "Read it" }).click();
    await page.locator(".import .error", { hasText: "expected" }).waitFor();
    // The browser notes the refusal, too; a worker's is no answer of a network.
    visit.complaints = visit.complaints.filter((text) => !text.includes("status of 422"));
}

/** Strangers' texts are texts, and long ones and wrong ones are answered. */
async function hostile(visit) {
    const { page } = visit;
    await open(visit);
    await fill(visit, "[<img src=x onerror=alert(1)>:chess]\ntitle = <b>bold</b>\u202e\n\u0000<script>\n");
    await page.locator(".findings li").first().waitFor();
    if ((await page.locator(".write img, .write script, .write .findings b").count()) > 0) throw new Error("text became elements");
    await fill(visit, `[my-game:chess]\n${"wrong\n".repeat(16_000)}`);
    await says(visit, "mistakes.");
    await page.getByText("more findings are not shown.").waitFor();
    const count = await page.locator(".findings li").count();
    if (count > 20) throw new Error(`${count} findings are listed at once`);
    await fill(visit, `[my-game:chess]\n${"# a comment of some letters\n".repeat(3_600)}`);
    await says(visit, "my-game can be played.");
}

/** Fails if the page is wider than the window. */
async function fits(visit, what) {
    const wide = await visit.page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    if (wide) throw new Error(`${what}: the page is wider than the window`);
}

/** On the Russian page keys, refusals and the fates of imported lines are told in Russian. */
async function russian(browser, address) {
    const visit = await Visit.begin(browser, address, { language: "ru" });
    const { page } = visit;
    await open(visit);
    await page.locator("#write-text").focus();
    await page.keyboard.press("Control+End");
    for (const [typed, ...told] of [
        ["stalemateV", "Результат стороны, которая не может ходить, но не под шахом.", "Значение: результат. По умолчанию: draw."],
        ["dropRegionWhiteKn", "Куда ставят фигуру, если не туда же, куда остальные.", "Значение: поля. По умолчанию: все."],
    ]) {
        await page.keyboard.type(typed);
        for (const text of told) await page.locator(".offers", { hasText: text }).waitFor();
        await page.keyboard.press("Escape");
        await page.keyboard.press("Enter");
    }
    await page.getByText("Начать с игры из другой программы").click();
    for (const [source, place, told] of [
        ["#".repeat(262_145), ".error", "Длина текста в байтах – 262145, а можно не больше 262144."],
        ["files=99", ".error", "строка 1: `files=99`: нужно от 1 до 26 вертикалей"],
        ["files=8\nranks=8\nfoo=1\nKing:K:K::e1", ".fates", "не взято: такого параметра helgi не знает"],
    ]) {
        await page.getByLabel("Текст из другой программы").fill(source);
        await page.getByRole("button", { name: "Прочитать" }).click();
        await page.locator(`.import ${place}`, { hasText: told }).waitFor();
    }
    visit.complaints = visit.complaints.filter((text) => !/status of (413|422)/.test(text));
    await visit.end();
}

/** The page in both languages, light and dark, small and large. */
async function looks(browser, address) {
    for (const [width, colorScheme, language] of [[375, "dark", "ru"], [1366, "light", "en"]]) {
        const visit = await Visit.begin(browser, address, { width, height: 800, colorScheme, language, bypassCSP: true });
        await open(visit);
        await fill(visit, "[my-game:chess]\ncasteling = false\n");
        await visit.page.locator("#write-copy mark").waitFor();
        await fits(visit, `write, ${width} pixels`);
        await check(visit, `write, ${colorScheme}, ${width} pixels`);
        await visit.end();
    }
}

/** All of it. */
export async function write(browser, address) {
    const visit = await Visit.begin(browser, address, { bypassCSP: true });
    await mistakes(visit);
    await offers(visit);
    await board(visit);
    await large(visit);
    await beginnings(visit);
    await hostile(visit);
    await play(visit);
    // The page without a server has no study.
    if (await visit.hasServer()) await studied(browser, visit);
    await sent(browser, address, visit);
    await visit.end();
    await russian(browser, address);
    await looks(browser, address);
    console.log("write: ok");
}
