// The state of the page of a game, without a page and without a server.
import assert from "node:assert/strict";
import { test } from "node:test";
import { State } from "../../../crates/board/page/state.js";
import { FIRST, OTHER, REPLY, VARIANT, snapshot, step } from "./samples.mjs";

const LOOK = { pieces: "pictures", labels: "none" };

/** A state that has heard of a game. */
function looking(game = snapshot()) {
    const state = new State(VARIANT);
    state.take(game);
    return state;
}

test("a new state shows nothing until it hears of a game", () => {
    const state = new State(VARIANT);
    assert.equal(state.picture(LOOK), undefined);
    assert.equal(state.isOpen, false);
    assert.equal(state.take(snapshot()), undefined);
    assert.equal(state.isPresent, true);
    assert.equal(state.isOpen, true);
    assert.deepEqual(state.picture(LOOK).place.cells.b2, ["P"]);
});

test("a move that comes is the passage to what is looked at then", () => {
    const state = looking();
    const passage = state.take(snapshot({ tree: [FIRST], line: ["1"] }));
    assert.deepEqual(passage.before.b2, ["P"]);
    assert.equal(passage.step.wire, "b2b3");
    assert.deepEqual(state.place.cells.b3, ["P"]);
    assert.equal(state.place.side, "black");
});

test("a move that was sent is shown at once and not a second time", () => {
    const state = looking();
    state.sent = state.game.moves[0];
    assert.deepEqual(state.scene.cells.b3, ["P"]);
    assert.equal(state.scene.cells.b2, undefined);
    assert.equal(state.take(snapshot({ tree: [FIRST], line: ["1"] })), undefined);
    assert.equal(state.sent, undefined);
});

test("whoever looks back stays there when a move comes", () => {
    const state = looking(snapshot({ tree: [FIRST], line: ["1"] }));
    assert.equal(state.walk("0").step, undefined);
    assert.equal(state.take(snapshot({ tree: [FIRST, REPLY], line: ["1", "2"] })), undefined);
    assert.equal(state.at, "0");
    assert.equal(state.isPresent, false);
    // The moves there are not known yet.
    assert.equal(state.isOpen, false);
    state.looks.set("0", { scene: state.game.start, moves: [step("b2", "b3", "P")], ending: null });
    state.offer();
    assert.equal(state.isOpen, true);
    assert.ok(state.picture(LOOK).targets.has("b2"));
});

test("a move that is waited for is looked at as soon as it is there", () => {
    const state = looking(snapshot({ tree: [FIRST, REPLY], line: ["1", "2"] }));
    state.walk("1");
    state.wanted = "3";
    state.take(snapshot({ tree: [FIRST, REPLY, OTHER], line: ["1", "2"] }));
    assert.equal(state.at, "3");
    assert.equal(state.wanted, "");
});

test("the way on is the one that was gone last", () => {
    const state = looking(snapshot({ tree: [FIRST, REPLY, OTHER], line: ["1", "2"] }));
    state.walk("1");
    assert.equal(state.following, "2");
    state.walk("3");
    assert.equal(state.beside(1), "2");
    assert.equal(state.beside(-1), "2");
    state.walk("0");
    assert.equal(state.following, "1");
    assert.equal(state.walk("1").step.wire, "b2b3");
    assert.equal(state.following, "3");
    assert.equal(state.last, "3");
    assert.equal(state.walk("9"), undefined);
    assert.equal(state.walk(undefined), undefined);
});

test("a move is entered square by square", () => {
    const state = looking();
    assert.deepEqual(state.enter("a1", false), { move: undefined, isIdle: true });
    assert.deepEqual(state.enter("b2", false), { move: undefined, isIdle: false });
    assert.deepEqual(state.picture(LOOK).held, ["b2"]);
    assert.ok(state.picture(LOOK).targets.has("b3"));
    assert.equal(state.enter("b3", false).move.wire, "b2b3");
});

test("a piece stays in hand while its position does", () => {
    const state = looking();
    state.enter("b2", false);
    state.take(snapshot({ version: 2, offer: "black" }));
    assert.deepEqual(state.entry.way, ["b2"]);
    state.take(snapshot({ version: 3, tree: [FIRST], line: ["1"] }));
    assert.deepEqual(state.entry.way, []);
});

test("half a premove is a piece in hand once the other side has moved", () => {
    const engine = { kind: "engine", level: 1 };
    const state = looking(snapshot({ black: engine, tree: [FIRST], line: ["1"], thinking: true }));
    assert.equal(state.isWaiting, true);
    assert.equal(state.isForeseeable("c5"), false);
    assert.equal(state.foresee("c1"), true);
    state.take(snapshot({ black: engine, tree: [FIRST, REPLY], line: ["1", "2"] }));
    assert.deepEqual(state.fulfil(), { isPossible: true, move: undefined });
    assert.deepEqual(state.entry.way, ["c1"]);
    assert.equal(state.enter("c2", false).move.wire, "c1c2");
});

test("a step back lets go, then closes what is open", () => {
    const state = looking();
    state.enter("b2", false);
    assert.equal(state.withdraw(), true);
    assert.deepEqual(state.entry.way, []);
    state.error = "no";
    assert.equal(state.withdraw(), true);
    assert.equal(state.error, "");
    assert.equal(state.withdraw(), false);
});

test("a stack is opened and closed, a single piece only inspected", () => {
    const game = snapshot();
    game.start = { ...game.start, cells: { ...game.start.cells, a3: ["P", "p"] } };
    const state = looking(game);
    assert.equal(state.open("a3"), true);
    assert.equal(state.peek, "a3");
    assert.equal(state.open("a3"), false);
    assert.equal(state.peek, undefined);
    assert.equal(state.open("c1"), true);
    assert.equal(state.peek, undefined);
    assert.equal(state.open("d3"), false);
});

test("what is drawn a second time goes away", () => {
    const state = looking();
    assert.deepEqual(state.toggle("Ga1"), ["Ga1"]);
    assert.deepEqual(state.toggle("Ra1"), ["Ra1"], "another colour takes the place");
    assert.deepEqual(state.toggle("Ra1b2"), ["Ra1", "Ra1b2"]);
    assert.deepEqual(state.toggle("Ra1"), ["Ra1b2"]);
    assert.deepEqual(state.picture(LOOK).drawn, ["Ra1b2"]);
});

test("a line is shown on the board as far as it is wanted", () => {
    const state = looking();
    state.consider(1);
    state.analysis = { at: "0", depth: 1, nodes: 1, time: 1,
        lines: [{ score: 10, expected: 0.5, text: "+0.10", depth: 1, steps: [FIRST, REPLY] }] };
    assert.deepEqual(state.picture(LOOK).arrows.map(({ text }) => text), ["+0.10"]);
    state.preview = { line: 0, count: 2 };
    assert.deepEqual(state.scene.cells.c4, ["k"]);
    assert.deepEqual(state.picture(LOOK).arrows, []);
    state.consider(0);
    assert.equal(state.preview, undefined);
    assert.deepEqual(state.picture({ ...LOOK, best: FIRST }).arrows.map(({ text }) => text), ["best"]);
});

test("the board is turned to the one who plays, and keys begin on a square that exists", () => {
    const state = new State({ ...VARIANT, holes: ["c5"] });
    state.turn(false);
    assert.deepEqual([state.flipped, state.focus], [false, "c1"]);
    state.turn(true);
    assert.deepEqual([state.flipped, state.focus], [true, "c3"]);
});
