// The engine's strength: a level, with words and about the Elo that it has, or full strength with so much time or so
// many nodes for each move.

/** @import { Player, StrengthPlan } from "./types.js" */
import { t } from "./text.js";
import { html, nothing } from "./vendor/lit-html.js";

/** The level of full strength. */
export const HIGHEST_LEVEL = 18;

/** Elo of the lowest level, and from one level to the next, as `UCI_Elo` has it. */
const [LOWEST_ELO, ELO_STEP] = [500, 150];

/**
 * The names of levels, by the highest one of each name.
 * @type {[number, "level.beginner" | "level.casual" | "level.club" | "level.strong" | "level.master"][]}
 */
const WORDS = [[3, "level.beginner"], [7, "level.casual"], [11, "level.club"], [15, "level.strong"], [17, "level.master"]];

/** A level in words. @param {number} level */
export function levelText(level) {
    const word = WORDS.find(([highest]) => level <= highest)?.[1];
    if (word === undefined) return t("level.full", { level });
    return t("level.about", { level, elo: LOWEST_ELO + (level - 1) * ELO_STEP, word: t(word) });
}

/**
 * A slider.
 * @param {number} level
 * @param {(level: number) => void} change
 * @param {"input" | "change"} when  Whether every step counts, or only where it ends.
 */
const slider = (level, change, when) => {
    const take = (/** @type {Event} */ event) => change(Number(/** @type {HTMLInputElement} */ (event.target).value));
    const [onInput, onChange] = when === "input" ? [take, () => {}] : [() => {}, take];
    return html`<label class="level"><span>${levelText(level)}</span> <input type="range" min="1" max=${HIGHEST_LEVEL}
        .value=${String(level)}
        @input=${onInput} @change=${onChange}></label>`;
};

/** The least and the most that can be chosen, as the server has them, and the steps of the arrows. */
const RANGES = { seconds: [0.1, 600, 0.1], nodes: [1, 1e9, 1] };

/** A strength that is being chosen: the values of the other kinds are kept. */
export class Strength {
    constructor() {
        /** @type {"level" | "time" | "nodes"} */
        this.by = "level";
        this.level = 3;
        this.seconds = 5;
        this.nodes = 10000;
    }

    /** That of a player. @param {StrengthPlan} plan */
    static of(plan) {
        const strength = new Strength();
        if ("level" in plan) strength.level = plan.level;
        else if ("time" in plan) Object.assign(strength, { by: "time", seconds: plan.time / 1000 });
        else Object.assign(strength, { by: "nodes", nodes: plan.nodes });
        return strength;
    }

    /** As the server reads it. @returns {StrengthPlan} */
    get plan() {
        if (this.by === "level") return { level: this.level };
        return this.by === "time" ? { time: Math.round(1000 * this.seconds) } : { nodes: this.nodes };
    }

    /** The engine with this strength. @returns {Player} */
    get player() {
        return { kind: "engine", ...this.plan };
    }

    /** In words. */
    get text() {
        if (this.by === "level") return levelText(this.level);
        return this.by === "time" ? t("strength.time", { seconds: t("seconds", { count: this.seconds }) })
            : t("strength.nodes", { nodes: t("nodes", { count: this.nodes }) });
    }

    /** In few words. */
    get short() {
        return this.by === "level" ? String(this.level) : this.text;
    }

    /** Takes a number that somebody has typed, if it is one that can be chosen. @param {"seconds" | "nodes"} name @param {string} text */
    take(name, text) {
        const [least = 0, most = 0] = RANGES[name];
        const value = Number(text);
        if (text.trim() === "" || !Number.isFinite(value)) return;
        const near = Math.min(most, Math.max(least, value));
        this[name] = name === "nodes" ? Math.round(near) : Math.round(1000 * near) / 1000;
    }
}

/**
 * The choice of a strength.
 *
 * @param {string} legend
 * @param {Strength} strength  It is changed.
 * @param {() => void} changed
 * @param {"input" | "change"} [when]  Whether every step of the slider counts, or only where it ends.
 */
export function choice(legend, strength, changed, when = "input") {
    const number = (/** @type {"seconds" | "nodes"} */ name, /** @type {string} */ label) => {
        const [least, most, step] = RANGES[name];
        return html`<input type="number" aria-label=${label} min=${least} max=${most} step=${step}
            .value=${String(strength[name])} @change=${(/** @type {Event} */ event) => {
            const field = /** @type {HTMLInputElement} */ (event.target);
            strength.take(name, field.value);
            field.value = String(strength[name]);
            changed();
        }}>`;
    };
    const kinds = /** @type {const} */ ([["level", t("start.level")], ["time", t("strength.seconds")], ["nodes", t("strength.count")]]);
    return html`<div class="strength"><label><span>${legend}</span> <select @change=${(/** @type {Event} */ event) => {
        strength.by = /** @type {Strength["by"]} */ (/** @type {HTMLSelectElement} */ (event.target).value);
        changed();
    }}>${kinds.map(([by, name]) => html`<option value=${by} .selected=${by === strength.by}>${name}</option>`)}</select></label>
        ${strength.by === "level" ? slider(strength.level, (level) => {
            strength.level = level;
            changed();
        }, when) : nothing}
        ${strength.by === "time" ? number("seconds", t("strength.seconds")) : nothing}
        ${strength.by === "nodes" ? number("nodes", t("strength.count")) : nothing}</div>`;
}

/** A player in words. @param {Player} player */
export function playerName(player) {
    if (player.kind === "person") return t("player.you");
    if ("level" in player) return t("player.engine", { level: player.level });
    return t("player.engine.limited", { strength: Strength.of(player).text });
}
