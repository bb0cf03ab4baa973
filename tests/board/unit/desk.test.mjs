// The worker of the page without a server, beside the desk: who is answered when, and what engines are asked for.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Bench, DeskHost } from "../../../packaging/site/desk.js";
import { Leader } from "../../../packaging/site/leader.js";

const NOTHING = { events: [], ended: [], answers: [], jobs: [], stopped: [], kept: [], rules: [], next: null };

/**
 * A host whose desk answers with these, one after the other, and throws those that are errors; with all calls after its beginning,
 * and all that was sent. `now` is the present.
 */
async function hosted(answers, { store = null, engine = () => new Engine(), now = () => 5, file = async () => null } = {}) {
    const [calls, sent] = [[], []];
    const call = (text) => {
        const act = JSON.parse(text);
        calls.push(act);
        const answer = act.begin === undefined && act.words === undefined ? answers.shift() : {};
        if (answer instanceof Error) throw answer;
        return JSON.stringify({ ...NOTHING, ...answer });
    };
    const send = (client, message) => sent.push({ client, ...message });
    const page = async (name, language) => (name === "tavreli" ? { family: name, language, text: "# Tavreli" } : null);
    const words = async () => ({ en: {} });
    const time = () => ({ moment: now(), local: 7 });
    const host = new DeskHost({ fresh: async () => call, time, store, send, page, words, file, engine });
    await host.begin();
    calls.length = 0;
    return { host, calls, sent };
}

const json = { reply: { kind: "json", status: 200, body: "[]" } };

test("files are fetched when somebody asks for what needs them", async () => {
    const asked = [];
    const { host, calls, sent } = await hosted([{}, json, json, json, json, json, json], { file: async (name) => {
        asked.push(name);
        return name === "showcase" ? null : {};
    } });
    const boards = (n, body) => host.hear("one", { n, method: "POST", path: "/api/boards", body });
    await host.hear("one", { n: 1, method: "POST", path: "/api/rules", body: "{}" });
    await boards(2, '{"variant":"chess"}');
    await host.hear("one", { n: 3, method: "GET", path: "/api/variants/chess" });
    // The games of the start page are no reason to answer nothing.
    for (const n of [4, 5]) await host.hear("one", { n, method: "GET", path: "/api/variants" });
    await boards(6, '{"rules":"…"}');
    await settled();
    assert.deepEqual(asked, ["apart", "showcase", "showcase"]);
    assert.equal(calls.filter((act) => act.apart).length, 1);
    assert.deepEqual(sent.map(({ n, gone }) => [n, gone]), [1, 2, 3, 4, 5, 6].map((n) => [n, undefined]));
});

test("puzzles are fetched when somebody asks for them, once", async () => {
    const found = [null, { chess: "PGN" }];
    const { host, calls, sent } = await hosted([{}, json, json], { file: async () => found.shift() });
    for (const n of [1, 2, 3]) await host.hear("one", { n, method: "GET", path: "/api/puzzles" });
    await settled();
    const acts = calls.map((act) => act.puzzles ?? act.handle.path);
    assert.deepEqual(acts, [{ chess: "PGN" }, "/api/puzzles", "/api/puzzles"]);
    assert.deepEqual(sent[0], { client: "one", n: 1, gone: true });
    assert.deepEqual(sent.map(({ n, status }) => [n, status]), [[1, undefined], [2, 200], [3, 200]]);
});

const settled = () => new Promise((go) => setTimeout(go, 5));

test("questions are answered to who has asked", async () => {
    const { host, calls, sent } = await hosted([
        { reply: { kind: "json", status: 200, body: "[]" } },
        { reply: { kind: "file", name: "a.pgn", media_type: "text/plain", text: "*" } },
        { reply: { kind: "later", later: 9 } },
        { answers: [{ later: 9, reply: { kind: "json", status: 422, body: "{}" } }] },
    ]);
    await host.hear("one", { n: 1, method: "GET", path: "/api/boards" });
    await host.hear("two", { n: 1, method: "GET", path: "/api/boards/x/pgn" });
    await host.hear("one", { n: 2, method: "POST", path: "/api/boards/x", body: "{}" });
    await settled();
    assert.deepEqual(calls[0], { moment: 5, local: 7, handle: { method: "GET", path: "/api/boards", body: "" } });
    assert.equal(sent.length, 2);
    await host.hear("two", { n: 2, method: "GET", path: "/api/boards" });
    await settled();
    assert.deepEqual(sent, [
        { client: "one", n: 1, status: 200, body: "[]" },
        { client: "two", n: 1, status: 200, body: "*", file: "a.pgn", type: "text/plain" },
        { client: "one", n: 2, status: 422, body: "{}" },
    ]);
});

test("streams are opened, heard, and closed with their page", async () => {
    const event = { stream: 3, name: "message", data: "{}" };
    const { host, calls, sent } = await hosted([
        { reply: { kind: "stream", stream: 3 }, events: [event] },
        { reply: { kind: "json", status: 404, body: "{}" } },
        { reply: { kind: "stream", stream: 4 } },
        { events: [event], ended: [4] },
        {},
        { events: [event] },
    ]);
    await host.hear("one", { n: 1, open: "/api/boards/x/events" });
    await host.hear("one", { n: 2, open: "/api/boards/y/events" });
    await host.hear("two", { n: 1, open: "/api/boards/x/events" });
    await host.hear("two", { n: 5, method: "GET", path: "/api/boards" });
    await settled();
    host.leave("one");
    await settled();
    assert.deepEqual(sent, [
        { client: "one", n: 1, opened: true },
        { client: "one", n: 1, name: "message", data: "{}" },
        { client: "one", n: 2, missing: true },
        { client: "two", n: 1, opened: true },
        { client: "one", n: 1, name: "message", data: "{}" },
        { client: "two", n: 1, broken: true },
    ]);
    assert.deepEqual(calls.at(-1).close, 3);
    // One that is closed before it was opened is ended at once.
    const other = await hosted([{ reply: { kind: "stream", stream: 7 } }]);
    await other.host.hear("one", { n: 1, open: "/api/boards/x/events" });
    await other.host.hear("one", { n: 1, close: true });
    await settled();
    assert.deepEqual([other.calls.at(-1).close, other.sent], [7, []]);
});

test("nobody hears of a change before it is kept, and a browser that keeps nothing is reported", async () => {
    const written = [];
    let allow;
    const allowed = () => new Promise((done, failed) => (allow = { done, failed }));
    const store = { all: async () => [], write: (kept) => allowed().then(() => written.push(kept)) };
    const answer = { reply: { kind: "json", status: 200, body: "{}" }, kept: [{ name: "x", pgn: "*", when: 7 }] };
    const { host, sent } = await hosted([answer, answer], { store });
    await host.hear("one", { n: 1, method: "POST", path: "/api/boards", body: "{}" });
    await settled();
    assert.equal(sent.length, 0);
    allow.done();
    await settled();
    assert.deepEqual([written, sent.length], [[[{ name: "x", pgn: "*", when: 7 }]], 1]);
    await host.hear("one", { n: 2, method: "POST", path: "/api/boards", body: "{}" });
    await settled();
    allow.failed(new Error("full"));
    await settled();
    await host.hear("one", { n: 3, path: "/api/device" });
    assert.deepEqual(sent.slice(1), [
        { client: "one", n: 2, status: 200, body: "{}" },
        { client: "one", n: 3, status: 200, body: '{"keeps":false,"isSlow":false}' },
    ]);
});

test("the desk has a rules page before it is asked for it", async () => {
    const { host, calls } = await hosted([{}, { reply: { kind: "json", status: 200, body: "{}" } }]);
    await host.hear("one", { n: 1, method: "GET", path: "/api/variants/tavreli/rules/ru" });
    assert.deepEqual(calls.map(({ page, handle }) => page ?? handle.path),
        [{ family: "tavreli", language: "ru", text: "# Tavreli" }, "/api/variants/tavreli/rules/ru"]);
});

/** The error of a module that has ended by a fault. */
const fault = () => Object.assign(new Error("unreachable"), { name: "ModuleError" });

test("after a fault of the module all that waits is ended, and a new one begins with the games that are kept", async () => {
    const kept = [{ name: "x", pgn: "*", when: 7 }];
    const begun = [];
    const engine = () => {
        begun.push(new Engine());
        return begun.at(-1);
    };
    const job = { id: 1, board: { game: "chess" }, task: { kind: "analysis", lines: 1 } };
    const whole = { reply: { kind: "json", status: 200, body: "[]" } };
    const { host, calls, sent } = await hosted([
        { reply: { kind: "stream", stream: 3 } },
        { reply: { kind: "later", later: 9 }, jobs: [job] },
        fault(),
        whole,
    ], { store: { all: async () => kept }, engine });
    await host.hear("one", { n: 1, open: "/api/boards/x/events" });
    await host.hear("two", { n: 1, method: "POST", path: "/api/boards/x", body: "{}" });
    await settled();
    await host.hear("one", { n: 2, method: "GET", path: "/api/boards" });
    await host.hear("one", { n: 3, method: "GET", path: "/api/boards" });
    await settled();
    assert.deepEqual(sent, [
        { client: "one", n: 1, opened: true },
        { client: "one", n: 2, gone: true },
        { client: "two", n: 1, gone: true },
        { client: "one", n: 1, broken: true },
        { client: "one", n: 3, status: 200, body: "[]" },
    ]);
    assert.deepEqual(calls.at(-3).begin.kept, kept);
    assert.deepEqual(calls.at(-2).words, { en: {} });
    // The engine stops its work for the old module, and nobody hears of it.
    assert.equal(begun[1].stopped, 1);
    assert.equal(calls.length, 6);
});

test("a module that goes on ending by faults is given up, and every question is answered", async () => {
    let now = 0;
    const { host, calls, sent } = await hosted([fault(), fault(), fault(), fault(), fault()], { now: () => (now += 1) });
    for (let n = 1; n <= 6; n += 1) {
        await host.hear("one", { n, method: "GET", path: "/api/boards" });
        await settled();
    }
    assert.deepEqual(sent, [1, 2, 3, 4, 5, 6].map((n) => ({ client: "one", n, gone: true })));
    assert.equal(calls.filter(({ begin }) => begin !== undefined).length, 3);
    assert.equal(calls.filter(({ handle }) => handle !== undefined).length, 4);
    // Faults that are far from each other do not count together.
    const answers = Array.from({ length: 6 }, fault);
    const other = await hosted(answers, { now: () => (now += 30_000) });
    for (let n = 1; n <= 6; n += 1) {
        await other.host.hear("one", { n, method: "GET", path: "/api/boards" });
        await settled();
    }
    assert.equal(answers.length, 0);
});

test("a question that the module does not take is refused", async () => {
    const wrong = Object.assign(new Error("call: `x`, expected a call of a desk"), { name: "ArgumentError" });
    const { host, sent } = await hosted([wrong, wrong]);
    await host.hear("one", { n: 1, path: "/api/boards" });
    await host.hear("one", { n: 2, open: "/api/boards/x/events" });
    assert.deepEqual(sent, [
        { client: "one", n: 1, status: 400, body: JSON.stringify({ error: wrong.message }) },
        { client: "one", n: 2, broken: true },
    ]);
});

/** Locks of a browser with a single tab. */
class Locks {
    asked = [];
    async request(name, options, hold) {
        this.asked.push({ name, ...options });
        await hold({});
    }
}

test("a desk that cannot begin is tried again after a pause, which grows", async () => {
    const [locks, pauses] = [new Locks(), []];
    let [failures, lost, taken] = [8, 0, 0];
    const take = async () => {
        taken += 1;
        if (failures > 0) {
            failures -= 1;
            throw new Error("no network");
        }
    };
    let wake;
    const sleep = (time) => new Promise((go) => {
        pauses.push(time);
        wake = go;
    });
    const leader = new Leader({ locks, name: "desk", take, lose: () => (lost += 1), sleep });
    void leader.begin(() => assert.fail("no other tab has the desk"));
    for (let count = 1; count <= 8; count += 1) {
        await settled();
        assert.deepEqual([taken, lost, pauses.length], [count, count, count]);
        // A question that waits for long does not cut the pause short.
        await leader.steal();
        assert.equal(taken, count);
        wake();
    }
    await settled();
    assert.deepEqual(pauses, [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
    assert.deepEqual([taken, lost, locks.asked.length], [9, 8, 9]);
});

test("a tab waits for the desk of another one, and takes it from one that sleeps", async () => {
    const asked = [];
    const locks = { request: async (name, options, hold) => {
        asked.push(options);
        if (options.ifAvailable) return hold(null);
        return options.steal ? hold({}) : new Promise(() => {});
    } };
    let [busy, taken] = [0, 0];
    const leader = new Leader({ locks, name: "desk", take: async () => (taken += 1), lose: () => assert.fail() });
    await leader.begin(() => (busy += 1));
    assert.deepEqual([asked, busy, taken], [[{ ifAvailable: true }, {}], 1, 0]);
    void leader.steal();
    await settled();
    assert.deepEqual([asked.at(-1), taken], [{ steal: true }, 1]);
    // Without locks, each tab has its own.
    const alone = new Leader({ locks: undefined, name: "desk", take: async () => (taken += 1), lose: () => assert.fail() });
    void alone.begin(() => assert.fail());
    void alone.steal();
    await settled();
    assert.equal(taken, 2);
});

/** An engine that answers when it is told to, or stopped. */
class Engine {
    asked = [];
    stopped = 0;
    choose(board, how) {
        return this.#answer({ board, ...how });
    }
    analyse(board, how) {
        return this.#answer({ board, ...how });
    }
    async forget() {
        this.asked.push("forget");
    }
    stop() {
        this.stopped += 1;
        this.answer("stopped");
    }
    #answer(what) {
        this.asked.push(what);
        return new Promise((done) => (this.answer = done));
    }
}

test("an engine has one job after the other, and none that was stopped", async () => {
    const [engine, told] = [new Engine(), []];
    const bench = new Bench(engine, (id, thought) => told.push([id, thought]));
    const job = (id, task) => ({ id, board: `board ${id}`, task });
    bench.take(job(1, { kind: "analysis", lines: 2 }));
    bench.take(job(2, { kind: "move", strength: { level: 3 }, seed: 5, clock: null }));
    bench.take(job(3, { kind: "advice", time: 1 }));
    bench.take(job(4, { kind: "search", nodes: 9, moves: ["e2e4"], fresh: true }));
    engine.asked[0].onInfo({ depth: 1 });
    await new Promise((go) => setTimeout(go, 150));
    assert.deepEqual(told, [[1, { lines: [{ depth: 1 }] }]]);
    bench.stop(3);
    bench.stop(1);
    await settled();
    engine.answer({ move: "e2e4" });
    await settled();
    engine.answer({ best: "e2e4" });
    await settled();
    assert.deepEqual(told.slice(1), [[2, { chosen: { move: "e2e4" } }], [4, { found: { best: "e2e4" } }]]);
    const [, move, forget, search] = engine.asked;
    assert.deepEqual([move, forget, search], [
        { board: "board 2", level: 3, seed: 5, clock: undefined },
        "forget",
        { board: "board 4", nodes: 9, moves: ["e2e4"], fullWidth: true },
    ]);
});

test("moves of lower levels have a cap in time once one of them was late", async () => {
    const [engine, told] = [new Engine(), []];
    const bench = new Bench(engine, (id, thought) => told.push([id, thought]), 50);
    const move = (id, level, game = "chess") =>
        bench.take({ id, board: { game }, task: { kind: "move", strength: { level }, seed: 1, clock: null } });
    /** A move that takes longer than that. */
    const late = async (id, level, game) => {
        move(id, level, game);
        await new Promise((go) => setTimeout(go, 80));
        engine.answer({ move: "a" });
        await settled();
    };
    // The first move of a game waits for the engine and for the net.
    await late(1, 12);
    await late(2, 12, "tavreli");
    assert.equal(bench.isSlow, false);
    await late(3, 12);
    assert.deepEqual([bench.isSlow, told.length, told.at(-1)], [true, 3, [3, { chosen: { move: "a" } }]]);
    move(4, 12);
    await new Promise((go) => setTimeout(go, 80));
    assert.deepEqual(told.at(-1), [4, { chosen: "stopped" }]);
    // Higher levels take the time that they need, and so does what waits for files.
    await late(5, 18);
    await late(6, 12, "tactical");
    assert.deepEqual([engine.stopped, told.length], [1, 6]);
});
