// The games of a file that holds several, for the user to choose from.

/** @import { Offer } from "./types.js" */
import { titleOf } from "./names.js";
import { t } from "./text.js";
import { html, nothing } from "./vendor/lit-html.js";

/** No more are listed at once: words narrow the choice. */
const LISTED = 100;

/** The choices at hand. */
export class Offers {
    /** @param {() => void} draw @param {(number: number) => void} choose @param {() => void} takeAll */
    constructor(draw, choose, takeAll) {
        this.draw = draw;
        this.choose = choose;
        this.takeAll = takeAll;
        /** @type {Offer[]} */
        this.games = [];
        this.words = "";
    }

    /** @param {Offer[]} games */
    take(games) {
        this.games = games;
        this.words = "";
    }

    /** Those in which all words occur. */
    get found() {
        const words = this.words.toLowerCase().split(/\s+/).filter(Boolean);
        const text = (/** @type {Offer} */ game) =>
            `${game.number} ${titled(game)} ${game.white} ${game.black} ${game.result} ${game.occasion}`.toLowerCase();
        return this.games.filter((game) => words.every((word) => text(game).includes(word)));
    }
}

/** The title of the game that was played; empty if it is not known. @param {Offer} game */
const titled = ({ title }) => (title ? titleOf({ title }) : "");

/** The list. @param {Offers} offers */
export function offered(offers) {
    if (offers.games.length === 0) return nothing;
    const { found } = offers;
    return html`<div class="offers" role="group" aria-label=${t("offers.title")}>
        <p role="status"><b>${t("offers.count", { count: offers.games.length })}</b> ${found.length < offers.games.length
            ? t("offers.fit", { count: found.length }) : ""} ${found.length > LISTED ? t("offers.first", { count: LISTED })
              : ""} ${t("offers.choose")}</p>
        <label>${t("kept.find")} <input type="search" .value=${offers.words} placeholder=${t("offers.find.place")}
            @input=${(/** @type {Event} */ event) => {
            offers.words = /** @type {HTMLInputElement} */ (event.target).value;
            offers.draw();
        }}></label>
        <p class="tools"><button class="tool" @click=${offers.takeAll}>${t("offers.all")}</button></p>
        <ol>${found.slice(0, LISTED).map(
            (game) => html`<li><button class="offer" @click=${() => offers.choose(game.number)}><span
                class="faint">${game.number}.</span> <b>${game.white} – ${game.black}</b>
                <span>${game.result}, ${t("moves.count", { count: Math.max(1, Math.ceil(game.plies / 2)) })}</span>
                <span class="faint">${[titled(game), game.occasion].filter(Boolean).join(", ")}</span></button></li>`,
        )}</ol></div>`;
}
