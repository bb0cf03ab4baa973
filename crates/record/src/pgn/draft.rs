//! A game of a PGN file while it is being read.

use super::located::{Located, PgnError, PgnNotice, PgnProblem, PgnReading};
use super::names::Names;
use super::words::leading_number;
use crate::tags::{is_unknown, standard_name};
use crate::{Findings, GameResult, Glyph, NodeId, Record};
use helgi_notation::excerpt;
use smol_str::SmolStr;

/// A tag that was read, and its line.
#[derive(Clone, Debug)]
pub(super) struct DraftTag {
    pub(super) line: usize,
    /// Nearly all names are short and need no memory of their own.
    pub(super) name: SmolStr,
    pub(super) value: String,
}

/// Variations of no move that were opened in a line, one in the other.
struct OpenVariation {
    /// The move to continue after.
    last: NodeId,
    line: usize,
    count: usize,
}

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
    /// The open variations.
    open: Vec<OpenVariation>,
    /// The names of the tags before the present paragraph.
    named: Names,
    /// The tags of the present paragraph: an empty line and one of the tags that are there already begin a game.
    paragraph: Vec<DraftTag>,
    /// Their names.
    here: Names,
    /// The tags whose names are spelt in another way than in the standard.
    misspelt: Vec<(usize, SmolStr)>,
    /// True if a result stood behind the moves.
    pub(super) has_result: bool,
    /// The number that was read last before a move of the main line.
    pub(super) number: Option<usize>,
    /// The move after which an empty line stands, and the number of comments that it had there.
    paragraph_end: Option<(NodeId, usize)>,
    /// The penalty that the game ended with.
    penalty: Option<&'static str>,
    /// Number of bytes that had been read when it began.
    pub(super) began: u64,
}

/// Room for the moves of most games.
const ROOM: usize = 128;

impl Draft {
    pub(super) fn new(line: usize, began: u64) -> Self {
        let mut game = Located {
            line,
            record: Record::with_room(ROOM),
            lines: Vec::with_capacity(ROOM),
            errors: Findings::default(),
            notices: Findings::default(),
            escaped: 0,
        };
        game.lines.push(line);
        Draft {
            game,
            last: NodeId::START,
            is_fresh: false,
            comments: Vec::new(),
            glyphs: Vec::new(),
            open: Vec::new(),
            named: Names::default(),
            paragraph: Vec::new(),
            here: Names::default(),
            misspelt: Vec::new(),
            has_result: false,
            number: None,
            paragraph_end: None,
            penalty: None,
            began,
        }
    }

    pub(super) fn error(&mut self, line: usize, problem: PgnProblem) {
        self.game.errors.push(PgnError { line, problem });
    }

    pub(super) fn notice(&mut self, line: usize, reading: PgnReading) {
        self.game.notices.push(PgnNotice { line, reading });
    }

    /// Returns true if a variation is open.
    pub(super) fn is_in_variation(&self) -> bool {
        !self.open.is_empty()
    }

    /// Takes a tag; `is_apart` if an empty line stands between it and the tag before it. If it begins another game, the
    /// tags of that are returned.
    pub(super) fn tag(&mut self, tag: DraftTag, is_apart: bool) -> Option<Vec<DraftTag>> {
        if is_apart {
            self.close_paragraph();
        }
        if self.named.contains(&tag.name) {
            self.paragraph.push(tag);
            return Some(std::mem::take(&mut self.paragraph));
        }
        // The roster begins with the event and ends with the result.
        if tag.name == "Event" && self.here.contains("Event") && self.here.contains("Result") {
            return Some(vec![tag]);
        }
        if !self.here.insert(tag.name.clone()) {
            self.error(tag.line, PgnProblem::SecondTag(excerpt(&tag.name)));
        }
        self.paragraph.push(tag);
        None
    }

    /// Returns true if a tag of this name stands in the present paragraph.
    pub(super) fn has_tag(&self, name: &str) -> bool {
        self.here.contains(name)
    }

    /// Returns true if tags may follow: there are no moves yet, and no tags, or they stand directly above.
    pub(super) fn awaits_tags(&self, is_apart: bool) -> bool {
        let start = self.game.record.node(NodeId::START);
        let is_empty = start.first.is_none() && start.glyphs.is_empty() && !self.is_in_variation();
        is_empty && (!is_apart || self.named.is_empty() && self.paragraph.is_empty())
    }

    /// Takes note of the number of a move that a text begins with.
    pub(super) fn number(&mut self, text: &str) {
        if !self.is_in_variation() {
            self.number = leading_number(text).or(self.number);
        }
    }

    /// Takes note that an empty line stands here.
    pub(super) fn begin_paragraph(&mut self) {
        self.paragraph_end = Some((self.last, self.game.record.node(self.last).comments.len()));
    }

    /// Takes the comments behind the last empty line: they belong to the game that begins behind them.
    pub(super) fn take_paragraph(&mut self) -> Vec<String> {
        let end = self.paragraph_end.filter(|(node, _)| *node == self.last);
        let comments = &mut self.game.record.node_mut(self.last).comments;
        end.map(|(_, count)| comments.split_off(count.min(comments.len()))).unwrap_or_default()
    }

    /// Gives the tags of the present paragraph to the game.
    fn close_paragraph(&mut self) {
        self.named.append(&mut self.here);
        for DraftTag { line, name, value } in std::mem::take(&mut self.paragraph) {
            if standard_name(&name).is_some_and(|standard| standard != name) {
                self.misspelt.push((line, name.clone()));
            }
            self.game.record.tags.put(&name, value);
        }
    }

    /// Names tags of the standard as it does: `[fen "..."]` is the position, unless there is another.
    fn name_tags(&mut self) {
        for (line, own) in std::mem::take(&mut self.misspelt) {
            let tags = &mut self.game.record.tags;
            let Some(name) = standard_name(&own) else { continue };
            if tags.get(name).is_some_and(|value| !is_unknown(name, value)) {
                continue;
            }
            let value = tags.get(&own).unwrap_or_default().to_owned();
            tags.remove(&own);
            tags.set(name, value);
            self.notice(line, PgnReading::TagName { own: own.to_string(), name });
        }
    }

    /// Settles the result: the one behind the moves, or else that of the tag, which is written as the standard has it.
    fn settle_result(&mut self) {
        self.settle_penalty();
        let tag = self.game.record.tags.get("Result").unwrap_or_default().to_owned();
        let of_tag = GameResult::read(&tag);
        if !self.has_result
            && let Some(result) = of_tag.filter(|&result| result != GameResult::Unknown)
        {
            self.game.record.result = result;
            self.notice(self.game.line, PgnReading::ResultOfTag(result));
        }
        // A missing or empty tag gets the result of the moves.
        if of_tag == Some(GameResult::Unknown) || matches!(tag.trim(), "" | "?") {
            self.game.record.tags.set("Result", self.game.record.result.text());
        } else if let Some(result) = of_tag.filter(|result| result.text() != tag) {
            self.game.record.tags.set("Result", result.text());
            self.notice(self.game.line, PgnReading::Result { text: excerpt(&tag), result });
        }
    }

    /// Ends the game with a penalty: the tag keeps it, unless that has another result.
    pub(super) fn end_with_penalty(&mut self, text: String, score: &'static str, line: usize) {
        self.has_result = true;
        self.penalty = Some(score);
        self.notice(line, PgnReading::Penalty { text, score });
    }

    /// Settles a penalty: `0-0` behind the moves is one if the tag is the same, and else a castling.
    fn settle_penalty(&mut self) {
        let tag = self.game.record.tags.get("Result").unwrap_or_default().to_owned();
        let of_tag = GameResult::penalty(&tag);
        if let Some(score) = of_tag.filter(|_| !self.has_result) {
            let line = self.take_last(score).unwrap_or(self.game.line);
            self.end_with_penalty(excerpt(&tag), score, line);
        }
        let is_open = matches!(tag.trim(), "" | "?" | "*") || of_tag == self.penalty;
        if let Some(score) = self.penalty.filter(|_| is_open) {
            self.game.record.tags.set("Result", score);
        }
    }

    /// Takes away the last word of the game, if it was taken for a move and is this penalty; returns its line.
    fn take_last(&mut self, score: &str) -> Option<usize> {
        let (record, last) = (&mut self.game.record, self.last);
        let is_end = last.index() + 1 == self.game.lines.len() && last == record.last();
        let parent = record.parent(last).filter(|_| is_end)?;
        if GameResult::penalty(record.node(last).text()) != Some(score) {
            return None;
        }
        let node = std::mem::take(record.node_mut(last));
        record.node_mut(last).parent = node.parent;
        let to = record.node_mut(parent);
        to.comments.extend(node.before.into_iter().chain(node.comments));
        to.glyphs.extend(node.glyphs);
        record.remove(last);
        self.game.lines.get(last.index()).copied()
    }

    /// Adds a move, by a text in which nothing is to be left out.
    pub(super) fn play(&mut self, text: SmolStr, line: usize) {
        let replaced = self.game.record.parent(self.last).filter(|_| self.is_fresh);
        let parent = replaced.unwrap_or(self.last);
        let is_main = self.game.record.node(parent).first.is_none();
        let id = self.game.record.add_move(parent, text);
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

    /// Adds the letter of a promotion to the move before it, as in `a8 (Q)`. False if there is none that could have it.
    pub(super) fn promote(&mut self, letter: &str) -> bool {
        let node = self.game.record.node_mut(self.last);
        let is_bare = node.glyphs.is_empty() && node.comments.is_empty();
        let text = node.text();
        let place = text.trim_end_matches(|c: char| c.is_ascii_digit());
        let is_pawn = place.starts_with(|c: char| c.is_ascii_lowercase() || "P♙♟".contains(c));
        // A last rank: that of the smaller boards is not worth a mark of novelty, `(N)`, that is taken for a knight.
        let is_last = matches!(text[place.len()..].parse(), Ok(1 | 8..=99_u32));
        if self.is_fresh || !is_bare || !is_pawn || !is_last {
            return false;
        }
        let text = format!("{text}{letter}");
        node.set_text(&text);
        true
    }

    pub(super) fn comment(&mut self, comment: String) {
        if self.is_fresh {
            return self.comments.push(comment);
        }
        let comments = &mut self.game.record.node_mut(self.last).comments;
        // Nearly all moves have one at most, and a list makes room for four.
        if comments.is_empty() {
            comments.reserve_exact(1);
        }
        comments.push(comment);
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
        match self.open.last_mut() {
            Some(open) if self.is_fresh && (open.last, open.line) == (self.last, line) => open.count += 1,
            _ => self.open.push(OpenVariation { last: self.last, line, count: 1 }),
        }
        self.is_fresh = true;
    }

    pub(super) fn close(&mut self, line: usize) {
        let Some(open) = self.open.last_mut() else {
            return self.error(line, PgnProblem::Stray(")".to_owned()));
        };
        let last = open.last;
        open.count -= 1;
        if open.count == 0 {
            self.open.pop();
        }
        (self.last, self.is_fresh) = (last, false);
        // The comments of a variation without moves belong to the move before it.
        let node = self.game.record.node_mut(last);
        node.comments.append(&mut self.comments);
        node.glyphs.append(&mut self.glyphs);
    }

    /// The game, with all variations closed.
    pub(super) fn finish(mut self) -> Located {
        while let Some(&OpenVariation { line, .. }) = self.open.last() {
            self.error(line, PgnProblem::Variation);
            self.close(line);
        }
        self.close_paragraph();
        self.name_tags();
        self.settle_result();
        self.game.record.shrink();
        self.game
    }
}
