// The words of the page, in the language of the browser or the one that is chosen. They are those of the terminal: the
// server sends the catalogues of crates/words/languages, one a language. English is there from the beginning.

/** @typedef {keyof (typeof import("../../words/languages/en.json"))} TextName */
/** @typedef {string | number | Message | Message[]} Value */
/** @typedef {Record<string, Value>} Values */
/**
 * The name of a text, with the values for its places; `own` has texts that stand in for a name that no catalogue has.
 *
 * @typedef {{ id: string, own?: Record<string, string> } & { [name: string]: any }} Message
 */
/** @typedef {string | Record<string, string>} Text  One form, or several: by the number `count`, or by what a sentence needs. */

/** The link of the page to them. @type {HTMLLinkElement | null | undefined} */
const words = globalThis.document?.querySelector("link[as=fetch]");

const ADDRESS = words?.href ?? "file:///words.json";

/**
 * The catalogues by the codes of their languages; at first those of other languages than English have their names alone.
 *
 * @type {Record<string, Record<string, Text>>}
 */
export const LANGUAGES = await (await fetch(ADDRESS)).json();

const ENGLISH = LANGUAGES["en"] ?? {};

/** The languages whose texts are there. */
const whole = new Set(Object.keys(LANGUAGES).filter((code) => Object.keys(LANGUAGES[code] ?? {}).length > 1));

let language = "en";

/** The language that was asked for last. */
let asked = language;

/** The texts of the language that is spoken. */
const texts = () => LANGUAGES[language] ?? ENGLISH;

/** The language that is spoken. */
export const spokenLanguage = () => language;

/** Takes further texts, by the codes of their languages. @param {Record<string, Record<string, Text>>} more */
export function learn(more) {
    for (const [code, texts] of Object.entries(more)) Object.assign(LANGUAGES[code] ?? {}, texts);
}

/** The name of a language in itself. @param {string} code */
export const languageName = (code) => String(LANGUAGES[code]?.["language"] ?? code);

/**
 * Chooses a language; with `auto` the first of the browser's that there is. One whose texts are not there is spoken when they
 * have been fetched; if they cannot be, the language stays as it is.
 *
 * @param {string} choice
 * @param {readonly string[]} [wanted]  The browser's languages.
 */
export async function speak(choice, wanted = globalThis.navigator?.languages ?? []) {
    const known = [choice, ...wanted].map((name) => name.split("-")[0] ?? "").find((name) => name in LANGUAGES);
    const code = known ?? "en";
    asked = code;
    if (!whole.has(code)) {
        const sent = fetch(new URL(`words/${code}.json`, ADDRESS)).then((response) => (response.ok ? response.json() : undefined));
        const texts = await sent.catch(() => undefined);
        if (texts === undefined) return;
        learn({ [code]: texts });
        whole.add(code);
    }
    // Another one may have been chosen meanwhile.
    if (asked === code) language = code;
}

/** The same with a capital letter at its beginning. @param {string} word */
export const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);

/** The same with a small letter at its beginning. @param {string} word */
const small = (word) => word.charAt(0).toLowerCase() + word.slice(1);

/**
 * A word in a form that it does not have of its own: by the rule of the language, which knows words by their first letters.
 *
 * @param {string} word
 * @param {string} form
 */
function formed(word, form) {
    const rules = texts()[`form.${form}`];
    if (typeof rules !== "object") return word;
    const letters = Object.keys(rules).find((key) => key !== "base" && word !== "" && key.includes(word.charAt(0)));
    return (rules[letters ?? "base"] ?? "{word}").replace("{word}", word);
}

/** Several texts as one: `a, b and c`. @param {string[]} items @param {string} list */
function listed(items, list) {
    const between = texts()[`list.${list}`] ?? " ";
    const { base = " ", last = base } = typeof between === "string" ? { base: between } : between;
    return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(base)}${last}${items.at(-1)}`;
}

/**
 * The text for a place such as `piece`, `piece:acc` or `victims:and:acc`.
 *
 * @param {Value} value
 * @param {string} [first]
 * @param {string} [second]
 */
function placed(value, first, second) {
    if (Array.isArray(value)) return listed(value.map((item) => say(item, second)), first ?? "and");
    return typeof value === "object" ? say(value, first) : String(value);
}

/**
 * Fills the places in braces; one that begins with a capital letter has its text begin with one.
 *
 * @param {string} text
 * @param {Values} values
 */
const filled = (text, values) =>
    text.replace(/\{(\p{L}[\w-]*)(?::([\w-]+))?(?::([\w-]+))?\}/gu, (place, name, first, second) => {
        const value = values[name] ?? values[small(name)];
        if (value === undefined) return place;
        const shown = placed(value, first, second);
        return name === small(name) ? shown : capital(shown);
    });

/**
 * Writes a message in the language of the page.
 *
 * @param {Message} message
 * @param {string} [form]  The form that a sentence needs of a word.
 * @returns {string}
 */
export function say(message, form = "base") {
    const { id, own, ...values } = message;
    const text = texts()[id] ?? own?.[language] ?? own?.["en"] ?? ENGLISH[id] ?? id;
    if (typeof text === "string") return formed(filled(text, values), form);
    if (text["other"] !== undefined) {
        const count = Number(values["count"] ?? 0);
        const plural = text[new Intl.PluralRules(language).select(count)] ?? text["other"];
        return filled(plural, { ...values, count: new Intl.NumberFormat(language).format(count) });
    }
    const exact = text[form];
    return exact === undefined ? formed(filled(text["base"] ?? "", values), form) : filled(exact, values);
}

/** The text of a name. @param {TextName} name @param {Values} [values]  What stands in its places. */
export const t = (name, values = {}) => say({ id: name, ...values });

/** True if there is a text of a name. @param {string} name @returns {name is TextName} */
export const isText = (name) => name in ENGLISH;

/** A side, for a place of a text. @param {"white" | "black"} side @returns {Message} */
export const sideOf = (side) => ({ id: `side.${side}` });

/** The name of a side. @param {"white" | "black"} side */
export const sideName = (side) => say(sideOf(side));
