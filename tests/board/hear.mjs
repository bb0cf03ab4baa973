// The words of the screen reader: all live regions of the page are watched, as one watches them.
import { Visit } from "./page.mjs";
import { capital, say } from "../../crates/board/page/text.js";

/** Listens to every live region from now on; each text is heard once it is another one. Runs in the page. */
const listen = () => {
    const live = "[aria-live], [role=status], [role=alert], [role=log], output";
    const known = new WeakMap();
    window.heard = [];
    for (const region of document.querySelectorAll(live)) known.set(region, region.textContent.trim());
    window.listening?.disconnect();
    window.listening = new MutationObserver(() => {
        for (const region of document.querySelectorAll(live)) {
            const text = region.textContent.replace(/\s+/g, " ").trim();
            if (known.get(region) === text) continue;
            known.set(region, text);
            if (text) window.heard.push(text);
        }
    });
    window.listening.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
};

const heard = (visit) => visit.page.evaluate(() => window.heard);

/** Waits until the last half-move of the game is heard, and with it whose turn it is. */
async function hears(visit, san) {
    await visit.page.waitForFunction((san) => window.heard.some((text) => text.startsWith(`${san}: `)), san);
}

/** The sentence about a move, in English. */
const sentence = ({ san, says }) => `${san}: ${capital(say(says))}.`;

/** Fails unless every move was said once, in its order, and first of what was said with it. */
function check(said, moves, name) {
    const told = moves.map(sentence);
    const places = told.map((one) => said.flatMap((text, place) => (text.includes(one) ? [place] : [])));
    for (const [ply, found] of places.entries()) {
        if (found.length !== 1) throw new Error(`${name}: "${told[ply]}" is heard ${found.length} times in\n${said.join("\n")}`);
        if (ply > 0 && found[0] < places[ply - 1][0]) throw new Error(`${name}: "${told[ply]}" is heard too early in\n${said.join("\n")}`);
    }
    const late = said.find((text) => told.some((one) => text.includes(one)) && !told.some((one) => text.startsWith(one)));
    if (late) throw new Error(`${name}: a move does not come first in "${late}"`);
    const twice = said.find((text, place) => text === said[place - 1]);
    if (twice) throw new Error(`${name}: "${twice}" is heard twice`);
}

/** A game against the engine: its moves are heard, and nothing again that was heard before. */
async function engine(visit) {
    await visit.game("chess", undefined, "900+5", { kind: "engine", level: 1 });
    await visit.page.evaluate(listen);
    const played = async (ply) => {
        for (;;) {
            const state = await visit.state();
            const moves = state.line.map((id) => state.tree.find((move) => move.id === id));
            if (moves.length >= ply) return moves;
            await new Promise((go) => setTimeout(go, 50));
        }
    };
    for (let ply = 0; ply < 4; ply += 2) {
        const { moves } = await visit.state();
        await visit.type(moves[ply].san);
        const line = await played(ply + 2);
        await hears(visit, line[ply + 1].san);
    }
    const line = await played(4);
    check(await heard(visit), line, "chess");
    const last = (await heard(visit)).at(-1);
    if (!last.startsWith(sentence(line[3])) || !last.includes("Your move")) throw new Error(`the engine's move is heard as "${last}"`);
    // A piece in hand is said, and nothing anew when it is put back.
    const { moves } = await visit.state();
    const from = moves.find((move) => move.from).from;
    await visit.click(from);
    await visit.page.waitForFunction(() => window.heard.at(-1).endsWith("where to?"));
    await visit.page.keyboard.press("Escape");
    await visit.page.waitForFunction(() => window.heard.at(-1) === "Your move");
    check(await heard(visit), line, "chess, a piece in hand");
    // A user who goes through the moves hears each of them.
    await visit.page.evaluate(() => (window.heard.length = 0));
    for (const name of ["Move back", "Move on"]) {
        await visit.page.getByRole("group", { name: visit.words["moves.walk"] }).getByRole("button").nth(name === "Move back"
            ? 1 : 2).click();
    }
    await visit.page.waitForFunction(() => window.heard.length >= 2);
    const walked = await heard(visit);
    if (!walked[0].startsWith(sentence(line[2]))
        || !walked[1].startsWith(sentence(line[3]))) throw new Error(`going back and on is heard as\n${walked.join("\n")}`);
    await visit.more("Resign");
    await visit.page.getByRole("button", { name: "Yes, resign", exact: true }).click();
    await visit.page.waitForFunction(() => window.heard.some((text) => text.includes("White resigns")));
}

/** The phase of a game in words; empty without one. */
const phaseOf = ({ scene: { phase } }) => (phase ? say(phase) : "");

/** A game with phases, by two people: each phase is heard when it begins. */
async function phases(visit) {
    await visit.game("tactical");
    await visit.page.evaluate(listen);
    const expected = [];
    const played = [];
    let phase = visit.words["say.phase"].replace("{number}", 1).replace("{phase}", phaseOf(await visit.state()));
    for (let ply = 0; ply < 12; ply++) {
        const { moves, line } = await visit.state();
        const move = moves[(ply * 7) % moves.length];
        await visit.text(`/api/boards/${visit.id}`, { do: "play", move: move.wire, ply: line.length });
        await visit.shows(line.length + 1);
        const { scene, tree, line: now } = await visit.state();
        played.push(tree.find((one) => one.id === now[line.length]));
        const next = visit.words["say.phase"].replace("{number}", scene.number).replace("{phase}", phaseOf({ scene }));
        if (next !== phase) expected.push(next);
        phase = next;
    }
    const said = await heard(visit);
    check(said, played, "tactical");
    const told = said.flatMap((text) => text.match(/Turn \d+, [^.]*\./g) ?? []);
    if (expected.length < 2 || told.join() !== expected.join()) {
        throw new Error(`the phases ${expected.join(" ")} are heard as ${told.join(" ")}`);
    }
    console.log(`tactical: ${expected.length} phases heard`);
}

export async function hear(browser, address) {
    const visit = await Visit.begin(browser, address);
    await engine(visit);
    await phases(visit);
    await visit.end();
    console.log("hear: ok");
}
