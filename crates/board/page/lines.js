// The engine's analysis of a position, as lines and as a bar.

/** @import { Play } from "./play.js" */
import { tell } from "./names.js";
import { t } from "./text.js";
import { shortScore } from "./arrows.js";
import { html, nothing } from "./vendor/lit-html.js";

/** The numbers of lines that can be asked for. */
const COUNTS = [1, 2, 3, 4, 5];

/** A number for people: 1.2 M. @param {number} count */
function short(count) {
    if (count < 10_000) return String(count);
    return count < 1_000_000 ? `${Math.round(count / 1000)} k` : `${(count / 1_000_000).toFixed(1)} M`;
}

/** One line: its score, and its moves, which are shown while they are pointed at. @param {Play} play @param {number} index */
function line(play, index) {
    const found = play.analysis?.lines[index];
    const first = found?.steps[0];
    if (!found || !first) return nothing;
    // Only the first move is played: to see where the others lead, fingers have to touch them.
    const choose = (/** @type {number} */ count) => {
        if (count === 0 && play.isOpen && !play.threats) void play.play(first.wire);
        else play.previewLine(index, count + 1);
    };
    return html`<li><b class=${found.score < 0 ? "black" : "white"}>${shortScore(found.text)}</b>
        <span class="way">${found.steps.map(
            (step, count) => html`<button @mouseenter=${() => play.previewLine(index, count + 1)}
                @mouseleave=${() => play.previewLine(0, 0)}
                @focus=${() => play.previewLine(index, count + 1)} @blur=${() => play.previewLine(0, 0)}
                @click=${() => choose(count)} title=${tell(step)}>${step.san}</button>`,
        )}</span></li>`;
}

/** The analysis. @param {Play} play */
export function lines(play) {
    if (play.lines === 0) return nothing;
    const found = play.analysis;
    const rate = found && found.time > 0 ? t("analysis.rate", { rate: short(Math.round((found.nodes * 1000) / found.time)) }) : "";
    return html`<section class="analysis" aria-label=${t("analysis.title")}>
        <p><span title=${rate}>${found ? t("analysis.depth", { depth: found.depth, nodes: short(found.nodes) })
            : t("analysis.begins")}</span>
            <button class="tool small" aria-pressed=${play.threats} title=${t("analysis.threats.about")}
                @click=${() => play.analyse(play.lines, !play.threats)}>${t("analysis.threats")}</button>
            <label>${t("analysis.lines")} <select
                @change=${(/** @type {Event} */ event) => play.analyse(Number(/** @type {HTMLSelectElement} */ (event.target).value))}>
                ${COUNTS.map((count) => html`<option ?selected=${count === play.lines}>${count}</option>`)}</select></label></p>
        <ol>${(found?.lines ?? []).map((_, index) => line(play, index))}</ol>
        ${play.threats ? html`<p class="faint">${t("analysis.threats.note")}</p>` : nothing}
        ${play.isOpen && !play.threats && found?.lines.length && play.at === play.tree?.root ? html`<p
            class="faint">${t("analysis.how")}</p>` : nothing}
    </section>`;
}

/** White's score, as a bar beside the board. @param {Play} play */
export function bar(play) {
    const best = play.analysis?.lines[0];
    if (play.lines === 0) return nothing;
    const share = 100 * (best?.expected ?? 0.5);
    const height = `height:${Math.min(98, Math.max(2, share)).toFixed(1)}%`;
    return html`<div class="bar ${play.flipped ? "flipped" : ""}" role="img" aria-label=${t("analysis.bar", { score: best?.text ?? "?" })}>
        <div .style=${height}></div></div>`;
}
