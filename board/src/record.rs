//! The moves of a game, as far as this crate keeps them: one line, from a start to the present.

use crate::scene::{self, Scene, Step, side_name};
use helgi_rules::notation::MoveError;
use helgi_rules::{AnyPosition, Line, Outcome, Position, readable};
use serde::Serialize;
use std::time::Duration;

/// A move that has been played, as the page lists it.
#[derive(Clone, Serialize, Debug)]
pub struct Played {
    /// The move.
    #[serde(flatten)]
    pub step: Step,
    /// `white` or `black`: who has played it.
    pub side: &'static str,
    /// The number of the move, from 1.
    pub number: u32,
    /// Whether it gives check.
    pub check: bool,
    /// What the mover's clock showed afterwards, if there was one.
    #[serde(skip)]
    pub left: Option<Duration>,
}

/// The moves of one game.
#[derive(Clone, Debug)]
pub struct Record {
    line: Line,
    played: Vec<Played>,
}

impl Record {
    /// A game that begins with a position.
    pub fn new(start: AnyPosition) -> Self {
        Record { line: Line::new(start), played: Vec::new() }
    }

    /// The positions.
    pub fn line(&self) -> &Line {
        &self.line
    }

    /// The moves as they are listed.
    pub fn played(&self) -> &[Played] {
        &self.played
    }

    /// What the start looks like.
    pub fn start(&self) -> Scene {
        Scene::of(self.line.start())
    }

    /// How the game has ended on the board, if it has.
    pub fn verdict(&self) -> Option<Outcome> {
        self.line.verdict()
    }

    /// Plays a move, readable or as on the wire, after which the mover's clock showed so much.
    ///
    /// # Errors
    ///
    /// When it is not legal; nothing has changed then.
    pub fn play(&mut self, text: &str, left: Option<Duration>) -> Result<(), MoveError> {
        let present = self.line.present();
        let legal = readable::read(present, text)?;
        let (side, number) = (side_name(present.side()), present.fullmove_number());
        let step = scene::step(present, legal);
        self.line.play(legal);
        let check = self.line.present().in_check();
        self.played.push(Played { step, side, number, check, left });
        Ok(())
    }

    /// Notes what the clock of the one who has moved last shows.
    pub fn note_time(&mut self, left: Duration) {
        if let Some(last) = self.played.last_mut() {
            last.left = Some(left);
        }
    }

    /// Takes the last move back; says whether there was one.
    pub fn take_back(&mut self) -> bool {
        self.played.pop();
        self.line.undo().is_some()
    }
}
