// The page where a position is set up. The server decides which positions are legal: it is asked after every
// change, and its refusals are shown in its words.

/** @import { Cells, Drafted, Kind, Player, Side, Variant } from "./types.js" */
/** @import { Settings } from "./settings.js" */
import { html, nothing, svg } from "./vendor/lit-html.js";
import * as api from "./api.js";
import { BARE, board } from "./board.js";
import { margin } from "./geometry.js";
import { neighbour } from "./input.js";
import { choice, Strength } from "./levels.js";
import { isPromoted } from "./owners.js";
import { piece } from "./pieces.js";
import { setOf } from "./pieces/sets.js";
import { nameOf, ownedName, pieceOf } from "./names.js";
import { capital, say, sideOf, t } from "./text.js";
import { reason } from "./transport.js";

/** The name of the obstacle that can be put on squares. */
const BLOCK = "obstacle";
const NOTHING = "nothing";
/** The tool that moves pieces which are there. */
const HAND = "hand";

/** The most steps that can be undone. */
const STEPS = 200;

/** A position that is being set up. */
export class Editor {
    /**
     * @param {Variant} variant
     * @param {string} fen  Where it begins; the start of the game without it.
     * @param {Settings} settings
     * @param {() => void} draw
     */
    constructor(variant, fen, settings, draw) {
        this.variant = variant;
        this.settings = settings;
        this.draw = draw;
        this.flipped = false;
        this.focus = "a1";
        this.error = "";
        this.strength = new Strength();
        /** The thing that is put on squares. */
        this.tool = HAND;
        /** The square of the piece that is about to be moved. @type {string | undefined} */
        this.held = undefined;
        /** The states before each change. @type {Pick<Editor, "cells" | "blocks" | "reserve" | "rest" | "side">[]} */
        this.past = [];
        /** True if pieces are put on top of those on a square. */
        this.stacks = false;
        /** The server's answer on the position. @type {Drafted | undefined} */
        this.drafted = undefined;
        /** The number of questions that the server was asked. */
        this.asked = 0;
        /** @type {Cells} */
        this.cells = {};
        /** @type {string[]} */
        this.blocks = [];
        this.reserve = this.rest = "";
        this.side = "w";
        this.put(variant.start.text, variant.start);
        if (fen) void this.read(fen);
        else void this.ask();
    }

    /** Takes a position over. @param {string} text @param {{ cells: Cells, blocks: string[] }} scene */
    put(text, { cells, blocks }) {
        const [first = "", side = "w", ...rest] = text.split(" ");
        this.cells = { ...cells };
        this.blocks = [...blocks];
        this.reserve = /\[([^\]]*)\]/.exec(first)?.[1]?.replace("-", "") ?? "";
        this.side = side;
        this.rest = rest.join(" ");
    }

    /** Remembers what is there, before it is changed. */
    note() {
        const { cells, blocks, reserve, rest, side } = this;
        this.past = [...this.past, { cells, blocks, reserve, rest, side }].slice(-STEPS);
    }

    /** Takes the last change back. */
    undo() {
        const last = this.past.pop();
        if (!last) return;
        Object.assign(this, last);
        this.held = undefined;
        void this.ask();
    }

    /** Moves all that stands on a square to another one. @param {string} from @param {string} to */
    carry(from, to) {
        const { [from]: stack = [], ...cells } = this.cells;
        this.held = undefined;
        if (from === to || stack.length === 0) return this.draw();
        this.note();
        this.blocks = this.blocks.filter((block) => block !== to);
        this.cells = { ...cells, [to]: this.stacks ? [...stack, ...(cells[to] ?? [])] : stack };
        void this.ask();
    }

    /** Asks the server about the position. */
    async ask() {
        const { variant, cells, blocks, reserve, side, rest } = this;
        await this.check({ variant: variant.name, cells, blocks, reserve, side, rest });
    }

    /**
     * Asks about a draft. Of several questions the last one counts, however late the others are answered.
     * @param {Record<string, unknown>} draft
     */
    async check(draft) {
        const question = ++this.asked;
        /** @type {Drafted | undefined} */
        let drafted;
        let error = "";
        try {
            drafted = await api.draft(draft);
        } catch (refusal) {
            // A change on the board has a sentence about the board; a text that was typed has one about the text.
            const says = refusal instanceof api.Refused && !("fen" in draft) ? refusal.says : undefined;
            error = says ? say(says) : reason(refusal);
        }
        if (question !== this.asked) return undefined;
        this.drafted = drafted;
        this.error = error;
        this.draw();
        return drafted;
    }

    /** Takes over a position as text. @param {string} fen */
    async read(fen) {
        const drafted = await this.check({ variant: this.variant.name, fen });
        if (drafted) this.put(drafted.scene.text, drafted.scene);
        this.draw();
    }

    /** Puts the chosen thing on a square, or takes the top piece away. @param {string} square */
    press(square) {
        this.focus = square;
        const stack = this.cells[square] ?? [];
        if (this.tool === HAND) {
            if (this.held !== undefined) return this.carry(this.held, square);
            this.held = stack.length > 0 ? square : undefined;
            return this.draw();
        }
        this.note();
        const blocked = this.blocks.includes(square);
        this.blocks = this.blocks.filter((block) => block !== square);
        const cells = { ...this.cells };
        const top = stack[0] === this.tool && !this.stacks;
        if (this.tool === BLOCK) {
            delete cells[square];
            if (!blocked) this.blocks.push(square);
        } else if (this.tool === NOTHING || top) {
            if (stack.length > 1) cells[square] = stack.slice(1);
            else delete cells[square];
        } else {
            cells[square] = this.stacks ? [this.tool, ...stack] : [this.tool];
        }
        this.cells = cells;
        void this.ask();
    }

    /** Puts another piece into reserve, or takes one from it. @param {string} text */
    hold(text) {
        const at = this.reserve.indexOf(text);
        this.note();
        if (this.tool !== NOTHING) this.reserve += text;
        else if (at >= 0) this.reserve = this.reserve.slice(0, at) + this.reserve.slice(at + text.length);
        void this.ask();
    }

    /** Gives a right to castle, or takes it. @param {string} letter */
    castle(letter) {
        // Those of now: the boxes show older ones until the server has answered.
        const [rights = "", ...others] = this.rest.split(" ");
        this.note();
        const chosen = [..."KQkq"].filter((one) => rights.includes(one) !== (one === letter)).join("");
        this.rest = [`${chosen}${rights.replace(/[KQkq-]/g, "")}` || "-", ...others].join(" ");
        void this.ask();
    }

    /** Begins a game. @param {Player} white @param {Player} black */
    async begin(white, black) {
        const fen = this.drafted?.scene.text;
        if (fen === undefined) return;
        try {
            const id = await api.begin({ variant: this.variant.name, white, black, fen });
            location.hash = `${this.variant.name}/${id}`;
        } catch (error) {
            this.error = reason(error);
            this.draw();
        }
    }
}

/** @param {Editor} editor @param {string} text */
const picture = (editor, text) => html`<svg class="picture" viewBox="0 0 100 100" aria-hidden="true">
    ${piece(editor.variant.name, text, editor.settings.pieces)}</svg>`;

/** The pieces of a side as the game writes them. @param {Editor} editor @param {Side} side */
const texts = (editor, side) =>
    editor.variant.pieces.map((/** @type {Kind} */ kind) => (side === "white" ? kind.text : kind.text.toLowerCase()));

/** Returns true if the game has obstacles. @param {Editor} editor */
const hasBlocks = (editor) => editor.variant.pieces.some((kind) => kind.name.id === `piece.${BLOCK}`);

/** The things that can be put on squares. @param {Editor} editor */
export function palette(editor) {
    const tool = (/** @type {string} */ name, /** @type {string} */ label, /** @type {unknown} */ shown) => html`<button class="held-piece"
        aria-pressed=${editor.tool === name} aria-label=${label} title=${label} @click=${() => {
            editor.tool = name;
            editor.held = undefined;
            editor.draw();
        }}>${shown}</button>`;
    const sign = (/** @type {string} */ icon) => html`<svg class="picture" viewBox="0 0 100 100" aria-hidden="true">
        ${icon ? svg`<use href="#icon-${icon}" x="6" y="6" width="88" height="88" class="block"></use>` : svg`<path class="eraser" d="M24 24L76 76M76 24L24 76"></path>`}</svg>`;
    const side = (/** @type {Side} */ side) => html`<div class="hand palette" role="group"
        aria-label=${t("edit.pieces", { side: sideOf(side) })}>
        ${texts(editor, side)
            .filter((text) => pieceOf(editor.variant, text).id !== `piece.${BLOCK}`)
            .map((text) => tool(text, capital(ownedName(editor.variant, text)), picture(editor, text)))}</div>`;
    return html`${side("white")}${side("black")}<div class="hand palette" role="group" aria-label=${t("edit.others")}>
        ${tool(HAND, t("edit.move"), html`<svg class="picture symbol" viewBox="0 0 24 24" aria-hidden="true">${svg`<path d="M6 3l12 9-5.5 1L16 19.5l-2.5 1.2-3-6.2L6 18.5Z"></path>`}</svg>`)}${tool(NOTHING, t("edit.nothing"), sign(""))}${hasBlocks(editor) ? tool(BLOCK, t("edit.obstacle"), sign("stone-block")) : nothing}</div>
        ${setOf(editor.variant.name).discs
            ? html`<label><input type="checkbox" .checked=${editor.stacks} @change=${() => {
                  editor.stacks = !editor.stacks;
                  editor.draw();
              }}> ${t("edit.stacks")}</label>`
            : nothing}`;
}

/** The pieces in reserve. @param {Editor} editor */
export function reserves(editor) {
    if (!editor.variant.start.reserve) return nothing;
    const counts = (/** @type {string} */ text) => editor.reserve.split(text).length - 1;
    return html`${/** @type {const} */ (["white", "black"]).map(
        (side) => html`<p>${t("player.reserve", { side: sideOf(side) })}</p><div class="hand palette" role="group"
            aria-label=${t("player.reserve", { side: sideOf(side) })}>
        ${texts(editor, side).filter((text) => !isPromoted(text)).map((text) => {
            const count = counts(text);
            return html`<button class="held-piece ${count ? "" : "absent"}"
                aria-label=${t("reserve.piece", { name: nameOf(editor.variant, text), count })}
                title=${nameOf(editor.variant, text)} @click=${() => editor.hold(text)}>${picture(editor, text)}
                ${count ? html`<span class="count">${count}</span>` : nothing}</button>`;
        })}</div>`,
    )}<p class="faint">${t("edit.reserve.about")}</p>`;
}

/** @param {Editor} editor @param {KeyboardEvent} event */
function key(editor, event) {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (way) {
        const turn = editor.flipped ? -1 : 1;
        editor.focus = neighbour(editor, (way[0] ?? 0) * turn, (way[1] ?? 0) * turn);
        editor.draw();
        const cell = document.getElementById(`square-${editor.focus}`);
        if (cell instanceof SVGElement) cell.focus();
    } else if (event.key === "Enter" || event.key === " ") editor.press(editor.focus);
    else return;
    event.preventDefault();
}

/** The view of the board. @param {Editor} editor */
const view = (editor) => ({
    ...BARE,
    id: "board",
    variant: editor.variant,
    place: { cells: editor.cells, blocks: editor.blocks, reserve: null, side: /** @type {Side} */ ("white"), last: null },
    flipped: editor.flipped,
    pieces: editor.settings.pieces,
    labels: editor.settings.labels,
    checkers: editor.drafted?.scene.checkers ?? [],
    checked: editor.drafted?.scene.checked ?? null,
    focus: editor.focus,
    held: editor.held === undefined ? [] : [editor.held],
});

/**
 * The rights to castle as check boxes, where the text of the position says them as `KQkq`; other rights beside them stay.
 * @param {Editor} editor
 */
function castling(editor) {
    const [rights = ""] = editor.rest.split(" ");
    if (!/^(-|[A-Za-z]+)$/.test(rights) || !/[KQkq]/.test(editor.variant.start.text.split(" ")[2] ?? "")) return nothing;
    const box = (/** @type {string} */ letter, /** @type {string} */ text) => html`<label><input type="checkbox"
        .checked=${rights.includes(letter)} @change=${() => editor.castle(letter)}> ${text}</label>`;
    const [white, black] = [sideOf("white"), sideOf("black")];
    return html`<fieldset class="rights"><legend>${t("edit.castling")}</legend>
        ${box("K", t("edit.short", { side: white }))}${box("Q", t("edit.long", { side: white }))}
        ${box("k", t("edit.short", { side: black }))}${box("q", t("edit.long", { side: black }))}</fieldset>`;
}

/** A field of the position's text. @param {string} name @param {string} value @param {(value: string) => void} set */
const field = (name, value, set) => html`<label class="shared">${name} <input .value=${value} autocomplete="off" spellcheck="false"
    @change=${(/** @type {Event} */ event) => set(/** @type {HTMLInputElement} */ (event.target).value.trim())}></label>`;

/** The square where a drag begins. @type {string | undefined} */
let grip;

/** The square under the pointer. @param {PointerEvent} event */
const under = (event) => document.elementFromPoint(event.clientX,
    event.clientY)?.closest("[data-square]")?.getAttribute("data-square") ?? undefined;

/** The board, on which pieces are put and moved. @param {Editor} editor */
export const surface = (editor) => html`<div class="field" @pointerdown=${(/** @type {PointerEvent} */ event) => {
    const square = under(event);
    if (event.button !== 0 || !square || editor.tool !== HAND || editor.held !== undefined) return;
    grip = editor.cells[square] ? square : undefined;
}} @pointerup=${(/** @type {PointerEvent} */ event) => {
    // A piece that is let go elsewhere was dragged; otherwise it is a click.
    const [from, to] = [grip, under(event)];
    grip = undefined;
    if (from !== undefined && to && to !== from) editor.carry(from, to);
    else if (to && event.button === 0) editor.press(to);
}} @keydown=${(/** @type {KeyboardEvent} */ event) => key(editor, event)}>${board(view(editor))}</div>`;

/** The page. @param {Editor} editor */
export function edit(editor) {
    const { variant, drafted } = editor;
    const ready = !!drafted && !drafted.ending;
    const person = /** @type {Player} */ ({ kind: "person" });
    const engine = editor.strength.player;
    const first = editor.side !== "b";
    const again = (/** @type {string} */ text, /** @type {() => void} */ act) => html`<button class="tool" @click=${() => {
        editor.note();
        act();
        void editor.ask();
    }}>${text}</button>`;
    return html`<main class="game editing ${variant.files > 12 ? "wide" : ""}"
        .style=${`--files:${variant.files};--ranks:${variant.ranks};--edge:${margin(view(editor)) / 100 + 0.06}`}>
            <div class="frame">${surface(editor)}</div>
        <div class="side">
            <h1 class="small">${t("open.edit")}</h1>
            <p class="error refusal" role="alert">${editor.error}</p>
            ${palette(editor)}${reserves(editor)}
            <div class="tools"><div class="choice" role="group" aria-label=${t("edit.turn")}>${/** @type {const} */ (["w", "b"]).map(
                (side) => html`<button class="tool" aria-pressed=${editor.side === side} @click=${() => {
                    editor.note();
                    editor.side = side;
                    void editor.ask();
                }}>${t("say.to-move", { side: sideOf(side === "w" ? "white" : "black") })}</button>`,
            )}</div>
            ${again(t("edit.clear"), () => {
                editor.cells = {};
                editor.blocks = [];
                editor.reserve = "";
                editor.rest = "- - 0 1";
            })}${again(t("edit.start"), () => editor.put(variant.start.text, variant.start))}
            <button class="tool" ?disabled=${editor.past.length === 0} @click=${() => editor.undo()}>${t("edit.undo")}</button>
            <button class="tool" @click=${() => {
                editor.flipped = !editor.flipped;
                editor.draw();
            }}>${t("tool.flip")}</button></div>
            ${castling(editor)}
            <details class="fields"><summary>${t("edit.text")}</summary>
                ${field("FEN", drafted?.scene.text ?? "", (value) => void editor.read(value))}
                ${field(t("edit.rest"), editor.rest, (value) => {
                    editor.note();
                    editor.rest = value;
                    void editor.ask();
                })}</details>
            <div class="tools"><button class="tool" ?disabled=${!ready}
                @click=${() => void editor.begin(person, person)}>${t("edit.analyse")}</button>
                <button class="tool main" ?disabled=${!ready}
                    @click=${() => void editor.begin(first ? person : engine, first ? engine : person)}>${t("edit.play")}</button>
                ${choice(t("strength"), editor.strength, () => editor.draw())}</div>
            <p>${drafted?.ending ? t("edit.over", { score: drafted.ending.score, reason: say(drafted.ending.reason) }) : ""}</p>
            ${(drafted?.notices ?? []).map((notice) => html`<p>${notice}</p>`)}
            <p class="tools"><a class="tool" href="#${variant.name}">${t("edit.back")}</a></p>
        </div></main>`;
}
