// The field in which a game is written: a text area over a copy of its text that has the underlines, and the list of what
// could be typed. The text area is an ordinary one, so that undo, input methods and screen readers work as everywhere.

/** @import { ListedKey, MarkedFinding, WrittenKeys } from "./types.js" */
import { say, t } from "./text.js";
import { html, nothing } from "./vendor/lit-html.js";

/** The most entries of the list. */
const OFFERED = 50;

/** The names of the elements. */
export const FIELD = "write-text";
const COPY = "write-copy";
const LIST = "write-list";

/** @typedef {{ name: string, about: string, more: string, text: string }} Entry  What can be typed: `text`, with what is said of it. */

/** @typedef {{ from: number, entries: Entry[] }} Offer  What can stand from a place on. */

/** Resolves once the page's style sheet is there, which other pages do not need. */
let look = /** @type {Promise<void> | undefined} */ (undefined);

/** Loads the look of the page. */
export function styled() {
    look ??= new Promise((there, failed) => {
        const link = document.createElement("link");
        link.rel = "stylesheet";
        link.onload = () => there();
        link.onerror = () => {
            look = undefined;
            link.remove();
            failed(new Error("write.css"));
        };
        link.href = new URL("write.css", import.meta.url).href;
        document.head.append(link);
    });
    return look;
}

/** The text area. */
export const area = () => {
    const found = document.getElementById(FIELD);
    return found instanceof HTMLTextAreaElement ? found : undefined;
};

/** The number of first and of last letters that two texts share. @param {string} one @param {string} other */
export function shared(one, other) {
    const most = Math.min(one.length, other.length);
    let first = 0;
    while (first < most && one[first] === other[first]) first++;
    let last = 0;
    while (last < most - first && one[one.length - 1 - last] === other[other.length - 1 - last]) last++;
    return { first, last };
}

/** The findings after a change of the text: those of the part that was changed are gone. */
export function moved(/** @type {MarkedFinding[]} */ findings, /** @type {string} */ before, /** @type {string} */ after) {
    const { first, last } = shared(before, after);
    const end = before.length - last;
    const shift = after.length - before.length;
    return findings.flatMap((finding) => {
        if (finding.to <= first) return [finding];
        return finding.from >= end ? [{ ...finding, from: finding.from + shift, to: finding.to + shift }] : [];
    });
}

/**
 * The keys or values that could stand at a place of a text; nothing where everything could.
 *
 * @param {WrittenKeys} keys
 * @param {string} text
 * @param {number} at
 * @returns {Offer | undefined}
 */
export function offer({ keys, bases }, text, at) {
    const begin = text.lastIndexOf("\n", at - 1) + 1;
    const line = text.slice(begin, at);
    const rest = text.slice(at, `${text}\n`.indexOf("\n", at));
    const [, base] = /^\[[^\]:]*:([^\]]*)$/.exec(line) ?? [];
    if (base !== undefined && /^\]?\s*$/.test(rest)) {
        const found = bases.filter((name) => name.startsWith(base) && name !== base);
        const entry = (/** @type {string} */ name) => ({ name, about: "", more: "", text: rest.startsWith("]") ? name : `${name}]` });
        return found.length > 0 ? { from: at - base.length, entries: found.slice(0, OFFERED).map(entry) } : undefined;
    }
    const [, name, value] = /^\s*(\w+)\s*=\s*(\S*)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined && rest.trim() === "") {
        const values = keys.find((key) => key.name === name)?.values ?? [];
        const found = values.filter((one) => one.startsWith(value) && one !== value);
        const entry = (/** @type {string} */ one) => ({ name: one, about: "", more: "", text: line.endsWith("=") ? ` ${one}` : one });
        return found.length > 0 ? { from: at - value.length, entries: found.map(entry) } : undefined;
    }
    const [, word] = /^(\w+)$/.exec(line) ?? [];
    if (word === undefined || /^\w/.test(rest)) return undefined;
    const small = word.toLowerCase();
    const rank = (/** @type {ListedKey} */ key) => {
        const known = key.name.toLowerCase();
        if (known.startsWith(small)) return 0;
        return known.includes(small) ? 1 : 2;
    };
    const found = keys.map((key) => ({ key, rank: rank(key) })).filter(({ rank }) => rank < 2);
    const ranked = found.sort((one, other) => one.rank - other.rank);
    if (ranked.length === 0 || ranked.some(({ key }) => key.name === word)) return undefined;
    const entries = ranked.slice(0, OFFERED).map(({ key }) => ({
        name: key.name,
        about: say(key.text),
        more: t("write.key", { kind: key.kind, usual: key.default }),
        text: /^\s*=/.test(rest) ? key.name : `${key.name} = `,
    }));
    return { from: at - word.length, entries };
}

/** The list of what could be typed. */
export class Completion {
    /** @param {() => void} draw @param {(from: number, to: number, text: string) => void} put */
    constructor(draw, put) {
        this.draw = draw;
        this.put = put;
        /** @type {WrittenKeys | undefined} */
        this.keys = undefined;
        /** @type {Offer | undefined} */
        this.offer = undefined;
        /** The entry that is chosen; none before somebody goes down. */
        this.active = -1;
        /** The place of the list. */
        this.place = { x: 0, y: 0 };
        /** The caret that the list is for. @type {number | undefined} */
        this.at = undefined;
    }

    /** Looks what could be typed now. */
    look() {
        const field = area();
        const at = field && field.selectionStart === field.selectionEnd ? field.selectionEnd : undefined;
        const found = field && this.keys && at !== undefined ? offer(this.keys, field.value, at) : undefined;
        this.offer = found;
        this.active = -1;
        this.at = at;
        if (found) this.place = placeOf(found.from);
    }

    close() {
        this.offer = undefined;
        this.active = -1;
    }

    /** Writes an entry. @param {number} index */
    take(index) {
        const field = area();
        const entry = this.offer?.entries[index];
        if (!field || !entry || !this.offer) return;
        const { from } = this.offer;
        this.close();
        this.put(from, field.selectionEnd, entry.text);
        this.look();
        this.draw();
    }

    /** Takes a key that is pressed in the field; says whether it was for the list. @param {KeyboardEvent} event */
    press(event) {
        if (event.isComposing) return false;
        if (event.key === " " && event.ctrlKey) {
            this.look();
            return true;
        }
        const { offer } = this;
        if (!offer) return false;
        const { length } = offer.entries;
        if (event.key === "ArrowDown") this.active = (this.active + 1) % length;
        else if (event.key === "ArrowUp") this.active = (this.active <= 0 ? length : this.active) - 1;
        else if (event.key === "Escape") this.close();
        else if (event.key === "Tab" && !event.shiftKey) this.take(Math.max(this.active, 0));
        else if (event.key === "Enter" && this.active >= 0) this.take(this.active);
        else return false;
        return true;
    }
}

/** The place of a letter within the field, in pixels. @param {number} at */
function placeOf(at) {
    const copy = document.getElementById(COPY);
    if (!copy) return { x: 0, y: 0 };
    const outer = copy.getBoundingClientRect();
    const walker = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT);
    let left = at;
    let place = { x: 0, y: 0 };
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const { length } = /** @type {Text} */ (node);
        // A range without letters has no place everywhere: the one behind it, or the end of the one before it.
        for (const [from, side] of /** @type {const} */ ([[left - 1, "right"], [left, "left"]])) {
            if (from < 0 || from >= length) continue;
            const range = document.createRange();
            range.setStart(node, from);
            range.setEnd(node, from + 1);
            const rect = range.getClientRects()[0];
            if (rect) place = { x: rect[side] - outer.left, y: rect.bottom - outer.top };
        }
        if (left < length) return place;
        left -= length;
    }
    return place;
}

/** Scrolls the field so that the list is seen. */
export function revealList() {
    const [list, code] = [document.querySelector(".sheet .offers"), document.querySelector(".code")];
    if (!list || !code) return;
    const over = list.getBoundingClientRect().bottom + 4 - code.getBoundingClientRect().bottom;
    if (over > 0) code.scrollTop += over;
}

/** The parts of a text with those that are underlined. @param {string} text @param {MarkedFinding[]} findings */
export function parts(text, findings) {
    const marks = findings.filter(({ from, to }) => from < to).sort((one, other) => one.from - other.from);
    const found = [];
    let at = 0;
    for (const { from, to, severity } of marks) {
        const begin = Math.max(from, at);
        if (begin >= to) continue;
        if (begin > at) found.push({ from: at, text: text.slice(at, begin), severity: "" });
        found.push({ from, text: text.slice(begin, to), severity });
        at = to;
    }
    found.push({ from: at, text: text.slice(at), severity: "" });
    return found;
}

/** The list below the letter that it is about. @param {Completion} completion */
function list(completion) {
    const { offer, active, place } = completion;
    if (!offer) return nothing;
    const entry = offer.entries[Math.max(active, 0)];
    return html`<div class="offers" .style=${`--x:${Math.round(place.x)}px;--y:${Math.round(place.y)}px`}>
        <ul id=${LIST} role="listbox" aria-label=${t("write.offers")}>${offer.entries.map(({ name }, index) => html`<li role="option"
            id="write-entry-${index}" aria-selected=${index === active} class=${index === Math.max(active, 0) ? "near" : nothing}
            @pointerdown=${(/** @type {Event} */ event) => {
                // The field keeps the focus.
                event.preventDefault();
                completion.take(index);
            }}>${name}</li>`)}</ul>
        ${entry?.about ? html`<p>${entry.about}</p>` : nothing}
        ${entry?.more ? html`<p class="faint">${entry.more}</p>` : nothing}</div>`;
}

/**
 * The field.
 *
 * @param {object} state
 * @param {string} state.text
 * @param {string} state.first  The text that it begins with.
 * @param {MarkedFinding[]} state.findings
 * @param {Completion} state.completion
 * @param {(text: string) => void} state.typed
 * @param {() => void} state.went  The caret has gone elsewhere.
 */
export function field({ text, first, findings, completion, typed, went }) {
    const { offer, active } = completion;
    const key = (/** @type {KeyboardEvent} */ event) => {
        if (!completion.press(event)) return;
        event.preventDefault();
        completion.draw();
        document.getElementById(`write-entry-${completion.active}`)?.scrollIntoView({ block: "nearest" });
    };
    const isWrong = findings.some(({ severity }) => severity === "error");
    return html`<div class="code"><div class="sheet"><pre id=${COPY} aria-hidden="true">${parts(text, findings).map(
        (part) => (part.severity ? html`<mark class=${part.severity} data-from=${part.from}>${part.text}</mark>` : part.text))}${"\n"}</pre>
        <textarea id=${FIELD} spellcheck="false" autocapitalize="off" autocomplete="off" wrap="soft" maxlength="200000"
            aria-label=${t("write.text")} aria-autocomplete="list" aria-haspopup="listbox" aria-invalid=${isWrong}
            aria-describedby="write-status" aria-controls=${offer ? LIST : nothing}
            aria-activedescendant=${offer && active >= 0 ? `write-entry-${active}` : nothing} .value=${first}
            @input=${(/** @type {InputEvent} */ event) => typed(/** @type {HTMLTextAreaElement} */ (event.target).value)}
            @keydown=${key} @keyup=${went} @pointerup=${went} @blur=${() => {
                completion.close();
                completion.draw();
            }}></textarea>${list(completion)}</div></div>
        <p class="spoken" role="status">${offer ? t("write.offered", { count: offer.entries.length }) : ""}</p>`;
}
