//! The bench: a search of fixed positions to a fixed depth, to compare speed, and by its number of
//! nodes to see whether two builds search alike.
//!
//! One thread, a fresh table, positions of seeded random games: the nodes are the same in every run
//! on every machine.

use crate::eval::Tunable;
use crate::games::{self, Visitor};
use crate::search::{Control, Engine, Limits, OutOfMemory};
use fastrand::Rng;
use helgi_rules::games::GameId;
use helgi_rules::{Game, History, Position, Select, verdict};
use std::fmt;
use std::time::{Duration, Instant};

/// The depth that counts for the signature.
pub const DEPTH: u32 = 8;

/// The size of the table in megabytes.
const TABLE: usize = 16;

/// How many plies of a random game lead to each position.
const PLIES: [usize; 8] = [0, 4, 8, 14, 20, 30, 40, 60];

/// What the search of one game's positions took.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    /// The game.
    pub game: GameId,
    /// The number of positions that were searched.
    pub positions: usize,
    /// The nodes of all of them.
    pub nodes: u64,
    /// The time of all of them.
    pub elapsed: Duration,
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Row { game, positions, nodes, elapsed } = self;
        let (name, millis, rate) = (game.name(), elapsed.as_millis(), per_second(*nodes, *elapsed));
        write!(f, "{name:<24} {positions:>3} positions {nodes:>12} nodes {millis:>7} ms {rate:>10} nps")
    }
}

/// Searches a game's positions; `None` if it was stopped. The nodes do not count then.
///
/// # Errors
///
/// If there is no memory for the table.
pub fn run(game: GameId, depth: u32, control: &Control) -> Result<Option<Row>, OutOfMemory> {
    let mut engine = Engine::new(TABLE, 1)?;
    let started = Instant::now();
    let searched = games::visit(game, Bench { depth, engine: &mut engine, control });
    Ok(searched.map(|(positions, nodes)| Row { game, positions, nodes, elapsed: started.elapsed() }))
}

struct Bench<'a> {
    depth: u32,
    engine: &'a mut Engine,
    control: &'a Control,
}

impl Visitor for Bench<'_> {
    type Output = Option<(usize, u64)>;

    fn visit<G: Game, E: Tunable<G::Position>>(self, game: G, evaluator: E) -> Self::Output {
        let limits = Limits::to_depth(self.depth);
        let positions = positions(&game);
        let mut nodes = 0;
        for (position, history) in &positions {
            let report = self.engine.search(position, history, &evaluator, &limits, self.control, |_| ());
            if self.control.is_stopped() {
                return None;
            }
            nodes += report.nodes;
        }
        Some((positions.len(), nodes))
    }
}

/// The start position and some of random games, none of them at its end.
fn positions<G: Game>(game: &G) -> Vec<(G::Position, History)> {
    let mut random = Rng::with_seed(0);
    PLIES.into_iter().filter_map(|plies| (0..100).find_map(|_| playout(game, plies, &mut random))).collect()
}

/// A position after so many random moves; `None` if the game was over before or is there.
fn playout<G: Game>(game: &G, plies: usize, random: &mut Rng) -> Option<(G::Position, History)> {
    let mut position = game.start();
    let mut history = History::starting_with(&position);
    let mut moves = Vec::new();
    for _ in 0..plies {
        moves.clear();
        position.generate(Select::All, &mut moves);
        position.play(*random.choice(&moves)?);
        history.push(position.key());
    }
    verdict(&position, &history).is_none().then_some((position, history))
}

/// So many in so much time, for a second.
pub fn per_second(count: u64, elapsed: Duration) -> u64 {
    let rate = u128::from(count) * 1_000_000_000 / elapsed.as_nanos().max(1);
    u64::try_from(rate).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_the_same_in_every_run() {
        for &game in GameId::ALL {
            let nodes = || {
                let row = run(game, 2, &Control::default()).unwrap().unwrap();
                assert_eq!(row.positions, PLIES.len());
                row.nodes
            };
            assert_eq!(nodes(), nodes());
        }
    }

    #[test]
    fn a_stopped_bench_has_no_result() {
        let control = Control::default();
        control.stop();
        assert_eq!(run(GameId::DEFAULT, DEPTH, &control), Ok(None));
    }
}
