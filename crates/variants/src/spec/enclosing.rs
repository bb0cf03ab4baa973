//! Rules about enclosed pieces, and the count of material that decides some games.

/// A rule about drops, or about pieces that change sides.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Enclosing {
    /// No such rule.
    #[default]
    None,
    /// Enemy pieces between two own ones on a line.
    Reversi,
    /// Drops beside an own piece; the enemy pieces around change sides.
    Ataxx,
    /// As in ataxx; by a drop only beside an own piece.
    Quadwrangle,
    /// Drops not beside an enemy piece along a rank or file.
    Snort,
    /// Drops that slide in from an edge until something stops them.
    AnySide,
    /// Drops on the first rank or on top of another piece.
    Top,
}

/// The count of material that decides some games.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum MaterialCount {
    /// None.
    #[default]
    None,
    /// The side with more pieces wins.
    Pieces,
    /// White wins what would be drawn.
    White,
    /// Black wins it.
    Black,
    /// The side with more points wins, as in janggi.
    Points,
}
