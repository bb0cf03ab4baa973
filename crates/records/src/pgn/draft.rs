//! A game of a PGN file while it is being read.

use super::located::{Located, PgnError, PgnProblem};
use crate::{GameResult, Glyph, NodeId, Record};

/// A game that is being read.
pub(super) struct Draft {
    pub(super) game: Located,
    /// The node after which reading goes on.
    last: NodeId,
    /// True if a variation was just opened and has no move yet.
    is_fresh: bool,
    /// The comments in front of the first move of a variation.
    comments: Vec<String>,
    glyphs: Vec<Glyph>,
    /// The open variations: the move to continue after, and the line.
    pub(super) open: Vec<(NodeId, usize)>,
    /// Number of bytes that had been read when it began.
    pub(super) began: u64,
}

impl Draft {
    pub(super) fn new(line: usize, began: u64) -> Self {
        let record = Record::default();
        let game = Located { line, record, lines: vec![line], errors: Vec::new(), escaped: 0 };
        let (comments, glyphs, open) = (Vec::new(), Vec::new(), Vec::new());
        Draft { game, last: NodeId::START, is_fresh: false, comments, glyphs, open, began }
    }

    pub(super) fn error(&mut self, line: usize, problem: PgnProblem) {
        self.game.errors.push(PgnError { line, problem });
    }

    pub(super) fn play(&mut self, text: &str, line: usize) {
        let replaced = self.game.record.parent(self.last).filter(|_| self.is_fresh);
        let parent = replaced.unwrap_or(self.last);
        let is_main = self.game.record.node(parent).first.is_none();
        let id = self.game.record.add(parent, text);
        self.game.lines.push(line);
        if is_main {
            // A variation without moves: the comments in front of it belong to the move before.
            self.game.record.node_mut(parent).comments.append(&mut self.comments);
        }
        let node = self.game.record.node_mut(id);
        node.before.append(&mut self.comments);
        node.glyphs.append(&mut self.glyphs);
        (self.last, self.is_fresh) = (id, false);
    }

    pub(super) fn comment(&mut self, comment: String) {
        match self.is_fresh {
            true => self.comments.push(comment),
            false => self.game.record.node_mut(self.last).comments.push(comment),
        }
    }

    pub(super) fn glyph(&mut self, glyph: Glyph) {
        match self.is_fresh {
            true => self.glyphs.push(glyph),
            false => self.game.record.node_mut(self.last).glyphs.push(glyph),
        }
    }

    pub(super) fn open(&mut self, line: usize) {
        if self.is_fresh || self.last == NodeId::START {
            self.error(line, PgnProblem::NoMove);
        }
        self.open.push((self.last, line));
        self.is_fresh = true;
    }

    pub(super) fn close(&mut self, line: usize) {
        match self.open.pop() {
            Some((last, _)) => {
                (self.last, self.is_fresh) = (last, false);
                // The comments of a variation without moves belong to the move before it.
                let node = self.game.record.node_mut(last);
                node.comments.append(&mut self.comments);
                node.glyphs.append(&mut self.glyphs);
            }
            None => self.error(line, PgnProblem::Stray(")".to_owned())),
        }
    }

    /// The game, with all variations closed.
    pub(super) fn finish(mut self) -> Located {
        while let Some(&(_, line)) = self.open.last() {
            self.error(line, PgnProblem::Variation);
            self.close(line);
        }
        let Record { tags, result, .. } = &mut self.game.record;
        // A missing or empty tag gets the result of the moves.
        if tags.get("Result") == Some(GameResult::Unknown.text()) {
            tags.set("Result", result.text());
        }
        self.game
    }
}
