//! The game and its variants: their names, and their differences in the tables of pieces.

use super::tables::Tables;
use super::{AMAZON, ARCHBISHOP, CAMEL, KINDS, KNIGHT, STANDARD, WILDEBEEST};
use crate::{Info, MOVE_LIMIT, PieceInfo, Symmetry};
use once_cell::sync::Lazy;

/// The table of pieces with the changes of the variants.
const fn pieces(wizard: bool, caliph: bool) -> [PieceInfo; KINDS] {
    let mut pieces = STANDARD;
    if wizard {
        pieces[KNIGHT.index()] = PieceInfo::new('N', "knight", "NW");
        pieces[CAMEL.index()] = PieceInfo::new('J', "camel", "CF");
        pieces[WILDEBEEST.index()] = PieceInfo::new('U', "wildebeest", "NCK").noted("special", "special");
    }
    if caliph {
        pieces[ARCHBISHOP.index()] = PieceInfo::new('A', "caliph", "BC");
        pieces[AMAZON.index()] = PieceInfo::new('Z', "amazon", "QNC").noted("special", "special");
    }
    pieces
}

// In the order of `Popular10::movements`.
static PIECES: [[PieceInfo; KINDS]; 4] =
    [STANDARD, pieces(true, false), pieces(false, true), pieces(true, true)];

static TABLES: [Lazy<Tables>; 4] = [
    Lazy::new(|| Tables::new(&PIECES[0])),
    Lazy::new(|| Tables::new(&PIECES[1])),
    Lazy::new(|| Tables::new(&PIECES[2])),
    Lazy::new(|| Tables::new(&PIECES[3])),
];

const START: &str = "jcvewgdwevcj/*rnbmkqabnr*/*sssssppppp*/*10*/*10*/*10*/*10*/*PPPPPSSSSS*/*RNBAQKMBNR*/JCVEWDGWEVCJ w KQkq - 0 1";

/// The game and its variants.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[repr(u8)]
pub enum Popular10 {
    /// The game itself.
    #[default]
    Standard,
    /// A hostile general is put on any empty square and is not frozen.
    Drop,
    /// A hostile general is put on any empty square and frozen.
    Both,
    /// Knight, camel and wildebeest have an additional step.
    Wizard,
    /// The archbishop is a caliph, and the amazon also has the camel's leap.
    Caliph,
    /// Both of the last two.
    WizardCaliph,
    /// A king that is safe in a far citadel wins.
    Citadel,
}

impl Popular10 {
    /// The game and its variants.
    pub const ALL: [Popular10; 7] = [
        Popular10::Standard,
        Popular10::Drop,
        Popular10::Both,
        Popular10::Wizard,
        Popular10::Caliph,
        Popular10::WizardCaliph,
        Popular10::Citadel,
    ];

    /// Returns true if a hostile general may be put on a square other than the promotion square.
    #[inline]
    pub(super) const fn drops(self) -> bool {
        matches!(self, Popular10::Drop | Popular10::Both)
    }

    /// Returns true if a hostile general is frozen for its first turn.
    #[inline]
    pub(super) const fn freezes(self) -> bool {
        !matches!(self, Popular10::Drop)
    }

    /// Returns the index of its set of movements: 0 the usual one, then wizards, caliph, both.
    #[inline]
    #[must_use]
    pub const fn movements(self) -> usize {
        match self {
            Popular10::Wizard => 1,
            Popular10::Caliph => 2,
            Popular10::WizardCaliph => 3,
            _ => 0,
        }
    }

    #[inline]
    pub(super) fn tables(self) -> &'static Tables {
        &TABLES[self.movements()]
    }
}

pub(super) static INFOS: [Info; 7] = [
    info(
        "popular10",
        "10x10 game with some popular pieces",
        &["Игра 10×10 с известными фигурами", "Ten by ten", "Десять на десять"],
        "10x10 with citadels, hoppers, bent riders, and pieces that grow by capturing.",
        &PIECES[0],
    ),
    info(
        "popular10-drop",
        "10x10 game, generals dropped",
        &["Игра 10×10, генерал на любое поле"],
        "The 10x10 game in which a pawn puts an enemy general on any empty square.",
        &PIECES[0],
    ),
    info(
        "popular10-both",
        "10x10 game, generals dropped and frozen",
        &["Игра 10×10, генерал на любое поле и скован"],
        "The same with a general that may not move in its first turn.",
        &PIECES[0],
    ),
    info(
        "popular10-wizard",
        "10x10 game with wizards",
        &["Игра 10×10 с волшебниками"],
        "The 10x10 game in which knight, camel and wildebeest have an additional step.",
        &PIECES[1],
    ),
    info(
        "popular10-caliph",
        "10x10 game with a caliph",
        &["Игра 10×10 с калифом"],
        "The 10x10 game in which the archbishop is a caliph and the amazon leaps as a camel, too.",
        &PIECES[2],
    ),
    info(
        "popular10-wizard-caliph",
        "10x10 game with wizards and a caliph",
        &["Игра 10×10 с волшебниками и калифом"],
        "The 10x10 game with the changes of both the wizards and the caliph.",
        &PIECES[3],
    ),
    info(
        "popular10-citadel",
        "10x10 game won in a far citadel",
        &["Игра 10×10 с победой в дальней цитадели"],
        "The 10x10 game in which a king that is safe in a far citadel wins.",
        &PIECES[0],
    ),
];

const fn info(
    name: &'static str,
    title: &'static str,
    aliases: &'static [&'static str],
    summary: &'static str,
    pieces: &'static [PieceInfo],
) -> Info {
    Info {
        aliases,
        summary,
        family: "popular10",
        move_limit: Some(MOVE_LIMIT),
        draws: false,
        symmetry: Symmetry::HalfTurn,
        ..Info::new(name, title, (12, 10), START, pieces)
    }
}
