//! Helpers that the tests of several games share: games played from move texts. No rules.

use crate::{AnyPosition, Game, GameId, History, Outcome, Position, notation, verdict};

/// The position of a text, which has to be readable.
pub fn position(game: &str, fen: &str) -> AnyPosition {
    let game = GameId::named(game).unwrap_or_else(|| panic!("no game {game}"));
    game.parse(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The position after some moves, which have to be legal, and how the game stands then.
pub fn play(game: &str, fen: &str, moves: &[&str]) -> (AnyPosition, Option<Outcome>) {
    let mut position = position(game, fen);
    let mut history = History::starting_with(&position);
    for text in moves {
        let played = notation::read(&position, text).unwrap_or_else(|error| panic!("{fen}: {error}"));
        position.play(played);
        history.push(position.key());
    }
    let verdict = verdict(&position, &history);
    (position, verdict)
}

/// The text of the position after some moves.
pub fn after(game: &str, fen: &str, moves: &[&str]) -> String {
    play(game, fen, moves).0.fen()
}

/// Returns the outcome after some moves.
pub fn outcome(game: &str, fen: &str, moves: &[&str]) -> Option<Outcome> {
    play(game, fen, moves).1
}

/// Returns true if a move is legal.
pub fn is_legal(game: &str, fen: &str, text: &str) -> bool {
    notation::read(&position(game, fen), text).is_ok()
}

/// Returns true if two positions are the same for repetition.
pub fn are_same(game: &str, first: &str, second: &str) -> bool {
    position(game, first).key() == position(game, second).key()
}
