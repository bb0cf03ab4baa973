//! Breakthrough, a game of one kind of piece, written outside the crate.
//!
//! Two ranks of men stand on either side. A man goes one square straight or diagonally forward, and captures
//! diagonally. The first man on the last rank wins, and so does the side that has captured all others.

use helgi_rules::board::{
    Bitboard, Cells, Geometry, Kind, Move, MoveSink, Occupancy, Outline, Piece, PieceTables, Side, Square,
    ZobristKey,
};
use helgi_rules::fen::Fields;
use helgi_rules::fen::{Cell, board as read_board};
use helgi_rules::{FenError, Game, GenMode, Info, Outcome, Phrase, PieceInfo, Position, Reason, Turn};
use std::sync::LazyLock;

/// The pieces: letter, name, movement and a note.
const PIECES: &[PieceInfo] =
    &[PieceInfo::new('M', "man", "fmWfF").noted("wins-on-last-rank", "wins on the last rank")];

/// The reason for the end of a game, printed after the winner's name.
const BREAKS_THROUGH: Phrase = Phrase { id: "breaks-through", words: "breaks through" };

static INFO: Info = {
    let start = "mmmmmmmm/mmmmmmmm/8/8/8/8/MMMMMMMM/MMMMMMMM w - - 0 1";
    let mut info = Info::new("breakthrough", "Breakthrough", (8, 8), start, PIECES);
    info.summary = "Two ranks of men on either side; the first man on the last rank wins.";
    info.draws = false;
    info.reasons = &[BREAKS_THROUGH];
    info
};

static TABLES: LazyLock<PieceTables<1>> = LazyLock::new(|| {
    let geometry = Geometry::new(Outline::new(8, 8, |_, _| true));
    PieceTables::new(geometry, PIECES.iter().map(|piece| piece.movement))
});

/// The game.
#[derive(Clone, Copy, Default, Debug)]
pub struct Breakthrough;

/// A position of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BreakthroughPosition {
    cells: Cells<1, 64, 1>,
    turn: Turn,
}

impl BreakthroughPosition {
    /// The squares of the men of `side` that have arrived.
    fn arrived(&self, side: Side) -> Bitboard<1> {
        let rank = if side == Side::White { 7 } else { 0 };
        self.cells.side(side) & TABLES.geometry.rank(rank)
    }
}

impl Position for BreakthroughPosition {
    fn turn(&self) -> Turn {
        self.turn
    }

    fn key(&self) -> ZobristKey {
        self.cells.key() ^ self.turn.key()
    }

    fn visit(&self, select: GenMode, moves: &mut impl MoveSink) {
        if self.outcome().is_some() {
            return;
        }
        let (own, enemy) = (self.cells.side(self.turn.side), self.cells.side(!self.turn.side));
        let occupancy = Occupancy::new(own | enemy, own);
        let free = match select {
            GenMode::All => !occupancy.all,
            GenMode::Noisy => Bitboard::EMPTY,
        };
        let movement = TABLES.movement(Piece { kind: Kind(0), side: self.turn.side });
        for from in own {
            let targets = movement.arrivals(&TABLES.geometry, from, &occupancy, free, enemy);
            moves.fan(targets, |to| Move::step(from, to));
        }
    }

    fn is_noisy(&self, legal: Move) -> bool {
        legal.to().is_some_and(|to| self.cells.at(to).is_some())
    }

    fn play(&mut self, legal: Move) {
        let (Some(from), Some(to)) = (legal.from(), legal.to()) else { return };
        let Some(man) = self.cells.take(from) else { return };
        self.cells.take(to);
        self.cells.put(to, man);
        // Every move goes forward, so that none can be undone.
        self.turn = self.turn.next(true);
    }

    fn outcome(&self) -> Option<Outcome> {
        let has_won = |side: &Side| !self.arrived(*side).is_empty() || self.cells.side(!*side).is_empty();
        let winner = Side::BOTH.into_iter().find(has_won)?;
        Some(Outcome::win(winner, Reason::Rule(BREAKS_THROUGH)))
    }

    /// Unless all men are on the last ranks, one can always move diagonally, so that this needs a
    /// board full of men.
    fn no_moves(&self) -> Outcome {
        Outcome::win(!self.turn.side, Reason::NoLegalMove)
    }

    fn flip_turn(&self) -> Option<Self> {
        Some(BreakthroughPosition { turn: self.turn.next(false), ..self.clone() })
    }

    fn piece_at(&self, square: Square, depth: usize) -> Option<Piece> {
        self.cells.at(square).filter(|_| depth == 0)
    }

    fn reversible_plies(&self) -> u32 {
        0
    }

    fn count_verdict(&self) -> Option<Outcome> {
        None
    }
}

impl Game for Breakthrough {
    type Position = BreakthroughPosition;

    fn info(&self) -> &'static Info {
        &INFO
    }

    fn outline(&self) -> &'static Outline {
        TABLES.geometry.outline()
    }

    fn parse(&self, fen: &str) -> Result<BreakthroughPosition, FenError> {
        let fields = Fields::split(fen)?;
        fields.without_reserve()?;
        fields.without_rights()?;
        let mut cells = Cells::default();
        for (square, cell) in read_board(fields.board, self.outline(), PIECES)? {
            match cell {
                Cell::Pieces(stack) if stack.len() == 1 => cells.put(square, stack[0]),
                _ => return Err(FenError::new("board", self.outline().name(square), "one man or none")),
            }
        }
        Ok(BreakthroughPosition { cells, turn: fields.turn })
    }
}
