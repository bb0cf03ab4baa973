// The module behind the page without a server: games, events and jobs, which the engine of the package does.
import { deepStrictEqual, equal, ok, throws } from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Engine } from "helgi/engine";
// No part of the package.
import { Instance } from "../module.js";

const module = await WebAssembly.compile(readFileSync(new URL("../helgi_desk.wasm", import.meta.url)));

/** A worker of the page, in one thread with it. */
class Worker {
    static async begin(kept = [], seed = 7) {
        const worker = new Worker();
        worker.desk = await Instance.of(module, {});
        worker.now = 1000;
        worker.events = [];
        worker.jobs = [];
        worker.kept = new Map(kept.map((game) => [game.name, game]));
        worker.engine = new Engine();
        worker.tell({ begin: { seed, kept } });
        return worker;
    }

    /** Tells the desk what has happened, and takes what follows. */
    tell(act) {
        const call = JSON.stringify({ moment: this.now, local: 1_795_795_205 + Math.floor(this.now / 1000), ...act });
        const told = JSON.parse(this.desk.call("desk", [], [call]));
        this.events.push(...told.events);
        this.jobs = this.jobs.filter(({ id }) => !told.stopped.includes(id)).concat(told.jobs);
        told.kept.forEach((game) => game.pgn === null ? this.kept.delete(game.name) : this.kept.set(game.name, game));
        this.next = told.next;
        this.answers = told.answers;
        return told.reply;
    }

    ask(path, body) {
        const method = body === undefined ? "GET" : "POST";
        const reply = this.tell({ handle: { method, path, body: body === undefined ? "" : JSON.stringify(body) } });
        return reply.kind === "json" ? { status: reply.status, ...{ value: JSON.parse(reply.body) } } : reply;
    }

    /** Does the jobs, and waits until moves appear. */
    async think() {
        while (this.jobs.length > 0) {
            const { id, board, task } = this.jobs.shift();
            let thought;
            if (task.kind === "move") {
                thought = { chosen: await this.engine.choose(board, { ...task.strength, seed: task.seed, clock: task.clock }) };
            } else if (task.kind === "advice") {
                thought = { chosen: await this.engine.choose(board, { time: task.time }) };
            } else {
                task.fresh && await this.engine.forget();
                const { nodes, moves } = task;
                thought = { found: await this.engine.analyse(board, { nodes, moves, fullWidth: true }) };
            }
            this.tell({ answered: { job: id, thought } });
        }
        const { answers } = this;
        if (this.next !== null) {
            this.now = Math.max(this.now, this.next);
            this.tell({ poll: {} });
        }
        return answers;
    }
}

test("a game is played against the engine, kept, and read again", async () => {
    const worker = await Worker.begin();
    const plan = { variant: "tavreli", white: { kind: "person" }, black: { kind: "engine", level: 3 } };
    const { value: { id } } = worker.ask("/api/boards", plan);
    const { stream } = worker.ask(`/api/boards/${id}/events`);
    for (let ply = 0; ply < 6; ply += 2) {
        const { moves, line } = worker.ask(`/api/boards/${id}`).value;
        equal(line.length, ply);
        equal(worker.ask(`/api/boards/${id}`, { do: "play", move: moves[0].wire, ply }).status, 200);
        await worker.think();
    }
    const last = JSON.parse(worker.events.filter((event) => event.stream === stream).at(-1).data);
    deepStrictEqual(last, worker.ask(`/api/boards/${id}`).value);
    equal(last.line.length, 6);
    equal(worker.ask("/api/boards").value[0].plies, 6);
    const again = await Worker.begin([...worker.kept.values()], 8);
    deepStrictEqual(again.ask(`/api/boards/${id}`).value.scene, last.scene);
    equal(worker.ask(`/api/boards/${id}`, { do: "takeback" }).status, 200);
    equal(worker.ask(`/api/boards/${id}`).value.line.length, 4);
    equal(worker.ask(`/api/boards/${id}`, { do: "forget" }).status, 200);
    equal(worker.kept.size, 0);
    worker.engine.close();
    again.engine.close();
});

test("hints and judgements come late", async () => {
    const worker = await Worker.begin();
    const person = { kind: "person" };
    const moves = ["e4", "e5", "Bc4", "Nc6", "Qh5"];
    const { value: { id } } = worker.ask("/api/boards", { variant: "chess", white: person, black: person, moves });
    const at = worker.ask(`/api/boards/${id}`).value.line.at(-1);
    const judged = worker.ask(`/api/boards/${id}`, { do: "judge", move: "Nf6", at });
    equal(judged.kind, "later");
    const [answer] = await worker.think();
    equal(answer.later, judged.later);
    equal(JSON.parse(answer.reply.body).grade, "??");
    worker.ask(`/api/boards/${id}`, { do: "hint" });
    const [hint] = await worker.think();
    ok(JSON.parse(hint.reply.body).line.length > 0);
    worker.engine.close();
});

test("what is no call is refused, and the desk goes on", async () => {
    const worker = await Worker.begin();
    for (const act of [{}, { handle: {} }, { nothing: {} }, { answered: { job: 1, thought: {} } }]) {
        throws(() => worker.tell(act), ({ name }) => name === "ArgumentError");
    }
    equal(worker.ask("/api/match").value, null);
    worker.tell({ answered: { job: 99, thought: { failed: "" } } });
    equal(worker.ask("/api/boards").status, 200);
    worker.engine.close();
});

test("texts, puzzles and shown games are handed in as files", async () => {
    const worker = await Worker.begin();
    const crates = join(process.env.REPOSITORY, "crates");
    const damaged = () => worker.ask("/api/rules", { variant: "mine", rules: "AAAA" }).value.error;
    equal(damaged(), "link.rules.damaged");
    throws(() => worker.tell({ words: { en: 1 } }), ({ name }) => name === "ArgumentError");
    worker.tell({ words: { en: JSON.parse(readFileSync(join(crates, "words/languages/en.json"))) } });
    equal(damaged(), "Its rules are damaged or cut off: copy the whole link again.");
    deepStrictEqual(worker.ask("/api/puzzles").value, []);
    worker.tell({ puzzles: { tavreli: readFileSync(join(crates, "study/puzzles/tavreli.pgn"), "utf8") } });
    const [{ name, count }] = worker.ask("/api/puzzles").value;
    ok(name === "tavreli" && count > 10);
    const shown = () => [worker.ask("/api/variants/chess/game").value.length, worker.ask("/api/variants/chess").value.sample !== null];
    deepStrictEqual(shown(), [0, false]);
    const showcase = readFileSync(join(crates, "desk/src/showcase/games.txt"), "utf8");
    worker.tell({ showcase });
    const [steps, hasSample] = shown();
    ok(steps > 20 && hasSample, `${steps}`);
    const own = () => worker.ask("/api/write/check", { text: "[mine:chess]\nnMoveRule = many\n" }).value.findings[0].says.text.expected;
    worker.tell({ apart: { en: { "finding.value-number": "a number" }, ru: { "finding.value-number": "число" } } });
    deepStrictEqual(own().own, { en: "a number", ru: "число" });
    worker.engine.close();
});
