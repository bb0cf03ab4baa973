//! What the tests of several evaluations need.

use super::Evaluate;
use crate::Judged;
use helgi_rules::{Game, Position, Select};

/// What the game's evaluation says that the noisy move between two squares gains.
pub fn gain_of<G: Game + Judged>(game: &G, fen: &str, from: &str, to: &str) -> i32 {
    let position = game.parse(fen).unwrap();
    let squares = (game.outline().named(from), game.outline().named(to));
    let mut moves = Vec::new();
    position.generate(Select::Noisy, &mut moves);
    let legal = moves.into_iter().find(|legal| (legal.from(), legal.to()) == squares).unwrap();
    game.evaluation().gain(&position, legal)
}
