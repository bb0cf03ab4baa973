//! The keys of compulsion, of captures and of the ends of games.

use super::{Key, Setter, key, key_in_words, words};
use crate::finding::phrases;
use crate::spec::{Counting, Enclosing, MaterialCount};
use helgi_rules::Phrase;

pub(super) const MUST: &[Key] = &[
    key("checking", "true", Setter::Flag(|spec, on| spec.checking = on), "Whether a move may give check."),
    key(
        "dropChecks",
        "true",
        Setter::Flag(|spec, on| spec.drop_checks = on),
        "Whether a drop may give check.",
    ),
    key(
        "mustCapture",
        "false",
        Setter::Flag(|spec, on| spec.must_capture = on),
        "Whether a side that can capture must.",
    ),
    key(
        "mustDrop",
        "false",
        Setter::Flag(|spec, on| spec.must_drop = on),
        "Whether a side that can drop a piece must.",
    ),
    key(
        "mustDropType",
        "*",
        Setter::Type(|spec, slot| spec.must_drop_type = slot),
        "The kind that must be dropped first.",
    ),
    key(
        "immobilityIllegal",
        "false",
        Setter::Flag(|spec, on| spec.immobility_illegal = on),
        "Whether a piece may not go to a square from which it could never move.",
    ),
    key(
        "pass",
        "false",
        Setter::Flag(|spec, on| spec.pass = [on; 2]),
        "Whether a side may pass, also where it has other moves.",
    ),
    key("passWhite", "false", Setter::Flag(|spec, on| spec.pass[0] = on), "Whether White may pass."),
    key("passBlack", "false", Setter::Flag(|spec, on| spec.pass[1] = on), "Whether Black may pass."),
    key(
        "passOnStalemate",
        "false",
        Setter::Flag(|spec, on| spec.pass_on_stalemate = [on; 2]),
        "Whether a side without another move passes. A side that `pass` lets pass at any time passes then as well: beside it \
         this key changes nothing.",
    ),
    key(
        "passOnStalemateWhite",
        "false",
        Setter::Flag(|spec, on| spec.pass_on_stalemate[0] = on),
        "The same for White.",
    ),
    key(
        "passOnStalemateBlack",
        "false",
        Setter::Flag(|spec, on| spec.pass_on_stalemate[1] = on),
        "The same for Black.",
    ),
    key(
        "flyingGeneral",
        "false",
        Setter::Flag(|spec, on| spec.flying_general = on),
        "Whether kings may not face each other on an open rank or file.",
    ),
    key(
        "soldierPromotionRank",
        "1",
        Setter::Rank(|spec, rank| spec.soldier_rank = rank),
        "The rank, as its side counts, from which a `soldier` moves sideways.",
    ),
    key(
        "makpongRule",
        "false",
        Setter::Flag(|spec, on| spec.regional.makpong = on),
        "Whether a king answers a check only by taking the piece that gives it.",
    ),
    key(
        "shogiPawnDropMateIllegal",
        "false",
        Setter::Flag(|spec, on| spec.no_pawn_drop_mate = on),
        "Whether a dropped `shogiPawn` may not mate. Such a drop is illegal here; Fairy-Stockfish lets it happen and \
         calls the game lost.",
    ),
];

pub(super) const EFFECTS: &[Key] = &[
    key(
        "blastOnCapture",
        "false",
        Setter::Flag(|spec, on| spec.blast = on),
        "Whether a capture removes the captor and every piece but a `pawn` on the squares around.",
    ),
    key(
        "blastImmuneTypes",
        "-",
        Setter::Types(|spec, types, _| spec.blast_immune = types),
        "The kinds that an explosion does not remove.",
    ),
    key(
        "mutuallyImmuneTypes",
        "-",
        Setter::Types(|spec, types, _| spec.mutually_immune = types),
        "The kinds that do not capture pieces of their own kind.",
    ),
    key(
        "petrifyOnCaptureTypes",
        "-",
        Setter::Types(|spec, types, _| spec.petrify = types),
        "The kinds that turn into a wall when they capture.",
    ),
    key(
        "petrifyBlastPieces",
        "false",
        Setter::Flag(|spec, on| spec.petrify_blast = on),
        "Whether pieces that an explosion removes leave walls.",
    ),
];

pub(super) const ENCLOSING: &[Key] = &[
    key(
        "enclosingDrop",
        "none",
        Setter::Word(ENCLOSINGS, |spec, number| spec.enclosing_drop = enclosing(number)),
        "What a drop must do: enclose enemy pieces on a line (`reversi`), stand beside an own piece (`ataxx`, \
         `quadwrangle`), not beside an enemy piece along a rank or file (`snort`), slide in from an edge (`anyside`), stand \
         on the first rank or on top of another piece (`top`).",
    ),
    key(
        "enclosingDropStart",
        "-",
        Setter::Region(|spec, region| spec.enclosing_start = region),
        "Squares that drops fill before that.",
    ),
    key(
        "flipEnclosedPieces",
        "none",
        Setter::Word(ENCLOSINGS, |spec, number| spec.flip_enclosed = enclosing(number)),
        "Which enemy pieces change sides: those enclosed on a line (`reversi`), those around (`ataxx`), those around a \
         move or a drop beside an own piece (`quadwrangle`).",
    ),
    key(
        "freeDrops",
        "false",
        Setter::Flag(|spec, on| spec.free_drops = on),
        "Whether pieces are dropped without being in hand.",
    ),
];

const ENCLOSINGS: &[&str] = &["none", "reversi", "ataxx", "quadwrangle", "snort", "anyside", "top"];

const fn enclosing(number: usize) -> Enclosing {
    // The numbers are places in `ENCLOSINGS`.
    match number {
        1 => Enclosing::Reversi,
        2 => Enclosing::Ataxx,
        3 => Enclosing::Quadwrangle,
        4 => Enclosing::Snort,
        5 => Enclosing::AnySide,
        6 => Enclosing::Top,
        _ => Enclosing::None,
    }
}

pub(super) const ENDS: &[Key] = &[
    key(
        "materialCounting",
        "none",
        Setter::Word(&["none", "unweighted", "whitedrawodds", "blackdrawodds", "janggi"], |spec, number| {
            spec.material = match number {
                1 => MaterialCount::Pieces,
                2 => MaterialCount::White,
                3 => MaterialCount::Black,
                4 => spec.beyond.count_as_janggi(),
                _ => MaterialCount::None,
            };
        }),
        "Who wins what would be drawn: the side with more pieces (`unweighted`), White, Black, or the side with more points \
         (`janggi`): 13 for a rook, 7 for janggi's cannon, 5 for a horse, 3 for janggi's elephant and for a wazir, 2 for a \
         soldier, and 1.5 for Black, who moves second.",
    ),
    key(
        "bikjangRule",
        "false",
        Setter::Flag(|spec, on| spec.bikjang = on),
        "Whether kings that face each other on an open file or rank offer a draw: the other side accepts by a pass, which it may \
         do even in check, and otherwise has to end the facing.",
    ),
    key(
        "adjudicateFullBoard",
        "false",
        Setter::Flag(|spec, on| spec.full_board = on),
        "Whether the game ends when no square is empty.",
    ),
    key(
        "stalemateValue",
        "draw",
        Setter::Verdict(|spec, value| spec.stalemate = value),
        "The result for a side that cannot move and is not in check.",
    ),
    key(
        "stalematePieceCount",
        "false",
        Setter::Flag(|spec, on| spec.stalemate_by_pieces = on),
        "Whether that result is for the side with fewer pieces instead; equal numbers draw.",
    ),
    key(
        "checkmateValue",
        "loss",
        Setter::Verdict(|spec, value| spec.checkmate = value),
        "The result for a side that is mated.",
    ),
    key(
        "shatarMateRule",
        "false",
        Setter::Flag(|spec, on| spec.regional.shatar_mate = on),
        "Whether mates count as in shatar: one by a `knight` alone wins for the mated side, and one is a draw (*niol*) if none \
         of the checks that led to it without a break was by a `knight`, `rook` or `bers` (*shak*).",
    ),
    key(
        "extinctionValue",
        "none",
        Setter::VerdictOrNone(|spec, value| spec.extinction = value),
        "The result for a side that has lost all pieces of one of the `extinctionPieceTypes`.",
    ),
    key(
        "extinctionClaim",
        "false",
        Setter::Flag(|spec, on| spec.extinction_claim = on),
        "Whether the side to move needs one piece less of its opponent for it.",
    ),
    key(
        "extinctionPseudoRoyal",
        "false",
        Setter::Flag(|spec, on| spec.pseudo_royal = on),
        "Whether the last piece of such a kind must not be left attacked.",
    ),
    key(
        "dupleCheck",
        "false",
        Setter::Flag(|spec, on| spec.duple_check = on),
        "Whether an attack on all pieces of such kinds at once is a check as well.",
    ),
    key(
        "extinctionPieceTypes",
        "-",
        Setter::Types(|spec, types, _| spec.extinction_types = types),
        "The kinds that must not die out; `*` is all pieces together.",
    ),
    key(
        "extinctionPieceCount",
        "0",
        Setter::Number(999, |spec, count| spec.extinction_count = count),
        "The number of pieces at which a kind counts as extinct.",
    ),
    key(
        "extinctionOpponentPieceCount",
        "0",
        Setter::Number(999, |spec, count| spec.extinction_opponent_count = count),
        "The number of such pieces that the opponent must have for it.",
    ),
    key(
        "castlingWins",
        "-",
        Setter::Rights(|spec, rights| spec.castling_wins = rights),
        "The castlings that win, as `KQkq` names them. A side that has none of its own left loses.",
    ),
    key(
        "checkCounting",
        "false",
        Setter::Flag(|spec, on| spec.check_counting = on),
        "Whether a number of checks wins; the position has it as in `3+3`, what White and Black have still to give.",
    ),
];

pub(super) const PAST: &[Key] = &[
    key(
        "nMoveRuleTypes",
        "p",
        Setter::Types(|spec, types, _| spec.clock_types = [types; 2]),
        "The kinds whose moves set the move count back if they cannot be undone.",
    ),
    key(
        "nMoveRuleTypesWhite",
        "p",
        Setter::Types(|spec, types, _| spec.clock_types[0] = types),
        "The same for White.",
    ),
    key(
        "nMoveRuleTypesBlack",
        "p",
        Setter::Types(|spec, types, _| spec.clock_types[1] = types),
        "The same for Black.",
    ),
    key(
        "nMoveRule",
        "50",
        Setter::Number(4999, |spec, count| spec.move_rule = count),
        "After how many moves of each side without progress the game is drawn; 0 is never.",
    ),
    key(
        "nFoldRule",
        "3",
        Setter::Number(9, |spec, count| spec.fold_rule = count),
        "The occurrence of a position that ends the game; 0 is none.",
    ),
    key(
        "nFoldValue",
        "draw",
        Setter::Verdict(|spec, value| spec.fold_value = value),
        "The result of that for the side to move.",
    ),
    key(
        "nFoldValueAbsolute",
        "false",
        Setter::Flag(|spec, on| spec.fold_absolute = on),
        "Whether `nFoldValue` is White's result.",
    ),
    key(
        "perpetualCheckIllegal",
        "false",
        Setter::Flag(|spec, on| spec.perpetual_illegal = on),
        "Whether a side loses that repeats positions by giving check all the time.",
    ),
    key(
        "chasingRule",
        "none",
        Setter::Word(&["none", "axf"], |spec, number| spec.chasing = number == 1),
        "With `axf`, a side loses that repeats positions by chasing one piece all the time, as the rules of the Asian Xiangqi \
         Federation have it, and of the checks of a side ten at most count for `nMoveRule`. Perpetual check comes first; if \
         both sides chase, the game is drawn. A move chases a piece that one of its side's pieces can take for gain after it, \
         and could not before it; a check is left aside as if it had been answered. Kings and soldiers do not chase, and kings \
         and soldiers that do not move sideways yet are not chased. A `rook` is chased by a `horse` or a `cannon` in any case, \
         and a `rook`, `horse` or `cannon` by a `fers` or an `elephant`; any other piece is only if no legal move takes back, \
         and by a piece of its own kind only if it cannot take that one. To take away what protects a piece chases it too, but \
         not against a side that attacks (diagrams 39 and 61 of the rules), and to chase a `rook` that must stand still because \
         a `horse` would give check is worse than any other chase (diagram 39). Of the 123 lines of the rules' diagrams, 1 to \
         104 and an appendix, one ends otherwise here: if both chariots and both cannons attack by turns in one of the diagrams \
         71 to 75, the book calls it a draw, but the chariots go on attacking each cannon while the cannons change their prey. \
         Fairy-Stockfish judges that line as the book does; it lets a hurdle's step take no root away (the first diagram of the \
         appendix), and a `rook` that draws back from its prey on the line on which it attacks chases it again there: of 19,000 \
         random games that repeat, 82 end otherwise, 76 of them for that reason.",
    ),
    key(
        "moveRepetitionIllegal",
        "false",
        Setter::Flag(|spec, on| spec.shuttling_illegal = on),
        "Whether a side loses that moves one piece to and fro: with the fourth of four moves of it, each back where the one \
         before came from, behind the move that brought it there, if nothing is captured and the side is not in \
         check meanwhile. A pass before the last of them does not help. Pieces that never come near the other \
         king, as guards of palaces, may do it.",
    ),
    key(
        "countingRule",
        "none",
        Setter::Word(&["none", "makruk", "cambodian", "asean"], |spec, number| {
            spec.counting =
                // The number is a place in the list of four words, so the remainder changes nothing.
                [Counting::None, Counting::Makruk, Counting::Cambodian, Counting::Asean][number % 4];
        }),
        "The rule by which a side with few pieces is counted out to a draw.",
    ),
];
const OTHERS: Phrase = phrases::OTHER_PROGRAMS;

pub(super) const NOTED: &[Key] = &[
    key(
        "variantTemplate",
        "fairy",
        Setter::Text(|spec, text| spec.template = text),
        "The family of games as which other programs show this one and write its moves, such as `shogi`.",
    ),
    key("pieceToCharTable", "-", Setter::Noted(OTHERS), "The pictures of pieces in XBoard."),
    key("pocketSize", "0", Setter::Noted(OTHERS), "The size of the hands that XBoard draws."),
    key("nnueAlias", "-", Setter::Noted(OTHERS), "The net of another game."),
];

/// Fairy-Stockfish's units to centipawns: a pawn of the endgame has 208.
const fn centipawns(value: u32) -> i32 {
    (value * 100 / 208) as i32
}

pub(super) const WORTHS: &[Key] = &[
    key_in_words(
        "pieceValueMg",
        words::BY_REACH,
        Setter::Counts(|spec, slot, value| {
            let worth = centipawns(value);
            // A value that is given for one phase alone holds for both.
            let [_, end] = spec.worths[slot.index()].unwrap_or([worth; 2]);
            spec.worths[slot.index()] = Some([worth, end]);
        }),
        "The values of pieces in the middle game for the evaluation, in Fairy-Stockfish's units: 208 is a pawn.",
    ),
    key_in_words(
        "pieceValueEg",
        words::BY_REACH,
        Setter::Counts(|spec, slot, value| {
            let worth = centipawns(value);
            let [middle, _] = spec.worths[slot.index()].unwrap_or([worth; 2]);
            spec.worths[slot.index()] = Some([middle, worth]);
        }),
        "The values of pieces in the endgame; helgi takes the mean of both.",
    ),
];
