// The state of the game and the next thing to do: one short line, a smaller one below it, and a banner at the end.

/** @import { Entry } from "./entry.js" */
/** @import { Play } from "./play.js" */
/** @import { Place } from "./position.js" */
/** @import { TextName } from "./text.js" */
/** @import { Snapshot, Variant } from "./types.js" */
import { said } from "./diagrams.js";
import { broughtBy, squareOf } from "./entry.js";
import { nameOf, pieceOf, tell } from "./names.js";
import { ownerOf } from "./owners.js";
import { capital, say, sideOf, t } from "./text.js";
import { html, nothing } from "./vendor/lit-html.js";

/** The meaning of a menu token. @param {Variant} variant @param {string} token */
export function meaning(variant, token) {
    if (token === "go") return t("choice.go");
    if (token === "shoot") return t("choice.shoot");
    if (token === "pass") return t("choice.pass");
    if (token === "=") return t("choice.same");
    if (token === "x") return t("choice.takes-none");
    if (token === "+") return t("choice.promotes-none");
    if (token === "@") return t("choice.here");
    if (token === "/") return t("choice.brings-none");
    if (token.startsWith("=")) return nameOf(variant, token.slice(1));
    const brought = broughtBy(token);
    if (brought) return t("choice.brings", { name: nameOf(variant, brought.piece), square: brought.square });
    return token;
}

/** The choices of the steps so far, in words. @param {Variant} variant @param {Place} place @param {Entry} entry */
function chosen(variant, place, entry) {
    const first = entry.way[0] ?? "";
    if (first.endsWith("@")) return nameOf(variant, first.slice(0, -1));
    const stack = place.cells[first] ?? [];
    const name = nameOf(variant, stack[0] ?? "");
    const part = Number(entry.part?.slice(1) ?? 1);
    return part > 1 ? t("say.stack", { name, count: part - 1 }) : name;
}

/** The question for the square of a wall, by what it is. @type {Record<Variant["obstacle"], TextName>} */
const WALLS = { wall: "say.wall.after", duck: "say.duck.after", arrow: "say.arrow.after",
    hole: "say.hole.after", water: "say.hole.after" };

/** True if squares of a game sink instead of being walled. @param {Variant} variant */
export const sinks = (variant) => variant.obstacle === "water";

/** The user's next step, in words. @param {Variant} variant @param {Place} place @param {Entry} entry */
export function prompt(variant, place, entry) {
    if (entry.way.length === 0) {
        const drops = [...entry.offers().keys()].some((token) => token.endsWith("@"));
        return t(drops ? "say.choose.drop" : "say.choose");
    }
    if (entry.way[0] === "wall") return t(sinks(variant) ? "say.sink" : "say.wall");
    const what = capital(chosen(variant, place, entry));
    const tokens = [...entry.offers().keys()];
    const sample = tokens.find((token) => squareOf(token) !== undefined) ?? tokens[0] ?? "";
    if (entry.target === undefined) return t("say.where", { what });
    const values = { what, square: entry.target };
    switch (sample.charAt(0)) {
        case "x":
            return t("say.takes-along", values);
        case "+":
            return t("say.promotes", values);
        case "@":
            return t("say.appears");
        case "*":
            return t(WALLS[variant.obstacle], values);
        case "=":
            return t("say.becomes", values);
        case "/":
            return t("say.brings", values);
        default:
            return t("say.go-or-shoot", values);
    }
}

/** The result for the only person who plays here, or for all others. @param {Snapshot} game @param {("white" | "black")[]} own */
function verdict({ ending }, own) {
    if (ending?.score === "1/2-1/2") return t("end.draw");
    const winner = ending?.score === "1-0" ? "white" : "black";
    if (own.length !== 1) return t("end.side", { side: sideOf(winner) });
    return t(own[0] === winner ? "end.win" : "end.lose");
}

/** The result and its reason, in two lines; a draw by agreement is one once. @param {Snapshot} game @param {("white" | "black")[]} own */
function result(game, own) {
    const [score, why] = [game.ending?.score ?? "", game.ending ? say(game.ending.reason) : ""];
    const isTold = score === "1/2-1/2" && why.toLowerCase().startsWith(t("end.draw").toLowerCase());
    return isTold ? { line: capital(why), small: `${score}.` } : { line: verdict(game, own), small: `${score} – ${why}.` };
}

/** True if the end of the game stands above the panels: it gives its place to a tool that is opened. @param {Play} play */
const hasBanner = (play) => !!play.game?.ending && !play.quiz && play.lines === 0 && !play.reviewing && !play.shown;

/** The end of the game, above the panels. @param {Play} play */
export function banner(play) {
    const { game } = play;
    if (!game || !hasBanner(play)) return nothing;
    const { line, small } = result(game, play.own);
    return html`<section class="banner" aria-label=${t("say.over")}><div><p class="outcome">${line}</p><p>${small}</p></div>
        ${play.isGuest ? nothing : again(play, game)}</section>`;
}

/** The choices after the end of a game. @param {Play} play @param {Snapshot} game */
function again(play, game) {
    return html`<p class="tools"><button class="tool main" title=${t("end.rematch.about")}
        @click=${() => void play.again()}>${t("end.rematch")}</button>
            ${game.line.length === 0 ? nothing : html`<button class="tool"
                @click=${() => play.review(true)}>${t("tool.review")}</button>`}
            <a class="tool" href="#${play.variant.name}">${t("tool.new")}</a></p>`;
}

/** The line that names the side to move. @param {Snapshot} game @param {("white" | "black")[]} own */
function standing(game, own) {
    const isEngine = game[game.scene.side].kind === "engine";
    const both = game.white.kind === game.black.kind ? own.length !== 1 || own[0] !== game.scene.side : game.away.includes(game.scene.side);
    if (isEngine && game.pace.paused) return t("say.paused");
    const who = both ? t("say.to-move", { side: sideOf(game.scene.side) }) : t(isEngine ? "say.thinks" : "say.yours");
    const { checked, prey, side } = game.scene;
    if (checked) return `${who}. ${t("say.check")}`;
    if (!prey) return who;
    const piece = prey.name;
    return `${who}. ${own.join() === side ? t("say.royal", { piece }) : t("say.royal.of", { piece, side: sideOf(side) })}`;
}

/** The place of the position that is shown, in words. @param {Play} play */
function whereabouts({ game, tree, at }) {
    if (!game || !tree) return "";
    if (at === tree.root) return t("say.start");
    if (!tree.played.has(at)) return t("say.variation");
    return t("say.place", { ply: game.line.indexOf(at) + 1, count: game.line.length });
}

/** The possible moves of the inspected piece, in words. @param {Play} play @param {string} square */
function looked({ variant, place, shown }, square) {
    const text = place?.cells[square]?.[0] ?? "";
    const isItsTurn = ownerOf(text) === place?.side;
    return t(isItsTurn ? "say.looked.now" : "say.looked.if", { name: nameOf(variant, text), square, does: said(shown?.reach ?? []) });
}

/** A move of the tree in words. @param {Play} play @param {string} id */
function moveOf({ tree }, id) {
    const move = tree?.get(id);
    if (!tree || !move) return "";
    return t("say.last", { move: move.san, says: tell(move) });
}

/** A hint: first the piece, then the move. @param {Play} play */
function hinted({ hint, told, game, place, variant }) {
    const move = game?.moves.find((known) => known.wire === hint?.wire);
    if (!hint || !move || !place) return undefined;
    if (told) {
        const said = hint.line[0] ?? "";
        return { line: html`${t("hint.move")} <span
            class="hinted">${said}</span>`, text: `${t("hint.move")} ${said}`, small: `${tell(move)}.` };
    }
    const top = place.cells[move.from ?? ""]?.[0];
    const small = t("hint.more");
    if (top !== undefined) {
        return { line: t("hint.piece", { piece: pieceOf(variant, top), square: move.from ?? "" }), small };
    }
    if (move.to === null) return { line: t("hint.pass"), small };
    const wall = sinks(variant) ? "hint.sink" : "hint.wall";
    return { line: t(move.way[0] === "wall" ? wall : "hint.drop"), small };
}

/** A move that waits for the engine's. @param {Play} play */
function foreseen({ premove, place, variant }) {
    if (!premove) return "";
    const { from, to } = premove;
    if (to !== undefined) return t("say.premove", { from, to });
    return t("say.premove.where", { name: capital(nameOf(variant, place?.cells[from]?.[0] ?? "")), square: from });
}

/**
 * @typedef {{ line: unknown, small: string, text?: string, isNews?: boolean }} Words
 *     The line, with its text if it is none itself, and the smaller one; `isNews` if that has something beside the last
 *     move, the phase and the offers.
 */

/** The phase of a game, with the number of the turn; empty without phases. @param {Snapshot} game */
const phaseOf = ({ scene, ending }) =>
    !scene.phase || ending ? "" : t("say.phase", { number: scene.number, phase: scene.phase });

/** The line, and the smaller one. @param {Play} play @returns {Words} */
function words(play) {
    const { game, place, variant, entry } = play;
    if (!game || !place) return { line: "", small: "" };
    const where = play.isPresent ? standing(game, play.own) : whereabouts(play);
    const asked = play.isOpen ? prompt(variant, place, entry) : "";
    const last = moveOf(play, play.at);
    if (play.shown) {
        const { square } = play.shown;
        return { line: t("say.looked", { name: capital(nameOf(variant, place.cells[square]?.[0] ?? "")), square }),
            small: looked(play, square), isNews: true };
    }
    const question = play.reviewing?.question;
    if (entry.way.length > 0) return { line: asked, small: question || phaseOf(game) || last, isNews: !!question };
    if (question) return { line: where, small: question, isNews: true };
    if (play.isPresent && play.premove) return { line: foreseen(play), small: last };
    const hint = play.isPresent ? hinted(play) : undefined;
    if (hint) return { ...hint, isNews: true };
    // The task of a puzzle stands above.
    if (play.quiz && play.isPresent && !game.ending) return { line: t("say.yours"), small: last || asked };
    const phase = play.isPresent ? phaseOf(game) : "";
    if (play.isPresent && game.ending) {
        const { line, small } = result(game, play.own);
        return { line, small: [small, last].filter(Boolean).join(" ") };
    }
    const other = !play.isPresent && play.isOpen ? t("say.explore") : "";
    return { line: where, small: [requests(play), phase, other, last].filter(Boolean).join(" ") || asked };
}

/** The words on a repetition, and the request or the offer of a side. @param {Play} play */
function requests({ game, isPresent }) {
    if (!game || !isPresent) return "";
    const repeats = game.repeats ? t("say.repeats", { reason: say(game.repeats) }) : "";
    const asks = game.takeback ? t("say.takeback", { side: sideOf(game.takeback) }) : "";
    const offer = game.offer ? t("say.offer", { side: sideOf(game.offer) }) : "";
    return [repeats, asks, offer].filter(Boolean).join(" ");
}

/**
 * The words of the screen reader now: the moves that have come, the phase, what is offered, and what is to be done.
 * @param {Play} play
 * @param {Words} words
 */
function announced(play, { line, text = String(line), small, isNews = false }) {
    const { game, tree } = play;
    if (!game || !tree) return "";
    const path = tree.path(play.at);
    const ending = play.isPresent && !play.quiz ? game.ending : undefined;
    return play.announcer.say(
        path.map((move) => move.wire),
        (ply) => moveOf(play, path[ply]?.id ?? ""),
        {
            phase: play.isPresent ? phaseOf(game) : "",
            requests: requests(play),
            line: ending ? Object.values(result(game, play.own)).join(" ") : text,
            more: isNews ? small : "",
        },
    );
}

/**
 * The state of the game; an error stands in place of the smaller line. A screen reader says the moves first, and what is new.
 * @param {Play} play
 */
export function status(play) {
    const shown = words(play);
    const error = play.error || play.game?.trouble || "";
    // The banner says the same, or the task of a puzzle.
    const isSaid = hasBanner(play) || (play.quiz !== undefined && !play.shown && !play.game?.ending);
    const isSilent = isSaid && play.isPresent && play.entry.way.length === 0;
    return html`<div class="status ${isSilent ? "silent" : ""}">${isSilent ? nothing : html`<p class="say"><b>${shown.line}</b></p>`}
        <p class="error" role="alert">${error}</p>${error || isSilent ? nothing : html`<p class="event">${shown.small}</p>`}
        <p class="spoken" role="status" aria-live="polite" aria-atomic="true">${announced(play, shown)}</p></div>`;
}
