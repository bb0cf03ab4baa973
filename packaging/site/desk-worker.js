// The worker behind the page without a server. Of several tabs one has the desk, and the others send it what their pages ask: so
// all of them see the same games, as the pages of one server do. When its tab is closed, another one takes the desk over.
import { DeskHost } from "./desk.js";
import { Engine } from "./helgi/engine.js";
import { Instance } from "./helgi/module.js";
import { FAMILIES, RULES } from "./rules.js";
import { Store } from "./store.js";

/** The games are those of the folder, whatever its version. */
const FOLDER = `helgi ${new URL("../", import.meta.url).pathname}`;

/** The lock of the tab that has the desk, and the channel between tabs of this version. */
const LOCK = FOLDER;
const channel = new BroadcastChannel(`helgi ${import.meta.url}`);

/** The time after which a tab that has the desk and does not answer is taken for one that sleeps, in milliseconds. */
const PATIENCE = 3000;

/** The name of this tab. */
const me = Math.random().toString(36).slice(2);

const lockOf = (tab) => `${LOCK} ${tab}`;

/** The desk, if this tab has it. */
let host = null;
/** The messages of the page before it is known who has the desk. */
let early = [];
/** The messages to another tab that are not answered yet, `{ message, timer, isHeard }`, by their numbers. */
const asked = new Map();
/** The streams of the page there, by their numbers. */
const open = new Set();
/** True once the desk was taken from another tab: that is done once. */
let hasStolen = false;

const time = () => ({
    moment: performance.now(),
    local: Math.floor(Date.now() / 1000) - new Date().getTimezoneOffset() * 60,
});

/** Sends a message to a page, here or in another tab. */
function send(client, message) {
    if (client === me) postMessage(message);
    else channel.postMessage({ to: client, message });
}

/** The rules pages that were fetched. */
const fetched = new Set();

/** The rules page of a game in a language, or else in English, unless the desk has it. */
async function rulesPage(name, language) {
    const owners = [name, FAMILIES[name]];
    const found = [language, "en"].flatMap((one) => owners.map((family) => ({ family, language: one, file: `${one}/${family}.md` })))
        .find(({ file }) => RULES.includes(file));
    if (found === undefined || fetched.has(found.file)) return null;
    const { family, file } = found;
    const response = await fetch(new URL(`./rules/${file}`, import.meta.url)).catch(() => null);
    if (!response?.ok) return null;
    fetched.add(file);
    return { family, language: found.language, text: await response.text() };
}

/** Takes the desk. */
async function lead() {
    early ??= [];
    const store = await Store.open(FOLDER).catch(() => null);
    const kept = (await store?.all().catch(() => [])) ?? [];
    const instance = await Instance.load(new URL("./helgi/helgi_desk.wasm", import.meta.url), { now: () => performance.now() });
    const call = (text) => instance.call("desk", [], [text]);
    const found = new DeskHost({ call, time, store, send, page: rulesPage, engine: () => new Engine() });
    found.begin(kept);
    host = found;
    channel.postMessage({ to: "all", isNew: true });
    flush();
    resume();
    // A game against the engine is likely next.
    void fetch(new URL("./helgi/helgi_engine.wasm", import.meta.url)).then((file) => file.arrayBuffer()).catch(() => {});
}

/** Passes on what the page has asked for meanwhile. */
function flush() {
    const left = early;
    early = null;
    left.forEach(hear);
}

/** Goes on after the tab with the desk is gone: what it has not heard is asked again, and the page told of all else. */
function resume() {
    const [left, streams] = [[...asked], [...open]];
    asked.clear();
    open.clear();
    for (const n of streams) postMessage({ n, broken: true });
    for (const [n, { message, timer, isHeard }] of left) {
        clearTimeout(timer);
        if (streams.includes(n)) continue;
        if (isHeard) postMessage({ n, gone: true });
        else hear(message);
    }
}

/** Takes the desk from a tab that sleeps. */
function steal() {
    if (hasStolen || host !== null || early !== null) return;
    hasStolen = true;
    void navigator.locks.request(LOCK, { steal: true }, hold).catch(giveUp);
}

/** Keeps the desk until the tab is closed, or it is taken away. */
async function hold() {
    await lead();
    return new Promise(() => {});
}

/** Without the desk, the page's messages go to the tab that has it. */
function giveUp() {
    host = null;
    early = null;
    asked.clear();
    open.clear();
    postMessage({ lost: true });
    void navigator.locks.request(LOCK, hold).catch(giveUp);
}

/** Takes a message of the page. */
function hear(message) {
    if (early !== null) {
        early.push(message);
        return;
    }
    if (host !== null) {
        void host.hear(me, message);
        return;
    }
    const { n } = message;
    if (message.open !== undefined) open.add(n);
    if (message.close) open.delete(n);
    else asked.set(n, { message, timer: setTimeout(steal, PATIENCE), isHeard: false });
    channel.postMessage({ to: "desk", from: me, message });
}

onmessage = ({ data }) => hear(data);

channel.onmessage = ({ data: { to, from, message, heard, isNew } }) => {
    if (isNew && host === null) resume();
    if (to === "desk" && host !== null) {
        channel.postMessage({ to: from, heard: message.n });
        meet(from);
        void host.hear(from, message);
    } else if (to === me) {
        const one = asked.get(heard);
        if (one !== undefined) {
            one.isHeard = true;
            clearTimeout(one.timer);
        }
        if (message !== undefined) {
            if (message.broken || message.missing) open.delete(message.n);
            if (message.name === undefined && message.opened === undefined) asked.delete(message.n);
            postMessage(message);
        }
    }
};

/** The other tabs that this one works for. */
const known = new Set();

/** Ends all that another tab has asked for when it is closed: its lock is free then. */
function meet(tab) {
    if (known.has(tab)) return;
    known.add(tab);
    void navigator.locks.request(lockOf(tab), () => {
        known.delete(tab);
        host?.leave(tab);
    });
}

if (navigator.locks === undefined) {
    void lead();
} else {
    void navigator.locks.request(lockOf(me), () => new Promise(() => {}));
    void navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => {
        if (lock !== null) return hold();
        flush();
        void navigator.locks.request(LOCK, hold).catch(giveUp);
        return undefined;
    }).catch(giveUp);
}
