// The page of one game: draws its state, and does what the user asks. Everything that happens comes from the
// server's stream, and a move on its way there is shown until it does. What is looked at and in hand is the state's,
// the server is behind the transport, and what becomes of an entered move is up to the mode.

/** @import { Analysis, Cells, Choice, Hint, Player, Snapshot, Step, Variant } from "./types.js" */
/** @import { BoardView } from "./board.js" */
/** @import { Mode } from "./game-mode.js" */
/** @import { Settings } from "./settings.js" */
/** @import { Passage } from "./state.js" */
import { Announcer } from "./announce.js";
import { Entry } from "./entry.js";
import { ExploreMode } from "./explore-mode.js";
import { GameMode } from "./game-mode.js";
import { corner } from "./geometry.js";
import { inspect } from "./inspect.js";
import { animate } from "./motion.js";
import { recall, Reviewing } from "./review-mode.js";
import { save } from "./settings.js";
import { sound, soundsOf } from "./sound.js";
import { State } from "./state.js";
import { t } from "./text.js";
import { reason, Transport } from "./transport.js";

/** Gives the keys to the board, unless somebody has put them elsewhere. */
function focusBoard() {
    if (document.activeElement && document.activeElement !== document.body) return;
    const cell = document.querySelector('#board [tabindex="0"]');
    if (cell instanceof SVGElement) cell.focus({ preventScroll: true });
}

/** One game as it is looked at. */
export class Play extends State {
    /**
     * @param {Variant} variant
     * @param {string} id
     * @param {Settings} settings
     * @param {() => void} draw  Draws the page anew.
     */
    constructor(variant, id, settings, draw) {
        super(variant);
        this.id = id;
        this.settings = settings;
        this.draw = draw;
        /** True if the moves of a position are asked for. */
        this.asking = false;
        /** The time at which the clocks were those of the game. */
        this.heard = 0;
        this.shared = "";
        /** The words of the screen reader. */
        this.announcer = new Announcer();
        /** @type {Reviewing | undefined} */
        this.reviewing = undefined;
        /** The puzzle that is solved here. @type {import("./quiz-mode.js").Quiz | undefined} */
        this.quiz = undefined;
        this.playing = new GameMode(this);
        this.exploring = new ExploreMode(this);
        this.transport = new Transport(id, {
            game: (game) => this.hear(game),
            analysis: (analysis) => this.think(analysis),
            lost: (why) => this.say(why),
        });
    }

    close() {
        this.reviewing?.close();
        this.transport.close();
    }

    /** The mode that takes a move which is entered now: one that asks a question, the game, or a variation. @returns {Mode} */
    get mode() {
        return [this.quiz, this.reviewing, this.playing].find((mode) => mode?.isAsking) ?? this.exploring;
    }

    /** Hands on a move that has been entered. @param {string} text */
    async play(text) {
        if (this.game) await this.mode.attempt(text);
    }

    /** @param {Snapshot} game */
    hear(game) {
        this.heard = performance.now();
        if (this.game?.version === game.version) {
            // The stream has only been opened anew.
            this.game = game;
            this.say("");
            return;
        }
        const isFirst = !this.game && !this.quiz;
        const isNew = !this.game;
        const away = this.game?.away.join();
        const joins = !!this.game && game.away.some((side) => !this.game?.away.includes(side));
        const ends = !!this.game && !this.game.ending && !!game.ending;
        const passage = this.take(game);
        // Towards the only side that is played here.
        if (isNew || away !== game.away.join()) this.turn(this.quiz ? this.quiz.side === "black" : this.own.join() === "black");
        if (this.reviewing && this.reviewing.line.join() !== game.line.join()) this.review(false);
        this.query();
        this.show(passage, (view, before, step) => this.animateMove(view, before, step));
        // A game that begins: in others arrows go through the moves.
        if (isFirst && game.line.length === 0) focusBoard();
        if (ends) sound(["end"], this.settings.sound);
        if (joins) sound(["join"], this.settings.sound);
        // A game that is over opens with its review, if that was made before.
        if (isFirst && game.ending && recall(this.id, game.line)) this.review(true);
        if (this.premove && !this.isWaiting) this.release();
    }

    /** Makes the move that was foreseen, or says that it cannot be made. */
    release() {
        const { isPossible, move } = this.fulfil();
        if (!isPossible) this.say(t("say.premove.gone"));
        else if (move) this.made(move);
        else this.draw();
    }

    /**
     * Draws the position that somebody looks at now, and how one comes there.
     * @param {Passage | undefined} passage
     * @param {(view: BoardView, before: Cells, step: Step) => void} move
     */
    show(passage, move) {
        const view = this.view();
        this.draw();
        if (passage?.step && view) move(view, passage.before, passage.step);
    }

    /** Shows and sounds a move. @param {BoardView} view  What is drawn, after it. @param {Cells} before @param {Step} step */
    animateMove(view, before, step) {
        animate(view, before, step, this.settings.speed);
        sound(soundsOf(step, before), this.settings.sound);
    }

    /** Another position is looked at: nothing is in hand. */
    enterPosition() {
        this.settle();
        this.query();
    }

    /** Asks about the position that is looked at: what the engine thinks, if that is wanted, and what can be played. */
    query() {
        this.transport.analyse(this.at, this.lines, this.threats);
        void this.learn();
    }

    /** Asks what can be played in the position that is looked at, one question at a time. */
    async learn() {
        const at = this.at;
        if (this.asking || !this.isUnknown) return;
        this.asking = true;
        try {
            this.looks.set(at, await this.transport.look(at));
        } catch (error) {
            // The move may be gone; then another one is looked at.
            if (this.at === at) {
                this.early.length = 0;
                this.say(reason(error));
            }
        }
        this.asking = false;
        if (this.at !== at) return void this.learn();
        this.offer();
        this.draw();
        for (const { square, shoot } of this.early.splice(0)) this.press(square, shoot);
    }

    /** Takes note of what the engine thinks. @param {Analysis} analysis */
    think(analysis) {
        if (this.lines === 0 || analysis.at !== this.at) return;
        this.analysis = analysis;
        this.draw();
    }

    /** Reviews the game, or ends that. @param {boolean} begins */
    review(begins) {
        this.reviewing?.close();
        this.reviewing = begins ? new Reviewing(this) : undefined;
        this.draw();
    }

    /** Analyses with so many lines; 0 ends it. @param {number} lines @param {boolean} [threats]  As if it were the other side's turn. */
    analyse(lines, threats) {
        this.consider(lines, threats);
        this.transport.analyse(this.at, this.lines, this.threats);
        this.draw();
    }

    /** Shows so many moves of a line on the board; none ends it. @param {number} line @param {number} count */
    previewLine(line, count) {
        this.preview = count > 0 ? { line, count } : undefined;
        this.draw();
    }

    /** The view of the board. @returns {BoardView | undefined} */
    view() {
        const { pieces, labels } = this.settings;
        return this.picture({ pieces, labels, best: this.reviewing?.shown });
    }

    /** Draws a square or an arrow, or takes it away again. @param {string} mark */
    mark(mark) {
        if (this.isGuest) return;
        const marks = this.toggle(mark);
        this.draw();
        void this.order({ do: "mark", at: this.at, marks });
    }

    /** @param {string} why */
    say(why) {
        this.error = why;
        this.draw();
    }

    /** Hands the game to the user. */
    save() {
        return this.transport.save();
    }

    /** Does what the user asks of the server. @param {{ do: string } & Record<string, unknown>} order */
    order(order) {
        this.confirming = this.error = "";
        return this.transport.order(order);
    }

    /** Notes a line that begins behind a move, and looks at its end. @param {string} at @param {string[]} wires */
    follow(at, wires) {
        return this.exploring.follow(at, wires);
    }

    /** Deletes the variation from the move on that is looked at. */
    async prune() {
        const gone = this.at;
        if (await this.order({ do: "delete", at: gone })) this.looks.delete(gone);
    }

    /** Takes note of what has come of a step. @param {Choice | undefined} move */
    made(move) {
        this.clear();
        if (move && this.touched && this.settings.confirm) {
            this.pending = move;
            this.confirming = "move";
        } else if (move) {
            this.entry = new Entry([]);
            void this.play(move.wire);
        }
        this.draw();
    }

    /** Makes the move that waited for its confirmation. */
    confirm() {
        const move = this.pending;
        this.touched = false;
        this.made(move);
    }

    /** A square is clicked. @param {string} square @param {boolean} shoot  Whether to shoot where both can be done. */
    press(square, shoot = false) {
        this.focus = square;
        this.over = undefined;
        if (this.isWaiting && this.foresee(square)) {
            this.peek = this.shown = undefined;
            return this.draw();
        }
        if (this.isUnknown) {
            this.early.push({ square, shoot });
            return void this.learn();
        }
        if (!this.isOpen) return this.inspect(square);
        const { move, isIdle } = this.enter(square, shoot);
        this.made(move);
        if (isIdle) this.inspect(square);
    }

    /** Takes the piece of a square into the hand. @param {string} square */
    lift(square) {
        this.premove = undefined;
        this.entry.way = [];
        this.press(square);
    }

    /** Puts the piece of a square down on another. @param {string} from @param {string} to @param {boolean} shoot  As for `press`. */
    put(from, to, shoot) {
        // The other side may have moved since the piece was lifted, or the answer have come what it can do.
        if (this.inHand !== from && this.mayLift(from)) this.lift(from);
        if (this.inHand === from && (!this.isOpen || this.entry.tokenAt(to) !== undefined)) return this.press(to, shoot);
        this.back();
        this.say(t("say.no-way", { from, to }));
    }

    /** Opens or closes the stack of a square, and shows what its piece could do. @param {string} square */
    inspect(square) {
        if (this.open(square)) void inspect(this, square);
        this.draw();
    }

    /** A step of a menu, a part of a stack or a piece in reserve is chosen. @param {string} token */
    choose(token) {
        this.made(this.pick(token));
    }

    /** One step back; says whether there was one. */
    back() {
        const was = this.withdraw();
        this.draw();
        return was;
    }

    /** Looks at the position behind a move. @param {string | undefined} to */
    go(to) {
        const passage = this.walk(to);
        if (!passage) return;
        this.query();
        this.show(passage, (view, before, step) => animate(view, before, step, this.settings.speed));
    }

    /** Looks at the move that stands so many places beside the one that is looked at. @param {number} count */
    aside(count) {
        this.go(this.beside(count));
    }

    /** Asks whether something is really wanted. @param {string} what */
    ask(what) {
        this.confirming = what;
        this.draw();
    }

    /** The stack on a square is shown for as long as one stays there. @param {string | undefined} square */
    hover(square) {
        const stack = this.place?.cells[square ?? ""] ?? [];
        const over = stack.length > 1 ? square : undefined;
        if (over === this.over) return;
        this.over = over;
        this.draw();
    }

    /** Puts a request of the other side aside: a move declines it. */
    decline() {
        this.declined = `${this.request} ${this.game?.line.length}`;
        this.draw();
    }

    /** Two engines wait, or go on, with a pause between their moves. @param {boolean} paused @param {number} pause  In milliseconds. */
    pace(paused, pause) {
        void this.order({ do: "pace", paused, pause });
    }

    /** Begins the same game once more, with the colours changed. */
    async again() {
        const game = this.game;
        if (!game) return;
        const clock = game.clock ? { clock: game.clock.control } : {};
        const id = await this.transport.begin({ variant: game.variant, white: game.black, black: game.white,
            fen: game.start.text, ...clock });
        if (id !== undefined) location.hash = `${game.variant}/${id}`;
    }

    /** Asks for a hint: for the piece, and then for the move. */
    async advise() {
        if (this.hint) {
            this.told = true;
            return this.draw();
        }
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
        const id = await this.transport.begin({ variant, white, black, moves, fen: game.start.text, ...clock });
        if (id !== undefined) location.hash = `${variant}/${id}`;
    }

    /** Makes the squares of large boards large enough for fingers, or lets the board fit again. */
    zoom() {
        this.settings.zoom = !this.settings.zoom;
        void save(this.settings);
        this.draw();
    }

    /** Leaves nothing but the board, the players and the next step on the page, or shows the rest again. */
    calm() {
        this.settings.zen = !this.settings.zen;
        void save(this.settings);
        this.draw();
    }

    /** The place of a square on the board, as shares of its width and height. @param {string} square */
    spot(square) {
        const view = this.view();
        const svg = document.getElementById("board");
        if (!view || !(svg instanceof SVGSVGElement)) return undefined;
        const [x, y] = corner(view, square);
        const { width, height } = svg.viewBox.baseVal;
        return { x: x / width, y: y / height, size: 100 / width };
    }
}
