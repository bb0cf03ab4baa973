//! Helpers that the tests of several evaluations share.

use super::Evaluate;
use crate::HasEvaluation;
use helgi_rules::{Game, GenMode, Position};

/// Returns the SEE of the noisy move between two squares by the game's evaluation.
pub fn see_of<G: Game + HasEvaluation>(game: &G, fen: &str, from: &str, to: &str) -> i32 {
    let position = game.parse(fen).unwrap();
    let squares = (game.outline().named(from), game.outline().named(to));
    let mut moves = Vec::new();
    position.generate(GenMode::Noisy, &mut moves);
    let legal = moves.into_iter().find(|legal| (legal.from(), legal.to()) == squares).unwrap();
    game.evaluation().see(&position, legal)
}
