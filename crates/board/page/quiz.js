// Puzzles as they are drawn: the one that is asked beside its board, and the sets that there are.

/** @import { Play } from "./play.js" */
/** @import { Start } from "./start.js" */
import { ask } from "./api.js";
import { kept } from "./progress.js";
import { memoryOf, score, taskText, wish } from "./quiz-mode.js";
import { themeName, titleOf } from "./names.js";
import { textOf } from "./save.js";
import { sample } from "./small.js";
import { sideOf, t } from "./text.js";
import { analyse, flip } from "./tools.js";
import { reason } from "./transport.js";
import { html, nothing } from "./vendor/lit-html.js";

/** @typedef {{ name: string, title: import("./types.js").Message, count: number }} PuzzleSet */

/** @type {PuzzleSet[] | undefined} */
let sets;

/** The days in a row on which something was solved, if they are several. */
function days() {
    const count = kept(score.days, new Date());
    return count > 1 ? t("quiz.days", { count }) : "";
}

/** The rating in a set of puzzles, if there is one. @param {string} set */
function ratingIn(set) {
    const rating = score.ratings[set];
    return rating ? t("quiz.rating", { rating: Math.round(rating.value) }) : "";
}

/** The count of solved puzzles, with what is known of a set if one is named. @param {string} [set] */
const tally = (set = "") => [t("quiz.tally", { solved: score.solved, asked: score.asked, first: score.first }), score.streak > 1
    ? t("quiz.streak", { count: score.streak }) : "", ratingIn(set), days()].filter(Boolean).join(" ");

/** The puzzle next to its board. @param {Play} play */
export function quiz(play) {
    const { quiz } = play;
    if (!quiz) return nothing;
    const { task, number, set, kind, isOver, isBusy } = quiz;
    const { following, themes } = quiz;
    const isTask = kind === "tasks";
    const one = t(isTask ? "task.one" : "quiz.one");
    const asked = task.name === undefined ? t("quiz.find", { side: sideOf(task.side) }) : taskText(set, task.name);
    const sign = (/** @type {number} */ other) => {
        const how = score.known[memoryOf(kind, set, other)];
        return how ? { solved: " ✓", missed: " ✗" }[how] : "";
    };
    const tool = (/** @type {string} */ text, /** @type {() => void} */ act, /** @type {boolean} */ disabled, main = false) =>
        html`<button class="tool ${main ? "main" : ""}" ?disabled=${disabled} @click=${act}>${text}</button>`;
    return html`<section class="quiz" aria-label=${one}><h2><label>${one} <select aria-label=${one}
        @change=${(/** @type {Event} */ event) => quiz.go(Number(/** @type {HTMLSelectElement} */ (event.target).value))}>
            ${Array.from({ length: task.count }, (_, index) => html`<option value=${index + 1}
                .selected=${index + 1 === number}>${index + 1}${sign(index + 1)}</option>`)}</select>
            ${t("quiz.of", { count: task.count })}</label>
            ${(task.difficulty ?? null) === null ? nothing : html`<span
                class="faint">${t("quiz.difficulty", { difficulty: task.difficulty ?? "" })}</span>`}</h2>
        ${themes.length === 0 ? nothing : html`<label class="theme">${t("quiz.theme")} <select
            @change=${(/** @type {Event} */ event) => quiz.choose(/** @type {HTMLSelectElement} */ (event.target).value)}>
            <option value="" .selected=${wish.theme === ""}>${t("quiz.theme.all")}</option>
            ${themes.map(([theme, count]) => html`<option value=${theme}
                .selected=${wish.theme === theme}>${themeName(theme)} (${count})</option>`)}</select></label>`}
        ${isTask && quiz.says ? html`<p>${asked}</p>` : nothing}
        <p class="said-of" role="status">${isBusy ? t("wait") : quiz.says || asked}</p>
        <div class="tools">${tool(t("tool.hint"), () => void quiz.hint(), isOver
            || isBusy)}${tool(t("quiz.solution"), () => void quiz.solution(), isOver || isBusy)}
            ${following === undefined ? nothing : tool(t("next"), () => quiz.go(following), isBusy, isOver)}
            ${isTask && number === task.count && isOver ? html`<a class="tool main" href="#${set}">${t("start.play")}</a>` : nothing}
            ${isTask ? html`<a class="tool" href="#learn/${set}">${t("head.rules")}</a>` : nothing}
            ${isOver && !isTask ? analyse(play) : nothing}${flip(play)}</div>
        ${score.asked > 0 && !isTask ? html`<p class="faint tally">${tally(set)}</p>` : nothing}
        ${isTask && days() ? html`<p class="faint tally">${days()}</p>` : nothing}</section>`;
}

/** Asks puzzles of a file. @param {Start} start @param {File | undefined} file */
async function open(start, file) {
    if (!file) return;
    start.puzzled = "";
    try {
        const { set, findings } = await ask("/api/puzzles", { text: await textOf(file), variant: start.chosen });
        sets = undefined;
        // The notices about the file come first; the set is in the list.
        if (findings.length === 0) location.hash = `puzzles/${set}`;
        start.puzzled = findings.join("\n");
        start.draw();
    } catch (error) {
        start.puzzled = reason(error);
        start.draw();
    }
}

/** The puzzles that there are. @param {Start} start */
export function puzzles(start) {
    if (!sets) {
        sets = [];
        ask("/api/puzzles").then(
            (found) => {
                sets = found;
                start.draw();
            },
            (/** @type {Error} */ error) => {
                start.puzzled = error.message;
                start.draw();
            },
        );
    }
    const solved = (/** @type {string} */ set) =>
        Object.entries(score.known).filter(([name, how]) => name.startsWith(`${set}/`) && how === "solved").length;
    return html`<section class="puzzles" aria-label=${t("quiz.all")}><h2>${t("quiz.all")}</h2>
        <ul class="kept">${sets.map((set) => {
            const variant = start.named(set.name);
            const picture = variant ? sample(`puzzles-${set.name}`, variant) : nothing;
            return html`<li><a href="#puzzles/${set.name}">${picture}<span class="what"><b>${titleOf(set)}</b>
                <span>${t("quiz.count", { count: set.count })}</span>${solved(set.name) > 0
                    ? html`<span>${t("quiz.solved", { count: solved(set.name) })}</span>` : nothing}${ratingIn(set.name)
                        ? html`<span>${ratingIn(set.name)}</span>` : nothing}</span></a></li>`;
        })}</ul>
        <p class="tools"><label class="tool">${t("open.file")} <input type="file" accept=".pgn,.epd,.txt" class="hidden"
            @change=${(/** @type {Event} */ event) => void open(start, /** @type {HTMLInputElement} */ (event.target).files?.[0])}></label>
            ${score.asked > 0 ? html`<span class="faint">${tally()}</span>` : nothing}</p>
        <p class="error" role="alert">${start.puzzled}</p></section>`;
}
