//! The place where a game without result ends and one without tags begins.
//!
//! The number of the first move tells it: nothing else in a file of moves alone parts two games. Other readers end a
//! game at every empty line, and so lose the moves behind those that editors and mail programs put in.

use super::draft::Draft;
use super::words;
use crate::{GameResult, NodeId, Record};
use helgi_rules::board::Move;
use helgi_rules::internals::readable::read_recorded;
use helgi_rules::{AnyPosition, Game, Position};

/// The part of the text between the last word of the moves and the present one, apart from comments.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub(super) enum Gap {
    /// Blanks.
    #[default]
    Blanks,
    /// The end of a line.
    Line,
    /// An empty line.
    Paragraph,
}

/// Returns true if a text begins another game than the one that is read.
pub(super) fn begins_next(text: &str, gap: Gap, draft: &Draft) -> bool {
    // Some files count moves from zero.
    let is_behind = draft.number.is_none_or(|number| number > 0);
    let is_elsewhere = gap == Gap::Blanks || draft.is_in_variation() || !is_behind;
    if is_elsewhere || !is_first_move(text) {
        return false;
    }
    let record = &draft.game.record;
    // Such a game may begin with Black, or at another number, and the next one would lose its game.
    if ["FEN", "SetUp", "Variant"].iter().any(|name| draft.has_tag(name) || record.tags.get(name).is_some()) {
        return false;
    }
    // Some number both moves of a pair, a line or a paragraph each: `1. e4`, `1. e5`.
    if let Some(is_reply) = is_reply(record, text) {
        return !is_reply;
    }
    match gap {
        Gap::Line => draft.number.is_some() && record.main_line().nth(1).is_some(),
        _ => record.node(NodeId::START).first.is_some(),
    }
}

/// Returns true if a text that begins with the number of the first move has Black's answer to the only move so far behind
/// it, and false if it has a first move; `None` if it can be either or neither.
fn is_reply(record: &Record, text: &str) -> Option<bool> {
    let first = record.main_line().next().filter(|_| record.len() == 1)?;
    let start = record.game()?.start();
    let mut after = start.clone();
    after.play(meaning(&start, record.node(first).text())?);
    let behind = text.trim_start_matches(['1', '.']).trim_start();
    let word = behind.split(words::ends_word).next()?;
    match (meaning(&start, word), meaning(&after, word)) {
        (None, Some(_)) => Some(true),
        (Some(_), None) => Some(false),
        _ => None,
    }
}

/// The move that a text means, in whatever spelling.
fn meaning(position: &AnyPosition, text: &str) -> Option<Move> {
    read_recorded(position, text).ok().map(|(legal, _)| legal)
}

/// Returns true if a text begins with the number of the first move, for White: `1. e4` and `1 e4`, not `1... e5`, and not a
/// result such as `1-0`.
fn is_first_move(text: &str) -> bool {
    let Some(behind) = text.strip_prefix('1') else { return false };
    let is_blank = |text: &str| text.is_empty() || text.starts_with(char::is_whitespace);
    match behind.strip_prefix('.') {
        Some(behind) => {
            let word = behind.trim_start();
            let is_end = GameResult::leading(word).is_some() || GameResult::leading_penalty(word).is_some();
            // An evaluation, `1.25`.
            let digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
            let is_number = digits.len() < word.len() && is_blank(digits);
            !word.starts_with(['.', '…']) && !is_end && !is_number
        }
        None => is_blank(behind) && behind.trim_start().starts_with(|c: char| c.is_alphabetic()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_moves_are_told_from_results_and_moves_of_black() {
        for text in ["1. e4", "1.e4 e5", "1.", "1 e4", "1. ♘f3", "1.7g7f", "1. P@e4"] {
            assert!(is_first_move(text), "{text}");
        }
        for text in [
            "1... e5",
            "1. ... e5",
            "1… e5",
            "1.… e5",
            "1-0",
            "1/2",
            "1 - 0",
            "1:0",
            "1",
            "1 1",
            "1. 1-0",
            "1. 0-0",
            "1. *",
            "1.25",
            "1.25 3. Bb5",
            "10. e4",
            "11. e4",
            "2. e4",
            "1e4",
            "e4",
        ] {
            assert!(!is_first_move(text), "{text}");
        }
    }
}
