//! The board of popular10 and how its pieces move, as tables.

use super::{BEROLINA, BOW, CANNON, DRAGON, GORGON, GRYPHON, KINDS, PAWN, PIECES, Set, TANK};
use crate::board::{BentRide, Geometry, Kind, Occupancy, Outline, Piece, PieceTables, Side, Square};
use crate::{PieceInfo, castling};
use once_cell::sync::Lazy;

pub(super) struct Tables {
    pub(super) pieces: PieceTables<2>,
    pub(super) gryphon: BentRide<2>,
    pub(super) dragon: BentRide<2>,
    /// By side: from where, and with which kinds of pieces, squares can be attacked.
    pub(super) threats: [Threats; 2],
    /// By side and kind: the squares of double steps from the third rank, for P, S and Y.
    pub(super) double_steps: [[Box<[Set; 256]>; 3]; 2],
    pub(super) last_rank: [Set; 2],
    pub(super) citadels: Set,
    pub(super) castlings: Vec<Castling>,
    /// The castling rights that end when the piece on a square leaves it or is captured there.
    pub(super) rights_of: [u8; 256],
}

/// How the pieces of one side can attack squares if nothing stands in the way, or what they need
/// to hop over.
pub(super) struct Threats {
    /// By the square attacked: those from which a piece of any kind attacks it.
    pub(super) origins: Box<[Set; 256]>,
    /// By the square attacked and the attacker's: a bit for each kind.
    pub(super) kinds: Box<[[u32; 128]; 128]>,
}

impl Threats {
    fn new(reach: impl Fn(Kind, Square) -> Set, squares: Set) -> Self {
        let mut threats = Threats { origins: Box::new([Set::EMPTY; 256]), kinds: Box::new([[0; 128]; 128]) };
        for from in squares {
            for kind in (0..KINDS as u8).map(Kind) {
                for to in reach(kind, from) {
                    threats.origins[to.index()].insert(from);
                    threats.kinds[to.index() % 128][from.index() % 128] |= 1 << kind.index();
                }
            }
        }
        threats
    }
}

/// One castling; each right gives two of them.
pub(super) struct Castling {
    /// The right's bit, numbered as in [`castling::CASTLINGS`].
    pub(super) right: u8,
    pub(super) side: Side,
    pub(super) king_from: Square,
    pub(super) king_to: Square,
    pub(super) rook_from: Square,
    pub(super) rook_to: Square,
    /// The squares between king and rook.
    pub(super) between: Set,
    /// The squares that the king crosses, and that on which it arrives.
    pub(super) path: Set,
}

pub(super) static TABLES: [Lazy<Tables>; 4] = [
    Lazy::new(|| Tables::new(&PIECES[0])),
    Lazy::new(|| Tables::new(&PIECES[1])),
    Lazy::new(|| Tables::new(&PIECES[2])),
    Lazy::new(|| Tables::new(&PIECES[3])),
];

impl Tables {
    fn new(infos: &[PieceInfo; KINDS]) -> Self {
        // Ten files from b to k; the corner squares of the first and last rank are citadels.
        let inside = |file: u8, rank: u8| (1..=10).contains(&file) || rank == 0 || rank == 9;
        let geometry = Geometry::new(Outline::new(12, 10, inside));
        let (gryphon, dragon) = (BentRide::gryphon(&geometry), BentRide::dragon(&geometry));
        let castlings = castlings(&geometry);
        let mut rights_of = [0; 256];
        for castling in &castlings {
            rights_of[castling.king_from.index()] |= castling.right;
            rights_of[castling.rook_from.index()] |= castling.right;
        }
        let citadels = geometry.select(|file, _| file == 0 || file == 11);
        let last_rank = [geometry.rank(9), geometry.rank(0)];
        let double_steps = Side::BOTH
            .map(|side| [&[0][..], &[-2, 2], &[-2, 0, 2]].map(|files| double_steps(&geometry, side, files)));
        let pieces = PieceTables::new(geometry, infos.iter().map(|piece| piece.movement));
        let threats = Side::BOTH.map(|side| {
            let geometry = &pieces.geometry;
            let reach = |kind, from| {
                let orthogonal = geometry.orthogonal(from, Set::EMPTY);
                let diagonal = geometry.diagonal(from, Set::EMPTY);
                match kind {
                    CANNON => orthogonal,
                    BOW => diagonal,
                    TANK => orthogonal | diagonal,
                    GRYPHON => gryphon.targets(geometry, from, Set::EMPTY),
                    DRAGON => dragon.targets(geometry, from, Set::EMPTY),
                    GORGON => {
                        gryphon.targets(geometry, from, Set::EMPTY)
                            | dragon.targets(geometry, from, Set::EMPTY)
                    }
                    _ => pieces.movement(Piece { kind, side }).capture.targets(
                        geometry,
                        from,
                        &Occupancy::EMPTY,
                    ),
                }
            };
            Threats::new(reach, geometry.all())
        });
        Tables { pieces, gryphon, dragon, threats, double_steps, last_rank, citadels, castlings, rights_of }
    }

    /// Where P, S or Y may go with a double step, if the way is free.
    #[inline]
    pub(super) fn double_steps(&self, pawn: Piece, from: Square) -> Set {
        let index = match pawn.kind {
            PAWN => 0,
            BEROLINA => 1,
            _ => 2,
        };
        self.double_steps[pawn.side.index()][index][from.index()]
    }
}

fn double_steps(geometry: &Geometry<2>, side: Side, files: &[i8]) -> Box<[Set; 256]> {
    let outline = geometry.outline();
    let ahead = if side == Side::White { 2 } else { -2 };
    let mut table = geometry.leaps(&files.iter().map(|&files| (files, ahead)).collect::<Vec<_>>());
    for square in geometry.all() {
        if outline.rank_of(side, square) != 2 {
            table[square.index()] = Set::EMPTY;
        }
    }
    table
}

/// King on g2 or f9, rooks on b and k; the armies are each other's half-turn.
fn castlings(geometry: &Geometry<2>) -> Vec<Castling> {
    let outline = geometry.outline();
    let mut castlings = Vec::new();
    for (right, &castling::Castling { side, .. }) in castling::CASTLINGS.iter().enumerate() {
        let (king, rank) = if side == Side::White { (6, 1) } else { (5, 8) };
        let (rook, towards) = if right % 2 == 0 { (10, 1) } else { (1, -1) };
        let (Some(king_from), Some(rook_from)) = (outline.square(king, rank), outline.square(rook, rank))
        else {
            continue;
        };
        for steps in [2, 3] {
            let after = |count: i8| outline.offset(king_from, towards * count, 0);
            if let (Some(king_to), Some(rook_to)) = (after(steps), after(steps - 1)) {
                let between = geometry.between(king_from, rook_from);
                let path = geometry.between(king_from, king_to) | Set::from(king_to);
                let right = 1 << right;
                castlings.push(Castling {
                    right,
                    side,
                    king_from,
                    king_to,
                    rook_from,
                    rook_to,
                    between,
                    path,
                });
            }
        }
    }
    castlings
}
