// The places of everything on the page of a game: nothing lies on something else, and nothing is cut off.
import { Visit } from "./page.mjs";
import { serve } from "./process.mjs";

/** The games: the built-in ones, and some that come along, with reserves, large boards, walls and gates. */
const GAMES = ["tavreli", "tactical", "chessbattle", "popular10", "operational2", "chess", "crazyhouse", "shogi", "xiangqi", "amazons",
    "seirawan", "duck"];

/** The sizes of windows on laptops and large screens, and of phones both ways. */
const WINDOWS = [[1280, 633], [1280, 720], [1366, 650], [1366, 768], [1440, 757], [1440, 900], [1536, 730], [1600, 900], [1920, 969],
    [1920, 1080]];
const PHONES = [[360, 640], [375, 812], [667, 375], [812, 375]];

/** Those that are looked at in every run: the lowest windows, and a phone both ways. */
const FEW = { games: ["tavreli", "tactical", "chess", "shogi"], sizes: [[1280, 633], [1366, 650], [1920, 1080], [375, 812], [812, 375]] };

/** The tools that are open beside the board. */
const MODES = ["plain", "analysis", "review", "both", "piece"];

/** Finds what is broken; runs in the page. */
const inspectInPage = () => {
    const found = [];
    const isPhone = innerWidth <= 640 || innerHeight <= 520;
    const main = document.querySelector("main");
    const shown = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const nameOf = (element) => (element.getAttribute("aria-label") || element.getAttribute("class") || element.tagName).slice(0, 40);
    const clips = (style) => `${style.overflowX} ${style.overflowY}`.match(/auto|scroll|hidden|clip/);
    // Popups are meant to lie above the rest.
    const apart = (element) => element.closest(".popup, [popover], dialog, .confirm, .hidden, .spoken, svg.board");

    /** The part of an element that is seen, and whether the rest can be scrolled to. */
    const seen = (element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const box = { left, right, top, bottom };
        let scrolls = false;
        for (let outer = element.parentElement; outer && outer !== document.body; outer = outer.parentElement) {
            const style = getComputedStyle(outer);
            if (style.display === "contents" || !clips(style)) continue;
            const edge = outer.getBoundingClientRect();
            scrolls ||= /auto|scroll/.test(style.overflowX + style.overflowY)
                && (outer.scrollHeight > outer.clientHeight + 1 || outer.scrollWidth > outer.clientWidth + 1);
            box.left = Math.max(box.left, edge.left);
            box.right = Math.min(box.right, edge.right);
            box.top = Math.max(box.top, edge.top);
            box.bottom = Math.min(box.bottom, edge.bottom);
        }
        const isCut = right - left > box.right - box.left + 2 || bottom - top > box.bottom - box.top + 2;
        return { ...box, isCut: isCut && right > left && bottom > top && !scrolls, scrolls };
    };

    const blocks = [...main.querySelectorAll(
        ".seat, .frame, .strip, .side > *, .panels > *, button, input, select, a, summary, .say, .event, .task, .outcome",
    ), document.querySelector("header")].filter((element) => shown(element) && (!apart(element) || element.matches(".frame")));
    const boxes = blocks.map((element) => ({ element, ...seen(element) }));
    for (const [index, one] of boxes.entries()) {
        for (const other of boxes.slice(index + 1)) {
            if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
            const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
            const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
            if (wide > 1.5 && high > 1.5) found.push(`${nameOf(one.element)} lies on ${nameOf(other.element)}`);
        }
    }
    // Only phones, and pages that are read, are scrolled as a whole.
    const long = document.documentElement.scrollHeight > innerHeight + 1;
    if (long && !isPhone) found.push(`the page is ${document.documentElement.scrollHeight - innerHeight} px too high`);
    if (document.documentElement.scrollWidth > innerWidth) found.push("the page is too wide");
    for (const { element, scrolls, isCut, bottom } of boxes) {
        const isBelow = bottom > innerHeight + 1 && !scrolls && !(isPhone && long);
        if (isCut || isBelow) found.push(`${nameOf(element)} is cut off`);
    }
    // Sentences are whole.
    for (const text of main.querySelectorAll(".say, .event, .task, .outcome, .status .error, .first")) {
        if (!shown(text) || text.textContent.trim() === "") continue;
        const isCut = text.scrollWidth > text.clientWidth + 1 || text.scrollHeight > text.clientHeight + 2;
        const outer = text.closest(".moves, .quiz, .panels, .status");
        const scrolls = outer && /auto|scroll/.test(getComputedStyle(outer).overflowY) && outer.scrollHeight > outer.clientHeight;
        if (isCut && !scrolls) found.push(`cut: ${text.textContent.trim().slice(0, 60)}`);
    }
    // Each list that scrolls shows three lines, or all that it has.
    for (const list of main.querySelectorAll(".moves, .analysis, .explorer, .review, .how, .banner, .quiz, .panels")) {
        const line = Number.parseFloat(getComputedStyle(list).fontSize) * 1.4;
        if (shown(list) && list.clientHeight < Math.min(list.scrollHeight, 3 * line) - 1) {
            found.push(`${nameOf(list)} has ${list.clientHeight} px of ${list.scrollHeight}`);
        }
    }
    const panels = main.querySelector(".panels");
    if (panels && shown(panels) && !isPhone && panels.scrollHeight > panels.clientHeight + 1) {
        found.push(`the column is ${panels.scrollHeight - panels.clientHeight} px too high`);
    }
    return [...new Set(found)];
};

/** The states that were looked at, and those that are broken. */
class Tally {
    constructor(sizes) {
        this.sizes = sizes;
        this.seen = 0;
        this.broken = [];
    }

    /** Looks at the page in every size. */
    async look(visit, what) {
        for (const [width, height] of this.sizes) {
            await visit.page.setViewportSize({ width, height });
            const found = await visit.page.evaluate(inspectInPage);
            this.seen++;
            if (found.length === 0) continue;
            this.broken.push(`${what}, ${width}x${height}: ${found.slice(0, 4).join("; ")}`);
            if (process.env.PICTURES) {
                const name = `${what}-${width}x${height}`.replaceAll(/[^\p{L}\p{N}]+/gu, "-");
                await visit.page.screenshot({ path: `${process.env.PICTURES}/${name}.png` });
            }
        }
        await visit.page.setViewportSize({ width: 1366, height: 768 });
    }
}

/** Opens or closes a tool. */
async function press(visit, name, isOpen) {
    const tool = visit.tool(visit.words[name]);
    if ((await tool.getAttribute("aria-pressed")) !== String(isOpen)) await tool.click();
}

/** Puts a review of the game among those that the browser keeps: how long one takes says nothing about its place. */
async function reviewed(visit) {
    let state = await visit.state();
    // The engine answers first.
    while (state.thinking) state = await visit.state();
    const { line, moves } = state;
    await visit.shows(line.length);
    const better = moves.slice(0, 1).map(({ wire, san }) => ({ wire, san }));
    const review = {
        expected: [...line, ""].map((_, ply) => 0.5 + 0.2 * Math.sin(ply)),
        scores: [...line, ""].map(() => "0.00"),
        moves: line.map((_, ply) => ({ grade: ply === 0 ? "??" : null, loss: ply === 0 ? 0.3 : 0, better, missed: null })),
        accuracy: [62, 97],
        decision: 0,
        slipped: false,
    };
    const kept = JSON.stringify([[`${visit.id}/${line.length}`, review]]);
    await visit.page.evaluate((kept) => localStorage.setItem("helgi-reviews", kept), kept);
}

/** Looks at a game with one tool after the other. */
async function modes(visit, tally, what) {
    const { page } = visit;
    await reviewed(visit);
    for (const mode of MODES) {
        await press(visit, "tool.analyse", ["analysis", "both"].includes(mode));
        await press(visit, "tool.review", ["review", "both"].includes(mode));
        if (["analysis", "both"].includes(mode)) await page.locator(".analysis li").first().waitFor();
        if (["review", "both"].includes(mode)) await page.locator(".review table").waitFor();
        if (mode === "piece") {
            const square = await page.evaluate(() => document.querySelector(".pieces g[id^=piece-]")?.id.slice("piece-".length));
            if (square === undefined) continue;
            await visit.click(square);
        }
        await tally.look(visit, `${what}, ${mode}`);
    }
    await page.keyboard.press("Escape");
}

/** Looks at a game that goes on, and at one that is over. */
async function states(visit, tally, name, language) {
    for (const isOver of [false, true]) {
        const engine = { kind: "engine", level: 1 };
        await visit.game(name, undefined, isOver ? null : "900+5", isOver ? { kind: "person" } : engine);
        const moves = isOver ? 3 : 1;
        for (let ply = 0; ply < moves; ply++) {
            const { moves, line } = await visit.state();
            await visit.text(`/api/boards/${visit.id}`, { do: "play", move: moves[0].wire, ply: line.length });
        }
        if (isOver) await visit.text(`/api/boards/${visit.id}`, { do: "resign" });
        await visit.page.locator(isOver ? ".result" : ".move").first().waitFor();
        await modes(visit, tally, `${name} ${language}, ${isOver ? "over" : "running"}`);
    }
}

/** Looks at the pages that are no game: the editor, puzzles and tasks. */
async function others(visit, tally, name, language) {
    for (const [what, hash, selector] of [["editor", `${name}/edit`, ".palette"], ["quiz", `puzzles/${name}`, ".quiz"],
        ["task", `tasks/${name}`, ".quiz"]]) {
        for (const step of ["", hash]) {
            await visit.page.evaluate((hash) => (location.hash = hash), step);
            await visit.page.locator(step ? `${selector}, .start .error:not(:empty)` : ".cards").first().waitFor();
        }
        // Not every game has puzzles and tasks.
        if ((await visit.page.locator(selector).count()) > 0) await tally.look(visit, `${name} ${language}, ${what}`);
    }
}

/** Looks at all states, or at few of them. */
export async function layout(browser, names) {
    const isWhole = names.includes("all");
    const named = names.filter((name) => GAMES.includes(name));
    const usual = isWhole ? GAMES : FEW.games;
    const games = named.length > 0 ? named : usual;
    const tally = new Tally(isWhole ? [...WINDOWS, ...PHONES] : FEW.sizes);
    const server = await serve();
    try {
        const work = async (language) => {
            const visit = await Visit.begin(browser, server.address, { language });
            for (const name of games) {
                await states(visit, tally, name, language);
                await others(visit, tally, name, language);
            }
            // Not every game has puzzles.
            visit.complaints = visit.complaints.filter((complaint) => !complaint.includes("Failed to load resource"));
            await visit.end();
        };
        await Promise.all(["en", "ru"].map(work));
    } finally {
        await server.end();
    }
    if (tally.broken.length > 0) {
        throw new Error(`${tally.broken.length} of ${tally.seen} states are broken:\n${tally.broken.join("\n")}`);
    }
    console.log(`layout: ok, ${tally.seen} states`);
}
