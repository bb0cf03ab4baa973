// Moves of the game itself.

/** @import { Play } from "./play.js" */

/**
 * @typedef {object} Mode  What becomes of a move that is entered: in the game, in a variation, as an answer, as a try.
 * @property {boolean} isAsking  Whether a move that is entered now is for this mode.
 * @property {(text: string) => Promise<void>} attempt  Takes the move.
 */

/** The game, at its present position. @implements {Mode} */
export class GameMode {
    /** @param {Pick<Play, "game" | "isPresent" | "place" | "sent" | "view" | "draw" | "animateMove" | "order" | "enterPosition">} play */
    constructor(play) {
        this.play = play;
    }

    get isAsking() {
        return this.play.isPresent;
    }

    /** Sends a move, and shows it until the server says what has come of it. @param {string} text */
    async attempt(text) {
        const { play } = this;
        const { game, place } = play;
        if (!game) return;
        play.sent = game.moves.find((move) => move.wire === text);
        const view = play.sent && play.view();
        play.draw();
        if (play.sent && place && view) play.animateMove(view, place.cells, play.sent);
        if (await play.order({ do: "play", move: text, ply: game.line.length })) return;
        // It can be made again.
        play.enterPosition();
        play.draw();
    }
}
