// The phases of a game that has some, in words.

/** @import { Snapshot } from "./types.js" */
import { t } from "./text.js";

/** The phase of a game, with the number of the turn; empty without phases. @param {Snapshot} game */
export const phaseOf = ({ scene, ending }) =>
    !scene.phase || ending ? "" : t("say.phase", { number: scene.number, phase: scene.phase });
