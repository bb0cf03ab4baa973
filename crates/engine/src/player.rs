//! Players of all levels: the limits of each, the move it plays, and advice.
//!
//! Knows neither the composition of the levels, which is in [`strength`], nor the opponent.

use crate::games::Running;
use crate::lines::ReadableLines;
use crate::search::{Bound, Control, Engine, Iteration, Limits, SearchEvent, TimeControl};
use crate::strength::{self, Limited};
use helgi_rules::board::Move;
use helgi_rules::{Line, Position};
use std::time::Duration;

/// The longest time for a move without a clock.
const MOVE_TIME: Duration = Duration::from_secs(2);
/// The time to think about advice.
pub const ADVICE_TIME: Duration = Duration::from_millis(500);

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

/// The search for a player's move, which pauses after each iteration.
#[derive(Debug)]
pub struct RunningMove {
    running: Running,
    choice: Choice,
}

/// The lines that a player chooses from.
#[derive(Default, Debug)]
struct Choice {
    limited: Option<Limited>,
    lines: ReadableLines,
    last: Option<Iteration>,
}

impl Engine {
    /// The move that a player of a level, from 1 to [`strength::HIGHEST_LEVEL`], plays at the end of a line
    /// of play; `None` if there is none. Where it errs, it does so by the seed.
    #[doc(hidden)] // a part of `internals`
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
        let limited = elo.map(|elo| limited(line, elo, seed));
        self.find(line, &limits(limited, clock), control, limited)
    }

    /// Begins what [`play_at_elo`](Self::play_at_elo) does.
    #[doc(hidden)] // a part of `internals`
    pub fn begin_move_at_elo(
        &self,
        line: &Line,
        elo: Option<u32>,
        clock: Option<TimeControl>,
        seed: u64,
    ) -> RunningMove {
        let limited = elo.map(|elo| limited(line, elo, seed));
        self.begin_find(line, &limits(limited, clock), limited)
    }

    /// Begins what [`play_within`](Self::play_within) does.
    #[doc(hidden)] // a part of `internals`
    pub fn begin_move_within(&self, line: &Line, limits: &Limits) -> RunningMove {
        self.begin_find(line, limits, None)
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
        let mut choice = Choice { limited, ..Choice::default() };
        let report =
            self.search_any(line.present(), line.history(), limits, control, |event| choice.hear(event));
        choice.make(report.best)
    }

    fn begin_find(&self, line: &Line, limits: &Limits, limited: Option<Limited>) -> RunningMove {
        let running = self.begin(line.present(), line.history(), limits);
        RunningMove { running, choice: Choice { limited, ..Choice::default() } }
    }
}

impl RunningMove {
    /// Searches the next iteration, like [`Running::iterate`]. Returns true if another one is wanted.
    pub fn iterate(&mut self, engine: &mut Engine, control: &Control) -> bool {
        let choice = &mut self.choice;
        self.running.iterate(engine, control, |event| choice.hear(event)).is_none()
    }

    /// The move that the player plays by what has been searched; `None` if nothing has been, or there is no move.
    pub fn chosen(&self) -> Option<ChosenMove> {
        self.choice.make(self.running.report().best)
    }
}

impl Choice {
    fn hear(&mut self, event: SearchEvent) {
        if let SearchEvent::Iteration(iteration) = event {
            if iteration.bound == Bound::Exact && iteration.multipv == 1 {
                self.last = Some(iteration.clone());
            }
            self.lines.add(iteration);
        }
    }

    /// The move to play, after a search that thinks this one best.
    fn make(&self, best: Option<Move>) -> Option<ChosenMove> {
        let chosen = self.limited.and_then(|player| self.lines.choose(player));
        let line = chosen.or_else(|| self.last.clone());
        let first = |line: &Iteration| line.pv.first().copied();
        let best = match self.limited {
            Some(_) => line.as_ref().and_then(first).or(best),
            None => best,
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

/// A player of this strength at the end of a line of play.
fn limited(line: &Line, elo: u32, seed: u64) -> Limited {
    // The same seed errs otherwise in each position, and alike whenever that comes again.
    let seed = seed ^ line.present().key();
    Limited { elo, ladder: crate::ladder(line.present().game()), seed }
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
