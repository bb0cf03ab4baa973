//! The moves and promotions that pieces could make and never made in the games of a study.

use super::facts::StudyFacts;
use super::paths::DescribedMove;
use super::promotions::{self, PossiblePromotion};

/// The promotions that a kind can make and never made.
pub(super) fn never_promoted(facts: &StudyFacts, kind: usize) -> Vec<PossiblePromotion> {
    let Some(count) = facts.kinds.get(kind) else { return Vec::new() };
    let mut possible = promotions::possible(facts.game, kind);
    possible.retain(|promotion| !promotion.goals.iter().any(|goal| count.promotions.contains_key(goal)));
    possible
}

/// The moves that a kind can make and never made. One that has not moved at all has a sentence of its own.
pub(super) fn never_made(facts: &StudyFacts, kind: usize) -> impl Iterator<Item = &DescribedMove> {
    let has_moved = facts.kinds.get(kind).is_some_and(|count| count.moves > 0);
    let passes_nothing = promotions::passes_nothing(facts.game);
    facts.paths.of_kind(kind).filter_map(move |(described, made)| {
        // Pawns have captures en passant by their key, also where there is nothing to take so.
        let is_idle = described.words.is_empty() || passes_nothing && described.words.ends_with("en passant");
        (made == 0 && has_moved && !is_idle).then_some(described)
    })
}
