// The server, or the worker in its place: questions, orders, and the stream of what changes.

/** @import { Sheet } from "./match-types.js" */
/** @import { Analysis, Begun, Drafted, EngineChoice, GuestList, Hint, Judged, Lesson, Loaded, Look, Resources } from "./types.js" */
/** @import { OfferedGame, OfferedSeat, PackedRules, Player, Progress, Reach, Rules, Seat, Side, Snapshot, Summary } from "./types.js" */
/** @import { TaskCard, Variant } from "./types.js" */

import { desk } from "./door.js";
import { Events } from "./events.js";
import { headers } from "./key.js";
import { save } from "./save.js";
import { isText, say, spokenLanguage, t } from "./text.js";

/** A refusal of the server: in its words, or in those of the page's language if it is one of the usual refusals. */
export class Refused extends Error {
    /** @param {string} why @param {string} [code]  The server's name for it. @param {string} [words]  And its own words. */
    constructor(why, code = "", words = why) {
        super(why);
        this.code = code;
        this.words = words;
        /** The same as a sentence, if the server has one. @type {import("./text.js").Message | undefined} */
        this.says = undefined;
    }
}

/** True if a server answers: only that has guests, and makes GIFs. */
export const hasServer = desk === undefined;

/** The words for an answer, or a part of the page, that does not come. */
export const silence = () => t(hasServer ? "error.gone" : "error.ended");

/** The title of a guest's game, in place of its name. */
export const GUEST = "";

/** The address of a game. @param {string} id */
const placeOf = (id) => (id === GUEST ? "/api/guest" : `/api/boards/${encodeURIComponent(id)}`);

/**
 * @param {string} path
 * @param {unknown} [body]  What is sent as JSON; nothing is sent, and nothing changed, without it.
 */
async function answer(path, body) {
    const order = { method: "POST", headers: { ...headers(), "Content-Type": "application/json" }, body: JSON.stringify(body) };
    let response;
    try {
        response = await (desk ? desk.ask(path, body) : fetch(path, body === undefined ? { headers: headers() } : order));
    } catch {
        throw new Refused(silence());
    }
    if (response.ok) return response;
    const text = await response.text();
    let why = text.trim();
    let known = "";
    let words = why;
    let sentence;
    try {
        const { error, code, says } = JSON.parse(text);
        known = code ?? "";
        sentence = says;
        words = error;
        const name = `refused.${known}`;
        const isEnglish = spokenLanguage() === "en";
        // The server's English names the field of a position, the value and what was expected.
        if (says && !(isEnglish && known === "fen")) why = say(says);
        else why = !isEnglish && isText(name) ? t(name) : error;
    } catch {
        // It is plain text.
        if (response.status === 403) why = t("error.no-key");
    }
    throw Object.assign(new Refused(why, known, words), { says: sentence });
}

/** @param {string} path @param {unknown} [body] @returns {Promise<any>} */
export const ask = async (path, body) => (await answer(path, body)).json();

/**
 * The moves up to one of the tree as an animated GIF.
 * @param {string} id
 * @param {string} at
 * @param {"pictures" | "characters" | "letters"} pieces
 * @param {Side} side  That from which the board is seen.
 */
export const gif = async (id, at, pieces, side) =>
    (await answer(`/api/boards/${encodeURIComponent(id)}/gif/${at}/${pieces}/${side}`)).blob();

/** @returns {Promise<Variant[]>} */
export const variants = () => ask("/api/variants");

/** A game; null if there is none of that name. @param {string} name @returns {Promise<Variant | null>} */
export const variant = (name) => ask(`/api/variants/${encodeURIComponent(name)}`);

/** The rules of a game that others do not have, for a link. @param {string} name @returns {Promise<PackedRules>} */
export const packed = (name) => ask(`/api/variants/${encodeURIComponent(name)}/link`);

/** Reads the rules of a link. @param {string} variant @param {string} rules @returns {Promise<OfferedGame>} */
export const offered = (variant, rules) => ask("/api/rules", { variant, rules });

/** The games that come along beside these. @returns {Promise<Variant[]>} */
export const more = () => ask("/api/variants/more");

/** The rules of a game, in the language of the page if they are written in it. @param {string} name @returns {Promise<Rules>} */
export const rules = (name) => ask(`/api/variants/${name}/rules/${spokenLanguage()}`);

/** The tasks to learn a game by. @param {string} name @returns {Promise<TaskCard[]>} */
export const tasks = (name) => ask(`/api/tasks/${name}`);

/** The pieces of a game, and how they move. @param {string} name @returns {Promise<Lesson[]>} */
export const lessons = (name) => ask(`/api/variants/${name}/pieces`);

/** The resources of the engines, perhaps after they were set. @param {Resources} [resources] @returns {Promise<EngineChoice>} */
export const engine = (resources) => ask("/api/engine", resources);

/** The games that are kept. @returns {Promise<Summary[]>} */
export const kept = () => ask("/api/boards");

/** @typedef {{ keeps: boolean, isSlow: boolean }} Device  Whether the worker in place of a server keeps games, and is slow. */

/** The state of that worker; nothing of a server. @returns {Promise<Device | undefined>} */
export const device = async () => (desk ? ask("/api/device") : undefined);

/**
 * Returns `safe` if games are kept for good, `perhaps` if the browser may delete them, and `none` if it keeps nothing. It is asked
 * to keep them from the second one on.
 * @param {Device | undefined} device
 * @param {number} count  The number of games.
 */
export async function safety(device, count) {
    if (device === undefined) return "safe";
    if (!device.keeps) return "none";
    // Pages without encryption do not have it.
    const storage = /** @type {Partial<StorageManager> | undefined} */ (navigator.storage);
    const isSafe = (await storage?.persisted?.()) === true;
    return isSafe || (count > 1 && (await storage?.persist?.()) === true) ? "safe" : "perhaps";
}

/** The text of an address. @param {string} path */
export const text = async (path) => (await answer(path)).text();

/** Hands what is at an address to the user, as a file that the server names. @param {string} path */
export async function download(path) {
    const response = await answer(path);
    const name = /filename="(.*?)"/.exec(response.headers.get("Content-Disposition") ?? "")?.[1];
    save(await response.blob(), name ?? "helgi");
}

/** The address of a game as PGN. @param {string} id */
export const pgn = (id) => `/api/boards/${encodeURIComponent(id)}/pgn`;

/** Returns true if a match is played here. @returns {Promise<boolean>} */
export const isPlayed = async () => (await ask("/api/match")) !== null;

/** A game of the match from a half-move on. @param {number} number @param {number} from @returns {Promise<Sheet>} */
export const sheet = (number, from) => ask(`/api/match/games/${number}/${from}`);

/** The address of a finished game of the match as PGN. @param {number} number */
export const matchPgn = (number) => `/api/match/games/${number}/pgn`;

/** @typedef {{ clock?: string, fen?: string, number?: number, moves?: string[], rules?: string }} Terms */

/** Begins a game. @param {{ variant: string, white: Player, black: Player } & Terms} plan @returns {Promise<Begun>} */
export const beginGame = (plan) => ask("/api/boards", plan);

/** Begins a game of those that are known; returns its name. @param {Parameters<typeof beginGame>[0]} plan */
export const begin = async (plan) => (await beginGame(plan)).id;

/**
 * Takes over a recorded game, or says which there are.
 * @param {string} pgn
 * @param {number} [number]  Which one of several.
 * @returns {Promise<Loaded>}
 */
export const load = (pgn, number) => ask("/api/boards/pgn", { pgn, number });

/** Takes over all recorded games of a text. @param {string} pgn @returns {Promise<import("./types.js").LoadedAll>} */
export const loadAll = (pgn) => ask("/api/boards/pgn", { pgn, all: true });

/** The address of all games that are kept as one PGN. */
export const KEPT_PGN = "/api/boards/pgn";

/** Checks a position that is set up by the rules of the game. @param {Record<string, unknown>} draft @returns {Promise<Drafted>} */
export const draft = (draft) => ask("/api/positions", draft);

/** Asks for the judgement of a move. @param {string} id @param {string} at @param {string} move @returns {Promise<Judged>} */
export const judge = (id, at, move) => order(id, { do: "judge", at, move });

/**
 * Has a game reviewed, and hears how far that is; returns what ends it.
 *
 * @param {string} id
 * @param {(progress: Progress) => void} hear
 * @param {(why: string) => void} lost
 */
export function review(id, hear, lost) {
    const source = new Events(`/api/boards/${encodeURIComponent(id)}/review`);
    source.onevent = (/** @type {Progress} */ progress) => {
        if (progress.review) source.close();
        hear(progress);
    };
    source.onerror = () => {
        source.close();
        lost(t("review.broken"));
    };
    return () => source.close();
}

/** Writes what the review of a game has found into it. @param {string} id */
export const annotate = (id) => ask(`/api/boards/${encodeURIComponent(id)}/annotation`, {});

/**
 * Does something at a board.
 *
 * @param {string} id
 * @param {{ do: string } & Record<string, unknown>} order
 */
export const order = (id, order) => ask(placeOf(id), order);

/** The seats of a game for guests. @param {string} id @returns {Promise<GuestList>} */
export const guests = (id) => ask(`${placeOf(id)}/guests`);

/**
 * Invites a guest, or dismisses one.
 * @param {string} id
 * @param {{ do: "invite" | "withdraw" | "dismiss", seat: Seat, number?: number }} order
 * @returns {Promise<GuestList>}
 */
export const host = (id, order) => ask(`${placeOf(id)}/guests`, order);

/** The game and the seat to which a link leads. @param {string} code @returns {Promise<OfferedSeat>} */
export const invitation = (code) => ask("/api/guest/invitation", { code });

/** Takes a seat; returns its key. @param {string} code @returns {Promise<string>} */
export const join = async (code) => (await ask("/api/guest/join", { code })).key;

/** The seat of this device. @returns {Promise<OfferedSeat>} */
export const seat = () => ask("/api/guest/seat");

/** The position behind a move of the tree. @param {string} id @param {string} at @returns {Promise<Look>} */
export const look = (id, at) => ask(`/api/boards/${encodeURIComponent(id)}/at/${at}`);

/** The reach of the other side's pieces there, as if it were its turn. @param {string} id @param {string} at @returns {Promise<Reach[]>} */
export const others = (id, at) => ask(`/api/boards/${encodeURIComponent(id)}/at/${at}/others`);

/** The move that the engine would play. @param {string} id @returns {Promise<Hint>} */
export const hint = (id) => order(id, { do: "hint" });

/** The stream of what changes in a game, while the page is seen: browsers have few connections for all pages. */
export class Stream {
    /**
     * @param {string} id
     * @param {{ game: (game: Snapshot) => void, analysis: (analysis: Analysis) => void, lost: (why: string) => void }} to
     *     Receives the results.
     */
    constructor(id, to) {
        this.id = id;
        this.to = to;
        /** The subject of the analysis: the move before the position, and the number of lines. */
        this.question = "";
        /** @type {Events | undefined} */
        this.source = undefined;
        this.seen = () => (document.hidden ? this.shut() : this.open());
        document.addEventListener("visibilitychange", this.seen);
        this.open();
    }

    get address() {
        return placeOf(this.id);
    }

    open() {
        if (document.hidden || this.source) return;
        const source = new Events(`${this.address}/events${this.question}`);
        source.onevent = (data, name) => (name === "analysis" ? this.to.analysis(data) : this.to.game(data));
        source.onerror = () => {
            if (!source.closed) {
                return this.to.lost(silence());
            }
            // An address without a game: it is not asked for again.
            this.shut();
            ask(this.address).then(this.to.game, (/** @type {Error} */ error) => this.to.lost(error.message));
        };
        this.source = source;
    }

    shut() {
        this.source?.close();
        this.source = undefined;
    }

    /**
     * Has the position behind a move analysed, with so many best lines; none ends it.
     * @param {string} at
     * @param {number} lines
     * @param {boolean} threats  As if it were the other side's turn.
     */
    analyse(at, lines, threats) {
        const question = lines > 0 ? `/${at}/${lines}${threats ? "/threats" : ""}` : "";
        if (question === this.question) return;
        this.question = question;
        this.shut();
        this.open();
    }

    /** Ends it. */
    close() {
        document.removeEventListener("visibilitychange", this.seen);
        this.shut();
    }
}
