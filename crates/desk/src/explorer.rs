//! The opening explorer: what was played from a position in the user's own games, and what a book has for it.

use helgi_rules::board::{Move, Side};
use helgi_rules::notation::Notation;
use helgi_rules::readable::{self, Style};
use helgi_rules::{AnyPosition, Position};
use helgi_study::book::{Book, BookEntry};
use serde::Serialize;
use std::collections::BTreeMap;

/// The moves that are known from a position.
#[derive(Clone, PartialEq, Serialize, Debug)]
pub struct ExploredPosition {
    /// The number of own games in which a move was played here.
    pub games: u64,
    /// The moves, those of more games first, then those of the book.
    pub moves: Vec<ExploredMove>,
}

/// A move that is known from a position.
#[derive(Clone, PartialEq, Serialize, Debug)]
pub struct ExploredMove {
    /// The move as on the wire.
    pub wire: String,
    /// The move in SAN.
    pub san: String,
    /// The own games in which it was played.
    pub games: u64,
    /// Those that White won.
    pub white: u32,
    /// Those that were drawn.
    pub draws: u32,
    /// Those that Black won.
    pub black: u32,
    /// The probability with which the book plays it, from 0 to 1.
    pub book: Option<f64>,
}

/// The moves that the own games and a book have from a position.
pub fn explore(position: &AnyPosition, own: Option<&Book>, book: Option<&Book>) -> ExploredPosition {
    let game = position.game();
    let played = own.map_or_else(Vec::new, |own| own.moves(position));
    let advised = book.map_or_else(Vec::new, |book| book.moves(position));
    let all: u32 = advised.iter().map(|entry| entry.weight).sum();
    // All weights of a position may be 0.
    let share = |entry: &BookEntry| f64::from(entry.weight) / f64::from(all.max(1));
    let shares: BTreeMap<u32, f64> =
        advised.iter().map(|entry| (entry.played.bits(), share(entry))).collect();
    let notation = Notation::of(&game);
    let known = |legal: Move, entry: Option<&BookEntry>| {
        let counts = entry.map(|entry| entry.counts).unwrap_or_default();
        let (white, black) = match position.side() {
            Side::White => (counts.wins, counts.losses),
            Side::Black => (counts.losses, counts.wins),
        };
        ExploredMove {
            wire: notation.write(legal).to_string(),
            san: readable::write(position, legal, Style::San),
            games: counts.games(),
            white,
            draws: counts.draws,
            black,
            book: shares.get(&legal.bits()).copied(),
        }
    };
    let mut moves: Vec<ExploredMove> = played.iter().map(|entry| known(entry.played, Some(entry))).collect();
    moves.sort_by_key(|explored| u64::MAX - explored.games);
    let is_new = |entry: &&BookEntry| played.iter().all(|other| other.played != entry.played);
    moves.extend(advised.iter().filter(is_new).map(|entry| known(entry.played, None)));
    ExploredPosition { games: moves.iter().map(|explored| explored.games).sum(), moves }
}
