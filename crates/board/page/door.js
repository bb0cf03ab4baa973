// The way to what decides. It is a server, or a worker of the page's own where its head names one: then no server is asked for
// anything but files.

/** @typedef {{ n: number, [name: string]: any }} Message  `n` is the number of a question or a stream. */

/**
 * @typedef {object} Listener  The page's end of a stream.
 * @property {() => void} opened
 * @property {(data: string, name: string) => void} heard
 * @property {(isMissing: boolean) => void} broken  There is no such stream, or it has broken off.
 */

/** The worker of this page. */
class Desk {
    /** @param {string} address */
    constructor(address) {
        this.worker = new Worker(trusted(address), { type: "module" });
        this.last = 0;
        /** @type {Map<number, { resolve: (response: Response) => void, reject: (error: Error) => void }>} */
        this.asked = new Map();
        /** @type {Map<number, Listener>} */
        this.listeners = new Map();
        this.worker.onmessage = ({ data }) => this.hear(data);
        this.worker.onerror = () => this.lose();
    }

    /** @param {Message} message */
    hear({ n, status, body, file, type, gone, ...news }) {
        if (news["lost"]) return this.lose();
        if (news["wanted"]) return void this.give();
        const question = this.asked.get(n);
        if (question) {
            this.asked.delete(n);
            if (gone) return question.reject(new Error("the games were interrupted: try again"));
            const headers = new Headers({ "Content-Type": type ?? "application/json" });
            if (file) headers.set("Content-Disposition", `attachment; filename="${file}"`);
            return question.resolve(new Response(body, { status, headers }));
        }
        const listener = this.listeners.get(n);
        if (!listener) return undefined;
        if (news["opened"]) return listener.opened();
        if (news["name"] !== undefined) return listener.heard(news["data"], news["name"]);
        this.listeners.delete(n);
        return listener.broken(news["missing"] === true);
    }

    /** Hands the worker its module part by part as it arrives, since the head of the page has asked for it before. */
    async give() {
        /** @type {HTMLLinkElement | null} */
        const link = document.querySelector("link[href*='helgi_desk']");
        let isWhole = false;
        try {
            const response = await fetch(link?.href ?? "");
            const reader = link && response.ok ? response.body?.getReader() : undefined;
            for (let next = await reader?.read(); next?.value; next = await reader?.read()) {
                this.worker.postMessage({ module: { part: next.value } }, [next.value.buffer]);
            }
            isWhole = reader !== undefined;
        } catch {
            // Then the worker fetches it.
        }
        this.worker.postMessage({ module: { isWhole } });
    }

    /** The worker has ended: everything breaks off. */
    lose() {
        const [questions, listeners] = [[...this.asked.values()], [...this.listeners.values()]];
        this.asked.clear();
        this.listeners.clear();
        questions.forEach(({ reject }) => reject(new Error("the worker has ended")));
        listeners.forEach((listener) => listener.broken(false));
    }

    /** @param {string} path @param {unknown} [body] @returns {Promise<Response>} */
    ask(path, body) {
        const n = ++this.last;
        const order = body === undefined ? { method: "GET" } : { method: "POST", body: JSON.stringify(body) };
        return new Promise((resolve, reject) => {
            this.asked.set(n, { resolve, reject });
            this.worker.postMessage({ n, path, ...order });
        });
    }

    /** Opens a stream; returns what ends it. @param {string} path @param {Listener} listener */
    open(path, listener) {
        const n = ++this.last;
        this.listeners.set(n, listener);
        this.worker.postMessage({ n, open: path });
        return () => {
            if (this.listeners.delete(n)) this.worker.postMessage({ n, close: true });
        };
    }
}

/** An address of the page's own scripts, for browsers that ask for a word on it. @param {string} address @returns {any} */
export function trusted(address) {
    const types = /** @type {any} */ (globalThis)["trustedTypes"];
    policy ??= types?.createPolicy("helgi", {
        createScriptURL: (/** @type {string} */ url) => {
            const { origin } = new URL(url, document.baseURI);
            if (origin !== location.origin) throw new TypeError(`${url} is no script of this page`);
            return url;
        },
    });
    return policy ? policy.createScriptURL(address) : address;
}

/** @type {{ createScriptURL: (url: string) => any } | undefined} */
let policy;

/** @type {HTMLMetaElement | null | undefined} */
const named = globalThis.document?.querySelector("meta[name=helgi-desk]");

/** The worker, if there is one in place of a server. */
export const desk = named ? new Desk(named.content) : undefined;

/**
 * Has the browser make its own copy of the page. Browsers refuse this in private windows; then everything works but being without
 * a network.
 */
export const copyPage = () => navigator.serviceWorker?.register(trusted("service-worker.js")).catch(() => {});

/** The time after which that begins: on a slow line it would delay the first game. Unit: milliseconds. */
const UNHURRIED = 20_000;

if (desk) setTimeout(copyPage, UNHURRIED);
