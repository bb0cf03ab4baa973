//! The moves of a game's tree, also those that were not played: looked at, noted, marked, promoted, taken away.

use crate::demonstration::{self, ShownReach};
use crate::ending::GameEnd;
use crate::game::LiveGame;
use crate::plan::{Refusal, SpokenSides};
use helgi_record::{BoardMark, NoMark};
use helgi_rules::board::Move;
use helgi_rules::readable::{self, Style};
use helgi_rules::{AnyPosition, Game, Line};

impl LiveGame {
    /// The line that leads to a move of the tree.
    ///
    /// # Errors
    ///
    /// If there is no move of that name.
    pub fn line_to(&self, at: &str) -> Result<Line, Refusal> {
        Ok(self.tree.line_to(self.tree.find(at)?))
    }

    /// The line that leads to a move of the tree, or to the threats of the other side there; `None` if there is no such move,
    /// or the turn cannot be given up, as in check.
    pub fn line_to_analyse(&self, at: &str, threats: bool) -> Option<Line> {
        let mut line = self.line_to(at).ok()?;
        (!threats || line.pass()).then_some(line)
    }

    /// A move that is to be judged, readable or as on the wire, and the position before it.
    ///
    /// # Errors
    ///
    /// If there is no move of the tree of that name, or the move is not legal behind it.
    pub fn move_to_judge(&self, at: &str, text: &str) -> Result<(AnyPosition, Move), Refusal> {
        let before = self.line_to(at)?.present().clone();
        let (played, _) = readable::read_lenient(&before, text, Style::San)?;
        Ok((before, played))
    }

    /// Returns the ending of the game, if a move of the tree is its last one.
    pub fn ending_of(&self, at: &str) -> Option<&GameEnd> {
        let is_last = self.tree.main_line().last().is_some_and(|last| last == at);
        self.ending.as_ref().filter(|_| is_last)
    }

    /// Returns the moves that the pieces of the other side could make at a move of the tree if it
    /// were its turn; none if the turn cannot be given up.
    ///
    /// # Errors
    ///
    /// If there is no move of that name.
    pub fn others(&self, at: &str) -> Result<Vec<ShownReach>, Refusal> {
        Ok(demonstration::others(self.line_to(at)?.present()))
    }

    /// Notes a move as a variation, after another; returns its name.
    ///
    /// # Errors
    ///
    /// When it is not legal, or would not be one.
    pub fn explore(&mut self, text: &str, at: &str) -> Result<String, Refusal> {
        let found = self.tree.find(at)?;
        let explored = self.tree.explore(found, text);
        let id = explored.map_err(|refusal| refusal.advised(self.tree.line_to(found).present(), text))?;
        self.noted();
        Ok(self.tree.name(id))
    }

    /// Draws squares and arrows after a move of the tree, replacing those that were there.
    ///
    /// # Errors
    ///
    /// When there is no such move, there are too many marks, or one is not on this board.
    pub fn mark(&mut self, at: &str, marks: &[String]) -> Result<(), Refusal> {
        /// The most marks of a position.
        const MOST: usize = 200;
        let id = self.tree.find(at)?;
        if marks.len() > MOST {
            return Err(Refusal::Mark(format!("{} of them, expected {MOST} at most", marks.len())));
        }
        let outline = self.game.outline();
        let read = |text: &String| {
            let mark: BoardMark = text.parse().map_err(|error: NoMark| Refusal::Mark(error.to_string()))?;
            let squares = [Some(mark.from), mark.to].into_iter().flatten();
            // The board of the game may be smaller than the form of a mark allows.
            let stranger =
                squares.map(|square| square.to_string()).find(|name| outline.named(name).is_none());
            stranger.map_or(Ok(mark), |name| Err(Refusal::Square(name)))
        };
        let marks = marks.iter().map(read).collect::<Result<Vec<_>, _>>()?;
        self.tree.mark(id, &marks);
        self.noted();
        Ok(())
    }

    /// Takes a move of a variation away, with all that follows.
    ///
    /// # Errors
    ///
    /// When it was played.
    pub fn delete(&mut self, at: &str) -> Result<(), Refusal> {
        self.tree.remove(self.tree.find(at)?)?;
        self.noted();
        Ok(())
    }

    /// Promotes a variation over the move that it replaces. It can replace a move that was played
    /// only if both players are persons at this machine and no clock runs.
    ///
    /// # Errors
    ///
    /// When the move was played, or the game goes on in another way.
    pub fn promote(&mut self, sides: SpokenSides, at: &str) -> Result<(), Refusal> {
        let variation = self.tree.variation(self.tree.find(at)?).ok_or(Refusal::Played)?;
        let is_game = self.tree.replaces_played(variation);
        let runs = self.clock.as_ref().is_some_and(|clock| clock.running().is_some());
        if is_game && (self.has_engine() || sides != SpokenSides::BOTH || runs) {
            return Err(Refusal::GoesOn);
        }
        self.tree.promote(variation);
        // The other line has become the game, which may have ended there.
        if is_game {
            self.offer = None;
            self.settle();
            self.changed();
        } else {
            self.noted();
        }
        Ok(())
    }
}
