// The user's preferences, kept by the browser.

import { LANGUAGES, speak, spokenLanguage } from "./text.js";

/**
 * @typedef {object} Settings
 * @property {string} language  `auto`, or one of the languages of the page.
 * @property {"auto" | "light" | "dark"} theme
 * @property {"wood" | "green" | "blue" | "grey"} board  The colours of the squares.
 * @property {"pictures" | "bold" | "letters"} pieces
 * @property {"western" | "characters"} signs  Those on the pieces of shogi, xiangqi, janggi and their kin.
 * @property {"outside" | "inside" | "none"} labels
 * @property {"slow" | "normal" | "fast" | "none"} speed  How fast pieces travel.
 * @property {number} [threads]  The threads of an engine, if they were chosen.
 * @property {number} [hash]  The megabytes of its table, likewise.
 * @property {string} [net]  The name of its net, likewise.
 * @property {boolean} [book]  Whether it plays the moves of a book, likewise.
 * @property {"off" | "soft" | "on"} sound  How loud sounds are.
 * @property {"full" | "large" | "medium"} size  How much of the room that there is the board takes.
 * @property {boolean} zoom  Whether squares of large boards are large enough for fingers.
 * @property {boolean} confirm  Whether moves that were entered by touch are confirmed.
 * @property {boolean} zen  Whether a game is shown without all that it does not need.
 */

const KEY = "helgi";

/** The choices of each setting. */
export const CHOICES = {
    language: ["auto", ...Object.keys(LANGUAGES)],
    theme: ["auto", "light", "dark"],
    board: ["wood", "green", "blue", "grey"],
    pieces: ["pictures", "bold", "letters"],
    signs: ["western", "characters"],
    labels: ["outside", "inside", "none"],
    size: ["full", "large", "medium"],
    speed: ["slow", "normal", "fast", "none"],
    sound: ["off", "soft", "on"],
};

/** @type {Settings} */
const DEFAULTS = { language: "auto", theme: "auto", board: "wood", pieces: "pictures", signs: "western", labels: "outside",
    speed: "normal", sound: "soft", size: "full", zoom: false, confirm: false, zen: false };

/** @returns {Settings} */
export function load() {
    /** @type {Settings} */
    const settings = { ...DEFAULTS };
    try {
        const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
        for (const [name, choices] of Object.entries(CHOICES)) {
            if (choices.includes(kept[name])) Object.assign(settings, { [name]: kept[name] });
        }
        // They were off or soft, before there were more.
        if (kept.sound === false) settings.sound = "off";
        for (const name of /** @type {const} */ (["zoom", "confirm", "zen"])) settings[name] = kept[name] === true;
        if (Number.isInteger(kept.threads)) settings.threads = kept.threads;
        if (Number.isInteger(kept.hash)) settings.hash = kept.hash;
        if (typeof kept.net === "string") settings.net = kept.net;
        if (typeof kept.book === "boolean") settings.book = kept.book;
    } catch {
        // Unreadable settings are not kept.
    }
    return settings;
}

/** Keeps them and shows them, as `show` does. @param {Settings} settings */
export function save(settings) {
    try {
        localStorage.setItem(KEY, JSON.stringify(settings));
    } catch {
        // A browser that keeps nothing forgets them with the page.
    }
    return show(settings);
}

/**
 * Puts what the style sheet needs, the signs of pieces and the language on the page; ends when the texts of the language are there.
 *
 * @param {Settings} settings
 */
export async function show(settings) {
    const page = document.documentElement;
    page.dataset["theme"] = settings.theme;
    page.dataset["board"] = settings.board;
    page.dataset["signs"] = settings.signs;
    page.dataset["size"] = settings.size;
    page.toggleAttribute("data-zen", settings.zen);
    await speak(settings.language);
    page.lang = spokenLanguage();
}
