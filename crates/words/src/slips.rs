//! Advice on a text that was meant as a move and is none.

use crate::message::TextMessage;
use crate::names;
use helgi_rules::board::{Kind, Square};
use helgi_rules::internals::advice::{MoveAdvice, MoveSlip, NamedMoves};
use helgi_rules::{AnyPosition, Position};

/// Advice in one or two sentences. The position is the one that the advice is about.
///
/// ```
/// use helgi_rules::{Game, GameId};
/// use helgi_rules::internals::advice;
/// use helgi_words::{Catalogue, slips};
///
/// let start = GameId::CHESS.start();
/// let slip = slips::advice(&start, &advice::advise(&start, "Bf3").unwrap());
/// assert_eq!(Catalogue::english().write(&slip), "Your bishop cannot go to f3. What can: Nf3 f3.");
/// ```
#[must_use]
pub fn advice(position: &AnyPosition, advice: &MoveAdvice) -> TextMessage {
    let slip = slip(position, &advice.slip);
    if advice.in_check { TextMessage::new("slip.check").with("slip", slip) } else { slip }
}

fn slip(position: &AnyPosition, slip: &MoveSlip) -> TextMessage {
    let piece = |kind: Kind| names::kind(position.info(), kind);
    let square = |square: Square| position.outline().name(square);
    let of = |id: &'static str, kind: Kind, on: Square| {
        TextMessage::new(id).with("piece", piece(kind)).with("square", square(on))
    };
    match slip {
        MoveSlip::Castling => TextMessage::new("slip.castling"),
        MoveSlip::NoSquare(name) => TextMessage::new("slip.no-square").with("square", name.clone()),
        MoveSlip::Several(moves) => TextMessage::new("slip.several").with("moves", named(moves)),
        MoveSlip::OtherPiece { kind: Some(kind), to, moves } => {
            of("slip.other-piece", *kind, *to).with("moves", named(moves))
        }
        MoveSlip::OtherPiece { kind: None, to, moves } => {
            TextMessage::new("slip.other").with("square", square(*to)).with("moves", named(moves))
        }
        MoveSlip::NoPiece(to) => TextMessage::new("slip.no-piece").with("square", square(*to)),
        MoveSlip::EmptySquare(from) => TextMessage::new("slip.empty").with("square", square(*from)),
        MoveSlip::NotYours(kind, from) => {
            of("slip.not-yours", *kind, *from).with("side", names::side(position.side()))
        }
        MoveSlip::NoMoves(kind, from) => of("slip.no-moves", *kind, *from),
        MoveSlip::OtherMoves(kind, from, moves) => {
            of("slip.other-moves", *kind, *from).with("moves", named(moves))
        }
    }
}

fn named(moves: &NamedMoves) -> TextMessage {
    let texts = moves.texts.join(" ");
    match moves.more {
        0 => TextMessage::literal(texts),
        more => TextMessage::new("slip.and-more").with("moves", texts).with("more", more),
    }
}
