//! Operational Chess 2 (`operational2`): long leaps and guns, for outposts and strongholds.
//!
//! There is no king and no check: every move that a piece has is legal, and the side whose last
//! outpost or stronghold leaves the board has lost. Rules page: `docs/rules/operational2.md`.

use super::fen::{self, Cell, Fields};
use super::{FenError, Game, Info, Outcome, PieceInfo, Position, Reason, Select, Symmetry, Turn};
use crate::board::movement::{self, Mode};
use crate::board::{
    Action, Cells, Collect, Direction, Geometry, Key, Kind, Move, Outline, Piece, PieceTables, Side, Square,
    SquareSet,
};
use once_cell::sync::Lazy;

/// Soldier.
pub const P: Kind = Kind(0);
/// Airborne.
pub const C: Kind = Kind(1);
/// Tank.
pub const R: Kind = Kind(2);
/// Cavalry.
pub const B: Kind = Kind(3);
/// Helicopter.
pub const H: Kind = Kind(4);
/// Missile.
pub const M: Kind = Kind(5);
/// Bomber.
pub const O: Kind = Kind(6);
/// 2-star general.
pub const N: Kind = Kind(7);
/// 3-star general.
pub const G: Kind = Kind(8);
/// 4-star general.
pub const Q: Kind = Kind(9);
/// Fighter.
pub const X: Kind = Kind(10);
/// Outpost.
pub const U: Kind = Kind(11);
/// Stronghold.
pub const S: Kind = Kind(12);

/// The pieces; `soldier` is how the soldier moves and shoots.
const fn pieces(soldier: &'static str) -> [PieceInfo; 13] {
    [
        PieceInfo::new('P', "soldier", soldier, "promotes to a 4-star general on the last rank"),
        PieceInfo::new('C', "airborne", "mQcpQ", "captures the first piece beyond exactly one other"),
        PieceInfo::new('R', "tank", "WDH(0,4)xQ3", ""),
        PieceInfo::new('B', "cavalry", "FAG(4,4)xQ3", ""),
        PieceInfo::new('H', "helicopter", "KDNAHCZG(0,4)(1,4)(2,4)(3,4)(4,4)xQ4", ""),
        PieceInfo::new('M', "missile", "", RAID),
        PieceInfo::new('O', "bomber", "", RAID),
        PieceInfo::new('N', "2-star general", "DA", ""),
        PieceInfo::new('G', "3-star general", "HG", ""),
        PieceInfo::new('Q', "4-star general", "(0,4)(4,4)", ""),
        PieceInfo::new('X', "fighter", "FDACG", ""),
        PieceInfo::new('U', "outpost", "xK", "does not move; an objective"),
        PieceInfo::new('S', "stronghold", "xQ3", "does not move; an objective"),
    ]
}

/// How missile and bomber move, which no list of leaps says briefly.
const RAID: &str = "leaps to any square of the colour it stands on, except the enemy back line";

static PIECES: [PieceInfo; 13] = pieces("KxQ2");
static PIECES_RANGE1: [PieceInfo; 13] = pieces("KxK");

/// How many pieces of each kind a side starts with.
const ARMY: [usize; 13] = [17, 2, 2, 2, 2, 1, 1, 2, 2, 2, 2, 3, 2];

static INFO: Info = Info {
    name: "operational2",
    title: "Operational Chess 2",
    files: 17,
    ranks: 11,
    pocket: 0,
    start: "runbsxhmouxhsnbur/2q1c2g3cgq3/ppppppppppppppppp/17/17/17/17/17/\
            PPPPPPPPPPPPPPPPP/2Q1C2G3CGQ3/RUNBSXHMOUXHSNBUR w - - 0 1",
    pieces: &PIECES,
    draws: true,
    symmetry: Symmetry::Mirror,
    // It has one file more than XBoard.
    xboard: None,
};

static INFO_RANGE1: Info = Info {
    name: "operational2-range1",
    title: "Operational Chess 2, soldiers with range 1",
    pieces: &PIECES_RANGE1,
    ..INFO
};

type Set = SquareSet<3>;

/// The most king steps that there are tables for.
const MOST_STEPS: usize = 8;

struct Tables {
    pieces: PieceTables<3>,
    /// Where a missile or bomber of each side goes.
    raids: [Box<[Set; 256]>; 2],
    last_rank: [Set; 2],
    /// How far each kind shoots; 0 without a gun.
    gun_range: [u8; 13],
    /// The squares at most so many king steps away, the square itself included.
    within: [Box<[Set; 256]>; MOST_STEPS + 1],
}

impl Tables {
    fn new(pieces: &[PieceInfo]) -> Self {
        let geometry = Geometry::new(Outline::new(17, 11, |_, _| true));
        let last_rank = [geometry.rank(10), geometry.rank(0)];
        let raids = Side::BOTH.map(|side| {
            let outline = geometry.outline();
            let colour = |square| (outline.file(square) + outline.rank(square)) % 2;
            let mut table = Box::new([Set::EMPTY; 256]);
            for from in outline.squares() {
                let same = geometry.select(|file, rank| (file + rank) % 2 == colour(from));
                table[from.index()] = same - last_rank[side.index()] - Set::from(from);
            }
            table
        });
        let within = std::array::from_fn(|steps| {
            let reach = -(steps as i8)..=steps as i8;
            let leaps: Vec<_> =
                reach.clone().flat_map(|files| reach.clone().map(move |ranks| (files, ranks))).collect();
            geometry.leaps(&leaps)
        });
        Tables {
            gun_range: std::array::from_fn(|kind| gun_range(&pieces[kind])),
            pieces: PieceTables::new(geometry, pieces.iter().map(|piece| piece.movement)),
            raids,
            last_rank,
            within,
        }
    }
}

fn gun_range(piece: &PieceInfo) -> u8 {
    let terms = movement::parse(piece.movement).unwrap_or_default();
    terms.iter().find(|term| term.mode == Mode::Shoot).map_or(0, |term| term.range)
}

static TABLES: Lazy<Tables> = Lazy::new(|| Tables::new(&PIECES));
static TABLES_RANGE1: Lazy<Tables> = Lazy::new(|| Tables::new(&PIECES_RANGE1));

/// Operational Chess 2 or its variant.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Operational2 {
    /// The soldier shoots two squares far (`operational2`).
    #[default]
    Range2,
    /// The soldier shoots one square far (`operational2-range1`).
    Range1,
}

impl Operational2 {
    /// The game and its variant.
    pub const ALL: [Operational2; 2] = [Operational2::Range2, Operational2::Range1];

    #[inline]
    fn tables(self) -> &'static Tables {
        match self {
            Operational2::Range2 => &TABLES,
            Operational2::Range1 => &TABLES_RANGE1,
        }
    }
}

/// A position of Operational Chess 2.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operational2Position {
    cells: Cells<3, 187, 4>,
    /// Its clock counts from the last capture, shot or promotion: from anything that cannot be undone.
    turn: Turn,
    game: Operational2,
}

const _: () = assert!(size_of::<Operational2Position>() <= 512);

impl Game for Operational2 {
    type Position = Operational2Position;

    fn info(&self) -> &'static Info {
        match self {
            Operational2::Range2 => &INFO,
            Operational2::Range1 => &INFO_RANGE1,
        }
    }

    fn outline(&self) -> &'static Outline {
        self.tables().pieces.geometry.outline()
    }

    fn parse(&self, text: &str) -> Result<Operational2Position, FenError> {
        let fields = Fields::split(text)?;
        let outline = self.outline();
        fields.without_reserve()?;
        fields.without_rights()?;
        let mut cells = Cells::default();
        for (square, cell) in fen::board(fields.board, outline, &PIECES)? {
            let refuse = |expected| FenError::new("board", outline.name(square), expected);
            let Cell::Pieces(stack) = cell else { return Err(refuse("a piece or none, no obstacle")) };
            let &[piece] = &stack[..] else { return Err(refuse("at most one piece")) };
            if piece.kind == P && self.tables().last_rank[piece.side.index()].has(square) {
                return Err(refuse("no soldier on its last rank, where it promotes"));
            }
            cells.put(square, piece);
        }
        for side in Side::BOTH {
            check_army(&cells, side)?;
        }
        let position = Operational2Position { cells, turn: fields.turn(), game: *self };
        if Side::BOTH.into_iter().all(|side| position.objectives(side).is_empty()) {
            let expected = "an outpost or a stronghold of at least one side";
            return Err(FenError::new("board", fields.board, expected));
        }
        Ok(position)
    }
}

/// Refuses an army that no game leads to: more of a kind than at the start, or more 4-star
/// generals than soldiers that are missing can have become.
fn check_army(cells: &Cells<3, 187, 4>, side: Side) -> Result<(), FenError> {
    let soldiers = cells.of(side, P).len();
    for (index, (info, &initial)) in PIECES.iter().zip(&ARMY).enumerate() {
        let promoted = if Kind(index as u8) == Q { ARMY[P.index()].saturating_sub(soldiers) } else { 0 };
        let count = cells.of(side, Kind(index as u8)).len();
        if count > initial + promoted {
            let found = format!("{count} {}", side.cased(info.letter));
            return Err(FenError::new("board", found, format!("at most {}", initial + promoted)));
        }
    }
    Ok(())
}

impl Operational2Position {
    /// The piece on a square.
    #[inline]
    pub fn piece(&self, square: Square) -> Option<Piece> {
        self.cells.at(square)
    }

    /// The squares of one side's pieces of one kind.
    #[inline]
    pub fn of(&self, side: Side, kind: Kind) -> Set {
        self.cells.of(side, kind)
    }

    /// The squares of one side's outposts and strongholds.
    #[inline]
    pub fn objectives(&self, side: Side) -> Set {
        self.cells.of(side, U) | self.cells.of(side, S)
    }

    /// The squares of one side's pieces.
    #[inline]
    pub fn side_squares(&self, side: Side) -> Set {
        self.cells.side(side)
    }

    /// The squares of all pieces.
    #[inline]
    pub fn occupied(&self) -> Set {
        self.cells.occupied()
    }

    /// The squares at most `steps` king steps from a square, itself included; `steps` is at most 8.
    #[inline]
    pub fn within(&self, steps: usize, square: Square) -> Set {
        self.game.tables().within[steps % (MOST_STEPS + 1)][square.index()]
    }

    /// Whether a gun of `side` can shoot a piece on `square`, when only `occupied` squares hold
    /// pieces.
    #[inline]
    pub fn is_shot_at(&self, square: Square, side: Side, occupied: Set) -> bool {
        let tables = self.game.tables();
        let range =
            |from| self.cells.at(from).map_or(0, |piece| tables.gun_range[piece.kind.index() % 13] as usize);
        let guns = (self.cells.side(side) & occupied & self.within(4, square)) - Set::from(square);
        // Between neighbours nothing can stand, so that most questions end here.
        let beside = guns & self.within(1, square);
        if beside.into_iter().any(|from| range(from) > 0) {
            return true;
        }
        if (guns - beside).is_empty() {
            return false;
        }
        let geometry = &tables.pieces.geometry;
        let seen = geometry.orthogonal(square, occupied) | geometry.diagonal(square, occupied);
        (seen & (guns - beside)).into_iter().any(|from| self.within(range(from), square).has(from))
    }

    /// The pieces of `side` that the enemy's guns can shoot.
    #[inline]
    pub fn under_fire(&self, side: Side) -> Set {
        let tables = &self.game.tables().pieces;
        let (own, occupied) = (self.cells.side(side), self.cells.occupied());
        let mut victims = Set::EMPTY;
        for from in self.cells.side(!side) {
            if let Some(piece) = self.cells.at(from) {
                let shoot = &tables.movement(piece).shoot;
                victims |= shoot.targets_among(&tables.geometry, from, occupied, own - victims);
            }
        }
        victims
    }

    /// The pieces of `side` that can capture on `square` by going there, when only `occupied`
    /// squares hold pieces.
    #[inline]
    pub fn capturers(&self, square: Square, side: Side, occupied: Set) -> Set {
        let tables = self.game.tables();
        let present = self.cells.side(side) & occupied;
        let mut capturers = Set::EMPTY;
        for kind in [P, R, B, H, N, G, Q, X] {
            // All leaps are as long one way as the other.
            let leaps = tables.pieces.movement(Piece { kind, side }).capture.leaps(square);
            if leaps.meets(present) {
                capturers |= leaps & self.cells.of(side, kind);
            }
        }
        for raider in self.cells.of(side, M) | self.cells.of(side, O) {
            capturers |= Set::from(raider).when(tables.raids[side.index()][raider.index()].has(square));
        }
        for airborne in self.cells.of(side, C) {
            let between = tables.pieces.geometry.between(square, airborne) & occupied;
            let over_one = !between.is_empty() && !between.has_several();
            capturers |= Set::from(airborne).when(over_one);
        }
        capturers & present
    }

    /// Whether a soldier of the side to move promotes on a square.
    #[inline]
    pub fn promotes_on(&self, square: Square) -> bool {
        self.game.tables().last_rank[self.turn.side.index()].has(square)
    }

    #[inline]
    fn state_key(&self) -> Key {
        self.turn.key()
    }
}

/// What an airborne captures on: on each queen line the first piece behind exactly one other.
#[inline]
fn hops(geometry: &Geometry<3>, from: Square, occupied: Set) -> Set {
    Direction::ALL
        .into_iter()
        .fold(Set::EMPTY, |set, direction| set | geometry.hop(direction, from, occupied))
}

impl Position for Operational2Position {
    #[inline]
    fn turn(&self) -> Turn {
        self.turn
    }

    #[inline]
    fn key(&self) -> Key {
        self.cells.key() ^ self.state_key()
    }

    #[inline]
    fn visit(&self, select: Select, moves: &mut impl Collect) {
        if self.outcome().is_some() {
            return;
        }
        let tables = self.game.tables();
        let geometry = &tables.pieces.geometry;
        let own = self.cells.side(self.turn.side);
        let enemy = self.cells.side(!self.turn.side);
        let occupied = own | enemy;
        let wanted = match select {
            Select::All => !own,
            Select::Noisy => enemy,
        };
        for from in own {
            if !moves.wants_from(from) {
                continue;
            }
            let Some(piece) = self.cells.at(from) else { continue };
            let movement = tables.pieces.movement(piece);
            let targets = match piece.kind {
                P => {
                    movement.capture.leaps(from) & (wanted | (tables.last_rank[self.turn.side.index()] - own))
                }
                M | O => tables.raids[self.turn.side.index()][from.index()] & wanted,
                C => {
                    let open = movement.quiet.targets(geometry, from, occupied) - occupied;
                    open & wanted | hops(geometry, from, occupied) & enemy
                }
                _ => movement.capture.leaps(from) & wanted,
            };
            moves.fan(targets, |to| Move::step(from, to));
            let victims = movement.shoot.targets_among(geometry, from, occupied, enemy);
            moves.fan(victims, |target| Move::shot(from, target));
        }
    }

    /// Captures, shots and promotions.
    fn is_noisy(&self, legal: Move) -> bool {
        match legal.action() {
            Action::Shoot { .. } => true,
            Action::Step { from, to, .. } => {
                self.cells.at(to).is_some()
                    || self.promotes_on(to) && self.cells.at(from).is_some_and(|piece| piece.kind == P)
            }
            _ => false,
        }
    }

    fn play(&mut self, legal: Move) {
        let progress = match legal.action() {
            Action::Shoot { target, .. } => self.cells.take(target).is_some(),
            Action::Step { from, to, .. } => {
                let Some(mut mover) = self.cells.take(from) else { return };
                let captured = self.cells.take(to);
                let promotes = mover.kind == P && self.promotes_on(to);
                if promotes {
                    mover.kind = Q;
                }
                self.cells.put(to, mover);
                captured.is_some() || promotes
            }
            action => {
                debug_assert!(false, "Operational Chess 2 has no move {action:?}");
                return;
            }
        };
        self.turn = self.turn.next(progress);
    }

    /// A side without outposts and strongholds has lost.
    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        let loser = Side::BOTH.into_iter().find(|&side| self.objectives(side).is_empty())?;
        Some(Outcome::win(!loser, Reason::ObjectivesCaptured))
    }

    fn no_moves(&self) -> Outcome {
        Outcome::win(!self.turn.side, Reason::NoLegalMove)
    }

    fn checkers(&self) -> Vec<Square> {
        Vec::new()
    }

    #[inline]
    fn in_check(&self) -> bool {
        false
    }

    /// One move takes one piece and stands in no leaper's way, so it cannot win against two
    /// objectives and two leapers that may move.
    fn may_win_at_once(&self) -> bool {
        let enemy = !self.turn.side;
        let pieces = &self.game.tables().pieces;
        let army = self.cells.side(enemy);
        let mobile = |&from: &Square| {
            let leaper = self.cells.at(from).filter(|piece| ![C, M, O, U, S].contains(&piece.kind));
            leaper.is_some_and(|piece| !(pieces.movement(piece).capture.leaps(from) - army).is_empty())
        };
        self.objectives(enemy).len() < 2 || army.into_iter().filter(mobile).take(2).count() < 2
    }

    fn pass(&self) -> Option<Self> {
        let mut passed = self.clone();
        passed.turn = self.turn.next(false);
        Some(passed)
    }

    fn piece_at(&self, square: Square, depth: usize) -> Option<Piece> {
        self.cells.at(square).filter(|_| depth == 0)
    }

    /// Captures, shots and promotions change the material for good; every other move, a soldier's
    /// too, has a way back.
    fn reversible_plies(&self) -> u32 {
        self.turn.halfmove.into()
    }

    fn count_verdict(&self) -> Option<Outcome> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{History, verdict};

    fn read(fen: &str) -> Operational2Position {
        Operational2::Range2.parse(fen).unwrap()
    }

    fn square(name: &str) -> Square {
        Operational2::Range2.outline().named(name).unwrap()
    }

    /// The moves from a square, as squares of arrival and victims.
    fn from(position: &Operational2Position, name: &str) -> (Vec<String>, Vec<String>) {
        let mut moves = Vec::new();
        position.generate(Select::All, &mut moves);
        let (mut steps, mut shots) = (Vec::new(), Vec::new());
        for legal in moves.into_iter().filter(|legal| legal.from() == Some(square(name))) {
            let to = Operational2::Range2.outline().name(legal.to().unwrap());
            if matches!(legal.action(), Action::Shoot { .. }) { shots.push(to) } else { steps.push(to) }
        }
        (steps, shots)
    }

    #[test]
    fn guns_shoot_the_first_piece_on_a_line_within_range() {
        // b2 shields c3, d4 is out of range; nothing is shot off the queen lines.
        let position = read("16u/17/17/17/17/17/17/3p13/2p14/1p15/P1n13U w - - 0 1");
        assert_eq!(from(&position, "a1").1, ["c1", "b2"]);
        let short = Operational2::Range1.parse("16u/17/17/17/17/17/17/17/17/p16/P1n13U w - - 0 1").unwrap();
        assert_eq!(from(&short, "a1").1, ["a2"]);
    }

    #[test]
    fn an_airborne_takes_beyond_one_piece_and_goes_to_empty_squares_only() {
        let position = read("16u/17/17/17/17/17/17/17/17/p1r14/C2n1n10U w - - 0 1");
        let (steps, shots) = from(&position, "a1");
        assert_eq!(steps, ["b1", "c1", "f1", "b2", "c3", "d4", "e5", "f6", "g7", "h8", "i9", "j10", "k11"]);
        assert!(shots.is_empty());
    }

    #[test]
    fn missile_and_bomber_reach_their_colour_but_not_the_enemy_back_line() {
        let position = read("u16/17/17/17/17/17/17/17/17/17/M15U w - - 0 1");
        let (steps, _) = from(&position, "a1");
        // Of the 94 squares of its colour 9 are on rank 11, q1 is its own, and one it stands on.
        assert_eq!(steps.len(), 94 - 9 - 2);
        assert!(steps.iter().all(|name| !name.ends_with("11")));
    }

    #[test]
    fn arrival_on_the_last_rank_promotes_and_a_shot_there_does_not() {
        let start = read("u2r13/2P14/17/17/17/17/17/17/17/17/16U w - - 7 1");
        let mut promoted = start.clone();
        promoted.play(Move::step(square("c10"), square("d11")));
        assert_eq!(promoted.piece(square("d11")), Some(Piece { kind: Q, side: Side::White }));
        let mut shot = start.clone();
        assert!(shot.is_legal(Move::shot(square("c10"), square("d11"))));
        shot.play(Move::shot(square("c10"), square("d11")));
        assert_eq!(shot.piece(square("c10")), Some(Piece { kind: P, side: Side::White }));
        assert_eq!((promoted.halfmove_clock(), shot.halfmove_clock()), (0, 0));
        // Without a capture the promotion alone is noisy and sets the clock back.
        let quiet = Move::step(square("c10"), square("c11"));
        let mut position = start.clone();
        assert!(position.is_noisy(quiet));
        position.play(quiet);
        assert_eq!(position.halfmove_clock(), 0);
    }

    #[test]
    fn the_last_objective_decides_whoever_is_to_move() {
        for side in ["w", "b"] {
            let position = read(&format!("u16/17/17/17/17/17/17/17/17/17/RNH14 {side} - - 0 1"));
            assert_eq!(position.outcome(), Some(Outcome::win(Side::Black, Reason::ObjectivesCaptured)));
            assert_eq!(position.count_moves(), 0);
        }
    }

    #[test]
    fn a_player_without_a_move_loses() {
        let position = read("u16/17/17/17/17/17/17/17/17/17/U15S w - - 0 1");
        let outcome = verdict(&position, &History::starting_with(&position));
        assert_eq!(outcome, Some(Outcome::win(Side::Black, Reason::NoLegalMove)));
    }

    #[test]
    fn texts_that_are_no_position_are_refused() {
        let refusal = |fen: &str| Operational2::Range2.parse(fen).unwrap_err().to_string();
        let board = |first: &str, last: &str| format!("{first}/17/17/17/17/17/17/17/17/17/{last} w - - 0 1");
        assert_eq!(
            refusal(&board("17", "16Q")),
            "FEN field board: `17/17/17/17/17/17/17/17/17/17/16Q`, \
             expected an outpost or a stronghold of at least one side"
        );
        assert_eq!(
            refusal(&board("P15u", "16U")),
            "FEN field board: `a11`, expected no soldier on its last rank, where it promotes"
        );
        assert_eq!(refusal(&board("uuuu13", "16U")), "FEN field board: `4 u`, expected at most 3");
        assert_eq!(
            refusal(&board("*15u", "16U")),
            "FEN field board: `a11`, expected a piece or none, no obstacle"
        );
        assert_eq!(refusal(&board("(mn)15u", "16U")), "FEN field board: `a11`, expected at most one piece");
        assert_eq!(
            refusal("16u/17/17/17/17/17/17/17/17/17/16U w K - 0 1"),
            "FEN field castling: `K`, expected `-`"
        );
        // A soldier of either side may go back to its own first rank.
        assert!(Operational2::Range2.parse(&board("p15u", "P15U")).is_ok());
    }

    #[test]
    fn garbled_bits_are_no_legal_moves() {
        let position = Operational2::Range2.start();
        for tag in 0..=255u32 {
            for squares in [0xFF_FFFF, 0xFF_0101, 0x00_FF00, 0xBB_BBBB] {
                if let Some(garbled) = Move::from_bits(tag | squares << 8) {
                    assert!(!position.is_legal(garbled), "{garbled:?}");
                }
            }
        }
    }
}
