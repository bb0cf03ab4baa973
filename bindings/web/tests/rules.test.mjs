// Boards, games and recorded games of the installed package. `node --test` runs it in the folder where that is.
import { deepStrictEqual, equal, ok, throws } from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as helgi from "helgi/rules";

const { Board } = helgi;
const MATE = ["f2f3", "e7e5", "g2g4", "d8h4"];

test("nothing works before the module is loaded", async () => {
    throws(() => new Board(), (error) => error instanceof helgi.ModuleError && error.value === "not loaded");
    await Promise.all([helgi.load(), helgi.load()]);
    equal(new Board().game, "chess");
});

/** A board after so many moves chosen by a fixed rule, or fewer if the game ends. */
function played(game, count, seed) {
    const board = new Board(game);
    let chance = seed;
    for (let ply = 0; ply < count && board.outcome() === null; ply += 1) {
        const moves = board.legalMoves();
        chance = (chance * 1103515245 + 12345) % 2 ** 31;
        if (moves.length === 0) {
            break;
        }
        board.push(moves[chance % moves.length]);
    }
    return board;
}

test("a game is played to its end and back", () => {
    const board = new Board();
    deepStrictEqual([board.game, board.turn, board.ply, board.moves], ["chess", "white", 0, []]);
    equal(board.legalMoves().length, 20);
    for (const move of MATE) {
        equal(board.outcome(), null);
        equal(board.push(move), move);
    }
    deepStrictEqual(board.outcome(), { winner: "black", reason: "mate", text: "Black mates", score: "0-1" });
    deepStrictEqual([board.isCheck(), board.checkers(), board.legalMoves()], [true, ["h4"], []]);
    deepStrictEqual([board.moves, board.ply, board.turn], [MATE, 4, "white"]);
    for (const move of [...MATE].reverse()) {
        equal(board.pop(), move);
    }
    ok(board.equals(new Board()));
    throws(() => board.pop(), helgi.ArgumentError);
});

test("moves are written and read in every style, and have numbers", () => {
    for (const game of ["chess", "tavreli", "tactical", "operational2", "crazyhouse", "shogi", "xiangqi", "duck"]) {
        const board = played(game, 12, 1);
        const { actions, choices } = helgi.info(game);
        const [moves, sans, numbers] = [board.legalMoves(), board.legalSans(), board.legalActions()];
        equal(new Set(sans).size, moves.length);
        equal(new Set(numbers.map(String)).size, moves.length);
        moves.slice(0, 40).forEach((move, index) => {
            equal(board.san(move), sans[index]);
            equal(board.parse(sans[index]), move);
            equal(board.parse(board.lan(move)), move);
            ok(board.isLegal(sans[index]));
            ok(board.describe(move) && board.describe(move, { language: "ru" }));
            const [first, second] = numbers[index];
            ok(first < actions && (second ?? 0) < choices);
            equal(board.copy().pushAction(first, second), move);
            const after = board.copy();
            after.push(move);
            equal(board.givesCheck(move), after.isCheck());
        });
    }
});

test("repetition ends a game, which can be played on", () => {
    const board = new Board();
    for (const move of [1, 2].flatMap(() => ["g1f3", "g8f6", "f3g1", "f6g8"])) {
        board.push(move);
    }
    deepStrictEqual([board.outcome().winner, board.outcome().reason], [null, "repetition"]);
    board.push("e4");
    equal(board.outcome(), null);
    equal(board.fen({ root: true }), new Board().fen());
});

test("pieces, captures, reserves and obstacles are those of the position", () => {
    const tavreli = new Board("tavreli", "4k3/8/(nQ)7/8/3(dR)4/8/4E3/4K3 w - - 0 1");
    deepStrictEqual(tavreli.pieces().get("d4"), ["R", "d"]);
    equal(tavreli.pieces().size, 5);
    const captives = new Board("tavreli", "4k3/8/8/3t4/4T3/8/8/4K3 w - - 0 1");
    deepStrictEqual(captives.legalMoves().filter((move) => captives.isCapture(move)), ["e4d5"]);
    const board = new Board("crazyhouse");
    ["e4", "d5", "exd5", "Qxd5"].forEach((move) => board.push(move));
    deepStrictEqual([[...board.reserve("white")], [...board.reserve("black")]], [[["P", 1]], [["p", 1]]]);
    deepStrictEqual(new Board().obstacles(), []);
    ok(new Board("chess", "7k/8/8/8/8/8/8/K5N1 w - - 0 1").cannotWin("white"));
    equal(new Board().advice("Bf3"), "Your bishop cannot go to f3. What can: Nf3 f3.");
    equal(new Board().advice("Nf3"), null);
});

test("boards are saved, restored, drawn and written", () => {
    for (const game of ["chess", "fischerandom", "tactical", "operational2", "shogi"]) {
        const board = played(game, 30, 3);
        const back = Board.from(JSON.parse(JSON.stringify(board)));
        ok(back.equals(board));
        deepStrictEqual([back.moves, back.outcome()], [board.moves, board.outcome()]);
    }
    const saved = new Board().toJSON();
    for (const wrong of [{ version: 2 }, { rules: "of another game" }, { start: "garbage" }, { moves: ["e2e5"] }, { moves: [""] }]) {
        throws(() => Board.from({ ...saved, ...wrong }), helgi.HelgiError);
    }
    throws(() => Board.from(null), TypeError);
    throws(() => Board.from({ ...saved, moves: "e2e4" }), TypeError);
    const board = new Board();
    ok(board.svg().startsWith("<svg") && board.svg({ size: 300 }).includes('width="300"'));
    ok(board.svg({ flipped: true }) !== board.svg());
    equal(board.toString().split("\n").filter((line) => /\d/.test(line)).length, 8);
});

test("every game begins and shows itself", () => {
    ok(helgi.games().length > 100);
    for (const name of helgi.games()) {
        const [info, board] = [helgi.info(name), new Board(name)];
        equal(board.game, name);
        ok(new Board(name, board.fen()).equals(board), name);
        ok([...board.pieces().keys()].every((square) => info.squares.includes(square)), name);
        equal(board.legalMoves().length, board.legalSans().length);
        ok(info.title && info.pieces.every((piece) => piece.words.length > 0), name);
        board.free();
    }
});

test("a file brings its games, and everything wrong in it is told", () => {
    const file = "[web-one:chess]\ncheckCounting = true\n\n[web-two:web-one]\ncastling = false\n";
    deepStrictEqual(helgi.loadGames(file).games, ["web-one", "web-two"]);
    ok(helgi.info("web-one").isFromFile && !helgi.info("chess").isFromFile);
    const takers = ["chess", "crazyhouse", "bughouse"].filter((name) => helgi.info(name).capturesToHand);
    deepStrictEqual(takers, ["crazyhouse"]);
    const wrong = "[web-bad:chess]\ncasteling = false\nmaxRank = x\n\n[web-good:chess]\ncastling = false\n";
    throws(() => helgi.loadGames(wrong), (error) => {
        ok(error instanceof helgi.GameFileError);
        deepStrictEqual(error.games, ["web-good"]);
        const [first, second] = error.findings;
        deepStrictEqual([first.severity, first.line, first.column, first.section], ["error", 2, 1, "web-bad"]);
        deepStrictEqual([first.found, first.suggestion, first.isFatal], ["casteling", "castling", true]);
        deepStrictEqual([second.line, second.key, second.found], [3, "maxRank", "x"]);
        deepStrictEqual(helgi.checkGames(wrong), error.findings);
        return error.message.includes("and 1 more");
    });
    equal(new Board("web-good").game, "web-good");
    throws(() => new Board("web-bad"), helgi.GameNameError);
    throws(() => helgi.loadGames("[chess:chess]\ndoubleStep = false\n"), helgi.GameFileError);
    const lines = Array.from({ length: 500 }, (_, number) => `nonsense${number} = 1`);
    throws(() => helgi.loadGames(["[web-wrong:chess]", ...lines].join("\n")), (error) => error.findings.length === 500);
});

const PGN = `[Event "Test"]
[White "A"]
[Black "B"]
[Result "1-0"]

1. e4 {a pawn} e5 $1 (1... c5 {Sicilian} 2. Nf3 (2. c3)) 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0

[Event "Bad"]

1. e4 } e5 2. Ke3 *
`;

test("recorded games come with variations, comments and lines", () => {
    const [first, second, ...more] = helgi.readPgn(PGN);
    deepStrictEqual(more, []);
    deepStrictEqual([first.tags.White, first.result, first.line], ["A", "1-0", 1]);
    deepStrictEqual(first.moves, ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#"]);
    const [e4] = first.tree.next;
    deepStrictEqual([e4.text, e4.comments, e4.line], ["e4", ["a pawn"], 6]);
    const [e5, c5] = e4.next;
    deepStrictEqual([e5.glyphs, c5.comments, c5.next.map((move) => move.text)], [[1], ["Sicilian"], ["Nf3", "c3"]]);
    equal(c5.next[1].board().moves.join(" "), "e2e4 c7c5 c2c3");
    equal(first.board().outcome().reason, "mate");
    deepStrictEqual([first.errors, first.check()], [[], []]);
    deepStrictEqual(second.errors.map((error) => error.line), [10]);
    deepStrictEqual(second.check().map((problem) => problem.line), [10]);
    throws(() => second.board(), (error) => error instanceof helgi.PgnError && error.line === 10);
    const plain = (game) => JSON.stringify([game.tags, game.moves, game.result]);
    equal(plain(helgi.readPgn(String(first)).next().value), plain(first));
    equal(helgi.toPgn(first, { White: "C" }).includes('[White "C"]'), true);
    throws(() => helgi.toPgn(first, { "Two words": "x" }), helgi.ArgumentError);
    throws(() => helgi.toPgn({}), TypeError);
    const board = played("tavreli", 10, 4);
    const [back] = helgi.readPgn(helgi.toPgn(board, { White: 'A "quoted" name' }));
    ok(back.board().equals(board));
    equal(back.tags.White, 'A "quoted" name');
});

/** The games of a file that comes in parts. */
async function collect(parts) {
    const games = [];
    for await (const game of helgi.readPgnStream(parts)) {
        games.push(game);
    }
    return games;
}

test("a file reads the same in whatever parts it comes", async () => {
    const text = PGN.repeat(30) + "[Event \"é♘\"]\n\n1. d4 *\n";
    const all = (games) => JSON.stringify(games.map((game) => [game.line, game.tags, game.moves, String(game)]));
    const whole = all([...helgi.readPgn(text)]);
    const bytes = new TextEncoder().encode(text);
    equal(all([...helgi.readPgn(bytes)]), whole);
    for (const size of [1, 7, 100, 1000, 10_000]) {
        const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, part) => bytes.subarray(part * size, (part + 1) * size));
        equal(all(await collect(parts)), whole, `parts of ${size}`);
        equal(all(await collect(new Blob(parts).stream())), whole);
    }
});

test("the types name what there is, and nothing else", () => {
    const types = readFileSync(new URL("rules.d.ts", import.meta.resolve("helgi/rules")), "utf8");
    const exported = [...types.matchAll(/^export (?:class|function) (\w+)/gm)].map((found) => found[1]);
    deepStrictEqual(exported.sort(), Object.keys(helgi).sort());
    const body = types.slice(types.indexOf("export class Board {"), types.indexOf("/** The facts about a game. */"));
    const members = [...body.matchAll(/^ {4}(?:readonly )?(\w+)[(:]/gm)].map((found) => found[1]);
    deepStrictEqual(members.sort(), Object.getOwnPropertyNames(Board.prototype).sort());
});
