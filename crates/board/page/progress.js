// The progress of somebody who solves puzzles and tasks: a rating, and the days in a row.

/** The rating at the beginning, as of the easiest levels of the engine, and the rating of the easiest puzzles. */
const FIRST = 800;
/** The rating of a puzzle by its difficulty from 1 to 10. @param {number} difficulty */
const ratingOf = (difficulty) => 600 + 150 * difficulty;

/** The most by which one answer changes the rating: more as long as little is known. @param {number} count */
const step = (count) => Math.max(16, 64 - 2 * count);

/**
 * A rating and the number of answers that it was made of.
 *
 * @typedef {{ value: number, count: number }} Rating
 */

/**
 * The rating after an answer, by Elo's formula.
 *
 * @param {Rating | undefined} rating
 * @param {number} difficulty
 * @param {boolean} isSolved  True if it was right at the first try and without a hint.
 * @returns {Rating}
 */
export function rated(rating, difficulty, isSolved) {
    const { value, count } = rating ?? { value: FIRST, count: 0 };
    const expected = 1 / (1 + 10 ** ((ratingOf(difficulty) - value) / 400));
    return { value: value + step(count) * (Number(isSolved) - expected), count: count + 1 };
}

/**
 * The days in a row on which something was solved, and the last of them.
 *
 * @typedef {{ last: string, count: number }} Days
 */

/** A day as it is kept, at this place: `2026-11-27`. @param {Date} date */
export const dayOf = (date) =>
    [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0")).join("-");

/** The day before. @param {Date} date */
const before = (date) => new Date(date.getFullYear(), date.getMonth(), date.getDate() - 1);

/** The days after something was solved. @param {Days | undefined} days @param {Date} now @returns {Days} */
export function counted(days, now) {
    const today = dayOf(now);
    if (days?.last === today) return days;
    return { last: today, count: days?.last === dayOf(before(now)) ? days.count + 1 : 1 };
}

/** The days in a row that somebody still has, today or up to yesterday. @param {Days | undefined} days @param {Date} now */
export const kept = (days, now) => (days && [dayOf(now), dayOf(before(now))].includes(days.last) ? days.count : 0);
