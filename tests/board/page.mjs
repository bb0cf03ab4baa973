// A page of the board in the browser, and a user's actions there.
import { createRequire } from "node:module";
import "./unit/words.mjs";
import { LANGUAGES } from "../../crates/board/page/text.js";

const need = createRequire(`${process.env.TOOLS}/node_modules/`);
const { chromium } = need("playwright-core");

/** The time that anything may take to appear, in milliseconds: on a busy machine longer. */
export const PATIENCE = Number(process.env.PATIENCE ?? 20000);

/** Starts the browser. */
export const browse = () =>
    chromium.launch({
        executablePath: process.env.BROWSER,
        args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"],
    });

/** Asks the server as the page does; runs in the page. */
export const fetchInPage = async ([path, body]) => {
    if (document.querySelector("meta[name=helgi-desk]")) {
        const { desk } = await import(document.querySelector("script[type=module]").src);
        return (await desk.ask(path, body && JSON.parse(body))).text();
    }
    const headers = { "helgi-key": localStorage.getItem("helgi-key"), "Content-Type": "application/json" };
    const response = await fetch(path, body ? { method: "POST", headers, body } : { headers });
    return response.text();
};

/** Has the browser make its own copy of a page without a server, which that does by itself, later; runs in the page. */
export const copyInPage = async () => {
    const { copyPage } = await import(document.querySelector("script[type=module]").src);
    await copyPage();
    await navigator.serviceWorker.ready;
};

/** A visit to the board, in which every complaint of the browser is an error. */
export class Visit {
    static async begin(browser, address, { width = 1280, height = 800, colorScheme = "light", bypassCSP = false,
        until = ".cards", language = "en" } = {}) {
        const context = await browser.newContext({
            viewport: { width, height },
            colorScheme,
            bypassCSP,
            reducedMotion: "reduce",
            locale: language,
            hasTouch: true,
        });
        const page = await context.newPage();
        const visit = new Visit();
        Object.assign(visit, { context, page, words: LANGUAGES[language], complaints: [] });
        page.on("pageerror", (error) => visit.complaints.push(error.stack));
        page.on("console", (message) => {
            if (["error", "warning"].includes(message.type())) visit.complaints.push(message.text());
        });
        page.setDefaultTimeout(PATIENCE);
        await page.goto(address);
        await page.waitForSelector(until);
        return visit;
    }

    async end() {
        await this.context.close();
        if (this.complaints.length > 0) throw new Error(`the browser complains:\n${this.complaints.join("\n")}`);
    }

    /** The server's answer to the page. */
    text(path, order) {
        return this.page.evaluate(fetchInPage, [path, order && JSON.stringify(order)]);
    }

    /** True if a server answers, and no worker in its place. */
    async hasServer() {
        return (await this.page.locator("meta[name=helgi-desk]").count()) === 0;
    }

    /** Begins a game between two people, or against another player, and goes to it. */
    async game(variant, fen, clock = "900+5", black = { kind: "person" }) {
        const plan = { variant, fen, clock, white: { kind: "person" }, black };
        const { id } = JSON.parse(await this.text("/api/boards", plan));
        if (!id) throw new Error(`${variant} is refused: ${fen}`);
        await this.page.evaluate((hash) => (location.hash = hash), `${variant}/${id}`);
        await this.page.waitForSelector("#board");
        this.id = id;
    }

    /** Fails if the page is not in its language. */
    async speaks(language) {
        const lang = await this.page.evaluate(() => document.documentElement.lang);
        if (lang !== language) throw new Error(`the page is in ${lang}, expected ${language}`);
    }

    /** The button of a name in the row beside the board. */
    tool(name) {
        return this.page.locator(".tools.row, .quiz .tools").getByRole("button", { name, exact: true });
    }

    /** Does what is behind the last button of that row. */
    async more(name) {
        await this.tool("More").click();
        await this.page.locator("#more").getByRole("button", { name, exact: true }).click();
    }

    /** The server's state of the game. */
    state() {
        return this.text(`/api/boards/${this.id}`).then(JSON.parse);
    }

    /** Waits until the page shows this many moves. */
    async shows(ply) {
        await this.page.waitForFunction((ply) => document.querySelectorAll(".move").length === ply, ply);
    }

    /** Enters a move as text. */
    async type(move) {
        await this.page.getByLabel("Move", { exact: true }).fill(move);
        await this.page.keyboard.press("Enter");
    }

    /** Clicks into the middle of a square, or touches it. */
    async click(square, touches = false) {
        const box = await this.page.locator(`#square-${square} .square`).boundingBox();
        const middle = [box.x + box.width / 2, box.y + box.height / 2];
        if (touches) await this.page.touchscreen.tap(...middle);
        else await this.page.mouse.click(...middle);
    }

    /** Pulls the piece on a square to another. */
    async pull(from, to) {
        const middle = async (square) => {
            const box = await this.page.locator(`#square-${square} .square`).boundingBox();
            return [box.x + box.width / 2, box.y + box.height / 2];
        };
        await this.page.mouse.move(...(await middle(from)));
        await this.page.mouse.down();
        await this.page.mouse.move(...(await middle(to)), { steps: 3 });
        await this.page.mouse.up();
    }

    /** The square that keys speak of. */
    focus() {
        return this.page.locator('#board [tabindex="0"]').getAttribute("data-square");
    }

    /** Goes to a square with the arrow keys. */
    async goTo(square) {
        await this.page.locator('#board [tabindex="0"]').focus();
        const place = (name) => [name.charCodeAt(0), Number(name.slice(1))];
        for (let turn = 0; turn < 12; turn++) {
            const here = await this.focus();
            if (here === square) return;
            const [[file, rank], [toFile, toRank]] = [place(here), place(square)];
            const sideways = Array(Math.abs(toFile - file)).fill(toFile > file ? "ArrowRight" : "ArrowLeft");
            const upward = Array(Math.abs(toRank - rank)).fill(toRank > rank ? "ArrowUp" : "ArrowDown");
            // Arrows leap over holes: then now and again the other way round, and not the whole way.
            const keys = turn % 2 ? [...upward, ...sideways] : [...sideways, ...upward];
            for (const key of turn === 0 ? keys : keys.slice(0, 1 + (turn % 3))) await this.page.keyboard.press(key);
        }
        throw new Error(`${square} is not reached by arrows`);
    }
}
