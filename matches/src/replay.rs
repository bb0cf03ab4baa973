//! Whether a recorded game is one by the rules: every move legal, and the result that of its end.
//!
//! A game may end in other ways than by the rules, by resignation or on time. That is believed where
//! the position is not decided; what contradicts the board is not.

use super::pgn::{GameResult, Record};
use helgi_rules::board::Side;
use helgi_rules::games::GameId;
use helgi_rules::notation::MoveError;
use helgi_rules::readable::{self, Style};
use helgi_rules::{FenError, Line, Outcome, Reason};
use thiserror::Error;

/// What is wrong with a recorded game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Wrong {
    /// The tag `Variant` names no game of this program.
    #[error("tag Variant: `{0}`, expected a game that helgi plays")]
    Variant(String),
    /// The tag `FEN` holds no position of the game.
    #[error("tag FEN: {0}")]
    Fen(#[from] FenError),
    /// A move is not legal, or not to be understood.
    #[error("move {number}: {error}")]
    Move {
        /// Its number in the game with dots, such as `12...`.
        number: String,
        /// What is wrong with it.
        error: MoveError,
    },
    /// The tag `Result` differs from the result at the end of the moves.
    #[error("tag Result: `{tag}`, but the moves end in {result}")]
    Tag {
        /// The tag's.
        tag: String,
        /// The other.
        result: GameResult,
    },
    /// The tag `PlyCount` differs from the number of moves.
    #[error("tag PlyCount: `{tag}`, but there are {plies} half-moves")]
    PlyCount {
        /// The tag's.
        tag: String,
        /// How many there are.
        plies: usize,
    },
    /// The result is another than that of the position at the end.
    #[error("the result is {result}, but the position at the end is {outcome}")]
    Result {
        /// What is written.
        result: GameResult,
        /// What is on the board.
        outcome: Outcome,
    },
    /// The reason is one that the rules give, but not for the position at the end.
    #[error("the reason is `{reason}`, but {position}")]
    Reason {
        /// What is written.
        reason: String,
        /// What is on the board.
        position: String,
    },
    /// Moves go on after the rules have ended the game.
    #[error("move {number}: the game was over, {outcome}")]
    AfterEnd {
        /// The first move too many.
        number: String,
        /// How it had ended.
        outcome: Outcome,
    },
}

/// A recorded game, played through.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replay {
    /// The game; `None` if it is unknown.
    pub game: Option<GameId>,
    /// The moves as far as they were legal, in the style that was asked for.
    pub moves: Vec<String>,
    /// How the position at the end is decided by the rules, if it is.
    pub outcome: Option<Outcome>,
    /// What is wrong; the game is good if there is nothing.
    pub wrong: Vec<Wrong>,
}

/// Plays a recorded game through and writes its moves in a style.
///
/// A draw by repetition or by count of moves, which the players of many recorded games did not claim,
/// may be played past.
pub fn replay(record: &Record, style: Style) -> Replay {
    match record.game() {
        Some(game) => through(game, record, style),
        None => {
            let name = record.tags.get("Variant").unwrap_or_default().to_owned();
            let wrong = vec![Wrong::Variant(name)];
            Replay { game: None, moves: Vec::new(), outcome: None, wrong }
        }
    }
}

/// The number of a half-move, counted from 0, as it is written: `12.` or `12...`.
fn number_of(record: &Record, ply: usize) -> String {
    let (side, first) = record.first_turn().unwrap_or((Side::White, 1));
    let ply = ply + side.index();
    let dots = if ply.is_multiple_of(2) { "." } else { "..." };
    format!("{}{dots}", first as usize + ply / 2)
}

fn through(game: GameId, record: &Record, style: Style) -> Replay {
    let mut replay = Replay { game: Some(game), moves: Vec::new(), outcome: None, wrong: Vec::new() };
    let mut line = match record.start(game) {
        Ok(start) => Line::new(start),
        Err(error) => {
            replay.wrong.push(error.into());
            return replay;
        }
    };
    for (ply, played) in record.moves.iter().enumerate() {
        let number = || number_of(record, ply);
        if let Some(outcome) = line.verdict().filter(|&outcome| !may_be_played_past(outcome)) {
            replay.wrong.push(Wrong::AfterEnd { number: number(), outcome });
            return replay;
        }
        let legal = match readable::read(line.present(), &played.text) {
            Ok(legal) => legal,
            Err(error) => {
                replay.wrong.push(Wrong::Move { number: number(), error });
                return replay;
            }
        };
        replay.moves.push(readable::write(line.present(), legal, style));
        line.play(legal);
    }
    replay.outcome = line.verdict();
    replay.wrong = check_end(record, replay.outcome);
    replay
}

/// Whether the outcome is a draw that had to be claimed before there were referees.
fn may_be_played_past(outcome: Outcome) -> bool {
    outcome.winner.is_none() && matches!(outcome.reason, Reason::Repetition | Reason::MoveCount)
}

/// What the record says of the end and the board does not.
fn check_end(record: &Record, outcome: Option<Outcome>) -> Vec<Wrong> {
    let mut wrong = Vec::new();
    let (result, plies) = (record.result, record.moves.len());
    let tag = record.tags.get("Result").unwrap_or_default();
    // `*` in the tag is what an unfinished file says.
    if tag != result.text() && tag != GameResult::Unknown.text() {
        wrong.push(Wrong::Tag { tag: tag.to_owned(), result });
    }
    if let Some(tag) = record.tags.get("PlyCount").filter(|tag| *tag != plies.to_string()) {
        wrong.push(Wrong::PlyCount { tag: tag.to_owned(), plies });
    }
    let reason = record.reason().filter(|reason| is_rules_reason(reason));
    match outcome {
        Some(outcome) => {
            let agrees = result == GameResult::from(outcome);
            if !agrees && !may_be_played_past(outcome) {
                wrong.push(Wrong::Result { result, outcome });
            }
            if let Some(reason) = reason.filter(|reason| agrees && !is_reason_of(reason, outcome)) {
                let position = format!("the position at the end is {outcome}");
                wrong.push(Wrong::Reason { reason: reason.to_owned(), position });
            }
        }
        None => {
            if let Some(reason) = reason {
                let position = "the game could go on at its end".to_owned();
                wrong.push(Wrong::Reason { reason: reason.to_owned(), position });
            }
        }
    }
    wrong
}

fn is_reason_of(reason: &str, outcome: Outcome) -> bool {
    reason.eq_ignore_ascii_case(&outcome.reason_text().to_string())
}

/// Whether the reason is one that the rules of some game give.
fn is_rules_reason(reason: &str) -> bool {
    let winners = [None, Some(Side::White), Some(Side::Black)];
    let by_rules = winners.iter().any(|&winner| Outcome::with_reason(winner, reason).is_some());
    // Points in another form than ours are a claim about the board all the same.
    by_rules || reason.contains(" wins on points ")
}
