// The start page: a game that plays by itself, and the pictures of the games.
import { PATIENCE } from "./page.mjs";

/** The squares of the last move on the large board; runs in the page. */
const movedInPage = () => [...document.querySelectorAll("#chosen .moved")].map((square) => [square.getAttribute("x"),
    square.getAttribute("y")].join()).join(" ");

/** Longer than two moves are apart. Unit: milliseconds. */
const LONGER = 2500;

export async function living(browser, address) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: "en", reducedMotion: "no-preference" });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    await page.goto(address);
    const cards = page.locator(".cards .card");
    await cards.nth(6).waitFor();
    const pictures = await cards.evaluateAll((all) => all.map((card) => card.querySelectorAll(".pieces > g").length));
    if (pictures.some((count) => count === 0)) throw new Error(`empty boards: ${pictures}`);
    const names = await cards.locator("b").allTextContents();
    if (names[0] !== "Tavreli" || names[3] !== "Ten by ten") throw new Error(`names: ${names}`);
    await page.locator("#chosen .moved").first().waitFor();
    const moved = () => page.evaluate(movedInPage);
    const first = await moved();
    while ((await moved()) === first) await page.waitForTimeout(100);
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    const still = await moved();
    await page.waitForTimeout(LONGER);
    if ((await moved()) !== still) throw new Error("the game does not wait");
    await page.getByRole("button", { name: "Go on", exact: true }).click();
    while ((await moved()) === still) await page.waitForTimeout(100);
    // Another game plays when it is chosen, and nothing moves for those who prefer stillness.
    await cards.nth(5).click();
    await page.locator("#chosen .moved").first().waitFor();
    await page.emulateMedia({ reducedMotion: "reduce" });
    const rest = await moved();
    await page.waitForTimeout(LONGER);
    if ((await moved()) !== rest) throw new Error("the game moves for those who prefer stillness");
    await context.close();
    console.log("living: ok");
}
