// Perft and a search of a thousand nodes in WebAssembly, against the same by the program.
//
//   HELGI=target/debug/helgi node tests/wasm/run.mjs FILE.wasm
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { deepStrictEqual, ok } from "node:assert";

const DEPTH = 2;
const NODES = 1000;

const program = (words, input = "") => execFileSync(process.env.HELGI, words, { input, encoding: "utf8" });
const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[2]), { env: { now: () => performance.now() } });
const wasm = instance.exports;
const text = (length) => new TextDecoder().decode(new Uint8Array(wasm.memory.buffer, wasm.text(), length));

let games = 0;
for (let game = 0, length = wasm.name(game); length > 0; game += 1, length = wasm.name(game)) {
    const name = text(length);
    const counted = Number(program(["perft", name, `${DEPTH}`]).match(/searched: (\d+)/)?.[1] ?? NaN);
    deepStrictEqual([name, Number(wasm.perft(game, DEPTH))], [name, counted]);
    const order = `setoption name UCI_Variant value ${name}\nsetoption name Hash value 1\nposition startpos\ngo nodes ${NODES}\n`;
    const best = program([], `uci\n${order}`).match(/^bestmove (\S+)/m)[1];
    const [found, nodes] = text(wasm.search(game, BigInt(NODES), BigInt(600_000))).split(" ");
    deepStrictEqual([name, found], [name, best]);
    // The search looks at its limits from time to time.
    ok(Number(nodes) <= NODES + 64, `${name}: ${nodes} nodes`);
    games += 1;
}
ok(games > 0, "no game was found");
// A clock that is handed in ends a search, too.
const began = performance.now();
wasm.search(0, BigInt(2 ** 50), BigInt(50));
ok(performance.now() - began < 60_000, "the search did not see its clock");
console.log(`wasm: perft ${DEPTH} and ${NODES} nodes of ${games} games as by the program`);
