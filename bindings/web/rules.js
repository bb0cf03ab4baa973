// The rules of helgi's games: boards, games from files, recorded games. `rules.d.ts` says what everything does.
import { argumentError, ModuleError } from "./errors.js";
import { compile } from "./files.js";
import { Instance, savedTexts, text, whole } from "./module.js";

export {
    ArgumentError, FenError, GameFileError, GameNameError, HelgiError, ModuleError, MoveError, PgnError,
} from "./errors.js";

const MOST = 2 ** 32 - 1;

/** The one instance, and the promise of it while it is loaded. */
let instance = null;
let loading = null;

export async function load(source = new URL("./helgi_rules.wasm.xz", import.meta.url)) {
    if (instance?.isAlive) {
        return;
    }
    // Calls before it is there share one load.
    loading ??= compile(source).then((module) => Instance.of(module)).finally(() => {
        loading = null;
    });
    instance = await loading;
}

function loaded() {
    if (instance === null) {
        const expected = "`await load()` before anything else";
        throw new ModuleError(`module: not loaded, expected ${expected}`, { field: "module", value: "not loaded", expected });
    }
    return instance;
}

const lines = (answer) => answer === "" ? [] : answer.split("\n");

const registry = new FinalizationRegistry(({ owner, name, number }) => owner.free(name, number));

/** Something that the module keeps by a number, and forgets with its owner. */
class Kept {
    #owner;
    #number;
    #free;

    constructor(owner, number, free) {
        this.#owner = owner;
        this.#number = number;
        this.#free = free;
        // The held value must not lead back to the object, or it would never be collected.
        registry.register(this, { owner, name: free, number }, this);
    }

    call(name, numbers = [], texts = []) {
        if (this.#number === null) {
            throw argumentError(this.#free.split("_")[0], "freed", "one that is not freed");
        }
        return this.#owner.call(name, [this.#number, ...numbers], texts);
    }

    /** The number of a new one that a call has made. */
    also(name) {
        return new Kept(this.#owner, Number(this.call(name)), this.#free);
    }

    free() {
        if (this.#number !== null) {
            registry.unregister(this);
            this.#owner.free(this.#free, this.#number);
            this.#number = null;
        }
    }
}

/** Stands for the name of the game where the module has made the board already. */
const MADE = Symbol("made");

function kept(owner, number) {
    return new Kept(owner, Number(number), "board_free");
}

/** The PGN of a board with these tags. */
let pgnOf;

export class Board {
    #kept;

    constructor(game = "chess", fen = undefined) {
        if (game === MADE) {
            this.#kept = fen;
            return;
        }
        const texts = [text("game", game)];
        if (fen !== undefined && fen !== null) {
            texts.push(text("fen", fen));
        }
        const owner = loaded();
        this.#kept = kept(owner, owner.call("board_new", [], texts));
    }

    static from(saved) {
        if (typeof saved !== "object" || saved === null) {
            throw new TypeError("saved: expected what `toJSON` of a board has returned");
        }
        const texts = savedTexts(saved);
        const owner = loaded();
        const number = owner.call("board_restore", [], texts);
        return new Board(MADE, kept(owner, number));
    }

    #ask(name, numbers, texts) {
        return JSON.parse(this.#kept.call(name, numbers, texts));
    }

    get game() {
        return this.#kept.call("board_game");
    }

    get turn() {
        return this.#kept.call("board_turn");
    }

    get ply() {
        return Number(this.#kept.call("board_ply"));
    }

    get moves() {
        return lines(this.#kept.call("board_moves"));
    }

    get key() {
        return BigInt(this.#kept.call("board_key"));
    }

    fen({ root = false } = {}) {
        return this.#kept.call("board_fen", [root ? 1 : 0]);
    }

    legalMoves() {
        return lines(this.#kept.call("board_legal_moves"));
    }

    legalSans() {
        return lines(this.#kept.call("board_legal_sans"));
    }

    legalActions() {
        return this.#ask("board_legal_actions");
    }

    parse(move) {
        return this.#kept.call("board_write", [0], [text("move", move)]);
    }

    san(move) {
        return this.#kept.call("board_write", [1], [text("move", move)]);
    }

    lan(move) {
        return this.#kept.call("board_write", [2], [text("move", move)]);
    }

    isLegal(move) {
        return this.#ask("board_is_legal", [], [text("move", move)]);
    }

    push(move) {
        return this.#kept.call("board_push", [], [text("move", move)]);
    }

    pushAction(first, second = null) {
        const has = second !== null && second !== undefined;
        const numbers = [whole("first", first, 0, MOST), has ? whole("second", second, 0, MOST) : 0, has ? 1 : 0];
        return this.#kept.call("board_push_action", numbers);
    }

    pop() {
        return this.#kept.call("board_pop");
    }

    copy() {
        return new Board(MADE, this.#kept.also("board_copy"));
    }

    isCheck() {
        return this.#ask("board_is_check");
    }

    checkers() {
        return this.#ask("board_checkers");
    }

    givesCheck(move) {
        return this.#ask("board_gives_check", [], [text("move", move)]);
    }

    isCapture(move) {
        return this.#ask("board_is_capture", [], [text("move", move)]);
    }

    outcome() {
        return this.#ask("board_outcome");
    }

    cannotWin(side) {
        return this.#ask("board_cannot_win", [], [text("side", side)]);
    }

    pieces() {
        return new Map(this.#ask("board_pieces"));
    }

    reserve(side) {
        return new Map(this.#ask("board_reserve", [], [text("side", side)]));
    }

    obstacles() {
        return this.#ask("board_obstacles");
    }

    perft(depth) {
        return Number(this.#kept.call("board_perft", [whole("depth", depth, 0, 99)]));
    }

    describe(move, { language = "en" } = {}) {
        return this.#kept.call("board_describe", [], [text("move", move), text("language", language)]);
    }

    advice(move, { language = "en" } = {}) {
        return this.#ask("board_advice", [], [text("move", move), text("language", language)]);
    }

    svg({ size, flipped = false, lastMove = true } = {}) {
        const width = size === undefined ? 0 : whole("size", size, 1, 100_000);
        return this.#kept.call("board_svg", [width, flipped ? 1 : 0, lastMove ? 1 : 0]);
    }

    equals(other) {
        return other instanceof Board && this.game === other.game && this.key === other.key && this.fen() === other.fen();
    }

    toString() {
        return this.#kept.call("board_diagram");
    }

    toJSON() {
        return this.#ask("board_save");
    }

    free() {
        this.#kept.free();
    }

    static {
        pgnOf = (board, tags) => board.#kept.call("board_pgn", [], tags);
    }
}

// Older engines do not have the symbol; `using` is not there either.
if (Symbol.dispose !== undefined) {
    Object.defineProperty(Board.prototype, Symbol.dispose, { value: Board.prototype.free, configurable: true, writable: true });
}

export function games() {
    return JSON.parse(loaded().call("games"));
}

export function info(name) {
    return JSON.parse(loaded().call("info", [], [text("name", name)]));
}

export function loadGames(file) {
    return JSON.parse(loaded().call("load_games", [], [text("file", file)]));
}

export function checkGames(file) {
    return JSON.parse(loaded().call("check_games", [], [text("file", file)]));
}

/** The parts in which texts are handed to the module. */
const PART = 1 << 18;

/** A file of PGN that the module reads game by game. */
class PgnFile extends Kept {
    constructor(owner) {
        super(owner, Number(owner.call("pgn_new")), "pgn_free");
    }

    feed(part, isLast) {
        this.call("pgn_feed", [isLast ? 1 : 0], [part]);
    }

    /** The games that are there; afterwards more parts are needed, or the file has ended. */
    *games() {
        for (;;) {
            const answer = this.call("pgn_next");
            if (answer === "more" || answer === "") {
                return;
            }
            yield new RecordedGame(JSON.parse(answer));
        }
    }
}

export function readPgn(source) {
    return gamesOf(loaded(), source instanceof Uint8Array ? source : text("pgn", source));
}

function* gamesOf(owner, source) {
    const isBytes = source instanceof Uint8Array;
    const file = new PgnFile(owner);
    try {
        let at = 0;
        do {
            let end = at + PART;
            // Both halves of a character stay together.
            if (!isBytes && /[\uD800-\uDBFF]/.test(source.charAt(end - 1))) {
                end += 1;
            }
            file.feed(isBytes ? source.subarray(at, end) : source.slice(at, end), end >= source.length);
            yield* file.games();
            at = end;
        } while (at < source.length);
    } finally {
        file.free();
    }
}

export function readPgnStream(source) {
    if (typeof source?.getReader === "function") {
        return gamesOfParts(loaded(), partsOf(source));
    }
    if (typeof source?.[Symbol.asyncIterator] !== "function" && typeof source?.[Symbol.iterator] !== "function") {
        throw new TypeError("source: expected a stream, or something else that yields parts");
    }
    return gamesOfParts(loaded(), source);
}

/** The parts of a stream, whose own iterator not every browser has. */
async function* partsOf(stream) {
    const reader = stream.getReader();
    try {
        for (let next = await reader.read(); !next.done; next = await reader.read()) {
            yield next.value;
        }
    } finally {
        reader.releaseLock();
    }
}

async function* gamesOfParts(owner, source) {
    const file = new PgnFile(owner);
    try {
        for await (const part of source) {
            if (part instanceof Uint8Array) {
                // A part may be the whole file: its games are handed on before all of it has been copied.
                for (let at = 0; at < part.length; at += PART) {
                    file.feed(part.subarray(at, at + PART), false);
                    yield* file.games();
                }
            } else {
                file.feed(text("pgn", part), false);
                yield* file.games();
            }
        }
        file.feed("", true);
        yield* file.games();
    } finally {
        file.free();
    }
}

export class RecordedGame {
    #pgn;
    #nodes;
    #children;

    constructor({ tags, result, line, moves, nodes, errors, notices, pgn }) {
        this.#pgn = pgn;
        this.#nodes = nodes;
        this.tags = Object.fromEntries(tags);
        this.result = result;
        this.line = line;
        this.moves = moves;
        this.errors = errors;
        this.notices = notices;
    }

    get tree() {
        return new GameTree(0, this.#node);
    }

    /** The parts of a node: its data, the numbers of those that follow, the board after it. */
    #node = (number) => {
        if (this.#children === undefined) {
            this.#children = this.#nodes.map(() => []);
            // Node 0 is the start, which names itself as its parent.
            this.#nodes.forEach(({ parent }, index) => index > 0 && this.#children[parent].push(index));
        }
        return { ...this.#nodes[number], next: this.#children[number], board: () => this.#boardAt(number) };
    };

    #boardAt(number) {
        const owner = loaded();
        const lines = this.#nodes.map((node) => node.line).join(" ");
        return new Board(MADE, kept(owner, owner.call("pgn_board", [number], [this.#pgn, lines])));
    }

    check() {
        const wrong = JSON.parse(loaded().call("pgn_check", [], [this.#pgn]));
        return wrong.map(([node, fault]) => ({ line: node === null ? this.line : this.#nodes[node].line, text: fault }));
    }

    board() {
        let last = 0;
        for (let next = this.#node(0).next; next.length > 0; next = this.#node(last).next) {
            last = next[0];
        }
        return this.#boardAt(last);
    }

    toString() {
        return this.#pgn;
    }
}

export class GameTree {
    #parts;
    #look;

    constructor(number, look) {
        const { text: move, line, comments, commentsBefore, glyphs, ...parts } = look(number);
        this.#parts = parts;
        this.#look = look;
        this.text = move;
        this.line = line;
        this.comments = comments;
        this.commentsBefore = commentsBefore;
        this.glyphs = glyphs;
    }

    get next() {
        return this.#parts.next.map((number) => new GameTree(number, this.#look));
    }

    board() {
        return this.#parts.board();
    }
}

export function toPgn(game, tags = {}) {
    const pairs = Object.entries(tags).flatMap(([name, value]) => [text("tag", name), text("tag", value)]);
    if (game instanceof Board) {
        return pgnOf(game, pairs);
    }
    if (game instanceof RecordedGame) {
        return loaded().call("pgn_write", [], [String(game), ...pairs]);
    }
    throw new TypeError("game: expected a Board or a RecordedGame");
}
