//! The moves of a piece and its other rules, from the facts that the rules use.
//!
//! Knows no game: a game's own additions to a piece's facts are in the piece's note.

use crate::message::TextMessage;
use crate::names;
use helgi_rules::board::Kind;
use helgi_rules::internals::board::movement::{Atom, Term};
use helgi_rules::internals::board::path::{Mode, Origin, Passing, Path};
use helgi_rules::{Info, PieceInfo, Promotion, Royalty};

/// Describes a piece of a game: a line for each kind of move, then its other facts; at least one line.
///
/// ```
/// use helgi_rules::GameId;
/// use helgi_words::{Catalogue, pieces};
///
/// let chess = GameId::CHESS.info();
/// let knight = chess.pieces.iter().find(|piece| piece.name == "knight").unwrap();
/// let lines = pieces::rules(knight, chess);
/// assert_eq!(Catalogue::english().write(&lines[0]), "a leap of 1 by 2");
/// ```
#[must_use]
pub fn rules(piece: &PieceInfo, info: &Info) -> Vec<TextMessage> {
    let terms = piece.terms().unwrap_or_default();
    let mut facts: Vec<TextMessage> = terms.chunk_by(are_alike).map(line).collect();
    if let (true, Some([own, _])) = (terms.is_empty(), piece.own_paths) {
        // Helgi's notation cannot say these moves; the note has them in the notation of the file.
        facts.extend(crate::paths::lines(own));
    }
    facts.extend(piece.imitates.map(imitation));
    facts.extend(promotion(piece.promotion, info));
    if !piece.not_captured_by.is_empty() {
        let captors: Vec<TextMessage> = piece.not_captured_by.iter().map(|&kind| name(kind, info)).collect();
        facts.push(TextMessage::new("piece-safe").with("captors", captors));
    }
    facts.extend(match piece.royalty {
        Royalty::None => None,
        Royalty::Checked => Some(TextMessage::new("piece-royal")),
        Royalty::Objective => Some(TextMessage::new("piece-objective")),
    });
    facts.extend(piece.note.map(|note| TextMessage::of_phrase("note", note)));
    if facts.is_empty() {
        facts.push(TextMessage::new("note.still"));
    }
    facts
}

/// Describes one path of a piece: a line, or several where it has several shapes.
///
/// ```
/// use helgi_rules::GameId;
/// use helgi_rules::board::Side;
/// use helgi_words::{Catalogue, pieces};
///
/// let pawn = GameId::CHESS.info().pieces.iter().find(|piece| piece.name == "pawn").unwrap();
/// let paths = pawn.paths(Side::White);
/// let words: Vec<String> =
///     paths.iter().flat_map(pieces::path).map(|words| Catalogue::english().write(&words)).collect();
/// assert!(words.iter().any(|words| words.contains("en passant")), "{words:?}");
/// ```
#[must_use]
pub fn path(path: &Path) -> Vec<TextMessage> {
    match Term::of_path(path) {
        Some(term) => vec![line(&[term])],
        None => crate::paths::lines(std::slice::from_ref(path)),
    }
}

/// Describes the paths of a piece, and those moves of the piece that moved last which it has as well: a line for each kind of move; at
/// least one line.
///
/// ```
/// use helgi_rules::PieceInfo;
/// use helgi_rules::board::Side;
/// use helgi_words::{Catalogue, pieces};
///
/// let paths = PieceInfo::new('Z', "zebra", "WN").paths(Side::White);
/// let words: Vec<String> = pieces::moves(&paths, None).iter().map(|words| Catalogue::english().write(words)).collect();
/// assert_eq!(words, ["one square straight", "a leap of 1 by 2"]);
/// ```
#[must_use]
pub fn moves(paths: &[Path], imitates: Option<Mode>) -> Vec<TextMessage> {
    let terms: Option<Vec<Term>> = paths.iter().map(Term::of_path).collect();
    let mut lines: Vec<TextMessage> = match terms {
        Some(terms) => terms.chunk_by(are_alike).map(line).collect(),
        None => crate::paths::lines(paths),
    };
    lines.extend(imitates.map(imitation));
    if lines.is_empty() {
        lines.push(TextMessage::new("note.still"));
    }
    lines
}

/// The moves of the piece that moved last.
fn imitation(wanted: Mode) -> TextMessage {
    TextMessage::new(match wanted {
        Mode::Move => "piece-imitates-moves",
        Mode::Capture | Mode::Shoot => "piece-imitates-captures",
        Mode::Both => "piece-imitates",
    })
}

fn promotion(promotion: Promotion, info: &Info) -> Option<TextMessage> {
    match promotion {
        Promotion::None => None,
        Promotion::To { kinds, enemy } => {
            let own = kinds.iter().map(|&kind| name(kind, info));
            let enemy = enemy.map(|kind| TextMessage::new("piece-enemy").with("piece", name(kind, info)));
            let goals: Vec<TextMessage> = own.chain(enemy).collect();
            Some(TextMessage::new("piece-promotes").with("goals", goals))
        }
        Promotion::Leaves => Some(TextMessage::new("piece-leaves")),
    }
}

/// The name of a kind, whose promoted form has that of the plain one.
fn name(kind: Kind, info: &Info) -> TextMessage {
    // A pawn of crazyhouse becomes a `queen (promoted)`, which people call a queen.
    let promoted = info.pieces.get(kind.index()).filter(|piece| piece.is_promoted());
    let plain = promoted.and_then(|promoted| {
        let is_plain = |piece: &&PieceInfo| promoted.name == format!("{} (promoted)", piece.name);
        info.pieces.iter().find(is_plain)
    });
    plain.map_or_else(|| names::kind(info, kind), |plain| names::piece(info, plain))
}

/// Returns true if terms differ in their leaps only.
fn are_alike(one: &Term, other: &Term) -> bool {
    is_leap(one) && is_leap(other) && Term { atom: one.atom, ..*other } == *one
}

/// Returns true if the term is a leap that has no simpler name.
fn is_leap(term: &Term) -> bool {
    // The larger number is the second; steps of one square have names, and rides are not called leaps.
    matches!(term.atom, Atom::Leap(_, 2..)) && term.range == 1
}

/// Terms that differ in their leaps only.
fn line(terms: &[Term]) -> TextMessage {
    let Some(term) = terms.first() else { return TextMessage::literal("") };
    let leap = |term: &Term| match term.atom {
        Atom::Leap(x, y) if is_leap(term) => Some(TextMessage::new("leap").with("x", x).with("y", y)),
        _ => None,
    };
    let leaps: Vec<TextMessage> = terms.iter().filter_map(leap).collect();
    let mut path =
        if leaps.is_empty() { steps(term) } else { TextMessage::new("path.leaps").with("leaps", leaps) };
    let directions: Vec<TextMessage> = term.directions.letters().map(direction).collect();
    if !directions.is_empty() {
        path = TextMessage::new("path-directed").with("path", path).with("directions", directions);
    }
    let limits = [
        match term.mode {
            Mode::Both => None,
            Mode::Move => Some("limit.move"),
            Mode::Capture => Some("limit.capture"),
            Mode::Shoot => Some("limit.shoot"),
        },
        match term.origin {
            Origin::Any | Origin::Squares(_) | Origin::Unmoved { .. } => None,
            Origin::Rank(_) => Some("limit.initial"),
            Origin::White => Some("limit.white"),
        },
        term.spares_last_rank.then_some("limit.spares"),
        term.lame.then_some("limit.lame"),
        match term.passing {
            Passing::Nothing => None,
            Passing::One | Passing::Hurdle | Passing::NearHurdle | Passing::Several | Passing::Marked => {
                Some("limit.one")
            }
            Passing::OneOwn => Some("limit.one-own"),
            Passing::Own => Some("limit.own"),
            Passing::Pieces => Some("limit.pieces"),
            Passing::Everything => Some("limit.everything"),
        },
        term.en_passant.then_some("limit.en-passant"),
    ];
    let limits: Vec<TextMessage> = limits.into_iter().flatten().map(TextMessage::new).collect();
    if limits.is_empty() {
        path
    } else {
        TextMessage::new("path-limited").with("path", path).with("limits", limits)
    }
}

/// Steps and rides in words.
fn steps(term: &Term) -> TextMessage {
    let distance = match term.range {
        0 => TextMessage::new("distance.any"),
        1 => TextMessage::new("distance.one"),
        range => TextMessage::new("distance.up-to").with("count", u32::from(range)),
    };
    match term.atom {
        Atom::Leap(0, 1) => TextMessage::new("path.straight").with("distance", distance),
        Atom::Leap(1, 1) => TextMessage::new("path.diagonal").with("distance", distance),
        Atom::King => TextMessage::new("path.any").with("distance", distance),
        Atom::Leap(x, y) => {
            let leap = TextMessage::new("leap").with("x", x).with("y", y);
            match term.range {
                0 => TextMessage::new("path.leaps.any").with("leap", leap),
                range => {
                    TextMessage::new("path.leaps.up-to").with("leap", leap).with("count", u32::from(range))
                }
            }
        }
        Atom::Gryphon => TextMessage::new("path.gryphon"),
        Atom::Dragon => TextMessage::new("path.dragon"),
        Atom::SameColour => TextMessage::new("path.same-colour"),
    }
}

/// A direction of steps by its letter in descriptors.
fn direction(letter: char) -> TextMessage {
    TextMessage::new(match letter {
        'f' => "direction.forward",
        'b' => "direction.backward",
        'l' => "direction.left",
        'r' => "direction.right",
        'v' => "direction.vertical",
        _ => "direction.sideways",
    })
}
