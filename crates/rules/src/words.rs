//! Piece moves and promotions in words, made from the facts that the rules use.
//!
//! Knows no game: a game's own additions to a piece's facts are in the piece's note.

use crate::board::Kind;
use crate::board::movement::{self, Atom, Mode, Origin, Passing, Term};
use crate::{Info, PieceInfo, Promotion, Royalty};

/// Describes a piece of a game: a line for each kind of move, then its other facts; at least one line.
///
/// ```
/// use helgi_rules::{GameId, words};
///
/// let chess = GameId::CHESS.info();
/// let knight = chess.pieces.iter().find(|piece| piece.name == "knight").unwrap();
/// assert_eq!(words::of(knight, chess), ["a leap of 1 by 2"]);
/// ```
#[must_use]
pub fn of(piece: &PieceInfo, info: &Info) -> Vec<String> {
    let mut facts = descriptor_words(piece.movement);
    facts.extend(promotion_words(piece.promotion, info));
    if !piece.not_captured_by.is_empty() {
        let captors = piece.not_captured_by.iter().map(|&kind| name(kind, info).to_owned()).collect();
        facts.push(format!("cannot be captured by {}", listed(captors, "and")));
    }
    facts.extend(royalty_words(piece.royalty).map(str::to_owned));
    if !piece.note.is_empty() {
        facts.push(piece.note.to_owned());
    }
    if facts.is_empty() {
        facts.push("does not move".to_owned());
    }
    facts
}

fn royalty_words(royalty: Royalty) -> Option<&'static str> {
    match royalty {
        Royalty::None => None,
        Royalty::Checked => Some("royal: it must not be left attacked"),
        Royalty::Objective => Some("an objective: a side that has lost all of them has lost"),
    }
}

fn promotion_words(promotion: Promotion, info: &Info) -> Option<String> {
    match promotion {
        Promotion::None => None,
        Promotion::To { kinds, enemy } => {
            let own = kinds.iter().map(|&kind| name(kind, info).to_owned());
            let goals = own.chain(enemy.map(|kind| format!("an enemy {}", name(kind, info)))).collect();
            Some(format!("promotes to {} on the last rank", listed(goals, "or")))
        }
        Promotion::Leaves => Some("leaves the board on the last rank".to_owned()),
    }
}

/// The name of a kind, promoted or not.
fn name(kind: Kind, info: &Info) -> &'static str {
    let name = info.piece_name(kind);
    name.strip_suffix(" (promoted)").unwrap_or(name)
}

/// `rook, knight or bishop`.
fn listed(mut words: Vec<String>, conjunction: &str) -> String {
    match words.pop() {
        Some(last) if words.is_empty() => last,
        Some(last) => format!("{} {conjunction} {last}", words.join(", ")),
        None => String::new(),
    }
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
