//! The board as a drawing, made from the position's text alone.
//!
//! The text is what all games have in common: one way of drawing shows the stacks, reserves,
//! obstacles and missing squares of any of them.

use crate::FenError;
use crate::board::Outline;
use crate::fen::{self, Fields, Token};

/// What there is to see on one square.
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
    /// What the two sides have in reserve, White first; `None` in games without reserves.
    pub reserves: Option<[String; 2]>,
}

impl Diagram {
    /// Takes a position's text apart.
    ///
    /// # Errors
    ///
    /// When it is no text of a position on this board.
    pub fn new(outline: &Outline, text: &str) -> Result<Self, FenError> {
        let fields = Fields::split(text)?;
        let tokens = fen::tokens(fields.board, outline.files(), outline.ranks())?;
        let content = |(file, rank), token| match token {
            Token::Block if outline.square(file, rank).is_none() => Content::Missing,
            Token::Block => Content::Obstacle,
            Token::Empty => Content::Empty,
            Token::Piece(pieces) | Token::Stack(pieces) => Content::Pieces(pieces.to_owned()),
        };
        let ranks = (0..outline.ranks())
            .rev()
            .zip(tokens)
            .map(|(rank, row)| (0..).zip(row).map(|(file, token)| content((file, rank), token)).collect());
        let reserves = fields.reserve.map(|reserve| {
            [char::is_uppercase, char::is_lowercase]
                .map(|owns| reserve.chars().filter(|&c| owns(c)).collect())
        });
        Ok(Diagram { ranks: ranks.collect(), reserves })
    }

    /// How wide each file has to be for its widest square; at least 1.
    pub fn widths(&self) -> Vec<usize> {
        let files = self.ranks.first().map_or(0, Vec::len);
        let width = |file: usize| {
            let contents = self.ranks.iter().filter_map(|rank| rank.get(file));
            contents.map(|content| content.text().len()).max().unwrap_or(0).max(1)
        };
        (0..files).map(width).collect()
    }

    /// The drawing in plain ASCII, White at the bottom.
    pub fn plain(&self) -> String {
        let widths = self.widths();
        let mut rule = "    +".to_owned();
        let mut files = "     ".to_owned();
        for (&width, letter) in widths.iter().zip('a'..='z') {
            rule.push_str(&format!("{}+", "-".repeat(width + 2)));
            files.push_str(&format!("{letter:^0$} ", width + 2));
        }
        let mut text = format!("{rule}\n");
        for (index, rank) in self.ranks.iter().enumerate() {
            text.push_str(&format!("{:3} |", self.ranks.len() - index));
            for (content, &width) in rank.iter().zip(&widths) {
                match content {
                    Content::Missing => text.push_str(&format!("{}|", "#".repeat(width + 2))),
                    _ => text.push_str(&format!("{:^1$}|", content.text(), width + 2)),
                }
            }
            text.push_str(&format!("\n{rule}\n"));
        }
        text.push_str(files.trim_end());
        if let Some([white, black]) = &self.reserves {
            text.push_str(&format!("\n\nReserve of White: {white}\nReserve of Black: {black}"));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stacks_obstacles_holes_and_reserves_are_drawn() {
        let outline = Outline::new(4, 2, |file, rank| (file, rank) != (0, 1));
        let diagram = Diagram::new(&outline, "*1(tN+E)k/*2K[PPq] w - - 0 1").unwrap();
        let expected = "    +---+---+------+---+
  2 |###|   | tN+E | k |
    +---+---+------+---+
  1 | * |   |      | K |
    +---+---+------+---+
      a   b    c     d

Reserve of White: PP
Reserve of Black: q";
        assert_eq!(diagram.plain(), expected);
    }

    #[test]
    fn text_of_another_board_is_refused() {
        let outline = Outline::new(4, 1, |_, _| true);
        assert!(Diagram::new(&outline, "5 w").is_err());
        assert!(Diagram::new(&outline, "").is_err());
    }
}
