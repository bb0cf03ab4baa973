// Puzzles as they are drawn: the one that is asked beside its board, and the sets that there are.

/** @import { Play } from "./play.js" */
/** @import { Start } from "./start.js" */
import { ask } from "./api.js";
import { score } from "./quiz-mode.js";
import { capital } from "./text.js";
import { html, nothing } from "./vendor/lit-html.js";

/** @typedef {{ name: string, title: string, count: number }} PuzzleSet */

/** @type {PuzzleSet[] | undefined} */
let sets;

/** The count of solved puzzles. */
const tally = () => `This session: ${score.solved} of ${score.asked} solved, ${score.first} at the first try.`;

/** The puzzle next to its board. @param {Play} play */
export function quiz(play) {
    const { quiz } = play;
    if (!quiz) return nothing;
    const { task, number, set, isOver, isBusy } = quiz;
    const sign = (/** @type {number} */ other) => {
        const how = score.known[`${set}/${other}`];
        return how ? { solved: " ✓", missed: " ✗" }[how] : "";
    };
    const tool = (/** @type {string} */ text, /** @type {() => void} */ act, /** @type {boolean} */ disabled, main = false) =>
        html`<button class="tool ${main ? "main" : ""}" ?disabled=${disabled} @click=${act}>${text}</button>`;
    return html`<section class="quiz" aria-label="Puzzle"><h2><label>Puzzle <select aria-label="Puzzle" @change=${(/** @type {Event} */ event) => quiz.go(Number(/** @type {HTMLSelectElement} */ (event.target).value))}>
            ${Array.from({ length: task.count }, (_, index) => html`<option value=${index + 1} .selected=${index + 1 === number}>${index + 1}${sign(index + 1)}</option>`)}</select> of ${task.count}</label>
            ${task.difficulty === null ? nothing : html`<span class="faint">difficulty ${task.difficulty} of 10</span>`}</h2>
        <p class="said-of" role="status">${isBusy ? "One moment…" : quiz.says || `${capital(task.side)} to move: find the best move.`}</p>
        <div class="tools">${tool("Hint", () => void quiz.hint(), isOver || isBusy)}${tool("Solution", () => void quiz.solution(), isOver || isBusy)}
            ${number < task.count ? tool("Next", () => quiz.go(number + 1), isBusy, isOver) : nothing}
            ${isOver ? html`<button class="tool" aria-pressed=${play.lines > 0} @click=${() => play.analyse(play.lines > 0 ? 0 : 3)}>Analyse</button>` : nothing}
            ${tool("Flip", () => {
                play.flipped = !play.flipped;
                play.draw();
            }, false)}</div>
        ${score.asked > 0 ? html`<p class="faint">${tally()}</p>` : nothing}</section>`;
}

/** Asks puzzles of a file. @param {Start} start @param {File | undefined} file */
async function open(start, file) {
    if (!file) return;
    try {
        const { set } = await ask("/api/puzzles", { text: await file.text(), variant: start.chosen });
        sets = undefined;
        location.hash = `puzzles/${set}`;
    } catch (error) {
        start.error = error instanceof Error ? error.message : String(error);
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
                start.error = error.message;
                start.draw();
            },
        );
    }
    const solved = (/** @type {string} */ set) => Object.entries(score.known).filter(([name, how]) => name.startsWith(`${set}/`) && how === "solved").length;
    return html`<section class="puzzles" aria-label="Puzzles"><h2>Puzzles</h2>
        <ul class="kept">${sets.map((set) => html`<li><a href="#puzzles/${set.name}"><b>${set.title}</b>
            <span>${set.count} puzzles</span><span>${solved(set.name) > 0 ? `${solved(set.name)} solved` : nothing}</span></a></li>`)}</ul>
        <p class="tools"><label class="tool">From a file <input type="file" accept=".pgn,.epd,.txt" class="hidden"
            @change=${(/** @type {Event} */ event) => void open(start, /** @type {HTMLInputElement} */ (event.target).files?.[0])}></label>
            ${score.asked > 0 ? html`<span class="faint">${tally()}</span>` : nothing}</p></section>`;
}
