//! The figures of the games that have their own, chosen by their pictures.

use super::slot;
use super::types::{Figure, Figures, Parent, figure};
use helgi_rules::Info;
use std::borrow::Cow;

/// The figures stated for a game.
struct Stated {
    /// Its name, and those of other games with the same figures.
    names: &'static [&'static str],
    /// The name under which XBoard knows the game by itself. Without one, variants, whose names
    /// continue after a hyphen, have the figures of their game.
    known_as: Option<&'static str>,
    parent: Parent,
    holdings: u8,
    /// The pieces as they are written in positions, in upper case.
    pieces: &'static [(&'static str, &'static [Figure])],
    heights: &'static [usize],
    vanish: char,
    obstacle: Option<char>,
    dummy_king: Option<char>,
    castling: &'static str,
}

/// A game without hands, stacks, obstacles and castling.
const PLAIN: Stated = Stated {
    names: &[],
    known_as: None,
    parent: Parent::Fairy,
    holdings: 0,
    pieces: &[],
    heights: &[],
    vanish: 'Z',
    obstacle: None,
    dummy_king: None,
    castling: "",
};

const CHESS: Stated = Stated {
    names: &["chess"],
    known_as: Some("normal"),
    pieces: &[
        ("K", &[figure('K', slot::KING)]),
        ("Q", &[figure('Q', slot::QUEEN)]),
        ("R", &[figure('R', slot::ROOK)]),
        ("B", &[figure('B', slot::BISHOP)]),
        ("N", &[figure('N', slot::KNIGHT)]),
        ("P", &[figure('P', slot::PAWN)]),
    ],
    ..PLAIN
};

const MAGUS: &[Figure] = &[figure('K', slot::MONARCH), figure('V', slot::WIZARD), figure('G', slot::HAT)];
const DUKE: &[Figure] =
    &[figure('Q', slot::QUEEN), figure('U', slot::GRASSHOPPER), figure('Y', slot::MOTHER)];
const WARRIOR: &[Figure] =
    &[figure('R', slot::ROOK), figure('W', slot::CROWNED_ROOK), figure('P', slot::TOWER)];
const ARCHER: &[Figure] =
    &[figure('B', slot::BISHOP), figure('O', slot::CARDINAL), figure('F', slot::PROMOTED_BISHOP)];
const HORSEMAN: &[Figure] =
    &[figure('N', slot::KNIGHT), figure('C', slot::NIGHTRIDER), figure('J', slot::PEGASUS)];
const HELGI: &[Figure] = &[figure('H', slot::UNICORN), figure('I', slot::DRAGON), figure('L', slot::GNU)];

/// A soldier on top of a stack. With one letter for all of them the alphabet suffices: the soldiers that stand alone
/// have five, the other pieces three each, and two letters are no piece's.
const RIDING_SOLDIER: Figure = figure('S', slot::CRESTED_HELMET);

/// A soldier that has the letter of the engine's own positions where it stands alone.
const fn soldier(letter: char, slot: u8) -> [Figure; 3] {
    [figure(letter, slot), RIDING_SOLDIER, RIDING_SOLDIER]
}

const TAVRELI: Stated = Stated {
    names: &["tavreli"],
    parent: Parent::Bughouse,
    pieces: &[
        ("K", MAGUS),
        ("Q", DUKE),
        ("R", WARRIOR),
        ("B", ARCHER),
        ("N", HORSEMAN),
        ("T", &soldier('T', slot::HELMET)),
        ("M", &soldier('M', slot::HORNED_HELMET)),
        ("A", &soldier('A', slot::SPEAR)),
        ("D", &soldier('D', slot::AXE)),
        ("E", &soldier('E', slot::SWORD)),
        ("+T", WARRIOR),
        ("+M", HORSEMAN),
        ("+A", ARCHER),
        ("+D", DUKE),
        ("+E", HELGI),
    ],
    heights: &[2, 4],
    dummy_king: Some('X'),
    ..PLAIN
};

const TACTICAL: Stated = Stated {
    names: &["tactical"],
    parent: Parent::Bughouse,
    holdings: 16,
    pieces: &[
        ("O", &[figure('O', slot::TOWER)]),
        ("K", &[figure('K', slot::MONARCH)]),
        ("Q", &[figure('Q', slot::QUEEN)]),
        ("R", &[figure('R', slot::ROOK)]),
        ("B", &[figure('B', slot::BISHOP)]),
        ("N", &[figure('N', slot::KNIGHT)]),
        ("P", &[figure('P', slot::SPEAR)]),
        ("T", &[figure('T', slot::CROWNED_ROOK)]),
        ("A", &[figure('A', slot::CARDINAL)]),
        ("H", &[figure('H', slot::PEGASUS)]),
        ("V", &[figure('V', slot::HELMET)]),
        ("C", &[figure('C', slot::CANNON)]),
        ("D", &[figure('D', slot::DRAGON)]),
        ("I", &[figure('I', slot::GRASSHOPPER)]),
        ("F", &[figure('F', slot::HORNED_HELMET)]),
        ("J", &[figure('J', slot::AXE)]),
    ],
    obstacle: Some('O'),
    dummy_king: Some('Y'),
    ..PLAIN
};

const CHESSBATTLE: Stated = Stated {
    names: &["chessbattle", "chessbattle144"],
    pieces: &[
        ("H", &[figure('H', slot::KING)]),
        ("B", &[figure('B', slot::DRAGON)]),
        ("T", &[figure('T', slot::WHEEL)]),
        ("G", &[figure('G', slot::CANNON)]),
        ("M", &[figure('M', slot::SHIELD)]),
        ("C", &[figure('C', slot::KNIGHT)]),
        ("S", &[figure('S', slot::HELMET)]),
    ],
    ..PLAIN
};

/// Neither sort of pawn is in XBoard's slot of pawns: that removes the wrong piece *en passant* when
/// the two sorts meet.
const POPULAR10: Stated = Stated {
    names: &["popular10"],
    // A hostile general is dropped after the move that sends it.
    parent: Parent::Bughouse,
    pieces: &[
        ("K", &[figure('K', slot::KING)]),
        ("R", &[figure('R', slot::ROOK)]),
        ("B", &[figure('B', slot::BISHOP)]),
        ("N", &[figure('N', slot::KNIGHT)]),
        ("J", &[figure('J', slot::CAMEL)]),
        ("A", &[figure('A', slot::ARCHBISHOP)]),
        ("M", &[figure('M', slot::MARSHAL)]),
        ("C", &[figure('C', slot::CANNON)]),
        ("V", &[figure('V', slot::SHIELD)]),
        ("E", &[figure('E', slot::ELEPHANT)]),
        ("W", &[figure('W', slot::WHEEL)]),
        ("G", &[figure('G', slot::UNICORN)]),
        ("D", &[figure('D', slot::DRAGON)]),
        ("P", &[figure('P', slot::HELMET)]),
        ("S", &[figure('S', slot::SPEAR)]),
        ("Q", &[figure('Q', slot::QUEEN)]),
        ("Z", &[figure('Z', slot::MOTHER)]),
        ("O", &[figure('O', slot::CUB)]),
        ("U", &[figure('U', slot::GNU)]),
        ("T", &[figure('T', slot::TOWER)]),
        ("I", &[figure('I', slot::SILVER)]),
        ("Y", &[figure('Y', slot::CRESTED_HELMET)]),
        ("F", &[figure('F', slot::WAZIR)]),
        ("L", &[figure('L', slot::FERZ)]),
    ],
    // Z is the amazon.
    vanish: 'H',
    castling: "isjO2isjO3",
    ..PLAIN
};

const GAMES: [Stated; 5] = [CHESS, TAVRELI, TACTICAL, CHESSBATTLE, POPULAR10];

/// The figures of a game that has its own; `None` also if there is a piece without a figure.
pub fn figures(info: &Info) -> Option<Figures> {
    let family = info.name.split('-').next().unwrap_or(info.name);
    let is_meant = |game: &&Stated| {
        game.names.contains(&info.name) || game.known_as.is_none() && game.names.contains(&family)
    };
    let stated = GAMES.iter().find(is_meant)?;
    let of_piece = |text: String| {
        let (_, figures) = stated.pieces.iter().find(|(piece, _)| *piece == text)?;
        Some(figures.to_vec())
    };
    let pieces = info.pieces.iter().map(|piece| of_piece(piece.text())).collect::<Option<_>>()?;
    Some(Figures {
        variant: Cow::Borrowed(stated.known_as.unwrap_or(info.name)),
        parent: Some(stated.parent).filter(|_| stated.known_as.is_none()),
        holdings: stated.holdings,
        pieces,
        promoted: Vec::new(),
        shadows: Vec::new(),
        is_automatic: false,
        heights: stated.heights,
        vanish: stated.vanish,
        obstacle: stated.obstacle,
        wall: None,
        dummy_king: stated.dummy_king,
        castling: stated.castling,
        fault: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use helgi_rules::games::GameId;

    #[test]
    fn variants_have_the_figures_of_their_game() {
        let of = |game: GameId| figures(game.info()).unwrap();
        let (plain, drop) = (of(GameId::POPULAR10), of(GameId::POPULAR10_DROP));
        assert_eq!((&*plain.variant, &*drop.variant), ("popular10", "popular10-drop"));
        assert_eq!(Figures { variant: plain.variant.clone(), ..drop }, plain);
        assert_eq!(figures(GameId::OPERATIONAL2.info()), None);
    }

    /// Otherwise a game would get other figures than its own without a word.
    #[test]
    fn every_name_is_a_game_whose_pieces_all_have_figures() {
        for stated in &GAMES {
            for name in stated.names {
                let info = GameId::named(name).expect(name).info();
                assert!(figures(info).is_some(), "{name}");
                assert_eq!(stated.pieces.len(), info.pieces.len(), "{name}");
            }
        }
    }
}
