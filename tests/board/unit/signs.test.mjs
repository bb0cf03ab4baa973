// The colours of the pieces of shogi, xiangqi and janggi.
import assert from "node:assert/strict";
import { test } from "node:test";
import { COLOURS, FAMILIES, familyOf, lookOf } from "../../../crates/board/page/pieces/families.js";

/** The relative luminance of a colour, by WCAG 2. @param {string} colour */
function luminance(colour) {
    const [red, green, blue] = [1, 3, 5].map((at) => {
        const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
        return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colours, by WCAG 2. @param {string} one @param {string} other */
function contrast(one, other) {
    const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
}

test("armies differ by light and dark, and signs are readable on both", () => {
    for (const [shape, [white, black]] of Object.entries(COLOURS)) {
        assert.ok(contrast(white.fill, black.fill) >= 7, shape);
        for (const { fill, ink, promoted } of [white, black]) {
            assert.ok(contrast(fill, ink) >= 4.5, `${shape} ${ink}`);
            assert.ok(contrast(fill, promoted) >= 4.5, `${shape} ${promoted}`);
        }
    }
});

test("a game belongs to a family by the names of its pieces", () => {
    const shape = (...names) => familyOf(names)?.shape;
    assert.equal(shape("king", "gold", "pawn", "wizard"), "wedge");
    assert.equal(shape("general", "cannon", "chariot"), "disc");
    assert.equal(shape("general", "cannon", "guard"), "octagon");
    assert.equal(shape("general", "king", "pawn"), undefined);
    const shogi = FAMILIES.at(-1);
    assert.equal(lookOf(shogi, "shogi", "promoted knight").characters[0], "圭");
    assert.equal(lookOf(shogi, "kyotoshogi", "promoted knight").characters[0], "金");
    assert.equal(lookOf(shogi, "shogi", "promoted gold cannon"), lookOf(shogi, "shogi", "gold cannon"));
    assert.equal(lookOf(shogi, "shogi", "wizard"), undefined);
});
