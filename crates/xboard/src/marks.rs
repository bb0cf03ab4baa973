//! Marks for a piece in the hand of XBoard's user: the squares where it may go, and the pieces that
//! it may become.
//!
//! The marks are all that XBoard knows of our rules: it allows no other squares. Nothing is sent from here.

use super::entry::{self, EnteredMove};
use super::screen::XBoardModel;
use helgi_protocol::notation::WireSquare;
use helgi_protocol::xboard::XBoardPly;

/// The piece that the user has taken up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Held {
    /// A piece from the hand, of this letter; of any if it is not known.
    Hand(Option<char>),
    /// The piece of the first square, which has gone over the others so far.
    Board(Vec<WireSquare>),
}

/// A colour of XBoard's, by its meaning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Colour {
    /// The way goes on from here.
    Cyan,
    /// The piece becomes another; there is no choice, and XBoard waits for the letter.
    Blue,
    /// The user chooses the piece that it becomes.
    Magenta,
    /// A capture.
    Red,
    /// Any other move.
    Yellow,
    /// Not a move: another piece that is taken.
    Victim,
}

impl Colour {
    const fn letter(self) -> char {
        match self {
            Colour::Cyan => 'C',
            Colour::Blue => 'B',
            Colour::Magenta => 'M',
            Colour::Red => 'R',
            Colour::Yellow => 'Y',
            Colour::Victim => 'g',
        }
    }
}

/// The squares to which a held piece may go, as the text of `highlight`.
///
/// `orthodox` is for chess, whose promotions XBoard knows itself.
pub fn highlight(entries: &[EnteredMove], held: &Held, before: &XBoardModel, orthodox: bool) -> String {
    colours(entries, held, before, orthodox, None)
}

/// The same with the victims of a capture on `target`, over which the pointer is.
pub fn hover(
    entries: &[EnteredMove],
    held: &Held,
    before: &XBoardModel,
    orthodox: bool,
    target: WireSquare,
) -> String {
    colours(entries, held, before, orthodox, Some(target))
}

/// Returns the pieces that a piece may become if it is put on `target`, the likeliest first; `None`
/// if it stays the same.
pub fn choice(
    entries: &[EnteredMove],
    held: &Held,
    before: &XBoardModel,
    target: WireSquare,
) -> Option<String> {
    let Held::Board(way) = held else { return None };
    let own = way.first().and_then(|&from| before.letter(from)).map(|(_, letter)| letter);
    let mut letters = String::new();
    for (next, letter) in nexts(entries, held) {
        let Next::End(square) = next else { continue };
        let letter = letter.or(own).map(|letter| letter.to_ascii_uppercase());
        letters.extend(letter.filter(|&letter| square == target && !letters.contains(letter)));
    }
    let stays = own.is_some_and(|own| letters == own.to_string());
    (!stays && !letters.is_empty()).then_some(letters)
}

/// Returns true if the way of a move goes on from `square`.
pub fn goes_on(entries: &[EnteredMove], held: &Held, square: WireSquare) -> bool {
    nexts(entries, held).any(|(next, _)| next == Next::Over(square))
}

/// The user's next step with a held piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Next {
    /// Put it there for good.
    End(WireSquare),
    /// Go on from there.
    Over(WireSquare),
}

/// The next step of every move that begins like the held piece's way, and the piece that it becomes
/// in the end.
fn nexts<'a>(entries: &'a [EnteredMove], held: &'a Held) -> impl Iterator<Item = (Next, Option<char>)> + 'a {
    entries.iter().filter_map(move |entry| match (&entry.entered, held) {
        // A piece that comes with another's move is not marked: the user takes it up, then the one that moves, which XBoard
        // would not take up where there is a mark, and then puts that where it goes.
        (XBoardPly::Drop { letter, to }, Held::Hand(wanted)) => {
            wanted.is_none_or(|wanted| wanted == *letter).then_some((Next::End(*to), None))
        }
        (XBoardPly::Path { squares, letter }, Held::Board(way)) => {
            match squares.strip_prefix(way.as_slice())? {
                [] => None,
                [last] => Some((Next::End(*last), letter.filter(|_| entry.played.gate().is_none()))),
                [next, ..] => Some((Next::Over(*next), None)),
            }
        }
        _ => None,
    })
}

fn colours(
    entries: &[EnteredMove],
    held: &Held,
    before: &XBoardModel,
    orthodox: bool,
    target: Option<WireSquare>,
) -> String {
    let mut marks: Vec<(WireSquare, Colour)> = Vec::new();
    let mut mark = |square: WireSquare, colour: Colour| {
        match marks.iter_mut().find(|(other, _)| *other == square) {
            // A move may end here or go on: the user is led on, and can end it with the next step.
            Some((_, known)) if colour == Colour::Cyan => *known = colour,
            Some(_) => {}
            None => marks.push((square, colour)),
        }
    };
    for (next, _) in nexts(entries, held) {
        let (square, colour) = match next {
            Next::Over(square) => (square, Colour::Cyan),
            Next::End(square) => {
                let letters = choice(entries, held, before, square).map_or(0, |letters| letters.len());
                let colour = match letters {
                    0 if entry::captures(square, before.side(), before) => Colour::Red,
                    0 => Colour::Yellow,
                    // XBoard hangs if it gets the new letter of a piece in a game whose rules it checks.
                    1 if !orthodox => Colour::Blue,
                    _ => Colour::Magenta,
                };
                (square, colour)
            }
        };
        mark(square, colour);
    }
    for victim in target.into_iter().flat_map(|target| victims(entries, held, before, target)) {
        mark(victim, Colour::Victim);
    }
    before.map(|square| marks.iter().find(|(marked, _)| *marked == square).map(|(_, colour)| colour.letter()))
}

/// The other squares that a move to `target` empties.
fn victims(
    entries: &[EnteredMove],
    held: &Held,
    before: &XBoardModel,
    target: WireSquare,
) -> Vec<WireSquare> {
    let Held::Board(way) = held else { return Vec::new() };
    let ends = |entry: &&EnteredMove| match &entry.entered {
        XBoardPly::Path { squares, .. } => squares.strip_prefix(way.as_slice()) == Some(&[target]),
        _ => false,
    };
    let Some(entry) = entries.iter().find(ends) else { return Vec::new() };
    let is_gone = |square: &WireSquare| {
        before.letter(*square).is_some() && entry.after.letter(*square).is_none() && !way.contains(square)
    };
    before.all_squares().filter(|square| is_gone(square) && *square != target).collect()
}

#[cfg(test)]
mod tests {
    use super::super::board::XBoardGame;
    use helgi_rules::games::GameId;

    fn board(game: GameId, text: &str) -> XBoardGame {
        let mut board = XBoardGame::new(game, true).unwrap();
        board.set_up(text).unwrap();
        board
    }

    #[test]
    fn yellow_to_empty_squares_and_red_to_captures() {
        let mut board = board(GameId::CHESS, "4k3/8/8/3p4/4B3/8/8/4K3 w - - 0 1");
        assert_eq!(board.lift("e4").unwrap(), "8/7Y/6Y1/3R1Y2/8/3Y1Y2/2Y3Y1/1Y5Y");
        assert_eq!(board.put("d5"), None);
    }

    #[test]
    fn magenta_where_there_is_a_choice_and_blue_where_there_is_none() {
        let mut chess = board(GameId::CHESS, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
        assert_eq!(chess.lift("a7").unwrap(), "M7/8/8/8/8/8/8/8");
        assert_eq!(chess.put("a8").as_deref(), Some("QRBN"));
        let mut tactical = board(GameId::TACTICAL, "4k3/1P6/8/8/8/8/8/4K3[] w - - 0 9");
        assert!(tactical.lift("b7").unwrap().starts_with("1B6/"));
        assert_eq!(tactical.put("b8").as_deref(), Some("J"));
    }

    #[test]
    fn cyan_where_the_way_goes_on() {
        let mut board = board(GameId::TACTICAL, "4k3/8/8/8/3p4/8/3C4/4K3[] w - - 0 9");
        assert!(board.lift("d2").unwrap().contains("3C4"));
        assert_eq!(board.put("d4"), None);
        assert_eq!(board.lift("d4").unwrap(), "8/8/8/8/8/8/3Y4/8");
        // Another piece is another way.
        assert_eq!(board.lift("d4").unwrap(), "8/8/8/8/8/8/3Y4/8");
        assert_eq!(board.lift("e1").unwrap(), "8/8/8/8/8/8/4YY2/3Y1Y2");
    }

    #[test]
    fn guns_that_are_taken_as_well_are_marked_over_a_capture() {
        let text = "12/*7k2*/*10*/*10*/*2pP6*/*10*/*10*/*10*/*5K4*/3R8 w - d7d6 0 1";
        let mut board = board(GameId::POPULAR10, text);
        let lifted = board.lift("e5").unwrap();
        let hovered = board.hover("d6").unwrap();
        assert!(!lifted.contains('g'));
        assert_eq!(hovered, lifted.replacen("12/12/12/3YY7/12/", "12/12/12/3YY7/3g8/", 1));
    }

    #[test]
    fn pieces_in_hand_go_where_they_may_be_dropped() {
        let mut board = XBoardGame::new(GameId::TACTICAL, true).unwrap();
        assert_eq!(board.lift("zz").unwrap(), "8/8/8/8/YYYYYYYY/YYYYYYYY/YYYYYYYY/YYYYYYYY");
        assert_eq!(board.put("a1"), None);
        assert_eq!(board.lift("a1").unwrap(), "8/8/8/8/8/8/8/8");
    }
}
