//! Orthodox chess (`chess`), by the FIDE Laws of Chess.
//!
//! Draws that a player may claim (third occurrence, 50 moves) are draws here. The game also ends where neither side has
//! the pieces to mate. Castling rights may name rooks and kings on other squares of the first rank, as in
//! Chess960 (X-FEN); such castling is written as the king's capture of its own rook.

mod chess960;
mod general;
mod material;
pub mod squares;
#[cfg(test)]
mod tests;
mod text;

pub use chess960::Chess960;

use super::{
    GenMode, Info, MOVE_LIMIT, Outcome, PieceInfo, Position, Promotion, Reason, Royalty, Turn, info,
};
use crate::board::attack::Attack::With;
use crate::board::{
    Action, Bitboard, Cells, Kind, Move, MoveSink, MovesTo, Occupancy, Piece, Side, Square, ZobristKey,
    zobrist,
};
use crate::kit::castling::{CASTLINGS, Castling};
use crate::kit::check;
use crate::kit::orthodox::{Army, Attackers, Tables};
use once_cell::sync::Lazy;

/// King.
pub const KING: Kind = Kind(0);
/// Queen.
pub const QUEEN: Kind = Kind(1);
/// Rook.
pub const ROOK: Kind = Kind(2);
/// Bishop.
pub const BISHOP: Kind = Kind(3);
/// Knight.
pub const KNIGHT: Kind = Kind(4);
/// Pawn.
pub const PAWN: Kind = Kind(5);

pub(crate) const PIECES: &[PieceInfo] = &[
    PieceInfo::new('K', "king", "K")
        .noted("castles", "castles with an unmoved rook: two squares towards it, the rook leaps over")
        .royal(Royalty::Checked),
    PieceInfo::new('Q', "queen", "Q"),
    PieceInfo::new('R', "rook", "R"),
    PieceInfo::new('B', "bishop", "B"),
    PieceInfo::new('N', "knight", "N"),
    PieceInfo::new('P', "pawn", "fmWfcFi2fmnDfceF").promoting(Promotion::to(&PROMOTIONS)),
];

const ATTACKERS: Attackers = Attackers {
    orthogonal: &info::attackers::<2>(PIECES, With("R")),
    diagonal: &info::attackers::<2>(PIECES, With("B")),
    knights: &info::attackers::<1>(PIECES, With("N")),
    kings: &info::attackers::<1>(PIECES, With("K")),
    pawns: &info::attackers::<1>(PIECES, With("fF")),
};

const PROMOTIONS: [Kind; 4] = [QUEEN, ROOK, BISHOP, KNIGHT];

static INFO: Info = Info {
    aliases: &[
        "Standard",
        "Standard chess",
        "Normal",
        "Normal chess",
        "Classical",
        "Classical chess",
        "Orthodox",
        "Orthochess",
        "From Position",
        "Regular chess",
        "International chess",
        "Western chess",
        "FIDE",
        "Std",
        "Classic",
        "Regular",
        "Illegal",
        "Шахматы",
    ],
    summary: "Orthodox chess by the FIDE Laws; also Chess960.",
    move_limit: Some(MOVE_LIMIT),
    ..Info::new(
        "chess",
        "Orthodox chess",
        (8, 8),
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        PIECES,
    )
};

type Set = Bitboard<1>;

static TABLES: Lazy<Tables> = Lazy::new(|| Tables::new(PIECES));

const CASTLING_FACT: u8 = 0;
const EN_PASSANT_FACT: u8 = 1;

/// Orthodox chess.
#[derive(Clone, Copy, Default, Debug)]
pub struct Chess;

/// A position of orthodox chess.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChessPosition {
    cells: Cells<1, 64, 3>,
    checkers: Set,
    turn: Turn,
    /// The rooks that may still castle, in the order of [`CASTLINGS`].
    rooks: [Option<Square>; 4],
    /// The square passed over, only while an enemy pawn can legally capture there.
    en_passant: Option<Square>,
    /// Castling is the king's move onto its own rook also from the orthodox squares.
    castles_onto_rook: bool,
}

const _: () = assert!(size_of::<ChessPosition>() <= 512);

impl ChessPosition {
    /// Returns castling as it is written: the king's two steps from the orthodox squares, else its
    /// capture of the own rook; in Chess960 always the latter.
    #[inline]
    fn castling_move(&self, castling: &Castling, king: Square, rook: Square) -> Move {
        // From any other squares the king's two steps could be a move of its own, or none at all.
        let orthodox = king == castling.king_from && rook == castling.rook_from;
        Move::step(king, if orthodox && !self.castles_onto_rook { castling.king_to } else { rook })
    }

    /// The empty squares on which another piece of the side to move would leave its king safe: all, or
    /// in check those between.
    #[inline]
    pub(crate) fn safe_empty_squares(&self) -> Set {
        match self.checkers.first() {
            None => !self.cells.occupied(),
            Some(_) if self.checkers.has_several() => Set::EMPTY,
            // A piece that gives check over a square attacks along a free line.
            Some(checker) => TABLES.pieces.geometry.between(self.king(self.turn.side), checker),
        }
    }

    /// The squares on which pawns can stand.
    #[inline]
    pub(crate) fn pawn_squares() -> Set {
        !(TABLES.last_rank[0] | TABLES.last_rank[1])
    }

    /// Returns the piece that a move from one square to another captures, and its square.
    #[inline]
    pub(crate) fn captured(&self, from: Square, to: Square) -> Option<(Square, Piece)> {
        let takes_en_passant = self.en_passant == Some(to) && self.cells.of(self.turn.side, PAWN).has(from);
        let square = if takes_en_passant { self.en_passant_victim(to) } else { to };
        self.cells.at(square).filter(|piece| piece.side != self.turn.side).map(|piece| (square, piece))
    }

    /// Returns true if a piece of the side to move would attack the enemy king from an empty square.
    #[inline]
    pub(crate) fn drop_gives_check(&self, kind: Kind, to: Square) -> bool {
        let (tables, side) = (&TABLES.pieces, self.turn.side);
        let capture = &tables.movement(Piece { kind, side }).capture;
        capture.reaches(&tables.geometry, to, self.king(!side), &self.cells.occupied().into())
    }

    /// Puts another piece of the side to move on an empty square, as its move.
    pub(crate) fn drop_piece(&mut self, piece: Piece, to: Square) {
        self.cells.put(to, piece);
        self.en_passant = None;
        self.turn = self.turn.next(piece.kind == PAWN);
        self.checkers = self.find_checkers();
    }

    /// The pieces on the board.
    #[inline]
    #[must_use]
    pub fn cells(&self) -> &Cells<1, 64, 3> {
        &self.cells
    }

    /// Returns the squares that a piece on `from` attacks, the first occupied one on each line included.
    #[inline]
    #[must_use]
    pub fn attacks(&self, piece: Piece, from: Square) -> Set {
        let tables = &TABLES.pieces;
        tables.movement(piece).capture.targets(&tables.geometry, from, &self.cells.occupied().into())
    }

    /// The square of a side's king.
    #[inline]
    #[must_use]
    pub fn king(&self, side: Side) -> Square {
        // A position has one king of each side.
        Square(self.cells.of(side, KING).first_index())
    }

    /// The pieces of `side` that attack `square`. Pieces that are not in `occupied` do not count
    /// as obstacles but still as attackers.
    #[inline]
    #[must_use]
    pub fn attackers_of(&self, square: Square, side: Side, occupied: Set) -> Set {
        self.army(side).attackers(square, occupied)
    }

    #[inline(always)]
    fn army(&self, side: Side) -> Army<'static> {
        ATTACKERS.army(&TABLES, &self.cells, side)
    }

    fn find_checkers(&self) -> Set {
        self.attackers_of(self.king(self.turn.side), !self.turn.side, self.cells.occupied())
    }

    #[inline]
    fn visit_king(
        &self,
        king: Square,
        wanted: Set,
        enemy: &Army,
        select: GenMode,
        moves: &mut impl MoveSink,
    ) {
        let (side, occupied) = (self.turn.side, self.cells.occupied());
        // The king does not shield the squares beyond it.
        let without_king = occupied - Set::from(king);
        let movement = TABLES.pieces.movement(Piece { kind: KING, side });
        for to in movement.capture.leaps(king) & wanted {
            let step = Move::step(king, to);
            if moves.wants(step) && !enemy.attacks(to, without_king) {
                moves.add(step);
            }
        }
        if select == GenMode::Noisy || self.rooks == [None; 4] || !self.checkers.is_empty() {
            return;
        }
        for (castling, rook) in CASTLINGS.iter().zip(self.rooks) {
            if let Some(rook) = rook.filter(|_| castling.side == side)
                && self.can_castle(castling, king, rook)
            {
                moves.add(self.castling_move(castling, king, rook));
            }
        }
    }

    /// Returns true if castling is legal for a king that is not in check: no piece stands in the
    /// way of either, the king crosses no attacked square, and none is attacked once the rook has
    /// moved.
    #[inline]
    fn can_castle(&self, castling: &Castling, king: Square, rook: Square) -> bool {
        let geometry = &TABLES.pieces.geometry;
        let (king_to, rook_to) = (Set::from(castling.king_to), Set::from(castling.rook_to));
        // King and rook pass each other, and may change places.
        let others = self.cells.occupied() - Set::from(king) - Set::from(rook);
        let king_way = geometry.between(king, castling.king_to) | king_to;
        let rook_way = geometry.between(rook, castling.rook_to) | rook_to;
        if (king_way | rook_way).meets(others) {
            return false;
        }
        let enemy = self.army(!castling.side);
        !king_way.into_iter().any(|square| enemy.attacks(square, others | Set::from(rook)))
            // In Chess960 the rook may have shielded the king from its own rank.
            && !enemy.attacks(castling.king_to, others | king_to | rook_to)
    }

    /// The castling that a king's move stands for, by its index.
    #[inline]
    fn castling_of(&self, from: Square, to: Square) -> Option<usize> {
        (0..4).find(|&right| {
            let castling = &CASTLINGS[right];
            castling.side == self.turn.side
                && self.rooks[right]
                    .is_some_and(|rook| self.castling_move(castling, from, rook) == Move::step(from, to))
        })
    }

    /// Returns true if the own king is safe after an en passant capture, which empties two squares.
    fn en_passant_is_safe(&self, from: Square, target: Square, king: Square) -> bool {
        let captured = self.en_passant_victim(target);
        let emptied = Set::from(from) | Set::from(captured);
        let occupied = (self.cells.occupied() - emptied) | Set::from(target);
        // The captured pawn is still on the board that the attackers are read from.
        (self.attackers_of(king, !self.turn.side, occupied) - Set::from(captured)).is_empty()
    }

    /// The square of the pawn that has just passed over `target`.
    #[inline]
    fn en_passant_victim(&self, target: Square) -> Square {
        // The victim stands where its own quiet step from the passed square leads.
        let ahead = TABLES.pieces.movement(Piece { kind: PAWN, side: !self.turn.side }).quiet.leaps(target);
        Square(ahead.first_index())
    }

    /// Returns true if a pawn of the side to move can legally capture on the square just passed over.
    fn can_take_en_passant(&self, target: Square) -> bool {
        let king = self.king(self.turn.side);
        let pawn = Piece { kind: PAWN, side: self.turn.side };
        let takers =
            TABLES.pieces.movement(pawn).en_passant.leaps_to(target) & self.cells.of(pawn.side, PAWN);
        takers.into_iter().any(|from| self.en_passant_is_safe(from, target, king))
    }

    /// Hands over the legal moves of the pieces on some squares.
    #[inline]
    fn visit_from(&self, among: Set, select: GenMode, moves: &mut impl MoveSink) {
        let geometry = &TABLES.pieces.geometry;
        let cells = &self.cells;
        let side = self.turn.side;
        let own = cells.side(side);
        let enemy = cells.side(!side);
        let occupied = own | enemy;
        let king = self.king(side);
        let occupancy = Occupancy::new(occupied, own);
        let free = (!occupied).when(select == GenMode::All);

        let enemy_army = self.army(!side);
        if among.has(king) && moves.wants_from(king) {
            self.visit_king(king, free | enemy, &enemy_army, select, moves);
        }
        // Against one checker: capture it or step between. Against two only the king can move.
        if self.checkers.has_several() {
            return;
        }
        let evasions = check::evasions(geometry, king, self.checkers);
        let pinned = enemy_army.blockers(king, occupied) & own;
        let allowed = |from: Square| {
            if pinned.has(from) { evasions & geometry.line(king, from) } else { evasions }
        };
        for kind in [QUEEN, ROOK, BISHOP, KNIGHT] {
            let movement = TABLES.pieces.movement(Piece { kind, side });
            for from in cells.of(side, kind) & among {
                if moves.wants_from(from) {
                    let targets = movement.arrivals(geometry, from, &occupancy, free, enemy);
                    moves.fan(targets & allowed(from), |to| Move::step(from, to));
                }
            }
        }
        let movement = TABLES.pieces.movement(Piece { kind: PAWN, side });
        let last_rank = TABLES.last_rank[side.index()];
        let goals = free | (last_rank - occupied);
        for from in cells.of(side, PAWN) & among {
            if !moves.wants_from(from) {
                continue;
            }
            let targets = movement.arrivals(geometry, from, &occupancy, goals, enemy) & allowed(from);
            // A pawn's targets all lie on one rank, so either all of them promote or none.
            if targets.meets(last_rank) {
                for kind in PROMOTIONS {
                    moves.fan(targets, |to| Move::promotion(from, to, kind));
                }
            } else {
                moves.fan(targets, |to| Move::step(from, to));
            }
            if let Some(target) =
                self.en_passant.filter(|&target| movement.en_passant.leaps(from).has(target))
                && self.en_passant_is_safe(from, target, king)
            {
                moves.add(Move::step(from, target));
            }
        }
    }

    #[inline]
    fn state_key(&self) -> ZobristKey {
        // The four rooks' squares in one number: a fact for each combination of rights.
        let rooks = self.rooks.map(|rook| rook.map_or(u8::MAX, |square| square.0));
        let mut sum = zobrist::fact(CASTLING_FACT, u32::from_le_bytes(rooks).into());
        if let Some(square) = self.en_passant {
            sum ^= zobrist::fact(EN_PASSANT_FACT, square.0 as u64);
        }
        sum ^ self.turn.key()
    }
}

impl Position for ChessPosition {
    #[inline]
    fn turn(&self) -> Turn {
        self.turn
    }

    #[inline]
    fn key(&self) -> ZobristKey {
        self.cells.key() ^ self.state_key()
    }

    #[inline]
    fn visit(&self, select: GenMode, moves: &mut impl MoveSink) {
        self.visit_from(!Set::EMPTY, select, moves);
    }

    fn generate_to(&self, wanted: u32, to: Square, found: &mut dyn FnMut(Move)) {
        let side = self.turn.side;
        let mut from = Set::EMPTY;
        for kind in (0..PIECES.len() as u8).map(Kind).filter(|kind| wanted >> kind.0 & 1 == 1) {
            let pieces = self.cells.of(side, kind);
            // What is out of range on every board is not looked at on this one. A king may castle beyond its range.
            let movement = TABLES.pieces.movement(Piece { kind, side });
            from |= if kind == KING { pieces } else { pieces & movement.range_to(to) };
        }
        self.visit_from(from, GenMode::All, &mut MovesTo::new(to, found));
    }

    #[inline]
    fn is_noisy(&self, legal: Move) -> bool {
        match legal.action() {
            Action::Step { promote: Some(_), .. } => true,
            Action::Step { from, to, .. } => {
                self.cells.side(!self.turn.side).has(to)
                    || Some(to) == self.en_passant && self.cells.of(self.turn.side, PAWN).has(from)
            }
            _ => false,
        }
    }

    fn play(&mut self, legal: Move) {
        let Action::Step { from, to, promote, .. } = legal.action() else {
            debug_assert!(false, "chess has no move {legal:?}");
            return;
        };
        let Some(mover) = self.cells.take(from) else { return };
        // The right lasts for one move, whatever it is.
        let en_passant = self.en_passant.take();
        let mut passed = None;
        let mut progress = mover.kind == PAWN;
        if let Some(right) = (mover.kind == KING).then(|| self.castling_of(from, to)).flatten() {
            let castling = &CASTLINGS[right];
            let rook = self.rooks[right].and_then(|rook| self.cells.take(rook));
            self.cells.put(castling.king_to, mover);
            if let Some(rook) = rook {
                self.cells.put(castling.rook_to, rook);
            }
        } else {
            progress |= self.cells.take(to).is_some();
            self.cells.put(to, Piece { kind: promote.unwrap_or(mover.kind), side: mover.side });
            if mover.kind == PAWN {
                if en_passant == Some(to) {
                    self.cells.take(self.en_passant_victim(to));
                } else {
                    passed = TABLES.pieces.passed(mover, from, to);
                }
            }
        }
        // In most of the game nobody can castle any more.
        if self.rooks != [None; 4] {
            for (castling, rook) in CASTLINGS.iter().zip(&mut self.rooks) {
                let king_moves = mover.kind == KING && castling.side == mover.side;
                if king_moves || *rook == Some(from) || *rook == Some(to) {
                    *rook = None;
                }
            }
        }
        self.turn = self.turn.next(progress);
        self.checkers = self.find_checkers();
        self.en_passant = passed.filter(|&target| self.can_take_en_passant(target));
    }

    fn no_moves(&self) -> Outcome {
        check::mate_or_stalemate(self.turn.side, self.in_check())
    }

    fn checkers(&self) -> Vec<Square> {
        self.checkers.into_iter().collect()
    }

    #[inline]
    fn in_check(&self) -> bool {
        !self.checkers.is_empty()
    }

    #[inline]
    fn gives_check(&self) -> impl Fn(Move) -> bool + '_ {
        let (side, tables) = (self.turn.side, &TABLES.pieces);
        let king = self.king(!side);
        let uncovering = self.army(side).blockers(king, self.cells.occupied()) & self.cells.side(side);
        move |legal| {
            let Action::Step { from, to, promote, .. } = legal.action() else { return false };
            let Some(mover) = self.cells.at(from) else { return false };
            let kind = promote.unwrap_or(mover.kind);
            // Castling and en passant move more than one piece.
            let is_special = match mover.kind {
                KING => self.rooks != [None; 4],
                PAWN => self.en_passant == Some(to),
                _ => false,
            };
            if is_special || uncovering.has(from) {
                return check::gives_check_when_played(self, legal);
            }
            let others = self.cells.occupied() - Set::from(from);
            tables.movement(Piece { kind, side }).capture.reaches(&tables.geometry, to, king, &others.into())
        }
    }

    fn flip_turn(&self) -> Option<Self> {
        let mut passed = self.clone();
        passed.en_passant = None;
        passed.turn = self.turn.next(false);
        // The side that is to move then has just moved, so it is not in check.
        passed.checkers = Set::EMPTY;
        Some(passed)
    }

    fn piece_at(&self, square: Square, depth: usize) -> Option<Piece> {
        self.cells.at(square).filter(|_| depth == 0)
    }

    #[inline]
    fn reversible_plies(&self) -> u32 {
        self.turn.halfmove.into()
    }

    #[inline]
    fn count_verdict(&self) -> Option<Outcome> {
        (self.turn.halfmove >= MOVE_LIMIT).then(|| Outcome::draw(Reason::MoveCount))
    }

    fn cannot_win(&self, side: Side) -> bool {
        material::cannot_win(self, side)
    }

    #[inline]
    fn is_dead(&self) -> bool {
        material::is_dead(self)
    }
}
