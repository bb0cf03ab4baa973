// The worker of the page without a server, beside the desk: who is answered when, and what engines are asked for.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Bench, DeskHost } from "../../../packaging/site/desk.js";

const NOTHING = { events: [], ended: [], answers: [], jobs: [], stopped: [], kept: [], next: null };

/** A host whose desk answers with these, one after the other; with all calls, and all that was sent. */
function hosted(answers, { store = null, engine = () => ({}) } = {}) {
    const [calls, sent] = [[], []];
    const call = (text) => {
        calls.push(JSON.parse(text));
        return JSON.stringify({ ...NOTHING, ...answers.shift() });
    };
    const send = (client, message) => sent.push({ client, ...message });
    const page = async (name, language) => (name === "tavreli" ? { family: name, language, text: "# Tavreli" } : null);
    const host = new DeskHost({ call, time: () => ({ moment: 5, local: 7 }), store, send, page, engine });
    return { host, calls, sent };
}

const settled = () => new Promise((go) => setTimeout(go, 5));

test("questions are answered to who has asked", async () => {
    const { host, calls, sent } = hosted([
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
    const { host, calls, sent } = hosted([
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
    const other = hosted([{ reply: { kind: "stream", stream: 7 } }]);
    await other.host.hear("one", { n: 1, open: "/api/boards/x/events" });
    await other.host.hear("one", { n: 1, close: true });
    await settled();
    assert.deepEqual([other.calls.at(-1).close, other.sent], [7, []]);
});

test("nobody hears of a change before it is kept, and a browser that keeps nothing is reported", async () => {
    const written = [];
    let allow;
    const store = { write: (kept) => new Promise((done, failed) => (allow = { done, failed })).then(() => written.push(kept)) };
    const answer = { reply: { kind: "json", status: 200, body: "{}" }, kept: [{ name: "x", pgn: "*", when: 7 }] };
    const { host, sent } = hosted([answer, answer], { store });
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
    const { host, calls } = hosted([{}, { reply: { kind: "json", status: 200, body: "{}" } }]);
    await host.hear("one", { n: 1, method: "GET", path: "/api/variants/tavreli/rules/ru" });
    assert.deepEqual(calls.map(({ page, handle }) => page ?? handle.path),
        [{ family: "tavreli", language: "ru", text: "# Tavreli" }, "/api/variants/tavreli/rules/ru"]);
});

/** An engine that answers when it is told to, or stopped. */
class Engine {
    asked = [];
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
    const bench = new Bench(engine, (id, thought) => told.push([id, thought]));
    const move = (id, level) => bench.take({ id, board: "", task: { kind: "move", strength: { level }, seed: 1, clock: null } });
    move(1, 12);
    await new Promise((go) => setTimeout(go, 1050));
    engine.answer({ move: "a" });
    await settled();
    assert.equal(bench.isSlow, true);
    move(2, 12);
    await new Promise((go) => setTimeout(go, 1050));
    assert.deepEqual(told, [[1, { chosen: { move: "a" } }], [2, { chosen: "stopped" }]]);
    // Higher levels take the time that they need.
    move(3, 18);
    await new Promise((go) => setTimeout(go, 1050));
    assert.equal(told.length, 2);
    engine.answer({ move: "b" });
    await settled();
    assert.equal(told.length, 3);
});
