//! What the program around the server knows and this crate does not.

use helgi_record::Record;
use helgi_rules::games::GameId;

/// What is asked of the program. By default it has no pages, and reads games as they are.
#[derive(Clone, Copy, Debug)]
pub struct Program {
    /// The rules page of a game, in Markdown.
    pub page: fn(GameId) -> Option<&'static str>,
    /// A recorded game as the rules see it, whichever program has saved it; or why it cannot be read.
    pub understand: fn(Record) -> Result<Record, String>,
}

impl Default for Program {
    fn default() -> Self {
        Program { page: |_| None, understand: Ok }
    }
}
