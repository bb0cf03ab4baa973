// The reasons why a position is illegal, in the language of the page. In English they are the server's.

/** @import { TextName } from "./text.js" */
/** @import { Variant } from "./types.js" */
import { Refused } from "./api.js";
import { ownedName } from "./names.js";
import { isText, sideOf, spokenLanguage, t } from "./text.js";
import { reason } from "./transport.js";

/** The reason of an error about a position of a game. @param {Variant} variant @param {unknown} error */
export function illegal(variant, error) {
    if (!(error instanceof Refused) || !error.code.startsWith("fen-") || spokenLanguage() === "en") return reason(error);
    const name = /** @type {TextName} */ (`illegal.${error.code.slice(4)}`);
    const { side, piece, field, ...values } = error.values;
    const fieldName = `field.${field}`;
    return t(name, {
        ...values,
        side: sideOf(side === "white" ? "white" : "black"),
        piece: piece === undefined ? "" : ownedName(variant, String(piece)),
        field: isText(fieldName) ? t(fieldName) : String(field),
    });
}
