//! The puzzles that come with the program: a file for each game that has some, named after it.

use helgi_record::puzzle::{self, Puzzle, PuzzleError};
use helgi_rules::GameId;
use include_dir::{Dir, include_dir};

static SETS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/puzzles");

/// The puzzles of a game, the easy ones first; `None` if there are none.
///
/// # Errors
///
/// If the file is damaged.
pub fn of_game(game: GameId) -> Option<Result<Vec<Puzzle>, PuzzleError>> {
    let file = SETS.get_file(format!("{}.pgn", game.name()))?;
    Some(puzzle::read(file.contents(), game).whole())
}

/// The games that have some.
pub fn games() -> Vec<GameId> {
    let has_set = |game: &GameId| SETS.get_file(format!("{}.pgn", game.name())).is_some();
    GameId::BUILT_IN.iter().copied().filter(has_set).collect()
}
