//! The promotions that a game has.

use helgi_rules::games::GameId;
use helgi_rules::{PieceInfo, PieceMark, Promotion};
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
        let one = |goal: &helgi_rules::board::Kind| {
            // Where captured pieces come back, what was a pawn is a kind of its own on the board.
            let plain = info.pieces.get(goal.index());
            let is_goal = |(index, piece): &(usize, &PieceInfo)| {
                let is_marked = piece.mark == PieceMark::Tilde;
                *index == goal.index() || is_marked && plain.is_some_and(|plain| plain.letter == piece.letter)
            };
            let goals = info.pieces.iter().enumerate().filter(is_goal).map(|(index, _)| index).collect();
            PossiblePromotion { goals, name: info.piece_name(*goal) }
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

/// Returns true if pieces of a kind come about by the promotion of others alone, which stay what they were in their letters: the
/// dragon of shogi is `+R`, and there is never a plain one.
pub fn is_form_of_others(game: GameId, kind: usize) -> bool {
    let (Some(spec), Some(piece)) = (spec_of(game), game.info().pieces.get(kind)) else { return false };
    let Some(slot) = spec.slot_of(piece.letter).filter(|_| piece.mark == PieceMark::None) else {
        return false;
    };
    let stands = spec.start.split(' ').next().unwrap_or_default().to_uppercase().contains(piece.letter);
    let is_chosen = spec.promotions.iter().chain(&spec.beyond.choices).any(|types| types.has(slot));
    spec.promoted.contains(&Some(slot)) && !stands && !is_chosen && !spec.drop_loop
}

/// Returns true if no move of a game can be answered en passant: no piece makes first steps.
pub fn passes_nothing(game: GameId) -> bool {
    spec_of(game).is_some_and(|spec| !spec.double_step && !spec.beyond.own_dialect)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(game: GameId, text: &str) -> usize {
        game.info().pieces.iter().position(|piece| piece.text() == text).unwrap()
    }

    #[test]
    fn a_promoted_pawn_is_what_it_was_promoted_to() {
        let game = GameId::named("crazyhouse").unwrap();
        let all = possible(game, place(game, "P"));
        let queen = all.iter().find(|promotion| promotion.name == "queen").unwrap();
        assert_eq!(queen.goals, [place(game, "Q"), place(game, "Q~")]);
        assert_eq!(all.len(), 4);
    }

    #[test]
    fn forms_of_other_pieces_are_known() {
        helgi_variants::install_library();
        let of = |game: &str, text: &str| {
            let game = GameId::named(game).unwrap();
            is_form_of_others(game, place(game, text))
        };
        assert!(of("shogi", "D") && of("minishogi", "H"));
        assert!(!of("shogi", "G") && !of("shogi", "+R") && !of("capablanca", "A"));
        assert!(passes_nothing(GameId::named("makruk").unwrap()));
        assert!(!passes_nothing(GameId::named("capablanca").unwrap()) && !passes_nothing(GameId::CHESS));
    }
}
