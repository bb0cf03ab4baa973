//! Facts about what pieces can win, as plain data: made and asked for by `insufficient`.

use std::sync::OnceLock;

/// The way in which pieces show that a side cannot win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MaterialRule {
    /// They never do.
    Never,
    /// Only mate wins.
    Mate,
    /// Mate and checks win.
    Checks,
    /// Two bare kings do not win, if none of their positions is decided.
    BareKings,
    /// Atomic chess.
    Atomic,
    /// Whoever loses all pieces wins, and captures are compulsory.
    Losing,
}

/// The power of a kind beside its king.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Power {
    /// It may mate.
    Mates,
    /// It stays on squares of one colour.
    Bound,
    /// It cannot mate alone.
    Weak,
}

/// The facts that show whether a side can win, made when they are first asked for.
#[derive(Debug)]
pub(crate) struct MaterialTables {
    pub rule: MaterialRule,
    /// By kind.
    pub powers: Vec<Power>,
    /// True if no position of two bare kings is decided.
    pub bare_kings_draw: OnceLock<bool>,
}
