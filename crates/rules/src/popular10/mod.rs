//! Daniil Frolov's 10x10 game with some popular pieces (`popular10`) and its six variants.
//!
//! Captures of special pieces turn pieces into special ones, pawns may give the enemy a general,
//! and games that nobody wins on the board end on points. Rules page: `docs/rules/popular10.md`.

mod moves;
mod tables;
#[cfg(test)]
mod tests;
mod text;
mod variants;

pub use variants::Popular10;

use super::{Extras, GenMode, MOVE_LIMIT, Outcome, PieceInfo, Position, Promotion, Reason, Royalty, Turn};
use crate::board::{
    Action, Bitboard, Cells, Extra, Kind, Move, MoveSink, Piece, Side, Square, ZobristKey, zobrist,
};
use crate::kit::check;
use tables::Tables;

/// King.
pub const KING: Kind = Kind(0);
/// Rook.
pub const ROOK: Kind = Kind(1);
/// Bishop.
pub const BISHOP: Kind = Kind(2);
/// Knight.
pub const KNIGHT: Kind = Kind(3);
/// Camel.
pub const CAMEL: Kind = Kind(4);
/// Archbishop.
pub const ARCHBISHOP: Kind = Kind(5);
/// Marshal.
pub const MARSHAL: Kind = Kind(6);
/// Cannon.
pub const CANNON: Kind = Kind(7);
/// Bow.
pub const BOW: Kind = Kind(8);
/// Elephant.
pub const ELEPHANT: Kind = Kind(9);
/// War machine.
pub const WAR_MACHINE: Kind = Kind(10);
/// Gryphon.
pub const GRYPHON: Kind = Kind(11);
/// Dragon.
pub const DRAGON: Kind = Kind(12);
/// Pawn.
pub const PAWN: Kind = Kind(13);
/// Berolina pawn.
pub const BEROLINA: Kind = Kind(14);
/// Queen, the first of the special pieces.
pub const QUEEN: Kind = Kind(15);
/// Amazon.
pub const AMAZON: Kind = Kind(16);
/// Gorgon.
pub const GORGON: Kind = Kind(17);
/// Wildebeest.
pub const WILDEBEEST: Kind = Kind(18);
/// Tank.
pub const TANK: Kind = Kind(19);
/// Squire.
pub const SQUIRE: Kind = Kind(20);
/// Sergeant.
pub const SERGEANT: Kind = Kind(21);
/// Gold general.
pub const GOLD_GENERAL: Kind = Kind(22);
/// Silver general.
pub const SILVER_GENERAL: Kind = Kind(23);

/// The number of kinds of pieces.
pub const KINDS: usize = 24;

/// One row of the table of pieces.
#[derive(Clone, Copy)]
struct Row {
    piece: PieceInfo,
    points: u16,
    /// The kind it becomes by capturing a special piece; itself for the king and the special pieces.
    becomes: Kind,
}

/// The kinds that a pawn becomes on the last rank, besides a gold general of the enemy.
const PAWN_PROMOTIONS: [Kind; 6] = [ROOK, KNIGHT, MARSHAL, GRYPHON, WAR_MACHINE, CANNON];
/// The kinds that a berolina pawn becomes on the last rank, besides a silver general of the enemy.
const BEROLINA_PROMOTIONS: [Kind; 6] = [BISHOP, CAMEL, ELEPHANT, BOW, DRAGON, ARCHBISHOP];
/// The kinds that a sergeant becomes on the last rank.
const SERGEANT_PROMOTIONS: [Kind; 6] = [QUEEN, AMAZON, GORGON, WILDEBEEST, TANK, SQUIRE];

/// The general of the enemy that a pawn or a berolina pawn can become on the last rank.
const fn enemy_general(kind: Kind) -> Kind {
    if kind.0 == PAWN.0 { GOLD_GENERAL } else { SILVER_GENERAL }
}

const ROWS: [Row; KINDS] = [
    king('K', "king", "K"),
    row('R', "rook", "R", 6, QUEEN),
    row('B', "bishop", "B", 5, QUEEN),
    row('N', "knight", "N", 4, WILDEBEEST),
    row('J', "camel", "C", 3, WILDEBEEST),
    row('A', "archbishop", "BN", 8, AMAZON),
    row('M', "marshal", "RN", 10, AMAZON),
    row('C', "cannon", "mRcpR", 4, TANK),
    row('V', "bow", "mBcpB", 3, TANK),
    row('E', "elephant", "FA", 3, SQUIRE),
    row('W', "war machine", "WD", 4, SQUIRE),
    row('G', "gryphon", "t[FR]", 10, GORGON),
    row('D', "dragon", "t[WB]", 8, GORGON),
    pawn(
        'P',
        "pawn",
        "fmWfcFi3fmnDfceF",
        Promotion::To { kinds: &PAWN_PROMOTIONS, enemy: Some(enemy_general(PAWN)) },
    ),
    pawn(
        'S',
        "berolina pawn",
        "fmFfcWi3fmnAfceW",
        Promotion::To { kinds: &BEROLINA_PROMOTIONS, enemy: Some(enemy_general(BEROLINA)) },
    ),
    special(row('Q', "queen", "Q", 11, QUEEN)),
    special(row('Z', "amazon", "QN", 18, AMAZON)),
    special(row('O', "gorgon", "t[FR]t[WB]", 18, GORGON)),
    special(row('U', "wildebeest", "NC", 7, WILDEBEEST)),
    special(row('T', "tank", "mQcpQ", 7, TANK)),
    special(row('I', "squire", "KDA", 7, SQUIRE)),
    Row {
        piece: PieceInfo::new('Y', "sergeant", "fKi3fmnDi3fmnAfceK")
            .noted("special", "special")
            .promoting(Promotion::to(&SERGEANT_PROMOTIONS)),
        points: 2,
        becomes: SERGEANT,
    },
    special(row('F', "gold general", "WfF", 3, GOLD_GENERAL)),
    special(row('L', "silver general", "FfW", 3, SILVER_GENERAL)),
];

const fn king(letter: char, name: &'static str, movement: &'static str) -> Row {
    let piece = PieceInfo::new(letter, name, movement).royal(Royalty::Checked);
    let piece = piece.noted("castles-far", "castles with an unmoved rook, two or three squares");
    Row { piece, points: 0, becomes: KING }
}

const fn pawn(letter: char, name: &'static str, movement: &'static str, promotion: Promotion) -> Row {
    let piece = PieceInfo::new(letter, name, movement).promoting(promotion);
    Row { piece, points: 1, becomes: SERGEANT }
}

const fn row(letter: char, name: &'static str, movement: &'static str, points: u16, becomes: Kind) -> Row {
    Row { piece: PieceInfo::new(letter, name, movement), points, becomes }
}

/// A piece by which others grow that capture it.
const fn special(row: Row) -> Row {
    Row { piece: row.piece.noted("special", "special"), ..row }
}

/// The pieces of the game itself.
const STANDARD: [PieceInfo; KINDS] = {
    let mut pieces = [ROWS[0].piece; KINDS];
    let mut kind = 0;
    while kind < KINDS {
        pieces[kind] = ROWS[kind].piece;
        kind += 1;
    }
    pieces
};

/// Returns true if a kind is a special piece; the king is neither special nor plain.
#[inline]
#[must_use]
pub const fn is_special(kind: Kind) -> bool {
    kind.0 >= QUEEN.0
}

/// Returns true if a kind is a pawn of any sort: P, S or Y.
#[inline]
#[must_use]
pub const fn is_pawn(kind: Kind) -> bool {
    matches!(kind, PAWN | BEROLINA | SERGEANT)
}

/// Returns the kind that a kind becomes by capturing a special piece, or by being promoted as a bonus.
#[inline]
#[must_use]
pub const fn becomes(kind: Kind) -> Kind {
    ROWS[kind.index() % KINDS].becomes
}

/// The points that a piece counts when a game ends on points.
#[inline]
#[must_use]
pub const fn points(kind: Kind) -> u16 {
    ROWS[kind.index() % KINDS].points
}

type Set = Bitboard<2>;

const CASTLING_FACT: u8 = 0;
const EN_PASSANT_FACT: u8 = 1;
const FROZEN_FACT: u8 = 2;
const BONUS_WIN_FACT: u8 = 3;

/// A double step that can be answered en passant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct EnPassant {
    passed: Square,
    /// The square of the piece that made the step.
    jumper: Square,
}

/// A position of the game or one of its variants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Popular10Position {
    cells: Cells<2, 104, 5>,
    checkers: Set,
    game: Popular10,
    turn: Turn,
    rights: u8,
    /// Only while an enemy P, S or Y stands ready to take, whether or not it may.
    en_passant: Option<EnPassant>,
    /// A general of the side to move that may not move in this turn and attacks nothing.
    frozen: Option<Square>,
    /// True if the last move has won by the bonus rule.
    bonus_win: bool,
}

const _: () = assert!(size_of::<Popular10Position>() <= 512);

impl Popular10Position {
    /// The game, or the variant of it, that is played.
    #[inline]
    #[must_use]
    pub fn game(&self) -> Popular10 {
        self.game
    }

    /// The pieces on the board.
    #[inline]
    #[must_use]
    pub fn cells(&self) -> &Cells<2, 104, 5> {
        &self.cells
    }

    /// The square of a side's king.
    #[inline]
    #[must_use]
    pub fn king(&self, side: Side) -> Square {
        // A position has one king of each side.
        Square(self.cells.of(side, KING).first_index())
    }

    #[inline]
    fn tables(&self) -> &'static Tables {
        self.game.tables()
    }

    /// The squares on which a side's king wins: the far citadels of `popular10-citadel`, none elsewhere.
    #[inline]
    fn king_goals(&self, side: Side) -> Set {
        if self.game == Popular10::Citadel { self.tables().far_citadels[side.index()] } else { Set::EMPTY }
    }

    /// Returns true if a legal step of the side to move takes its king to a square on which it wins.
    #[inline]
    #[must_use]
    pub fn reaches_king_goal(&self, from: Square, to: Square) -> bool {
        self.king_goals(self.turn.side).has(to) && from == self.king(self.turn.side)
    }

    /// A side's special pieces, whose capture brings a bonus.
    #[inline]
    #[must_use]
    pub fn specials(&self, side: Side) -> Set {
        let kinds = [QUEEN, AMAZON, GORGON, WILDEBEEST, TANK, SQUIRE, SERGEANT, GOLD_GENERAL, SILVER_GENERAL];
        kinds.into_iter().fold(Set::EMPTY, |set, kind| set | self.cells.of(side, kind))
    }

    /// The pieces of a side that the capture bonus can promote.
    #[inline]
    #[must_use]
    pub fn plain(&self, side: Side) -> Set {
        self.cells.side(side) - self.specials(side) - self.cells.of(side, KING)
    }

    /// Applies the bonus for capturing a special piece: a plain captor turns into its compound; the
    /// king and special ones promote another piece or, with none left to promote, win.
    fn capture_bonus(&mut self, captor: Piece, to: Square, extra: Extra) {
        if captor.kind != KING && !is_special(captor.kind) {
            self.promote(to);
        } else if let Extra::Reward(square) = extra {
            self.promote(square);
            // A rook that has become something else castles no more.
            self.rights &= !self.tables().rights_of[square.index()];
        } else {
            self.bonus_win = self.plain(captor.side).is_empty();
        }
    }

    /// Turns a plain piece into the special one of its line of the table.
    fn promote(&mut self, square: Square) {
        if let Some(piece) = self.cells.take(square) {
            self.cells.put(square, Piece { kind: becomes(piece.kind), ..piece });
        }
    }

    /// A side's points, doubled: the pieces' points, and half a point for Black.
    #[must_use]
    pub fn doubled_points(&self, side: Side) -> u16 {
        let pieces = self.cells.side(side).into_iter().filter_map(|square| self.cells.at(square));
        let sum: u16 = pieces.map(|piece| points(piece.kind)).sum();
        // Doubled, so that Black's half point is a whole number.
        2 * sum + (side == Side::Black) as u16
    }

    /// The end of the game on points. Black's half point leaves no tie.
    fn points_verdict(&self) -> Outcome {
        let [white, black] = Side::BOTH.map(|side| self.doubled_points(side));
        let winner = if white > black { Side::White } else { Side::Black };
        Outcome::win(winner, Reason::Points { white, black })
    }

    #[inline]
    fn state_key(&self) -> ZobristKey {
        let mut sum = zobrist::fact(CASTLING_FACT, self.rights as u64);
        if let Some(EnPassant { passed, jumper }) = self.en_passant {
            sum ^= zobrist::fact(EN_PASSANT_FACT, passed.0 as u64 | (jumper.0 as u64) << 8);
        }
        if let Some(square) = self.frozen {
            sum ^= zobrist::fact(FROZEN_FACT, square.0 as u64);
        }
        if self.bonus_win {
            sum ^= zobrist::fact(BONUS_WIN_FACT, 0);
        }
        sum ^ self.turn.key()
    }
}

impl Position for Popular10Position {
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
        if self.outcome().is_some() {
            return;
        }
        self.visit_moves(select, moves);
    }

    #[inline]
    fn is_noisy(&self, legal: Move) -> bool {
        match legal.action() {
            Action::Step { promote: Some(_), .. } => true,
            Action::Step { from, to, .. } => {
                self.cells.at(to).is_some()
                    || self.en_passant_victim(from, to).is_some()
                    || self.reaches_king_goal(from, to)
            }
            _ => false,
        }
    }

    fn play(&mut self, legal: Move) {
        let Action::Step { from, to, promote, extra } = legal.action() else {
            debug_assert!(false, "this game has no move {legal:?}");
            return;
        };
        let tables = self.tables();
        let victim = self.en_passant_victim(from, to).unwrap_or(to);
        let Some(mover) = self.cells.take(from) else { return };
        let captured = self.cells.take(victim);
        self.en_passant = None;
        self.frozen = None;
        let kind = promote.unwrap_or(mover.kind);
        if matches!(kind, GOLD_GENERAL | SILVER_GENERAL) && promote.is_some() {
            let place = if let Extra::Place(place) = extra { place } else { to };
            self.cells.put(place, Piece { kind, side: !mover.side });
            self.frozen = Some(place).filter(|_| self.game.freezes());
        } else {
            self.cells.put(to, Piece { kind, side: mover.side });
        }
        if mover.kind == KING
            && let Some(castling) = tables.castlings.iter().find(|c| c.king_from == from && c.king_to == to)
            && let Some(rook) = self.cells.take(castling.rook_from)
        {
            self.cells.put(castling.rook_to, rook);
        }
        self.rights &= !(tables.rights_of[from.index()] | tables.rights_of[to.index()]);
        // A pawn promoted by the capture of a special piece has had its bonus as a sergeant.
        if captured.is_some_and(|piece| is_special(piece.kind))
            && (promote.is_none() || mover.kind == SERGEANT)
        {
            self.capture_bonus(mover, to, extra);
        }
        let progress = captured.is_some() || is_pawn(mover.kind);
        self.turn = self.turn.next(progress);
        self.checkers = self.find_checkers();
        if is_pawn(mover.kind)
            && let Some(passed) = tables.pieces.passed(mover, from, to)
            && self.can_take_en_passant(passed)
        {
            self.en_passant = Some(EnPassant { passed, jumper: to });
        }
    }

    /// The bonus rule, a king in the far citadel, bare kings.
    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        let last = !self.turn.side;
        if self.bonus_win {
            return Some(Outcome::win(last, Reason::BonusRule));
        }
        if self.king_goals(last).has(self.king(last)) {
            return Some(Outcome::win(last, Reason::KingInCitadel));
        }
        (self.cells.occupied().len() == 2).then(|| self.points_verdict())
    }

    /// Mate or stalemate, and a stalemated player loses as well.
    fn no_moves(&self) -> Outcome {
        let reason = if self.checkers.is_empty() { Reason::Stalemate } else { Reason::Mate };
        Outcome::win(!self.turn.side, reason)
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
        let (side, tables) = (self.turn.side, &self.tables().pieces);
        let king = self.king(!side);
        let ways = self.ways_to(king, side);
        move |legal| {
            let (Some(from), Some(to)) = (legal.from(), legal.to()) else { return false };
            let Some(mover) = self.cells.at(from) else { return false };
            // Castling moves two pieces, noisy moves change more than the mover's square, and a
            // frozen general thaws.
            let is_special = mover.kind == KING || self.frozen.is_some() || self.is_noisy(legal);
            if is_special || ways.has(from) || ways.has(to) {
                return check::gives_check_when_played(self, legal);
            }
            let others = self.cells.occupied() - Set::from(from);
            tables.movement(mover).capture.reaches(&tables.geometry, to, king, &others.into())
        }
    }

    fn extras(&self) -> Extras {
        Extras { frozen: self.frozen, ..Extras::default() }
    }

    fn flip_turn(&self) -> Option<Self> {
        if self.outcome().is_some() {
            return None;
        }
        let mut passed = self.clone();
        passed.en_passant = None;
        passed.frozen = None;
        passed.turn = self.turn.next(false);
        // A general that has thawed without a move may give check.
        passed.checkers = if self.frozen.is_some() { passed.find_checkers() } else { Set::EMPTY };
        Some(passed)
    }

    fn piece_at(&self, square: Square, depth: usize) -> Option<Piece> {
        self.cells.at(square).filter(|_| depth == 0)
    }

    /// Captures and the moves of P, S and Y set the clock back and can never be undone.
    #[inline]
    fn reversible_plies(&self) -> u32 {
        self.turn.halfmove.into()
    }

    #[inline]
    fn count_verdict(&self) -> Option<Outcome> {
        (self.turn.halfmove >= MOVE_LIMIT && self.outcome().is_none()).then(|| self.points_verdict())
    }

    fn repetition_verdict(&self, _plies: usize) -> Outcome {
        self.points_verdict()
    }
}
