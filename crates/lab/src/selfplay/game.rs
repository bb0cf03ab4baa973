//! One game of self-play, from a random opening until it is over or decided.

use super::file::{SelfPlayGame, SelfPlayPly, SelfPlayResult};
use super::{NodeClock, SelfPlayPlan};
use crate::random::random_of;
use fastrand::Rng;
use helgi_engine::internals::search::{FullWidth, Panicked, time_of};
use helgi_engine::search::{Control, Engine, Limits, TimeControl};
use helgi_rules::board::{Move, Side};
use helgi_rules::games::GameId;
use helgi_rules::{AnyPosition, Game, GenMode, History, Outcome, Position, verdict};
use std::ops::RangeInclusive;
use std::time::Duration;

/// Number of random moves that begin a game. Unit: plies.
const OPENING: RangeInclusive<usize> = 4..=9;

/// An opening is kept if the search score is within this bound. Unit: centipawns.
const EVEN: i32 = 400;

/// Number of openings looked at before the last is taken as it is.
const OPENINGS: usize = 30;

/// Until a game has reached its last phase, one in this many moves is random, not searched:
/// placements follow from play, but are not always the same.
const DRAWN_IN_PHASES: usize = 4;

/// A game is decided when both sides have seen one this far ahead for this long. Units: centipawns, plies.
const DECIDED: (i32, usize) = (2_500, 6);

/// A game is a draw when, after this many plies, both sides have seen it this close to even for
/// this long. Units: plies, centipawns, plies.
const DEAD: (usize, i32, usize) = (100, 8, 16);

/// A game is abandoned after this many half-moves.
const LONGEST: usize = 400;

/// A game that is being played.
struct Table<'a> {
    /// The players: one for both sides, or White's and Black's.
    players: Vec<&'a mut Engine>,
    limits: Limits,
    /// The time left to each side, if they play by a clock.
    clock: Option<(NodeClock, [Duration; 2])>,
    random: Rng,
    position: AnyPosition,
    history: History,
    plies: Vec<SelfPlayPly>,
}

/// Plays game number `number` of the plan; `None` if it was stopped.
///
/// # Errors
///
/// If a search panics.
pub fn play(
    game: GameId,
    engine: &mut Engine,
    plan: &SelfPlayPlan,
    number: u32,
    is_stopped: impl Fn() -> bool,
) -> Result<Option<SelfPlayGame>, Panicked> {
    let mut table = Table::new(game, vec![engine], plan, number);
    table.draw_opening(game)?;
    let ending = table.play_on(&is_stopped)?;
    Ok(ending.map(|ending| SelfPlayGame { number, ending, start: None, plies: table.plies }))
}

/// Plays pair number `number` of the plan: two games from one opening, in which the players change
/// sides. Returns the first player's points in both in halves, 0 to 4; `None` if it was stopped. An
/// abandoned game is drawn.
///
/// # Errors
///
/// If a search panics.
pub fn play_pair(
    game: GameId,
    [first, second]: [&mut Engine; 2],
    plan: &SelfPlayPlan,
    number: u32,
    is_stopped: impl Fn() -> bool,
) -> Result<Option<usize>, Panicked> {
    let mut table = Table::new(game, vec![&mut *first], plan, number);
    table.draw_opening(game)?;
    let opening = table.plies;
    let mut half_points = 0;
    for first_side in Side::BOTH {
        // Neither game may profit from what the other has left in the tables.
        first.forget();
        second.forget();
        let mut players = vec![&mut *first, &mut *second];
        if first_side == Side::Black {
            players.reverse();
        }
        let mut table = Table::new(game, players, plan, number);
        opening.iter().for_each(|ply| table.play(ply.played, None));
        table.start_clock(plan.clock);
        let Some(ending) = table.play_on(&is_stopped)? else { return Ok(None) };
        half_points += match ending {
            SelfPlayResult::White | SelfPlayResult::Black
                // A win of the first player, whichever side it has.
                if (ending == SelfPlayResult::White) == (first_side == Side::White) =>
            {
                2
            }
            SelfPlayResult::White | SelfPlayResult::Black => 0,
            SelfPlayResult::Draw | SelfPlayResult::Unfinished => 1,
        };
    }
    Ok(Some(half_points))
}

/// Returns the limits of a search: about the node count if one player plays both sides, since an
/// iteration that has begun is worth its end; exactly the node count for two, so that the one with the
/// longer iterations does not have more.
fn limits(plan: &SelfPlayPlan, players: usize) -> Limits {
    if players == 1 {
        about(plan.nodes)
    } else {
        Limits { nodes: Some(plan.nodes), full_width: FullWidth::Never, ..Limits::new() }
    }
}

/// A search of about so many nodes.
pub(super) fn about(nodes: u64) -> Limits {
    Limits {
        // Twice as many are a hard limit; after half as many no iteration begins.
        nodes: Some(nodes.saturating_mul(2)),
        soft_nodes: Some(nodes / 2),
        full_width: FullWidth::Never,
        ..Limits::new()
    }
}

impl<'a> Table<'a> {
    /// A game at its start.
    fn new(game: GameId, players: Vec<&'a mut Engine>, plan: &SelfPlayPlan, number: u32) -> Self {
        let limits = limits(plan, players.len());
        let position = game.start();
        let history = History::starting_with(&position);
        let random = random_of(plan.seed, number);
        Table { players, limits, clock: None, random, position, history, plies: Vec::new() }
    }

    /// Starts this clock, if there is one.
    fn start_clock(&mut self, clock: Option<NodeClock>) {
        if let Some(clock) = clock {
            self.limits = Limits { node_time: Some(clock.rate), ..Limits::new() };
            self.clock = Some((clock, [clock.base; 2]));
        }
    }

    /// Plays the game to its end; `None` if it was stopped.
    fn play_on(&mut self, is_stopped: &impl Fn() -> bool) -> Result<Option<SelfPlayResult>, Panicked> {
        loop {
            if is_stopped() {
                return Ok(None);
            }
            if let Some(ending) = self.ending() {
                return Ok(Some(ending));
            }
            self.turn()?;
        }
    }

    /// Draws moves from the start until the position is open enough, and even.
    fn draw_opening(&mut self, game: GameId) -> Result<(), Panicked> {
        for _ in 0..OPENINGS {
            // Each opening is judged on an empty table, so that a game depends on its number alone.
            self.players.iter_mut().for_each(|engine| engine.forget());
            self.position = game.start();
            self.history = History::starting_with(&self.position);
            self.plies.clear();
            let plies = self.random.usize(OPENING);
            while self.plies.len() < plies && verdict(&self.position, &self.history).is_none() {
                self.draw_move();
            }
            if verdict(&self.position, &self.history).is_none() && self.search()?.1.abs() <= EVEN {
                break;
            }
        }
        Ok(())
    }

    /// The best move and the score of it.
    fn search(&mut self) -> Result<(Option<Move>, i32), Panicked> {
        let Table { players, position, history, limits, clock, .. } = self;
        let side = position.side().index();
        if let Some((clock, left)) = clock {
            let (remaining, increment) = (left[side], clock.increment);
            limits.clock = Some(TimeControl {
                remaining,
                increment,
                byoyomi: Duration::ZERO,
                moves_to_go: None,
                pondering: false,
            });
        }
        let seat = side % players.len();
        let report = players[seat].search_any_here(position, history, limits, &Control::default())?;
        if let Some((clock, left)) = clock {
            // No game is lost on time: at such rates that would depend on the number of moves, not on how
            // well time is used.
            left[side] = left[side].saturating_sub(time_of(report.nodes, clock.rate)) + clock.increment;
        }
        Ok((report.best, report.score))
    }

    /// Plays a drawn move.
    fn draw_move(&mut self) {
        let mut moves = Vec::new();
        self.position.generate(GenMode::All, &mut moves);
        if let Some(drawn) = self.random.choice(moves) {
            self.play(drawn, None);
        }
    }

    /// Plays the move of the side to move.
    fn turn(&mut self) -> Result<(), Panicked> {
        let is_placing = self.position.extras().phase.is_some();
        if is_placing && self.random.usize(..DRAWN_IN_PHASES) == 0 {
            self.draw_move();
        } else if let (Some(best), score) = self.search()? {
            let bound = i32::from(i16::MAX);
            self.play(best, Some(score.clamp(-bound, bound) as i16));
        }
        Ok(())
    }

    fn play(&mut self, played: Move, score: Option<i16>) {
        self.plies.push(SelfPlayPly { played, score });
        self.position.play(played);
        self.history.push(self.position.key());
    }

    /// Returns the ending, by the rules or by the scores of both sides.
    fn ending(&self) -> Option<SelfPlayResult> {
        if let Some(outcome) = verdict(&self.position, &self.history) {
            return Some(by_rule(outcome));
        }
        let (decided, plies) = DECIDED;
        if self.thought(plies, |score| score >= decided) {
            return Some(SelfPlayResult::White);
        }
        if self.thought(plies, |score| score <= -decided) {
            return Some(SelfPlayResult::Black);
        }
        let (from, even, plies) = DEAD;
        if self.plies.len() >= from && self.thought(plies, |score| score.abs() <= even) {
            return Some(SelfPlayResult::Draw);
        }
        (self.plies.len() >= LONGEST).then_some(SelfPlayResult::Unfinished)
    }

    /// Returns true if something holds of the scores, for White, of the last `plies` half-moves.
    fn thought(&self, plies: usize, holds: impl Fn(i32) -> bool) -> bool {
        // A side may move twice in a row nowhere, so that sides alternate backwards from here.
        let mut side = self.position.side();
        let mut last = self.plies.iter().rev().take(plies);
        last.len() == plies
            && last.all(|ply| {
                side = !side;
                let score = |score: i16| if side == Side::White { score.into() } else { -i32::from(score) };
                // A drawn move has no score, and so ends the row.
                ply.score.is_some_and(|found| holds(score(found)))
            })
    }
}

fn by_rule(outcome: Outcome) -> SelfPlayResult {
    match outcome.winner {
        Some(Side::White) => SelfPlayResult::White,
        Some(Side::Black) => SelfPlayResult::Black,
        None => SelfPlayResult::Draw,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use helgi_engine::internals::search::Params;
    use helgi_engine::net::NetChoice;

    #[test]
    fn of_two_players_neither_searches_more_than_the_other() {
        let plan = SelfPlayPlan { nodes: 2_000, seed: 1, threads: 1, clock: None };
        let position = GameId::CHESS.start();
        let history = History::starting_with(&position);
        let searched = |reduction_depth| {
            let mut engine = Engine::new(1, 1).expect("a megabyte");
            let mut params = Params::DEFAULT;
            assert!(params.set("late_move_reduction_depth", reduction_depth));
            engine.set_params(params);
            engine.choose_net(NetChoice::None);
            let limits = limits(&plan, 2);
            let report = engine.search_any_here(&position, &history, &limits, &Control::default());
            report.expect("no panic").nodes
        };
        let nodes = [1, 3, 7].map(searched);
        assert!(nodes.iter().all(|nodes| (2_000..2_100).contains(nodes)), "{nodes:?}");
    }
}
