//! Piece moves in words, made from the descriptor that the rules move a piece by.
//!
//! Knows no game: a game's own additions to a descriptor are in the piece's note.

use crate::PieceInfo;
use crate::board::movement::{self, Atom, Mode, Origin, Passing, Term};

/// Describes the moves of a piece and its peculiarities, a line for each kind of move; at least one.
///
/// ```
/// use helgi_rules::{GameId, words};
///
/// let knight = GameId::CHESS.info().pieces.iter().find(|piece| piece.name == "knight").unwrap();
/// assert_eq!(words::of(knight), ["a leap of 1 by 2"]);
/// ```
#[must_use]
pub fn of(piece: &PieceInfo) -> Vec<String> {
    let mut facts = descriptor_words(piece.movement);
    if !piece.note.is_empty() {
        facts.push(piece.note.to_owned());
    }
    if facts.is_empty() {
        facts.push("does not move".to_owned());
    }
    facts
}

/// A descriptor in words, a line for each kind of move.
fn descriptor_words(descriptor: &str) -> Vec<String> {
    let terms = match movement::parse(descriptor) {
        Ok(terms) => terms,
        Err(error) => return vec![error.to_string()],
    };
    let alike = |one: &Term, other: &Term| {
        is_leap(one) && is_leap(other) && Term { atom: one.atom, ..*other } == *one
    };
    terms.chunk_by(alike).map(terms_words).collect()
}

/// Returns true if the term is a leap that has no simpler name.
fn is_leap(term: &Term) -> bool {
    matches!(term.atom, Atom::Leap(_, 2..)) && term.range == 1
}

/// Terms that differ in their leaps only.
fn terms_words(terms: &[Term]) -> String {
    let Some(term) = terms.first() else { return String::new() };
    let leaps: Vec<String> = terms
        .iter()
        .filter(|term| is_leap(term))
        .filter_map(|term| match term.atom {
            Atom::Leap(x, y) => Some(format!("{x} by {y}")),
            _ => None,
        })
        .collect();
    let mut text =
        if leaps.is_empty() { steps_words(term) } else { format!("a leap of {}", leaps.join(", ")) };
    text.push_str(&directions(term));
    text.push_str(match term.mode {
        Mode::Both => "",
        Mode::Move => ", without capturing",
        Mode::Capture => ", only capturing",
        Mode::Shoot => ", shooting: it stays where it is",
    });
    text.push_str(match term.origin {
        Origin::Any => "",
        Origin::Rank(_) => ", from its initial square",
        Origin::White => ", from a white square",
    });
    if term.spares_last_rank {
        text.push_str(", but not to the enemy back line");
    }
    if term.lame {
        text.push_str(", if the square between is empty");
    }
    text.push_str(match term.passing {
        Passing::Nothing => "",
        Passing::One => ", over exactly one piece",
        Passing::OneOwn => ", also over one own piece",
        Passing::Own => ", also over own pieces",
        Passing::Pieces => ", also over any pieces",
        Passing::Everything => ", also over any pieces and obstacles",
    });
    if term.en_passant {
        text.push_str(", en passant");
    }
    text
}

/// Steps and rides in words.
fn steps_words(term: &Term) -> String {
    let distance = match term.range {
        0 => "any number of squares".to_owned(),
        1 => "one square".to_owned(),
        range => format!("up to {range} squares"),
    };
    match term.atom {
        Atom::Leap(0, 1) => format!("{distance} straight"),
        Atom::Leap(1, 1) => format!("{distance} diagonally"),
        Atom::King => format!("{distance} in any direction"),
        Atom::Leap(x, y) => match term.range {
            0 => format!("any number of leaps of {x} by {y} in one line"),
            range => format!("up to {range} leaps of {x} by {y} in one line"),
        },
        Atom::Gryphon => "one square diagonally, then on outwards as a rook".to_owned(),
        Atom::Dragon => "one square straight, then on outwards as a bishop".to_owned(),
        Atom::SameColour => "a leap to any square of its colour".to_owned(),
    }
}

/// Returns the directions of the steps, if not all: ` backward or sideways`.
fn directions(term: &Term) -> String {
    let name = |letter| match letter {
        'f' => "forward",
        'b' => "backward",
        'l' => "to the left",
        'r' => "to the right",
        'v' => "along the file",
        _ => "sideways",
    };
    let names: Vec<&str> = term.directions.letters().map(name).collect();
    if names.is_empty() { String::new() } else { format!(" {}", names.join(" or ")) }
}
