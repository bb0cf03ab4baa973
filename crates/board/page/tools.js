// The actions of a game besides moving: one row of signs, and behind the last of them those that are rarely wanted.

/** @import { Glyph } from "./glyphs.js" */
/** @import { Play } from "./play.js" */
import { html, nothing } from "./vendor/lit-html.js";
import { glyph } from "./glyphs.js";
import { choice, Strength } from "./levels.js";
import { sinks } from "./prompts.js";
import { sideName, t } from "./text.js";

/** The pauses between the moves of two engines that can be chosen, in milliseconds. */
const PAUSES = [0, 250, 1000, 2000, 5000];

/**
 * A button with a sign.
 *
 * @param {Glyph} sign
 * @param {string} name  What it is called.
 * @param {() => void} act
 * @param {{ disabled?: boolean, pressed?: boolean }} [how]
 */
export const signed = (sign, name, act, { disabled = false, pressed } = {}) =>
    html`<button class="tool sign" aria-label=${name} title=${name} ?disabled=${disabled} aria-pressed=${pressed ?? nothing}
        @click=${act}>${glyph(sign)}</button>`;

/** Turns the board. @param {Play} play */
export const flip = (play) => signed("flip", t("tool.flip"), () => {
    play.flipped = !play.flipped;
    play.draw();
});

/** Shows or ends the analysis. @param {Play} play */
export const analyse = (play) =>
    signed("analyse", t("tool.analyse"), () => play.analyse(play.lines > 0 ? 0 : 3), { pressed: play.lines > 0 });

/** Puts the menu above its button, when it opens. @param {Event} event */
function place(event) {
    const menu = /** @type {HTMLElement} */ (event.currentTarget);
    const button = document.querySelector('[popovertarget="more"]');
    if (/** @type {ToggleEvent} */ (event).newState !== "open" || !button) return;
    const { right, top, bottom } = button.getBoundingClientRect();
    const up = top > innerHeight / 2;
    Object.assign(menu.style, {
        right: `${Math.max(8, document.documentElement.clientWidth - right)}px`,
        bottom: up ? `${innerHeight - top + 6}px` : "auto",
        top: up ? "auto" : `${bottom + 6}px`,
        maxHeight: `${(up ? top : innerHeight - bottom) - 16}px`,
    });
}

/** The menu of what is rarely wanted. @param {Play} play */
function more(play) {
    const { game, variant } = play;
    if (!game) return nothing;
    const engines = play.hasOnlyEngines;
    const plays = !game.ending && play.own.length > 0;
    const { isGuest } = play;
    if (isGuest && !plays && variant.files <= 12) return nothing;
    const shut = () => document.getElementById("more")?.hidePopover();
    const entry = (/** @type {string} */ text, /** @type {() => void} */ act, title = "") => html`<button class="entry"
        title=${title || nothing} @click=${() => {
        shut();
        act();
    }}>${text}</button>`;
    return html`<button class="tool sign" popovertarget="more" aria-label=${t("tool.more")}
        title=${t("tool.more")}>${glyph("more")}</button>
        <div id="more" class="more-menu" popover @beforetoggle=${place}>
            ${variant.draws && plays ? entry(t(game.offer === null || play.own.join() === game.offer ? "tool.draw"
                : "tool.accept"), () => void play.order({ do: "draw" })) : nothing}
            ${plays ? entry(t("tool.resign"), () => play.ask("resign")) : nothing}
            ${isGuest || game.ending || game.white.kind === game.black.kind ? nothing : entry(t("tool.switch"), () => play.change())}
            ${engines && !game.ending && !isGuest ? paces(play) : nothing}
            ${!isGuest && game.ending ? entry(t("end.rematch"), () => void play.again(), t("end.rematch.about")) : nothing}
            ${!isGuest && (game.ending || !play.isPresent) ? entry(t("tool.fork"), () => void play.fork(), t("tool.fork.about")) : nothing}
            ${variant.files > 12 ? html`<button class="entry enlarge" aria-pressed=${play.settings.zoom} @click=${() => {
                shut();
                play.zoom();
            }}>${t("tool.enlarge")}</button>` : nothing}
            <button class="entry" aria-pressed=${play.settings.zen} @click=${() => {
                shut();
                play.calm();
            }}>${t("tool.zen")}</button>
            ${isGuest ? nothing : html`${entry(t("tool.save"), () => void play.save())}
            <a class="entry" href="#${variant.name}" @click=${shut}>${t("tool.new")}</a>`}</div>`;
}

/** The strengths and the pause of two engines. @param {Play} play */
function paces(play) {
    const { game } = play;
    if (!game) return nothing;
    return html`${/** @type {const} */ (["white", "black"]).map((side) => {
        const player = game[side];
        if (player.kind !== "engine") return nothing;
        const strength = Strength.of(player);
        const seat = () => {
            const changed = strength.player;
            play.seat(side === "white" ? changed : game.white, side === "black" ? changed : game.black);
        };
        return html`<div class="entry-group">${choice(sideName(side), strength, seat, "change")}</div>`;
    })}<label class="entry-group">${t("tool.speed")} <select
        @change=${(/** @type {Event} */ event) =>
            play.pace(game.pace.paused, Number(/** @type {HTMLSelectElement} */ (event.target).value))}>
        ${PAUSES.map((pause) => html`<option value=${pause}
            ?selected=${pause === game.pace.pause}>${pause === 0 ? t("tool.speed.fast")
                : t("tool.speed.seconds", { count: pause / 1000 })}</option>`)}</select></label>`;
}

/** The row of buttons. @param {Play} play */
export function tools(play) {
    const game = play.game;
    if (!game) return nothing;
    const engines = play.hasOnlyEngines;
    const { isGuest, request } = play;
    const asks = game.away.length > 0 && play.own.length > 0;
    const canPass = play.isOpen && play.look?.moves.some((move) => move.way[0] === "pass");
    const canBuild = play.isOpen && play.look?.moves.some((move) => move.way[0] === "wall");
    const builds = play.entry.way[0] === "wall";
    const { pace } = game;
    const steering = () => {
        if (engines && !game.ending) {
            const text = t(pace.paused ? "tool.resume" : "tool.pause");
            return signed(pace.paused ? "resume" : "pause", text, () => play.pace(!pace.paused, pace.pause));
        }
        const undo = t(asks ? "tool.takeback.ask" : "tool.takeback");
        const cannotUndo = game.line.length === 0 || engines || play.own.length === 0;
        const cannotAsk = !play.isOpen || !play.isPresent;
        return html`${signed("undo", undo, () => void play.order({ do: "takeback" }), { disabled: cannotUndo })}
            ${isGuest ? nothing : signed("hint", t("tool.hint"), () => void play.advise(), { disabled: cannotAsk })}`;
    };
    return html`<div class="tools row">
        ${canBuild ? html`<button class="tool" aria-pressed=${builds} ?disabled=${play.entry.way.length > 0 && !builds}
            @click=${() => (builds ? play.back() : play.choose("wall"))}>${t(sinks(play.variant)
                ? "tool.sink" : "tool.wall")}</button>` : nothing}
        ${canPass ? html`<button class="tool" ?disabled=${play.entry.way.length > 0}
            @click=${() => play.choose("pass")}>${t("tool.pass")}</button>` : nothing}
        ${isGuest && play.own.length === 0 ? nothing : steering()}
        ${flip(play)}${isGuest ? nothing : html`${analyse(play)}
        ${signed("review", t("tool.review"), () =>
            play.review(!play.reviewing), { disabled: game.line.length === 0, pressed: play.reviewing !== undefined })}`}
        ${more(play)}
        ${request && play.confirming === ""
            ? html`<p class="confirm" role="alertdialog"
              aria-label=${t(request === "draw" ? "ask.draw" : "ask.takeback")}>${t(request === "draw" ? "ask.draw" : "ask.takeback")}
                <button class="tool main" @click=${() => void play.order({ do: request })}>${t("ask.yes")}</button>
                <button class="tool" @click=${() => play.decline()}>${t("ask.no")}</button></p>`
            : nothing}
        ${play.confirming === "move"
            ? html`<p class="confirm" role="alertdialog" aria-label=${t("confirm.ask")}>${t("confirm.ask")}
                <button class="tool main" @click=${() => play.confirm()}>${t("confirm.yes", { move: play.pending?.san ?? "" })}</button>
                <button class="tool" @click=${() => play.back()}>${t("confirm.no")}</button></p>`
            : nothing}
        ${play.confirming === "resign"
            ? html`<p class="confirm" role="alertdialog" aria-label=${t("resign.ask")}>${t("resign.ask")}
                <button class="tool main" @click=${() => void play.order({ do: "resign" })}>${t("resign.yes")}</button>
                <button class="tool" @click=${() => play.back()}>${t("resign.no")}</button></p>`
            : nothing}</div>`;
}
