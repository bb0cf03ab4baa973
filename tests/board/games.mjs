// Random games of every game, entered by clicks, by pulling, by touch, by keys and typed.
import { Visit } from "./page.mjs";
import { serve } from "./process.mjs";

/** Number of moves for which a game is played; `ends.mjs` plays games to their ends. */
const PLIES = 8;

/** Number of games played at once. */
const SIDE_BY_SIDE = 3;

/** The ways to enter moves. */
export const WAYS = ["clicked", "pulled", "touched", "keys", "typed"];

/** Positions in which rare things have to be chosen. */
const RARE = [
    ["tactical", "4k3/1P6/5r2/4p3/3pF3/2D2f2/4P3/4K3[R] w - - 0 9"],
    ["chessbattle", "**4h3**/**2S5**/6g5/6c5/12/12/12/12/12/12/**8**/**4H3** w - - 0 9"],
    ["tavreli", "4k3/1(tNb)6/8/8/3(DtMTN)4/8/(maQ)6+E/4K3 w - - 0 9"],
    ["popular10", "12/*7k2*/*2y7*/*10*/*10*/*10*/*10*/*10*/*R4K4*/3Q8 w - - 0 1"],
    ["popular10-drop", "12/*3P6*/*10*/*10*/*10*/*5K4*/*10*/*10*/*k2r6*/12 w - - 0 1"],
    ["chess", "r3k2r/1P6/8/8/8/8/6p1/R3K2R w KQkq - 0 1"],
    ["duck", "r3k2r/1P6/8/8/4*3/8/6p1/R3K2R w KQkq - 0 1"],
    ["atlantis", "r3k2r/1P6/8/8/*7/8/6p1/R3K2R w KQkq - 0 1"],
    [
        "operational2",
        "runbsxhmouxhsnbur/2q1c2g3cgq3/pppppppp1pppppppp/8p8/17/17/8R8/17/PPPPPPPPPPPPPPPPP/2Q1C2G3CGQ3/1UNBSXHMOUXHSNBUR w - - 0 1",
    ],
];

/** Games from a file, in which a move ends with the square of a wall or is a wall alone. */
const WALLED = ["duck", "atlantis", "snailtrail"];
const WALLED_FILE = "crates/variants/games/walls.ini";

/** Numbers that are random, and the same in every run. */
export function dice(seed) {
    let state = seed;
    return (sides) => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return Math.floor((state / 2 ** 32) * sides);
    };
}

const squareOf = (token) => /^[x+@*]?([a-z]\d+)$/.exec(token)?.[1];

/** The tokens that a menu shows after some others, in its order. */
function menu(moves, chosen) {
    const begins = moves.filter((move) => chosen.every((token, index) => move.way[index] === token));
    const tokens = [...new Set(begins.map((move) => move.way[chosen.length]))];
    return tokens.filter((token) => token !== undefined && !squareOf(token));
}

/** Enters a move by clicks or touches, or by pulling where that is possible. */
async function byPointer(visit, moves, move, how) {
    const squares = move.way.map(squareOf);
    if (how === "pulled" && squares[0] && squares[1]) {
        await visit.pull(squares[0], squares[1]);
        return rest(visit, moves, move, 2, false);
    }
    return rest(visit, moves, move, 0, how === "touched");
}

/** Clicks or touches the rest of a way. */
async function rest(visit, moves, move, from, touches) {
    const { page } = visit;
    for (const [index, token] of move.way.entries()) {
        if (index < from) continue;
        const square = squareOf(token);
        if (square) await visit.click(square, touches);
        else if (token === "pass") await page.getByRole("button", { name: visit.words["tool.pass"], exact: true }).click();
        else if (token === "wall") await closing(visit).click();
        else if (token.startsWith(":")) await page.locator(".fan button").nth(Number(token.slice(1)) - 1).click();
        else if (/^\+?[A-Z]@$/.test(token)) await hand(visit, moves, token).click();
        else await page.locator(".menu button").nth(menu(moves, move.way.slice(0, index)).indexOf(token)).click();
    }
}

/** The button that closes a square, by what the game closes it with. */
function closing(visit) {
    const names = ["tool.wall", "tool.sink"].map((name) => visit.words[name]);
    return visit.page.getByRole("button", { name: new RegExp(`^(${names.join("|")})$`) });
}

/** The button of a piece in reserve. */
function hand(visit, moves, token) {
    return visit.page.locator(`.seat.turn .held-piece[data-token="${token}"]`);
}

/** Enters a move by keys. */
async function byKeys(visit, moves, move) {
    const { page } = visit;
    for (const [index, token] of move.way.entries()) {
        const square = squareOf(token);
        if (square) {
            await visit.goTo(square);
            await page.keyboard.press("Enter");
        } else if (token === "pass" || /^\+?[A-Z]@$/.test(token)) {
            const name = { name: visit.words["tool.pass"], exact: true };
            const button = token === "pass" ? page.getByRole("button", name) : hand(visit, moves, token);
            await button.focus();
            await page.keyboard.press("Enter");
        } else if (token.startsWith(":")) {
            await page.keyboard.press(token.slice(1));
        } else {
            await page.keyboard.press(String(menu(moves, move.way.slice(0, index)).indexOf(token) + 1));
        }
    }
}

/** Enters a random move, and looks that it is the one that was played. */
export async function play(visit, roll, how) {
    const { moves, line } = await visit.state();
    if (moves.length === 0) return false;
    // Rare ways as often as usual ones.
    const lengths = [...new Set(moves.map((move) => move.way.length))];
    const length = lengths[roll(lengths.length)];
    const fitting = moves.filter((move) => move.way.length === length);
    const move = fitting[roll(fitting.length)];
    try {
        if (how === "keys") await byKeys(visit, moves, move);
        else if (how === "typed") {
            await visit.page.getByLabel(visit.words["moves.type"], { exact: true }).fill(roll(2) ? move.san : move.wire);
            await visit.page.keyboard.press("Enter");
        } else await byPointer(visit, moves, move, how);
        // The opponent may answer at once.
        await visit.page.waitForFunction((ply) => document.querySelectorAll(".move").length > ply, line.length);
        const after = await visit.state();
        const played = after.tree.find((one) => one.id === after.line[line.length]).wire;
        if (played !== move.wire) throw new Error(`${played} was played`);
    } catch (error) {
        throw new Error(`${move.wire} by ${move.way.join(" ")}, ${how}: ${error.message}`);
    }
    return true;
}

/** Plays one game. */
async function random(visit, variant, seed) {
    const roll = dice(seed);
    await visit.game(variant);
    let plies = 0;
    while (plies < PLIES && (await play(visit, roll, WAYS[plies % WAYS.length]))) plies++;
    for (const [, fen] of RARE.filter(([name]) => name === variant)) {
        for (const how of WAYS) {
            await visit.game(variant, fen);
            for (let ply = 0; ply < 2; ply++) await play(visit, roll, how);
        }
    }
    console.log(`${variant}: ok, ${plies} moves`);
}

/** Plays the beginning of a game in Russian, with its piece's name in the line that says what happens. */
async function inRussian(visit, { name, start }, seed) {
    const roll = dice(seed);
    await visit.game(name);
    await visit.speaks("ru");
    const square = Object.keys(start.cells)[0];
    if (square) {
        await visit.click(square);
        await visit.page.locator(".say", { hasText: /[а-я]/ }).waitFor();
        await visit.page.keyboard.press("Escape");
    }
    for (const way of WAYS) await play(visit, roll, way);
    const event = await visit.page.locator(".event").textContent();
    // The names of pieces from a file stay as they are, so that a step may be named without a Russian word.
    const isEnglish = WALLED.includes(name) ? / (goes|takes|dropped|built|builds) /.test(event) : !/[а-я]/.test(event);
    if (isEnglish) throw new Error(`${name} in Russian: ${event}`);
    console.log(`${name}: по-русски`);
}

/** Plays every game, or those that are named; those of the file with walls on a server that has it. */
export async function games(browser, address, names) {
    const isWalled = (name) => WALLED.includes(name);
    const walled = names.length > 0 ? names.filter(isWalled) : WALLED;
    const others = names.filter((name) => !isWalled(name));
    if (names.length === 0 || others.length > 0) await several(browser, address, others);
    if (walled.length === 0) return;
    const server = await serve(undefined, [], WALLED_FILE);
    try {
        await several(browser, server.address, walled);
    } finally {
        await server.end();
    }
}

/** Plays every game of a server, or those that are named, some of them side by side. */
export async function several(browser, address, names) {
    const first = await Visit.begin(browser, address);
    const all = JSON.parse(await first.text("/api/variants"));
    const chosen = names.length > 0 ? names : all.map((variant) => variant.name);
    const left = [...chosen.entries()];
    const work = async (visit) => {
        const russian = await Visit.begin(browser, address, { language: "ru" });
        for (let next = left.shift(); next; next = left.shift()) {
            await random(visit, next[1], next[0] + 1);
            const variant = all.find((one) => one.name === next[1]);
            if (variant.family === variant.name) await inRussian(russian, variant, next[0] + 1);
        }
        await russian.end();
        await visit.end();
    };
    const others = Array.from({ length: SIDE_BY_SIDE - 1 }, () => Visit.begin(browser, address));
    await Promise.all([first, ...(await Promise.all(others))].map(work));
}
