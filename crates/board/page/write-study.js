// The study of a game that is written, beside its text.

/** @import { Write } from "./write.js" */
import * as api from "./api.js";
import { say, t } from "./text.js";
import { reason } from "./transport.js";
import { html, nothing } from "./vendor/lit-html.js";

/** The study of the game. @param {Write} write */
export function studied(write) {
    const { study } = write;
    if (!api.hasServer) return html`<p class="faint">${t("write.study.command")}</p>`;
    const hand = (/** @type {string} */ path) => () => void api.download(path).catch((error) => {
        write.error = reason(error);
        write.draw();
    });
    if (study?.runs) {
        return html`<p role="status">${t("write.study.runs", { title: study.title, done: study.done, all: study.all })}</p>
            <progress aria-label=${t("write.study")} max=${study.all} value=${study.done}></progress>
            <button class="tool" @click=${() => void write.stop()}>${t("write.study.stop")}</button>`;
    }
    return html`${study?.trouble ? html`<p class="error">${say(study.trouble)}</p>` : nothing}
        ${study && study.findings.length > 0 ? html`<p role="status">${t("write.study.done", { title: study.title, count: study.done })}</p>
        <ul class="studied">${study.findings.map((finding) => html`<li>${say(finding)}</li>`)}</ul>
        <div class="tools"><button class="tool" @click=${hand("/api/study/page")}>${t("write.study.page")}</button>
            ${study.compares ? html`<button class="tool" @click=${hand("/api/study/compared")}>${t("write.study.compared")}</button>`
                : nothing}</div>` : nothing}`;
}
