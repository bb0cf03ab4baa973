// The page where a game is written: its text, what is wrong with it, its board, and the ways from there.

/** @import { CheckedText, ImportedText, KeptText, MarkedFinding, Sketch, StudyState, TextVersion, Variant } from "./types.js" */
/** @import { Settings } from "./settings.js" */
import * as api from "./api.js";
import * as texts from "./write-api.js";
import { Board, boardPart } from "./write-board.js";
import { studied } from "./write-study.js";
import { area, Completion, field, moved, revealList, shared } from "./write-field.js";
import { choice, Strength } from "./levels.js";
import { LONGEST_WITH_RULES } from "./links.js";
import { useFigures } from "./pieces/sets.js";
import { save } from "./save.js";
import { say, t } from "./text.js";
import { reason } from "./transport.js";
import { html, nothing } from "./vendor/lit-html.js";

export { styled } from "./write-field.js";

/** The time after the last letter until the text is checked, and until it is kept. Unit: milliseconds. */
const CHECKED = 120;
const KEPT = 800;

/** The time between two looks at a study, in milliseconds. */
const LOOKED = 1000;

/** The text with which a new game begins. */
const EMPTY = "[my-game:chess]\ntitle = My game\n";

/** The findings that are listed without being asked for. */
const LISTED = 12;

/** The names of sketches, which no game has. */
const SKETCHED = "write:";

/** A game that is being written. */
export class Write {
    /**
     * @param {string} name  That under which its text is kept; empty for a new one.
     * @param {string} from  The game to begin from, if it is a new one.
     * @param {Settings} settings
     * @param {() => void} draw
     * @param {(variant: Variant) => void} known  Takes a game that was made known.
     */
    constructor(name, from, settings, draw, known) {
        this.name = name;
        this.settings = settings;
        this.draw = draw;
        this.known = known;
        this.text = this.first = "";
        /** True once there is a text. */
        this.isThere = false;
        /** The text that was checked last, and that which is kept. */
        this.checked = "";
        this.kept = "";
        /** @type {MarkedFinding[]} */
        this.findings = [];
        /** The server's answer about the text. @type {CheckedText | undefined} */
        this.found = undefined;
        this.isChecking = false;
        /** Resolves once what was kept last is kept. @type {Promise<void>} */
        this.keeping = Promise.resolve();
        /** The number of positions that are on their way into the text. */
        this.placing = 0;
        this.listsAll = false;
        this.error = this.says = "";
        /** The link that holds the game, until the text is another one. */
        this.link = "";
        /** The texts that are kept, and the versions of this one. @type {KeptText[]} */
        this.texts = [];
        /** @type {TextVersion[]} */
        this.versions = [];
        /** The games to begin from. @type {{ name: string, title: string }[]} */
        this.games = [];
        /** The game of another program, and what became of its lines. */
        this.source = "";
        /** @type {ImportedText | undefined} */
        this.imported = undefined;
        this.refusal = "";
        this.strength = new Strength();
        /** The study that runs or has ended last. @type {StudyState | null} */
        this.study = null;
        /** @type {number | undefined} */
        this.studyTimer = undefined;
        this.isClosed = false;
        this.completion = new Completion(draw, (from, to, text) => this.replace(from, to, text));
        this.board = new Board(settings, draw, (place) => this.place(place));
        /** @type {number | undefined} */
        this.checkTimer = undefined;
        /** @type {number | undefined} */
        this.keepTimer = undefined;
        void this.open(from);
    }

    close() {
        this.isClosed = true;
        clearTimeout(this.checkTimer);
        clearTimeout(this.keepTimer);
        clearTimeout(this.studyTimer);
        if (this.text !== this.kept) void this.keep();
    }

    /** Asks for all that is shown. @param {string} from */
    async open(from) {
        try {
            const [keys, games] = await Promise.all([texts.keys(), texts.games()]);
            this.completion.keys = keys;
            this.games = games;
            let text = EMPTY;
            if (this.name) {
                const kept = await texts.text(this.name);
                text = kept.text;
                this.versions = kept.versions;
                this.kept = text;
            } else if (from) text = await texts.game(from);
            if (!this.name) this.kept = text;
            this.begin(text);
            this.texts = await texts.texts();
            if (api.hasServer) await this.look();
        } catch (error) {
            this.error = reason(error);
            if (!this.isThere) this.begin(EMPTY);
        }
        this.draw();
    }

    /** Puts another text in the place of all. @param {string} text */
    begin(text) {
        this.isThere = true;
        const there = area();
        if (there) this.replace(0, there.value.length, text);
        else this.text = this.first = text;
        void this.check();
        this.draw();
    }

    /** The line of the caret, from 1. */
    get line() {
        const at = area()?.selectionStart ?? 0;
        return this.text.slice(0, at).split("\n").length;
    }

    /** Takes what was typed. @param {string} text */
    typed(text) {
        this.findings = moved(this.findings, this.text, text);
        this.text = text;
        this.link = "";
        this.says = "";
        // The list stands below a letter of the copy, which has to be there.
        this.draw();
        this.completion.look();
        this.later();
        this.draw();
        revealList();
    }

    /** Has the text checked and kept, once nobody types any more. */
    later() {
        clearTimeout(this.checkTimer);
        clearTimeout(this.keepTimer);
        this.checkTimer = window.setTimeout(() => void this.check(), CHECKED);
        this.keepTimer = window.setTimeout(() => void this.keep(), KEPT);
    }

    /** The caret has gone elsewhere: another game may be worked at, or the piece of another line. */
    went() {
        // The list's offers fit only where it was opened.
        if (area()?.selectionEnd !== this.completion.at) this.completion.close();
        const worked = this.found?.games.filter(({ line }) => line <= this.line).at(-1) ?? this.found?.games[0];
        if (worked && this.found && worked.name !== this.found.name) void this.check();
        this.board.follow(this.keyAtCaret);
        this.draw();
    }

    /** The key of the caret's line. */
    get keyAtCaret() {
        const at = area()?.selectionStart ?? 0;
        const begin = this.text.lastIndexOf("\n", at - 1) + 1;
        return /^\s*(\w+)\s*=/.exec(this.text.slice(begin))?.[1] ?? "";
    }

    /**
     * Writes into the text, so that the user can take it back.
     * @param {number} from
     * @param {number} to
     * @param {string} text
     */
    replace(from, to, text) {
        const there = area();
        if (!there) return;
        const had = document.activeElement;
        there.focus({ preventScroll: true });
        there.setSelectionRange(from, to);
        // The only way in which browsers let a script write what can be undone.
        const isDone = text === "" ? document.execCommand("delete") : document.execCommand("insertText", false, text);
        if (!isDone) there.setRangeText(text, from, to, "end");
        if (had instanceof HTMLElement || had instanceof SVGElement) had.focus({ preventScroll: true });
        if (there.value !== this.text) this.typed(there.value);
    }

    /** Writes the part of another text that differs. @param {string} text */
    rewrite(text) {
        const { text: before } = this;
        const { first, last } = shared(before, text);
        if (before !== text) this.replace(first, before.length - last, text.slice(first, text.length - last));
    }

    /** Has the text checked; never twice at once. */
    async check() {
        clearTimeout(this.checkTimer);
        if (this.isChecking) return this.later();
        this.isChecking = true;
        const { text } = this;
        try {
            const found = await texts.check(text, this.line);
            if (this.isClosed) return undefined;
            this.checked = text;
            this.found = found;
            this.findings = moved(found.findings, text, this.text);
            this.error = "";
            await this.show(found.sketch);
        } catch (error) {
            this.error = reason(error);
        } finally {
            this.isChecking = false;
        }
        if (this.text !== this.checked && !this.error) this.later();
        return this.draw();
    }

    /** Shows the board of the game that is worked at. @param {Sketch | null} sketch */
    async show(sketch) {
        if (!sketch) return void (this.board.isStale = true);
        const shown = { ...sketch, name: `${SKETCHED}${sketch.name}`, family: `${SKETCHED}${sketch.name}` };
        await useFigures([shown]);
        // A position that was set since then is newer.
        this.board.take(shown, this.placing === 0 && this.text === this.checked);
        this.board.follow(this.keyAtCaret);
    }

    /** Keeps the text, with a version of it if that is wanted; one after the other. @param {boolean} [version] */
    keep(version = false) {
        clearTimeout(this.keepTimer);
        this.keeping = this.keeping.then(() => this.keepNow(version));
        return this.keeping;
    }

    /** Keeps the text as it is now. @param {boolean} version */
    async keepNow(version) {
        const { text } = this;
        if (text === this.kept && !version) return;
        try {
            if (!this.name) {
                this.name = await texts.keepNew(text);
                // The back button leads to where the text was begun.
                if (!this.isClosed) history.replaceState(null, "", `#write/${this.name}`);
            }
            await texts.keep(this.name, text, version);
            this.kept = text;
            if (this.isClosed) return;
            if (version) this.versions = (await texts.text(this.name)).versions;
            this.texts = await texts.texts();
        } catch (error) {
            this.error = reason(error);
        }
        this.draw();
    }

    /** Removes the text with its versions. */
    async remove() {
        try {
            clearTimeout(this.keepTimer);
            await this.keeping;
            if (this.name) await texts.remove(this.name);
            this.kept = this.text;
            location.hash = "write";
        } catch (error) {
            this.error = reason(error);
            this.draw();
        }
    }

    /** Takes a start position that was set on the board. @param {import("./write-board.js").PlacedStart} place */
    async place(place) {
        this.placing++;
        try {
            for (let before = ""; before !== this.text;) {
                before = this.text;
                const placed = await texts.place({ text: before, name: this.found?.name ?? "", ...place });
                // Letters that were typed meanwhile stay.
                if (before === this.text) {
                    this.rewrite(placed);
                    before = this.text;
                }
            }
            this.error = "";
        } catch (error) {
            this.error = reason(error);
        } finally {
            this.placing--;
        }
        await this.check();
    }

    /** Reads a game of another program into the text. */
    async import() {
        try {
            this.imported = await texts.imported(this.source, "imported");
            this.refusal = "";
            if (this.name) await this.keep(true);
            this.replace(0, this.text.length, this.imported.text);
            await this.check();
        } catch (error) {
            this.refusal = reason(error);
            this.imported = undefined;
        }
        this.draw();
    }

    /** Puts a version back. @param {number} number */
    async restore(number) {
        try {
            await this.keep(true);
            this.rewrite(await texts.version(this.name, number));
        } catch (error) {
            this.error = reason(error);
        }
        this.draw();
    }

    /** True if the game that is worked at can be played. */
    get plays() {
        return this.found?.games.some(({ name, plays }) => plays && name === this.found?.name) === true && this.text === this.checked;
    }

    /** Plays the game as it is now. */
    async play() {
        try {
            await this.keep(true);
            const variant = await texts.played(this.text, this.found?.name ?? "");
            this.known(variant);
            const person = /** @type {const} */ ({ kind: "person" });
            const id = await api.begin({ variant: variant.name, white: person, black: this.strength.player });
            location.hash = `${variant.name}/${id}`;
        } catch (error) {
            this.error = reason(error);
            this.draw();
        }
    }

    /** Makes a link that holds the game as it is now, and copies it. */
    async share() {
        this.link = "";
        try {
            await this.keep(true);
            const { name } = await texts.played(this.text, this.found?.name ?? "");
            const { variant, rules } = await api.packed(name);
            const link = `#${variant}/rules=${rules}`;
            if (variant === null || rules === null) this.error = t("share.link.none");
            else if (link.length > LONGEST_WITH_RULES) this.error = t("share.link.long", { most: LONGEST_WITH_RULES });
            else this.link = new URL(link, location.href).href;
            if (this.link) await this.copy(this.link, t("share.link"));
        } catch (error) {
            this.error = reason(error);
        }
        this.draw();
    }

    /** Has the engine study the game as it is now. */
    async inquire() {
        try {
            await this.keep(true);
            const variant = await texts.played(this.text, this.found?.name ?? "");
            this.known(variant);
            this.study = await texts.study({ variant: variant.name });
            this.studyTimer = window.setTimeout(() => void this.look(), LOOKED);
        } catch (error) {
            this.error = reason(error);
        }
        this.draw();
    }

    /** Looks how far the study is, until it has ended. */
    async look() {
        clearTimeout(this.studyTimer);
        try {
            this.study = await texts.study();
        } catch (error) {
            this.error = reason(error);
        }
        if (this.study?.runs && !this.isClosed) this.studyTimer = window.setTimeout(() => void this.look(), LOOKED);
        this.draw();
    }

    /** Ends the study with the games so far. */
    async stop() {
        await texts.study({ stop: true }).catch(() => null);
        await this.look();
    }

    /** Hands the text to the user as a file. */
    download() {
        save(new Blob([this.text], { type: "text/plain" }), `${this.found?.name ?? "my-game"}.ini`.replace(/[^\w.-]/g, "-"));
    }

    /** Copies a text. @param {string} text @param {string} name */
    async copy(text, name) {
        try {
            await navigator.clipboard.writeText(text);
            this.says = t("share.copied", { name });
        } catch {
            this.says = t("share.not-copied", { name });
        }
        this.draw();
    }
}

/** The findings as a list. @param {Write} write */
function findings(write) {
    const { findings } = write;
    const hidden = write.found?.hidden ?? 0;
    const shown = write.listsAll ? findings : findings.slice(0, LISTED);
    const go = (/** @type {MarkedFinding} */ { from, to }) => {
        area()?.focus();
        area()?.setSelectionRange(from, to);
        document.querySelector(`#write-copy mark[data-from="${from}"]`)?.scrollIntoView({ block: "nearest" });
    };
    const entry = (/** @type {MarkedFinding} */ finding) => html`<li class=${`is-${finding.severity}`}>
        <button class="step" @click=${() => go(finding)}>${finding.line > 0 ? t("write.line", { number: finding.line })
            : t("write.whole")}</button>
        <span>${say(finding.says)}</span>
        ${finding.suggestion === undefined ? nothing : html`<button class="tool" @click=${() => {
            write.replace(finding.from, finding.to, finding.suggestion ?? "");
            area()?.focus();
        }}>${t("write.instead", { text: finding.suggestion })}</button>`}</li>`;
    return html`<ul class="findings" aria-label=${t("write.findings")}>${shown.map(entry)}</ul>
        ${findings.length > shown.length ? html`<button class="tool" @click=${() => {
            write.listsAll = true;
            write.draw();
        }}>${t("write.all", { count: findings.length })}</button>` : nothing}
        ${hidden > 0 ? html`<p class="faint">${t("write.hidden", { count: hidden })}</p>` : nothing}`;
}

/** The state of the text, in a sentence. @param {Write} write */
function status(write) {
    const count = write.findings.filter(({ severity }) => severity === "error" || severity === "refused").length;
    if (!write.found) return t("wait");
    if (count > 0) return t("write.mistakes", { count: count + (write.found.hidden ?? 0) });
    if (!write.found.name) return t("write.no-game");
    return write.plays ? t("write.plays", { name: write.found.name }) : "";
}

/** The fates of the lines of a game of another program. @param {Write} write */
function fates({ imported }) {
    if (!imported) return nothing;
    const told = imported.notes.filter(({ fate }) => fate !== "looks");
    return html`<ul class="fates">${told.map(({ line, text, fate, why }) => html`<li class=${fate}>
        <span class="faint">${t("write.line", { number: line })}</span> <code>${text}</code>
        <b>${t(`write.fate.${fate}`)}</b>${why ? html` <span>${say(why)}</span>` : nothing}</li>`)}</ul>`;
}

/** The ways to begin. @param {Write} write */
function beginnings(write) {
    const go = (/** @type {Event} */ event) => {
        const { value } = /** @type {HTMLSelectElement} */ (event.target);
        if (value) location.hash = value;
    };
    return html`<div class="tools"><label>${t("write.from")} <select @change=${go}>
            <option value="">${t("write.choose")}</option><option value="write/new">${t("write.new")}</option>
            ${write.games.map(({ name, title }) => html`<option value="write/from/${name}">${title}</option>`)}</select></label>
        ${write.texts.length > 0 ? html`<label>${t("write.kept")} <select @change=${go}><option value="">${t("write.choose")}</option>
            ${write.texts.map(({ name, when }) => html`<option value="write/${name}"
                ?selected=${name === write.name}>${name} · ${when}</option>`)}</select></label>` : nothing}</div>
        <details class="import"><summary>${t("write.import")}</summary><p>${t("write.import.about")}</p>
            <textarea rows="5" spellcheck="false" aria-label=${t("write.import.text")} .value=${write.source}
                @input=${(/** @type {Event} */ event) => {
                    write.source = /** @type {HTMLTextAreaElement} */ (event.target).value;
                }}></textarea>
            <p class="error" role="alert">${write.refusal}</p>
            <button class="tool" @click=${() => void write.import()}>${t("write.import.do")}</button>${fates(write)}</details>`;
}

/** The versions of the text. @param {Write} write */
function versions(write) {
    if (write.versions.length === 0) return nothing;
    return html`<details class="versions"><summary>${t("write.versions", { count: write.versions.length })}</summary>
        <ul>${write.versions.map(({ number, when }) => html`<li>${number} · ${when}
            <button class="tool" @click=${() => void write.restore(number)}>${t("write.restore")}</button></li>`)}</ul></details>`;
}

/** The ways to use the game. @param {Write} write */
const acts = (write) => html`<div class="tools"><button class="tool main" ?disabled=${!write.plays}
        @click=${() => void write.play()}>${t("write.play")}</button>
    ${api.hasServer ? html`<button class="tool" title=${t("write.study.about")} ?disabled=${!write.plays || write.study?.runs === true}
        @click=${() => void write.inquire()}>${t("write.study")}</button>` : nothing}
    <button class="tool" ?disabled=${!write.plays} @click=${() => void write.share()}>${t("write.link")}</button>
    ${choice(t("strength"), write.strength, write.draw)}</div>${linked(write)}${studied(write)}`;

/** The link that holds the game, once it is made. @param {Write} write */
const linked = ({ link }) => link ? html`<label class="shared">${t("share.link")} <input readonly .value=${link}></label>
    <p class="faint">${t(api.hasServer ? "share.link.about" : "share.link.here")}</p>` : nothing;

/** The ways to keep the text. @param {Write} write */
const keeping = (write) => html`<div class="tools"><button class="tool" @click=${() => void write.keep(true)}>${t("write.keep")}</button>
    <button class="tool" @click=${() => void write.copy(write.text, t("write.text"))}>${t("share.copy")}</button>
    <button class="tool" @click=${() => write.download()}>${t("write.save")}</button>
    ${write.name ? html`<button class="tool" @click=${() => {
        if (confirm(t("write.delete.ask", { name: write.name }))) void write.remove();
    }}>${t("write.delete")}</button>` : nothing}</div>`;

/** The page. @param {Write} write */
export function page(write) {
    if (!write.isThere) {
        return html`<main class="wait"><p role=${write.error ? "alert" : nothing}>${write.error || t("wait")}</p></main>`;
    }
    return html`<main class="write"><section class="words" aria-label=${t("write.text")}><h1>${t("write.title")}</h1>
        ${beginnings(write)}
        ${field({ text: write.text, first: write.first, findings: write.findings, completion: write.completion,
            typed: (text) => write.typed(text), went: () => write.went() })}
        <p id="write-status" role="status">${status(write)} ${write.says}</p>
        <p class="error" role="alert">${write.error}</p>${findings(write)}${keeping(write)}${versions(write)}</section>
        <section class="looks" aria-label=${t("write.board")}>${acts(write)}${boardPart(write.board)}</section></main>`;
}
