//! Reports on a file with mistakes: all of them at once, each with its line.

use helgi_variants::{Finding, load};

const GAMES: &str = include_str!("mistakes/games.ini");
const REPORT: &str = include_str!("mistakes/report.txt");

#[test]
fn every_mistake_is_reported_with_its_line() {
    let loaded = load(GAMES);
    let report: String = loaded.findings.iter().map(|finding| format!("{finding}\n")).collect();
    assert_eq!(report, REPORT);
    assert!(loaded.findings.iter().filter(|finding| finding.is_fatal()).count() >= 20);
}

#[test]
fn what_is_right_loads_beside_it() {
    let names: Vec<&str> = load(GAMES).games.iter().map(|game| game.info().name).collect();
    assert_eq!(names, ["fine"]);
}

#[test]
fn a_section_without_a_mistake_of_its_own_names_the_one_it_comes_from() {
    let loaded = load("[a:chess]\ngating = true\n[b:a]\n[c:b]\ngating = false\n");
    let lines: Vec<String> = loaded.findings.iter().map(Finding::to_string).collect();
    assert_eq!(
        lines,
        [
            "2:1: refused: [a] gating: `true`: helgi does not play this rule yet; the game is not offered",
            "3:2: refused: [b] gating: `true`: `a` has it, and helgi does not play this rule yet; the game is not offered",
        ]
    );
    assert_eq!(loaded.games.len(), 1);
}

/// Nothing that a text can hold makes the reader panic.
#[test]
fn garbled_files_are_refused_and_no_more() {
    for cut in (0..GAMES.len()).filter(|&cut| GAMES.is_char_boundary(cut)).step_by(7) {
        let _ = load(&GAMES[..cut]);
        let swapped = format!("{}{}", &GAMES[cut..], &GAMES[..cut]);
        let _ = load(&swapped.replace('=', "= ="));
    }
    for text in
        ["[", "[]", "[:]", "[a:]", "=", "[a]\n=\n", "[a]\nk=\n", "[a:chess]\nstartFen =\n", "\u{feff}[ä]\n"]
    {
        let _ = load(text);
    }
}
