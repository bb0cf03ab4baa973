//! Games between two players that differ in the numbers of the search or in the net: which one plays better at this
//! many nodes a move.
//!
//! Everything else is the same for both: hand-written evaluation, openings, adjudication. Games are played in
//! pairs, two from each opening with sides changed, and pair number `n` is one of game number `n` of the
//! list, so that the games come in turn. The first player draws the openings.

use super::{SelfPlayError, SelfPlayPlan, game, table};
use helgi_engine::internals::search::Params;
use helgi_engine::internals::side_by_side::side_by_side;
use helgi_engine::net::NetChoice;
use helgi_engine::search::{Engine, OutOfMemory};
use helgi_rules::games::GameId;
use std::sync::atomic::{AtomicBool, Ordering};

/// The result of a pair of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pair {
    /// Its number.
    pub number: u32,
    /// The game that was played.
    pub game: GameId,
    /// The points of the first player in halves, 0 to 4.
    pub half_points: usize,
}

/// One of two players.
#[derive(Clone, Debug)]
pub struct Duellist {
    /// The numbers of its search.
    pub params: Params,
    /// Its net.
    pub net: NetChoice,
}

impl Default for Duellist {
    /// The numbers in the source and the game's net.
    fn default() -> Self {
        Duellist { params: Params::DEFAULT, net: NetChoice::default() }
    }
}

/// Plays the pairs of these numbers, each between the two that `players` has for its number, and
/// hands each to `keep`, in the order in which they end. When `stop` is set, pairs that have not ended
/// are given up.
///
/// # Errors
///
/// If there is no memory or no thread for a player, if a search panics, or if `keep` fails.
pub fn play(
    games: &[GameId],
    plan: &SelfPlayPlan,
    players: &(dyn Fn(u32) -> [Duellist; 2] + Sync),
    numbers: &mut (dyn Iterator<Item = u32> + Send),
    stop: &AtomicBool,
    keep: &mut dyn FnMut(Pair) -> Result<(), SelfPlayError>,
) -> Result<(), SelfPlayError> {
    if games.is_empty() {
        return Ok(());
    }
    let megabytes = table(plan);
    let engines = || Ok([Engine::new(megabytes, 1)?, Engine::new(megabytes, 1)?]);
    let engines = (0..plan.threads.max(1)).map(|_| engines()).collect::<Result<Vec<_>, OutOfMemory>>()?;
    let pairs = engines.into_iter().map(|mut engines| {
        move |number: u32| {
            // Games in turn, so that each gets as many pairs wherever a run is broken off.
            let game = games[number as usize % games.len()];
            for (engine, player) in engines.iter_mut().zip(players(number)) {
                engine.set_params(player.params);
                engine.choose_net(player.net);
            }
            let half_points =
                game::play_pair(game, engines.each_mut(), plan, number, || stop.load(Ordering::Relaxed));
            half_points
                .map(|points| points.map(|half_points| Pair { number, game, half_points }))
                .map_err(|panicked| SelfPlayError::Panic(number, panicked))
        }
    });
    side_by_side(pairs.collect(), numbers, &|| stop.store(true, Ordering::Relaxed), keep)
}
