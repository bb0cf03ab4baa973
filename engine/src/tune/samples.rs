//! Positions of self-play with the result of their game, and the file they are kept in.
//!
//! The file is text: a line with the column names, then for each position the number of its game,
//! the result for White (1, 0.5 or 0), the score that the player's search gave it, in centipawns for
//! White, and the position, separated by tabs.

use crate::eval::Evaluate;
use crate::search::{Control, Engine, Limits, OutOfMemory, is_decided};
use fastrand::Rng;
use helgi_rules::board::Side;
use helgi_rules::{Game, History, Outcome, Position, Select, verdict};
use std::fmt::Write as _;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// The table of a player in megabytes.
const TABLE: usize = 8;

/// How many random moves begin a game, at least and at most.
const OPENING: (usize, usize) = (4, 9);

/// A game of so many half-moves is given up as a draw.
const LONGEST: usize = 400;

/// So many games are played between two looks at whether there are enough positions, so that the
/// positions do not depend on the number of threads.
const BATCH: usize = 64;

const HEAD: &str = "game\tresult\tscore\tposition";

/// How positions are to be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The number of positions.
    pub positions: usize,
    /// The nodes for each move.
    pub nodes: u64,
    /// What openings and the choice of positions are drawn with.
    pub seed: u64,
    /// How many games are played at once; no other positions come of it.
    pub threads: usize,
}

/// A position and how its game ended.
#[derive(Clone, Debug)]
pub struct Sample<P> {
    /// The number of the game: positions of one game belong together.
    pub game: usize,
    /// The result for White: 1, 0.5 or 0.
    pub result: f64,
    /// What the player's search gave it: centipawns for White.
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

/// Plays games until there are as many positions as the plan says; `progress` hears how many there
/// are.
///
/// # Errors
///
/// If there is no memory for the players' tables.
pub fn collect<G: Game, E: Evaluate<G::Position>>(
    game: &G,
    evaluator: &E,
    plan: &Plan,
    mut progress: impl FnMut(usize),
) -> Result<Vec<Sample<G::Position>>, OutOfMemory> {
    let mut engines =
        (0..plan.threads.max(1)).map(|_| Engine::new(TABLE, 1)).collect::<Result<Vec<_>, _>>()?;
    let mut samples = Vec::new();
    let mut played = 0;
    while samples.len() < plan.positions {
        let next = AtomicUsize::new(played);
        played += BATCH;
        let batch = Mutex::new(Vec::new());
        thread::scope(|scope| {
            for engine in &mut engines {
                scope.spawn(|| {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= played {
                            return;
                        }
                        let found = play(game, evaluator, engine, plan, number);
                        if let Ok(mut batch) = batch.lock() {
                            batch.push(found);
                        }
                    }
                });
            }
        });
        let mut batch = batch.into_inner().unwrap_or_default();
        batch.sort_by_key(|game| game.first().map(|sample| sample.game));
        samples.extend(batch.into_iter().flatten());
        progress(samples.len().min(plan.positions));
    }
    samples.truncate(plan.positions);
    Ok(samples)
}

/// Plays a game against itself: its quiet positions, about every second one.
fn play<G: Game, E: Evaluate<G::Position>>(
    game: &G,
    evaluator: &E,
    engine: &mut Engine,
    plan: &Plan,
    number: usize,
) -> Vec<Sample<G::Position>> {
    let mut random = Rng::with_seed(plan.seed.wrapping_mul(1_000_003) ^ number as u64);
    let limits = Limits::to_nodes(plan.nodes);
    let mut position = game.start();
    let mut history = History::starting_with(&position);
    let mut found = Vec::new();
    let random_moves = random.usize(OPENING.0..=OPENING.1);
    engine.forget();
    let result = loop {
        if let Some(outcome) = verdict(&position, &history) {
            break for_white(outcome);
        }
        if history.len() > LONGEST {
            break 0.5;
        }
        let best = if history.len() <= random_moves {
            let mut moves = Vec::new();
            position.generate(Select::All, &mut moves);
            random.choice(moves)
        } else {
            let report = engine.search(&position, &history, evaluator, &limits, &Control::default(), |_| ());
            let quiet = !position.in_check() && report.best.is_some_and(|best| !position.is_noisy(best));
            if quiet && !is_decided(report.score) && random.bool() {
                let score = if position.side() == Side::White { report.score } else { -report.score };
                found.push((score, position.clone()));
            }
            report.best
        };
        let Some(best) = best else { break 0.5 };
        position.play(best);
        history.push(position.key());
    };
    found.into_iter().map(|(score, position)| Sample { game: number, result, score, position }).collect()
}

fn for_white(outcome: Outcome) -> f64 {
    match outcome.winner {
        Some(Side::White) => 1.0,
        Some(Side::Black) => 0.0,
        None => 0.5,
    }
}

/// The text of a file with these samples.
pub fn write<G: Game>(game: &G, samples: &[Sample<G::Position>]) -> String {
    let mut text = format!("{HEAD}\n");
    for sample in samples {
        // Writing to a string does not fail.
        let Sample { game: number, result, score, position } = sample;
        let _ = writeln!(text, "{number}\t{result}\t{score}\t{}", game.format(position));
    }
    text
}

/// Reads what [`write()`] has written.
///
/// # Errors
///
/// At the first line that is no sample of the game: its number, what it says, what was expected.
pub fn read<G: Game>(game: &G, text: &str) -> Result<Vec<Sample<G::Position>>, String> {
    let mut lines = text.lines().enumerate();
    match lines.next() {
        Some((_, HEAD)) => {}
        first => {
            let first = first.map_or("", |(_, line)| line);
            return Err(format!("line 1: `{first}`: expected `{HEAD}`"));
        }
    }
    let sample = |line: &str| {
        let columns: Vec<&str> = line.splitn(4, '\t').collect();
        let [number, result, score, fen] = columns[..] else {
            return Err("expected four columns separated by tabs".to_owned());
        };
        let result = match result {
            "0" => 0.0,
            "0.5" => 0.5,
            "1" => 1.0,
            _ => return Err(format!("result `{result}`: expected 0, 0.5 or 1")),
        };
        Ok(Sample {
            game: number.parse().map_err(|_| format!("game `{number}`: expected a number"))?,
            result,
            score: score.parse().map_err(|_| format!("score `{score}`: expected centipawns"))?,
            position: game.parse(fen).map_err(|error| error.to_string())?,
        })
    };
    lines.map(|(index, line)| sample(line).map_err(|error| format!("line {}: {error}", index + 1))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::chess::ChessEval;
    use helgi_rules::chess::Chess;

    fn few(threads: usize, seed: u64) -> String {
        let plan = Plan { positions: 60, nodes: 60, seed, threads };
        write(&Chess, &collect(&Chess, &ChessEval::default(), &plan, |_| ()).unwrap())
    }

    #[test]
    fn a_seed_makes_the_same_positions_with_any_number_of_threads() {
        let text = few(1, 7);
        assert_eq!(text, few(3, 7));
        assert_ne!(text, few(1, 8));
    }

    #[test]
    fn files_are_read_back() {
        let text = few(1, 7);
        let samples = read(&Chess, &text).unwrap();
        assert_eq!(samples.len(), 60);
        assert!(samples.iter().all(|sample| !sample.position.in_check()));
        assert_eq!(write(&Chess, &samples), text);
    }

    #[test]
    fn errors_name_line_and_value() {
        let error = |text: &str| read(&Chess, text).err().unwrap();
        assert_eq!(error("what"), format!("line 1: `what`: expected `{HEAD}`"));
        assert_eq!(error(&format!("{HEAD}\n3\t2\t9\tx")), "line 2: result `2`: expected 0, 0.5 or 1");
        assert!(error(&format!("{HEAD}\n3\t1\t9\tnothing")).starts_with("line 2: "));
    }
}
