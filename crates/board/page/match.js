// A live match: the server's messages, and the part that is shown.

/** @import { Finished, Head, Tile, Times, Update } from "./match-types.js" */
/** @import { Settings } from "./settings.js" */
/** @import { Side, Variant } from "./types.js" */
import { Events } from "./events.js";
import { clockText } from "./game.js";
import { Replay, replay } from "./replay.js";
import { t } from "./text.js";
import { paint, wall } from "./wall.js";

/** The pages of a match. */
export class Match {
    /**
     * @param {Variant[]} variants
     * @param {Settings} settings
     * @param {() => Promise<boolean>} askForMore  Takes the games that come along to the others.
     * @param {() => void} draw
     */
    constructor(variants, settings, askForMore, draw) {
        this.variants = variants;
        this.settings = settings;
        this.askForMore = askForMore;
        /** True once the games that come along have been asked for. */
        this.hasAsked = false;
        this.draw = draw;
        /** @type {Head | undefined} */
        this.head = undefined;
        /** The games on the wall, by their places. @type {Tile[]} */
        this.tiles = [];
        /** The finished games that can be replayed, the last one last. @type {Finished[]} */
        this.finished = [];
        /** Number of games listed. */
        this.listed = 30;
        /** The time of the last message about each place of the wall. @type {number[]} */
        this.heard = [];
        this.error = "";
        /** The game that is looked at. @type {Replay | undefined} */
        this.replay = undefined;
        /** True if the next update has everything. */
        this.fresh = true;
        /** @type {Events | undefined} */
        this.source = undefined;
        this.seen = () => (document.hidden ? this.shut() : this.open());
        this.pressed = (/** @type {KeyboardEvent} */ event) => this.replay?.key(event);
        this.timer = setInterval(() => document.hidden || this.tick(), 100);
        this.resized = () => this.replay || paint(this);
        document.addEventListener("visibilitychange", this.seen);
        document.addEventListener("keydown", this.pressed);
        addEventListener("resize", this.resized);
        this.open();
    }

    get title() {
        return t("head.match");
    }

    /** A game by its name. Those that come along are known once one of them is played. @param {string} name */
    variant(name) {
        const found = this.variants.find((known) => known.name === name);
        if (!found && !this.hasAsked) {
            this.hasAsked = true;
            void this.askForMore().then(() => this.draw());
        }
        return found;
    }

    /** Shows a game by its number, or the wall. @param {string} what */
    show(what) {
        const number = Number(what);
        this.error = "";
        if (this.replay?.number === number) return;
        const wasAt = this.replay?.number;
        this.replay = number > 0 ? new Replay(this, number) : undefined;
        this.draw();
        const back = this.replay ? undefined : document.querySelector(`.wall a[href="#match/${wasAt}"]`);
        if (back instanceof HTMLElement) back.focus();
    }

    open() {
        if (document.hidden || this.source) return;
        const source = new Events("/api/match/events");
        source.onopen = () => (this.fresh = true);
        source.onevent = (update) => this.hear(update);
        source.onerror = () => {
            this.say(this.head && this.head.state !== "playing"
                ? t("match.ended")
                : t("match.lost"));
            if (!source.closed) return;
            // It is not asked for again by itself.
            this.shut();
            setTimeout(() => this.isOver || this.open(), 3000);
        };
        this.source = source;
    }

    shut() {
        this.source?.close();
        this.source = undefined;
    }

    /** @param {string} why */
    say(why) {
        if (why === this.error) return;
        this.error = why;
        this.draw();
    }

    /** Takes note of the changes. @param {Update} update */
    hear(update) {
        const { head, tiles, finished } = update;
        const all = this.fresh || this.error !== "";
        if (this.fresh) this.tiles = [];
        this.finished = this.fresh ? finished : [...this.finished, ...finished];
        this.fresh = false;
        this.error = "";
        if (head) this.head = head;
        this.finished = this.finished.slice(-(this.head?.kept ?? 0));
        const more = tiles.some((tile) => !this.tiles[tile.slot]);
        for (const tile of tiles) {
            this.tiles[tile.slot] = tile;
            this.heard[tile.slot] = performance.now();
        }
        this.replay?.hear(all);
        // Changes on the boards alone are drawn without the rest of the page.
        if (all || more || head || this.replay) this.draw();
        else paint(this);
    }

    /** Shows the clocks, which change between drawings. */
    tick() {
        const { replay } = this;
        for (const shown of document.querySelectorAll("[data-match-clock]")) {
            const [slot = "", side = ""] = (shown.getAttribute("data-match-clock") ?? "").split(" ");
            const times = slot === "game" ? replay?.times : this.tiles[Number(slot)]?.times;
            const heard = slot === "game" ? replay?.heard : this.heard[Number(slot)];
            const text = times ? timeText(times, heard ?? 0, /** @type {Side} */ (side)) : "";
            // Unchanged texts are not drawn again.
            if (shown.textContent !== text) shown.textContent = text;
        }
    }

    page() {
        return this.replay ? replay(this, this.replay) : wall(this);
    }

    /** Draws the parts that need the page. */
    drawn() {
        if (!this.replay) paint(this);
        this.tick();
    }

    isOver = false;

    close() {
        this.isOver = true;
        clearInterval(this.timer);
        document.removeEventListener("visibilitychange", this.seen);
        document.removeEventListener("keydown", this.pressed);
        removeEventListener("resize", this.resized);
        this.shut();
    }
}

/** Without a clock a player's thinking time is shown if it exceeds this, in milliseconds. */
const LONG = 5000;

/** The text of a clock: the time left, or the time spent thinking. @param {Times} times @param {number} heard @param {Side} side */
export function timeText(times, heard, side) {
    const left = times.clocks[side === "white" ? 0 : 1];
    const gone = times.running === side ? times.since + performance.now() - heard : 0;
    if (left === null) return gone > LONG ? clockText(1000 * Math.floor(gone / 1000)) : "";
    return clockText(left - gone);
}
