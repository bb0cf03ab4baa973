// The seats that this device has taken, by the codes of their links: who opens a link again comes back.

import { enter } from "./key.js";

const NAME = "helgi-seats";

/** No more are remembered. */
const MOST = 20;

/** @returns {[string, string][]} */
function all() {
    try {
        const kept = JSON.parse(localStorage.getItem(NAME) ?? "[]");
        const isPair = (/** @type {unknown} */ pair) => Array.isArray(pair) && pair.length === 2
            && pair.every((part) => typeof part === "string");
        return Array.isArray(kept) ? kept.filter(isPair) : [];
    } catch {
        return [];
    }
}

/** @param {[string, string][]} seats */
function keep(seats) {
    try {
        localStorage.setItem(NAME, JSON.stringify(seats));
    } catch {
        // The key itself is kept or not; that is reported.
    }
}

/** Takes the seat of a link that was opened before; says whether there is one. @param {string} code */
export function resume(code) {
    const key = all().find(([known]) => known === code)?.[1];
    return key !== undefined && enter(key);
}

/** Keeps a new seat, and takes it; says whether the browser allows that. @param {string} code @param {string} key */
export function take(code, key) {
    keep([...all().filter(([known]) => known !== code), /** @type {[string, string]} */ ([code, key])].slice(-MOST));
    return enter(key);
}

/** Forgets the seat of a link. @param {string} code */
export const forget = (code) => keep(all().filter(([known]) => known !== code));
