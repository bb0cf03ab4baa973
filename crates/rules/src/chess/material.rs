//! Material with which nobody can mate (ruling 1 of `docs/rules/chess.md`).
//!
//! A king, a knight, and bishops that all stand on squares of one colour cannot mate a bare king, however badly it
//! plays. Other pieces of the weaker side can help, by taking squares from their own king. Nothing here looks at where
//! pieces stand otherwise: a blocked position counts as one that can be won.

use super::{BISHOP, ChessPosition, KNIGHT, PAWN, QUEEN, ROOK, Set};
use crate::board::{Kind, Side, Square};

/// Returns true if the pieces of neither side can mate.
#[inline]
pub(super) fn is_dead(position: &ChessPosition) -> bool {
    if ![QUEEN, ROOK, PAWN].iter().all(|&kind| both(position, kind).is_empty()) {
        return false;
    }
    let (knights, bishops) = (both(position, KNIGHT), both(position, BISHOP));
    if knights.is_empty() { are_of_one_colour(bishops) } else { bishops.is_empty() && !knights.has_several() }
}

/// Returns true if no series of legal moves leads to mate by `side`.
pub(super) fn cannot_win(position: &ChessPosition, side: Side) -> bool {
    let has =
        |side: Side, kinds: &[Kind]| kinds.iter().any(|&kind| !position.cells().of(side, kind).is_empty());
    if has(side, &[QUEEN, ROOK, PAWN]) {
        return false;
    }
    if has(side, &[KNIGHT]) {
        // A queen beside its king covers or takes whatever a knight could make use of.
        let is_alone = position.cells().side(side).len() == 2;
        return is_alone && !has(!side, &[ROOK, BISHOP, KNIGHT, PAWN]);
    }
    // Nothing that the other side has stands in its king's way for good on squares that such bishops never attack,
    // but for knights and pawns, which may become knights.
    !has(side, &[BISHOP]) || are_of_one_colour(both(position, BISHOP)) && !has(!side, &[KNIGHT, PAWN])
}

fn both(position: &ChessPosition, kind: Kind) -> Set {
    position.cells().of(Side::White, kind) | position.cells().of(Side::Black, kind)
}

/// Returns true if all squares are of one colour.
fn are_of_one_colour(squares: Set) -> bool {
    let is_dark = |square: Square| (square.0 % 8 + square.0 / 8).is_multiple_of(2);
    let mut colours = squares.into_iter().map(is_dark);
    colours.next().is_none_or(|first| colours.all(|other| other == first))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Piece;
    use crate::chess::{Chess, KING};
    use crate::{Game, Outcome, Position, Reason};

    fn position(fen: &str) -> ChessPosition {
        Chess.parse(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
    }

    #[test]
    fn pieces_that_cannot_mate_are_known() {
        // The board, and whether White and Black cannot win.
        for (board, expected) in [
            ("k7/8/8/8/8/8/8/K7", [true, true]),
            ("k7/8/8/8/8/8/8/KN6", [true, true]),
            ("kn6/8/8/8/8/8/8/K7", [true, true]),
            ("k7/8/8/8/8/8/8/KB6", [true, true]),
            ("kb6/8/8/8/8/8/8/K7", [true, true]),
            // Bishops of one colour, however many and whosever.
            ("k1b5/8/8/8/8/8/8/KB6", [true, true]),
            ("k7/8/8/8/8/4B3/3B4/K1B5", [true, true]),
            ("1k6/8/4B3/3B4/8/8/8/KB6", [true, true]),
            ("1kb5/3b4/4B3/3B4/8/8/8/KB6", [true, true]),
            // Of two colours.
            ("kb6/8/8/8/8/8/8/KB6", [false, false]),
            ("k7/8/8/8/8/8/8/KBB5", [false, true]),
            // Other small pieces help each other, or their enemy.
            ("k7/8/8/8/8/8/8/KNN5", [false, true]),
            ("kn6/8/8/8/8/8/8/KN6", [false, false]),
            ("kb6/8/8/8/8/8/8/KN6", [false, false]),
            ("k7/8/8/8/8/8/8/KBN5", [false, true]),
            // Large pieces and pawns mate a bare king, and are in the way of their own.
            ("k7/8/8/8/8/8/8/KR6", [false, true]),
            ("k7/8/8/8/8/8/8/KQ6", [false, true]),
            ("k7/8/8/8/8/8/P7/K7", [false, true]),
            ("kr6/8/8/8/8/8/8/KN6", [false, false]),
            ("kq6/8/8/8/8/8/8/KN6", [true, false]),
            ("kqq5/8/8/8/8/8/8/KN6", [true, false]),
            ("k7/p7/8/8/8/8/8/KN6", [false, false]),
            ("kr6/8/8/8/8/8/8/KB6", [true, false]),
            ("kq6/8/8/8/8/8/8/KB6", [true, false]),
            ("k7/p7/8/8/8/8/8/KB6", [false, false]),
            ("k1rb4/8/8/8/8/8/8/KB6", [false, false]),
        ] {
            for side in ["w", "b"] {
                let position = position(&format!("{board} {side} - - 0 1"));
                let found = Side::BOTH.map(|side| position.cannot_win(side));
                assert_eq!(found, expected, "{board} {side}");
                assert_eq!(position.is_dead(), found == [true, true], "{board} {side}");
            }
        }
        assert!(!Chess.start().is_dead());
    }

    /// Calls `visit` with every position of two kings and these pieces in which the king of Black stands in one
    /// quarter of the board, and Black, to move, is in check.
    fn for_each_check(pieces: &[Piece], visit: &mut impl FnMut(&ChessPosition)) {
        let bare = position("8/8/8/8/8/8/8/k1K5 b - - 0 1");
        let mut cells = bare.cells.clone();
        let kings = [Side::White, Side::Black].map(|side| cells.of(side, KING).first().expect("a king"));
        for square in kings {
            cells.take(square);
        }
        let empty = ChessPosition { cells, ..bare };
        let placed = [Piece { kind: KING, side: Side::Black }, Piece { kind: KING, side: Side::White }];
        let pieces: Vec<Piece> = placed.into_iter().chain(pieces.iter().copied()).collect();
        place(&empty, &pieces, visit);
    }

    fn place(position: &ChessPosition, pieces: &[Piece], visit: &mut impl FnMut(&ChessPosition)) {
        let Some((&piece, rest)) = pieces.split_first() else {
            let mut position = position.clone();
            let (white, black) = (position.king(Side::White), position.king(Side::Black));
            let touch = position.attacks(Piece { kind: KING, side: Side::White }, white).has(black);
            position.checkers = position.find_checkers();
            if !touch && position.in_check() {
                visit(&position);
            }
            return;
        };
        for square in (0..64).map(Square).filter(|&square| position.cells().at(square).is_none()) {
            let is_in_quarter = square.0 % 8 < 4 && square.0 < 32;
            if piece.kind == KING && piece.side == Side::Black && !is_in_quarter {
                continue;
            }
            let mut next = position.clone();
            next.cells.put(square, piece);
            place(&next, rest, visit);
        }
    }

    #[test]
    fn such_pieces_never_mate() {
        let white = |kind| Piece { kind, side: Side::White };
        let black = |kind| Piece { kind, side: Side::Black };
        for pieces in [
            &[white(KNIGHT)][..],
            &[white(BISHOP)],
            &[white(KNIGHT), black(QUEEN)],
            &[white(BISHOP), black(QUEEN)],
            &[white(BISHOP), black(ROOK)],
        ] {
            let (mut checks, mut mates) = (0, 0);
            for_each_check(pieces, &mut |position| {
                checks += 1;
                mates += usize::from(position.count_moves() == 0);
                assert!(position.cannot_win(Side::White), "{position:?}");
            });
            assert!(checks > 1_000 && mates == 0, "{pieces:?}: {mates} mates in {checks} checks");
        }
        // The search for mates does find them.
        let mut mates = 0;
        for_each_check(&[white(KNIGHT), black(ROOK)], &mut |position| {
            mates += usize::from(position.count_moves() == 0);
        });
        assert!(mates > 0);
    }

    #[test]
    fn mate_and_stalemate_come_before_it_and_the_counts_after() {
        let verdict = |fen: &str| crate::verdict(&position(fen), &crate::History::default());
        let dead = Some(Outcome::draw(Reason::InsufficientMaterial));
        assert_eq!(verdict("8/8/8/8/8/6k1/4b3/7K b - - 0 1"), dead);
        assert_eq!(verdict("8/8/8/8/8/5bk1/8/7K w - - 100 90"), dead);
        assert_eq!(verdict("8/8/8/8/8/6k1/8/4b2K w - - 0 1"), dead);
        assert_eq!(verdict("8/8/8/8/8/4b1k1/8/7K w - - 0 1"), Some(Outcome::draw(Reason::Stalemate)));
    }
}
