// What the module keeps: boards that are dropped, games that are read again, files that are long.
import { equal, ok } from "node:assert/strict";
import { test } from "node:test";
import * as helgi from "helgi/rules";

const { Board } = helgi;
const MEGABYTE = 1 << 20;
/** The length of the long file in megabytes; 200 where somebody wants to wait. */
const LONG = Number(process.env.LONG ?? 50);

// The memory of the module is its own; this is how to look at it.
const { instantiate } = WebAssembly;
let memory;
WebAssembly.instantiate = async (...given) => {
    const made = await instantiate(...given);
    // What unpacks the module is another one, which is made of its bytes.
    memory = given[0] instanceof WebAssembly.Module ? made.exports.memory : memory;
    return made;
};
await helgi.load();
const megabytes = () => memory.buffer.byteLength / MEGABYTE;
const pause = () => new Promise((wake) => setTimeout(wake, 0));

test("boards that are dropped are freed", async () => {
    for (let count = 0; count < 100_000; count += 1) {
        new Board(count % 2 === 0 ? "chess" : "tavreli").push(count % 2 === 0 ? "e4" : "Nf3");
        if (count % 1000 === 0) {
            globalThis.gc();
            await pause();
        }
    }
    ok(megabytes() < 64, `${megabytes()} MB`);
});

test("boards that are freed leave nothing, without a pause", () => {
    const before = megabytes();
    for (let count = 0; count < 100_000; count += 1) {
        new Board("tavreli").free();
    }
    ok(megabytes() <= before + 1, `${before} and ${megabytes()} MB`);
});

test("a game that is read again leaves old boards alone and nothing behind", () => {
    const texts = ["win", "loss"].map((value) => `[web-king:chess]\nstalemateValue = ${value}\n`);
    const boards = Array.from({ length: 20 }, (_, number) => {
        helgi.loadGames(texts[number % 2]);
        return new Board("web-king", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    });
    const before = megabytes();
    for (let count = 0; count < 1000; count += 1) {
        helgi.loadGames(texts[count % 2]);
    }
    ok(megabytes() <= before + 1, `${before} and ${megabytes()} MB`);
    boards.forEach((board, number) => equal(board.outcome().winner, ["black", "white"][number % 2]));
});

test("a long file reads as a stream", async () => {
    const game = new TextEncoder().encode('[Event "Test"]\n\n1. e4 {' + " a comment".repeat(2000) + "} e5 2. Nf3 *\n\n");
    const wanted = Math.ceil(LONG * MEGABYTE / game.length);
    function* parts() {
        for (let count = 0; count < wanted; count += 1) {
            yield game;
        }
    }
    const before = megabytes();
    let count = 0;
    for await (const recorded of helgi.readPgnStream(parts())) {
        count += recorded.moves.length === 3 ? 1 : 0;
    }
    equal(count, wanted);
    ok(megabytes() <= before + 16, `${before} and ${megabytes()} MB`);
});
