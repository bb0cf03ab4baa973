//! A move of a record, with its comments and glyphs.

use super::Glyph;
use super::commands::{self, BoardMark, Evaluation};
use super::{Assessment, ExpectedScore};
use helgi_notation::is_invisible;
use smol_str::SmolStr;
use std::time::Duration;

/// The number of a [`Node`] in its record; it stays the same while the record changes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(pub(crate) u32);

impl NodeId {
    /// The start position, before any move.
    pub const START: NodeId = NodeId(0);

    /// The number, from 0 for the start.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A move of a record with its comments, or the start position with the comments before the first move.
///
/// Comments are compared by their words: any run of blanks and line ends is one blank. Commands such as
/// `[%clk 0:01:30]` are parts of comments; there is a pair of functions for each kind.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Node {
    /// Short texts need no memory of their own: a file has moves by the million.
    pub(crate) text: SmolStr,
    /// The opinions on the move.
    pub glyphs: Vec<Glyph>,
    /// The comments in front of the move, where it begins a variation; elsewhere a comment belongs to the
    /// move before it.
    pub before: Vec<String>,
    /// The comments after the move.
    pub comments: Vec<String>,
    pub(crate) parent: Option<NodeId>,
    /// The continuation that is played.
    pub(crate) first: Option<NodeId>,
    /// The last of the continuations, after which a new one comes.
    pub(crate) last: Option<NodeId>,
    /// The next variation after this one.
    pub(crate) next: Option<NodeId>,
}

impl Node {
    /// The move as it is written; empty at the start.
    pub fn text(&self) -> &str {
        self.text.as_str()
    }

    /// Writes the move in another way. Blanks, `%`, the marks `{}();$<>[]!?` and characters that
    /// nobody sees are left out.
    pub fn set_text(&mut self, text: &str) {
        self.text = move_text(text);
    }

    /// The time left on the mover's clock after the move, of `[%clk 1:02:03.4]`.
    pub fn clock(&self) -> Option<Duration> {
        self.command("clk").and_then(commands::time)
    }

    /// Sets the time left on the mover's clock.
    pub fn set_clock(&mut self, left: Option<Duration>) {
        self.set_command("clk", left.map(commands::time_text));
    }

    /// The time that the move took: of `[%emt 0:00:05]`, or of an [`Assessment`].
    pub fn time_taken(&self) -> Option<Duration> {
        let told = self.command("emt").and_then(commands::time);
        told.or_else(|| self.assessment().map(|assessment| assessment.time))
    }

    /// Sets the time that the move took.
    pub fn set_time_taken(&mut self, taken: Option<Duration>) {
        self.set_command("emt", taken.map(commands::time_text));
    }

    /// The evaluation of the position after the move, from `[%eval 0.25,12]`.
    pub fn evaluation(&self) -> Option<Evaluation> {
        self.command("eval")?.parse().ok()
    }

    /// Sets the evaluation of the position after the move.
    pub fn set_evaluation(&mut self, evaluation: Option<Evaluation>) {
        self.set_command("eval", evaluation.map(|evaluation| evaluation.to_string()));
    }

    /// The squares and arrows that are drawn on the board, of `[%csl Ga1]` and `[%cal Ra1b2]`.
    pub fn marks(&self) -> Vec<BoardMark> {
        let texts = ["csl", "cal"].into_iter().flat_map(|name| self.commands(name));
        texts.flat_map(|text| text.split(',')).filter_map(|mark| mark.trim().parse().ok()).collect()
    }

    /// Sets the squares and arrows that are drawn on the board.
    pub fn set_marks(&mut self, marks: &[BoardMark]) {
        let text = |is_arrow: bool| {
            let of_kind = marks.iter().filter(|mark| mark.to.is_some() == is_arrow);
            let texts: Vec<String> = of_kind.map(BoardMark::to_string).collect();
            (!texts.is_empty()).then(|| texts.join(","))
        };
        self.set_command("cal", text(true));
        self.set_command("csl", text(false));
    }

    /// The mover's assessment, from a comment such as `+0.25/12 0.34s`.
    pub fn assessment(&self) -> Option<Assessment> {
        self.comments.iter().find_map(|comment| comment.parse().ok())
    }

    /// The score in the mover's eyes, of an [`Assessment`].
    pub fn expected(&self) -> Option<ExpectedScore> {
        self.assessment()?.score
    }

    /// The human words in the comments after the move: everything but commands and [`Assessment`]s.
    pub fn words(&self) -> Vec<String> {
        let plain = self.comments.iter().map(|comment| commands::without_commands(comment));
        plain.filter(|text| !text.is_empty() && text.parse::<Assessment>().is_err()).collect()
    }

    /// Returns true if the texts, glyphs and comments are the same, regardless of the place in the tree.
    pub(crate) fn says_the_same(&self, other: &Node) -> bool {
        self.text == other.text
            && self.glyphs == other.glyphs
            && self.before == other.before
            && self.comments == other.comments
    }

    /// The values of the commands of a name, in all comments after the move.
    fn commands<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.comments.iter().flat_map(move |comment| commands::values(comment, name))
    }

    /// The value of the first command of a name: of `[%NAME VALUE]`.
    pub fn command<'a>(&'a self, name: &'a str) -> Option<&'a str> {
        self.commands(name).next()
    }

    /// Sets a command, or takes it away; a new one goes to the other commands, or into a comment of its
    /// own in front.
    pub fn set_command(&mut self, name: &str, value: Option<String>) {
        for comment in &mut self.comments {
            if commands::values(comment, name).next().is_some() {
                *comment = commands::without(comment, name);
            }
        }
        self.comments.retain(|comment| !comment.is_empty());
        let Some(value) = value else { return };
        let command = format!("[%{name} {value}]");
        match self.comments.first_mut() {
            // A comment of commands alone takes one more; words are left alone.
            Some(first) if commands::without_commands(first).is_empty() => {
                first.push(' ');
                first.push_str(&command);
            }
            _ => self.comments.insert(0, command),
        }
    }
}

/// Returns true if the text of a move may contain the character.
/// The text of a move without what [`Node::set_text`] leaves out.
pub(crate) fn move_text(text: &str) -> SmolStr {
    // Nearly all texts have no others.
    let is_plain =
        |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'#' | b'=' | b'-' | b'@' | b':');
    if text.bytes().all(is_plain) {
        SmolStr::from(text)
    } else {
        text.chars().filter(|&c| is_move_letter(c)).collect()
    }
}

pub(crate) fn is_move_letter(c: char) -> bool {
    !c.is_whitespace() && !c.is_control() && !"%{}();$<>[]!?".contains(c) && !is_invisible(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_every_length_are_kept() {
        for length in 0..60 {
            let text: String = "eé8♘".chars().cycle().take(length).collect();
            let (mut node, mut other) = (Node::default(), Node::default());
            node.set_text(&text);
            other.set_text(&format!("{text}+"));
            assert_eq!(node.text(), text);
            assert_ne!(node, other);
            assert_eq!(format!("{:?}", node.text), format!("{text:?}"));
        }
    }
}
