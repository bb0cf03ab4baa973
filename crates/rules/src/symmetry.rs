//! The exchange of the colours: a position seen from the other side of the board.
//!
//! Works on text and on packed moves, by the game's [`Symmetry`] alone, so that it can neither
//! share a fault with a game's own code nor need any. A legal position becomes a legal one
//! again, if the game's rules keep their promise; to get the canonical text, read the
//! result and print it.

use super::fen::{self, Fields, Token};
use super::{FenError, Symmetry};
use crate::board::side_effects::{SideEffect, in_text_order};
use crate::board::{Action, Extra, Move, Outline, Square};

/// Exchanges the colours on one board.
#[derive(Clone, Copy, Debug)]
pub struct Exchange<'a> {
    outline: &'a Outline,
    symmetry: Symmetry,
}

impl<'a> Exchange<'a> {
    /// The exchange on a board of this outline, which has to be symmetric itself.
    #[must_use]
    pub const fn new(outline: &'a Outline, symmetry: Symmetry) -> Self {
        Exchange { outline, symmetry }
    }

    /// Returns the square where a square ends up.
    #[must_use]
    pub fn square(&self, square: Square) -> Square {
        let rank = self.outline.ranks() - 1 - self.outline.rank(square);
        let file = self.file(self.outline.file(square));
        // On a symmetric board the image of a square is one.
        self.outline.square(file, rank).unwrap_or(square)
    }

    /// The number of the image of a numbered effect, on the way between the images of two squares.
    fn effect(&self, ways: [Square; 2], number: u16) -> u16 {
        let turned = |square| self.square(square);
        let image = SideEffect::numbered(self.outline, ways, number).and_then(|effect| {
            let taken = effect.taken.into_iter().map(turned).collect();
            let set_down = effect.set_down.map(|squares| squares.map(turned));
            SideEffect { taken, set_down }.number(self.outline, ways.map(turned))
        });
        // The lists of games have the image of each effect.
        image.unwrap_or(number)
    }

    /// The move with the same meaning in the exchanged position.
    #[must_use]
    pub fn exchange_move(&self, original: Move) -> Move {
        let turned = |square| self.square(square);
        let image = match original.action() {
            Action::Pass => Action::Pass,
            Action::Drop { kind, to } => Action::Drop { kind, to: turned(to) },
            Action::Wall { at } => Action::Wall { at: turned(at) },
            Action::Shoot { from, target, second } => {
                let (from, first) = (turned(from), turned(target));
                let both = [first].into_iter().chain(second.map(turned)).collect();
                let (target, second) = match in_text_order(self.outline, from, both)[..] {
                    [first, second] => (first, Some(second)),
                    _ => (first, None),
                };
                Action::Shoot { from, target, second }
            }
            Action::Split { from, to, count } => Action::Split { from: turned(from), to: turned(to), count },
            Action::Step { from, to, promote, extra } => {
                let extra = match extra {
                    Extra::None => Extra::None,
                    Extra::Remove(square) => Extra::Remove(turned(square)),
                    Extra::Numbered(number) => Extra::Numbered(self.effect([from, to], number)),
                    Extra::Reward(square) => Extra::Reward(turned(square)),
                    Extra::Place(square) => Extra::Place(turned(square)),
                    Extra::Wall(square) => Extra::Wall(turned(square)),
                    Extra::Gate { kind, on } => Extra::Gate { kind, on: turned(on) },
                };
                Action::Step { from: turned(from), to: turned(to), promote, extra }
            }
        };
        image.into()
    }

    /// The text of the exchanged position. Rights and reserves may come in another order than the
    /// canonical one.
    ///
    /// # Errors
    ///
    /// When `text` cannot be taken apart into fields, ranks and pieces.
    pub fn text(&self, text: &str) -> Result<String, FenError> {
        let (text, checks) = without_checks(text);
        let fields = Fields::split(&text)?;
        let mut ranks = fen::tokens(fields.board, self.outline.files(), self.outline.ranks())?;
        ranks.reverse();
        let board: Vec<String> = ranks.into_iter().map(|rank| self.rank(rank)).collect();
        let reserve = fields.reserve.map_or(String::new(), |reserve| format!("[{}]", recoloured(reserve)));
        Ok(format!(
            "{}{reserve} {} {} {} {checks}{}",
            board.join("/"),
            fen::side_letter(!fields.turn.side),
            self.rights(fields.castling),
            self.squares_within(fields.en_passant),
            fields.turn,
        ))
    }

    fn file(&self, file: u8) -> u8 {
        match self.symmetry {
            Symmetry::Mirror => file,
            Symmetry::HalfTurn => self.outline.files().saturating_sub(1).saturating_sub(file),
        }
    }

    fn rank(&self, mut tokens: Vec<Token>) -> String {
        if self.symmetry == Symmetry::HalfTurn {
            tokens.reverse();
        }
        let mut text = String::new();
        for same in tokens.chunk_by(|left, right| left == right && *left == Token::Empty) {
            match same[0] {
                Token::Empty => text.push_str(&same.len().to_string()),
                Token::Block => text.push('*'),
                Token::Piece(piece) => text.push_str(&recoloured(piece)),
                Token::Stack(stack) => text.push_str(&format!("({})", recoloured(stack))),
            }
        }
        text
    }

    /// The castling field: `KQkq` name the right and the left side of the board, other letters
    /// files. A half-turn changes both.
    fn rights(&self, field: &str) -> String {
        let turned = |letter: char| match (self.symmetry, letter) {
            (Symmetry::Mirror, _) => letter,
            (_, 'K') => 'Q',
            (_, 'Q') => 'K',
            (_, 'k') => 'q',
            (_, 'q') => 'k',
            (_, 'a'..='z') => (b'a' + self.file(letter as u8 - b'a')) as char,
            (_, 'A'..='Z') => (b'A' + self.file(letter as u8 - b'A')) as char,
            _ => letter,
        };
        recoloured(&field.chars().map(turned).collect::<String>())
    }

    /// A field with squares in it, whatever stands between them: `e3`, `d4e5!e10`.
    fn squares_within(&self, field: &str) -> String {
        let mut text = String::new();
        let mut rest = field;
        while let Some(first) = rest.chars().next() {
            let digits = rest[first.len_utf8()..].bytes().take_while(u8::is_ascii_digit).count();
            let (head, tail) = rest.split_at(first.len_utf8() + digits);
            match self.outline.named(head) {
                Some(square) => text.push_str(&self.outline.name(self.square(square))),
                None => text.push_str(head),
            }
            rest = tail;
        }
        text
    }
}

/// The same pieces in the other colour.
fn recoloured(text: &str) -> String {
    let other = |letter: char| {
        if letter.is_ascii_uppercase() { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() }
    };
    text.chars().map(other).collect()
}

/// Takes the checks that both sides have still to give, `3+1` before the counts, out of a position's text, and returns
/// them as they are with the colours exchanged, with a blank; nothing in games that do not count them.
fn without_checks(text: &str) -> (String, String) {
    let of_sides = |word: &str| {
        let (white, black) = word.split_once('+')?;
        let are_numbers = [white, black].iter().all(|side| side.parse::<u8>().is_ok());
        are_numbers.then(|| format!("{black}+{white} "))
    };
    let mut words: Vec<&str> = text.split_whitespace().collect();
    // Behind the board, the side, the rights to castle and the square passed over.
    let found = words.iter().enumerate().skip(4).find_map(|(at, word)| Some((at, of_sides(word)?)));
    match found {
        Some((at, checks)) => {
            words.remove(at);
            (words.join(" "), checks)
        }
        None => (text.to_owned(), String::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(files: u8, ranks: u8) -> Outline {
        Outline::new(files, ranks, |_, _| true)
    }

    #[test]
    fn a_mirror_keeps_files() {
        let outline = board(8, 8);
        let exchange = Exchange::new(&outline, Symmetry::Mirror);
        let text = "4k3/8/(tN)2+E4/8/4Pp2/8/8/R3K2R[Pqq] b KQAbh e3 3 9";
        let other = "r3k2r/8/8/4pP2/8/(Tn)2+e4/8/4K3[pQQ] w kqaBH e6 3 9";
        assert_eq!(exchange.text(text).unwrap(), other);
        assert_eq!(exchange.text(other).unwrap(), text);
    }

    #[test]
    fn a_half_turn_reverses_them() {
        let outline = board(12, 3);
        let exchange = Exchange::new(&outline, Symmetry::HalfTurn);
        let text = "*10*/K10q/12 w KQa b2c1!l3 0 1";
        let other = "12/Q10k/*10* b qkL k2j3!a1 0 1";
        assert_eq!(exchange.text(text).unwrap(), other);
        let back = exchange.text(other).unwrap();
        assert_eq!(back, text);
    }

    #[test]
    fn moves_go_with_their_squares() {
        let outline = board(8, 8);
        let exchange = Exchange::new(&outline, Symmetry::HalfTurn);
        let (a1, b2, h8, g7) = (Square(0), Square(9), Square(63), Square(54));
        for (original, image) in [
            (Move::step(a1, b2), Move::step(h8, g7)),
            (Move::split(b2, a1, 3), Move::split(g7, h8, 3)),
            (Move::step_removing(a1, b2, h8), Move::step_removing(h8, g7, a1)),
            (Move::PASS, Move::PASS),
        ] {
            assert_eq!(exchange.exchange_move(original), image);
            assert_eq!(exchange.exchange_move(image), original);
        }
    }
}
