// The page where a game is begun: which, against whom, with what time.

/** @import { Cells, Player, Summary, Variant } from "./types.js" */
import * as api from "./api.js";
import { BARE, board } from "./board.js";
import { slider } from "./levels.js";
import { offered, Offers } from "./offers.js";
import { named } from "./position.js";
import { puzzles } from "./quiz.js";
import { html, nothing } from "./vendor/lit-html.js";

/** The time controls on offer: what the server is told, and how they are called. */
const CLOCKS = [
    ["", "No clocks"],
    ["60+1", "1 minute + 1 second a move"],
    ["180+2", "3 minutes + 2 seconds"],
    ["300+3", "5 minutes + 3 seconds"],
    ["600+5", "10 minutes + 5 seconds"],
    ["900+10", "15 minutes + 10 seconds"],
    ["1800+20", "30 minutes + 20 seconds"],
];

/** The form in which a game is planned. */
export class Start {
    /**
     * @param {Variant[]} variants
     * @param {string} chosen  The name of a game.
     * @param {() => void} draw
     */
    constructor(variants, chosen, draw) {
        this.variants = variants;
        this.chosen = variants.some((variant) => variant.name === chosen) ? chosen : (variants[0]?.name ?? "");
        this.draw = draw;
        this.opponent = "engine";
        this.colour = "white";
        this.level = 3;
        this.clock = "";
        this.error = "";
        /** What is to be opened. */
        this.text = "";
        /** The games of a file, of which one is to be chosen. */
        this.offers = new Offers(draw, (number) => void open(this, number));
        /** The games that are kept. @type {Summary[]} */
        this.kept = [];
        api.kept().then(
            (kept) => {
                this.kept = kept;
                draw();
            },
            (/** @type {Error} */ error) => {
                this.error = error.message;
                draw();
            },
        );
    }

    get variant() {
        return this.variants.find((variant) => variant.name === this.chosen);
    }

    /** Begins the game, and goes to its page. */
    async begin() {
        /** @type {Player} */
        const person = { kind: "person" };
        /** @type {Player} */
        const engine = { kind: "engine", level: this.level };
        const black = this.colour === "black" || (this.colour === "either" && Math.random() < 0.5);
        const [white, other] =
            this.opponent === "two" ? [person, person] : this.opponent === "engines" ? [engine, engine] : black ? [engine, person] : [person, engine];
        const clock = this.clock ? { clock: this.clock } : {};
        try {
            const id = await api.begin({ variant: this.chosen, white, black: other, ...clock });
            location.hash = `${this.chosen}/${id}`;
        } catch (error) {
            this.error = error instanceof Error ? error.message : String(error);
            this.draw();
        }
    }
}

/** Whether a text is a position, and not a recorded game. @param {string} text */
const isPosition = (text) => /^\S*\/\S+\s+[wb]\b[^\n]*$/.test(text.trim());

/** Opens a recorded game, or a position of the game that is chosen. @param {Start} start @param {number} [number]  Which game of several. */
async function open(start, number) {
    start.error = "";
    try {
        if (isPosition(start.text)) {
            location.hash = `${start.chosen}/edit/${encodeURIComponent(start.text.trim())}`;
            return;
        }
        const loaded = await api.load(start.text, number);
        if ("choice" in loaded) {
            start.offers.take(loaded.choice);
            start.draw();
        } else location.hash = `${loaded.variant}/${loaded.id}`;
    } catch (error) {
        start.error = error instanceof Error ? error.message : String(error);
        start.draw();
    }
}

/** Where recorded games and positions are opened. @param {Start} start */
function opening(start) {
    const take = async (/** @type {File | undefined} */ file) => {
        if (!file) return;
        start.text = await file.text();
        start.draw();
        await open(start);
    };
    return html`<section class="open" aria-label="Open"><h2>Open a game or a position</h2>
        <textarea rows="3" spellcheck="false" aria-label="PGN, or FEN of the game that is chosen" placeholder="PGN, or FEN of the game that is chosen" .value=${start.text}
            @input=${(/** @type {Event} */ event) => (start.text = /** @type {HTMLTextAreaElement} */ (event.target).value)}></textarea>
        <div class="tools"><button class="tool" @click=${() => void open(start)}>Open</button>
            <label class="tool">From a file <input type="file" accept=".pgn,.fen,.txt" class="hidden"
                @change=${(/** @type {Event} */ event) => void take(/** @type {HTMLInputElement} */ (event.target).files?.[0])}></label>
            <a class="tool" href="#${start.chosen}/edit">Set up a position</a></div>${offered(start.offers)}</section>`;
}

/** The game that another one is a variant of, if it is one. @param {Variant[]} variants @param {Variant} variant */
const root = (variants, variant) =>
    variant.family === variant.name ? undefined : variants.find((other) => other.name === variant.family);

/** What a picture of the start shows: armies that wait in reserve stand where the others have theirs. @param {Variant} variant */
function armies(variant) {
    const { cells, reserve } = variant.start;
    if (!reserve || Object.keys(cells).length > 0) return cells;
    /** @type {Cells} */
    const shown = {};
    for (const side of /** @type {const} */ (["white", "black"])) {
        reserve[side].slice(0, 2 * variant.files).forEach(([text], index) => {
            const row = Math.floor(index / variant.files);
            shown[named(index % variant.files, side === "white" ? row : variant.ranks - 1 - row)] = [text];
        });
    }
    return shown;
}

/** A game as a card with its start. @param {Start} start @param {Variant} variant */
function card(start, variant) {
    const chosen = start.variant && (root(start.variants, start.variant) ?? start.variant);
    const view = {
        ...BARE,
        id: `start-${variant.name}`,
        variant,
        place: { ...variant.start, cells: armies(variant), last: null },
        flipped: false,
        letters: false,
        labels: /** @type {const} */ ("none"),
    };
    return html`<button class="card" aria-pressed=${chosen === variant} @click=${() => {
        start.chosen = variant.name;
        start.draw();
        document.querySelector(".plan")?.scrollIntoView({ block: "nearest" });
    }}><span class="mini" aria-hidden="true">${board(view, true)}</span><b>${variant.title}</b>
        <span class="about">${variant.summary}</span></button>`;
}

/**
 * A group of buttons of which one is chosen.
 *
 * @param {string} legend
 * @param {[string, string][]} choices
 * @param {string} value
 * @param {(value: string) => void} choose
 */
const group = (legend, choices, value, choose) => html`<div class="choice" role="group" aria-label=${legend}>
    ${choices.map(([name, text]) => html`<button class="tool" aria-pressed=${value === name} @click=${() => choose(name)}>${text}</button>`)}</div>`;

/** More of the games that are kept have to be asked for. */
const NEWEST = 8;

/** The games that are kept, as links. @param {Start} start */
function kept(start) {
    if (start.kept.length === 0) return nothing;
    const title = (/** @type {Summary} */ game) => start.variants.find((known) => known.name === game.variant)?.title ?? game.variant;
    const links = (/** @type {Summary[]} */ games) => html`<ul class="kept">${games.map(
        (game) => game.trouble ? html`<li class="faint"><b>${game.id}.pgn</b> is not opened: ${game.trouble}</li>` : html`<li><a href="#${game.variant}/${game.id}"><b>${title(game)}</b>
            <span>${game.white} – ${game.black}</span>
            <span>${game.result === "*" ? "goes on" : game.result}, ${game.plies < 3 ? "1 move" : `${Math.ceil(game.plies / 2)} moves`}</span>
            <time>${game.when}</time></a></li>`,
    )}</ul>`;
    const [newest, older] = [start.kept.slice(0, NEWEST), start.kept.slice(NEWEST)];
    return html`<section aria-label="Your games"><h2>Your games</h2>${links(newest)}
        ${older.length > 0 ? html`<details><summary>${older.length === 1 ? "1 older game" : `${older.length} older games`}</summary>${links(older)}</details>` : nothing}</section>`;
}

/** The page. @param {Start} start */
export function page(start) {
    const { variants, variant } = start;
    const family = variant && (root(variants, variant) ?? variant);
    const kin = family ? variants.filter((other) => other === family || root(variants, other) === family) : [];
    const set = (/** @type {"opponent" | "colour" | "clock"} */ name) => (/** @type {string} */ value) => {
        start[name] = value;
        start.draw();
    };
    return html`<main class="start">
        <h1>Choose a game</h1>
        <div class="cards">${variants.filter((other) => !root(variants, other)).map((other) => card(start, other))}</div>
        <section class="plan" aria-label="The game">
            <h2>${variant?.title}</h2>
            ${kin.length > 1
                ? html`<label>Variant <select @change=${(/** @type {Event} */ event) => {
                      start.chosen = /** @type {HTMLSelectElement} */ (event.target).value;
                      start.draw();
                  }}>${kin.map((other) => html`<option value=${other.name} ?selected=${other.name === start.chosen}>${other.title}</option>`)}</select></label>`
                : nothing}
            ${group("Who plays", [["engine", "Against the engine"], ["two", "Two people here"], ["engines", "Engine against engine"]], start.opponent, set("opponent"))}
            ${start.opponent === "engine" ? group("Your side", [["white", "White"], ["black", "Black"], ["either", "Either"]], start.colour, set("colour")) : nothing}
            ${start.opponent === "two"
                ? nothing
                : slider(start.level, (level) => {
                      start.level = level;
                      start.draw();
                  })}
            <label>Time <select @change=${(/** @type {Event} */ event) => set("clock")(/** @type {HTMLSelectElement} */ (event.target).value)}>
                ${CLOCKS.map(([value, text]) => html`<option value=${value} ?selected=${value === start.clock}>${text}</option>`)}</select></label>
            <button class="tool main" @click=${() => void start.begin()}>Play</button>
            <a class="tool" href="#learn/${start.chosen}">Rules</a><a class="tool" href="#learn/${start.chosen}/pieces">Pieces</a>
            <p class="error" role="alert">${start.error}</p>
        </section>
        ${kept(start)}${puzzles(start)}${opening(start)}</main>`;
}
