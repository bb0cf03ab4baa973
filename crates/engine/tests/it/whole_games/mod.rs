//! Tests of the engine on whole games, through its public surface: here and not with the code,
//! since unit tests compile whatever they call once more, and this calls the search of every game.

mod bench;
mod dead;
mod player;
mod wins;

use helgi_rules::{Game, GameId, Line, readable};

/// The line of these moves, from a position or the start of the game.
fn line(game: GameId, fen: Option<&str>, moves: &str) -> Line {
    let mut line = Line::new(fen.map_or_else(|| game.start(), |fen| game.parse(fen).unwrap()));
    for text in moves.split_whitespace() {
        line.play(readable::read(line.present(), text).unwrap());
    }
    line
}
