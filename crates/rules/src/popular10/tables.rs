//! The board of popular10 and how its pieces move, as tables.

use super::{KINDS, Set};
use crate::board::{Geometry, Kind, Outline, Piece, PieceTables, Side, Square};
use crate::{PieceInfo, kit::castling};

pub(super) struct Tables {
    pub(super) pieces: PieceTables<2>,
    /// By side: the squares, with the kinds of pieces, from which squares are attacked on some board.
    pub(super) attack_sites: [AttackSites; 2],
    pub(super) last_rank: [Set; 2],
    /// By side: the citadels of the last rank.
    pub(super) far_citadels: [Set; 2],
    pub(super) castlings: Vec<Castling>,
    /// The castling rights that end when the piece on a square leaves it or is captured there.
    pub(super) rights_of: [u8; 256],
}

/// The squares from which the pieces of one side attack, if nothing is in the way:
/// [`Reach::range_to`](crate::board::Reach::range_to) for all kinds at once.
pub(super) struct AttackSites {
    /// By the square attacked: the squares from which a piece of some kind attacks it.
    pub(super) origins: Box<[Set; 256]>,
    /// By the square attacked and the attacker's: a bit for each kind.
    kinds: Box<[[u32; 128]; 128]>,
}

impl AttackSites {
    fn new(pieces: &PieceTables<2>, side: Side) -> Self {
        let mut sites =
            AttackSites { origins: Box::new([Set::EMPTY; 256]), kinds: Box::new([[0; 128]; 128]) };
        for kind in (0..KINDS as u8).map(Kind) {
            let capture = &pieces.movement(Piece { kind, side }).capture;
            for to in pieces.geometry.all() {
                sites.origins[to.index()] |= capture.range_to(to);
                for from in capture.range_to(to) {
                    sites.kinds[to.index() % 128][from.index() % 128] |= 1 << kind.index();
                }
            }
        }
        sites
    }

    /// The kinds that attack a square from another on some board, a bit for each, by that other square.
    #[inline]
    pub(super) fn kinds(&self, to: Square) -> &[u32; 128] {
        // The remainder spares a check of bounds: the board has 104 squares.
        &self.kinds[to.index() % 128]
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

impl Tables {
    pub(super) fn new(infos: &[PieceInfo; KINDS]) -> Self {
        // Ten files from b to k; the corner squares of the first and last rank are citadels.
        let inside = |file: u8, rank: u8| (1..=10).contains(&file) || rank == 0 || rank == 9;
        let geometry = Geometry::new(Outline::new(12, 10, inside));
        let castlings = castlings(&geometry);
        let mut rights_of = [0; 256];
        for castling in &castlings {
            rights_of[castling.king_from.index()] |= castling.right;
            rights_of[castling.rook_from.index()] |= castling.right;
        }
        let citadels = geometry.select(|file, _| file == 0 || file == 11);
        let last_rank = [geometry.rank(9), geometry.rank(0)];
        let far_citadels = last_rank.map(|rank| rank & citadels);
        let pieces = PieceTables::new(geometry, infos.iter().map(|piece| piece.movement));
        let attack_sites = Side::BOTH.map(|side| AttackSites::new(&pieces, side));
        Tables { pieces, attack_sites, last_rank, far_citadels, castlings, rights_of }
    }
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
