// Links to lines: written and read again, and strangers' texts.
import assert from "node:assert/strict";
import { test } from "node:test";
import { LONGEST, LONGEST_WITH_RULES, LinkFault, read, written } from "../../../crates/board/page/links.js";

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const STACKS = "4k3/1(tNb)6/8/8/3(DtMTN)4/8/(maQ)6+E/4K3[Qn] w - - 0 9";

test("a link is read as it was written", () => {
    for (const [fen, moves, link] of [
        [START, ["e2e4", "e7e5"], "#chess/e2e4,e7e5"],
        [START, ["e2e4"], "#chess/e2e4"],
        [START, [], "#chess/fen=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1"],
        [STACKS, [], "#chess/fen=4k3/1(tNb)6/8/8/3(DtMTN)4/8/(maQ)6+E/4K3%5BQn%5D_w_-_-_0_9"],
        ["8/8 w - - 0 1", ["a1a2"], "#chess/fen=8/8_w_-_-_0_1&moves=a1a2"],
        ["a_b=c&d%e#f w", [], "#chess/fen=a%5Fb%3Dc%26d%25e%23f_w"],
        // A wall stands behind a comma on the wire.
        [START, ["e2e4,e4d5", "*@e4"], "#chess/e2e4;e4d5,*@e4"],
    ]) {
        assert.equal(written("chess", fen, START, moves), link);
        assert.deepEqual(read(link), { variant: "chess", fen: fen === START && moves.length > 0 ? "" : fen, moves, rules: "" });
        // As browsers write it.
        assert.deepEqual(read(new URL(link, "http://localhost/").hash), read(link));
    }
});

test("every kind of move may stand alone", () => {
    for (const move of ["0000", "P@e4", "+P@e4", "*@e4", "c2xd3xe5", "e7e8q", "e7e8+", "e2e4:12", "e9e10f@c5", "d9e10z+b2", "a10b10xc11",
        "e7e8q;e8d4", "g1f3h", "c8d7=", "e2e4;e4d5", "e2-e4", "Nf3", "e4", "E4", "1.e4", "1...e5", "Ng1-f3", "exd5+", "a8=Q#", "a8(q)",
        "O-O", "0-0-0", "o-o"]) {
        const known = { variant: "tavreli", fen: "", moves: [move.replace(";", ",")], rules: "" };
        assert.deepEqual(read(`#tavreli/${move}`), known, move);
    }
    const moves = ["1.e4", "e5", "2.Nf3"];
    for (const text of ["1.e4,e5,2.Nf3", "moves=1.e4_e5_2.Nf3", "moves=1.e4%20e5%202.Nf3", "moves=1.e4_e5,2.Nf3"]) {
        assert.deepEqual(read(`#chess/${text}`)?.moves, moves, text);
    }
    assert.equal(read("#chess/fen=8/8%C2%A0w__-_-_0_1")?.fen, "8/8 w - - 0 1");
});

test("a link brings the rules of a game", () => {
    for (const [fen, moves, link] of [
        [START, ["e2e4", "e7e5"], "#mine/e2e4,e7e5&rules=S-_9"],
        ["8/8 w - - 0 1", ["a1a2"], "#mine/fen=8/8_w_-_-_0_1&moves=a1a2&rules=S-_9"],
    ]) {
        assert.equal(written("mine", fen, START, moves, "S-_9"), link);
        assert.deepEqual(read(link), { variant: "mine", fen: fen === START ? "" : fen, moves, rules: "S-_9" });
    }
    assert.deepEqual(read("#mine/rules=S9"), { variant: "mine", fen: "", moves: [], rules: "S9" });
    // Only those may be that long.
    const long = "S".repeat(LONGEST_WITH_RULES - "#mine/rules=".length);
    assert.equal(read(`#mine/rules=${long}`)?.rules, long);
    assert.throws(() => read(`#mine/rules=${long}S`), { fault: "link.long", most: LONGEST_WITH_RULES });
    assert.throws(() => read("#mine/rules="), { fault: "link.part", part: "rules=" });
});

test("other addresses are no links", () => {
    for (const hash of ["", "#", "#tavreli", "#tavreli/", "#tavreli/tavreli-2026-11-27-162411", "#tavreli/x7Gh2kQ9aB", "#chess/edit",
        "#chess/edit/rnbqkbnr%2Fpppppppp%208", "#learn/tavreli/pieces", "#puzzles/chess/12", "#match/3", "#Tavreli/e2e4,e7e5", "#../e2e4",
        "#__proto__/e2e4", `#chess/${"a".repeat(5000)}`]) assert.equal(read(hash), undefined, hash);
});

test("the fault of a link is named, and long texts are not shown", () => {
    const long = `#chess/${Array(500).fill("e2e4").join(",")}`;
    for (const [hash, fault, part] of [
        [long, "link.long", ""],
        ["#chess/e2e4,<script>alert(1)</script>", "link.move", "<script>alert(1)</script>"],
        ["#chess/e2e4,", "link.move", ""],
        ["#chess/e2e4,e7\u202ee5", "link.move", "e7\ufffde5"],
        ["#chess/fen=%", "link.part", "%"],
        ["#chess/fen=%00w", "link.part", "\ufffdw"],
        ["#chess/fen=", "link.part", "fen="],
        ["#chess/fen=a&fen=b", "link.part", "fen=b"],
        ["#chess/e2e4&__proto__=b", "link.part", "__proto__=b"],
        ["#chess/e2e4&then=b", "link.part", "then=b"],
        [`#chess/e2e4,${"x".repeat(100)}`, "link.move", `${"x".repeat(40)}…`],
        ["#chess/fen=w_\u0430", "link.part", "w \u0430"],
    ]) {
        assert.throws(() => read(hash), (error) => {
            assert.ok(error instanceof LinkFault, String(error));
            assert.deepEqual([error.fault, error.part], [fault, part], hash);
            return true;
        });
    }
    assert.ok(long.length > LONGEST);
    const most = `#chess/${"e2e4,".repeat(397)}e2e4`;
    assert.equal(most.length <= LONGEST && read(most)?.moves.length, 398);
});
