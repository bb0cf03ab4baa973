//! Figures of chess for pieces of other games that move alike, or have their names.

use helgi_rules::board::{Bitboard, Geometry, Movement, Occupancy, Outline, Side, Square};
use helgi_rules::games::GameId;
use helgi_rules::internals::board::path::Path;
use helgi_rules::{PieceInfo, PieceMark};
use std::sync::LazyLock;

/// A chessboard, and boards with pieces on them.
struct Boards {
    geometry: Geometry<1>,
    occupied: [Bitboard<1>; 3],
}

/// The squares that a piece reaches from each square of each board: by moving, capturing and shooting, and *en passant*.
type Reached = Vec<[Bitboard<1>; 4]>;

static BOARDS: LazyLock<Boards> = LazyLock::new(|| {
    let geometry = Geometry::<1>::new(Outline::new(8, 8, |_, _| true));
    let occupied = geometry.thirds();
    Boards { geometry, occupied }
});

static CHESS: LazyLock<Vec<(char, Reached)>> = LazyLock::new(|| {
    let pieces = GameId::CHESS.info().pieces.iter();
    pieces.map(|piece| (piece.letter, reached(&piece.paths(Side::White)))).collect()
});

/// The letter of the piece of chess that moves as a piece does, or that has its name, as pawns do that never go two squares;
/// `None` if there is none, or if the piece is promoted.
#[must_use]
pub fn figure(piece: &PieceInfo) -> Option<char> {
    if piece.mark != PieceMark::None { None } else { figure_of(piece.name, &piece.paths(Side::White)) }
}

/// The letter of the piece of chess that moves along the same paths as White's, or that has the name; `None` if there is none.
///
/// ```
/// use helgi_drawing::figures::figure_of;
/// use helgi_rules::PieceInfo;
/// use helgi_rules::board::Side;
///
/// let paths = PieceInfo::new('H', "horse", "N").paths(Side::White);
/// assert_eq!(figure_of("horse", &paths), Some('N'));
/// ```
#[must_use]
pub fn figure_of(name: &str, paths: &[Path]) -> Option<char> {
    let own = reached(paths);
    let alike = CHESS.iter().find(|(_, reached)| *reached == own).map(|(letter, _)| *letter);
    // Moves go before names: a piece called rook that moves as a bishop is shown as one.
    alike.or_else(|| named(name))
}

/// The letter of the piece of chess of a name, or of one that is known as its kin.
fn named(name: &str) -> Option<char> {
    match name {
        "pawn" | "berolina pawn" => Some('P'),
        "knight" => Some('N'),
        "bishop" => Some('B'),
        "rook" => Some('R'),
        "queen" | "amazon" => Some('Q'),
        "king" => Some('K'),
        _ => None,
    }
}

fn reached(paths: &[Path]) -> Reached {
    let Boards { geometry, occupied } = &*BOARDS;
    let moves = Movement::of_paths(geometry, paths, Side::White);
    let from = |(board, square): (&Bitboard<1>, Square)| {
        // A piece does not stand in its own way.
        let mut others = *board;
        others.remove(square);
        let seen = Occupancy::from(others);
        [&moves.quiet, &moves.capture, &moves.shoot, &moves.en_passant]
            .map(|reach| reach.targets(geometry, square, &seen))
    };
    let squares = || geometry.outline().squares();
    occupied.iter().flat_map(|board| squares().map(move |square| (board, square))).map(from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_that_move_alike_have_the_same_figure() {
        for (movement, expected) in [
            ("WF", Some('K')),
            ("RB", Some('Q')),
            ("N", Some('N')),
            ("fmWfcFfmi2nDfceF", Some('P')),
            ("fmWfcF", None),
            ("RN", None),
            ("mRcpR", None),
            ("", None),
        ] {
            assert_eq!(figure(&PieceInfo::new('X', "piece", movement)), expected, "{movement}");
        }
        // A pawn is a pawn, if it only steps; a name does not stand above the moves.
        assert_eq!(figure(&PieceInfo::new('P', "pawn", "fmWfcF")), Some('P'));
        assert_eq!(figure(&PieceInfo::new('Q', "amazon", "mQ")), Some('Q'));
        assert_eq!(figure(&PieceInfo::new('K', "king", "N")), Some('N'));
    }
}
