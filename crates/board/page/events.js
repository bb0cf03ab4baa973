// A stream of events from the server, or from the worker in its place. An EventSource sends no headers, and so no key.

import { desk } from "./door.js";
import { headers } from "./key.js";

/** The time until a broken stream is asked for again, in milliseconds. */
const PAUSE = 1000;

export class Events {
    /** @param {string} path */
    constructor(path) {
        this.path = path;
        /** True if it was closed, or there is no such stream; otherwise it is asked for again when it breaks. */
        this.closed = false;
        /** Called when it begins. @type {() => void} */
        this.onopen = () => {};
        /** Called with the name and the data of each event. @type {(data: any, name: string) => void} */
        this.onevent = () => {};
        /** Called when it breaks off, or there is none. @type {() => void} */
        this.onerror = () => {};
        this.broken = new AbortController();
        if (desk) this.listen(desk);
        else void this.run();
    }

    close() {
        this.closed = true;
        this.broken.abort();
    }

    /** Listens to the worker. @param {NonNullable<typeof desk>} worker */
    listen(worker) {
        if (this.closed) return;
        const close = worker.open(this.path, {
            opened: () => this.onopen(),
            heard: (data, name) => this.onevent(JSON.parse(data), name),
            broken: (isMissing) => {
                this.closed ||= isMissing;
                this.onerror();
                if (!isMissing) setTimeout(() => this.listen(worker), PAUSE);
            },
        });
        this.broken.signal.addEventListener("abort", close, { once: true });
    }

    async run() {
        while (!this.closed) {
            try {
                const response = await fetch(this.path, { headers: headers(), signal: this.broken.signal, cache: "no-store" });
                if (response.ok && response.body) {
                    if (!this.closed) this.onopen();
                    await this.read(response.body);
                } else if (!this.closed) {
                    this.closed = true;
                    return this.onerror();
                }
            } catch {
                // Reported below.
            }
            if (this.closed) return;
            this.onerror();
            await new Promise((go) => setTimeout(go, PAUSE));
        }
    }

    /** @param {ReadableStream<Uint8Array<ArrayBuffer>>} body */
    async read(body) {
        const reader = body.pipeThrough(new TextDecoderStream()).getReader();
        let text = "";
        for (;;) {
            const { done, value } = await reader.read();
            if (done) return;
            const parts = (text + value).split("\n\n");
            text = parts.pop() ?? "";
            for (const part of parts) this.hear(part);
        }
    }

    /** @param {string} part  The lines of one event. */
    hear(part) {
        let name = "message";
        let data = "";
        for (const line of part.split("\n")) {
            if (line.startsWith("event: ")) name = line.slice(7);
            else if (line.startsWith("data: ")) data += line.slice(6);
        }
        // Without data it only says that the server is there.
        if (data && !this.closed) this.onevent(JSON.parse(data), name);
    }
}
