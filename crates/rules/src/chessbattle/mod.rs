//! Chess-Battle or Shah-boy (`chessbattle`, `chessbattle144`): shots, and soldiers that die for an
//! enemy piece.
//!
//! The two variants differ in the board alone. Rules page: `docs/rules/chessbattle.md`.

mod moves;
#[cfg(test)]
mod tests;
mod text;

use super::{
    GenMode, Info, MOVE_LIMIT, Outcome, PieceInfo, Position, Promotion, Reason, Royalty, Symmetry, Turn,
};
use crate::board::{
    Action, Bitboard, Cells, Extra, Geometry, Kind, Move, MoveSink, Occupancy, Outline, Piece, PieceTables,
    Side, Square, ZobristKey,
};
use crate::kit::check;
use once_cell::sync::Lazy;
use std::fmt;

/// Headquarters.
pub const HEADQUARTERS: Kind = Kind(0);
/// Bomber.
pub const BOMBER: Kind = Kind(1);
/// Tank.
pub const TANK: Kind = Kind(2);
/// Gun.
pub const GUN: Kind = Kind(3);
/// Machine-gun.
pub const MACHINE_GUN: Kind = Kind(4);
/// Cavalry.
pub const CAVALRY: Kind = Kind(5);
/// Soldier.
pub const SOLDIER: Kind = Kind(6);

const PIECES: &[PieceInfo] = &[
    PieceInfo::new('H', "headquarters", "K").royal(Royalty::Checked),
    PieceInfo::new('B', "bomber", "o1Q"),
    PieceInfo { not_captured_by: &[MACHINE_GUN, CAVALRY, SOLDIER], ..PieceInfo::new('T', "tank", "W2") },
    PieceInfo::new('G', "gun", "mKxfsK5"),
    PieceInfo::new('M', "machine-gun", "mKxK3"),
    PieceInfo::new('C', "cavalry", "NCZ"),
    PieceInfo::new('S', "soldier", "mKcfsKmwnDmwnA")
        .noted("takes-along", "takes an enemy piece of choice with it")
        .promoting(Promotion::Leaves),
];

static INFO_128: Info = Info {
    aliases: &["Shah-boy", "Chess-Battle 128", "Шах-бой"],
    summary: "Guns, tanks, cavalry and a bomber on a cross-shaped board.",
    move_limit: Some(MOVE_LIMIT),
    symmetry: Symmetry::HalfTurn,
    ..Info::new(
        "chessbattle",
        "Chess-Battle, Shah-boy",
        (12, 12),
        "**gcmbhmcg**/**sssstsss**/2ssssssss2/12/12/12/12/12/12/2SSSSSSSS2/**SSSSTSSS**/**GCMBHMCG** w - - 0 1",
        PIECES,
    )
};

static INFO_144: Info = Info {
    name: "chessbattle144",
    title: "Chess-Battle on 144 squares",
    aliases: &["Шах-бой на 144 полях"],
    summary: "Chess-Battle on a wider board.",
    files: 14,
    start: "***gcmbhmcg***/***sssstsss***/3ssssssss3/14/14/14/14/14/14/3SSSSSSSS3/***SSSSTSSS***/***GCMBHMCG*** w - - 0 1",
    ..INFO_128
};

/// One of the two boards, with the moves of the pieces on it.
struct Board<const W: usize> {
    info: &'static Info,
    pieces: PieceTables<W>,
    last_rank: [Bitboard<W>; 2],
}

static BOARD_128: Lazy<Board<2>> = Lazy::new(|| Board::new(&INFO_128));
static BOARD_144: Lazy<Board<3>> = Lazy::new(|| Board::new(&INFO_144));

impl<const W: usize> Board<W> {
    /// A cross with arms eight squares wide and two ranks high.
    fn new(info: &'static Info) -> Self {
        let (files, ranks) = (info.files, info.ranks);
        // The first two and the last two ranks have only the eight files in the middle.
        let corner = (files - 8) / 2;
        let outline = Outline::new(files, ranks, |file, rank| {
            (2..ranks - 2).contains(&rank) || (corner..files - corner).contains(&file)
        });
        let pieces = PieceTables::new(Geometry::new(outline), PIECES.iter().map(|piece| piece.movement));
        let last_rank = [pieces.geometry.rank(ranks - 1), pieces.geometry.rank(0)];
        Board { info, last_rank, pieces }
    }
}

impl<const W: usize> PartialEq for Board<W> {
    fn eq(&self, other: &Self) -> bool {
        // There is one board of each name, made once.
        self.info.name == other.info.name
    }
}

impl<const W: usize> Eq for Board<W> {}

impl<const W: usize> fmt::Debug for Board<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.info.name)
    }
}

/// Chess-Battle on a board of `N` squares in sets of `W` words.
#[derive(Clone, Copy, Debug)]
pub struct ChessBattle<const W: usize, const N: usize> {
    info: &'static Info,
    /// Made with the first position: a session of another game never needs it.
    board: &'static Lazy<Board<W>>,
}

impl<const W: usize, const N: usize> PartialEq for ChessBattle<W, N> {
    fn eq(&self, other: &Self) -> bool {
        // There is one game of each name.
        self.info.name == other.info.name
    }
}

impl<const W: usize, const N: usize> Eq for ChessBattle<W, N> {}

/// `chessbattle`, the game: 12x12 without 2x2 at each corner.
pub type ChessBattle128 = ChessBattle<2, 128>;
/// `chessbattle144`: 14x12 without 3x2 at each corner.
pub type ChessBattle144 = ChessBattle<3, 144>;

impl Default for ChessBattle128 {
    fn default() -> Self {
        ChessBattle { info: &INFO_128, board: &BOARD_128 }
    }
}

impl Default for ChessBattle144 {
    fn default() -> Self {
        ChessBattle { info: &INFO_144, board: &BOARD_144 }
    }
}

/// A position of Chess-Battle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChessBattlePosition<const W: usize, const N: usize> {
    board: &'static Board<W>,
    cells: Cells<W, N, 3>,
    checkers: Bitboard<W>,
    turn: Turn,
}

const _: () = assert!(size_of::<ChessBattlePosition<3, 144>>() <= 512);

impl<const W: usize, const N: usize> ChessBattlePosition<W, N> {
    /// The pieces on the board.
    #[inline]
    #[must_use]
    pub fn cells(&self) -> &Cells<W, N, 3> {
        &self.cells
    }

    /// Returns the squares that a piece on `from` attacks, by going there or by a shot, the first
    /// occupied ones on lines included. Ignores that tanks are safe from some pieces.
    #[inline]
    #[must_use]
    pub fn attacks(&self, piece: Piece, from: Square) -> Bitboard<W> {
        let pieces = &self.board.pieces;
        pieces.movement(piece).attack.targets(&pieces.geometry, from, &self.occupancy(piece.side))
    }

    /// Returns the victims that a gun or machine-gun can shoot.
    #[inline]
    #[must_use]
    pub fn shots(&self, shooter: Piece, from: Square, victims: Bitboard<W>) -> Bitboard<W> {
        let pieces = &self.board.pieces;
        let occupancy = self.occupancy(shooter.side);
        pieces.movement(shooter).shoot.targets_among(&pieces.geometry, from, &occupancy, victims)
    }

    /// Returns the squares that a piece on `from` attacks on some board or other.
    #[inline]
    #[must_use]
    pub fn range(&self, piece: Piece, from: Square) -> Bitboard<W> {
        self.board.pieces.movement(piece).attack.range(from)
    }

    /// The board as pieces of one side see it.
    #[inline]
    fn occupancy(&self, side: Side) -> Occupancy<W> {
        Occupancy::new(self.cells.occupied(), self.cells.side(side))
    }

    /// The pieces of `by` that could capture or shoot a piece on `target` if only those on
    /// `occupied` squares were left. That tanks are safe from some is left out.
    #[inline]
    #[must_use]
    pub fn takers(&self, target: Square, by: Side, occupied: Bitboard<W>) -> Bitboard<W> {
        self.attackers(target, by, self.cells.side(by) & occupied, occupied)
    }

    /// The square of a side's headquarters.
    #[inline]
    #[must_use]
    pub fn headquarters(&self, side: Side) -> Square {
        // A position has one headquarters of each side.
        Square(self.cells.of(side, HEADQUARTERS).first_index())
    }

    /// Returns true if a step is the arrival of a soldier on its last rank.
    #[inline]
    #[must_use]
    pub fn arrives(&self, mover: Piece, to: Square) -> bool {
        mover.kind == SOLDIER && self.board.last_rank[mover.side.index()].has(to)
    }

    #[inline]
    fn state_key(&self) -> ZobristKey {
        self.turn.key()
    }
}

impl<const W: usize, const N: usize> Position for ChessBattlePosition<W, N> {
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
        self.visit_moves(select, moves);
    }

    /// Captures, shots, and every arrival: the soldier itself leaves.
    #[inline]
    fn is_noisy(&self, legal: Move) -> bool {
        match legal.action() {
            Action::Shoot { .. } => true,
            Action::Step { from, to, .. } => {
                self.cells.at(to).is_some()
                    || self.cells.at(from).is_some_and(|mover| self.arrives(mover, to))
            }
            _ => false,
        }
    }

    fn play(&mut self, legal: Move) {
        let before = self.cells.occupied().len();
        match legal.action() {
            Action::Shoot { target, .. } => {
                self.cells.take(target);
            }
            Action::Step { from, to, extra, .. } => {
                let Some(mover) = self.cells.take(from) else { return };
                self.cells.take(to);
                // A soldier that arrives leaves the board, with the piece of its choice.
                if !self.arrives(mover, to) {
                    self.cells.put(to, mover);
                } else if let Extra::Remove(removed) = extra {
                    self.cells.take(removed);
                }
            }
            action => {
                debug_assert!(false, "Chess-Battle has no move {action:?}");
                return;
            }
        }
        // The clock counts from the last loss of a piece.
        let fewer = self.cells.occupied().len() < before;
        self.turn = self.turn.next(fewer);
        self.checkers = self.find_checkers(self.turn.side);
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
        let (side, pieces) = (self.turn.side, &self.board.pieces);
        let headquarters = self.headquarters(!side);
        let ways = self.ways_to(headquarters, side);
        move |legal| {
            let Action::Step { from, to, extra: Extra::None, .. } = legal.action() else {
                // A shot, or an arrival, which removes a piece.
                return check::gives_check_when_played(self, legal);
            };
            let Some(mover) = self.cells.at(from) else { return false };
            // The move may open or close a way of another piece, or change more than two squares.
            if ways.has(from) || ways.has(to) || self.arrives(mover, to) {
                return check::gives_check_when_played(self, legal);
            }
            let changed = Bitboard::from(from) | Bitboard::from(to);
            let (occupied, own) = (self.cells.occupied() - changed, self.cells.side(side) - changed);
            let attack = &pieces.movement(mover).attack;
            attack.reaches(&pieces.geometry, to, headquarters, &Occupancy::new(occupied, own))
        }
    }

    fn flip_turn(&self) -> Option<Self> {
        let mut passed = self.clone();
        passed.turn = self.turn.next(false);
        passed.checkers = Bitboard::EMPTY;
        Some(passed)
    }

    fn piece_at(&self, square: Square, depth: usize) -> Option<Piece> {
        self.cells.at(square).filter(|_| depth == 0)
    }

    /// Every piece can step back, so that only a piece's leaving the board is final.
    #[inline]
    fn reversible_plies(&self) -> u32 {
        self.turn.halfmove.into()
    }

    #[inline]
    fn count_verdict(&self) -> Option<Outcome> {
        (self.turn.halfmove >= MOVE_LIMIT).then(|| Outcome::draw(Reason::MoveCount))
    }
}
