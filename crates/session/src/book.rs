//! The opening book of a session: when it is used, and the report of its move.
//!
//! A book answers at once, without any information on other moves: a client that wants more than a
//! move to play is answered by a search.

use super::options::Options;
use super::report;
use super::task::{self, SessionTask};
use crate::books::{self, percent};
use helgi_engine::WdlModel;
use helgi_engine::search::{Bound, Iteration, Limits};
use helgi_rules::board::Move;
use helgi_rules::games::GameId;
use helgi_rules::notation::Notation;
use helgi_rules::{AnyPosition, Position};
use helgi_study::book::file::BookError;
use helgi_study::book::{Book, BookAnswer, BookChoice};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// The book that the value of `Book` asks for; `None` if it is empty.
///
/// # Errors
///
/// If it cannot be read.
pub fn load(value: &str) -> Result<Option<Arc<Book>>, BookError> {
    if value.is_empty() { Ok(None) } else { books::open(Path::new(value)).map(|book| Some(Arc::new(book))) }
}

/// Returns the warning about a book that is not used, because another game is played.
pub fn mismatch(book: Option<&Book>, game: GameId, path: &str) -> Option<String> {
    let other = book?.game();
    let text = || format!("book {path} is of {}, not of {}: it is not used", other.name(), game.name());
    (other != game).then(text)
}

/// Returns the book's answer, if it may be used and has a move.
pub fn answer(
    book: &Book,
    position: &AnyPosition,
    limits: &Limits,
    options: &Options,
    seed: u64,
) -> Option<BookAnswer> {
    let is_asked_for_more = limits.infinite
        || limits.ponder
        || limits.mate.is_some()
        || !limits.search_moves.is_empty()
        || options.multipv > 1
        || options.analyse_mode;
    if is_asked_for_more || u32::from(position.turn().fullmove) > options.book_depth {
        return None;
    }
    let choice = match (options.best_book_move, options.book_seed) {
        (true, _) => BookChoice::Best,
        // Sessions with a budget are to be repeatable.
        (false, 0) if options.budget.is_none() => BookChoice::Weighted { seed: fastrand::u64(..) },
        (false, number) => {
            // The odd multiplier, 2⁶⁴ over the golden ratio, spreads neighbouring numbers over all bits.
            BookChoice::Weighted { seed: number.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(seed) }
        }
    };
    book.answer(position, choice)
}

/// Tells a move of the book: in words, and as a search of no depth would.
pub fn task(
    answer: BookAnswer,
    position: &AnyPosition,
    notation: Notation,
    options: &Options,
) -> SessionTask {
    let BookAnswer { entry, reply, .. } = answer;
    let write = |played| notation.write(played);
    let model = helgi_engine::wdl(position);
    let told = task::JobAnswer::Best { best: Some(entry.played), ponder: reply };
    let games = match entry.counts.games() {
        1 => "1 game".to_owned(),
        games => format!("{games} games"),
    };
    let words = format!(
        "book move {}, played {} of the time: {games}, score {}",
        write(entry.played),
        percent(answer.share()),
        percent(entry.counts.score())
    );
    let info = report::info(&iteration(answer, model), notation, options.show_wdl.then_some(model));
    let run = move |_: &mut _, sender: &task::JobSender| {
        sender.note(words);
        sender.report(info);
        told
    };
    SessionTask { waits: false, otherwise: told, run: Box::new(run) }
}

/// Returns true if the book has a move to play in a position.
pub fn has_move(book: &Book, position: &AnyPosition) -> bool {
    book.answer(position, BookChoice::Best).is_some()
}

/// Returns the book's moves in a position as a table; empty if there are none.
pub fn table(book: &Book, position: &AnyPosition, show: impl Fn(Move) -> String) -> Vec<String> {
    let moves = book.moves(position);
    if moves.is_empty() { Vec::new() } else { books::table(&moves, books::COLUMNS, show) }
}

fn iteration(answer: BookAnswer, model: WdlModel) -> Iteration {
    let counts = answer.entry.counts;
    // As if there were an additional win and loss, so that few games do not claim too much.
    let games = counts.games() as f64;
    let expected = (counts.score() * games + 1.0) / (games + 2.0);
    Iteration {
        depth: 0,
        seldepth: 0,
        multipv: 1,
        score: model.score(expected),
        bound: Bound::Exact,
        nodes: 0,
        elapsed: Duration::ZERO,
        hashfull: 0,
        pv: std::iter::once(answer.entry.played).chain(answer.reply).collect(),
    }
}
