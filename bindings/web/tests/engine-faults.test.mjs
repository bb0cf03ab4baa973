// Engines that are used wrongly, workers that get garbage, and modules that end by a fault.
import { deepStrictEqual, equal, ok, rejects, throws } from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import * as searching from "helgi/engine";
import * as helgi from "helgi/rules";

await helgi.load();
const { Engine } = searching;
const WORKER = new URL(import.meta.resolve("helgi/engine-worker.js"));
const MODULE = await WebAssembly.compile(readFileSync(new URL("../helgi_engine.wasm", import.meta.url)));

test("numbers out of their range and wrong types are refused", async () => {
    for (const hash of [0, -1, 1.5, NaN, Infinity, 2 ** 32]) {
        throws(() => new Engine({ hash }), searching.ArgumentError);
    }
    for (const options of [{ hash: "16" }, { net: "x.net" }, { net: 5 }, { worker: 5 }]) {
        throws(() => new Engine(options), TypeError);
    }
    const engine = new Engine();
    const board = new helgi.Board();
    for (const wrong of [-1, 0, 1.5, NaN, Infinity, 2 ** 60]) {
        for (const field of ["nodes", "depth", "multipv"]) {
            await rejects(engine.analyse(board, { [field]: wrong }), (error) =>
                error instanceof searching.ArgumentError && error.field === field);
        }
        await rejects(engine.play(board, { level: wrong }), searching.ArgumentError);
        await rejects(engine.play(board, { nodes: 5, seed: wrong === 0 ? -1 : wrong }), Error);
    }
    for (const time of [-1, 0, NaN, -Infinity, Infinity, 1e9]) {
        await rejects(engine.analyse(board, { time }), (error) => error instanceof searching.ArgumentError && error.field === "time");
    }
    await rejects(engine.play(board, { elo: 499 }), searching.ArgumentError);
    await rejects(engine.play(board, { level: 19 }), searching.ArgumentError);
    for (const wrong of [{}, { level: 3, nodes: 5 }, { time: "1" }, { elo: "1000" }]) {
        await rejects(engine.play(board, wrong), TypeError);
    }
    for (const wrong of [null, undefined, 5, "chess", {}, { moves: "e2e4" }, { ...board.toJSON(), game: 5 }]) {
        await rejects(engine.analyse(wrong, { nodes: 5 }), TypeError);
    }
    await rejects(engine.analyse(board, { onInfo: "x" }), TypeError);
    for (const moves of [[""], ["e2e4", ""], ["e2e4\nd2d4"], ["\ud800"]]) {
        await rejects(engine.analyse(board, { nodes: 5, moves }), (error) =>
            error instanceof searching.ArgumentError && error.field === "move");
    }
    await rejects(engine.analyse(board, { nodes: 5, moves: "e2e4" }), TypeError);
    await rejects(engine.loadGames(5), TypeError);
    equal((await engine.analyse(board, { time: 1e7, depth: 2 })).depth, 2);
    engine.close();
});

test("a board that is none is refused, and the engine goes on", async () => {
    const engine = new Engine();
    const saved = new helgi.Board().toJSON();
    for (const [wrong, Class] of [
        [{ version: 2 }, searching.HelgiError], [{ rules: "other" }, searching.HelgiError], [{ start: "garbage" }, searching.FenError],
        [{ moves: ["e2e5"] }, searching.MoveError], [{ moves: [""] }, searching.ArgumentError],
        [{ game: "nosuch" }, searching.GameNameError],
        [{ start: "\ud800" }, searching.ArgumentError], [{ start: "8/".repeat(50_000) }, searching.FenError],
    ]) {
        await rejects(engine.analyse({ ...saved, ...wrong }, { nodes: 50 }), Class);
    }
    ok((await engine.analyse(saved, { nodes: 50 })).best);
    engine.close();
});

test("a table larger than the memory is refused", async () => {
    for (const hash of [4096, 100_000, 2 ** 32 - 1]) {
        const engine = new Engine({ hash });
        await rejects(engine.analyse(new helgi.Board(), { nodes: 5 }), (error) =>
            error instanceof searching.ArgumentError && error.field === "hash" && error.value === String(hash));
        engine.close();
    }
});

test("an engine that is closed says so", async () => {
    const engine = new Engine();
    const search = engine.analyse(new helgi.Board());
    const waiting = engine.play(new helgi.Board(), { level: 1 });
    setTimeout(() => engine.close(), 200);
    await rejects(search, searching.EngineClosedError);
    await rejects(waiting, searching.EngineClosedError);
    engine.close();
    for (const ask of [() => engine.analyse(new helgi.Board(), { nodes: 5 }), () => engine.forget(), () => engine.loadGames("")]) {
        await rejects(ask(), (error) => error instanceof searching.EngineClosedError && error.value === "closed");
    }
    engine.stop();
    await rejects(new Engine({ module: new Uint8Array(100) }).forget().then(() => new Engine({ module: new Uint8Array(100) })
        .analyse(new helgi.Board(), { nodes: 5 })), searching.ModuleError);
});

/** A worker that has begun, and a function that sends it a message and returns the next answer. */
async function begun() {
    const worker = new Worker(WORKER);
    const asked = (message) => new Promise((resolve, reject) => {
        worker.once("message", resolve);
        worker.once("error", reject);
        worker.postMessage(message);
    });
    deepStrictEqual(await asked({ id: 0, kind: "begin", module: MODULE, hash: 1 }), { id: 0, answer: "" });
    return { worker, asked };
}

test("a worker answers what is no request, and goes on", async () => {
    const { worker, asked } = await begun();
    const call = { id: 1, kind: "call", name: "engine_forget", numbers: [], texts: [] };
    const search = { ...call, kind: "search", name: "engine_analyse" };
    for (const wrong of [
        null, undefined, 5, "go", [], {}, { id: 1 }, { id: "1", kind: "call" }, { id: 1, kind: "__proto__" }, { id: 1, kind: "begin" },
        { ...call, name: "engine_iterate" }, { ...call, name: "constructor" }, { ...call, numbers: ["5"] }, { ...call, texts: [5] },
        { ...call, texts: null }, search, { ...search, numbers: [1, 2] }, { ...search, texts: ["1", "chess", "", "garbage", ""] },
        { ...call, name: "engine_with_net", texts: [new Uint8Array(10)] }, { ...call, name: "engine_offer_net", texts: ["chess", "x"] },
        { id: 1, kind: "begin", module: MODULE, hash: 2 ** 31 },
    ]) {
        const { error, id } = await asked(wrong);
        ok(error?.class.endsWith("Error") && error.class !== "ModuleError" && error.field !== "", JSON.stringify([wrong, error]));
        equal(id, wrong?.id === 1 ? 1 : null);
    }
    worker.postMessage({ kind: "stop" });
    deepStrictEqual(await asked(call), { id: 1, answer: "" });
    // Numbers that no caller of `Engine` can give.
    const texts = ["1", "chess", "", new helgi.Board().fen(), ""];
    for (const numbers of [[-5, -5, -5, -5], [NaN, 2 ** 40, NaN, 2 ** 32 - 1], [1, 0.5, 1e300, Infinity]]) {
        const running = asked({ ...search, numbers, texts });
        worker.postMessage({ kind: "stop" });
        ok((await running).step);
        await new Promise((wake) => setTimeout(wake, 300));
    }
    await worker.terminate();
});

test("the fuzz corpus is answered or refused by a worker", async () => {
    const { worker } = await begun();
    let last = 0;
    const pending = new Map();
    worker.on("message", ({ id, step, ...answer }) => {
        if (step === undefined || step.isOver) {
            pending.get(id)?.(step ?? answer);
            pending.delete(id);
        }
    });
    const ask = (message) => new Promise((resolve) => {
        last += 1;
        pending.set(last, resolve);
        worker.postMessage({ id: last, numbers: [], ...message });
    });
    const files = readdirSync(process.env.CORPUS, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
    const games = ["chess", "tavreli", "operational2", "crazyhouse", "shogi", "duck", "xiangqi", "fischerandom"];
    for (const [number, file] of files.entries()) {
        if (number % 5 !== 0) {
            continue;
        }
        const bytes = readFileSync(join(file.parentPath, file.name));
        const text = bytes.toString("utf8");
        const game = games[number / 5 % games.length];
        const start = new helgi.Board(game).fen();
        for (const message of [
            { kind: "search", name: "engine_analyse", numbers: [30, 0, 0, 2], texts: ["1", game, "", text, ""] },
            { kind: "search", name: "engine_play", numbers: [0, 0, 30, 0, 1], texts: ["1", game, "", start, text] },
            { kind: "call", name: "load_games", texts: [text] },
            { kind: "call", name: "engine_with_net", texts: [new Uint8Array(bytes)] },
            { kind: "call", name: "engine_offer_net", texts: [game, new Uint8Array(bytes)] },
        ]) {
            const { error } = await ask(message);
            ok(error === undefined || error.class !== "ModuleError", JSON.stringify([file.name, message, error]));
        }
    }
    const texts = ["1", "chess", "", new helgi.Board().fen(), "e2e4"];
    ok((await ask({ kind: "search", name: "engine_analyse", numbers: [30, 0, 0, 2], texts })).isOver);
    await worker.terminate();
});

/** A worker of the package whose module traps in its second iteration, or that throws outside of it. */
const trapping = (fault) => new Worker(`
    import { parentPort } from "node:worker_threads";
    const { instantiate } = WebAssembly;
    const trap = new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array([
        0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 5, 1, 1, 116, 0, 0, 10, 5, 1, 3, 0, 0, 11,
    ]))).exports.t;
    WebAssembly.instantiate = async (...given) => {
        const { exports } = await instantiate(...given);
        let count = 0;
        const engine_iterate = () => {
            count += 1;
            return count === 2 ? ${fault} : exports.engine_iterate();
        };
        return { exports: { ...exports, engine_iterate } };
    };
    await import(${JSON.stringify(String(WORKER))});
`, { eval: true });

for (const [name, fault] of [["a trap", "trap()"], ["a worker that ends", "process.exit()"]]) {
    test(`${name} is told, and the next call has a new worker`, async () => {
        let made = 0;
        const worker = () => {
            made += 1;
            return made === 1 ? trapping(fault) : new Worker(WORKER);
        };
        const engine = new Engine({ worker });
        const board = new helgi.Board("tavreli");
        const infos = [];
        const search = engine.analyse(board, { depth: 4, onInfo: (line) => infos.push(line) });
        const next = engine.analyse(board, { depth: 4 });
        await rejects(search, (error) => error instanceof searching.ModuleError && error.message.includes("fault"));
        equal(infos.length, 1);
        equal((await next).depth, 4);
        equal(made, 2);
        engine.close();
    });
}
