// A module that ends by a fault, and the one that is loaded instead.
import { equal, ok, rejects, throws } from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as helgi from "helgi/rules";

const PLAIN = readFileSync(new URL("../helgi_rules.wasm", import.meta.url));
// A copy of its own: node's buffers share theirs.
const PACKED = Uint8Array.from(readFileSync(new URL(import.meta.resolve("helgi/helgi_rules.wasm.xz"))));

const section = (id, ...bytes) => [id, bytes.length, ...bytes];
const name = (text) => [text.length, ...Buffer.from(text)];
const returning = (number) => [4, 0, 0x41, number, 0x0b];
const PANIC = "panicked at a test";

/** A module that has no memory for texts, and whose `games` ends it: types, functions, a memory, exports, code, data. */
const faulty = new Uint8Array([
    0, ...Buffer.from("asm"), 1, 0, 0, 0,
    ...section(1, 3, 0x60, 0, 0, 0x60, 0, 1, 0x7f, 0x60, 1, 0x7f, 1, 0x7f),
    ...section(3, 5, 0, 1, 1, 2, 1),
    ...section(5, 1, 0, 1),
    ...section(7, 6, ...name("memory"), 2, 0, ...name("begin"), 0, 0, ...name("output"), 0, 1, ...name("output_length"), 0, 2,
        ...name("input"), 0, 3, ...name("games"), 0, 4),
    ...section(10, 5, 2, 0, 0x0b, ...returning(0), ...returning(PANIC.length), ...returning(0), 3, 0, 0x00, 0x0b),
    ...section(11, 1, 0, 0x41, 0, 0x0b, ...name(PANIC)),
]);

test("a module that has ended says so until it is loaded anew", async () => {
    await helgi.load(faulty);
    throws(() => helgi.info("chess"), (error) => error instanceof helgi.ArgumentError && error.expected.includes("memory"));
    for (let count = 0; count < 2; count += 1) {
        throws(() => helgi.games(), (error) => error instanceof helgi.ModuleError && error.value === PANIC);
    }
    throws(() => helgi.info("chess"), helgi.ModuleError);
    // A module may be handed in, too.
    await helgi.load(await WebAssembly.compile(PLAIN));
    const board = new helgi.Board();
    equal(board.legalMoves().length, 20);
    // There is one already.
    await helgi.load(faulty);
    equal(board.legalMoves().length, 20);
});

test("what is no module is refused", async () => {
    // A fresh copy of the package, which has loaded nothing.
    const { load } = await import(`${import.meta.resolve("helgi/rules")}?fresh`);
    await rejects(load(new Uint8Array(100)), WebAssembly.CompileError);
    await rejects(load(new Response("", { status: 404 })), (error) => error.name === "ModuleError" && error.value === "404");
    // Cut off, or changed on the way.
    const changed = Uint8Array.from(PACKED);
    changed[changed.length >> 1] ^= 1;
    for (const wrong of [PACKED.subarray(0, 1), PACKED.subarray(0, PACKED.length >> 1), changed]) {
        await rejects(load(wrong), (error) => error.name === "ModuleError" && error.message.includes("expected all of what was packed"));
    }
    await load(new Response(PACKED));
    ok(true);
});

test("a module is loaded packed or not, from bytes, an answer or an address", async () => {
    const place = import.meta.resolve("helgi/helgi_rules.wasm.xz");
    const sources = [PLAIN, PACKED, PACKED.buffer, new Response(PLAIN), new Response(PACKED), place];
    for (const [index, source] of sources.entries()) {
        const { Board, load } = await import(`${import.meta.resolve("helgi/rules")}?source${index}`);
        await load(source);
        equal(new Board().legalMoves().length, 20);
    }
});
