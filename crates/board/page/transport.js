// A game's page and the server: the stream of what changes, orders and questions. What goes wrong is told in words,
// once, to the one who listens.

/** @import { Analysis, Player, Snapshot } from "./types.js" */
import * as api from "./api.js";

/** The words for an error. @param {unknown} error */
export const reason = (error) => (error instanceof Error ? error.message : String(error));

/** The way of one game's page to the server and back. */
export class Transport {
    /**
     * @param {string} id
     * @param {{ game: (game: Snapshot) => void, analysis: (analysis: Analysis) => void, lost: (why: string) => void }} to  Who is told.
     */
    constructor(id, to) {
        this.id = id;
        this.lost = to.lost;
        this.stream = new api.Stream(id, to);
    }

    /**
     * The answer to a question; `undefined` if it fails, which the user is told.
     * @template T
     * @param {Promise<T>} question
     * @returns {Promise<T | undefined>}
     */
    async told(question) {
        try {
            return await question;
        } catch (error) {
            this.lost(reason(error));
            return undefined;
        }
    }

    /** Does what the user asks of the server. @param {{ do: string } & Record<string, unknown>} order */
    order(order) {
        return this.told(api.order(this.id, order));
    }

    /** The position behind a move; a failure is the caller's. @param {string} at */
    look(at) {
        return api.look(this.id, at);
    }

    /** Has the position behind a move analysed. @param {string} at @param {number} lines @param {boolean} threats */
    analyse(at, lines, threats) {
        this.stream.analyse(at, lines, threats);
    }

    /** Hands the game to the user. */
    save() {
        return this.told(api.download(api.pgn(this.id)));
    }

    /**
     * Begins another game.
     * @param {{ variant: string, white: Player, black: Player, clock?: string, fen?: string, moves?: string[] }} plan
     */
    begin(plan) {
        return this.told(api.begin(plan));
    }

    close() {
        this.stream.close();
    }
}
