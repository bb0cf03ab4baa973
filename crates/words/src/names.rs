//! Names: of sides, games, pieces and squares.

use crate::Catalogue;
use crate::message::TextMessage;
use helgi_rules::board::{Kind, Side};
use helgi_rules::{AnyPosition, Extras, GameId, Info, PieceInfo, Position};

/// A side: `White`.
#[must_use]
pub fn side(side: Side) -> TextMessage {
    TextMessage::new(match side {
        Side::White => "side.white",
        Side::Black => "side.black",
    })
}

/// The title of a game; that of a variant names its family and itself.
#[must_use]
pub fn title(game: GameId) -> TextMessage {
    of_game(game.info(), "title", game.info().title)
}

/// The name of a game within a sentence: a short form of its [`title`] where it has one.
#[must_use]
pub fn short_title(game: GameId) -> TextMessage {
    let id = format!("short.{}", game.name());
    if Catalogue::english().has(&id) { TextMessage::new(id) } else { title(game) }
}

/// One sentence about a game.
#[must_use]
pub fn summary(game: GameId) -> TextMessage {
    of_game(game.info(), "summary", game.info().summary)
}

/// A text about a game, with the words that its file brings.
fn of_game(info: &Info, what: &'static str, english: &'static str) -> TextMessage {
    with_brought(TextMessage::new(format!("{what}.{}", info.name)).with_own("en", english), info, what)
}

/// A message with the words of other languages that the file of a game brings for a text.
fn with_brought(message: TextMessage, info: &Info, what: &str) -> TextMessage {
    let brought = info.translations.iter().filter(|brought| brought.what == what);
    brought.fold(message, |message, brought| message.with_own(brought.language, brought.words))
}

/// A kind of piece of a game: `knight`.
#[must_use]
pub fn kind(info: &Info, kind: Kind) -> TextMessage {
    match info.pieces.get(kind.index()) {
        Some(piece_info) => piece(info, piece_info),
        None => TextMessage::new("piece"),
    }
}

/// A piece of a game: `knight`. Pieces of the same name share their text, unless the game has one of its own.
#[must_use]
pub fn piece(info: &Info, piece: &PieceInfo) -> TextMessage {
    let plain = |other: &&PieceInfo| other.letter == piece.letter && !other.is_promoted();
    let unpromoted = info.pieces.iter().find(plain).filter(|_| piece.is_promoted());
    if let Some(unpromoted) = unpromoted
        // A promoted form may also have a name of its own, such as shogi's dragon.
        && piece.name == format!("promoted {}", unpromoted.name)
    {
        return TextMessage::new("piece-promoted").with("piece", named(info, unpromoted));
    }
    named(info, piece)
}

fn named(info: &Info, piece: &PieceInfo) -> TextMessage {
    let own = format!("piece.{}.{}", info.family, piece.name);
    let id = if Catalogue::english().has(&own) { own } else { format!("piece.{}", piece.name) };
    let what = format!("piece.{}", piece.text());
    // A word that the file brings goes before the catalogue's, which may be meant for another piece.
    let is_known = Catalogue::english().has(&id);
    if is_known && info.translations.iter().all(|brought| brought.what != what) {
        return TextMessage::new(id);
    }
    // No catalogue has a text without a name, so that the message's own words are taken.
    with_brought(TextMessage::new("").with_own("en", piece.name), info, &what)
}

/// A piece by its English name alone: of a game that is read and not played.
///
/// ```
/// use helgi_words::{Catalogue, names};
///
/// assert_eq!(Catalogue::english().write(&names::called("promoted knight")), "promoted knight");
/// assert_eq!(names::called("knight").id(), "piece.knight");
/// assert_eq!(Catalogue::english().write(&names::called("jetan thoat")), "jetan thoat");
/// ```
#[must_use]
pub fn called(name: &str) -> TextMessage {
    if let Some(plain) = name.strip_prefix("promoted ") {
        return TextMessage::new("piece-promoted").with("piece", called(plain));
    }
    let id = format!("piece.{name}");
    if Catalogue::english().has(&id) { TextMessage::new(id) } else { TextMessage::literal(name.to_owned()) }
}

/// The phase of a position, if its game has phases; or else the kind that is imitated in it, if any is.
#[must_use]
pub fn phase(position: &AnyPosition) -> Option<TextMessage> {
    let Extras { phase, imitated, .. } = position.extras();
    let Some(phase) = phase else {
        let piece = kind(position.info(), imitated?);
        return Some(TextMessage::new("phase-imitated").with("piece", piece));
    };
    let message = TextMessage::of_phrase("phase", phase);
    Some(with_brought(message, position.info(), &format!("phase.{}", phase.id)))
}
