//! Self-play for training: games played by small searches from random openings, and kept whole, so
//! that their use can be chosen later.
//!
//! A game depends on the plan and its number alone, not on the threads or on earlier games;
//! so any machine plays any part of them, and an interrupted run goes on with the numbers that
//! are missing. Never prints, and knows nothing of the use of the games.

pub mod duel;
pub mod file;
pub mod frames;
mod game;
pub mod replay;
pub mod siblings;
pub mod store;

use file::SelfPlayGame;
use helgi_engine::internals::search::Panicked;
use helgi_engine::internals::side_by_side::side_by_side_in_order;
use helgi_engine::net::NetChoice;
use helgi_engine::search::{Engine, OutOfMemory};
use helgi_rules::games::GameId;
use std::io;
use std::num::NonZeroU64;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The table of a player in megabytes.
const TABLE: usize = 8;

/// The table of the players of a plan. It is cleared before each game, which would take longer than a game of small searches.
fn table(plan: &SelfPlayPlan) -> usize {
    /// The nodes of a move with which a game leaves a megabyte half empty.
    const NODES_FOR_A_MEGABYTE: u64 = 500;
    if plan.clock.is_some() {
        return TABLE;
    }
    usize::try_from(plan.nodes / NODES_FOR_A_MEGABYTE).map_or(TABLE, |wanted| wanted.clamp(1, TABLE))
}

/// The plan of the games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SelfPlayPlan {
    /// The nodes for each move. Where the engine plays against itself, about: no iteration begins after half
    /// as many, or goes beyond twice as many.
    pub nodes: u64,
    /// The seed of the openings.
    pub seed: u64,
    /// Number of games played at once; the games do not depend on it.
    pub threads: usize,
    /// After the opening, play by this clock instead.
    pub clock: Option<NodeClock>,
}

/// A clock for each side that counts positions, so that how time is used can be judged on any machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NodeClock {
    /// The time of a side for the game.
    pub base: Duration,
    /// The time added after each of its moves.
    pub increment: Duration,
    /// Number of positions that stand for a millisecond.
    pub rate: NonZeroU64,
}

/// The reason why there are no more games.
#[derive(Debug, thiserror::Error)]
pub enum SelfPlayError {
    /// There is no memory for the players' tables.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    /// A search panicked in a game of this number.
    #[error("game {0}: {1}; please report it with the command that was given")]
    Panic(u32, #[source] Panicked),
    /// A thread could not be started, or a game not be kept.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl From<SelfPlayError> for io::Error {
    fn from(failure: SelfPlayError) -> io::Error {
        match failure {
            SelfPlayError::Io(error) => error,
            other => io::Error::other(other),
        }
    }
}

/// Plays the games of these numbers, with this net, and hands each to `keep`, in the order of the numbers. When
/// `stop` is set, games that have not ended are given up, and with them the few behind them that have.
///
/// # Errors
///
/// If there is no memory or no thread for a player, if a search panics, or if `keep` fails.
pub fn play(
    game: GameId,
    net: &NetChoice,
    plan: &SelfPlayPlan,
    numbers: &mut (dyn Iterator<Item = u32> + Send),
    stop: &AtomicBool,
    keep: &mut dyn FnMut(SelfPlayGame) -> io::Result<()>,
) -> Result<(), SelfPlayError> {
    // All tables are made before the first game, so that a lack of memory ends the run at once.
    let engines = (0..plan.threads.max(1)).map(|_| player(net, table(plan)));
    let engines = engines.collect::<Result<Vec<_>, OutOfMemory>>()?;
    let players = engines.into_iter().map(|mut engine| {
        move |number| {
            let is_stopped = || stop.load(Ordering::Relaxed);
            game::play(game, &mut engine, plan, number, is_stopped)
                .map_err(|panicked| SelfPlayError::Panic(number, panicked))
        }
    });
    let give_up = || stop.store(true, Ordering::Relaxed);
    side_by_side_in_order(players.collect(), numbers, &give_up, &mut |played| Ok(keep(played)?))
}

/// An engine of self-play, with this net and table.
fn player(net: &NetChoice, megabytes: usize) -> Result<Engine, OutOfMemory> {
    let mut engine = Engine::new(megabytes, 1)?;
    engine.choose_net(net.clone());
    Ok(engine)
}
