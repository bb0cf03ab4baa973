// The games that the page knows: those that are listed first, those that come along, and those of links and of the user's texts.

/** @import { Variant } from "./types.js" */
import * as api from "./api.js";
import { useFigures } from "./pieces/sets.js";

/** The games; views have this list, which grows. @type {Variant[]} */
export const variants = [];

/** The games that are listed first, once they are asked for. @type {Promise<void> | undefined} */
let first;
/** The games that come along, once somebody has asked for them. @type {Promise<boolean> | undefined} */
let more;

/** The lists that are there already. */
export const known = { isListed: false, hasMore: false };

/** The game of a name. @param {string} name */
export const named = (name) => variants.find((one) => one.name === name);

/** Asks for the games that are listed first. */
export function list() {
    first ??= api.variants().then(async (found) => {
        await useFigures(found);
        const others = variants.filter((one) => found.every((other) => other.name !== one.name));
        variants.splice(0, variants.length, ...found, ...others);
        known.isListed = true;
    }).catch((error) => {
        // Then they are asked for again when one goes elsewhere.
        first = undefined;
        throw error;
    });
    return first;
}

/** Takes games to those that are known. @param {Variant[]} found */
async function take(found) {
    await useFigures(found);
    for (const one of found) {
        const place = variants.findIndex(({ name }) => name === one.name);
        if (place < 0) variants.push(one);
        // A game that was asked for alone may have come without its picture.
        else if (!variants[place]?.sample) variants[place] = one;
    }
}

/** Asks for a game that is not known yet; those that come along are many. @param {string} name */
export async function ask(name) {
    if (named(name)) return;
    // An answer that does not come is a game that is not known.
    const found = await api.variant(name).catch(() => null);
    if (found?.name === name) await take([found]).catch(() => {});
}

/** Takes the games that come along to the others; returns false if they do not come. */
export function askForMore() {
    more ??= api.more().then(take).then(() => (known.hasMore = true)).catch(() => {
        // Then they are asked for again where they are wanted next.
        more = undefined;
        return false;
    });
    return more;
}

/** Takes a game in place of the one that had its name. @param {Variant} variant */
export function renew(variant) {
    const place = variants.findIndex((other) => other.name === variant.name);
    if (place >= 0) variants.splice(place, 1);
    variants.push(variant);
    void useFigures([variant]);
}

/** The games beyond those that are listed first. */
export const library = { one: ask, all: askForMore };
