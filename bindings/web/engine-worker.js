// The worker behind an `Engine`: it has the module, and between two iterations of a search it hears messages.
//
//   { id, kind: "begin", module, hash }              makes the engine
//   { id, kind: "call", name, numbers, texts }       calls a function of the module
//   { id, kind: "search", name, numbers, texts }     the same, and then iterates until the search is over
//   { kind: "stop" }                                 ends the search
//
// Each message with an `id` is answered: { id, answer }, { id, error }, or { id, step } after each iteration.
import { argumentError, dataOf } from "./errors.js";
import { Instance, isBytes } from "./module.js";

const isWeb = typeof WorkerGlobalScope === "function" && globalThis instanceof WorkerGlobalScope;
const port = isWeb ? globalThis : globalThis.process.getBuiltinModule("node:worker_threads").parentPort;

let instance = null;
/** The number of the message that the search belongs to. */
let searching = null;

// A message to itself comes behind those that have arrived meanwhile.
const { port1: bell, port2: ear } = new MessageChannel();
ear.onmessage = iterate;

function made() {
    if (instance === null) {
        throw argumentError("kind", "call", "`begin` before anything else");
    }
    return instance;
}

function call({ name, numbers, texts }, names) {
    const isRequest = Array.isArray(numbers) && numbers.every((number) => typeof number === "number")
        && Array.isArray(texts) && texts.every((text) => typeof text === "string" || isBytes(text));
    if (!isRequest || !names.includes(name)) {
        throw argumentError("name", name, `one of ${names.join(", ")}, with numbers and texts`);
    }
    return made().call(name, numbers, texts);
}

const CALLS = ["engine_forget", "engine_games_of_net", "engine_offer_net", "engine_with_net", "engine_without_net", "load_games"];
const SEARCHES = ["engine_analyse", "engine_play"];

const ACTS = {
    async begin({ module, hash }) {
        if (!(module instanceof WebAssembly.Module) || !Number.isInteger(hash)) {
            throw argumentError("module", module, "a compiled module, and a number of megabytes");
        }
        const begun = await Instance.of(module, { now: () => performance.now() });
        begun.call("engine_new", [hash]);
        instance = begun;
        return "";
    },
    call(message) {
        return call(message, CALLS);
    },
    search(message) {
        if (searching !== null) {
            throw argumentError("kind", "search", "no other search meanwhile");
        }
        call(message, SEARCHES);
        searching = message.id;
        bell.postMessage(null);
        return undefined;
    },
};

function iterate() {
    const id = searching;
    try {
        const step = JSON.parse(instance.call("engine_iterate"));
        if (step.isOver) {
            searching = null;
        } else {
            bell.postMessage(null);
        }
        port.postMessage({ id, step });
    } catch (error) {
        searching = null;
        port.postMessage({ id, error: dataOf(error) });
    }
}

async function hear(message) {
    if (message?.kind === "stop") {
        if (searching !== null) {
            instance.call("engine_stop");
        }
        return;
    }
    const id = Number.isInteger(message?.id) ? message.id : null;
    try {
        if (id === null || !Object.hasOwn(ACTS, message.kind)) {
            const expected = `a request: a number as \`id\`, one of ${Object.keys(ACTS).join(", ")} as \`kind\``;
            throw argumentError("message", message?.kind, expected);
        }
        const answer = await ACTS[message.kind](message);
        if (answer !== undefined) {
            port.postMessage({ id, answer });
        }
    } catch (error) {
        port.postMessage({ id, error: dataOf(error) });
    }
}

if (isWeb) {
    port.onmessage = ({ data }) => hear(data);
} else {
    port.on("message", hear);
}
