// The words of the page, in the language of the browser or the one that is chosen. Every text has a name, and each
// language is a file of `texts` with all of them.

import { en } from "./texts/en.js";
import { ru } from "./texts/ru.js";

/** @typedef {keyof typeof en} TextName */
/** @typedef {Record<string, string | number>} Values */
/**
 * @typedef {string | { one: string, few?: string, many?: string, other: string }} Text
 *     By the number `count`, where that makes a difference.
 */

/** The languages by their names in the settings. @type {Record<string, Record<TextName, Text>>} */
export const LANGUAGES = { en, ru };

/** The languages, by their own names. @type {Record<string, string>} */
export const LANGUAGE_NAMES = { en: "English", ru: "Русский" };

let language = "en";

/** The language that is spoken. */
export const spokenLanguage = () => language;

/**
 * Chooses a language; with `auto` the first of the browser's that there is.
 * @param {string} choice
 * @param {readonly string[]} [wanted]  The browser's languages.
 */
export function speak(choice, wanted = globalThis.navigator?.languages ?? []) {
    const known = [choice, ...wanted].map((name) => name.split("-")[0] ?? "").find((name) => name in LANGUAGES);
    language = known ?? "en";
}

/** Fills the places in braces. @param {string} text @param {Values} values */
const filled = (text, values) => text.replace(/\{(\w+)\}/g, (place, name) => String(values[name] ?? place));

/** The text of a name. @param {TextName} name @param {Values} [values]  What stands in its places. */
export function t(name, values = {}) {
    const text = /** @type {Text} */ (LANGUAGES[language]?.[name] ?? en[name]);
    if (typeof text === "string") return filled(text, values);
    const count = Number(values["count"] ?? 0);
    const form = new Intl.PluralRules(language).select(count);
    const shown = new Intl.NumberFormat(language).format(count);
    return filled(text[/** @type {"one" | "few" | "many" | "other"} */ (form)] ?? text.other, { ...values, count: shown });
}

/** True if there is a text of a name. @param {string} name @returns {name is TextName} */
export const isText = (name) => name in en;

/** The same with a capital letter at its beginning. @param {string} word */
export const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);

/** The name of a side. @param {"white" | "black"} side */
export const sideName = (side) => t(side === "white" ? "side.white" : "side.black");
