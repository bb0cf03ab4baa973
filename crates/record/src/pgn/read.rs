//! PGN read into records, a game at a time.

use super::aside::{self, Aside};
use super::draft::{Draft, DraftTag};
use super::input::{FileLines, ReadError};
use super::located::{Located, PgnProblem, PgnReading};
use super::parted::{self, Gap};
use super::{tag, words, write};
use crate::node::{is_move_letter, move_text};
use crate::{GameResult, Glyph};
use helgi_notation::{excerpt, is_invisible, without_numbers};
use smol_str::SmolStr;
use std::io::BufRead;

/// The largest game that is read, in bytes of its text.
const LARGEST: u64 = 64 << 20;

/// Reads the games of a PGN file one after the other, and holds one of them at a time.
///
/// The unreadable parts of a game are in its [`errors`](Located::errors), and the rest of it is
/// read. After a [`ReadError`] no game follows.
///
/// The reader accepts PGN as people actually write it: comments of both kinds, glyphs as `$2` and
/// as `?`, nested variations, any line ends, UTF-8, UTF-16 or Latin-1, games without tags, moves or result, and
/// additions such as `12...e4`, `exd6 e.p.`, `a8(Q)`, `(D)`, `(0:12)`. Comments before the first tag belong to the
/// game; those after the result, up to the end of their paragraph, to the last move. An empty line and a tag that is
/// there already begin the next game, and so does a first move of White with its number at the beginning of a line. Tags in other forms than the standard's are kept, with a
/// [notice](Located::notices).
///
/// A copy reads on from the same game, if a copy of its input reads on from the same place: where a file comes in parts, a
/// game is tried, and tried again by the copy when more is there.
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
#[derive(Clone, Debug)]
pub struct PgnReader<R> {
    input: R,
    reading: Reading,
}

/// The state of a reader. Its input is handed in: so it is compiled once, with this crate, and not with each kind of input.
#[derive(Clone, Default, Debug)]
struct Reading {
    lines: FileLines,
    /// The present line, and how much of it has been read.
    text: String,
    at: usize,
    /// The length of the blanks that it begins with.
    indent: usize,
    /// True if no tag begins in the rest of the line, because no value ends there.
    is_tagless: bool,
    /// True if an empty line came since the last tag.
    is_apart: bool,
    /// The part of the text before the present word, apart from comments.
    gap: Gap,
    /// The tags of the next game that have been read.
    carried: Vec<DraftTag>,
    /// The comments of the next game that have been read, if neither a result nor a tag parts it from the one before.
    carried_comments: Option<Vec<String>>,
    /// The first line with zero bytes of the present game.
    zeros: Option<usize>,
    is_over: bool,
    /// True if a game has a notice that the text is in UTF-16.
    is_utf16_named: bool,
}

/// The part of a file that follows the one just read.
#[derive(PartialEq, Eq)]
enum Next {
    Tags,
    Moves,
    Result,
    Game,
}

impl<R: BufRead> PgnReader<R> {
    /// A reader of a file.
    pub fn new(input: R) -> Self {
        PgnReader { input, reading: Reading::default() }
    }

    /// Returns the number of bytes read so far.
    pub fn taken(&self) -> u64 {
        self.reading.lines.taken()
    }
}

impl Reading {
    fn taken(&self) -> u64 {
        self.lines.taken()
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn line(&self) -> usize {
        self.lines.number()
    }

    /// Advances to the next line; false at the end.
    fn next_line(&mut self, input: &mut dyn BufRead) -> Result<bool, ReadError> {
        (self.at, self.is_tagless) = (0, false);
        let is_there = self.lines.next(input, &mut self.text)?;
        self.indent = self.text.len() - self.text.trim_start_matches(is_skipped).len();
        let is_empty = self.indent == self.text.len();
        self.is_apart |= is_empty;
        self.gap = self.gap.max(if is_empty { Gap::Paragraph } else { Gap::Line });
        if !is_there {
            self.text.clear();
        } else if self.lines.has_zeros() {
            self.zeros.get_or_insert(self.lines.number());
        }
        Ok(is_there)
    }

    /// Returns true if what is left of the line begins with a character of ASCII.
    fn begins_with(&self, byte: u8) -> bool {
        self.text.as_bytes().get(self.at) == Some(&byte)
    }

    fn skip_blanks(&mut self) {
        // Blanks of ASCII first: they are nearly all, and cost no decoding of characters.
        let blanks = self.rest().bytes().take_while(|&byte| byte == b' ').count();
        self.at += blanks;
        let rest = self.rest();
        if rest.bytes().next().is_some_and(|byte| byte.is_ascii_graphic()) {
            return;
        }
        self.at += rest.len() - rest.trim_start_matches(is_skipped).len();
    }

    /// Returns true if a tag begins here.
    fn is_tag(&mut self) -> bool {
        self.tag_parts().is_some() || self.at == self.indent && tag::is_loose_line(self.rest())
    }

    /// The tag that begins here, in the form of the standard, and its length. A line may have any number of brackets
    /// for which no quote closes a value: if there is none for the first of them, there is none for the others.
    fn tag_parts(&mut self) -> Option<(SmolStr, String, usize)> {
        if self.is_tagless {
            return None;
        }
        let parts = tag::parts(self.rest()).map(|(name, value, length)| (name.into(), value, length));
        self.is_tagless = parts == Err(tag::NoTag::Unclosed);
        parts.ok()
    }

    /// Skips the text between games: blanks, lines that begin with `%`, remarks after `;`. False at
    /// the end of the file.
    fn find_game(&mut self, input: &mut dyn BufRead) -> Result<bool, ReadError> {
        loop {
            self.skip_blanks();
            // The standard's escape counts in the first column alone.
            let is_remark = self.begins_with(b';') || self.at == 0 && self.begins_with(b'%');
            if !self.rest().is_empty() && !is_remark {
                return Ok(true);
            }
            if !self.next_line(input)? {
                return Ok(false);
            }
        }
    }

    /// The next game; none behind an error.
    fn next_game(&mut self, input: &mut dyn BufRead) -> Option<Result<Located, ReadError>> {
        if self.is_over {
            return None;
        }
        let game = self.game(input).transpose();
        self.is_over = !matches!(game, Some(Ok(_)));
        game
    }

    fn game(&mut self, input: &mut dyn BufRead) -> Result<Option<Located>, ReadError> {
        if self.carried.is_empty() && !self.find_game(input)? {
            return Ok(None);
        }
        // Between games nothing was lost.
        self.zeros = self.zeros.filter(|&line| line == self.line());
        let carried = std::mem::take(&mut self.carried);
        let line = carried.first().map_or(self.line(), |tag| tag.line);
        let mut draft = Draft::new(line, self.taken());
        // They were read as tags of one game.
        carried.into_iter().for_each(|tag| drop(draft.tag(tag, false)));
        if self.lines.is_utf16() && !std::mem::replace(&mut self.is_utf16_named, true) {
            draft.notice(line, PgnReading::Utf16);
        }
        if let Some(comments) = self.carried_comments.take() {
            comments.into_iter().for_each(|comment| draft.comment(comment));
            draft.notice(line, PgnReading::NextGame);
        }
        let mut next = Next::Tags;
        while next == Next::Tags {
            next = self.tags(input, &mut draft)?;
            if next == Next::Moves {
                next = self.moves(input, &mut draft)?;
            }
        }
        if next == Next::Result {
            self.after_result(input, &mut draft)?;
        }
        if let Some(line) = self.zeros.take() {
            draft.error(line, PgnProblem::ZeroByte);
        }
        Ok(Some(draft.finish()))
    }

    /// Advances to the next line of a game; false at the end.
    fn next_line_of(&mut self, input: &mut dyn BufRead, draft: &Draft) -> Result<bool, ReadError> {
        // Per game, not per file: a game is held whole, a file never.
        if self.taken() - draft.began > LARGEST {
            return Err(ReadError::LongGame(draft.game.line));
        }
        self.next_line(input)
    }

    /// Reads the tags, which may share a line.
    fn tags(&mut self, input: &mut dyn BufRead, draft: &mut Draft) -> Result<Next, ReadError> {
        loop {
            self.skip_blanks();
            let is_escape = self.at == 0 && self.begins_with(b'%');
            draft.game.escaped += usize::from(is_escape);
            if self.rest().is_empty() || is_escape {
                if !self.next_line_of(input, draft)? {
                    return Ok(Next::Moves);
                }
                continue;
            }
            if self.begins_with(b';') {
                draft.comment(self.line_comment());
                continue;
            }
            if !self.begins_with(b'[') {
                return Ok(Next::Moves);
            }
            let line = self.line();
            let (name, value) = match self.tag_parts() {
                Some((name, value, length)) => {
                    self.at += length;
                    (name, value)
                }
                None => match self.loose_tag(input, draft)? {
                    Some((name, value)) => (name.into(), value),
                    None => continue,
                },
            };
            let is_apart = std::mem::take(&mut self.is_apart);
            if let Some(carried) = draft.tag(DraftTag { line, name, value }, is_apart) {
                self.carried = carried;
                return Ok(Next::Game);
            }
        }
    }

    /// Takes a tag in another form than the standard's, with a notice. A text that is no tag, or one for the second
    /// time, becomes a comment.
    fn loose_tag(
        &mut self,
        input: &mut dyn BufRead,
        draft: &mut Draft,
    ) -> Result<Option<(String, String)>, ReadError> {
        let line = self.line();
        let found = tag::loose(self.rest()).filter(|tag| !draft.has_tag(&tag.name));
        let Some(tag::LooseTag { name, mut value, length, is_open }) = found else {
            let text = self.rest().trim_end();
            draft.error(line, PgnProblem::Tag(excerpt(text)));
            draft.comment(write::comment_text(text));
            self.at = self.text.len();
            return Ok(None);
        };
        let text = excerpt(&self.rest()[..length]);
        self.at += length;
        if is_open
            && self.next_line_of(input, draft)?
            && let Some((rest, length)) = tag::continued(&self.text)
        {
            value = format!("{value} {rest}");
            self.at = length;
        }
        let reading = PgnReading::Tag { text, name: excerpt(&name), value: excerpt(&value) };
        draft.notice(line, reading);
        Ok(Some((name, value)))
    }

    /// Reads moves and comments up to the result, the next game or the end of the file.
    fn moves(&mut self, input: &mut dyn BufRead, draft: &mut Draft) -> Result<Next, ReadError> {
        loop {
            self.skip_blanks();
            let is_escape = self.at == 0 && self.begins_with(b'%');
            draft.game.escaped += usize::from(is_escape);
            let Some(first) = self.rest().chars().next().filter(|_| !is_escape) else {
                let is_first = self.gap < Gap::Paragraph;
                if !self.next_line_of(input, draft)? {
                    return Ok(Next::Game);
                }
                if is_first && self.gap == Gap::Paragraph {
                    draft.begin_paragraph();
                }
                continue;
            };
            let line = self.line();
            if first.is_ascii_digit() {
                if parted::begins_next(self.rest(), self.gap, draft) {
                    self.carried_comments = Some(draft.take_paragraph());
                    return Ok(Next::Game);
                }
                draft.number(self.rest());
            }
            if !matches!(first, '{' | ';') {
                self.gap = Gap::Blanks;
            }
            match first {
                // A bracket may also stand in the moves; only a whole tag begins the next game.
                '[' if self.is_tag() => {
                    return Ok(if draft.awaits_tags(self.is_apart) { Next::Tags } else { Next::Game });
                }
                '{' => {
                    let (comment, next) = self.braces(input, draft)?;
                    draft.comment(comment);
                    if next == Next::Game {
                        return Ok(next);
                    }
                }
                ';' => draft.comment(self.line_comment()),
                '(' => self.parenthesis(draft),
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
                // The usual words leave here, before anything is looked up or copied.
                _ if self.plain_word(draft) => {}
                _ => {
                    let begin = self.at;
                    if self.result(draft) || self.at == begin && self.word(draft) {
                        return Ok(Next::Result);
                    }
                }
            }
        }
    }

    /// Takes a comment in braces. If it has no end, the next game follows, or the end of the file.
    fn braces(&mut self, input: &mut dyn BufRead, draft: &mut Draft) -> Result<(String, Next), ReadError> {
        let (begin, gap) = (self.line(), self.gap);
        self.at += 1;
        let mut comment = String::new();
        loop {
            if let Some(end) = self.rest().find('}') {
                let last = &self.rest()[..end];
                // Nearly all stand on a line, and are copied once.
                let text = if comment.is_empty() {
                    write::comment_text(last)
                } else {
                    comment.push_str(last);
                    write::comment_text(&comment)
                };
                self.at += end + 1;
                // The lines of a comment part nothing.
                self.gap = gap;
                return Ok((text, Next::Moves));
            }
            comment.push_str(self.rest());
            comment.push(' ');
            // A comment that is never closed must not swallow the games behind it.
            if !self.next_line_of(input, draft)? || tag::begins_game(&self.text) {
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
        // At most two make a glyph; of `!!!` the third is one of its own.
        let count = self.rest().bytes().take(2).take_while(|byte| b"!?".contains(byte)).count();
        let glyph = Glyph::named(&self.rest()[..count]);
        self.at += count;
        glyph.into_iter().for_each(|glyph| draft.glyph(glyph));
    }

    /// Takes a short remark, or opens a variation.
    fn parenthesis(&mut self, draft: &mut Draft) {
        let length = match aside::read(self.rest()) {
            None => 0,
            Some((Aside::Nothing, length)) => length,
            Some((Aside::Glyph(glyph), length)) => {
                draft.glyph(glyph);
                length
            }
            Some((Aside::Comment(comment), length)) => {
                draft.comment(comment.to_owned());
                length
            }
            Some((Aside::Promotion(letter), length)) => match letter {
                _ if draft.promote(letter) => length,
                "N" => {
                    draft.glyph(Glyph::NOVELTY);
                    length
                }
                _ => 0,
            },
        };
        if length == 0 {
            draft.open(self.line());
        }
        self.at += length.max(1);
    }

    /// Takes the result, if it begins here, or behind the number of a move.
    fn result(&mut self, draft: &mut Draft) -> bool {
        let rest = self.rest();
        if !rest.starts_with(|c: char| c.is_ascii_digit() || "½*.,".contains(c)) {
            return false;
        }
        let behind = words::behind_number(rest);
        let found = GameResult::leading(rest).map(|found| (rest, found));
        let found = found.or_else(|| Some((behind?, GameResult::leading(behind?)?)));
        let Some((text, (result, length))) = found else { return self.penalty(draft) };
        let (begin, text) = (rest.len() - text.len(), excerpt(&text[..length]));
        // Inside a variation a result is words, and any spelling will do.
        if !draft.is_in_variation() && text != result.text() {
            draft.notice(self.line(), PgnReading::Result { text, result });
        }
        self.at += begin + length;
        self.ends_with(result, draft)
    }

    /// Takes a penalty that can be no move, if it begins here, or behind the number of a move.
    fn penalty(&mut self, draft: &mut Draft) -> bool {
        let rest = self.rest();
        let in_text = |text| GameResult::leading_penalty(text).map(|found| (text, found));
        let found = in_text(rest).or_else(|| in_text(words::behind_number(rest)?));
        // `0-0` is one only as the last word of a game: the draft settles that.
        let Some((text, (score, length))) = found.filter(|(_, (score, _))| *score != GameResult::BOTH_LOSE)
        else {
            return false;
        };
        let (begin, text) = (rest.len() - text.len(), excerpt(&text[..length]));
        let line = self.line();
        self.at += begin + length;
        if draft.is_in_variation() {
            draft.comment(score.to_owned());
            return false;
        }
        draft.end_with_penalty(text, score, line);
        true
    }

    /// Ends the game, or a variation, with a result; true for the game.
    fn ends_with(&self, result: GameResult, draft: &mut Draft) -> bool {
        if draft.is_in_variation() {
            // The end of a variation, in words.
            draft.comment(result.text().to_owned());
            return false;
        }
        draft.game.record.result = result;
        draft.has_result = true;
        true
    }

    /// Takes a word that can be nothing but the number of a move, or a move of letters that ends with a number: nearly all
    /// words of every file.
    fn plain_word(&mut self, draft: &mut Draft) -> bool {
        let line = self.line();
        let rest = self.rest();
        if let Some(length) = words::plain_number(rest) {
            self.at += length;
            return true;
        }
        let Some(length) = words::plain_move(rest) else { return false };
        let begin = self.at;
        self.at += length;
        draft.play(SmolStr::from(&self.text[begin..self.at]), line);
        true
    }

    /// Takes a move, the number of one, a glyph or the result; whether it was the result of the game.
    fn word(&mut self, draft: &mut Draft) -> bool {
        let line = self.line();
        let length = word_length(self.rest(), || has_piece(draft, 'D'));
        let begin = self.at;
        self.at += length;
        let word = words::visible(&self.text[begin..self.at]);
        let word = without_numbers(&word);
        if let Some(result) = GameResult::read(word) {
            return self.ends_with(result, draft);
        }
        let (rest, symbol) = words::without_symbol(word);
        // The rest of `1=` is a number, and that of `1-0=` is not a move.
        let rest = if symbol.is_some() { without_numbers(rest) } else { rest };
        if symbol.is_some() && GameResult::read(rest).is_some() {
            let problem = PgnProblem::Stray(excerpt(word));
            draft.error(line, problem);
            return false;
        }
        let word = rest;
        match words::understood(word) {
            words::PgnWord::Nothing => {}
            words::PgnWord::Move(text) if text.chars().all(|c| is_move_letter(c) || "()".contains(c)) => {
                draft.play(move_text(text), line)
            }
            words::PgnWord::Move(text) => draft.error(line, PgnProblem::Stray(excerpt(text))),
            words::PgnWord::Glyph(glyph) => draft.glyph(glyph),
        }
        symbol.into_iter().for_each(|glyph| draft.glyph(glyph));
        false
    }

    /// Takes the comments after the result, up to the end of their paragraph.
    fn after_result(&mut self, input: &mut dyn BufRead, draft: &mut Draft) -> Result<(), ReadError> {
        loop {
            self.skip_blanks();
            match self.rest().chars().next() {
                Some('{') => {
                    let (comment, next) = self.braces(input, draft)?;
                    draft.comment(comment);
                    if next == Next::Game {
                        return Ok(());
                    }
                }
                Some(';') => draft.comment(self.line_comment()),
                Some(_) => return Ok(()),
                // An empty line ends the paragraph, and with it what belongs to this game.
                None if !self.next_line(input)? || self.text.trim().is_empty() => {
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
        self.reading.next_game(&mut self.input)
    }
}

/// Returns true for characters that may stand before a word: blanks, and those that nobody sees, such as the byte order
/// mark where files were joined.
fn is_skipped(c: char) -> bool {
    c.is_whitespace() || is_invisible(c)
}

/// The length of the word that a text begins with. One letter in parentheses is part of a move, `a8(Q)`; a `D` only
/// in games with such a piece: elsewhere it stands for a diagram.
fn word_length(text: &str, has_d: impl Fn() -> bool) -> usize {
    let end = text.find(words::ends_word).unwrap_or(text.len());
    // By bytes: the text may end in the middle of three, and a letter of a piece is ASCII.
    match text.as_bytes().get(end..end + 3) {
        Some([b'(', b'D', b')']) if !has_d() => end,
        Some([b'(', letter, b')']) if letter.is_ascii_alphabetic() => end + 3,
        _ => end,
    }
}

/// Returns true if a piece of the game that is read has this letter.
fn has_piece(draft: &Draft, letter: char) -> bool {
    let game = draft.game.record.game();
    game.is_some_and(|game| game.info().pieces.iter().any(|piece| piece.letter == letter))
}
