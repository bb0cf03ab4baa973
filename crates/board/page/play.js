// The page of one game: what is shown, and what the user does. Everything that happens comes from the
// server's stream, and a move on its way there is shown until it does; here is only what the server need not
// know: what is looked at, and what is in hand.

/** @import { Analysis, Cells, Choice, Hint, Look, Player, Reach, Snapshot, Step, Variant } from "./types.js" */
/** @import { BoardView } from "./board.js" */
/** @import { Place } from "./position.js" */
/** @import { Settings } from "./settings.js" */
import * as api from "./api.js";
import { corner } from "./geometry.js";
import { Entry, squareOf } from "./entry.js";
import { inspect } from "./inspect.js";
import { animate } from "./motion.js";
import { after, losses } from "./position.js";
import { Reviewing } from "./review.js";
import { save } from "./settings.js";
import { click } from "./sound.js";
import { Tree } from "./tree.js";

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
        /** @type {Tree | undefined} */
        this.tree = undefined;
        /** The move behind which the position is that is looked at. */
        this.at = "";
        /** The move to be looked at as soon as it is there. */
        this.wanted = "";
        /** Where each move was last left for. @type {Map<string, string>} */
        this.left = new Map();
        /** What is known of positions but for that of the game. @type {Map<string, Look>} */
        this.looks = new Map();
        this.asking = false;
        this.entry = new Entry([]);
        this.flipped = false;
        this.focus = "a1";
        this.error = "";
        /** @type {Hint | undefined} */
        this.hint = undefined;
        /** The stack that is looked at. @type {string | undefined} */
        this.peek = undefined;
        /** A piece and what it could do, which is looked at. @type {{ square: string, reach: Reach[] } | undefined} */
        this.shown = undefined;
        /** When the clocks showed what the game says. */
        this.heard = 0;
        this.confirming = "";
        /** Whether it is analysed what the other side threatens. */
        this.threats = false;
        /** @type {Reviewing | undefined} */
        this.reviewing = undefined;
        /** The puzzle that is solved here. @type {import("./quiz.js").Quiz | undefined} */
        this.quiz = undefined;
        this.shared = "";
        /** How many lines are analysed; 0 for none. */
        this.lines = 0;
        /** @type {Analysis | undefined} */
        this.analysis = undefined;
        /** The move that is on its way to the server, and shown already. @type {Choice | undefined} */
        this.sent = undefined;
        /** So many moves of a line are shown on the board. @type {{ line: number, count: number } | undefined} */
        this.preview = undefined;
        this.stream = new api.Stream(id, {
            game: (game) => this.hear(game),
            analysis: (analysis) => this.think(analysis),
            lost: (why) => this.say(why),
        });
    }

    close() {
        this.reviewing?.close();
        this.stream.close();
    }

    /** Whether the position of the game is looked at, and not another one of the tree. */
    get isPresent() {
        return !!this.tree && this.at === this.tree.end;
    }

    /** Whether somebody here can move: in the game, or to try another way. */
    get isOpen() {
        const game = this.game;
        if (!game) return false;
        return this.isPresent ? !game.ending && !game.thinking : (this.look?.moves.length ?? 0) > 0;
    }

    /** The position that is looked at, with its moves; `undefined` until it is known. @returns {Omit<Look, "ending"> | undefined} */
    get look() {
        return this.isPresent ? this.game : this.looks.get(this.at);
    }

    get place() {
        return this.tree?.place(this.at);
    }

    /** The move that follows, of several the one that was looked at last. */
    get following() {
        const next = this.tree?.next(this.at) ?? [];
        const known = this.left.get(this.at) ?? "";
        return next.includes(known) ? known : next[0];
    }

    /** The end of the moves that follow. */
    get last() {
        let at = this.at;
        for (let next = this.following; next !== undefined; next = this.tree?.next(at)[0]) at = next;
        return at;
    }

    /** What the board shows: what is looked at, or where a line or the move leads that was just made. @returns {Place | undefined} */
    get scene() {
        const { place, preview, sent } = this;
        const steps = preview ? this.analysis?.lines[preview.line]?.steps.slice(0, preview.count) : sent && [sent];
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
        const [was, place, sent] = [this.tree, this.place, this.sent];
        const followed = !was || this.isPresent;
        const wires = was?.path(this.at).map((move) => move.wire) ?? [];
        const tree = new Tree(game);
        if (!before) this.begin(game);
        if (before?.root !== game.root) this.looks.clear();
        this.game = game;
        this.tree = tree;
        if (this.reviewing?.line.join() !== game.line.join()) this.review(false);
        this.heard = performance.now();
        this.error = "";
        this.hint = undefined;
        this.at = followed ? tree.end : tree.follow(wires);
        if (tree.has(this.wanted)) {
            this.at = this.wanted;
            this.wanted = "";
        }
        const last = tree.get(this.at);
        const isNext = !!last && tree.path(last.parent).map((move) => move.wire).join() === wires.join();
        this.arrive();
        const view = this.view();
        this.draw();
        if (was && isNext && place && view && sent?.wire !== last.wire) this.stir(view, place.cells, last);
    }

    /** Shows and sounds a move. @param {BoardView} view  What is drawn, after it. @param {Cells} before @param {Step} step */
    stir(view, before, step) {
        animate(view, before, step);
        if (this.settings.sound) click(step);
    }

    /** Another position is looked at: nothing is in hand. */
    arrive() {
        this.entry = new Entry(this.isOpen ? (this.look?.moves ?? []) : []);
        this.peek = this.shown = this.sent = undefined;
        this.reconsider();
        void this.inquire();
    }

    /** Asks what can be played in the position that is looked at, one question at a time. */
    async inquire() {
        const at = this.at;
        if (this.asking || this.isPresent || this.looks.has(at)) return;
        this.asking = true;
        try {
            this.looks.set(at, await api.look(this.id, at));
        } catch (error) {
            // The move may be gone; then another one is looked at.
            if (this.at === at) this.say(error instanceof Error ? error.message : String(error));
        }
        this.asking = false;
        if (this.at !== at) return void this.inquire();
        this.entry = new Entry(this.isOpen ? (this.look?.moves ?? []) : []);
        this.draw();
    }

    /** Takes note of what the engine thinks. @param {Analysis} analysis */
    think(analysis) {
        if (this.lines === 0 || analysis.at !== this.at) return;
        this.analysis = analysis;
        this.draw();
    }

    /** Has what is looked at analysed, if anything is. */
    reconsider() {
        this.analysis = this.preview = undefined;
        this.stream.analyse(this.at, this.lines, this.threats);
    }

    /** Reviews the game, or ends that. @param {boolean} begins */
    review(begins) {
        this.reviewing?.close();
        this.reviewing = begins ? new Reviewing(this) : undefined;
        this.draw();
    }

    /** Analyses with so many lines; 0 ends it. @param {number} lines @param {boolean} [threats]  As if it were the other side's turn. */
    analyse(lines, threats = this.threats) {
        this.lines = lines;
        this.threats = threats;
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
        this.flipped = this.quiz ? this.quiz.side === "black" : game.white.kind === "engine" && game.black.kind === "person";
        const { files, ranks, holes } = this.variant;
        const middle = (/** @type {number} */ rank) => `${String.fromCharCode(97 + Math.floor(files / 2))}${rank + 1}`;
        const rank = this.flipped ? ranks - 1 : 0;
        this.focus = holes.includes(middle(rank)) ? middle(Math.floor(ranks / 2)) : middle(rank);
    }

    /** What the board shows. @returns {BoardView | undefined} */
    view() {
        const { game, scene: place, entry } = this;
        if (!game || !place) return undefined;
        const scene = this.preview || this.sent ? undefined : this.look?.scene;
        /** @type {Map<string, Choice[]>} */
        const targets = new Map();
        for (const [token, moves] of entry.offers()) {
            const square = squareOf(token);
            if (square !== undefined) targets.set(square, moves);
        }
        const parent = this.tree?.parent(this.at);
        const before = this.sent ? this.place?.cells : parent !== undefined && !this.preview && this.tree?.place(parent).cells;
        return {
            id: "board",
            variant: this.variant,
            place,
            flipped: this.flipped,
            letters: this.settings.pieces === "letters",
            labels: this.settings.labels,
            checkers: scene?.checkers ?? [],
            checked: scene?.checked ?? null,
            frozen: scene?.frozen ?? null,
            targets,
            shown: this.reach(),
            third: entry.target !== undefined,
            chooses: entry.way.length > 0,
            held: entry.way.map(squareOf).filter((square) => square !== undefined),
            lost: before && place.last ? losses(before, place.last) : [],
            focus: this.focus,
            hint: this.hinted(),
            arrows: this.preview ? [] : this.arrows(),
            drawn: this.preview ? [] : this.marks,
        };
    }

    /** The squares where the piece could go that is looked at. */
    reach() {
        /** @type {Map<string, Reach[]>} */
        const reach = new Map();
        for (const one of this.shown?.reach ?? []) reach.set(one.to, [...(reach.get(one.to) ?? []), one]);
        return reach;
    }

    /** What has been drawn on the position that is looked at. */
    get marks() {
        const { game, tree } = this;
        return (this.at === tree?.root ? game?.marks : tree?.get(this.at)?.marks) ?? [];
    }

    /** Draws a square or an arrow, or takes it away again. @param {string} mark */
    mark(mark) {
        const others = this.marks.filter((known) => known.slice(1) !== mark.slice(1));
        const marks = this.marks.includes(mark) ? others : [...others, mark];
        // The next one may come before the server has answered.
        const owner = this.tree?.get(this.at) ?? this.game;
        if (owner) owner.marks = marks;
        this.draw();
        void this.order({ do: "mark", at: this.at, marks });
    }

    /** The first moves of the best lines. */
    arrows() {
        const shown = this.reviewing?.shown;
        if (shown && this.lines === 0) return [{ step: shown, text: "best", rank: 0 }];
        const lines = this.analysis?.lines ?? [];
        return lines.flatMap(({ steps: [step], text }, rank) => (step ? [{ step, text, rank }] : []));
    }

    hinted() {
        const move = this.game?.moves.find((known) => known.wire === this.hint?.wire);
        return move ? [move.from, move.to].filter((square) => square !== null) : [];
    }

    /** @param {string} why */
    say(why) {
        this.error = why;
        this.draw();
    }

    /** Hands the game to the user. */
    async save() {
        try {
            await api.download(api.pgn(this.id));
        } catch (error) {
            this.say(error instanceof Error ? error.message : String(error));
        }
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

    /** Sends a move: of the game, or of a variation. @param {string} text */
    play(text) {
        if (!this.game) return;
        if (this.quiz?.isAsking) void this.quiz.attempt(text);
        else if (this.reviewing?.isAsking) void this.reviewing.attempt(text);
        else if (this.isPresent) void this.send(text, this.game.line.length);
        else void this.explore(text);
    }

    /** Sends a move of the game, and shows it until the server says what has come of it. @param {string} text @param {number} ply */
    async send(text, ply) {
        const before = this.place?.cells;
        this.sent = this.game?.moves.find((move) => move.wire === text);
        const view = this.sent && this.view();
        this.draw();
        if (this.sent && before && view) this.stir(view, before, this.sent);
        if (await this.order({ do: "play", move: text, ply })) return;
        // It can be made again.
        this.arrive();
        this.draw();
    }

    /** Plays a move where another one has been played. @param {string} text */
    async explore(text) {
        const noted = await this.order({ do: "explore", move: text, at: this.at });
        if (!noted) return;
        if (this.tree?.has(noted.at)) this.go(noted.at);
        else this.wanted = noted.at;
    }

    /** Notes a line that begins behind a move, and looks at its end. @param {string} at @param {string[]} wires */
    async follow(at, wires) {
        for (const wire of wires) {
            const noted = await this.order({ do: "explore", move: wire, at });
            if (!noted) return;
            at = noted.at;
        }
        if (this.tree?.has(at)) this.go(at);
        else this.wanted = at;
    }

    /** Deletes the variation from the move on that is looked at. */
    async prune() {
        const gone = this.at;
        if (await this.order({ do: "delete", at: gone })) this.looks.delete(gone);
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
            this.inspect(square);
            return;
        }
        const held = this.entry.way.length > 0;
        const offered = this.entry.tokenAt(square) !== undefined;
        let move = this.entry.press(square);
        if (!move && shoot && this.entry.offers().has("shoot")) move = this.entry.choose("shoot");
        this.made(move);
        if (!offered && !held && this.entry.way.length === 0) this.inspect(square);
    }

    /** Opens or closes the stack of a square, and shows what its piece could do. @param {string} square */
    inspect(square) {
        const stack = this.place?.cells[square] ?? [];
        const again = this.peek === square || this.shown?.square === square;
        this.peek = again || stack.length < 2 ? undefined : square;
        this.shown = undefined;
        if (!again && stack.length > 0) void inspect(this, square);
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

    /** Looks at the position behind a move. @param {string | undefined} to */
    go(to) {
        const { tree, place } = this;
        if (!tree || !place || to === undefined || !tree.has(to)) return;
        const step = tree.parent(to) === this.at ? tree.get(to) : undefined;
        this.at = to;
        for (const move of tree.path(to)) this.left.set(move.parent, move.id);
        this.hint = undefined;
        this.arrive();
        const view = this.view();
        this.draw();
        if (step && view) animate(view, place.cells, step);
    }

    /** Looks at the move that stands so many places beside the one that is looked at. @param {number} count */
    aside(count) {
        const beside = this.tree?.beside(this.at) ?? [];
        this.go(beside.at((beside.indexOf(this.at) + count) % beside.length));
    }

    /** Asks for a hint. */
    async ask() {
        const hint = /** @type {Hint | undefined} */ (await this.order({ do: "hint" }));
        if (hint && this.isPresent && this.game?.moves.some((move) => move.wire === hint.wire)) {
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
        const moves = this.tree?.path(this.at).map((step) => step.wire) ?? [];
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
