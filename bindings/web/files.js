// Files from where they lie: modules of WebAssembly, packed or not, and nets.
import { ModuleError, NetError } from "./errors.js";
import { isBytes } from "./module.js";
import { XzReadableStream } from "./xz.js";

/** The first byte of what is packed by xz; that of a module is 0. */
const PACKED = 0xfd;

/** The file of an address: its bytes, or the answer of `fetch`. Node's `fetch` opens no files. */
async function open(address) {
    const files = address.protocol === "file:" && globalThis.process?.getBuiltinModule?.("node:fs/promises");
    return files ? files.readFile(address) : fetch(address);
}

/** An answer of a server, which shall be a file. */
function checked(response, Class, field) {
    if (response.ok) {
        return response;
    }
    const [value, expected] = [String(response.status), `the ${field}`];
    throw new Class(`${field}: \`${value}\` from ${response.url}, expected ${expected}`, { field, value, expected });
}

/** The bytes of a file. */
export async function bytesOf(address) {
    const file = await open(address);
    if (file instanceof Response) {
        return new Uint8Array(await checked(file, NetError, "net").arrayBuffer());
    }
    return new Uint8Array(file);
}

/** The same stream behind its first part that is not empty, if there is one. */
async function withFirst(stream) {
    const reader = stream.getReader();
    let first = await reader.read();
    while (!first.done && first.value.length === 0) {
        first = await reader.read();
    }
    const hand = (controller, { done, value }) => done ? controller.close() : controller.enqueue(value);
    const whole = new ReadableStream({
        start: (controller) => hand(controller, first),
        pull: async (controller) => hand(controller, await reader.read()),
        cancel: (reason) => reader.cancel(reason),
    });
    return [first.value ?? [], whole];
}

/** A packed module that ends too early, or was changed on its way. */
function damaged(error) {
    const [value, expected] = [error.message, "all of what was packed"];
    return new ModuleError(`module: damaged (${value}), expected ${expected}`, { field: "module", value, expected, cause: error });
}

/** Compiles a module while it arrives, packed by xz or not. */
export async function compileStream(stream) {
    const [first, whole] = await withFirst(stream);
    const isPacked = first[0] === PACKED;
    // Some servers do not know the type of the file, and compiling from a stream insists on it.
    const headers = { "Content-Type": "application/wasm" };
    const file = new Response(isPacked ? new XzReadableStream(whole) : whole, { headers });
    return WebAssembly.compileStreaming(file).catch((error) => {
        throw isPacked && !(error instanceof WebAssembly.CompileError) ? damaged(error) : error;
    });
}

/** Compiles the module of a source: a module, its bytes, an answer of `fetch`, or where it lies. */
export async function compile(source) {
    if (source instanceof WebAssembly.Module) {
        return source;
    }
    const isThere = isBytes(source) || source instanceof Response;
    const file = isThere ? source : await open(new URL(source, import.meta.url));
    const response = file instanceof Response ? checked(file, ModuleError, "module") : new Response(file);
    return compileStream(response.body ?? new Blob([]).stream());
}
