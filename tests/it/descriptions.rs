//! The descriptions of the games in pages, the program and XBoard's announcement, compared with the games' own facts.

use crate::program;
use helgi_rules::{Game, GameId, Info, PieceInfo, Royalty};
use std::fs;
use std::path::Path;
use std::process::Command;

fn page(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap()
}

fn infos() -> impl Iterator<Item = &'static Info> {
    GameId::BUILT_IN.iter().map(|game| game.info())
}

/// The games that are variants of no other, each with its variants.
fn families() -> Vec<(&'static Info, Vec<&'static Info>)> {
    let heads = infos().filter(|info| info.family == info.name);
    heads.map(|head| (head, infos().filter(|info| info.family == head.name).skip(1).collect())).collect()
}

/// The names of a family as a table of families has them.
fn names((head, variants): &(&Info, Vec<&Info>)) -> String {
    let numbers = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
    match variants.as_slice() {
        [] => format!("`{}`", head.name),
        [variant] => format!("`{}`, `{}`", head.name, variant.name),
        several => format!("`{}` and {} variants", head.name, numbers[several.len()]),
    }
}

/// The rows of the table with this head, as cells.
pub fn rows(page: &str, head: &str) -> Vec<Vec<String>> {
    let table = page.split(&format!("{head}\n")).nth(1).unwrap_or_else(|| panic!("no table {head}"));
    let rows = table.lines().skip(1).take_while(|line| line.starts_with('|'));
    rows.map(|row| row.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()).collect()
}

#[test]
fn the_readme_lists_every_family_with_its_summary() {
    let expected: Vec<Vec<String>> = families()
        .iter()
        .map(|family| {
            let Info { name, summary, .. } = family.0;
            vec![names(family), format!("{summary} [Rules](docs/rules/{name}.md)")]
        })
        .collect();
    let mut listed = rows(&page("README.md"), "| | game | |");
    for row in &mut listed {
        let name = row[1].split('`').nth(1).unwrap().to_owned();
        let picture = row.remove(0);
        assert!(picture.contains(&format!("src=\"docs/pictures/{name}.svg\"")), "{picture}");
    }
    assert_alike(&listed, &expected);
}

#[test]
fn the_page_of_the_rules_lists_every_family_with_its_summary() {
    let expected: Vec<Vec<String>> =
        families().iter().map(|family| vec![names(family), family.0.summary.to_owned()]).collect();
    assert_alike(&rows(&page("crates/rules/README.md"), "| game | |"), &expected);
}

#[test]
fn the_page_of_the_protocols_lists_every_game() {
    let expected: Vec<Vec<String>> = infos()
        .map(|info| {
            let Info { name, title, files, ranks, summary, .. } = info;
            vec![format!("`{name}`"), (*title).to_owned(), format!("{files}x{ranks}"), (*summary).to_owned()]
        })
        .collect();
    assert_alike(&rows(&page("protocol/README.md"), "| name | game | board | |"), &expected);
}

#[test]
fn the_manual_links_the_rules_of_every_family() {
    let manual = page("docs/README.md");
    let row = manual.lines().find(|line| line.starts_with("| learn a game")).unwrap();
    for (head, _) in families() {
        assert!(row.contains(&format!("](rules/{}.md)", head.name)), "{}: {row}", head.name);
        assert!(page(&format!("docs/rules/{}.md", head.name)).starts_with("# "));
    }
    assert_eq!(row.matches("](rules/").count(), families().len(), "{row}");
}

/// Tables without what is missing or strange hardly show it.
fn assert_alike(listed: &[Vec<String>], expected: &[Vec<String>]) {
    let lines = |rows: &[Vec<String>]| -> Vec<String> { rows.iter().map(|row| row.join(" | ")).collect() };
    let (listed, expected) = (lines(listed), lines(expected));
    for line in &expected {
        assert!(listed.contains(line), "not listed: | {line} |");
    }
    assert_eq!(listed, expected);
}

fn printed(arguments: &[&str], input: &str) -> String {
    let output = program::run(Command::new(env!("CARGO_BIN_EXE_helgi")).args(arguments), input.as_bytes());
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_program_lists_the_games_with_their_summaries() {
    let text = printed(&["variants", "--about"], "");
    let (built_in, from_files) = text.split_once("\n\nFrom files that come along:\n").unwrap();
    assert!(from_files.lines().count() >= 2 * 40, "{from_files}");
    let lines: Vec<&str> = built_in.lines().map(str::trim).collect();
    for info in infos() {
        let at = lines.iter().position(|line| line.starts_with(&format!("{} ", info.name))).unwrap();
        assert!(lines[at].ends_with(info.title), "{}", lines[at]);
        assert_eq!(lines[at + 1], info.summary);
    }
    assert_eq!(lines.len(), 2 * infos().count());
}

/// XBoard hears of each game: the board, and for each letter a movement; what castles is the royal piece.
#[test]
fn xboard_hears_what_the_games_state() {
    let mut announced = 0;
    for info in infos() {
        let text = printed(&[], &format!("xboard\nprotover 2\nvariant {}\nping 1\nquit\n", info.name));
        let Some(setup) = text.lines().find(|line| line.starts_with("setup ")) else {
            // XBoard knows it by itself, or cannot show it.
            assert!(["chess", "crazyhouse"].contains(&info.name) || info.files > 16, "{}: {text}", info.name);
            continue;
        };
        announced += 1;
        let words: Vec<&str> = setup.split(' ').collect();
        let size = format!("{}x{}+", info.files, info.ranks);
        let hand = words[2].strip_prefix(&size).unwrap_or_else(|| panic!("{setup}, expected {size}"));
        assert_eq!(hand.starts_with("0_"), info.pocket == 0, "{setup}");
        let movements: Vec<(char, &str)> = text
            .lines()
            .filter_map(|line| line.strip_prefix("piece ")?.split_once("& "))
            .map(|(letter, movement)| (letter.chars().next().unwrap(), movement))
            .collect();
        let plain = |piece: &&PieceInfo| !piece.is_promoted() && !piece.movement.is_empty();
        for piece in info.pieces.iter().filter(plain) {
            let is_told = movements.iter().any(|(letter, _)| *letter == piece.letter);
            assert!(is_told, "{}: no movement of the {}", info.name, piece.name);
        }
        for (letter, movement) in movements.iter().filter(|(_, movement)| movement.contains('O')) {
            let piece = info.pieces.iter().find(|piece| piece.letter == *letter).unwrap();
            assert_eq!(piece.royalty, Royalty::Checked, "{}: {letter} castles: {movement}", info.name);
        }
    }
    assert_eq!(announced, 11);
}
