// The names of games and pieces, and moves in words, in the language of the page. English ones come from the server;
// for another language there is a table of names, and sentences are made from what a move changes.

/** @import { Cells, Side, Step, Variant } from "./types.js" */
import { ownerOf } from "./owners.js";
import { capital, isText, sideName, spokenLanguage, t } from "./text.js";
import { ruNames, ruReasons } from "./texts/ru-names.js";
import { ruPuzzle } from "./texts/ru-puzzles.js";
import { ruWords } from "./texts/ru-words.js";

/** @typedef {{ title: string, summary: string, pieces: Record<string, string> }} GameNames */

/** The names by language, and by the beginnings of the games' names. @type {Record<string, [string, GameNames][]>} */
const TABLES = { ru: ruNames };

/** The reasons of results by language. @type {Record<string, [RegExp, string][]>} */
const REASONS = { ru: ruReasons };

/** The table of a game; nothing where the server's names are those of the language. @param {string} variant */
const tableOf = (variant) => TABLES[spokenLanguage()]?.find(([beginning]) => variant.startsWith(beginning))?.[1];

/** The name of a piece. @param {Variant} variant @param {string} text */
export function nameOf(variant, text) {
    const upper = text.toUpperCase();
    return tableOf(variant.name)?.pieces[upper] ?? variant.pieces.find((kind) => kind.text === upper)?.name ?? upper;
}

/** A line on how a piece moves. @param {Variant} variant @param {string} line */
export function wordsOf(variant, line) {
    if (spokenLanguage() !== "ru") return line;
    return ruWords(line, (name) => nameOf(variant, variant.pieces.find((kind) => kind.name === name)?.text ?? name)) ?? line;
}

/** The name of a game, with what tells a variant from it. @param {{ name: string, title: string, family?: string }} variant */
export function titleOf({ name, title, family }) {
    const table = tableOf(name);
    if (!table) return title;
    return family === undefined || family === name ? table.title : `${table.title} (${name})`;
}

/** One sentence about a game. @param {Variant} variant */
export const summaryOf = (variant) => tableOf(variant.name)?.summary ?? variant.summary;

/** The reason of a result. @param {string} reason */
export function reasonOf(reason) {
    const table = REASONS[spokenLanguage()] ?? [];
    for (const [pattern, text] of table) {
        const found = pattern.exec(reason);
        if (!found) continue;
        const side = (/** @type {string | undefined} */ name) => (name ? sideName(name === "White" ? "white" : "black") : "");
        return text.replace("{side}", side(found[1])).replace("{rest}", found[2] ?? "");
    }
    return reason;
}

/** The name of a theme of puzzles; files have others than those that are known. @param {string} theme */
export function themeName(theme) {
    const name = `theme.${theme}`;
    return isText(name) ? t(name) : theme;
}

/**
 * The words about a puzzle.
 * @param {Variant} variant
 * @param {string} says  In the server's words.
 * @param {string[]} themes  Those of the puzzle.
 */
export function puzzleText(variant, says, themes) {
    if (spokenLanguage() !== "ru") return says;
    const piece = (/** @type {string} */ name) => nameOf(variant, variant.pieces.find((kind) => kind.name === name)?.text ?? name);
    return ruPuzzle(says, { piece, reason: reasonOf, theme: themeName, themes });
}

/** A move as a sentence without its full stop. @param {Variant} variant @param {Step} step @param {Cells} before  What stood before it. */
export function tell(variant, step, before) {
    if (spokenLanguage() === "en") return capital(step.says);
    const { from, to, mark, wire } = step;
    const arrived = to === null ? undefined : step.changes[to]?.[0];
    const text = (from === null ? arrived : before[from]?.[0]) ?? "";
    const name = text ? capital(nameOf(variant, text)) : "";
    if (to === null) return t("tell.pass");
    if (from === null) return text ? t("tell.drop", { name, to }) : t("tell.obstacle", { to });
    const part = /:(\d+)/.exec(wire)?.[1];
    const whole = part ? t("tell.part", { name, count: part }) : name;
    const victim = before[to]?.[0];
    const taken = victim && ownerOf(victim) !== ownerOf(text) ? nameOf(variant, victim) : "";
    const wall = /,[a-z]\d+([a-z]\d+)$/.exec(wire)?.[1];
    const built = wall ? t("tell.wall", { at: wall }) : "";
    const become = arrived && arrived !== text && ownerOf(arrived) === ownerOf(text)
        ? t("tell.becomes", { name: nameOf(variant, arrived) }) : "";
    const way = { name: whole, from, to, taken, become };
    switch (mark) {
        case "shot":
            return t("tell.shot", way);
        case "burst":
            return t("tell.burst", way) + built;
        case "mount":
            return t("tell.mount", way) + built;
        case "capture":
            return (taken ? t("tell.capture", way) : t("tell.goes", way)) + built;
        default:
            return t("tell.goes", way) + built;
    }
}

/** A piece with its owner. @param {Variant} variant @param {string} text */
export function ownedName(variant, text) {
    const side = /** @type {Side} */ (ownerOf(text));
    return t("stack.piece", { side: sideName(side), name: nameOf(variant, text) });
}
