//! The board as a drawing in text, of any game: stacks, reserves, obstacles and missing squares.

use crate::board::{Side, Square};
use crate::{AnyPosition, Game, GameId, Position, fen};

/// The content of one square.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Content {
    /// The board has no square there.
    Missing,
    /// The square is blocked.
    Obstacle,
    /// Nothing.
    Empty,
    /// A piece, or a stack from the bottom up, as the position's text has it.
    Pieces(String),
}

impl Content {
    /// The content as it is drawn.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Content::Missing | Content::Empty => "",
            Content::Obstacle => "*",
            Content::Pieces(pieces) => pieces,
        }
    }
}

/// A position taken apart for drawing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    /// The ranks from the top, each from file a on.
    pub ranks: Vec<Vec<Content>>,
    /// The pieces that the two sides have in reserve, White first; `None` in games without reserves.
    pub reserves: Option<[String; 2]>,
}

impl Diagram {
    /// Looks at a position.
    #[must_use]
    pub fn new(position: &AnyPosition) -> Self {
        let (outline, pieces) = (position.outline(), position.info().pieces);
        let content = |file, rank| {
            let Some(square) = outline.square(file, rank) else { return Content::Missing };
            if position.is_obstacle(square) {
                return Content::Obstacle;
            }
            let mut stack: Vec<String> =
                position.pieces_on(square).map(|piece| fen::piece_text(piece, pieces)).collect();
            // The topmost piece comes last in a position's text.
            stack.reverse();
            if stack.is_empty() { Content::Empty } else { Content::Pieces(stack.concat()) }
        };
        let ranks = (0..outline.ranks())
            .rev()
            .map(|rank| (0..outline.files()).map(|file| content(file, rank)).collect())
            .collect();
        let reserves = position
            .reserve()
            .map(|reserve| Side::BOTH.map(|side| fen::side_reserve_text(reserve, side, pieces)));
        Diagram { ranks, reserves }
    }

    /// Returns the width that the widest square needs, at least 1: all files are drawn so wide.
    #[must_use]
    pub fn width(&self) -> usize {
        self.ranks.iter().flatten().map(|content| content.text().len()).max().unwrap_or(0).max(1)
    }

    /// Returns the number of files.
    #[must_use]
    pub fn files(&self) -> usize {
        self.ranks.first().map_or(0, Vec::len)
    }

    /// The drawing in plain ASCII, White at the bottom, the numbers of the ranks on the left.
    #[must_use]
    pub fn plain(&self) -> String {
        self.drawn(|number| (format!("{number:3} "), String::new()))
    }

    /// The same with the numbers on the right, as Stockfish's `d` has it: scripts cut that apart by columns.
    #[must_use]
    pub fn numbered_on_the_right(&self) -> String {
        self.drawn(|number| (" ".to_owned(), format!(" {number}")))
    }

    /// The drawing with a text on the left and on the right of each rank, by its number.
    fn drawn(&self, label: impl Fn(usize) -> (String, String)) -> String {
        let width = self.width();
        let indent = " ".repeat(label(1).0.len());
        let (mut rule, mut files) = (format!("{indent}+"), format!("{indent} "));
        for letter in ('a'..='z').take(self.files()) {
            rule.push_str(&format!("{}+", "-".repeat(width + 2)));
            files.push_str(&format!("{letter:^0$} ", width + 2));
        }
        // The letters stand in the middle of their columns.
        let mut text = format!("{rule}\n");
        for (index, rank) in self.ranks.iter().enumerate() {
            let (left, right) = label(self.ranks.len() - index);
            text.push_str(&format!("{left}|"));
            for content in rank {
                match content {
                    Content::Missing => text.push_str(&format!("{}|", "#".repeat(width + 2))),
                    _ => text.push_str(&format!("{:^1$}|", content.text(), width + 2)),
                }
            }
            text.push_str(&format!("{right}\n{rule}\n"));
        }
        text.push_str(files.trim_end());
        if let Some([white, black]) = &self.reserves {
            text.push_str(&format!("\n\nReserve of White: {white}\nReserve of Black: {black}"));
        }
        text
    }
}

/// The position that a picture of a game's rules page shows, by its title: a position's text, perhaps with a
/// square after a comma, `FEN, d4`, whose piece is the subject. A variant on another board shows
/// those of the game whose variant it is. `None` for a title that is not a position.
#[must_use]
pub fn titled(game: GameId, title: &str) -> Option<(AnyPosition, Option<Square>)> {
    let (text, square) = title.rsplit_once(", ").unwrap_or((title, ""));
    let is_kin = |other: &GameId| game.name().starts_with(other.name());
    let kin = GameId::BUILT_IN.iter().copied().filter(is_kin);
    let games = std::iter::once(game).chain(kin);
    let position = games.filter_map(|game| game.parse(text).ok()).next()?;
    let square = match square {
        "" => None,
        name => Some(position.outline().named(name)?),
    };
    Some((position, square))
}

/// The squares that a piece could go to or shoot at, also one of the side that is not to move.
#[must_use]
pub fn reach(position: &AnyPosition, from: Square) -> Vec<Square> {
    let is_own = position.piece_at(from, 0).is_some_and(|top| top.side == position.side());
    let turned = if is_own { Some(position.clone()) } else { position.pass() };
    let moves = turned.map(|position| position.legal_moves()).unwrap_or_default().into_iter();
    let mut squares: Vec<Square> =
        moves.filter(|legal| legal.from() == Some(from)).filter_map(|legal| legal.to()).collect();
    squares.sort_unstable();
    squares.dedup();
    squares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_are_positions() {
        let title = "4k3/8/8/8/3N4/8/8/4K3 w - - 0 1";
        assert!(titled(GameId::CHESS, title).is_some_and(|(_, square)| square.is_none()));
        let (position, square) = titled(GameId::CHESS, &format!("{title}, d4")).unwrap();
        assert_eq!(reach(&position, square.unwrap()).len(), 8);
        let black = position.outline().named("e8").unwrap();
        assert_eq!(reach(&position, black).len(), 5);
        for wrong in ["", "a knight", "4k3/8/8/8/3N4/8/8/4K3 w - - 0 1, i4"] {
            assert!(titled(GameId::CHESS, wrong).is_none(), "{wrong}");
        }
        let fen = GameId::CHESS_BATTLE.start().fen();
        assert_eq!(titled(GameId::CHESS_BATTLE144, &fen).unwrap().0.game(), GameId::CHESS_BATTLE);
    }

    #[test]
    fn stacks_are_drawn() {
        let position = GameId::TAVRELI.parse("8/8/8/8/3k4/8/1(tN)6/K3+E3 w - - 0 1").unwrap();
        let diagram = Diagram::new(&position);
        assert_eq!(diagram.ranks[6][1], Content::Pieces("tN".to_owned()));
        assert_eq!((diagram.width(), diagram.files()), (2, 8));
        let last = "  1 | K  |    |    |    | +E |    |    |    |";
        assert!(diagram.plain().lines().any(|line| line == last), "{}", diagram.plain());
        assert_eq!(diagram.reserves, None);
    }

    #[test]
    fn obstacles_and_reserves_are_drawn() {
        let position = GameId::TACTICAL.parse("4k3/8/8/2*5/8/8/8/4K3[PPq] w - - 0 9").unwrap();
        let drawing = Diagram::new(&position).plain();
        assert!(drawing.contains("  5 |   |   | * |"), "{drawing}");
        assert!(drawing.ends_with("\n\nReserve of White: PP\nReserve of Black: q"), "{drawing}");
    }

    #[test]
    fn numbers_stand_on_either_side() {
        let diagram = Diagram::new(&GameId::CHESS.start());
        let first = |drawing: String| drawing.lines().take(2).map(str::to_owned).collect::<Vec<_>>();
        let ranks = "+---+---+---+---+---+---+---+---+";
        let left = [format!("    {ranks}"), "  8 | r | n | b | q | k | b | n | r |".to_owned()];
        let right = [format!(" {ranks}"), " | r | n | b | q | k | b | n | r | 8".to_owned()];
        assert_eq!(first(diagram.plain()), left);
        assert_eq!(first(diagram.numbered_on_the_right()), right);
        assert!(diagram.numbered_on_the_right().ends_with("\n   a   b   c   d   e   f   g   h"));
    }

    #[test]
    fn missing_squares_are_drawn() {
        let drawing = Diagram::new(&GameId::CHESS_BATTLE.start()).plain();
        assert!(drawing.contains(" 12 |###|###| g |"), "{drawing}");
    }
}
