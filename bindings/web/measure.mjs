// Speeds of the package in CPU seconds: the rules beside ffish-es6 in one process, on the same positions of random games of
// chess, and the search beside the program that HELGI names, which should be that of a release.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { Engine } from "helgi/engine";
import { Board, load } from "helgi/rules";

// ffish asks for its file by `fetch` and a path, which node's does not open.
const bytes = readFileSync(new URL("ffish.wasm", import.meta.resolve("ffish-es6")));
globalThis.fetch = async () => new Response(bytes, { headers: { "Content-Type": "application/wasm" } });
const { default: Module } = await import("ffish-es6");
const ffish = await Module();
await load();

const fens = [];
let chance = 1;
while (fens.length < 200) {
    const board = new Board();
    for (let ply = 0; ply < 60 && board.outcome() === null; ply += 1) {
        const moves = board.legalMoves();
        chance = (chance * 1103515245 + 12345) % 2 ** 31;
        board.push(moves[chance % moves.length]);
        if (ply % 6 === 5) {
            fens.push(board.fen());
        }
    }
}
const ours = fens.map((fen) => new Board("chess", fen));
const theirs = fens.map((fen) => new ffish.Board("chess", fen));
ours.forEach((board, index) => {
    const moves = theirs[index].legalMoves().split(" ").sort().join(" ");
    if (board.legalMoves().sort().join(" ") !== moves) {
        throw new Error(`${fens[index]}: other moves`);
    }
});

/** Positions a second. */
function speed(work) {
    fens.forEach((_, index) => work(index));
    const begin = process.cpuUsage();
    let count = 0;
    let spent = 0;
    while (spent < 1e6) {
        fens.forEach((_, index) => work(index));
        count += fens.length;
        const { user, system } = process.cpuUsage(begin);
        spent = user + system;
    }
    return Math.round(count / spent * 1e6);
}

const rows = {
    "legal moves": [(index) => ours[index].legalMoves(), (index) => theirs[index].legalMoves().split(" ")],
    "SAN of all moves": [(index) => ours[index].legalSans(), (index) => theirs[index].legalMovesSan().split(" ")],
    "legal moves from a FEN": [
        (index) => {
            const board = new Board("chess", fens[index]);
            board.legalMoves();
            board.free();
        },
        (index) => {
            const board = new ffish.Board("chess", fens[index]);
            board.legalMoves();
            board.delete();
        },
    ],
};
for (const [name, [own, other]] of Object.entries(rows)) {
    console.log(`${name}, positions a second: helgi ${speed(own)}, ffish ${speed(other)}`);
}

const NODES = 300_000;

/** The seconds of CPU that the program takes from its start to its answer after so many nodes. */
function ofProgram(game, nodes) {
    const input = `uci\nsetoption name UCI_Variant value ${game}\nposition startpos\ngo nodes ${nodes}\n`;
    const output = execFileSync("bash", ["-c", `"$HELGI" >/dev/null <<<"$INPUT"; times`], {
        encoding: "utf8", env: { ...process.env, INPUT: input },
    });
    // The last line has the times of what the shell has started.
    const [user, system] = output.trim().split("\n").at(-1).split(" ").map((time) => {
        const [minutes, seconds] = time.replace("s", "").split("m").map(Number);
        return 60 * minutes + seconds;
    });
    return user + system;
}

const engine = new Engine();
const ratios = [];
for (const game of ["chess", "tavreli", "tactical", "popular10", "operational2"]) {
    const board = new Board(game);
    await engine.analyse(board, { nodes: 20_000 });
    await engine.forget();
    const begin = process.cpuUsage();
    const { nodes } = await engine.analyse(board, { nodes: NODES });
    const { user, system } = process.cpuUsage(begin);
    const own = (user + system) / 1e6;
    const native = ofProgram(game, NODES) - ofProgram(game, 1);
    ratios.push(native / own);
    const times = `${own.toFixed(2)} s, the program ${native.toFixed(2)} s`;
    console.log(`${game}, ${nodes} nodes: ${times}, ${(native / own).toFixed(2)} of its speed`);
}
engine.close();
console.log(`least: ${Math.min(...ratios).toFixed(2)} of the program's speed`);
