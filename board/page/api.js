// The server: questions, orders, and the stream of what changes.

/** @import { Hint, Player, Snapshot, Variant } from "./types.js" */

/** What the server has refused, in its words. */
export class Refused extends Error {}

/**
 * @param {string} path
 * @param {unknown} [body]  What is sent as JSON; nothing is sent, and nothing changed, without it.
 * @returns {Promise<any>}
 */
async function ask(path, body) {
    const order = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
    let response;
    try {
        response = await fetch(path, body === undefined ? {} : order);
    } catch {
        throw new Refused("helgi does not answer: is it still running in its terminal?");
    }
    const text = await response.text();
    if (response.ok) return JSON.parse(text);
    let why = text.trim();
    try {
        why = JSON.parse(text).error;
    } catch {
        // It is plain text.
    }
    throw new Refused(why);
}

/** @returns {Promise<Variant[]>} */
export const variants = () => ask("/api/variants");

/**
 * Begins a game.
 *
 * @param {{ variant: string, white: Player, black: Player, clock?: string, fen?: string }} plan
 * @returns {Promise<string>} its name
 */
export const begin = async (plan) => (await ask("/api/boards", plan)).id;

/**
 * Does something at a board.
 *
 * @param {string} id
 * @param {{ do: string } & Record<string, unknown>} order
 */
export const order = (id, order) => ask(`/api/boards/${encodeURIComponent(id)}`, order);

/** What the engine would play. @param {string} id @returns {Promise<Hint>} */
export const hint = (id) => order(id, { do: "hint" });

/**
 * Hears what changes in a game, for as long as the page is seen: browsers have six connections for all
 * pages together.
 *
 * @param {string} id
 * @param {(snapshot: Snapshot) => void} heard
 * @param {(why: string) => void} lost
 * @returns {() => void} ends it
 */
export function follow(id, heard, lost) {
    const address = `/api/boards/${encodeURIComponent(id)}`;
    /** @type {EventSource | undefined} */
    let stream;
    const open = () => {
        if (document.hidden || stream) return;
        stream = new EventSource(`${address}/events`);
        stream.onmessage = (event) => heard(JSON.parse(event.data));
        stream.onerror = () => {
            const closed = stream?.readyState === EventSource.CLOSED;
            if (!closed) return lost("helgi does not answer: is it still running in its terminal?");
            // An address without a game; the browser does not try again.
            close();
            ask(address).then(heard, (/** @type {Error} */ error) => lost(error.message));
        };
    };
    const close = () => {
        stream?.close();
        stream = undefined;
    };
    const seen = () => (document.hidden ? close() : open());
    document.addEventListener("visibilitychange", seen);
    open();
    return () => {
        document.removeEventListener("visibilitychange", seen);
        close();
    };
}
