// A module of WebAssembly: its texts, its answers, and its end.
import { argumentError, errorOf, ModuleError } from "./errors.js";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Texts up to this length are written where they are read, with room for the longest encoding. */
const SHORT = 4096;

/** A text with half a character, which UTF-8 does not have, becomes another on the way. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/** Whether a value is bytes. */
export const isBytes = (value) => value instanceof ArrayBuffer || ArrayBuffer.isView(value);

/** An instance of the module. */
export class Instance {
    #wasm;
    #bytes;
    #view;
    /** The fault that has ended the module. */
    #fault = null;

    constructor(wasm) {
        this.#wasm = wasm;
        this.#look();
        this.#run(() => wasm.begin());
    }

    /** An instance of a compiled module, which is given these functions. */
    static async of(module, functions = {}) {
        const { exports } = await WebAssembly.instantiate(module, { env: functions });
        return new Instance(exports);
    }

    get isAlive() {
        return this.#fault === null;
    }

    /** A view of the memory is empty after the memory has grown. */
    #look() {
        this.#bytes = new Uint8Array(this.#wasm.memory.buffer);
        this.#view = new DataView(this.#wasm.memory.buffer);
    }

    #run(call) {
        if (this.#fault !== null) {
            throw this.#fault;
        }
        try {
            return call();
        } catch (error) {
            // Where the stack overflows, browsers throw a `RangeError` or, as Firefox does, an `InternalError`.
            if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError || error?.name === "InternalError") {
                this.#fault = this.#ended(error);
                throw this.#fault;
            }
            throw error;
        }
    }

    /** What has happened is in the last answer if it was a panic; the module itself cannot go on. */
    #ended(error) {
        let text = error.message;
        try {
            this.#look();
            const [at, length] = [this.#wasm.output(), this.#wasm.output_length()];
            const last = decoder.decode(this.#bytes.subarray(at, at + length));
            text = last.startsWith("panicked") ? last : text;
        } catch {
            // Not even that can be asked.
        }
        const expected = "`load()` to begin anew";
        return new ModuleError(`module: ended by a fault (${text}), expected ${expected}`, {
            field: "module", value: text, expected, cause: error,
        });
    }

    #room(length) {
        const at = this.#wasm.input(length);
        if (at === 0) {
            throw argumentError("text", `${length} bytes`, "a text that fits into the memory");
        }
        if (this.#bytes.length === 0) {
            this.#look();
        }
        return at;
    }

    #write(texts) {
        let length = 4;
        let isShort = true;
        for (const text of texts) {
            // A unit of UTF-16 becomes three bytes at most: characters of four bytes have two units.
            length += 4 + 3 * text.length;
            isShort &&= typeof text === "string" && text.length <= SHORT;
        }
        const encoded = isShort ? texts : texts.map((text) => typeof text === "string" ? encoder.encode(text) : text);
        if (!isShort) {
            length = encoded.reduce((sum, bytes) => sum + 4 + bytes.length, 4);
        }
        let at = this.#room(length);
        // The lowest byte first, as WebAssembly has its numbers.
        this.#view.setUint32(at, texts.length, true);
        at += 4;
        for (const text of encoded) {
            let written = text.length;
            if (isShort) {
                written = encoder.encodeInto(text, this.#bytes.subarray(at + 4)).written;
            } else {
                this.#bytes.set(text, at + 4);
            }
            this.#view.setUint32(at, written, true);
            at += 4 + written;
        }
    }

    /** Calls a function with numbers and texts (or bytes), and returns its answer. */
    call(name, numbers = [], texts = []) {
        return this.#run(() => {
            if (texts.length > 0) {
                this.#write(texts);
            }
            const length = this.#wasm[name](...numbers);
            const at = this.#wasm.output();
            if (this.#bytes.length === 0) {
                this.#look();
            }
            const answer = decoder.decode(this.#bytes.subarray(at, at + Math.abs(length)));
            if (length < 0) {
                throw errorOf(JSON.parse(answer));
            }
            return answer;
        });
    }

    /** Calls a function that frees something, unless the module has ended. */
    free(name, number) {
        if (this.isAlive) {
            this.#run(() => this.#wasm[name](number));
        }
    }
}

/** A text of the caller. */
export function text(field, value) {
    if (typeof value !== "string") {
        throw new TypeError(`${field}: expected a string, not ${value === null ? "null" : typeof value}`);
    }
    if (LONE_SURROGATE.test(value)) {
        throw argumentError(field, value, "whole characters, no lone surrogates");
    }
    return value;
}

/** Moves of the caller, as the module reads them: a line each. */
export function moveLines(moves) {
    if (!Array.isArray(moves)) {
        throw new TypeError("moves: expected an array");
    }
    const texts = moves.map((move) => text("move", move));
    const wrong = texts.find((move) => move.includes("\n") || move === "");
    if (wrong !== undefined) {
        throw argumentError("move", wrong, "a move");
    }
    return texts.join("\n");
}

/** A board that was saved, as the module reads it. */
export function savedTexts({ version, game, rules = null, start, moves }) {
    const lines = moveLines(moves);
    return [String(version), text("game", game), rules === null ? "" : text("rules", rules), text("start", start), lines];
}

/** A whole number of the caller within bounds. */
export function whole(field, value, least, most) {
    if (typeof value !== "number") {
        throw new TypeError(`${field}: expected a number, not ${value === null ? "null" : typeof value}`);
    }
    if (!Number.isInteger(value) || value < least || value > most) {
        throw argumentError(field, value, `a whole number from ${least} to ${most}`);
    }
    return value;
}
