//! Positions of self-play with the result of their game.

use crate::selfplay::file::{Damage, SelfPlayGame};
use crate::selfplay::replay::{self, ReplayError, SampleFilter};
use fastrand::Rng;
use helgi_rules::board::Side;
use helgi_rules::{Game, GameId, Position};
use std::io;
use std::path::Path;

/// Decided games teach little, and openings are drawn.
const FILTER: SampleFilter = SampleFilter { from_ply: 0, most: i16::MAX, only_quiet: true };

/// A position and how its game ended.
#[derive(Clone, Debug)]
pub struct Sample<P> {
    /// The number of the game: positions of one game belong together.
    pub game: usize,
    /// The result for White: 1, 0.5 or 0.
    pub result: f64,
    /// The score of the player's search: centipawns for White.
    pub score: i32,
    /// The position; it is quiet.
    pub position: P,
}

impl<P: Position> Sample<P> {
    /// The result for the side to move.
    pub fn result_for_mover(&self) -> f64 {
        if self.position.side() == Side::White { self.result } else { 1.0 - self.result }
    }

    /// The score for the side to move.
    pub fn score_for_mover(&self) -> i32 {
        if self.position.side() == Side::White { self.score } else { -self.score }
    }
}

/// Appends the quiet positions of a file of games, about every second one: neighbours are nearly the
/// same. Games after damage are left out, and the damage returned.
///
/// # Errors
///
/// If the file cannot be read or is not one of self-play games.
pub(super) fn read<G: Game>(
    game: &G,
    expected: GameId,
    path: &Path,
    samples: &mut Vec<Sample<G::Position>>,
) -> io::Result<Option<Damage>> {
    let first = samples.last().map_or(0, |last| last.game + 1);
    let mut games = 0;
    replay::read(path, |id, _, played| {
        super::expect(expected, id)?;
        games += 1;
        add(game, played, first + games - 1, samples)
    })
}

/// Appends about every second quiet position of a game.
pub(super) fn add<G: Game>(
    game: &G,
    played: &SelfPlayGame,
    number: usize,
    samples: &mut Vec<Sample<G::Position>>,
) -> Result<(), ReplayError> {
    // By the number of the game: the same files in the same order give the same positions.
    let mut random = Rng::with_seed(number as u64);
    let result = played.ending.result_for(Side::White).into();
    replay::replay(game, played, FILTER, |position, score| {
        if random.bool() {
            let score = i32::from(if position.side() == Side::White { score } else { -score });
            samples.push(Sample { game: number, result, score, position: position.clone() });
        }
    })
}
