//! What the program around the server knows and this crate does not.

use helgi_record::Record;
use helgi_rules::Line;
use helgi_rules::games::GameId;

/// What is asked of the program. By default it has no pages, and reads games as they are.
#[derive(Clone, Copy, Debug)]
pub struct Program {
    /// The rules page of a game, in Markdown.
    pub page: fn(GameId) -> Option<&'static str>,
    /// A recorded game as the rules see it, whichever program has saved it; or why it cannot be read.
    pub understand: fn(Record) -> Result<Record, String>,
    /// A game as an animated GIF, or why there is none.
    pub animate: fn(&Line, &Film) -> Result<Vec<u8>, String>,
}

/// How a game is to be seen in a GIF.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Film {
    /// Whether pieces are letters, not pictures.
    pub letters: bool,
    /// Whether Black is at the bottom.
    pub flipped: bool,
    /// How it ends: the score and the reason; nothing if it goes on, or ends before.
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
