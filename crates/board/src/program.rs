//! The functions of the program around the server that this crate does not have.

use helgi_rules::games::GameId;

/// Functions of the program. By default it has no pages.
#[derive(Clone, Copy, Debug)]
pub struct Program {
    /// The rules page of a game, in Markdown.
    pub page: fn(GameId) -> Option<&'static str>,
}

impl Default for Program {
    fn default() -> Self {
        Program { page: |_| None }
    }
}
