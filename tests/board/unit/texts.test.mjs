// The words of the page: every text is used, messages are written as the terminal writes them, and a language is a file.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { LANGUAGES, languageName, learn, say, sideOf, speak, spokenLanguage, t } from "../../../crates/board/page/text.js";

const PAGE = new URL("../../../crates/board/page/", import.meta.url);
const ROOT = new URL("../../../", import.meta.url);

/** The text of all files below a folder whose names end so. */
const below = (folder, ending) => {
    const files = readdirSync(new URL(folder, ROOT), { recursive: true }).filter((name) => name.endsWith(ending));
    return files.map((name) => readFileSync(new URL(`${folder}/${name}`, ROOT), "utf8")).join("\n");
};

/** The sources of the page, and of what writes messages. */
const page = below("crates/board/page", ".js");
const FOLDERS = ["crates/words/src", "crates/study/src", "crates/board/src", "crates/desk/src", "src",
    "crates/lab/src/studies", "crates/rules/src/board/movement", "crates/variants/src/exchange", "crates/variants/src/finding"];
const sources = page + FOLDERS.map((folder) => below(folder, ".rs")).join("\n");

const names = Object.keys(LANGUAGES.en);

/** Texts whose names are made of those of the rules: tests of crates/words find them all. */
const OF_RULES = /^(about|end|fact|field|form|key|list|note|phase|piece|summary|theme|title|word)[.]/;

test("every text is used, and every one that is used is there", () => {
    const built = [...sources.matchAll(/`(set|short|task|refused|write\.fate)\.\$\{|format!\("(illegal)\.\{\}"/g)].map(
        (found) => `${found[1] ?? found[2]}.`,
    );
    const isUsed = (name) => sources.includes(`"${name}"`) || OF_RULES.test(name) || built.some((start) => name.startsWith(start));
    assert.deepEqual(names.filter((name) => !isUsed(name)), []);
    const asked = [...sources.matchAll(/\bt\("([^"]+)"|Message::new\(\s*"([^"]+)"/g)].map((found) => found[1] ?? found[2]);
    assert.ok(asked.length > 400);
    assert.deepEqual(asked.filter((name) => !names.includes(name)), []);
});

test("a language is a file, and everything is said in it", async () => {
    const who = { id: "mover.piece", kind: { id: "piece.knight" } };
    const move = { id: "fact.takes", who, met: { id: "piece.pawn" }, to: "e5", count: 1 };
    const mate = { id: "end.mate.won", winner: sideOf("white"), loser: sideOf("black") };
    const said = async (language) => {
        await speak(language, []);
        return [say(mate), say(move), t("moves.count", { count: 2 })];
    };
    assert.deepEqual(await said("en"), ["White mates", "the knight takes the pawn on e5", "2 moves"]);
    assert.deepEqual(await said("ru"), ["белые поставили мат", "конь берёт пешку на e5", "2 хода"]);
    assert.deepEqual(await said("eo"), ["WHITE MATES", "THE KNIGHT TAKES THE PAWN ON e5", "2 MOVES"]);
    speak("en", []);
});

test("the texts of a language are fetched when it is spoken", async () => {
    assert.equal(languageName("eo"), "Esperanto");
    await speak("ru", []);
    await speak("tlh", []);
    assert.equal(spokenLanguage(), "ru");
    // The last choice counts, although the texts of the one before may arrive after it.
    await Promise.all([speak("tlh", []), speak("en", [])]);
    assert.equal(spokenLanguage(), "en");
});

test("texts that an answer brings are said in their languages", () => {
    learn({ ru: { "key.sample": "Образец {number}." }, xx: { "key.sample": "…" } });
    speak("ru", []);
    assert.equal(say({ id: "key.sample", number: 2 }), "Образец 2.");
    assert.equal(LANGUAGES.xx, undefined);
    delete LANGUAGES.ru["key.sample"];
    speak("en", []);
});

test("messages are written as by the terminal", () => {
    // The same messages as in crates/words/tests/it/sentences.rs.
    const cases = JSON.parse(readFileSync(new URL("crates/words/tests/it/messages.json", ROOT), "utf8"));
    assert.ok(cases.length > 10);
    for (const { message, ...texts } of cases) {
        for (const [language, expected] of Object.entries(texts)) {
            speak(language, []);
            assert.equal(say(message), expected);
        }
    }
    speak("en", []);
});

test("every task has its words, and no words are of another", () => {
    const table = readFileSync(new URL("../../study/src/tasks/tasks.tsv", PAGE), "utf8");
    const lines = table.split("\n").filter((line) => line && !line.startsWith("#"));
    const tasks = lines.map((line) => `task.${line.split("\t").slice(0, 2).join(".")}`);
    assert.ok(tasks.length >= 25);
    const wanted = tasks.flatMap((name) => [name, `${name}.why`]).sort();
    assert.deepEqual(names.filter((name) => /^task\.\w+\.\w+(\.why)?$/.test(name) && !name.startsWith("task.hint.")).sort(), wanted);
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

