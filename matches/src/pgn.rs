//! Games as text: PGN, Portable Game Notation, of all games.
//!
//! A [`Record`] is what a game in a file says: tags, moves as text, comments, a result. Whether a
//! move is legal is not known here; [`replay`](super::replay) asks the rules.
//!
//! Written is the standard's export format, with what match programs have made customary. Read is
//! whatever resembles PGN: comments of both kinds, numeric glyphs and variations (both left out),
//! `%` lines, any line ends, missing results. The crate `pgn-reader` does not do, although it is
//! good: it hands on moves as chess SAN only, which most moves of the other games are not, and its
//! licence (GPL) is another than ours.

use helgi_rules::board::Side;
use helgi_rules::fen::Fields;
use helgi_rules::games::GameId;
use helgi_rules::{FenError, Outcome};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;
use thiserror::Error;

/// The length that lines do not exceed, unless a single word does: less than 80 characters, as the
/// standard wants it.
const WIDTH: usize = 79;

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
const CHESS_NAMES: [&str; 7] =
    ["standard", "normal", "from position", "chess960", "chess 960", "fischerandom", "fischerrandom"];

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

fn is_tag_letter(c: char) -> bool {
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

    fn read(text: &str) -> Option<Self> {
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
        if !is_chess {
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
        let is_chess = CHESS_NAMES.iter().any(|chess| chess.eq_ignore_ascii_case(name));
        if is_chess { Some(GameId::DEFAULT) } else { GameId::named(name) }
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

/// The record as a game of a PGN file, in lines of less than 80 characters, with an empty line at its end.
///
/// What PGN cannot hold is replaced: braces in comments by parentheses, and all blanks between words
/// by one.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in self.tags.iter() {
            writeln!(f, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""))?;
        }
        let mut lines = Lines::default();
        self.preface.iter().for_each(|comment| lines.comment(comment));
        let (side, number) = self.first_turn().unwrap_or((Side::White, 1));
        for (ply, played) in (side.index()..).zip(&self.moves) {
            let number = number as usize + ply / 2;
            match ply % 2 {
                0 => lines.word(&format!("{number}.")),
                _ if ply == side.index() => lines.word(&format!("{number}...")),
                _ => {}
            }
            lines.word(&played.text);
            played.comments.iter().for_each(|comment| lines.comment(comment));
        }
        lines.word(self.result.text());
        write!(f, "\n{}\n\n", lines.text)
    }
}

/// Words in lines that are not too long.
#[derive(Default)]
struct Lines {
    text: String,
    /// The length of the last line, in characters.
    length: usize,
}

impl Lines {
    fn word(&mut self, word: &str) {
        let length = word.chars().count();
        // A line that begins with `%` would be skipped by readers.
        let fits = self.length + 1 + length <= WIDTH || word.starts_with('%');
        if self.length == 0 {
            self.length = length;
        } else if fits {
            self.text.push(' ');
            self.length += 1 + length;
        } else {
            self.text.push('\n');
            self.length = length;
        }
        self.text.push_str(word);
    }

    fn comment(&mut self, comment: &str) {
        let text = format!("{{{}}}", plain_comment(comment));
        text.split(' ').for_each(|word| self.word(word));
    }
}

/// A comment without what cannot stand in one.
fn plain_comment(comment: &str) -> String {
    let words: Vec<&str> = comment.split_whitespace().collect();
    words.join(" ").replace('{', "(").replace('}', ")")
}

/// What a player thought of a move: score, depth and time, as in `+0.25/12 0.34s`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Assessment {
    /// The score for the side that moved; `None` if it did not say any.
    pub score: Option<Expected>,
    /// The depth of the search in plies; 0 if it was not said.
    pub depth: u32,
    /// The time the move took; written in milliseconds.
    pub time: Duration,
}

/// A score of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expected {
    /// Centipawns.
    Centipawns(i32),
    /// A win in so many own moves, or a loss if negative, as UCI counts; written `+M5`, `-M5`.
    Mate(i32),
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = |number: i32| if number < 0 { '-' } else { '+' };
        match *self {
            Expected::Centipawns(0) => f.write_str("0.00"),
            Expected::Centipawns(score) => {
                let size = score.unsigned_abs();
                write!(f, "{}{}.{:02}", sign(score), size / 100, size % 100)
            }
            Expected::Mate(moves) => write!(f, "{}M{}", sign(moves), moves.unsigned_abs()),
        }
    }
}

impl fmt::Display for Assessment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(score) = self.score {
            write!(f, "{score}/{} ", self.depth)?;
        }
        let millis = self.time.as_millis();
        match millis % 10 {
            0 => write!(f, "{}.{:02}s", millis / 1000, millis / 10 % 100),
            _ => write!(f, "{}.{:03}s", millis / 1000, millis % 1000),
        }
    }
}

/// A comment that is no [`Assessment`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("expected score, depth and time, such as `+0.25/12 0.34s`")]
pub struct NoAssessment;

impl FromStr for Expected {
    type Err = NoAssessment;

    fn from_str(text: &str) -> Result<Self, NoAssessment> {
        let (sign, size) = match text.strip_prefix('-') {
            Some(size) => (-1, size),
            None => (1, text.strip_prefix('+').unwrap_or(text)),
        };
        let number = |digits: &str| -> Result<i32, NoAssessment> {
            let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            if is_number { digits.parse().map_err(|_| NoAssessment) } else { Err(NoAssessment) }
        };
        if let Some(moves) = size.strip_prefix('M') {
            return Ok(Expected::Mate(sign * number(moves)?));
        }
        match size.split_once('.') {
            Some((whole, hundredths)) if hundredths.len() == 2 => {
                let whole = number(whole)?.checked_mul(100).ok_or(NoAssessment)?;
                let size = whole.checked_add(number(hundredths)?).ok_or(NoAssessment)?;
                Ok(Expected::Centipawns(sign * size))
            }
            _ => Err(NoAssessment),
        }
    }
}

impl FromStr for Assessment {
    type Err = NoAssessment;

    /// Reads the whole of a comment, or what stands before its first comma.
    fn from_str(comment: &str) -> Result<Self, NoAssessment> {
        let mut words = comment.split(',').next().unwrap_or(comment).split_whitespace();
        let first = words.next().ok_or(NoAssessment)?;
        let (score, depth, time) = match first.split_once('/') {
            Some((score, depth)) => {
                let depth = depth.parse().map_err(|_| NoAssessment)?;
                (Some(score.parse()?), depth, words.next().ok_or(NoAssessment)?)
            }
            None => (None, 0, first),
        };
        let seconds = time.strip_suffix('s').and_then(|seconds| seconds.parse::<f64>().ok());
        let millis = seconds.map(|seconds| (seconds * 1000.0).round());
        match millis.filter(|millis| (0.0..1e15).contains(millis)) {
            Some(millis) if words.next().is_none() => {
                Ok(Assessment { score, depth, time: Duration::from_millis(millis as u64) })
            }
            _ => Err(NoAssessment),
        }
    }
}

/// Text that is no PGN.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {problem}")]
pub struct PgnError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub problem: Problem,
}

/// What keeps a text from being read as PGN.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Problem {
    /// A tag in another form than `[Name "value"]`.
    #[error("tag `{0}`, expected a name and a value in quotes, as in `[Event \"?\"]`")]
    Tag(String),
    /// A comment without end.
    #[error("`{{`, expected a `}}` after it")]
    Comment,
    /// A variation without end.
    #[error("`(`, expected a `)` after it")]
    Variation,
    /// A bracket that closes nothing.
    #[error("`{0}`, expected a move, a comment or the result")]
    Closing(char),
}

/// A game of a file and where it begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Located {
    /// The line of its first tag or move, from 1.
    pub line: usize,
    /// The game.
    pub record: Record,
}

/// Reads the games of a PGN file one after the other.
///
/// After an error it goes on with the next game that begins with a tag.
///
/// ```
/// use helgi_match::pgn::Reader;
/// let text = "[White \"A\"]\n\n1. e4 {a pawn} e5 (1... c5) 2. Qh5 $2 *";
/// let game = Reader::new(text).next().unwrap()?;
/// let moves: Vec<&str> = game.record.moves.iter().map(|played| played.text.as_str()).collect();
/// assert_eq!(moves, ["e4", "e5", "Qh5"]);
/// # Ok::<(), helgi_match::pgn::PgnError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    rest: &'a str,
    line: usize,
    at_line_start: bool,
}

impl<'a> Reader<'a> {
    /// A reader of a whole file.
    pub fn new(text: &'a str) -> Self {
        Reader { rest: text.strip_prefix('\u{feff}').unwrap_or(text), line: 1, at_line_start: true }
    }

    /// Whether there is nothing left but blanks and remarks.
    fn is_at_end(&mut self) -> bool {
        self.skip_remarks();
        self.rest.is_empty()
    }

    /// How many bytes are left to read.
    pub fn bytes_left(&self) -> usize {
        self.rest.len()
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// Takes so many bytes.
    fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.line += taken.bytes().filter(|&byte| byte == b'\n').count();
        if let Some(last) = taken.bytes().last() {
            self.at_line_start = last == b'\n';
        }
        self.rest = rest;
        taken
    }

    /// Takes everything before the first character of which `ends` holds.
    fn take_until(&mut self, ends: impl Fn(char) -> bool) -> &'a str {
        self.take(self.rest.find(ends).unwrap_or(self.rest.len()))
    }

    /// Skips blanks and `%` lines.
    fn skip(&mut self) {
        loop {
            self.take_until(|c| !c.is_whitespace());
            if !(self.at_line_start && self.peek() == Some('%')) {
                return;
            }
            self.take_until(|c| c == '\n');
        }
    }

    /// Skips blanks, `%` lines, and the remarks behind `;` that belong to no game.
    fn skip_remarks(&mut self) {
        self.skip();
        while self.peek() == Some(';') {
            self.take_until(|c| c == '\n');
            self.skip();
        }
    }

    fn error(&self, problem: Problem) -> PgnError {
        PgnError { line: self.line, problem }
    }

    /// Reads the tags; they begin with `[` and may share a line.
    fn tags(&mut self, tags: &mut Tags) -> Result<(), PgnError> {
        while self.peek() == Some('[') {
            self.tag(tags)?;
            self.skip_remarks();
        }
        Ok(())
    }

    fn tag(&mut self, tags: &mut Tags) -> Result<(), PgnError> {
        let line = self.rest.lines().next().unwrap_or_default();
        let parts = tag_parts(line);
        let (name, value, length) = parts.ok_or_else(|| self.error(Problem::Tag(excerpt(line))))?;
        tags.set(name, value);
        self.take(length);
        Ok(())
    }

    /// Takes a comment in braces.
    fn braces(&mut self) -> Result<String, PgnError> {
        let Some(end) = self.rest.find('}') else { return Err(self.error(Problem::Comment)) };
        let comment = self.take(end + 1);
        Ok(plain_comment(&comment[1..end]))
    }

    /// Takes a comment to the end of the line.
    fn line_comment(&mut self) -> String {
        plain_comment(self.take_until(|c| c == '\n').trim_start_matches(';'))
    }

    /// Skips a variation, with all that are nested in it.
    fn variation(&mut self) -> Result<(), PgnError> {
        let unclosed = self.error(Problem::Variation);
        let mut depth = 0usize;
        loop {
            self.take_until(|c| matches!(c, '(' | ')' | '{' | ';'));
            match self.peek() {
                None => return Err(unclosed),
                Some('{') => drop(self.braces()?),
                Some(';') => drop(self.line_comment()),
                Some(bracket) => {
                    self.take(1);
                    depth = if bracket == '(' { depth + 1 } else { depth - 1 };
                    if depth == 0 {
                        return Ok(());
                    }
                }
            }
        }
    }

    /// Reads moves and comments up to the result, the next game or the end of the file.
    fn moves(&mut self, record: &mut Record) -> Result<(), PgnError> {
        loop {
            self.skip();
            let comment = match self.peek() {
                None => return Ok(()),
                // The next game; this one has no result.
                Some('[') => return Ok(()),
                Some('{') => self.braces()?,
                Some(';') => self.line_comment(),
                Some('(') => {
                    self.variation()?;
                    continue;
                }
                Some(bracket @ (')' | '}' | ']')) => return Err(self.error(Problem::Closing(bracket))),
                Some('$' | '<' | '>') => {
                    self.take(1);
                    self.take_until(|c| !c.is_ascii_digit());
                    continue;
                }
                Some(_) => {
                    if self.word(record) {
                        return Ok(());
                    }
                    continue;
                }
            };
            let comments = record.moves.last_mut().map_or(&mut record.preface, |last| &mut last.comments);
            comments.push(comment);
        }
    }

    /// Takes a move, the number of one or the result; whether it was the result.
    fn word(&mut self, record: &mut Record) -> bool {
        let word = self.take_until(|c| c.is_whitespace() || "{}();$<>[]".contains(c));
        let text = without_numbers(word);
        if let Some(result) = GameResult::read(text) {
            record.result = result;
            return true;
        }
        if !text.is_empty() && text.contains(|c: char| c != '!' && c != '?') {
            record.moves.push(MoveText { text: text.to_owned(), comments: Vec::new() });
        }
        false
    }

    fn game(&mut self) -> Result<Record, PgnError> {
        let mut record = Record::default();
        self.tags(&mut record.tags)?;
        self.moves(&mut record)?;
        Ok(record)
    }

    /// Goes on to the next line that begins with a tag and follows a line without one.
    fn recover(&mut self) {
        let mut after_tag = true;
        while !self.rest.is_empty() {
            let is_tag = self.at_line_start && self.peek() == Some('[');
            if is_tag && !after_tag {
                return;
            }
            after_tag = is_tag;
            self.take_until(|c| c == '\n');
            self.take(usize::from(!self.rest.is_empty()));
        }
    }
}

impl Iterator for Reader<'_> {
    type Item = Result<Located, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_at_end() {
            return None;
        }
        let line = self.line;
        let game = self.game();
        if game.is_err() {
            self.recover();
        }
        Some(game.map(|record| Located { line, record }))
    }
}

/// The name and the value of the tag that a line begins with, and its length.
fn tag_parts(line: &str) -> Option<(&str, String, usize)> {
    let inner = line.strip_prefix('[')?.trim_start();
    let (name, rest) = inner.split_at(inner.find(|c| !is_tag_letter(c))?);
    let quoted = rest.trim_start().strip_prefix('"')?;
    let mut value = String::new();
    let mut characters = quoted.char_indices();
    while let Some((at, c)) = characters.next() {
        let after = &quoted[at + c.len_utf8()..];
        match c {
            '\\' if after.starts_with(['\\', '"']) => value.extend(characters.next().map(|(_, c)| c)),
            // A quote within the value that somebody forgot to escape is not the last.
            '"' if after.trim_start().starts_with(']') => {
                let rest = after.trim_start().len() - 1;
                return (!name.is_empty()).then(|| (name, value, line.len() - rest));
            }
            _ => value.push(c),
        }
    }
    None
}

/// A word without numbers of moves before it: `12.e4` and `12.12.e4` are `e4`, and `12...` is nothing.
fn without_numbers(mut word: &str) -> &str {
    loop {
        let after_digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let after_dots = after_digits.trim_start_matches('.');
        let is_number = after_dots.len() < after_digits.len() || after_digits.is_empty();
        // `0000` is a pass.
        if !is_number || word.is_empty() || word == "0000" {
            return word;
        }
        word = after_dots;
    }
}

/// A text short enough for a message.
fn excerpt(text: &str) -> String {
    const LONGEST: usize = 60;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
