// The state of the page of a game: the position that is shown and the move in hand, without the page and the server.
// Nothing here is drawn, asked for or waited for, so that node can test it.

/** @import { Analysis, Cells, Choice, Hint, Look, Reach, Snapshot, Step, Variant } from "./types.js" */
/** @import { BoardView } from "./board.js" */
/** @import { Place } from "./position.js" */
import { Entry, squareOf } from "./entry.js";
import { ownerOf } from "./owners.js";
import { after, halfway, losses } from "./position.js";
import { Tree } from "./tree.js";

/** @typedef {{ before: Cells, step: Step | undefined }} Passage  A way from one position to another: by a move, or by none. */

/** The state of one game's page. */
export class State {
    /** @param {Variant} variant */
    constructor(variant) {
        this.variant = variant;
        /** @type {Snapshot | undefined} */
        this.game = undefined;
        /** @type {Tree | undefined} */
        this.tree = undefined;
        /** The move behind which the position is that is looked at. */
        this.at = "";
        /** The move to be looked at as soon as it is there. */
        this.wanted = "";
        /** The last choice behind each move. @type {Map<string, string>} */
        this.left = new Map();
        /** The known facts about positions other than that of the game. @type {Map<string, Look>} */
        this.looks = new Map();
        this.entry = new Entry([]);
        /** The squares that were clicked before it was known what can be played. @type {{ square: string, shoot: boolean }[]} */
        this.early = [];
        this.flipped = false;
        this.focus = "a1";
        this.error = "";
        this.confirming = "";
        /** @type {Hint | undefined} */
        this.hint = undefined;
        /** True if the whole hint has been given, and not only the piece. */
        this.told = false;
        /** The stack that is looked at. @type {string | undefined} */
        this.peek = undefined;
        /** The square under the pointer or the keys' focus, once somebody has stayed there. @type {string | undefined} */
        this.over = undefined;
        /**
         * A move that is made as soon as it is one's turn: where it begins and ends.
         * @type {{ from: string, to: string | undefined } | undefined}
         */
        this.premove = undefined;
        /** True if stacks have been seen in this game. */
        this.stacked = false;
        /** A piece and what it could do, which is looked at. @type {{ square: string, reach: Reach[] } | undefined} */
        this.shown = undefined;
        /** True if the threats of the other side are analysed. */
        this.threats = false;
        /** The number of lines that are analysed; 0 for none. */
        this.lines = 0;
        /** @type {Analysis | undefined} */
        this.analysis = undefined;
        /** True if this is the page of a guest, who has this game and nothing else. */
        this.isGuest = false;
        /** The request that has been put aside, and when. */
        this.declined = "";
        /** The move that was entered by touch, is shown, and waits for its confirmation. @type {Choice | undefined} */
        this.pending = undefined;
        /** True if the last press on the board was a touch. */
        this.touched = false;
        /** The move that is on its way to the server, and shown already. @type {Choice | undefined} */
        this.sent = undefined;
        /** So many moves of a line are shown on the board. @type {{ line: number, count: number } | undefined} */
        this.preview = undefined;
    }

    /** True if the position of the game is looked at, and not another one of the tree. */
    get isPresent() {
        return !!this.tree && this.at === this.tree.end;
    }

    /** True if somebody here can move: in the game, or to try another way. */
    get isOpen() {
        const game = this.game;
        if (!game) return false;
        if (this.isPresent) return !game.ending && !game.thinking && !game.away.includes(game.scene.side);
        return !this.isGuest && (this.look?.moves.length ?? 0) > 0;
    }

    /** True if what can be played in the position that is looked at has still to be learnt. */
    get isUnknown() {
        return !!this.game && !this.isPresent && !this.isGuest && !this.looks.has(this.at);
    }

    /** True if a person at the board waits for the move of the engine, or of somebody at another device. */
    get isWaiting() {
        const game = this.game;
        if (!game || !this.isPresent || game.ending || this.own.length === 0) return false;
        return game.thinking || game.away.includes(game.scene.side);
    }

    /** The sides that persons play here. @returns {("white" | "black")[]} */
    get own() {
        const game = this.game;
        return game ? /** @type {const} */ (["white", "black"]).filter((side) => game[side].kind === "person"
            && !game.away.includes(side)) : [];
    }

    /**
     * The request of the other side that is to be answered, but for one that has been put aside.
     * @returns {"draw" | "takeback" | undefined}
     */
    get request() {
        const game = this.game;
        const asks = (/** @type {"white" | "black" | null} */ side) => side !== null && game?.away.includes(side) && this.own.length > 0;
        const draw = asks(game?.offer ?? null) ? "draw" : undefined;
        const request = asks(game?.takeback ?? null) ? "takeback" : draw;
        return request && this.declined !== `${request} ${game?.line.length}` ? request : undefined;
    }

    /** True if no person plays. */
    get hasOnlyEngines() {
        return this.game?.white.kind === "engine" && this.game.black.kind === "engine";
    }

    /** True if pieces stand on pieces in this game. */
    get hasStacks() {
        this.stacked ||= Object.values(this.place?.cells ?? {}).some((stack) => stack.length > 1)
            || !!this.look?.moves.some((move) => move.mark === "mount");
        return this.stacked;
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

    /** The place that the board shows: the present one, or that to which a line or the last move leads. @returns {Place | undefined} */
    get scene() {
        const { place, preview } = this;
        const sent = this.sent ?? this.pending;
        const steps = preview ? this.analysis?.lines[preview.line]?.steps.slice(0, preview.count) : sent && [sent];
        const last = steps?.at(-1);
        if (!place || !steps || !last) return this.half ?? place;
        const end = steps.reduce(after, { cells: place.cells, blocks: place.blocks, reserve: place.reserve });
        return { ...end, side: place.side, last };
    }

    /** The place while a move is half made: the piece stands where it goes. @returns {Place | undefined} */
    get half() {
        const { place, entry } = this;
        if (!place || entry.target === undefined) return undefined;
        const board = halfway(place, entry.left(), entry.target);
        return board && { ...board, side: place.side, last: place.last };
    }

    /** Turns the board to the one who plays. @param {boolean} flipped */
    turn(flipped) {
        this.flipped = flipped;
        const { files, ranks, holes } = this.variant;
        const middle = (/** @type {number} */ rank) => `${String.fromCharCode(97 + Math.floor(files / 2))}${rank + 1}`;
        const rank = flipped ? ranks - 1 : 0;
        this.focus = holes.includes(middle(rank)) ? middle(Math.floor(ranks / 2)) : middle(rank);
    }

    /**
     * Takes over another state of the game; what was looked at still is, and the game's end is followed.
     *
     * @param {Snapshot} game
     * @returns {Passage | undefined} the move that has come, if it begins where somebody looked and is not shown yet
     */
    take(game) {
        const [before, was, place, sent, way] = [this.game, this.tree, this.place, this.sent, this.entry.way];
        const followed = !was || this.isPresent;
        const wires = was?.path(this.at).map((move) => move.wire) ?? [];
        const tree = new Tree(game);
        if (before?.root !== game.root) this.looks.clear();
        this.game = game;
        this.tree = tree;
        this.error = "";
        this.hint = undefined;
        this.told = false;
        this.at = followed ? tree.end : tree.follow(wires);
        if (tree.has(this.wanted)) {
            this.at = this.wanted;
            this.wanted = "";
        }
        this.settle();
        const last = tree.get(this.at);
        const isAfter = (/** @type {string} */ at) => tree.path(at).map((move) => move.wire).join() === wires.join();
        // An offer of a draw takes nothing out of the hand.
        if (before?.root === game.root && isAfter(this.at)) this.entry.resume(way);
        const isNext = !!last && isAfter(last.parent);
        return was && isNext && place && sent?.wire !== last.wire ? { before: place.cells, step: last } : undefined;
    }

    /** Another position is looked at: nothing is in hand. */
    settle() {
        this.offer();
        this.early = [];
        this.peek = this.over = this.shown = this.sent = this.pending = undefined;
        this.analysis = this.preview = undefined;
    }

    /** Wants so many lines analysed, none of which is known yet. @param {number} lines @param {boolean} [threats] */
    consider(lines, threats = this.threats) {
        this.lines = lines;
        this.threats = threats;
        this.analysis = this.preview = undefined;
    }

    /** Offers the moves of the position that is looked at, as far as they are known. */
    offer() {
        this.entry = new Entry(this.isOpen ? (this.look?.moves ?? []) : []);
    }

    /**
     * Looks at the position behind a move.
     * @param {string | undefined} to
     * @returns {Passage | undefined} how one comes there; nothing where there is no such move
     */
    walk(to) {
        const { tree, place } = this;
        if (!tree || !place || to === undefined || !tree.has(to)) return undefined;
        const step = tree.parent(to) === this.at ? tree.get(to) : undefined;
        this.at = to;
        for (const move of tree.path(to)) this.left.set(move.parent, move.id);
        this.hint = undefined;
        this.premove = undefined;
        this.settle();
        return { before: place.cells, step };
    }

    /** The move that stands so many places beside the one that is looked at. @param {number} count */
    beside(count) {
        const beside = this.tree?.beside(this.at) ?? [];
        return beside.at((beside.indexOf(this.at) + count) % beside.length);
    }

    /**
     * Takes a step of a move at a square.
     *
     * @param {string} square
     * @param {boolean} shoot  Whether to shoot where both can be done.
     * @returns {{ move: Choice | undefined, isIdle: boolean }} the move if it is complete; whether the square is no part of any
     */
    enter(square, shoot) {
        const held = this.entry.way.length > 0;
        const offered = this.entry.tokenAt(square) !== undefined;
        let move = this.entry.press(square);
        if (!move && shoot && this.entry.offers().has("shoot")) move = this.entry.choose("shoot");
        return { move, isIdle: !offered && !held && this.entry.way.length === 0 };
    }

    /** The piece on a square, of a stack the uppermost. @param {string} square */
    pieceOn(square) {
        return this.place?.cells[square]?.[0];
    }

    /** True if a piece of a side stands on a square. @param {string} square @param {"white" | "black" | undefined} side */
    hasPiece(square, side) {
        const piece = this.pieceOn(square);
        return piece !== undefined && ownerOf(piece) === side;
    }

    /**
     * True if the piece of a square may be taken into the hand: for a move, for one that is yet to be known, or for
     * one after the other side's.
     * @param {string} square
     */
    mayLift(square) {
        if (this.isOpen) return this.entry.begins(square);
        if (this.isUnknown) return this.hasPiece(square, this.place?.side);
        return this.isWaiting && this.isForeseeable(square);
    }

    /** The square of the piece in hand. */
    get inHand() {
        // A premove that is complete has left the hand.
        if (this.isWaiting) return this.premove?.to === undefined ? this.premove?.from : undefined;
        return this.isUnknown ? this.early.at(-1)?.square : this.entry.way[0];
    }

    /** True if the move that is noted for after the other side's may begin on a square. @param {string} square */
    isForeseeable(square) {
        return this.hasPiece(square, this.game?.scene.side === "white" ? "black" : "white");
    }

    /**
     * Notes a move for when the engine has answered.
     *
     * @param {string} square
     * @returns {boolean} whether the square is a part of one
     */
    foresee(square) {
        const { premove } = this;
        if (premove && premove.to === undefined && premove.from !== square) {
            this.premove = { from: premove.from, to: square };
        } else if (this.isForeseeable(square) && premove?.from !== square) {
            this.premove = { from: square, to: undefined };
        } else {
            const was = premove !== undefined;
            this.premove = undefined;
            return was;
        }
        return true;
    }

    /**
     * Enters the move that was foreseen, as far as it is possible now and known; says whether it is possible.
     * @returns {{ isPossible: boolean, move: Choice | undefined }}
     */
    fulfil() {
        const { premove } = this;
        this.premove = undefined;
        const none = { isPossible: false, move: undefined };
        if (!premove || !this.isOpen || this.entry.tokenAt(premove.from) === undefined) return none;
        this.entry.choose(premove.from);
        if (premove.to === undefined) return { isPossible: true, move: undefined };
        const token = this.entry.tokenAt(premove.to);
        if (token !== undefined) return { isPossible: true, move: this.entry.choose(token) };
        this.entry.way = [];
        return none;
    }

    /** Takes a step of a menu, a part of a stack or a piece in reserve. @param {string} token */
    pick(token) {
        if (token.endsWith("@") && token.length > 1) this.entry.way = [];
        return this.entry.choose(token);
    }

    /** Closes the views and questions beside the board. */
    clear() {
        this.peek = this.over = this.shown = this.premove = this.pending = undefined;
        this.confirming = "";
        this.error = "";
    }

    /** One step back; says whether there was one. */
    withdraw() {
        const was = this.entry.back() || this.peek !== undefined || this.shown !== undefined || this.premove !== undefined
            || this.confirming !== "" || this.error !== "";
        this.clear();
        return was;
    }

    /** Opens or closes the stack of a square; says whether what its piece could do is to be shown. @param {string} square */
    open(square) {
        const stack = this.place?.cells[square] ?? [];
        const again = this.peek === square || this.shown?.square === square;
        this.peek = again || stack.length < 2 ? undefined : square;
        this.shown = undefined;
        return !again && stack.length > 0;
    }

    /**
     * The view of the board.
     *
     * @param {{ pieces: BoardView["pieces"], labels: BoardView["labels"], best?: Step | undefined }} look
     *     The style, and a better move that is shown.
     * @returns {BoardView | undefined}
     */
    picture({ pieces, labels, best }) {
        const { game, scene: place, entry } = this;
        if (!game || !place) return undefined;
        const scene = this.preview || this.sent || this.pending ? undefined : this.look?.scene;
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
            pieces,
            labels,
            checkers: scene?.checkers ?? [],
            checked: scene?.checked ?? scene?.prey?.square ?? null,
            frozen: scene?.frozen ?? null,
            targets,
            shown: this.reach(),
            third: entry.target !== undefined,
            chooses: entry.way.length > 0,
            held: [...entry.way.map(squareOf), this.premove?.from, this.premove?.to].filter((square) => square !== undefined),
            lifted: this.lifted,
            lost: before && place.last ? losses(before, place.last) : [],
            focus: this.focus,
            hint: this.hinted(),
            arrows: this.preview ? [] : this.arrows(best),
            drawn: this.preview ? [] : this.marks,
        };
    }

    /** The square of a stack in hand, and how many of its pieces go, if some stay. */
    get lifted() {
        const { entry } = this;
        const [square] = entry.way;
        const count = Number(entry.part?.slice(1) ?? 0);
        const height = this.place?.cells[square ?? ""]?.length ?? 0;
        return square !== undefined && entry.target === undefined && count > 0 && count < height ? { square, count } : undefined;
    }

    /** The squares where the piece could go that is looked at. */
    reach() {
        /** @type {Map<string, Reach[]>} */
        const reach = new Map();
        for (const one of this.shown?.reach ?? []) reach.set(one.to, [...(reach.get(one.to) ?? []), one]);
        return reach;
    }

    /** The drawings on the present position. */
    get marks() {
        const { game, tree } = this;
        return (this.at === tree?.root ? game?.marks : tree?.get(this.at)?.marks) ?? [];
    }

    /** Draws a square or an arrow, or takes it away again; returns all that is drawn then. @param {string} mark */
    toggle(mark) {
        const others = this.marks.filter((known) => known.slice(1) !== mark.slice(1));
        const marks = this.marks.includes(mark) ? others : [...others, mark];
        // The next one may come before the server has answered.
        const owner = this.tree?.get(this.at) ?? this.game;
        if (owner) owner.marks = marks;
        return marks;
    }

    /** The first moves of the best lines, or a better move that is shown. @param {Step} [best] */
    arrows(best) {
        if (best && this.lines === 0) return [{ step: best, text: "best", rank: 0 }];
        const lines = this.analysis?.lines ?? [];
        return lines.flatMap(({ steps: [step], text }, rank) => (step ? [{ step, text, rank }] : []));
    }

    /** The squares of the hint. */
    hinted() {
        const move = this.game?.moves.find((known) => known.wire === this.hint?.wire);
        // First only the piece: the move is for those who ask once more.
        return move ? [move.from, this.told ? move.to : null].filter((square) => square !== null) : [];
    }
}
