// Perft and a search of a thousand nodes in WebAssembly, against the same by the program: without a net, and with the
// nets of the folder, which are not part of the module.
//
//   HELGI=target/debug/helgi node tests/wasm/run.mjs FILE.wasm
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { deepStrictEqual, ok } from "node:assert";

const DEPTH = 2;
const NODES = 1000;

const program = (words, input = "") => execFileSync(process.env.HELGI, words, { input, encoding: "utf8" });
const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[2]), { env: { now: () => performance.now() } });
const wasm = instance.exports;
const text = (length) => new TextDecoder().decode(new Uint8Array(wasm.memory.buffer, wasm.text(), length));

const NETS = "crates/engine/nets";

/** The best move from the start of a game by the module, which shall be that of the program with these options. */
function compare(game, name, options) {
    const order = `setoption name UCI_Variant value ${name}\nsetoption name Hash value 1\n${options}position startpos\ngo nodes ${NODES}\n`;
    const best = program([], `uci\n${order}`).match(/^bestmove (\S+)/m)[1];
    const [found, nodes] = text(wasm.search(game, BigInt(NODES), BigInt(600_000))).split(" ");
    deepStrictEqual([name, options, found], [name, options, best]);
    // The search looks at its limits from time to time.
    ok(Number(nodes) <= NODES + 64, `${name}: ${nodes} nodes`);
}

let games = 0;
for (let game = 0, length = wasm.name(game); length > 0; game += 1, length = wasm.name(game)) {
    const name = text(length);
    const counted = Number(program(["perft", name, `${DEPTH}`]).match(/searched: (\d+)/)?.[1] ?? NaN);
    deepStrictEqual([name, Number(wasm.perft(game, DEPTH))], [name, counted]);
    compare(game, name, "setoption name EvalFile value none\n");
    games += 1;
}
ok(games > 0, "no game was found");
let taught = 0;
for (const file of readdirSync(NETS).filter((file) => file.endsWith(".net"))) {
    const net = readFileSync(`${NETS}/${file}`);
    const room = wasm.room(net.length);
    new Uint8Array(wasm.memory.buffer, room, net.length).set(net);
    const fits = wasm.use_net(room, net.length);
    ok(fits > 0, `${file} fits no game`);
    taught += fits;
}
deepStrictEqual(taught, games);
for (let game = 0; game < games; game += 1) {
    compare(game, text(wasm.name(game)), "");
}
// A clock that is handed in ends a search, too.
const began = performance.now();
wasm.search(0, BigInt(2 ** 50), BigInt(50));
ok(performance.now() - began < 60_000, "the search did not see its clock");
console.log(`wasm: perft ${DEPTH} and ${NODES} nodes of ${games} games, without nets and with them, as by the program`);
