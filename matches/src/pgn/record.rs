//! The record of one game: its tags, moves and comments, and its result.

use super::assessment::Assessment;
use helgi_rules::board::Side;
use helgi_rules::fen::Fields;
use helgi_rules::games::GameId;
use helgi_rules::{AnyPosition, FenError, Game, Outcome};
use std::fmt;

/// The Seven Tag Roster, which every game has, with what stands for "unknown".
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// The tags that come next, in this order; all others follow as they were set.
const THEN: [&str; 7] = ["Variant", "SetUp", "FEN", "TimeControl", "Termination", "PlyCount", "GameDuration"];

/// What the tag `Variant` may say where plain chess rules are meant.
const CHESS_NAMES: [&str; 3] = ["standard", "normal", "from position"];

/// The name of Chess960 in the tag `Variant`.
const CHESS960: &str = "Chess960";

/// Other names that it has there.
const CHESS960_NAMES: [&str; 2] = ["chess 960", "fischerrandom"];

/// The tags of a game: names and values, the Seven Tag Roster first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tags(Vec<(String, String)>);

impl Default for Tags {
    /// The Seven Tag Roster, all unknown.
    fn default() -> Self {
        Tags(ROSTER.iter().map(|&(name, unknown)| (name.to_owned(), unknown.to_owned())).collect())
    }
}

impl Tags {
    /// The value of a tag.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter().find(|&(own, _)| own == name).map(|(_, value)| value)
    }

    /// Sets a tag, at the place that the order of tags gives it.
    ///
    /// The name is a word of letters, digits and `_`; anything else in it is left out. Line ends and
    /// other control characters in the value become blanks.
    pub fn set(&mut self, name: &str, value: impl AsRef<str>) {
        let name: String = name.chars().filter(|&c| is_tag_letter(c)).collect();
        let value: String = value.as_ref().chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        if let Some((_, own)) = self.0.iter_mut().find(|(own, _)| *own == name) {
            *own = value;
        } else if !name.is_empty() {
            let place = self.0.partition_point(|(own, _)| rank(own) <= rank(&name));
            self.0.insert(place, (name, value));
        }
    }

    /// The names and values in their order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

/// Whether the name of a tag may hold it.
pub(super) fn is_tag_letter(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// The place of a tag's name in the order of tags.
fn rank(name: &str) -> usize {
    let roster = ROSTER.iter().map(|&(name, _)| name);
    roster.chain(THEN).position(|own| own == name).unwrap_or(usize::MAX)
}

/// The result of a game, as PGN knows it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum GameResult {
    /// `1-0`.
    WhiteWins,
    /// `0-1`.
    BlackWins,
    /// `1/2-1/2`.
    Draw,
    /// `*`: it goes on, or was broken off.
    #[default]
    Unknown,
}

impl GameResult {
    const ALL: [GameResult; 4] =
        [GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw, GameResult::Unknown];

    /// The win of a side.
    pub const fn win(winner: Side) -> Self {
        match winner {
            Side::White => GameResult::WhiteWins,
            Side::Black => GameResult::BlackWins,
        }
    }

    /// Its text.
    pub const fn text(self) -> &'static str {
        match self {
            GameResult::WhiteWins => "1-0",
            GameResult::BlackWins => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Unknown => "*",
        }
    }

    /// The result with this text.
    pub(super) fn read(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|result| result.text() == text)
    }
}

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> Self {
        outcome.winner.map_or(GameResult::Draw, GameResult::win)
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

/// A move of a record and what is said of it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct MoveText {
    /// The move as it is written: no blanks, and none of `{}();$`.
    pub text: String,
    /// The comments behind it.
    pub comments: Vec<String>,
}

/// One game of a file.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Record {
    /// The tags.
    pub tags: Tags,
    /// The comments before the first move.
    pub preface: Vec<String>,
    /// The moves.
    pub moves: Vec<MoveText>,
    /// The result at the end of the moves; that of the tags may be another.
    pub result: GameResult,
}

impl Record {
    /// The record of a game that begins at a position, without moves.
    ///
    /// `Variant` names the game, except chess, which readers take for granted; `SetUp` and `FEN` are
    /// set wherever the position is not the start of chess.
    pub fn new(game: GameId, start: &str) -> Record {
        let mut record = Record::default();
        let is_chess = game == GameId::DEFAULT;
        if game == GameId::Fischerandom {
            record.tags.set("Variant", CHESS960);
        } else if !is_chess {
            record.tags.set("Variant", game.name());
        }
        if !is_chess || start != game.info().start {
            record.tags.set("SetUp", "1");
            record.tags.set("FEN", start);
        }
        record
    }

    /// The game that is played; `None` if it is one that this program does not know.
    pub fn game(&self) -> Option<GameId> {
        let name = self.tags.get("Variant").unwrap_or(GameId::DEFAULT.name()).trim();
        let is_one_of = |names: &[&str]| names.iter().any(|other| other.eq_ignore_ascii_case(name));
        match name {
            _ if is_one_of(&CHESS_NAMES) => Some(GameId::DEFAULT),
            _ if is_one_of(&CHESS960_NAMES) => Some(GameId::Fischerandom),
            _ => GameId::named(name),
        }
    }

    /// Adds a move, with a comment or none.
    pub fn push(&mut self, text: impl Into<String>, comment: Option<String>) {
        self.moves.push(MoveText { text: text.into(), comments: comment.into_iter().collect() });
    }

    /// Ends the game: sets the result, its tag and `PlyCount`, and puts the reason, such as
    /// `White mates`, into a comment of its own behind the last move.
    pub fn finish(&mut self, result: GameResult, reason: &str) {
        self.result = result;
        self.tags.set("Result", result.text());
        self.tags.set("PlyCount", self.moves.len().to_string());
        if !reason.is_empty() {
            let comments = self.moves.last_mut().map_or(&mut self.preface, |last| &mut last.comments);
            comments.push(reason.to_owned());
        }
    }

    /// Why the game ended, if a comment says so: the last one behind the last move, without the
    /// [`Assessment`] that may stand before it, as in cutechess's `+0.25/12 0.34s, White mates`.
    pub fn reason(&self) -> Option<&str> {
        let comments = self.moves.last().map_or(&self.preface, |last| &last.comments);
        let last = comments.last()?.trim();
        let begins_with_assessment = |head: &str| head.trim().parse::<Assessment>().is_ok();
        let reason = match last.split_once(',') {
            Some((head, tail)) if begins_with_assessment(head) => {
                // fastchess puts further numbers before the reason: `n=1250, sd=4, White mates`.
                tail.rsplit(',').next().unwrap_or(tail).trim()
            }
            _ => last,
        };
        let says_something = !reason.is_empty() && !reason.contains('=') && !begins_with_assessment(reason);
        says_something.then_some(reason)
    }

    /// The position the moves begin in: the start of the game, or that of the tag `FEN`.
    ///
    /// # Errors
    ///
    /// If that tag holds no position of the game.
    pub fn start(&self, game: GameId) -> Result<AnyPosition, FenError> {
        self.tags.get("FEN").map_or_else(|| Ok(game.start()), |fen| game.parse(fen))
    }

    /// Who begins, and with which number of move, by the tag `FEN`.
    ///
    /// # Errors
    ///
    /// If the fields of that tag cannot be told apart.
    pub fn first_turn(&self) -> Result<(Side, u32), FenError> {
        match self.tags.get("FEN") {
            None => Ok((Side::White, 1)),
            Some(fen) => Fields::split(fen).map(|fields| (fields.side, fields.fullmove.into())),
        }
    }
}
