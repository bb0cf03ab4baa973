// Variations: moves where another one has been played.

/** @import { Mode } from "./game-mode.js" */
/** @import { Play } from "./play.js" */

/** The tree of the game, wherever no other mode asks. @implements {Mode} */
export class ExploreMode {
    /** @param {Pick<Play, "at" | "tree" | "wanted" | "order" | "go">} play */
    constructor(play) {
        this.play = play;
    }

    get isAsking() {
        return true;
    }

    /** Notes a move behind the one that is looked at. @param {string} text */
    attempt(text) {
        return this.follow(this.play.at, [text]);
    }

    /** Notes a line that begins behind a move, and looks at its end. @param {string} at @param {string[]} wires */
    async follow(at, wires) {
        const { play } = this;
        for (const move of wires) {
            const noted = await play.order({ do: "explore", move, at });
            if (!noted) return;
            at = noted.at;
        }
        if (play.tree?.has(at)) play.go(at);
        else play.wanted = at;
    }
}
