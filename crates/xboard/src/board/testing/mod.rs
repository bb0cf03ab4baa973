//! XBoard for tests of programs that talk to it, and the games and positions of such tests.
//!
//! Everything here panics where a test has failed. It is always compiled, though only tests use it: a feature for them
//! would make `cargo test` compile everything above this crate a second time.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod gui;

pub use gui::Gui;

use super::XBoardGame;
use crate::entry;
use crate::screen::XBoardModel;
use crate::table::LetterTable;
use helgi_rules::board::Move;
use helgi_rules::games::GameId;
use helgi_rules::notation::Notation;
use helgi_rules::{AnyPosition, Game};
use std::path::Path;
use std::{env, fs};

/// The half-moves after which a game is given up.
pub const LONGEST: usize = 160;

/// The number of games to play: that of the environment's `HELGI_RELAY_GAMES`, or `few`.
///
/// # Panics
///
/// If the environment's is no number.
pub fn wanted_games(few: u64) -> u64 {
    let name = "HELGI_RELAY_GAMES";
    env::var(name).map_or(few, |text| text.parse().expect(name))
}

/// The built-in games that XBoard can show.
pub fn shown_games() -> impl Iterator<Item = GameId> {
    GameId::BUILT_IN.iter().copied().filter(|game| LetterTable::new(game.info()).is_ok())
}

/// The positions of a game among those of `tests/perft/` of the repository, from all its phases.
///
/// # Panics
///
/// If there are none.
pub fn positions(game: GameId) -> Vec<AnyPosition> {
    let family = game.name().trim_end_matches("144").split('-').next().unwrap();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../tests/perft/{family}.perft"));
    let text = fs::read_to_string(path).unwrap();
    let mut lines = text.lines();
    let mut found = Vec::new();
    while let Some(line) = lines.next() {
        if line.strip_prefix("variant ") == Some(game.name()) {
            let fen = lines.next().and_then(|line| line.strip_prefix("fen ")).unwrap();
            found.extend(game.parse(fen).ok());
        }
    }
    assert!(!found.is_empty(), "{game:?}");
    found
}

/// Returns true if XBoard's board is wrong after a move until it has been repaired.
pub fn needs_repairs(position: &AnyPosition, played: Move, table: &LetterTable) -> bool {
    let (before, after) = (XBoardModel::of(position, table), XBoardModel::of(&position.after(played), table));
    let wire = Notation::of(&position.game()).write(played);
    let mut shown = before.clone();
    shown.apply(&entry::sent(wire, &before, &after, table), table);
    shown != after
}

impl XBoardGame {
    /// Begins at a position of the game, XBoard's board being right.
    pub fn begin_at(&mut self, position: &AnyPosition) {
        self.line = helgi_rules::Line::new(position.clone());
        self.holds = true;
        self.begin(None);
    }
}
