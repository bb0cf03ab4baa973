//! Stacks of pieces: the pieces on each square, bottom to top.
//!
//! Knows no rule: neither whose turn it is, nor what may move or what a piece becomes.

use super::{Kind, Piece, Side, Square};

/// The greatest number of pieces on a board with stacks.
pub const STACK_LIMIT: usize = 32;

const NONE: u8 = 255;

/// The stacks of a board of up to `N` squares with at most 32 pieces.
///
/// Each piece is a node that knows the one below it, so that moving a whole stack costs nothing
/// per piece and the board is copied in 64 + `N` bytes.
#[derive(Clone, Debug)]
pub struct Stacks<const N: usize> {
    top: [u8; N],
    node: [Node; STACK_LIMIT],
    used: u8,
}

/// A piece (its kind, and the side in the highest bit) and the node below.
#[derive(Clone, Copy, Debug)]
struct Node {
    piece: u8,
    below: u8,
}

impl Node {
    #[inline]
    fn piece(self) -> Piece {
        let side = if self.piece & 0x80 == 0 { Side::White } else { Side::Black };
        Piece { kind: Kind(self.piece & 0x7F), side }
    }

    #[inline]
    fn pack(piece: Piece) -> u8 {
        piece.kind.0 | (piece.side as u8) << 7
    }
}

impl<const N: usize> Default for Stacks<N> {
    fn default() -> Self {
        Stacks { top: [NONE; N], node: [Node { piece: 0, below: NONE }; STACK_LIMIT], used: 0 }
    }
}

impl<const N: usize> Stacks<N> {
    /// The node of the top piece of a square; [`NONE`] on an empty square, and on one off the board.
    #[inline]
    fn top_node(&self, square: Square) -> u8 {
        self.top.get(square.index()).copied().unwrap_or(NONE)
    }

    /// Puts a new piece on top of a square.
    ///
    /// Gives `false`, and changes nothing, when the board holds 32 pieces already, or has no such square.
    pub fn push(&mut self, square: Square, piece: Piece) -> bool {
        // Nodes are never given back: no piece of such a game leaves the board.
        let index = self.used as usize;
        let (Some(node), Some(top)) = (self.node.get_mut(index), self.top.get_mut(square.index())) else {
            return false;
        };
        *node = Node { piece: Node::pack(piece), below: *top };
        *top = index as u8;
        self.used += 1;
        true
    }

    /// The top piece of a square.
    #[inline]
    #[must_use]
    pub fn top(&self, square: Square) -> Option<Piece> {
        self.node.get(self.top_node(square) as usize).map(|node| node.piece())
    }

    /// The pieces of a square from the top down.
    #[inline]
    pub fn top_down(&self, square: Square) -> impl Iterator<Item = Piece> + '_ {
        let mut next = self.top_node(square);
        std::iter::from_fn(move || {
            let node = self.node.get(next as usize)?;
            next = node.below;
            Some(node.piece())
        })
    }

    /// The number of pieces on a square.
    #[inline]
    #[must_use]
    pub(crate) fn height(&self, square: Square) -> usize {
        self.top_down(square).count()
    }

    /// The piece under the top `count` pieces of a square.
    #[inline]
    #[must_use]
    pub(crate) fn beneath(&self, square: Square, count: usize) -> Option<Piece> {
        self.top_down(square).nth(count)
    }

    /// Turns the top piece of a square into another; nothing happens on an empty square.
    #[inline]
    pub fn set_top(&mut self, square: Square, piece: Piece) {
        let top = self.top_node(square) as usize;
        if let Some(node) = self.node.get_mut(top) {
            node.piece = Node::pack(piece);
        }
    }

    /// Puts the top `count` pieces of one square on top of another, in their order; all of them
    /// if there are not more. Nothing happens if one of the squares is off the board.
    #[inline]
    pub fn lift(&mut self, from: Square, to: Square, count: usize) {
        let (from, to) = (from.index(), to.index());
        if from >= N || to >= N {
            return;
        }
        let top = self.top[from];
        let Some(lowest) = self.nth_node(top, count.saturating_sub(1)) else { return };
        self.top[from] = self.node[lowest].below;
        // Only the ends of the chain change, however high the stack is.
        self.node[lowest].below = self.top[to];
        self.top[to] = top;
    }

    /// The node `depth` below `start`, or the lowest there is.
    #[inline]
    fn nth_node(&self, start: u8, depth: usize) -> Option<usize> {
        let mut index = start as usize;
        self.node.get(index)?;
        for _ in 0..depth {
            // The remainder keeps the index in bounds without a branch; it never changes it.
            let below = self.node[index % STACK_LIMIT].below as usize;
            if below >= STACK_LIMIT {
                break;
            }
            index = below;
        }
        Some(index)
    }
}

/// The same pieces at the same heights; how they came there does not matter.
impl<const N: usize> PartialEq for Stacks<N> {
    fn eq(&self, other: &Self) -> bool {
        (0..N as u8).map(Square).all(|square| self.top_down(square).eq(other.top_down(square)))
    }
}

impl<const N: usize> Eq for Stacks<N> {}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(kind: u8) -> Piece {
        Piece { kind: Kind(kind), side: if kind.is_multiple_of(2) { Side::White } else { Side::Black } }
    }

    #[test]
    fn squares_off_the_board_are_empty_and_stay_so() {
        let mut stacks: Stacks<64> = Stacks::default();
        assert!(stacks.push(Square(8), piece(1)));
        let before = stacks.clone();
        for off in [Square(64), Square(72), Square(200), Square(255)] {
            assert_eq!((stacks.top(off), stacks.height(off), stacks.beneath(off, 0)), (None, 0, None));
            assert!(!stacks.push(off, piece(2)));
            stacks.set_top(off, piece(2));
            stacks.lift(off, Square(8), 1);
            stacks.lift(Square(8), off, 1);
        }
        assert_eq!(stacks, before);
        assert_eq!(kinds(&stacks, 8), [1]);
    }

    fn kinds(stacks: &Stacks<64>, square: u8) -> Vec<u8> {
        stacks.top_down(Square(square)).map(|piece| piece.kind.0).collect()
    }

    #[test]
    fn parts_keep_their_order() {
        let mut stacks = Stacks::<64>::default();
        for kind in [1, 2, 3] {
            assert!(stacks.push(Square(10), piece(kind)));
        }
        assert!(stacks.push(Square(20), piece(4)));
        stacks.lift(Square(10), Square(20), 2);
        assert_eq!((kinds(&stacks, 10), kinds(&stacks, 20)), (vec![1], vec![3, 2, 4]));
        stacks.lift(Square(20), Square(63), 9);
        assert_eq!((kinds(&stacks, 20), kinds(&stacks, 63)), (vec![], vec![3, 2, 4]));
        stacks.lift(Square(20), Square(63), 1);
        assert_eq!(kinds(&stacks, 63), [3, 2, 4]);
        assert_eq!(stacks.beneath(Square(63), 1), Some(piece(2)));
        assert_eq!(stacks.height(Square(63)), 3);
    }

    #[test]
    fn the_limit_is_kept() {
        let mut stacks = Stacks::<64>::default();
        for _ in 0..STACK_LIMIT {
            assert!(stacks.push(Square(0), piece(0)));
        }
        assert!(!stacks.push(Square(0), piece(0)));
        assert_eq!(stacks.height(Square(0)), STACK_LIMIT);
    }
}
