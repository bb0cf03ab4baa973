// Choices of a person: the size of the board, zen mode, moves that are confirmed, the limits of an own clock, an opening.
import { Visit } from "./page.mjs";

/** Changes a setting in the dialog. */
async function set(page, act) {
    await page.getByRole("button", { name: "Settings" }).click();
    await act(page.locator("#settings"));
    await page.locator("#settings").getByRole("button", { name: "Close" }).click();
}

/** The board gets smaller, and stays so. */
async function sized(visit) {
    const { page } = visit;
    await visit.game("chess");
    const width = async () => (await page.locator("#board").boundingBox()).width;
    const full = await width();
    await set(page, (dialog) => dialog.getByLabel("Size of the board").selectOption("medium"));
    for (const when of ["at once", "after the page was loaded again"]) {
        const share = (await width()) / full;
        if (Math.abs(share - 0.7) > 0.02) throw new Error(`the board has ${share} of its width ${when}`);
        await page.reload();
        await page.waitForSelector("#board");
    }
    await set(page, (dialog) => dialog.getByLabel("Size of the board").selectOption("full"));
}

/** Zen mode leaves the board, the players and the next step; the key and the menu lead out of it. */
async function calm(visit) {
    const { page } = visit;
    const parts = async () => {
        const shown = await Promise.all(["header", ".moves", ".walk", "#board", ".seat.below", ".status .say", ".tools.row"].map((part) =>
            page.locator(part).first().isVisible()));
        return shown.map(Number).join("");
    };
    await page.evaluate(() => document.activeElement?.blur());
    await page.keyboard.press("z");
    if ((await parts()) !== "0001111") throw new Error(`zen mode shows ${await parts()}`);
    await page.reload();
    await page.waitForSelector("#board");
    if ((await parts()) !== "0001111") throw new Error(`zen mode after the page was loaded again shows ${await parts()}`);
    await visit.more("Zen mode");
    if ((await parts()) !== "1111111") throw new Error(`without zen mode there is ${await parts()}`);
    // The start has its header in any case.
    await visit.more("Zen mode");
    await page.evaluate(() => (location.hash = ""));
    await page.locator(".cards").first().waitFor();
    await page.locator("header").waitFor();
    await page.goBack();
    await page.waitForSelector("#board");
    await visit.more("Zen mode");
}

/** A move by touch waits until it is confirmed, if that is wanted; one by the mouse does not. */
async function confirmed(visit) {
    const { page } = visit;
    await set(page, (dialog) => dialog.getByLabel("Confirm moves made by touch").check());
    await visit.click("e2", true);
    await visit.click("e4", true);
    const question = page.getByRole("alertdialog", { name: "Play this move?" });
    await question.waitFor();
    await page.locator("#piece-e4").waitFor();
    await question.getByRole("button", { name: "No" }).click();
    await page.locator("#piece-e2").waitFor();
    if ((await visit.state()).line.length > 0) throw new Error("a move was made that was not confirmed");
    await visit.click("d2", true);
    await visit.click("d4", true);
    await question.getByRole("button", { name: "Play d4" }).click();
    await visit.shows(1);
    await visit.click("d7");
    await visit.click("d5");
    await visit.shows(2);
    if ((await question.count()) > 0) throw new Error("a move by the mouse is to be confirmed");
    // Another piece that is taken up comes in between: nothing waits any more.
    await visit.click("c2", true);
    await visit.click("c4", true);
    await question.waitFor();
    await visit.click("g1", true);
    await question.waitFor({ state: "detached" });
    await page.locator("#piece-c2").waitFor();
}

/** An own clock says its limits, and counts while it is typed. */
async function timed(visit) {
    const { page } = visit;
    await page.evaluate(() => (location.hash = ""));
    await page.locator("details.options summary").click();
    await page.locator("details.options label", { hasText: "Time" }).locator("select").selectOption("own");
    const minutes = page.getByRole("spinbutton", { name: /^Minutes/ });
    await page.getByText("0.25 to 600").waitFor();
    const summary = page.locator("details.options summary");
    await minutes.fill("3");
    await summary.filter({ hasText: "3 minutes" }).waitFor();
    await minutes.fill("0.1");
    await page.keyboard.press("Tab");
    if ((await minutes.inputValue()) !== "0.25") throw new Error(`the least time is ${await minutes.inputValue()}`);
}

/** Two engines begin with the moves that were chosen; impossible ones are refused. */
async function opened(visit) {
    const { page } = visit;
    await page.evaluate(() => (location.hash = "chess"));
    await page.locator(".plan h1", { hasText: "Chess" }).waitFor();
    if (!(await page.locator("details.options").evaluate((details) => details.open))) await page.locator("details.options summary").click();
    await page.getByRole("button", { name: "Engine against engine" }).click();
    const opening = page.getByLabel("Opening moves");
    await opening.fill("1. e4 Ke5");
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await page.getByRole("alert").filter({ hasText: "Ke5" }).waitFor();
    visit.complaints = [];
    await opening.fill("1. e4 c5 2. Nf3");
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await page.waitForSelector("#board");
    await page.locator(".move", { hasText: "Nf3" }).first().waitFor();
    const moves = (await page.locator(".move").allTextContents()).slice(0, 3).map((text) => text.trim());
    if (moves.join(" ") !== "e4 c5 Nf3") throw new Error(`the engines begin with ${moves}`);
}

export async function choices(browser, address) {
    const visit = await Visit.begin(browser, address);
    await sized(visit);
    await calm(visit);
    await confirmed(visit);
    await timed(visit);
    await opened(visit);
    await visit.end();
    console.log("choices: ok");
}
