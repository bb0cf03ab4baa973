//! How games are shown by XBoard: facts alone, which every game states in its
//! [`Info`](super::Info).
//!
//! Knows no command of a protocol; the session makes the lines that XBoard is sent.

/// How XBoard shows one game.
///
/// XBoard knows pieces by letters, and letters by the [`slot`]s in which they stand. A slot gives the
/// picture, a few give behaviour besides.
#[derive(Clone, Copy, Debug)]
pub struct XBoard {
    /// The name under which XBoard offers the game: `normal`, which it knows, or the game's own.
    pub variant: &'static str,
    /// The game whose further rules XBoard takes over.
    pub parent: Parent,
    /// The number of kinds of pieces in hand, at most 16; not 0 on boards of at most 12 files only.
    pub holdings: u8,
    /// The letters of each piece, in the order of [`Info::pieces`](super::Info::pieces): the first for a
    /// piece that stands alone, the others for the top of higher and higher stacks. The last one
    /// stands for all that are higher still. Pieces that look alike to XBoard share letters.
    pub figures: &'static [&'static [Figure]],
    /// How high a stack is that takes the second, the third letter; in games with stacks.
    pub heights: &'static [usize],
    /// A letter in no slot: a piece that is promoted to it disappears.
    pub vanish: char,
    /// The letter of an obstacle, in games that have them; on the board it may have either colour.
    pub obstacle: Option<char>,
    /// The letter that keeps the King's slot free of any piece, in games in which the behaviour
    /// of that slot does harm.
    pub dummy_king: Option<char>,
    /// What the king's movement is to XBoard, if other than its descriptor: the castling.
    pub castling: &'static str,
}

impl XBoard {
    /// A game without hands, stacks, obstacles, castling and pieces; what is different is stated besides.
    pub const PLAIN: XBoard = XBoard {
        variant: "",
        parent: Parent::Fairy,
        holdings: 0,
        figures: &[],
        heights: &[],
        vanish: 'Z',
        obstacle: None,
        dummy_king: None,
        castling: "",
    };
}

/// The game whose further rules XBoard takes over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Parent {
    /// `fairy`: pieces may be dropped only from the hand.
    Fairy,
    /// `bughouse`: captured pieces are gone, and any piece may be dropped at any time, which puts
    /// the board right after moves that XBoard cannot make.
    Bughouse,
}

impl Parent {
    /// The name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Parent::Fairy => "fairy",
            Parent::Bughouse => "bughouse",
        }
    }
}

/// A letter and the slot in which it stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Figure {
    /// The letter, upper case; XBoard writes Black's in lower case.
    pub letter: char,
    /// The number of the slot, from 0.
    pub slot: u8,
}

/// The figure with a letter in a slot.
pub const fn figure(letter: char, slot: u8) -> Figure {
    Figure { letter, slot }
}

/// XBoard's slots, by the pictures of version 4.9.
///
/// Five have behaviour that does harm to other pieces: 0 (the pawn: *en passant*, no drop on the end
/// ranks), 18 (the lance, also a pawn), 17 and 19 (falcon and cobra), and the last, of the king, which
/// castles. Only [`PAWN`](slot::PAWN) and [`KING`](slot::KING) of these have a name here.
pub mod slot {
    /// The pawn of chess, with its *en passant*.
    pub const PAWN: u8 = 0;
    /// A horse's head.
    pub const KNIGHT: u8 = 1;
    /// The bishop of chess.
    pub const BISHOP: u8 = 2;
    /// The rook of chess.
    pub const ROOK: u8 = 3;
    /// The queen of chess.
    pub const QUEEN: u8 = 4;
    /// A flat hat.
    pub const FERZ: u8 = 5;
    /// An elephant's head.
    pub const ELEPHANT: u8 = 6;
    /// Crossed swords.
    pub const ARCHBISHOP: u8 = 7;
    /// A marshal's star.
    pub const MARSHAL: u8 = 8;
    /// A turban with a drop on it.
    pub const WAZIR: u8 = 9;
    /// A round hat with a brim.
    pub const MAN: u8 = 10;
    /// A cannon.
    pub const CANNON: u8 = 11;
    /// A horse's head with a blaze.
    pub const NIGHTRIDER: u8 = 12;
    /// A bishop with a crown.
    pub const CARDINAL: u8 = 13;
    /// A rook with a crown.
    pub const CROWNED_ROOK: u8 = 14;
    /// A smaller queen.
    pub const GRASSHOPPER: u8 = 15;
    /// A horse's head on a rook.
    pub const SILVER: u8 = 16;
    /// A unicorn's head.
    pub const UNICORN: u8 = 20;
    /// A sword.
    pub const SWORD: u8 = 22;
    /// A camel's head.
    pub const CAMEL: u8 = 24;
    /// A tower with a gate.
    pub const TOWER: u8 = 25;
    /// A top hat.
    pub const HAT: u8 = 27;
    /// The head of a spear.
    pub const SPEAR: u8 = 29;
    /// A flying dragon.
    pub const DRAGON: u8 = 30;
    /// A wildebeest's head.
    pub const GNU: u8 = 31;
    /// A lion's head.
    pub const CUB: u8 = 32;
    /// A shield with an arrow.
    pub const SHIELD: u8 = 33;
    /// A winged horse.
    pub const PEGASUS: u8 = 34;
    /// A wizard's hat.
    pub const WIZARD: u8 = 35;
    /// A helmet with a crest.
    pub const CRESTED_HELMET: u8 = 36;
    /// A round helmet.
    pub const HELMET: u8 = 37;
    /// A helmet with horns.
    pub const HORNED_HELMET: u8 = 38;
    /// An axe.
    pub const AXE: u8 = 40;
    /// A leopard's head.
    pub const LEOPARD: u8 = 42;
    /// A paw.
    pub const CLAW: u8 = 43;
    /// A wheel.
    pub const WHEEL: u8 = 44;
    /// A butterfly.
    pub const BUTTERFLY: u8 = 45;
    /// A bishop without a cross.
    pub const PROMOTED_BISHOP: u8 = 46;
    /// A rook without battlements.
    pub const PROMOTED_ROOK: u8 = 47;
    /// A king's crown without a king's behaviour.
    pub const MONARCH: u8 = 50;
    /// The queen of a larger crown.
    pub const MOTHER: u8 = 51;
    /// The king, who castles: the last slot, whatever its number.
    pub const KING: u8 = 65;
}
