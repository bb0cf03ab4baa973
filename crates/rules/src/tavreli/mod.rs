//! Tavreli, Russian chess (`tavreli`): pieces never leave the board but are stacked.
//!
//! The top piece of a stack owns and moves it; a move takes any number of pieces from the top of
//! an own stack. Rules page: `docs/rules/tavreli.md`.

mod moves;
#[cfg(test)]
mod tests;
mod text;

use super::{
    GenMode, Info, MOVE_LIMIT, Outcome, PieceInfo, PieceMark, Position, Promotion, Reason, Royalty, Turn,
    info,
};
use crate::board::attack::Attack::With;
use crate::board::{
    Action, Bitboard, Cells, Kind, Move, MoveSink, Piece, Side, Square, Stacks, ZobristKey, zobrist,
};
use crate::kit::castling::{self, CASTLINGS, Castling};
use crate::kit::check;
use crate::kit::orthodox::{Attackers, Tables, all_of};
use once_cell::sync::Lazy;

/// Magus.
pub const MAGUS: Kind = Kind(0);
/// Duke.
pub const DUKE: Kind = Kind(1);
/// Warrior.
pub const WARRIOR: Kind = Kind(2);
/// Archer.
pub const ARCHER: Kind = Kind(3);
/// Horseman.
pub const HORSEMAN: Kind = Kind(4);
/// The first of the five kinds of soldier; its promoted form is [`PROMOTED`] kinds further.
pub const SOLDIERS: [Kind; 5] = [Kind(5), Kind(6), Kind(7), Kind(8), Kind(9)];
/// Difference between the number of a promoted kind and that of its soldier.
pub const PROMOTED: u8 = 5;

const PIECES: &[PieceInfo] = &[
    PieceInfo::new('K', "Magus", "K")
        .noted("magus", "always on top; castles with an unmoved Warrior")
        .royal(Royalty::Checked),
    PieceInfo::new('Q', "Duke", "Q"),
    PieceInfo::new('R', "Warrior", "R"),
    PieceInfo::new('B', "Archer", "B"),
    PieceInfo::new('N', "Horseman", "N"),
    soldier('T', "soldier of the Warrior", &[Kind(10)]),
    soldier('M', "soldier of the Horseman", &[Kind(11)]),
    soldier('A', "soldier of the Archer", &[Kind(12)]),
    soldier('D', "soldier of the Duke", &[Kind(13)]),
    soldier('E', "soldier of the Magus", &[Kind(14)]),
    promoted('T', "Warrior (promoted)", "R"),
    promoted('M', "Horseman (promoted)", "N"),
    promoted('A', "Archer (promoted)", "B"),
    promoted('D', "Duke (promoted)", "Q"),
    promoted('E', "Helgi", "QN"),
];

/// Straight steps also go onto own stacks; diagonal ones only capture.
const SOLDIER: &str = "fmWfcFi2fmnDfceF";

const ATTACKERS: Attackers = Attackers {
    orthogonal: &info::attackers::<5>(PIECES, With("R")),
    diagonal: &info::attackers::<5>(PIECES, With("B")),
    knights: &info::attackers::<3>(PIECES, With("N")),
    kings: &info::attackers::<1>(PIECES, With("K")),
    pawns: &info::attackers::<5>(PIECES, With("fF")),
};

static INFO: Info = Info {
    aliases: &[
        "Russian chess",
        "Russian",
        "Tavreli chess",
        "Таврели",
        "Русские шахматы",
        "Таврели, русские шахматы",
    ],
    summary: "Russian chess: captured pieces are carried along and set free again.",
    move_limit: Some(MOVE_LIMIT),
    ..Info::new(
        "tavreli",
        "Tavreli, Russian chess",
        (8, 8),
        "rnbqkbnr/tmadeamt/8/8/8/8/TMADEAMT/RNBQKBNR w KQkqABCDEFGHabcdefgh - 0 1",
        PIECES,
    )
};

/// The kind of soldier that starts on each file.
const SOLDIER_OF_FILE: [Kind; 8] = [Kind(5), Kind(6), Kind(7), Kind(8), Kind(9), Kind(7), Kind(6), Kind(5)];

const fn soldier(letter: char, name: &'static str, promoted: &'static [Kind]) -> PieceInfo {
    PieceInfo::new(letter, name, SOLDIER).promoting(Promotion::to(promoted))
}

const fn promoted(letter: char, name: &'static str, movement: &'static str) -> PieceInfo {
    let piece = PieceInfo::new(letter, name, movement);
    let noted = piece.noted("promoted-soldier", "a promoted soldier; turns back when covered");
    PieceInfo { mark: PieceMark::Plus, ..noted }
}

/// The table of pieces promotes each soldier to the kind that [`promote_on`] finds by adding [`PROMOTED`].
const _: () = {
    let mut number = 0;
    while number < SOLDIERS.len() {
        let kind = SOLDIERS[number];
        let Promotion::To { kinds: [promoted], enemy: None } = PIECES[kind.index()].promotion else {
            panic!("a soldier becomes one kind")
        };
        assert!(promoted.0 == kind.0 + PROMOTED, "a soldier becomes the kind PROMOTED further");
        number += 1;
    }
};

/// Returns true if a kind is an unpromoted soldier.
#[inline]
#[must_use]
pub const fn is_soldier(kind: Kind) -> bool {
    kind.0 >= SOLDIERS[0].0 && kind.0 < SOLDIERS[0].0 + PROMOTED
}

/// Returns true if a kind is a promoted soldier.
#[inline]
#[must_use]
pub const fn is_promoted(kind: Kind) -> bool {
    kind.0 >= SOLDIERS[0].0 + PROMOTED
}

/// Returns a piece as it is once covered: a promoted one turns back into its soldier.
#[inline]
fn demote(piece: Piece) -> Piece {
    if is_promoted(piece.kind) { Piece { kind: Kind(piece.kind.0 - PROMOTED), ..piece } } else { piece }
}

/// Returns a piece as it is on top of `square`: a soldier on its last rank is promoted at once.
#[inline]
fn promote_on(square: Square, piece: Piece) -> Piece {
    if is_soldier(piece.kind) && TABLES.last_rank[piece.side.index()].has(square) {
        Piece { kind: Kind(piece.kind.0 + PROMOTED), ..piece }
    } else {
        piece
    }
}

type Set = Bitboard<1>;

static TABLES: Lazy<Tables> = Lazy::new(|| Tables::new(PIECES));

/// The pieces that have never left their squares: the castling rights in the lowest four bits, then
/// a bit for each soldier, White's from file a on, then Black's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Unmoved(u32);

impl Unmoved {
    /// The right of the soldier that starts on a square; none for other squares.
    #[inline]
    fn soldier(square: Square) -> u32 {
        let outline = TABLES.pieces.geometry.outline();
        match outline.rank(square) {
            1 => 1 << (4 + outline.file(square)),
            6 => 1 << (12 + outline.file(square)),
            _ => 0,
        }
    }

    /// All rights that end when the lowest piece of a square leaves it.
    #[inline]
    fn of(square: Square) -> u32 {
        castling::rights_of(square) as u32 | Self::soldier(square)
    }
}

const UNMOVED_FACT: u8 = 0;
const EN_PASSANT_FACT: u8 = 1;

/// Tavreli.
#[derive(Clone, Copy, Default, Debug)]
pub struct Tavreli;

/// A position of Tavreli.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TavreliPosition {
    /// The top piece of each square.
    tops: Cells<1, 64, 4>,
    /// All pieces, the tops among them.
    stacks: Stacks<64>,
    /// The numbers of all covered pieces at their heights; [`Cells::key`] has the tops.
    covered_key: ZobristKey,
    checkers: Set,
    unmoved: Unmoved,
    turn: Turn,
    /// The square passed over, only while an enemy soldier stands ready to capture there.
    en_passant: Option<Square>,
    /// Half-moves since a piece last left its initial square, which is all that cannot be undone.
    reversible: u16,
}

const _: () = assert!(size_of::<TavreliPosition>() <= 512);

impl TavreliPosition {
    /// The top pieces of the stacks.
    #[inline]
    #[must_use]
    pub fn cells(&self) -> &Cells<1, 64, 4> {
        &self.tops
    }

    /// The pieces of a square from the top down.
    #[inline]
    pub fn top_down(&self, square: Square) -> impl Iterator<Item = Piece> + '_ {
        self.stacks.top_down(square)
    }

    /// The squares a soldier of `side` on `from` attacks.
    #[inline]
    #[must_use]
    pub fn soldier_attacks(&self, side: Side, from: Square) -> Set {
        TABLES.pieces.movement(Piece { kind: SOLDIERS[0], side }).capture.leaps(from)
    }

    /// The square straight ahead of a soldier of `side` on `from`.
    #[inline]
    #[must_use]
    pub fn soldier_step(&self, side: Side, from: Square) -> Set {
        TABLES.pieces.movement(Piece { kind: SOLDIERS[0], side }).quiet.leaps(from)
    }

    /// Returns the squares that a top piece on `from` attacks, the first occupied one on each line included.
    #[inline]
    #[must_use]
    pub fn attacks(&self, piece: Piece, from: Square) -> Set {
        let tables = &TABLES.pieces;
        tables.movement(piece).capture.targets(&tables.geometry, from, &self.tops.occupied().into())
    }

    /// The square of a side's Magus.
    #[inline]
    #[must_use]
    pub fn magus(&self, side: Side) -> Square {
        // A position has one Magus of each side, on top.
        Square(self.tops.of(side, MAGUS).first_index())
    }

    /// The squares with one side's unpromoted soldiers on top.
    #[inline]
    #[must_use]
    pub fn soldiers(&self, side: Side) -> Set {
        all_of(&self.tops, side, &SOLDIERS)
    }

    /// The square of the soldier that has just passed over `target`.
    #[inline]
    fn en_passant_victim(&self, target: Square) -> Square {
        // One step of the jumper on from the square that it passed over.
        let ahead =
            TABLES.pieces.movement(Piece { kind: SOLDIERS[0], side: !self.turn.side }).quiet.leaps(target);
        Square(ahead.first_index())
    }

    /// The soldiers of the side to move that stand ready to capture on `target`.
    fn en_passant_takers(&self, target: Square) -> Set {
        let taker = Piece { kind: SOLDIERS[0], side: self.turn.side };
        TABLES.pieces.movement(taker).en_passant.leaps_to(target) & self.soldiers(self.turn.side)
    }

    /// Moves the top `count` pieces, keeping the two views and the keys in step. The tops of the
    /// moved part and of the rest are promoted or demoted by the rules.
    fn lift(&mut self, from: Square, to: Square, count: usize) {
        let Some(mover) = self.tops.take(from) else { return };
        let arriving = promote_on(to, mover);
        let ground = self.stacks.height(to);
        if let Some(covered) = self.tops.take(to) {
            let covered = demote(covered);
            self.stacks.set_top(to, covered);
            self.covered_key ^= zobrist::stacked(covered, to, ground);
        }
        // Most stacks are single pieces, whose key the board of tops keeps alone.
        if self.stacks.beneath(from, 1).is_some() {
            let height = self.stacks.height(from);
            for (depth, piece) in self.stacks.top_down(from).enumerate().skip(1) {
                // Heights count from 1 at the bottom; the part keeps its order on top of what was there.
                if depth < count {
                    self.covered_key ^= zobrist::stacked(piece, from, height - depth);
                    self.covered_key ^= zobrist::stacked(piece, to, ground + count - depth);
                } else {
                    // The first that stays comes to the top, whose key the board of tops keeps; the others stay covered.
                    self.covered_key ^= zobrist::stacked(piece, from, height - depth);
                    break;
                }
            }
        }
        self.stacks.lift(from, to, count);
        self.stacks.set_top(to, arriving);
        self.tops.put(to, arriving);
        if let Some(left) = self.stacks.top(from) {
            let left = promote_on(from, left);
            self.stacks.set_top(from, left);
            self.tops.put(from, left);
        }
    }

    #[inline]
    fn state_key(&self) -> ZobristKey {
        let mut sum = zobrist::fact(UNMOVED_FACT, self.unmoved.0 as u64);
        if let Some(square) = self.en_passant {
            sum ^= zobrist::fact(EN_PASSANT_FACT, square.0 as u64);
        }
        sum ^ self.turn.key()
    }
}

impl Position for TavreliPosition {
    #[inline]
    fn turn(&self) -> Turn {
        self.turn
    }

    #[inline]
    fn key(&self) -> ZobristKey {
        self.tops.key() ^ self.covered_key ^ self.state_key()
    }

    #[inline]
    fn visit(&self, select: GenMode, moves: &mut impl MoveSink) {
        self.visit_moves(select, moves);
    }

    /// Captures, en passant and promotion on arrival.
    #[inline]
    fn is_noisy(&self, legal: Move) -> bool {
        let (Some(from), Some(to)) = (legal.from(), legal.to()) else { return false };
        let soldier = self.tops.at(from).is_some_and(|piece| is_soldier(piece.kind));
        self.tops.side(!self.turn.side).has(to)
            || soldier && (self.en_passant == Some(to) || TABLES.last_rank[self.turn.side.index()].has(to))
    }

    fn play(&mut self, legal: Move) {
        let (from, to, count) = match legal.action() {
            Action::Step { from, to, .. } => (from, to, self.stacks.height(from)),
            Action::Split { from, to, count } => (from, to, count as usize),
            action => {
                debug_assert!(false, "Tavreli has no move {action:?}");
                return;
            }
        };
        let Some(mover) = self.tops.at(from) else { return };
        let en_passant = self.en_passant.take();
        let mut progress = is_soldier(mover.kind) || self.tops.side(!self.turn.side).has(to);
        let mut passed = None;
        if is_soldier(mover.kind) {
            if en_passant == Some(to) {
                // The jumper is put under the capturing part, which comes on top of it.
                self.lift(self.en_passant_victim(to), to, 1);
            } else {
                passed = TABLES.pieces.passed(mover, from, to);
            }
        }
        let whole = matches!(legal.action(), Action::Step { .. });
        self.lift(from, to, count);
        if whole {
            let ended = self.unmoved.0 & Unmoved::of(from);
            self.unmoved.0 ^= ended;
            // No later position has a right that is lost now.
            self.reversible = if ended == 0 { self.reversible.saturating_add(1) } else { 0 };
        } else {
            self.reversible = self.reversible.saturating_add(1);
            // Only a promotion by uncovering puts a promoted piece on its last rank here.
            progress |= self
                .tops
                .at(from)
                .is_some_and(|left| is_promoted(left.kind) && TABLES.last_rank[left.side.index()].has(from));
        }
        if mover.kind == MAGUS
            && let Some(castling) = castling::by_king_step(from, to)
        {
            self.lift(castling.rook_from, castling.rook_to, 1);
            self.unmoved.0 &= !Unmoved::of(castling.rook_from);
        }
        self.turn = self.turn.next(progress);
        self.checkers = self.find_checkers();
        self.en_passant = passed.filter(|&target| !self.en_passant_takers(target).is_empty());
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
        let magus = self.magus(!side);
        let uncovering = self.army(side).blockers(magus, self.tops.occupied()) & self.tops.side(side);
        move |legal| {
            let (Some(from), Some(to)) = (legal.from(), legal.to()) else { return false };
            let Some(mover) = self.tops.at(from) else { return false };
            let whole = matches!(legal.action(), Action::Step { .. });
            // A part leaves another piece on top; castling and en passant move more than one stack.
            if !whole || uncovering.has(from) || mover.kind == MAGUS || self.en_passant == Some(to) {
                return check::gives_check_when_played(self, legal);
            }
            let others = self.tops.occupied() - Set::from(from);
            let capture = &tables.movement(promote_on(to, mover)).capture;
            capture.reaches(&tables.geometry, to, magus, &others.into())
        }
    }

    fn flip_turn(&self) -> Option<Self> {
        let mut passed = self.clone();
        passed.en_passant = None;
        // A pass is no move of the game, and nothing may be taken for a repetition across it.
        passed.reversible = 0;
        passed.turn = self.turn.next(false);
        passed.checkers = Set::EMPTY;
        Some(passed)
    }

    fn piece_at(&self, square: Square, depth: usize) -> Option<Piece> {
        self.stacks.beneath(square, depth)
    }

    /// Pieces come back out of stacks and soldiers ride back in them, so that nearly everything
    /// can be undone.
    #[inline]
    fn reversible_plies(&self) -> u32 {
        self.reversible.into()
    }

    #[inline]
    fn count_verdict(&self) -> Option<Outcome> {
        (self.turn.halfmove >= MOVE_LIMIT).then(|| Outcome::draw(Reason::MoveCount))
    }
}
