//! Players of all levels: the limits of each, the move it plays, and advice.
//!
//! Knows neither the composition of the levels, which is in [`strength`], nor the opponent.

use crate::lines::ReadableLines;
use crate::search::{Bound, Control, Engine, Iteration, Limits, SearchEvent, TimeControl};
use crate::strength::{self, Limited};
use helgi_rules::board::Move;
use helgi_rules::{Line, Position};
use std::time::Duration;

/// The longest time for a move without a clock.
const MOVE_TIME: Duration = Duration::from_secs(2);
/// The time to think about advice.
const ADVICE_TIME: Duration = Duration::from_millis(500);

/// A chosen move, with its score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChosenMove {
    /// The move.
    pub best: Move,
    /// The score for the side to move, in centipawns; `None` if the search did not come so far.
    pub score: Option<i32>,
    /// The depth of the search, in half-moves; 0 without a score.
    pub depth: u32,
    /// The line that is expected, beginning with the move.
    pub line: Vec<Move>,
}

impl Engine {
    /// The move that a player of a level, from 1 to [`strength::HIGHEST_LEVEL`], plays at the end of a line
    /// of play; `None` if there is none. Where it errs, it does so by the seed.
    pub fn play_at_level(
        &mut self,
        line: &Line,
        level: u32,
        clock: Option<TimeControl>,
        seed: u64,
        control: &Control,
    ) -> Option<ChosenMove> {
        self.play_at_elo(line, strength::elo_of_level(level), clock, seed, control)
    }

    /// The move that a player of a strength, from [`strength::WEAKEST`] to [`strength::STRONGEST`] or without a limit,
    /// plays at the end of a line of play; `None` if there is none. Where it errs, it does so by the seed.
    pub fn play_at_elo(
        &mut self,
        line: &Line,
        elo: Option<u32>,
        clock: Option<TimeControl>,
        seed: u64,
        control: &Control,
    ) -> Option<ChosenMove> {
        let seed = seed ^ line.present().key();
        let ladder = crate::ladder(line.present().game());
        let limited = elo.map(|elo| Limited { elo, ladder, seed });
        self.find(line, &limits(limited, clock), control, limited)
    }

    /// The best move at the end of a line of play within some limits; `None` if there is none.
    pub fn play_within(&mut self, line: &Line, limits: &Limits, control: &Control) -> Option<ChosenMove> {
        self.find(line, limits, control, None)
    }

    /// The best move at the end of a line of play, found in half a second; `None` if there is none.
    pub fn advise(&mut self, line: &Line, control: &Control) -> Option<ChosenMove> {
        self.find(line, &Limits::for_time(ADVICE_TIME), control, None)
    }

    fn find(
        &mut self,
        line: &Line,
        limits: &Limits,
        control: &Control,
        limited: Option<Limited>,
    ) -> Option<ChosenMove> {
        let mut lines = ReadableLines::default();
        let mut last: Option<Iteration> = None;
        let on_event = |event| {
            if let SearchEvent::Iteration(iteration) = event {
                if iteration.bound == Bound::Exact && iteration.multipv == 1 {
                    last = Some(iteration.clone());
                }
                lines.add(iteration);
            }
        };
        let report = self.search_any(line.present(), line.history(), limits, control, on_event);
        let chosen = limited.and_then(|player| lines.choose(player));
        let line = chosen.or(last);
        let first = |line: &Iteration| line.pv.first().copied();
        let best = match limited {
            Some(_) => line.as_ref().and_then(first).or(report.best),
            None => report.best,
        }?;
        // The line of one move does not apply to another.
        let line = line.filter(|line| first(line) == Some(best));
        Some(ChosenMove {
            best,
            score: line.as_ref().map(|line| line.score),
            depth: line.as_ref().map_or(0, |line| line.depth),
            line: line.map_or(vec![best], |line| line.pv),
        })
    }
}

/// Returns the limits of a player's search.
fn limits(limited: Option<Limited>, clock: Option<TimeControl>) -> Limits {
    let move_time = clock.is_none().then_some(MOVE_TIME);
    let mut limits = Limits { clock, move_time, ..Limits::new() };
    if let Some(player) = limited {
        player.restrict(&mut limits);
    }
    limits
}
