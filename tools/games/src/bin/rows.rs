//! Perft of games from files against a table of known numbers.
//!
//! `cargo run --release --bin rows -- TABLE FILE...` reads the files of games, which may start
//! from those in the files before them, and a table with a tab between `variant`, `fen`, `depth`, `nodes` and
//! `source`. Of each position the deepest row of at most two million nodes is counted. It prints a line a variant:
//! exact, differs or refused, and why.

use helgi_variants::{AnyFileGame, Finding, Spec};
use std::collections::{BTreeMap, HashMap};
use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};

const MOST_NODES: u64 = 2_000_000;

/// One row: depth, nodes.
type Row = (u32, u64);

#[derive(Default)]
struct Tally {
    exact: usize,
    wrong: Vec<String>,
    nodes: u64,
    time: Duration,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1).peekable();
    let wanted: Option<String> = match arguments.peek().map(String::as_str) {
        Some("--only") => arguments.nth(1),
        _ => None,
    };
    let table = arguments.next().ok_or("expected a table of rows and files of games")?;
    let mut games: HashMap<String, AnyFileGame> = HashMap::new();
    let mut refused: HashMap<String, Vec<Finding>> = HashMap::new();
    let mut bases: Vec<Arc<Spec>> = Vec::new();
    for file in arguments {
        let loaded = helgi_variants::load_with(&std::fs::read_to_string(&file)?, &bases);
        for finding in loaded.findings.into_iter().filter(Finding::is_fatal) {
            refused.entry(finding.section.clone()).or_default().push(finding);
        }
        bases = loaded.specs;
        games.extend(loaded.games.iter().map(|game| (game.name().to_owned(), game.played())));
    }
    let mut rows: BTreeMap<String, BTreeMap<String, Vec<Row>>> = BTreeMap::new();
    for line in std::fs::read_to_string(&table)?.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [variant, fen, depth, nodes, source] = fields[..] else { continue };
        let row = (depth.parse()?, nodes.parse()?);
        let fen = if source.starts_with("shogiops") { from_sfen(variant, fen) } else { fen.to_owned() };
        rows.entry(variant.to_owned()).or_default().entry(fen).or_default().push(row);
    }
    let (mut exact, mut differs, mut missing) = (0, 0, 0);
    for (variant, positions) in &rows {
        if wanted.as_ref().is_some_and(|wanted| wanted != variant) {
            continue;
        }
        let Some(game) = games.get(variant) else {
            missing += 1;
            match refused.get(variant) {
                Some(findings) => {
                    let keys: Vec<String> =
                        findings.iter().map(|f| format!("{} {}", f.key, f.found)).collect();
                    println!("{variant}\trefused\t{}", keys.join(", "));
                }
                None => println!("{variant}\tno file"),
            }
            continue;
        };
        let tally = count(game, positions);
        let speed = tally.nodes as f64 / 1e6 / tally.time.as_secs_f64().max(1e-9);
        if tally.wrong.is_empty() {
            exact += 1;
            println!(
                "{variant}\texact\t{} positions, {} nodes, {speed:.1} million a second",
                tally.exact, tally.nodes
            );
        } else {
            differs += 1;
            println!("{variant}\tdiffers\t{} of {}", tally.wrong.len(), tally.exact + tally.wrong.len());
            tally
                .wrong
                .iter()
                .take(if wanted.is_some() { 40 } else { 2 })
                .for_each(|wrong| println!("\t{wrong}"));
        }
    }
    println!("{exact} variants exact, {differs} differ, {missing} refused or without a file");
    Ok(())
}

/// Names of pieces there and here.
type Names<'a> = &'a [(&'a str, &'a str)];

/// A position in the form of shogi programs: Black begins and has the capital letters, the hand is a field with
/// numbers before the letters, and pieces have the names of shogi.
fn from_sfen(variant: &str, sfen: &str) -> String {
    let words: Vec<&str> = sfen.split(' ').collect();
    let [board, side, hand, ..] = words[..] else { return sfen.to_owned() };
    let (on_board, in_hand): (Names<'_>, Names<'_>) = match variant {
        "dobutsu" => (
            &[("K", "L"), ("R", "G"), ("B", "E"), ("P", "C")],
            &[("K", "L"), ("R", "G"), ("B", "E"), ("P", "C")],
        ),
        "kyotoshogi" => (
            &[("G", "+N"), ("T", "+L"), ("R", "+P"), ("B", "+S")],
            &[("G", "N"), ("T", "L"), ("R", "P"), ("B", "S")],
        ),
        _ => (&[], &[]),
    };
    let renamed = |text: &str, names: Names<'_>| {
        let mut renamed = String::new();
        for c in text.chars() {
            let upper = c.to_ascii_uppercase().to_string();
            let name = names
                .iter()
                .find(|(from, _)| *from == upper)
                .map_or(upper.clone(), |(_, to)| (*to).to_owned());
            renamed.push_str(&if c.is_ascii_lowercase() { name.to_ascii_lowercase() } else { name });
        }
        renamed
    };
    let mut letters = String::new();
    let mut count = 0;
    for c in hand.chars().filter(|c| *c != '-') {
        match c.to_digit(10) {
            Some(digit) => count = 10 * count + digit as usize,
            None => {
                letters.push_str(&c.to_string().repeat(count.max(1)));
                count = 0;
            }
        }
    }
    let side = if side == "b" { "w" } else { "b" };
    format!("{}[{}] {side} - - 0 1", renamed(board, on_board), renamed(&letters, in_hand))
}

/// Counts the deepest row of each position.
fn count(game: &AnyFileGame, positions: &BTreeMap<String, Vec<Row>>) -> Tally {
    let mut tally = Tally::default();
    for (fen, rows) in positions {
        let fits = rows.iter().filter(|(_, nodes)| *nodes <= MOST_NODES);
        let Some(&(depth, nodes)) = fits.max_by_key(|(depth, _)| depth) else { continue };
        let start = Instant::now();
        match game.perft(fen, depth) {
            Ok(found) if found == nodes => tally.exact += 1,
            Ok(found) => tally.wrong.push(format!("{fen} depth {depth}: {found}, expected {nodes}")),
            Err(error) => tally.wrong.push(format!("{fen}: {error}")),
        }
        tally.nodes += nodes;
        tally.time += start.elapsed();
    }
    tally
}
