//! The keys of goals: flags, and connections of pieces.

use super::{Key, Setter, key};

pub(super) const GOALS: &[Key] = &[
    key(
        "flagPiece",
        "*",
        Setter::Type(|spec, slot| spec.flag_piece = [slot; 2]),
        "The kind that wins on the squares of the flag.",
    ),
    key("flagPieceWhite", "*", Setter::Type(|spec, slot| spec.flag_piece[0] = slot), "The same for White."),
    key("flagPieceBlack", "*", Setter::Type(|spec, slot| spec.flag_piece[1] = slot), "The same for Black."),
    key(
        "flagRegion",
        "-",
        Setter::Region(|spec, region| spec.flag_region = [region; 2]),
        "The squares of the flag.",
    ),
    key(
        "flagRegionWhite",
        "-",
        Setter::Region(|spec, region| spec.flag_region[0] = region),
        "The squares on which White wins.",
    ),
    key(
        "flagRegionBlack",
        "-",
        Setter::Region(|spec, region| spec.flag_region[1] = region),
        "The squares on which Black wins.",
    ),
    key(
        "flagPieceCount",
        "1",
        Setter::Number(999, |spec, count| spec.flag_count = count),
        "How many pieces have to stand there.",
    ),
    key(
        "flagPieceBlockedWin",
        "false",
        Setter::Flag(|spec, on| spec.flag_blocked_win = on),
        "Whether one piece is enough if all squares of the flag are occupied.",
    ),
    key(
        "flagMove",
        "false",
        Setter::Flag(|spec, on| spec.flag_move = on),
        "Whether the other side has one more move, to draw by reaching its flag too.",
    ),
    key(
        "flagPieceSafe",
        "false",
        Setter::Flag(|spec, on| spec.flag_safe = on),
        "Whether the piece must not be attacked there.",
    ),
    key(
        "connectN",
        "0",
        Setter::Number(99, |spec, count| spec.connect = count),
        "How many pieces in a row win; 0 is no such rule.",
    ),
    key(
        "connectPieceTypes",
        "*",
        Setter::Types(|spec, types, _| spec.connect_types = types),
        "The kinds that count for connections.",
    ),
    key(
        "connectHorizontal",
        "true",
        Setter::Flag(|spec, on| spec.connect_lines[0] = on),
        "Whether connections go along ranks.",
    ),
    key(
        "connectVertical",
        "true",
        Setter::Flag(|spec, on| spec.connect_lines[1] = on),
        "Whether connections go along files.",
    ),
    key(
        "connectDiagonal",
        "true",
        Setter::Flag(|spec, on| spec.connect_lines[2] = on),
        "Whether connections go along diagonals.",
    ),
    key(
        "connectRegion1White",
        "-",
        Setter::Region(|spec, region| spec.connect_regions[0][0] = region),
        "The squares that White has to connect with `connectRegion2White`.",
    ),
    key(
        "connectRegion2White",
        "-",
        Setter::Region(|spec, region| spec.connect_regions[0][1] = region),
        "The other end of White's connection.",
    ),
    key(
        "connectRegion1Black",
        "-",
        Setter::Region(|spec, region| spec.connect_regions[1][0] = region),
        "The squares that Black has to connect with `connectRegion2Black`.",
    ),
    key(
        "connectRegion2Black",
        "-",
        Setter::Region(|spec, region| spec.connect_regions[1][1] = region),
        "The other end of Black's connection.",
    ),
    key(
        "connectNxN",
        "0",
        Setter::Number(32, |spec, count| spec.connect_square = count),
        "The side of a full square of pieces that wins; 0 is no such rule.",
    ),
    key(
        "collinearN",
        "0",
        Setter::Number(99, |spec, count| spec.collinear = count),
        "How many pieces on one line win, whatever is between; 0 is no such rule.",
    ),
    key(
        "connectValue",
        "win",
        Setter::Verdict(|spec, value| spec.connect_value = value),
        "The result for the side that has connected.",
    ),
];
