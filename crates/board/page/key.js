// The key of the page. Cookies are sent to every port of this machine; what is stored here is for this one alone.

const NAME = "helgi-key";

/** Keeps the key; whether the browser lets it. @param {string} key */
export function enter(key) {
    try {
        localStorage.setItem(NAME, key);
        return true;
    } catch {
        return false;
    }
}

/** What goes with every request. @returns {Record<string, string>} */
export function headers() {
    try {
        const key = localStorage.getItem(NAME);
        return key ? { [NAME]: key } : {};
    } catch {
        return {};
    }
}
