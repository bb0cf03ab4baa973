// Texts and numbers that nobody means: every function answers or throws a typed error, and the module lives. The texts are
// those below and the corpus of the fuzz targets, unpacked in the folder that CORPUS names.
import { deepStrictEqual, equal, ok, rejects, throws } from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import * as helgi from "helgi/rules";

await helgi.load();
const { Board } = helgi;
const GAMES = ["chess", "tavreli", "operational2", "crazyhouse", "shogi", "duck", "xiangqi", "fischerandom"];
const BY_HAND = [
    "", " ", "garbage", "\0", "e2e4\0", "\ud800", "e2\udfffe4", "e2e5", "0000", "N", "♘f3", "é".repeat(50), "x".repeat(100_000),
    "8/".repeat(50_000), "(".repeat(10_000), "[".repeat(10_000), "9".repeat(5000), new Board().fen().repeat(50),
    "4k3/8/8/8/8/8/8/4R2K w - - 0 1", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 99999999999999999999 1",
    "[a:chess]\nmaxRank = -1\n", '[Event "', "1. " + "(e4 ".repeat(5000), "__proto__", '[__proto__ "x"]\n\n1. e4 *',
];

const boards = GAMES.map((game) => new Board(game));

/** Hands a text to every function that takes one. */
function feed(text) {
    const first = boards[0];
    const asked = [
        () => new Board(text),
        () => helgi.info(text),
        () => helgi.checkGames(text),
        () => [...helgi.readPgn(text)].forEach((game) => String(game) + game.check().length + game.tree.next.length),
        () => helgi.toPgn(first, { White: text }),
        () => helgi.toPgn(first, { [text]: "A" }),
        () => first.reserve(text),
        () => first.cannotWin(text),
        () => first.describe("e2e4", { language: text }),
        () => Board.from({ version: 1, game: text, start: text, moves: [text] }),
        ...boards.flatMap((board) => [
            () => new Board(board.game, text).legalSans(),
            () => board.san(text),
            () => board.lan(text),
            () => board.isLegal(text),
            () => board.givesCheck(text),
            () => board.isCapture(text),
            () => board.describe(text),
            () => board.advice(text),
            () => board.copy().push(text),
        ]),
    ];
    for (const ask of asked) {
        try {
            ask();
        } catch (error) {
            ok(error instanceof helgi.HelgiError && !(error instanceof helgi.ModuleError), `${ask}: ${error.stack}`);
            ok(error.message.length > 0 && error.message.length < 2000);
        }
    }
}

test("texts by hand are answered or refused", () => BY_HAND.forEach(feed));

test("the fuzz corpus is answered or refused", async () => {
    const files = readdirSync(process.env.CORPUS, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
    ok(files.length >= 1000, `${files.length} inputs`);
    // Each text costs some 80 calls.
    for (const [number, file] of files.entries()) {
        if (number % 7 === 0) {
            const bytes = readFileSync(join(file.parentPath, file.name));
            feed(bytes.toString("utf8"));
            feed(bytes.toString("latin1"));
            try {
                [...helgi.readPgn(new Uint8Array(bytes))].forEach((game) => game.check());
            } catch (error) {
                ok(error instanceof helgi.PgnError);
            }
            // The boards of the last text go now.
            await new Promise(setImmediate);
        }
    }
    equal(new Board().legalMoves().length, 20);
});

test("errors carry what was wrong", () => {
    throws(() => new Board("chess", "4k3/8/8/8/8/8/8/4R2K w - - 0 1"), (error) => {
        deepStrictEqual([error.name, error.field, error.fault, error.expected], ["FenError", "position", "check", "Black not in check"]);
        return error instanceof helgi.FenError;
    });
    const two = new Board("chess", "7k/8/8/8/8/4R3/8/R2K4 w - - 0 1");
    throws(() => two.push("Ra3"), (error) => error instanceof helgi.MoveError && error.reason === "ambiguous");
    throws(() => two.push("e2e5"), (error) => error.value === "e2e5" && error.reason === "illegal" && error.expected === "a legal move");
    throws(() => new Board("tavrelli"), (error) => error instanceof helgi.GameNameError && error.expected.includes("tavreli"));
    throws(() => two.push(""), helgi.MoveError);
    throws(() => two.push("\ud800" + "x".repeat(500)), (error) => error.value === `\ufffd${"x".repeat(59)}…`);
});

test("numbers out of their range and wrong types are refused", () => {
    const board = new Board();
    for (const depth of [-1, 100, 1.5, NaN, Infinity, 2 ** 60]) {
        throws(() => board.perft(depth), helgi.ArgumentError);
        throws(() => board.svg({ size: depth === 100 ? 0 : depth }), helgi.ArgumentError);
    }
    for (const first of [-1, NaN, Infinity, 2 ** 32]) {
        throws(() => board.pushAction(first), helgi.ArgumentError);
    }
    throws(() => board.pushAction(796, 5), helgi.MoveError);
    throws(() => board.pushAction(10 ** 9), helgi.MoveError);
    for (const wrong of [null, 5, ["e2e4"], {}, Symbol("e2e4"), undefined]) {
        for (const ask of [() => board.push(wrong), () => board.san(wrong), () => helgi.info(wrong), () => helgi.loadGames(wrong),
            () => helgi.readPgn(wrong), () => helgi.readPgnStream(wrong), () => board.perft(`${typeof wrong}`)]) {
            const isIterable = Array.isArray(wrong) && String(ask).includes("Stream");
            isIterable || throws(ask, TypeError);
        }
    }
    ok(board.equals(new Board()));
});

test("a freed board is refused, and freed once", () => {
    const board = new Board();
    const other = board.copy();
    board.free();
    board.free();
    throws(() => board.legalMoves(), (error) => error instanceof helgi.ArgumentError && error.value === "freed");
    equal(new Board("tavreli").game, "tavreli");
    equal(other.legalMoves().length, 20);
    if (Symbol.dispose !== undefined) {
        other[Symbol.dispose]();
        throws(() => other.fen(), helgi.ArgumentError);
    }
});

test("a file without an end and a line that is too long are refused", async () => {
    throws(() => [...helgi.readPgn("x".repeat(17 << 20))], (error) => error instanceof helgi.PgnError && error.line === 1);
    throws(() => [...helgi.readPgn(new Uint8Array(100))], helgi.PgnError);
    function* endless() {
        for (;;) {
            yield "1. e4 { and so on ".repeat(10_000) + "\n";
        }
    }
    await rejects(async () => {
        for await (const game of helgi.readPgnStream(endless())) {
            ok(game);
        }
    }, helgi.PgnError);
    equal(new Board().legalMoves().length, 20);
});
