// The words of the page: every language has every text, with the same places, and each is used.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { Refused } from "../../../crates/board/page/api.js";
import { illegal } from "../../../crates/board/page/illegal.js";
import { reasonOf } from "../../../crates/board/page/names.js";
import { ruPuzzle } from "../../../crates/board/page/texts/ru-puzzles.js";
import { LANGUAGES, LANGUAGE_NAMES, speak, spokenLanguage, t } from "../../../crates/board/page/text.js";

const PAGE = new URL("../../../crates/board/page/", import.meta.url);

/** The sources of the page without the texts themselves. */
const sources = readdirSync(PAGE).filter((name) => name.endsWith(".js")).map((name) =>
    readFileSync(new URL(name, PAGE), "utf8")).join("\n");

/** The forms of a text. */
const forms = (text) => (typeof text === "string" ? [text] : Object.values(text));

/** The names of the places in a text. */
const places = (text) => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1]))].sort();

const names = Object.keys(LANGUAGES.en);

test("every language has every text and no other", () => {
    for (const [language, texts] of Object.entries(LANGUAGES)) {
        assert.deepEqual(Object.keys(texts).filter((name) => !names.includes(name)), [], `${language}: too many`);
        assert.deepEqual(names.filter((name) => !(name in texts)), [], `${language}: missing`);
        assert.ok(LANGUAGE_NAMES[language], `${language} has no name`);
        for (const name of names) for (const form of forms(texts[name])) assert.ok(form.length > 0, `${language}: ${name} is empty`);
    }
});

test("the places of a text are the same in all its forms and languages", () => {
    for (const [language, texts] of Object.entries(LANGUAGES)) {
        for (const name of names) {
            const wanted = places(forms(LANGUAGES.en[name])[0]);
            for (const form of forms(texts[name])) assert.deepEqual(places(form), wanted, `${language}: ${name}`);
        }
    }
});

test("texts that depend on a number have all forms of their language", () => {
    for (const [language, texts] of Object.entries(LANGUAGES)) {
        const wanted = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted();
        for (const name of names) {
            if (typeof texts[name] !== "string") assert.deepEqual(Object.keys(texts[name]).sort(), wanted, `${language}: ${name}`);
        }
    }
});

test("every text is used, and every one that is used is there", () => {
    const built = [...sources.matchAll(/`(set|task|theme|illegal|field)\.\$\{/g)].map((found) => `${found[1]}.`);
    const isUsed = (name) => sources.includes(`"${name}"`) || built.some((start) => name.startsWith(start));
    assert.deepEqual(names.filter((name) => !isUsed(name)), []);
    const asked = [...sources.matchAll(/\bt\("([^"]+)"/g)].map((found) => found[1]);
    assert.deepEqual(asked.filter((name) => !names.includes(name)), []);
});

test("every task has its words, and no words are of another", () => {
    const lines = readFileSync(new URL("../../study/src/tasks/tasks.tsv", PAGE), "utf8").split("\n").filter((line) => line
        && !line.startsWith("#"));
    const tasks = lines.map((line) => `task.${line.split("\t").slice(0, 2).join(".")}`);
    assert.ok(tasks.length >= 25);
    const wanted = tasks.flatMap((name) => [name, `${name}.why`]).sort();
    assert.deepEqual(names.filter((name) => /^task\.\w+\.\w+(\.why)?$/.test(name) && !name.startsWith("task.hint.")).sort(), wanted);
});

test("the reasons of results are said in Russian", () => {
    speak("ru", []);
    const source = readFileSync(new URL("../../match/src/ending.rs", PAGE), "utf8");
    const constants = [...source.matchAll(/^const \w+: &str = "( .*: )";$/gm)].map((found) => `White${found[1]}e2e9`);
    assert.equal(constants.length, 3);
    for (const reason of [
        ...constants, "White mates", "Black resigns", "White loses on time", "Black disconnects", "White's connection stalls",
        "White wins by adjudication", "Draw by adjudication", "Draw by adjudication: maximum game length", "Draw by agreement",
        "Draw by repetition", "Draw by move count", "given up with the match",
    ]) {
        // A move that an engine has made stays as it was.
        const said = reasonOf(reason).replace("e2e9", "");
        assert.ok(/[а-я]/.test(said) && !/[a-z]/i.test(said), `${reason}: ${said}`);
    }
    speak("en", []);
});

test("the reasons why a position is illegal are said in Russian", () => {
    const source = readFileSync(new URL("../src/plan.rs", PAGE), "utf8");
    const codes = [...source.matchAll(/=> "(fen-[a-z-]+)"/g)].map((found) => found[1]);
    assert.ok(codes.length >= 10);
    const variant = { name: "tavreli", pieces: [{ text: "R", name: "Warrior" }] };
    const values = { side: "black", piece: "r", count: 3, most: 2, square: "e4", field: "castling", value: "Q" };
    speak("ru", []);
    for (const code of codes) {
        const said = illegal(variant, new Refused("In English.", code, values));
        assert.ok(/[А-я]/.test(said) && !/[{}]|[a-z]{3}/.test(said), `${code}: ${said}`);
    }
    assert.equal(illegal(variant, new Refused("", "fen-too-many", values)), "Чёрные: ратоборец: 3, допустимо не более 2");
    assert.equal(illegal(variant, new Refused("", "fen-check", values)), "Чёрные под шахом, а ход не за ними");
    speak("en", []);
    assert.equal(illegal(variant, new Refused("In English.", "fen-check", values)), "In English.");
});

test("every theme of puzzles has a name", () => {
    const source = readFileSync(new URL("../../study/src/puzzles/theme.rs", PAGE), "utf8");
    const themes = [...source.matchAll(/^    \w+ "(\w+)" "/gm)].map((found) => `theme.${found[1]}`);
    assert.ok(themes.length > 20);
    assert.deepEqual(names.filter((name) => name.startsWith("theme.")).sort(), themes.sort());
});

test("numbers and places are filled in", () => {
    speak("ru", []);
    assert.equal(t("moves.count", { count: 1 }), "1 ход");
    assert.equal(t("moves.count", { count: 3 }), "3 хода");
    assert.equal(t("moves.count", { count: 11 }), "11 ходов");
    speak("auto", ["de-DE", "ru-RU", "en"]);
    assert.equal(spokenLanguage(), "ru");
    speak("auto", ["de-DE"]);
    assert.equal(spokenLanguage(), "en");
    assert.equal(t("moves.count", { count: 1 }), "1 move");
});

test("what is said about puzzles is said in Russian", () => {
    const words = { piece: () => "фигура", reason: () => "мат", theme: (name) => `«${name}»`, themes: ["mate", "short"] };
    for (const says of [
        "e4 forces a win, too, in 3. Solved at the first try. Theme: mate, short.",
        "Qxf7+ is as good. Solved with a hint.",
        "Nf3 leaves you 12 of 100 points to expect, but a win can be forced. Black answers Qh4#. Another try!",
        "d4d5:1 leaves you 30 of 100 points to expect, but the right move leaves 95. Another try!",
        "Qxf7+: the queen takes the pawn on f7. Black answers Kd8: the king goes to d8. Go on!",
        "Qf8#: the queen goes to f8 and gives mate. White mates. That is it! Solved at try 2. Theme: mate.",
        "N@f7: the knight comes to f7. That is it! Solved at try 3.",
        "What it is about: the solution ends in mate; two own moves.",
        "Look at the soldier of the Duke on d4.",
        "Something comes from the reserve: a knight.",
        "The turn is given up.",
        "The solution is Qxf7+ Kd8 Qf8#: White mates. Theme: mate.",
        "The solution is e4.",
    ]) {
        const said = ruPuzzle(says, words);
        const left = said.replace(/«\w+»|[A-Za-z@]*[a-q]?\d+\S*/g, "");
        assert.ok(!/[a-z]{2,}/.test(left) && /[а-я]/.test(said), `${says}\n${said}`);
    }
});
