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

/// The pieces of S-Chess that chess does not have, and their slots there.
const OF_S_CHESS: [(&str, u8); 2] = [("hawk", slot::ARCHBISHOP), ("elephant", slot::MARSHAL)];

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

/// Games with the pieces of chess, or those of S-Chess, that XBoard knows by itself, by XBoard's names.
pub const KNOWN: [&str; 12] = [
    "3check",
    "atomic",
    "bughouse",
    "crazyhouse",
    "fischerandom",
    "giveaway",
    "kriegspiel",
    "losers",
    "nocastle",
    "seirawan",
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
    let has_gates = gates_as_xboard(info);
    let has_own_pieces = |piece| is_orthodox(piece) || has_gates && is_of_s_chess(piece);
    let is_known = KNOWN.contains(&info.name) && info.pieces.iter().all(has_own_pieces);
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
        None => assign(info, is_known || has_gates, &mut free).ok_or(too_many)?,
    };
    let has_king = figures.iter().any(|figure| figure.slot == slot::KING);
    // The last letter of XBoard's text is always its king's.
    let dummy_king = if has_king { None } else { Some(free.last_letter().ok_or(too_many)?) };
    let is_taken = |slot: u8| figures.iter().any(|figure| figure.slot == slot);
    // A tower looks most like a wall.
    let mut slots = [slot::TOWER].into_iter().chain(slot::HARMLESS);
    let (mut wall, mut obstacle) = (None, None);
    if info.walls {
        wall = Some(slots.find(|&slot| !is_taken(slot)).ok_or(too_many)?);
        obstacle = Some(free.wall_letter().ok_or(too_many)?);
    }
    let parent = match info.captures_to_hand() {
        true => Parent::Fairy,
        false if has_gates => Parent::Seirawan,
        false => Parent::Bughouse,
    };
    let fault = match parent {
        Parent::Seirawan if info.walls => Some(NotShown::Walls),
        _ if info.gates && !has_gates => Some(NotShown::Gates),
        Parent::Fairy if info.walls => Some(NotShown::Walls),
        Parent::Fairy if info.chess960.is_some() => Some(NotShown::Castling),
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

fn is_of_s_chess(piece: &PieceInfo) -> bool {
    OF_S_CHESS.iter().any(|(name, _)| *name == piece.name)
}

/// Returns true if pieces come from the hand as in XBoard's S-Chess: from one that captures do not fill, with the move of any
/// piece but a pawn, which XBoard knows by its slot.
fn gates_as_xboard(info: &Info) -> bool {
    let moves_as = |name: &str, betzas: &[&str]| {
        let piece = info.pieces.iter().find(|piece| piece.name == name);
        piece.and_then(PieceInfo::terms).is_some_and(|terms| betzas.contains(&&*betza(&terms)))
    };
    info.gates
        && !info.captures_to_hand()
        && moves_as("pawn", &[captives::ORTHODOX_PAWN])
        && moves_as("king", &["K", "WF"])
}

/// A figure for each piece, in their order; `None` if there are not enough.
fn assign(info: &Info, has_own_slots: bool, free: &mut Free) -> Option<Assigned> {
    let mut taken: Vec<u8> = Vec::new();
    let mut own_slot = |piece: &PieceInfo| {
        let slot =
            natural(piece, has_own_slots).filter(|slot| !piece.is_promoted() && !taken.contains(slot))?;
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

/// The slot that goes with a piece's name; `has_own_slots` where XBoard's own game gives it.
fn natural(piece: &PieceInfo, has_own_slots: bool) -> Option<u8> {
    let find =
        |names: &[(&str, u8)]| names.iter().find(|(name, _)| *name == piece.name).map(|(_, slot)| *slot);
    match piece.name {
        _ if has_own_slots => find(&ORTHODOX).or(find(&OF_S_CHESS)),
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

    /// XBoard's pawn promotes, and with any other piece a letter is what comes from the hand.
    #[test]
    fn gates_are_those_of_xboards_own_game() {
        helgi_variants::install_library();
        let info = |name| *GameId::named(name).unwrap().info();
        let of = |info: Info| figures::of(&info).map(|figures| (figures.parent, figures.fault)).unwrap();
        assert_eq!(of(info("seirawan")), (None, None));
        assert_eq!(of(info("seirawan960")), (Some(Parent::Seirawan), None));
        assert_eq!(of(info("shouse")), (Some(Parent::Fairy), Some(NotShown::Gates)));
        assert_eq!(of(info("capahouse960")), (Some(Parent::Fairy), Some(NotShown::Castling)));
        let mut pieces = info("seirawan960").pieces.to_vec();
        pieces
            .iter_mut()
            .filter(|piece| piece.name == "pawn")
            .for_each(|pawn| *pawn = PieceInfo::new('P', "pawn", "fmFfcW"));
        let berolina = changed(info("seirawan960"), |info| info.pieces = Vec::leak(pieces));
        assert_eq!(of(berolina).1, Some(NotShown::Gates));
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
