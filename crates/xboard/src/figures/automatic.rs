//! Figures for a game of which nothing is stated: made from its facts.
//!
//! Pieces of well-known names get the pictures of these pieces, the others pictures that are left,
//! in their order. Nothing gets a slot whose behaviour might do harm.

use super::captives::{self, Assigned};
use super::free::Free;
use super::types::{Figure, Figures, NotShown, Parent, figure};
use super::{name, slot};
use crate::betza::betza;
use helgi_rules::board::{Bitboard, Geometry, Movement, Occupancy, Outline, Side};
use helgi_rules::{Captives, Info, PieceInfo};
use std::borrow::Cow;
use std::cmp::Reverse;

/// The pieces of chess, and their slots in a game that XBoard knows by itself.
const ORTHODOX: [(&str, u8); 6] = [
    ("king", slot::KING),
    ("queen", slot::QUEEN),
    ("rook", slot::ROOK),
    ("bishop", slot::BISHOP),
    ("knight", slot::KNIGHT),
    ("pawn", slot::PAWN),
];

/// Names that are used in many games, in lower case, and the slots with their pictures.
const NATURAL: [(&str, u8); 22] = [
    ("queen", slot::QUEEN),
    ("rook", slot::ROOK),
    ("bishop", slot::BISHOP),
    ("knight", slot::KNIGHT),
    // Not XBoard's slot of pawns, which captures en passant by itself.
    ("pawn", slot::HELMET),
    ("ferz", slot::FERZ),
    ("elephant", slot::ELEPHANT),
    ("archbishop", slot::ARCHBISHOP),
    ("princess", slot::ARCHBISHOP),
    ("marshal", slot::MARSHAL),
    ("chancellor", slot::MARSHAL),
    ("empress", slot::MARSHAL),
    ("wazir", slot::WAZIR),
    ("man", slot::MAN),
    ("cannon", slot::CANNON),
    ("nightrider", slot::NIGHTRIDER),
    ("grasshopper", slot::GRASSHOPPER),
    ("unicorn", slot::UNICORN),
    ("camel", slot::CAMEL),
    ("dragon", slot::DRAGON),
    ("wildebeest", slot::GNU),
    ("amazon", slot::MOTHER),
];

/// Games with the pieces of chess that XBoard knows by itself, by XBoard's names.
pub const KNOWN: [&str; 11] = [
    "3check",
    "atomic",
    "bughouse",
    "crazyhouse",
    "fischerandom",
    "giveaway",
    "kriegspiel",
    "losers",
    "nocastle",
    "suicide",
    "twokings",
];

/// The most kinds of pieces that XBoard shows in a hand.
const MOST_IN_HAND: usize = 16;

/// The figures of a game whose board XBoard can show.
///
/// # Errors
///
/// When there are more kinds of pieces than XBoard has letters or slots for.
pub fn figures(info: &Info) -> Result<Figures, NotShown> {
    let too_many = NotShown::Kinds(info.pieces.len());
    let is_known = KNOWN.contains(&info.name) && info.pieces.iter().all(is_orthodox);
    let mut free = Free::of(info);
    let vanish = free.last_letter().ok_or(too_many)?;
    let is_filled = info.captives == Captives::Unmarked && !is_known;
    let mut behind = free.clone();
    let filled = is_filled.then(|| captives::assign(info, &mut behind)).flatten();
    let is_exact = filled.is_some() || is_known || !info.captures_to_hand();
    let Assigned { figures, promoted, shadows, holdings } = match filled {
        Some(assigned) => {
            free = behind;
            assigned
        }
        None => assign(info, is_known, &mut free).ok_or(too_many)?,
    };
    let has_king = figures.iter().any(|figure| figure.slot == slot::KING);
    let dummy_king = if has_king { None } else { Some(free.last_letter().ok_or(too_many)?) };
    let is_taken = |slot: u8| figures.iter().any(|figure| figure.slot == slot);
    let mut slots = [slot::TOWER].into_iter().chain(slot::HARMLESS);
    let (mut wall, mut obstacle) = (None, None);
    if info.walls {
        wall = Some(slots.find(|&slot| !is_taken(slot)).ok_or(too_many)?);
        obstacle = Some(free.wall_letter().ok_or(too_many)?);
    }
    let parent = if info.captures_to_hand() { Parent::Fairy } else { Parent::Bughouse };
    let fault = match parent {
        _ if info.gates => Some(NotShown::Gates),
        Parent::Fairy if info.walls => Some(NotShown::Walls),
        _ => (!is_exact).then_some(NotShown::Captives),
    };
    Ok(Figures {
        variant: if is_known { Cow::Borrowed(info.name) } else { name::foreign(info.name) },
        parent: (!is_known).then_some(parent),
        holdings,
        pieces: figures.into_iter().map(|figure| vec![figure]).collect(),
        promoted,
        shadows,
        is_automatic: true,
        heights: &[],
        vanish,
        obstacle,
        wall,
        dummy_king,
        castling: "",
        fault,
    })
}

/// Returns true if a piece is one of chess, or has become one by promotion.
fn is_orthodox(piece: &PieceInfo) -> bool {
    piece.is_promoted() || ORTHODOX.iter().any(|(name, _)| *name == piece.name)
}

/// A figure for each piece, in their order; `None` if there are not enough.
fn assign(info: &Info, is_known: bool, free: &mut Free) -> Option<Assigned> {
    let mut taken: Vec<u8> = Vec::new();
    let mut own_slot = |piece: &PieceInfo| {
        let slot = natural(piece, is_known).filter(|slot| !piece.is_promoted() && !taken.contains(slot))?;
        taken.push(slot);
        Some(slot)
    };
    let natural: Vec<Option<u8>> = info.pieces.iter().map(&mut own_slot).collect();
    free.slots.retain(|slot| !taken.contains(slot));
    let mut plain: Vec<(&PieceInfo, Figure)> = Vec::new();
    for (piece, slot) in info.pieces.iter().zip(natural).filter(|(piece, _)| !piece.is_promoted()) {
        let slot = slot.or_else(|| free.first_slot())?;
        plain.push((piece, figure(piece.letter, slot)));
    }
    let of_piece = |piece: &PieceInfo| {
        // A promoted form that moves as the piece of its letter does looks like it.
        let is_same = |other: &PieceInfo| other.letter == piece.letter && other.movement == piece.movement;
        match plain.iter().find(|(other, _)| is_same(other)) {
            Some((_, figure)) => Some(*figure),
            // The others come last: none of them can be in a hand.
            None => Some(figure(free.first_letter()?, free.first_slot()?)),
        }
    };
    let figures: Vec<Figure> = info.pieces.iter().map(of_piece).collect::<Option<_>>()?;
    let holdings = holdings(info, &figures);
    Some(Assigned { figures, promoted: Vec::new(), shadows: Vec::new(), holdings })
}

/// The slot that goes with a piece's name.
fn natural(piece: &PieceInfo, is_known: bool) -> Option<u8> {
    let find =
        |names: &[(&str, u8)]| names.iter().find(|(name, _)| *name == piece.name).map(|(_, slot)| *slot);
    match piece.name {
        _ if is_known => find(&ORTHODOX),
        // XBoard's king castles; what that does to the board is foreseen by `XBoardModel`.
        "king" if piece.terms().is_some_and(|terms| betza(&terms) == "K") => Some(slot::KING),
        "king" => Some(slot::MONARCH),
        _ => find(&NATURAL),
    }
}

/// XBoard's hand has the first slots. Which pieces can be in it is not known, so it has all but the king.
fn holdings(info: &Info, pieces: &[Figure]) -> u8 {
    if info.pocket == 0 {
        return 0;
    }
    let mut slots: Vec<u8> = pieces.iter().map(|figure| figure.slot).collect();
    slots.retain(|&slot| slot != slot::KING);
    slots.sort_unstable();
    slots.dedup();
    let kinds = slots.len().max(info.pocket.into()).min(MOST_IN_HAND);
    u8::try_from(kinds).unwrap_or(u8::MAX)
}

/// The letters of plain pieces, first of those that reach most on an empty board.
pub fn likely(info: &Info) -> Vec<char> {
    let geometry = Geometry::<1>::new(Outline::new(8, 8, |_, _| true));
    let seen = Occupancy::from(Bitboard::EMPTY);
    let reach = |piece: &PieceInfo| -> usize {
        let moves = Movement::of_paths(&geometry, &piece.paths(Side::White), Side::White);
        let from = |square| moves.quiet.targets(&geometry, square, &seen).len();
        geometry.outline().squares().map(from).sum()
    };
    let plain = info.pieces.iter().filter(|piece| !piece.is_promoted());
    let mut letters: Vec<(usize, char)> = plain.map(|piece| (reach(piece), piece.letter)).collect();
    letters.sort_by_key(|&(reach, _)| Reverse(reach));
    letters.into_iter().map(|(_, letter)| letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures;
    use crate::figures::changed;
    use helgi_rules::PieceMark;
    use helgi_rules::games::GameId;

    fn promoted(letter: char, name: &'static str, movement: &'static str) -> PieceInfo {
        PieceInfo { mark: PieceMark::Plus, ..PieceInfo::new(letter, name, movement) }
    }

    fn info(name: &'static str, start: &'static str, pocket: u8, pieces: Vec<PieceInfo>) -> Info {
        changed(*GameId::CHESS.info(), |info| {
            info.name = name;
            info.start = start;
            info.pocket = pocket;
            info.pieces = Vec::leak(pieces);
        })
    }

    fn letters_and_slots(figures: &Figures) -> Vec<(char, u8)> {
        figures.pieces.iter().map(|figures| (figures[0].letter, figures[0].slot)).collect()
    }

    #[test]
    fn chess_under_another_name_has_its_pictures_but_no_behaviour_of_pawns() {
        let figures = figures::of(&changed(*GameId::CHESS.info(), |info| info.name = "new-chess")).unwrap();
        assert_eq!(
            letters_and_slots(&figures),
            [
                ('K', slot::KING),
                ('Q', slot::QUEEN),
                ('R', slot::ROOK),
                ('B', slot::BISHOP),
                ('N', slot::KNIGHT),
                ('P', slot::HELMET),
            ]
        );
        let Figures { variant, parent, holdings, vanish, dummy_king, .. } = figures;
        assert_eq!((&*variant, parent, holdings), ("new-chess", Some(Parent::Bughouse), 0));
        assert_eq!((vanish, dummy_king), ('Z', None));
    }

    #[test]
    fn a_game_that_xboard_knows_is_left_to_xboard() {
        let chess = GameId::CHESS.info();
        let pieces = [chess.pieces, &[promoted('Q', "promoted queen", "Q")]].concat();
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";
        let figures = figures::of(&info("crazyhouse", start, 5, pieces)).unwrap();
        assert_eq!((figures.parent, figures.holdings), (None, 5));
        assert_eq!((&*figures.variant, figures.fault), ("crazyhouse", None));
        // In the hand they stand in XBoard's order: pawn, knight, bishop, rook, queen.
        let slots: Vec<u8> = letters_and_slots(&figures).into_iter().map(|(_, slot)| slot).collect();
        assert_eq!(slots, [slot::KING, 4, 3, 2, 1, 0, 4]);
    }

    #[test]
    fn other_pieces_take_what_is_left() {
        let piece = |letter, name, movement| PieceInfo::new(letter, name, movement);
        let pieces = vec![
            piece('C', "colonel", "K"),
            piece('E', "elephant", "FA"),
            piece('R', "rook", "R"),
            piece('S', "scout", "N"),
            promoted('R', "promoted rook", "R"),
            promoted('S', "promoted scout", "NK"),
        ];
        let made = info("made-up", "8/8/8/8/8/8/8/8[CEcce] w - - 0 1", 4, pieces);
        let figures = figures::of(&made).unwrap();
        assert_eq!(
            letters_and_slots(&figures),
            [
                ('C', slot::FERZ),
                ('E', slot::ELEPHANT),
                ('R', slot::ROOK),
                ('S', slot::ARCHBISHOP),
                ('R', slot::ROOK),
                ('A', slot::MARSHAL),
            ]
        );
        let Figures { parent, holdings, vanish, dummy_king, fault, .. } = figures;
        assert_eq!((parent, holdings, fault), (Some(Parent::Bughouse), 5, None));
        assert_eq!((vanish, dummy_king), ('Z', Some('Y')));
        let walled = figures::of(&changed(made, |info| info.walls = true)).unwrap();
        assert_eq!((walled.fault, walled.obstacle, walled.wall), (None, Some('O'), Some(slot::TOWER)));
        // Where pieces are dropped promoted, XBoard has another hand.
        let otherwise = changed(made, |info| info.captives = Captives::Otherwise);
        let figures = figures::of(&otherwise).unwrap();
        assert_eq!((figures.parent, figures.fault), (Some(Parent::Fairy), Some(NotShown::Captives)));
        let filled = changed(made, |info| {
            info.captives = Captives::Unmarked;
            info.walls = true;
            info.pocket = 3;
        });
        assert_eq!(figures::of(&filled).unwrap().fault, Some(NotShown::Walls));
    }

    #[test]
    fn games_beyond_xboard_have_no_figures() {
        let chess = changed(*GameId::CHESS.info(), |info| info.name = "new-chess");
        let of = |info: Info| figures::of(&info).map(|figures| figures.holdings);
        assert_eq!(of(changed(chess, |info| info.files = 16)), Ok(0));
        assert_eq!(of(changed(chess, |info| info.files = 17)), Err(NotShown::Files(17)));
        assert_eq!(
            of(changed(chess, |info| {
                info.files = 12;
                info.pocket = 5;
            })),
            Ok(5)
        );
        assert_eq!(
            of(changed(chess, |info| {
                info.files = 13;
                info.pocket = 5;
            })),
            Err(NotShown::Files(13))
        );
        assert_eq!(of(changed(chess, |info| info.ranks = 16)), Err(NotShown::Ranks(16)));
        let pieces: Vec<PieceInfo> = ('A'..='Z').map(|letter| PieceInfo::new(letter, "piece", "N")).collect();
        assert_eq!(of(info("many", "8/8 w", 0, pieces[..24].to_vec())), Ok(0));
        assert_eq!(of(info("many", "8/8 w", 0, pieces)), Err(NotShown::Kinds(26)));
    }

    #[test]
    fn no_slot_is_given_that_does_harm() {
        for harmful in [slot::PAWN, 17, 18, 19, slot::KING] {
            assert!(!slot::HARMLESS.contains(&harmful));
            assert!(NATURAL.iter().all(|(_, slot)| *slot != harmful));
        }
        assert!(slot::HARMLESS.is_sorted_by(|one, next| one < next));
    }
}
