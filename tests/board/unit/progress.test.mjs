// The rating of somebody who solves puzzles, and the days in a row.
import assert from "node:assert/strict";
import { test } from "node:test";
import { counted, dayOf, kept, rated } from "../../../crates/board/page/progress.js";

test("a rating comes to that of the puzzles of which half are solved", () => {
    let rating;
    for (let answer = 0; answer < 400; answer += 1) rating = rated(rating, 5, answer % 2 === 0);
    // A puzzle of difficulty 5 has 1,350.
    assert.ok(Math.abs(rating.value - 1350) < 20, String(rating.value));
    assert.equal(rating.count, 400);
    // A hard one counts more when it is solved, and less when it is not.
    const gain = (difficulty) => rated(rating, difficulty, true).value - rating.value;
    const loss = (difficulty) => rating.value - rated(rating, difficulty, false).value;
    assert.ok(gain(9) > gain(2) && loss(9) < loss(2) && loss(9) > 0);
    // The first answers count more than later ones.
    assert.ok(rated(undefined, 5, true).value - 800 > gain(5));
});

test("days count in a row, each once, over months and changes of the clock", () => {
    let days;
    // At the end of March clocks change in Europe, at its beginning in America.
    for (let day = 1; day <= 40; day += 1) {
        days = counted(days, new Date(2026, 1, 20 + day, 0, 30));
        days = counted(days, new Date(2026, 1, 20 + day, 23, 30));
        assert.equal(days.count, day);
    }
    const last = new Date(2026, 1, 60, 12);
    assert.deepEqual(days, { last: dayOf(last), count: 40 });
    const later = (count) => new Date(2026, 1, 60 + count, 12);
    assert.deepEqual([kept(days, later(0)), kept(days, later(1)), kept(days, later(2)), kept(undefined, last)], [40, 40, 0, 0]);
    assert.deepEqual(counted(days, later(2)), { last: dayOf(later(2)), count: 1 });
});
