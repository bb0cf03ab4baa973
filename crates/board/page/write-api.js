// The questions and orders of the page where games are written.

/** @import { CheckedText, ImportedText, KeptText, KeyList, StudyState, TextVersion, Variant, WrittenKeys } from "./types.js" */
import { ask } from "./api.js";
import { learn } from "./text.js";

const PLACE = "/api/write";

/** The keys that can be written. @returns {Promise<WrittenKeys>} */
export async function keys() {
    const { keys, texts, bases } = /** @type {KeyList} */ (await ask(`${PLACE}/keys`));
    learn(texts);
    return { keys: keys.flatMap(({ names, ...key }) => names.map((name) => ({ name, ...key }))), bases };
}

/** The games to begin from. @returns {Promise<{ name: string, title: string }[]>} */
export const games = () => ask(`${PLACE}/games`);

/** The text of one. @param {string} name @returns {Promise<string>} */
export const game = async (name) => (await ask(`${PLACE}/games/${encodeURIComponent(name)}`)).text;

/** The findings about a text. @param {string} text @param {number} line  The line that is worked at. @returns {Promise<CheckedText>} */
export const check = (text, line) => ask(`${PLACE}/check`, { text, line });

/** The text with another start position. @param {Record<string, unknown>} place @returns {Promise<string>} */
export const place = async (place) => (await ask(`${PLACE}/place`, place)).text;

/** The text of a game of another program. @param {string} text @param {string} name @returns {Promise<ImportedText>} */
export const imported = (text, name) => ask(`${PLACE}/import`, { text, name });

/** Makes a game known. @param {string} text @param {string} name @returns {Promise<Variant>} */
export const played = (text, name) => ask(`${PLACE}/play`, { text, name });

/** The texts that are kept. @returns {Promise<KeptText[]>} */
export const texts = () => ask(PLACE);

/** One of them. @param {string} name @returns {Promise<{ text: string, versions: TextVersion[] }>} */
export const text = (name) => ask(`${PLACE}/texts/${encodeURIComponent(name)}`);

/** A version of it. @param {string} name @param {number} number @returns {Promise<string>} */
export const version = async (name, number) => (await ask(`${PLACE}/texts/${encodeURIComponent(name)}/${number}`)).text;

/** Keeps a new text; returns its name. @param {string} text @returns {Promise<string>} */
export const keepNew = async (text) => (await ask(`${PLACE}/texts`, { text })).name;

/** Keeps a text, perhaps as a version too. @param {string} name @param {string} text @param {boolean} version */
export const keep = (name, text, version) => ask(`${PLACE}/texts/${encodeURIComponent(name)}`, { text, version });

/** Removes a text. @param {string} name */
export const remove = (name) => ask(`${PLACE}/texts/${encodeURIComponent(name)}`, { remove: true });

/**
 * The study that runs or has ended last, perhaps after an order about it.
 * @param {{ variant: string } | { stop: true }} [order]
 * @returns {Promise<StudyState | null>}
 */
export const study = (order) => ask("/api/study", order);
