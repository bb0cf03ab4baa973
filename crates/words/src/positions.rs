//! The faults of positions.

use crate::message::TextMessage;
use crate::{Catalogue, names};
use helgi_rules::board::Piece;
use helgi_rules::internals::FenFault;
use helgi_rules::internals::fen::piece;
use helgi_rules::{FenError, GameId};

/// The reason why a text is no position of a game.
///
/// The [error](FenError) itself says the same in English, with the value and what was expected in its place.
///
/// ```
/// use helgi_rules::{Game, GameId};
/// use helgi_words::{Catalogue, positions};
///
/// let error = GameId::CHESS.parse("4k3/8/8/8/8/8/8/4R2K w - - 0 1").unwrap_err();
/// let russian = Catalogue::named("ru").unwrap();
/// assert_eq!(russian.write(&positions::fault(GameId::CHESS, &error)), "Чёрные под шахом, а ход не за ними");
/// ```
#[must_use]
pub fn fault(game: GameId, error: &FenError) -> TextMessage {
    reason(error, |letter| owned(game, letter))
}

/// The same of a position of a game that is only read: pieces are named by their letters.
#[must_use]
pub fn fault_by_letters(error: &FenError) -> TextMessage {
    reason(error, |letter| TextMessage::literal(letter.to_string()))
}

fn reason(error: &FenError, piece: impl Fn(char) -> TextMessage) -> TextMessage {
    let text = TextMessage::new(format!("illegal.{}", error.fault.id()));
    let value = || error.value.clone();
    match error.fault {
        FenFault::Field => text.with("field", field(error.field)).with("value", value()),
        FenFault::Square | FenFault::LastRank => text.with("square", value()),
        FenFault::Kings { side, count } => text.with("side", names::side(side)).with("count", count),
        FenFault::TooMany { letter, count, most } => {
            text.with("piece", piece(letter)).with("count", count).with("most", most)
        }
        FenFault::Promoted(side) | FenFault::Check(side) => text.with("side", names::side(side)),
        FenFault::Obstacles { most } => text.with("most", most),
        FenFault::Rights => text.with("value", value()),
        FenFault::Objectives => text,
    }
}

fn field(name: &'static str) -> TextMessage {
    let id = format!("field.{name}");
    if Catalogue::english().has(&id) { TextMessage::new(id) } else { TextMessage::literal(name) }
}

/// A piece by its letter, with its side.
fn owned(game: GameId, letter: char) -> TextMessage {
    let info = game.info();
    match piece(&letter.to_string(), info.pieces) {
        Ok(Piece { kind, side }) => TextMessage::new("stack.piece")
            .with("side", names::side(side))
            .with("name", names::kind(info, kind)),
        Err(_) => TextMessage::literal(letter.to_string()),
    }
}
