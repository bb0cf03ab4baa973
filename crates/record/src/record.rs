//! The record of one game: tags, a tree of moves, and the result.

use super::node::{Node, NodeId, move_text};
use super::{Assessment, GameResult, Tags};
use helgi_rules::board::Side;
use helgi_rules::fen::Fields;
use helgi_rules::games::{GameId, NameError};
use helgi_rules::internals::fen::lenient;
use helgi_rules::readable::{self, Style};
use helgi_rules::{AnyPosition, FenError, FenNotice, Game, Line};
use smol_str::SmolStr;

/// The tag with the fingerprint of the rules of a game from a file.
pub(crate) const FINGERPRINT: &str = "RulesFingerprint";

/// The name of Chess960 in the tag `Variant`.
const CHESS960: &str = "Chess960";

/// A recorded game: its tags, its moves with variations and comments, its result.
///
/// The moves are a tree of [`Node`]s below [`NodeId::START`]. The first continuation of a node is
/// the one played, or the main one; the others are variations. Moves are text here;
/// [`replay`](super::replay) knows which are legal.
///
/// Two records are equal if they have the same tags, tree and result, in whatever order the tree grew.
///
/// ```
/// use helgi_record::{Glyph, NodeId, Record};
/// use helgi_rules::GameId;
///
/// let mut record = Record::new(GameId::TAVRELI, GameId::TAVRELI.info().start);
/// let first = record.add(NodeId::START, "Ad2");
/// let answer = record.add(first, "f5");
/// record.add(first, "e5"); // a variation
/// record.node_mut(answer).glyphs.push(Glyph::DUBIOUS);
/// assert!(record.to_string().ends_with("\n\n1. Ad2 f5 $6 (1... e5) *\n\n"));
/// ```
#[derive(Clone, Debug)]
pub struct Record {
    /// The tags.
    pub tags: Tags,
    /// The result at the end of the moves; that of the tags may be another.
    pub result: GameResult,
    nodes: Vec<Node>,
}

impl Drop for Record {
    // A function of this crate, which is compiled for speed: files have moves by the million.
    fn drop(&mut self) {
        self.nodes.clear();
    }
}

impl Default for Record {
    fn default() -> Self {
        Record { tags: Tags::default(), result: GameResult::default(), nodes: vec![Node::default()] }
    }
}

impl PartialEq for Record {
    fn eq(&self, other: &Self) -> bool {
        // With a stack: a game of many moves is deep.
        let mut pairs = vec![(NodeId::START, NodeId::START)];
        while let Some((own, others)) = pairs.pop() {
            if !self.node(own).says_the_same(other.node(others)) {
                return false;
            }
            let (children, their) = (self.continuations(own), other.continuations(others));
            if children.clone().count() != their.clone().count() {
                return false;
            }
            pairs.extend(children.zip(their));
        }
        self.tags == other.tags && self.result == other.result
    }
}

impl Eq for Record {}

/// The tree.
impl Record {
    /// A record without moves that has room for some.
    pub(crate) fn with_room(moves: usize) -> Record {
        let mut record =
            Record { tags: Tags::default(), result: GameResult::default(), nodes: Vec::with_capacity(moves) };
        record.nodes.push(Node::default());
        record
    }

    /// Gives back room that was not needed, unless it is little.
    pub(crate) fn shrink(&mut self) {
        if self.nodes.len() < self.nodes.capacity() / 2 {
            self.nodes.shrink_to_fit();
        }
    }

    /// The node of a number, unless it has been removed.
    pub fn id(&self, index: usize) -> Option<NodeId> {
        let id = NodeId(u32::try_from(index).ok()?);
        // Removed nodes stay as empty ones, which have no parent.
        let is_there = id == NodeId::START || self.nodes.get(index)?.parent.is_some();
        is_there.then_some(id)
    }

    /// The highest node number plus one.
    pub fn limit(&self) -> usize {
        self.nodes.len()
    }

    /// A move; the id has to be one of this record.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// A move, to be changed; the id has to be one of this record.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.index()]
    }

    /// The node before a move; `None` at the start.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).parent
    }

    /// The moves that follow a node, the main one first.
    pub fn continuations(&self, id: NodeId) -> impl Iterator<Item = NodeId> + Clone + '_ {
        std::iter::successors(self.node(id).first, |&child| self.node(child).next)
    }

    /// The moves from a node on, each the main continuation of the one before it; without the node.
    pub fn line_from(&self, id: NodeId) -> impl Iterator<Item = NodeId> + Clone + '_ {
        std::iter::successors(self.node(id).first, |&child| self.node(child).first)
    }

    /// The moves that were played.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> + Clone + '_ {
        self.line_from(NodeId::START)
    }

    /// The number of half-moves that were played.
    pub fn len(&self) -> usize {
        self.main_line().count()
    }

    /// Returns true if no move has been played.
    pub fn is_empty(&self) -> bool {
        self.node(NodeId::START).first.is_none()
    }

    /// The last move that was played; the start if there is none.
    pub fn last(&self) -> NodeId {
        self.main_line().last().unwrap_or(NodeId::START)
    }

    /// The texts of the moves that were played.
    pub fn moves(&self) -> impl Iterator<Item = &str> + Clone {
        self.main_line().map(|id| self.node(id).text())
    }

    /// The moves from the start to a node, which is the last.
    pub fn path(&self, id: NodeId) -> Vec<NodeId> {
        let up = std::iter::successors(Some(id), |&id| self.parent(id));
        let mut path: Vec<NodeId> = up.filter(|&id| id != NodeId::START).collect();
        path.reverse();
        path
    }

    /// All moves in the order in which they are written: each after the one before it, variations
    /// after the move that they replace.
    pub fn ids(&self) -> impl Iterator<Item = NodeId> + '_ {
        let mut stack: Vec<(NodeId, bool)> =
            self.node(NodeId::START).first.map(|id| (id, true)).into_iter().collect();
        std::iter::from_fn(move || {
            let (id, is_main) = stack.pop()?;
            if let Some(first) = self.node(id).first {
                stack.push((first, true));
            }
            if is_main {
                let variations = std::iter::successors(self.node(id).next, |&other| self.node(other).next);
                let mut variations: Vec<(NodeId, bool)> = variations.map(|other| (other, false)).collect();
                // The last one goes on the stack first, so that the first is written first.
                variations.reverse();
                stack.extend(variations);
            }
            Some(id)
        })
    }

    /// Adds a move after a node, the main continuation if it is the first there, else the last variation.
    pub fn add(&mut self, parent: NodeId, text: &str) -> NodeId {
        self.add_move(parent, move_text(text))
    }

    /// Adds a move, as [`add`](Self::add), by a text in which nothing is to be left out.
    pub(crate) fn add_move(&mut self, parent: NodeId, text: SmolStr) -> NodeId {
        // A game of four thousand million moves does not fit into memory.
        let id = NodeId(u32::try_from(self.nodes.len()).unwrap_or(u32::MAX));
        self.nodes.push(Node { text, parent: Some(parent), ..Node::default() });
        match self.nodes[parent.index()].last.replace(id) {
            Some(last) => self.nodes[last.index()].next = Some(id),
            None => self.nodes[parent.index()].first = Some(id),
        }
        id
    }

    /// Adds a move to the main line, with or without a comment.
    pub fn push(&mut self, text: impl AsRef<str>, comment: Option<String>) -> NodeId {
        let id = self.add(self.last(), text.as_ref());
        self.node_mut(id).comments.extend(comment);
        id
    }

    /// Takes a move away, with all that follows it; the start cannot be.
    pub fn remove(&mut self, id: NodeId) {
        let Some(parent) = self.parent(id) else { return };
        self.unlink(parent, id);
        let mut gone = vec![id];
        while let Some(id) = gone.pop() {
            gone.extend(self.continuations(id));
            // Numbers are not given again, so that those of other moves stay what they are.
            self.nodes[id.index()] = Node::default();
        }
    }

    /// Takes back the last move of the main line, with its variations; false at the start. The game
    /// has no result then.
    pub fn take_back(&mut self) -> bool {
        let Some(parent) = self.parent(self.last()) else { return false };
        while let Some(first) = self.node(parent).first {
            self.remove(first);
        }
        self.reopen();
        true
    }

    /// Makes a variation the main continuation; the old main continuation becomes the first variation.
    pub fn promote(&mut self, id: NodeId) {
        let Some(parent) = self.parent(id) else { return };
        self.unlink(parent, id);
        let first = self.nodes[parent.index()].first.replace(id);
        self.nodes[id.index()].next = first;
        self.nodes[parent.index()].last.get_or_insert(id);
    }

    /// Takes a move out of the list of continuations.
    fn unlink(&mut self, parent: NodeId, id: NodeId) {
        let next = self.nodes[id.index()].next.take();
        // The first has none before it, however many there are.
        let is_before = |other: &NodeId| self.node(*other).next == Some(id);
        let is_first = self.node(parent).first == Some(id);
        let before = if is_first { None } else { self.continuations(parent).find(is_before) };
        match before {
            Some(before) => self.nodes[before.index()].next = next,
            None => self.nodes[parent.index()].first = next,
        }
        if next.is_none() {
            self.nodes[parent.index()].last = before;
        }
    }
}

/// The game.
impl Record {
    /// The record of a line of play: its moves in SAN, and its result if it is over.
    ///
    /// ```
    /// use helgi_record::Record;
    /// use helgi_rules::{Game, GameId, Line, notation};
    ///
    /// let mut line = Line::new(GameId::CHESS.start());
    /// for text in ["f2f3", "e7e5", "g2g4", "d8h4"] {
    ///     line.play(notation::read(line.present(), text)?);
    /// }
    /// assert!(Record::of_line(&line).to_string().ends_with("1. f3 e5 2. g4 Qh4# {Black mates} 0-1\n\n"));
    /// # Ok::<(), notation::MoveError>(())
    /// ```
    #[must_use]
    pub fn of_line(line: &Line) -> Record {
        let mut position = line.start().clone();
        let mut record = Record::new(position.game(), &position.fen());
        for played in line.moves() {
            record.push(readable::write(&position, played, Style::San), None);
            position = position.after(played);
        }
        if let Some(outcome) = line.verdict() {
            record.finish(outcome.into(), &outcome.reason_text().to_string());
        }
        record
    }

    /// The record of a game that begins at a position, without moves.
    ///
    /// `Variant` names the game, except chess, which readers take for granted; `SetUp` and `FEN` are
    /// set wherever the position is not the start of chess. `RulesFingerprint` tells the rules of a game from a file from
    /// others of its name.
    pub fn new(game: GameId, start: &str) -> Record {
        let mut record = Record::default();
        // PGN without a tag `Variant` is chess.
        let is_chess = game == GameId::default();
        if game == GameId::FISCHERANDOM {
            record.tags.set("Variant", CHESS960);
        } else if !is_chess {
            record.tags.set("Variant", game.name());
        }
        if let Some(fingerprint) = game.fingerprint() {
            record.tags.set(FINGERPRINT, fingerprint);
        }
        if !is_chess || start != game.info().start {
            record.tags.set("SetUp", "1");
            record.tags.set("FEN", start);
        }
        record
    }

    /// The game that is played; `None` if it is one that this program does not know.
    pub fn game(&self) -> Option<GameId> {
        GameId::named(self.variant())
    }

    /// The game that is played.
    ///
    /// # Errors
    ///
    /// If the tag `Variant` names no game of this program, or may name several.
    pub fn find_game(&self) -> Result<GameId, NameError> {
        self.variant().parse()
    }

    fn variant(&self) -> &str {
        self.tags.get("Variant").unwrap_or(GameId::default().name())
    }

    /// Ends the game: sets the result, its tag and `PlyCount`, and puts the reason, such as
    /// `White mates`, into a comment of its own after the last move.
    pub fn finish(&mut self, result: GameResult, reason: &str) {
        self.result = result;
        self.tags.set("Result", result.text());
        self.tags.set("PlyCount", self.len().to_string());
        if !reason.is_empty() {
            let last = self.last();
            self.node_mut(last).comments.push(reason.to_owned());
        }
    }

    /// Reopens the game: removes its result, and the tags that come with one.
    pub fn reopen(&mut self) {
        self.result = GameResult::Unknown;
        self.tags.remove("Result");
        self.tags.remove("PlyCount");
    }

    /// The reason for the end of the game, if a comment has it: the last one after the last move, without the
    /// [`Assessment`] that may stand before it, as in cutechess's `+0.25/12 0.34s, White mates`.
    pub fn reason(&self) -> Option<&str> {
        let last = self.node(self.last()).comments.last()?.trim();
        let begins_with_assessment = |head: &str| head.trim().parse::<Assessment>().is_ok();
        let reason = match last.split_once(',') {
            Some((head, tail)) if begins_with_assessment(head) => {
                // fastchess puts further numbers before the reason: `n=1250, sd=4, White mates`.
                tail.rsplit(',').next().unwrap_or(tail).trim()
            }
            _ => last,
        };
        let says_something = !reason.is_empty() && !reason.contains(['=', '%']);
        (says_something && !begins_with_assessment(reason)).then_some(reason)
    }

    /// The position the moves begin in: the start of the game, or that of the tag `FEN`.
    ///
    /// # Errors
    ///
    /// If that tag holds no position of the game.
    pub fn start(&self, game: GameId) -> Result<AnyPosition, FenError> {
        self.start_with_notices(game).map(|(start, _)| start)
    }

    /// The position the moves begin in, as [`start`](Self::start), with what was mended in the tag.
    ///
    /// # Errors
    ///
    /// If the tag `FEN` holds no position of the game.
    pub fn start_with_notices(&self, game: GameId) -> Result<(AnyPosition, Vec<FenNotice>), FenError> {
        match self.tags.get("FEN") {
            None => Ok((game.start(), Vec::new())),
            Some(text) if is_empty(text) => Ok((game.start(), vec![lenient::missing(&game, text)])),
            Some(text) => game.parse_lenient(text),
        }
    }

    /// The side that begins, and the number of its first move, by the tag `FEN`.
    ///
    /// # Errors
    ///
    /// If the fields of that tag cannot be separated.
    pub fn first_turn(&self) -> Result<(Side, u32), FenError> {
        match self.tags.get("FEN") {
            None => Ok((Side::White, 1)),
            Some(text) if is_empty(text) => Ok((Side::White, 1)),
            Some(fen) => match lenient::turn(fen) {
                Some(turn) => Ok(turn),
                None => Fields::split(fen).map(|fields| (fields.turn.side, fields.turn.fullmove.into())),
            },
        }
    }

    /// The number of a half-move as it is written: `12.` or `12...`; `ply` counts from 0.
    pub fn number(&self, ply: usize) -> String {
        let (side, first) = self.first_turn().unwrap_or((Side::White, 1));
        // A game that Black begins has its first half-move as the second of a move.
        let ply = ply + side.index();
        let dots = if ply.is_multiple_of(2) { "." } else { "..." };
        format!("{}{dots}", first as usize + ply / 2)
    }
}

/// Returns true for the value of a tag that says nothing, as other programs write `[FEN ""]` into games from the start.
fn is_empty(value: &str) -> bool {
    matches!(value.trim(), "" | "?" | "-")
}
