//! The functions of the program around the server that this crate does not have.

use helgi_record::Record;
use helgi_rules::Line;
use helgi_rules::games::GameId;

/// Functions of the program. By default it has no pages, and reads games as they are.
#[derive(Clone, Copy, Debug)]
pub struct Program {
    /// The rules page of a game, in Markdown.
    pub page: fn(GameId) -> Option<&'static str>,
    /// A recorded game as the rules see it, whichever program has saved it; or why it cannot be read.
    pub understand: fn(Record) -> Result<Record, String>,
    /// A game as an animated GIF, or why there is none.
    pub animate: fn(&Line, &Film) -> Result<Vec<u8>, String>,
}

/// The look of a game in a GIF.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Film {
    /// True if pieces are letters, not pictures.
    pub letters: bool,
    /// True if Black is at the bottom.
    pub flipped: bool,
    /// The score and the reason of the end; empty if the game goes on, or the film ends before.
    pub ending: String,
}

impl Default for Program {
    fn default() -> Self {
        Program {
            page: |_| None,
            understand: Ok,
            animate: |_, _| Err("this program makes no GIF".to_owned()),
        }
    }
}
