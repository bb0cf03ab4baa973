// A desk with all that it needs here: its answers go to the pages that have asked, its jobs to engines, its games to the store.

/** The longest time that a move of a level up to `QUICK` takes on a slow device, in milliseconds. */
const PATIENCE = 1000;

/** The highest level that answers within that time on a device of today. */
const QUICK = 12;

/** The number of faults of the module within a time after which no new one is begun: the games that are kept may be the cause. */
const MOST_FAULTS = 3;
const FAULT_TIME = 60_000;

/**
 * The files that the desk is handed when somebody asks for what needs them: their names, what asks for them, and whether the
 * desk has no answer without them.
 */
const FILES = [
    { name: "puzzles", isAsked: ({ path }) => /^\/api\/puzzles\b/.test(path), isNeeded: true },
    { name: "showcase", isAsked: ({ path }) => /^\/api\/variants(?:\/more|\/[^/]+\/game)?$/.test(path), isNeeded: false },
    // What is wrong with the rules of a game.
    { name: "apart", isAsked: ({ path, body }) => /^\/api\/(?:rules$|write\b)/.test(path)
        || path === "/api/boards" && (body ?? "").includes('"rules"'), isNeeded: true },
];

/** The files that the desk needs for a message of a page. */
export const filesFor = (message) => (message.path === undefined ? [] : FILES.filter(({ isAsked }) => isAsked(message)));

/** The time in which lines of an analysis are collected, in milliseconds. */
const BETWEEN = 100;

/** An engine and its jobs, one after the other. */
export class Bench {
    #engine;
    #tell;
    #patience;
    #left = [];
    #running = null;
    /** Games that the engine is told of before its next job: most visits begin none. */
    #unknown = [];
    #taught = new Set();
    /** The games that it has played: their net and the module of the engine are there. */
    #warm = new Set();
    /** True once a move of a level was late: from then on such moves have a cap in time. */
    isSlow = false;

    /** `tell` receives the numbers of jobs, and thoughts about them; `patience` is the time of a move on a slow device. */
    constructor(engine, tell, patience = PATIENCE) {
        this.#engine = engine;
        this.#tell = tell;
        this.#patience = patience;
    }

    take(job) {
        this.#left.push(job);
        if (this.#running === null) void this.#work();
    }

    /** Takes the rules of a game, which the next jobs may be about. */
    learn(rules) {
        this.#unknown.push(rules);
    }

    stop(id) {
        this.#left = this.#left.filter((job) => job.id !== id);
        if (this.#running?.id === id) {
            this.#running = { ...this.#running, isStopped: true };
            this.#engine.stop();
        }
    }

    /** Leaves all its jobs. */
    clear() {
        this.#left = [];
        if (this.#running !== null) this.stop(this.#running.id);
    }

    /** Ends its engine. */
    end() {
        this.clear();
        this.#engine.close();
    }

    async #work() {
        for (let job = this.#left.shift(); job !== undefined; job = this.#left.shift()) {
            this.#running = job;
            // What is wrong with a text is found where the game is played.
            for (const rules of this.#unknown.splice(0)) await this.#engine.loadGames(rules).catch(() => {});
            const thought = await this.#think(job).catch((error) => ({ failed: error.message }));
            const { isStopped } = this.#running;
            this.#running = null;
            if (!isStopped && thought !== null) this.#tell(job.id, thought);
        }
    }

    /** Tells the engine the rules of a game that came with a link. */
    async #teach({ game, definition }) {
        if (this.#taught.has(game)) return;
        await this.#engine.loadGames(definition);
        this.#taught.add(game);
    }

    /** Does a job; null if all was told before. */
    async #think({ id, board, task }) {
        // Most games are known: those jobs begin at once.
        if (board.definition !== undefined) await this.#teach(board);
        // It may have been stopped meanwhile, when the engine had nothing to stop.
        if (this.#running.isStopped) return null;
        const { kind, strength, seed, clock, time, lines, nodes, moves, fresh } = task;
        if (kind === "move") return { chosen: await this.#choose(board, strength, { seed, clock: clock ?? undefined }) };
        if (kind === "advice") return { chosen: await this.#engine.choose(board, { time }) };
        if (kind === "analysis") return this.#analyse(id, board, lines);
        if (fresh) await this.#engine.forget();
        return { found: await this.#engine.analyse(board, { nodes, moves, fullWidth: true }) };
    }

    /** Chooses the move of a player, on a slow device within a time. The first one of a game waits for files: that is no measure. */
    async #choose(board, strength, more) {
        const isQuick = strength.level <= QUICK && this.#warm.has(board.game);
        const timer = isQuick && this.isSlow ? setTimeout(() => this.#engine.stop(), this.#patience) : undefined;
        const begun = performance.now();
        const chosen = await this.#engine.choose(board, { ...strength, ...more });
        clearTimeout(timer);
        this.#warm.add(board.game);
        if (isQuick && performance.now() - begun > this.#patience) this.isSlow = true;
        // The engine was stopped before it had anything: it takes the time of a single position.
        return chosen ?? (timer === undefined ? null : this.#engine.choose(board, { nodes: 1 }));
    }

    /** Tells the lines that an analysis finds, until it is stopped. */
    async #analyse(id, board, multipv) {
        let found = [];
        const send = () => {
            if (found.length > 0) this.#tell(id, { lines: found });
            found = [];
        };
        const timer = setInterval(send, BETWEEN);
        try {
            await this.#engine.analyse(board, { multipv, onInfo: (line) => found.push(line) });
        } finally {
            clearInterval(timer);
        }
        if (!this.#running.isStopped) send();
        return null;
    }
}

/** The desk, for the pages that ask it. */
export class DeskHost {
    #fresh;
    /** The function of the module; null before it is there, and after a fault. */
    #call = null;
    /** Ends when the module is there, or is given up. */
    #ready = Promise.resolve();
    /** The number of modules so far, and the times at which they ended by a fault. */
    #number = 0;
    #faults = [];
    #time;
    #store;
    #send;
    #page;
    #words;
    #file;
    /** The names of the files that the desk has. */
    #handed = new Set();
    /** One for players, and one for analysis, which may take long. */
    #benches;
    /** The questions that are answered later, and the streams: of each the page, and its number there. */
    #later = new Map();
    #streams = new Map();
    /** The streams that were asked for, until the desk has answered. */
    #opening = new Set();
    #timer;
    #sent = Promise.resolve();

    /**
     * `fresh` begins with a new instance of the module: a promise of a function that takes and returns a text. `time` is the
     * present. `store` keeps games, null if none does. `send` sends a message to a page. `page` fetches the rules page of a game:
     * what the desk is told of it. `words` fetches texts by languages, and `file` a [file](filesFor) by its name, null without a
     * network. `engine` makes an engine.
     */
    constructor({ fresh, time, store, send, page, words, file, engine }) {
        Object.assign(this, { isKept: store !== null });
        this.#fresh = fresh;
        this.#time = time;
        this.#store = store;
        this.#send = send;
        this.#page = page;
        this.#words = words;
        this.#file = file;
        const tell = (job, thought) => this.#act({ answered: { job, thought } });
        this.#benches = [new Bench(engine(), tell), new Bench(engine(), tell)];
    }

    /** Begins with the games that are kept. */
    async begin() {
        const kept = (await this.#store?.all().catch(() => [])) ?? [];
        const [call, words] = await Promise.all([this.#fresh(), this.#words()]);
        this.#call = call;
        this.#handed.clear();
        this.#number += 1;
        this.#act({ begin: { seed: Math.floor(Math.random() * 2 ** 53), kept } });
        this.#act({ words });
    }

    /** Ends all that is being done; nothing is answered any more. */
    end() {
        this.#call = null;
        clearTimeout(this.#timer);
        this.#benches.forEach((bench) => bench.end());
    }

    /** Takes the message of a page: `{ n, method, path, body }`, `{ n, open: path }` or `{ n, close: true }`. */
    async hear(client, message) {
        const { n, method, path, body, open, close } = message;
        if (this.#call === null) await this.#ready;
        if (close) return this.#close((one) => one.client === client && one.n === n);
        if (path === "/api/device") {
            const [players] = this.#benches;
            return this.#send(client, { n, status: 200, body: JSON.stringify({ keeps: this.isKept, isSlow: players.isSlow }) });
        }
        const [, name, language] = /^\/api\/variants\/([^/]+)\/rules\/([^/]+)$/.exec(path ?? "") ?? [];
        if (name) {
            const page = await this.#page(decodeURIComponent(name), language);
            if (page) this.#act({ page });
        }
        for (const { name: file, isNeeded } of filesFor(message)) {
            if (!(await this.#hand(file)) && isNeeded) return this.#drop({ client, n, isStream: false });
        }
        const handle = open === undefined ? { method, path, body: body ?? "" } : { method: "GET", path: open, body: "" };
        const asked = { client, n, isStream: open !== undefined, isClosed: false };
        if (asked.isStream) this.#opening.add(asked);
        return this.#act({ handle }, asked);
    }

    /** Hands the desk a file, unless it has it; returns false if the file cannot be fetched. */
    async #hand(name) {
        if (this.#handed.has(name)) return true;
        const found = await this.#file(name);
        if (found === null) return false;
        if (!this.#handed.has(name)) this.#act({ [name]: found });
        this.#handed.add(name);
        return true;
    }

    /** Ends all that a page has asked for. */
    leave(client) {
        this.#close((one) => one.client === client);
    }

    #close(isMeant) {
        for (const one of this.#opening) one.isClosed ||= isMeant(one);
        for (const [stream, one] of this.#streams) {
            if (!isMeant(one)) continue;
            this.#streams.delete(stream);
            this.#act({ close: stream });
        }
    }

    /** Tells the desk what has happened, and does all that follows. */
    #act(act, asked) {
        if (this.#call === null) return this.#drop(asked);
        let told;
        try {
            told = JSON.parse(this.#call(JSON.stringify({ ...this.#time(), ...act })));
        } catch (error) {
            if (error.name === "ModuleError") {
                this.#drop(asked);
                this.#ready = this.#renew();
            } else {
                this.#refuse(asked, error);
            }
            return undefined;
        }
        for (const rules of told.rules) this.#benches.forEach((bench) => bench.learn(rules));
        for (const job of told.stopped) this.#benches.forEach((bench) => bench.stop(job));
        for (const job of told.jobs) {
            const isLong = job.task.kind === "analysis" || job.task.kind === "search";
            this.#benches[isLong ? 1 : 0].take(job);
        }
        clearTimeout(this.#timer);
        if (told.next !== null) {
            this.#timer = setTimeout(() => this.#act({ poll: {} }), Math.max(0, told.next - this.#time().moment));
        }
        // Whatever has changed is on disk before anybody hears of it.
        const written = told.kept.length > 0 ? this.#write(told.kept) : undefined;
        const number = this.#number;
        this.#sent = Promise.all([this.#sent, written]).then(() => this.#deliver(told, asked, number));
        return undefined;
    }

    /** Answers a question, or a stream that was asked for, which nothing more will come of: the page says that it has stopped. */
    #drop(asked) {
        if (asked === undefined) return;
        const { client, n, isStream } = asked;
        this.#opening.delete(asked);
        this.#send(client, isStream ? { n, broken: true } : { n, gone: true });
    }

    /** Answers what the module does not take as a question. */
    #refuse(asked, error) {
        if (asked === undefined || asked.isStream) this.#drop(asked);
        else this.#send(asked.client, { n: asked.n, status: 400, body: JSON.stringify({ error: error.message }) });
    }

    /** After a fault of the module: ends what waits for it, and begins anew, with the games as they were kept. */
    async #renew() {
        this.#call = null;
        clearTimeout(this.#timer);
        this.#benches.forEach((bench) => bench.clear());
        const waiting = [...this.#later.values(), ...this.#opening, ...this.#streams.values()];
        this.#later.clear();
        this.#streams.clear();
        waiting.forEach((asked) => this.#drop(asked));
        const { moment } = this.#time();
        this.#faults = [...this.#faults.filter((then) => then > moment - FAULT_TIME), moment];
        if (this.#faults.length > MOST_FAULTS) return;
        // What it has said is kept first.
        await this.#sent;
        await this.begin().catch(() => {});
    }

    async #write(kept) {
        try {
            await this.#store?.write(kept);
        } catch {
            this.isKept = false;
        }
    }

    #deliver({ reply, events, ended, answers }, asked, number) {
        if (number !== this.#number || this.#call === null) {
            // The module that has said this has ended since: its numbers mean nothing any more.
            const isWhole = reply?.kind === "json" || reply?.kind === "file";
            if (asked !== undefined && isWhole) this.#answer(asked, reply);
            else this.#drop(asked);
            return;
        }
        if (reply !== undefined && reply !== null && asked !== undefined) this.#answer(asked, reply);
        for (const { later, reply: late } of answers) {
            const one = this.#later.get(later);
            this.#later.delete(later);
            if (one !== undefined) this.#answer(one, late);
        }
        for (const { stream, name, data } of events) {
            const one = this.#streams.get(stream);
            if (one !== undefined) this.#send(one.client, { n: one.n, name, data });
        }
        for (const stream of ended) {
            const one = this.#streams.get(stream);
            this.#streams.delete(stream);
            if (one !== undefined) this.#send(one.client, { n: one.n, broken: true });
        }
    }

    #answer(asked, reply) {
        const { client, n, isStream, isClosed } = asked;
        this.#opening.delete(asked);
        if (reply.kind === "later") {
            this.#later.set(reply.later, asked);
        } else if (reply.kind === "stream" && isClosed) {
            this.#act({ close: reply.stream });
        } else if (reply.kind === "stream") {
            this.#streams.set(reply.stream, asked);
            this.#send(client, { n, opened: true });
        } else if (isStream) {
            this.#send(client, { n, missing: true });
        } else if (reply.kind === "file") {
            this.#send(client, { n, status: 200, body: reply.text, file: reply.name, type: reply.media_type });
        } else {
            this.#send(client, { n, status: reply.status, body: reply.body });
        }
    }
}
