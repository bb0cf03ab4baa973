// The games of a file that holds several, for the user to choose from.

/** @import { Offer } from "./types.js" */
import { html, nothing } from "./vendor/lit-html.js";

/** No more are listed at once: words narrow the choice. */
const LISTED = 100;

/** The choices at hand. */
export class Offers {
    /** @param {() => void} draw @param {(number: number) => void} choose */
    constructor(draw, choose) {
        this.draw = draw;
        this.choose = choose;
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
        const text = (/** @type {Offer} */ game) => `${game.number} ${game.title} ${game.white} ${game.black} ${game.result} ${game.occasion}`.toLowerCase();
        return this.games.filter((game) => words.every((word) => text(game).includes(word)));
    }
}

/** The list. @param {Offers} offers */
export function offered(offers) {
    if (offers.games.length === 0) return nothing;
    const { found } = offers;
    return html`<div class="offers" role="group" aria-label="The games of the file">
        <p role="status"><b>${offers.games.length} games.</b> ${found.length < offers.games.length ? `${found.length} of them fit. ` : ""}${found.length > LISTED ? `The first ${LISTED} are listed. ` : ""}Choose one.</p>
        <label>Find <input type="search" .value=${offers.words} placeholder="name, result, year" @input=${(/** @type {Event} */ event) => {
            offers.words = /** @type {HTMLInputElement} */ (event.target).value;
            offers.draw();
        }}></label>
        <ol>${found.slice(0, LISTED).map(
            (game) => html`<li><button class="offer" @click=${() => offers.choose(game.number)}><span class="faint">${game.number}.</span> <b>${game.white} – ${game.black}</b>
                <span>${game.result}, ${game.plies < 3 ? "1 move" : `${Math.ceil(game.plies / 2)} moves`}</span>
                <span class="faint">${[game.title, game.occasion].filter(Boolean).join(", ")}</span></button></li>`,
        )}</ol></div>`;
}
