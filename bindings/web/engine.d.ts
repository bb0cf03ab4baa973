/**
 * The search of every game, in a worker of its own.
 *
 * It needs no `load`: the module and the net of a game are fetched when they are first needed.
 */

import type { SavedBoard, Finding } from "./rules.js";

export { ArgumentError, FenError, GameFileError, GameNameError, HelgiError, ModuleError, MoveError } from "./rules.js";
import { HelgiError } from "./rules.js";

/** An engine that is closed. */
export class EngineClosedError extends HelgiError {}

/** A file that is missing, or that is not a net. */
export class NetError extends HelgiError {}

/** One line of moves that a search has found, with its score. */
export interface SearchLine {
    /** The depth in half-moves. */
    depth: number;
    /** The depth of the longest line that was searched, in half-moves. */
    seldepth: number;
    /** The rank of the line, from 1. */
    multipv: number;
    /** The score for the side to move, in hundredths of a pawn. */
    score: number;
    /** The number of moves to a proven end, negative if the side to move loses; null if nothing is proven. */
    mate: number | null;
    /** Whether the score is a bound. */
    bound: "exact" | "lower" | "upper";
    /** The number of positions searched. */
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
    /** The best move; null if there is no legal one, or if the search was stopped in its first iteration. */
    best: string | null;
    /** The expected reply, if there is one. */
    ponder: string | null;
    /** The score for the side to move, in hundredths of a pawn. */
    score: number;
    /** The number of moves to a proven end, negative if the side to move loses; null if nothing is proven. */
    mate: number | null;
    /** The depth of the last finished iteration, in half-moves. */
    depth: number;
    /** The number of positions searched. */
    nodes: number;
    /** The time in seconds. */
    time: number;
    /** The best lines, the best first: `multipv` of them, or as many as there are legal moves. */
    lines: SearchLine[];
}

export interface EngineOptions {
    /** The size of the table in megabytes; 16 if it is not given. */
    hash?: number;
    /** The contents of a net, used in its game; null to play without nets. Otherwise each game has its net of the package. */
    net?: ArrayBuffer | ArrayBufferView | null;
    /**
     * The module, if it is not beside this file: compiled, as bytes, as a response of `fetch`, or as its address; or a function that
     * compiles it, called when it is first needed, and again after it failed.
     */
    module?: WebAssembly.Module | BufferSource | Response | URL | string | (() => Promise<WebAssembly.Module>);
    /**
     * Makes a worker of the package's file `engine-worker.js`, as a module: for pages where the engine cannot make it by itself.
     * Called whenever a new worker is needed.
     */
    worker?: () => unknown;
}

/** A chosen move. */
export interface Choice {
    /** The move. */
    move: string;
    /** The score for the side to move, in hundredths of a pawn; null if no iteration was finished. */
    score: number | null;
    /** The number of moves to a proven end, negative if the side to move loses; null if nothing is proven. */
    mate: number | null;
    /** The depth in half-moves; 0 without a score. */
    depth: number;
    /** The expected line, beginning with the move. */
    line: string[];
}

/** The clock of the side to move: the seconds left, those added after each move, and the moves to the next time control. */
export interface Clock {
    remaining: number;
    increment?: number;
    movesToGo?: number | null;
}

/** The strength of a player: a level, an Elo rating, a number of nodes or a time in seconds; and the clock, if one runs. */
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
     * `nodes`, `depth` and `time` (in seconds) limit the search, which otherwise goes on until `stop`. `multipv` is the number of
     * lines. If there are `moves`, the search looks at no others. With `fullWidth` the first plies are searched without pruning: it
     * takes longer, and judges single moves better. `onInfo` is called with each line after each iteration; an exception in it ends
     * the search, and the promise rejects with it.
     *
     * @throws GameNameError if the engine does not have the game: see `loadGames`
     * @throws HelgiError if the board is of other rules
     * @throws MoveError if one of `moves` is not legal
     * @throws ArgumentError if a number is out of its range, or the table does not fit into the memory
     * @throws NetError if the net of the game is missing or damaged
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
     * Chooses a move for the side to move, by one of `level` (1 to 18, which is full strength for two seconds), `elo` (500 to 2900),
     * `nodes` and `time` (in seconds). Returns null if there is no legal move, or none was found before `stop`.
     *
     * Players of a level or an Elo rating err on purpose. With the same `seed` they make the same errors in the same position.
     */
    play(board: BoardLike, how: Strength): Promise<string | null>;
    /** Chooses as `play` does, and returns the move with its score, the depth and the expected line. */
    choose(board: BoardLike, how: Strength): Promise<Choice | null>;
    /**
     * Ends the present search. Within a tenth of a second its promise resolves to the result of the last finished iteration. If
     * the iteration does not end by then, the engine gets a new worker, with an empty table.
     */
    stop(): void;
    /**
     * Loads the games of a file, as `loadGames` of `helgi/rules` does.
     *
     * @throws GameFileError if at least one of the games cannot be played; the others are loaded
     */
    loadGames(file: string): Promise<{ games: string[]; warnings: Finding[] }>;
    /** Clears the table, and everything else that searches have learned. */
    forget(): Promise<void>;
    /** Ends the worker and frees its memory. The present search rejects. */
    close(): void;
    [Symbol.dispose](): void;
}
