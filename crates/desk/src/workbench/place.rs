//! A start position that is set on the board, written into the text of its game.

use super::WriteRefusal;
use crate::reply::NOT_FOUND;
use crate::scene::SquareContents;
use helgi_notation::excerpt;
use helgi_variants::sketch::board_text;
use helgi_variants::{Spec, ini, load};
use serde::Deserialize;

/// The key of the start position.
const KEY: &str = "startFen";

/// A start position for a game of a text.
#[derive(Clone, Deserialize, Debug)]
pub struct PlaceRequest {
    /// The text.
    pub text: String,
    /// The name of the game.
    pub name: String,
    /// The pieces on squares.
    pub cells: SquareContents,
    /// The squares with walls.
    #[serde(default)]
    pub blocks: Vec<String>,
    /// The letters of the pieces in hand; `None` in a game without hands.
    #[serde(default)]
    pub reserve: Option<String>,
    /// `w` or `b`: the side to move.
    pub side: String,
    /// The other fields.
    #[serde(default)]
    pub rest: String,
}

impl PlaceRequest {
    /// The text in which the game starts from the position.
    ///
    /// # Errors
    ///
    /// If the text has no such game.
    pub fn text(&self) -> Result<String, WriteRefusal> {
        let missing =
            || WriteRefusal::new(NOT_FOUND, "workbench.no-section").with("name", excerpt(&self.name));
        let loaded = load(&self.text);
        let spec = loaded.specs.iter().rev().find(|spec| spec.name == self.name && spec.unread.is_none());
        let position = self.position(spec.ok_or_else(missing)?);
        let sections = ini::sections(&self.text, &mut Vec::new());
        let own = sections.iter().rev().find(|section| section.name.text == self.name);
        let section = own.ok_or_else(missing)?;
        let lines: Vec<&str> = self.text.lines().collect();
        let line = format!("{KEY} = {position}");
        // Places are from 1, and a value may go on in indented lines.
        let goes_on = |text: &&&str| {
            let bare = text.trim();
            text.starts_with([' ', '\t'])
                && !bare.is_empty()
                && !bare.starts_with(['#', ';', '['])
                && !bare.contains('=')
        };
        let end = |line: usize| line + lines.iter().skip(line).take_while(goes_on).count();
        let (from, to) = match section.entry(KEY) {
            Some(entry) => (entry.key.place.line - 1, end(entry.key.place.line)),
            None => {
                let last = section.entries.iter().map(|entry| entry.key.place.line).max();
                let last = last.map_or(section.name.place.line, end);
                (last, last)
            }
        };
        let (before, after) = (lines.iter().take(from), lines.iter().skip(to));
        let all: Vec<&str> = before.copied().chain([line.as_str()]).chain(after.copied()).collect();
        Ok(all.join("\n") + "\n")
    }

    /// The position in text.
    fn position(&self, spec: &Spec) -> String {
        let board = board_text(spec, |square| match self.cells.get(square).map(Vec::as_slice) {
            _ if self.blocks.iter().any(|block| block == square) => "*".to_owned(),
            Some([piece, ..]) => plain(piece),
            _ => String::new(),
        });
        let hand = self.reserve.as_ref().map(|hand| format!("[{}]", plain(hand))).unwrap_or_default();
        let side = if self.side == "b" { "b" } else { "w" };
        format!("{board}{hand} {side} {}", plain(&self.rest)).trim_end().to_owned()
    }
}

/// A part of a position without anything that would begin another line or a comment.
fn plain(text: &str) -> String {
    text.chars()
        .filter(|letter| letter.is_ascii_graphic() || *letter == ' ')
        .filter(|letter| !"#;".contains(*letter))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placed(text: &str) -> String {
        let cells = [("e1", "K"), ("e8", "k"), ("a2", "+P")];
        let cells = cells.map(|(square, piece)| (square.to_owned(), vec![piece.to_owned()]));
        let request = PlaceRequest {
            text: text.to_owned(),
            name: "a".to_owned(),
            cells: cells.into_iter().collect(),
            blocks: vec!["h1".to_owned()],
            reserve: None,
            side: "w".to_owned(),
            rest: "- -\n[b] 0 1".to_owned(),
        };
        request.text().unwrap()
    }

    #[test]
    fn the_position_takes_the_place_of_the_one_before() {
        let start = "startFen = 4k3/8/8/8/8/8/+P7/4K2* w - -[b] 0 1";
        let text = "[a:chess]\ncastling = false\nstartFen = 8/8/8/8\n  /8/8/8/8 w - -\n# more\n[b:a]\n";
        assert_eq!(placed(text), format!("[a:chess]\ncastling = false\n{start}\n# more\n[b:a]\n"));
        let text = "[a:chess]\n# nothing\ncastling = false\n\n[b:a]\n";
        assert_eq!(placed(text), format!("[a:chess]\n# nothing\ncastling = false\n{start}\n\n[b:a]\n"));
        // A value before it may go on, and the next game's head stand away from the margin.
        let text = "[a:chess]\nrules = one\n  two\n  [b:a]\n";
        assert_eq!(placed(text), format!("[a:chess]\nrules = one\n  two\n{start}\n  [b:a]\n"));
        assert_eq!(placed("[a:chess]"), format!("[a:chess]\n{start}\n"));
    }
}
