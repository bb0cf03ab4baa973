// The worker behind the page without a server. Of several tabs one has the desk, and the others send it what their pages ask: so
// all of them see the same games, as the pages of one server do. When its tab is closed, another one takes the desk over.
import { DeskHost, filesFor } from "./desk.js";
import { Engine } from "./helgi/engine.js";
import { compileStream } from "./helgi/files.js";
import { Instance } from "./helgi/module.js";
import { Leader } from "./leader.js";
import { FAMILIES, RULES } from "./rules.js";
import { Store } from "./store.js";

/** The games are those of the folder, whatever its version. */
const FOLDER = `helgi ${new URL("../../", import.meta.url).pathname}`;

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

/** The rules pages that the desk has. */
const fetched = new Set();

/** The rules page of a game in a language, or else in English, unless the desk has it; games from files have theirs there. */
async function rulesPage(name, language) {
    const family = FAMILIES[name];
    const found = [language, "en"].find((one) => RULES.includes(`${one}/${family}.md`));
    if (found === undefined || fetched.has(`${found}/${family}`)) return null;
    const response = await fetch(new URL(`../rules/${found}/${family}.md`, import.meta.url)).catch(() => null);
    if (!response?.ok) return null;
    fetched.add(`${found}/${family}`);
    return { family, language: found, text: await response.text() };
}

/** Fetches a file of the folder that has a value. */
async function valueOf(name) {
    const response = await fetch(new URL(`../${name}`, import.meta.url));
    if (!response.ok) throw new Error(`${name} is not there: ${response.status}`);
    return response.json();
}

/** The English texts, in which the desk says what it refuses; the page, which has fetched them before, writes its messages. */
const words = () => valueOf("words.json").then(({ en }) => ({ en }));

/** The files that are being fetched, or are there, by their names. */
const files = new Map();

/** Fetches a file that not every visit needs, once; null without a network. */
function file(name) {
    if (!files.has(name)) {
        files.set(name, valueOf(`${name}.json`).catch(() => {
            files.delete(name);
            return null;
        }));
    }
    return files.get(name);
}

/** Fetches a module of the folder, and compiles it. */
async function moduleOf(name) {
    const response = await fetch(new URL(`./${name}.wasm.xz`, import.meta.url));
    if (!response.ok) throw new Error(`${name} is not there: ${response.status}`);
    return compileStream(response.body);
}

/** The module of the desk, once it is compiled. */
let module = null;
/** Takes the parts of the module that the page hands on. */
let handed = null;

/** Compiles the module that the page hands on: its address stands in the head of the page, so it is fetched before this script is. */
function handedModule() {
    // Parts that arrive after a damaged one are dropped.
    const parts = new ReadableStream({ start: (controller) => void (handed = controller), cancel: () => void (handed = undefined) });
    postMessage({ wanted: "module" });
    return compileStream(parts);
}

/** Takes a part of the module, its end, or that the page has none. */
function take({ part, isWhole }) {
    if (part !== undefined) handed?.enqueue(part);
    else if (isWhole) handed?.close();
    else handed?.error(new Error("the page has no module"));
}

/** The module of the desk. */
async function deskModule() {
    module ??= await handedModule().catch(() => moduleOf("helgi_desk"));
    return module;
}

/** The module of the engines, once one of them needs it. */
let engines = null;

/** Fetches the module of the engines, once. */
function engineModule() {
    engines ??= moduleOf("helgi_engine").catch((error) => {
        engines = null;
        throw error;
    });
    return engines;
}

/** Begins with a new instance of the module: the function that asks it. */
async function freshDesk() {
    const instance = await Instance.of(await deskModule());
    fetched.clear();
    return (text) => instance.call("desk", [], [text]);
}

/** Takes the desk. */
async function lead() {
    early ??= [];
    const store = await Store.open(FOLDER).catch(() => null);
    const engine = () => new Engine({ module: engineModule });
    const found = new DeskHost({ fresh: freshDesk, time, store, send, page: rulesPage, words, file, engine });
    await found.begin();
    host = found;
    channel.postMessage({ to: "all", isNew: true });
    flush();
    resume();
    // A game against the engine is likely next.
    void engineModule().catch(() => {});
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
    hasStolen = leader.steal();
}

/** Without the desk, the page's messages go to the tab that has it. */
function giveUp() {
    host?.end();
    host = null;
    early = null;
    for (const { timer } of asked.values()) clearTimeout(timer);
    asked.clear();
    open.clear();
    postMessage({ lost: true });
}

/** Takes a message of the page. */
function hear(message) {
    if (early !== null) {
        early.push(message);
        // They are fetched beside the desk.
        for (const { name } of filesFor(message)) void file(name);
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

onmessage = ({ data }) => {
    if (data.module === undefined) hear(data);
    else take(data.module);
};

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

if (navigator.locks !== undefined) void navigator.locks.request(lockOf(me), () => new Promise(() => {}));
const leader = new Leader({ locks: navigator.locks, name: LOCK, take: lead, lose: giveUp });
void leader.begin(flush);
