// The catalogues for tests without a server: what the page asks for at its beginning is read from the files.
import { readFileSync, readdirSync } from "node:fs";

const FOLDER = new URL("../../../crates/words/languages/", import.meta.url);

/** The texts of every language by its code. */
export const catalogues = Object.fromEntries(
    readdirSync(FOLDER).map((name) => [name.replace(".json", ""), JSON.parse(readFileSync(new URL(name, FOLDER), "utf8"))]),
);

/** A text in capital letters, with its places as they are. */
const loud = (text) => text.replace(/\{[^}]*\}|[^{]+/g, (part) => (part.startsWith("{") ? part : part.toUpperCase()));

/** A language that only tests have, a file like the others: English in capital letters. */
const esperanto = Object.fromEntries(
    Object.entries(catalogues.en).map(([name, text]) => [
        name,
        typeof text === "string" ? loud(text) : Object.fromEntries(Object.entries(text).map(([form, one]) => [form, loud(one)])),
    ]),
);
esperanto.language = "Esperanto";

/** Its name is there from the beginning, its texts when they are fetched. */
catalogues.eo = { language: "Esperanto" };
/** Another one, whose texts cannot be fetched. */
catalogues.tlh = { language: "tlhIngan Hol" };

/** The files that the page fetches, by their addresses. Any other fails, as without a network. */
const sent = new Map([["file:///words.json", catalogues], ["file:///words/eo.json", esperanto]]);

const { fetch } = globalThis;
globalThis.fetch = (address, ...more) => {
    const name = String(address);
    if (!name.startsWith("file:///words")) return fetch(address, ...more);
    return sent.has(name) ? Promise.resolve(new Response(JSON.stringify(sent.get(name)))) : Promise.reject(new TypeError(name));
};
