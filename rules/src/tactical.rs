//! Tactical chess (`tactical`), by Viktor Sopilko: all pieces start in reserve, cannons and
//! dragons shoot, fanatics explode, and capturing the king wins.
//!
//! There is no check: kings move and stay where they like, and passing is nearly always legal.
//! Rules page: `docs/rules/tactical.md`.

use super::fen::{self, Cell, Fields};
use super::xboard::{Parent, XBoard, figure, slot};
use super::{FenError, Game, Info, Outcome, PieceInfo, Position, Reason, Select, Symmetry, Turn};
use crate::board::{
    Action, Cells, Collect, Direction, Geometry, Key, Kind, Move, Outline, Piece, PieceTables, Reserve, Side,
    Square, SquareSet, key,
};
use once_cell::sync::Lazy;

/// Obstacle; only ever in a reserve, on the board it is no piece.
pub const O: Kind = Kind(0);
/// King.
pub const K: Kind = Kind(1);
/// Queen.
pub const Q: Kind = Kind(2);
/// Rook.
pub const R: Kind = Kind(3);
/// Bishop.
pub const B: Kind = Kind(4);
/// Knight.
pub const N: Kind = Kind(5);
/// Pawn.
pub const P: Kind = Kind(6);
/// Royal rook.
pub const T: Kind = Kind(7);
/// Royal bishop.
pub const A: Kind = Kind(8);
/// Royal knight.
pub const H: Kind = Kind(9);
/// Veteran, the royal pawn.
pub const V: Kind = Kind(10);
/// Cannon.
pub const C: Kind = Kind(11);
/// Dragon.
pub const D: Kind = Kind(12);
/// Prince.
pub const I: Kind = Kind(13);
/// Fanatic.
pub const F: Kind = Kind(14);
/// Killer.
pub const J: Kind = Kind(15);

/// The tables know lines by their shape only; what `o` and `j` let them pass is said in
/// [`TacticalPosition::stops`].
const PIECES: &[PieceInfo] = &[
    PieceInfo::new('O', "obstacle", "", "never moves, is never captured, blocks every line"),
    PieceInfo::new('K', "king", "K", "may be captured; a prince on the board takes over"),
    PieceInfo::new('Q', "queen", "Q", ""),
    PieceInfo::new('R', "rook", "R", "becomes a royal rook on the last rank"),
    PieceInfo::new('B', "bishop", "B", "becomes a royal bishop on the last rank"),
    PieceInfo::new('N', "knight", "N", "becomes a royal knight on the last rank"),
    PieceInfo::new('P', "pawn", "fmW2bsmWfcF", "becomes a killer on the last rank"),
    PieceInfo::new('T', "royal rook", "oR", "passes over own pieces"),
    PieceInfo::new('A', "royal bishop", "oB", "passes over own pieces"),
    PieceInfo::new('H', "royal knight", "mN0cN", "captures with its first leap only"),
    PieceInfo::new('V', "veteran", "mjW2fcF", "not over obstacles; becomes a fanatic on the last rank"),
    PieceInfo::new('C', "cannon", "mRxWxD", "shoots one enemy over anything"),
    PieceInfo::new(
        'D',
        "dragon",
        "mjBxB2",
        "shoots all pieces of either side on a diagonal, not over obstacles",
    ),
    PieceInfo::new('I', "prince", "mQcK", "becomes king when the own king leaves the board"),
    PieceInfo::new(
        'F',
        "fanatic",
        "mjW2cK",
        "not over obstacles; explodes when it captures; deadly to capture",
    ),
    PieceInfo::new(
        'J',
        "killer",
        "mjW2cK",
        "not over obstacles; captures kings and princes only; hard to capture",
    ),
];

/// What each side has in reserve at the start, by kind.
const ARMY: [u8; 16] = [2, 1, 1, 1, 1, 1, 8, 1, 1, 1, 2, 2, 2, 1, 1, 1];

/// What becomes of a piece on the last rank.
pub const fn promotion(kind: Kind) -> Option<Kind> {
    match kind {
        P => Some(J),
        V => Some(F),
        R => Some(T),
        B => Some(A),
        N => Some(H),
        _ => None,
    }
}

static INFO: Info = Info {
    name: "tactical",
    title: "Tactical chess",
    files: 8,
    ranks: 8,
    pocket: 16,
    start: "8/8/8/8/8/8/8/8[OOKQRBNPPPPPPPPTAHVVCCDDIFJookqrbnpppppppptahvvccddifj] w - - 0 1",
    pieces: PIECES,
    draws: true,
    symmetry: Symmetry::Mirror,
    xboard: Some(XBoard {
        variant: "tactical",
        parent: Parent::Bughouse,
        holdings: 16,
        figures: &[
            &[figure('O', slot::TOWER)],
            &[figure('K', slot::MONARCH)],
            &[figure('Q', slot::QUEEN)],
            &[figure('R', slot::ROOK)],
            &[figure('B', slot::BISHOP)],
            &[figure('N', slot::KNIGHT)],
            &[figure('P', slot::SPEAR)],
            &[figure('T', slot::CROWNED_ROOK)],
            &[figure('A', slot::CARDINAL)],
            &[figure('H', slot::PEGASUS)],
            &[figure('V', slot::HELMET)],
            &[figure('C', slot::CANNON)],
            &[figure('D', slot::DRAGON)],
            &[figure('I', slot::GRASSHOPPER)],
            &[figure('F', slot::HORNED_HELMET)],
            &[figure('J', slot::AXE)],
        ],
        obstacle: Some('O'),
        dummy_king: Some('Y'),
        ..XBoard::PLAIN
    }),
};

/// What the players may do, by the full-move number.
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

    /// Whether a piece of this kind may be dropped.
    #[inline]
    const fn drops(self, kind: Kind) -> bool {
        match self {
            Phase::Obstacles => kind.0 == O.0,
            Phase::Kings => kind.0 == K.0,
            Phase::Pieces => kind.0 != O.0 && kind.0 != K.0,
            Phase::Battle => kind.0 != O.0,
        }
    }

    #[inline]
    const fn has_pass(self) -> bool {
        !matches!(self, Phase::Kings)
    }
}

type Set = SquareSet<1>;

struct Tables {
    pieces: PieceTables<1>,
    /// The eight knight's leaps apart, for the rides of the royal knight.
    knight_leaps: [Box<[Set; 256]>; 8],
    last_rank: [Set; 2],
    /// Where obstacles, and where pieces may be dropped.
    obstacle_zone: [Set; 2],
    piece_zone: [Set; 2],
}

static TABLES: Lazy<Tables> = Lazy::new(|| {
    let geometry: Geometry<1> = Geometry::new(Outline::new(8, 8, |_, _| true));
    let first_ranks =
        |count| [geometry.select(|_, rank| rank < count), geometry.select(|_, rank| rank >= 8 - count)];
    let knight = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
    let lines: Vec<String> = PIECES.iter().map(|piece| piece.movement.replace(['o', 'j'], "")).collect();
    Tables {
        knight_leaps: knight.map(|leap| geometry.leaps(&[leap])),
        last_rank: [geometry.rank(7), geometry.rank(0)],
        obstacle_zone: first_ranks(4),
        piece_zone: first_ranks(3),
        pieces: PieceTables::new(geometry, lines.iter().map(String::as_str)),
    }
});

/// The number of the turn, while it makes positions different.
static TURN_KEYS: [Key; BATTLE as usize] = {
    let mut keys = [0; BATTLE as usize];
    let mut turn = 0;
    while turn < keys.len() {
        keys[turn] = key::fact(0, turn as u64);
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
    obstacle_key: Key,
    reserve: Reserve,
    turn: Turn,
    /// Half-moves of the battle since the last capture, drop or promotion. Pawns step back, so
    /// that all else can be undone.
    reversible: u16,
}

const _: () = assert!(size_of::<TacticalPosition>() <= 512);

impl Game for Tactical {
    type Position = TacticalPosition;

    fn info(&self) -> &'static Info {
        &INFO
    }

    fn outline(&self) -> &'static Outline {
        TABLES.pieces.geometry.outline()
    }

    fn parse(&self, text: &str) -> Result<TacticalPosition, FenError> {
        let fields = Fields::split(text)?;
        let outline = self.outline();
        let mut position = TacticalPosition {
            cells: Cells::default(),
            obstacles: Set::EMPTY,
            obstacle_key: 0,
            reserve: fen::reserve(fields.reserve, PIECES)?,
            turn: fields.turn(),
            reversible: fields.halfmove,
        };
        for (square, cell) in fen::board(fields.board, outline, PIECES)? {
            let refuse = |expected: &str| FenError::new("board", outline.name(square), expected);
            match cell {
                Cell::Block => position.put_obstacle(square),
                Cell::Pieces(stack) => match stack[..] {
                    [piece] if piece.kind == O => {
                        return Err(refuse("`*` for an obstacle; `O` is one in reserve"));
                    }
                    [piece] if promote_on(square, piece) != piece => {
                        let name = PIECES[piece.kind.index()].name;
                        return Err(refuse(&format!("no unpromoted {name} on its last rank")));
                    }
                    [piece] => position.cells.put(square, piece),
                    _ => return Err(refuse("one piece on a square")),
                },
            }
        }
        fields.without_rights()?;
        if fields.halfmove != 0 && position.phase() != Phase::Battle {
            let expected = format!("0 before full move {BATTLE}");
            return Err(FenError::new("halfmove", fields.halfmove.to_string(), expected));
        }
        position.check_obstacles()?;
        for side in Side::BOTH {
            position.check_army(side)?;
            position.check_king(side)?;
        }
        Ok(position)
    }
}

/// What a piece is on `square`: promotion is compulsory.
#[inline]
pub fn promote_on(square: Square, piece: Piece) -> Piece {
    match promotion(piece.kind) {
        Some(kind) if TABLES.last_rank[piece.side.index()].has(square) => Piece { kind, ..piece },
        _ => piece,
    }
}

impl TacticalPosition {
    /// What the players may do now.
    #[inline]
    pub const fn phase(&self) -> Phase {
        Phase::of_turn(self.turn.fullmove)
    }

    /// The piece on a square; an obstacle is none.
    #[inline]
    pub fn piece(&self, square: Square) -> Option<Piece> {
        self.cells.at(square)
    }

    /// The squares of one side's pieces of one kind.
    #[inline]
    pub fn of(&self, side: Side, kind: Kind) -> Set {
        self.cells.of(side, kind)
    }

    /// The squares of one side's pieces.
    #[inline]
    pub fn side_squares(&self, side: Side) -> Set {
        self.cells.side(side)
    }

    /// The squares of the obstacles.
    #[inline]
    pub fn obstacles(&self) -> Set {
        self.obstacles
    }

    /// The pieces in reserve.
    #[inline]
    pub fn reserve(&self) -> &Reserve {
        &self.reserve
    }

    fn put_obstacle(&mut self, square: Square) {
        self.obstacles.insert(square);
        self.obstacle_key ^= obstacle_number(square);
    }

    /// Refuses more obstacles than there are.
    fn check_obstacles(&self) -> Result<(), FenError> {
        let reserved = Side::BOTH.map(|side| self.reserve.count(Piece { kind: O, side }));
        let board = self.obstacles.len();
        let total = board + reserved.iter().map(|&count| count as usize).sum::<usize>();
        if total > 4 {
            let expected = "at most 4 on the board and in reserve together";
            return Err(FenError::new("board", format!("{total} obstacles"), expected));
        }
        Ok(())
    }

    /// Refuses more pieces than the reserve held at the start. Promoted pieces beyond those that
    /// it held are charged to what they were promoted from.
    fn check_army(&self, side: Side) -> Result<(), FenError> {
        let letter = |kind: Kind| side.cased(PIECES[kind.index()].letter);
        for (kind, &most) in (0..).map(Kind).zip(&ARMY) {
            let reserved = self.reserve.count(Piece { kind, side });
            if reserved > most {
                let value = format!("{reserved} {}", letter(kind));
                return Err(FenError::new("reserve", value, format!("at most {most}")));
            }
        }
        let count =
            |kind| self.cells.of(side, kind).len() + self.reserve.count(Piece { kind, side }) as usize;
        for (kind, &most) in (0..).map(Kind).zip(&ARMY).skip(1) {
            let (counted, most) = (count(kind), most as usize);
            if let Some(promoted) = promotion(kind) {
                let surplus = count(promoted).saturating_sub(ARMY[promoted.index()] as usize);
                if counted + surplus > most {
                    let value =
                        format!("{counted} {} and {} {}", letter(kind), count(promoted), letter(promoted));
                    let expected = format!(
                        "at most {most} {}, less one for each {} but the first",
                        letter(kind),
                        letter(promoted)
                    );
                    return Err(FenError::new("board", value, expected));
                }
            } else if counted > most && !PROMOTED.contains(&kind) {
                let value = format!("{counted} {}", letter(kind));
                let expected = format!("at most {most} on the board and in reserve together");
                return Err(FenError::new("board", value, expected));
            }
        }
        Ok(())
    }

    /// Refuses a king on the board before it is dropped, and one missing before the battle.
    fn check_king(&self, side: Side) -> Result<(), FenError> {
        let dropped = match self.phase() {
            Phase::Obstacles => false,
            Phase::Kings => side == Side::White && self.turn.side == Side::Black,
            Phase::Pieces => true,
            Phase::Battle => return Ok(()),
        };
        let on_board = self.cells.of(side, K).len();
        let reserved = self.reserve.count(Piece { kind: K, side });
        let name = side.name();
        if on_board != dropped as usize {
            let value = format!("{on_board} {name} kings");
            let expected = format!("{} at full move {}", dropped as u8, self.turn.fullmove);
            return Err(FenError::new("board", value, expected));
        }
        if reserved != !dropped as u8 {
            let value = format!("{reserved} {name} kings");
            let expected = format!("{} at full move {}", !dropped as u8, self.turn.fullmove);
            return Err(FenError::new("reserve", value, expected));
        }
        Ok(())
    }

    /// Moves, captures and shots of the pieces on the board.
    #[inline]
    fn visit_pieces(&self, select: Select, moves: &mut impl Collect) {
        let geometry = &TABLES.pieces.geometry;
        let (cells, side, obstacles) = (&self.cells, self.turn.side, self.obstacles);
        let (own, enemy) = (cells.side(side), cells.side(!side));
        let solid = own | enemy | obstacles;
        let quiet = |kind| match select {
            Select::All => !solid,
            Select::Noisy => (TABLES.last_rank[side.index()] - solid).when(promotion(kind).is_some()),
        };
        let royal = cells.of(!side, K) | cells.of(!side, I);
        let vulnerable = enemy - cells.of(!side, J);

        for kind in [K, Q, R, B, N, T, A] {
            let piece = Piece { kind, side };
            let movement = TABLES.pieces.movement(piece);
            let stops = self.stops(piece);
            for from in cells.of(side, kind) {
                if moves.wants_from(from) {
                    let targets = movement.capture.targets(geometry, from, stops);
                    moves.fan(targets & (quiet(kind) | vulnerable), |to| Move::step(from, to));
                }
            }
        }
        // Who captures otherwise than he moves, and what he captures by going there.
        for (kind, prey) in [
            (P, vulnerable),
            (H, vulnerable),
            (V, vulnerable),
            (C, Set::EMPTY),
            (D, Set::EMPTY),
            (I, vulnerable),
            (F, enemy),
            (J, royal),
        ] {
            let piece = Piece { kind, side };
            let movement = TABLES.pieces.movement(piece);
            let stops = self.stops(piece);
            for from in cells.of(side, kind) {
                if !moves.wants_from(from) {
                    continue;
                }
                let mut targets = movement.quiet.targets(geometry, from, stops);
                if kind == H {
                    targets |= ride(from, !solid);
                }
                targets = targets & quiet(kind) | movement.capture.leaps(from) & prey;
                moves.fan(targets, |to| Move::step(from, to));
                if kind == C {
                    moves.fan(movement.shoot.leaps(from) & enemy, |target| Move::shot(from, target));
                }
                if kind == D {
                    self.visit_dragon_shots(from, moves);
                }
            }
        }
    }

    /// What stops the lines along which a piece moves.
    #[inline]
    fn stops(&self, piece: Piece) -> Set {
        match piece.kind {
            D => Set::EMPTY,
            V | F | J => self.obstacles,
            T | A => self.cells.side(!piece.side) | self.obstacles,
            _ => self.cells.occupied() | self.obstacles,
        }
    }

    /// Where a piece on `from` may go without capturing.
    #[inline]
    pub fn quiet_moves(&self, piece: Piece, from: Square) -> Set {
        let empty = !(self.cells.occupied() | self.obstacles);
        if piece.kind == H {
            return ride(from, empty);
        }
        let quiet = &TABLES.pieces.movement(piece).quiet;
        quiet.targets(&TABLES.pieces.geometry, from, self.stops(piece)) & empty
    }

    /// Where a piece on `from` would capture an enemy that stood there, or shoot it.
    #[inline]
    pub fn attacks(&self, piece: Piece, from: Square) -> Set {
        let (geometry, movement) = (&TABLES.pieces.geometry, TABLES.pieces.movement(piece));
        match piece.kind {
            C => movement.shoot.leaps(from),
            D => movement.shoot.targets(geometry, from, self.obstacles),
            _ => movement.capture.targets(geometry, from, self.stops(piece)),
        }
    }

    /// From where pieces like this one attack `to` when `occupied` squares stop lines.
    #[inline]
    pub fn attack_origins(&self, piece: Piece, to: Square, occupied: Set) -> Set {
        let (geometry, movement) = (&TABLES.pieces.geometry, TABLES.pieces.movement(piece));
        let solid = occupied | self.obstacles;
        match piece.kind {
            C => movement.shoot.origins(geometry, to, solid),
            D => movement.shoot.origins(geometry, to, self.obstacles),
            T | A => movement.capture.origins(geometry, to, solid - self.cells.side(piece.side)),
            _ => movement.capture.origins(geometry, to, solid),
        }
    }

    /// A dragon hits everything on the two nearest squares of a diagonal, up to an obstacle.
    #[inline]
    fn visit_dragon_shots(&self, from: Square, moves: &mut impl Collect) {
        let geometry = &TABLES.pieces.geometry;
        let dragon = Piece { kind: D, side: self.turn.side };
        let range = TABLES.pieces.movement(dragon).shoot.targets(geometry, from, self.obstacles);
        let victims = range & self.cells.occupied();
        if victims.is_empty() {
            return;
        }
        for direction in Direction::DIAGONAL {
            let hit = victims & geometry.ray(direction, from);
            let near = hit & neighbours(from);
            match (near.first(), (hit - near).first()) {
                (Some(target), second @ Some(_)) => moves.add(Action::Shoot { from, target, second }.into()),
                (Some(target), None) | (None, Some(target)) => moves.add(Move::shot(from, target)),
                (None, None) => {}
            }
        }
    }

    /// A piece goes from one square to another, with what a capture brings about. Says whether
    /// that can never be undone.
    fn step(&mut self, from: Square, to: Square) -> bool {
        let Some(mover) = self.cells.take(from) else { return false };
        let arriving = promote_on(to, mover);
        let Some(victim) = self.cells.take(to) else {
            self.cells.put(to, arriving);
            return arriving != mover;
        };
        if mover.kind == F {
            self.explode(to);
        } else if victim.kind != F {
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
            if self.cells.of(side, K).is_empty()
                && let Some(square) = self.cells.of(side, I).first()
            {
                self.cells.take(square);
                self.cells.put(square, Piece { kind: K, side });
            }
        }
    }

    #[inline]
    fn state_key(&self) -> Key {
        let turn = TURN_KEYS.get(self.turn.fullmove as usize).copied().unwrap_or(0);
        turn ^ self.turn.key()
    }
}

/// The kinds that others promote to.
const PROMOTED: [Kind; 5] = [J, F, T, A, H];

/// Obstacles are no pieces on the board, so that a piece's number is free for them.
#[inline]
fn obstacle_number(square: Square) -> Key {
    key::piece(Piece { kind: O, side: Side::White }, square)
}

/// The squares around a square, which a fanatic's capture there empties.
#[inline]
pub fn neighbours(square: Square) -> Set {
    TABLES.pieces.movement(Piece { kind: K, side: Side::White }).capture.leaps(square)
}

/// Where a royal knight goes without capturing.
#[inline]
fn ride(from: Square, empty: Set) -> Set {
    let mut targets = Set::EMPTY;
    for leap in &TABLES.knight_leaps {
        let mut landing = leap[from.index()] & empty;
        while let Some(square) = landing.first() {
            targets.insert(square);
            landing = leap[square.index()] & empty;
        }
    }
    targets
}

impl Position for TacticalPosition {
    #[inline]
    fn turn(&self) -> Turn {
        self.turn
    }

    #[inline]
    fn key(&self) -> Key {
        self.cells.key() ^ self.obstacle_key ^ self.reserve.key() ^ self.state_key()
    }

    #[inline]
    fn visit(&self, select: Select, moves: &mut impl Collect) {
        if self.outcome().is_some() {
            return;
        }
        let phase = self.phase();
        if select == Select::All {
            if phase.has_pass() {
                moves.add(Move::PASS);
            }
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
            Action::Pass => false,
            Action::Drop { kind, to } => {
                let piece = Piece { kind, side: self.turn.side };
                self.reserve.take(piece);
                if kind == O {
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
                    || self.cells.at(from).is_some_and(|mover| mover.kind == P || mover.kind == V);
                self.step(from, to)
            }
            Action::Split { .. } => {
                debug_assert!(false, "tactical chess has no move {legal:?}");
                return;
            }
        };
        let early = self.phase() != Phase::Battle;
        self.reversible = if early || irreversible { 0 } else { self.reversible.saturating_add(1) };
        self.turn = self.turn.next(early || progress);
    }

    /// In the battle a side without a king has lost, whoever removed it.
    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if self.phase() != Phase::Battle {
            return None;
        }
        match Side::BOTH.map(|side| self.cells.of(side, K).is_empty()) {
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

    fn checkers(&self) -> Vec<Square> {
        Vec::new()
    }

    #[inline]
    fn in_check(&self) -> bool {
        false
    }

    /// The legal pass.
    fn pass(&self) -> Option<Self> {
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
        self.obstacles.has(square)
    }

    fn reserve(&self) -> Option<&Reserve> {
        Some(&self.reserve)
    }

    fn reversible_plies(&self) -> u32 {
        self.reversible.into()
    }

    fn count_verdict(&self) -> Option<Outcome> {
        (self.turn.halfmove >= 100 && self.outcome().is_none()).then(|| Outcome::draw(Reason::MoveCount))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{History, verdict};

    fn at(name: &str) -> Square {
        Tactical.outline().named(name).unwrap()
    }

    /// The position after moves, each checked to be legal.
    fn after(fen: &str, moves: &[Move]) -> TacticalPosition {
        let mut position = Tactical.parse(fen).unwrap();
        for &chosen in moves {
            assert!(position.is_legal(chosen), "{chosen:?}");
            position.play(chosen);
            assert_eq!(position.key(), Tactical.parse(&Tactical.format(&position)).unwrap().key());
        }
        position
    }

    fn text_after(fen: &str, moves: &[Move]) -> String {
        Tactical.format(&after(fen, moves))
    }

    fn step(from: &str, to: &str) -> Move {
        Move::step(at(from), at(to))
    }

    #[test]
    fn the_reserve_is_what_the_start_position_says() {
        let start = Tactical.start();
        let reserved: u8 =
            (0..16).map(|kind| start.reserve.count(Piece { kind: Kind(kind), side: Side::White })).sum();
        assert_eq!(reserved, ARMY.iter().sum::<u8>());
        assert_eq!(usize::from(INFO.pocket), ARMY.iter().filter(|&&count| count > 0).count());
        assert_eq!(Tactical.format(&start), INFO.start);
    }

    #[test]
    fn phases_follow_the_turn() {
        let moves = |fen| Tactical.parse(fen).unwrap().count_moves();
        assert_eq!(moves("8/8/8/8/8/8/8/8[KQk] w - - 0 2"), 1);
        assert_eq!(moves("8/8/8/8/8/8/8/8[OKQk] w - - 0 3"), 24);
        assert_eq!(moves("4k3/8/8/8/8/8/8/4K3[OQ] w - - 0 7"), 1 + 23);
        assert_eq!(moves("4k3/8/8/8/8/8/8/4K3[OQ] w - - 0 8"), 1 + 23 + 5);
    }

    #[test]
    fn a_fanatic_takes_its_surroundings_with_it() {
        // Kings, killers and fanatics too; obstacles stay, and nothing further off.
        let fen = "7k/8/8/1jJ*4/2pf4/1F1n4/8/K5i1[] w - - 3 20";
        assert_eq!(text_after(fen, &[step("b3", "c4")]), "7k/8/8/3*4/8/8/8/K5i1[] b - - 0 20");
        // Whoever captures a fanatic by moving onto it is gone; a shooter is safe.
        let fen = "7k/8/8/8/1Qf1C3/8/8/K7[] w - - 3 20";
        assert_eq!(text_after(fen, &[step("b4", "c4")]), "7k/8/8/8/4C3/8/8/K7[] b - - 0 20");
        let shot = Move::shot(at("e4"), at("c4"));
        assert_eq!(text_after(fen, &[shot]), "7k/8/8/8/1Q2C3/8/8/K7[] b - - 0 20");
    }

    #[test]
    fn a_veteran_that_promotes_by_capture_does_not_explode() {
        let fen = "1tk5/V7/8/8/8/8/8/K7[] w - - 0 20";
        assert_eq!(text_after(fen, &[step("a7", "b8")]), "1Fk5/8/8/8/8/8/8/K7[] b - - 0 20");
    }

    #[test]
    fn the_prince_takes_over_unless_it_leaves_too() {
        let fen = "7k/8/6i1/8/8/8/8/K6Q[] w - - 0 8";
        assert_eq!(text_after(fen, &[step("h1", "h8")]), "7Q/8/6k1/8/8/8/8/K7[] b - - 0 8");
        let gone = after("8/8/8/3i4/2k5/1F6/8/7K[] w - - 0 8", &[step("b3", "c4")]);
        assert_eq!(gone.outcome(), Some(Outcome::win(Side::White, Reason::KingCaptured)));
        // A fanatic that blows up both kings, one of which has a successor far away.
        let fen = "8/8/8/1Kk5/2p5/1F6/8/8[] w - - 0 8";
        assert_eq!(after(fen, &[step("b3", "c4")]).outcome(), Some(Outcome::draw(Reason::BothKingsGone)));
        let fen = "7i/8/8/1Kk5/2p5/1F6/8/8[] w - - 0 8";
        let won = after(fen, &[step("b3", "c4")]);
        assert_eq!(won.outcome(), Some(Outcome::win(Side::Black, Reason::KingCaptured)));
        assert_eq!((won.count_moves(), won.no_moves()), (0, won.outcome().unwrap()));
    }

    #[test]
    fn dragons_take_all_they_hit() {
        let fen = "7k/8/8/8/3p4/2N5/1D6/K7[] w - - 0 8";
        let both = Action::Shoot { from: at("b2"), target: at("c3"), second: Some(at("d4")) }.into();
        assert_eq!(text_after(fen, &[both]), "7k/8/8/8/8/8/1D6/K7[] b - - 0 8");
        let position = Tactical.parse(fen).unwrap();
        assert!(!position.is_legal(Move::shot(at("b2"), at("c3"))));
        let suicide = after(fen, &[Move::shot(at("b2"), at("a1"))]);
        assert_eq!(suicide.outcome(), Some(Outcome::win(Side::Black, Reason::KingCaptured)));
    }

    #[test]
    fn passes_repeat_positions_and_drops_do_not() {
        let mut position = Tactical.parse("4k3/8/8/8/8/8/8/4K3[Q] w - - 0 7").unwrap();
        let mut history = History::starting_with(&position);
        for _ in 0..5 {
            position.play(Move::PASS);
            history.push(position.key());
            assert_eq!(verdict(&position, &history), None);
        }
        position.play(Move::PASS);
        history.push(position.key());
        assert_eq!((position.halfmove_clock(), position.reversible_plies()), (4, 4));
        assert_eq!(verdict(&position, &history), Some(Outcome::draw(Reason::Repetition)));
        position.play(Move::drop(Q, at("a1")));
        assert_eq!((position.halfmove_clock(), position.reversible_plies()), (0, 0));
    }

    #[test]
    fn pawn_moves_reset_the_clock_but_can_be_undone() {
        let position = after("7k/8/8/8/8/8/3P4/K7[] w - - 5 20", &[step("d2", "d3"), Move::PASS]);
        assert_eq!((position.halfmove_clock(), position.reversible_plies()), (1, 7));
        // A rook promotes for good, though that does not reset the clock.
        let position = after("7k/R7/8/8/8/8/8/K7[] w - - 5 20", &[step("a7", "a8")]);
        assert_eq!((position.halfmove_clock(), position.reversible_plies()), (6, 0));
    }

    #[test]
    fn texts_are_refused_with_a_reason() {
        let refusal = |fen: &str| Tactical.parse(fen).unwrap_err().to_string();
        for (fen, expected) in [
            (
                "R6k/8/8/8/8/8/8/K7[] w - - 0 8",
                "FEN field board: `a8`, expected no unpromoted rook on its last rank",
            ),
            (
                "7k/8/8/8/8/8/8/K2p4[] w - - 0 8",
                "FEN field board: `d1`, expected no unpromoted pawn on its last rank",
            ),
            (
                "7k/8/8/3O4/8/8/8/K7[] w - - 0 8",
                "FEN field board: `d5`, expected `*` for an obstacle; `O` is one in reserve",
            ),
            (
                "7k/8/8/3*4/8/8/*7/K7[OOo] w - - 0 8",
                "FEN field board: `5 obstacles`, expected at most 4 on the board and in reserve together",
            ),
            ("8/8/8/8/8/8/8/8[OOOKk] w - - 0 1", "FEN field reserve: `3 O`, expected at most 2"),
            (
                "7k/8/8/8/8/8/8/K6Q[Q] w - - 0 8",
                "FEN field board: `2 Q`, expected at most 1 on the board and in reserve together",
            ),
            (
                "7k/8/8/8/8/8/8/KT5T[R] w - - 0 8",
                "FEN field board: `1 R and 2 T`, expected at most 1 R, less one for each T but the first",
            ),
            ("7k/8/8/8/8/8/8/K7[] w - - 3 7", "FEN field halfmove: `3`, expected 0 before full move 8"),
            ("7k/8/8/8/8/8/8/K7[] w - - 0 2", "FEN field board: `1 White kings`, expected 0 at full move 2"),
            ("8/8/8/8/8/8/8/K7[] w - - 0 5", "FEN field board: `0 Black kings`, expected 1 at full move 5"),
            ("8/8/8/8/8/8/8/8[K] w - - 0 1", "FEN field reserve: `0 Black kings`, expected 1 at full move 1"),
            (
                "7k/8/8/8/8/8/8/K7[X] w - - 0 8",
                "FEN field reserve: `X`, expected one of the pieces O K Q R B N P T A H V C D I F J",
            ),
            ("7k/8/8/8/8/8/8/K7[] w KQ - 0 8", "FEN field castling: `KQ`, expected `-`"),
            ("7k/8/8/8/8/8/8/K7[] w - e3 0 8", "FEN field en-passant: `e3`, expected `-`"),
        ] {
            assert_eq!(refusal(fen), expected, "{fen}");
        }
        for fen in ["7k/8/8/8/8/8/8/K7[-] w - - 0 8", "7k/8/8/8/8/8/8/K7 w - - 0 8"] {
            assert_eq!(Tactical.format(&Tactical.parse(fen).unwrap()), "7k/8/8/8/8/8/8/K7[] w - - 0 8");
        }
        let mixed = Tactical.parse("7k/8/8/8/8/8/8/K7[pJOqP] w - - 120 9").unwrap();
        assert_eq!(Tactical.format(&mixed), "7k/8/8/8/8/8/8/K7[OPJqp] w - - 120 9");
        assert_eq!(mixed.count_verdict(), Some(Outcome::draw(Reason::MoveCount)));
    }

    #[test]
    fn any_bits_are_judged_without_panic() {
        let position =
            Tactical.parse("2k2d2/1c3t2/1h2i3/2*2v2/2V1*3/3I2H1/2T3C1/3DK3[Ff] w - - 4 30").unwrap();
        let mut legal = Vec::new();
        position.generate(Select::All, &mut legal);
        let mut seed = 1u32;
        for _ in 0..20_000 {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            for bits in [seed, seed & 0x3F3F_3F07] {
                if let Some(candidate) = Move::from_bits(bits) {
                    assert_eq!(position.is_legal(candidate), legal.contains(&candidate), "{candidate:?}");
                }
            }
        }
        for &candidate in &legal {
            assert!(position.is_legal(candidate));
        }
    }
}
