// People at other devices: two play one game, others watch, and nothing else is open to them. The devices are browsers
// with storage of their own, and the server for them listens at another address than this machine's own.
import { Visit } from "./page.mjs";
import { serve } from "./process.mjs";
import { check } from "./look.mjs";

/** The address at which guests find the server. */
const ADDRESS = "127.0.0.2";

const PHONE = { width: 375, height: 812 };
const SIDEWAYS = { width: 812, height: 375 };

/** Opens the dialog with the seats, and makes a link to one. */
async function invite(host, seat) {
    const { page } = host;
    if (!(await page.locator("#invite").isVisible())) {await page.getByRole("button", { name: host.words["head.invite"],
        exact: true }).click();}
    const place = page.locator(".guest-seat").filter({ has: page.getByRole("heading", { name: seat, exact: true }) });
    await place.getByRole("button", { name: host.words["invite.make"] }).click();
    const link = await place.getByRole("textbox").inputValue();
    await place.locator(".qr path").waitFor();
    if (!link.startsWith(`http://${ADDRESS}:`)) throw new Error(`the link leads to ${link}`);
    return link;
}

/** Opens an invitation on another device, and accepts it. */
async function join(browser, link, button, look) {
    const guest = await Visit.begin(browser, link, { until: ".guest .plan, .wait h1", ...look });
    await fits(guest, "an invitation");
    await guest.page.getByRole("button", { name: button, exact: true }).click();
    await guest.page.waitForSelector("#board");
    return guest;
}

/** Fails if a page is wider than the screen. */
async function fits(visit, what) {
    const [wide, width] = await visit.page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    if (wide > width) throw new Error(`${what} is ${wide} pixels wide, the screen ${width}`);
}

/** Enters a move by its squares. */
async function play(visit, from, to) {
    await visit.page.locator(`#square-${from}`).waitFor();
    await visit.click(from, true);
    await visit.click(to, true);
}

/** The answer to a page that asks as a guest's page does. */
const asks = (visit, path, order) =>
    visit.page.evaluate(async ([path, body]) => {
        const headers = { "helgi-key": localStorage.getItem("helgi-key") ?? "", "Content-Type": "application/json" };
        const response = await fetch(path, body ? { method: "POST", headers, body } : { headers });
        return response.status;
    }, [path, order && JSON.stringify(order)]);

/** Both servers refuse the orders that guests may not give. */
async function trespass(watcher, own, id) {
    const refused = [
        ["/api/boards"], ["/api/boards", { variant: "chess", white: { kind: "person" }, black: { kind: "person" } }], [`/api/boards/${id}`],
        [`/api/boards/${id}`, { do: "resign" }], [`/api/boards/${id}`, { do: "hint" }], [`/api/boards/${id}/events/0/3`],
            [`/api/boards/${id}/review`],
        [`/api/boards/${id}/pgn`], [`/api/boards/${id}/guests`, { do: "dismiss", seat: "white" }], ["/api/variants"], ["/api/puzzles"],
        ["/api/variants/chess/rules"], ["/api/positions", {}], ["/api/guest", { do: "play", move: "e2e4", ply: 0 }],
            ["/api/guest", { do: "resign" }],
        ["/api/guest", { do: "draw" }], ["/api/guest", { do: "takeback" }], ["/main.js"], ["/index.html"],
    ];
    for (const [path, order] of refused) {
        const status = await asks(watcher, path, order);
        if (status < 400 || status >= 500) throw new Error(`a guest asks for ${path} ${JSON.stringify(order)}: ${status}`);
    }
    // This machine's own server is not to be asked from there: neither by the page, nor with the key and without a page.
    const outcome = await watcher.page.evaluate((path) => fetch(path).then(({ status }) => status, () => "refused"), `${own}/api/boards`);
    if (outcome !== "refused") throw new Error(`a guest's page asks this machine's server: ${outcome}`);
    const key = await watcher.page.evaluate(() => localStorage.getItem("helgi-key"));
    for (const path of ["/api/boards", `/api/boards/${id}`, "/api/guest"]) {
        const { status } = await fetch(own + path, { headers: { "helgi-key": key, Cookie: `helgi-${new URL(own).port}=${key}` } });
        if (status !== 403) throw new Error(`${path} of this machine's server with the key of a guest: ${status}`);
    }
    // Refusals are complaints of the browser.
    watcher.complaints = [];
}

/** A link that leads nowhere, and one whose seat is taken. */
async function strays(browser, link) {
    const language = "ru";
    for (const [address, name] of [[link, "refused.taken"], [link.slice(0, -3), "refused.unknown"],
        [`${link.split("#")[0]}#${"0".repeat(32)}`, "refused.unknown"], [link.split("#")[0], "refused.no-seat"]]) {
        const visit = await Visit.begin(browser, address, { until: ".wait h1", language, ...PHONE, colorScheme: "dark", bypassCSP: true });
        await visit.page.getByRole("heading", { name: visit.words[name], exact: true }).waitFor();
        await visit.page.getByText(visit.words[`${name}.about`]).waitFor();
        await check(visit, name);
        await fits(visit, name);
        visit.complaints = [];
        await visit.end();
    }
}

/** Two phones play a game of Tavreli to an agreed end while a third one watches; this machine has the page with the seats. */
export async function guests(browser) {
    const server = await serve(undefined, ["--listen", ADDRESS]);
    const host = await Visit.begin(browser, server.address, { bypassCSP: true });
    await host.game("tavreli", undefined, null);
    const links = {};
    for (const seat of ["White", "Black", "Watch"]) links[seat] = await invite(host, seat);
    // Tones that this machine's page plays from now on.
    await host.page.evaluate(() => {
        const { start } = OscillatorNode.prototype;
        window.tones = 0;
        OscillatorNode.prototype.start = function (...times) {
            window.tones += 1;
            return start.apply(this, times);
        };
    });
    await check(host, "invitations");
    await fits(host, "invitations");
    const white = await join(browser, links.White, "Play White", { ...PHONE, bypassCSP: true });
    const black = await join(browser, links.Black, "Играть чёрными", { ...SIDEWAYS, language: "ru", colorScheme: "dark", bypassCSP: true });
    const watcher = await join(browser, links.Watch, "Watch", {});
    await host.page.getByText(host.words["invite.present"], { exact: true }).nth(2).waitFor();
    // A bell of two tones for each player who joins; none for those who watch.
    await host.page.waitForFunction(() => window.tones === 4);
    await host.page.keyboard.press("Escape");
    await strays(browser, links.White);

    // Each plays its own side, and nobody else's; a move entered ahead is made in its turn.
    await play(white, "e2", "e3");
    for (const visit of [white, black, watcher, host]) await visit.shows(1);
    await play(black, "d7", "d6");
    for (const visit of [white, black, watcher, host]) await visit.shows(2);
    await play(black, "e7", "e6");
    await black.page.locator(".say", { hasText: black.words["say.premove"].split("{")[0] }).waitFor();
    await play(watcher, "d2", "d3");
    await play(host, "d2", "d3");
    await play(white, "d2", "d3");
    for (const visit of [white, black, watcher, host]) await visit.shows(4);
    await check(white, "White's phone");
    await check(black, "Black's phone");
    for (const visit of [white, black]) await fits(visit, "a guest's game");
    await trespass(watcher, new URL(server.address).origin, host.id);

    // White asks for the last move; Black refuses once, and then grants it.
    for (const answer of ["ask.no", "ask.yes"]) {
        await white.tool(white.words["tool.takeback.ask"]).click();
        await black.page.locator(".confirm").getByRole("button", { name: black.words[answer], exact: true }).click();
        if (answer === "ask.yes") break;
        await black.page.locator(".confirm").waitFor({ state: "detached" });
        await play(white, "f2", "f3");
        for (const visit of [white, black]) await visit.shows(5);
        await play(black, "f7", "f6");
        for (const visit of [white, black]) await visit.shows(6);
    }
    for (const visit of [white, black, watcher, host]) await visit.shows(4);

    // The notes of this machine's page at the game are its own.
    await host.page.locator(".move").first().click();
    await play(host, "c7", "c6");
    await host.page.locator(".variation").waitFor();
    if ((await watcher.page.locator(".variation").count()) > 0) throw new Error("guests see variations of the host");

    // A seat outlives the page and the server; a link that was used leads back on its own device only.
    await white.page.goto("about:blank");
    await white.page.goto(links.White);
    await white.shows(4);
    await white.more(white.words["tool.draw"]);
    await black.page.locator(".confirm").getByRole("button", { name: black.words["ask.yes"], exact: true }).click();
    for (const visit of [white, black, watcher, host]) await visit.page.locator(".banner").waitFor();
    await check(white, "the end of a guest's game");
    for (const visit of [white, black]) await fits(visit, "the end of a guest's game");

    // A dismissed guest is told so at once.
    await host.page.getByRole("button", { name: host.words["head.invite"], exact: true }).click();
    await host.page.locator(".guest-seat").first().getByRole("button", { name: host.words["invite.dismiss"] }).click();
    await white.page.getByRole("heading", { name: white.words["refused.no-seat"] }).waitFor();
    white.complaints = [];
    for (const visit of [white, black, watcher, host]) await visit.end();
    await server.end();
    await restart(browser);
    console.log("guests: ok");
}

/** Seats are there again after a crash of the server. */
async function restart(browser) {
    const first = await serve(undefined, ["chess", "--listen", ADDRESS, "--invite"]);
    // This machine's address, that of the guests' server, and the links to White, Black and watching.
    const link = (await first.links(5)).find((link) => link.includes("#") && link.includes(ADDRESS));
    const white = await join(browser, link, "Play White", PHONE);
    await play(white, "e2", "e4");
    await white.shows(1);
    await first.kill();
    const second = await serve(first.folder, ["--listen", ADDRESS]);
    await white.page.reload();
    await white.shows(1);
    // While there was no server, there was nothing to be had.
    white.complaints = [];
    await white.end();
    await second.end();
}
