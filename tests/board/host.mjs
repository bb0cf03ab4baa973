// A host of the page without a server.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml",
    ".json": "application/json", ".wasm": "application/wasm", ".webmanifest": "application/manifest+json" };

/** A host of plain files: below a path, without headers but the type. `folder` can be exchanged. */
export async function host(folder) {
    const shown = { folder, asked: 0 };
    const server = createServer(({ url }, response) => {
        shown.asked++;
        const path = /^\/some\/where\/(.*)$/.exec(new URL(url, "http://localhost").pathname)?.[1];
        const file = path === undefined ? undefined : join(shown.folder, normalize(`/${path || "index.html"}`));
        try {
            const bytes = readFileSync(file);
            response.writeHead(200, { "Content-Type": TYPES[extname(file)] ?? "application/octet-stream", "Cache-Control": "max-age=600" });
            response.end(bytes);
        } catch {
            response.writeHead(404).end();
        }
    });
    await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
    const address = `http://127.0.0.1:${server.address().port}/some/where/`;
    return Object.assign(shown, { address, end: () => server.close() });
}
