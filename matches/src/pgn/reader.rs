//! PGN read into records.

use super::record::{GameResult, MoveText, Record, Tags, is_tag_letter};
use super::write::plain_comment;
use thiserror::Error;

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
