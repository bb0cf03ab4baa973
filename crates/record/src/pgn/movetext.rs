//! The moves of a line, as people write them on a command line or paste them.

use super::{PgnProblem, PgnReader, ReadError};
use helgi_notation::is_invisible;
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

/// Returns the moves of a text as PGN has them: without numbers, comments, glyphs, variations and the result.
///
/// The moves are texts that are still to be read by the rules. Commas between them are left out, too.
///
/// ```
/// use helgi_record::movetext;
///
/// let text = "1.e4 {a pawn} e5, 2. Nf3! $1 (2. f4 exf4) 2...Nc6 *";
/// assert_eq!(movetext(text)?, ["e4", "e5", "Nf3", "Nc6"]);
/// assert!(movetext("1. e4 { e5").is_err());
/// # Ok::<(), helgi_record::MovetextError>(())
/// ```
///
/// # Errors
///
/// At the first part that is neither a move nor anything else that PGN has between moves.
pub fn movetext(text: &str) -> Result<Vec<String>, MovetextError> {
    // One line: a line break means no more than a blank to whoever pastes moves, and none of them begins a tag.
    let line = text.chars().filter(|&c| !is_invisible(c)).collect::<String>();
    let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut games = PgnReader::new(line.as_bytes());
    let Some(located) = games.next().transpose()? else { return Ok(Vec::new()) };
    let record = located.whole().map_err(|error| MovetextError::Problem(error.problem))?;
    if let Some(next) = games.next().transpose()? {
        return Err(MovetextError::Behind(next.record.moves().next().unwrap_or_default().to_owned()));
    }
    let moves = record.moves().map(|text| text.trim_matches(','));
    Ok(moves.filter(|text| !text.is_empty()).map(str::to_owned).collect())
}
