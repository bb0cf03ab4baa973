//! Figures for a game in which captured pieces come into the hand: XBoard puts them there by itself.
//!
//! `ApplyMove` in the `backend.c` of XBoard 4.9.1: a captured piece of a `+` slot becomes the piece that it is the
//! partner of. Any other stays what it is if its number among the occupied slots, without those of `+`, is less than the
//! size of the hand, and is the piece of slot 0 otherwise. Slot 0 is that of the pawn, whose victims *en passant* come
//! into the hand too; what is trampled on the way of another piece does not.

use super::free::Free;
use super::slot;
use super::types::{Figure, figure};
use crate::betza::betza;
use helgi_rules::board::Side;
use helgi_rules::{Info, PieceInfo, PieceMark, Royalty};

/// The slots from which XBoard's pieces can be promoted, to the slot of a partner or to a shadow of their own.
const PROMOTABLE: std::ops::RangeInclusive<u8> = 1..=10;

/// The slots whose shadows are harmless.
const SHADOWED: [u8; 6] = [slot::KNIGHT, slot::BISHOP, slot::ROOK, slot::QUEEN, slot::FERZ, slot::WAZIR];

/// The distance from a slot to that of its shadow.
pub const SHADOW: u8 = 11;

/// The pawn of chess in XBoard's notation.
pub const ORTHODOX_PAWN: &str = "fmWfcFfinmD";

/// The figures of a game's pieces.
pub struct Assigned {
    /// The figure of each piece, in their order.
    pub figures: Vec<Figure>,
    /// The letters of promoted forms, each behind that of its plain one.
    pub promoted: Vec<(char, char)>,
    /// The letters of pieces with a shadow.
    pub shadows: Vec<char>,
    /// The number of kinds in a hand.
    pub holdings: u8,
}

/// A figure for each piece; `None` if XBoard would put others into the hand than the game does.
pub fn assign(info: &Info, free: &mut Free) -> Option<Assigned> {
    let has_form = |piece: &PieceInfo, mark: PieceMark| {
        info.pieces.iter().any(|other| other.letter == piece.letter && other.mark == mark)
    };
    let in_hand = info.pieces.get(..info.pocket.into())?;
    let mut figures: Vec<Option<Figure>> = vec![None; info.pieces.len()];
    let mut shadows: Vec<char> = Vec::new();
    // Pieces with a shadow first, since there are few slots for them, then those with a promoted form.
    let mut waiting: Vec<(usize, &PieceInfo)> = in_hand.iter().enumerate().collect();
    waiting.sort_by_key(|(_, piece)| [PieceMark::Tilde, PieceMark::Plus].map(|mark| !has_form(piece, mark)));
    for (index, piece) in waiting {
        let is_free = |slot: &u8| figures.iter().flatten().all(|figure| figure.slot != *slot);
        let chosen = if is_king(piece) && is_free(&slot::KING) {
            Some(slot::KING)
        } else if takes_en_passant(piece) {
            Some(slot::PAWN).filter(|slot| is_orthodox_pawn(piece) && is_free(slot))
        } else if has_form(piece, PieceMark::Tilde) {
            shadows.push(piece.letter);
            SHADOWED.into_iter().find(is_free)
        } else {
            let others =
                slot::HARMLESS.into_iter().filter(|slot| !PROMOTABLE.contains(slot) && !is_shadow(*slot));
            PROMOTABLE.chain(others).find(is_free)
        };
        *figures.get_mut(index)? = Some(figure(piece.letter, chosen?));
    }
    let of_hand: Vec<Figure> = figures.iter().flatten().copied().collect();
    let slot_of = |letter| of_hand.iter().find(|figure| figure.letter == letter).map(|figure| figure.slot);
    let holdings = of_hand.iter().filter(|figure| figure.slot != slot::KING).count();
    let highest = of_hand.iter().map(|figure| figure.slot).filter(|&slot| slot != slot::KING).max()?;
    let has_pawn = of_hand.iter().any(|figure| figure.slot == slot::PAWN);
    if !shadows.is_empty() && (!has_pawn || highest > SHADOW) {
        return None;
    }
    // The others come behind those that can be in a hand.
    free.slots.retain(|slot| *slot > highest.max(*PROMOTABLE.end()) && !is_shadow(*slot));
    let mut promoted: Vec<(char, char)> = Vec::new();
    for (piece, chosen) in info.pieces.iter().zip(&mut figures) {
        if chosen.is_some() {
            continue;
        }
        *chosen = Some(match piece.mark {
            PieceMark::None => figure(piece.letter, free.first_slot()?),
            PieceMark::Tilde => figure(piece.letter, slot_of(piece.letter)?),
            PieceMark::Plus => {
                let letter = free.first_letter()?;
                slot_of(piece.letter).filter(|slot| PROMOTABLE.contains(slot))?;
                promoted.push((piece.letter, letter));
                figure(letter, free.first_slot()?)
            }
        });
    }
    let figures = figures.into_iter().collect::<Option<_>>()?;
    Some(Assigned { figures, promoted, shadows, holdings: u8::try_from(holdings).ok()? })
}

/// Returns true for a king as XBoard's moves. Its king castles, and is never in a hand.
fn is_king(piece: &PieceInfo) -> bool {
    let moves = piece.terms().map(|terms| betza(&terms));
    piece.royalty == Royalty::Checked && matches!(moves.as_deref(), Some("K" | "WF"))
}

fn is_shadow(slot: u8) -> bool {
    slot.checked_sub(SHADOW).is_some_and(|slot| SHADOWED.contains(&slot))
}

fn takes_en_passant(piece: &PieceInfo) -> bool {
    piece.paths(Side::White).iter().any(|path| path.en_passant)
}

fn is_orthodox_pawn(piece: &PieceInfo) -> bool {
    piece.terms().is_some_and(|terms| betza(&terms) == ORTHODOX_PAWN)
}

#[cfg(test)]
mod tests {
    use crate::figures::{self, NotShown, Parent, changed};
    use crate::{LetterTable, setup};
    use helgi_rules::games::GameId;
    use helgi_rules::{Captives, Game, PieceInfo, PieceMark};

    fn announced(name: &str) -> String {
        helgi_variants::install_library();
        let game = GameId::named(name).unwrap();
        setup::lines(&LetterTable::new(game.info()).unwrap(), &game.start()).swap_remove(0)
    }

    #[test]
    fn promoted_forms_are_partners() {
        assert_eq!(
            announced("minishogi"),
            "setup (.BRSPG.....D..........H.^B^R.^S.^PK.brspg.....d..........h.^b^r.^s.^pk) 5x5+5_fairy rbsgk/4p/5/P4/KGSBR[] w - - 0 1"
        );
    }

    #[test]
    fn promoted_pawns_are_shadows() {
        let capahouse = announced("capahouse");
        let setup = "setup (PNBRQA...C..~~~~~...~Kpnbrqa...c..~~~~~...~k) 10x8+7_fairy rnabqkbcnr/";
        assert!(capahouse.starts_with(setup), "{capahouse}");
        // They need none where they stay what they are.
        let setup = "setup (PNBRQKpnbrqk) 8x8+5_fairy rnbqkbnr/";
        assert!(announced("loop").starts_with(setup), "{}", announced("loop"));
    }

    #[test]
    fn hands_that_xboard_would_fill_otherwise_are_faults() {
        let piece = |letter, name, movement| PieceInfo::new(letter, name, movement);
        let marked = |mark, letter, movement| PieceInfo { mark, ..piece(letter, "promoted", movement) };
        let fault = |captives, pocket, pieces: Vec<PieceInfo>| {
            let pieces = Vec::leak(pieces);
            let start = "8/8/8/8/8/8/8/8[] w - - 0 1";
            let info = changed(*GameId::CHESS.info(), |info| {
                info.name = "made-up";
                info.captives = captives;
                info.pocket = pocket;
                info.pieces = pieces;
                info.start = start;
            });
            let figures = figures::of(&info).unwrap();
            assert_eq!(figures.parent, Some(Parent::Fairy));
            figures.fault
        };
        let rook = piece('R', "rook", "R");
        let orthodox = PieceInfo { letter: 'P', name: "pawn", ..GameId::CHESS.info().pieces[5] };
        let wrong = Some(NotShown::Captives);
        for (pocket, pieces, expected) in [
            (2, vec![rook, orthodox, marked(PieceMark::Tilde, 'R', "R")], None),
            // Nothing that it would become in the hand stands in slot 0.
            (1, vec![rook, marked(PieceMark::Tilde, 'R', "R")], wrong),
            (2, vec![rook, piece('B', "berolina pawn", "fmFfcWfceW")], wrong),
            (1, vec![rook, marked(PieceMark::Plus, 'R', "RF")], None),
            // Its plain form is never in the hand.
            (1, vec![rook, piece('N', "knight", "N"), marked(PieceMark::Plus, 'N', "NK")], wrong),
        ] {
            assert_eq!(fault(Captives::Unmarked, pocket, pieces.clone()), expected, "{pieces:?}");
            assert_eq!(fault(Captives::Otherwise, pocket, pieces), wrong);
        }
    }
}
