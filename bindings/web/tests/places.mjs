// README's programs in every place where the package is to run: node, Vite's build, a page without a bundler, each in a folder
// that has nothing but the package.
//
//   node places.mjs FOLDER    the folder has the package in node_modules; TOOLS names that of the tools, BROWSER the browser
import { equal, ok } from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join } from "node:path";

const folder = process.argv[2];
const { chromium } = createRequire(join(process.env.TOOLS, "tests.cjs"))("playwright-core");
const readme = readFileSync(join(folder, "node_modules", "helgi", "README.md"), "utf8");
const programs = [...readme.matchAll(/```js\n(.*?)```/gs)].map(([, lines]) => lines);
const NAMES = ["rules", "engine"];
equal(programs.length, NAMES.length, "README's examples");
ok(programs.every((lines) => lines.trim().split("\n").filter((line) => line !== "").length <= 6), "README's examples");

// Vite builds from a folder whose only dependency is the package.
const page = (script) => `<!doctype html><meta charset="utf-8"><title>helgi</title><script type="module" ${script}</script>`;
const site = join(folder, "site");
mkdirSync(site, { recursive: true });
const vite = join(process.env.TOOLS, "node_modules", "vite", "bin", "vite.js");
const wanted = NAMES.map((name, index) => {
    writeFileSync(join(folder, `${name}.mjs`), programs[index]);
    // A program ends although its engine waits for more.
    const output = execFileSync(process.execPath, [`${name}.mjs`], { cwd: folder, encoding: "utf8", timeout: 20_000 }).trim();
    writeFileSync(join(site, `${name}.html`), page(`src="/${name}.js">`));
    writeFileSync(join(site, `${name}.js`), programs[index]);
    // Without a bundler.
    const plain = programs[index].replace(/"helgi\/(\w+)"/g, '"./node_modules/helgi/$1.js"');
    writeFileSync(join(folder, `${name}.html`), page(`>${plain}`));
    return output;
});
equal(wanted[0].split(" ").length, 39);
ok(wanted[1].length > 0);
console.log("node: README's programs ran");
const inputs = Object.fromEntries(NAMES.map((name) => [name, join(site, `${name}.html`)]));
writeFileSync(join(site, "vite.config.js"), `export default { build: { rolldownOptions: { input: ${JSON.stringify(inputs)} } } };`);
execFileSync(process.execPath, [vite, "build", "--logLevel", "warn", site], { cwd: folder });

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".xz": "application/x-xz" };
/** The files of a folder; with other types than the usual if asked. */
const serve = async (root, types = TYPES) => {
    const server = createServer((request, response) => {
        try {
            const path = new URL(request.url, "http://localhost").pathname;
            const body = readFileSync(join(root, path === "/" ? "index.html" : path));
            response.writeHead(200, { "Content-Type": types[extname(path)] ?? types[".html"] }).end(body);
        } catch {
            response.writeHead(404).end();
        }
    });
    await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
    return server;
};
const browser = await chromium.launch({ executablePath: process.env.BROWSER, args: ["--no-sandbox"] });
/** The first line that a page prints. */
const printed = async (root, path, types) => {
    const server = await serve(root, types);
    const tab = await browser.newPage();
    try {
        const line = new Promise((found, failed) => {
            tab.on("console", (message) => message.type() === "log" && found(message.text()));
            tab.on("pageerror", failed);
        });
        await tab.goto(`http://127.0.0.1:${server.address().port}/${path}`);
        return await Promise.race([line, new Promise((_, failed) => setTimeout(failed, 20_000, new Error(`${path}: nothing`)))]);
    } finally {
        await tab.close();
        server.close();
    }
};
/** Stops a search from a page, and prints the milliseconds and whether there was a move. */
const STOP = `>
    import { Board, load } from "./node_modules/helgi/rules.js";
    import { Engine } from "./node_modules/helgi/engine.js";
    await load();
    const engine = new Engine();
    const times = [];
    for (const [game, multipv] of [["chess", 1], ["operational2", 500], ["duck", 500]]) {
        await engine.analyse(new Board(game), { nodes: 1 });
        const search = engine.analyse(new Board(game), { multipv });
        await new Promise((wake) => setTimeout(wake, 2500));
        const began = performance.now();
        engine.stop();
        const { best } = await search;
        times.push(best !== null && performance.now() - began);
    }
    console.log(JSON.stringify(times));`;

try {
    for (const [index, name] of NAMES.entries()) {
        equal(await printed(join(site, "dist"), `${name}.html`), wanted[index]);
        equal(await printed(folder, `${name}.html`), wanted[index]);
        equal(await printed(folder, `${name}.html`, { ...TYPES, ".xz": "text/html" }), wanted[index]);
    }
    console.log("Vite's build, a page without a bundler, a server that does not know the type: README's programs ran");
    writeFileSync(join(folder, "stop.html"), page(STOP));
    const times = JSON.parse(await printed(folder, "stop.html"));
    ok(times.every((time) => time !== false && time < 100), `stopped after ${times} ms`);
    console.log("a page: searches stop within a tenth of a second");
} finally {
    await browser.close();
}
