//! A line of play: where it began, the moves since, and the present position.
//!
//! Keeps every position, so that a move is taken back by forgetting it; it holds no opinion on
//! whether players still have time or have resigned.

use crate::board::Move;
use crate::chess::ChessPosition;
use crate::games::AnyPosition;
use crate::{History, IllegalMove, Outcome, Position, verdict};

/// A line of play in one of the games.
///
/// ```
/// use helgi_rules::games::GameId;
/// use helgi_rules::{Game, Line, notation, readable};
///
/// let mut line = Line::new(GameId::CHESS.start());
/// for text in ["f2f3", "e7e5", "g2g4", "d8h4"] {
///     line.play(readable::read(line.present(), text)?);
/// }
/// assert_eq!(line.verdict().map(|outcome| outcome.to_string()).as_deref(), Some("0-1 {Black mates}"));
/// line.undo();
/// assert_eq!(line.verdict(), None);
/// # Ok::<(), notation::MoveError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Line {
    start: AnyPosition,
    /// Each move, and the position after it.
    steps: Vec<(Move, AnyPosition)>,
    history: History,
}

/// A line that begins with a position of chess.
impl From<ChessPosition> for Line {
    fn from(start: ChessPosition) -> Self {
        Line::new(start.into())
    }
}

impl Line {
    /// A line that begins with a position.
    #[must_use]
    pub fn new(start: AnyPosition) -> Self {
        let history = History::starting_with(&start);
        Line { start, steps: Vec::new(), history }
    }

    /// The position it began with.
    #[must_use]
    pub fn start(&self) -> &AnyPosition {
        &self.start
    }

    /// The position it has led to.
    #[must_use]
    pub fn present(&self) -> &AnyPosition {
        self.steps.last().map_or(&self.start, |(_, position)| position)
    }

    /// The positions that have occurred, for the rules that look back.
    #[must_use]
    pub fn history(&self) -> &History {
        &self.history
    }

    /// The moves since the start.
    #[must_use]
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = Move> + ExactSizeIterator + '_ {
        self.steps.iter().map(|&(played, _)| played)
    }

    /// The number of moves since the start.
    #[must_use]
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Returns true if nothing has been played.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Plays a legal move, without checking that it is one.
    ///
    /// # Panics
    ///
    /// As [`Position::play`], if it is illegal.
    pub fn play(&mut self, legal: Move) {
        let after = self.present().after(legal);
        self.history.push(after.key());
        self.steps.push((legal, after));
    }

    /// Plays a move if it is legal.
    ///
    /// # Errors
    ///
    /// If it is not; nothing changes then.
    pub fn try_play(&mut self, candidate: Move) -> Result<(), IllegalMove> {
        let mut after = self.present().clone();
        after.try_play(candidate)?;
        self.history.push(after.key());
        self.steps.push((candidate, after));
        Ok(())
    }

    /// Passes, whether or not the game allows it, as in a variation that shows what threatens; false, and
    /// nothing changes, where that makes no position. The move is then [`Move::PASS`].
    pub fn pass(&mut self) -> bool {
        let Some(after) = self.present().pass() else { return false };
        self.history.push(after.key());
        self.steps.push((Move::PASS, after));
        true
    }

    /// The position before the last move; the start if there is none.
    #[doc(hidden)] // a part of `internals`
    #[must_use]
    pub fn before_last(&self) -> &AnyPosition {
        let before = self.steps.len().checked_sub(2).and_then(|index| self.steps.get(index));
        before.map_or(&self.start, |(_, position)| position)
    }

    /// Takes the last move back, and returns it; `None` at the start.
    pub fn undo(&mut self) -> Option<Move> {
        let (played, _) = self.steps.pop()?;
        self.history.pop();
        Some(played)
    }

    /// Returns the outcome: by what is on the board, by lack of moves, by material with which
    /// nobody can win, by the move count or by repetition. `None` while the game goes on.
    #[must_use]
    pub fn verdict(&self) -> Option<Outcome> {
        verdict(self.present(), &self.history)
    }

    /// Returns the outcome that follows by [repetition](History::repetition) if the present position occurs once more;
    /// `None` if that would not end the game, or it is over.
    #[must_use]
    pub fn repetition_ahead(&self) -> Option<Outcome> {
        self.history.repetition_ahead(self.present()).filter(|_| self.verdict().is_none())
    }
}
