//! Records written as PGN.

use crate::{Node, NodeId, Record};
use helgi_rules::board::Side;
use std::fmt;

/// The length that lines do not exceed, unless a single word does: less than 80 characters, as the
/// standard wants it.
const WIDTH: usize = 79;

/// The record as a game of a PGN file, in lines of less than 80 characters, with an empty line at its end.
///
/// All blanks between the words of a comment become one. A comment that holds a `}` is written after a
/// `;`, to the end of a line.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in self.tags.iter() {
            writeln!(f, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""))?;
        }
        let mut lines = Lines::default();
        lines.annotations(self.node(NodeId::START));
        tree(self, &mut lines);
        lines.word(self.result.text());
        write!(f, "\n{}\n\n", lines.finish())
    }
}

/// A part that remains to be written.
enum Task {
    /// The moves after a node, with a number in front if Black's.
    Behind { node: NodeId, ply: usize, is_numbered: bool },
    /// A variation that begins with a move.
    Variation { first: NodeId, ply: usize },
    /// The end of a variation.
    Close,
}

/// Writes all moves. Variations can be nested deeper than calls of functions.
fn tree(record: &Record, lines: &mut Lines) {
    let (side, number) = record.first_turn().unwrap_or((Side::White, 1));
    let write_move = |lines: &mut Lines, id: NodeId, ply: usize, is_numbered: bool| {
        let half = ply + side.index();
        match half % 2 {
            0 => lines.word(&format!("{}.", number as usize + half / 2)),
            _ if is_numbered => lines.word(&format!("{}...", number as usize + half / 2)),
            _ => {}
        }
        let node = record.node(id);
        lines.word(node.text());
        lines.annotations(node);
    };
    let mut tasks = vec![Task::Behind { node: NodeId::START, ply: 0, is_numbered: true }];
    while let Some(task) = tasks.pop() {
        match task {
            Task::Close => lines.close(),
            Task::Variation { first, ply } => {
                lines.open();
                record.node(first).before.iter().for_each(|comment| lines.comment(comment));
                write_move(lines, first, ply, true);
                tasks.push(Task::Close);
                tasks.push(Task::Behind { node: first, ply: ply + 1, is_numbered: false });
            }
            Task::Behind { node, ply, is_numbered } => {
                let mut moves = record.continuations(node);
                let Some(main) = moves.next() else { continue };
                record.node(main).before.iter().for_each(|comment| lines.comment(comment));
                write_move(lines, main, ply, is_numbered);
                let begin = tasks.len();
                tasks.extend(moves.map(|first| Task::Variation { first, ply }));
                // Behind a variation a move of Black has its number again: `1. e4 (1. d4) 1... e5`.
                let is_numbered = tasks.len() > begin;
                tasks.push(Task::Behind { node: main, ply: ply + 1, is_numbered });
                // The last task is done first: variations stand before the moves that follow.
                tasks[begin..].reverse();
            }
        }
    }
}

/// Words in lines that are not too long.
#[derive(Default)]
struct Lines {
    text: String,
    /// The length of the last line, in characters.
    length: usize,
    /// The opening parentheses in front of the next word.
    prefix: String,
    /// True if the rest of the line is a comment.
    is_comment: bool,
}

impl Lines {
    fn word(&mut self, word: &str) {
        let prefix = std::mem::take(&mut self.prefix);
        let length = prefix.len() + word.chars().count();
        // A line that begins with `%` would be skipped by readers, and a tag would begin the next game.
        let stays = prefix.is_empty() && (word.starts_with('%') || word.starts_with("[Event"));
        if self.length == 0 {
            self.length = length;
        } else if !self.is_comment && (self.length + 1 + length <= WIDTH || stays) {
            self.text.push(' ');
            self.length += 1 + length;
        } else {
            self.text.push('\n');
            self.length = length;
        }
        self.is_comment = false;
        self.text.push_str(&prefix);
        self.text.push_str(word);
    }

    fn open(&mut self) {
        self.prefix.push('(');
    }

    fn close(&mut self) {
        if self.is_comment {
            self.word(")");
        } else {
            self.text.push(')');
            self.length += 1;
        }
    }

    /// Writes the comments and glyphs after a move.
    fn annotations(&mut self, node: &Node) {
        node.glyphs.iter().for_each(|glyph| self.word(&glyph.to_string()));
        node.comments.iter().for_each(|comment| self.comment(comment));
    }

    fn comment(&mut self, comment: &str) {
        let comment = comment_text(comment);
        if comment.contains('}') {
            self.word(&format!(";{comment}"));
            self.is_comment = true;
        } else {
            format!("{{{comment}}}").split(' ').for_each(|word| self.word(word));
        }
    }

    fn finish(self) -> String {
        self.text
    }
}

/// A comment with one blank for each run of blanks, line ends and control characters.
pub fn comment_text(comment: &str) -> String {
    // Nearly all are of visible characters of ASCII with single blanks between them, and stay what they are.
    let mut words = comment.as_bytes().split(|&byte| byte == b' ');
    if words.all(|word| !word.is_empty() && word.iter().all(u8::is_ascii_graphic)) {
        return comment.to_owned();
    }
    let mut text = String::with_capacity(comment.len());
    for word in comment.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty()) {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(word);
    }
    text
}
