// The rules and the pieces of every game, and how pieces move that are looked at.
import { check } from "./look.mjs";
import { Visit } from "./page.mjs";
import { titleOf } from "../../crates/board/page/names.js";

/** The text of a diagram about the piece that is shown. */
const said = (figure) => figure.locator("[role=status]");

/** Finds the rules from the start, and asks a diagram by mouse and by keys. */
async function rules(browser, address) {
    const visit = await Visit.begin(browser, address);
    const { page } = visit;
    await page.getByRole("button", { name: /Tavreli/ }).click();
    await page.getByRole("link", { name: "Learn", exact: true }).click();
    await page.getByRole("heading", { name: "First steps" }).waitFor();
    const figure = page.locator("figure", { hasText: "A white Archer on a black Horseman" });
    const stack = "White Archer on black Horseman, 2 high, on d4: goes to 8 squares; steps onto b2; captures on f6.";
    await said(figure).filter({ hasText: stack }).waitFor();
    // The soldier of the other side.
    await figure.locator("[data-square=f6] .square").click();
    await said(figure).filter({ hasText: "Black soldier of the Horseman, on f6: goes to f5." }).waitFor();
    await figure.locator("[tabindex='0'][data-square]").focus();
    for (const key of ["ArrowLeft", "ArrowUp", "ArrowUp", "Enter"]) await page.keyboard.press(key);
    await said(figure).filter({ hasText: "Black Magus, on e8" }).waitFor();
    await page.keyboard.press("Escape");
    await said(figure).filter({ hasText: "Choose a piece" }).waitFor();
    // It goes on as a game.
    await figure.getByRole("link", { name: "Try it out" }).click();
    await page.locator("#square-d4[aria-label*='white Archer on black Horseman']").waitFor();
    await visit.end();
}

/** Opens the rules and the pieces of every game by their addresses. */
async function all(browser, address) {
    const visit = await Visit.begin(browser, address);
    const { page } = visit;
    const games = JSON.parse(await visit.text("/api/variants"));
    for (const { name, title } of games) {
        await page.evaluate((name) => (location.hash = `learn/${name}/pieces`), name);
        await page.locator("main h1", { hasText: titleOf({ title }) }).waitFor();
        await page.locator(".lesson .mini .shown").nth(3).waitFor();
        const note = await page.getByText("This is a variant.").count();
        if ((note > 0) !== /-|144/.test(name)) throw new Error(`${name}: ${note} notes on variants`);
    }
    await visit.end();
}

/** The pieces of every built-in game in Russian: no English word is left. */
async function russian(browser, address) {
    const visit = await Visit.begin(browser, address, { language: "ru" });
    const { page } = visit;
    await visit.speaks("ru");
    for (const { name, family } of JSON.parse(await visit.text("/api/variants"))) {
        await page.evaluate((name) => (location.hash = `learn/${name}/pieces`), name);
        await page.waitForFunction((name) => document.querySelector(".ways select")?.value === name, name);
        await page.locator(".lesson .mini .shown").nth(3).waitFor();
        const texts = await page.locator(".lesson h3, .lesson li, .key li").evaluateAll((all) =>
            all.map((one) => one.textContent.replace(/\b[A-Z+~]{1,2}\b|helgi/g, "")));
        const english = texts.filter((text) => /[a-z]{3,}/.test(text));
        if (english.length > 0) throw new Error(`${name}, of ${family}: ${english.slice(0, 5).join(" | ")}`);
    }
    // Another language is chosen in the settings, at once.
    await page.getByRole("button", { name: "Настройки", exact: true }).click();
    await page.getByLabel("Язык").selectOption("en");
    await page.getByRole("heading", { name: "Settings" }).waitFor();
    await visit.speaks("en");
    await visit.end();
}

/** Looks at pieces of both sides in a game. */
async function game(browser, address) {
    const visit = await Visit.begin(browser, address);
    const { page } = visit;
    await visit.game("chess");
    const status = page.locator(".status");
    await visit.click("b8");
    await status.filter({ hasText: "On its turn, the knight on b8 goes to a6, c6." }).waitFor();
    await page.locator(".how", { hasText: "A leap of 1 by 2" }).waitFor();
    await visit.click("a1");
    await status.filter({ hasText: "The rook on a1 cannot move here." }).waitFor();
    await page.locator(".how").getByRole("button", { name: "All pieces of the game" }).click();
    await page.locator("dialog .lesson[data-piece=B]").waitFor();
    await page.keyboard.press("Escape");
    // The other side's reserve can be inspected too.
    await visit.game("tactical");
    await page.getByRole("button", { name: "cannon, 2 in reserve: how it moves" }).first().click();
    await page.locator("dialog .lesson[data-piece=C]").waitFor();
    await page.keyboard.press("Escape");
    await visit.game("chess");
    // In a game that is over too.
    await visit.more("Resign");
    await page.getByRole("button", { name: "Yes, resign" }).click();
    await page.locator(".banner").getByText("0-1 – White resigns.").waitFor();
    await visit.click("g1");
    await status.filter({ hasText: "The knight on g1 goes to f3, h3." }).waitFor();
    await visit.end();
}

/** Learns a game by its tasks: a wrong move, a right one, hints, solutions; and all tasks of all games. */
async function tasks(browser, address) {
    const visit = await Visit.begin(browser, address, { bypassCSP: true });
    const { page } = visit;
    const says = page.locator(".quiz [role=status]");
    await page.evaluate(() => (location.hash = "learn/tavreli"));
    await page.getByRole("heading", { name: "Learn by doing" }).waitFor();
    await check(visit, "tasks");
    await page.locator(".task").first().click();
    await says.filter({ hasText: "Capture the black soldier" }).waitFor();
    await visit.type("e1e2");
    await says.filter({ hasText: "not what the task asks" }).waitFor();
    await check(visit, "task");
    await visit.click("d4");
    await visit.click("f6");
    await says.filter({ hasText: /Right!.*prisoner/ }).waitFor();
    await visit.shows(1);
    await page.getByRole("button", { name: "Next", exact: true }).click();
    await says.filter({ hasText: "Free your Horseman" }).waitFor();
    await page.getByRole("button", { name: "Hint", exact: true }).click();
    await says.filter({ hasText: "Move the piece on d4." }).waitFor();
    await page.getByRole("button", { name: "Hint", exact: true }).click();
    await says.filter({ hasText: "The goal is" }).waitFor();
    await page.getByRole("button", { name: "Solution", exact: true }).click();
    await says.filter({ hasText: "Those that stay belong to" }).waitFor();
    for (const game of ["tavreli", "tactical", "chessbattle", "popular10", "operational2"]) {
        const list = JSON.parse(await visit.text(`/api/tasks/${game}`));
        for (const number of list.keys()) {
            await page.evaluate((hash) => (location.hash = hash), `tasks/${game}/${number + 1}`);
            await page.locator(".quiz select").filter({ has: page.locator(`option[value="${number + 1}"]:checked`) }).waitFor();
            await page.getByRole("button", { name: "Solution", exact: true }).click();
            await visit.shows(1);
        }
        await page.getByRole("region", { name: "Task", exact: true }).getByRole("link", { name: "Play", exact: true }).waitFor();
    }
    // One is solved; looking at its solution later does not change that.
    await page.evaluate(() => (location.hash = "learn/tavreli"));
    await page.getByText("1 of 7 is solved.").waitFor();
    await visit.end();
}

export async function learn(browser, address) {
    await Promise.all([rules, all, russian, game, tasks].map((part) => part(browser, address)));
    console.log("learn: ok");
}
