// README's lines in every place where the package is to run: node, Vite's build, a page without a bundler, each in a folder
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
const [, lines] = readFileSync(join(folder, "node_modules", "helgi", "README.md"), "utf8").match(/```js\n(.*?)```/s);
ok(lines.trim().split("\n").filter((line) => line !== "").length === 4, "README's example");

writeFileSync(join(folder, "five.mjs"), lines);
const wanted = execFileSync(process.execPath, ["five.mjs"], { cwd: folder, encoding: "utf8" }).trim();
equal(wanted.split(" ").length, 39);
console.log("node: README's lines ran");

// Vite, from a folder whose only dependency is the package.
const page = (script) => `<!doctype html><meta charset="utf-8"><title>helgi</title><script type="module" ${script}</script>`;
const site = join(folder, "site");
mkdirSync(site, { recursive: true });
writeFileSync(join(site, "index.html"), page('src="/main.js">'));
writeFileSync(join(site, "main.js"), lines);
const vite = join(process.env.TOOLS, "node_modules", "vite", "bin", "vite.js");
execFileSync(process.execPath, [vite, "build", "--logLevel", "warn", site], { cwd: folder });
// Without a bundler.
writeFileSync(join(folder, "plain.html"), page(`>${lines.replace("helgi/rules", "./node_modules/helgi/rules.js")}`));

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };
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
try {
    equal(await printed(join(site, "dist"), ""), wanted);
    console.log("Vite's build: README's lines ran");
    equal(await printed(folder, "plain.html"), wanted);
    console.log("a page without a bundler: README's lines ran");
    equal(await printed(folder, "plain.html", { ...TYPES, ".wasm": "application/octet-stream" }), wanted);
    console.log("a server that does not know the type of the module: README's lines ran");
} finally {
    await browser.close();
}
