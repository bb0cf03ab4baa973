// The page of one game: what is shown, and what the user does. Everything that happens comes from the
// server's stream; here is only what the server need not know: what is looked at, and what is in hand.

/** @import { Analysis, Choice, Hint, Player, Snapshot, Variant } from "./types.js" */
/** @import { BoardView } from "./board.js" */
/** @import { Place } from "./position.js" */
/** @import { Settings } from "./settings.js" */
import * as api from "./api.js";
import { corner } from "./board.js";
import { Entry, squareOf } from "./entry.js";
import { animate } from "./motion.js";
import { ownerOf } from "./pieces.js";
import { after, losses, nameOf, placeAt } from "./position.js";
import { prompt, standing } from "./prompts.js";
import { save } from "./settings.js";
import { click } from "./sound.js";

/** One game as it is looked at. */
export class Play {
    /**
     * @param {Variant} variant
     * @param {string} id
     * @param {Settings} settings
     * @param {() => void} draw  Draws the page anew.
     */
    constructor(variant, id, settings, draw) {
        this.variant = variant;
        this.id = id;
        this.settings = settings;
        this.draw = draw;
        /** @type {Snapshot | undefined} */
        this.game = undefined;
        /** After how many moves the position is that is looked at. */
        this.ply = 0;
        this.entry = new Entry([]);
        this.flipped = false;
        this.focus = "a1";
        this.error = "";
        /** @type {Hint | undefined} */
        this.hint = undefined;
        /** The stack that is looked at. @type {string | undefined} */
        this.peek = undefined;
        /** A piece of the other side and what it could do, which is looked at. @type {{ square: string, moves: Choice[] } | undefined} */
        this.shown = undefined;
        /** When the clocks showed what the game says. */
        this.heard = 0;
        this.confirming = "";
        /** How many lines are analysed; 0 for none. */
        this.lines = 0;
        /** @type {Analysis | undefined} */
        this.analysis = undefined;
        /** So many moves of a line are shown on the board. @type {{ line: number, count: number } | undefined} */
        this.preview = undefined;
        this.stream = new api.Stream(id, {
            game: (game) => this.hear(game),
            analysis: (analysis) => this.think(analysis),
            lost: (why) => this.say(why),
        });
    }

    close() {
        this.stream.close();
    }

    /** Whether the present is looked at, and somebody here is to move. */
    get isOpen() {
        const game = this.game;
        return !!game && !game.ending && !game.thinking && this.ply === game.line.length;
    }

    get place() {
        return this.game && placeAt(this.game, this.ply);
    }

    /** What the board shows: what is looked at, or where a line leads. @returns {Place | undefined} */
    get scene() {
        const { place, preview } = this;
        const steps = preview && this.analysis?.lines[preview.line]?.steps.slice(0, preview.count);
        const last = steps?.at(-1);
        if (!place || !steps || !last) return place;
        const end = steps.reduce(after, { cells: place.cells, blocks: place.blocks, reserve: place.reserve });
        return { ...end, side: place.side, last };
    }

    /** @param {Snapshot} game */
    hear(game) {
        const before = this.game;
        if (before?.version === game.version) {
            // The stream has only been opened anew.
            this.heard = performance.now();
            this.game = game;
            this.say("");
            return;
        }
        const followed = !before || this.ply === before.line.length;
        const last = game.line.at(-1);
        const isNext =
            before && followed && game.line.length === before.line.length + 1 && game.line.at(-2)?.wire === before.line.at(-1)?.wire;
        if (!before) this.begin(game);
        this.game = game;
        this.heard = performance.now();
        this.error = "";
        this.hint = undefined;
        if (followed || this.ply > game.line.length) this.ply = game.line.length;
        this.entry = new Entry(this.isOpen ? game.moves : []);
        this.peek = this.shown = undefined;
        this.reconsider();
        const view = this.view();
        this.draw();
        if (isNext && last && view) {
            if (before) animate(view, placeAt(before, before.line.length).cells, last);
            if (this.settings.sound) click(last);
        }
    }

    /** Takes note of what the engine thinks. @param {Analysis} analysis */
    think(analysis) {
        if (this.lines === 0 || analysis.ply !== this.ply) return;
        this.analysis = analysis;
        this.draw();
    }

    /** Has what is looked at analysed, if anything is. */
    reconsider() {
        this.analysis = this.preview = undefined;
        this.stream.analyse(this.ply, this.lines);
    }

    /** Analyses with so many lines; 0 ends it. @param {number} lines */
    analyse(lines) {
        this.lines = lines;
        this.reconsider();
        this.draw();
    }

    /** Shows so many moves of a line on the board; none ends it. @param {number} line @param {number} count */
    glance(line, count) {
        this.preview = count > 0 ? { line, count } : undefined;
        this.draw();
    }

    /** Turns the board to the one who plays. @param {Snapshot} game */
    begin(game) {
        this.flipped = game.white.kind === "engine" && game.black.kind === "person";
        const { files, ranks, holes } = this.variant;
        const middle = (/** @type {number} */ rank) => `${String.fromCharCode(97 + Math.floor(files / 2))}${rank + 1}`;
        const rank = this.flipped ? ranks - 1 : 0;
        this.focus = holes.includes(middle(rank)) ? middle(Math.floor(ranks / 2)) : middle(rank);
    }

    /** What the board shows. @returns {BoardView | undefined} */
    view() {
        const { game, scene: place, entry } = this;
        if (!game || !place) return undefined;
        const present = this.ply === game.line.length && !this.preview;
        /** @type {Map<string, Choice[]>} */
        const targets = new Map();
        for (const [token, moves] of entry.offers()) {
            const square = squareOf(token);
            if (square !== undefined) targets.set(square, moves);
        }
        const before = place.last && !this.preview && placeAt(game, this.ply - 1).cells;
        return {
            id: "board",
            variant: this.variant,
            place,
            flipped: this.flipped,
            letters: this.settings.pieces === "letters",
            labels: this.settings.labels,
            checkers: present ? game.scene.checkers : [],
            checked: present ? game.scene.checked : null,
            frozen: present ? game.scene.frozen : null,
            targets,
            shown: this.reach(),
            third: entry.target !== undefined,
            chooses: entry.way.length > 0,
            held: entry.way.map(squareOf).filter((square) => square !== undefined),
            lost: before && place.last ? losses(before, place.last) : [],
            focus: this.focus,
            hint: this.hinted(),
            arrows: this.preview ? [] : this.arrows(),
        };
    }

    /** The squares where the piece could go that is looked at. */
    reach() {
        /** @type {Map<string, Choice[]>} */
        const reach = new Map();
        for (const move of this.shown?.moves ?? []) {
            if (move.to !== null) reach.set(move.to, [...(reach.get(move.to) ?? []), move]);
        }
        return reach;
    }

    /** The first moves of the best lines. */
    arrows() {
        const lines = this.analysis?.lines ?? [];
        return lines.flatMap(({ steps: [step], text }, rank) => (step ? [{ step, text, rank }] : []));
    }

    hinted() {
        const move = this.game?.moves.find((known) => known.wire === this.hint?.wire);
        return move ? [move.from, move.to].filter((square) => square !== null) : [];
    }

    /** What is expected of the user, or what has happened. */
    get status() {
        const { game, place } = this;
        if (!game || !place) return "";
        if (this.ply < game.line.length) {
            return `After move ${this.ply} of ${game.line.length}. The right arrow goes on.`;
        }
        const asked = this.isOpen ? prompt(this.variant, place, this.entry) : "";
        if (this.shown) {
            const name = nameOf(this.variant, place.cells[this.shown.square]?.[0] ?? "");
            const count = this.reach().size;
            return `The ${name} on ${this.shown.square} could go to or shoot ${count === 1 ? "one square" : `${count} squares`}.`;
        }
        const last = this.entry.way.length === 0 && place.last ? ` ${this.lastWords()}` : "";
        return `${standing(game)}${last} ${asked}`.trim();
    }

    /** The last move in words. */
    lastWords() {
        const last = this.place?.last;
        if (!last) return "";
        const says = last.says.charAt(0).toUpperCase() + last.says.slice(1);
        return `Last move ${last.san}: ${says}.`;
    }

    /** @param {string} why */
    say(why) {
        this.error = why;
        this.draw();
    }

    /** Does what the user asks of the server. @param {{ do: string } & Record<string, unknown>} order */
    async order(order) {
        this.confirming = "";
        try {
            return await api.order(this.id, order);
        } catch (error) {
            this.say(error instanceof Error ? error.message : String(error));
            return undefined;
        }
    }

    /** Sends a move. @param {string} text */
    play(text) {
        if (this.game) void this.order({ do: "play", move: text, ply: this.game.line.length });
    }

    /** Takes note of what has come of a step. @param {Choice | undefined} move */
    made(move) {
        this.error = "";
        this.peek = this.shown = undefined;
        this.confirming = "";
        if (move) {
            this.entry = new Entry([]);
            this.play(move.wire);
        }
        this.draw();
    }

    /** A square is clicked. @param {string} square @param {boolean} shoot  Whether to shoot where both can be done. */
    press(square, shoot = false) {
        this.focus = square;
        if (!this.isOpen) {
            this.look(square);
            return;
        }
        const held = this.entry.way.length > 0;
        const offered = this.entry.tokenAt(square) !== undefined;
        let move = this.entry.press(square);
        if (!move && shoot && this.entry.offers().has("shoot")) move = this.entry.choose("shoot");
        this.made(move);
        if (!offered && !held && this.entry.way.length === 0) this.look(square);
    }

    /** Opens or closes the stack of a square, and shows what a piece of the other side could do. @param {string} square */
    look(square) {
        const { game, place } = this;
        const stack = place?.cells[square] ?? [];
        const again = this.peek === square || this.shown?.square === square;
        this.peek = again || stack.length < 2 ? undefined : square;
        this.shown = undefined;
        const top = stack[0];
        if (!again && game && place && top !== undefined && this.ply === game.line.length && ownerOf(top) !== place.side) {
            void this.show(square, game.version);
        }
        this.draw();
    }

    /** Shows what a piece of the other side could do. @param {string} square @param {number} version */
    async show(square, version) {
        let moves;
        try {
            moves = await api.others(this.id);
        } catch (error) {
            this.say(error instanceof Error ? error.message : String(error));
            return;
        }
        if (this.game?.version !== version || this.entry.way.length > 0) return;
        this.shown = { square, moves: moves.filter((move) => move.from === square) };
        this.draw();
    }

    /** A step of a menu, a part of a stack or a piece in reserve is chosen. @param {string} token */
    choose(token) {
        if (token.endsWith("@") && token.length > 1) this.entry.way = [];
        this.made(this.entry.choose(token));
    }

    /** One step back; says whether there was one. */
    back() {
        const was = this.entry.back() || this.peek !== undefined || this.shown !== undefined || this.confirming !== "" || this.error !== "";
        this.peek = this.shown = undefined;
        this.confirming = "";
        this.error = "";
        this.draw();
        return was;
    }

    /** Looks at the position after so many moves. @param {number} ply */
    go(ply) {
        const game = this.game;
        if (!game) return;
        const to = Math.max(0, Math.min(ply, game.line.length));
        const step = to === this.ply + 1 ? game.line[this.ply] : undefined;
        const cells = this.place?.cells ?? {};
        this.ply = to;
        this.entry = new Entry(this.isOpen ? game.moves : []);
        this.peek = this.shown = undefined;
        this.hint = undefined;
        this.reconsider();
        const view = this.view();
        this.draw();
        if (step && view) animate(view, cells, step);
    }

    /** Asks for a hint. */
    async ask() {
        const hint = /** @type {Hint | undefined} */ (await this.order({ do: "hint" }));
        if (hint && this.isOpen && this.game?.moves.some((move) => move.wire === hint.wire)) {
            this.hint = hint;
            this.draw();
        }
    }

    /** Others play on. @param {Player} white @param {Player} black */
    seat(white, black) {
        void this.order({ do: "seat", white, black });
    }

    /** Persons and engines change sides. */
    change() {
        if (this.game) this.seat(this.game.black, this.game.white);
    }

    /** Begins a new game with the moves up to the one that is looked at. */
    async fork() {
        const game = this.game;
        if (!game) return;
        const moves = game.line.slice(0, this.ply).map((step) => step.wire);
        const clock = game.clock ? { clock: game.clock.control } : {};
        const { white, black, variant } = game;
        try {
            const id = await api.begin({ variant, white, black, moves, fen: game.start.text, ...clock });
            location.hash = `${variant}/${id}`;
        } catch (error) {
            this.say(error instanceof Error ? error.message : String(error));
        }
    }

    /** Makes the squares of large boards large enough for fingers, or lets the board fit again. */
    zoom() {
        this.settings.zoom = !this.settings.zoom;
        save(this.settings);
        this.draw();
    }

    /** Where a square stands on the board, as shares of its width and height. @param {string} square */
    spot(square) {
        const view = this.view();
        const svg = document.getElementById("board");
        if (!view || !(svg instanceof SVGSVGElement)) return undefined;
        const [x, y] = corner(view, square);
        const { width, height } = svg.viewBox.baseVal;
        return { x: x / width, y: y / height, size: 100 / width };
    }
}
