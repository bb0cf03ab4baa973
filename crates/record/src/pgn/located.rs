//! A game of a file, with its place, its faults, and the liberties that its reader took.

use crate::{Findings, GameResult, Record};
use thiserror::Error;

/// An error in a game, or a part of it that was left out.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {problem}")]
pub struct PgnError {
    /// The line, from 1.
    pub line: usize,
    /// The fault.
    pub problem: PgnProblem,
}

/// A fault in a PGN file.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PgnProblem {
    /// A tag without a name or a value; it becomes a comment.
    #[error("tag `{0}`, expected a name and a value in quotes, as in `[Event \"?\"]`")]
    Tag(String),
    /// A tag for the second time; the first is left out.
    #[error("tag {0}: a second value, expected one")]
    SecondTag(String),
    /// A comment without end; it goes on to the end of the file, or to the next game.
    #[error("`{{`, expected a `}}` after it")]
    Comment,
    /// A variation without end; it ends where the game does.
    #[error("`(`, expected a `)` after it")]
    Variation,
    /// A variation of no move; what is in it is a variation of the next.
    #[error("`(`, expected a move before it")]
    NoMove,
    /// A character that has no meaning there; it is left out.
    #[error("`{0}`, expected a move, a comment or the result")]
    Stray(String),
    /// A glyph without a number, or with too large a one; it is left out.
    #[error("glyph `{0}`, expected a number up to 65535 behind the `$`")]
    Glyph(String),
    /// Zero bytes, as a disk leaves them where something was lost; the line is the first that has some.
    #[error("a zero byte, expected text; the game's zero bytes are left out")]
    ZeroByte,
}

/// A text in an unusual form that could mean only one thing, and how it was read. The game is as good as others.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {reading}")]
pub struct PgnNotice {
    /// The line, from 1.
    pub line: usize,
    /// The text and its meaning.
    pub reading: PgnReading,
}

/// The meaning that was given to a text in an unusual form.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PgnReading {
    /// A tag in another form than `[Name "value"]`.
    #[error("tag `{text}`, read as {name} with the value `{value}`")]
    Tag {
        /// The tag as it is written.
        text: String,
        /// Its name.
        name: String,
        /// Its value.
        value: String,
    },
    /// The name of a tag in other letters than the standard's.
    #[error("tag `{own}`, read as {name}")]
    TagName {
        /// The name as it is written.
        own: String,
        /// The name in the standard.
        name: &'static str,
    },
    /// A result in other words than the standard's.
    #[error("result `{text}`, read as {result}")]
    Result {
        /// The result as it is written.
        text: String,
        /// Its meaning.
        result: GameResult,
    },
    /// A result that an arbiter can give and PGN lacks, such as `0-0`.
    #[error("result `{text}`, kept as {score} in the tag Result; read as *, since PGN has no such result")]
    Penalty {
        /// The result as it is written.
        text: String,
        /// The score that the tag keeps.
        score: &'static str,
    },
    /// The first move of a game that neither a result nor a tag parts from the game before it.
    #[error("the number of a first move behind other moves, read as the beginning of the next game")]
    NextGame,
    /// The text of the file, which begins with a byte order mark of UTF-16.
    #[error("a text in UTF-16, read as such; PGN is written in UTF-8")]
    Utf16,
    /// A result in the tag alone.
    #[error("no result behind the moves; the tag Result says {0}")]
    ResultOfTag(GameResult),
}

/// A game of a file and where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Located {
    /// The line of its first comment, tag or move, from 1.
    pub line: usize,
    /// The game.
    pub record: Record,
    /// The lines of the moves, by [`NodeId::index`](crate::NodeId::index).
    pub lines: Vec<usize>,
    /// The faults in its text.
    pub errors: Findings<PgnError>,
    /// The liberties that the reader took.
    pub notices: Findings<PgnNotice>,
    /// Number of lines that begin with `%`, which are for other programs and were left out.
    pub escaped: usize,
}

impl Located {
    /// The game.
    ///
    /// # Errors
    ///
    /// The first thing that could not be read of it.
    pub fn whole(self) -> Result<Record, PgnError> {
        self.errors.into_iter().next().map_or(Ok(self.record), Err)
    }
}
