// The start of a guest's page: an invitation, and then the one game to which it leads.
//
// | address | |
// |---|---|
// | `#CODE` | an invitation; the seat, once it is taken |
// | `#learn/NAME` | the rules of the game |
// | anything else | the seat that was taken last |

/** @import { OfferedSeat } from "./types.js" */
import { html, nothing, render, svg } from "./vendor/lit-html.js";
import * as api from "./api.js";
import { about } from "./about.js";
import { closer, dialog, opener, preferences, signed } from "./dialogs.js";
import { game, tick } from "./game.js";
import { walk } from "./input.js";
import { Learn, lesson } from "./learn.js";
import { lessons } from "./lessons.js";
import { summaryOf, titleOf } from "./names.js";
import { symbols } from "./pieces.js";
import { useFigures } from "./pieces/sets.js";
import { Play } from "./play.js";
import { sample } from "./small.js";
import * as seats from "./seats.js";
import { load, show } from "./settings.js";
import { sideOf, t } from "./text.js";

const settings = load();
await show(settings);
document.documentElement.dataset["guest"] = "";

/** The code of the link, if the address has one. */
let code = "";
/** The invitation that has been opened. @type {OfferedSeat | undefined} */
let offered;
/** The seat that has been taken. @type {OfferedSeat | undefined} */
let seat;
/** @type {Play | undefined} */
let play;
/** @type {Learn | undefined} */
let learn;
/** The obstacle between the guest and a game: a heading, and what to do. @type {[string, string] | undefined} */
let trouble;

/** The game of a guest. A seat that is lost is noticed where something goes wrong. */
class GuestPlay extends Play {
    /** @param {OfferedSeat} seat */
    constructor(seat) {
        super(seat.variant, api.GUEST, settings, draw);
        this.isGuest = true;
    }

    /** @param {string} why */
    say(why) {
        super.say(why);
        if (!why) return;
        void api.seat().catch((error) => {
            if (error.code === "no-seat" && play === this) fail(error);
        });
    }
}

/** Shows why there is no game. @param {unknown} error */
function fail(error) {
    play?.close();
    play = offered = seat = learn = undefined;
    const known = error instanceof api.Refused ? error.code : "";
    const text = error instanceof Error ? error.message : String(error);
    /** @type {Record<string, [string, string]>} */
    const troubles = {
        taken: [t("refused.taken"), t("refused.taken.about")],
        full: [t("refused.full"), t("refused.full.about")],
        "no-seat": [t("refused.no-seat"), t("refused.no-seat.about")],
        unknown: [t("refused.unknown"), t("refused.unknown.about")],
    };
    trouble = troubles[known] ?? [t("guest.trouble"), text];
    draw();
}

/** Sits down. */
async function sit() {
    seat = await api.seat();
    await useFigures([seat.variant]);
    offered = trouble = undefined;
    play?.close();
    play = new GuestPlay(seat);
    route();
}

/** Takes the seat that is offered. */
async function accept() {
    try {
        const key = await api.join(code);
        if (!seats.take(code, key)) {
            trouble = [t("guest.trouble"), t("guest.storage")];
            offered = undefined;
            return draw();
        }
        await sit();
    } catch (error) {
        fail(error);
    }
}

/** Opens the link of the address, or the seat that was taken last. */
async function open() {
    trouble = offered = undefined;
    const wanted = location.hash.slice(1);
    code = /^[0-9a-f]{32}$/.test(wanted) ? wanted : "";
    try {
        if (code && seats.resume(code)) {
            try {
                return await sit();
            } catch (error) {
                if (!(error instanceof api.Refused) || error.code !== "no-seat") throw error;
                seats.forget(code);
            }
        }
        if (code) {
            offered = await api.invitation(code);
            await useFigures([offered.variant]);
        } else if (isLink(wanted)) throw new api.Refused("", "unknown");
        else return await sit();
        draw();
    } catch (error) {
        fail(error);
    }
}

/** True if an address without a code was to have one, and not to name the game or its rules. @param {string} wanted */
const isLink = (wanted) => /^[0-9a-f]{8,}$/.test(wanted) || !/^(|learn\/.*|[a-z][\w.-]*)$/.test(wanted);

/** Shows the view that the address asks for. */
function route() {
    const [name = "", what = "", rest = ""] = location.hash.slice(1).split("/");
    document.querySelectorAll("dialog").forEach((dialog) => dialog.close());
    if (isLink(location.hash.slice(1)) && name !== code) return void open();
    learn = seat && name === "learn" && what === seat.variant.name ? new Learn([seat.variant], what, rest, settings, draw) : undefined;
    draw();
}

/** True if everybody on the way can read what is sent. */
const isPlain = () => location.protocol === "http:" && !/^(127\.|localhost$|\[::1\]$)/.test(location.hostname);

/** The invitation. @param {OfferedSeat} offered */
function welcome({ seat, variant }) {
    const plays = seat !== "watch";
    return html`<main class="guest"><section class="plan" aria-label=${t("start.game")}><div
        class="large">${sample("offered", variant)}</div>
        <div class="offer-text"><p class="invited">${plays ? t("guest.invited.play", { side: sideOf(seat) })
            : t("guest.invited.watch")}</p><h1>${titleOf(variant)}</h1>
        <p class="promise">${summaryOf(variant)}</p>
        <p class="tools"><button class="tool main"
            @click=${() => void accept()}>${plays ? t("guest.play", { side: sideOf(seat) }) : t("guest.look")}</button></p>
        <p class="faint">${plays ? t("guest.once") : t("guest.many")} ${isPlain() ? t("guest.plain") : ""}</p></div></section></main>`;
}

/** @param {[string, string]} trouble */
const sorry = ([head, text]) => html`<main class="wait"><section role="alert"><h1>${head}</h1><p>${text}</p></section></main>`;

const header = () => html`<header><span class="brand">helgi</span>
    ${seat ? html`<h1 class="title">${titleOf(seat.variant)}</h1>${opener("pieces", "pieces", t("head.pieces"), draw)}
        <a class="tool" href="#learn/${seat.variant.name}" aria-label=${t("head.rules")}
            title=${t("head.rules")}>${signed("rules", t("head.rules"))}</a>` : html`<span class="title"></span>`}
    ${opener("settings", "settings", t("head.settings"), draw)}${opener("about", "about", t("head.about"), draw)}</header>`;

const dialogs = () => html`${preferences(settings, draw)}
    <dialog id="pieces" aria-label=${t("learn.pieces")}>${seat ? html`<h2 tabindex="-1"
        autofocus>${t("learn.pieces")}</h2>${dialog("pieces")?.open ? lessons(seat.variant, settings).box : nothing}`
            : nothing}${closer()}</dialog>
    <dialog id="about" aria-label=${t("head.about")}>${about(t("guest.about"))}${closer()}</dialog>`;

const drawn = svg`${symbols()}`;

/** True if the page is being drawn: removed elements may lose the focus, and ask for a drawing. */
let drawing = false;

/** The view between the header and the dialogs. */
function content() {
    if (trouble) return sorry(trouble);
    if (learn) return lesson(learn);
    if (play) return game(play);
    if (offered) return welcome(offered);
    return html`<main class="wait"><p>${t("wait")}</p></main>`;
}

function draw() {
    if (drawing) return queueMicrotask(draw);
    drawing = true;
    try {
        const root = document.getElementById("page");
        if (root) render(html`<svg class="symbols" aria-hidden="true">${drawn}</svg>${header()}${content()}${dialogs()}`, root);
        tick(play);
        const variant = seat?.variant ?? offered?.variant;
        document.title = variant ? `${titleOf(variant)} – helgi` : "helgi";
    } finally {
        drawing = false;
    }
}

/** Keys that mean the same wherever they are pressed. @param {KeyboardEvent} event */
function keys(event) {
    const inside = event.target instanceof Element && event.target.closest("input, select, textarea, #board");
    if (inside || document.querySelector("dialog[open]") || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "?") {
        dialog("about")?.showModal();
        return event.preventDefault();
    }
    if (!play || learn) return;
    if (event.key === "/") {
        const field = document.querySelector(".typed input");
        if (field instanceof HTMLElement) field.focus();
    } else if (!walk(play, event.key)) return;
    event.preventDefault();
}

setInterval(() => document.hidden || tick(play), 100);
addEventListener("hashchange", () => (play ? route() : void open()));
addEventListener("keydown", keys);
draw();
void open();
