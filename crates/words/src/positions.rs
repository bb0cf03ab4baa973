//! The faults of positions.

use crate::message::TextMessage;
use crate::{Catalogue, names};
use helgi_rules::board::{Piece, Side};
use helgi_rules::{FenError, FenFault, GameId, fen};

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
    let value = || error.value.clone();
    let of_side = |id: &'static str, side: Side| TextMessage::new(id).with("side", names::side(side));
    match error.fault {
        FenFault::Field => {
            TextMessage::new("illegal.field").with("field", field(error.field)).with("value", value())
        }
        FenFault::Square => TextMessage::new("illegal.square").with("square", value()),
        FenFault::LastRank => TextMessage::new("illegal.last-rank").with("square", value()),
        FenFault::Kings { side, count } => of_side("illegal.kings", side).with("count", count),
        FenFault::TooMany { letter, count, most } => TextMessage::new("illegal.too-many")
            .with("piece", owned(game, letter))
            .with("count", count)
            .with("most", most),
        FenFault::Promoted(side) => of_side("illegal.promoted", side),
        FenFault::Obstacles { most } => TextMessage::new("illegal.obstacles").with("most", most),
        FenFault::Check(side) => of_side("illegal.check", side),
        FenFault::Rights => TextMessage::new("illegal.rights").with("value", value()),
        FenFault::Objectives => TextMessage::new("illegal.objectives"),
    }
}

fn field(name: &'static str) -> TextMessage {
    let id = format!("field.{name}");
    if Catalogue::english().has(&id) { TextMessage::new(id) } else { TextMessage::literal(name) }
}

/// A piece by its letter, with its side.
fn owned(game: GameId, letter: char) -> TextMessage {
    let info = game.info();
    match fen::piece(&letter.to_string(), info.pieces) {
        Ok(Piece { kind, side }) => TextMessage::new("stack.piece")
            .with("side", names::side(side))
            .with("name", names::kind(info, kind)),
        Err(_) => TextMessage::literal(letter.to_string()),
    }
}
