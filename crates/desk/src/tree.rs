//! The game tree: main line, variations and comments. It is the record of the game, with its positions.
//!
//! Knows no clock and no player; other modules decide what may be changed while a game goes on.

use crate::plan::Refusal;
use crate::scene::{self, Scene, SceneStep, side_name};
use fastrand::Rng;
use helgi_record::replay::{Wrong, replay};
use helgi_record::{BoardMark, Glyph, NodeId, Record, Seat};
use helgi_rules::board::{Move, Side};
use helgi_rules::notation::MoveError;
use helgi_rules::readable::{self, Style};
use helgi_rules::{AnyPosition, Line, Outcome, Position};
use serde::Serialize;
use std::time::Duration;

/// A move of the tree, by the rules.
#[derive(Clone, Serialize, Debug)]
struct Played {
    /// The move.
    #[serde(flatten)]
    step: SceneStep,
    /// `white` or `black`: who plays it.
    side: &'static str,
    /// The number of the move, from 1.
    number: u32,
    /// True if it gives check.
    check: bool,
    #[serde(skip)]
    legal: Move,
}

/// A move of the tree, as the page lists it.
#[derive(Clone, Serialize, Debug)]
pub struct Listed {
    /// Its [name](Tree::name).
    pub id: String,
    /// The name of the move before it, or of the start.
    pub parent: String,
    #[serde(flatten)]
    played: Played,
    /// The comments before it, if it begins a variation.
    pub before: Vec<String>,
    /// The comments after it.
    pub comments: Vec<String>,
    /// Its glyphs: `!?`, or `$8` for one without a symbol.
    pub glyphs: Vec<String>,
    /// The squares and arrows that are drawn after it: `Ga1`, `Ra1b2`.
    pub marks: Vec<String>,
}

/// The moves of one game.
#[derive(Clone, Debug)]
pub struct Tree {
    /// The record, without its result.
    record: Record,
    /// The main line.
    line: Line,
    /// The moves by [`NodeId::index`].
    moves: Vec<Option<Played>>,
    /// The prefix of this tree's names. A tree that is read again has other numbers.
    reading: String,
}

impl Tree {
    /// A game that begins with a position. The seed makes the names of its moves.
    pub fn new(start: AnyPosition, seed: u64) -> Self {
        let record = Record::new(start.game(), &start.fen());
        Tree { record, line: Line::new(start), moves: vec![None], reading: reading(seed) }
    }

    /// The game of a record; its result is left out. The seed makes the names of its moves.
    ///
    /// # Errors
    ///
    /// If the game or its start is unknown, or a move is not legal.
    pub fn read(mut record: Record, seed: u64) -> Result<Self, Wrong> {
        let is_fatal =
            |wrong: &Wrong| wrong.node().is_some() || matches!(wrong, Wrong::Variant(_) | Wrong::Fen(_));
        let replayed = replay(&record);
        // Here the game is played on: nobody passes who may not.
        if let Some(wrong) = replayed.null_move().or_else(|| replayed.wrong.into_iter().find(is_fatal)) {
            return Err(wrong);
        }
        // An unknown game is a fault, too.
        let game = record.find_game()?;
        let start = record.start(game)?;
        record.reopen();
        let moves = vec![None; record.limit()];
        let mut tree = Tree { record, line: Line::new(start), moves, reading: reading(seed) };
        tree.note_all(&replayed.moves);
        Ok(tree)
    }

    /// Notes all moves, which are legal or null moves.
    fn note_all(&mut self, legal: &[Option<Move>]) {
        let mut line = Line::new(self.line.start().clone());
        // With a stack instead of calls to itself: a game of many moves is deep.
        let mut open: Vec<(NodeId, usize)> =
            self.record.continuations(NodeId::START).map(|id| (id, 0)).collect();
        while let Some((id, ply)) = open.pop() {
            while line.len() > ply {
                line.undo();
            }
            let Some(&Some(played)) = legal.get(id.index()) else { continue };
            self.note(id, line.present(), played);
            advance(&mut line, played);
            open.extend(self.record.continuations(id).map(|next| (next, ply + 1)));
        }
        self.line = self.line_to(self.record.last());
    }

    /// The record, without its result.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// Takes a record of the same game with more comments and variations. All moves keep their names.
    ///
    /// # Errors
    ///
    /// If it breaks the rules; nothing has changed then.
    pub fn enrich(&mut self, record: Record) -> Result<(), Wrong> {
        let reading = self.reading.clone();
        // No seed matters: the names stay those that were known.
        *self = Tree { reading, ..Tree::read(record, 0)? };
        Ok(())
    }

    /// Names who plays a side.
    pub fn set_seat(&mut self, side: Side, seat: Seat) {
        self.record.set_seat(side, seat);
    }

    /// Sets a tag.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        self.record.tags.set(name, value);
    }

    /// Returns the name of a move, or of the start, in addresses and orders.
    pub fn name(&self, id: NodeId) -> String {
        // The letters are of this reading, so that the name of a move of another one is refused.
        format!("{}{}", self.reading, id.index())
    }

    /// The move of a name.
    ///
    /// # Errors
    ///
    /// If there is no such move.
    pub fn find(&self, name: &str) -> Result<NodeId, Refusal> {
        let index = name.strip_prefix(&self.reading).and_then(|index| index.parse().ok());
        index.and_then(|index| self.record.id(index)).ok_or_else(|| Refusal::Place(name.to_owned()))
    }

    /// The main line.
    pub fn line(&self) -> &Line {
        &self.line
    }

    /// The line that leads to a move.
    pub fn line_to(&self, id: NodeId) -> Line {
        let mut line = Line::new(self.line.start().clone());
        for id in self.record.path(id) {
            if let Some(played) = self.at(id) {
                advance(&mut line, played.legal);
            }
        }
        line
    }

    /// Returns the scene of the start.
    pub fn start(&self) -> Scene {
        Scene::of(self.line.start())
    }

    /// Returns the outcome of the game on the board, if it is over.
    pub fn verdict(&self) -> Option<Outcome> {
        self.line.verdict()
    }

    /// Returns the outcome that follows if the position on the board occurs once more.
    pub fn repetition_ahead(&self) -> Option<Outcome> {
        self.line.repetition_ahead()
    }

    /// All moves, each after the one before it, the main continuation in front of the variations.
    pub fn list(&self) -> Vec<Listed> {
        self.record.ids().filter_map(|id| self.listed(id)).collect()
    }

    fn listed(&self, id: NodeId) -> Option<Listed> {
        let node = self.record.node(id);
        let glyph = |glyph: &Glyph| glyph.symbol().map_or_else(|| glyph.to_string(), str::to_owned);
        Some(Listed {
            id: self.name(id),
            parent: self.name(self.record.parent(id)?),
            played: self.at(id)?.clone(),
            before: node.before.clone(),
            comments: node.words(),
            glyphs: node.glyphs.iter().map(glyph).collect(),
            marks: node.marks().iter().map(BoardMark::to_string).collect(),
        })
    }

    /// The squares and arrows that are drawn at the start.
    pub fn first_marks(&self) -> Vec<String> {
        self.record.node(NodeId::START).marks().iter().map(BoardMark::to_string).collect()
    }

    /// Draws squares and arrows after a move, or at the start, replacing others.
    pub fn mark(&mut self, id: NodeId, marks: &[BoardMark]) {
        self.record.node_mut(id).set_marks(marks);
    }

    /// Returns the comments before the first move.
    pub fn introduction(&self) -> Vec<String> {
        self.record.node(NodeId::START).words()
    }

    /// The names of the moves that were played.
    pub fn main_line(&self) -> Vec<String> {
        self.record.main_line().map(|id| self.name(id)).collect()
    }

    /// The sides that have moved, in the order of their moves.
    pub fn movers(&self) -> Vec<Side> {
        let played = self.record.main_line().filter_map(|id| self.at(id));
        let is_white = |played: &Played| played.side == side_name(Side::White);
        played.map(|played| if is_white(played) { Side::White } else { Side::Black }).collect()
    }

    /// Returns true if a move was played, or is the start.
    pub fn is_played(&self, id: NodeId) -> bool {
        id == NodeId::START || self.record.main_line().any(|own| own == id)
    }

    /// Returns the clock of a side after each of its moves, where that is known.
    pub fn times(&self, side: Side) -> impl DoubleEndedIterator<Item = Option<Duration>> + '_ {
        let own: Vec<NodeId> = self
            .record
            .main_line()
            .filter(|&id| self.at(id).is_some_and(|played| played.side == side_name(side)))
            .collect();
        own.into_iter().map(|id| self.record.node(id).clock())
    }

    /// Plays a move, readable or as on the wire.
    ///
    /// # Errors
    ///
    /// When it is not legal; nothing has changed then.
    pub fn play(&mut self, text: &str) -> Result<(), MoveError> {
        let present = self.line.present().clone();
        let (legal, _) = readable::read_lenient(&present, text, Style::San)?;
        self.add(self.record.last(), &present, legal);
        self.line.play(legal);
        Ok(())
    }

    /// Notes the mover's clock after the last move, or the mover's assessment.
    pub fn annotate(&mut self, left: Option<Duration>, comment: Option<String>) {
        let last = self.record.last();
        let node = self.record.node_mut(last);
        if left.is_some() {
            node.set_clock(left);
        }
        node.comments.extend(comment);
    }

    /// Notes a move that could be played after another, as a variation; one that is noted already is found.
    ///
    /// # Errors
    ///
    /// When it is not legal, or is to follow the last move that was played; nothing has changed then.
    pub fn explore(&mut self, after: NodeId, text: &str) -> Result<NodeId, Refusal> {
        let line = self.line_to(after);
        if line.verdict().is_some() {
            return Err(Refusal::Over);
        }
        let (legal, _) = readable::read_lenient(line.present(), text, Style::San)?;
        let is_it = |&id: &NodeId| self.at(id).is_some_and(|played| played.legal == legal);
        if let Some(known) = self.record.continuations(after).find(is_it) {
            return Ok(known);
        }
        if after == self.record.last() {
            return Err(Refusal::End);
        }
        Ok(self.add(after, line.present(), legal))
    }

    /// Takes the last move back, with its variations; returns true if there was one.
    pub fn take_back(&mut self) -> bool {
        self.line.undo();
        self.record.take_back()
    }

    /// Removes a move, with all that follows it; moves that were played stay.
    ///
    /// # Errors
    ///
    /// When it was played.
    pub fn remove(&mut self, id: NodeId) -> Result<(), Refusal> {
        if self.is_played(id) {
            return Err(Refusal::Played);
        }
        self.record.remove(id);
        Ok(())
    }

    /// The first move of the variation to which a move belongs; `None` if it was played.
    pub fn variation(&self, id: NodeId) -> Option<NodeId> {
        let is_main = |id: NodeId| {
            let parent = self.record.parent(id);
            parent.is_none_or(|parent| self.record.continuations(parent).next() == Some(id))
        };
        std::iter::successors(Some(id), |&id| self.record.parent(id)).find(|&id| !is_main(id))
    }

    /// Returns true if a variation replaces a move that was played.
    pub fn replaces_played(&self, variation: NodeId) -> bool {
        self.record.parent(variation).is_some_and(|parent| self.is_played(parent))
    }

    /// Promotes a variation over the move that it replaces.
    pub fn promote(&mut self, variation: NodeId) {
        self.record.promote(variation);
        self.line = self.line_to(self.record.last());
    }

    fn add(&mut self, after: NodeId, present: &AnyPosition, legal: Move) -> NodeId {
        let id = self.record.add(after, "");
        self.note(id, present, legal);
        let san = self.at(id).map(|played| played.step.san.clone()).unwrap_or_default();
        self.record.node_mut(id).set_text(&san);
        id
    }

    /// Adds a move of the record to the list of played moves.
    fn note(&mut self, id: NodeId, before: &AnyPosition, legal: Move) {
        let is_null = legal == Move::PASS && !before.is_legal(legal);
        let after = if is_null { before.pass() } else { Some(before.after(legal)) };
        let played = Played {
            step: if is_null { scene::null_step() } else { scene::step(before, legal) },
            side: side_name(before.side()),
            number: before.turn().fullmove.into(),
            check: after.is_some_and(|after| after.in_check()),
            legal,
        };
        // Moves that were removed leave gaps, so a number may be beyond the end.
        self.moves.resize(self.moves.len().max(id.index() + 1), None);
        if let Some(place) = self.moves.get_mut(id.index()) {
            *place = Some(played);
        }
    }

    fn at(&self, id: NodeId) -> Option<&Played> {
        self.moves.get(id.index())?.as_ref()
    }
}

/// Plays a move that is legal or null.
fn advance(line: &mut Line, played: Move) {
    if played == Move::PASS && !line.present().is_legal(played) {
        line.pass();
    } else {
        line.play(played);
    }
}

fn reading(seed: u64) -> String {
    let mut random = Rng::with_seed(seed);
    std::iter::repeat_with(|| random.lowercase()).take(4).collect()
}
