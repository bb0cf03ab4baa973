//! Position text that keeps no rule of its form but still has one meaning, spelt as helgi writes it.
//!
//! Only texts that are refused as they stand come here. Each change is a notice; blanks alone are changed without one.
//! Whether the result is a position of the game is decided by its reader.

use super::notice::{FenNotice, FenNoticeKind};
use super::{Token, tokens};
use crate::Info;
use crate::turn::LARGEST_COUNT;
use helgi_notation::{is_dash, is_invisible};
use std::borrow::Cow;

/// The longest text in bytes that is spelt anew: longer ones are no positions.
pub(super) const LONGEST: usize = 4000;

/// Words for the start of the game in the place of a position.
const STARTS: [&str; 3] = ["startpos", "start", "startposition"];

/// Words and signs that other texts have before a position.
const PREFIXES: [&str; 5] = ["position ", "[fen ", "fen ", "fen:", "fen="];

/// Quotes, which no position has.
const QUOTES: [char; 10] = ['"', '\'', '`', '«', '»', '“', '”', '„', '‘', '’'];

/// Signs that may follow a field and are not part of it.
const ENDS: [char; 2] = [';', ','];

/// Brackets around a position.
const BRACKETS: [(char, char); 4] = [('(', ')'), ('[', ']'), ('{', '}'), ('<', '>')];

/// A text spelt anew.
pub(super) struct Respelt {
    pub(super) text: String,
    pub(super) notices: Vec<FenNotice>,
}

impl Respelt {
    fn note(&mut self, field: &'static str, value: &str, read_as: &str) {
        self.notices.push(FenNotice::new(FenNoticeKind::Spelling, field, value, read_as));
    }
}

/// Spells a text as helgi writes positions; `None` if nothing in it is known to be written in another way.
pub(super) fn respelt(info: &Info, text: &str) -> Option<Respelt> {
    if text.len() > LONGEST {
        return None;
    }
    let mut respelt = Respelt { text: String::new(), notices: Vec::new() };
    let blanks = with_blanks(text);
    let plain = without_surroundings(&blanks);
    if STARTS.iter().any(|start| start.eq_ignore_ascii_case(&plain)) {
        respelt.note("position", &plain, info.start);
        respelt.text = info.start.to_owned();
        return Some(respelt);
    }
    if *plain != *blanks {
        respelt.note("position", &blanks, &helgi_notation::excerpt(&plain));
    }
    let mut words = plain.split(' ');
    let mut board = words.next().unwrap_or_default().to_owned();
    let mut words: Vec<&str> = words.collect();
    if let Some(ranks) = ranks_apart(info, &board, &words) {
        respelt.note("board", &ranks.replace('/', " "), &ranks);
        words.drain(..usize::from(info.ranks) - 1);
        board = ranks;
    }
    // A reserve may stand apart, and have blanks between its letters.
    while !words.is_empty() && (words[0].starts_with('[') || board.contains('[') && !board.contains(']')) {
        board += words.remove(0);
    }
    let mut spelt = vec![respelt.board(info, &board)];
    if let Some(side) = (!words.is_empty()).then(|| words.remove(0)) {
        let colours = [("white", "w"), ("black", "b")];
        let colour = colours.iter().find(|(name, _)| name.eq_ignore_ascii_case(side));
        if let Some((_, letter)) = colour {
            respelt.note("side", side, letter);
        }
        spelt.push(colour.map_or(side, |(_, letter)| letter).to_owned());
    }
    // The rights of each side may stand apart.
    let mut castling = String::new();
    let is_rights = |word: &&str| word.chars().all(|c| matches!(c, 'K' | 'Q' | 'k' | 'q'));
    if words.len() > 2 && words.iter().take(2).all(is_rights) {
        let apart = words[..2].join(" ");
        castling = words.drain(..2).collect();
        respelt.note("castling", &apart, &castling);
    }
    if !castling.is_empty() {
        words.insert(0, &castling);
    }
    spelt.extend(respelt.rest(&words));
    respelt.text = spelt.join(" ");
    (respelt.text != text).then_some(respelt)
}

/// A text with single blanks in place of all kinds of them, and without characters that nobody sees.
pub(super) fn with_blanks(text: &str) -> String {
    let visible: String = text.chars().filter(|&c| !is_invisible(c)).collect();
    visible.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A position without what other texts put around it, and with blanks between its fields where addresses or tables
/// have other signs.
pub(super) fn without_surroundings(text: &str) -> Cow<'_, str> {
    let unquoted = if text.contains(QUOTES) { text.replace(QUOTES, "").into() } else { Cow::Borrowed(text) };
    let mut plain: &str = &unquoted;
    loop {
        let before = plain;
        plain = plain.trim_matches(|c: char| c == ' ' || ENDS.contains(&c));
        for (open, close) in BRACKETS {
            // Without a blank they may be those of a stack.
            let inner = plain.strip_prefix(open).and_then(|rest| rest.strip_suffix(close));
            plain = inner.filter(|inner| inner.contains(' ')).unwrap_or(plain);
        }
        for prefix in PREFIXES {
            let begins = plain.get(..prefix.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(prefix));
            if begins {
                let rest = &plain[prefix.len()..];
                // The bracket of a tag has a partner at the end.
                plain = if prefix.starts_with('[') { rest.strip_suffix(']').unwrap_or(rest) } else { rest };
            }
        }
        if plain == before {
            break;
        }
    }
    if plain.contains(' ') {
        let ends = |word: &str| word.trim_end_matches(ENDS).to_owned();
        let words: Vec<String> = plain.replace(" / ", "/").split(' ').map(ends).collect();
        return words.join(" ").into();
    }
    let decoded = plain.replace("%20", " ").replace("%2F", "/").replace("%2f", "/");
    match ['_', ',', ';', ':'].into_iter().find(|&sign| decoded.contains(sign)) {
        Some(sign) if !decoded.contains(' ') => decoded.replace(sign, " ").trim().to_owned().into(),
        _ => decoded.into(),
    }
}

impl Respelt {
    /// The board field, with its reserve.
    fn board(&mut self, info: &Info, field: &str) -> String {
        let (ranks, reserve) = match field.split_once('[') {
            Some((ranks, rest)) => (ranks, rest.strip_suffix(']').map(|inner| (rest, inner))),
            None => (field, None),
        };
        let strokes = ['\\', '|'].into_iter().find(|&stroke| !ranks.contains('/') && ranks.contains(stroke));
        let ranks = strokes.map_or(Cow::Borrowed(ranks), |stroke| ranks.replace(stroke, "/").into());
        if let Some(stroke) = strokes {
            self.note("board", &stroke.to_string(), "/");
        }
        let mut rows: Vec<&str> = ranks.split('/').collect();
        let most = usize::from(info.ranks);
        for is_last in [true, false] {
            // A stroke too many, with nothing behind or before it.
            let (Some(first), Some(last)) = (rows.first(), rows.last()) else { break };
            let is_empty = if is_last { last.is_empty() } else { first.is_empty() };
            if rows.len() > most && is_empty {
                rows.remove(if is_last { rows.len() - 1 } else { 0 });
                let (at, place) = if is_last { (rows.len() - 1, "end") } else { (0, "beginning") };
                let row = rows.get(at).copied().unwrap_or_default();
                let value = if place == "end" { format!("{row}/") } else { format!("/{row}") };
                self.note("board", &value, row);
            }
        }
        let rows: Vec<String> = rows
            .into_iter()
            .map(|row| match refitted(row, info.files) {
                Some(fitting) => {
                    self.note("board", row, &fitting);
                    fitting
                }
                None => row.to_owned(),
            })
            .collect();
        let board = rows.join("/");
        match (field.split_once('['), reserve) {
            (None, _) => board,
            // The reader says what is wrong with such brackets.
            (Some((_, rest)), None) => format!("{board}[{rest}"),
            (Some(_), Some((_, inner))) => {
                let letters = counted_out(inner);
                if letters.as_deref().is_some_and(|letters| letters != inner) {
                    self.note("reserve", inner, letters.as_deref().unwrap_or_default());
                }
                format!("{board}[{}]", letters.as_deref().unwrap_or(inner))
            }
        }
    }

    /// The fields behind the side to move.
    fn rest(&mut self, words: &[&str]) -> Vec<String> {
        let is_count = |word: &&str| !word.contains('+');
        // Checks that are counted may stand anywhere behind the squares, and are nobody's counts.
        let counts: Vec<usize> =
            (0..words.len()).filter(|&at| at >= 2 && words.get(at).is_some_and(is_count)).collect();
        let spell = |(at, word): (usize, &&str)| {
            let word = *word;
            if at == 0 {
                return self.castling(word);
            }
            match counts.iter().position(|&count| count == at) {
                Some(0) => self.count("halfmove", word, "0"),
                Some(1) => self.count("fullmove", word, "1"),
                _ => word.to_owned(),
            }
        };
        words.iter().enumerate().map(spell).collect()
    }

    /// The castling field without signs between its letters: `KQ/kq`, `K-q-`.
    fn castling(&mut self, word: &str) -> String {
        let is_sign = |c: char| is_dash(c) || matches!(c, '/' | ',' | '|' | '.');
        let letters: String = word.chars().filter(|&c| !is_sign(c)).collect();
        if letters.is_empty() || letters == word || !letters.chars().all(|c| c.is_ascii_alphabetic()) {
            return word.to_owned();
        }
        self.note("castling", word, &letters);
        letters
    }

    /// A count, which may be a dash, larger than helgi counts, or have the dots of a move's number.
    fn count(&mut self, field: &'static str, word: &str, least: &str) -> String {
        /// The most digits of a number that somebody may have counted to.
        const LONGEST_COUNT: usize = 6;
        let number = word.trim_end_matches('.');
        let is_number =
            (1..=LONGEST_COUNT).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit());
        let is_large = || number.parse::<u16>().ok().is_none_or(|number| number > LARGEST_COUNT);
        let spelt = match () {
            () if word == "?" || !word.is_empty() && word.chars().all(is_dash) => least.to_owned(),
            () if is_number && is_large() => LARGEST_COUNT.to_string(),
            () if is_number => number.to_owned(),
            () => word.to_owned(),
        };
        if spelt != word {
            self.note(field, word, &spelt);
        }
        spelt
    }
}

/// The board of a position whose ranks stand apart, with strokes between them; `None` if they do not.
fn ranks_apart(info: &Info, first: &str, words: &[&str]) -> Option<String> {
    let others = words.get(..usize::from(info.ranks) - 1)?;
    if first.contains('/') {
        return None;
    }
    let rows: Vec<&str> = std::iter::once(first).chain(others.iter().copied()).collect();
    let fits = |row: &&str| tokens(row, info.files, 1).is_ok() || refitted(row, info.files).is_some();
    rows.iter().all(fits).then(|| rows.join("/"))
}

/// The letters of a reserve without signs between them, and each as often as the number before it says: `2P,n` is `PPn`;
/// `None` if it holds anything else.
fn counted_out(reserve: &str) -> Option<String> {
    /// The highest number before a letter.
    const MOST: usize = 99;
    let mut letters = String::new();
    let mut number = String::new();
    for c in reserve.chars() {
        match c {
            '0'..='9' => number.push(c),
            // An empty reserve may be a dash, which the reader knows.
            ',' | '/' | '|' | '-' if number.is_empty() && reserve.len() > 1 => {}
            _ if c.is_ascii_alphabetic() => {
                let times = if number.is_empty() { 1 } else { number.parse().ok()? };
                if !(1..=MOST).contains(&times) {
                    return None;
                }
                letters.extend(std::iter::repeat_n(c, times));
                number.clear();
            }
            _ => return None,
        }
    }
    (number.is_empty() && !letters.is_empty()).then_some(letters)
}

/// A part of a rank.
enum RowPart<'a> {
    /// Something on a square.
    Full(&'a str),
    /// One empty square.
    Empty,
    /// Digits in a row.
    Digits(&'a str),
}

/// A rank whose digits in a row are numbers of their own, as in `11111111` and `44`, or whose empty squares are dots or
/// dashes, with one number for them; `None` if it fits as it stands, or not at all, or in several ways.
fn refitted(row: &str, files: u8) -> Option<String> {
    if row.is_empty() || row.len() > LONGEST || tokens(row, files, 1).is_ok() {
        return None;
    }
    let parts = parts(row)?;
    let full = parts.iter().filter(|part| !matches!(part, RowPart::Digits(_))).count();
    let wanted = usize::from(files).checked_sub(full)?;
    let runs: Vec<Vec<usize>> = parts
        .iter()
        .filter_map(|part| match part {
            RowPart::Digits(digits) => Some(sums(digits, wanted)),
            _ => None,
        })
        .collect();
    let mut found = Vec::new();
    choose(&runs, wanted, &mut Vec::new(), &mut found);
    // Several ways to fit have several meanings.
    let [sums] = &found[..] else { return None };
    let (mut sums, mut text, mut empty) = (sums.iter(), String::new(), 0);
    let write_empty = |text: &mut String, empty: &mut usize| {
        if *empty > 0 {
            *text += &empty.to_string();
            *empty = 0;
        }
    };
    for part in &parts {
        match part {
            RowPart::Empty => empty += 1,
            RowPart::Digits(_) => empty += sums.next()?,
            RowPart::Full(piece) => {
                write_empty(&mut text, &mut empty);
                text += piece;
            }
        }
    }
    write_empty(&mut text, &mut empty);
    Some(text)
}

/// The parts of a rank; `None` if it has others.
fn parts(row: &str) -> Option<Vec<RowPart<'_>>> {
    let mut parts = Vec::new();
    let mut rest = row;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '0'..='9' => rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len()),
            '(' => rest.find(')')? + 1,
            '+' => 2,
            _ if first.is_ascii_alphabetic() => {
                1 + rest[1..].bytes().take_while(|&mark| mark == b'~').count()
            }
            _ => first.len_utf8(),
        };
        let (part, behind) = rest.split_at_checked(length)?;
        parts.push(match first {
            '0'..='9' => RowPart::Digits(part),
            '.' => RowPart::Empty,
            _ if is_dash(first) => RowPart::Empty,
            _ if matches!(tokens(part, 1, 1).ok()?[..], [ref row] if row[..] != [Token::Empty]) => {
                RowPart::Full(part)
            }
            _ => return None,
        });
        rest = behind;
    }
    Some(parts)
}

/// The sums of the numbers that digits in a row can be, up to a greatest one, in rising order.
fn sums(digits: &str, most: usize) -> Vec<usize> {
    // By the number of digits that are used up: the sums so far.
    let mut reached = vec![std::collections::BTreeSet::new(); digits.len() + 1];
    reached[0].insert(0);
    for at in 0..digits.len() {
        for length in 1..=2.min(digits.len() - at) {
            let number: usize = match digits.get(at..at + length).map(str::parse) {
                Some(Ok(number)) if !digits[at..].starts_with('0') => number,
                _ => continue,
            };
            let next: Vec<usize> =
                reached[at].iter().map(|sum| sum + number).filter(|&sum| sum <= most).collect();
            reached[at + length].extend(next);
        }
    }
    reached.pop().into_iter().flatten().collect()
}

/// Finds the ways to take one sum of each run so that they have the wanted total; two are enough to know that it is not one.
fn choose(runs: &[Vec<usize>], wanted: usize, chosen: &mut Vec<usize>, found: &mut Vec<Vec<usize>>) {
    let Some((first, rest)) = runs.split_first() else {
        if wanted == 0 {
            found.push(chosen.clone());
        }
        return;
    };
    for &sum in first.iter().filter(|&&sum| sum <= wanted) {
        if found.len() > 1 {
            return;
        }
        chosen.push(sum);
        choose(rest, wanted - sum, chosen, found);
        chosen.pop();
    }
}

#[cfg(test)]
mod tests;
