//! The book's entries for a position, in words.

use crate::cli::language::Language;
use crate::cli::{counted, invalid};
use helgi_rules::readable::{self, Style};
use helgi_rules::{AnyPosition, Game, Line, Position};
use helgi_session::books;
use helgi_study::book::Book;
use std::io::{self, Write};
use std::path::PathBuf;

/// The heads of the columns.
const COLUMNS: [&str; 8] = [
    "play.book.column.move",
    "play.book.column.share",
    "play.book.column.games",
    "play.book.column.won",
    "play.book.column.drawn",
    "play.book.column.lost",
    "play.book.column.open",
    "play.book.column.score",
];

/// Shows the moves of a position of a book.
pub fn show(
    files: &[PathBuf],
    start: Option<&str>,
    moves: &[String],
    out: &mut impl Write,
) -> io::Result<()> {
    let [path] = files else {
        let text = "--show: expected one book, and moves after --show, as in `helgi book FILE --show e4 e5`";
        return Err(invalid(text));
    };
    let book = books::open(path).map_err(|error| invalid(format!("{}: {error}", path.display())))?;
    let start = match start {
        Some(text) => {
            crate::cli::position(book.game(), text).map_err(|error| invalid(format!("--start: {error}")))?
        }
        None => book.game().start(),
    };
    let mut line = Line::new(start);
    crate::cli::play_moves(&mut line, "--show", &moves.join(" "))?;
    let mut before = line.start().clone();
    let write = |legal| {
        let text = readable::write(&before, legal, Style::San);
        before.play(legal);
        text
    };
    let texts: Vec<String> = line.moves().map(write).collect();
    let (name, count, positions) = (book.game().name(), book.entries().len(), book.positions());
    let (moves, positions) = (counted(count, "move"), counted(positions, "position"));
    writeln!(out, "{}: {name}, {moves} in {positions}", path.display())?;
    let place =
        if texts.is_empty() { "at the start".to_owned() } else { format!("after {}", texts.join(" ")) };
    writeln!(
        out,
        "{} to move {place}:\n\n{}",
        line.present().side().name(),
        text(&book, line.present(), Language::english())
    )
}

/// The moves of a position as a table, or a message that there are none.
pub fn text(book: &Book, position: &AnyPosition, language: Language) -> String {
    let moves = book.moves(position);
    if moves.is_empty() {
        return language.text("play.book.silent");
    }
    let name = |played| readable::write(position, played, Style::San);
    let heads = COLUMNS.map(|id| language.text(id));
    books::table(&moves, heads.each_ref().map(String::as_str), name).join("\n")
}
