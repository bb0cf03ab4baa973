// The words of the screen reader, without a page.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Announcer } from "../../../crates/board/page/announce.js";

const tell = (way) => (ply) => `${ply + 1}. ${way[ply]}`;

test("every move is said once, and first", () => {
    const announcer = new Announcer();
    const say = (moves, line, phase = "") => announcer.say(moves, tell(moves), { phase, line });
    assert.equal(say([], "Your move"), "Your move");
    assert.equal(say(["e4"], "helgi is thinking"), "1. e4 helgi is thinking");
    // It is drawn again.
    assert.equal(say(["e4"], "helgi is thinking"), "1. e4 helgi is thinking");
    assert.equal(say(["e4", "e5"], "Your move"), "2. e5 Your move");
    assert.equal(say(["e4", "e5"], "Pawn: where to?"), "Pawn: where to?");
    assert.equal(say(["e4", "e5"], "Your move"), "Your move");
    // Two have come at once, and the line is the same.
    assert.equal(say(["e4", "e5", "Nf3", "Nc6"], "Your move"), "3. Nf3 4. Nc6");
    // Back, and into a variation.
    assert.equal(say(["e4", "e5"], "Position 2 of 4"), "2. e5 Position 2 of 4");
    assert.equal(say(["e4", "e5", "d4"], "A variation"), "3. d4 A variation");
    assert.equal(say(["e4", "c5"], "A variation"), "2. c5");
});

test("of many moves the last ones are said, and of a game that is opened the last one", () => {
    const moves = Array.from({ length: 30 }, (_, ply) => `move ${ply}`);
    const announcer = new Announcer();
    assert.equal(announcer.say(moves.slice(0, 20), tell(moves), {}), "20. move 19");
    assert.equal(announcer.say(moves, tell(moves), {}), "27. move 26 28. move 27 29. move 28 30. move 29");
});

test("what is gone is said again when it is back", () => {
    const announcer = new Announcer();
    const say = (phase, offer) => announcer.say(["e4"], tell(["e4"]), { phase, offer });
    assert.equal(say("Turn 1.", ""), "1. e4 Turn 1.");
    assert.equal(say("Turn 1.", "White offers a draw."), "White offers a draw.");
    assert.equal(say("Turn 2.", ""), "Turn 2.");
    assert.equal(say("Turn 2.", "White offers a draw."), "White offers a draw.");
});
