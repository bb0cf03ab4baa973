//! Network features of a position: for each side's view a list of active inputs.
//!
//! A game names its pieces by planes, from the side that owns them; here these become the numbers of
//! inputs, with the board turned so that either side sees itself at the bottom, and so that its royal
//! piece is in the left half if left and right are alike.

use super::lent::Meanings;
use super::network::{MOST, Net};
use helgi_rules::Symmetry;
use helgi_rules::board::{Outline, Side, Square};

/// The active features of positions of a game: a trait beside [`Evaluate`](crate::eval::Evaluate).
pub trait NetFeatures<P> {
    /// The number of planes: kinds of things that stand on squares, for one owner.
    fn planes(&self) -> usize;

    /// The number of facts that have no square, such as the pieces in a reserve, for one owner.
    fn facts(&self) -> usize {
        0
    }

    /// The net that comes with the program, as its file; empty if there is none.
    fn net(&self) -> &'static [u8] {
        &[]
    }

    /// The squares of the board.
    fn board(&self) -> &NetBoard;

    /// Returns true if `view` sees the board with left and right exchanged; never where they are not alike.
    fn is_mirrored(&self, _position: &P, _view: Side) -> bool {
        false
    }

    /// Switches on the inputs of a position.
    fn collect(&self, position: &P, active: &mut ActiveFeatures<'_>);

    /// The meanings of the planes and facts; nothing where the game's nets are of no use to other games.
    fn meanings(&self) -> Meanings {
        Meanings::default()
    }

    /// A net of the game that lends its nets to this one, as a net of this one; `None` for other nets.
    fn borrowed(&self, _net: &Net) -> Option<Net> {
        None
    }

    /// The number of inputs of a net for these positions.
    fn inputs(&self) -> usize {
        self.board().inputs(self.planes(), self.facts())
    }
}

/// The squares of a board, as each side sees them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NetBoard {
    squares: usize,
    files: usize,
    ranks: usize,
    /// By square: its rank and its file.
    places: Vec<(usize, usize)>,
    /// By whether left and right are exchanged, and side: the square in place of each.
    seen: [[[u8; 256]; 2]; 2],
}

impl NetBoard {
    /// The board of this outline, whose colours are exchanged so.
    pub fn new(outline: &Outline, symmetry: Symmetry) -> Self {
        let place = |square| (usize::from(outline.rank(square)), usize::from(outline.file(square)));
        let turned = |square: Square, side: Side, mirrored: bool| {
            let (file, rank) = (outline.file(square), outline.rank(square));
            let opposite = outline.files() - 1 - file;
            let half_turn = side == Side::Black && symmetry == Symmetry::HalfTurn;
            let rank = if side == Side::Black { outline.ranks() - 1 - rank } else { rank };
            outline.square(if half_turn != mirrored { opposite } else { file }, rank).unwrap_or(square).0
        };
        let mut seen = [[[0; 256]; 2]; 2];
        for square in outline.squares() {
            for mirrored in [false, true] {
                for side in Side::BOTH {
                    seen[usize::from(mirrored)][side.index()][square.index()] =
                        turned(square, side, mirrored);
                }
            }
        }
        NetBoard {
            squares: outline.len(),
            files: outline.files().into(),
            ranks: outline.ranks().into(),
            places: outline.squares().map(place).collect(),
            seen,
        }
    }

    /// The number of squares.
    pub const fn squares(&self) -> usize {
        self.squares
    }

    /// Returns the number of inputs of a net with this many planes and facts.
    pub const fn inputs(&self, planes: usize, facts: usize) -> usize {
        // Each plane and each fact is there twice: for the own side and for the other.
        2 * (planes * self.squares + facts)
    }

    /// The number of rows that [`shared`](Self::shared) inputs have.
    pub const fn shared_rows(&self, planes: usize) -> usize {
        2 * planes * (1 + self.ranks + self.files)
    }

    /// The rows that an input shares with others in training: those of its plane, of its plane and rank,
    /// of its plane and file; none for a fact.
    pub fn shared(&self, input: usize, planes: usize) -> Option<[usize; 3]> {
        let (plane, square) = (input / self.squares, input % self.squares);
        let &(rank, file) = self.places.get(square).filter(|_| plane < 2 * planes)?;
        let by_rank = 2 * planes * (1 + rank) + plane;
        let by_file = 2 * planes * (1 + self.ranks + file) + plane;
        Some([plane, by_rank, by_file])
    }
}

/// The inputs that are on, for White's view and for Black's.
#[derive(Debug)]
pub struct ActiveFeatures<'a> {
    squares: usize,
    facts_from: usize,
    seen: [&'a [u8; 256]; 2],
    inputs: [[u16; MOST]; 2],
    count: usize,
}

impl<'a> ActiveFeatures<'a> {
    /// The inputs of a position.
    #[inline]
    pub fn of<P>(position: &P, inputs: &'a impl NetFeatures<P>) -> Self {
        let board = inputs.board();
        let seen =
            Side::BOTH.map(|view| &board.seen[usize::from(inputs.is_mirrored(position, view))][view.index()]);
        let squares = board.squares;
        let facts_from = 2 * inputs.planes() * squares;
        let mut active = ActiveFeatures { squares, facts_from, seen, inputs: [[0; MOST]; 2], count: 0 };
        inputs.collect(position, &mut active);
        active
    }

    /// Switches on a piece of `side` on a square.
    #[inline]
    pub fn piece(&mut self, side: Side, plane: usize, square: Square) {
        self.push(Side::BOTH.map(|view| {
            // Own things have the even planes, those of the other side the odd ones.
            let place: usize = self.seen[view.index()][square.index()].into();
            (2 * plane + usize::from(side != view)) * self.squares + place
        }));
    }

    /// Switches on a neutral thing on a square.
    #[inline]
    pub fn neutral(&mut self, plane: usize, square: Square) {
        // It stands in the own plane of both views.
        self.push(self.seen.map(|seen| 2 * plane * self.squares + usize::from(seen[square.index()])));
    }

    /// Switches on a fact about `side`.
    #[inline]
    pub fn fact(&mut self, side: Side, fact: usize) {
        self.push(Side::BOTH.map(|view| self.facts_from + 2 * fact + usize::from(side != view)));
    }

    #[inline]
    fn push(&mut self, [white, black]: [usize; 2]) {
        if self.count < MOST {
            self.inputs[0][self.count] = white as u16;
            self.inputs[1][self.count] = black as u16;
            self.count += 1;
        }
    }

    /// The inputs that are on in a side's view.
    #[inline]
    pub fn seen_by(&self, view: Side) -> &[u16] {
        &self.inputs[view.index()][..self.count]
    }
}
