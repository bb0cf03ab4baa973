// The page where a game is begun: which, against whom, with what time.

/** @import { Player, Summary, Variant } from "./types.js" */
import * as api from "./api.js";
import { kept, resume } from "./kept.js";
import { choice, Strength } from "./levels.js";
import { Living } from "./living.js";
import { summaryOf, titleOf } from "./names.js";
import { offered, Offers } from "./offers.js";
import { puzzles } from "./quiz.js";
import { textOf } from "./save.js";
import { sample } from "./small.js";
import { say, sideName, t } from "./text.js";
import { reason } from "./transport.js";
import { html, nothing } from "./vendor/lit-html.js";

/** The time controls on offer, as the server has them; none first. */
const CLOCKS = ["", "60+1", "180+2", "300+3", "600+5", "900+10", "1800+20"];

/** The choice of a clock that is none of these. */
const OWN = "own";

/** The games in the order in which they are offered; others follow. */
const ORDER = ["tavreli", "tactical", "chessbattle", "popular10", "operational2", "chess", "crazyhouse"];

/** A time control in words: 3 minutes + 2 seconds. @param {string} clock */
export function clockName(clock) {
    if (!clock) return t("clock.none");
    const [base = 0, more = 0] = clock.split("+").map(Number);
    return t("clock.of", { minutes: t("minutes", { count: base / 60 }), seconds: t("seconds", { count: more }) });
}

/** The form in which a game is planned. */
export class Start {
    /**
     * @param {Variant[]} variants
     * @param {string} chosen  The name of a game.
     * @param {{ one: (name: string) => Promise<void>, all: () => Promise<boolean> }} library  Takes a game, or all that come along,
     *     to the others.
     * @param {() => void} draw
     */
    constructor(variants, chosen, library, draw) {
        this.variants = variants;
        const ranked = [chosen, ...ORDER, variants[0]?.name ?? ""];
        this.chosen = ranked.find((name) => this.named(name)) ?? "";
        this.library = library;
        /** True if all games that come along are there, and if they were asked for in vain. */
        this.hasMore = this.lacksMore = false;
        this.draw = draw;
        /** Words that the games that come along have to contain. */
        this.wanted = "";
        this.opponent = "engine";
        this.colour = "white";
        this.strength = new Strength();
        this.clock = "";
        /** The number of the position to begin with, as text; empty for the usual one, or one at random. */
        this.number = "";
        /** A clock of the user's own. */
        this.minutes = 10;
        this.seconds = 5;
        /** The strengths of two engines. */
        this.strengths = { white: new Strength(), black: new Strength() };
        /** The moves with which their game begins, as text. */
        this.opening = "";
        this.error = "";
        /** The text to open, and the reason why it was refused. */
        this.text = "";
        this.refusal = "";
        /** The number of the games of the text that are kept now, in words, when all were opened. */
        this.opened = "";
        /** The other games of which the text is a position. @type {Variant[]} */
        this.fitting = [];
        /** The error of the puzzles. */
        this.puzzled = "";
        /** Words that the listed games have to contain. */
        this.words = "";
        /** The kept game that is about to be deleted, and the one that gets another name. */
        this.doomed = "";
        this.renamed = "";
        /** The games of a file, of which one is to be chosen. */
        this.offers = new Offers(draw, (number) => void open(this, number), () => void openAll(this));
        /** The games that are kept. @type {Summary[]} */
        this.kept = [];
        /** The way in which they are kept. @type {"safe" | "perhaps" | "none"} */
        this.safety = "safe";
        /** True if this device is slow, and moves of lower levels have less time. */
        this.isSlow = false;
        this.living = new Living(draw);
        void this.list();
    }

    close() {
        this.living.close();
    }

    /** Asks for the games that are kept. */
    async list() {
        try {
            this.kept = await api.kept();
            const device = await api.device();
            this.safety = await api.safety(device, this.kept.length);
            this.isSlow = device?.isSlow === true;
            const unknown = this.kept.filter((game) => !game.trouble && !this.named(game.variant));
            await Promise.all([...new Set(unknown.map((game) => game.variant))].map((name) => this.library.one(name)));
        } catch (error) {
            this.error = reason(error);
        }
        this.draw();
    }

    /** Changes one of the kept games. @param {string} id @param {{ do: string } & Record<string, unknown>} order */
    async change(id, order) {
        this.doomed = this.renamed = "";
        try {
            await api.order(id, order);
        } catch (error) {
            this.error = reason(error);
        }
        await this.list();
    }

    /** The game that goes on, if there is one. */
    get unfinished() {
        return this.kept.find((game) => game.result === "*" && !game.trouble && this.named(game.variant));
    }

    /** Asks for all games that come along. */
    async askForMore() {
        this.lacksMore = false;
        this.hasMore = await this.library.all();
        this.lacksMore = !this.hasMore;
    }

    get variant() {
        return this.named(this.chosen);
    }

    /** The game of a name. @param {string} name */
    named(name) {
        return this.variants.find((variant) => variant.name === name);
    }

    /** The time control, as the server reads it; empty without one. */
    get control() {
        return this.clock === OWN ? `${Math.round(60 * this.minutes)}+${this.seconds}` : this.clock;
    }

    /** The number of the position to begin with, if one is chosen. */
    get numbered() {
        const starts = this.variant?.starts ?? 1;
        const number = Number(this.number);
        return starts > 1 && /\S/.test(this.number) && Number.isInteger(number) && number >= 0 && number < starts ? { number } : {};
    }

    /** Begins the game, and goes to its page. */
    async begin() {
        /** @type {Player} */
        const person = { kind: "person" };
        const engine = this.strength.player;
        /** @type {[Player, Player]} */
        const engines = [this.strengths.white.player, this.strengths.black.player];
        const black = this.colour === "black" || (this.colour === "either" && Math.random() < 0.5);
        /** @returns {[Player, Player]} */
        const players = () => {
            if (this.opponent === "two") return [person, person];
            if (this.opponent === "engines") return engines;
            return black ? [engine, person] : [person, engine];
        };
        const [white, other] = players();
        const clock = this.control ? { clock: this.control } : {};
        try {
            const moves = this.opponent === "engines" ? this.opening.replace(/\b\d+\.+/g, " ").split(/\s+/).filter(Boolean) : [];
            const id = await api.begin({ variant: this.chosen, white, black: other, moves, ...clock, ...this.numbered });
            location.hash = `${this.chosen}/${id}`;
        } catch (error) {
            this.error = reason(error);
            this.draw();
        }
    }
}

/** True if a text is a position, and not a recorded game. @param {string} text */
const isPosition = (text) => /^\S*\/\S+\s+[wb]\b[^\n]*$/.test(text.trim());

/** No more games are offered for a position. */
const OFFERED = 8;

/** The address of the editor with a position. @param {Variant} variant @param {string} fen */
const editorOf = ({ name }, fen) => `${name}/edit/${encodeURIComponent(fen)}`;

/** Those of some games of which a text is a position. @param {Variant[]} variants @param {string} fen */
async function fits(variants, fen) {
    const answers = await Promise.all(variants.map((variant) => api.draft({ variant: variant.name, fen }).then(() => true, () => false)));
    return variants.filter((_, index) => answers[index]);
}

/**
 * Opens a position of the game that is chosen, or offers the others of which it is one; the text stays.
 * @param {Start} start
 * @param {string} fen
 */
async function openPosition(start, fen) {
    const { variant } = start;
    if (!variant) return;
    try {
        await api.draft({ variant: variant.name, fen });
        location.hash = editorOf(variant, fen);
        return;
    } catch (error) {
        start.refusal = `${titleOf(variant)}: ${reason(error)}`;
    }
    const isRoot = (/** @type {Variant} */ other) => !other.comes_along && !root(start.variants, other);
    start.fitting = await fits(start.variants.filter(isRoot), fen);
    if (start.fitting.length === 0) {
        await start.askForMore();
        start.fitting = await fits(start.variants.filter((other) => !isRoot(other)), fen);
    }
    if (start.fitting.length > 0) start.refusal = t("open.others", { game: titleOf(variant) });
    start.draw();
}

/**
 * Opens a recorded game, or a position of the game that is chosen.
 * @param {Start} start
 * @param {number} [number]  Which game of several.
 */
async function open(start, number) {
    start.refusal = start.opened = "";
    start.fitting = [];
    try {
        if (isPosition(start.text)) {
            await openPosition(start, start.text.trim());
            return;
        }
        if (!/\S/.test(start.text)) throw new Error(t("open.empty"));
        const loaded = await api.load(start.text, number);
        if ("choice" in loaded) {
            start.offers.take(loaded.choice);
            start.draw();
            const dialog = document.getElementById("offers");
            if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal();
        } else if ("id" in loaded) location.hash = `${loaded.variant}/${loaded.id}`;
    } catch (error) {
        // Neither a move nor a tag of a game is in it.
        const isNeither = !/(^|\s)\d+\.|\[\w+ "/.test(start.text);
        start.refusal = isNeither && /\S/.test(start.text)
            ? t("open.neither", { game: start.variant ? titleOf(start.variant) : "" }) : reason(error);
        start.draw();
    }
}

/** Opens all recorded games of the text, which are among those that are kept then. @param {Start} start */
async function openAll(start) {
    const dialog = document.getElementById("offers");
    if (dialog instanceof HTMLDialogElement) dialog.close();
    try {
        const { opened, refused } = await api.loadAll(start.text);
        start.opened = t("offers.opened", { count: opened });
        start.refusal = refused[0] ? t("offers.refused", { count: refused.length, why: say(refused[0].says) }) : "";
    } catch (error) {
        start.refusal = reason(error);
    }
    await start.list();
}

/** The box in which recorded games and positions are opened. @param {Start} start */
function opening(start) {
    const take = async (/** @type {File | undefined} */ file) => {
        if (!file) return;
        start.text = await textOf(file);
        start.draw();
        await open(start);
    };
    return html`<section class="open" aria-label=${t("open.title")}><h2>${t("open.title")}</h2>
        <textarea rows="3" spellcheck="false" aria-label=${t("open.place")} placeholder=${t("open.place")} .value=${start.text}
            @input=${(/** @type {Event} */ event) => (start.text = /** @type {HTMLTextAreaElement} */ (event.target).value)}></textarea>
        <p role="status">${start.opened}</p>
        <p class="error" role="alert">${start.refusal}</p>
        ${start.fitting.length === 0 ? nothing : html`<p class="tools">${start.fitting.slice(0, OFFERED).map(
            (variant) => html`<a class="tool" href="#${editorOf(variant, start.text.trim())}">${titleOf(variant)}</a>`)}</p>`}
        <div class="tools"><button class="tool" @click=${() => void open(start)}>${t("open.do")}</button>
            <label class="tool">${t("open.file")} <input type="file" accept=".pgn,.fen,.txt" class="hidden"
                @change=${(/** @type {Event} */ event) => void take(/** @type {HTMLInputElement} */ (event.target).files?.[0])}></label>
            <a class="tool" href="#${start.chosen}/edit">${t("open.edit")}</a></div>
        <dialog id="offers" aria-label=${t("offers.title")}>${offered(start.offers)}
            <form method="dialog"><button class="tool">${t("close")}</button></form></dialog></section>`;
}

/** The game that another one is a variant of, if it is one. @param {Variant[]} variants @param {Variant} variant */
const root = (variants, variant) =>
    variant.family === variant.name ? undefined : variants.find((other) => other.name === variant.family);

/** A game of the list. @param {Start} start @param {Variant} variant */
function card(start, variant) {
    const chosen = start.variant && (root(start.variants, start.variant) ?? start.variant);
    return html`<button class="card" aria-pressed=${chosen === variant} @click=${() => {
        start.chosen = variant.name;
        start.draw();
        document.querySelector(".plan")?.scrollIntoView({ block: "nearest" });
    }}>${sample(`start-${variant.name}`, variant)}<span class="what"><b>${titleOf(variant)}</b>
        <span class="about">${summaryOf(variant)}</span></span></button>`;
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
    ${choices.map(([name, text]) => html`<button class="tool" aria-pressed=${value === name}
        @click=${() => choose(name)}>${text}</button>`)}</div>`;

/** The choice, in one line. @param {Start} start */
function choices(start) {
    const clock = clockName(start.control);
    if (start.opponent === "two") return [t("start.two"), clock].join(" · ");
    if (start.opponent === "engines") {return [t("start.engines"),
        `${start.strengths.white.short} – ${start.strengths.black.short}`, clock].join(" · ");}
    const colour = { white: t("side.white"), black: t("side.black"), either: t("start.either") }[start.colour];
    return [start.strength.text, colour, clock].join(" · ");
}

/** The settings of the game, behind the line with the choice. @param {Start} start @param {Variant[]} kin */
function options(start, kin) {
    const set = (/** @type {"opponent" | "colour" | "clock"} */ name) => (/** @type {string} */ value) => {
        start[name] = value;
        start.draw();
    };
    const strength = (/** @type {string} */ legend, /** @type {Strength} */ value) => html`<div
        class="row">${choice(legend, value, start.draw)}</div>`;
    /** @type {(name: "minutes" | "seconds", least: number, most: number) => (event: Event) => void} */
    const number = (name, least, most) => (event) => {
        const { value } = /** @type {HTMLInputElement} */ (event.target);
        const isOver = event.type === "change";
        const typed = value.trim() === "" ? NaN : Number(value);
        // While it is typed, a number counts as soon as it is one that can be chosen.
        if (typed >= least && typed <= most) start[name] = typed;
        else if (isOver && Number.isFinite(typed)) start[name] = Math.min(most, Math.max(least, typed));
        else if (!isOver) return;
        start.draw();
    };
    return html`<details class="options"><summary>${choices(start)}</summary>
        ${kin.length > 1
            ? html`<div class="row"><label>${t("start.variant")} <select @change=${(/** @type {Event} */ event) => {
                  start.chosen = /** @type {HTMLSelectElement} */ (event.target).value;
                  start.draw();
              }}>${kin.map((other) => html`<option value=${other.name}
                  ?selected=${other.name === start.chosen}>${titleOf(other)}</option>`)}</select></label></div>`
            : nothing}
        ${group(t("start.who"), [["engine", t("start.engine")], ["two", t("start.two")], ["engines", t("start.engines")]],
            start.opponent, set("opponent"))}
        ${start.opponent === "engine" ? group(t("start.side"),
            [["white", t("side.white")], ["black", t("side.black")], ["either", t("start.either")]], start.colour, set("colour")) : nothing}
        ${start.opponent === "engine" ? strength(t("strength"), start.strength) : nothing}
        ${start.opponent === "engines"
            ? [.../** @type {const} */ (["white", "black"]).map((side) => strength(sideName(side), start.strengths[side])),
                html`<div class="row"><label>${t("start.opening")} <input class="opening" .value=${start.opening} autocomplete="off"
                    spellcheck="false" @change=${(/** @type {Event} */ event) => {
                        start.opening = /** @type {HTMLInputElement} */ (event.target).value;
                    }}></label></div>`] : nothing}
        ${start.isSlow && start.opponent !== "two" ? html`<p class="faint">${t("start.slow")}</p>` : nothing}
        <div class="row"><label>${t("start.time")} <select
            @change=${(/** @type {Event} */ event) => set("clock")(/** @type {HTMLSelectElement} */ (event.target).value)}>
            ${CLOCKS.map((value) => html`<option value=${value}
                ?selected=${value === start.clock}>${clockName(value)}</option>`)}<option value=${OWN}
                    ?selected=${start.clock === OWN}>${t("clock.own")}</option></select></label>
            ${start.clock === OWN ? html`<label>${t("clock.minutes")} <input type="number" min="0.25" max="600" step="0.25"
                .value=${String(start.minutes)} @input=${number("minutes", 0.25, 600)} @change=${number("minutes", 0.25, 600)}>
                <span class="faint">${t("clock.range", { least: 0.25, most: 600 })}</span></label>
                <label>${t("clock.seconds")} <input type="number" min="0" max="600" step="1" .value=${String(start.seconds)}
                    @input=${number("seconds", 0, 600)} @change=${number("seconds", 0, 600)}>
                <span class="faint">${t("clock.range", { least: 0, most: 600 })}</span></label>` : nothing}</div>
        ${numbers(start)}</details>`;
}

/** The field for the number of the position to begin with, in games that have several. @param {Start} start */
function numbers(start) {
    const { variant } = start;
    if (!variant || variant.starts < 2) return nothing;
    return html`<div class="row"><label>${t("start.number", { last: variant.starts - 1 })} <input type="number" min="0"
        max=${variant.starts - 1} step="1" placeholder=${t(variant.shuffled ? "start.number.random" : "start.number.usual")}
        .value=${start.number} @change=${(/** @type {Event} */ event) => {
            start.number = /** @type {HTMLInputElement} */ (event.target).value;
            start.draw();
        }}></label></div>`;
}

/** The games that come along. @param {Start} start */
function more(start) {
    const words = start.wanted.toLowerCase().split(/\s+/).filter(Boolean);
    const text = (/** @type {Variant} */ variant) => `${variant.name} ${titleOf(variant)} ${summaryOf(variant)}`.toLowerCase();
    const all = start.variants.filter((variant) => variant.comes_along && !variant.foreign);
    const found = all.filter((variant) => words.every((word) => text(variant).includes(word)));
    const open = async (/** @type {Event} */ event) => {
        if (start.hasMore || !(/** @type {HTMLDetailsElement} */ (event.target).open)) return;
        await start.askForMore();
        start.draw();
    };
    return html`<details class="more" @toggle=${open}><summary>${t("more.title")}</summary>
        ${start.hasMore
            ? html`<label>${t("kept.find")} <input type="search" .value=${start.wanted} placeholder=${t("more.place")}
              @input=${(/** @type {Event} */ event) => {
                  start.wanted = /** @type {HTMLInputElement} */ (event.target).value;
                  start.draw();
              }}></label>
              ${found.length > 0 ? nothing : html`<p class="faint" role="status">${t("kept.none")}</p>`}
              <div class="many">${found.map((variant) => card(start, variant))}</div>`
            : html`<p class="faint" role="status">${start.lacksMore ? api.silence() : t("more.wait")}</p>`}</details>`;
}

/** The page. @param {Start} start */
export function page(start) {
    const { variants, variant } = start;
    const family = variant && (root(variants, variant) ?? variant);
    const kin = family ? variants.filter((other) => other === family || root(variants, other) === family) : [];
    const rank = (/** @type {Variant} */ { name }) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
    const isListed = (/** @type {Variant} */ other) => !root(variants, other) && !other.comes_along && !other.written;
    const families = variants.filter(isListed).sort((one, other) => rank(one) - rank(other));
    return html`<main class="start">
        ${resume(start)}
        <section class="plan" aria-label=${t("start.game")}>
            ${variant ? html`${start.living.picture(variant)}<div class="offer-text"><h1>${titleOf(variant)}</h1>
            <p class="promise">${summaryOf(variant)}</p>
            <div class="tools"><button class="tool main" @click=${() => void start.begin()}>${t("start.play")}</button>
                <a class="tool" href="#learn/${start.chosen}">${t("start.learn")}</a></div>
            ${options(start, kin)}<p class="error" role="alert">${start.error}</p></div>` : nothing}
        </section>
        <nav class="cards" aria-label=${t("start.games")}>${families.map((other) => card(start, other))}</nav>
        ${more(start)}<p class="tools"><a class="tool" href="#write">${t("write.title")}</a> <span
            class="faint">${t("write.about")}</span></p>${kept(start)}${puzzles(start)}${opening(start)}</main>`;
}
