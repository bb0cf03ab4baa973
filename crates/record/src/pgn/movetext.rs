//! The moves of a line, as people write them on a command line or paste them.

use super::words::is_move_like;
use super::{PgnProblem, PgnReader, ReadError};
use helgi_notation::{excerpt, is_invisible};
use thiserror::Error;

/// The reason why a text is not a list of moves.
#[derive(Debug, Error)]
pub enum MovetextError {
    /// A part of it is none that PGN has.
    #[error("{0}")]
    Problem(PgnProblem),
    /// It cannot be read.
    #[error("{0}")]
    Read(#[from] ReadError),
    /// It goes on behind a result.
    #[error("`{0}` behind the result, expected the moves of one game")]
    Behind(String),
}

/// The moves of a text, and what was made of its semicolons.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Movetext {
    /// The moves, as texts that are still to be read by the rules.
    pub moves: Vec<String>,
    /// The readings of semicolons, in their order.
    pub notices: Vec<MovetextNotice>,
}

/// The meaning that was given to a semicolon, which begins a comment in PGN.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MovetextNotice {
    /// Only moves stand behind it, up to the next one or the end of the line.
    #[error("`;{0}`, read as moves; a comment is written in braces")]
    Moves(String),
    /// Words stand behind it.
    #[error("`;{0}`, read as a comment")]
    Comment(String),
}

/// Returns the moves of a text as PGN has them: without numbers, comments, glyphs, variations and the result.
///
/// The moves are texts that are still to be read by the rules. Commas between them are left out, too. A semicolon parts
/// moves if only moves follow it; otherwise it begins a comment, as in a file, which ends with the line.
///
/// ```
/// use helgi_record::movetext;
///
/// let text = "1.e4 {a pawn} e5, 2. Nf3! $1 (2. f4 exf4) 2...Nc6 *";
/// assert_eq!(movetext(text)?.moves, ["e4", "e5", "Nf3", "Nc6"]);
/// let parted = movetext("e4;e5; a good answer")?;
/// assert_eq!(parted.moves, ["e4", "e5"]);
/// assert_eq!(parted.notices[0].to_string(), "`;e5`, read as moves; a comment is written in braces");
/// assert_eq!(parted.notices[1].to_string(), "`; a good answer`, read as a comment");
/// assert!(movetext("1. e4 { e5").is_err());
/// # Ok::<(), helgi_record::MovetextError>(())
/// ```
///
/// # Errors
///
/// At the first part that is neither a move nor anything else that PGN has between moves.
pub fn movetext(text: &str) -> Result<Movetext, MovetextError> {
    let (text, notices) = without_semicolons(text);
    // One line: a line break means no more than a blank to whoever pastes moves, and none of them begins a tag.
    let line = text.chars().filter(|&c| !is_invisible(c)).collect::<String>();
    let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut games = PgnReader::new(line.as_bytes());
    let Some(located) = games.next().transpose()? else {
        return Ok(Movetext { notices, ..Movetext::default() });
    };
    let record = located.whole().map_err(|error| MovetextError::Problem(error.problem))?;
    if let Some(next) = games.next().transpose()? {
        return Err(MovetextError::Behind(next.record.moves().next().unwrap_or_default().to_owned()));
    }
    let moves = record.moves().map(|text| text.trim_matches(','));
    let moves = moves.filter(|text| !text.is_empty()).map(str::to_owned).collect();
    Ok(Movetext { moves, notices })
}

/// A text with blanks in place of the semicolons between moves, and without the comments that others begin.
fn without_semicolons(text: &str) -> (String, Vec<MovetextNotice>) {
    let (mut kept, mut notices) = (String::with_capacity(text.len()), Vec::new());
    let mut is_in_braces = false;
    for line in text.split(['\n', '\r']) {
        let mut rest = line;
        while let Some(at) = rest.find(['{', '}', ';']) {
            let (before, behind) = (&rest[..at], &rest[at + 1..]);
            kept.push_str(before);
            match rest.as_bytes()[at] {
                b';' if !is_in_braces => {
                    let part = behind.split(';').next().unwrap_or_default();
                    kept.push(' ');
                    if !part.split_whitespace().all(is_move_like) {
                        notices.push(MovetextNotice::Comment(excerpt(behind.trim_end())));
                        rest = "";
                        break;
                    }
                    if !part.trim().is_empty() {
                        notices.push(MovetextNotice::Moves(excerpt(part.trim_end())));
                    }
                }
                mark => {
                    is_in_braces = mark == b'{' || is_in_braces && mark == b';';
                    kept.push(char::from(mark));
                }
            }
            rest = behind;
        }
        kept.push_str(rest);
        kept.push(' ');
    }
    (kept, notices)
}
