//! The kinds of values and the defaults in words, with their names in the catalogues.

use super::PieceRegion;
use crate::phrase_table::phrases;
use crate::slot::Slot;
use helgi_rules::Phrase;

phrases! {
    /// All texts about keys but the sentences of [`Key::text`](super::Key::text), whose names are `key.` and the key.
    KEY_PHRASES;

    // Kinds of values.
    FLAG = "key.kind.flag": "true or false";
    NUMBER = "key.kind.number": "number";
    RANK = "key.kind.rank": "rank";
    FILE = "key.kind.file": "file";
    SQUARES = "key.kind.squares": "squares";
    PIECES = "key.kind.pieces": "pieces";
    PIECE = "key.kind.piece": "piece";
    RESULT = "key.kind.result": "result";
    COUNTS = "key.kind.counts": "pieces with numbers";
    PAIRS = "key.kind.pairs": "pieces with pieces";
    SYNONYMS = "key.kind.synonyms": "pieces with letters";
    LEAPS = "key.kind.leaps": "pieces with leaps";
    NUMBERS = "key.kind.numbers": "numbers";
    PHASE = "key.kind.phase": "phase";
    WORD = "key.kind.word": "word";
    NAMES = "key.kind.names": "pieces with names";
    CASTLINGS = "key.kind.castlings": "castlings";
    TEXT = "key.kind.text": "text";
    OTHERS = "key.kind.others": "for other programs";
    LETTER = "key.kind.letter": "letter";
    LETTER_AND_MOVES = "key.kind.letter-moves": "letter:moves";

    // Defaults that are no values.
    NONE = "key.usual.none": "none";
    ALL = "key.usual.all": "all";
    NOTHING = "key.usual.nothing": "nothing";
    OF_CHESS = "key.usual.chess": "that of chess";
    THE_NAME = "key.usual.name": "the name";
    PIECE_KEYS = "key.usual.piece-keys": "the keys of the pieces";
    BASE_CHOICES = "key.usual.choices": "nbrq, where the section has a base";
    NO_LIMIT = "key.usual.no-limit": "no limit";
    PAWNS = "key.usual.pawns": "p, and pieces with `e`";
    LAST = "key.usual.last": "the last";
    BUILDER = "key.usual.builder": "what builds it";
    NO_POINTS = "key.usual.points": "0 each";
    BY_FILES = "key.usual.files": "by files";
    BY_REACH = "key.usual.reach": "by what pieces reach";

    // Sentences about keys of pieces, and of the squares of one kind of piece.
    MOVES_AS = "key.piece": "A piece that moves as `{moves}`.";
    OWN_PIECE = "key.piece.own": "A piece of your own.";
    STILL_PIECE = "key.piece.still": "A piece that does not move.";
    MOBILITY = "key.region.mobility": "The squares that a piece is confined to.";
    PROMOTION = "key.region.promotion": "Where a piece promotes, if not where the others do.";
    DROP = "key.region.drop": "Where a piece is dropped, if not where the others are.";
    DOUBLE_STEP = "key.region.double-step":
        "From where a piece makes double steps, if not from where the others do.";
}

/// The texts about the key of a piece, or of the squares of one kind of piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KeyWords {
    /// The kind of value.
    pub kind: Phrase,
    /// The default.
    pub default: Phrase,
    /// The meaning, in a sentence.
    pub text: Phrase,
}

impl PieceRegion {
    /// The texts about its keys.
    #[must_use]
    pub const fn words(self) -> KeyWords {
        let text = match self {
            PieceRegion::Mobility => MOBILITY,
            PieceRegion::Promotion => PROMOTION,
            PieceRegion::Drop => DROP,
            PieceRegion::DoubleStep => DOUBLE_STEP,
        };
        KeyWords { kind: SQUARES, default: ALL, text }
    }
}

/// The texts about the key of a piece; the sentence has a place for the [`moves`](Slot::betza) of a piece that has some.
#[must_use]
pub fn of_piece(slot: Slot) -> KeyWords {
    let (kind, text) = match slot.betza() {
        _ if slot.is_custom() => (LETTER_AND_MOVES, OWN_PIECE),
        "" => (LETTER, STILL_PIECE),
        _ => (LETTER, MOVES_AS),
    };
    KeyWords { kind, default: NONE, text }
}
