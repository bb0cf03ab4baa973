//! The path from the root to the position that is being searched, and the data of each of its plies.
//!
//! Nothing in it depends on how an earlier search ended. The data of a ply is emptied by the
//! next node that uses it, and a position is on the path only while
//! [`Worker::with_child`](super::worker::Worker::with_child) runs.

use super::limits::MAX_PLY;
use super::ordering::MoveList;
use helgi_rules::History;
use helgi_rules::board::{Move, ZobristKey};
use std::ops::{Index, IndexMut};

/// The data of one ply of the path.
#[derive(Clone, Default, Debug)]
pub struct PathPly {
    /// The move played here; `None` for a null move.
    pub played: Option<Move>,
    /// The static evaluation; `None` in check.
    pub evaluation: Option<i32>,
    /// The moves of the node.
    pub moves: MoveList,
    /// The quiet moves that were tried and did not refute the position.
    pub tried: Vec<Move>,
    /// The best line from here on.
    pub line: Vec<Move>,
}

/// The path, and the game before it.
#[derive(Debug)]
pub struct SearchPath {
    /// The keys of the game and of the path.
    history: History,
    plies: Vec<PathPly>,
    /// True if the subtree holds a win by repetition or count, which is true on this path only.
    pub won_by_history: bool,
}

impl SearchPath {
    /// The path at the root, after a game with this history.
    pub fn new(history: &History) -> Self {
        SearchPath {
            history: history.clone(),
            // The deepest node reads the line of the ply behind it.
            plies: vec![PathPly::default(); MAX_PLY + 2],
            won_by_history: false,
        }
    }

    /// The keys of the game and of the path, the present position last.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// Adds the position with this key, to which `played` has led at `ply`.
    #[inline]
    pub fn push(&mut self, ply: usize, played: Option<Move>, key: ZobristKey) {
        self.plies[ply].played = played;
        self.history.push(key);
    }

    /// Takes the last position back.
    #[inline]
    pub fn pop(&mut self) {
        self.history.pop();
    }

    /// The last two moves before `ply`, the last one first; `None` for a null move, and before the
    /// root.
    #[inline]
    pub fn moves_before(&self, ply: usize) -> [Option<Move>; 2] {
        [1, 2].map(|back| ply.checked_sub(back).and_then(|ply| self.plies[ply].played))
    }

    /// Returns true if `evaluation` is better than that of two plies ago, or there was none.
    #[inline]
    pub fn is_improvement(&self, evaluation: i32, ply: usize) -> bool {
        let two_ago = ply.checked_sub(2).and_then(|ply| self.plies[ply].evaluation);
        // After a check there is nothing to compare with.
        two_ago.is_none_or(|then| evaluation > then)
    }

    /// Makes `played` and the best line after it the best line from `ply` on.
    pub fn update_line(&mut self, played: Move, ply: usize) {
        let (before, behind) = self.plies.split_at_mut(ply + 1);
        if let (Some(PathPly { line, .. }), Some(next)) = (before.last_mut(), behind.first()) {
            line.clear();
            line.push(played);
            line.extend_from_slice(&next.line);
        }
    }
}

impl Index<usize> for SearchPath {
    type Output = PathPly;

    #[inline]
    fn index(&self, ply: usize) -> &PathPly {
        &self.plies[ply]
    }
}

impl IndexMut<usize> for SearchPath {
    #[inline]
    fn index_mut(&mut self, ply: usize) -> &mut PathPly {
        &mut self.plies[ply]
    }
}
