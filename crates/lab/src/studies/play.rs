//! The games of a study: rounds of four, between players of two strengths.
//!
//! A round depends on the plan and its number alone, so that any machine plays any part of them.

use crate::random::random_of;
use crate::selfplay::SelfPlayError;
use fastrand::Rng;
use helgi_engine::internals::search::{BestLines, FullWidth, Panicked};
use helgi_engine::internals::side_by_side::side_by_side_in_order;
use helgi_engine::search::{Control, Engine, Limits, OutOfMemory, SearchEvent};
use helgi_rules::board::{Move, Side};
use helgi_rules::games::GameId;
use helgi_rules::{Game, Line, Position};
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

/// The table of a player in megabytes.
const TABLE: usize = 2;

/// The strong player looks at so many times as many nodes as the weak one.
pub const STRONGER: u64 = 4;

/// A game begins with so many half-moves that are drawn among the best ones, so that games differ.
pub const OPENING: usize = 10;

/// The number of best moves that are drawn from.
const CHOICES: usize = 5;

/// A move is drawn only if it is at most so much worse than the best one. Unit: centipawns.
const MARGIN: i32 = 50;

/// A game that has not ended by its rules is broken off after so many half-moves.
pub const LONGEST: usize = 400;

/// The settings of the games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StudyPlan {
    /// The nodes for each move of the weaker player.
    pub nodes: u64,
    /// The seed of the openings.
    pub seed: u64,
    /// Number of rounds played at once; the games do not depend on it.
    pub threads: usize,
}

/// The players of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StudyPairing {
    /// The weak player on both sides.
    Weak,
    /// The strong player on both sides.
    Strong,
    /// The strong player has this side, and the weak one the other.
    Mixed(Side),
}

impl StudyPairing {
    /// The games of a round in their order. The last two share their opening.
    pub const ROUND: [StudyPairing; 4] = [
        StudyPairing::Weak,
        StudyPairing::Strong,
        StudyPairing::Mixed(Side::White),
        StudyPairing::Mixed(Side::Black),
    ];

    /// The pairing of a game by its number from 0.
    #[must_use]
    pub fn of(number: u32) -> StudyPairing {
        Self::ROUND[number as usize % Self::ROUND.len()]
    }

    /// Returns true if the strong player has a side.
    #[must_use]
    pub fn is_strong(self, side: Side) -> bool {
        match self {
            StudyPairing::Weak => false,
            StudyPairing::Strong => true,
            StudyPairing::Mixed(strong) => strong == side,
        }
    }
}

/// A game of a study.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StudyGame {
    /// Its number, from 0: four times that of its round, and its place in the round.
    pub number: u32,
    /// The position that it began with.
    pub start: String,
    /// Its half-moves.
    pub moves: Vec<Move>,
    /// The search's score before each half-move, for the side to move, in centipawns.
    pub scores: Vec<i16>,
}

/// Plays the rounds of these numbers, and hands the four games of each to `keep`, in the order of the numbers. When
/// `stop` is set, rounds that have not ended are given up, and with them the few behind them that have.
///
/// # Errors
///
/// If there is no memory or no thread for a player, if a search panics, or if `keep` fails.
pub fn play(
    game: GameId,
    plan: &StudyPlan,
    rounds: &mut (dyn Iterator<Item = u32> + Send),
    stop: &AtomicBool,
    keep: &mut dyn FnMut(Vec<StudyGame>) -> io::Result<()>,
) -> Result<(), SelfPlayError> {
    let starts = game.starts();
    let engines = || Ok([Engine::new(TABLE, 1)?, Engine::new(TABLE, 1)?]);
    let engines = (0..plan.threads.max(1)).map(|_| engines()).collect::<Result<Vec<_>, OutOfMemory>>()?;
    let players = engines.into_iter().map(|engines| {
        let mut table = StudyTable { game, starts: &starts, engines, plan, stop };
        move |round| table.play_round(round).map_err(|panicked| SelfPlayError::Panic(round * 4 + 1, panicked))
    });
    let give_up = || stop.store(true, Ordering::Relaxed);
    side_by_side_in_order(players.collect(), rounds, &give_up, &mut |played| Ok(keep(played)?))
}

/// A pair of players, one for each side.
struct StudyTable<'a> {
    game: GameId,
    starts: &'a [String],
    engines: [Engine; 2],
    plan: &'a StudyPlan,
    stop: &'a AtomicBool,
}

impl StudyTable<'_> {
    /// Plays the games of a round; `None` if it was stopped.
    fn play_round(&mut self, round: u32) -> Result<Option<Vec<StudyGame>>, Panicked> {
        let mut games = Vec::new();
        for (number, pairing) in (round * 4..).zip(StudyPairing::ROUND) {
            // The last game has the opening of the one before it.
            let opening = number - u32::from(pairing == StudyPairing::Mixed(Side::Black));
            let random = random_of(self.plan.seed, opening);
            let Some(played) = self.play_game(number, pairing, random)? else {
                return Ok(None);
            };
            games.push(played);
        }
        Ok(Some(games))
    }

    fn play_game(
        &mut self,
        number: u32,
        pairing: StudyPairing,
        mut random: Rng,
    ) -> Result<Option<StudyGame>, Panicked> {
        let start = self.starts.get(random.usize(..self.starts.len().max(1)));
        let start = start.map_or(self.game.info().start, String::as_str).to_owned();
        let position = self.game.parse(&start);
        let mut line = Line::new(position.map_err(|error| Panicked(format!("start {start}: {error}")))?);
        let mut scores = Vec::new();
        self.engines.iter_mut().for_each(Engine::forget);
        while line.len() < LONGEST && line.verdict().is_none() {
            if self.stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let side = line.present().side();
            let is_opening = line.len() < OPENING;
            // Both games of a pair begin alike: the weak player draws their opening.
            let is_strong = match pairing {
                StudyPairing::Mixed(_) if is_opening => false,
                _ => pairing.is_strong(side),
            };
            let nodes = if is_strong { self.plan.nodes.saturating_mul(STRONGER) } else { self.plan.nodes };
            let choices = if is_opening { CHOICES } else { 1 };
            let found = think(&mut self.engines[side.index()], &line, nodes, choices)?;
            let Some(&(_, best)) = found.first() else { break };
            let good: Vec<Move> =
                found.iter().filter(|(_, score)| *score >= best - MARGIN).map(|(found, _)| *found).collect();
            let Some(chosen) = random.choice(good) else { break };
            let bound = i32::from(i16::MAX);
            scores.push(best.clamp(-bound, bound) as i16);
            line.play(chosen);
            if is_opening && line.len() == OPENING {
                // What the drawing has left in the tables differs with the strength of the players.
                self.engines.iter_mut().for_each(Engine::forget);
            }
        }
        Ok(Some(StudyGame { number, start, moves: line.moves().collect(), scores }))
    }
}

/// Searches so many nodes for the best moves, and returns them with their scores, the best first.
fn think(engine: &mut Engine, line: &Line, nodes: u64, choices: usize) -> Result<Vec<(Move, i32)>, Panicked> {
    let limits =
        Limits { nodes: Some(nodes), full_width: FullWidth::Never, multipv: choices, ..Limits::new() };
    let mut lines = BestLines::new(choices);
    let mut panicked = None;
    let control = Control::default();
    let report = engine.search_any(line.present(), line.history(), &limits, &control, |event| match event {
        SearchEvent::Iteration(iteration) => lines.hear(&iteration),
        SearchEvent::Failure(message) => panicked = Some(Panicked(message)),
        SearchEvent::CurrentMove { .. } => {}
    });
    if let Some(panicked) = panicked {
        return Err(panicked);
    }
    let mut found: Vec<(Move, i32)> = report.best.map(|best| (best, report.score)).into_iter().collect();
    for iteration in lines.iter().filter(|_| choices > 1) {
        // An iteration that was not finished has left lines of the one before it.
        if let Some(&first) = iteration.pv.first()
            && !found.iter().any(|(known, _)| *known == first)
        {
            found.push((first, iteration.score));
        }
    }
    Ok(found)
}
