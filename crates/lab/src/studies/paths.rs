//! The moves that pieces made in games, by the words that describe them.

use helgi_rules::Position;
use helgi_rules::board::{Action, Bitboard, Geometry, Move, Movement, Occupancy, Side};
use helgi_rules::games::GameId;
use helgi_rules::internals::board::Reach;
use helgi_rules::{AnyPosition, Game};
use helgi_words::{Catalogue, TextMessage, pieces};
use std::fmt;
use std::sync::Arc;

/// The words of 64 squares that the largest board of a game has.
const WORDS: usize = 4;

/// Moves of one kind of piece that are described by the same words.
pub struct DescribedMove {
    /// The words in English.
    pub words: String,
    /// The same as messages, one a line.
    pub said: Vec<TextMessage>,
    /// By side.
    moves: [Vec<Movement<WORDS>>; 2],
}

/// The described moves of the pieces of a game, and how often each was made. Of clones, each counts for itself.
#[derive(Clone)]
pub struct PathTables {
    geometry: Arc<Geometry<WORDS>>,
    /// By kind.
    described: Arc<Vec<Vec<DescribedMove>>>,
    counts: Vec<Vec<u64>>,
    /// By kind: true if it has made a move that its descriptor does not explain.
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
        let geometry = Geometry::<WORDS>::new(game.outline().clone());
        let described: Vec<Vec<DescribedMove>> = game
            .info()
            .pieces
            .iter()
            .map(|piece| {
                let mut described: Vec<DescribedMove> = Vec::new();
                let both = Side::BOTH.map(|side| piece.paths(side));
                // The words are those of White's moves, as everywhere; the same move of Black has the same place.
                let is_alike = both[0].len() == both[1].len();
                for side in Side::BOTH {
                    for (index, path) in both[side.index()].iter().enumerate() {
                        let said = pieces::path(if is_alike { &both[0][index] } else { path });
                        let words = in_words(&said);
                        let movement = Movement::of_paths(&geometry, std::slice::from_ref(path), side);
                        let known = described.iter().position(|described| described.words == words);
                        let at = known.unwrap_or_else(|| {
                            described.push(DescribedMove { words, said, moves: [Vec::new(), Vec::new()] });
                            described.len() - 1
                        });
                        described[at].moves[side.index()].push(movement);
                    }
                }
                described
            })
            .collect();
        let counts: Vec<Vec<u64>> = described.iter().map(|described| vec![0; described.len()]).collect();
        let is_unsure = vec![false; counts.len()];
        PathTables { geometry: Arc::new(geometry), described: Arc::new(described), counts, is_unsure }
    }

    /// Counts the described moves that a legal move may be. One that none of them explains makes its kind unsure.
    pub fn count(&mut self, position: &AnyPosition, legal: Move) {
        let (from, to, is_shot) = match legal.action() {
            Action::Step { from, to, .. } | Action::Split { from, to, .. } => (from, to, false),
            Action::Shoot { from, target, .. } => (from, target, true),
            // A pass, a drop and a wall go no way on the board.
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
        let described = self.described.get(kind).into_iter().flatten();
        for (described, count) in described.zip(self.counts.get_mut(kind).into_iter().flatten()) {
            let explains = described.moves[side.index()].iter().any(|movement| {
                let reaches = |reach: &Reach<WORDS>| reach.targets(geometry, from, &occupancy).has(to);
                match (is_shot, is_enemy) {
                    (true, _) => reaches(&movement.shoot),
                    (false, true) => reaches(&movement.capture),
                    (false, false) => {
                        // On an own piece only a capture explains the move.
                        reaches(&movement.quiet)
                            || reaches(&movement.en_passant)
                            || reaches(&movement.capture) && position.piece_at(to, 0).is_some()
                    }
                }
            });
            *count += u64::from(explains);
            is_known |= explains;
        }
        if let Some(is_unsure) = self.is_unsure.get_mut(kind) {
            *is_unsure |= !is_known;
        }
    }

    /// The moves of a kind, each with the number of times that it was made; none if the kind has also moved
    /// otherwise, so that nobody can tell.
    pub fn of_kind(&self, kind: usize) -> impl Iterator<Item = (&DescribedMove, u64)> {
        let is_sure = self.is_unsure.get(kind) == Some(&false);
        let described = self.described.get(kind).into_iter().flatten().filter(move |_| is_sure);
        let counts = self.counts.get(kind).into_iter().flatten();
        described.zip(counts).map(|(described, count)| (described, *count))
    }
}

fn in_words(said: &[TextMessage]) -> String {
    let words: Vec<String> = said.iter().map(|line| Catalogue::english().write(line)).collect();
    words.join("; ")
}

/// The pieces of a position as those of a side see them.
fn occupancy(position: &AnyPosition, side: Side) -> Occupancy<WORDS> {
    let mut seen = Occupancy::from(Bitboard::EMPTY);
    for square in position.outline().squares() {
        let top = position.piece_at(square, 0);
        let is_blocked = position.is_obstacle(square);
        if is_blocked {
            seen.blocked.insert(square);
        }
        if top.is_some() || is_blocked {
            seen.all.insert(square);
        }
        if top.is_some_and(|top| top.side == side) {
            seen.own.insert(square);
        }
    }
    seen
}
