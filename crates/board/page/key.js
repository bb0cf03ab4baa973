// The key of the page. Cookies are sent to every port of this machine; this storage is for this port alone.

const NAME = "helgi-key";

/** Keeps the key; returns true if the browser allows it. @param {string} key */
export function enter(key) {
    try {
        localStorage.setItem(NAME, key);
        return true;
    } catch {
        return false;
    }
}

/** The headers of every request. @returns {Record<string, string>} */
export function headers() {
    try {
        const key = localStorage.getItem(NAME);
        return key ? { [NAME]: key } : {};
    } catch {
        return {};
    }
}
