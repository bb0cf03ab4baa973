//! The texts that are kept: those that are worked at, with their versions, and those of games that were played.

use super::{LONGEST_KEPT, WriteRefusal, read};
use crate::desk::Method;
use crate::moment::LocalTime;
use crate::reply::NOT_FOUND;
use helgi_notation::excerpt;
use helgi_variants::written::is_written;
use helgi_variants::{ReadGame, ini, load};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::io;
use std::path::PathBuf;

/// The most texts that are kept.
const MOST_TEXTS: usize = 300;

/// The most versions of a text; the first are removed then.
const MOST_VERSIONS: usize = 50;

/// The most games that were played whose rules are kept; the first are removed then.
const MOST_PLAYED: usize = 100;

/// The beginning of the names of texts of games that were played.
const PLAYED: &str = "played.";

/// A store of texts under names of lower-case letters, digits, dashes and dots.
pub trait TextStore {
    /// The names of the texts with the times at which they were written, the last one first.
    fn list(&self) -> Vec<(String, LocalTime)>;
    /// A text; `None` if there is none of that name.
    fn read(&self, name: &str) -> Option<String>;
    /// Writes a text.
    ///
    /// # Errors
    ///
    /// The reason, if it cannot be kept.
    fn write(&mut self, name: &str, text: &str, when: LocalTime) -> Result<(), TextNotKept>;
    /// Removes a text.
    fn remove(&mut self, name: &str);
}

/// A text that cannot be kept: its folder, and the reason.
#[derive(Debug, thiserror::Error)]
#[error("the text is not kept: {}: {reason}", .folder.display())]
pub struct TextNotKept {
    /// The folder of the texts.
    pub folder: PathBuf,
    /// The reason.
    #[source]
    pub reason: io::Error,
}

/// A text that is kept.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct KeptText {
    /// Its name.
    pub name: String,
    /// The names of its games.
    pub games: Vec<String>,
    /// The time at which it was written: `2026-11-22 14:05`.
    pub when: String,
}

/// An order about a text.
#[derive(Deserialize)]
struct TextOrder {
    #[serde(default)]
    text: String,
    /// True if it is kept as a version besides.
    #[serde(default)]
    version: bool,
    /// True if it is removed, with its versions.
    #[serde(default)]
    remove: bool,
}

/// Returns true for a name that a text can have.
fn is_plain(name: &str) -> bool {
    let is_letter = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
    (1..=40).contains(&name.len()) && name.chars().all(is_letter) && !name.starts_with('-')
}

/// The texts that are worked at, the last first.
pub(super) fn list(texts: &impl TextStore) -> Vec<KeptText> {
    let own = texts.list().into_iter().filter(|(name, _)| is_plain(name));
    let kept = own.filter_map(|(name, when)| {
        let sections = ini::sections(&texts.read(&name)?, &mut Vec::new());
        let games = sections.into_iter().take(5).map(|section| section.name.text).collect();
        Some(KeptText { games, when: when.to_minutes(), name })
    });
    kept.collect()
}

/// The numbers of the versions of a text with their times, the last first.
fn versions(texts: &impl TextStore, name: &str) -> Vec<(u32, LocalTime)> {
    let own = texts.list().into_iter().filter_map(|(other, when)| {
        let number = other.strip_prefix(name)?.strip_prefix('.')?.parse().ok()?;
        Some((number, when))
    });
    let mut versions: Vec<(u32, LocalTime)> = own.collect();
    versions.sort_by_key(|(number, _)| std::cmp::Reverse(*number));
    versions
}

fn version_name(name: &str, number: u32) -> String {
    format!("{name}.{number:04}")
}

/// Answers a request about texts; `parts` is its address below `/api/write/texts`.
pub(super) fn answer(
    texts: &mut impl TextStore,
    now: LocalTime,
    (method, parts): (Method, &[&str]),
    body: &str,
) -> Result<Value, WriteRefusal> {
    let order = || read(body, |order: &TextOrder| &order.text);
    let missing = |name: &str| WriteRefusal::new(NOT_FOUND, "workbench.no-text").with("name", excerpt(name));
    let known = |texts: &_, name: &str| is_plain(name).then(|| TextStore::read(texts, name)).flatten();
    match (method, parts) {
        (Method::Post, []) => {
            let TextOrder { text, .. } = order()?;
            let name = new_name(texts, &text)?;
            write(texts, &name, &text, now)?;
            Ok(json!({ "name": name }))
        }
        (Method::Get, [name]) => {
            let text = known(texts, name).ok_or_else(|| missing(name))?;
            let versions = versions(texts, name).into_iter();
            let versions =
                versions.map(|(number, when)| json!({ "number": number, "when": when.to_minutes() }));
            Ok(json!({ "text": text, "versions": versions.collect::<Vec<_>>() }))
        }
        (Method::Post, [name]) => {
            let before = known(texts, name).ok_or_else(|| missing(name))?;
            let TextOrder { text, version, remove } = order()?;
            if remove {
                for (number, _) in versions(texts, name) {
                    texts.remove(&version_name(name, number));
                }
                texts.remove(name);
            } else {
                if before != text {
                    write(texts, name, &text, now)?;
                }
                if version {
                    keep_version(texts, name, &text, now)?;
                }
            }
            Ok(json!({}))
        }
        (Method::Get, [name, number]) if is_plain(name) => {
            let text = number.parse().ok().and_then(|number| texts.read(&version_name(name, number)));
            Ok(json!({ "text": text.ok_or_else(|| missing(name))? }))
        }
        _ => Err(WriteRefusal::new(NOT_FOUND, "workbench.address")),
    }
}

fn write(texts: &mut impl TextStore, name: &str, text: &str, now: LocalTime) -> Result<(), WriteRefusal> {
    texts.write(name, text, now).map_err(|TextNotKept { folder, reason }| {
        let why = WriteRefusal::new(500, "workbench.not-kept");
        why.with("folder", folder.display().to_string()).with("reason", reason.to_string())
    })
}

/// A name for a new text: that of its first game, with a number if it is taken.
fn new_name(texts: &impl TextStore, text: &str) -> Result<String, WriteRefusal> {
    let taken: Vec<String> =
        texts.list().into_iter().map(|(name, _)| name).filter(|name| is_plain(name)).collect();
    if taken.len() >= MOST_TEXTS {
        let full = WriteRefusal::new(422, "workbench.full");
        return Err(full.with("count", taken.len()).with("most", MOST_TEXTS));
    }
    let first = ini::sections(text, &mut Vec::new()).into_iter().next();
    let name = first.map(|section| section.name.text.to_lowercase()).unwrap_or_default();
    let mut name: String =
        name.chars().filter(|letter| is_plain(&letter.to_string()) || *letter == '-').take(30).collect();
    // The page has addresses of two of these names.
    if !is_plain(&name) || [PLAYED.trim_end_matches('.'), "new", "from"].contains(&name.as_str()) {
        name = "game".to_owned();
    }
    let numbered = |number: usize| if number == 1 { name.clone() } else { format!("{name}-{number}") };
    let free = (1..).map(numbered).find(|name| !taken.contains(name));
    Ok(free.unwrap_or(name))
}

/// Keeps a version, unless the last one is the same.
fn keep_version(
    texts: &mut impl TextStore,
    name: &str,
    text: &str,
    now: LocalTime,
) -> Result<(), WriteRefusal> {
    let before = versions(texts, name);
    let last = before.first().map_or(0, |(number, _)| *number);
    if texts.read(&version_name(name, last)).is_some_and(|last| last == text) {
        return Ok(());
    }
    for (number, _) in before.iter().skip(MOST_VERSIONS - 1) {
        texts.remove(&version_name(name, *number));
    }
    write(texts, &version_name(name, last + 1), text, now)
}

/// Keeps the text of a game that is played, so that its games can be read again.
pub(super) fn keep_played(
    texts: &mut impl TextStore,
    name: &str,
    text: &str,
    now: LocalTime,
) -> Result<(), WriteRefusal> {
    let key = format!("{PLAYED}{name}");
    // One that is kept already is written again: the time tells which were played last.
    let played = texts.list().into_iter().filter(|(name, _)| name.starts_with(PLAYED) && *name != key);
    let old: Vec<String> = played.skip(MOST_PLAYED - 1).map(|(name, _)| name).collect();
    old.iter().for_each(|name| texts.remove(name));
    write(texts, &key, text, now)
}

/// Makes a game of a text known that has the name of its [rules](helgi_variants::written), and no other: somebody may have
/// changed the text.
pub(super) fn register(text: &str, name: &str) {
    let is_it = |game: &&ReadGame| game.name() == name && is_written(name);
    if let Some(game) = load(text).games.iter().rev().find(is_it) {
        // A name that is taken leads to a game of the same rules.
        let _ = helgi_variants::register(game);
    }
}

/// Makes the games known again that were played, and returns their texts.
pub fn restore(texts: &impl TextStore) -> Vec<String> {
    let played = texts.list().into_iter().filter(|(name, _)| name.starts_with(PLAYED)).take(MOST_PLAYED);
    let known = |(key, _): (String, LocalTime)| {
        let text = texts.read(&key).filter(|text| text.len() <= LONGEST_KEPT)?;
        register(&text, key.strip_prefix(PLAYED)?);
        Some(text)
    };
    played.filter_map(known).collect()
}

#[cfg(test)]
mod tests {
    use super::super::LONGEST_TEXT;
    use super::*;
    use helgi_words::Catalogue;
    use std::collections::BTreeMap;

    #[derive(Default)]
    struct Texts(BTreeMap<String, (LocalTime, String)>);

    impl TextStore for Texts {
        fn list(&self) -> Vec<(String, LocalTime)> {
            let mut all: Vec<_> = self.0.iter().map(|(name, (when, _))| (name.clone(), *when)).collect();
            all.sort_by_key(|(_, when)| std::cmp::Reverse(*when));
            all
        }
        fn read(&self, name: &str) -> Option<String> {
            self.0.get(name).map(|(_, text)| text.clone())
        }
        fn write(&mut self, name: &str, text: &str, when: LocalTime) -> Result<(), TextNotKept> {
            self.0.insert(name.to_owned(), (when, text.to_owned()));
            Ok(())
        }
        fn remove(&mut self, name: &str) {
            self.0.remove(name);
        }
    }

    fn ask(texts: &mut Texts, method: Method, parts: &[&str], body: &Value) -> Result<Value, WriteRefusal> {
        let now = LocalTime::since_1970(texts.0.len() as i64);
        super::super::answer(texts, now, (method, parts), &body.to_string()).map(|answer| answer.value)
    }

    #[test]
    fn texts_are_kept_with_their_versions() {
        let mut texts = Texts::default();
        let first = json!({ "text": "[My:chess]\n" });
        for name in ["my", "my-2"] {
            assert_eq!(ask(&mut texts, Method::Post, &["texts"], &first).unwrap(), json!({ "name": name }));
        }
        for text in ["[a]\n", "[a]\n", "[b]\n"] {
            let order = json!({ "text": text, "version": true });
            ask(&mut texts, Method::Post, &["texts", "my"], &order).unwrap();
        }
        let kept = ask(&mut texts, Method::Get, &["texts", "my"], &Value::Null).unwrap();
        assert_eq!((&kept["text"], kept["versions"].as_array().unwrap().len()), (&json!("[b]\n"), 2));
        let version = ask(&mut texts, Method::Get, &["texts", "my", "1"], &Value::Null).unwrap();
        assert_eq!(version["text"], "[a]\n");
        let all = ask(&mut texts, Method::Get, &[], &Value::Null).unwrap();
        assert_eq!(all.as_array().unwrap().len(), 2, "{all}");
        ask(&mut texts, Method::Post, &["texts", "my"], &json!({ "remove": true })).unwrap();
        assert_eq!(texts.0.keys().collect::<Vec<_>>(), ["my-2"]);
    }

    #[test]
    fn names_lead_to_no_other_file() {
        let mut texts = Texts::default();
        for name in ["../my", "my.0001", "played.chess-w00000000", "", "MY", "a/b"] {
            let order = json!({ "text": "x" });
            assert_eq!(
                ask(&mut texts, Method::Post, &["texts", name], &order).unwrap_err().status,
                NOT_FOUND
            );
            assert_eq!(ask(&mut texts, Method::Get, &["texts", name], &order).unwrap_err().status, NOT_FOUND);
        }
        let name = ask(&mut texts, Method::Post, &["texts"], &json!({ "text": "[../../x:chess]" })).unwrap();
        assert_eq!(name, json!({ "name": "x" }));
    }

    /// A store that keeps nothing.
    struct FullDisk;

    impl TextStore for FullDisk {
        fn list(&self) -> Vec<(String, LocalTime)> {
            Vec::new()
        }
        fn read(&self, _: &str) -> Option<String> {
            None
        }
        fn write(&mut self, _: &str, _: &str, _: LocalTime) -> Result<(), TextNotKept> {
            Err(TextNotKept { folder: PathBuf::from("/written"), reason: io::Error::other("no room") })
        }
        fn remove(&mut self, _: &str) {}
    }

    #[test]
    fn refusals_are_told_in_the_languages_of_people() {
        let mut texts = Texts::default();
        for number in 0..MOST_TEXTS {
            texts.0.insert(format!("my-{number}"), (LocalTime::since_1970(0), String::new()));
        }
        let mut ask =
            |method, parts: &[&str], body: Value| ask(&mut texts, method, parts, &body).unwrap_err();
        let place = json!({ "text": "", "name": "a", "cells": {}, "side": "w" });
        let wrong = json!({ "text": "[a:chess]\nnFoldRule = x\n", "name": "a" });
        let long = json!({ "text": "#".repeat(LONGEST_TEXT + 1) });
        let disk = super::super::answer(
            &mut FullDisk,
            LocalTime::since_1970(0),
            (Method::Post, &["texts"]),
            &json!({ "text": "" }).to_string(),
        );
        let found = [
            ask(Method::Get, &["nothing"], Value::Null),
            ask(Method::Get, &["texts", "a", "b", "c"], Value::Null),
            ask(Method::Get, &["games", "none"], Value::Null),
            ask(Method::Get, &["texts", "none"], Value::Null),
            ask(Method::Post, &["place"], place),
            ask(Method::Post, &["play"], wrong),
            ask(Method::Post, &["check"], long),
            ask(Method::Post, &["check"], json!(1)),
            ask(Method::Post, &["texts"], json!({ "text": "" })),
            disk.unwrap_err(),
        ];
        let expected = [
            "Такого адреса нет.",
            "Такого адреса нет.",
            "Игры `none` нет. Выберите одну из списка.",
            "Текста `none` нет. Выберите один из списка.",
            "В тексте нет игры `a` или её раздел не читается. Сначала исправьте ошибки.",
            "В игре `a` есть ошибки. Сначала исправьте их.",
            "Длина текста в байтах – 262145, а можно не больше 262144.",
            "Запрос не понят: invalid type: integer `1`, expected struct CheckRequest at line 1 column 1",
            "Текстов уже 300, а можно не больше 300. Сначала удалите один.",
            "Текст не сохранён в /written: no room",
        ];
        let russian = Catalogue::named("ru").unwrap();
        for (refusal, expected) in found.iter().zip(expected) {
            assert_eq!(russian.write(&refusal.why), expected);
            assert!(refusal.why.own("ru").is_some(), "pages do not have {}", refusal.why.id());
            let body = refusal.body();
            assert!(!body.error.contains(['{', '}']) && body.says.is_some(), "{}", body.error);
        }
    }

    #[test]
    fn a_game_that_is_played_is_known_by_its_rules() {
        let mut texts = Texts::default();
        let order = json!({ "text": "[chess:shatranj]\nnFoldRule = 5\n", "name": "chess" });
        let variant = ask(&mut texts, Method::Post, &["play"], &order).unwrap();
        let name = variant["name"].as_str().unwrap();
        assert!(is_written(name), "{name}");
        assert_eq!(helgi_rules::games::GameId::named("chess"), Some(helgi_rules::games::GameId::CHESS));
        assert_eq!(restore(&texts).len(), 1);
        let wrong = json!({ "text": "[chess:shatranj]\nnFoldRule = x\n", "name": "chess" });
        assert_eq!(ask(&mut texts, Method::Post, &["play"], &wrong).unwrap_err().status, 422);
        let long = json!({ "text": "#".repeat(LONGEST_TEXT + 1), "name": "chess" });
        assert_eq!(ask(&mut texts, Method::Post, &["play"], &long).unwrap_err().status, 413);
    }
}
