//! English words with an identity, for other languages.

/// English words of a rule, and the name under which a catalogue has them in another language.
///
/// The name tells phrases of one kind apart and never changes; the words may be an identity for other programs, as
/// those of a [`Reason`](crate::Reason) in PGN are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Phrase {
    /// The name, such as `goal`.
    pub id: &'static str,
    /// The words in English.
    pub words: &'static str,
}

impl Phrase {
    /// The phrase of a name and words.
    #[doc(hidden)] // a part of `internals`, for long rows of constants
    #[must_use]
    pub const fn new(id: &'static str, words: &'static str) -> Self {
        Phrase { id, words }
    }
}

/// Words that a game from a file brings in another language.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Translation {
    /// The subject: `title`, `summary`, the name of a piece by its text in positions, `piece.N`, or the words of a phase
    /// by the name of its phrase, `phase.1`.
    pub what: &'static str,
    /// The code of the language: `ru`.
    pub language: &'static str,
    /// The words.
    pub words: &'static str,
}
