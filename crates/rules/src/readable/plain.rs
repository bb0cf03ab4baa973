//! The usual SAN of pieces, pawns and castlings, read without writing the other moves: most of every file of games.

use super::{LONG_CASTLING, SHORT_CASTLING};
use crate::board::{Action, Extra, Kind, Move, Outline, Piece, Square};
use crate::{AnyPosition, PieceInfo, PieceMark, Position};

/// A text such as `Nf3`, `Rad1`, `exd5` and `e8=Q+`: a letter, which a pawn has not, perhaps a file or a rank, a square,
/// and perhaps the letter of what a pawn becomes.
struct PlainText {
    letter: char,
    file: Option<u8>,
    rank: Option<u8>,
    to: Square,
    promotion: Option<char>,
}

/// Reads a move; `None` if the text is not of this form, is no move, or could be several, or if the position has moves
/// with further squares, whose texts may end like it.
pub(super) fn read(position: &AnyPosition, text: &str) -> Option<Move> {
    let text = text.trim_end_matches(['+', '#', '!', '?']);
    if matches!(text, SHORT_CASTLING | LONG_CASTLING) {
        return castling(position, text);
    }
    let outline = position.outline();
    let text = PlainText::of(outline, text)?;
    let pieces = position.info().pieces;
    let has_letter = |kind: Kind, letter: char| {
        // One with `~` is written with the plain letter.
        let is_written = |piece: &PieceInfo| piece.letter == letter && piece.mark != PieceMark::Plus;
        pieces.get(kind.index()).is_some_and(is_written)
    };
    // The kinds of the letter, a bit for each: they are asked for again and again.
    let with_letter = (0..pieces.len() as u8).filter(|&kind| has_letter(Kind(kind), text.letter));
    let wanted = with_letter.fold(0_u32, |wanted, kind| wanted | 1 << kind);
    let is_wanted = |kind: Kind| wanted >> kind.0 & 1 == 1;
    let (mut found, mut is_plain) = (None, true);
    position.generate_to(wanted, text.to, &mut |legal: Move| {
        let Action::Step { from, to, promote, extra } = legal.action() else { return };
        // The move's text ends with its third square, which this reader does not look for.
        is_plain &= extra == Extra::None;
        let is_it = to == text.to
            && match (promote, text.promotion) {
                (None, None) => true,
                (Some(kind), Some(letter)) => has_letter(kind, letter),
                _ => false,
            }
            && text.file.is_none_or(|file| outline.file(from) == file)
            && text.rank.is_none_or(|rank| outline.rank(from) == rank)
            && position.piece_at(from, 0).is_some_and(|piece| is_wanted(piece.kind));
        // Where two moves fit, the full reader knows which of them is meant, if either.
        is_plain &= !(is_it && found.replace(legal).is_some());
    });
    // A king that goes onto its own rook castles, and has another text.
    let is_own = |piece: Piece| piece.side == position.side();
    found.filter(|_| is_plain && !position.piece_at(text.to, 0).is_some_and(is_own))
}

/// Finds the castling of a name; `None` if no move or several are called so.
fn castling(position: &AnyPosition, name: &str) -> Option<Move> {
    let is_it = |legal: &Move| {
        legal.gate().is_none() && legal.built().is_none() && super::castling(position, *legal) == Some(name)
    };
    let mut found = position.legal_moves().into_iter().filter(is_it);
    let first = found.next();
    first.filter(|_| found.next().is_none())
}

impl PlainText {
    /// Takes a text without its marks apart.
    fn of(outline: &Outline, text: &str) -> Option<Self> {
        let (text, promotion) = match *text.as_bytes() {
            [ref before @ .., b'=', letter @ b'A'..=b'Z'] => (before, Some(char::from(letter))),
            _ => (text.as_bytes(), None),
        };
        let digits = text.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
        let (before, digits) = text.split_at(text.len() - digits);
        let (&file, before) = before.split_last()?;
        let to = outline.square(file_of(file)?, rank_of(digits)?)?;
        let (before, captures) = match before {
            [before @ .., b'x'] => (before, true),
            _ => (before, false),
        };
        let plain = PlainText { letter: 'P', file: None, rank: None, to, promotion };
        match *before {
            [] if !captures => Some(plain),
            [file] if captures && file_of(file).is_some() => Some(PlainText { file: file_of(file), ..plain }),
            [letter @ b'A'..=b'Z', ref origin @ ..] => {
                let plain = PlainText { letter: char::from(letter), ..plain };
                match *origin {
                    [] => Some(plain),
                    [file @ b'a'..=b'z'] => Some(PlainText { file: file_of(file), ..plain }),
                    _ => Some(PlainText { rank: Some(rank_of(origin)?), ..plain }),
                }
            }
            _ => None,
        }
    }
}

/// A file by its letter, from 0.
fn file_of(letter: u8) -> Option<u8> {
    letter.is_ascii_lowercase().then(|| letter - b'a')
}

/// A rank by its number, from 0.
fn rank_of(digits: &[u8]) -> Option<u8> {
    let number = match *digits {
        [one @ b'1'..=b'9'] => one - b'0',
        [ten @ b'1'..=b'9', one @ b'0'..=b'9'] => (ten - b'0') * 10 + one - b'0',
        _ => return None,
    };
    Some(number - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::readable::{self, Style};
    use crate::{Game, GameId};

    /// The reader of plain moves agrees with the whole reader, in random positions of every game.
    #[test]
    fn plain_texts_mean_the_same_to_the_whole_reader() {
        let (mut plain, mut castlings) = (0, 0);
        for game in GameId::BUILT_IN {
            let mut random = fastrand::Rng::with_seed(7);
            for _ in 0..2 {
                let mut position = game.start();
                while position.outcome().is_none() && position.turn().fullmove < 20 {
                    let texts = readable::write_all(&position, Style::San);
                    let Some((played, _)) = random.choice(&texts) else { break };
                    for (legal, text) in &texts {
                        // Without its mark or its letter a text may mean another move.
                        for text in [text.clone(), text.replace('x', ""), text.replacen(['N', 'R'], "", 1)] {
                            let Some(found) = read(&position, &text) else { continue };
                            assert_eq!(
                                readable::whole(&position, &text),
                                Ok(found),
                                "{} {text}",
                                position.fen()
                            );
                            plain += usize::from(found == *legal);
                            castlings += usize::from(text.starts_with(SHORT_CASTLING));
                        }
                    }
                    position = position.after(*played);
                }
            }
        }
        assert!(plain > 3_000 && castlings > 0, "{plain} {castlings}");
    }
}
