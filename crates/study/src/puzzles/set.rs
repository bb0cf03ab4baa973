//! Sets of puzzles: without duplicates, the easy ones first, and of many those that differ most.

use super::{FoundPuzzle, Theme};
use helgi_rules::board::{Move, ZobristKey};
use helgi_rules::internals::symmetry::Exchange;
use helgi_rules::{AnyPosition, Game, Position};
use std::collections::{HashMap, HashSet};

/// A number that a position shares with the one in which the colours are exchanged.
fn identity(position: &AnyPosition) -> ZobristKey {
    let (game, info) = (position.game(), position.info());
    let exchange = Exchange::new(position.outline(), info.symmetry);
    let mirrored = exchange.text(&position.fen()).ok().and_then(|text| game.parse(&text).ok());
    mirrored.map_or(position.key(), |mirrored| mirrored.key().min(position.key()))
}

/// A puzzle that can be put in a set.
pub trait PuzzleOfSet {
    /// The position.
    fn start(&self) -> &AnyPosition;

    /// The solution.
    fn moves(&self) -> &[Move];

    /// The themes.
    fn themes(&self) -> &[Theme];

    /// The degree of difficulty.
    fn difficulty(&self) -> u32;

    /// Number of positions that an engine searches to find the moves.
    fn effort(&self) -> u64;
}

impl PuzzleOfSet for FoundPuzzle {
    fn start(&self) -> &AnyPosition {
        &self.start
    }

    fn moves(&self) -> &[Move] {
        &self.moves
    }

    fn themes(&self) -> &[Theme] {
        &self.themes
    }

    fn difficulty(&self) -> u32 {
        FoundPuzzle::difficulty(self)
    }

    fn effort(&self) -> u64 {
        self.effort
    }
}

/// Leaves out puzzles with the position of an earlier one, or the same with the colours exchanged.
pub fn distinct<P: PuzzleOfSet>(puzzles: Vec<P>) -> Vec<P> {
    let mut seen = HashSet::new();
    let fresh = |puzzle: &P| seen.insert((puzzle.start().game().name(), identity(puzzle.start())));
    puzzles.into_iter().filter(fresh).collect()
}

/// Puts puzzles in the order in which they are best solved: by their difficulty.
///
/// Of those with the same position, or the same with the colours exchanged, only the first stays. Where more
/// than `count` are left, those are chosen that differ most in themes, difficulty and length.
pub fn arrange<P: PuzzleOfSet>(puzzles: Vec<P>, count: Option<usize>) -> Vec<P> {
    let mut puzzles = distinct(puzzles);
    if let Some(count) = count.filter(|&count| count < puzzles.len()) {
        puzzles = choose(puzzles, count);
    }
    puzzles.sort_by_key(|puzzle| (puzzle.difficulty(), puzzle.moves().len().div_ceil(2), puzzle.effort()));
    puzzles
}

/// A feature in which puzzles differ.
#[derive(PartialEq, Eq, Hash)]
enum Feature {
    Theme(Theme),
    Difficulty(u32),
    /// The piece that begins: two puzzles of one theme may yet be moves of different pieces.
    Mover(Option<u8>),
}

fn features<P: PuzzleOfSet>(puzzle: &P) -> Vec<Feature> {
    let first = puzzle.moves().first();
    let square = first.and_then(|first| first.from());
    let mover = square.and_then(|from| puzzle.start().piece_at(from, 0)).map(|piece| piece.kind.0);
    let themes = puzzle.themes().iter().map(|&theme| Feature::Theme(theme));
    themes.chain([Feature::Difficulty(puzzle.difficulty()), Feature::Mover(mover)]).collect()
}

/// Takes one after the other, each time the one whose features have been taken least.
fn choose<P: PuzzleOfSet>(puzzles: Vec<P>, count: usize) -> Vec<P> {
    let mut left: Vec<(Vec<Feature>, P)> =
        puzzles.into_iter().map(|puzzle| (features(&puzzle), puzzle)).collect();
    let mut taken: HashMap<Feature, u32> = HashMap::new();
    let mut chosen = Vec::new();
    while chosen.len() < count {
        let cost = |features: &[Feature]| {
            let sum: u32 = features.iter().map(|feature| taken.get(feature).copied().unwrap_or(0)).sum();
            f64::from(sum) / features.len() as f64
        };
        let costs = left.iter().map(|(features, _)| cost(features)).enumerate();
        // Of equally good ones the first.
        let best = costs.min_by(|(_, one), (_, other)| one.total_cmp(other)).map(|(index, _)| index);
        let Some(index) = best else { break };
        let (features, puzzle) = left.remove(index);
        for feature in features {
            *taken.entry(feature).or_default() += 1;
        }
        chosen.push(puzzle);
    }
    chosen
}
