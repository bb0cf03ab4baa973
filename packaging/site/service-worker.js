// Serves the page from the browser's own copy, so that it works without a network. `build` puts the version and the hashes of
// the files in the place of the two constants.
//
// A version is taken as a whole: a file that is not as its hash says, as while a folder is being copied to a host, leaves the
// version before it in use. A new version is used at the next start, when no page of the old one is open.

/** The version of the folder. */
const VERSION = "";

/** The files of the folder with their hashes, as SHA-256 in hexadecimal digits; the page itself is `./`. */
const FILES = {};

/** The copies of this folder; others of the same host have their own. */
const OWN = `helgi ${globalThis.registration.scope} `;
const COPY = OWN + VERSION;

/** The number of files that are fetched at once. */
const AT_ONCE = 6;

const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Fetches a file, and keeps it if it is the one that is meant. */
async function take(copy, [path, hash]) {
    const response = await fetch(path, { cache: "no-cache" });
    const bytes = await response.arrayBuffer();
    if (!response.ok || hex(await crypto.subtle.digest("SHA-256", bytes)) !== hash) throw new Error(`${path} is not of version ${VERSION}`);
    // A response that was redirected may not answer for a page.
    await copy.put(path, new Response(bytes, { headers: { "Content-Type": response.headers.get("Content-Type") ?? "" } }));
}

/** Fetches all files. */
async function install() {
    const copy = await caches.open(COPY);
    const left = Object.entries(FILES);
    const work = async () => {
        for (let next = left.shift(); next; next = left.shift()) await take(copy, next);
    };
    try {
        await Promise.all(Array.from({ length: AT_ONCE }, work));
    } catch (error) {
        await caches.delete(COPY);
        throw error;
    }
}

/** Removes the copies of older versions. */
async function activate() {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name.startsWith(OWN) && name !== COPY).map((name) => caches.delete(name)));
}

/** The copy of what is asked for; what is not in it comes from the host. */
async function answer(request) {
    const copy = await caches.open(COPY);
    const found = await copy.match(request.mode === "navigate" ? "./" : request);
    return found ?? fetch(request);
}

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("fetch", (event) => {
    const { request } = event;
    const [address = ""] = request.url.split(/[?#]/);
    const name = address.startsWith(registration.scope) ? address.slice(registration.scope.length) : undefined;
    const isPage = request.mode === "navigate" && (name === "" || name === "index.html");
    const isFile = name !== undefined && Object.hasOwn(FILES, name);
    if (request.method === "GET" && (isPage || isFile)) event.respondWith(answer(request));
});
