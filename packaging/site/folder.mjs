// Lays out the folder of the page without a server, and prints its sizes.
//
//   node folder.mjs PACKAGE OUT    PACKAGE has the modules, the nets and the scripts of `helgi/engine`; ESBUILD names the bundler
//
// Everything but the page itself, its manifest and its service worker lies below the hash of all of it, where it never changes:
// so nothing of an old version is mixed with a new one, however long hosts and browsers keep copies.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import { gzipSync } from "node:zlib";

const [package_, out] = process.argv.slice(2).map((name) => resolve(name));
const esbuild = createRequire(import.meta.url)(process.env.ESBUILD);
const root = resolve(import.meta.dirname, "../..");
const page = join(root, "crates/board/page");
const languages = join(root, "crates/words/languages");

/** The most that a first move of Tavreli may need, compressed. Unit: bytes. */
const MOST = 1_000_000;

/** The policy of the page: that of the server, but for what a page cannot say of itself. */
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; "
    + "img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    + "require-trusted-types-for 'script'; trusted-types lit-html helgi";

const files = new Map();
const take = (name, bytes) => files.set(name, Buffer.from(bytes));

/** Resolves the package's scripts in its build folder. */
const ofPackage = {
    name: "package",
    setup({ onResolve }) {
        onResolve({ filter: /^\.\/(helgi\/|rules\.js$)/ }, ({ path }) => ({ path: join(package_, basename(path)) }));
    },
};

/** Scripts that stay out of the bundle: only a server has matches, and the paths of some families of games are large. */
const MATCH = "./match.js";
const PATHS = ["characters.js", "more-icons.js"];
const OUTSIDE = [MATCH, ...PATHS.map((name) => `./${name}`)];

/** The scripts that load others on demand, as they are bundled, and the modules that they load, with their places. */
const loading = new Map();
const later = new Map();
for (const name of ["main.js", "pieces/sets.js"]) {
    const path = join(page, name);
    loading.set(path, readFileSync(path, "utf8").replace(/(?<=await |, )import\("(\.\/\S+?)\.js"\)/g, (all, place) => {
        if (OUTSIDE.includes(`${place}.js`)) return all;
        later.set(basename(place), join(dirname(path), `${place}.js`));
        return `import("more").then((more) => more.${basename(place)})`;
    }));
}

/** Has what the page loads on demand in one file, which compresses better than several. */
const onDemand = {
    name: "on-demand",
    setup({ onLoad, onResolve }) {
        onResolve({ filter: /^more$/ }, () => ({ path: "more", namespace: "more" }));
        onLoad({ filter: /\.js$/ }, ({ path }) => (loading.has(path) ? { contents: loading.get(path) } : undefined));
        onLoad({ filter: /^more$/, namespace: "more" }, () => ({
            contents: [...later].map(([name, place]) => `export * as ${name} from ${JSON.stringify(place)};`).join("\n"), resolveDir: page,
        }));
    },
};

const settings = { external: OUTSIDE, write: false, bundle: true, minify: true, format: "esm", target: "es2022", charset: "utf8",
    legalComments: "none" };

/** Makes the scripts of the page: that of a first visit, what it shares with others, and those for later. Returns the shared ones. */
async function pageScripts() {
    // Tests talk to the worker by what `door.js` exports.
    const main = { name: "main", setup({ onResolve, onLoad }) {
        onResolve({ filter: /^main$/ }, () => ({ path: "main", namespace: "main" }));
        onLoad({ filter: /^main$/, namespace: "main" }, () => ({
            contents: 'import "./main.js"; export * from "./door.js";', resolveDir: page,
        }));
    } };
    const { outputFiles, metafile } = await esbuild.build({ ...settings, entryPoints: ["main"], outdir: page, splitting: true,
        metafile: true, entryNames: "[name]", chunkNames: "[name]-[hash]", plugins: [main, onDemand], absWorkingDir: page });
    for (const { path, contents } of outputFiles) take(basename(path), contents);
    const { imports } = metafile.outputs["main.js"];
    return imports.filter(({ kind, external }) => kind === "import-statement" && !external).map(({ path }) => basename(path));
}

/** Makes one script of some code in a folder and of all that it needs, since each request costs a first visit the latency of its line. */
async function bundle(name, folder, contents) {
    const { outputFiles: [{ contents: bytes }] } = await esbuild.build({
        ...settings, stdin: { contents, resolveDir: folder, sourcefile: `all of ${name}` }, plugins: [ofPackage],
    });
    take(name, bytes);
}

const early = await pageScripts();
for (const name of PATHS) {
    const { code } = await esbuild.transform(readFileSync(join(page, "pieces", name), "utf8"), { minify: true, charset: "utf8" });
    take(name, code);
}
const source = readFileSync(join(page, "index.html"), "utf8");

/** Makes one style sheet of some. */
async function sheet(name, parts) {
    const text = parts.map((part) => readFileSync(join(page, part), "utf8")).join("\n");
    take(name, (await esbuild.transform(text, { loader: "css", minify: true, charset: "utf8" })).code);
}

await sheet("style.css", [...source.matchAll(/href="(\S+?\.css)"/g)].map(([, name]) => name));
take("icon.svg", readFileSync(join(page, "icon.svg")));
// A page that is loaded on demand brings its look.
await sheet("write.css", ["write.css"]);
for (const name of readdirSync(page, { recursive: true })) {
    if (name.endsWith("LICENSE") || name === "LICENSE.md") take(name, readFileSync(join(page, name)));
}
const words = readdirSync(languages).map((name) => [name.replace(/\.json$/, ""), JSON.parse(readFileSync(join(languages, name), "utf8"))]);
// What pages need, and what the desk sends along with its messages; nobody here needs the texts of the terminal.
const { terminal, messages } = JSON.parse(readFileSync(join(languages, "../apart.json"), "utf8"));
const kindOf = (id) => id.split(".")[0];
const chosen = (texts, isChosen) => Object.fromEntries(Object.entries(texts).filter(([id]) => isChosen(kindOf(id))));
const isShown = (kind) => ![...terminal, ...messages].includes(kind);
const forAll = (of) => JSON.stringify(Object.fromEntries(words.map(([code, texts]) => [code, of(code, texts)])));
// English, and the names of the other languages, whose texts are fetched where they are spoken.
take("words.json", forAll((code, texts) => (code === "en" ? chosen(texts, isShown) : { language: texts.language })));
for (const [code, texts] of words) {
    if (code !== "en") take(`words/${code}.json`, JSON.stringify(chosen(texts, isShown)));
}
take("apart.json", forAll((_, texts) => chosen(texts, (kind) => messages.includes(kind))));
take("showcase.json", JSON.stringify(readFileSync(join(root, "crates/desk/src/showcase/games.txt"), "utf8")));
const puzzles = join(root, "crates/study/puzzles");
const sets = readdirSync(puzzles).filter((name) => name.endsWith(".pgn"));
const setOf = (name) => [name.replace(/\.pgn$/, ""), readFileSync(join(puzzles, name), "utf8")];
take("puzzles.json", JSON.stringify(Object.fromEntries(sets.map(setOf))));

/** Packs a module; the check is the one that the page can make. */
const squeezed = (bytes) => execFileSync("xz", ["--format=xz", "--check=crc32", "-9e", "--stdout"], { input: bytes, maxBuffer: 2 ** 28 });

for (const name of ["helgi_engine.wasm", "helgi_desk.wasm"]) {
    take(`helgi/${name}.xz`, squeezed(readFileSync(join(package_, name))));
}
for (const name of readdirSync(join(package_, "nets"))) take(`helgi/nets/${name}`, readFileSync(join(package_, "nets", name)));

// The rules pages, and the families of games that share them; the desk has those of games from files.
const { Instance } = await import(join(package_, "module.js"));
const instance = await Instance.of(await WebAssembly.compile(readFileSync(join(package_, "helgi_desk.wasm"))), { now: () => 0 });
const present = { moment: 0, local: 0 };
const told = (act) => JSON.parse(instance.call("desk", [], [JSON.stringify({ ...present, ...act })]));
told({ begin: { seed: 1, kept: [] } });
const variants = JSON.parse(told({ handle: { method: "GET", path: "/api/variants", body: "" } }).reply.body);
const families = Object.fromEntries(variants.map(({ name, family }) => [name, family]));
const pages = join(root, "docs/rules");
const rules = readdirSync(pages, { recursive: true }).filter((name) => name.endsWith(".md")).map((name) => {
    const file = name.includes("/") ? name : `en/${name}`;
    take(`rules/${file}`, readFileSync(join(pages, name)));
    return file;
});
writeFileSync(join(package_, "rules.js"),
    `export const FAMILIES = ${JSON.stringify(families)};\nexport const RULES = ${JSON.stringify(rules.sort())};\n`);
// Beside their modules and the nets, which they find by their own addresses.
await bundle("helgi/desk-worker.js", import.meta.dirname, 'import "./desk-worker.js";');
await bundle("helgi/engine-worker.js", package_, 'import "./engine-worker.js";');

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
    // Nothing waits for what it is imported by.
    const links = [...early.map((name) => `<link rel="modulepreload" href="${name}">`),
        '<link rel="preload" href="helgi/helgi_desk.wasm.xz" as="fetch" crossorigin>'];
    const pinned = lines.replace("</head>", `${links.join("\n")}\n</head>`).replace(/(href|src)="(\S+?)"/g, place);
    const head = `<meta http-equiv="Content-Security-Policy" content="${POLICY}">\n`
        + `<meta name="helgi-desk" content="${version}/helgi/desk-worker.js">`;
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
const shown = ["main.js", ...early, "style.css", "words.json", "icon.svg", "helgi/desk-worker.js", "helgi/helgi_desk.wasm.xz"];
const first = ["./", "manifest.webmanifest", ...shown.map((name) => `${version}/${name}`)];
const answer = ["engine-worker.js", "helgi_engine.wasm.xz", `nets/${GAMES.tavreli}.net`].map((name) => `${version}/helgi/${name}`);
row("page", own);
row("desk", of("helgi/helgi_desk.wasm"));
row("engine", [...scripts, ...of("helgi/helgi_engine.wasm")]);
row("nets", of("helgi/nets/"));
row("all", names);
row("a first move of Tavreli", first);
row("the engine's answer", answer);
if (packed(first) > MOST) throw new Error(`a first move of Tavreli needs ${packed(first)} bytes, expected at most ${MOST}`);
