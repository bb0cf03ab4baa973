// The review of a game: what each move lost, and the search for better moves, in which a move that is entered is a try.

/** @import { Mode } from "./game-mode.js" */
/** @import { Play } from "./play.js" */
/** @import { Judged, Progress, Reviewed } from "./types.js" */
import { t } from "./text.js";
import * as api from "./api.js";
import { reason } from "./transport.js";

/** A move that loses less than this share of the point is as good as any. */
export const GOOD = 0.05;

const KEY = "helgi-reviews";

/** No more reviews are kept. */
const KEPT = 20;

/** The reviews that are kept, the last one first, by their games' names and numbers of moves. @returns {[string, Reviewed][]} */
function reviews() {
    try {
        const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]");
        return Array.isArray(kept) ? kept : [];
    } catch {
        return [];
    }
}

/** The name of a review: names of moves are others after each reading, and so only count. @param {string} id @param {string[]} line */
const nameOf = (id, line) => `${id}/${line.length}`;

/** The kept review of a game; nothing if it has gone on since. @param {string} id @param {string[]} line */
export const recall = (id, line) =>
    reviews().find(([name, review]) => name === nameOf(id, line) && review.moves.length === line.length)?.[1];

/** Keeps the review of a game in the browser. @param {string} id @param {string[]} line @param {Reviewed} review */
function keep(id, line, review) {
    const others = reviews().filter(([name]) => !name.startsWith(`${id}/`));
    try {
        localStorage.setItem(KEY, JSON.stringify([[nameOf(id, line), review], ...others].slice(0, KEPT)));
    } catch {
        // A browser without room forgets it with the page.
    }
}

/** The review of one game, for as long as its moves stay the same. @implements {Mode} */
export class Reviewing {
    /** @param {Play} play */
    constructor(play) {
        this.play = play;
        /** The moves that are reviewed. */
        this.line = play.game?.line ?? [];
        /** @type {Progress} */
        this.progress = { done: 0, all: this.line.length + 1, review: null };
        /** The half-move for which a better one is looked for. @type {number | undefined} */
        this.quest = undefined;
        /** The answer to the last try. */
        this.answer = "";
        this.solved = false;
        /** True if a better move has been shown. */
        this.told = false;
        /** True if it is from an earlier time. */
        this.isKept = false;
        /** True if it stands in the game. */
        this.isWritten = false;
        const kept = recall(play.id, this.line);
        if (kept) {
            this.progress = { done: this.progress.all, all: this.progress.all, review: kept };
            this.isKept = true;
        }
        this.close = kept ? () => {} : api.review(
            play.id,
            (progress) => {
                this.progress = progress;
                if (progress.review) keep(play.id, this.line, progress.review);
                play.draw();
            },
            (why) => {
                play.reviewing = undefined;
                play.say(why);
            },
        );
    }

    /** @returns {Reviewed | null} */
    get review() {
        return this.progress.review;
    }

    /** The judgement of a move that was played. @param {string} id @returns {Judged | undefined} */
    of(id) {
        return this.review?.moves[this.line.indexOf(id)];
    }

    /** The moves with a grade. */
    get graded() {
        return this.review?.moves.flatMap((judged, ply) => (judged.grade ? [ply] : [])) ?? [];
    }

    /** Those of them that can be bettered: of people's who have played the engine, theirs. */
    get weak() {
        const { game, tree } = this.play;
        if (!game || game.white.kind === game.black.kind) return this.graded;
        return this.graded.filter((ply) => {
            const side = tree?.get(this.line[ply] ?? "")?.side;
            return side !== undefined && game[side].kind === "person";
        });
    }

    /** Looks for a better move, from a half-move on; ends if there is none to be bettered. @param {number} from */
    seek(from) {
        this.quest = this.weak.find((ply) => ply >= from);
        this.answer = "";
        this.solved = this.told = false;
        const tree = this.play.tree;
        if (this.quest !== undefined && tree) this.play.go(tree.parent(this.line[this.quest] ?? ""));
        this.play.draw();
        // On phones the board may be far above.
        document.querySelector(".frame")?.scrollIntoView({ block: "nearest" });
    }

    /** The weak move, where the position is looked at in which a better one is wanted. */
    get asked() {
        const id = this.line[this.quest ?? -1];
        return id !== undefined && this.play.at === this.play.tree?.parent(id) ? id : undefined;
    }

    /** The task at the present position, and the answer to the last try. */
    get question() {
        if (this.asked === undefined) return "";
        const asks = this.solved ? "" : t("review.find");
        return [t("review.weak", { move: numbered(this.play, this.asked) }), asks, this.answer].filter(Boolean).join(" ");
    }

    /** The better move that is shown where it could have been played. */
    get shown() {
        return this.told && this.asked !== undefined ? this.of(this.asked)?.better[0] : undefined;
    }

    /** True if a move that is entered now is a try. */
    get isAsking() {
        return !this.solved && this.asked !== undefined;
    }

    /** Writes it into the game. */
    async write() {
        try {
            // The server forgets reviews when it ends: then the game is reviewed once more.
            if (this.isKept) {await new Promise((done, failed) =>
                api.review(this.play.id, (progress) => progress.review && done(undefined), (why) => failed(new Error(why))));}
            this.isKept = false;
            await api.annotate(this.play.id);
            this.isWritten = true;
            this.play.draw();
        } catch (error) {
            this.play.say(reason(error));
        }
    }

    /** Says what a try is worth. @param {string} move */
    async attempt(move) {
        const { play } = this;
        this.answer = t("wait");
        play.draw();
        try {
            const judged = await api.judge(play.id, play.at, move);
            this.solved = judged.loss < GOOD;
            this.answer = this.solved ? t("review.good-as-any") : t("review.try-another", { points: points(judged.loss) });
        } catch (error) {
            this.answer = reason(error);
        }
        // The move that was entered is not played: another one can be.
        play.enterPosition();
        play.draw();
    }
}

/** A loss in words. @param {number} loss */
export const points = (loss) => t("review.points", { count: Math.round(loss * 100) });

/** A half-move with its number. @param {Play} play @param {string} id */
export function numbered(play, id) {
    const move = play.tree?.get(id);
    return move ? `${move.number}${move.side === "white" ? "." : "…"} ${move.san}` : "";
}
