//! The editor of the protocol's first version, `edit`, which older GUIs use instead of `setboard`.

use super::XBoardGame;
use helgi_rules::AnyPosition;
use helgi_rules::board::Side;

/// A board that is edited, a piece a line.
#[derive(Clone, Debug)]
pub struct EditedBoard {
    /// The ranks from the top, with the text of what stands on each square.
    rows: Vec<Vec<Option<String>>>,
    /// The text of the pieces in hand, with its brackets; empty in games without them.
    hand: String,
    /// The colour of the pieces that are put.
    colour: Side,
    is_changed: bool,
}

/// The text of a square that is not on the board, or is closed.
const CLOSED: &str = "*";

impl EditedBoard {
    fn of(fen: &str) -> Self {
        let board = fen.split(' ').next().unwrap_or_default();
        let (board, hand) = board.split_at(board.find('[').unwrap_or(board.len()));
        let rows = board.split('/').map(row).collect();
        EditedBoard { rows, hand: hand.to_owned(), colour: Side::White, is_changed: false }
    }

    fn clear(&mut self) {
        for square in self.rows.iter_mut().flatten() {
            square.take_if(|text| text != CLOSED);
        }
        if !self.hand.is_empty() {
            self.hand = "[]".to_owned();
        }
    }

    fn text(&self) -> String {
        let rows: Vec<String> = self.rows.iter().map(|row| row_text(row)).collect();
        format!("{}{}", rows.join("/"), self.hand)
    }
}

/// The squares of a rank's text.
fn row(text: &str) -> Vec<Option<String>> {
    let (mut squares, mut empty, mut piece) = (Vec::<Option<String>>::new(), 0, String::new());
    let mut is_in_stack = false;
    for letter in text.chars() {
        if let (Some(digit), false) = (letter.to_digit(10), is_in_stack) {
            empty = empty * 10 + digit as usize;
            continue;
        }
        squares.extend(std::iter::repeat_n(None, std::mem::take(&mut empty)));
        match (letter, squares.last_mut()) {
            ('~', Some(Some(last))) if piece.is_empty() => last.push('~'),
            _ => piece.push(letter),
        }
        is_in_stack = letter == '(' || is_in_stack && letter != ')';
        let is_whole = letter != '+' && letter != '~' && !is_in_stack;
        if is_whole {
            squares.push(Some(std::mem::take(&mut piece)));
        }
    }
    squares.extend(std::iter::repeat_n(None, empty));
    squares
}

/// The text of a rank.
fn row_text(row: &[Option<String>]) -> String {
    let (mut text, mut empty) = (String::new(), 0);
    let count = |empty: &mut usize| match std::mem::take(empty) {
        0 => String::new(),
        count => count.to_string(),
    };
    for square in row {
        match square {
            None => empty += 1,
            Some(piece) => {
                text += &count(&mut empty);
                text += piece;
            }
        }
    }
    text + &count(&mut empty)
}

impl XBoardGame {
    /// The present board, or that of the start if there is none, to be edited.
    pub fn edit(&self) -> EditedBoard {
        let fen = self.position().map_or_else(|| self.game.info().start.to_owned(), AnyPosition::fen);
        EditedBoard::of(&fen)
    }

    /// Takes a line of the editor: `#` clears the board, `c` changes the colour, `Pa4` puts a piece, `xa4` takes one away.
    /// False if it is none of these.
    pub fn take_edit(&self, edited: &mut EditedBoard, line: &str) -> bool {
        match line {
            "#" => edited.clear(),
            "c" => {
                edited.colour = !edited.colour;
                return true;
            }
            _ => {
                let letter = line.strip_prefix('+').unwrap_or(line);
                let Some(first) = letter.chars().next().filter(char::is_ascii_alphabetic) else {
                    return false;
                };
                let (piece, place) = line.split_at(line.len() - letter.len() + 1);
                let Some(square) = self.square(place) else { return false };
                let piece = match (piece, edited.colour) {
                    ("x", _) => None,
                    (piece, Side::White) => Some(piece.to_ascii_uppercase()),
                    (piece, Side::Black) => Some(piece.to_ascii_lowercase()),
                };
                let is_known = |letter: char| {
                    self.game.info().pieces.iter().any(|piece| piece.letter.eq_ignore_ascii_case(&letter))
                };
                let from_top = edited.rows.len().checked_sub(usize::from(square.rank));
                let row = from_top.and_then(|from_top| edited.rows.get_mut(from_top));
                let at = row.and_then(|row| row.get_mut(usize::from(square.file)));
                match at.filter(|at| at.as_deref() != Some(CLOSED)) {
                    Some(at) if piece.is_none() || is_known(first) => *at = piece,
                    _ => return false,
                }
            }
        }
        edited.is_changed = true;
        true
    }

    /// The text of the position with an edited board; `None` if nothing was changed. The side to move stays, and pieces at home
    /// may castle.
    pub fn edited(&self, edited: &EditedBoard) -> Option<String> {
        let start = self.game.info().start;
        let mut fields: Vec<&str> = start.split(' ').collect();
        let board = edited.text();
        let side = if self.side() == Some(Side::Black) { "b" } else { "w" };
        for (field, own) in fields.iter_mut().zip([board.as_str(), side]) {
            *field = own;
        }
        edited.is_changed.then(|| fields.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use helgi_rules::{Game, GameId};

    #[test]
    fn boards_are_taken_apart_and_put_together() {
        for game in GameId::all() {
            let board = game.start().fen();
            let board = board.split(' ').next().unwrap_or_default().to_owned();
            assert_eq!(EditedBoard::of(&board).text(), board, "{}", game.name());
        }
        for board in ["4k3/8/(nQ)7/8/3(dR)4/8/4E3/4K3", "4k3/8/4+PQ~2/8/8/8/8/4K3[Pp]", "**7h**/12/**4H3**"] {
            assert_eq!(EditedBoard::of(board).text(), board);
        }
    }
}
