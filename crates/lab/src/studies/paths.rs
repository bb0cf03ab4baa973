//! The ways of pieces that were gone in games.

use helgi_rules::Position;
use helgi_rules::board::{Action, Bitboard, Geometry, Move, Movement, Occupancy, Outline, Side, Square};
use helgi_rules::games::GameId;
use helgi_rules::internals::board::path::Path;
use helgi_rules::{AnyPosition, Game};
use helgi_words::{Catalogue, pieces};
use std::fmt;
use std::sync::Arc;

/// The words of 64 squares that the largest board has.
const WORDS: usize = 3;

/// The ways of one kind of piece that have the same words.
struct Way {
    words: String,
    /// By side.
    moves: [Vec<Movement<WORDS>>; 2],
}

/// The ways of the pieces of a game, and how often each was gone. Of clones, each counts for itself.
#[derive(Clone)]
pub struct PathTables {
    geometry: Arc<Geometry<WORDS>>,
    /// By kind.
    ways: Arc<Vec<Vec<Way>>>,
    counts: Vec<Vec<u64>>,
    /// By kind: true if it has moved in a way that its descriptor does not tell.
    is_unsure: Vec<bool>,
}

impl fmt::Debug for PathTables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PathTables").field("counts", &self.counts).finish_non_exhaustive()
    }
}

impl PathTables {
    /// The tables of a game.
    #[must_use]
    pub fn new(game: GameId) -> Self {
        // Of a board that is too large for the tables nothing can be told.
        let has_room = game.outline().len() <= 64 * WORDS;
        let outline = if has_room { game.outline().clone() } else { Outline::new(1, 1, |_, _| true) };
        let geometry = Geometry::<WORDS>::new(outline);
        let ways: Vec<Vec<Way>> = game
            .info()
            .pieces
            .iter()
            .map(|piece| {
                let mut ways: Vec<Way> = Vec::new();
                let both = Side::BOTH.map(|side| piece.paths(side));
                // Words are those of White's ways, as everywhere; the same way of Black has the same place.
                let is_alike = both[0].len() == both[1].len();
                for side in Side::BOTH.into_iter().filter(|_| has_room) {
                    for (index, path) in both[side.index()].iter().enumerate() {
                        let words = in_words(if is_alike { &both[0][index] } else { path });
                        let made = Movement::of_paths(&geometry, std::slice::from_ref(path), side);
                        let at = ways.iter().position(|way| way.words == words).unwrap_or_else(|| {
                            ways.push(Way { words, moves: [Vec::new(), Vec::new()] });
                            ways.len() - 1
                        });
                        ways[at].moves[side.index()].push(made);
                    }
                }
                ways
            })
            .collect();
        let counts: Vec<Vec<u64>> = ways.iter().map(|ways| vec![0; ways.len()]).collect();
        let is_unsure = vec![!has_room; counts.len()];
        PathTables { geometry: Arc::new(geometry), ways: Arc::new(ways), counts, is_unsure }
    }

    /// Counts the ways that a legal move may have gone. One that none of them explains makes its kind unsure.
    pub fn count(&mut self, position: &AnyPosition, legal: Move) {
        let (from, to, is_shot) = match legal.action() {
            Action::Step { from, to, .. } | Action::Split { from, to, .. } => (from, to, false),
            Action::Shoot { from, target, .. } => (from, target, true),
            Action::Pass | Action::Drop { .. } | Action::Wall { .. } => return,
        };
        let Some(piece) = position.piece_at(from, 0) else { return };
        if self.is_unsure.get(piece.kind.index()) != Some(&false) {
            return;
        }
        let (kind, side) = (piece.kind.index(), piece.side);
        let occupancy = occupancy(position, side);
        let is_enemy = position.piece_at(to, 0).is_some_and(|top| top.side != side);
        let geometry = &*self.geometry;
        let mut is_known = false;
        let ways = self.ways.get(kind).into_iter().flatten();
        for (way, count) in ways.zip(self.counts.get_mut(kind).into_iter().flatten()) {
            let goes = way.moves[side.index()].iter().any(|movement| {
                let reaches = |reach: &helgi_rules::internals::board::Reach<WORDS>| {
                    reach.targets(geometry, from, &occupancy).has(to)
                };
                match (is_shot, is_enemy) {
                    (true, _) => reaches(&movement.shoot),
                    (false, true) => reaches(&movement.capture),
                    (false, false) => {
                        reaches(&movement.quiet)
                            || reaches(&movement.en_passant)
                            || reaches(&movement.capture) && position.piece_at(to, 0).is_some()
                    }
                }
            });
            *count += u64::from(goes);
            is_known |= goes;
        }
        if let Some(is_unsure) = self.is_unsure.get_mut(kind) {
            *is_unsure |= !is_known;
        }
    }

    /// The ways of a kind in words, each with the number of times that it was gone; none if the kind has also moved in
    /// other ways, so that nobody can tell.
    pub fn of_kind(&self, kind: usize) -> impl Iterator<Item = (&str, u64)> {
        let is_sure = self.is_unsure.get(kind) == Some(&false);
        let ways = self.ways.get(kind).into_iter().flatten().filter(move |_| is_sure);
        ways.zip(self.counts.get(kind).into_iter().flatten()).map(|(way, count)| (way.words.as_str(), *count))
    }
}

fn in_words(path: &Path) -> String {
    let words: Vec<String> =
        pieces::path(path).iter().map(|words| Catalogue::english().write(words)).collect();
    words.join("; ")
}

/// The pieces of a position as those of a side see them.
fn occupancy(position: &AnyPosition, side: Side) -> Occupancy<WORDS> {
    let mut seen = Occupancy::EMPTY;
    let all: Vec<Square> = position.outline().squares().collect();
    let insert = |set: &mut Bitboard<WORDS>, square: Square| set.insert(square);
    for square in all {
        let top = position.piece_at(square, 0);
        let is_blocked = position.is_obstacle(square);
        if is_blocked {
            insert(&mut seen.blocked, square);
        }
        if top.is_some() || is_blocked {
            insert(&mut seen.all, square);
        }
        if top.is_some_and(|top| top.side == side) {
            insert(&mut seen.own, square);
        }
    }
    seen
}
