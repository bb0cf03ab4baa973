// Lays out the folder of the page without a server, and prints its sizes.
//
//   node folder.mjs PACKAGE OUT    PACKAGE has the modules, the nets and the scripts of `helgi/engine`
//
// Everything but the page itself, its manifest and its service worker lies below the hash of all of it, where it never changes:
// so nothing of an old version is mixed with a new one, however long hosts and browsers keep copies.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { gzipSync } from "node:zlib";

const [package_, out] = process.argv.slice(2).map((name) => resolve(name));
const root = resolve(import.meta.dirname, "../..");
const page = join(root, "crates/board/page");
const languages = join(root, "crates/words/languages");

/** Scripts of the page that only a server has a use for. */
const SERVED = ["match.js"];

/** The most that a first move of Tavreli may need, compressed. Unit: bytes. */
const MOST = 1_600_000;

/** The policy of the page: that of the server, but for what a page cannot say of itself. */
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; "
    + "img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    + "require-trusted-types-for 'script'; trusted-types lit-html helgi";

/** A script without the lines that are comments only; errors name the lines of the source. */
function bare(text) {
    let inside = false;
    return text.split("\n").map((line) => {
        const begins = !inside && line.trim().startsWith("/*");
        const isComment = inside || begins || line.trim().startsWith("//");
        if (inside || begins) inside = !line.includes("*/");
        const rest = line.slice(line.indexOf("*/") + 2).trim();
        if (begins && !inside && rest !== "") return line;
        return isComment ? "" : line;
    }).join("\n");
}

/** The scripts that a script needs, itself included. */
function needed(name, found = new Set()) {
    if (found.has(name)) return found;
    found.add(name);
    const text = bare(readFileSync(join(page, name), "utf8"));
    for (const [, other] of text.matchAll(/(?:from |import\()"(\.{1,2}\/.+?)"/g)) {
        const path = join(dirname(name), other);
        if (!SERVED.includes(path)) needed(path, found);
    }
    return found;
}

const files = new Map();
const take = (name, bytes) => files.set(name, Buffer.from(bytes));
for (const name of needed("main.js")) {
    const text = readFileSync(join(page, name), "utf8");
    take(name, name.startsWith("vendor/") ? text : bare(text));
}
const source = readFileSync(join(page, "index.html"), "utf8");
for (const [, name] of source.matchAll(/href="(\S+?\.(?:css|svg))"/g)) take(name, readFileSync(join(page, name)));
// A page that is loaded on demand brings its look.
take("write.css", readFileSync(join(page, "write.css")));
for (const name of readdirSync(page, { recursive: true })) {
    if (name.endsWith("LICENSE") || name === "LICENSE.md") take(name, readFileSync(join(page, name)));
}
const words = readdirSync(languages).map((name) => [name.replace(/\.json$/, ""), JSON.parse(readFileSync(join(languages, name), "utf8"))]);
take("words.json", JSON.stringify(Object.fromEntries(words)));
for (const name of ["desk-worker.js", "desk.js", "store.js"]) take(name, bare(readFileSync(join(import.meta.dirname, name), "utf8")));
for (const name of ["engine.js", "engine-worker.js", "errors.js", "module.js", "nets.js"]) {
    take(`helgi/${name}`, bare(readFileSync(join(package_, name), "utf8")));
}
for (const name of ["helgi_engine.wasm", "helgi_desk.wasm"]) take(`helgi/${name}`, readFileSync(join(package_, name)));
for (const name of readdirSync(join(package_, "nets"))) take(`helgi/nets/${name}`, readFileSync(join(package_, "nets", name)));

/** The entries of the games of a file by their names: `title`, `rules.ru`; lines that begin with a space go on with the last one. */
function described(text) {
    const games = new Map();
    let [game, key] = [new Map(), ""];
    for (const line of text.split("\n")) {
        const [, name, parent] = /^\[([^:\]]+)(?::([^\]]+))?\]/.exec(line) ?? [];
        const [, entry, value] = /^([\w.]+)\s*=\s*(.*)$/.exec(line) ?? [];
        if (name) games.set(name, game = new Map([["rules", games.get(parent)?.get("rules") ?? ""], ["title", name], ["url", ""]]));
        else if (entry) game.set(key = entry, value.trim());
        else if (/^\s+[^\s#;]/.test(line)) game.set(key, `${game.get(key)} ${line.trim()}`);
    }
    return games;
}

// The rules pages, and the families of games that share them.
const { Instance } = await import(join(package_, "module.js"));
const instance = await Instance.load(readFileSync(join(package_, "helgi_desk.wasm")), { now: () => 0 });
const present = { moment: 0, local: 0 };
const told = (act) => JSON.parse(instance.call("desk", [], [JSON.stringify({ ...present, ...act })]));
told({ begin: { seed: 1, kept: [] } });
const variants = ["/api/variants", "/api/variants/more"].flatMap((path) =>
    JSON.parse(told({ handle: { method: "GET", path, body: "" } }).reply.body));
const families = Object.fromEntries(variants.filter(({ name, family }) => name !== family).map(({ name, family }) => [name, family]));
const pages = join(root, "docs/rules");
const rules = readdirSync(pages, { recursive: true }).filter((name) => name.endsWith(".md")).map((name) => {
    const file = name.includes("/") ? name : `en/${name}`;
    take(`rules/${file}`, readFileSync(join(pages, name)));
    return file;
});
// Games from files have what their files say, in the languages in which they say it.
const games = join(root, "crates/variants/games");
for (const file of readdirSync(games).filter((name) => name.endsWith(".ini"))) {
    for (const [name, entries] of described(readFileSync(join(games, file), "utf8"))) {
        for (const [language] of words) {
            const own = (key) => entries.get(`${key}.${language}`);
            if (language !== "en" && !own("rules") && !own("title")) continue;
            const said = (key) => own(key) ?? entries.get(key);
            take(`rules/${language}/${name}.md`, `# ${said("title")}\n\n${said("rules")}\n\n${entries.get("url")}\n`);
            rules.push(`${language}/${name}.md`);
        }
    }
}
take("rules.js", `export const FAMILIES = ${JSON.stringify(families)};\nexport const RULES = ${JSON.stringify(rules.sort())};\n`);

const sorted = [...files].sort(([one], [other]) => (one < other ? -1 : 1));
const whole = createHash("sha256");
for (const [name, bytes] of sorted) whole.update(`${name}\0${bytes.length}\0`).update(bytes);
const version = whole.digest("hex").slice(0, 16);

/** The page, with its files below the version. */
function laidOut() {
    const isThere = (line) => {
        const [, name = ""] = /(?:href|src)="(\S+?)"/.exec(line) ?? [];
        return name === "" || name === "manifest.webmanifest" || files.has(name);
    };
    const lines = source.split("\n").filter(isThere).join("\n");
    const place = (all, attribute, name) => (files.has(name) ? `${attribute}="${version}/${name}"` : all);
    const pinned = lines.replace(/(href|src)="(\S+?)"/g, place);
    const head = `<meta http-equiv="Content-Security-Policy" content="${POLICY}">\n`
        + `<meta name="helgi-desk" content="${version}/desk-worker.js">`;
    return pinned.replace('<meta charset="utf-8">', `<meta charset="utf-8">\n${head}`);
}

rmSync(out, { recursive: true, force: true });
const put = (name, bytes) => {
    mkdirSync(dirname(join(out, name)), { recursive: true });
    writeFileSync(join(out, name), bytes);
};
const all = new Map([["./", Buffer.from(laidOut())]]);
for (const name of ["manifest.webmanifest", "icon.svg"]) all.set(name, readFileSync(join(page, name)));
for (const [name, bytes] of sorted) all.set(`${version}/${name}`, bytes);
const hashes = Object.fromEntries([...all].map(([name, bytes]) => [name, createHash("sha256").update(bytes).digest("hex")]));
for (const [name, bytes] of all) put(name === "./" ? "index.html" : name, bytes);
const worker = readFileSync(join(import.meta.dirname, "service-worker.js"), "utf8");
const listed = `FILES = ${JSON.stringify(hashes, null, 1)}`;
put("service-worker.js", worker.replace('VERSION = ""', `VERSION = "${version}"`).replace("FILES = {}", listed));

const packed = (names) => names.map((name) => gzipSync(all.get(name), { level: 9 }).length).reduce((sum, one) => sum + one, 0);
const row = (what, names) => {
    const bytes = names.reduce((sum, name) => sum + all.get(name).length, 0);
    const [count, plain, short] = [names.length, bytes, packed(names)].map((number) => String(number).padStart(9));
    console.log(`${what.padEnd(26)}${count} files${plain} bytes, gzip${short}`);
};
const names = [...all.keys()];
const of = (begin) => names.filter((name) => name.startsWith(`${version}/${begin}`));
const { GAMES } = await import(join(package_, "nets.js"));
const own = of("").filter((name) => !name.includes("/helgi/"));
const scripts = of("helgi/").filter((name) => name.endsWith(".js"));
const first = ["./", ...own.filter((name) => !/LICENSE|\/rules\//.test(name)), ...scripts, ...of("helgi/helgi_desk.wasm")];
const answer = [...of("helgi/helgi_engine.wasm"), `${version}/helgi/nets/${GAMES.tavreli}.net`];
row("page", own);
row("desk", of("helgi/helgi_desk.wasm"));
row("engine", [...scripts, ...of("helgi/helgi_engine.wasm")]);
row("nets", of("helgi/nets/"));
row("all", names);
row("a first move of Tavreli", first);
row("the engine's answer", answer);
if (packed(first) > MOST) throw new Error(`a first move of Tavreli needs ${packed(first)} bytes, expected at most ${MOST}`);
