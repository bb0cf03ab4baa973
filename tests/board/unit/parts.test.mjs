// Entering moves, the tree, positions and the places of squares.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Entry, squareOf } from "../../../crates/board/page/entry.js";
import { CELL, corner, squareAt } from "../../../crates/board/page/geometry.js";
import { after, halfway, losses, spoken } from "../../../crates/board/page/position.js";
import { textOf } from "../../../crates/board/page/save.js";
import { capital } from "../../../crates/board/page/text.js";
import { Tree } from "../../../crates/board/page/tree.js";
import { FIRST, OTHER, REPLY, VARIANT, snapshot, step } from "./samples.mjs";

const way = (wire, ...tokens) => step("a1", "a2", "P", { wire, way: tokens });

test("tokens of captures and drops name their squares", () => {
    assert.deepEqual(["e4", "xe10", "+q11", "@a1", "*d5", ":2", "N@", "pass"].map(squareOf),
        ["e4", "e10", "q11", "a1", "d5", undefined, undefined, undefined]);
});

test("files are read in their encodings", async () => {
    const text = "[White \"Müller\"]\r\n\r\n1. e4 *";
    const units = (order) => [...`\ufeff${text}`].flatMap((c) => {
        const unit = c.charCodeAt(0);
        return order([unit & 0xff, unit >> 8]);
    });
    const latin = [...text].map((c) => c.charCodeAt(0));
    for (const bytes of [units((pair) => pair), units((pair) => pair.reverse()), latin, [...new TextEncoder().encode(text)]]) {
        assert.equal(await textOf(new Blob([Uint8Array.from(bytes)])), text);
    }
    assert.equal(await textOf(new Blob(["\ufeffa"])), "a");
    assert.equal(await textOf(new Blob([])), "");
});

test("half a move is shown as far as the moves that are left agree", () => {
    const board = { cells: { a1: ["P"], c3: ["n"] }, blocks: ["b1", "b2"], reserve: null };
    const walled = (wall) => step("a1", "a2", "P", { blocks: ["b1", wall] });
    // The wall of b2 leaves it, and is nowhere until its square is chosen.
    const { cells, blocks } = halfway(board, [walled("b3"), walled("b4")], "a2");
    assert.deepEqual([cells, blocks], [{ a2: ["P"], c3: ["n"] }, ["b1"]]);
    // A pawn is a pawn until it is chosen what it becomes.
    const [queen, knight] = [step("a1", "a2", "Q"), step("a1", "a2", "N")];
    assert.deepEqual(halfway(board, [queen, knight], "a2").cells, { a2: ["P"], c3: ["n"] });
    // One goes there, the other one shoots: the piece stays.
    const shot = step("a1", "c3", "P", { mark: "shot", changes: { c3: [] } });
    assert.equal(halfway(board, [step("a1", "c3", "P"), shot], "c3"), undefined);
});

test("a menu shows what is no square", () => {
    const entry = new Entry([way("a", "e7", "e8", "=Q"), way("b", "e7", "e8", "=N"), way("c", "d1", "d2")]);
    assert.equal(entry.press("e7"), undefined);
    assert.equal(entry.press("e8"), undefined);
    assert.deepEqual(entry.choices(), ["=Q", "=N"]);
    assert.equal(entry.choose("=N").wire, "b");
});

test("all of a stack goes unless it is clicked again", () => {
    const entry = new Entry([way("one", "a1", ":1", "a2"), way("two", "a1", ":2", "a2"), way("three", "a1", ":3", "a2")]);
    entry.press("a1");
    assert.equal(entry.part, ":3");
    entry.press("a1");
    assert.equal(entry.part, ":2");
    assert.equal(entry.press("a2").wire, "two");
    const other = new Entry(entry.moves);
    other.press("a1");
    other.press("d4");
    assert.deepEqual(other.way, []);
});

test("the tree knows ways, neighbours and positions", () => {
    const tree = new Tree(snapshot({ tree: [FIRST, REPLY, OTHER], line: ["1", "2"] }));
    assert.equal(tree.end, "2");
    assert.deepEqual(tree.path("3").map((move) => move.id), ["1", "3"]);
    assert.deepEqual(tree.beside("3"), ["2", "3"]);
    assert.equal(tree.follow(["b2b3", "c5d4", "a1a1"]), "3");
    assert.deepEqual(tree.place("3").cells, { c1: ["K"], b3: ["P"], d4: ["k"], b4: ["p"] });
    assert.equal(tree.place("3").side, "white");
});

test("a move changes what it says, and what it takes elsewhere is lost", () => {
    const before = { cells: { a1: ["R"], b2: ["p", "P"], c3: ["q"] }, blocks: [], reserve: null };
    const capture = step("a1", "c3", "R", { mark: "burst", changes: { a1: [], b2: ["P"], c3: [] } });
    assert.deepEqual(after(before, capture).cells, { b2: ["P"] });
    assert.deepEqual(losses(before.cells, capture), ["b2", "c3"]);
    assert.deepEqual(losses(before.cells, { ...capture, mark: "capture" }), ["b2"]);
});

test("squares and points of the picture belong together, on either side", () => {
    for (const flipped of [false, true]) {
        for (const labels of ["outside", "none"]) {
            const view = { variant: { ...VARIANT, holes: ["a1"] }, flipped, labels };
            for (const square of ["b1", "d5", "a3"]) {
                const [x, y] = corner(view, square);
                assert.equal(squareAt(view, x + CELL / 2, y + CELL / 2), square);
            }
            const [x, y] = corner(view, "a1");
            assert.equal(squareAt(view, x + 1, y + 1), undefined);
            assert.equal(squareAt(view, -1, 50), undefined);
        }
    }
});

test("stacks are read aloud", () => {
    assert.equal(capital(spoken(VARIANT, ["P", "k"])), "White pawn on black king, 2 high");
});
