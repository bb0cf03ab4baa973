//! The ways of other people's files: a base of fairy pieces, words with a capital, more kinds than a hand has room for.

use crate::check_perft;
use helgi_rules::GameId;
use helgi_variants::{Severity, library, load};

const SECTIONS: &str = include_str!("../rows/sections.ini");

/// `rows/sections-perft.tsv` has the numbers, from start positions and from random games.
#[test]
fn the_numbers_of_move_paths_are_known() {
    let loaded = load(SECTIONS);
    assert_eq!(loaded.games.len(), 5, "{:?}", loaded.findings);
    check_perft(&loaded, include_str!("../rows/sections-perft.tsv"));
}

/// Fairy-Stockfish would take `True` for `false`, and say so only while it checks a file.
#[test]
fn words_with_a_capital_are_read_with_a_warning() {
    let loaded = load(SECTIONS);
    let warned: Vec<(&str, &str)> =
        loaded.findings.iter().map(|finding| (finding.section.as_str(), finding.key.as_str())).collect();
    assert_eq!(warned, [("quick", "castling"), ("crowd", "pieceDrops")]);
    assert!(loaded.findings.iter().all(|finding| finding.severity == Severity::Warning));
}

#[test]
fn bases_are_no_games() {
    let bases: Vec<String> = library::bases().iter().map(|spec| spec.name.clone()).collect();
    assert!(bases.contains(&"fairy".to_owned()) && !library::names().contains(&"fairy"));
    helgi_variants::install_library();
    assert!(GameId::named("fairy").is_none());
}

/// The kinds that can come into a hand are counted, not those on the board.
#[test]
fn hands_have_room_for_sixteen_kinds() {
    let crowded = format!("{SECTIONS}\n[overfull:crowd]\ncapturesToHand = true\n");
    let loaded = load(&crowded);
    let [finding] = &loaded.findings[2..] else { panic!("{:?}", loaded.findings) };
    assert_eq!((finding.section.as_str(), finding.found.as_str()), ("overfull", "19 kinds"));
    // A piece that comes into no hand from the start position on has no place on the board of another one.
    let loaded = load(SECTIONS);
    let market = loaded.games.iter().find(|game| game.name() == "market").unwrap().played();
    assert!(market.perft("r1dckchn/pppppppp/8/8/8/3M4/PPPPPPPP/RGDCKCHN[] w - - 0 1", 1).is_err());
}

/// Titles, rules and names of pieces are shown on terminals, and a picture with such a character is no XML.
#[test]
fn control_characters_are_read_as_blanks() {
    let text =
        "[evil:chess]\ntitle = T\u{1b}]0;own\u{7}x\n\trules = a\u{85}b\tc\npieceName = n:knight\u{1b}\n";
    let loaded = load(text);
    let places: Vec<(usize, usize)> =
        loaded.findings.iter().map(|finding| (finding.place.line, finding.place.column)).collect();
    assert_eq!(places, [(2, 10), (3, 11), (4, 21)], "{:?}", loaded.findings);
    assert!(loaded.findings.iter().all(|finding| finding.expected.id() == "finding.control"));
    let spec = loaded.games[0].spec();
    assert_eq!((spec.title.as_str(), spec.rules.as_str()), ("T ]0;own x", "a b\tc"));
    assert!(loaded.findings.iter().all(|finding| !finding.to_string().contains(char::is_control)));
}
