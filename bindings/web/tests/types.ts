// The types as programs use them: `tsc` accepts this file, and refuses every line behind `@ts-expect-error`.
import {
    Board, FenError, GameFileError, HelgiError, MoveError, PgnError, checkGames, games, info, load, loadGames, readPgn, readPgnStream,
    toPgn,
} from "helgi/rules";
import { Engine, EngineClosedError, NetError } from "helgi/engine";
import type { Analysis, Choice } from "helgi/engine";
import type { Finding, GameInfo, Outcome, SavedBoard, Side } from "helgi/rules";

await load();
await load(new Uint8Array(8));
await load(fetch("x").then.length === 2 ? "helgi_rules.wasm" : new URL("https://example.org/helgi_rules.wasm"));
// @ts-expect-error Nothing is no source.
await load(null);

const board = new Board("tavreli", null);
const side: Side = board.turn;
const moves: string[] = board.legalMoves();
const [first, second]: [number, number | null] = board.legalActions()[0] ?? [0, null];
const outcome: Outcome | null = board.outcome();
const score: "1-0" | "0-1" | "1/2-1/2" | undefined = outcome?.score;
const stack: string[] | undefined = board.pieces().get("e1");
const saved: SavedBoard = board.toJSON();
const facts: GameInfo = info(games()[0] ?? "chess");
board.pushAction(first, second);
Board.from(saved).push(moves[0] ?? "0000");
board.svg({ size: 300, flipped: true });
board.describe("e4", { language: "ru" });
// @ts-expect-error A language that there is not.
board.describe("e4", { language: "xx" });
// @ts-expect-error The key is a bigint.
const key: number = board.key;
// @ts-expect-error The game of a board stays.
board.game = "chess";
// @ts-expect-error A board has two sides.
board.reserve("red");

try {
    const { warnings } = loadGames("[a:chess]");
    const findings: Finding[] = [...warnings, ...checkGames("")];
    console.log(findings[0]?.suggestion?.length, facts.pieces[0]?.words, side, score, stack, key);
} catch (error) {
    if (error instanceof GameFileError) {
        console.log(error.findings[0]?.line, error.games);
    } else if (error instanceof FenError || error instanceof MoveError || error instanceof PgnError) {
        console.log(error instanceof FenError ? error.fault : error instanceof MoveError ? error.reason : error.line);
    } else if (error instanceof HelgiError) {
        console.log(error.field, error.value, error.expected);
    }
}

for (const game of readPgn("1. e4 *")) {
    console.log(game.tags["White"], game.tree.next[0]?.comments, toPgn(game, { White: "A" }));
}
const response = await fetch("games.pgn");
if (response.body) {
    for await (const game of readPgnStream(response.body)) {
        console.log(game.board().fen({ root: true }));
    }
}

const engine = new Engine({ hash: 8, net: null });
const analysis: Analysis = await engine.analyse(board, { nodes: 1000, multipv: 2, onInfo: (line) => console.log(line.pv[0], line.bound) });
const best: string | null = analysis.best;
const answer: string | null = await engine.play(saved, { level: 3, seed: 5 });
const loadedGames: string[] = (await engine.loadGames("[a:chess]")).games;
engine.stop();
engine.close();
console.log(best, answer, loadedGames, analysis.lines[0]?.mate);
new Engine({ module: new Uint8Array(8), worker: () => new Worker("engine-worker.js", { type: "module" }) });
// @ts-expect-error A move is chosen by one limit.
await engine.play(board, {});
const choice: Choice | null = await engine.choose(board, { level: 3, clock: { remaining: 60, increment: 1, movesToGo: null } });
const expected: string[] | undefined = choice?.line;
await engine.analyse(board, { moves: expected ?? [], fullWidth: true });
// @ts-expect-error A game is searched on a board.
await engine.analyse("chess", { nodes: 1000 });
if (new EngineClosedError("closed") instanceof HelgiError) {
    console.log(new NetError("net").expected);
}
