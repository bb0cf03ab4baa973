//! Games that the start page plays, one for each game that helgi knows, and the positions of them that stand for the game.
//!
//! | address | |
//! |---|---|
//! | `GET /api/variants/NAME/game` | the moves of the game, as a list of [`SceneStep`]s from the start |
//!
//! They are written in `games.txt`, which `crates/board/tools/showcase.mjs` makes: a part of the program with the feature
//! `showcase`, and handed in otherwise. Games of the user's files have none.

use crate::scene::{Scene, SceneStep, SquareContents, steps};
use helgi_rules::board::Move;
use helgi_rules::games::GameId;
use helgi_rules::{AnyPosition, Game, Position, notation};
use serde::Serialize;
use std::sync::OnceLock;

/// The games that were handed in.
static GAMES: OnceLock<String> = OnceLock::new();

/// Hands in the games, one a line: the name, a colon, and the moves as they are written on the wire; for programs that have
/// them as a file. Returns false, and changes nothing, after the first call.
pub fn offer(games: String) -> bool {
    GAMES.set(games).is_ok()
}

/// The games; `None` before some were handed in.
fn games() -> Option<&'static str> {
    if cfg!(feature = "showcase") {
        return Some(include_str!("games.txt"));
    }
    GAMES.get().map(String::as_str)
}

/// A position that can occur in a game, as a picture shows it.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct ShownPosition {
    /// The occupied squares.
    pub cells: SquareContents,
    /// The squares with obstacles.
    pub blocks: Vec<String>,
}

/// The moves of a game as they are written down.
fn line_of(game: GameId) -> Option<&'static str> {
    let mut lines = games()?.lines().filter_map(|line| line.split_once(": "));
    lines.find(|(name, _)| *name == game.name()).map(|(_, moves)| moves)
}

/// The moves of a game, as far as they are legal: a user's file may have brought another game of this name.
fn line(game: GameId) -> Vec<Move> {
    let mut position = game.start();
    let mut moves = Vec::new();
    for text in line_of(game).unwrap_or_default().split(' ') {
        let Ok(played) = notation::read(&position, text) else { break };
        position.play(played);
        moves.push(played);
    }
    moves
}

/// The steps of the game that the start page plays; none where there is no such game.
pub fn game(game: GameId) -> Vec<SceneStep> {
    steps(&game.start(), line(game))
}

/// The position that stands for a game, two thirds on in the game that the start page plays; `None` without one.
pub fn picture(game: GameId) -> Option<ShownPosition> {
    let moves = line(game);
    let mut position: AnyPosition = game.start();
    for &played in moves.iter().take(moves.len() * 2 / 3) {
        position.play(played);
    }
    let Scene { cells, blocks, .. } = Scene::of(&position);
    (!moves.is_empty()).then_some(ShownPosition { cells, blocks })
}

#[cfg(all(test, feature = "showcase"))]
mod tests {
    use super::*;

    #[test]
    fn the_games_that_are_listed_first_have_one() {
        for game in GameId::BUILT_IN.iter().filter(|game| game.info().family == game.name()) {
            assert!(super::game(*game).len() >= 20, "{}", game.name());
        }
    }
}
