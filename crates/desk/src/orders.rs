//! Orders of a page at a board.

use crate::game::LiveGame;
use crate::moment::Moment;
use crate::plan::{Refusal, SeatPlan, SpokenSides};
use serde::Deserialize;
use serde_json::{Value, json};

/// The longest order. Unit: bytes.
pub const LONGEST: usize = 64 * 1024;

/// An action at a board.
#[derive(Clone, Deserialize, Debug)]
#[serde(rename_all = "lowercase", tag = "do")]
pub enum PageOrder {
    /// Plays a move, readable or as on the wire.
    Play {
        /// The move.
        #[serde(rename = "move")]
        text: String,
        /// Number of moves that the page knows of.
        ply: usize,
    },
    /// Notes a variation at a move that was played, or noted.
    Explore {
        /// The move, readable or as on the wire.
        #[serde(rename = "move")]
        text: String,
        /// The move of the tree after which it is played.
        at: String,
    },
    /// Draws squares and arrows on the board.
    Mark {
        /// The move of the tree after which they are drawn.
        at: String,
        /// All of them: `Ga1` for a square, `Ra1b2` for an arrow.
        marks: Vec<String>,
    },
    /// Takes a move of a variation away, with all that follows it.
    Delete {
        /// The move of the tree.
        at: String,
    },
    /// Promotes a variation over the move that it replaces.
    Promote {
        /// A move of it.
        at: String,
    },
    /// Takes the last move back.
    TakeBack,
    /// Gives up.
    Resign,
    /// Offers or accepts a draw.
    Draw,
    /// Asks for the move that the engine would play.
    Hint,
    /// Asks for a judgement of a move.
    Judge {
        /// The move, readable or as on the wire.
        #[serde(rename = "move")]
        text: String,
        /// The move of the tree after which it would be played.
        at: String,
    },
    /// Lets two engines wait or go on.
    Pace {
        /// True if they wait.
        paused: bool,
        /// The least time before each move. Unit: milliseconds.
        pause: u64,
    },
    /// Gives the game a name.
    Name {
        /// The name; the empty one takes it away.
        name: String,
    },
    /// Deletes the game with its file.
    Forget,
    /// Changes who plays.
    Seat {
        /// The player of White.
        white: SeatPlan,
        /// The player of Black.
        black: SeatPlan,
    },
}

/// A text of recorded games, and which of them is wanted if there are several.
#[derive(Clone, Deserialize, Debug)]
pub struct RecordedGames {
    /// The text.
    pub pgn: String,
    /// The number of the game, from 1.
    #[serde(default)]
    pub number: Option<usize>,
    /// True if all of them are wanted.
    #[serde(default)]
    pub all: bool,
}

impl LiveGame {
    /// Changes the game as a page orders that speaks for these sides; returns the answer.
    ///
    /// # Errors
    ///
    /// When the order cannot be carried out; nothing has changed then.
    pub fn carry_out(&mut self, sides: SpokenSides, order: PageOrder, now: Moment) -> Result<Value, Refusal> {
        match order {
            PageOrder::Explore { text, at } => {
                return self.explore(&text, &at).map(|id| json!({ "at": id }));
            }
            PageOrder::Play { text, ply } => self.play_for(sides, &text, ply, now)?,
            PageOrder::Mark { at, marks } => self.mark(&at, &marks)?,
            PageOrder::Delete { at } => self.delete(&at)?,
            PageOrder::Promote { at } => self.promote(sides, &at)?,
            PageOrder::TakeBack => self.take_back(sides, now)?,
            PageOrder::Resign => self.resign(sides, now)?,
            PageOrder::Draw => self.draw(sides, now)?,
            PageOrder::Pace { paused, pause } => self.pace(paused, pause)?,
            PageOrder::Name { name } => self.name(&name)?,
            PageOrder::Seat { white, black } => self.seat(sides, white, black)?,
            // These change nothing, or are done by whoever has the games.
            PageOrder::Hint | PageOrder::Judge { .. } | PageOrder::Forget => {}
        }
        Ok(json!({}))
    }
}
