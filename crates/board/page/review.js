// The review of a game as it is drawn: a graph of what could be expected, what each move lost, and the search for
// better moves.

/** @import { Play } from "./play.js" */
/** @import { TextName } from "./text.js" */
/** @import { Reviewing } from "./review-mode.js" */
/** @import { Reviewed, Side, Step } from "./types.js" */
import { html, nothing, svg } from "./vendor/lit-html.js";
import { GOOD, numbered, points } from "./review-mode.js";
import { sideName, t } from "./text.js";

/** The name of a move with a grade, and of several. @type {Record<string, [TextName, TextName]>} */
const NAMES = {
    "?!": ["review.inaccuracy", "review.inaccuracies"],
    "?": ["review.mistake", "review.mistakes"],
    "??": ["review.blunder", "review.blunders"],
};

const [WIDTH, HEIGHT] = [320, 90];

/**
 * White's expected score, as a picture; a click goes to that place.
 * @param {Play} play
 * @param {Reviewing} reviewing
 * @param {Reviewed} review
 */
function graph(play, reviewing, review) {
    const count = Math.max(1, review.expected.length - 1);
    const at = (/** @type {number} */ ply) => [(ply / count) * WIDTH, (1 - (review.expected[ply] ?? 0.5)) * HEIGHT];
    const way = review.expected.map((_, ply) => at(ply).map((number) => number.toFixed(1)).join(" ")).join("L");
    const here = reviewing.line.indexOf(play.at) + 1;
    const isHere = here > 0 || play.at === play.tree?.root;
    const go = (/** @type {MouseEvent} */ event) => {
        const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
        const ply = Math.round(((event.clientX - box.left) / box.width) * count);
        play.go(ply === 0 ? play.tree?.root : reviewing.line[ply - 1]);
    };
    const [x] = at(here);
    return html`<svg class="graph" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" @click=${go}
        aria-label=${t("review.graph")}>${svg`
        <rect class="low" width=${WIDTH} height=${HEIGHT}></rect>
        <path class="high" d="M0 ${HEIGHT}L${way}L${WIDTH} ${HEIGHT}Z"></path>
        <path class="middle" d="M0 ${HEIGHT / 2}H${WIDTH}"></path><path class="curve" d="M${way}"></path>
        ${isHere ? svg`<path class="here" d="M${x} 0V${HEIGHT}"></path>` : nothing}
        ${reviewing.graded.map((ply) => {
            const [left, top] = at(ply + 1);
            return svg`<circle class="grade ${review.moves[ply]?.grade === "??" ? "blunder" : ""}" cx=${left} cy=${top} r="3.5"></circle>`;
        })}`}</svg>`;
}

/** The accuracy of a side. @param {Reviewing} reviewing @param {Reviewed} review @param {Side} side @param {Play} play */
function summary(reviewing, review, side, play) {
    const accuracy = review.accuracy[side === "white" ? 0 : 1];
    const own = review.moves.filter((_, ply) => play.tree?.get(reviewing.line[ply] ?? "")?.side === side);
    const count = (/** @type {string} */ grade) => own.filter((judged) => judged.grade === grade).length;
    return html`<tr><th scope="row">${sideName(side)}</th><td>${accuracy === null ? "–" : `${accuracy.toFixed(0)} %`}</td>
        ${Object.keys(NAMES).map((grade) => html`<td>${count(grade)}</td>`)}</tr>`;
}

/** A better way, which a click notes and goes through. @param {Play} play @param {string} before @param {Step[]} steps */
const way = (play, before, steps) => html`<button class="step" title=${t("review.go-through")}
    @click=${() => void play.follow(before, steps.map((step) => step.wire))}>${steps.map((step) => step.san).join(" ")}</button>`;

/** The judgement of the move shown. @param {Play} play @param {Reviewing} reviewing */
function verdict(play, reviewing) {
    const judged = reviewing.of(play.at);
    if (!judged || reviewing.quest !== undefined) return nothing;
    const [first] = judged.better;
    const before = play.tree?.parent(play.at);
    const move = numbered(play, play.at);
    if (!judged.grade && !first && judged.loss < GOOD) return html`<p>${t("review.good", { move })}</p>`;
    const grade = NAMES[judged.grade ?? ""]?.[0];
    const loses = t("review.loses", { points: points(judged.loss) });
    return html`<p><b>${move}${judged.grade ?? ""}</b> ${grade ? `– ${t(grade)}: ` : ""}${loses}${judged.missed
        ? ` ${t("review.missed", { count: judged.missed })}` : ""}
        ${first && before !== undefined ? html`${t("review.better")} ${way(play, before, judged.better)}` : nothing}</p>`;
}

/** The search for a better move. @param {Play} play @param {Reviewing} reviewing */
function quest(play, reviewing) {
    const ply = reviewing.quest;
    if (ply === undefined) {
        return html`<div class="tools">${reviewing.weak.length > 0 ? html`<button class="tool small"
            @click=${() => reviewing.seek(0)}>${t("review.seek")}</button>` : nothing}
            ${reviewing.isWritten
                ? html`<span class="faint" role="status">${t("review.written")}</span>`
                : html`<button class="tool small" title=${t("review.write.about")}
                  @click=${() => void reviewing.write()}>${t("review.write")}</button>`}</div>`;
    }
    const id = reviewing.line[ply] ?? "";
    const better = reviewing.review?.moves[ply]?.better ?? [];
    const before = play.tree?.parent(id);
    const told = reviewing.told && before !== undefined ? html`${t("review.better")} ${way(play, before, better)}` : nothing;
    return html`<p><b>${t("review.instead", { move: numbered(play, id) })}</b> ${reviewing.solved ? told : t("review.enter")}</p>
        <div class="tools"><button class="tool" ?disabled=${reviewing.told || better.length === 0} @click=${() => {
            reviewing.solved = reviewing.told = true;
            reviewing.answer = "";
            play.draw();
        }}>${t("review.show")}</button>
        <button class="tool" ?disabled=${!reviewing.weak.some((other) => other > ply)}
            @click=${() => reviewing.seek(ply + 1)}>${t("next")}</button>
        <button class="tool" @click=${() => {
            reviewing.quest = undefined;
            play.draw();
        }}>${t("review.end")}</button></div>`;
}

/** The review. @param {Play} play */
export function review(play) {
    const { reviewing } = play;
    if (!reviewing) return nothing;
    const { done, all, review } = reviewing.progress;
    if (!review) {
        return html`<section class="analysis" aria-label=${t("tool.review")}><p><label
            class="wide-label">${t("review.progress", { done, all })}
            <progress max=${all} value=${done}></progress></label></p></section>`;
    }
    // A small slip decides nothing.
    const isGrave = /^\?/.test(review.moves[review.decision ?? -1]?.grade?.replace("?!", "") ?? "");
    const decision = review.decision === null || !isGrave ? "" : reviewing.line[review.decision];
    return html`<section class="analysis review" aria-label=${t("tool.review")}>${graph(play, reviewing, review)}
        <table><thead><tr><td></td><th
            scope="col">${t("review.accuracy")}</th>${Object.entries(NAMES).map(([grade, [, name]]) => html`<th scope="col"
                title=${grade}>${t(name)}</th>`)}</tr></thead>
            <tbody>${summary(reviewing, review, "white", play)}${summary(reviewing, review, "black", play)}</tbody></table>
        ${decision ? html`<p>${t(review.slipped ? "review.slipped" : "review.decided")}
            <button class="step" @click=${() => play.go(decision)}>${numbered(play, decision)}</button></p>` : nothing}
        ${verdict(play, reviewing)}${quest(play, reviewing)}</section>`;
}
