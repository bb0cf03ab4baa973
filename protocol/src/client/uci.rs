//! UCI, as the client reads it.

use crate::info::SearchInfo;
use crate::options::OptionSpec;
use crate::text::{split_word, trim, words};

/// A line from an engine.
///
/// ```
/// use helgi_protocol::client::uci::{EngineLine, parse_line};
///
/// assert_eq!(
///     parse_line("bestmove e2e4 ponder e7e5"),
///     EngineLine::BestMove { best: "e2e4".to_owned(), ponder: Some("e7e5".to_owned()) }
/// );
/// assert_eq!(parse_line("Stockfish by the Stockfish developers"), EngineLine::Other);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineLine {
    /// `id name …`
    Name(String),
    /// `id author …`
    Author(String),
    /// `option name …`
    Option(OptionSpec),
    /// `uciok`
    UciOk,
    /// `readyok`
    ReadyOk,
    /// `bestmove …`; the moves as they were written, `(none)` and the empty text among them.
    BestMove {
        /// The move.
        best: String,
        /// The answer that is expected.
        ponder: Option<String>,
    },
    /// `info …`
    Info(SearchInfo),
    /// `info string …`
    Text(String),
    /// Anything else.
    Other,
}

/// Reads a line.
pub fn parse_line(line: &str) -> EngineLine {
    let (word, rest) = split_word(line);
    match word {
        "id" => match split_word(rest) {
            ("name", name) => EngineLine::Name(name.to_owned()),
            ("author", author) => EngineLine::Author(author.to_owned()),
            _ => EngineLine::Other,
        },
        "option" => OptionSpec::read(rest).map_or(EngineLine::Other, EngineLine::Option),
        "uciok" => EngineLine::UciOk,
        "readyok" => EngineLine::ReadyOk,
        "bestmove" => best_move(rest),
        "info" => match split_word(rest) {
            ("string", text) => EngineLine::Text(trim(text).to_owned()),
            _ => EngineLine::Info(SearchInfo::read(rest)),
        },
        _ => EngineLine::Other,
    }
}

fn best_move(rest: &str) -> EngineLine {
    let mut words = words(rest);
    let best = words.next().unwrap_or_default().to_owned();
    let ponder = match words.next() {
        Some("ponder") => words.next().map(str::to_owned),
        _ => None,
    };
    EngineLine::BestMove { best, ponder }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::info::SearchScore;
    use proptest::prelude::*;

    #[test]
    fn the_words_of_an_engine() {
        assert_eq!(parse_line("id name Some Engine 1.0"), EngineLine::Name("Some Engine 1.0".to_owned()));
        assert_eq!(parse_line("id author A. N. Other"), EngineLine::Author("A. N. Other".to_owned()));
        assert_eq!(parse_line("uciok"), EngineLine::UciOk);
        assert_eq!(parse_line("readyok"), EngineLine::ReadyOk);
        assert_eq!(parse_line("info string hello  there"), EngineLine::Text("hello  there".to_owned()));
        let EngineLine::Info(info) = parse_line("info depth 1 score cp -20 pv e7e5") else {
            panic!("no info")
        };
        assert_eq!(info.score, Some(SearchScore::Centipawns(-20)));
        assert!(matches!(
            parse_line("option name Hash type spin default 1 min 1 max 2"),
            EngineLine::Option(_)
        ));
    }

    #[test]
    fn best_moves_of_every_kind() {
        let best = |text: &str| EngineLine::BestMove { best: text.to_owned(), ponder: None };
        assert_eq!(parse_line("bestmove (none)"), best("(none)"));
        assert_eq!(parse_line("bestmove"), best(""));
        assert_eq!(parse_line("bestmove e2e4 ponder"), best("e2e4"));
        assert_eq!(parse_line("bestmove e2e4 e7e5"), best("e2e4"));
    }

    #[test]
    fn meaningless_lines_are_other_lines() {
        for line in ["", "id", "id foo", "option name", "bestmovee2e4", "Unknown command"] {
            assert_eq!(parse_line(line), EngineLine::Other, "{line}");
        }
    }

    proptest! {
        #[test]
        fn any_line_is_read(line in ".*", head in "(id|option|bestmove|info) (name|depth|score cp|pv|wdl)?") {
            parse_line(&line);
            parse_line(&format!("{head} {line}"));
        }
    }
}
