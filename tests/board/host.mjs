// A host of the page without a server.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { gzipSync } from "node:zlib";

const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml",
    ".json": "application/json", ".wasm": "application/wasm", ".webmanifest": "application/manifest+json" };

/** The bytes that a slow line sends at once. */
const PORTION = 4096;

/** A line of so many bytes a second, which all answers share, and so many milliseconds until an answer begins. */
class Line {
    free = 0;
    sent = 0;

    constructor({ rate, latency }) {
        Object.assign(this, { rate, latency, packed: new Map() });
    }

    /** The bytes that are sent of a file. */
    pack(file, bytes) {
        if (!this.packed.has(file)) this.packed.set(file, gzipSync(bytes, { level: 9 }));
        return this.packed.get(file);
    }

    async send(response, bytes) {
        await wait(this.latency);
        for (let at = 0; at < bytes.length; at += PORTION) {
            const portion = bytes.subarray(at, at + PORTION);
            this.free = Math.max(this.free, performance.now()) + (portion.length / this.rate) * 1000;
            this.sent += portion.length;
            await wait(this.free - performance.now());
            response.write(portion);
        }
        response.end();
    }
}

/** A host of plain files: below a path, without headers but the type. `folder` can be exchanged. A slow `line` compresses files. */
export async function host(folder, slow) {
    const line = slow && new Line(slow);
    const shown = { folder, asked: 0, line };
    const server = createServer(({ url }, response) => {
        shown.asked++;
        const path = /^\/some\/where\/(.*)$/.exec(new URL(url, "http://localhost").pathname)?.[1];
        const file = path === undefined ? undefined : join(shown.folder, normalize(`/${path || "index.html"}`));
        try {
            const bytes = readFileSync(file);
            const headers = { "Content-Type": TYPES[extname(file)] ?? "application/octet-stream", "Cache-Control": "max-age=600" };
            response.writeHead(200, line ? { ...headers, "Content-Encoding": "gzip" } : headers);
            if (line) void line.send(response, line.pack(file, bytes));
            else response.end(bytes);
        } catch {
            response.writeHead(404).end();
        }
    });
    await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
    const address = `http://127.0.0.1:${server.address().port}/some/where/`;
    return Object.assign(shown, { address, end: () => server.close() });
}
