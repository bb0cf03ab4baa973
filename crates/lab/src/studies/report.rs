//! The form of a report: its figures, and its games in short.

use super::facts::StudyGameError;
use super::interval::Share;
use super::keys::TriedKeys;
use super::play::{StudyGame, StudyPlan};
use super::worth::{PieceWorth, WorthUnit};
use helgi_rules::board::Side;
use helgi_rules::games::GameId;
use helgi_rules::notation::Notation;
use helgi_rules::{Game, Position, notation};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use thiserror::Error;

/// The version of the form of a report.
pub const VERSION: u32 = 2;

/// The settings of a study.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StudyHead {
    /// The name of the game.
    pub game: String,
    /// Its name for people.
    pub title: String,
    /// The fingerprint of its rules, if it is from a file.
    pub fingerprint: Option<String>,
    /// The version of the program.
    pub revision: String,
    /// The seed of the openings.
    pub seed: u64,
    /// The nodes for each move of the weaker player.
    pub nodes: u64,
    /// The rounds of four games of the whole study.
    pub rounds: u32,
}

impl StudyHead {
    /// The settings of a study of a game; `revision` is the version of the program.
    #[must_use]
    pub fn new(game: GameId, plan: &StudyPlan, rounds: u32, revision: &str) -> Self {
        StudyHead {
            game: game.name().to_owned(),
            title: game.info().title.to_owned(),
            fingerprint: game.fingerprint(),
            revision: revision.to_owned(),
            seed: plan.seed,
            nodes: plan.nodes,
            rounds,
        }
    }
}

/// Everything that a study has found.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StudyReport {
    /// The [version](VERSION) of this form.
    pub version: u32,
    /// The settings.
    pub head: StudyHead,
    /// The figures in sentences.
    pub findings: Vec<String>,
    /// Numbers of games.
    pub games: GameFigures,
    /// The results.
    pub scores: ScoreFigures,
    /// The ends of games, the most frequent first.
    pub ends: Vec<EndFigures>,
    /// Half-moves of a game.
    pub length: Spread,
    /// Legal moves of a turn.
    pub choices: ChoiceFigures,
    /// Half-moves with checks and captures, in percent.
    pub events: EventFigures,
    /// By lead: how often the side that is ahead first wins.
    pub leads: Vec<LeadFigures>,
    /// The pieces.
    pub pieces: Vec<PieceFigures>,
    /// The unit of the fitted worths of the pieces.
    pub worth_unit: WorthUnit,
    /// The squares.
    pub squares: SquareFigures,
    /// The openings by their length.
    pub openings: Vec<OpeningList>,
    /// The keys of the game's file; none for a game without one.
    pub keys: Option<TriedKeys>,
    /// Games to replay.
    pub replays: Vec<StudyReplay>,
    /// All games, in the order of their numbers.
    pub record: Vec<RecordedStudyGame>,
}

/// Numbers of games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameFigures {
    /// All.
    pub count: u64,
    /// Those that are not the same as another one.
    pub different: u64,
    /// Those that were broken off.
    pub unfinished: u64,
}

/// The results. A game that was broken off is counted as drawn.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScoreFigures {
    /// The side that moves first.
    pub first: String,
    /// Its score in all games.
    pub first_score: Share,
    /// Drawn games.
    pub drawn: Share,
    /// Between two weak players, two strong ones, and one of each: the score of the side that moves first, and the draws.
    pub by_players: Vec<PlayersFigures>,
    /// The score of the strong player against the weak one.
    pub strong: Share,
    /// That score as a difference in Elo, with the ends of its interval; none where one is infinite.
    pub strong_elo: [Option<f64>; 3],
}

/// The results of games between the same players.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayersFigures {
    /// The players.
    pub players: String,
    /// Games that White won, that were drawn, and that Black won.
    pub results: [u64; 3],
    /// The score of the side that moves first.
    pub first_score: Share,
    /// Drawn games.
    pub drawn: Share,
}

/// Games with the same end.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EndFigures {
    /// The reason.
    pub reason: String,
    /// Games that White won, that were drawn, and that Black won so.
    pub results: [u64; 3],
    /// Their share of all games.
    pub share: Share,
}

/// Some numbers in order.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spread {
    /// The least.
    pub least: u64,
    /// A quarter is at most so.
    pub quarter: u64,
    /// A half is at most so.
    pub median: u64,
    /// Three quarters are at most so.
    pub three_quarters: u64,
    /// The most.
    pub most: u64,
    /// Their mean.
    pub mean: f64,
    /// By number: how many, for plots.
    pub counts: BTreeMap<u64, u64>,
}

/// Legal moves of a turn.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChoiceFigures {
    /// Their numbers.
    pub moves: Spread,
    /// Turns with one legal move, in percent.
    pub forced: f64,
    /// By the half-moves played: the mean, as far as there are ten games.
    pub by_ply: Vec<f64>,
}

/// Half-moves in percent.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EventFigures {
    /// Turns that begin in check.
    pub checks: f64,
    /// Half-moves that take something.
    pub captures: f64,
    /// Castlings, as a number.
    pub castlings: u64,
    /// The mean number of times that the lead of a pawn changes sides in a game.
    pub lead_changes: f64,
}

/// The results of the side that was first ahead by so much.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeadFigures {
    /// The lead in the engine's centipawns.
    pub centipawns: i32,
    /// The score of the side that was ahead; none if nobody ever was.
    pub score: Option<Share>,
}

/// A kind of piece.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PieceFigures {
    /// Its text in positions.
    pub letter: String,
    /// Its name.
    pub name: String,
    /// Positions in which there was one, in percent.
    pub present: f64,
    /// Turns in which one of the side to move could move, in percent of all turns.
    pub movable: f64,
    /// Moves.
    pub moves: u64,
    /// Moves that took something.
    pub captures: u64,
    /// Drops.
    pub drops: u64,
    /// Promotions to it.
    pub promoted_to: u64,
    /// Promotions of it: the name of what it became, and how often.
    pub promotions: BTreeMap<String, u64>,
    /// The kinds that it can become and never became.
    pub never_promoted_to: Vec<String>,
    /// The moves that it never made, in words; only of pieces that have moved.
    pub never_made: Vec<String>,
    /// Its worth by the results of the games.
    pub worth: Option<PieceWorth>,
    /// The worth that the author of the game gave.
    pub given: Option<i32>,
}

/// The squares of the board.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SquareFigures {
    /// By name: how many pieces arrived.
    pub arrivals: BTreeMap<String, u64>,
    /// Squares on which nothing ever stood.
    pub unvisited: Vec<String>,
}

/// Openings of a length.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpeningList {
    /// The length in half-moves.
    pub plies: usize,
    /// The number of different ones.
    pub different: usize,
    /// The most frequent ones.
    pub openings: Vec<OpeningFigures>,
}

/// An opening.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpeningFigures {
    /// Its moves in SAN.
    pub moves: String,
    /// Its score for the side that moves first.
    pub first_score: Share,
}

/// A game to replay.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StudyReplay {
    /// Its number, from 0.
    pub number: u32,
    /// The reason why it was chosen.
    pub why: String,
    /// The game as PGN.
    pub pgn: String,
    /// Its last position.
    pub last: String,
}

/// A game in short.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedStudyGame {
    /// Its number, from 0.
    pub number: u32,
    /// The position that it began with, if it is not the usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// Its moves in UCI's notation.
    pub moves: String,
    /// The scores before each move, for the side to move, in centipawns.
    pub scores: Vec<i16>,
}

/// A recorded game that is not one of a study.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum RecordedGameError {
    /// A move is not legal.
    #[error("game {}: {}", u64::from(*.0) + 1, .1)]
    Move(u32, #[source] notation::MoveError),
    /// There is not one score for each move.
    #[error("game {}: {} scores, expected {}, one for each move", u64::from(*.0) + 1, .1, .2)]
    Scores(u32, usize, usize),
    /// Its start.
    #[error(transparent)]
    Game(#[from] StudyGameError),
}

impl RecordedStudyGame {
    /// The short form of a game.
    #[must_use]
    pub fn new(game: GameId, played: &StudyGame) -> Self {
        // Nearly all games begin at the usual start, so that most lines of the record are short.
        let start = Some(played.start.clone()).filter(|start| start != game.info().start);
        let notation = Notation::of(&game);
        let moves: Vec<_> = played.moves.iter().map(|&played| notation.write(played).to_string()).collect();
        let moves = moves.join(" ");
        RecordedStudyGame { number: played.number, start, moves, scores: played.scores.clone() }
    }

    /// The game, whose moves are legal.
    ///
    /// # Errors
    ///
    /// If its start, a move or the number of its scores is wrong.
    pub fn read(&self, game: GameId) -> Result<StudyGame, RecordedGameError> {
        let number = self.number;
        let start = self.start.clone().unwrap_or_else(|| game.info().start.to_owned());
        let mut position = game.parse(&start).map_err(|error| StudyGameError::Start(number, error))?;
        let mut moves = Vec::new();
        for text in self.moves.split_whitespace() {
            let legal =
                notation::read(&position, text).map_err(|error| RecordedGameError::Move(number, error))?;
            position.play(legal);
            moves.push(legal);
        }
        if moves.len() != self.scores.len() {
            return Err(RecordedGameError::Scores(number, self.scores.len(), moves.len()));
        }
        Ok(StudyGame { number, start, moves, scores: self.scores.clone() })
    }
}

impl PieceFigures {
    /// All promotions that it can make and those that it has made, each with the number of times.
    pub fn all_promotions(&self) -> impl Iterator<Item = (&str, u64)> {
        let done = self.promotions.iter().map(|(goal, count)| (goal.as_str(), *count));
        done.chain(self.never_promoted_to.iter().map(|goal| (goal.as_str(), 0)))
    }
}

impl OpeningList {
    /// `first 4 half-moves, 12 different`.
    #[must_use]
    pub fn heading(&self) -> String {
        let length = match self.plies {
            1 => "first half-move".to_owned(),
            plies => format!("first {plies} half-moves"),
        };
        format!("{length}, {} different", self.different)
    }
}

/// The other side of one of a name: `Black` for `White`.
#[must_use]
pub fn other_side(name: &str) -> &'static str {
    if name == Side::White.name() { Side::Black.name() } else { Side::White.name() }
}
