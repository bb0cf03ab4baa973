//! The kings that are royal where a side has several.

/// The kings that may not be left in check where a side has several.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum RoyalKings {
    /// The one on the lowest rank, there on the leftmost file.
    #[default]
    First,
    /// All of them.
    All,
    /// The one on the leftmost file, there on the lowest rank.
    Leftmost,
    /// The one on the leftmost file, there nearest to its own first rank.
    LeftmostOwn,
}
