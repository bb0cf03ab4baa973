//! Castlings that XBetza has among the king's moves, as the keys of castling say them.

use crate::betza::BetzaCastling;
use crate::finding::phrases;
use crate::slot::{Slot, Types};
use crate::spec::Spec;
use helgi_rules::Phrase;
use helgi_rules::internals::fen::{Token, tokens};

/// A castling that the rules of files cannot say.
pub(crate) struct CastlingFault {
    /// The character of its `O` among the king's moves, from 0.
    pub at: usize,
    pub expected: Phrase,
}

/// The letters of pieces and `*` on the board of a game's start, each with its file and rank from 0; none where the board cannot
/// be read.
pub(crate) fn letters_of(spec: &Spec) -> Vec<(char, u8, u8)> {
    letters_in(spec, &spec.start)
}

/// The letters on the board of a position of the game, in the same way.
pub(crate) fn letters_in(spec: &Spec, position: &str) -> Vec<(char, u8, u8)> {
    let board = position.split([' ', '[']).next().unwrap_or("");
    let mut found = Vec::new();
    let rows = tokens(board, spec.files, spec.ranks).unwrap_or_default();
    for (row, rank) in rows.iter().zip((0..spec.ranks).rev()) {
        for (token, file) in row.iter().zip(0..) {
            let letter = match token {
                Token::Block => Some('*'),
                Token::Piece(text) => text.chars().find(char::is_ascii_alphabetic),
                Token::Empty | Token::Stack(_) => None,
            };
            found.extend(letter.map(|letter| (letter, file, rank)));
        }
    }
    found
}

/// Sets the keys of castling to what the king's moves say.
pub(crate) fn apply(spec: &mut Spec, castlings: &[BetzaCastling]) -> Result<(), CastlingFault> {
    let fault = |at, expected| Err(CastlingFault { at, expected });
    let Some(first) = castlings.first() else { return Ok(()) };
    let letters = letters_of(spec);
    let king = spec.letter(Slot::KING);
    let place = |letter: char| {
        letters.iter().find(|(other, ..)| *other == letter).map(|&(_, file, rank)| (file, rank))
    };
    let (Some((file, rank)), Some((black_file, _))) =
        (place(king.to_ascii_uppercase()), place(king.to_ascii_lowercase()))
    else {
        return fault(first.at, phrases::CASTLING_KINGS);
    };
    let mut steps: [Vec<u8>; 2] = Default::default();
    for castling in castlings {
        for (steps, has_side) in steps.iter_mut().zip(castling.sides) {
            if has_side {
                steps.push(castling.steps);
            }
        }
    }
    steps.iter_mut().for_each(|steps| steps.sort_unstable());
    if let Some(castling) = castlings.iter().find(|castling| castling.is_inner != first.is_inner) {
        return fault(castling.at, phrases::CASTLING_CORNERS);
    }
    let room = [file, spec.files.saturating_sub(1 + file)];
    for castling in castlings {
        if (0..2).any(|side| castling.sides[side] && castling.steps > room[side]) {
            return fault(castling.at, phrases::CASTLING_EDGE);
        }
    }
    let rights = spec.start.split(' ').nth(2).unwrap_or("-");
    for (side, letter) in [(0, 'q'), (1, 'k')] {
        if steps[side].is_empty() && rights.to_ascii_lowercase().contains(letter) {
            return fault(first.at, phrases::CASTLING_SIDES);
        }
    }
    spec.castling = true;
    spec.castling_rank = rank;
    spec.castling_king_file = file;
    spec.beyond.castling_steps.clear();
    match (&steps[0][..], &steps[1][..]) {
        (left @ ([] | [_]), right @ ([] | [_])) if file == black_file => {
            // Without a castling to a side its file is that of the edge, where nobody has rights.
            spec.castling_king_side = right.first().map_or(spec.files - 1, |steps| file + steps);
            spec.castling_queen_side = left.first().map_or(0, |steps| file - steps);
        }
        // Kings on different files, or several castlings to a side, are told by the numbers of squares.
        (left, right) if left == right => spec.beyond.castling_steps = left.to_vec(),
        _ => return fault(first.at, phrases::CASTLING_STEPS),
    }
    let corner = u8::from(first.is_inner);
    let partners = [corner, spec.files.saturating_sub(1 + corner)];
    if first.is_inner {
        [spec.castling_rook_queen_side, spec.castling_rook_king_side] = partners;
    }
    let mut rooks = Types::EMPTY;
    for (letter, file, _) in letters.iter().filter(|&&(_, _, on)| on == rank) {
        if let Some(slot) = spec.slot_of(*letter).filter(|_| partners.contains(file)) {
            rooks.insert(slot);
        }
    }
    if rooks.is_empty() {
        return fault(first.at, phrases::CASTLING_PARTNER);
    }
    spec.castling_rooks = [rooks; 2];
    Ok(())
}
