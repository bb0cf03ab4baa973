//! Positions that somebody sets up: their text, and the game's answer.
//!
//! The pieces on the board are written as given; the game decides whether that is a position.

use crate::ending::GameEnd;
use crate::plan::Refusal;
use crate::scene::{Scene, SquareContents};
use helgi_rules::fen::write_board;
use helgi_rules::games::GameId;
use helgi_rules::{Game, Line, Position};
use serde::{Deserialize, Serialize};

/// A position that is set up.
#[derive(Clone, Deserialize, Debug)]
pub struct Draft {
    /// The name of the game.
    pub variant: String,
    /// Its text; the other fields are not looked at then.
    #[serde(default)]
    pub fen: Option<String>,
    /// The pieces on squares, from the top down.
    #[serde(default)]
    pub cells: SquareContents,
    /// The squares with obstacles.
    #[serde(default)]
    pub blocks: Vec<String>,
    /// The letters of the pieces in reserve.
    #[serde(default)]
    pub reserve: String,
    /// `w` or `b`: whose turn it is.
    #[serde(default)]
    pub side: String,
    /// The other fields: castling, en passant, and the two counts.
    #[serde(default)]
    pub rest: String,
}

/// A position as the game reads it.
#[derive(Clone, Serialize, Debug)]
pub struct Drafted {
    /// The scene, with its text.
    pub scene: Scene,
    /// The ending of the game there, if it is over.
    pub ending: Option<GameEnd>,
    /// The mends of the text of the position.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notices: Vec<String>,
}

impl Draft {
    /// Returns the game's answer.
    ///
    /// # Errors
    ///
    /// When there is no such game or square, or it is not a position of the game.
    pub fn read(&self) -> Result<Drafted, Refusal> {
        let game = self.variant.parse::<GameId>()?;
        let text = match &self.fen {
            Some(text) => text.clone(),
            None => self.text(game)?,
        };
        let (position, notices) =
            game.parse_lenient(&text).map_err(|error| Refusal::position(game, error))?;
        let notices = notices.iter().map(ToString::to_string).collect();
        let scene = Scene::of(&position);
        Ok(Drafted { scene, ending: Line::new(position).verdict().map(GameEnd::from), notices })
    }

    /// Returns the text of the board.
    ///
    /// # Errors
    ///
    /// If the board does not have one of the squares.
    pub(crate) fn text(&self, game: GameId) -> Result<String, Refusal> {
        let outline = game.outline();
        let known = |name: &&String| outline.named(name).is_none();
        if let Some(unknown) = self.cells.keys().chain(&self.blocks).find(known) {
            return Err(Refusal::Square(unknown.clone()));
        }
        let board = write_board(outline, |square, text| {
            let name = outline.name(square);
            match self.cells.get(&name).map(Vec::as_slice) {
                _ if self.blocks.contains(&name) => text.push('*'),
                None | Some([]) => {}
                Some([piece]) => text.push_str(piece),
                Some(stack) => {
                    text.push('(');
                    // The page lists a stack from the top down, a position's text begins with the bottom.
                    stack.iter().rev().for_each(|piece| text.push_str(piece));
                    text.push(')');
                }
            }
        });
        let has_reserve = game.start().reserve().is_some();
        let reserve = if has_reserve { format!("[{}]", self.reserve) } else { String::new() };
        Ok(format!("{board}{reserve} {} {}", self.side, self.rest))
    }
}
