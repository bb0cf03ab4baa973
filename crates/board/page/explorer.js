// The opening explorer: what was played from the position that is looked at, in own games and in a book.

/** @import { Play } from "./play.js" */
/** @import { Explored } from "./types.js" */
import { ask } from "./api.js";
import { t } from "./text.js";
import { html, nothing } from "./vendor/lit-html.js";

/** The findings for a game of the page: the place, and the moves there. @type {WeakMap<Play, { at: string, found?: Explored }>} */
const known = new WeakMap();

/** Asks for what was played at the place that is looked at. @param {Play} play @param {string} at */
async function look(play, at) {
    known.set(play, { at });
    try {
        const found = await ask(`/api/boards/${encodeURIComponent(play.id)}/at/${at}/explorer`);
        if (known.get(play)?.at === at) known.set(play, { at, found });
    } catch {
        // Then there is nothing to see: the game says itself when the server is gone.
    }
    play.draw();
}

/** The results of the games with a move, as a bar. @param {Explored["moves"][number]} move */
function results({ white, draws, black }) {
    const all = white + draws + black;
    if (all === 0) return nothing;
    const part = (/** @type {string} */ name, /** @type {number} */ count) => html`<span class=${name}
        .style=${`flex-grow:${count}`}></span>`;
    return html`<span class="shares" role="img" aria-label=${t("explorer.results", { white, draws, black })}
        title=${t("explorer.results", { white, draws, black })}>
        ${part("white", white)}${part("draws", draws)}${part("black", black)}</span>`;
}

/** The explorer, beside the analysis, where there is something to see. @param {Play} play */
export function explorer(play) {
    const at = play.at ?? play.tree?.root;
    // Beside a review there is no room for it.
    if (play.lines === 0 || play.reviewing || at === undefined) return nothing;
    const here = known.get(play);
    if (here?.at !== String(at)) queueMicrotask(() => void look(play, String(at)));
    const found = here?.found;
    if (!found || found.moves.length === 0) return nothing;
    return html`<section class="explorer" aria-label=${t("explorer.title")}><h2>${t("explorer.title")}
            <span class="faint">${found.games > 0 ? t("explorer.games", { count: found.games }) : nothing}</span></h2>
        <ul>${found.moves.map((move) => html`<li><button ?disabled=${!play.isOpen || play.threats}
            @click=${() => void play.play(move.wire)}>${move.san}</button>
            <span>${move.games > 0 ? move.games : nothing}</span>${results(move)}
            <span class="faint">${move.book === null ? nothing
                : t("explorer.book", { share: Math.round(100 * move.book) })}</span></li>`)}</ul></section>`;
}
