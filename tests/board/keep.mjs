// Games outlive the page and the program, and go on where they were.
import { get } from "node:http";
import { Visit } from "./page.mjs";
import { serve } from "./process.mjs";

/** Begins a game against the engine as people do, and waits for its answers. */
export async function engine(browser, address) {
    const visit = await Visit.begin(browser, address);
    const { page } = visit;
    await page.getByRole("button", { name: /Tactical chess/ }).click();
    await page.locator(".options summary").click();
    await page.getByRole("button", { name: "Black", exact: true }).click();
    await page.getByRole("slider").fill("1");
    await page.getByLabel("Time").selectOption("600+5");
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await visit.shows(1);
    for (let ply = 1; ply < 12; ply += 2) {
        // First the piece, then the move.
        await visit.tool("Hint").click();
        await page.locator(".say", { hasText: "Hint:" }).waitFor();
        if ((await page.locator(".hinted").count()) > 0) throw new Error("the move is told at once");
        await visit.tool("Hint").click();
        const hint = await page.locator(".hinted").textContent();
        await visit.type(hint);
        await visit.shows(ply + 2);
    }
    await visit.tool("Take back").click();
    await visit.shows(11);
    const clocks = await page.locator("[data-clock]").allTextContents();
    if (!clocks.every((clock) => /^(9|10):\d\d$/.test(clock))) throw new Error(`clocks: ${clocks}`);
    await visit.more("Resign");
    await page.getByRole("button", { name: "Yes, resign" }).click();
    await page.locator(".banner", { hasText: "You lose" }).getByText("1-0 – Black resigns.").waitFor();
    // The same once more, with the colours changed.
    const before = page.url();
    await page.getByRole("button", { name: "Rematch" }).click();
    await page.waitForFunction((before) => location.href !== before, before);
    await page.locator(".seat.below", { hasText: "You" }).locator("[aria-label=White]").waitFor();
    await page.locator(".first", { hasText: "Choose a piece" }).waitFor();
    await visit.end();
    console.log("engine: ok");
}

/** Analyses a position, looks where a line leads, and plays its first move. */
export async function analysis(browser, address) {
    const visit = await Visit.begin(browser, address);
    const { page } = visit;
    await visit.game("chess", "7k/8/6K1/8/8/8/8/4R3 w - - 0 1");
    await visit.tool("Analyse").click();
    const first = page.locator(".analysis li").first();
    await first.getByText("#1").waitFor();
    await page.locator(".arrow text").filter({ hasText: "#1" }).first().waitFor();
    await page.getByRole("button", { name: "Threats" }).click();
    await page.locator(".analysis li").first().getByRole("button", { name: /^K/ }).first().waitFor();
    await page.getByRole("button", { name: "Threats" }).click();
    await first.getByText("#1").waitFor();
    await first.getByRole("button").first().hover();
    await page.locator("#square-e8 .moved").waitFor();
    await page.mouse.move(2, 2);
    // The same by the arrow: pointing at its head shows where it leads, a click plays it.
    const head = page.locator('.arrow.ready[data-line="0"] circle');
    const box = await head.boundingBox();
    const middle = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(...middle);
    await page.locator("#square-e8 .moved").waitFor();
    await page.mouse.move(2, 2);
    await page.locator("#square-e8 .moved").waitFor({ state: "detached" });
    await head.waitFor();
    await page.mouse.click(...middle);
    await visit.shows(1);
    // The banner has given its place to the analysis.
    await page.locator(".status .event").getByText("1-0 – White mates.").waitFor();
    await visit.end();
    console.log("analysis: ok");
}

/** A move is seen before the server has answered; when it cannot be sent, it goes back and can be made again. */
export async function sent(browser, address) {
    const visit = await Visit.begin(browser, address);
    const { page } = visit;
    await visit.game("chess");
    let answer = () => {};
    await page.route("**/api/boards/*", async (route) => {
        if (route.request().method() === "POST") await new Promise((now) => (answer = now));
        await route.continue();
    });
    await visit.click("e2");
    await visit.click("e4");
    await page.locator("#piece-e4").waitFor();
    if ((await page.locator("#piece-e2").count()) > 0) throw new Error("the pawn is seen twice");
    await visit.shows(0);
    answer();
    await visit.shows(1);
    await page.unroute("**/api/boards/*");
    await page.route("**/api/boards/*", (route) => (route.request().method() === "POST" ? route.abort() : route.continue()));
    await visit.click("e7");
    await visit.click("e5");
    await page.locator("#piece-e7").waitFor();
    await visit.shows(1);
    await page.getByText(/helgi does not answer/).waitFor();
    await page.unroute("**/api/boards/*");
    await visit.click("e7");
    await visit.click("e5");
    await visit.shows(2);
    await typedAhead(visit);
    // The complaints of the browser about the connection that failed, and about the refusal.
    visit.complaints = visit.complaints.filter((text) => !/net::ERR_FAILED|status of 422/.test(text));
    await visit.end();
    console.log("sent: ok");
}

/** A move that is typed while the answer to the one before is on its way stays, and a refused one comes back. */
async function typedAhead(visit) {
    const { page } = visit;
    const field = page.getByLabel("Move", { exact: true });
    let answer = () => {};
    await page.route("**/api/boards/*", async (route) => {
        const response = await route.fetch();
        if (route.request().method() === "POST") await new Promise((now) => (answer = now));
        await route.fulfill({ response });
    });
    await visit.type("Nf3");
    await visit.shows(3);
    await field.fill("Nc6");
    const answered = page.waitForResponse((response) => response.request().method() === "POST");
    answer();
    await (await answered).finished();
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    if ((await field.inputValue()) !== "Nc6") throw new Error(`the field holds ${await field.inputValue()}, expected Nc6`);
    await page.unroute("**/api/boards/*");
    await page.keyboard.press("Enter");
    await visit.shows(4);
    await visit.type("Nf9");
    await page.waitForFunction(() => document.querySelector("input[name=move]").value === "Nf9");
}

/** Five hundred tabs are opened and closed, and leave no memory taken. */
export async function tabs(browser) {
    const server = await serve();
    const visit = await Visit.begin(browser, server.address);
    await visit.game("chess");
    const cookies = await visit.context.cookies();
    const key = await visit.page.evaluate(() => localStorage.getItem("helgi-key"));
    const headers = { Cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; "), "helgi-key": key };
    const address = new URL(`/api/boards/${visit.id}/events`, server.address);
    // The connections of a tab, until it is closed.
    const tab = () =>
        new Promise((closed, failed) => {
            const asked = get(address, { agent: false, headers }, (stream) => {
                if (stream.statusCode !== 200) failed(new Error(`a tab is refused: ${stream.statusCode}`));
                stream.once("data", () => asked.destroy());
                stream.once("close", closed);
                stream.on("error", () => {});
            });
            asked.on("error", failed);
        });
    const taken = [];
    for (let round = 0; round < 2; round++) {
        for (let count = 0; count < 500; count++) await tab();
        taken.push(server.memory());
    }
    const [first, second] = taken;
    if (!(second - first < 512)) throw new Error(`500 tabs left ${second - first} kB: ${taken}`);
    await visit.end();
    await server.end();
    console.log(`tabs: ok, ${second - first} kB more`);
}

/** Milliseconds for a move of the engine: enough for three steps of a premove on a busy machine. */
const THINKING = 3000;

/** A move that is entered while the engine thinks is made after the engine's; an impossible one is said to be. */
export async function premove(browser, address) {
    const visit = await Visit.begin(browser, address);
    const { page } = visit;
    // Whatever Black plays, his king stays behind the f-file, and no pawn comes to the e-file.
    await visit.game("chess", "7k/6pp/8/8/8/8/4P3/R3KR2 w - - 0 1", null, { kind: "engine", time: THINKING });
    const status = page.locator(".say");
    await visit.click("a1");
    await visit.click("a2");
    await status.filter({ hasText: "helgi is thinking" }).waitFor();
    await visit.click("e2");
    await status.filter({ hasText: "Premove, pawn on e2: where to?" }).waitFor();
    await visit.click("e4");
    await status.filter({ hasText: "Premove: e2 to e4" }).waitFor();
    await visit.shows(4);
    // The same by pulling: the last of three that are begun counts.
    await visit.click("a2");
    await visit.click("a3");
    await status.filter({ hasText: "helgi is thinking" }).waitFor();
    await visit.click("e4");
    await visit.pull("a3", "a5");
    await visit.pull("a3", "a4");
    await status.filter({ hasText: "Premove: a3 to a4" }).waitFor();
    await visit.shows(8);
    await visit.click("a4");
    // Another piece than the one in hand is pulled.
    await visit.pull("e4", "e5");
    await status.filter({ hasText: "helgi is thinking" }).waitFor();
    // No rook goes there.
    await visit.click("a4");
    await visit.click("c5");
    await page.getByRole("alert").filter({ hasText: "Your premove is not possible now." }).waitFor();
    await visit.end();
    console.log("premove: ok");
}

/** Two engines are paused and go on; a kept game, the only one there, gets a name, is found by it, and is deleted. */
export async function own(browser, address) {
    const visit = await Visit.begin(browser, address);
    const { page } = visit;
    await page.getByRole("button", { name: /Orthodox chess/ }).click();
    await page.locator(".options summary").click();
    await page.getByRole("button", { name: "Engine against engine" }).click();
    await page.getByRole("slider").first().fill("1");
    await page.getByRole("slider").last().fill("2");
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await page.locator(".move").nth(3).waitFor();
    await visit.tool("Pause").click();
    await page.locator(".say", { hasText: "Paused" }).waitFor();
    const count = await page.locator(".move").count();
    await page.waitForTimeout(600);
    if ((await page.locator(".move").count()) !== count) throw new Error("a paused game goes on");
    await visit.tool("Go on").click();
    await page.locator(".move").nth(count).waitFor();
    await page.locator(".brand").click();
    const games = page.getByRole("region", { name: "Your games" });
    await games.getByRole("button", { name: "Give it a name" }).click();
    await games.getByLabel("Name").fill("The long evening");
    await page.keyboard.press("Enter");
    await page.locator(".resume", { hasText: "Continue: The long evening" }).waitFor();
    await games.getByLabel("Find").fill("nothing like it");
    await games.getByText("No game fits these words.").waitFor();
    await games.getByLabel("Find").fill("evening");
    await games.getByRole("button", { name: "Delete", exact: true }).click();
    await games.getByRole("button", { name: "Yes, delete" }).click();
    await games.waitFor({ state: "detached" });
    await visit.end();
    console.log("own games: ok");
}

/** Plays a game, loads the page anew, and kills the program in the middle. */
export async function keep(browser) {
    const first = await serve();
    const visit = await Visit.begin(browser, first.address);
    await visit.game("tavreli");
    await visit.click("c1");
    await visit.click("d2");
    await visit.shows(1);
    await visit.page.reload();
    await visit.shows(1);
    await visit.pull("f7", "f5");
    await visit.shows(2);
    await first.kill();
    await visit.page.getByRole("alert").filter({ hasText: "does not answer" }).waitFor();
    // The same address, the same key: the page goes on by itself.
    const second = await serve(first.folder);
    await visit.page.getByRole("alert").filter({ hasText: "does not answer" }).waitFor({ state: "detached" });
    await visit.click("g2");
    await visit.click("g4");
    await visit.shows(3);
    await visit.page.goto(second.address);
    await visit.page.getByRole("region", { name: "Your games" }).getByRole("link", { name: /Tavreli.*Continue · move 2/ }).click();
    await visit.shows(3);
    // It is not the page's fault if the server did not answer for a while.
    visit.complaints = visit.complaints.filter((complaint) => !/ERR_|Failed to load/.test(complaint));
    await visit.end();
    await second.end();
    console.log("keep: ok");
}
