//! The position that a game in the terminal begins with.

use super::Language;
use crate::cli;
use helgi_rules::games::GameId;
use helgi_rules::{AnyPosition, Game};
use helgi_words::TextMessage;
use std::io;

/// Returns the position that the person named by its text or its number, otherwise the start of a new game, which is a
/// random one in a game as Chess960.
///
/// # Errors
///
/// When the position is refused, or the game has no start of that number.
pub(super) fn first(
    game: GameId,
    fen: Option<&str>,
    number: Option<usize>,
    language: Language,
) -> io::Result<AnyPosition> {
    let refused = |error| cli::invalid(language.fault(game, &error));
    if let Some(fen) = fen {
        return cli::position(game, fen).map_err(refused);
    }
    let Some(number) = number else { return Ok(game.new_start(fastrand::u64(..))) };
    let starts = game.starts();
    if starts.len() < 2 {
        let one = TextMessage::new("play.start.one").with("game", game.name());
        return Err(cli::invalid(language.write(&one)));
    }
    match starts.get(number) {
        Some(text) => game.parse(text).map_err(refused),
        None => {
            let last = starts.len().saturating_sub(1);
            let wrong = TextMessage::new("play.start.wrong").with("number", number).with("last", last);
            Err(cli::invalid(language.write(&wrong)))
        }
    }
}
