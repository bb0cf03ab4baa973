// The start of the page: shows the view that the address asks for, and draws it again when something changes.
//
// | address | |
// |---|---|
// | `#` | the games |
// | `#tavreli` | a game to be begun |
// | `#tavreli/NAME` | one that goes on |
// | `#tavreli/e2e4,e7e5`, `#tavreli/fen=FEN`, `#my-game/e2e4&rules=LETTERS` | a shared line or position: `links.js` |
// | `#tavreli/edit/FEN` | a position to be changed |
// | `#learn/tavreli`, `#learn/tavreli/pieces` | its rules; its pieces |
// | `#puzzles/tavreli`, `#puzzles/tavreli/NUMBER` | puzzles |
// | `#tasks/tavreli`, `#tasks/tavreli/NUMBER` | tasks to learn it by |
// | `#match`, `#match/NUMBER` | a live match, and a game of it |

/** @import { Variant } from "./types.js" */
import { html, nothing, render, svg } from "./vendor/lit-html.js";
import * as api from "./api.js";
import { game, tick } from "./game.js";
import { walk } from "./input.js";
import { symbols } from "./pieces.js";
import { Play } from "./play.js";
import { load, save, show } from "./settings.js";
import { closer, dialog, opener, preferences, signed } from "./dialogs.js";
import { ask, askForMore, known, library, list, named, renew, variants } from "./library.js";
import { LinkFault, read } from "./links.js";
import { titleOf } from "./names.js";
import { Quiz } from "./quiz-mode.js";
import { page, Start } from "./start.js";
import { t } from "./text.js";
import { reason } from "./transport.js";

const settings = load();
await show(settings);

/** @type {Play | undefined} */
let play;
/** @type {Start | undefined} */
let start;
/** @type {import("./editor.js").Editor | undefined} */
let editor;
/** The editor's page, which is loaded when one is opened. @type {typeof import("./editor.js") | undefined} */
let editors;
/** @type {import("./write.js").Write | undefined} */
let write;
/** The page where games are written, which is loaded when somebody asks for it. @type {typeof import("./write.js") | undefined} */
let writers;
/** @type {import("./learn.js").Learn | undefined} */
let learn;
/** The rules and the pieces of games, which are loaded when somebody asks for them. @type {typeof import("./learn.js") | undefined} */
let teachers;
/** @type {import("./match.js").Match | undefined} */
let match;
/** The pages of a match, which are loaded where one is played. @type {typeof import("./match.js") | undefined} */
let matches;
/** The game of a link that brings its rules, until it is accepted. @type {import("./linked.js").LinkedGame | undefined} */
let linkedGame;
/** Its page, which is loaded with the first one. @type {typeof import("./linked.js") | undefined} */
let strangers;
/** True if a match is played here. */
let hasMatch = false;
let trouble = "";

const header = () => html`<header><a class="brand" href="#">helgi</a>
    ${play ? html`<h1 class="title">${titleOf(play.variant)}</h1>` : html`<span class="title"></span>`}
    ${play ? html`${play.quiz ? nothing
        : html`${api.hasServer ? opener("invite", "invite", t("head.invite"), draw) : nothing}`}${opener("share", "share", t("head.share"),
          draw)}${opener("pieces", "pieces", t("head.pieces"), draw)}
        <a class="tool" href="#learn/${play.variant.name}" aria-label=${t("head.rules")}
            title=${t("head.rules")}>${signed("rules", t("head.rules"))}</a>` : nothing}
    ${hasMatch && !match ? html`<a class="tool" href="#match">${signed("match", t("head.match"))}</a>` : nothing}
    ${opener("settings", "settings", t("head.settings"), draw)}${opener("about", "about", t("head.about"), draw)}</header>`;

/** The dialogs whose scripts could not be loaded, until they are closed. @type {Set<string>} */
const broken = new Set();

/**
 * Loads the script of an open dialog, and returns what stands there meanwhile.
 * @param {string} id
 * @param {() => Promise<void>} script
 */
function loading(id, script) {
    if (!dialog(id)?.open) return nothing;
    if (broken.has(id)) return html`<p class="error" role="alert">${api.silence()}</p>`;
    void script().catch(() => void broken.add(id)).then(draw);
    return html`<p>${t("wait")}</p>`;
}

/** The pieces of a game. @param {Play} play */
const piecesOf = (play) => (teachers && dialog("pieces")?.open ? teachers.lessons(play.variant, settings).box : loading("pieces", teach));

/** Loads what teaches the rules. */
async function teach() {
    teachers ??= await import("./learn.js");
}

/** The resources of the engines. @type {import("./types.js").EngineChoice | undefined} */
let engine;

/** Ends when the server has answered the last choice of a resource. */
let sent = Promise.resolve();

/**
 * Changes resources of the engines, one choice after the other, since the server takes all of them at once.
 * @param {Partial<import("./types.js").Resources>} changed
 */
function chooseResources(changed) {
    sent = sent.then(async () => {
        if (engine && (await sendResources({ ...chosen(engine), ...changed }))) {
            Object.assign(settings, changed);
            void save(settings);
        }
        draw();
    });
}

/** The choice without what is on offer. @param {import("./types.js").EngineChoice} engine */
const chosen = ({ threads, hash, net, book }) => ({ threads, hash, net, book });

/**
 * Sends the resources; false if the server took none of them: then they stay as they are, and so the dialog shows them.
 * @param {import("./types.js").Resources} resources
 */
async function sendResources(resources) {
    try {
        engine = await api.engine(resources);
        return true;
    } catch {
        return false;
    }
}

/** Asks for the resources of the engines, and sets those that the user has chosen: the program may have begun anew since then. */
async function restoreResources() {
    try {
        engine = await api.engine();
    } catch {
        // Then the settings do not show them.
        return;
    }
    const { most, nets, books } = engine;
    const now = chosen(engine);
    const { threads, hash, net, book } = { ...now, ...settings };
    const wanted = {
        threads: Math.min(threads, most.threads),
        hash: Math.min(hash, most.hash),
        // Files are offered anew with each start of the program.
        net: nets.some((offer) => offer.name === net) ? net : now.net,
        book: book && books.length > 0,
    };
    if (Object.entries(wanted).some(([name, value]) =>
        value !== now[/** @type {keyof typeof wanted} */ (name)])) await sendResources(wanted);
    draw();
}

/** The dialog of sharing, which is loaded when it is opened first. @type {typeof import("./share.js") | undefined} */
let sharing;

/** The dialog of inviting, likewise. @type {typeof import("./invite.js") | undefined} */
let inviting;

/** The content of that dialog. @param {Play} play */
const invited = (play) => inviting?.invite(play) ?? loading("invite", async () => void (inviting ??= await import("./invite.js")));

/** The content of the dialog of sharing. @param {Play} play */
const shared = (play) => sharing?.share(play) ?? loading("share", async () => void (sharing ??= await import("./share.js")));

/** The dialog of help, likewise. @type {typeof import("./about.js") | undefined} */
let helping;

/** The content of that dialog. */
const helped = () => helping?.about(t("about.what")) ?? loading("about", async () => void (helping ??= await import("./about.js")));

const dialogs = () => html`${preferences(settings, draw, engine && { choice: engine, variants, choose: chooseResources })}
    <dialog id="pieces" aria-label=${t("learn.pieces")} @close=${() => broken.delete("pieces")}>${play ? html`<h2 tabindex="-1"
        autofocus>${t("learn.pieces")}</h2>${piecesOf(play)}` : nothing}${closer()}</dialog>
    <dialog id="invite" aria-label=${t("head.invite")} @close=${() => broken.delete("invite")}>${play && !play.quiz ? html`<h2
        tabindex="-1" autofocus>${t("head.invite")}</h2>${invited(play)}` : nothing}${closer()}</dialog>
    <dialog id="share" aria-label=${t("head.share")} @close=${() => broken.delete("share")}>${play ? html`<h2 tabindex="-1"
        autofocus>${t("head.share")}</h2>${shared(play)}` : nothing}${closer()}</dialog>
    <dialog id="about" aria-label=${t("head.about")} @close=${() => broken.delete("about")}>${helped()}${closer()}</dialog>`;

/** True if the page is being drawn: removed elements may lose the focus, and ask for a drawing. */
let drawing = false;

function draw() {
    if (drawing) return queueMicrotask(draw);
    drawing = true;
    try {
        put();
    } finally {
        drawing = false;
    }
}

/** The view between the header and the dialogs. */
function content() {
    if (trouble) return html`<main class="wait"><p role="alert">${trouble}</p></main>`;
    if (play) return game(play);
    if (match) return match.page();
    if (editor && editors) return editors.edit(editor);
    if (write && writers) return writers.page(write);
    if (linkedGame && strangers) {
        const { link } = linkedGame;
        return strangers.page(linkedGame, () => void follow(link, true));
    }
    if (start) return page(start);
    if (learn && teachers) return teachers.lesson(learn);
    return html`<main class="wait"><p>${t("wait")}</p></main>`;
}

/** Puts everything on the page as it is now. */
function put() {
    const root = document.getElementById("page");
    if (root) {
        render(html`<svg class="symbols" aria-hidden="true">${drawn}</svg>${header()}${content()}${dialogs()}`, root);
    }
    match?.drawn();
    tick(play);
    const variant = play?.variant ?? learn?.variant;
    const subject = match ? match.title : variant && titleOf(variant);
    document.title = subject ? `${subject} – helgi` : "helgi";
    reveal();
}

/** Scrolls the list of moves, and nothing else, to the one that is looked at. */
function reveal() {
    const move = document.querySelector(".moves [aria-current]");
    const list = move?.closest(".moves");
    if (!move || !list) return;
    // With the result, if that follows.
    const next = move.nextElementSibling;
    const low = next?.matches(".result") ? next : move;
    const [inner, outer] = [move.getBoundingClientRect(), list.getBoundingClientRect()];
    const [over, under] = [outer.top + 6 - inner.top, low.getBoundingClientRect().bottom + 6 - outer.bottom];
    if (over > 0) list.scrollTop -= over;
    else if (under > 0) list.scrollTop += under;
}

const drawn = svg`${symbols()}`;

/** The line that the address leads to, or the fault of the link; nothing for other addresses. */
function linked() {
    try {
        return read(location.hash);
    } catch (fault) {
        if (fault instanceof LinkFault) return fault;
        throw fault;
    }
}

/**
 * Begins the game that a link leads to.
 * @param {import("./links.js").SharedLine} link
 * @returns {Promise<string>} its address
 */
async function begun({ variant: name, fen, moves, rules }) {
    const person = /** @type {const} */ ({ kind: "person" });
    const plan = { variant: name, moves, white: person, black: person };
    if (rules) {
        const { id, variant } = await api.beginGame({ ...plan, rules, ...(fen ? { fen } : {}) });
        await ask(variant);
        return `#${variant}/${id}`;
    }
    await ask(name);
    const variant = named(name);
    if (!variant) throw new Error(t("link.no-game", { part: name }));
    // The usual start, also in games that draw one at random.
    return `#${name}/${await api.begin({ ...plan, fen: fen || variant.start.text })}`;
}

/** The reason why a link leads nowhere: of its moves, the one that is wrong. @param {unknown} error */
function whyNot(error) {
    const wrong = error instanceof api.Refused && error.code === "move" ? /`(.+?)`/.exec(error.words)?.[1] : undefined;
    return wrong === undefined ? reason(error) : t("link.illegal", { part: wrong });
}

/**
 * Goes where a link leads; one that brings the rules of a game is shown before.
 * @param {import("./links.js").SharedLine | LinkFault} link
 * @param {boolean} [isAccepted]
 */
async function follow(link, isAccepted = false) {
    const here = location.hash;
    try {
        if (link instanceof LinkFault) throw new Error(t(link.fault, { part: link.part, most: link.most }));
        if (link.rules && !isAccepted) {
            const [found, script] = await Promise.all([api.offered(link.variant, link.rules), import("./linked.js")]);
            if (location.hash !== here) return;
            strangers = script;
            linkedGame = new script.LinkedGame(link, found);
            return draw();
        }
        const address = await begun(link);
        // Somebody may have gone elsewhere meanwhile. The back button must not return here.
        if (location.hash !== here) return;
        // A worker that begins anew does not know the game: the link leads to it again then.
        history.replaceState(link.rules ? { link: here } : null, "", address);
        route();
    } catch (error) {
        if (location.hash !== here) return;
        leave();
        start = new Start(variants, "variant" in link ? link.variant : "", library, draw);
        start.error = t("start.bad-link", { why: whyNot(error) });
        draw();
    }
}

/**
 * Asks a puzzle or a task; the present view stays until it is there.
 * @param {import("./quiz-mode.js").QuizKind} kind
 * @param {string} set
 * @param {string} number
 */
async function quiz(kind, set, number) {
    const here = location.hash;
    /** @type {Play | undefined} */
    let begun;
    let error = "";
    try {
        begun = await Quiz.begin(kind, set, number, variants, settings, draw);
    } catch (refusal) {
        error = reason(refusal);
    }
    if (location.hash !== here) return begun?.close();
    leave();
    play = begun;
    if (!play) start = Object.assign(new Start(variants, set, library, draw), { error });
    draw();
}

/** Ends the present view. */
function leave() {
    play?.close();
    match?.close();
    start?.close();
    write?.close();
    play = start = editor = learn = match = write = linkedGame = undefined;
}

/** Shows the view that the address asks for. */
function route() {
    const link = linked();
    if (link) {
        document.querySelectorAll("dialog").forEach((dialog) => dialog.close());
        leave();
        draw();
        return void follow(link);
    }
    let [name = "", what = "", rest = ""] = location.hash.slice(1).split("/");
    try {
        [name, what, rest] = [decodeURIComponent(name), decodeURIComponent(what), decodeURIComponent(rest)];
    } catch {
        // An invalid address leads to the start.
        [name, what, rest] = ["", "", ""];
    }
    document.querySelectorAll("dialog").forEach((dialog) => dialog.close());
    if (play?.id === what && what) return;
    if ((name === "puzzles" || name === "tasks") && what) return void quiz(name, what, rest);
    if (name === "match" && matches) {
        if (!match) leave();
        match ??= new matches.Match(variants, settings, askForMore, draw);
        return match.show(what);
    }
    if (name === "write") return view(name, what, rest);
    const wanted = name === "learn" ? what : name;
    if (!wanted || known.hasMore || named(wanted)) return view(name, what, rest);
    const here = location.hash;
    void ask(wanted).then(() => {
        if (location.hash !== here) return;
        const isKnown = named(wanted) !== undefined;
        const before = /** @type {unknown} */ (history.state?.link);
        if (!isKnown && typeof before === "string") location.replace(before);
        else view(name, what, rest);
    });
}

/**
 * Opens a view whose script is loaded for it; without the script the start says so.
 * @param {string} name  The game that the start has then.
 * @param {() => Promise<void>} load
 * @param {() => void} open
 */
async function opened(name, load, open) {
    const here = location.hash;
    try {
        await load();
        if (location.hash === here) open();
    } catch {
        if (location.hash === here) start = Object.assign(new Start(variants, name, library, draw), { error: api.silence() });
    }
    draw();
}

/** Opens the rules of a game or its pieces. @param {string} name @param {string} what */
const lecture = (name, what) => opened(name, teach, () => {
    if (teachers) learn = new teachers.Learn(variants, name, what, settings, draw);
});

/** Shows a game, a lesson, the editor or the start. @param {string} name @param {string} what @param {string} rest */
function view(name, what, rest) {
    leave();
    const variant = named(name);
    if (name === "write") void compose(what, rest);
    else if (name === "learn") void lecture(what, rest);
    else if (variant && what === "edit") void setUp(variant, rest);
    else if (variant && what) play = new Play(variant, what, settings, draw);
    else start = new Start(variants, name, library, draw);
    draw();
}

/** Opens the page where games are written: a text that is kept, or a new one from a game. @param {string} name @param {string} from */
const compose = (name, from) => opened("", async () => (writers ??= await import("./write.js")).styled(), () => {
    const kept = name === "new" || name === "from" ? "" : name;
    if (writers) write = new writers.Write(kept, name === "from" ? from : "", settings, draw, renew);
});

/** Opens the editor with a position. @param {Variant} variant @param {string} fen */
const setUp = (variant, fen) => opened(variant.name, async () => void (editors ??= await import("./editor.js")), () => {
    if (editors) editor = new editors.Editor(variant, fen, settings, draw);
});

/** Keys that mean the same wherever they are pressed. @param {KeyboardEvent} event */
function keys(event) {
    const inside = event.target instanceof Element && event.target.closest("input, select, textarea");
    // A button of a dialog that has gone leaves the focus outside it.
    if (inside || document.querySelector("dialog[open]") || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "?") {
        dialog("about")?.showModal();
        draw();
        return event.preventDefault();
    }
    if (!play) return;
    if (event.key === "/") {
        const field = document.querySelector(".typed input");
        if (field instanceof HTMLElement) field.focus();
        return event.preventDefault();
    }
    if (event.target instanceof Element && event.target.closest("#board")) return;
    if (event.key === "ArrowUp") play.aside(-1);
    else if (event.key === "ArrowDown") play.aside(1);
    else if (!walk(play, event.key)) return;
    event.preventDefault();
}

/** Shows that nothing can be shown. @param {unknown} error */
function fail(error) {
    trouble = reason(error);
    draw();
}

/** The time after which a page that shows the game of its address asks for the others, which take a slow device a second. Unit: ms. */
const UNHURRIED = 3000;

/** Asks for the game of the address, where it needs no other; returns true if it is there. */
async function hasItsGame() {
    const [, name = "", what = ""] = /^#([\w-]+)\/(.+)$/.exec(location.hash) ?? [];
    if (!what || /^(?:learn|puzzles|tasks|match|write)$/.test(name) || what.includes("rules=")) return false;
    await ask(name);
    return named(name) !== undefined;
}

/** Shows the view of another address, with the games that it needs. */
async function arrive() {
    if (!known.isListed && !(await hasItsGame())) await list();
    route();
}

setInterval(() => document.hidden || tick(play), 100);
addEventListener("hashchange", () => void arrive().catch(fail));
addEventListener("keydown", keys);
draw();
try {
    const [isPlayed, hasGame] = await Promise.all([api.isPlayed(), hasItsGame()]);
    hasMatch = isPlayed;
    if (hasMatch) matches = await import("./match.js");
    if (!hasGame) await list();
    route();
    void restoreResources();
    // Without an answer the game goes on.
    if (hasGame) setTimeout(() => void list().then(draw).catch(() => {}), UNHURRIED);
} catch (error) {
    fail(error);
}
