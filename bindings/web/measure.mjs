// Speeds of the package beside ffish-es6, on the same positions of random games of chess, in CPU seconds of one process.
import { readFileSync } from "node:fs";
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
