// The errors of this package. Each has what was refused, and what was expected.

/** A text or a number that cannot be used; the other errors are below it. */
export class HelgiError extends Error {
    constructor(message, { field = "", value = "", expected = "" } = {}) {
        super(message);
        this.field = field;
        this.value = value;
        this.expected = expected;
    }

    get name() {
        return this.constructor.name;
    }
}

/** A number or a text out of its range. */
export class ArgumentError extends HelgiError {}

/** A name that no game has, or that several games share. */
export class GameNameError extends HelgiError {}

/** A module that is not loaded, or that has ended by a fault. */
export class ModuleError extends HelgiError {}

/** An engine that is closed. */
export class EngineClosedError extends HelgiError {}

/** A net that is not to be had, or that is none. */
export class NetError extends HelgiError {}

/** A text that is no position of the game. */
export class FenError extends HelgiError {
    constructor(message, fields = {}) {
        super(message, fields);
        this.fault = fields.fault ?? "field";
    }
}

/** A text that is no legal move of the position. */
export class MoveError extends HelgiError {
    constructor(message, fields = {}) {
        super(message, fields);
        this.reason = fields.reason ?? "illegal";
    }
}

/** A file of recorded games that cannot be read further, or a recorded game that the rules do not allow. */
export class PgnError extends HelgiError {
    constructor(message, fields = {}) {
        super(message, fields);
        this.line = fields.line ?? 0;
    }
}

/** A file with descriptions of games of which at least one cannot be played. */
export class GameFileError extends HelgiError {
    constructor(message, fields = {}) {
        super(message, fields);
        this.findings = fields.findings ?? [];
        this.games = fields.games ?? [];
    }
}

const CLASSES = {
    ArgumentError, EngineClosedError, FenError, GameFileError, GameNameError, HelgiError, ModuleError, MoveError, NetError, PgnError,
};

/** The error that the module has answered with, or a worker. */
export function errorOf({ class: name, message, ...fields }) {
    return new (Object.hasOwn(CLASSES, name) ? CLASSES[name] : ModuleError)(message, fields);
}

/** An error as data, of which `errorOf` makes it again. */
export function dataOf(error) {
    if (error instanceof HelgiError) {
        return { class: error.name, message: error.message, ...error };
    }
    return { class: "ModuleError", message: `module: ${error}`, field: "module", value: String(error), expected: "no fault" };
}

/** The first 60 characters of a text on one line, without halves of characters; `…` marks a cut. */
function excerpt(text) {
    // 60 characters have at most 120 units; the rest of a long text is not looked at.
    const shown = text.slice(0, 120).replace(/\p{Surrogate}/gu, "\ufffd").replace(/\p{Cc}/gu, " ");
    const characters = [...shown];
    return characters.length > 60 || text.length > 120 ? `${characters.slice(0, 60).join("")}…` : shown;
}

/** An error about an argument of a function. */
export function argumentError(field, given, expected) {
    const value = excerpt(String(given));
    return new ArgumentError(`${field}: \`${value}\`, expected ${expected}`, { field, value, expected });
}
