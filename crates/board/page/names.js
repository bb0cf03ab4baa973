// The names of games and pieces, and moves in words, in the language of the page.

/** @import { Message } from "./text.js" */
/** @import { Side, Step, Variant } from "./types.js" */
import { ownerOf } from "./owners.js";
import { capital, isText, say, sideOf, t } from "./text.js";

/** A piece, for a place of a text. @param {Variant} variant @param {string} text @returns {Message} */
export function pieceOf(variant, text) {
    const upper = text.toUpperCase();
    return variant.pieces.find((kind) => kind.text === upper)?.name ?? { id: upper };
}

/** The name of a piece. @param {Variant} variant @param {string} text */
export const nameOf = (variant, text) => say(pieceOf(variant, text));

/** The name of a game, the short one where it has one. @param {{ title: Message }} variant */
export function titleOf({ title }) {
    const short = `short.${title.id.replace(/^title\./, "")}`;
    return isText(short) ? t(short) : say(title);
}

/** One sentence about a game. @param {Variant} variant */
export const summaryOf = (variant) => say(variant.summary);

/** The name of a theme of puzzles; files have others than those that are known. @param {string} theme */
export function themeName(theme) {
    const name = `theme.${theme}`;
    return isText(name) ? t(name) : theme;
}

/** A move as a sentence without its full stop. @param {Step} step */
export const tell = (step) => capital(say(step.says));

/** A piece with its owner. @param {Variant} variant @param {string} text */
export function ownedName(variant, text) {
    const side = /** @type {Side} */ (ownerOf(text));
    return t("stack.piece", { side: sideOf(side), name: pieceOf(variant, text) });
}
