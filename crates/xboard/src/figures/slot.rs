//! XBoard's slots, by the pictures of version 4.9. A slot gives a piece its picture, a few give it
//! behaviour besides.
//!
//! The behaviour of five does harm to other pieces: 0 (the pawn: *en passant*, no drop on the end
//! ranks), 18 (the lance, also a pawn), 17 and 19 (falcon and cobra), and the last, of the king, which
//! castles. Only [`PAWN`] and [`KING`] of these have a name here.

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

/// The names of the slots in files with pictures: XBoard's, and those that WinBoard has for the slots of which it has
/// bitmaps itself.
const FILE_NAMES: [(u8, &str, Option<&str>); 42] = [
    // In XBoard's own spelling, `Marshall` and `Canon` among them: the names are those of its files.
    (PAWN, "Pawn", Some("p")),
    (KNIGHT, "Knight", Some("n")),
    (BISHOP, "Bishop", Some("b")),
    (ROOK, "Rook", Some("r")),
    (QUEEN, "Queen", Some("q")),
    (FERZ, "Advisor", Some("f")),
    (ELEPHANT, "Elephant", Some("e")),
    (ARCHBISHOP, "Archbishop", Some("aa")),
    (MARSHAL, "Marshall", Some("c")),
    (WAZIR, "Gold", Some("w")),
    (MAN, "Commoner", Some("m")),
    (CANNON, "Canon", Some("o")),
    (NIGHTRIDER, "Nightrider", Some("h")),
    (CARDINAL, "CrownedBishop", Some("a")),
    (CROWNED_ROOK, "CrownedRook", Some("dk")),
    (GRASSHOPPER, "Crown", Some("g")),
    (SILVER, "Chancellor", Some("cv")),
    (UNICORN, "Unicorn", Some("u")),
    (SWORD, "Sword", None),
    (CAMEL, "Camel", Some("camel")),
    (TOWER, "Tower", None),
    (HAT, "Hat", None),
    (SPEAR, "Lance", Some("l")),
    (DRAGON, "Dragon", None),
    (GNU, "Gnu", None),
    (CUB, "Cub", Some("ln")),
    (SHIELD, "LShield", None),
    (PEGASUS, "Pegasus", None),
    (WIZARD, "Wizard", None),
    (CRESTED_HELMET, "Copper", None),
    (HELMET, "Iron", None),
    (HORNED_HELMET, "Viking", None),
    (AXE, "Axe", None),
    (LEOPARD, "Leopard", None),
    (CLAW, "Claw", None),
    (WHEEL, "Left", None),
    (BUTTERFLY, "Butterfly", None),
    (PROMOTED_BISHOP, "PromoBishop", None),
    (PROMOTED_ROOK, "PromoRook", None),
    (MONARCH, "Prince", None),
    (MOTHER, "Phoenix", None),
    (KING, "King", Some("k")),
];

/// The name of a slot in XBoard's files with pictures, behind the colour.
pub fn picture_name(slot: u8) -> Option<&'static str> {
    FILE_NAMES.iter().find(|(number, ..)| *number == slot).map(|(_, name, _)| *name)
}

/// The beginning of the names of WinBoard's files with bitmaps of a slot, in the sizes 33, 49 and 72.
pub fn bitmap_name(slot: u8) -> String {
    let own = FILE_NAMES.iter().find(|(number, ..)| *number == slot).and_then(|(.., name)| *name);
    own.map_or_else(|| format!("piece{slot}_"), str::to_owned)
}

/// The slots without any behaviour, but for those of the pieces of chess.
pub const HARMLESS: [u8; 36] = [
    FERZ,
    ELEPHANT,
    ARCHBISHOP,
    MARSHAL,
    WAZIR,
    MAN,
    CANNON,
    NIGHTRIDER,
    CARDINAL,
    CROWNED_ROOK,
    GRASSHOPPER,
    SILVER,
    UNICORN,
    SWORD,
    CAMEL,
    TOWER,
    HAT,
    SPEAR,
    DRAGON,
    GNU,
    CUB,
    SHIELD,
    PEGASUS,
    WIZARD,
    CRESTED_HELMET,
    HELMET,
    HORNED_HELMET,
    AXE,
    LEOPARD,
    CLAW,
    WHEEL,
    BUTTERFLY,
    PROMOTED_BISHOP,
    PROMOTED_ROOK,
    MONARCH,
    MOTHER,
];
