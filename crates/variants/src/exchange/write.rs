//! The text of an Interactive Diagram for a game of a file.

use super::diagram::BLACK_BEHIND;
use super::{Place, squares};
use crate::betza;
use crate::keys;
use crate::king_castling::letters_of;
use crate::piece_moves::region_of;
use crate::slot::Slot;
use crate::spec::{MoveDialect, PieceMoves, Spec, Verdict};
use helgi_rules::board::Side;
use std::collections::BTreeMap;
use std::fmt::{self, Write};

/// A diagram, and the rules of the game that it does not say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrittenDiagram {
    /// The text.
    pub text: String,
    /// The rules that are lost, each in a sentence.
    pub lost: Vec<String>,
}

/// The keys that a diagram says, or whose loss is told of by itself.
const SAID: [&str; 33] = [
    "maxFile",
    "maxRank",
    "holes",
    "startFen",
    "pieceName",
    "pawnTypes",
    "promotionPawnTypes",
    "nMoveRuleTypes",
    "enPassantTypes",
    "promotionRegionWhite",
    "promotionRegionBlack",
    "promotionPieceTypes",
    "promotionLimit",
    "stalemateValue",
    "mandatoryPawnPromotion",
    "immobilityIllegal",
    "doubleStep",
    "doubleStepRegionWhite",
    "doubleStepRegionBlack",
    "tripleStepRegionWhite",
    "tripleStepRegionBlack",
    "firstMoveTypes",
    "castling",
    "castlingKingsideFile",
    "castlingQueensideFile",
    "pieceDrops",
    "capturesToHand",
    "pieceValueMg",
    "pieceValueEg",
    "title",
    "rules",
    "url",
    "movement",
];

/// The letters of a board in the start position, by their squares.
type Standing = BTreeMap<char, Vec<Place>>;

/// Writes the diagram of a game, with what it cannot say.
///
/// ```
/// use helgi_variants::{exchange, library};
///
/// let chess = library::game("capablanca").unwrap();
/// let diagram = exchange::diagram_of(chess.spec());
/// assert!(diagram.text.starts_with("files=10\nranks=8\n"));
/// assert_eq!(diagram.lost, Vec::<String>::new());
/// ```
#[must_use]
pub fn diagram_of(spec: &Spec) -> WrittenDiagram {
    let mut lost = Vec::new();
    let mut text = format!("files={}\nranks={}\n", spec.files, spec.ranks);
    let mut standing = Standing::new();
    let mut holes = Vec::new();
    for (letter, file, rank) in letters_of(spec) {
        match letter {
            '*' => holes.push((file, rank)),
            letter => standing.entry(letter).or_default().push((file, rank)),
        }
    }
    // A diagram has its promoting pieces first, and their number in `maxPromote`.
    let promotes = |slot: &Slot| spec.promotion_pawns[0].has(*slot) && !spec.promotions[0].is_empty();
    let (first, rest): (Vec<Slot>, Vec<Slot>) = spec.slots().partition(promotes);
    let slots: Vec<Slot> = first.iter().chain(&rest).copied().collect();
    let zone = first.first().map_or(Some(1), |&slot| zone_of(spec, slot));
    match zone {
        Some(zone) => {
            let _ = writeln!(text, "promoZone={zone}");
            // A diagram leaves the choice in a zone of several ranks, and none where the last rank is the zone.
            if (zone > 1) == spec.must_promote_pawns {
                lost.push("whether pawns have to promote: in a diagram on the last rank alone".to_owned());
            }
        }
        None => lost.push("the squares of promotion, which are not the last ranks of each side".to_owned()),
    }
    let _ = writeln!(text, "maxPromote={}", first.len());
    let letters = |side: usize| -> Vec<char> {
        let choices = slots.iter().filter(|slot| spec.promotions[side].has(**slot));
        choices.map(|&slot| spec.letter(slot)).collect()
    };
    let hands = hands(spec, &mut lost);
    let held = held(spec, &standing, &letters(0)).filter(|held| held.is_empty() || hands.is_empty());
    let held = held.unwrap_or_else(|| {
        lost.push("the numbers of `promotionLimit`".to_owned());
        Counts::new()
    });
    // A piece that need not promote in a deeper zone has itself as a choice, but not on the last rank.
    let stays = match first[..] {
        [slot] if zone > Some(1) && !spec.must_promote_pawns => format!("!{}", spec.letter(slot)),
        _ => String::new(),
    };
    let mark = |letter: &char| if held.contains_key(letter) { "*" } else { "" };
    let choices: String = letters(0).iter().map(|letter| format!("{}{letter}", mark(letter))).collect();
    let _ = writeln!(text, "promoChoice={stays}{choices}");
    if !first.is_empty() && letters(0) != letters(1) {
        lost.push("other pieces to promote to for Black".to_owned());
    }
    match slots.iter().position(|&slot| slot == Slot::KING) {
        Some(place) => {
            // Diagrams number their pieces from 1.
            let _ = writeln!(text, "royal={}", place + 1);
        }
        None => lost.push("a game without a king".to_owned()),
    }
    if !held.is_empty() {
        text.push_str("holdingsType=1\n");
    }
    match spec.stalemate {
        Verdict::Loss => text.push_str("stalemate=win\n"),
        Verdict::Draw => {}
        Verdict::Win => lost.push("the rule of `stalemateValue`".to_owned()),
    }
    let reflect = |file: u8, rank: u8| (file, spec.ranks - 1 - rank);
    let turn = |file: u8, rank: u8| (spec.files - 1 - file, spec.ranks - 1 - rank);
    let follows = |of: &dyn Fn(u8, u8) -> (u8, u8)| {
        slots.iter().all(|&slot| {
            let places = |letter: char| standing.get(&letter).cloned().unwrap_or_default();
            let letter = spec.letter(slot);
            let mut white: Vec<_> = places(letter).iter().map(|&(file, rank)| of(file, rank)).collect();
            let mut black = places(letter.to_ascii_lowercase());
            white.sort_unstable();
            black.sort_unstable();
            white == black
        })
    };
    let symmetry = match () {
        () if follows(&reflect) => "mirror",
        () if follows(&turn) => "rotate",
        () => "none",
    };
    let _ = writeln!(text, "symmetry={symmetry}");
    if !holes.is_empty() {
        let _ = writeln!(text, "holes={}", squares(&holes, ","));
    }
    for &slot in &slots {
        let letter = spec.letter(slot);
        // Of several names the last counts, as in the file.
        let name = spec.piece_names.iter().rev().find(|(named, _)| *named == slot);
        let name = name.map_or_else(|| slot.words(), |(_, name)| name.clone());
        match moves(spec, slot) {
            Ok(moves) => {
                let places =
                    |letter: char| standing.get(&letter).map_or(String::new(), |places| squares(places, ","));
                // The field between the moves and the squares is a picture, of which helgi knows nothing.
                let _ = write!(text, "{name}:{letter}:{moves}::{}", places(letter));
                if symmetry == "none" {
                    let _ = write!(text, "{BLACK_BEHIND}{}", places(letter.to_ascii_lowercase()));
                }
                if let Some(count) = hands.get(&letter).or(held.get(&letter)).filter(|count| **count > 0) {
                    let _ = write!(text, ":{count}");
                }
                text.push('\n');
            }
            Err(why) => lost.push(format!("the piece `{letter}`: {why}")),
        }
    }
    lost.extend(lost_rules(spec));
    WrittenDiagram { text, lost }
}

/// Numbers of pieces of each side, by their letters.
type Counts = BTreeMap<char, usize>;

/// The pieces in hand at the start, which are dropped. There are none where captured ones join them, which no diagram says.
fn hands(spec: &Spec, lost: &mut Vec<String>) -> Counts {
    let text = spec
        .start
        .split_once('[')
        .and_then(|(_, behind)| behind.split_once(']'))
        .map_or("", |(hand, _)| hand);
    let of = |is_own: fn(&char) -> bool| {
        let mut counts = Counts::new();
        text.chars()
            .filter(is_own)
            .for_each(|letter| *counts.entry(letter.to_ascii_uppercase()).or_default() += 1);
        counts
    };
    let (white, black) = (of(char::is_ascii_uppercase), of(char::is_ascii_lowercase));
    if spec.captures_to_hand {
        lost.push("captured pieces in their captor's hand".to_owned());
    }
    let is_said = spec.drops && !spec.captures_to_hand && white == black;
    if !is_said && !text.is_empty() {
        lost.push("pieces in hand at the start".to_owned());
    }
    if is_said { white } else { Counts::new() }
}

/// The pieces that wait for a promotion to them, of each kind of which there are never more than at the start; `None` if a
/// limit is less than the start has of a kind, or the sides differ.
fn held(spec: &Spec, standing: &Standing, choices: &[char]) -> Option<Counts> {
    let mut held = Counts::new();
    for &letter in choices {
        let limit = spec.slot_of(letter).map_or(0, |slot| spec.promotion_limit[slot.index()] as usize);
        let [white, black] =
            [letter, letter.to_ascii_lowercase()].map(|letter| standing.get(&letter).map_or(0, Vec::len));
        if limit > 0 {
            held.insert(letter, limit.checked_sub(white).filter(|_| white == black)?);
        }
    }
    Some(held)
}

/// The depth of the zone of promotion of a kind, if it is the last ranks of each side.
fn zone_of(spec: &Spec, slot: Slot) -> Option<u8> {
    let ranks = |side: Side| {
        let region = region_of(&spec.beyond.promotion_regions, &spec.promotion_region, slot, side);
        region.whole_ranks(spec.files, spec.ranks)
    };
    let white = ranks(Side::White)?;
    let mut black: Vec<u8> = ranks(Side::Black)?.into_iter().map(|rank| spec.ranks - 1 - rank).collect();
    black.sort_unstable();
    let zone = u8::try_from(white.len()).ok()?;
    let last: Vec<u8> = (spec.ranks.checked_sub(zone)?..spec.ranks).collect();
    (zone > 0 && white == last && black == last).then_some(zone)
}

/// The reason why a diagram cannot have a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PieceLoss {
    OwnNotation,
    HopsOverNoneOfItsKind,
    Confined,
    FirstStepsElsewhere,
    NoFirstSteps,
    NoKnownKing,
    OtherCastling,
    Tame,
}

impl fmt::Display for PieceLoss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PieceLoss::OwnNotation => "its moves are in helgi's own notation",
            PieceLoss::HopsOverNoneOfItsKind => "it hops over none of its kind",
            PieceLoss::Confined => "it is confined to some squares",
            PieceLoss::FirstStepsElsewhere => "its first steps are from other squares than where it starts",
            PieceLoss::NoFirstSteps => "its first steps are taken from it",
            PieceLoss::NoKnownKing => "it castles from no known square",
            PieceLoss::OtherCastling => "its castling is not by squares towards the corners",
            PieceLoss::Tame => "diagrams have no `t`; to spare kings, write `ck`",
        })
    }
}

impl std::error::Error for PieceLoss {}

/// The moves of a kind in XBetza, with its first steps and the castlings of a king.
fn moves(spec: &Spec, slot: Slot) -> Result<String, PieceLoss> {
    if spec.beyond.own_dialect
        || matches!(spec.moves(slot), Some(PieceMoves { dialect: MoveDialect::Own(_), .. }))
    {
        return Err(PieceLoss::OwnNotation);
    }
    if slot == Slot::JANGGI_CANNON && spec.moves(slot).is_none() {
        return Err(PieceLoss::HopsOverNoneOfItsKind);
    }
    if spec.mobility.iter().any(|mobility| !mobility[slot].is_empty()) {
        return Err(PieceLoss::Confined);
    }
    let mut text = spec.betza(slot).to_owned();
    // Interactive Diagrams know `t` only as the sign of legs in brackets.
    if text.replace("t[", "[").contains('t') {
        return Err(PieceLoss::Tame);
    }
    let initial = betza::read(&text).is_ok_and(|moves| moves.terms.iter().any(|term| term.initial));
    if slot == Slot::PAWN || initial && !spec.beyond.first_movers.has(slot) {
        let starts = first_steps_are_first(spec, slot);
        if spec.double_step && !starts {
            return Err(PieceLoss::FirstStepsElsewhere);
        }
        if slot == Slot::PAWN && spec.double_step {
            // XBetza's double step: a first move (`i`), forwards, without capture (`m`), over nothing (`n`).
            text.push_str("ifmnD");
        }
        if slot == Slot::PAWN && spec.has_triple_steps() {
            text.push_str("ifmnH");
        }
        if initial && !spec.double_step {
            return Err(PieceLoss::NoFirstSteps);
        }
    }
    if slot == Slot::KING && spec.castling && spec.start.split(' ').nth(2).is_some_and(|rights| rights != "-")
    {
        let castlings = betza::read(&text).map(|moves| moves.castlings).unwrap_or_default();
        if castlings.is_empty() {
            text.push_str(&castling(spec)?);
        }
    }
    Ok(text)
}

/// Returns true if the first steps of a kind are from all squares of the ranks where it starts.
fn first_steps_are_first(spec: &Spec, slot: Slot) -> bool {
    let letter = spec.letter(slot);
    let letters = letters_of(spec);
    [Side::White, Side::Black].into_iter().all(|side| {
        let letter = if side == Side::White { letter } else { letter.to_ascii_lowercase() };
        let mut ranks: Vec<u8> =
            letters.iter().filter(|other| other.0 == letter).map(|other| other.2).collect();
        ranks.sort_unstable();
        ranks.dedup();
        let region = region_of(&spec.beyond.double_step_regions, &spec.double_step_region, slot, side);
        region.whole_ranks(spec.files, spec.ranks).is_some_and(|whole| whole == ranks)
    })
}

/// The castlings of a king by the squares that it goes.
fn castling(spec: &Spec) -> Result<String, PieceLoss> {
    let king = spec.letter(Slot::KING);
    let letters = letters_of(spec);
    let place = |letter: char| letters.iter().find(|other| other.0 == letter);
    let (Some(white), Some(black)) = (place(king), place(king.to_ascii_lowercase())) else {
        return Err(PieceLoss::NoKnownKing);
    };
    let corners = [0, spec.files - 1].map(|file| {
        let at = letters.iter().find(|other| (other.1, other.2) == (file, white.2));
        at.and_then(|other| spec.slot_of(other.0))
    });
    let is_usual = white.1 == black.1
        && white.2 == spec.castling_rank
        && spec.castling_rooks[0] == spec.castling_rooks[1]
        && corners.iter().all(|slot| slot.is_some_and(|slot| spec.castling_rooks[0].has(slot)))
        && spec.castling_king == [Slot::KING; 2]
        && spec.beyond.castling_steps.is_empty();
    let (right, left) =
        (spec.castling_king_side.checked_sub(white.1), white.1.checked_sub(spec.castling_queen_side));
    match (right, left) {
        (Some(right @ 1..), Some(left @ 1..)) if is_usual => {
            // A first move by so many squares to both sides, or to the right and to the left.
            Ok(if left == right { format!("isO{right}") } else { format!("irO{right}ilO{left}") })
        }
        _ => Err(PieceLoss::OtherCastling),
    }
}

/// The rules that the file says and a diagram has no words for.
fn lost_rules(spec: &Spec) -> Vec<String> {
    let others = spec.said.iter().filter(|(key, value)| {
        let is_piece = Slot::of_key(key).is_some();
        // A key with a dot has a text in another language.
        let is_text = key.contains('.');
        let is_usual = keys::named(key).is_some_and(|known| known.default.text() == value.as_str());
        !is_piece && !is_text && !is_usual && !SAID.contains(&key.as_str())
    });
    others.map(|(key, _)| format!("the rule of `{key}`")).collect()
}
