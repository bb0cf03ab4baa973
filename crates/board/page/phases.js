// The phases of a game that has some, in words.

/** @import { Snapshot } from "./types.js" */
import { spokenLanguage, t } from "./text.js";
import { ruPhases } from "./texts/ru-names.js";

/** The phase of a game, with the number of the turn; empty without phases. @param {Snapshot} game */
export function phaseOf({ scene, ending }) {
    if (!scene.phase || ending) return "";
    const phase = spokenLanguage() === "ru" ? (ruPhases[scene.phase] ?? scene.phase) : scene.phase;
    return t("say.phase", { number: scene.number, phase });
}
