/**
 * The search of every game, in a worker of its own.
 *
 * It needs no `load`: the module, and the net of a game, are fetched when they are needed first.
 */

import type { SavedBoard, Finding } from "./rules.js";

export { ArgumentError, FenError, GameFileError, GameNameError, HelgiError, ModuleError, MoveError } from "./rules.js";
import { HelgiError } from "./rules.js";

/** An engine that is closed. */
export class EngineClosedError extends HelgiError {}

/** A net that is not to be had, or that is none. */
export class NetError extends HelgiError {}

/** One line of moves that a search has found, with its score. */
export interface SearchLine {
    /** The depth in half-moves. */
    depth: number;
    /** The depth of the longest line that was looked at. */
    seldepth: number;
    /** The rank of the line, from 1. */
    multipv: number;
    /** The score for the side to move, in hundredths of a pawn. */
    score: number;
    /** The number of moves to a proven end, negative if the side to move loses; null if nothing is proven. */
    mate: number | null;
    /** Whether the score is a bound. */
    bound: "exact" | "lower" | "upper";
    /** The number of positions looked at. */
    nodes: number;
    /** The time in seconds. */
    time: number;
    /** The share of the table that is full, in thousandths. */
    hashfull: number;
    /** The moves. */
    pv: string[];
}

/** The result of a search. */
export interface Analysis {
    /** The best move; null if there is no legal one, or if the search was stopped before its first iteration was finished. */
    best: string | null;
    /** The answer that is expected, if there is one. */
    ponder: string | null;
    /** The score for the side to move, in hundredths of a pawn. */
    score: number;
    /** The number of moves to a proven end, negative if the side to move loses; null if nothing is proven. */
    mate: number | null;
    /** The depth of the last finished iteration, in half-moves. */
    depth: number;
    /** The number of positions looked at. */
    nodes: number;
    /** The time in seconds. */
    time: number;
    /** The best lines, the best first: as many as `multipv` asked for, if there are so many legal moves. */
    lines: SearchLine[];
}

export interface EngineOptions {
    /** The size of the table in megabytes; 16 if it is not given. */
    hash?: number;
    /** The contents of a net for the game that it is of, or null for none. Otherwise each game has the net of the package. */
    net?: ArrayBuffer | ArrayBufferView | null;
    /** The module, if it is not beside this file: compiled, as bytes, as the answer of `fetch`, or its address. */
    module?: WebAssembly.Module | BufferSource | Response | URL | string;
    /**
     * Makes the worker, if the usual way is not allowed or not found: from the file `engine-worker.js` of the package, as a
     * module. It is called anew whenever a new one is needed.
     */
    worker?: () => unknown;
}

/** A move that was chosen. */
export interface Choice {
    /** The move. */
    move: string;
    /** The score for the side to move, in hundredths of a pawn; null if the search did not come so far. */
    score: number | null;
    /** The number of moves to a proven end, negative if the side to move loses; null if nothing is proven. */
    mate: number | null;
    /** The depth in half-moves; 0 without a score. */
    depth: number;
    /** The moves that are expected, beginning with this one. */
    line: string[];
}

/** The clock of the side to move: the seconds that are left, those added after each move, and the moves until time is given anew. */
export interface Clock {
    remaining: number;
    increment?: number;
    movesToGo?: number | null;
}

/** The strength of a player: one of a level, an Elo, a number of nodes and a time in seconds; and the clock, if one runs. */
export type Strength = (
    { level: number; seed?: number } | { elo: number; seed?: number } | { nodes: number } | { time: number }
) & { clock?: Clock | null };

/** A board of `helgi/rules`, or what its `toJSON` has returned. */
export type BoardLike = SavedBoard | { toJSON(): SavedBoard };

/**
 * A search with its memory, in a worker. Calls wait for those before them. Every method that returns a promise rejects with
 * an `EngineClosedError` after `close`, and with a `ModuleError` if a fault has ended the worker: the next call has a new one.
 */
export class Engine {
    /** Makes an engine. Nothing is fetched before the first call. */
    constructor(options?: EngineOptions);
    /**
     * Searches the position of a board, which it does not change.
     *
     * `nodes`, `depth` and `time` (in seconds) limit the search, which otherwise goes on until `stop`. `multipv` is the number
     * of lines; `moves` are the only ones that are looked at; `fullWidth` searches without leaving anything out at first, which is
     * worth its time where moves are judged. `onInfo` is called with each line when an iteration is finished; an exception in it ends the search and comes
     * through.
     *
     * @throws GameNameError if the engine does not have the game: see `loadGames`
     * @throws HelgiError if the board is of other rules
     * @throws MoveError if one of `moves` is not legal
     * @throws ArgumentError if a number is out of its range, or the table does not fit into the memory
     * @throws NetError if the net of the game cannot be read
     */
    analyse(
        board: BoardLike,
        options?: {
            nodes?: number;
            depth?: number;
            time?: number;
            multipv?: number;
            moves?: string[];
            fullWidth?: boolean;
            onInfo?: (line: SearchLine) => void;
        },
    ): Promise<Analysis>;
    /**
     * Chooses a move for the side to move, by one of `level` (1 to 18, full strength for two seconds), `elo` (500 to 2900),
     * `nodes` and `time` (in seconds); null if there is no legal move, or none was found before `stop`.
     *
     * Players of a level or an Elo err on purpose: by the seed, so that the same seed errs alike in the same position.
     */
    play(board: BoardLike, how: Strength): Promise<string | null>;
    /** Chooses as `play` does, and tells the score, the depth and the line that is expected. */
    choose(board: BoardLike, how: Strength): Promise<Choice | null>;
    /**
     * Ends what the engine is searching. Its promise has the result of the last finished iteration within a tenth of a
     * second. An engine that is deep in an iteration gets a new worker for that, and has forgotten what it had searched.
     */
    stop(): void;
    /**
     * Loads the games of a file, as `loadGames` of `helgi/rules` does.
     *
     * @throws GameFileError if at least one of the games cannot be played; the others are loaded
     */
    loadGames(file: string): Promise<{ games: string[]; warnings: Finding[] }>;
    /** Forgets all that was learned from positions that were searched. */
    forget(): Promise<void>;
    /** Ends the worker and gives its memory back. What is being searched rejects. */
    close(): void;
    [Symbol.dispose](): void;
}
