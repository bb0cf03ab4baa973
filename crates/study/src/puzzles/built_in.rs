//! The puzzles that come with the program: a file for each game that has some, named after it.

use helgi_record::puzzle::{self, Puzzle, PuzzleError};
use helgi_rules::GameId;
#[cfg(feature = "puzzles")]
use include_dir::{Dir, include_dir};
use std::collections::BTreeMap;
use std::sync::OnceLock;

#[cfg(feature = "puzzles")]
static SETS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/puzzles");

/// The texts of files that were handed in, by the names of their games.
static OFFERED: OnceLock<BTreeMap<String, String>> = OnceLock::new();

/// Hands in puzzles, as PGN by the names of their games, for programs that have them as files. They count for games of which
/// the program has none. Returns false, and changes nothing, after the first call.
pub fn offer(sets: BTreeMap<String, String>) -> bool {
    OFFERED.set(sets).is_ok()
}

/// The text of the puzzles of a game.
fn text_of(game: GameId) -> Option<&'static [u8]> {
    #[cfg(feature = "puzzles")]
    if let Some(file) = SETS.get_file(format!("{}.pgn", game.name())) {
        return Some(file.contents());
    }
    Some(OFFERED.get()?.get(game.name())?.as_bytes())
}

/// The puzzles of a game, the easy ones first; `None` if there are none.
///
/// # Errors
///
/// If the file is damaged.
pub fn of_game(game: GameId) -> Option<Result<Vec<Puzzle>, PuzzleError>> {
    Some(puzzle::read(text_of(game)?, game).whole())
}

/// The games that have some.
pub fn games() -> Vec<GameId> {
    GameId::BUILT_IN.iter().copied().filter(|game| text_of(*game).is_some()).collect()
}
