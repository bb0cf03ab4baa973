//! Reports about fields of a position that were read otherwise than they are written.

use helgi_notation::excerpt;
use std::fmt;

/// The way in which a field was not as helgi writes it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum FenNoticeKind {
    /// It is missing, with all fields behind it, or in front of counts.
    Missing,
    /// It is written in another way.
    Spelling,
    /// A right to castle has no king or no rook.
    Rights,
    /// No piece can have passed over the en passant square.
    EnPassant,
    /// More pieces of a kind are on the board than the set has, so that some must have been promoted.
    Promoted,
    /// There are more pieces than the set has.
    Beyond,
}

/// A field that was read otherwise than it is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FenNotice {
    /// The way in which it differs.
    #[doc(hidden)] // a part of `internals`, as its type is
    pub kind: FenNoticeKind,
    /// The field, named as in [`FenError`](crate::FenError).
    pub field: &'static str,
    /// Its text, cut where it is long; empty if it is missing.
    pub value: String,
    /// The text that was read in its place.
    pub read_as: String,
}

impl FenNotice {
    pub(super) fn new(
        kind: FenNoticeKind,
        field: &'static str,
        value: &str,
        read_as: impl Into<String>,
    ) -> Self {
        FenNotice { kind, field, value: excerpt(value), read_as: read_as.into() }
    }
}

impl fmt::Display for FenNotice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FenNotice { kind, field, value, read_as } = self;
        match kind {
            FenNoticeKind::Missing => write!(f, "FEN field {field}: missing, read as `{read_as}`"),
            FenNoticeKind::Spelling => write!(f, "FEN field {field}: `{value}`, read as `{read_as}`"),
            FenNoticeKind::Rights => {
                write!(
                    f,
                    "FEN field {field}: `{value}`, read as `{read_as}`, without rights that have no pieces"
                )
            }
            FenNoticeKind::EnPassant => {
                write!(
                    f,
                    "FEN field {field}: `{value}`, read as `{read_as}`, as nothing can have passed there"
                )
            }
            FenNoticeKind::Promoted => {
                write!(
                    f,
                    "FEN field {field}: {value}, more than the set has, read with {read_as} as promoted"
                )
            }
            FenNoticeKind::Beyond => {
                write!(f, "FEN field {field}: {value}, more than the set has, read as {read_as}")
            }
        }
    }
}
