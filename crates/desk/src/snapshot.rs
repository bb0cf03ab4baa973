//! All that the page shows of a game, as values that are sent.

use crate::ending::GameEnd;
use crate::plan::SeatPlan;
use crate::scene::{MoveChoice, Scene, choices};
use crate::tree::Listed;
use helgi_rules::Line;
use helgi_words::TextMessage;
use serde::Serialize;

/// The times of both clocks.
#[derive(Clone, Serialize, Debug)]
pub struct ClockTimes {
    /// The time control.
    pub control: String,
    /// White's milliseconds.
    pub white: u64,
    /// Black's milliseconds.
    pub black: u64,
    /// The side whose clock runs.
    pub running: Option<&'static str>,
}

/// The pace of a game between two engines.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Debug)]
pub struct GamePace {
    /// True if they wait.
    pub paused: bool,
    /// The least time before each move. Unit: milliseconds.
    pub pause: u64,
}

/// All that the page shows of a game.
#[derive(Clone, Serialize, Debug)]
pub struct Snapshot {
    /// The game's name in addresses.
    pub id: String,
    /// Another one after every change.
    pub version: u64,
    /// The name of the game.
    pub variant: &'static str,
    /// White's player.
    pub white: SeatPlan,
    /// Black's player.
    pub black: SeatPlan,
    /// Their names, White's first; `None` where the record has no other name.
    pub names: [Option<String>; 2],
    /// The position at the start.
    pub start: Scene,
    /// The name of the start among the moves.
    pub root: String,
    /// The comments before the first move.
    pub introduction: Vec<String>,
    /// The squares and arrows that are drawn at the start.
    pub marks: Vec<String>,
    /// All moves, each after the one before it, the moves of the main line before their variations.
    pub tree: Vec<Listed>,
    /// The moves that were played.
    pub line: Vec<String>,
    /// The present position.
    pub scene: Scene,
    /// Its legal moves.
    pub moves: Vec<MoveChoice>,
    /// The ending of the game.
    pub ending: Option<GameEnd>,
    /// The reason for which the game ends if the present position occurs once more.
    pub repeats: Option<TextMessage>,
    /// The clocks.
    pub clock: Option<ClockTimes>,
    /// The side that offers a draw.
    pub offer: Option<&'static str>,
    /// The side that asks to take its last move back.
    pub takeback: Option<&'static str>,
    /// The sides of persons at other devices.
    pub away: Vec<&'static str>,
    /// True if the engine is to move.
    pub thinking: bool,
    /// The pace, if two engines play.
    pub pace: GamePace,
    /// A problem with the game, for people.
    pub trouble: Option<String>,
}

/// A position of the tree, with its legal moves.
#[derive(Clone, Serialize, Debug)]
pub struct PositionView {
    /// The position.
    pub scene: Scene,
    /// Its legal moves; none where the game is over.
    pub moves: Vec<MoveChoice>,
    /// The ending of the game there, if it ends.
    pub ending: Option<GameEnd>,
}

impl PositionView {
    /// The end of a line.
    pub fn at(line: &Line) -> Self {
        let present = line.present();
        let verdict = line.verdict();
        let moves = if verdict.is_some() { Vec::new() } else { choices(present) };
        PositionView { scene: Scene::of(present), moves, ending: verdict.map(GameEnd::from) }
    }
}
