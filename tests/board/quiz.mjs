// Puzzles on the board: wrong and right answers, hints, solutions, files.
import { readFileSync } from "node:fs";
import { check } from "./look.mjs";
import { Visit } from "./page.mjs";

/** The first puzzle of a set that comes with the program: the moves of its solution. */
function solution(game, number) {
    const text = readFileSync(`crates/study/puzzles/${game}.pgn`, "utf8").split(/\n\n(?=\[)/)[number - 1];
    const moves = text.slice(text.lastIndexOf("]") + 1).replace(/\{[^}]*\}/g, " ");
    return moves.split(/\s+/).filter((word) => word && !/^\d+\.|^(1-0|0-1|1\/2-1\/2|\*)$/.test(word));
}

export async function quiz(browser, address) {
    const visit = await Visit.begin(browser, address, { bypassCSP: true });
    const { page } = visit;
    const says = page.locator(".quiz [role=status]");
    await page.getByRole("region", { name: "Puzzles" }).getByRole("link", { name: /^Tavreli/ }).click();
    await says.filter({ hasText: "find the best move" }).waitFor();
    await check(visit, "puzzle");
    await page.getByRole("button", { name: "Hint", exact: true }).click();
    await says.filter({ hasText: /What it is about|Look at/ }).waitFor();
    // Any move but the right one.
    const right = solution("tavreli", 1);
    const wrong = await page.evaluate((right) => {
        const moves = [...document.querySelectorAll("#legal option")].map((option) => option.value);
        return moves.filter((move) => move !== right).at(-1);
    }, right[0]);
    await visit.type(wrong);
    await says.filter({ hasText: /of 100 points|too|as good/ }).waitFor();
    if (!/too|as good/.test(await says.textContent())) {
        for (let ply = 0; ply < right.length; ply += 2) {
            await visit.type(right[ply]);
            await visit.shows(Math.min(ply + 2, right.length));
        }
    }
    await says.filter({ hasText: "Solved at try 2." }).waitFor();
    // It is solved, but not at the first try: the rating of the beginning falls.
    const rated = async () => Number(/Rating (\d+)\./.exec(await page.locator(".tally").textContent())?.[1]);
    await page.getByText("1 of 1 solved, 0 at the first try.").waitFor();
    const [low, { days }] = [await rated(), await page.evaluate(() => JSON.parse(localStorage.getItem("helgi-puzzles")))];
    if (!(low < 800 && low > 700) || days.count !== 1) throw new Error(`rating ${low} and ${days.count} days after a second try`);
    await page.getByRole("button", { name: "Next", exact: true }).click();
    await page.waitForFunction(() => location.hash === "#puzzles/tavreli/2");
    await says.filter({ hasText: "find the best move" }).waitFor();
    await page.getByRole("button", { name: "Solution", exact: true }).click();
    await says.filter({ hasText: "The solution is" }).waitFor();
    await visit.shows(solution("tavreli", 2).length);
    await page.getByText("1 of 2 solved").waitFor();
    await check(visit, "solved puzzle");
    // Only puzzles about a theme, until all are wanted again.
    const theme = page.getByLabel("Theme");
    const [value, text] = await theme.locator("option").nth(2).evaluate((option) => [option.value, option.textContent]);
    const wanted = JSON.parse(await visit.text("/api/puzzles/tavreli")).flatMap((themes, index) => (themes.includes(value)
        ? [index + 1] : []));
    if (!text.endsWith(`(${wanted.length})`)) throw new Error(`${text}: ${wanted.length} puzzles`);
    await theme.selectOption(value);
    // The choice leads to the first of them that has not been answered, unless the present one is about the theme.
    for (const [index, number] of wanted.filter((number) => number > 2).slice(0, 3).entries()) {
        if (index > 0 || wanted.includes(2)) await page.getByRole("button", { name: "Next", exact: true }).click();
        await page.waitForFunction((number) => location.hash === `#puzzles/tavreli/${number}`, number);
        // `Next` goes on from the puzzle that is shown.
        await page.waitForFunction((number) => document.querySelector(".quiz select")?.selectedIndex === number - 1, number);
        await says.filter({ hasText: "find the best move" }).waitFor();
    }
    await theme.selectOption("");
    // Puzzles of a file, of which the solver has Black.
    await page.evaluate(() => (location.hash = ""));
    await page.getByRole("button", { name: /Orthodox chess/ }).click();
    await page.locator(".puzzles input[type=file]").setInputFiles({
        name: "own.epd",
        mimeType: "text/plain",
        buffer: Buffer.from("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - bm Qh4#;\n"),
    });
    await says.filter({ hasText: "Black to move" }).waitFor();
    await visit.click("d8");
    await visit.click("h4");
    await says.filter({ hasText: "Black mates. That is it! Solved at the first try." }).waitFor();
    await visit.end();
    console.log("puzzles: ok");
}
