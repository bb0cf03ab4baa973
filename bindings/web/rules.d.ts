/**
 * The rules of chess and of more than a hundred other games.
 *
 * Moves are texts: `legalMoves` writes them as UCI does, and every function that takes a move also reads SAN, LAN and
 * the spellings of other programs. Squares are `"a1"`.
 */

export type Side = "white" | "black";
export type Score = "1-0" | "0-1" | "1/2-1/2";
export type Language = "en" | "ru";

/** A text or a number that cannot be used; the other errors are below it. A wrong type is a `TypeError`. */
export class HelgiError extends Error {
    constructor(message: string, fields?: { field?: string; value?: string; expected?: string });
    /** What was refused, such as `"castling"` or `"depth"`. */
    field: string;
    /** The text that was refused; a long one is cut. */
    value: string;
    /** What would have been accepted. */
    expected: string;
}

/** A number or a text out of its range. */
export class ArgumentError extends HelgiError {}

/** A name that no game has, or that several games share. */
export class GameNameError extends HelgiError {}

/** A module that is not loaded, or that has ended by a fault; `load` begins anew, and boards of before are lost. */
export class ModuleError extends HelgiError {}

/** A text that is no position of the game. */
export class FenError extends HelgiError {
    /** The kind of the fault, a name that stays the same: `"kings"`, `"too-many"`, `"check"`, … */
    fault: string;
}

/** A text that is no legal move of the position. */
export class MoveError extends HelgiError {
    /** `"ambiguous"` if several legal moves fit. */
    reason: "illegal" | "ambiguous";
}

/** A file of recorded games that cannot be read further, or a recorded game that the rules do not allow. */
export class PgnError extends HelgiError {
    /** The line, counted from 1; 0 if the fault is on no line. */
    line: number;
}

/** A file with descriptions of games of which at least one cannot be played. */
export class GameFileError extends HelgiError {
    /** Everything there is to say about the file, in the order of its lines. */
    findings: Finding[];
    /** The names of the games that can be played; they are loaded. */
    games: string[];
}

/** One report about a file of games. */
export interface Finding {
    /** `"refused"` is a rule that helgi does not have. */
    severity: "error" | "refused" | "warning" | "note";
    /** The line and the character within it, counted from 1. */
    line: number;
    column: number;
    /** The game; empty outside a section. */
    section: string;
    /** The key; empty for what concerns no key. */
    key: string;
    /** The text of the file. */
    found: string;
    /** What would have been accepted, or the whole sentence of a refusal, a warning or a note. */
    expected: string;
    /** What to write instead, if helgi has an idea. */
    suggestion: string | null;
    /** The report as one line. */
    text: string;
    /** True if the game cannot be played. */
    isFatal: boolean;
}

/**
 * Loads the module, once; everything else needs it. After a fault has ended it, loads it anew.
 *
 * Without an argument the module is taken from where this file is. It may also be handed in: compiled, as bytes, as the
 * answer of `fetch`, or as the address to fetch it from.
 */
export function load(source?: WebAssembly.Module | BufferSource | Response | URL | string): Promise<void>;

/** The end of a game. */
export interface Outcome {
    /** Null for a draw. */
    winner: Side | null;
    /** A name that stays the same: `"mate"`, `"stalemate"`, `"repetition"`, … */
    reason: string;
    /** The reason in words, such as `"White mates"`. */
    text: string;
    score: Score;
}

/** A board as data, for `JSON.stringify` and for other workers. */
export interface SavedBoard {
    version: number;
    game: string;
    /** The fingerprint of the rules of a game from a file. */
    rules: string | null;
    start: string;
    moves: string[];
}

/** A game that is being played: a start, moves, and the present position. */
export class Board {
    /**
     * Begins a game at its start, or at a position.
     *
     * @throws GameNameError if helgi has no such game
     * @throws FenError if the text is no position of it
     */
    constructor(game?: string, fen?: string | null);
    /**
     * The board of what `toJSON` has returned.
     *
     * @throws HelgiError if it is of another version, or of other rules
     */
    static from(saved: SavedBoard): Board;
    /** The name of the game. */
    readonly game: string;
    /** The side to move. */
    readonly turn: Side;
    /** The number of moves played since the board was made. */
    readonly ply: number;
    /** The moves played since the board was made. */
    readonly moves: string[];
    /** The key of the position: equal for positions that repetition does not tell apart. */
    readonly key: bigint;
    /** The position as a text; `root` asks for the one that the moves began with. */
    fen(options?: { root?: boolean }): string;
    /** The legal moves, none in a game that has ended on the board. */
    legalMoves(): string[];
    /** The legal moves in SAN, in the order of `legalMoves`. */
    legalSans(): string[];
    /**
     * The numbers of the legal moves, in the order of `legalMoves`. The first is below `info(game).actions`; where several
     * legal moves share it, the second, below `info(game).choices`, tells them apart. Neither depends on the position.
     */
    legalActions(): [first: number, second: number | null][];
    /** A legal move, written in whatever way, as `legalMoves` has it. */
    parse(move: string): string;
    /** A legal move in SAN: `"Nf3"`. */
    san(move: string): string;
    /** A legal move in long algebraic notation: `"Ng1-f3"`. */
    lan(move: string): string;
    /** True if a text is a legal move. */
    isLegal(move: string): boolean;
    /**
     * Plays a legal move and returns it as `legalMoves` has it. A game that has ended by repetition or by a count can be
     * played on.
     *
     * @throws MoveError if the move is not legal, or ambiguous; the board is as before then
     */
    push(move: string): string;
    /** Plays the legal move of a number, as `legalActions` has it, and returns it as `legalMoves` has it. */
    pushAction(first: number, second?: number | null): string;
    /**
     * Takes the last move back and returns it.
     *
     * @throws ArgumentError if no move has been played
     */
    pop(): string;
    /** A board of its own with the same moves. */
    copy(): Board;
    /** True if the side to move is in check. */
    isCheck(): boolean;
    /** The squares of the pieces that give check. */
    checkers(): string[];
    /** True if a legal move gives check. */
    givesCheck(move: string): boolean;
    /** True if a legal move captures: also in passing, by a shot or an explosion, and where prisoners are taken. */
    isCapture(move: string): boolean;
    /** The end of the game by its rules, repetition and counts included; null while it goes on. */
    outcome(): Outcome | null;
    /** True if a side can no longer win, however both play. False does not mean that it can. */
    cannotWin(side: Side): boolean;
    /** The pieces by their squares, each list from the top of a stack down. Capital letters are White's. */
    pieces(): Map<string, string[]>;
    /** The pieces that a side has in reserve (in hand), with their numbers. */
    reserve(side: Side): Map<string, number>;
    /** The squares with obstacles, which belong to nobody. */
    obstacles(): string[];
    /** The number of ways to play so many moves, from 0 to 99. Nothing else happens meanwhile. */
    perft(depth: number): number;
    /** A legal move in words. */
    describe(move: string, options?: { language?: Language }): string;
    /** Advice on a text that is not a legal move; null if it is one, or if nothing is known of what was meant. */
    advice(move: string, options?: { language?: Language }): string | null;
    /** A picture of the position as SVG, `size` pixels wide. */
    svg(options?: { size?: number; flipped?: boolean; lastMove?: boolean }): string;
    /** True if another board holds the same position of the same game with the same counts. */
    equals(other: unknown): boolean;
    /** The board in letters, White below. */
    toString(): string;
    /** The board as data. */
    toJSON(): SavedBoard;
    /** Frees the board; otherwise the garbage collector does so, once the program has time for that. `using` frees it, too. */
    free(): void;
    [Symbol.dispose](): void;
}

/** The facts about a game. */
export interface GameInfo {
    /** The name by which helgi finds the game. */
    name: string;
    /** The name for people. */
    title: string;
    /** One sentence about the game, or an empty text. */
    summary: string;
    /** The name of the game that it is a variant of; its own if of none. */
    family: string;
    /** Other names by which it is found. */
    aliases: string[];
    files: number;
    ranks: number;
    /** The squares of the board by name, from a1 on. */
    squares: string[];
    /** The position at the start. */
    start: string;
    pieces: PieceInfo[];
    /** True if the game has reserves (hands). */
    hasReserve: boolean;
    /** True if captured pieces come into the captor's hand. */
    capturesToHand: boolean;
    hasCheck: boolean;
    /** The number of half-moves without progress that ends the game, if one does. */
    moveLimit: number | null;
    hasDraws: boolean;
    /** The number of first numbers that `Board.legalActions` can have, and of second ones. */
    actions: number;
    choices: number;
    /** True if the game is read from a file, or comes with helgi as one. */
    isFromFile: boolean;
}

/** The facts about a kind of piece. */
export interface PieceInfo {
    /** Its text in a position, in upper case: `"N"`, `"+N"`, `"N~"`. */
    text: string;
    name: string;
    /** Its moves in helgi's notation for pieces; empty where that cannot say them. */
    movement: string;
    /** Its moves and its other rules in English, a line each. */
    words: string[];
    isPromoted: boolean;
    /** The texts of what it becomes on the last rank. */
    promotesTo: string[];
}

/** The names of all games: built-in ones, those that come along as a file, and loaded ones. */
export function games(): string[];

/**
 * The facts about a game.
 *
 * @throws GameNameError if helgi has no such game
 */
export function info(name: string): GameInfo;

/**
 * Loads the games of a text in the form of Fairy-Stockfish's variants.ini. A game of a name that is there already
 * replaces that one, unless it is built in; boards that play the old one go on. `warnings` are texts that could be
 * slips.
 *
 * @throws GameFileError if at least one of the games cannot be played; the others are loaded
 */
export function loadGames(file: string): { games: string[]; warnings: Finding[] };

/** Reads the games of a text without loading them, and returns everything there is to say about it. */
export function checkGames(file: string): Finding[];

/** A fault, or an unusual form, in a recorded game. */
export interface PgnProblem {
    /** The line of the file, counted from 1. */
    line: number;
    text: string;
}

/** A move of a recorded game, or its start, with what follows. */
export class GameTree {
    private constructor();
    /** The move as it is written; empty at the start. */
    text: string;
    /** The line of the file. */
    line: number;
    /** The comments behind the move, and those in front of it where it begins a variation. */
    comments: string[];
    commentsBefore: string[];
    /** The numbers of the glyphs, as in `$2`. */
    glyphs: number[];
    /** The moves that follow: first the one that was played, then its variations. */
    readonly next: GameTree[];
    /** The board after this move; throws as `RecordedGame.board`. */
    board(): Board;
}

/** A game of a PGN file. */
export class RecordedGame {
    private constructor();
    tags: Record<string, string>;
    result: Score | "*";
    /** The line of the file at which the game begins. */
    line: number;
    /** The moves that were played, as they are written. */
    moves: string[];
    /** The parts of the text that could not be read, and were left out. */
    errors: PgnProblem[];
    /** The texts in an unusual form, and how they were read. */
    notices: PgnProblem[];
    /** The start, with all that follows it. */
    readonly tree: GameTree;
    /** Plays the game through with its variations, and returns everything that the rules do not allow. */
    check(): PgnProblem[];
    /**
     * The board after the moves that were played.
     *
     * @throws PgnError if a move is not legal
     * @throws FenError if the start is no position
     * @throws GameNameError if helgi does not have the game
     */
    board(): Board;
    /** The game as PGN. */
    toString(): string;
}

/**
 * Reads the games of a PGN file one at a time.
 *
 * @throws PgnError where nothing more can be read
 */
export function readPgn(source: string | Uint8Array): Generator<RecordedGame, void, undefined>;

/** Reads the games of a PGN file that comes in parts, such as the body of an answer of `fetch`, or a file of node. */
export function readPgnStream(
    source: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array> | ReadableStream<Uint8Array>,
): AsyncGenerator<RecordedGame, void, undefined>;

/** Writes a board with its moves, or a recorded game, as PGN. */
export function toPgn(game: Board | RecordedGame, tags?: Record<string, string>): string;
