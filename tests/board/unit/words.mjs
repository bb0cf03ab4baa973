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
catalogues.eo = Object.fromEntries(
    Object.entries(catalogues.en).map(([name, text]) => [
        name,
        typeof text === "string" ? loud(text) : Object.fromEntries(Object.entries(text).map(([form, one]) => [form, loud(one)])),
    ]),
);
catalogues.eo.language = "Esperanto";

const { fetch } = globalThis;
globalThis.fetch = (address, ...more) =>
    String(address) === "file:///words.json" ? Promise.resolve(new Response(JSON.stringify(catalogues))) : fetch(address, ...more);
