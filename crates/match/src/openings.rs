//! Openings of matches: positions and lines from files, or balanced random moves.
//!
//! Files hold positions, one a line, as EPD or FEN, or games in PGN, whose first moves count.
//! Every opening can be played: positions are read, moves are legal, and the game goes on at their end.

use fastrand::Rng;
use helgi_record::{EpdLine, PgnError, PgnReader, ReadError, Record, epd};
use helgi_rules::fen::FenError;
use helgi_rules::games::GameId;
use helgi_rules::internals::readable::read_recorded;
use helgi_rules::notation::{MoveError, Notation};
use helgi_rules::{AnyPosition, Game, Line, Outcome, Position};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::iter;
use std::str::FromStr;
use thiserror::Error;

/// A position to begin with and moves that follow before the players take over.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Opening {
    /// The position, in the game's canonical text.
    pub fen: String,
    /// The moves, as on the wire.
    pub moves: Vec<String>,
}

/// In which order openings are used.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub enum OpeningOrder {
    /// As they stand in the file.
    #[default]
    Sequential,
    /// Shuffled.
    Random,
}

/// The format of a file of openings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Format {
    /// Positions, one a line, as EPD or FEN.
    Epd,
    /// Games.
    Pgn,
}

/// A word that names no order or format.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("`{value}`, expected {expected}")]
pub struct UnknownWord {
    value: String,
    expected: &'static str,
}

impl FromStr for OpeningOrder {
    type Err = UnknownWord;

    fn from_str(word: &str) -> Result<Self, UnknownWord> {
        match word {
            "sequential" => Ok(OpeningOrder::Sequential),
            "random" => Ok(OpeningOrder::Random),
            _ => Err(UnknownWord { value: word.to_owned(), expected: "sequential or random" }),
        }
    }
}

impl FromStr for Format {
    type Err = UnknownWord;

    fn from_str(word: &str) -> Result<Self, UnknownWord> {
        match word {
            "epd" | "fen" => Ok(Format::Epd),
            "pgn" => Ok(Format::Pgn),
            _ => Err(UnknownWord { value: word.to_owned(), expected: "epd or pgn" }),
        }
    }
}

/// The reason why openings cannot be made or read.
#[derive(Debug, Error)]
pub enum OpeningError {
    /// A fault in a file.
    #[error("{file}, line {line}: {problem}")]
    File {
        /// The name of the file.
        file: String,
        /// The line, from 1; of a game the one where it begins.
        line: usize,
        /// The fault.
        problem: OpeningProblem,
    },
    /// A PGN file that cannot be read.
    #[error("{file}, {error}")]
    Pgn {
        /// The name of the file.
        file: String,
        /// The place and the reason.
        error: PgnError,
    },
    /// A file of which nothing more can be read.
    #[error("{file}, {error}")]
    Read {
        /// The name of the file.
        file: String,
        /// The place and the reason.
        error: ReadError,
    },
    /// A file without an opening.
    #[error("{0}: no opening, expected at least one")]
    Empty(String),
}

/// A fault of an opening.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OpeningProblem {
    /// Its position.
    #[error("{0}")]
    Fen(#[from] FenError),
    /// One of its moves.
    #[error("half-move {0}: {1}")]
    Move(usize, MoveError),
    /// The game it is of.
    #[error("tag Variant: `{0}`, expected {1}")]
    Variant(String, &'static str),
    /// The game that an opcode names.
    #[error("opcode variant: `{0}`, expected {1}")]
    Opcode(String, &'static str),
    /// The game is over.
    #[error("the game is over, {0}")]
    Over(Outcome),
}

/// Reads the openings of a file's text; `file` is its name for errors, and `plies` how many moves of
/// each game of a PGN file to play at most, all if `None`.
///
/// In an EPD line the fields of the position count, the two numbers after them if they are there, and the opcodes
/// `hmvc`, `fmvn`, `variant` and `moves`, in any place; the others are ignored. Lines that are empty or begin with `#` are
/// skipped.
///
/// # Errors
///
/// At the first line or game that is not an opening of this game.
pub fn read(
    game: GameId,
    text: &str,
    file: &str,
    format: Format,
    plies: Option<usize>,
) -> Result<Vec<Opening>, OpeningError> {
    read_noting(game, text, file, format, plies, &mut |_, _| {})
}

/// [Reads](read) openings, and hands what was read otherwise than it is written to `note`, with the line.
///
/// # Errors
///
/// At the first line or game that is not an opening of this game.
pub fn read_noting(
    game: GameId,
    text: &str,
    file: &str,
    format: Format,
    plies: Option<usize>,
    note: &mut dyn FnMut(usize, &dyn fmt::Display),
) -> Result<Vec<Opening>, OpeningError> {
    let at = |line| move |problem| OpeningError::File { file: file.to_owned(), line, problem };
    let openings: Result<Vec<Opening>, OpeningError> = match format {
        Format::Epd => {
            let read =
                |(number, line)| from_epd(game, line, &mut |notice| note(number, notice)).map_err(at(number));
            epd::lines(text).map(read).collect()
        }
        Format::Pgn => PgnReader::new(text.as_bytes())
            .map(|located| {
                let located = located.map_err(|error| OpeningError::Read { file: file.to_owned(), error })?;
                let line = located.line;
                let record =
                    located.whole().map_err(|error| OpeningError::Pgn { file: file.to_owned(), error })?;
                from_record(game, &record, plies, &mut |notice| note(line, notice)).map_err(at(line))
            })
            .collect(),
    };
    openings.and_then(|openings| {
        if openings.is_empty() { Err(OpeningError::Empty(file.to_owned())) } else { Ok(openings) }
    })
}

/// Takes what was read otherwise than it is written.
type Note<'a> = &'a mut dyn FnMut(&dyn fmt::Display);

fn from_epd(game: GameId, line: &str, note: Note) -> Result<Opening, OpeningProblem> {
    let text = EpdLine::read(line).filter(|text| is_complete(line, text));
    // A field that is none is named by the reader of FEN.
    let Some(text) = text else { return from_position(game, line, iter::empty(), note) };
    if let Some(named) = text.operand("variant")
        && !GameId::named(named).is_some_and(|found| has_positions_of(game, found))
    {
        return Err(OpeningProblem::Opcode(named.to_owned(), game.name()));
    }
    // Lists of moves stand behind positions in UCI's `position`, and so in some people's files.
    from_position(game, &text.fen(), text.moves("moves"), note)
}

/// Returns true if a line has all fields of a position, or nothing but opcodes in place of the last ones.
fn is_complete(line: &str, text: &EpdLine) -> bool {
    let next = line.split_whitespace().nth(text.fields());
    text.fields() >= 4
        || next.is_none_or(|word| word.len() > 1 && word.starts_with(|c: char| c.is_ascii_lowercase()))
}

fn from_position<'t>(
    game: GameId,
    fen: &str,
    moves: impl Iterator<Item = &'t str>,
    note: Note,
) -> Result<Opening, OpeningProblem> {
    let (start, notices) = game.parse_lenient(fen)?;
    notices.iter().for_each(|notice| note(notice));
    played(game, start, moves, note)
}

/// The opening of some moves from a position.
fn played<'t>(
    game: GameId,
    start: AnyPosition,
    texts: impl Iterator<Item = &'t str>,
    note: Note,
) -> Result<Opening, OpeningProblem> {
    let mut line = Line::new(start);
    let mut moves = Vec::new();
    for (text, number) in texts.zip(1..) {
        let read = read_recorded(line.present(), text);
        let (legal, notice) = read.map_err(|error| OpeningProblem::Move(number, error))?;
        if let Some(notice) = notice {
            note(&format_args!("move {number}: {notice}"));
        }
        moves.push(Notation::of(&game).write(legal).to_string());
        line.play(legal);
    }
    match line.verdict() {
        Some(outcome) => Err(OpeningProblem::Over(outcome)),
        None => Ok(Opening { fen: line.start().fen(), moves }),
    }
}

/// Returns true if a game has the positions and moves of another, as chess has those of Chess960.
fn has_positions_of(game: GameId, found: GameId) -> bool {
    found == game || found.is_chess() && game.is_chess()
}

fn from_record(
    game: GameId,
    record: &Record,
    plies: Option<usize>,
    note: Note,
) -> Result<Opening, OpeningProblem> {
    if !record.game().is_some_and(|found| has_positions_of(game, found)) {
        let named = record.tags.get("Variant").unwrap_or(GameId::default().name());
        return Err(OpeningProblem::Variant(named.to_owned(), game.name()));
    }
    let (start, notices) = record.start_with_notices(game)?;
    notices.iter().for_each(|notice| note(notice));
    played(game, start, record.moves().take(plies.unwrap_or(usize::MAX)), note)
}

/// Openings in the order in which they are to be used; after the last comes the first again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpeningSource {
    openings: Vec<Opening>,
    first: usize,
}

impl OpeningSource {
    /// Orders openings; `start` is the number of the first one to use, from 1. `None` if there are
    /// no openings.
    pub fn new(
        mut openings: Vec<Opening>,
        order: OpeningOrder,
        start: usize,
        seed: u64,
    ) -> Option<OpeningSource> {
        if order == OpeningOrder::Random {
            Rng::with_seed(seed).shuffle(&mut openings);
        }
        (!openings.is_empty()).then_some(OpeningSource { openings, first: start.saturating_sub(1) })
    }

    /// The number of openings.
    pub fn len(&self) -> usize {
        self.openings.len()
    }

    /// Returns true if there is no opening; never.
    pub fn is_empty(&self) -> bool {
        self.openings.is_empty()
    }

    /// The opening of a round, counted from 0.
    pub fn opening(&self, round: usize) -> &Opening {
        // Reduced before they are added, since a sum of large numbers could overflow.
        &self.openings[(self.first % self.len() + round % self.len()) % self.len()]
    }
}

/// The starts of a game: the one that it has, or all of a game as Chess960, by their numbers from 0.
pub fn starts(game: GameId) -> Vec<Opening> {
    game.starts().into_iter().map(|fen| Opening { fen, moves: Vec::new() }).collect()
}

/// Number of random lines from which to learn what is balanced in a game.
const SAMPLE: usize = 32;

/// An advantage that is always small enough. Unit: centipawns.
const EVEN: u32 = 30;

/// After this many random lines, the search for one to begin with stops.
const PATIENCE: usize = 2000;

/// Returns the size of the advantage of either side at the end of a line, in centipawns; `None` if
/// the game is as good as decided there, so that nobody would begin with it.
///
/// The judge of random openings. It is asked only about lines at whose end the game goes on. An engine
/// can answer with the score of a short search.
pub type OpeningJudge<'a> = dyn FnMut(&Line) -> Option<u32> + 'a;

/// A [`OpeningJudge`] for whom every line is balanced.
pub fn unjudged(_: &Line) -> Option<u32> {
    Some(0)
}

/// Random openings of a game: `plies` random moves from its start, the chances even at their end.
///
/// Each is a function of the seed and its number alone, drawn when it is wanted, so that any machine draws any of
/// them. The game is not over at their end, and the judge sees a small advantage at most. How small suits the game:
/// of its first random lines a quarter is as even. Scores of another game or another number of moves may be much
/// larger. Two numbers have the same opening only by chance, as they must where a game has fewer.
#[derive(Clone, Debug)]
pub struct RandomOpenings {
    game: GameId,
    /// The texts of its shuffled starts; empty if it has one start.
    starts: Vec<String>,
    plies: usize,
    seed: u64,
    /// The largest advantage, once it is known.
    limit: Option<u32>,
    /// The number of the one drawn last and that opening: most are played twice in a row.
    last: Option<(usize, Opening)>,
}

/// The number of the lines from which to learn what is balanced: no opening has it.
const SAMPLED: usize = usize::MAX;

impl RandomOpenings {
    /// The openings of a seed; none is drawn yet.
    pub fn new(game: GameId, plies: usize, seed: u64) -> RandomOpenings {
        let starts = Some(game.starts()).filter(|starts| starts.len() > 1).unwrap_or_default();
        RandomOpenings { game, starts, plies, seed, limit: None, last: None }
    }

    /// Draws an opening; `None` if nearly all lines lead to games that are over or decided. The same judge
    /// must be used for all of them.
    pub fn opening(&mut self, number: usize, judge: &mut OpeningJudge) -> Option<Opening> {
        if self.last.as_ref().is_none_or(|(last, _)| *last != number) {
            self.last = Some((number, self.draw(number, judge)?));
        }
        self.last.as_ref().map(|(_, opening)| opening.clone())
    }

    fn draw(&mut self, number: usize, judge: &mut OpeningJudge) -> Option<Opening> {
        let limit = match self.limit {
            Some(limit) => limit,
            None => *self.limit.insert(self.sample(judge)),
        };
        let mut random = self.random(number);
        let candidates = (0..PATIENCE).filter_map(|_| self.candidate(&mut random, judge));
        candidates.filter(|(_, size)| *size <= limit).map(|(opening, _)| opening).next()
    }

    /// The advantage that a quarter of a sample does not exceed.
    fn sample(&self, judge: &mut OpeningJudge) -> u32 {
        let mut random = self.random(SAMPLED);
        let candidates = (0..PATIENCE).filter_map(|_| self.candidate(&mut random, judge));
        let mut sizes: Vec<u32> = candidates.take(SAMPLE).map(|(_, size)| size).collect();
        sizes.sort_unstable();
        sizes.get(sizes.len() / 4).map_or(EVEN, |&quarter| quarter.max(EVEN))
    }

    fn random(&self, number: usize) -> Rng {
        random(self.seed, number)
    }

    /// A random line, and the size of its score; `None` if it is not one to begin with.
    fn candidate(&self, random: &mut Rng, judge: &mut OpeningJudge) -> Option<(Opening, u32)> {
        let mut line = Line::new(self.start(random));
        while line.len() < self.plies {
            let legal = line.present().legal_moves();
            let &played = random.choice(&legal)?;
            line.play(played);
        }
        if line.verdict().is_some() {
            return None;
        }
        let size = judge(&line)?;
        let notation = Notation::of(&self.game);
        let moves = line.moves().map(|played| notation.write(played).to_string()).collect();
        Some((Opening { fen: line.start().fen(), moves }, size))
    }

    /// The start of a line.
    fn start(&self, random: &mut Rng) -> AnyPosition {
        let start = random.choice(&self.starts).and_then(|text| self.game.parse(text).ok());
        start.unwrap_or_else(|| self.game.start())
    }
}

/// Chance for a game, the same for the same seed.
pub(super) fn random(seed: u64, number: usize) -> Rng {
    // Matches with neighbouring seeds must not share games: 1 ^ 2 is 2 ^ 1.
    Rng::with_seed(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ number as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_judge_decides_which_random_lines_are_openings() {
        // White's first move decides the size of the advantage: 100 after one from the files b and
        // g, else 20.
        let is_uneven = |line: &Line| {
            let first = line.moves().next().unwrap();
            Notation::of(&GameId::CHESS).write(first).to_string().starts_with(['b', 'g'])
        };
        let mut judge = |line: &Line| Some(if is_uneven(line) { 100 } else { 20 });
        let random = |judge: &mut OpeningJudge, count: usize| -> Vec<Opening> {
            let mut openings = RandomOpenings::new(GameId::CHESS, 3, 1);
            (0..count).filter_map(|number| openings.opening(number, judge)).collect()
        };
        let made = random(&mut judge, 20);
        assert_eq!(made.len(), 20);
        assert!(made.iter().all(|opening| !opening.moves[0].starts_with(['b', 'g'])), "{made:?}");
        let made = random(&mut unjudged, 20);
        assert!(made.iter().any(|opening| opening.moves[0].starts_with(['b', 'g'])), "{made:?}");
        // If all lines are equally uneven, a quarter of the sample is as even as the others.
        assert_eq!(random(&mut |_| Some(900), 5).len(), 5);
        assert_eq!(random(&mut |_| None, 5), []);
    }

    #[test]
    fn an_opening_is_judged_when_it_is_wanted() {
        let mut openings = RandomOpenings::new(GameId::CHESS, 4, 1);
        let mut count = 0;
        let mut judge = |_: &Line| {
            count += 1;
            Some(0)
        };
        let last = openings.opening(100_000, &mut judge).unwrap();
        assert_eq!(count, SAMPLE + 1);
        // In another order, and on another machine.
        let mut others = RandomOpenings::new(GameId::CHESS, 4, 1);
        let first = others.opening(0, &mut unjudged).unwrap();
        assert_eq!(others.opening(100_000, &mut unjudged), Some(last.clone()));
        assert_eq!(openings.opening(0, &mut unjudged), Some(first.clone()));
        assert_ne!(first, last);
    }
}
