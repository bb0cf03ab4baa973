// The engine of the installed package: searches, levels, nets, stops and limits. HELGI names the program, with which it
// shall agree.
import { deepStrictEqual, equal, ok, rejects, throws } from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import * as searching from "helgi/engine";
import * as helgi from "helgi/rules";

await helgi.load();
const { Board } = helgi;
const { Engine } = searching;
const BUILT_IN = helgi.games().filter((name) => !helgi.info(name).isFromFile);
const FROM_FILES = ["shogi", "xiangqi", "janggi", "atomic", "duck", "seirawan"];
const DEEP = ["chess", "tavreli", "tactical", "popular10", "operational2"];

/** A search of the start of a game by the program: its move, and the depth, the score and the moves of the last line. */
function program(game, nodes, options) {
    const orders = `setoption name UCI_Variant value ${game}\nsetoption name Hash value 16\n${options}`;
    const input = `uci\n${orders}position startpos\ngo nodes ${nodes}\n`;
    const output = execFileSync(process.env.HELGI, [], { input, encoding: "utf8" });
    const words = output.match(/.*info depth .* pv .*/g).at(-1).split(" ");
    const after = (word) => words[words.indexOf(word) + 1];
    const pv = words.slice(words.indexOf("pv") + 1);
    return { best: output.match(/^bestmove (\S+)/m)[1], nodes: Number(after("nodes")), pv };
}

/** Runs a test with an engine. */
async function engaged(options, run) {
    const engine = new Engine(options);
    try {
        return await run(engine);
    } finally {
        engine.close();
    }
}

for (const [nodes, games] of [[1000, [...BUILT_IN, ...FROM_FILES]], [20_000, DEEP]]) {
    for (const [net, options] of [[undefined, ""], [null, "setoption name EvalFile value none\n"]]) {
        test(`${nodes} nodes are searched as by the program, ${net === null ? "without nets" : "with nets"}`, () =>
            engaged({ net }, async (engine) => {
                for (const game of games) {
                    await engine.forget();
                    const { best, nodes: searched, lines } = await engine.analyse(new Board(game), { nodes });
                    const own = program(game, nodes, options);
                    deepStrictEqual([game, best, searched], [game, own.best, own.nodes]);
                    deepStrictEqual([lines[0].pv[0], own.pv[0]], [best, best]);
                }
            }));
    }
}

test("an analysis has its lines, the best first, and tells them meanwhile", () => engaged({}, async (engine) => {
    const board = new Board("tavreli");
    const infos = [];
    const analysis = await engine.analyse(board, { depth: 5, multipv: 3, onInfo: (line) => infos.push(line) });
    deepStrictEqual([analysis.lines.length, analysis.depth, analysis.lines.map((line) => line.multipv)], [3, 5, [1, 2, 3]]);
    equal(analysis.lines[0].pv[0], analysis.best);
    ok(analysis.lines.every((line) => board.isLegal(line.pv[0]) && line.bound === "exact" && line.depth === 5));
    ok(analysis.lines[0].score >= analysis.lines[1].score && analysis.nodes > 100 && analysis.time > 0);
    deepStrictEqual(infos.filter((line) => line.multipv === 1 && line.bound === "exact").map((line) => line.depth), [1, 2, 3, 4, 5]);
    ok(!analysis.ponder || analysis.ponder === analysis.lines[0].pv[1]);
    const mate = await engine.analyse(new Board("chess", "7k/8/6K1/8/8/8/8/4R3 w - - 0 1"), { depth: 4 });
    deepStrictEqual([mate.best, mate.mate], ["e1e8", 1]);
    const ended = await engine.analyse(new Board("chess", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"), { nodes: 100 });
    deepStrictEqual([ended.best, ended.lines, ended.mate], [null, [], 0]);
    equal(board.ply, 0);
}));

test("lines are as long as searches go", () => engaged({ hash: 1 }, async (engine) => {
    // Nobody can move but the kings, so that a search comes to its greatest depth.
    const analysis = await engine.analyse(new Board("chess", "k7/8/p7/P7/8/8/8/K7 w - - 0 1"), { nodes: 400_000 });
    ok(analysis.lines[0].seldepth > 20, JSON.stringify(analysis));
    for (const game of ["operational2", "duck"]) {
        ok((await engine.analyse(new Board(game), { nodes: 5000 })).best);
    }
}));

test("players of a level err by their seed", () => engaged({}, async (engine) => {
    const board = new Board("chess", "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
    const moves = [];
    for (let seed = 0; seed < 8; seed += 1) {
        await engine.forget();
        moves.push(await engine.play(board, { elo: 500, seed }));
        await engine.forget();
        equal(await engine.play(board, { level: 1, seed }), moves.at(-1));
    }
    ok(new Set(moves).size > 1 && moves.every((move) => board.isLegal(move)), moves.join(" "));
    ok(board.isLegal(await engine.play(board, { level: 6 })));
    await engine.forget();
    const limited = await engine.play(board, { nodes: 2000 });
    await engine.forget();
    equal((await engine.analyse(board, { nodes: 2000 })).best, limited);
    const began = performance.now();
    ok(board.isLegal(await engine.play(board, { time: 0.2 })));
    ok(performance.now() - began < 5000);
    equal(await engine.play(new Board("chess", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"), { level: 3 }), null);
}));

test("a chosen move has its score and its line, and a clock that runs out hurries it", () => engaged({}, async (engine) => {
    const board = new Board("chess", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1");
    const { move, score, mate, line } = await engine.choose(board, { nodes: 5000 });
    deepStrictEqual([move, score, mate, line], ["a1a8", 31_999, 1, ["a1a8"]]);
    equal((await engine.choose(board, { level: 18, clock: { remaining: 0 } })).move, "a1a8");
    const began = performance.now();
    const hurried = await engine.choose(new Board(), { level: 18, clock: { remaining: 0.2, increment: 0, movesToGo: 10 } });
    ok(new Board().isLegal(hurried.move) && hurried.line[0] === hurried.move);
    ok(performance.now() - began < 1500);
    equal(await engine.choose(new Board("chess", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"), { level: 3 }), null);
    await rejects(engine.choose(board, { level: 3, clock: { remaining: -1 } }), searching.ArgumentError);
    await rejects(engine.choose(board, { level: 3, clock: { remaining: "1" } }), TypeError);
}));

test("some moves alone are looked at, in full width if that is wanted", () => engaged({}, async (engine) => {
    const { best, lines } = await engine.analyse(new Board(), { nodes: 2000, multipv: 3, moves: ["a2a3"] });
    deepStrictEqual([best, lines.length], ["a2a3", 1]);
    const both = await engine.analyse(new Board(), { nodes: 2000, multipv: 3, moves: ["a2a3", "h2h4"], fullWidth: true });
    deepStrictEqual(both.lines.map(({ pv }) => pv[0]).sort(), ["a2a3", "h2h4"]);
    await rejects(engine.analyse(new Board(), { moves: ["e2e5"] }), searching.MoveError);
    await rejects(engine.analyse(new Board(), { moves: "e2e4" }), TypeError);
}));

test("calls wait for each other, and each has its answer", () => engaged({}, async (engine) => {
    const games = ["chess", "tavreli", "shogi", "chess"];
    const answers = await Promise.all(games.map((game) => engine.analyse(new Board(game), { nodes: 500 })));
    answers.forEach(({ best }, index) => ok(new Board(games[index]).isLegal(best)));
}));

test("an exception in onInfo ends the search and comes through", () => engaged({}, async (engine) => {
    const own = new Error("own");
    let count = 0;
    const onInfo = () => {
        count += 1;
        throw own;
    };
    await rejects(engine.analyse(new Board(), { onInfo }), (error) => error === own);
    equal(count, 1);
    ok((await engine.analyse(new Board(), { nodes: 100 })).best);
}));

test("games from files are searched once they are loaded", () => engaged({}, async (engine) => {
    const file = "[web-engine:chess]\ncheckCounting = true\n\n[web-wrong:chess]\ncasteling = false\n";
    throws(() => helgi.loadGames(file), helgi.GameFileError);
    const board = new Board("web-engine");
    await rejects(engine.analyse(board, { nodes: 100 }), (error) => error instanceof searching.GameNameError);
    await rejects(engine.loadGames(file), (error) => {
        ok(error instanceof searching.GameFileError && error.findings.length > 0);
        deepStrictEqual(error.games, ["web-engine"]);
        return true;
    });
    ok(board.isLegal((await engine.analyse(board, { nodes: 500 })).best));
    // The same name with other rules is another game.
    deepStrictEqual((await engine.loadGames("[web-engine:chess]\ndoubleStep = false\n")).games, ["web-engine"]);
    await rejects(engine.analyse(board, { nodes: 100 }), (error) => error.field === "rules");
    // A new worker has the games of the old one.
    helgi.loadGames("[web-engine:chess]\ndoubleStep = false\n");
    const search = engine.analyse(new Board("web-engine"), { multipv: 500 });
    setTimeout(() => engine.stop(), 1000);
    await search;
    ok((await engine.analyse(new Board("web-engine"), { nodes: 500 })).best);
}));

test("nets come from the package or are handed in", async () => {
    const { GAMES, NETS } = await import(new URL("nets.js", import.meta.resolve("helgi/engine")));
    const files = ["engine", "variants"].flatMap((crate) =>
        readdirSync(join(process.env.REPOSITORY, "crates", crate, "nets")).filter((name) => name.endsWith(".net")));
    deepStrictEqual(Object.keys(NETS).map((name) => `${name}.net`), files.sort());
    ok(BUILT_IN.every((game) => Object.hasOwn(GAMES, game)), "a game in code without a net");
    const playing = ["fischerandom", "chessbattle144", "shogi", "atomic960"].map((game) => GAMES[game]);
    deepStrictEqual(playing, ["chess", "chessbattle144", "shogi", "atomic"]);
    const net = readFileSync(NETS.tavreli());
    const board = new Board("tavreli");
    const options = { nodes: 3000 };
    const own = await engaged({}, (engine) => engine.analyse(board, options));
    const given = await engaged({ net }, (engine) => engine.analyse(board, options));
    const none = await engaged({ net: null }, (engine) => engine.analyse(board, options));
    deepStrictEqual([given.score, given.nodes], [own.score, own.nodes]);
    ok(none.score !== own.score || none.lines[0].pv.join() !== own.lines[0].pv.join());
    for (const wrong of [new Uint8Array(), new Uint8Array(100), net.subarray(0, 1000)]) {
        await rejects(engaged({ net: wrong }, (engine) => engine.analyse(board, options)), (error) =>
            error instanceof searching.NetError && error.field === "net");
    }
});

test("the types name what there is, and nothing else", () => {
    const types = readFileSync(new URL("engine.d.ts", import.meta.resolve("helgi/engine")), "utf8");
    const exported = [...types.matchAll(/^export (?:class|function) (\w+)/gm)].map((found) => found[1]);
    const again = types.match(/^export \{ (.*) \} from/m)[1].split(", ");
    deepStrictEqual([...exported, ...again].sort(), Object.keys(searching).sort());
    const body = types.slice(types.indexOf("export class Engine {"));
    const members = [...body.matchAll(/^ {4}(?:readonly )?(\w+)\(/gm)].map((found) => found[1]);
    deepStrictEqual(members.sort(), Object.getOwnPropertyNames(Engine.prototype).sort());
});
