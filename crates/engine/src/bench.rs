//! The bench: a search of fixed positions to a fixed depth, to compare speed, and by its number of
//! nodes to see whether two builds search alike.
//!
//! One thread, a fresh table, positions of seeded random games: the nodes are the same in every run
//! on every machine.

use crate::search::{Control, Engine, Limits, OutOfMemory};
use fastrand::Rng;
use helgi_rules::games::GameId;
use helgi_rules::{Game, Line, Position};
use std::fmt;
use std::time::Duration;

/// The depth that counts for the signature.
pub const DEPTH: u32 = 8;

/// The size of the table in megabytes.
const TABLE: usize = 16;

/// Number of plies of a random game that lead to each position.
const PLIES: [usize; 8] = [0, 4, 8, 14, 20, 30, 40, 60];

/// The cost of searching one game's positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BenchRow {
    /// The game.
    pub game: GameId,
    /// The number of positions that were searched.
    pub positions: usize,
    /// The nodes of all of them.
    pub nodes: u64,
    /// The time of all of them.
    pub elapsed: Duration,
}

impl fmt::Display for BenchRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BenchRow { game, positions, nodes, elapsed } = self;
        let (name, millis, rate) = (game.name(), elapsed.as_millis(), per_second(*nodes, *elapsed));
        write!(f, "{name:<24} {positions:>3} positions {nodes:>12} nodes {millis:>7} ms {rate:>10} nps")
    }
}

/// Searches a game's positions; `None` if it was stopped. The nodes do not count then.
///
/// # Errors
///
/// If there is no memory for the table.
pub fn run(game: GameId, depth: u32, control: &Control) -> Result<Option<BenchRow>, OutOfMemory> {
    let mut engine = Engine::new(TABLE, 1)?;
    let started = control.elapsed();
    let limits = Limits::to_depth(depth);
    let lines = lines(game);
    let mut nodes = 0;
    for line in &lines {
        nodes += engine.search_any(line.present(), line.history(), &limits, control, |_| ()).nodes;
        if control.is_stopped() {
            return Ok(None);
        }
    }
    Ok(Some(BenchRow { game, positions: lines.len(), nodes, elapsed: control.elapsed() - started }))
}

/// The start position and some of random games, none of them at its end.
fn lines(game: GameId) -> Vec<Line> {
    let mut random = Rng::with_seed(0);
    // Games may end sooner: others are tried then, and if none is long enough there is a position less.
    PLIES.into_iter().filter_map(|plies| (0..100).find_map(|_| playout(game, plies, &mut random))).collect()
}

/// A line of this many random moves; `None` if the game ends before or there.
fn playout(game: GameId, plies: usize, random: &mut Rng) -> Option<Line> {
    let mut line = Line::new(game.start());
    for _ in 0..plies {
        let legal = line.present().legal_moves();
        line.play(*random.choice(&legal)?);
    }
    line.verdict().is_none().then_some(line)
}

/// Returns the rate of `count` in `elapsed`, per second.
pub fn per_second(count: u64, elapsed: Duration) -> u64 {
    // With 64 bits the product would overflow after 18 thousand million nodes.
    let rate = u128::from(count) * 1_000_000_000 / elapsed.as_nanos().max(1);
    u64::try_from(rate).unwrap_or(u64::MAX)
}
