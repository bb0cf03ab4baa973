//! Games replayed, to learn from their positions.

use super::file::{Damage, Head, Reader, SelfPlayGame, SelfPlayPly};
use helgi_engine::internals::search::is_decided;
use helgi_files::open_input;
use helgi_rules::fen::FenError;
use helgi_rules::{Game, GameId, Position};
use std::io::{self, BufReader};
use std::path::Path;
use thiserror::Error;

/// The positions of a game that are taken, out of those that were searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SampleFilter {
    /// The first half-move that counts, from 0.
    pub from_ply: usize,
    /// The largest score, in centipawns.
    pub most: i16,
    /// True if positions in check, or with a noisy best move, are left out.
    pub only_quiet: bool,
}

/// The reason why a game of a file is not played again.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// Its start.
    #[error("{0}")]
    Start(#[from] FenError),
    /// A half-move, counted from 1, that is not legal.
    #[error("half-move {0} is not legal")]
    Illegal(usize),
    /// A move from the position before this half-move, counted from 1, to one beside the game.
    #[error("a move drawn at half-move {0} is not legal")]
    IllegalBeside(usize),
    /// The program knows no game of that name.
    #[error("{0}: expected a game that this program plays")]
    UnknownGame(String),
    /// The game is not the one that is asked for, or not one of its kind.
    #[error("a game of {found}: expected one of {expected}")]
    OtherGame {
        /// The name of the game in the file.
        found: &'static str,
        /// The name of the other.
        expected: &'static str,
    },
    /// The game has been read before.
    #[error("the game has been read before")]
    Double,
    /// Nothing can be learned from positions without scores.
    #[error("positions without scores: expected some; add them with `helgi label`")]
    Unlabelled,
}

impl From<ReplayError> for io::Error {
    /// An error about data.
    fn from(error: ReplayError) -> io::Error {
        io::Error::new(io::ErrorKind::InvalidData, error)
    }
}

/// Plays a game again, and hands each position that the filter takes to `take`, with the score for the
/// side to move.
///
/// # Errors
///
/// If the start or a move does not belong to the game.
pub fn replay<G: Game>(
    game: &G,
    played: &SelfPlayGame,
    filter: SampleFilter,
    mut take: impl FnMut(&G::Position, i16),
) -> Result<(), ReplayError> {
    walk(game, played, |position, number, ply| {
        let is_wanted = |score: &i16| {
            number >= filter.from_ply
                && score.unsigned_abs() <= filter.most.unsigned_abs()
                && !is_decided(i32::from(*score))
        };
        if let Some(score) = ply.score.filter(is_wanted)
            && !(filter.only_quiet && (position.in_check() || position.is_noisy(ply.played)))
        {
            take(position, score);
        }
    })
}

/// Plays a game again, and hands each position to `each`, with the number of the half-move after it, from 0, and with that
/// half-move.
///
/// # Errors
///
/// If the start or a move does not belong to the game.
pub(crate) fn walk<G: Game>(
    game: &G,
    played: &SelfPlayGame,
    mut each: impl FnMut(&G::Position, usize, &SelfPlayPly),
) -> Result<(), ReplayError> {
    let mut position = match &played.start {
        Some(start) => game.parse(start)?,
        None => game.start(),
    };
    for (number, ply) in played.plies.iter().enumerate() {
        if !position.is_legal(ply.played) {
            return Err(ReplayError::Illegal(number + 1));
        }
        each(&position, number, ply);
        position.play(ply.played);
    }
    Ok(())
}

/// Reads a file and calls `each` with each of its games, its game id and its head. Games after
/// damage, and after a game that `each` finds wrong, are left out, and the damage returned.
///
/// # Errors
///
/// If the file cannot be read or is not one of self-play games.
pub fn read<E: From<ReplayError> + Into<io::Error>>(
    path: &Path,
    mut each: impl FnMut(GameId, &Head, &SelfPlayGame) -> Result<(), E>,
) -> io::Result<Option<Damage>> {
    let file = BufReader::with_capacity(1 << 20, open_input(path)?);
    let mut reader =
        Reader::new(file).map_err(|damage| io::Error::new(io::ErrorKind::InvalidData, damage.to_string()))?;
    let mut games = 0;
    loop {
        // Taken before the game is read: a fault in it is reported at its beginning.
        let offset = reader.offset();
        let played = match reader.next() {
            None => return Ok(None),
            Some(Err(damage)) => return Ok(Some(damage)),
            Some(Ok(played)) => played,
        };
        let name = &reader.head().game;
        let found = GameId::named(name)
            .ok_or_else(|| ReplayError::UnknownGame(name.clone()).into())
            .and_then(|game| each(game, reader.head(), &played));
        if let Err(error) = found {
            return Ok(Some(Damage { offset, games, error: error.into() }));
        }
        games += 1;
    }
}
