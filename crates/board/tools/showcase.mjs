// The games that the start page plays, written anew: `HELGI=target/debug/helgi node crates/board/tools/showcase.mjs [NAME...]`.
// The engine plays each of them against itself, with the same number of nodes a move, so that every position can occur.
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";

const FILE = new URL("../../desk/src/showcase/games.txt", import.meta.url);

/** The nodes for a move, and the half-moves of a game: those that begin with empty boards need more. */
const NODES = 1500;
const PLIES = 36;
const LONGER = new Map([["tactical", 52], ["placement", 48], ["sittuyin", 48]]);

const engine = spawn(process.env.HELGI ?? "target/debug/helgi", [], { stdio: ["pipe", "pipe", "inherit"] });
const lines = createInterface({ input: engine.stdout })[Symbol.asyncIterator]();
const say = (text) => engine.stdin.write(`${text}\n`);

/** The next line that fits. */
async function heard(pattern) {
    for (;;) {
        const { value, done } = await lines.next();
        if (done) throw new Error("the engine has ended");
        const found = pattern.exec(value);
        if (found) return found;
    }
}

/** The moves of a game of the engine against itself. */
async function played(name) {
    const moves = [];
    say(`setoption name UCI_Variant value ${name}`);
    say("ucinewgame");
    while (moves.length < (LONGER.get(name) ?? PLIES)) {
        say(`position startpos${moves.length > 0 ? ` moves ${moves.join(" ")}` : ""}`);
        say(`go nodes ${NODES}`);
        const [, best] = await heard(/^bestmove (\S+)/);
        if (/none|^0000$/.test(best) && moves.length > 0 && moves.at(-1) === best) break;
        if (/none/.test(best)) break;
        moves.push(best);
    }
    return moves;
}

say("uci");
const [, , names] = await heard(/^option name (UCI_Variant) type combo default \S+ (.*)$/);
await heard(/^uciok/);
const all = [...names.matchAll(/var (\S+)/g)].map((found) => found[1]);
const old = readFileSync(FILE, "utf8");
const known = new Map([...old.matchAll(/^([^#:\s]+): (.*)$/gm)].map((found) => [found[1], found[2]]));
const wanted = process.argv.length > 2 ? process.argv.slice(2) : all;
for (const name of wanted) known.set(name, (await played(name)).join(" "));
const head = old.split("\n").filter((line) => line.startsWith("#")).join("\n");
const games = all.filter((name) => (known.get(name) ?? "") !== "").map((name) => `${name}: ${known.get(name)}`);
writeFileSync(FILE, `${head}\n${games.join("\n")}\n`);
say("quit");
