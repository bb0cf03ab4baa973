//! Opening books as people see them: read from a path, and their moves in a table.

use helgi_files::open_ordinary;
use helgi_rules::board::Move;
use helgi_study::book::file::BookError;
use helgi_study::book::{Book, BookEntry, Counts};
use std::io::BufReader;
use std::path::Path;

/// The largest book. Unit: bytes.
const LARGEST: u64 = 1 << 30;

/// The book of a file, which has to be an ordinary one.
///
/// # Errors
///
/// If it cannot be opened or read, or is no book; the error does not name the path.
pub fn open(path: &Path) -> Result<Book, BookError> {
    Book::read(BufReader::new(open_ordinary(path, LARGEST)?))
}

/// The heads of a table's columns in English.
pub const COLUMNS: [&str; 8] = ["move", "played", "games", "won", "drawn", "lost", "open", "score"];

/// The moves of a position, a line each, below these heads of the columns: how often the move is
/// played, its number of games, and its mover's results. Heads after the first have at most seven letters.
pub fn table(moves: &[BookEntry], heads: [&str; 8], name: impl Fn(Move) -> String) -> Vec<String> {
    let [played, share, games, won, drawn, lost, unknown, score] = heads;
    let names: Vec<String> = moves.iter().map(|entry| name(entry.played)).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(played.chars().count());
    let total: u64 = moves.iter().map(|entry| u64::from(entry.weight)).sum();
    // Most books know how all games ended.
    let has_open = moves.iter().any(|entry| entry.counts.unknown > 0);
    let open = |text: &str| if has_open { format!(" {text:>8}") } else { String::new() };
    let head = format!(
        "{:<width$} {:>7} {:>8} {:>8} {:>8} {:>8}{} {:>7}",
        played,
        share,
        games,
        won,
        drawn,
        lost,
        open(unknown),
        score
    );
    let row = |(name, entry): (&String, &BookEntry)| {
        let BookEntry { weight, counts, .. } = *entry;
        let Counts { wins, draws, losses, unknown } = counts;
        let share = percent(f64::from(weight) / total.max(1) as f64);
        format!(
            "{name:<width$} {share:>7} {:>8} {wins:>8} {draws:>8} {losses:>8}{} {:>7}",
            counts.games(),
            open(&unknown.to_string()),
            percent(counts.score())
        )
    };
    std::iter::once(head).chain(names.iter().zip(moves).map(row)).collect()
}

/// A share as people read it: `12.5%`.
pub fn percent(share: f64) -> String {
    format!("{:.1}%", 100.0 * share)
}
