//! Advice on a text that was meant as a move and is none: what the piece that was meant can do.
//!
//! The advice is data, which sentences in any language are made from.

use crate::board::{Kind, Move, Piece, Square};
use crate::readable::{self, LONG_CASTLING, SHORT_CASTLING, Style};
use crate::{AnyPosition, PieceInfo, Position};

/// The most moves that an answer to a slip names.
const NAMED: usize = 12;

/// The longest name of a square: a letter and two digits.
const LONGEST_NAME: usize = 3;

/// Advice on a text that is not a legal move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveAdvice {
    /// True if the side to move is in check, which is what a person overlooks most easily.
    pub in_check: bool,
    /// The fault.
    pub slip: MoveSlip,
}

/// The reason why a text is not a legal move, with what is possible instead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveSlip {
    /// Castling is not possible there now.
    Castling,
    /// The board has no square of this name.
    NoSquare(String),
    /// Several pieces of the kind that was meant can go there, or the text is a move in one case and another in another.
    Several(NamedMoves),
    /// The piece cannot go there, but others can.
    OtherPiece {
        /// The kind that was meant, if the text names one.
        kind: Option<Kind>,
        /// The square of arrival.
        to: Square,
        /// The moves that end there.
        moves: NamedMoves,
    },
    /// No piece can go there.
    NoPiece(Square),
    /// There is no piece to go from there.
    EmptySquare(Square),
    /// The piece belongs to the other side.
    NotYours(Kind, Square),
    /// The piece has no legal move.
    NoMoves(Kind, Square),
    /// The piece has other moves.
    OtherMoves(Kind, Square, NamedMoves),
}

/// The first of some moves as readable texts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedMoves {
    /// Their texts.
    pub texts: Vec<String>,
    /// Number of moves that are not named.
    pub more: usize,
}

impl MoveAdvice {
    /// Returns true if it names moves that are possible.
    #[must_use]
    pub fn names_moves(&self) -> bool {
        matches!(self.slip, MoveSlip::Several(_) | MoveSlip::OtherPiece { .. } | MoveSlip::OtherMoves(..))
    }
}

/// Returns advice on a text that is not a legal move of a position; `None` if it names no square and is no castling,
/// so that nothing is known of what was meant.
///
/// ```
/// use helgi_rules::internals::advice::{self, MoveSlip};
/// use helgi_rules::{Game, GameId};
///
/// let start = GameId::CHESS.start();
/// let advice = advice::advise(&start, "Bf3").unwrap();
/// assert!(matches!(advice.slip, MoveSlip::OtherPiece { moves, .. } if moves.texts == ["Nf3", "f3"]));
/// assert_eq!(advice::advise(&start, "hello"), None);
/// ```
#[must_use]
pub fn advise(position: &AnyPosition, text: &str) -> Option<MoveAdvice> {
    let meanings = readable::lenient::meanings(position, text);
    if !meanings.is_empty() {
        let texts: Vec<String> =
            meanings.iter().map(|&legal| readable::write(position, legal, Style::San)).collect();
        return Some(MoveAdvice {
            in_check: position.in_check(),
            slip: MoveSlip::Several(named(texts.iter())),
        });
    }
    let attempt = Attempt { position, texts: readable::write_all(position, Style::San) };
    // People write castling with noughts, too.
    let slip = if [SHORT_CASTLING, LONG_CASTLING].contains(&&*text.to_ascii_uppercase().replace('0', "O")) {
        MoveSlip::Castling
    } else {
        let names = square_names(text);
        // A longer name is no slip of a square, but another text.
        if names.iter().any(|name| name.len() > LONGEST_NAME) {
            return None;
        }
        let named: Result<Vec<Square>, &String> =
            names.iter().map(|name| position.outline().named(name).ok_or(name)).collect();
        match named.as_deref() {
            Err(missing) => MoveSlip::NoSquare((*missing).clone()),
            Ok([]) => return None,
            // One square is that of arrival, as in SAN; of two the first is that of departure.
            Ok(&[to]) => attempt.arrival(text, to),
            Ok(&[from, ..]) => attempt.departure(from),
        }
    };
    Some(MoveAdvice { in_check: position.in_check(), slip })
}

/// Returns the kinds that a letter may mean, in any case.
#[must_use]
pub fn kinds_named(position: &AnyPosition, letter: &str) -> Vec<Kind> {
    let pieces = position.info().pieces.iter();
    let kinds = (0..).map(Kind).zip(pieces);
    let is_named = |piece: &PieceInfo| {
        [piece.move_text(), piece.text()].iter().any(|text| text.eq_ignore_ascii_case(letter))
    };
    kinds.filter(|(_, piece)| is_named(piece)).map(|(kind, _)| kind).collect()
}

/// Returns the kind that a move of a position moves or drops.
#[must_use]
pub fn kind_of(position: &AnyPosition, legal: Move) -> Option<Kind> {
    match legal.action() {
        crate::board::Action::Drop { kind, .. } => Some(kind),
        _ => position.piece_at(legal.from()?, 0).map(|piece| piece.kind),
    }
}

/// A text that is not a move, and the moves there are.
struct Attempt<'a> {
    position: &'a AnyPosition,
    texts: Vec<(Move, String)>,
}

impl Attempt<'_> {
    /// The square of arrival is known, and perhaps the piece.
    fn arrival(&self, text: &str, to: Square) -> MoveSlip {
        let there: Vec<_> = self.texts.iter().filter(|(legal, _)| legal.to() == Some(to)).collect();
        let kinds = self.kind_begun(text);
        let is_meant = |legal| kind_of(self.position, legal).is_some_and(|kind| kinds.contains(&kind));
        let meant: Vec<_> = there.iter().filter(|(legal, _)| is_meant(*legal)).collect();
        match (meant.is_empty(), there.is_empty()) {
            (false, _) => MoveSlip::Several(named(meant.into_iter().map(|(_, text)| text))),
            (true, false) => MoveSlip::OtherPiece {
                kind: kinds.first().copied(),
                to,
                moves: named(there.iter().map(|(_, text)| text)),
            },
            (true, true) => MoveSlip::NoPiece(to),
        }
    }

    /// The square is known from which the person wants to go.
    fn departure(&self, from: Square) -> MoveSlip {
        let Some(Piece { side, kind }) = self.position.piece_at(from, 0) else {
            return MoveSlip::EmptySquare(from);
        };
        if side != self.position.side() {
            return MoveSlip::NotYours(kind, from);
        }
        let own: Vec<_> = self.texts.iter().filter(|(legal, _)| legal.from() == Some(from)).collect();
        match own[..] {
            [] => MoveSlip::NoMoves(kind, from),
            _ => MoveSlip::OtherMoves(kind, from, named(own.iter().map(|(_, text)| text))),
        }
    }

    /// The kinds whose letter a text begins with, as in SAN; the longest letter counts.
    fn kind_begun(&self, text: &str) -> Vec<Kind> {
        let letters = self.position.info().pieces.iter().map(PieceInfo::move_text);
        // `+P` begins with `+`, and with `P` behind it: the longer text is the piece.
        let begun = letters.filter(|letter| text.starts_with(&**letter)).max_by_key(String::len);
        begun.map_or_else(Vec::new, |letter| kinds_named(self.position, &letter))
    }
}

/// Names the first of the texts, and counts the others.
fn named<'t>(texts: impl Iterator<Item = &'t String>) -> NamedMoves {
    let mut texts: Vec<String> = texts.cloned().collect();
    let more = texts.len().saturating_sub(NAMED);
    texts.truncate(NAMED);
    NamedMoves { texts, more }
}

/// The parts of a text that have the form of a square: a letter and digits.
fn square_names(text: &str) -> Vec<String> {
    let text = text.to_ascii_lowercase();
    let starts =
        text.char_indices().filter(|(_, letter)| letter.is_ascii_lowercase()).map(|(start, _)| start);
    let name = |start: usize| {
        let rest = &text[start..];
        let digits = rest.chars().skip(1).take_while(char::is_ascii_digit).count();
        (digits > 0).then(|| rest[..=digits].to_owned())
    };
    starts.filter_map(name).collect()
}
