// The page where a game is learnt: its rules, with positions that answer clicks, and its pieces.

/** @import { Block, Rules, Span, TaskCard, Variant } from "./types.js" */
/** @import { Settings } from "./settings.js" */
import { titleOf } from "./names.js";
import { spokenLanguage, t } from "./text.js";
import * as api from "./api.js";
import { board } from "./board.js";
import { Diagram, viewOf } from "./diagrams.js";
import { lessons } from "./lessons.js";
import { memoryOf, score, taskText } from "./quiz-mode.js";
import { html, nothing } from "./vendor/lit-html.js";

export { lessons };

/** The rules of a game that are read. */
export class Learn {
    /**
     * @param {Variant[]} variants
     * @param {string} name  Which game.
     * @param {string} part  `pieces`, or nothing for the rules.
     * @param {Settings} settings
     * @param {() => void} draw
     */
    constructor(variants, name, part, settings, draw) {
        this.variants = variants;
        this.variant = variants.find((known) => known.name === name) ?? variants[0];
        this.settings = settings;
        this.draw = draw;
        this.error = "";
        /** @type {Rules | undefined} */
        this.rules = undefined;
        /** The tasks of the game. @type {TaskCard[]} */
        this.tasks = [];
        /** The positions of the page, as elements. @type {Map<Block, HTMLElement>} */
        this.figures = new Map();
        /** The language of the rules. */
        this.language = "";
        void this.read(part);
    }

    /** @param {string} part */
    async read(part) {
        if (!this.variant) return;
        this.language = spokenLanguage();
        try {
            // Guests have the rules, but no tasks.
            const [rules, tasks] = await Promise.all([api.rules(this.variant.name), api.tasks(this.variant.name).catch(() => [])]);
            this.tasks = tasks;
            for (const block of rules.blocks.flatMap(within)) {
                if (block.is !== "diagram") continue;
                const variant = this.variants.find((known) => known.name === block.shown.variant) ?? this.variant;
                this.figures.set(block, new Diagram(variant, block.shown, block.says, this.settings).box);
            }
            this.rules = rules;
        } catch (error) {
            this.error = error instanceof Error ? error.message : String(error);
        }
        this.draw();
        if (part !== "pieces") return;
        await lessons(this.variant, this.settings).ready;
        goTo("the-pieces");
    }
}

/** A block, and those of the entries of a list. @param {Block} block @returns {Block[]} */
const within = (block) => (block.is === "list" ? block.items.flat().flatMap(within) : [block]);

/** Shows a part of the page. @param {string} id */
function goTo(id) {
    const heading = document.getElementById(id);
    heading?.scrollIntoView({ block: "start" });
    heading?.focus({ preventScroll: true });
}

/** @param {Span} span @returns {unknown} */
function words(span) {
    switch (span.is) {
        case "text":
            return span.text;
        case "code":
            return html`<code>${span.text}</code>`;
        case "emphasis":
            return html`<em>${span.spans.map(words)}</em>`;
        case "strong":
            return html`<strong>${span.spans.map(words)}</strong>`;
        case "rules":
            return html`<a href="#learn/${span.game}">${span.spans.map(words)}</a>`;
    }
}

/** The text of spans. @param {Span[]} spans @returns {string} */
const plain = (spans) => spans.map((span) => ("text" in span ? span.text : plain(span.spans))).join("");

/** The name of a heading among the elements. @param {Span[]} spans */
const idOf = (spans) => `part-${plain(spans).toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-")}`;

/** A table of the rules. @param {Span[][]} head @param {Span[][][]} rows */
const table = (head, rows) => html`<div class="scrolled" tabindex="0" role="group"
    aria-label="${t("learn.table")}: ${head.map(plain).join(", ")}"><table>
    <thead><tr>${head.map((cell) => (cell.length > 0 ? html`<th scope="col">${cell.map(words)}</th>` : html`<td></td>`))}</tr></thead>
    <tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell.map(words)}</td>`)}</tr>`)}</tbody></table></div>`;

/** The differences of a variant from its game. @param {Span[]} differences */
const differing = (differences) => html`<p class="note"><b>${t("learn.variant")}</b> ${t("learn.differs")}
    ${differences.map(words)}${plain(differences).endsWith(".") ? "" : "."}</p>`;

/** @param {Learn} learn @param {Block} block @returns {unknown} */
function put(learn, block) {
    switch (block.is) {
        case "heading":
            // The heading of the page repeats the name of the game, which stands above.
            if (block.level === 1) return nothing;
            return block.level === 2
                ? html`<h2 id=${idOf(block.spans)} tabindex="-1">${block.spans.map(words)}</h2>`
                : html`<h3>${block.spans.map(words)}</h3>`;
        case "paragraph":
            return html`<p>${block.spans.map(words)}</p>`;
        case "list": {
            const items = block.items.map((item) => html`<li>${item.map((inner) => put(learn, inner))}</li>`);
            return block.first === null ? html`<ul>${items}</ul>` : html`<ol start=${block.first}>${items}</ol>`;
        }
        case "table":
            return table(block.head, block.rows);
        case "code":
            return html`<pre class="scrolled" tabindex="0" role="group" aria-label=${t("learn.position")}><code>${block.text}</code></pre>`;
        case "diagram":
            return learn.figures.get(block) ?? nothing;
    }
}

/** The way to the parts of the page, and to other games. @param {Learn} learn @param {Variant} variant */
function ways(learn, variant) {
    const heads = learn.rules?.blocks.flatMap((block) => (block.is === "heading" && block.level === 2 ? [block.spans] : [])) ?? [];
    const way = (/** @type {string} */ id, /** @type {string} */ text) => html`<li><button class="step"
        @click=${() => goTo(id)}>${text}</button></li>`;
    return html`<nav class="ways" aria-label=${t("head.rules")}>
        <label>${t("start.game")} <select
            @change=${(/** @type {Event} */ event) => (location.hash = `learn/${/** @type {HTMLSelectElement} */ (event.target).value}`)}>
            ${learn.variants.map((other) => html`<option value=${other.name}
                ?selected=${other === variant}>${titleOf(other)}</option>`)}</select></label>
        <ul>${heads.map((spans, index) =>
            html`${index === 1 && learn.tasks.length > 0 ? way("the-tasks", t("task.all"))
                : nothing}${way(idOf(spans), plain(spans))}`)}${way("the-pieces", t("learn.pieces"))}</ul></nav>`;
}

/** The blocks of the rules, with the tasks behind the first steps. @param {Learn} learn @param {Block[]} blocks @param {Variant} variant */
function parts(learn, blocks, variant) {
    const heads = blocks.flatMap((block, index) => (block.is === "heading" && block.level === 2 ? [index] : []));
    const after = heads[1] ?? blocks.length;
    return [blocks.slice(0, after).map((block) => put(learn, block)), tasks(learn, variant),
        blocks.slice(after).map((block) => put(learn, block))];
}

/** The tasks of a game, a board each. @param {Learn} learn @param {Variant} variant */
function tasks({ tasks, settings }, variant) {
    if (tasks.length === 0) return nothing;
    const known = tasks.map((_, index) => score.known[memoryOf("tasks", variant.name, index + 1)] === "solved");
    const count = known.filter(Boolean).length;
    return html`<section class="tasks" aria-labelledby="the-tasks"><h2 id="the-tasks" tabindex="-1">${t("task.all")}</h2>
        <p>${t("task.about")} ${count > 0 ? t("task.done", { count, all: tasks.length }) : nothing}</p>
        <ol class=${variant.files > 10 ? "wide"
            : ""}>${tasks.map(({ name, scene }, index) => html`<li><a class="task" href="#tasks/${variant.name}/${index + 1}">
            <div class="mini" aria-hidden="true">${board(viewOf(`task-${name}`,
                variant, { variant: variant.name, scene, square: null, reach: [] }, null, settings), true)}</div>
            <span>${known[index] ? html`<b
                aria-label=${t("task.solved")}>✓</b> ` : nothing}${taskText(variant.name, name)}</span></a></li>`)}</ol></section>`;
}

/** The page. @param {Learn} learn */
export function lesson(learn) {
    const { variant, rules } = learn;
    // Another language was chosen.
    if (rules && learn.language !== spokenLanguage()) void learn.read("");
    if (!variant || !rules) {
        return html`<main class="wait"><p role=${learn.error ? "alert" : nothing}>${learn.error || t("wait")}</p></main>`;
    }
    return html`<main class="learn">${ways(learn, variant)}
        <div class="lead"><h1>${titleOf(variant)}</h1>
            <p class="tools"><a class="tool main" href="#${variant.name}">${t("start.play")}</a>
                ${learn.tasks.length > 0 ? html`<a class="tool" href="#tasks/${variant.name}">${t("task.all")}</a>` : nothing}
                <button class="tool" @click=${() => goTo("the-pieces")}>${t("learn.pieces")}</button>
                <a class="tool" href="#${variant.name}/edit">${t("open.edit")}</a></p></div>
        <article>${rules.variant ? differing(rules.variant) : nothing}
            ${parts(learn, rules.blocks, variant)}</article>
        <section aria-labelledby="the-pieces"><h2 id="the-pieces" tabindex="-1">${t("learn.pieces")}</h2>
            <p>${t("learn.pieces.about")}</p>
            ${lessons(variant, learn.settings).box}</section></main>`;
}
