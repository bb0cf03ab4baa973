//! Crazyhouse (`crazyhouse`): chess in which captured pieces go to the captor's reserve, to be
//! dropped on the board later.
//!
//! On the board the rules are those of chess, whose position is inside; this module adds the reserve.
//! Rules page: `docs/rules/crazyhouse.md`.

#[cfg(test)]
mod tests;
mod text;

use crate::board::{Action, Bitboard, Kind, Move, MoveSink, Piece, Reserve, Square, ZobristKey, zobrist};
use crate::chess::{self, BISHOP, ChessPosition, KNIGHT, PAWN, QUEEN, ROOK};
use crate::{Captives, GenMode, Info, MOVE_LIMIT, Outcome, Phrase, PieceInfo, PieceMark, Position, Turn};

/// Difference between the number of a promoted kind and that of the piece it has become.
pub const PROMOTED: u8 = 5;

const PIECES: &[PieceInfo] = &[
    chess::PIECES[0],
    chess::PIECES[1],
    chess::PIECES[2],
    chess::PIECES[3],
    chess::PIECES[4],
    chess::PIECES[5],
    promoted(QUEEN, "queen (promoted)"),
    promoted(ROOK, "rook (promoted)"),
    promoted(BISHOP, "bishop (promoted)"),
    promoted(KNIGHT, "knight (promoted)"),
];

const fn promoted(kind: Kind, name: &'static str) -> PieceInfo {
    let note = Some(Phrase::new("reserve-pawn", "comes to the reserve as a pawn"));
    PieceInfo { mark: PieceMark::Tilde, name, note, ..chess::PIECES[kind.index()] }
}

/// The kinds that can be in a reserve.
pub const RESERVED: [Kind; 5] = [QUEEN, ROOK, BISHOP, KNIGHT, PAWN];

static INFO: Info = Info {
    aliases: &["Crazyhouse chess", "House", "ZH", "Crazy", "Zhouse", "wild/23", "Крейзихаус"],
    summary: "Captured pieces change sides and are dropped again.",
    pocket: RESERVED.len() as u8,
    captives: Captives::Unmarked,
    move_limit: Some(MOVE_LIMIT),
    ..Info::new(
        "crazyhouse",
        "Crazyhouse",
        (8, 8),
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
        PIECES,
    )
};

type Set = Bitboard<1>;

/// Crazyhouse.
#[derive(Clone, Copy, Default, Debug)]
pub struct Crazyhouse;

/// A position of crazyhouse.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CrazyhousePosition {
    board: ChessPosition,
    /// The squares of the pieces that were pawns.
    promoted: Set,
    reserve: Reserve,
}

const _: () = assert!(size_of::<CrazyhousePosition>() <= 512);

impl CrazyhousePosition {
    /// Returns the board, as a position of chess.
    #[inline]
    #[must_use]
    pub fn board(&self) -> &ChessPosition {
        &self.board
    }

    /// The pieces in reserve.
    #[inline]
    #[must_use]
    pub fn reserve(&self) -> &Reserve {
        &self.reserve
    }

    /// A captured piece comes to the captor's reserve; one that was a pawn is a pawn again.
    fn capture(&mut self, square: Square, captured: Piece) {
        let kind = if self.promoted.has(square) { PAWN } else { captured.kind };
        self.promoted.remove(square);
        self.reserve.add(Piece { kind, side: !captured.side });
    }

    /// A piece that was a pawn still is one where it goes.
    fn follow(&mut self, from: Square, to: Square, promotes: bool) {
        if promotes || self.promoted.has(from) {
            self.promoted.remove(from);
            self.promoted.insert(to);
        }
    }

    /// The kind of a piece as it is written: with its `~` if it was a pawn.
    #[inline]
    fn written(&self, square: Square, piece: Piece) -> Piece {
        if self.promoted.has(square) { Piece { kind: Kind(piece.kind.0 + PROMOTED), ..piece } } else { piece }
    }

    #[inline]
    fn promoted_key(&self) -> ZobristKey {
        // Added to the number of the plain piece, which the key of the board has.
        let number = |square| {
            let piece = self.board.cells().at(square).map(|piece| self.written(square, piece));
            piece.map_or(0, |piece| zobrist::piece(piece, square))
        };
        self.promoted.into_iter().fold(0, |sum, square| sum ^ number(square))
    }
}

impl Position for CrazyhousePosition {
    #[inline]
    fn turn(&self) -> Turn {
        self.board.turn()
    }

    #[inline]
    fn key(&self) -> ZobristKey {
        self.board.key() ^ self.reserve.key() ^ self.promoted_key()
    }

    /// The moves of chess, and drops on empty squares: of pawns not on the end ranks, and in check only
    /// between the king and the piece that gives it.
    #[inline]
    fn visit(&self, select: GenMode, moves: &mut impl MoveSink) {
        self.board.visit(select, moves);
        // A drop is never noisy.
        if select == GenMode::Noisy {
            return;
        }
        let squares = self.board.safe_empty_squares();
        for kind in self.reserve.kinds(self.side()) {
            if moves.wants_drop(kind) {
                let targets = if kind == PAWN { squares & ChessPosition::pawn_squares() } else { squares };
                moves.fan(targets, |to| Move::drop(kind, to));
            }
        }
    }

    #[inline]
    fn is_noisy(&self, legal: Move) -> bool {
        self.board.is_noisy(legal)
    }

    fn play(&mut self, legal: Move) {
        let side = self.side();
        match legal.action() {
            Action::Drop { kind, to } => {
                let piece = Piece { kind, side };
                self.reserve.take(piece);
                self.board.drop_piece(piece, to);
            }
            Action::Step { from, to, promote, .. } => {
                // Looked for before the move, which takes it away.
                let captured = self.board.captured(from, to);
                self.board.play(legal);
                if let Some((square, piece)) = captured {
                    self.capture(square, piece);
                }
                self.follow(from, to, promote.is_some());
            }
            action => debug_assert!(false, "crazyhouse has no move {action:?}"),
        }
    }

    fn no_moves(&self) -> Outcome {
        self.board.no_moves()
    }

    fn checkers(&self) -> Vec<Square> {
        self.board.checkers()
    }

    #[inline]
    fn in_check(&self) -> bool {
        self.board.in_check()
    }

    #[inline]
    fn gives_check(&self) -> impl Fn(Move) -> bool + '_ {
        let step_gives_check = self.board.gives_check();
        move |legal| match legal.action() {
            Action::Drop { kind, to } => self.board.drop_gives_check(kind, to),
            _ => step_gives_check(legal),
        }
    }

    fn flip_turn(&self) -> Option<Self> {
        self.board.flip_turn().map(|board| CrazyhousePosition { board, ..self.clone() })
    }

    /// All of them: what has been captured may be dropped again.
    #[inline]
    fn reversible_plies(&self) -> u32 {
        u32::MAX
    }

    #[inline]
    fn count_verdict(&self) -> Option<Outcome> {
        self.board.count_verdict()
    }

    fn piece_at(&self, square: Square, depth: usize) -> Option<Piece> {
        self.board.piece_at(square, depth).map(|piece| self.written(square, piece))
    }

    fn reserve(&self) -> Option<&Reserve> {
        Some(&self.reserve)
    }
}
