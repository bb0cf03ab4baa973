// The effect of a move that is entered, with a page and a server that only take notes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ExploreMode } from "../../../crates/board/page/explore-mode.js";
import { GameMode } from "../../../crates/board/page/game-mode.js";
import { State } from "../../../crates/board/page/state.js";
import { FIRST, OTHER, REPLY, VARIANT, snapshot } from "./samples.mjs";

/** A page that notes what is asked of it. */
class Page extends State {
    constructor(answers) {
        super(VARIANT);
        this.answers = answers;
        this.noted = [];
        this.take(snapshot({ tree: [FIRST, REPLY], line: ["1", "2"] }));
    }

    draw() {}

    view() {
        return this.picture({ pieces: "pictures", labels: "none" });
    }

    animateMove(_, before, step) {
        this.noted.push(["animateMove", step.wire]);
    }

    enterPosition() {
        this.noted.push(["enterPosition"]);
        this.settle();
    }

    go(to) {
        this.noted.push(["go", to]);
        this.walk(to);
    }

    async order(order) {
        this.noted.push([order.do, order.move, order.ply ?? order.at]);
        return this.answers.shift();
    }
}

test("the game takes moves at its present position and shows them before the answer", async () => {
    const page = new Page([{}]);
    const mode = new GameMode(page);
    assert.equal(mode.isAsking, true);
    await mode.attempt("b2b3");
    assert.deepEqual(page.noted, [["animateMove", "b2b3"], ["play", "b2b3", 2]]);
    assert.equal(page.sent.wire, "b2b3");
    page.walk("1");
    assert.equal(mode.isAsking, false);
});

test("a move that is refused can be made again", async () => {
    const page = new Page([undefined]);
    await new GameMode(page).attempt("b2b3");
    assert.deepEqual(page.noted.at(-1), ["enterPosition"]);
    assert.equal(page.sent, undefined);
    assert.deepEqual(page.entry.moves.map((move) => move.wire), ["b2b3", "c1c2"]);
});

test("elsewhere a variation begins, at once or when the server has it", async () => {
    const page = new Page([{ at: "2" }, { at: "3" }]);
    const mode = new ExploreMode(page);
    page.walk("1");
    await mode.attempt("c5c4");
    assert.deepEqual(page.noted, [["explore", "c5c4", "1"], ["go", "2"]]);
    page.walk("1");
    await mode.attempt("c5d4");
    assert.equal(page.wanted, "3");
    page.take(snapshot({ tree: [FIRST, REPLY, OTHER], line: ["1", "2"] }));
    assert.equal(page.at, "3");
});

test("a line is noted move by move, as far as the server takes it", async () => {
    const page = new Page([{ at: "1" }, undefined]);
    await new ExploreMode(page).follow("0", ["b2b3", "c5e5", "c1c2"]);
    assert.deepEqual(page.noted, [["explore", "b2b3", "0"], ["explore", "c5e5", "1"]]);
    assert.equal(page.at, "2");
});
