//! Tactical chess (`tactical`), by Viktor Sopilko: all pieces start in reserve, cannons and
//! dragons shoot, fanatics explode, and capturing the king wins.
//!
//! There is no check: kings move and stay anywhere, and passing is nearly always legal.
//! Rules page: `docs/rules/tactical.md`.

mod moves;
#[cfg(test)]
mod tests;
mod text;

use super::{
    Captives, Extras, GenMode, Info, MOVE_LIMIT, Outcome, Phrase, PieceInfo, Position, Promotion, Reason,
    Royalty, Turn,
};
use crate::board::{
    Action, Bitboard, Cells, Geometry, Kind, Move, MoveSink, Outline, Piece, PieceTables, Reserve, Side,
    Square, ZobristKey, zobrist,
};
use once_cell::sync::Lazy;

/// Obstacle; only ever in a reserve, on the board it is not a piece.
pub const OBSTACLE: Kind = Kind(0);
/// King.
pub const KING: Kind = Kind(1);
/// Queen.
pub const QUEEN: Kind = Kind(2);
/// Rook.
pub const ROOK: Kind = Kind(3);
/// Bishop.
pub const BISHOP: Kind = Kind(4);
/// Knight.
pub const KNIGHT: Kind = Kind(5);
/// Pawn.
pub const PAWN: Kind = Kind(6);
/// Royal rook.
pub const ROYAL_ROOK: Kind = Kind(7);
/// Royal bishop.
pub const ROYAL_BISHOP: Kind = Kind(8);
/// Royal knight.
pub const ROYAL_KNIGHT: Kind = Kind(9);
/// Veteran, the royal pawn.
pub const VETERAN: Kind = Kind(10);
/// Cannon.
pub const CANNON: Kind = Kind(11);
/// Dragon.
pub const DRAGON: Kind = Kind(12);
/// Prince.
pub const PRINCE: Kind = Kind(13);
/// Fanatic.
pub const FANATIC: Kind = Kind(14);
/// Killer.
pub const KILLER: Kind = Kind(15);

const PIECES: &[PieceInfo] = &[
    PieceInfo::new('O', "obstacle", "")
        .noted("obstacle", "never moves, is never captured, blocks every line"),
    PieceInfo::new('K', "king", "K")
        .noted("succeeded", "a prince on the board takes over")
        .royal(Royalty::Objective),
    PieceInfo::new('Q', "queen", "Q"),
    PieceInfo::new('R', "rook", "R").promoting(Promotion::to(&[ROYAL_ROOK])),
    PieceInfo::new('B', "bishop", "B").promoting(Promotion::to(&[ROYAL_BISHOP])),
    PieceInfo::new('N', "knight", "N").promoting(Promotion::to(&[ROYAL_KNIGHT])),
    PieceInfo::new('P', "pawn", "fmW2bsmWfcF").promoting(Promotion::to(&[KILLER])),
    PieceInfo::new('T', "royal rook", "oR"),
    PieceInfo::new('A', "royal bishop", "oB"),
    PieceInfo::new('H', "royal knight", "mN0cN"),
    PieceInfo::new('V', "veteran", "mjW2fcF")
        .noted("no-obstacles", "not over obstacles")
        .promoting(Promotion::to(&[FANATIC])),
    PieceInfo::new('C', "cannon", "mRxWxD").noted("shoots-over", "shoots one enemy over anything"),
    PieceInfo::new('D', "dragon", "mjjBxjB2")
        .noted("shoots-diagonal", "shoots all pieces of either side on a diagonal, not over obstacles"),
    PieceInfo::new('I', "prince", "mQcK").noted("prince", "becomes king when the own king leaves the board"),
    PieceInfo::new('F', "fanatic", "mjW2cK")
        .noted("fanatic", "not over obstacles; explodes when it captures; deadly to capture"),
    PieceInfo::new('J', "killer", "mjW2cK")
        .noted("killer", "not over obstacles; captures kings and princes only; hard to capture"),
];

/// The pieces that each side has in reserve at the start, by kind.
const ARMY: [u8; 16] = [2, 1, 1, 1, 1, 1, 8, 1, 1, 1, 2, 2, 2, 1, 1, 1];

/// Returns the kind that a piece becomes on the last rank.
#[must_use]
pub const fn promotion(kind: Kind) -> Option<Kind> {
    PROMOTIONS[kind.index() % PROMOTIONS.len()]
}

/// The promotion of each kind on the last rank, read from the table of pieces.
const PROMOTIONS: [Option<Kind>; 16] = {
    let mut promotions = [None; 16];
    let mut kind = 0;
    while kind < PIECES.len() {
        if let Promotion::To { kinds: [promoted], .. } = PIECES[kind].promotion {
            promotions[kind] = Some(*promoted);
        }
        kind += 1;
    }
    promotions
};

static INFO: Info = Info {
    aliases: &["Тактические шахматы"],
    summary: "Both armies start in hand; cannons and dragons shoot, fanatics explode, and kings are captured.",
    pocket: 16,
    captives: Captives::Gone,
    move_limit: Some(MOVE_LIMIT),
    ..Info::new(
        "tactical",
        "Tactical chess",
        (8, 8),
        "8/8/8/8/8/8/8/8[OOKQRBNPPPPPPPPTAHVVCCDDIFJookqrbnpppppppptahvvccddifj] w - - 0 1",
        PIECES,
    )
};

/// The actions open to the players, by the full-move number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// Turns 1 and 2: drop an obstacle or pass.
    Obstacles,
    /// Turn 3: drop the king.
    Kings,
    /// Turns 4 to 7: drop a piece or pass.
    Pieces,
    /// From turn 8 on: move, capture, shoot, drop a piece or pass.
    Battle,
}

/// The full-move number with which the battle begins.
const BATTLE: u16 = 8;

impl Phase {
    #[inline]
    const fn of_turn(fullmove: u16) -> Phase {
        match fullmove {
            0..=2 => Phase::Obstacles,
            3 => Phase::Kings,
            4..BATTLE => Phase::Pieces,
            _ => Phase::Battle,
        }
    }

    /// Returns true if a piece of this kind may be dropped.
    #[inline]
    const fn drops(self, kind: Kind) -> bool {
        match self {
            Phase::Obstacles => kind.0 == OBSTACLE.0,
            Phase::Kings => kind.0 == KING.0,
            Phase::Pieces => kind.0 != OBSTACLE.0 && kind.0 != KING.0,
            Phase::Battle => kind.0 != OBSTACLE.0,
        }
    }

    #[inline]
    const fn has_pass(self) -> bool {
        !matches!(self, Phase::Kings)
    }

    const fn phrase(self) -> Option<Phrase> {
        let (id, words) = match self {
            Phase::Obstacles => {
                ("obstacles", "obstacles: put an obstacle on your half of the board, or pass")
            }
            Phase::Kings => ("kings", "kings: put your king on one of your first three ranks"),
            Phase::Pieces => ("armies", "armies: put a piece on one of your first three ranks, or pass"),
            Phase::Battle => return None,
        };
        Some(Phrase::new(id, words))
    }
}

type Set = Bitboard<1>;

struct Tables {
    pieces: PieceTables<1>,
    last_rank: [Set; 2],
    /// The squares where obstacles, and those where pieces, may be dropped.
    obstacle_zone: [Set; 2],
    piece_zone: [Set; 2],
}

static TABLES: Lazy<Tables> = Lazy::new(|| {
    let geometry: Geometry<1> = Geometry::new(Outline::new(8, 8, |_, _| true));
    let first_ranks =
        |count| [geometry.select(|_, rank| rank < count), geometry.select(|_, rank| rank >= 8 - count)];
    Tables {
        last_rank: [geometry.rank(7), geometry.rank(0)],
        obstacle_zone: first_ranks(4),
        piece_zone: first_ranks(3),
        pieces: PieceTables::new(geometry, PIECES.iter().map(|piece| piece.movement)),
    }
});

/// The number of the turn, while it makes positions different.
static TURN_KEYS: [ZobristKey; BATTLE as usize] = {
    let mut keys = [0; BATTLE as usize];
    let mut turn = 0;
    // A turn of the battle makes no difference; in the phases before it the number decides what may be dropped.
    while turn < keys.len() {
        keys[turn] = zobrist::fact(0, turn as u64);
        turn += 1;
    }
    keys
};

/// Tactical chess.
#[derive(Clone, Copy, Default, Debug)]
pub struct Tactical;

/// A position of tactical chess.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TacticalPosition {
    cells: Cells<1, 64, 4>,
    obstacles: Set,
    obstacle_key: ZobristKey,
    reserve: Reserve,
    turn: Turn,
    /// Half-moves of the battle since the last capture, drop or promotion. Pawns step back, so
    /// that all else can be undone.
    reversible: u16,
}

const _: () = assert!(size_of::<TacticalPosition>() <= 512);

/// Returns the piece as it is on `square`: promotion is compulsory.
#[inline]
#[must_use]
pub fn promote_on(square: Square, piece: Piece) -> Piece {
    match promotion(piece.kind) {
        Some(kind) if TABLES.last_rank[piece.side.index()].has(square) => Piece { kind, ..piece },
        _ => piece,
    }
}

impl TacticalPosition {
    /// Returns the present phase.
    #[inline]
    #[must_use]
    pub const fn phase(&self) -> Phase {
        Phase::of_turn(self.turn.fullmove)
    }

    /// The pieces on the board.
    #[inline]
    #[must_use]
    pub fn cells(&self) -> &Cells<1, 64, 4> {
        &self.cells
    }

    /// The squares of the obstacles.
    #[inline]
    #[must_use]
    pub fn obstacles(&self) -> Set {
        self.obstacles
    }

    /// The pieces in reserve.
    #[inline]
    #[must_use]
    pub fn reserve(&self) -> &Reserve {
        &self.reserve
    }

    fn put_obstacle(&mut self, square: Square) {
        self.obstacles.insert(square);
        self.obstacle_key ^= obstacle_number(square);
    }

    /// Moves a piece from one square to another, with the effects of a capture. Returns true if
    /// that can never be undone.
    fn step(&mut self, from: Square, to: Square) -> bool {
        let Some(mover) = self.cells.take(from) else { return false };
        let arriving = promote_on(to, mover);
        let Some(victim) = self.cells.take(to) else {
            // A promotion cannot be undone, an ordinary move can.
            self.cells.put(to, arriving);
            return arriving != mover;
        };
        if mover.kind == FANATIC {
            self.explode(to);
        // Who captures a fanatic by going there is gone with it.
        } else if victim.kind != FANATIC {
            self.cells.put(to, arriving);
        }
        self.crown_princes();
        true
    }

    /// Every piece around a fanatic's capture leaves the board.
    fn explode(&mut self, centre: Square) {
        for square in neighbours(centre) & self.cells.occupied() {
            self.cells.take(square);
        }
    }

    /// The prince of a side whose king has left the board becomes its king.
    fn crown_princes(&mut self) {
        for side in Side::BOTH {
            if self.cells.of(side, KING).is_empty()
                && let Some(square) = self.cells.of(side, PRINCE).first()
            {
                self.cells.take(square);
                self.cells.put(square, Piece { kind: KING, side });
            }
        }
    }

    #[inline]
    fn state_key(&self) -> ZobristKey {
        let turn = TURN_KEYS.get(self.turn.fullmove as usize).copied().unwrap_or(0);
        turn ^ self.turn.key()
    }
}

/// The kinds that others promote to.
const PROMOTED: [Kind; 5] = [KILLER, FANATIC, ROYAL_ROOK, ROYAL_BISHOP, ROYAL_KNIGHT];

/// Obstacles are not pieces on the board, so that a piece's number is free for them.
#[inline]
fn obstacle_number(square: Square) -> ZobristKey {
    zobrist::piece(Piece { kind: OBSTACLE, side: Side::White }, square)
}

/// The squares around a square, which a fanatic's capture there empties.
#[inline]
#[must_use]
pub fn neighbours(square: Square) -> Set {
    TABLES.pieces.movement(Piece { kind: KING, side: Side::White }).capture.leaps(square)
}

impl Position for TacticalPosition {
    #[inline]
    fn turn(&self) -> Turn {
        self.turn
    }

    #[inline]
    fn key(&self) -> ZobristKey {
        self.cells.key() ^ self.obstacle_key ^ self.reserve.key() ^ self.state_key()
    }

    #[inline]
    fn visit(&self, select: GenMode, moves: &mut impl MoveSink) {
        if self.outcome().is_some() {
            return;
        }
        let phase = self.phase();
        if select == GenMode::All {
            if phase.has_pass() {
                moves.add(Move::PASS);
            }
            // Obstacles have half a board of their own, pieces three ranks.
            let zones = if phase == Phase::Obstacles { &TABLES.obstacle_zone } else { &TABLES.piece_zone };
            let targets = zones[self.turn.side.index()] - self.cells.occupied() - self.obstacles;
            for kind in self.reserve.kinds(self.turn.side) {
                if phase.drops(kind) && moves.wants_drop(kind) {
                    moves.fan(targets, |to| Move::drop(kind, to));
                }
            }
        }
        if phase == Phase::Battle {
            self.visit_pieces(select, moves);
        }
    }

    /// Shots, captures and promotions.
    #[inline]
    fn is_noisy(&self, legal: Move) -> bool {
        match legal.action() {
            Action::Shoot { .. } => true,
            Action::Step { from, to, .. } => {
                self.cells.occupied().has(to)
                    || self.cells.at(from).is_some_and(|mover| promote_on(to, mover) != mover)
            }
            _ => false,
        }
    }

    fn play(&mut self, legal: Move) {
        let mut progress = false;
        let irreversible = match legal.action() {
            Action::Pass | Action::Wall { .. } => false,
            Action::Drop { kind, to } => {
                let piece = Piece { kind, side: self.turn.side };
                self.reserve.take(piece);
                if kind == OBSTACLE {
                    self.put_obstacle(to);
                } else {
                    self.cells.put(to, piece);
                }
                progress = true;
                true
            }
            Action::Shoot { target, second, .. } => {
                for victim in [Some(target), second].into_iter().flatten() {
                    self.cells.take(victim);
                }
                self.crown_princes();
                progress = true;
                true
            }
            Action::Step { from, to, .. } => {
                progress = self.cells.occupied().has(to)
                    // Pawns and veterans set the clock of the move limit back, though they can step back.
                    || self.cells.at(from).is_some_and(|mover| mover.kind == PAWN || mover.kind == VETERAN);
                self.step(from, to)
            }
            Action::Split { .. } => {
                debug_assert!(false, "tactical chess has no move {legal:?}");
                return;
            }
        };
        let early = self.phase() != Phase::Battle;
        // Before the battle no position can occur again: each turn has its number.
        self.reversible = if early || irreversible { 0 } else { self.reversible.saturating_add(1) };
        self.turn = self.turn.next(early || progress);
    }

    /// In the battle a side without a king has lost, whichever side removed it.
    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if self.phase() != Phase::Battle {
            return None;
        }
        match Side::BOTH.map(|side| self.cells.of(side, KING).is_empty()) {
            [false, false] => None,
            [false, true] => Some(Outcome::win(Side::White, Reason::KingCaptured)),
            [true, false] => Some(Outcome::win(Side::Black, Reason::KingCaptured)),
            [true, true] => Some(Outcome::draw(Reason::BothKingsGone)),
        }
    }

    /// Only a position that no game leads to, without room for the king, has no legal move.
    fn no_moves(&self) -> Outcome {
        self.outcome().unwrap_or(Outcome::draw(Reason::Stalemate))
    }

    /// The legal pass.
    fn flip_turn(&self) -> Option<Self> {
        self.phase().has_pass().then(|| {
            let mut passed = self.clone();
            passed.play(Move::PASS);
            passed
        })
    }

    fn piece_at(&self, square: Square, depth: usize) -> Option<Piece> {
        self.cells.at(square).filter(|_| depth == 0)
    }

    fn is_obstacle(&self, square: Square) -> bool {
        // Anybody may ask for any square, and the set has none beyond its words.
        square.0 < Bitboard::<1>::CAPACITY && self.obstacles.has(square)
    }

    fn reserve(&self) -> Option<&Reserve> {
        Some(&self.reserve)
    }

    fn extras(&self) -> Extras {
        Extras { phase: self.phase().phrase(), ..Extras::default() }
    }

    #[inline]
    fn reversible_plies(&self) -> u32 {
        self.reversible.into()
    }

    #[inline]
    fn count_verdict(&self) -> Option<Outcome> {
        (self.turn.halfmove >= MOVE_LIMIT && self.outcome().is_none())
            .then(|| Outcome::draw(Reason::MoveCount))
    }
}
