//! Operational Chess 2 (`operational2`): long leaps and guns, for outposts and strongholds.
//!
//! There is no king and no check: every move that a piece has is legal, and the side whose last
//! outpost or stronghold leaves the board has lost. Rules page: `docs/rules/operational2.md`.

#[cfg(test)]
mod tests;
mod text;

use super::{GenMode, Info, Outcome, PieceInfo, Position, Promotion, Reason, Royalty, Turn, info};
use crate::board::attack::Attack;
use crate::board::{
    Action, Bitboard, Cells, Geometry, Kind, Move, MoveSink, Occupancy, Outline, Piece, PieceTables, Side,
    Square, ZobristKey,
};
use once_cell::sync::Lazy;

/// Soldier.
pub const SOLDIER: Kind = Kind(0);
/// Airborne.
pub const AIRBORNE: Kind = Kind(1);
/// Tank.
pub const TANK: Kind = Kind(2);
/// Cavalry.
pub const CAVALRY: Kind = Kind(3);
/// Helicopter.
pub const HELICOPTER: Kind = Kind(4);
/// Missile.
pub const MISSILE: Kind = Kind(5);
/// Bomber.
pub const BOMBER: Kind = Kind(6);
/// 2-star general.
pub const TWO_STAR: Kind = Kind(7);
/// 3-star general.
pub const THREE_STAR: Kind = Kind(8);
/// 4-star general.
pub const FOUR_STAR: Kind = Kind(9);
/// Fighter.
pub const FIGHTER: Kind = Kind(10);
/// Outpost.
pub const OUTPOST: Kind = Kind(11);
/// Stronghold.
pub const STRONGHOLD: Kind = Kind(12);

/// The kind that a soldier becomes on the last rank.
const PROMOTED: Kind = FOUR_STAR;

/// The pieces; `soldier` is how the soldier moves and shoots.
const fn pieces(soldier: &'static str) -> [PieceInfo; 13] {
    [
        PieceInfo::new('P', "soldier", soldier).promoting(Promotion::to(&[PROMOTED])),
        PieceInfo::new('C', "airborne", "mQcpQ"),
        PieceInfo::new('R', "tank", "WDH(0,4)xQ3"),
        PieceInfo::new('B', "cavalry", "FAG(4,4)xQ3"),
        PieceInfo::new('H', "helicopter", "KDNAHCZG(0,4)(1,4)(2,4)(3,4)(4,4)xQ4"),
        PieceInfo::new('M', "missile", "zU"),
        PieceInfo::new('O', "bomber", "zU"),
        PieceInfo::new('N', "2-star general", "DA"),
        PieceInfo::new('G', "3-star general", "HG"),
        PieceInfo::new('Q', "4-star general", "(0,4)(4,4)"),
        PieceInfo::new('X', "fighter", "FDACG"),
        PieceInfo::new('U', "outpost", "xK").noted("still", "does not move").royal(Royalty::Objective),
        PieceInfo::new('S', "stronghold", "xQ3").noted("still", "does not move").royal(Royalty::Objective),
    ]
}

const PIECES: [PieceInfo; 13] = pieces("KxQ2");
const PIECES_RANGE1: [PieceInfo; 13] = pieces("KxK");

/// The pieces that capture by leaps, and those that capture along lines.
const LEAPERS: [Kind; 10] = info::attackers(&PIECES, Attack::Leap);
const LINE_PIECES: [Kind; 1] = info::attackers(&PIECES, Attack::Line);

/// Number of pieces of each kind that a side starts with.
const ARMY: [usize; 13] = [17, 2, 2, 2, 2, 1, 1, 2, 2, 2, 2, 3, 2];

static INFO: Info = Info {
    aliases: &["Оперативные шахматы 2"],
    summary: "Leaps over half the board, guns, and outposts to defend, on 17 files and 11 ranks.",
    ..Info::new(
        "operational2",
        "Operational Chess 2",
        (17, 11),
        "runbsxhmouxhsnbur/2q1c2g3cgq3/ppppppppppppppppp/17/17/17/17/17/\
            PPPPPPPPPPPPPPPPP/2Q1C2G3CGQ3/RUNBSXHMOUXHSNBUR w - - 0 1",
        &PIECES,
    )
};

static INFO_RANGE1: Info = Info {
    name: "operational2-range1",
    title: "Operational Chess 2, soldiers with range 1",
    aliases: &["Оперативные шахматы 2, солдаты стреляют на одно поле"],
    summary: "Operational Chess 2 with soldiers that shoot one square far.",
    pieces: &PIECES_RANGE1,
    ..INFO
};

type Set = Bitboard<3>;

/// The most king steps that there are tables for.
const MOST_STEPS: usize = 8;

struct Tables {
    pieces: PieceTables<3>,
    last_rank: [Set; 2],
    /// By side: the squares from which some gun can shoot a piece on a square.
    gun_sites: [Box<[Set; 256]>; 2],
    /// The squares at most this many king steps away, the square itself included.
    within: [Box<[Set; 256]>; MOST_STEPS + 1],
}

impl Tables {
    fn new(pieces: &[PieceInfo]) -> Self {
        let geometry = Geometry::new(Outline::new(17, 11, |_, _| true));
        let last_rank = [geometry.rank(10), geometry.rank(0)];
        let within = std::array::from_fn(|steps| {
            let reach = -(steps as i8)..=steps as i8;
            let leaps: Vec<_> =
                reach.clone().flat_map(|files| reach.clone().map(move |ranks| (files, ranks))).collect();
            geometry.leaps(&leaps)
        });
        let kinds = (0..pieces.len() as u8).map(Kind);
        let pieces = PieceTables::new(geometry, pieces.iter().map(|piece| piece.movement));
        let gun_sites = Side::BOTH.map(|side| {
            let mut table = Box::new([Set::EMPTY; 256]);
            for square in pieces.geometry.outline().squares() {
                let sites = |kind| pieces.movement(Piece { kind, side }).shoot.range_to(square);
                // Asked the other way round: the squares from which a gun reaches this one.
                table[square.index()] = kinds.clone().fold(Set::EMPTY, |set, kind| set | sites(kind));
            }
            table
        });
        Tables { pieces, last_rank, gun_sites, within }
    }
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

impl Operational2Position {
    /// The pieces on the board.
    #[inline]
    #[must_use]
    pub fn cells(&self) -> &Cells<3, 187, 4> {
        &self.cells
    }

    /// The squares of one side's outposts and strongholds.
    #[inline]
    #[must_use]
    pub fn objectives(&self, side: Side) -> Set {
        self.cells.of(side, OUTPOST) | self.cells.of(side, STRONGHOLD)
    }

    /// The squares at most `steps` king steps from a square, itself included; `steps` is at most 8.
    #[inline]
    #[must_use]
    pub fn within(&self, steps: usize, square: Square) -> Set {
        self.game.tables().within[steps % (MOST_STEPS + 1)][square.index()]
    }

    /// Returns true if a gun of `side` can shoot a piece on `square`, when only `occupied` squares
    /// hold pieces.
    #[inline]
    #[must_use]
    pub fn is_shot_at(&self, square: Square, side: Side, occupied: Set) -> bool {
        let tables = self.game.tables();
        let in_range = |from: Square| {
            let piece = self.cells.at(from);
            piece.is_some_and(|piece| tables.pieces.movement(piece).shoot.range(from).has(square))
        };
        // The table leaves few guns to look at.
        let guns = self.cells.side(side) & occupied & tables.gun_sites[side.index()][square.index()];
        // Between neighbours nothing can stand, so that most questions end here.
        let beside = guns & self.within(1, square);
        if beside.into_iter().any(in_range) {
            return true;
        }
        if (guns - beside).is_empty() {
            return false;
        }
        let geometry = &tables.pieces.geometry;
        // What stands between a gun and the square shields it.
        let seen = geometry.orthogonal(square, occupied) | geometry.diagonal(square, occupied);
        (seen & (guns - beside)).into_iter().any(in_range)
    }

    /// The pieces of `side` that the enemy's guns can shoot.
    #[inline]
    #[must_use]
    pub fn under_fire(&self, side: Side) -> Set {
        let tables = &self.game.tables().pieces;
        let (own, enemy) = (self.cells.side(side), self.cells.side(!side));
        let occupancy = Occupancy::new(own | enemy, enemy);
        let mut victims = Set::EMPTY;
        for from in enemy {
            if let Some(piece) = self.cells.at(from) {
                let shoot = &tables.movement(piece).shoot;
                // A victim that is found already is not looked for again.
                victims |= shoot.targets_among(&tables.geometry, from, &occupancy, own - victims);
            }
        }
        victims
    }

    /// The pieces of `side` that can capture on `square` by going there, when only `occupied`
    /// squares hold pieces.
    #[inline]
    #[must_use]
    pub fn capturers(&self, square: Square, side: Side, occupied: Set) -> Set {
        let tables = self.game.tables();
        let present = self.cells.side(side) & occupied;
        let mut capturers = Set::EMPTY;
        for kind in LEAPERS {
            let origins = tables.pieces.movement(Piece { kind, side }).capture.leaps_to(square);
            if origins.meets(present) {
                capturers |= origins & self.cells.of(side, kind);
            }
        }
        let occupancy = Occupancy::new(occupied, present);
        for kind in LINE_PIECES {
            let capture = &tables.pieces.movement(Piece { kind, side }).capture;
            for from in self.cells.of(side, kind) {
                let reaches = capture.reaches(&tables.pieces.geometry, from, square, &occupancy);
                capturers |= Set::from(from).when(reaches);
            }
        }
        capturers & present
    }

    /// Returns the squares that a piece leaps to from a square, whatever stands there.
    #[inline]
    #[must_use]
    pub fn leaps(&self, piece: Piece, from: Square) -> Set {
        self.game.tables().pieces.movement(piece).capture.leaps(from)
    }

    /// Returns true if a soldier of the side to move promotes on a square.
    #[inline]
    #[must_use]
    pub fn promotes_on(&self, square: Square) -> bool {
        self.game.tables().last_rank[self.turn.side.index()].has(square)
    }

    #[inline]
    fn state_key(&self) -> ZobristKey {
        self.turn.key()
    }
}

impl Position for Operational2Position {
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
        let tables = self.game.tables();
        let geometry = &tables.pieces.geometry;
        let own = self.cells.side(self.turn.side);
        let enemy = self.cells.side(!self.turn.side);
        let occupancy = Occupancy::new(own | enemy, own);
        let empty = !occupancy.all;
        let promotes = tables.last_rank[self.turn.side.index()] - occupancy.all;
        for from in own {
            if !moves.wants_from(from) {
                continue;
            }
            let Some(piece) = self.cells.at(from) else { continue };
            let movement = tables.pieces.movement(piece);
            let free = match select {
                // Without a capture only a promotion is noisy.
                GenMode::All => empty,
                GenMode::Noisy => promotes.when(piece.kind == SOLDIER),
            };
            let targets = movement.arrivals(geometry, from, &occupancy, free, enemy);
            moves.fan(targets, |to| Move::step(from, to));
            let victims = movement.shots(geometry, from, &occupancy, enemy);
            // Few pieces have something to shoot at.
            if !victims.is_empty() {
                moves.fan(victims, |target| Move::shot(from, target));
            }
        }
    }

    /// Captures, shots and promotions.
    #[inline]
    fn is_noisy(&self, legal: Move) -> bool {
        match legal.action() {
            Action::Shoot { .. } => true,
            Action::Step { from, to, .. } => {
                self.cells.at(to).is_some()
                    || self.promotes_on(to) && self.cells.at(from).is_some_and(|piece| piece.kind == SOLDIER)
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
                let promotes = mover.kind == SOLDIER && self.promotes_on(to);
                if promotes {
                    mover.kind = PROMOTED;
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

    fn flip_turn(&self) -> Option<Self> {
        let mut passed = self.clone();
        passed.turn = self.turn.next(false);
        Some(passed)
    }

    fn piece_at(&self, square: Square, depth: usize) -> Option<Piece> {
        self.cells.at(square).filter(|_| depth == 0)
    }

    /// Captures, shots and promotions change the material for good; every other move, a soldier's
    /// too, has a way back.
    #[inline]
    fn reversible_plies(&self) -> u32 {
        self.turn.halfmove.into()
    }

    #[inline]
    fn count_verdict(&self) -> Option<Outcome> {
        None
    }
}
