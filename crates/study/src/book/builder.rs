//! Books made of games, and of other books.

use super::{Book, BookEntry, Counts};
use helgi_record::GameResult;
use helgi_rules::board::{Move, Side, ZobristKey};
use helgi_rules::games::GameId;
use helgi_rules::{AnyPosition, Position};
use std::collections::{HashMap, HashSet};

/// The rules by which moves come into a book.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Recipe {
    /// The most half-moves of each game that count.
    pub max_ply: usize,
    /// In how many games a move was played, at least.
    pub min_games: u64,
    /// The points for each game that its mover made, at least; from 0 to 1.
    pub min_score: f64,
    /// The side whose moves count; both if `None`.
    pub only: Option<Side>,
    /// True if all moves have the same weight.
    pub uniform: bool,
}

impl Default for Recipe {
    fn default() -> Self {
        Recipe { max_ply: 40, min_games: 3, min_score: 0.0, only: None, uniform: false }
    }
}

/// A half-move of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookStep {
    /// The move.
    pub played: Move,
    /// True if it counts, false if it only leads on.
    pub counts: bool,
}

/// Counts moves of games, and makes a book of them.
#[derive(Clone, Debug)]
pub struct Builder {
    game: GameId,
    recipe: Recipe,
    counts: HashMap<(ZobristKey, Move), Counts>,
}

impl Builder {
    /// A book in which nothing has been counted yet.
    pub fn new(game: GameId, recipe: Recipe) -> Self {
        Builder { game, recipe, counts: HashMap::new() }
    }

    /// The game.
    pub fn game(&self) -> GameId {
        self.game
    }

    /// Counts the moves of a game of play; one that comes several times in the same position counts once.
    ///
    /// # Errors
    ///
    /// The number of the first half-move, from 1, that is not legal; those before it count. Moves of another game are
    /// not looked at and count as 0.
    pub fn add(
        &mut self,
        start: &AnyPosition,
        steps: impl IntoIterator<Item = BookStep>,
        ending: GameResult,
    ) -> Result<(), usize> {
        if start.game() != self.game {
            return Err(0);
        }
        let mut position = start.clone();
        let mut seen = HashSet::new();
        for (number, step) in (1..).zip(steps).take(self.recipe.max_ply) {
            if !position.is_legal(step.played) {
                return Err(number);
            }
            let (side, place) = (position.side(), (position.key(), step.played));
            let is_wanted = step.counts && self.recipe.only.is_none_or(|only| only == side);
            if is_wanted && seen.insert(place) {
                self.counts.entry(place).or_default().add(one(ending, side));
            }
            position.play(step.played);
        }
        Ok(())
    }

    /// Adds what another book has counted; its weights are left out. False, and nothing is added, if it is of another
    /// game.
    pub fn merge(&mut self, book: &Book) -> bool {
        if book.game() != self.game {
            return false;
        }
        for entry in book.entries() {
            self.counts.entry((entry.key, entry.played)).or_default().add(entry.counts);
        }
        true
    }

    /// The book of the moves that the recipe lets in.
    pub fn finish(self) -> Book {
        let Recipe { min_games, min_score, uniform, .. } = self.recipe;
        // A move of no game could come from another book.
        let is_wanted = |counts: &Counts| counts.games() >= min_games.max(1) && counts.score() >= min_score;
        let counted = self.counts.into_iter().filter(|(_, counts)| is_wanted(counts));
        let mut entries: Vec<BookEntry> = counted
            .map(|((key, played), counts)| {
                let weight = if uniform { 1 } else { counts.weight() };
                BookEntry { key, played, weight, counts }
            })
            .collect();
        // A book is searched by halving, in this order.
        entries.sort_unstable_by_key(BookEntry::place);
        Book { game: self.game, entries }
    }
}

/// A game with this ending, for a side.
fn one(ending: GameResult, side: Side) -> Counts {
    let mut counts = Counts::default();
    match (ending, side) {
        (GameResult::WhiteWins, Side::White) | (GameResult::BlackWins, Side::Black) => counts.wins = 1,
        (GameResult::WhiteWins | GameResult::BlackWins, _) => counts.losses = 1,
        (GameResult::Draw, _) => counts.draws = 1,
        (GameResult::Unknown, _) => counts.unknown = 1,
    }
    counts
}
