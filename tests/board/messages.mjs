// The server's messages, compared with the page's types in both directions: every message that the page reads is asked
// for, written down as a literal of its type, and given to the compiler. It refuses what is missing in a message, what
// the type does not know, and values of another kind.
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { PATIENCE, Visit } from "./page.mjs";
import { addressOf, serve } from "./process.mjs";

const { HELGI, TOOLS } = process.env;
const person = { kind: "person" };
const engine = { kind: "engine", level: 3 };

/** Asks a server as the page does. */
class Client {
    /** Opens the address that helgi has printed, which lets a browser in. */
    static async enter(address) {
        const { origin, pathname } = new URL(address);
        const entrance = await fetch(address);
        const cookie = entrance.headers.getSetCookie().map((line) => line.split(";")[0]).join("; ");
        const client = new Client();
        const key = pathname.split("/").at(-1);
        const headers = { "helgi-key": key, Cookie: cookie, Origin: origin, "Content-Type": "application/json" };
        return Object.assign(client, { origin, headers });
    }

    async ask(path, body) {
        const order = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
        const response = await fetch(this.origin + path, { headers: this.headers, ...order });
        if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
        return response.json();
    }

    begin(variant, more = {}) {
        return this.ask("/api/boards", { variant, white: person, black: person, ...more }).then(({ id }) => id);
    }

    /** The events of a stream up to one that is wanted, with their names. */
    async events(path, isLast) {
        const stop = new AbortController();
        const response = await fetch(this.origin + path, { headers: this.headers, signal: stop.signal });
        if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
        const found = [];
        let text = "";
        for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
            text += piece;
            const parts = text.split("\n\n");
            text = parts.pop();
            for (const part of parts) {
                const field = (name) => part.split("\n").flatMap((line) => (line.startsWith(`${name}: `)
                    ? [line.slice(name.length + 2)] : []));
                const data = field("data").join("");
                if (!data) continue;
                const event = { name: field("event")[0] ?? "message", data: JSON.parse(data) };
                found.push(event);
                if (isLast(event)) {
                    stop.abort();
                    return found;
                }
            }
        }
        throw new Error(`${path} has ended after ${found.length} events`);
    }
}

/** Asks the desk of a page without a server, as that page does. */
class DeskClient extends Client {
    /** @param visit  A visit to such a page. */
    static of(visit) {
        return Object.assign(new DeskClient(), { visit });
    }

    async ask(path, body) {
        const { status, text } = await this.visit.page.evaluate(async ([path, body]) => {
            const { desk } = await import(document.querySelector("script[type=module]").src);
            const response = await desk.ask(path, body);
            return { status: response.status, text: await response.text() };
        }, [path, body]);
        if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
        return JSON.parse(text);
    }

    async events(path, isLast) {
        const number = await this.visit.page.evaluate(async (path) => {
            const { desk } = await import(document.querySelector("script[type=module]").src);
            const all = (globalThis.heard ??= []);
            const heard = { events: [], isBroken: false, end: () => {} };
            heard.end = desk.open(path, { opened: () => {}, heard: (data, name) => void heard.events.push({ name, data }),
                broken: () => (heard.isBroken = true) });
            return all.push(heard) - 1;
        }, path);
        const last = Date.now() + PATIENCE;
        for (;;) {
            const { events, isBroken } = await this.visit.page.evaluate((number) => ({ ...globalThis.heard[number], end: null }), number);
            const found = events.map(({ name, data }) => ({ name, data: JSON.parse(data) }));
            const end = found.findIndex(isLast);
            if (end >= 0) {
                await this.visit.page.evaluate((number) => globalThis.heard[number].end(), number);
                return found.slice(0, end + 1);
            }
            if (isBroken || Date.now() > last) throw new Error(`${path} has ended after ${events.length} events`);
            await new Promise((go) => setTimeout(go, 50));
        }
    }
}

const PGN = `[White "Anna"]
[Black "Berta"]
[Result "0-1"]

{ A short game. } 1. f3 $2 { weak [%cal Gd8h4] } e5 2. g4 (2. e4 Nc6) 2... Qh4# 0-1
`;

/** The messages of the board's server: types and values. */
async function board(client) {
    const samples = [];
    const take = (type, value) => {
        samples.push([type, value]);
        return value;
    };
    const variants = take("Variant[]", await client.ask("/api/variants"));
    take("Variant[]", await client.ask("/api/variants/more"));
    take("Variant", await client.ask("/api/variants/duck"));
    const rules = deflateRawSync("[mine:chess]\nstalemateValue = loss\n").toString("base64url");
    take("OfferedGame", await client.ask("/api/rules", { variant: "mine", rules }));
    const begun = take("Begun", await client.ask("/api/boards", { variant: "mine", rules, white: person, black: person }));
    take("PackedRules", await client.ask(`/api/variants/${begun.variant}/link`));
    take("PackedRules", await client.ask("/api/variants/duck/link"));
    for (const { name } of variants) {
        take("Rules", await client.ask(`/api/variants/${name}/rules/en`));
        take("Lesson[]", await client.ask(`/api/variants/${name}/pieces`));
        const id = await client.begin(name, { clock: "60+1" });
        // Some moves of each game: captures, drops, shots, stacks.
        for (let ply = 0; ply < 8; ply++) {
            const { moves } = await client.ask(`/api/boards/${id}`);
            const move = moves.find(({ mark }) => mark !== "quiet" && mark !== "pass") ?? moves.at(ply % moves.length);
            await client.ask(`/api/boards/${id}`, { do: "play", move: move.wire, ply });
        }
        const { line, root } = take("Snapshot", await client.ask(`/api/boards/${id}`));
        take("Look", await client.ask(`/api/boards/${id}/at/${line[3]}`));
        take("Reach[]", await client.ask(`/api/boards/${id}/at/${root}/others`));
    }
    const loaded = take("Loaded", await client.ask("/api/boards/pgn", { pgn: PGN }));
    take("Loaded", await client.ask("/api/boards/pgn", { pgn: `${PGN}\n${PGN}` }));
    take("Loaded", await client.ask("/api/boards/pgn", { pgn: `${PGN}\n1. Ke3 *\n`, all: true }));
    const address = `/api/boards/${loaded.id}`;
    const game = take("Snapshot", await client.ask(address));
    await client.ask(address, { do: "mark", at: game.root, marks: ["Ga1", "Re2e4"] });
    take("Snapshot", await client.ask(address));
    take("Look", await client.ask(`${address}/at/${game.line.at(-1)}`));
    take("Explored", await client.ask(`${address}/at/${game.root}/explorer`));
    take("EngineChoice", await client.ask("/api/engine"));
    take("TaskCard[]", await client.ask("/api/tasks/tavreli"));
    take("Judged", await client.ask(address, { do: "judge", at: game.root, move: "e2e4" }));
    const isAnalysis = ({ name, data }) => name === "analysis" && data.lines.length > 0;
    for (const { name, data } of await client.events(`${address}/events/${game.root}/2`, isAnalysis)) {
        take(name === "analysis" ? "Analysis" : "Snapshot", data);
    }
    for (const { data } of await client.events(`${address}/review`, ({ data }) => data.review)) take("Progress", data);
    const other = await client.begin("chess");
    take("Hint", await client.ask(`/api/boards/${other}`, { do: "hint" }));
    // Every move of the games that the start page plays is legal.
    for (const line of readFileSync("crates/desk/src/showcase/games.txt", "utf8").split("\n")) {
        const [name, moves] = line.split(": ");
        if (!moves || name.startsWith("#")) continue;
        const steps = await client.ask(`/api/variants/${name}/game`);
        if (name === "tavreli") take("Step[]", steps);
        if (steps.map(({ wire }) => wire).join(" ") !== moves) throw new Error(`${name}: other moves than are written`);
    }
    take("Drafted", await client.ask("/api/positions", { variant: "chess", fen: variants[0].start.text }));
    for (const strength of [engine, { kind: "engine", time: 100 }, { kind: "engine", nodes: 10 }]) {
        const against = await client.begin("chess", { black: strength });
        take("Snapshot", await client.ask(`/api/boards/${against}`));
    }
    take("Summary[]", await client.ask("/api/boards"));
    const sets = take("import('./quiz.js').PuzzleSet[]", await client.ask("/api/puzzles"));
    const puzzle = `/api/puzzles/${sets[0].name}/1`;
    take("import('./quiz-mode.js').Task", await client.ask(puzzle, { do: "begin" }));
    take("import('./quiz-mode.js').Verdict", await client.ask(puzzle, { do: "solution", done: 0 }));
    return samples;
}

/** The messages to guests at other devices and to their host. */
async function guests(client) {
    const id = await client.begin("tactical", { clock: "60+1" });
    const path = `/api/boards/${id}/guests`;
    await client.ask(path, { do: "invite", seat: "watch" });
    const list = await client.ask(path, { do: "invite", seat: "white" });
    const { origin, hash } = new URL(list.seats[0].link);
    const code = hash.slice(1);
    const guest = Object.assign(new Client(), { origin, headers: { Origin: origin, "Content-Type": "application/json" } });
    const samples = [["GuestList", list], ["OfferedSeat", await guest.ask("/api/guest/invitation", { code })]];
    const { key } = await guest.ask("/api/guest/join", { code });
    guest.headers["helgi-key"] = key;
    const { moves } = await guest.ask("/api/guest");
    await guest.ask("/api/guest", { do: "play", move: moves[0].wire, ply: 0 });
    await guest.ask("/api/guest", { do: "takeback" });
    samples.push(["OfferedSeat", await guest.ask("/api/guest/seat")], ["GuestList", await client.ask(path)],
        ["Snapshot", await client.ask(`/api/boards/${id}`)]);
    for (const { data } of await guest.events("/api/guest/events", () => true)) samples.push(["Snapshot", data]);
    return samples;
}

/** The messages of the server of a match. */
async function match(folder) {
    const words = `match -engine cmd=${HELGI} name=Anna -engine cmd=${HELGI} name=Berta -each tc=10+0.1 timemargin=5000 option.Hash=1
        -variant tavreli,tactical -rounds 1 -games 2 -concurrency 2 -maxmoves 6 -sprt elo0=0 elo1=5 -board open=false keep=true`;
    const playing = spawn(HELGI, words.split(/\s+/), {
        cwd: folder,
        stdio: ["ignore", "pipe", "inherit"],
        env: { ...process.env, XDG_DATA_HOME: folder },
    });
    try {
        const client = await Client.enter(await addressOf(playing));
        const samples = [];
        const isOver = ({ data }) => data.head && data.head.state !== "playing";
        for (const { data } of await client.events("/api/match/events", isOver)) samples.push(["match.Update", data]);
        for (const number of [1, 2]) samples.push(["match.Sheet", await client.ask(`/api/match/games/${number}/0`)]);
        return samples;
    } finally {
        playing.kill("SIGKILL");
    }
}

/** The names of a value's fields, wherever they stand in it. */
function fields(value, found = new Set()) {
    if (Array.isArray(value)) for (const part of value) fields(part, found);
    else if (value && typeof value === "object") {
        for (const [name, part] of Object.entries(value)) {
            found.add(name);
            fields(part, found);
        }
    }
    return found;
}

/** Compares all messages with their types. */
export async function messages() {
    const server = await serve(undefined, ["--listen", "127.0.0.2"]);
    const folder = mkdtempSync(join(tmpdir(), "helgi-match-"));
    let samples;
    try {
        const client = await Client.enter(server.address);
        samples = [...(await board(client)), ...(await guests(client)), ...(await match(folder))];
    } finally {
        await server.end();
        rmSync(folder, { recursive: true });
    }
    compare(samples, ["blocks", "reserve", "head", "superiority", "accepted"]);
}

/** Compares those of a page without a server. */
export async function deskMessages(browser, address) {
    const visit = await Visit.begin(browser, address);
    compare(await board(DeskClient.of(visit)), ["blocks", "reserve"]);
    await visit.end();
}

/** Has the compiler compare values with their types. Fields that may be absent prove nothing where they never come. */
function compare(samples, optional) {
    const known = fields(samples.map(([, value]) => value));
    const absent = optional.find((name) => !known.has(name));
    if (absent !== undefined) throw new Error(`no message with the field ${absent}`);
    const page = join(process.cwd(), "crates/board/page");
    const where = (type) => {
        if (type.startsWith("import(")) return type.replace("'./", `'${page}/`);
        if (type.startsWith("match.")) return `import('${page}/match-types.js').${type.slice(6)}`;
        return `import('${page}/types.js').${type}`;
    };
    const text = samples.map(([type, value], number) =>
        `/** @type {${where(type)}} */\nexport const message${number} = ${JSON.stringify(value)};\n`).join("");
    const work = join(TOOLS, "messages");
    mkdirSync(work, { recursive: true });
    writeFileSync(join(work, "messages.js"), text);
    const project = { extends: join(process.cwd(), "crates/board/tsconfig.json"), include: ["messages.js"], exclude: [] };
    writeFileSync(join(work, "tsconfig.json"), JSON.stringify(project));
    const compiler = spawnSync(join(TOOLS, "node_modules/.bin/tsc"), ["--project", work], { encoding: "utf8" });
    if (compiler.status !== 0) throw new Error(`messages are not as their types:\n${compiler.stdout.slice(0, 6000)}`);
    console.log(`messages: ok, ${samples.length} of ${new Set(samples.map(([type]) => type)).size} types`);
}
