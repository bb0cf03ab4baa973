//! The keys of boards, pieces and moves.

use super::{Key, KeyFamily, Setter, beyond, castling, endings, goals, key, key_in_words, walls, words};
use crate::region::Region;
use crate::spec::{BlackRows, Enclosing};

/// All families of keys, in the order in which they take effect.
pub const FAMILIES: &[KeyFamily] = &[
    KeyFamily { title: "The game", read_by: "game", keys: GAME },
    KeyFamily { title: "Older names", read_by: "read", keys: OLDER },
    KeyFamily { title: "Promotion", read_by: "moves", keys: PROMOTION },
    KeyFamily { title: "Pawns", read_by: "tables", keys: PAWNS },
    KeyFamily { title: "Lines on the board", read_by: "piece_moves", keys: LINES },
    KeyFamily { title: "First leaps", read_by: "first_leaps", keys: LEAPS },
    KeyFamily { title: "Castling", read_by: "castling", keys: castling::CASTLING },
    KeyFamily { title: "Gates", read_by: "gates", keys: castling::GATES },
    KeyFamily { title: "What must and must not be done", read_by: "must", keys: endings::MUST },
    KeyFamily { title: "Drops and hands", read_by: "moves", keys: DROPS },
    KeyFamily { title: "Effects of captures", read_by: "position", keys: endings::EFFECTS },
    KeyFamily { title: "Enclosed pieces", read_by: "enclose", keys: endings::ENCLOSING },
    KeyFamily { title: "Walls", read_by: "walls", keys: walls::WALLS },
    KeyFamily { title: "How the game ends", read_by: "ends", keys: endings::ENDS },
    KeyFamily { title: "Goals", read_by: "goals", keys: goals::GOALS },
    KeyFamily { title: "Repetition and counts", read_by: "past", keys: endings::PAST },
    KeyFamily { title: "Positions that nobody can win", read_by: "insufficient", keys: beyond::INSUFFICIENT },
    KeyFamily { title: "Values of pieces", read_by: "tables", keys: endings::WORTHS },
    KeyFamily { title: "Beyond Fairy-Stockfish's form", read_by: "beyond/mod", keys: beyond::BEYOND },
    KeyFamily { title: "For other programs", read_by: "read", keys: endings::NOTED },
];

const GAME: &[Key] = &[
    key("maxRank", "8", Setter::Rank(|spec, rank| spec.ranks = rank + 1), "The number of ranks."),
    key(
        "maxFile",
        "8",
        Setter::File(|spec, file| spec.files = file + 1),
        "The last file, by letter or number.",
    ),
    key_in_words(
        "startFen",
        words::OF_CHESS,
        Setter::Text(|spec, text| spec.start = text),
        "The start position; `*` is a square that nothing can enter, and a hand stands in brackets.",
    ),
    key(
        "startRows",
        "-",
        Setter::Text(|spec, text| {
            // A dash alone takes the rows of the base away.
            spec.start_rows = text.split_whitespace().filter(|row| *row != "-").map(str::to_owned).collect();
        }),
        "First ranks from file a on, such as `rnba1abnr rbna1anbr`, of which each side may choose its own before the game. The \
         starts have numbers: Black's rank counts on first, then White's.",
    ),
    key(
        "startRowsBlack",
        "own",
        Setter::Word(&["own", "same", "turned"], |spec, number| {
            spec.black_rows = [BlackRows::Own, BlackRows::Same, BlackRows::Turned][number];
        }),
        "Which of the `startRows` Black has: one of its own choice, White's, or White's turned round.",
    ),
    key_in_words(
        "title",
        words::THE_NAME,
        Setter::Text(|spec, text| spec.title = text),
        "The name of the game for people.",
    ),
    key_in_words(
        "rules",
        words::NOTHING,
        Setter::Text(|spec, text| spec.rules = text),
        "The rules in words, for people.",
    ),
    key_in_words(
        "url",
        words::NOTHING,
        Setter::Text(|spec, text| spec.url = text),
        "The address of a page that explains the game.",
    ),
    key_in_words(
        "pieceName",
        words::PIECE_KEYS,
        Setter::Names(|spec, slot, name| spec.piece_names.push((slot, name))),
        "The names of pieces for people.",
    ),
    key_in_words(
        "pieceSynonyms",
        words::NONE,
        Setter::Synonyms(|spec, synonyms| spec.synonyms = synonyms),
        "Further letters of pieces, which are read in positions and moves, such as `n:h b:e` for the horses and elephants of \
         other programs; helgi writes the pieces' own.",
    ),
];

const LEAPS: &[Key] = &[key(
    "cambodianMoves",
    "false",
    Setter::Flag(|spec, on| spec.regional.first_leaps = on),
    "Whether kings and pieces of the kind `fers` on their castling rank make leaps of Cambodian chess while they have not \
     moved, without capturing: the king two files aside and one rank forward, if it is not in check, and the `fers` two ranks \
     forward, over any piece. A king loses its leap when a `rook` of the other side comes to its rank or file. Positions name \
     the files of those that may still leap where others have castling rights: `DEde`.",
)];

const LINES: &[Key] = &[key(
    "diagonalLines",
    "-",
    Setter::Region(|spec, region| spec.diagonal_lines = region),
    "Squares with diagonal lines between them, as in the palaces of janggi: along these a rook slides, janggi's cannon hops, \
     and a wazir, a king that moves as one, and a soldier, forwards, go one step.",
)];

const OLDER: &[Key] = &[
    key(
        "promotionRank",
        "8",
        Setter::Rank(|spec, rank| {
            // The number of ranks is known here: `maxRank` stands before this key in the table.
            spec.promotion_region = zones(spec.ranks, rank, spec.ranks.saturating_sub(1));
        }),
        "Pieces promote from this rank on; better `promotionRegionWhite` and `promotionRegionBlack`.",
    ),
    key(
        "doubleStepRankMin",
        "2",
        Setter::Rank(|spec, rank| spec.double_step_region = zones(spec.ranks, rank, rank)),
        "The first rank of double steps; better `doubleStepRegionWhite` and `doubleStepRegionBlack`.",
    ),
    key(
        "doubleStepRank",
        "2",
        Setter::Rank(|spec, rank| {
            // `doubleStepRankMin` stands before this key, and may have set the lowest rank.
            let lowest = (0..rank).find(|&low| spec.double_step_region[0].has(0, low));
            spec.double_step_region = zones(spec.ranks, lowest.unwrap_or(rank), rank);
        }),
        "The last rank of double steps; better `doubleStepRegionWhite` and `doubleStepRegionBlack`.",
    ),
    key("whiteFlag", "-", Setter::Region(|spec, region| spec.flag_region[0] = region), "`flagRegionWhite`."),
    key("blackFlag", "-", Setter::Region(|spec, region| spec.flag_region[1] = region), "`flagRegionBlack`."),
    key(
        "castlingRookPiece",
        "r",
        Setter::Types(|spec, types, _| spec.castling_rooks = [types; 2]),
        "`castlingRookPieces`.",
    ),
    key_in_words(
        "whiteDropRegion",
        words::ALL,
        Setter::Region(|spec, region| spec.drop_region[0] = region),
        "`dropRegionWhite`.",
    ),
    key_in_words(
        "blackDropRegion",
        words::ALL,
        Setter::Region(|spec, region| spec.drop_region[1] = region),
        "`dropRegionBlack`.",
    ),
    key(
        "dropOnTop",
        "false",
        Setter::Flag(|spec, on| {
            // `false` leaves the rule of the base.
            if on {
                spec.enclosing_drop = Enclosing::Top;
            }
        }),
        "`enclosingDrop = top`.",
    ),
    key(
        "pawnTypes",
        "p",
        Setter::Types(|spec, types, last| {
            // A captured piece that was promoted goes to hand as the last kind of the list.
            spec.main_pawn = [last.unwrap_or(spec.main_pawn[0]); 2];
            spec.promotion_pawns = [types; 2];
            spec.en_passant_types = [types; 2];
            spec.clock_types = [types; 2];
        }),
        "The kinds that count as pawns for promotion, en passant and the move count.",
    ),
];

/// The ranks from one to another, by side, as each counts them from 0.
fn zones(ranks: u8, first: u8, last: u8) -> [Region; 2] {
    [false, true].map(|is_black| {
        let own = |rank: u8| if is_black { ranks.saturating_sub(1 + rank) } else { rank };
        let mut region = Region::EMPTY;
        for rank in first..=last {
            region = region.with(&Region::rank(own(rank)));
        }
        region
    })
}

const PROMOTION: &[Key] = &[
    key(
        "promotionRegionWhite",
        "*8",
        Setter::Region(|spec, region| spec.promotion_region[0] = region),
        "Where White's pieces promote.",
    ),
    key(
        "promotionRegionBlack",
        "*1",
        Setter::Region(|spec, region| spec.promotion_region[1] = region),
        "Where Black's pieces promote.",
    ),
    key(
        "promotionPawnTypes",
        "p",
        Setter::Types(|spec, types, last| {
            spec.main_pawn = [last.unwrap_or(spec.main_pawn[0]); 2];
            spec.promotion_pawns = [types; 2];
        }),
        "The kinds that promote as pawns do, beside `pawn` itself. Where captured pieces come back, one goes to hand as what it \
         was before it was promoted.",
    ),
    key(
        "promotionPawnTypesWhite",
        "p",
        Setter::Types(|spec, types, last| {
            spec.main_pawn[0] = last.unwrap_or(spec.main_pawn[0]);
            spec.promotion_pawns[0] = types;
        }),
        "The same for White.",
    ),
    key(
        "promotionPawnTypesBlack",
        "p",
        Setter::Types(|spec, types, last| {
            spec.main_pawn[1] = last.unwrap_or(spec.main_pawn[1]);
            spec.promotion_pawns[1] = types;
        }),
        "The same for Black.",
    ),
    key_in_words(
        "promotionPieceTypes",
        words::BASE_CHOICES,
        Setter::Types(|spec, types, _| spec.promotions = [types; 2]),
        "What pawns become.",
    ),
    key(
        "promotionPieceTypesWhite",
        "nbrq",
        Setter::Types(|spec, types, _| spec.promotions[0] = types),
        "What White's pawns become.",
    ),
    key(
        "promotionPieceTypesBlack",
        "nbrq",
        Setter::Types(|spec, types, _| spec.promotions[1] = types),
        "What Black's pawns become.",
    ),
    key_in_words(
        "promotionLimit",
        words::NO_LIMIT,
        Setter::Counts(|spec, slot, count| spec.promotion_limit[slot.index()] = count),
        "The most pieces of a kind that a side may have for a promotion to it; 0 is no limit.",
    ),
    key(
        "sittuyinPromotion",
        "false",
        Setter::Flag(|spec, on| spec.regional.sittuyin_promotion = on),
        "Whether a `pawn` promotes as in sittuyin: not by arriving, but in a turn of its own, in place or with a move of the \
         new piece to an empty square, from a square of its promotion region, or from anywhere if it is the last of its side. \
         It may neither attack anything from there nor uncover a check. A side with a king and one pawn that has no other \
         moves may decline to promote: the game is drawn.",
    ),
    key_in_words(
        "promotedPieceType",
        words::NONE,
        Setter::Pairs(|spec, slot, promoted| spec.promoted[slot.index()] = promoted),
        "What pieces other than pawns become: they promote on a move into, within or out of the zone.",
    ),
    key(
        "piecePromotionOnCapture",
        "false",
        Setter::Flag(|spec, on| spec.promotion_on_capture = on),
        "Whether those promotions need a capture.",
    ),
    key(
        "mandatoryPawnPromotion",
        "true",
        Setter::Flag(|spec, on| spec.must_promote_pawns = on),
        "Whether pawns must promote.",
    ),
    key(
        "mandatoryPiecePromotion",
        "false",
        Setter::Flag(|spec, on| spec.must_promote_pieces = on),
        "Whether other pieces must promote, and turn back where they can.",
    ),
    key(
        "pieceDemotion",
        "false",
        Setter::Flag(|spec, on| spec.demotion = on),
        "Whether promoted pieces turn back, under the same conditions as they promote.",
    ),
];

const PAWNS: &[Key] = &[
    key(
        "doubleStep",
        "true",
        Setter::Flag(|spec, on| spec.double_step = on),
        "Whether pawns make double steps, and other pieces their moves with `i`.",
    ),
    key(
        "doubleStepRegionWhite",
        "*2",
        Setter::Region(|spec, region| spec.double_step_region[0] = region),
        "From where White's pawns make double steps, and White's pieces their moves with `i`.",
    ),
    key(
        "doubleStepRegionBlack",
        "*7",
        Setter::Region(|spec, region| spec.double_step_region[1] = region),
        "The same for Black.",
    ),
    key(
        "tripleStepRegionWhite",
        "-",
        Setter::Region(|spec, region| spec.triple_step_region[0] = region),
        "From where White's `pawn`s make triple steps, which can be answered en passant on both squares that they pass.",
    ),
    key(
        "tripleStepRegionBlack",
        "-",
        Setter::Region(|spec, region| spec.triple_step_region[1] = region),
        "The same for Black.",
    ),
    key_in_words(
        "enPassantRegion",
        words::ALL,
        Setter::Region(|spec, region| spec.en_passant_region = [region; 2]),
        "The squares on which pieces capture en passant.",
    ),
    key_in_words(
        "enPassantRegionWhite",
        words::ALL,
        Setter::Region(|spec, region| spec.en_passant_region[0] = region),
        "The squares on which White captures en passant.",
    ),
    key_in_words(
        "enPassantRegionBlack",
        words::ALL,
        Setter::Region(|spec, region| spec.en_passant_region[1] = region),
        "The squares on which Black captures en passant.",
    ),
    key_in_words(
        "enPassantTypes",
        words::PAWNS,
        Setter::Types(|spec, types, _| spec.en_passant_types = [types; 2]),
        "The kinds that capture en passant, beside `pawn` itself.",
    ),
    key(
        "enPassantTypesWhite",
        "p",
        Setter::Types(|spec, types, _| spec.en_passant_types[0] = types),
        "The same for White.",
    ),
    key(
        "enPassantTypesBlack",
        "p",
        Setter::Types(|spec, types, _| spec.en_passant_types[1] = types),
        "The same for Black.",
    ),
];

const DROPS: &[Key] = &[
    key(
        "pieceDrops",
        "false",
        Setter::Flag(|spec, on| spec.drops = on),
        "Whether pieces in hand are dropped.",
    ),
    key(
        "capturesToHand",
        "false",
        Setter::Flag(|spec, on| spec.captures_to_hand = on),
        "Whether captured pieces go to the captor's hand.",
    ),
    key(
        "twoBoards",
        "false",
        Setter::Flag(|spec, on| spec.two_boards = on),
        "Whether the game is one board of two, as in bughouse: captured pieces vanish, to a partner on the other board, and those \
         in hand come with the position. Promoted pawns are marked with `~`, because a captured one is a pawn there. What \
         could still arrive does not count: a side without a legal move is mated or stalemated.",
    ),
    key(
        "dropLoop",
        "false",
        Setter::Flag(|spec, on| spec.drop_loop = on),
        "Whether a captured promoted piece stays what it is.",
    ),
    key(
        "firstRankPawnDrops",
        "false",
        Setter::Flag(|spec, on| spec.first_rank_pawn_drops = on),
        "Whether a `pawn` may be dropped on its first rank.",
    ),
    key(
        "promotionZonePawnDrops",
        "false",
        Setter::Flag(|spec, on| spec.promotion_zone_pawn_drops = on),
        "Whether a `pawn` may be dropped where it would promote.",
    ),
    key_in_words(
        "dropRegionWhite",
        words::ALL,
        Setter::Region(|spec, region| spec.drop_region[0] = region),
        "Where White drops pieces.",
    ),
    key_in_words(
        "dropRegionBlack",
        words::ALL,
        Setter::Region(|spec, region| spec.drop_region[1] = region),
        "Where Black drops pieces.",
    ),
    key(
        "sittuyinRookDrop",
        "false",
        Setter::Flag(|spec, on| spec.regional.sittuyin_rook_drop = on),
        "Whether a `rook` is dropped on the first rank of its side only.",
    ),
    key(
        "dropOppositeColoredBishop",
        "false",
        Setter::Flag(|spec, on| spec.drop_opposite_bishops = on),
        "Whether bishops have to be dropped on squares of different colours.",
    ),
    key(
        "dropPromoted",
        "false",
        Setter::Flag(|spec, on| spec.drop_promoted = on),
        "Whether pieces may be dropped in their promoted state.",
    ),
    key(
        "dropNoDoubled",
        "-",
        Setter::Type(|spec, slot| spec.drop_no_doubled = slot),
        "A kind that may not be dropped on a file that has one already.",
    ),
    key(
        "dropNoDoubledCount",
        "1",
        Setter::Number(99, |spec, count| spec.drop_no_doubled_count = count),
        "How many such pieces make a file full.",
    ),
];
