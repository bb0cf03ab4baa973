//! PGN read into records, a game at a time.

use super::draft::Draft;
use super::input::{FileLines, ReadError};
use super::located::{Located, PgnProblem};
use super::{tag, words, write};
use crate::node::is_move_letter;
use crate::{GameResult, Glyph};
use helgi_notation::excerpt;
use std::collections::HashSet;
use std::io::BufRead;

/// The largest game that is read, in bytes of its text.
const LARGEST: u64 = 64 << 20;

/// Reads the games of a PGN file one after the other, and holds one of them at a time.
///
/// The unreadable parts of a game are in its [`errors`](Located::errors), and the rest of it is
/// read. After a [`ReadError`] no game follows.
///
/// The reader accepts PGN as people actually write it: comments of both kinds, glyphs as `$2` and
/// as `?`, nested variations, any line ends, UTF-8 or Latin-1, games without tags or result, and
/// additions such as `12...e4`, `exd6 e.p.`, `a8(Q)`. Comments after the result, up to the end of
/// their paragraph, belong to the last move.
///
/// ```
/// use helgi_record::{Glyph, PgnReader};
///
/// let text = "[White \"A\"]\n\n1. e4 {a pawn} e5 (1... c5) 2. Qh5?! *";
/// let game = PgnReader::new(text.as_bytes()).next().expect("a game")?;
/// assert!(game.errors.is_empty());
/// let record = game.record;
/// assert_eq!(record.moves().collect::<Vec<_>>(), ["e4", "e5", "Qh5"]);
/// assert_eq!(record.node(record.last()).glyphs, [Glyph::DUBIOUS]);
/// # Ok::<(), helgi_record::ReadError>(())
/// ```
#[derive(Debug)]
pub struct PgnReader<R> {
    lines: FileLines<R>,
    /// The present line, and how much of it has been read.
    text: String,
    at: usize,
    /// True if no tag begins in the rest of the line, because no value ends there.
    is_tagless: bool,
    /// The first line with zero bytes of the present game.
    zeros: Option<usize>,
    is_over: bool,
}

/// The part of a file that follows the one just read.
#[derive(PartialEq, Eq)]
enum Next {
    Moves,
    Result,
    Game,
}

impl<R: BufRead> PgnReader<R> {
    /// A reader of a file.
    pub fn new(input: R) -> Self {
        let (lines, text) = (FileLines::new(input), String::new());
        PgnReader { lines, text, at: 0, is_tagless: false, zeros: None, is_over: false }
    }

    /// Returns the number of bytes read so far.
    pub fn taken(&self) -> u64 {
        self.lines.taken()
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn line(&self) -> usize {
        self.lines.number()
    }

    /// Advances to the next line; false at the end.
    fn next_line(&mut self) -> Result<bool, ReadError> {
        (self.at, self.is_tagless) = (0, false);
        let is_there = self.lines.next(&mut self.text)?;
        if !is_there {
            self.text.clear();
        } else if self.lines.has_zeros() {
            self.zeros.get_or_insert(self.lines.number());
        }
        Ok(is_there)
    }

    fn skip_blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches(is_blank).len();
    }

    /// Returns true if a tag begins here. A line may have any number of brackets for which no quote closes a
    /// value: if there is none for the first of them, there is none for the others.
    fn is_tag(&mut self) -> bool {
        if self.is_tagless {
            return false;
        }
        let is_tag = tag::parts(self.rest()).is_some();
        self.is_tagless = !is_tag && tag::begun(self.rest()).is_some();
        is_tag
    }

    /// Skips the text between games: blanks, lines that begin with `%`, remarks after `;`. False at
    /// the end of the file.
    fn find_game(&mut self) -> Result<bool, ReadError> {
        loop {
            self.skip_blanks();
            let is_remark = self.rest().starts_with(';') || self.at == 0 && self.rest().starts_with('%');
            if !self.rest().is_empty() && !is_remark {
                return Ok(true);
            }
            if !self.next_line()? {
                return Ok(false);
            }
        }
    }

    fn game(&mut self) -> Result<Option<Located>, ReadError> {
        if !self.find_game()? {
            return Ok(None);
        }
        // Between games nothing was lost.
        self.zeros = self.zeros.filter(|&line| line == self.line());
        let mut draft = Draft::new(self.line(), self.taken());
        self.tags(&mut draft)?;
        if self.moves(&mut draft)? == Next::Result {
            self.after_result(&mut draft)?;
        }
        if let Some(line) = self.zeros.take() {
            draft.error(line, PgnProblem::ZeroByte);
        }
        Ok(Some(draft.finish()))
    }

    /// Reads the tags, which may share a line.
    fn tags(&mut self, draft: &mut Draft) -> Result<(), ReadError> {
        let mut named: HashSet<String> = HashSet::new();
        loop {
            self.skip_blanks();
            let is_escape = self.at == 0 && self.rest().starts_with('%');
            draft.game.escaped += usize::from(is_escape);
            if self.rest().is_empty() || is_escape {
                if !self.next_line()? {
                    return Ok(());
                }
                continue;
            }
            let line = self.line();
            if self.rest().starts_with(';') {
                draft.comment(self.line_comment());
                continue;
            }
            if !self.rest().starts_with('[') {
                return Ok(());
            }
            match tag::parts(self.rest()) {
                Some((name, value, length)) => {
                    if !named.insert(name.to_owned()) {
                        draft.error(line, PgnProblem::SecondTag(name.to_owned()));
                    }
                    draft.game.record.tags.set(name, value);
                    self.at += length;
                }
                None => {
                    draft.error(line, PgnProblem::Tag(excerpt(self.rest().trim_end())));
                    self.at = self.text.len();
                }
            }
        }
    }

    /// Reads moves and comments up to the result, the next game or the end of the file.
    fn moves(&mut self, draft: &mut Draft) -> Result<Next, ReadError> {
        loop {
            self.skip_blanks();
            let is_escape = self.at == 0 && self.rest().starts_with('%');
            draft.game.escaped += usize::from(is_escape);
            let Some(first) = self.rest().chars().next().filter(|_| !is_escape) else {
                if self.taken() - draft.began > LARGEST {
                    return Err(ReadError::LongGame(draft.game.line));
                }
                if !self.next_line()? {
                    return Ok(Next::Game);
                }
                continue;
            };
            let line = self.line();
            match first {
                '[' if self.is_tag() => return Ok(Next::Game),
                '{' => {
                    let (comment, next) = self.braces(draft)?;
                    draft.comment(comment);
                    if next == Next::Game {
                        return Ok(next);
                    }
                }
                ';' => draft.comment(self.line_comment()),
                '(' => {
                    self.at += 1;
                    draft.open(line);
                }
                ')' => {
                    self.at += 1;
                    draft.close(line);
                }
                '$' => self.glyph(draft),
                '!' | '?' => self.symbols(draft),
                '}' | ']' | '[' | '<' | '>' => {
                    self.at += 1;
                    draft.error(line, PgnProblem::Stray(first.to_string()));
                }
                _ => {
                    if self.word(draft) {
                        return Ok(Next::Result);
                    }
                }
            }
        }
    }

    /// Takes a comment in braces. If it has no end, the next game follows, or the end of the file.
    fn braces(&mut self, draft: &mut Draft) -> Result<(String, Next), ReadError> {
        let begin = self.line();
        self.at += 1;
        let mut comment = String::new();
        loop {
            if let Some(end) = self.rest().find('}') {
                comment.push_str(&self.rest()[..end]);
                self.at += end + 1;
                return Ok((write::comment_text(&comment), Next::Moves));
            }
            comment.push_str(self.rest());
            comment.push(' ');
            if self.taken() - draft.began > LARGEST {
                return Err(ReadError::LongGame(draft.game.line));
            }
            if !self.next_line()? || tag::begins_game(&self.text) {
                draft.error(begin, PgnProblem::Comment);
                return Ok((write::comment_text(&comment), Next::Game));
            }
        }
    }

    /// Takes a comment to the end of the line.
    fn line_comment(&mut self) -> String {
        let comment = write::comment_text(&self.rest()[1..]);
        self.at = self.text.len();
        comment
    }

    /// Takes a glyph that is given by its number.
    fn glyph(&mut self, draft: &mut Draft) {
        let digits = self.rest()[1..].bytes().take_while(u8::is_ascii_digit).count();
        let text = &self.rest()[..=digits];
        match text[1..].parse() {
            Ok(number) => draft.glyph(Glyph(number)),
            Err(_) => {
                let problem = PgnProblem::Glyph(excerpt(text));
                draft.error(self.line(), problem);
            }
        }
        self.at += digits + 1;
    }

    /// Takes `!` and `?`, two of them as one glyph.
    fn symbols(&mut self, draft: &mut Draft) {
        let count = self.rest().bytes().take(2).take_while(|byte| b"!?".contains(byte)).count();
        let glyph = Glyph::named(&self.rest()[..count]);
        self.at += count;
        glyph.into_iter().for_each(|glyph| draft.glyph(glyph));
    }

    /// Takes a move, the number of one, a glyph or the result; whether it was the result of the game.
    fn word(&mut self, draft: &mut Draft) -> bool {
        let line = self.line();
        let length = word_length(self.rest());
        let begin = self.at;
        self.at += length;
        let word = words::without_numbers(&self.text[begin..self.at]);
        if let Some(result) = GameResult::read(word) {
            if draft.open.is_empty() {
                draft.game.record.result = result;
                return true;
            }
            // The end of a variation, in words.
            draft.comment(result.text().to_owned());
            return false;
        }
        let (rest, symbol) = words::without_symbol(word);
        // The rest of `1=` is a number, and that of `1-0=` is not a move.
        let rest = if symbol.is_some() { words::without_numbers(rest) } else { rest };
        if symbol.is_some() && GameResult::read(rest).is_some() {
            let problem = PgnProblem::Stray(excerpt(word));
            draft.error(line, problem);
            return false;
        }
        let word = rest;
        match words::understood(word) {
            words::PgnWord::Nothing => {}
            words::PgnWord::Move(text) if text.chars().all(|c| is_move_letter(c) || "()".contains(c)) => {
                draft.play(text, line)
            }
            words::PgnWord::Move(text) => draft.error(line, PgnProblem::Stray(excerpt(text))),
            words::PgnWord::Glyph(glyph) => draft.glyph(glyph),
        }
        symbol.into_iter().for_each(|glyph| draft.glyph(glyph));
        false
    }

    /// Takes the comments after the result, up to the end of their paragraph.
    fn after_result(&mut self, draft: &mut Draft) -> Result<(), ReadError> {
        loop {
            self.skip_blanks();
            match self.rest().chars().next() {
                Some('{') => {
                    let (comment, next) = self.braces(draft)?;
                    draft.comment(comment);
                    if next == Next::Game {
                        return Ok(());
                    }
                }
                Some(';') => draft.comment(self.line_comment()),
                Some(_) => return Ok(()),
                None if !self.next_line()? || self.text.trim().is_empty() => {
                    self.zeros = self.zeros.filter(|&line| line != self.line());
                    return Ok(());
                }
                None => {}
            }
        }
    }
}

impl<R: BufRead> Iterator for PgnReader<R> {
    type Item = Result<Located, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let game = self.game().transpose();
        self.is_over = !matches!(game, Some(Ok(_)));
        game
    }
}

/// Returns true for characters between words, including the byte order mark, where files were joined.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}

/// The length of the word that a text begins with. One letter in parentheses is part of a move: `a8(Q)`.
fn word_length(text: &str) -> usize {
    let end = text.find(|c: char| is_blank(c) || "{}();$<>[]!?".contains(c)).unwrap_or(text.len());
    match text.as_bytes().get(end..end + 3) {
        Some([b'(', letter, b')']) if letter.is_ascii_uppercase() => end + 3,
        _ => end,
    }
}
