//! A position as the page shows it: the pieces, and every legal move with its way, its text and its changes.
//!
//! All of it is made from positions before and after moves; no rule is known here.

use crate::entry;
use helgi_rules::board::{Action, Move, Outline, Piece, Side, Square};
use helgi_rules::notation::Notation;
use helgi_rules::readable::{self, Style};
use helgi_rules::{AnyPosition, Position, fen};
use helgi_words::{TextMessage, moves, names};
use serde::Serialize;
use std::collections::BTreeMap;

/// The content of squares: their names, and the pieces from the top down as positions write them.
pub type SquareContents = BTreeMap<String, Vec<String>>;

/// A position without its moves.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct Scene {
    /// Its text.
    pub text: String,
    /// `white` or `black`: whose turn it is.
    pub side: &'static str,
    /// The number of the move, from 1.
    pub number: u32,
    /// In a game with phases, the present one.
    pub phase: Option<TextMessage>,
    /// The occupied squares.
    pub cells: SquareContents,
    /// The squares with obstacles.
    pub blocks: Vec<String>,
    /// The reserves of both sides; `None` in games without reserves.
    pub reserve: Option<Hands>,
    /// The enemy pieces that give check.
    pub checkers: Vec<String>,
    /// The piece in check, if there is one.
    pub checked: Option<String>,
    /// In games without check, the piece that the other side could take now and so win.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prey: Option<Prey>,
    /// The piece that may not move in this turn, if there is one.
    pub frozen: Option<String>,
}

/// A piece whose capture ends the game.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct Prey {
    /// Its square.
    pub square: String,
    /// Its name for people.
    pub name: TextMessage,
}

/// The pieces in hand and how many there are of each.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct Hands {
    /// White's.
    pub white: Vec<(String, u8)>,
    /// Black's.
    pub black: Vec<(String, u8)>,
}

/// The look of a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Debug)]
#[serde(rename_all = "lowercase")]
pub enum MoveMark {
    /// A piece goes to an empty square.
    Quiet,
    /// A piece goes to an enemy's square, or an enemy elsewhere is gone.
    Capture,
    /// A shot from afar.
    Shot,
    /// The piece that goes there is gone, and others with it.
    Burst,
    /// A piece comes from the reserve.
    Drop,
    /// A piece goes onto an own piece.
    Mount,
    /// Nothing moves.
    Pass,
}

/// A move that is legal or has been played.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct SceneStep {
    /// The move as it is written on the wire.
    pub wire: String,
    /// The move as people write it.
    pub san: String,
    /// The effects of the move.
    pub says: TextMessage,
    /// The mark on its square.
    pub mark: MoveMark,
    /// The square of departure; `None` for passes and drops.
    pub from: Option<String>,
    /// The square of arrival, or the first victim of a shot; `None` for a pass.
    pub to: Option<String>,
    /// The new content of the squares that it changes.
    pub changes: SquareContents,
    /// The squares with obstacles afterwards, if they are others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blocks: Option<Vec<String>>,
    /// The reserves afterwards, if they have changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reserve: Option<Hands>,
}

/// A legal move and how it is entered.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct MoveChoice {
    /// The move.
    #[serde(flatten)]
    pub step: SceneStep,
    /// Its [way](crate::entry).
    pub way: Vec<String>,
}

impl Scene {
    /// Returns the scene of a position.
    pub fn of(position: &AnyPosition) -> Self {
        let outline = position.outline();
        let name = |square| outline.name(square);
        let cells = outline.squares().filter_map(|square| {
            let stack = stack(position, square);
            (!stack.is_empty()).then(|| (name(square), stack))
        });
        let (prey, hunters) = hunted(position);
        Scene {
            text: position.fen(),
            side: side_name(position.side()),
            number: position.turn().fullmove.into(),
            phase: names::phase(position),
            cells: cells.collect(),
            blocks: blocks(position),
            reserve: hands(position),
            checkers: position.checkers().into_iter().chain(hunters).map(name).collect(),
            checked: checked(position),
            prey,
            frozen: position.extras().frozen.map(name),
        }
    }
}

/// The square of the piece in check, if there is one.
pub fn checked(position: &AnyPosition) -> Option<String> {
    royal(position).filter(|_| position.in_check()).map(|square| position.outline().name(square))
}

/// In a game without check, the piece of the side to move whose capture would lose it the game, and those that can take it.
fn hunted(position: &AnyPosition) -> (Option<Prey>, Vec<Square>) {
    let side = position.side();
    // Only where no rule speaks of check, and where the turn can be given up.
    let has_check = position.info().checked_kind().is_some();
    let turned = if has_check { None } else { position.flip_turn() };
    let Some(turned) = turned else { return (None, Vec::new()) };
    let is_own =
        |place: &AnyPosition, square| place.piece_at(square, 0).is_some_and(|piece| piece.side == side);
    let mut prey = None;
    let mut hunters = Vec::new();
    for legal in turned.legal_moves() {
        let after = turned.after(legal);
        if after.outcome().is_none_or(|outcome| outcome.winner != Some(!side)) {
            continue;
        }
        let mut squares = position.outline().squares();
        // The piece that is lost may stand elsewhere than where the move ends, as with an explosion.
        let Some(lost) = squares.find(|&square| is_own(position, square) && !is_own(&after, square)) else {
            continue;
        };
        // The first such piece is shown; the hunters are those of the same one.
        if *prey.get_or_insert(lost) == lost {
            hunters.extend(legal.from().filter(|from| !hunters.contains(from)));
        }
    }
    let named = |square| {
        let kind = position.piece_at(square, 0)?.kind;
        let info = position.info();
        let name = names::piece(info, info.pieces.get(kind.index())?);
        Some(Prey { square: position.outline().name(square), name })
    };
    (prey.and_then(named), hunters)
}

/// Every legal move of a position.
pub fn choices(position: &AnyPosition) -> Vec<MoveChoice> {
    let written = readable::write_all(position, Style::San);
    let moves: Vec<Move> = written.iter().map(|&(legal, _)| legal).collect();
    let ways = entry::ways(position, &moves);
    let both = written.into_iter().zip(ways);
    both.map(|((legal, san), way)| MoveChoice { step: with_text(position, legal, san), way }).collect()
}

/// Returns the step of a legal move of a position.
pub fn step(position: &AnyPosition, legal: Move) -> SceneStep {
    with_text(position, legal, readable::write(position, legal, Style::San))
}

/// Returns the steps of a line that begins in a position.
pub fn steps(position: &AnyPosition, line: impl IntoIterator<Item = Move>) -> Vec<SceneStep> {
    let mut place = position.clone();
    let of = |played| {
        let step = step(&place, played);
        place.play(played);
        step
    };
    line.into_iter().map(of).collect()
}

/// A null move, which is not a move of the game: in variations it shows a threat.
pub fn null_step() -> SceneStep {
    SceneStep {
        wire: "0000".to_owned(),
        san: "--".to_owned(),
        says: TextMessage::new("fact.none"),
        mark: MoveMark::Pass,
        from: None,
        to: None,
        changes: SquareContents::new(),
        blocks: None,
        reserve: None,
    }
}

fn with_text(before: &AnyPosition, legal: Move, san: String) -> SceneStep {
    let (after, outline) = (before.after(legal), before.outline());
    // The page keeps what it shows, and is told changes alone.
    let changed = changes(before, &after);
    let other = |then: Option<Hands>| then.filter(|then| Some(then) != hands(before).as_ref());
    SceneStep {
        wire: Notation::of(&before.game()).write(legal).to_string(),
        san,
        says: moves::describe(before, legal),
        mark: mark(before, &after, legal, &changed),
        from: legal.from().map(|square| outline.name(square)),
        to: legal.to().map(|square| outline.name(square)),
        changes: changed.iter().map(|&square| (outline.name(square), stack(&after, square))).collect(),
        blocks: Some(blocks(&after)).filter(|then| *then != blocks(before)),
        reserve: other(hands(&after)),
    }
}

/// Returns the mark of a legal move of a position.
pub fn mark_of(before: &AnyPosition, legal: Move) -> MoveMark {
    match legal.action() {
        Action::Step { .. } | Action::Split { .. } => {
            let after = before.after(legal);
            mark(before, &after, legal, &changes(before, &after))
        }
        // Others have their mark whatever they change.
        Action::Pass | Action::Drop { .. } | Action::Wall { .. } | Action::Shoot { .. } => {
            mark(before, before, legal, &[])
        }
    }
}

/// The squares on which something else stands after a move.
fn changes(before: &AnyPosition, after: &AnyPosition) -> Vec<Square> {
    // By hand, since this is done for every move that a page shows, and most squares are empty.
    let changed = |&square: &Square| {
        let mut depth = 0;
        loop {
            let top = before.piece_at(square, depth);
            if top != after.piece_at(square, depth) {
                return true;
            }
            if top.is_none() {
                return false;
            }
            depth += 1;
        }
    };
    before.outline().squares().filter(changed).collect()
}

/// Returns the mark of a move, by its changes.
fn mark(before: &AnyPosition, after: &AnyPosition, legal: Move, changed: &[Square]) -> MoveMark {
    let side = before.side();
    let (from, to) = match legal.action() {
        Action::Pass => return MoveMark::Pass,
        Action::Drop { .. } | Action::Wall { .. } => return MoveMark::Drop,
        Action::Shoot { .. } => return MoveMark::Shot,
        Action::Step { from, to, .. } | Action::Split { from, to, .. } => (from, to),
    };
    let owner = |position: &AnyPosition, square| position.piece_at(square, 0).map(|top: Piece| top.side);
    let lost = |square: Square| owner(before, square).is_some() && owner(after, square).is_none();
    let others = || changed.iter().copied().filter(move |&square| square != from);
    let arrived = owner(after, to) == Some(side);
    // Nothing has arrived and others are gone: the piece has exploded with them.
    if !arrived && others().any(lost) {
        MoveMark::Burst
    } else if others()
        .any(|square| owner(before, square) == Some(!side) && owner(after, square) != Some(!side))
    {
        MoveMark::Capture
    } else if owner(before, to) == Some(side) {
        MoveMark::Mount
    } else {
        MoveMark::Quiet
    }
}

/// The square of the piece of the side to move that must not be left attacked; `None` in games without check.
pub fn royal(position: &AnyPosition) -> Option<Square> {
    let royal = Piece { kind: position.info().checked_kind()?, side: position.side() };
    let mut squares = position.outline().squares();
    squares.find(|&square| position.piece_at(square, 0) == Some(royal))
}

fn stack(position: &AnyPosition, square: Square) -> Vec<String> {
    let pieces = position.info().pieces;
    position.pieces_on(square).map(|piece| fen::piece_text(piece, pieces)).collect()
}

fn blocks(position: &AnyPosition) -> Vec<String> {
    let outline: &Outline = position.outline();
    outline
        .squares()
        .filter(|&square| position.is_obstacle(square))
        .map(|square| outline.name(square))
        .collect()
}

fn hands(position: &AnyPosition) -> Option<Hands> {
    let reserve = position.reserve()?;
    let hand = |side| {
        let piece = |kind| {
            let piece = Piece { kind, side };
            (fen::piece_text(piece, position.info().pieces), reserve.count(piece))
        };
        reserve.kinds(side).map(piece).collect()
    };
    Some(Hands { white: hand(Side::White), black: hand(Side::Black) })
}

/// `white` or `black`.
pub const fn side_name(side: Side) -> &'static str {
    match side {
        Side::White => "white",
        Side::Black => "black",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use helgi_rules::Game;
    use helgi_rules::games::GameId;

    #[test]
    fn a_king_that_can_be_taken_is_known() {
        let fen = "8/8/1r6/8/8/1K6/8/k7[-] w - - 0 20";
        let scene = Scene::of(&GameId::TACTICAL.parse(fen).unwrap());
        let prey = scene.prey.unwrap();
        assert_eq!((prey.square.as_str(), prey.name), ("b3", TextMessage::new("piece.king")));
        assert_eq!(scene.checkers, ["b6"]);
        // Somebody stands between them.
        let scene = Scene::of(&GameId::TACTICAL.parse(&fen.replacen("/8/8/1K6", "/1P6/8/1K6", 1)).unwrap());
        assert!(scene.prey.is_none() && scene.checkers.is_empty(), "{scene:?}");
        // One outpost of several may be lost, and chess has check.
        for game in [GameId::OPERATIONAL2, GameId::CHESS] {
            assert_eq!(Scene::of(&game.start()).prey, None);
        }
    }
}
