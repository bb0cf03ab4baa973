//! The rules of chess in Burma, Cambodia, Thailand and Mongolia, as a file says them.

/// Rules of Asian games of chess that are named after them.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct RegionalSpec {
    /// True if a pawn promotes where it stands or one move of the new piece away, as in sittuyin.
    pub sittuyin_promotion: bool,
    /// True if rooks are dropped on the first rank only, as in sittuyin.
    pub sittuyin_rook_drop: bool,
    /// True if king and met make leaps of Cambodian chess while they have not moved.
    pub first_leaps: bool,
    /// True if a king does not move out of check, as in makpong.
    pub makpong: bool,
    /// True if mates count as in shatar.
    pub shatar_mate: bool,
}
