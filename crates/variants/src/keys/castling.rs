//! The keys of castling, and of what pieces do with their first moves.

use super::{Key, Setter, key, key_in_words, words};

pub(super) const CASTLING: &[Key] = &[
    key("castling", "true", Setter::Flag(|spec, on| spec.castling = on), "Whether there is castling."),
    key(
        "chess960",
        "false",
        Setter::Flag(|spec, on| spec.chess960 = on),
        "Whether the game is played as Chess960 is: it begins with the pieces shuffled, castling is written as the king's move \
         onto its own rook, and the rights are named by the files of the rooks. `KQkq` is read as well. The bishops stand on \
         squares of both colours, and a king that stands between two rooks on its rank stays between them.",
    ),
    key(
        "castlingDroppedPiece",
        "false",
        Setter::Flag(|spec, on| spec.castling_dropped = on),
        "Whether a king and a rook that were dropped on their squares may castle.",
    ),
    key(
        "castlingKingsideFile",
        "g",
        Setter::File(|spec, file| spec.castling_king_side = file),
        "The file on which the king arrives on the king's side.",
    ),
    key(
        "castlingQueensideFile",
        "c",
        Setter::File(|spec, file| spec.castling_queen_side = file),
        "The file on which the king arrives on the queen's side.",
    ),
    key(
        "castlingRank",
        "1",
        Setter::Rank(|spec, rank| spec.castling_rank = rank),
        "The rank on which castling happens, as its side counts.",
    ),
    key(
        "castlingKingFile",
        "e",
        Setter::File(|spec, file| spec.castling_king_file = file),
        "The file of the castling king where there is more than one, and where a dropped king may castle.",
    ),
    key(
        "castlingKingPiece",
        "k",
        Setter::Type(|spec, slot| spec.castling_king = [slot.unwrap_or(spec.castling_king[0]); 2]),
        "The kind that castles in the king's part.",
    ),
    key(
        "castlingKingPieceWhite",
        "k",
        Setter::Type(|spec, slot| spec.castling_king[0] = slot.unwrap_or(spec.castling_king[0])),
        "The same for White.",
    ),
    key(
        "castlingKingPieceBlack",
        "k",
        Setter::Type(|spec, slot| spec.castling_king[1] = slot.unwrap_or(spec.castling_king[1])),
        "The same for Black.",
    ),
    key_in_words(
        "castlingRookKingsideFile",
        words::LAST,
        Setter::File(|spec, file| spec.castling_rook_king_side = file),
        "The file from which the king-side rook is looked for, towards the king.",
    ),
    key(
        "castlingRookQueensideFile",
        "a",
        Setter::File(|spec, file| spec.castling_rook_queen_side = file),
        "The file from which the queen-side rook is looked for, towards the king.",
    ),
    key(
        "oppositeCastling",
        "false",
        Setter::Flag(|spec, on| spec.opposite_castling = on),
        "Whether a side that castles takes from the other the right to castle to the same side.",
    ),
    key(
        "castlingRookPieces",
        "r",
        Setter::Types(|spec, types, _| spec.castling_rooks = [types; 2]),
        "The kinds that castle in the rook's part.",
    ),
    key(
        "castlingRookPiecesWhite",
        "r",
        Setter::Types(|spec, types, _| spec.castling_rooks[0] = types),
        "The same for White.",
    ),
    key(
        "castlingRookPiecesBlack",
        "r",
        Setter::Types(|spec, types, _| spec.castling_rooks[1] = types),
        "The same for Black.",
    ),
];

pub(super) const GATES: &[Key] = &[
    key(
        "gating",
        "false",
        Setter::Flag(|spec, on| spec.gating = on),
        "Whether positions know which pieces have not moved yet from the rank of castling: the castling field names their files, \
         as in `KQBCDFGkqbcdfg`. `K` and `Q` stand for king and rook as well. Such a right ends when the piece moves or is \
         captured.",
    ),
    key(
        "seirawanGating",
        "false",
        Setter::Flag(|spec, on| spec.hand_gating = on),
        "Whether, as in S-Chess, a piece from the hand may come to the square that such a piece leaves with its first move, in \
         the same turn: `g1f3h`, in notation `Nf3/H`. With castling it comes to the king's square (`e1g1h`, `O-O/He1`) or to the \
         rook's (`h1e1h`, `O-O/Hh1`). The move has to be legal without it: a piece that comes so parries no check and stands \
         in for no pinned one. A move that promotes brings nothing. Where captures do not go to the hand, these rights end with \
         an empty hand. `gating = true` has to stand beside it.",
    ),
];
