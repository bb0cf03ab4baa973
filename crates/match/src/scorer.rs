//! Scores of positions by an engine: one position after the other, without a game around them.

use super::log::Log;
use super::player::Fault;
use super::settings::{EngineSettings, Protocol};
use super::stop::MatchStop;
use super::uci::Uci;
use helgi_protocol::info::SearchScore;
use helgi_rules::board::Side;
use std::time::Duration;
use thiserror::Error;

/// The longest time without a line of the engine before it is given up.
const PATIENCE: Duration = Duration::from_secs(60);

/// A mate counts as so many centipawns: more than any net learns from.
const MATE: i32 = 32_000;

/// The source of a score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScoreSource {
    /// The command `eval`, which is none of UCI's but common.
    Eval,
    /// A search within the limits of the engine's settings.
    Search,
}

/// The reason why there is no score.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ScoreError {
    /// The engine does not play, or plays no more.
    #[error("{engine} {fault}")]
    Engine {
        /// Its name.
        engine: String,
        /// Its fault.
        fault: String,
    },
    /// The engine answers without a score.
    #[error("{engine}: no score of `{fen}`; {expected}")]
    NoScore {
        /// Its name.
        engine: String,
        /// The position.
        fen: String,
        /// The expectation, and what to do.
        expected: &'static str,
    },
    /// The work has been ended.
    #[error("stopped")]
    Stopped,
}

/// An engine that scores positions.
pub struct Scorer {
    player: Uci,
    name: String,
    settings: EngineSettings,
    source: ScoreSource,
}

impl Scorer {
    /// Starts an engine for a game. Returned with it is what is to be said about its options, a line each.
    ///
    /// # Errors
    ///
    /// If it does not start or get ready, does not play the game, or speaks another protocol than UCI.
    pub fn start(
        settings: &EngineSettings,
        variant: &str,
        source: ScoreSource,
        stop: &MatchStop,
    ) -> Result<(Scorer, Vec<String>), ScoreError> {
        let name = settings.name.clone();
        if settings.protocol != Protocol::Uci {
            let fault = "speaks another protocol: expected UCI, whose scores have a common form".to_owned();
            return Err(ScoreError::Engine { engine: name, fault });
        }
        let fail = |fault| failure(&name, fault);
        let (mut player, warnings) = Uci::start(settings, &Log::default(), stop).map_err(fail)?;
        player.set_variant(variant).map_err(fail)?;
        Ok((Scorer { player, name, settings: settings.clone(), source }, warnings))
    }

    /// The score of a position for the side to move, in the engine's centipawns.
    ///
    /// # Errors
    ///
    /// If the engine ends, is silent for a minute, or answers without a score.
    pub fn score(&mut self, fen: &str, side: Side) -> Result<i32, ScoreError> {
        let (score, expected) = match self.source {
            ScoreSource::Eval => {
                let lines = self.player.eval(fen, PATIENCE).map_err(|fault| failure(&self.name, fault))?;
                // The last such line is the whole evaluation: Stockfish has one of its net before it.
                let white = lines.iter().rev().find_map(|line| for_white(line));
                let score = white.map(|score| if side == Side::White { score } else { -score });
                (
                    score,
                    "expected a line of `eval` as `Final evaluation +0.26 (white side)`; use nodes= or depth=",
                )
            }
            ScoreSource::Search => {
                let score = self.player.search(fen, &self.settings.control, PATIENCE);
                let score = score.map_err(|fault| failure(&self.name, fault))?.map(|score| match score {
                    SearchScore::Centipawns(score) => score.clamp(-MATE, MATE),
                    SearchScore::Mate(1..) => MATE,
                    // By `mate 0` the side that moves is mated already.
                    SearchScore::Mate(_) => -MATE,
                });
                (score, "expected an `info` with an exact score; give it more nodes or depth")
            }
        };
        score.ok_or_else(|| ScoreError::NoScore { engine: self.name.clone(), fen: fen.to_owned(), expected })
    }
}

fn failure(engine: &str, fault: Fault) -> ScoreError {
    match fault {
        Fault::Stopped => ScoreError::Stopped,
        fault => ScoreError::Engine { engine: engine.to_owned(), fault: fault.to_string() },
    }
}

/// The centipawns of a line as `Final evaluation       +0.26 (white side)`.
fn for_white(line: &str) -> Option<i32> {
    let (before, _) = line.split_once("(white side)")?;
    let pawns: f64 = before.split_whitespace().next_back()?.parse().ok()?;
    let centipawns = (pawns * 100.0).round();
    (centipawns.abs() <= f64::from(MATE)).then_some(centipawns as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evaluations_of_several_programs_are_read() {
        for (line, expected) in [
            ("Final evaluation       +0.26 (white side) [with scaled NNUE, hybrid, ...]", Some(26)),
            ("Total evaluation: -0.90 (white side)", Some(-90)),
            ("Final evaluation       -0.12 (white side)", Some(-12)),
            ("Final evaluation: none (in check)", None),
            ("Evaluation: +0.12 pawns for Black, who is to move", None),
        ] {
            assert_eq!(for_white(line), expected, "{line}");
        }
    }
}
