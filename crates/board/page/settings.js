// The user's preferences, kept by the browser.

/**
 * @typedef {object} Settings
 * @property {"auto" | "light" | "dark"} theme
 * @property {"pictures" | "letters"} pieces
 * @property {"outside" | "inside" | "none"} labels
 * @property {boolean} sound
 * @property {boolean} zoom  Whether squares of large boards are large enough for fingers.
 */

const KEY = "helgi";

/** The choices of each setting. */
export const CHOICES = {
    theme: ["auto", "light", "dark"],
    pieces: ["pictures", "letters"],
    labels: ["outside", "inside", "none"],
};

/** @type {Settings} */
const DEFAULTS = { theme: "auto", pieces: "pictures", labels: "outside", sound: false, zoom: false };

/** @returns {Settings} */
export function load() {
    /** @type {Settings} */
    const settings = { ...DEFAULTS };
    try {
        const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
        for (const [name, choices] of Object.entries(CHOICES)) {
            if (choices.includes(kept[name])) Object.assign(settings, { [name]: kept[name] });
        }
        settings.sound = kept.sound === true;
        settings.zoom = kept.zoom === true;
    } catch {
        // Unreadable settings are not kept.
    }
    return settings;
}

/** @param {Settings} settings */
export function save(settings) {
    try {
        localStorage.setItem(KEY, JSON.stringify(settings));
    } catch {
        // A browser that keeps nothing forgets them with the page.
    }
    show(settings);
}

/** Puts the theme on the page. @param {Settings} settings */
export function show(settings) {
    document.documentElement.dataset["theme"] = settings.theme;
}
