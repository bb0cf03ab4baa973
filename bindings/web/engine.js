// The search, in a worker of its own. `engine.d.ts` says what everything does.
import { argumentError, dataOf, EngineClosedError, errorOf, HelgiError, ModuleError, NetError } from "./errors.js";
import { bytesOf, compile } from "./files.js";
import { isBytes, moveLines, savedTexts, text, whole } from "./module.js";
import { GAMES, NETS } from "./nets.js";

export {
    ArgumentError, EngineClosedError, FenError, GameFileError, GameNameError, HelgiError, ModuleError, MoveError, NetError,
} from "./errors.js";

/** The milliseconds that a stopped search has to end by itself: what is left of a tenth of a second is for messages. */
const PATIENCE = 40;

/** The longest time of a timer, in milliseconds. */
const LONG = 2 ** 31 - 1;

const MOST = 2 ** 32 - 1;
const MOST_NODES = Number.MAX_SAFE_INTEGER;
const MOST_LINES = 500;
const DEEPEST = 239;
const YEAR = 366 * 86_400;

/** The analysis of a search that was stopped before its first iteration. */
const NOTHING = { best: null, ponder: null, score: 0, mate: null, depth: 0, nodes: 0, time: 0, lines: [] };

function newWorker() {
    if (typeof Worker === "function") {
        return new Worker(new URL("./engine-worker.js", import.meta.url), { type: "module" });
    }
    const { Worker: NodeWorker } = globalThis.process.getBuiltinModule("node:worker_threads");
    return new NodeWorker(new URL("./engine-worker.js", import.meta.url));
}

function fault(value, cause) {
    const expected = "a worker that goes on; the next call has a new one";
    return new ModuleError(`module: ended by a fault (${value}), expected ${expected}`, { field: "module", value, expected, cause });
}

/** A worker with an engine, of a page or of node. */
class Host {
    #worker;
    #pending = new Map();
    #last = 0;
    /** The fault by which it has ended. */
    #fault = null;
    /** The games that have their nets, each with a promise of it. */
    given = new Map();

    constructor(make) {
        this.#worker = make();
        const failed = (error) => this.#fail(fault(error?.message ?? "the worker has ended", error));
        if (typeof this.#worker.on === "function") {
            this.#worker.on("message", (data) => this.#hear(data)).on("error", failed).on("messageerror", failed);
            this.#worker.on("exit", () => failed());
            // A program of node ends although an idle engine is not closed.
            this.#worker.unref();
        } else {
            this.#worker.onmessage = ({ data }) => this.#hear(data);
            this.#worker.onerror = failed;
            this.#worker.onmessageerror = failed;
        }
    }

    /** Sends a request, and returns its answer; steps before the last are handed on. */
    ask(request, onStep = () => {}) {
        return new Promise((resolve, reject) => {
            if (this.#fault !== null) {
                throw this.#fault;
            }
            this.#last += 1;
            const id = this.#last;
            this.#worker.postMessage({ id, ...request });
            this.#pending.set(id, { resolve, reject, onStep });
            this.#worker.ref?.();
        });
    }

    call(name, numbers = [], texts = []) {
        return this.ask({ kind: "call", name, numbers, texts });
    }

    stop() {
        this.#worker.postMessage({ kind: "stop" });
    }

    end() {
        this.#worker.terminate();
        this.#fail(fault("the worker was ended"));
    }

    #hear({ id, answer, step, error }) {
        const request = this.#pending.get(id);
        if (request === undefined) {
            return;
        }
        if (step !== undefined) {
            request.onStep(step);
            if (!step.isOver) {
                return;
            }
        }
        this.#forget(id);
        if (error !== undefined) {
            request.reject(errorOf(error));
        } else {
            request.resolve(step ?? answer);
        }
    }

    #forget(id) {
        this.#pending.delete(id);
        if (this.#pending.size === 0) {
            this.#worker.unref?.();
        }
    }

    #fail(error) {
        this.#fault ??= error;
        // A copy, since each is forgotten on the way.
        for (const [id, { reject }] of [...this.#pending]) {
            this.#forget(id);
            reject(error);
        }
    }
}

/** The number of an option, or 0 where it is not given. */
const option = (field, value, most) => value === undefined || value === null ? 0 : whole(field, value, 1, most);

function seconds(field, value) {
    if (value === undefined || value === null) {
        return 0;
    }
    if (typeof value !== "number") {
        throw new TypeError(`${field}: expected a number, not ${typeof value}`);
    }
    if (!(value > 0 && value <= YEAR)) {
        throw argumentError(field, value, "seconds, more than 0 and at most a year");
    }
    return value;
}

/** A time that may be over. */
const left = (field, value) => (value === 0 ? 0 : seconds(field, value));

/** A line or an analysis with its time in seconds; that of the module is in microseconds. */
const inSeconds = (found) => ({ ...found, time: found.time / 1e6 });

/** A board as the module reads it. */
function saved(board) {
    const data = typeof board?.toJSON === "function" ? board.toJSON() : board;
    if (typeof data !== "object" || data === null) {
        throw new TypeError("board: expected a Board, or what its `toJSON` has returned");
    }
    return savedTexts(data);
}

export class Engine {
    #hash;
    #net;
    #source;
    #make;
    /** The compiled module, the worker, and the contents of nets, each a promise. */
    #module = null;
    #host = null;
    #nets = new Map();
    /** The files of games, and the names in them, which have no nets. */
    #files = [];
    #loaded = new Set();
    #queue = Promise.resolve();
    #stop = null;
    #isClosed = false;

    constructor({ hash = 16, net = undefined, module = new URL("./helgi_engine.wasm.xz", import.meta.url), worker = newWorker } = {}) {
        this.#hash = whole("hash", hash, 1, MOST);
        if (net !== undefined && net !== null && !isBytes(net)) {
            throw new TypeError(`net: expected bytes, or null for none, not ${typeof net}`);
        }
        if (typeof worker !== "function") {
            throw new TypeError(`worker: expected a function, not ${typeof worker}`);
        }
        this.#net = net;
        this.#source = module;
        this.#make = worker;
    }

    async analyse(board, { nodes, depth, time, multipv = 1, moves = [], fullWidth = false, onInfo } = {}) {
        const texts = [...saved(board), moveLines(moves)];
        const numbers = [
            option("nodes", nodes, MOST_NODES), option("depth", depth, DEEPEST), seconds("time", time),
            whole("multipv", multipv, 1, MOST_LINES), fullWidth ? 1 : 0,
        ];
        if (onInfo !== undefined && typeof onInfo !== "function") {
            throw new TypeError(`onInfo: expected a function, not ${typeof onInfo}`);
        }
        const step = await this.#search("engine_analyse", numbers, texts, onInfo && ((info) => onInfo(inSeconds(info))));
        const { analysis } = step ?? {};
        return analysis ? { ...inSeconds(analysis), lines: analysis.lines.map(inSeconds) } : NOTHING;
    }

    async play(board, how) {
        const chosen = await this.choose(board, how);
        return chosen?.move ?? null;
    }

    async choose(board, { level, elo, nodes, time, seed = 0, clock } = {}) {
        const texts = saved(board);
        const given = [level, elo, nodes, time].filter((value) => value !== undefined && value !== null);
        if (given.length !== 1) {
            throw new TypeError("play: expected one of level, elo, nodes and time");
        }
        const limits = [
            option("level", level, 18), option("elo", elo, 2900), option("nodes", nodes, MOST_NODES), seconds("time", time),
        ];
        if (limits[1] > 0) {
            whole("elo", elo, 500, 2900);
        }
        const { remaining = 0, increment = 0, movesToGo } = clock ?? {};
        const numbers = [
            ...limits, whole("seed", seed, 0, MOST_NODES), clock === undefined || clock === null ? 0 : 1,
            left("clock.remaining", remaining), left("clock.increment", increment), option("clock.movesToGo", movesToGo, MOST),
        ];
        const step = await this.#search("engine_play", numbers, texts);
        return step?.chosen ?? null;
    }

    stop() {
        this.#stop?.();
    }

    async loadGames(file) {
        text("file", file);
        return this.#inTurn(async () => {
            const host = await this.#ready();
            const keep = (names) => {
                this.#files.push(file);
                names.forEach((name) => this.#loaded.add(name));
            };
            try {
                const loaded = JSON.parse(await host.call("load_games", [], [file]));
                keep(loaded.games);
                return loaded;
            } catch (error) {
                keep(error.games ?? []);
                throw error;
            }
        });
    }

    async forget() {
        return this.#inTurn(async () => {
            // A worker that is not there yet knows nothing.
            if (this.#host !== null) {
                await (await this.#ready()).call("engine_forget");
            }
        });
    }

    close() {
        this.#isClosed = true;
        this.#end();
    }

    /** Does something once everything asked for before is done. */
    #inTurn(work) {
        const turn = this.#queue.then(async () => {
            this.#check();
            // Node ends when nothing but promises is waited for, and compiling a module is no more than that.
            const hold = setTimeout(() => {}, LONG);
            try {
                return await work();
            } finally {
                clearTimeout(hold);
            }
        });
        // A call that fails does not stop those behind it.
        this.#queue = turn.catch(() => {});
        return turn.catch((error) => {
            this.#check();
            throw error;
        });
    }

    #check() {
        if (this.#isClosed) {
            const fields = { field: "engine", value: "closed", expected: "one that is open" };
            throw new EngineClosedError("engine: closed, expected one that is open", fields);
        }
    }

    #search(name, numbers, texts, onInfo = () => {}) {
        return this.#inTurn(async () => {
            let [last, isStopped, thrown] = [null, false, null];
            let wake;
            const stopped = new Promise((resolve) => {
                wake = resolve;
            });
            this.#stop = () => {
                isStopped = true;
                wake();
            };
            const hear = (step) => {
                last = step;
                try {
                    thrown === null && step.infos.forEach((info) => onInfo(info));
                } catch (error) {
                    thrown = { error };
                    this.#stop();
                }
            };
            const work = async () => {
                const host = await this.#ready(texts[1]);
                if (isStopped) {
                    return null;
                }
                // A `stop` before this has been looked at above: the worker had no search yet.
                stopped.then(() => host.stop());
                return host.ask({ kind: "search", name, numbers, texts }, hear);
            };
            const patience = stopped.then(() => new Promise((late) => {
                setTimeout(late, PATIENCE, "late");
            }));
            try {
                const ended = await Promise.race([work(), patience]);
                if (ended === "late") {
                    // It is deep in an iteration, and hears nothing.
                    this.#renew();
                }
                if (thrown !== null) {
                    throw thrown.error;
                }
                return ended === "late" ? last : ended;
            } catch (error) {
                // After a fault the module cannot go on; the next call has a new one.
                if (error instanceof ModuleError) {
                    this.#end();
                }
                throw error;
            } finally {
                this.#stop = null;
            }
        });
    }

    #end() {
        const host = this.#host;
        this.#host = null;
        host?.then((begun) => begun.end(), () => {});
    }

    #renew() {
        this.#end();
        // The caller does not wait for it; if it fails, the next call says so.
        this.#ready().catch(() => {});
    }

    /** The worker, ready for a game. */
    async #ready(game = null) {
        this.#host ??= this.#begin();
        const own = this.#host;
        try {
            const host = await own;
            if (game !== null) {
                await this.#giveNet(host, game);
            }
            return host;
        } catch (error) {
            if (this.#host === own && (error instanceof ModuleError || !(error instanceof HelgiError))) {
                this.#end();
            }
            throw error;
        }
    }

    async #begin() {
        this.#module ??= typeof this.#source === "function" ? this.#source() : compile(this.#source);
        const module = await this.#module.catch((error) => {
            // A module that could not be fetched is asked for again by the next call.
            this.#module = null;
            throw error instanceof HelgiError ? error : errorOf(dataOf(error));
        });
        const host = new Host(this.#make);
        try {
            await host.ask({ kind: "begin", module, hash: this.#hash });
            if (this.#net === null) {
                await host.call("engine_without_net");
            } else if (this.#net !== undefined) {
                await host.call("engine_with_net", [], [bytes(this.#net)]);
            }
            // A new worker knows none of the games that were loaded into the one before.
            for (const file of this.#files) {
                // Its faults were told when it was loaded.
                await host.call("load_games", [], [file]).catch(() => {});
            }
            return host;
        } catch (error) {
            host.end();
            throw error;
        }
    }

    /** Hands a game its net, unless another one was chosen. */
    async #giveNet(host, game) {
        // A game from a file may have the name of one that has a net.
        const name = Object.hasOwn(GAMES, game) && !this.#loaded.has(game) && this.#net === undefined ? GAMES[game] : null;
        if (name === null || host.given.has(game)) {
            return host.given.get(game);
        }
        const given = fetched(this.#nets, name).then((net) => host.call("engine_offer_net", [], [game, net]));
        host.given.set(game, given);
        return given.catch((error) => {
            host.given.delete(game);
            throw error;
        });
    }
}

const bytes = (data) => ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array(data);

/** The contents of a net of the package. */
function fetched(nets, name) {
    if (!nets.has(name)) {
        const net = bytesOf(NETS[name]()).catch((error) => {
            // The next call tries again: the network may be back.
            nets.delete(name);
            const fields = { field: "net", value: name, expected: "its file beside `engine.js`", cause: error };
            throw error instanceof NetError ? error : new NetError(`net: \`${name}\` cannot be read (${error.message})`, fields);
        });
        nets.set(name, net);
    }
    return nets.get(name);
}

if (Symbol.dispose !== undefined) {
    Object.defineProperty(Engine.prototype, Symbol.dispose, { value: Engine.prototype.close, configurable: true, writable: true });
}
