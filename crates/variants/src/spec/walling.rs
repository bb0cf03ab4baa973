//! The rule by which walls are built.

/// The rule by which walls are built.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Walling {
    /// None are built.
    #[default]
    None,
    /// On a square to which the piece that has moved could go next without capturing.
    Arrow,
    /// On any empty square; the wall before it goes away.
    Duck,
    /// At the edge of the board, and beside walls.
    Edge,
    /// On the square that the piece has left.
    Past,
    /// On any empty square.
    Static,
}
