//! The promotions that a game has.

use helgi_rules::games::GameId;
use helgi_rules::{PieceMark, Promotion};
use helgi_variants::{Slot, spec_of};

/// A promotion that a kind can make: the kinds that it becomes, which differ in their marks, and their name.
pub struct PossiblePromotion {
    /// By kind.
    pub goals: Vec<usize>,
    /// The name of what it becomes.
    pub name: &'static str,
}

/// The promotions of a kind of a game.
pub fn possible(game: GameId, kind: usize) -> Vec<PossiblePromotion> {
    let info = game.info();
    let Some(piece) = info.pieces.get(kind) else { return Vec::new() };
    let Some(spec) = spec_of(game) else {
        let Promotion::To { kinds, .. } = piece.promotion else { return Vec::new() };
        let one = |goal: &helgi_rules::board::Kind| PossiblePromotion {
            goals: vec![goal.index()],
            name: info.piece_name(*goal),
        };
        return kinds.iter().map(one).collect();
    };
    let Some(slot) = spec.slot_of(piece.letter).filter(|_| piece.mark == PieceMark::None) else {
        return Vec::new();
    };
    let find = |letter: char, marks: &[PieceMark]| {
        let all = info.pieces.iter().enumerate();
        let found = all.filter(|(_, goal)| goal.letter == letter && marks.contains(&goal.mark));
        let goals: Vec<usize> = found.map(|(goal, _)| goal).collect();
        let name = info.pieces.get(*goals.first()?)?.name;
        Some(PossiblePromotion { goals, name })
    };
    let mut found = Vec::new();
    let promotes = |side: usize| slot == Slot::PAWN || spec.promotion_pawns[side].has(slot);
    for goal in spec.slots() {
        let becomes = (0..2).any(|side| promotes(side) && spec.promotions[side].has(goal));
        let letter = spec.pieces[goal.index()].as_ref().map(|goal| goal.letter);
        if let Some(letter) = letter.filter(|_| becomes) {
            found.extend(find(letter, &[PieceMark::None, PieceMark::Tilde]));
        }
    }
    if spec.promoted[slot.index()].is_some() {
        found.extend(find(piece.letter, &[PieceMark::Plus]));
    }
    found
}
