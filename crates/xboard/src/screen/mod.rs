//! A model of the board that XBoard shows: its state after each half-move, and the half-moves that
//! put it right.
//!
//! XBoard moves pieces without knowing our rules. Where a move of the game does more than one of
//! XBoard's, as an explosion or a split stack does, the engine sends further half-moves, the
//! *repairs*: pieces are shot away, dropped, or leave by becoming a letter that is in no slot. XBoard
//! 4.9 takes any number of them, as long as each moves a piece of the side whose turn it believes it to
//! be; passes in between see to that.
//!
//! Letters only: [`LetterTable`] knows the pieces that they stand for. Nothing is sent from here.

mod castling;

use crate::figures::slot;
use crate::table::{self, LetterTable, PROMOTED};
use helgi_protocol::notation::WireSquare;
use helgi_protocol::xboard::XBoardPly;
use helgi_rules::board::Side;
use helgi_rules::fen::Fields;
use helgi_rules::internals::fen::{Token, tokens};
use helgi_rules::{AnyPosition, FenError, Position};

/// The most victims of one shot of XBoard's.
const MOST_VICTIMS: usize = 2;

/// The board that XBoard shows, and whose turn it believes it to be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct XBoardModel {
    files: u8,
    squares: Vec<Content>,
    side: Side,
}

/// The content of a square.
#[derive(Clone, Copy, Debug)]
enum Content {
    Empty,
    /// No square at all.
    Block,
    /// An obstacle or a wall, to XBoard a piece of this side.
    Obstacle(Side),
    Piece {
        side: Side,
        /// Upper case.
        letter: char,
    },
}

/// An obstacle is the same to either side, and where XBoard was given it as a square that is missing.
impl PartialEq for Content {
    fn eq(&self, other: &Content) -> bool {
        use Content::{Block, Empty, Obstacle, Piece};
        match (self, other) {
            (Empty, Empty) | (Block | Obstacle(_), Block | Obstacle(_)) => true,
            (Piece { side, letter }, Piece { side: owner, letter: other }) => {
                (side, letter) == (owner, other)
            }
            (Empty | Block | Obstacle(_) | Piece { .. }, _) => false,
        }
    }
}

impl Eq for Content {}

impl XBoardModel {
    /// The board after XBoard was given this position, in XBoard's own text.
    ///
    /// # Errors
    ///
    /// When the board does not fit the size; letters are not looked at.
    pub fn read(text: &str, files: u8, ranks: u8, table: &LetterTable) -> Result<Self, FenError> {
        let fields = Fields::split(text)?;
        let rows = tokens(fields.board, files, ranks)?;
        let content = |token: Token| match token {
            Token::Empty => Content::Empty,
            Token::Block | Token::Stack(_) => Content::Block,
            Token::Piece(text) => {
                // A `~` after the letter is XBoard's way to remember a promotion.
                let letter = text.chars().find(char::is_ascii_alphabetic).unwrap_or('?');
                let promoted =
                    table.other_form(letter.to_ascii_uppercase()).filter(|_| text.starts_with('+'));
                piece(Side::of_letter(letter), promoted.unwrap_or(letter), table)
            }
        };
        let squares = rows.into_iter().rev().flatten().map(content).collect();
        Ok(XBoardModel { files, squares, side: fields.turn.side })
    }

    /// Returns the board that XBoard should show for a position.
    pub fn of(position: &AnyPosition, table: &LetterTable) -> Self {
        let outline = position.outline();
        let files = outline.files();
        let mut squares = vec![Content::Block; usize::from(files) * usize::from(outline.ranks())];
        for square in outline.squares() {
            let index =
                usize::from(outline.rank(square)) * usize::from(files) + usize::from(outline.file(square));
            if let Some(content) = squares.get_mut(index) {
                *content = match table.shown(position, square) {
                    Some(letter) => piece(Side::of_letter(letter), letter, table),
                    None if position.is_obstacle(square) => Content::Obstacle(Side::Black),
                    None => Content::Empty,
                };
            }
        }
        XBoardModel { files, squares, side: position.side() }
    }

    /// Returns the side to move, as XBoard believes.
    pub fn side(&self) -> Side {
        self.side
    }

    /// The letter that a square shows, upper case, and its side.
    pub fn letter(&self, square: WireSquare) -> Option<(Side, char)> {
        match self.get(square) {
            Content::Piece { side, letter } => Some((side, letter)),
            Content::Empty | Content::Block | Content::Obstacle(_) => None,
        }
    }

    /// The same, also of an obstacle, which to XBoard is a piece of one side.
    pub fn shown(&self, square: WireSquare, table: &LetterTable) -> Option<(Side, char)> {
        match self.get(square) {
            Content::Obstacle(side) => table.obstacle().map(|letter| (side, letter)),
            _ => self.letter(square),
        }
    }

    /// Returns true if an obstacle or a wall is on a square.
    pub fn is_obstacle(&self, square: WireSquare) -> bool {
        matches!(self.get(square), Content::Obstacle(_))
    }

    /// The same board with the other side's turn.
    pub fn passed(&self) -> Self {
        XBoardModel { side: !self.side, ..self.clone() }
    }

    /// The text of a board, ranks from the top, in which each square has the letter that `letter` gives it.
    pub fn map(&self, letter: impl Fn(WireSquare) -> Option<char>) -> String {
        let files = usize::from(self.files.max(1));
        let letters: Vec<Option<char>> = self.all_squares().map(letter).collect();
        let ranks: Vec<String> = letters.chunks(files).rev().map(table::with_runs).collect();
        ranks.join("/")
    }

    /// Returns the number of pieces that have to leave and to come until the other board is reached.
    pub fn difference(&self, other: &XBoardModel) -> usize {
        let change = |(one, other): (&Content, &Content)| match (one, other) {
            _ if one == other => 0,
            (Content::Empty, _) | (_, Content::Empty) => 1,
            _ => 2,
        };
        self.squares.iter().zip(&other.squares).map(change).sum()
    }

    /// Returns the half-move that XBoard hands on to the other engine, or sends for its user, when
    /// this one is made here: the same, except for supposed castling (`SendMoveToProgram` of
    /// version 4.9.1).
    pub fn handed_on(&self, ply: &XBoardPly) -> XBoardPly {
        let XBoardPly::Path { squares, .. } = ply else { return ply.clone() };
        let &[from, .., over, to] = squares.as_slice() else { return ply.clone() };
        if owner(self.get(over)) == self.side { XBoardPly::Garbled { from, over, to } } else { ply.clone() }
    }

    /// Does the same as XBoard when it gets this half-move.
    pub fn apply(&mut self, ply: &XBoardPly, table: &LetterTable) {
        match ply {
            XBoardPly::Pass => {}
            XBoardPly::Drop { letter, to } => self.set(*to, piece(self.side, *letter, table)),
            XBoardPly::Path { squares, letter } => {
                if let [from, .., to] = squares.as_slice() {
                    self.walk(squares, *from, *to, *letter, table);
                }
            }
            // Nothing is known of the lost part of the way.
            XBoardPly::Garbled { from, over, to } => self.walk(&[*from, *over, *to], *from, *to, None, table),
        }
        self.side = !self.side;
    }

    /// A piece goes from square to square; pieces that it meets on the way are gone (`ApplyMove` of
    /// version 4.9.1).
    fn walk(
        &mut self,
        squares: &[WireSquare],
        from: WireSquare,
        to: WireSquare,
        becomes: Option<char>,
        table: &LetterTable,
    ) {
        let gate = becomes.filter(|_| self.is_gate(from, table)).and_then(|letter| {
            let (side, _) = self.letter(from)?;
            Some(piece(side, letter, table))
        });
        let becomes = becomes.filter(|_| gate.is_none());
        let over = squares.iter().rev().nth(1).copied().filter(|_| squares.len() > 2);
        let met = over.map(|over| (over, self.get(over)));
        let way = squares.len().saturating_sub(1);
        squares.iter().take(way).skip(1).for_each(|&square| self.set(square, Content::Empty));
        let is_castler = self.letter(from).is_some_and(|(_, letter)| Some(letter) == table.castler());
        let tramples = is_castler && !table.castling().is_empty();
        let tramples = tramples && met.is_some_and(|(_, met)| owner(met) == owner(self.get(from)));
        if !tramples && self.castle_together(from, to, table) {
            gate.into_iter().for_each(|gated| self.set(from, gated));
            // What there is on the square of arrival becomes another piece, even if the mover is elsewhere.
            return self.become_at(to, becomes, table);
        }
        let mover = self.get(from);
        self.set(from, Content::Empty);
        if let (Content::Piece { letter, .. }, [_, _]) = (mover, squares)
            && Some(letter) == table.in_slot(slot::PAWN)
            && from.file != to.file
            && self.get(to) == Content::Empty
        {
            self.set(WireSquare { rank: from.rank, ..to }, Content::Empty);
        }
        match met.filter(|_| tramples) {
            Some((over, met)) => {
                let step = if over.file < from.file { 1 } else { -1 };
                beside(to, step).into_iter().for_each(|square| self.set(square, met));
            }
            None if is_castler => self.castle(from, to),
            None => {}
        }
        self.set(to, mover);
        self.become_at(to, becomes, table);
        gate.into_iter().for_each(|gated| self.set(from, gated));
    }

    /// The piece on a square becomes another, or leaves the board.
    fn become_at(&mut self, square: WireSquare, becomes: Option<char>, table: &LetterTable) {
        let Some(new) = becomes else { return };
        let content = match self.get(square) {
            _ if new == table.vanish() => Content::Empty,
            Content::Piece { side, letter } if new == PROMOTED => {
                piece(side, table.other_form(letter).unwrap_or(letter), table)
            }
            Content::Piece { side, .. } => piece(side, new, table),
            other => other,
        };
        self.set(square, content);
    }

    /// Returns true if a letter behind a move of the piece on a square is that of a piece which comes there from the hand, and
    /// not what the mover becomes: in S-Chess, to all but pawns.
    fn is_gate(&self, from: WireSquare, table: &LetterTable) -> bool {
        let mover = self.letter(from).map(|(_, letter)| letter);
        table.has_gates() && mover.is_some() && mover != table.in_slot(slot::PAWN)
    }

    /// The half-moves that make XBoard's board, as it is here, look like `truth`, as far as they can. Shots
    /// need fewer of them, but not everywhere does XBoard keep the piece that shoots.
    pub fn repairs(&self, truth: &XBoardModel, with_shots: bool, table: &LetterTable) -> Vec<XBoardPly> {
        let mut plies = Vec::new();
        let mut screen = self.clone();
        let next = |screen: &XBoardModel| {
            screen.repair(truth, with_shots, table).or_else(|| screen.waits(truth, with_shots, table))
        };
        while let Some(ply) = next(&screen) {
            screen.apply(&ply, table);
            plies.push(ply);
        }
        plies
    }

    /// A pass, if it is the other side that can repair something, or that is to move.
    fn waits(&self, truth: &XBoardModel, with_shots: bool, table: &LetterTable) -> Option<XBoardPly> {
        let is_due = self.difference(truth) == 0 && self.side != truth.side;
        (is_due || self.passed().repair(truth, with_shots, table).is_some()).then_some(XBoardPly::Pass)
    }

    /// The next repair that the side to move can make.
    fn repair(&self, truth: &XBoardModel, with_shots: bool, table: &LetterTable) -> Option<XBoardPly> {
        let wrong: Vec<WireSquare> =
            self.all_squares().filter(|&square| self.get(square) != truth.get(square)).collect();
        let shown_for = |side: Side| {
            let is_of = move |square: &WireSquare| self.letter(*square).is_some_and(|(of, _)| of == side);
            wrong.iter().copied().filter(is_of)
        };
        // A wall, and a piece that cannot be dropped, goes where it is missing.
        let home = |from: WireSquare| {
            let content = self.get(from);
            let goes = table.fills_hands() || self.is_obstacle(from);
            let is_home = |to: &WireSquare| self.get(*to) == Content::Empty && truth.get(*to) == content;
            wrong.iter().copied().filter(|_| goes).find(is_home)
        };
        let victims: Vec<WireSquare> =
            shown_for(!self.side).filter(|&square| home(square).is_none()).take(MOST_VICTIMS).collect();
        if let Some(shooter) = self.shooter().filter(|_| with_shots && !victims.is_empty()) {
            let mut path = vec![shooter];
            path.extend(victims);
            path.push(shooter);
            return Some(XBoardPly::path(path, None));
        }
        let is_own = |square: &WireSquare| side_of(self.get(*square)) == Some(self.side);
        let own = || wrong.iter().copied().filter(is_own);
        if let Some((from, to)) = own().find_map(|from| Some((from, home(from)?))) {
            return Some(XBoardPly::path([from, to], None));
        }
        if let Some(own) = own().next() {
            let away = self
                .all_squares()
                .find(|&square| self.get(square) == Content::Empty && square.rank != own.rank);
            return away.map(|away| XBoardPly::path([own, away], Some(table.vanish())));
        }
        wrong.iter().find_map(|&to| match (self.get(to), truth.get(to)) {
            (Content::Empty, Content::Piece { side, letter }) if side == self.side => {
                Some(XBoardPly::Drop { letter, to })
            }
            // A wall that is to move here is moved by its owner.
            (Content::Empty, Content::Obstacle(_))
                if !wrong.iter().any(|&square| self.is_obstacle(square)) =>
            {
                table.obstacle().map(|letter| XBoardPly::Drop { letter, to })
            }
            _ => None,
        })
    }

    /// A piece of the side to move that can shoot others away.
    fn shooter(&self) -> Option<WireSquare> {
        self.all_squares().find(|&square| self.letter(square).is_some_and(|(side, _)| side == self.side))
    }

    /// Every square of the grid, from `a1` on.
    pub fn all_squares(&self) -> impl Iterator<Item = WireSquare> + use<> {
        let files = self.files.max(1);
        (0..self.squares.len()).map(move |index| WireSquare {
            file: (index % usize::from(files)) as u8,
            rank: (index / usize::from(files) + 1) as u8,
        })
    }

    fn index(&self, square: WireSquare) -> Option<usize> {
        let rank = usize::from(square.rank).checked_sub(1)?;
        (square.file < self.files).then(|| rank * usize::from(self.files) + usize::from(square.file))
    }

    fn get(&self, square: WireSquare) -> Content {
        let content = self.index(square).and_then(|index| self.squares.get(index));
        content.copied().unwrap_or(Content::Block)
    }

    /// Changes a square, if there is one.
    fn set(&mut self, square: WireSquare, content: Content) {
        if let Some(place) = self.index(square).and_then(|index| self.squares.get_mut(index))
            && !matches!(place, Content::Block)
        {
            *place = content;
        }
    }
}

/// The side of what is on a square; `None` if that is nothing.
fn side_of(content: Content) -> Option<Side> {
    match content {
        Content::Piece { side, .. } | Content::Obstacle(side) => Some(side),
        Content::Empty | Content::Block => None,
    }
}

/// Returns the side of a square in XBoard's order of pieces, where the empty square comes after Black's.
fn owner(content: Content) -> Side {
    side_of(content).unwrap_or(Side::Black)
}

/// Returns the square `step` files to the right.
fn beside(square: WireSquare, step: i8) -> Option<WireSquare> {
    Some(WireSquare { file: square.file.checked_add_signed(step)?, ..square })
}

/// A piece, or an obstacle.
fn piece(side: Side, letter: char, table: &LetterTable) -> Content {
    let letter = letter.to_ascii_uppercase();
    if table.obstacle() == Some(letter) { Content::Obstacle(side) } else { Content::Piece { side, letter } }
}

#[cfg(test)]
mod tests;
