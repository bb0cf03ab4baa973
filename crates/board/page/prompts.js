// Prompts for the user.

/** @import { Entry } from "./entry.js" */
/** @import { Play } from "./play.js" */
/** @import { Place } from "./position.js" */
/** @import { Snapshot, Variant } from "./types.js" */
import { said } from "./diagrams.js";
import { squareOf } from "./entry.js";
import { ownerOf } from "./pieces.js";
import { nameOf } from "./position.js";
import { capital } from "./text.js";
import { html } from "./vendor/lit-html.js";

/** The meaning of a menu token. @param {Variant} variant @param {string} token */
export function meaning(variant, token) {
    if (token === "go") return "go there";
    if (token === "shoot") return "shoot it";
    if (token === "pass") return "pass";
    if (token === "=") return "stays the same";
    if (token === "x") return "takes no other piece";
    if (token === "+") return "promotes no other piece";
    if (token === "@") return "appears where it arrives";
    if (token.startsWith("=")) return nameOf(variant, token.slice(1));
    if (token.startsWith(":")) return token === ":1" ? "the top piece" : `the top ${token.slice(1)}`;
    return token;
}

/** The choices of the steps so far, in words. @param {Variant} variant @param {Place} place @param {Entry} entry */
function chosen(variant, place, entry) {
    const first = entry.way[0] ?? "";
    if (first.endsWith("@")) return `the ${nameOf(variant, first.slice(0, -1))}`;
    const stack = place.cells[first] ?? [];
    const top = nameOf(variant, stack[0] ?? "");
    const part = Number(entry.part?.slice(1) ?? 1);
    return part > 1 ? `the ${top} and ${part - 1} below it` : `the ${top}`;
}

/** The user's next step, in words. @param {Variant} variant @param {Place} place @param {Entry} entry */
export function prompt(variant, place, entry) {
    if (entry.way.length === 0) {
        const drops = [...entry.offers().keys()].some((token) => token.endsWith("@"));
        return drops ? "Choose a piece on the board or in reserve." : "Choose a piece.";
    }
    const what = capital(chosen(variant, place, entry));
    const tokens = [...entry.offers().keys()];
    const sample = tokens.find((token) => squareOf(token) !== undefined) ?? tokens[0] ?? "";
    if (entry.target === undefined) {
        const parts = entry.parts().length > 1 ? " Keys 1 to 9, or the list, choose how many pieces move." : "";
        return `${what}: choose where to.${parts}`;
    }
    switch (sample.charAt(0)) {
        case "x":
            return `${what} goes to ${entry.target}: choose the piece that it takes with it.`;
        case "+":
            return `${what} goes to ${entry.target}: choose another piece to promote.`;
        case "@":
            return `Choose the square where the hostile piece appears.`;
        case "=":
            return `${what}: choose what it becomes.`;
        default:
            return `${what} and ${entry.target}: go there, or shoot?`;
    }
}

/** The end of a game against the engine, in words for the person. @param {Snapshot} game */
function verdict({ ending, white, black }) {
    if (white.kind === black.kind || ending?.score === "1/2-1/2") return "";
    return (ending?.score === "1-0") === (white.kind === "person") ? "You win. " : "You lose. ";
}

/** The side to move, or the end of the game. @param {Snapshot} game */
export function standing(game) {
    if (game.ending) return `${verdict(game)}${game.ending.score} – ${game.ending.reason}.`;
    const check = game.scene.checked ? " Check!" : "";
    const phase = game.scene.phase ? ` Turn ${game.scene.number}, ${game.scene.phase}.` : "";
    const who = game.thinking ? `The engine thinks for ${capital(game.scene.side)}.` : `${capital(game.scene.side)} to move.`;
    return `${who}${check}${phase}`;
}

/** The place of the position that is shown, in words. @param {Play} play */
function whereabouts({ game, tree, at }) {
    if (!game || !tree) return "";
    if (at === tree.root) return "The start.";
    if (!tree.played.has(at)) return "A variation.";
    return `After half-move ${game.line.indexOf(at) + 1} of ${game.line.length}.`;
}

/** The possible moves of the inspected piece, in words. @param {Play} play @param {string} square */
function looked({ variant, place, shown }, square) {
    const text = place?.cells[square]?.[0] ?? "";
    const name = nameOf(variant, text);
    const isItsTurn = ownerOf(text) === place?.side;
    return `${isItsTurn ? "The" : "If it were its turn: the"} ${name} on ${square} ${said(shown?.reach ?? [])}.`;
}

/** The prompt, or the last event. @param {Play} play */
export function status(play) {
    const { game, place, variant, entry } = play;
    if (!game || !place) return "";
    const asked = play.isOpen ? prompt(variant, place, entry) : "";
    if (play.shown) return looked(play, play.shown.square);
    if (play.reviewing?.question) return `${play.reviewing.question} ${entry.way.length > 0 ? asked : ""}`.trim();
    const last = entry.way.length === 0 && place.last ? ` Last move ${place.last.san}: ${capital(place.last.says)}.` : "";
    const where = play.isPresent ? standing(game) : whereabouts(play);
    return html`${play.isPresent && game.ending ? html`<b>${where}</b>` : where}${last} ${asked}`;
}
