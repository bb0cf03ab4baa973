//! Memory of games from files: what is read and not registered is dropped, and the same words are kept once. This test has
//! a process of its own, since it counts all of the bytes that are allocated.

use helgi_rules::{Game, GameId, Position};
use helgi_variants::ini::MOST_GAMES;
use helgi_variants::library::TEXTS;
use helgi_variants::{RegisteredFile, load, register};
use peak_alloc::PeakAlloc;
use std::fmt::Write;

#[global_allocator]
static ALLOCATED: PeakAlloc = PeakAlloc;

const MEGABYTE: usize = 1 << 20;

/// A file of some games; `rule` makes them others of the same names.
fn text(rule: &str) -> String {
    let mut text =
        format!("[small:chess]\nstalemateValue = {rule}\n[large:shogi]\nstalemateValue = {rule}\n");
    let _ = write!(text, "[ten:capablanca]\nstalemateValue = {rule}\npieceName = k:ruler\n");
    let _ = write!(text, "[mistaken:chess]\nstalemateValue = {rule}\ncasteling = true\n");
    text
}

/// The bytes that remain allocated after an operation, beyond those before.
fn growth(mut act: impl FnMut()) -> usize {
    let before = ALLOCATED.current_usage();
    act();
    ALLOCATED.current_usage().saturating_sub(before)
}

#[test]
fn reading_and_registering_again_keep_nothing() {
    let texts = [text("win"), text("loss")];
    // The games that come along are read once, and the built-in ones are made once.
    assert_eq!(load(&texts[0]).games.len(), 3);
    assert_eq!(GameId::named("small"), None);

    let read = growth(|| {
        for turn in 0..1_000 {
            assert_eq!(load(&texts[turn % 2]).games.len(), 3);
        }
    });
    assert!(read < MEGABYTE / 10, "1,000 readings keep {read} bytes");

    let plays = |text: &str| {
        for game in &load(text).games {
            let Ok(RegisteredFile::Plays(id)) = register(game) else { panic!("{}", game.name()) };
            assert_eq!(GameId::named(game.name()), Some(id));
        }
    };
    let first = growth(|| texts.iter().for_each(|text| plays(text)));
    assert!(first < MEGABYTE / 4, "six games that nobody plays take {first} bytes");
    let again = growth(|| (0..1_000).for_each(|turn| plays(&texts[turn % 2])));
    assert!(again < MEGABYTE / 10, "1,000 registrations keep {again} bytes");

    // Tables come with the first position, once.
    let start = || GameId::named("small").unwrap().start().count_moves();
    let played = growth(|| assert_eq!(start(), 20));
    assert!((100_000..MEGABYTE).contains(&played), "tables of {played} bytes");
    let again = growth(|| (0..100).for_each(|_| assert_eq!(start(), 20)));
    assert!(again < 1_000, "100 starts keep {again} bytes");

    // All games that come along, as somebody writes at such a file: each check says the same, and none leaves anything.
    let library: String = TEXTS.iter().map(|(_, text)| *text).collect();
    let check = || {
        let loaded = load(&library);
        let games: Vec<String> = loaded.games.iter().map(|game| game.name().to_owned()).collect();
        (games, loaded.findings.iter().map(ToString::to_string).collect::<Vec<_>>())
    };
    let first = check();
    assert!(first.0.len() > 100);
    let again = growth(|| (0..3).for_each(|_| assert!(check() == first)));
    assert!(again < 10_000, "three checks of the library keep {again} bytes");

    let mut many = String::new();
    (0..MOST_GAMES).for_each(|number| writeln!(many, "[g{number}:chess]").unwrap());
    ALLOCATED.reset_peak_usage();
    let before = ALLOCATED.current_usage();
    let left = growth(|| assert_eq!(load(&many).games.len(), MOST_GAMES));
    let peak = ALLOCATED.peak_usage() - before;
    assert!(left < MEGABYTE / 10, "a long file that is read keeps {left} bytes");
    assert!(peak < 32 * MEGABYTE, "a long file needs {peak} bytes");
}
