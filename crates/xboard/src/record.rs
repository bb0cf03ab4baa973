//! The game so far, twice: the moves of the game, and the half-moves that XBoard counts.
//!
//! XBoard takes back half-moves of its own, repairs included. This module decides which position of
//! the game is the present one then.

use super::screen::XBoardModel;
use super::table::LetterTable;
use helgi_protocol::xboard::XBoardPly;
use helgi_rules::board::Side;

/// The moves since the position that was set up, and XBoard's half-moves.
#[derive(Clone, Debug)]
pub struct XBoardRecord {
    /// The side to move at the start and after each move.
    turns: Vec<Side>,
    /// XBoard's board at the start; `None` where it plays by the game's own rules.
    base: Option<XBoardModel>,
    screen: Option<XBoardModel>,
    plies: Vec<Logged>,
}

/// A half-move of XBoard's.
#[derive(Clone, Debug)]
struct Logged {
    ply: XBoardPly,
    /// The number of the game's moves made by then.
    moves: usize,
    /// True if every part of the last of them has been shown.
    whole: bool,
}

impl XBoardRecord {
    /// A game that begins here with the turn of `first`, with XBoard's board if that is tracked.
    pub fn new(first: Side, screen: Option<XBoardModel>) -> Self {
        XBoardRecord { turns: vec![first], base: screen.clone(), screen, plies: Vec::new() }
    }

    /// The number of moves of the game.
    fn len(&self) -> usize {
        self.turns.len() - 1
    }

    /// XBoard's board.
    pub fn screen(&self) -> Option<&XBoardModel> {
        self.screen.as_ref()
    }

    /// XBoard's board need not be tracked any more.
    pub fn forget_screen(&mut self) {
        (self.base, self.screen) = (None, None);
    }

    /// A move of the game was made, after which it is the turn of `next`.
    pub fn push_move(&mut self, next: Side) {
        self.turns.push(next);
    }

    /// XBoard made a half-move, which belongs to the last move of the game; `whole` if it shows that move
    /// in full.
    pub fn push_ply(&mut self, ply: XBoardPly, whole: bool, table: &LetterTable) {
        self.screen.iter_mut().for_each(|screen| screen.apply(&ply, table));
        self.plies.push(Logged { ply, moves: self.len(), whole });
    }

    /// The last half-move completes what belongs to the last move of the game.
    pub fn finish(&mut self) {
        let moves = self.len();
        if let Some(last) = self.plies.last_mut() {
            (last.moves, last.whole) = (moves, true);
        }
    }

    /// XBoard takes back its last `count` half-moves. Returns the number of moves of the game that remain; `None`, and
    /// nothing changes, if there are not so many half-moves.
    ///
    /// The moves of the game that remain are those that are still shown in full; if `turn` is
    /// given, so many that it is the turn of that side.
    pub fn take_back(&mut self, count: usize, turn: Option<Side>, table: &LetterTable) -> Option<usize> {
        let left = self.plies.len().checked_sub(count)?;
        self.plies.truncate(left);
        // XBoard's board is not undone but made again: what a half-move has removed is not kept.
        self.screen.clone_from(&self.base);
        for logged in &self.plies {
            self.screen.iter_mut().for_each(|screen| screen.apply(&logged.ply, table));
        }
        let shown = self.plies.iter().rev().filter(|logged| logged.whole).map(|logged| logged.moves);
        let fits = |&moves: &usize| turn.is_none_or(|turn| self.turns.get(moves) == Some(&turn));
        let moves = shown.chain([0]).find(fits).unwrap_or(0);
        self.turns.truncate(moves + 1);
        Some(moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use helgi_rules::games::GameId;

    fn table() -> LetterTable {
        LetterTable::new(GameId::TACTICAL.info()).unwrap()
    }

    fn screen(text: &str) -> XBoardModel {
        XBoardModel::read(text, 8, 8, &table()).unwrap()
    }

    fn ply(text: &str) -> XBoardPly {
        text.parse().unwrap()
    }

    #[test]
    fn a_move_whose_repairs_are_taken_back_is_taken_back() {
        let base = screen("8/8/8/8/8/8/8/R3k3 w - - 0 1");
        let mut record = XBoardRecord::new(Side::White, Some(base.clone()));
        record.push_move(Side::Black);
        record.push_ply(ply("a1a2"), false, &table());
        record.push_ply(ply("N@b3"), false, &table());
        record.push_ply(ply("@@@@"), true, &table());
        record.push_move(Side::White);
        record.push_ply(ply("e1e2"), true, &table());

        assert_eq!(record.take_back(1, None, &table()), Some(1));
        assert_eq!(record.take_back(1, None, &table()), Some(0));
        assert_eq!(record.screen(), Some(&screen("8/8/8/8/8/1n6/R7/4k3 w - - 0 1")));
        assert_eq!(record.take_back(3, None, &table()), None);
        assert_eq!(record.take_back(2, None, &table()), Some(0));
        assert_eq!(record.screen(), Some(&base));
    }

    #[test]
    fn one_can_go_back_further_to_where_one_wants_to_go_on() {
        let mut record = XBoardRecord::new(Side::White, None);
        let turns = [Side::Black, Side::White, Side::Black, Side::White];
        for (text, next) in ["e2e4", "e7e5", "g1f3", "b8c6"].into_iter().zip(turns) {
            record.push_move(next);
            record.push_ply(ply(text), true, &table());
        }
        assert_eq!(record.take_back(1, Some(Side::White), &table()), Some(2));
    }
}
