// A game whose rules came with a link, before it is played. All of it is a stranger's text.

/** @import { SharedLine } from "./links.js" */
import { t } from "./text.js";
import { html } from "./vendor/lit-html.js";

/** The game. */
export class LinkedGame {
    /**
     * @param {SharedLine} link
     * @param {import("./types.js").OfferedGame} offered
     */
    constructor(link, offered) {
        this.link = link;
        this.title = offered.title;
        this.text = offered.text;
    }
}

/** The page. @param {LinkedGame} game @param {() => void} accept */
export const page = ({ title, text }, accept) => html`<main class="linked"><h1>${title}</h1>
    <p>${t("linked.what")}</p>
    <pre tabindex="0" aria-label=${t("linked.rules")}>${text}</pre>
    <div class="tools"><button class="tool main" @click=${accept}>${t("start.play")}</button>
        <a class="tool" href="#">${t("linked.decline")}</a></div>
    <p class="faint">${t("linked.kept")}</p></main>`;
