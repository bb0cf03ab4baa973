// Types of the messages of a match that is watched; there is no code here. tests/board/messages.mjs compares
// them with the messages.

/** @import { Ending, Scene, Side, Step } from "./types.js" */

/**
 * @typedef {{ wins: number, draws: number, losses: number }} Count
 *
 * @typedef {{ clock: string | null, time: number | null, nodes: number | null, depth: number | null }} Control
 *     The limits for the moves of an engine; the time in milliseconds.
 *
 * @typedef {object} Head  The standing of a match.
 * @property {{ name: string, control: Control }[]} engines
 * @property {number} games
 * @property {number} finished
 * @property {"playing" | "complete" | "decided" | "stopped" | "failed"} state
 * @property {string | null} why  The error of a match that has failed.
 * @property {(Count & { engine: number, ratio: number | null, elo: string | null })[]} table  The best first.
 * @property {(Count & { engines: [number, number] })[]} meetings
 * @property {[string, Count][]} by_game
 * @property {{ elo: string | null, superiority: number, draws: number } | null} difference  Of two engines; shares from 0 to 1.
 * @property {{ counts: number[], normalized: string | null } | null} pairs  By the points of the first one: 0, ½, 1, 1½ and 2.
 * @property {{ engine: number, crashes: number, late: number, illegal: number }[]} faults
 * @property {{ llr: number, lower: number, upper: number, accepted: "H0" | "H1" | null } | null} test
 * @property {string[]} warnings
 * @property {number} kept  Number of finished games that can be replayed.
 * @property {string | null} pgn
 *
 * @typedef {{ number: number, variant: string, names: [string, string] }} Pairing  The players and the variant; numbers begin with 1.
 *
 * @typedef {{ text: string, expected: number, depth: number }} Thought  An engine's report, as White sees it.
 *
 * @typedef {{ clocks: [number | null, number | null], running: Side | null, since: number }} Times  In milliseconds.
 *
 * @typedef {object} Shown  A game as it stands on the wall.
 * @property {number} slot
 * @property {number} plies
 * @property {Scene} scene
 * @property {Step | null} last
 * @property {[Thought | null, Thought | null]} thoughts
 * @property {Times} times
 * @property {Ending | null} ending
 *
 * @typedef {Pairing & Shown} Tile
 *
 * @typedef {Pairing & { plies: number, ending: Ending }} Finished
 *
 * @typedef {{ head?: Head, tiles: Tile[], finished: Finished[] }} Update  The changes.
 *
 * @typedef {object} Told  The facts about a move.
 * @property {Side} side
 * @property {number} number
 * @property {Thought | null} thought
 * @property {number | null} time
 * @property {[number | null, number | null]} clocks
 * @property {[string, string[]] | null} check
 *
 * @typedef {Step & Told} Line
 *
 * @typedef {object} Played  A game move by move.
 * @property {Scene} start
 * @property {number} from
 * @property {Line[]} moves
 * @property {[string[], string[]]} lines
 * @property {Times} times
 * @property {Ending | null} ending
 *
 * @typedef {Pairing & Played} Sheet
 */

export {};
