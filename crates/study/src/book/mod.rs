//! Opening books: which moves were played in which positions, how often, and what came of it.
//!
//! A [`Book`] is of one game and is looked up by the keys of positions. It is made by a [`Builder`], read and
//! written by [`mod@file`], and chooses the move to play; its callers decide when to ask it. Nothing here
//! searches.

pub mod builder;
pub mod file;

pub use builder::{BookStep, Builder, Recipe};

use fastrand::Rng;
use helgi_rules::board::{Move, ZobristKey};
use helgi_rules::games::GameId;
use helgi_rules::{AnyPosition, Position};
use std::cmp::Reverse;

/// The results of games in which a move was played, as its mover sees them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Counts {
    /// Games that the mover won.
    pub wins: u32,
    /// Games that were drawn.
    pub draws: u32,
    /// Games that the mover lost.
    pub losses: u32,
    /// Games without a result.
    pub unknown: u32,
}

impl Counts {
    /// Returns the number of games.
    pub fn games(self) -> u64 {
        [self.wins, self.draws, self.losses, self.unknown].map(u64::from).iter().sum()
    }

    /// The points of the mover for each game, from 0 to 1, where a draw is half a point, and so is a game without a
    /// result; 0 without games.
    pub fn score(self) -> f64 {
        self.half_points() as f64 / (2 * self.games()).max(1) as f64
    }

    /// The weight that follows from the results: two for a win, one for a draw or a game without a result.
    pub fn weight(self) -> u32 {
        u32::try_from(self.half_points()).unwrap_or(u32::MAX)
    }

    fn half_points(self) -> u64 {
        2 * u64::from(self.wins) + u64::from(self.draws) + u64::from(self.unknown)
    }

    /// Adds other games; an overflow becomes the largest number.
    fn add(&mut self, other: Counts) {
        self.wins = self.wins.saturating_add(other.wins);
        self.draws = self.draws.saturating_add(other.draws);
        self.losses = self.losses.saturating_add(other.losses);
        self.unknown = self.unknown.saturating_add(other.unknown);
    }
}

/// A move of a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookEntry {
    /// The key of the position.
    pub key: ZobristKey,
    /// The move.
    pub played: Move,
    /// The weight with which it is chosen, beside the other moves of the position; 0 is never.
    pub weight: u32,
    /// The counted results.
    pub counts: Counts,
}

impl BookEntry {
    /// The key by which entries are sorted, and found.
    fn place(&self) -> (ZobristKey, u32) {
        (self.key, self.played.bits())
    }
}

/// The way to choose a move among those of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BookChoice {
    /// The heaviest.
    Best,
    /// Each in proportion to its weight. The same seed chooses the same move in the same position.
    Weighted {
        /// The seed.
        seed: u64,
    },
}

/// An answer of a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookAnswer {
    /// The move to play.
    pub entry: BookEntry,
    /// The weights of all moves of the position together.
    pub total: u64,
    /// The heaviest move of the position after it, if the book has one.
    pub reply: Option<Move>,
}

impl BookAnswer {
    /// Returns the probability that the move is chosen, from 0 to 1.
    pub fn share(&self) -> f64 {
        f64::from(self.entry.weight) / self.total.max(1) as f64
    }
}

/// An opening book of one game.
///
/// ```
/// use helgi_study::book::{Builder, BookChoice, Recipe, BookStep};
/// use helgi_record::GameResult;
/// use helgi_rules::{Game, GameId, notation};
///
/// let start = GameId::CHESS.start();
/// let first = notation::read(&start, "e2e4")?;
/// let mut builder = Builder::new(GameId::CHESS, Recipe { min_games: 1, ..Recipe::default() });
/// builder.add(&start, [BookStep { played: first, counts: true }], GameResult::WhiteWins).expect("a legal move");
/// let book = builder.finish();
/// assert_eq!(book.moves(&start)[0].counts.wins, 1);
/// assert_eq!(book.answer(&start, BookChoice::Best).map(|answer| answer.entry.played), Some(first));
/// # Ok::<(), helgi_rules::notation::MoveError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Book {
    game: GameId,
    /// Sorted by key and move, each once.
    entries: Vec<BookEntry>,
}

impl Book {
    /// The game.
    pub fn game(&self) -> GameId {
        self.game
    }

    /// All moves, sorted by key.
    pub fn entries(&self) -> &[BookEntry] {
        &self.entries
    }

    /// Returns the number of positions it has moves for.
    pub fn positions(&self) -> usize {
        self.entries.chunk_by(|one, other| one.key == other.key).count()
    }

    /// The legal moves that the book has for a position, the heaviest first, then those of more games. None if the
    /// position is of another game.
    pub fn moves(&self, position: &AnyPosition) -> Vec<BookEntry> {
        if position.game() != self.game {
            return Vec::new();
        }
        let key = position.key();
        let first = self.entries.partition_point(|entry| entry.key < key);
        let here = self.entries.iter().skip(first).take_while(|entry| entry.key == key);
        // Another position may have the same key.
        let mut moves: Vec<BookEntry> =
            here.filter(|entry| position.is_legal(entry.played)).copied().collect();
        moves.sort_by_key(|entry| (Reverse((entry.weight, entry.counts.games())), entry.played.bits()));
        moves
    }

    /// The move to play in a position, if there is one with a weight.
    pub fn answer(&self, position: &AnyPosition, choice: BookChoice) -> Option<BookAnswer> {
        let moves = self.moves(position);
        let total: u64 = moves.iter().map(|entry| u64::from(entry.weight)).sum();
        if total == 0 {
            return None;
        }
        let mut left = match choice {
            // The first has the greatest weight.
            BookChoice::Best => 0,
            BookChoice::Weighted { seed } => Rng::with_seed(seed ^ position.key()).u64(..total),
        };
        // The moves lie in a row, each as long as its weight.
        let entry = moves.into_iter().find(|entry| {
            let is_chosen = left < u64::from(entry.weight);
            left = left.saturating_sub(entry.weight.into());
            is_chosen
        })?;
        let behind = self.moves(&position.after(entry.played));
        let reply = behind.first().filter(|reply| reply.weight > 0).map(|reply| reply.played);
        Some(BookAnswer { entry, total, reply })
    }
}

#[cfg(test)]
mod tests;
