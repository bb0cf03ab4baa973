// Help and credits.

import { html } from "./vendor/lit-html.js";
import { icons } from "./pieces/icons.js";
import { t } from "./text.js";

/** The keys, and what they do. @type {[string[], import("./text.js").TextName][]} */
const KEYS = [
    [["←", "→", "↑", "↓"], "about.arrows"],
    [["Enter"], "about.enter"],
    [["Shift", "Enter"], "about.shoot"],
    [["Esc"], "about.escape"],
    [["1", "…", "9"], "about.digits"],
    [["a", "…", "z"], "about.letter"],
    [["/"], "about.type"],
    [["f"], "about.flip"],
    [["z"], "about.zen"],
    [["?"], "about.help"],
];

/** The page's text about itself. @param {string} what */
export const about = (what) => html`<h2 tabindex="-1" autofocus>${t("about.title")}</h2>
    <p>${what}</p>
    <h3 class="of-keys">${t("about.keys")}</h3>
    <dl class="keys of-keys">${KEYS.map(([keys, does]) =>
        html`<dt>${keys.map((key) => (key === "…" ? html`–` : html`<kbd>${key}</kbd>`))}</dt><dd>${t(does)}</dd>`)}</dl>
    <p>${t("about.draw")}</p>
    <h3>${t("about.credits")}</h3>
    <p>${t("about.icons")} ${Object.keys(icons).join(", ")}, <a href="https://game-icons.net" rel="noreferrer"
        target="_blank">game-icons.net</a>,
        <a href="https://creativecommons.org/licenses/by/3.0/" rel="noreferrer" target="_blank">CC BY 3.0</a>. ${t("about.licences")}
        <a href="LICENSE.md" target="_blank">LICENSE.md</a>.</p>`;
