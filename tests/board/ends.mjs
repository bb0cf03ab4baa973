// Games against the engine, from the first move to the end, by all ways of entering moves. In the middle the
// pages are loaded anew, and later the program is killed and started again.
import { WAYS, dice, play } from "./games.mjs";
import { Visit } from "./page.mjs";
import { serve } from "./process.mjs";
import { say } from "../../crates/board/page/text.js";

/** The games that people come for. */
export const GAMES = ["chess", "tavreli", "tactical", "chessbattle", "popular10", "operational2"];

/** Games from files, one of each kind. */
export const OTHERS = ["shogi", "duck", "xiangqi", "atomic", "amazons"];

/** The winning engine: strong enough against random moves. */
export const ENGINE = { kind: "engine", level: 3 };

/** No game is longer. Unit: half-moves. */
export const LONGEST = 400;

/** Plays on until this many half-moves have been played, or the game is over; returns true if it is. */
export async function until(visit, roll, plies) {
    for (;;) {
        const { line, ending, thinking } = await visit.state();
        if (ending || line.length >= plies) return ending;
        if (thinking) await visit.page.waitForTimeout(20);
        else {
            await visit.shows(line.length);
            await play(visit, roll, WAYS[(line.length / 2) % WAYS.length]);
        }
    }
}

/** Waits until the page shows the server's state. */
async function settled(visit) {
    const { line } = await visit.state();
    await visit.page.waitForFunction((ply) => document.querySelectorAll(".move").length >= ply, line.length);
}

/** Plays every game to its end. */
export async function ends(browser) {
    const first = await serve();
    const rolls = GAMES.map((_, number) => dice(number + 1));
    const begin = async (variant) => {
        const visit = await Visit.begin(browser, first.address);
        await visit.game(variant, undefined, null, ENGINE);
        return visit;
    };
    const visits = await Promise.all(GAMES.map(begin));
    const all = (what) => Promise.all(visits.map(what));
    await all((visit, number) => until(visit, rolls[number], 6));
    await all((visit) => visit.page.reload());
    await all(settled);
    await all((visit, number) => until(visit, rolls[number], 12));
    await first.kill();
    await all((visit) => visit.page.getByRole("alert").filter({ hasText: "does not answer" }).waitFor());
    const second = await serve(first.folder);
    await all((visit) => visit.page.getByRole("alert").filter({ hasText: "does not answer" }).waitFor({ state: "detached" }));
    await all(settled);
    await all(async (visit, number) => {
        const ending = await until(visit, rolls[number], LONGEST);
        if (!ending) throw new Error(`${GAMES[number]} does not end`);
        const told = `${ending.score} – ${say(ending.reason)}`;
        await visit.page.locator(".banner", { hasText: `${told}.` }).waitFor();
        // It is not the page's fault if the server did not answer for a while.
        visit.complaints = visit.complaints.filter((complaint) => !/ERR_|Failed to load/.test(complaint));
        await visit.end();
        console.log(`${GAMES[number]}: ended, ${told}`);
    });
    await second.end();
}
