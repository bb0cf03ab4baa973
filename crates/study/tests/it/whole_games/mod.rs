//! Reviews and puzzles of whole games, through the public surface: unit tests would compile the search of every game
//! once more.

mod puzzles;
mod review;

use helgi_rules::{Game, GameId, Line, readable};

/// The line of these moves, from a position or the start of the game.
fn line(game: GameId, fen: Option<&str>, moves: &str) -> Line {
    let mut line = Line::new(fen.map_or_else(|| game.start(), |fen| game.parse(fen).unwrap()));
    for text in moves.split_whitespace() {
        line.play(readable::read(line.present(), text).unwrap());
    }
    line
}
