//! Findings about files of games in the languages of people.

use helgi_desk::findings;
use helgi_rules::Game;
use helgi_rules::games::{GameId, RegisterError};
use helgi_variants::ini::{MOST_BYTES, MOST_GAMES};
use helgi_variants::{FINDING_PHRASES, Finding, FindingText, FindingValue, load};
use helgi_words::Catalogue;
use std::collections::BTreeSet;

const FAULTY: &str = include_str!("findings.ini");

/// Findings with every text about files of games that has places for values.
fn faulty() -> Vec<Finding> {
    let long = format!("# {}\n", " ".repeat(MOST_BYTES));
    let many: String = (0..=MOST_GAMES).map(|number| format!("[a{number}:chess]\n")).collect();
    // Without a key of helgi's own the last of two values counts.
    let twice = "[a:chess]\nstalemateValue = loss\nstalemateValue = win\n";
    [FAULTY, twice, &long, &many].into_iter().flat_map(|text| load(text).findings).collect()
}

/// The reasons why games are not registered.
fn registered() -> [FindingText; 4] {
    let name = || "my-chess".to_owned();
    let error = GameId::CHESS.parse("8/8 w - - 0 1").unwrap_err();
    let start = RegisterError::Start { name: name(), error };
    [RegisterError::Name(name()), RegisterError::Taken(name()), start, RegisterError::Full(name())]
        .map(FindingText::from)
}

#[test]
fn english_is_written_as_the_findings_themselves() {
    for finding in faulty() {
        let texts = [Some(&finding.expected), finding.found_in_words.as_ref()];
        // The fault of a position is a sentence of its own for people.
        let is_position = |text: &FindingText| {
            text.values().iter().any(|(_, value)| matches!(value, FindingValue::Position(_)))
        };
        if !texts.into_iter().flatten().any(is_position) {
            assert_eq!(Catalogue::english().write(&findings::line(&finding)), finding.to_string());
        }
    }
    let [name, taken, _, full] = registered();
    for text in [name, taken, full] {
        assert_eq!(Catalogue::english().write(&findings::text(&text)), text.to_string());
    }
}

#[test]
fn every_place_has_its_value_in_every_language() {
    let (found, reasons) = (faulty(), registered());
    let parts = |finding: &Finding| [Some(finding.expected.clone()), finding.found_in_words.clone()];
    let texts: Vec<FindingText> = found.iter().flat_map(parts).flatten().chain(reasons).collect();
    let met: BTreeSet<&str> = texts.iter().map(FindingText::id).collect();
    let with_places = FINDING_PHRASES.iter().filter(|phrase| phrase.words.contains('{'));
    // There are no other reasons yet.
    let missing: Vec<&str> = with_places
        .map(|phrase| phrase.id)
        .filter(|id| *id != "finding.register-other" && !met.contains(id))
        .collect();
    assert!(missing.is_empty(), "no finding with the text {missing:?}");
    let lines = found.iter().map(findings::line).chain(texts.iter().map(findings::text));
    for line in lines {
        for catalogue in Catalogue::all() {
            let written = catalogue.write(&line);
            assert!(!written.contains(['{', '}']), "{catalogue:?}: {written}");
        }
    }
    assert!(texts.iter().all(|text| !text.to_string().contains(['{', '}'])));
}

/// A few of them as a person reads them.
#[test]
fn findings_are_told_in_russian() {
    let russian = Catalogue::named("ru").unwrap();
    let lines: BTreeSet<String> =
        faulty().iter().map(|finding| russian.write(&findings::line(finding))).collect();
    for expected in [
        "17:12: предупреждение: [flag] castling: `True`: прочитано как `true`, а Fairy-Stockfish поймёт как `false`",
        "18:12: ошибка: [flag] checking: `yes`: нужно `true` или `false`, и больше ничего. Может быть, `true`?",
        "27:1: примечание: [number] pocketSize: это для других программ, helgi обходится без этого",
        "60:11: ошибка: [large] maxRank: на доске 20x20 полей – 400. Можно не больше 255",
        "14:8: отказ: [falls] `unknown`: в игре `unknown` есть ошибки, поэтому игры на её основе не предлагаются",
    ] {
        assert!(lines.contains(expected), "{lines:#?}");
    }
}
