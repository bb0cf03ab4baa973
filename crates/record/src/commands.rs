//! Commands within comments: `[%clk 1:02:03]`, `[%eval 0.25,12]`, `[%csl Ga1]`, `[%cal Ra1b2]`.

use super::{ExpectedScore, NoAssessment};
use helgi_notation::{WireMove, WireSquare};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;
use thiserror::Error;

/// The evaluation of a position: a score as White sees it, and the depth, if given.
///
/// ```
/// use helgi_record::{Evaluation, ExpectedScore};
///
/// let judged: Evaluation = "-1.50,18".parse()?;
/// assert_eq!((judged.score, judged.depth), (ExpectedScore::Centipawns(-150), Some(18)));
/// let mate: Evaluation = "#-3".parse()?;
/// assert_eq!((mate.score, mate.to_string().as_str()), (ExpectedScore::Mate(-3), "#-3"));
/// # Ok::<(), helgi_record::NoAssessment>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Evaluation {
    /// The score as White sees it.
    pub score: ExpectedScore,
    /// The depth of the search in plies.
    pub depth: Option<u32>,
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.score {
            ExpectedScore::Mate(moves) => write!(f, "#{moves}")?,
            ExpectedScore::Centipawns(score) => {
                // Of -0.50 the whole part has no sign.
                let sign = if score < 0 { "-" } else { "" };
                write!(f, "{sign}{}.{:02}", score.unsigned_abs() / 100, score.unsigned_abs() % 100)?;
            }
        }
        self.depth.map_or(Ok(()), |depth| write!(f, ",{depth}"))
    }
}

impl FromStr for Evaluation {
    type Err = NoAssessment;

    fn from_str(text: &str) -> Result<Self, NoAssessment> {
        let (score, depth) = match text.split_once(',') {
            Some((score, depth)) => (score, Some(depth.trim().parse().map_err(|_| NoAssessment)?)),
            None => (text, None),
        };
        let score = match score.trim().strip_prefix('#') {
            Some(moves) => ExpectedScore::Mate(moves.parse().map_err(|_| NoAssessment)?),
            None => ExpectedScore::Centipawns(hundredths(score.trim()).ok_or(NoAssessment)?),
        };
        Ok(Evaluation { score, depth })
    }
}

/// A number with any count of decimals, times 100.
fn hundredths(text: &str) -> Option<i32> {
    // `parse` alone would take `inf`, `nan` and exponents.
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit() || b"+-.".contains(&byte));
    let number: f64 = text.parse().ok().filter(|_| is_number)?;
    let scaled = (number * 100.0).round();
    (scaled.abs() <= f64::from(i32::MAX)).then_some(scaled as i32)
}

/// A square or an arrow that is drawn on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardMark {
    /// The colour.
    pub colour: Colour,
    /// The square, or where the arrow begins.
    pub from: WireSquare,
    /// The end of the arrow; `None` for a square.
    pub to: Option<WireSquare>,
}

/// The colour of a [`BoardMark`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colour {
    /// `G`.
    Green,
    /// `R`.
    Red,
    /// `Y`.
    Yellow,
    /// `B`.
    Blue,
}

impl Colour {
    const ALL: [Colour; 4] = [Colour::Green, Colour::Red, Colour::Yellow, Colour::Blue];

    /// The letter in front of a mark.
    pub const fn letter(self) -> char {
        match self {
            Colour::Green => 'G',
            Colour::Red => 'R',
            Colour::Yellow => 'Y',
            Colour::Blue => 'B',
        }
    }
}

/// A text that is not a [`BoardMark`].
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("`{0}`, expected a colour of GRYB and one square or two, such as `Ra1b2`")]
pub struct NoMark(String);

impl FromStr for BoardMark {
    type Err = NoMark;

    fn from_str(text: &str) -> Result<Self, NoMark> {
        let no_mark = || NoMark(text.to_owned());
        let letter = text.chars().next().ok_or_else(no_mark)?;
        let colour = Colour::ALL.into_iter().find(|colour| colour.letter() == letter).ok_or_else(no_mark)?;
        let squares = &text[letter.len_utf8()..];
        if let Ok(from) = squares.parse() {
            return Ok(BoardMark { colour, from, to: None });
        }
        match squares.parse() {
            Ok(WireMove::Step { from, to, .. }) if WireMove::step(from, to).to_string() == squares => {
                Ok(BoardMark { colour, from, to: Some(to) })
            }
            _ => Err(no_mark()),
        }
    }
}

impl fmt::Display for BoardMark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.colour.letter(), self.from)?;
        self.to.map_or(Ok(()), |to| write!(f, "{to}"))
    }
}

/// Hours, minutes and seconds, which may have decimals.
pub(crate) fn time(text: &str) -> Option<Duration> {
    let mut seconds = 0.0;
    for part in text.trim().split(':') {
        let is_number = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        // Hours, minutes and seconds, or fewer of them.
        seconds = seconds * 60.0 + part.parse::<f64>().ok().filter(|_| is_number)?;
    }
    Duration::try_from_secs_f64(seconds).ok().map(|time| {
        // Decimals are not exact in binary.
        Duration::from_millis((time.as_secs_f64() * 1000.0).round() as u64)
    })
}

/// `1:02:03`, with decimals where there are any.
pub(crate) fn time_text(time: Duration) -> String {
    let (seconds, millis) = (time.as_secs(), time.subsec_millis());
    let whole = format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    match millis {
        0 => whole,
        _ => format!("{whole}.{millis:03}").trim_end_matches('0').to_owned(),
    }
}

/// The commands of a comment: where each stands, its name and its value.
fn parts(comment: &str) -> impl Iterator<Item = (std::ops::Range<usize>, &str, &str)> {
    let mut from = 0;
    std::iter::from_fn(move || {
        let begin = from + comment.get(from..)?.find("[%")?;
        let end = begin + comment[begin..].find(']')?;
        from = end + 1;
        let inner = &comment[begin + 2..end];
        let (name, value) = inner.split_once(' ').unwrap_or((inner, ""));
        Some((begin..end + 1, name, value.trim()))
    })
}

/// The values of the commands of a name.
pub(crate) fn values<'a>(comment: &'a str, name: &'a str) -> impl Iterator<Item = &'a str> {
    parts(comment).filter(move |(_, own, _)| *own == name).map(|(_, _, value)| value)
}

/// The comment without the commands of a name.
pub(crate) fn without(comment: &str, name: &str) -> String {
    cut(comment, |own| own == name)
}

/// The comment without its commands.
pub(crate) fn without_commands(comment: &str) -> String {
    cut(comment, |_| true)
}

fn cut(comment: &str, is_cut: impl Fn(&str) -> bool) -> String {
    let (mut kept, mut from) = (String::new(), 0);
    for (place, ..) in parts(comment).filter(|(_, name, _)| is_cut(name)) {
        kept.push_str(&comment[from..place.start]);
        kept.push(' ');
        from = place.end;
    }
    kept.push_str(&comment[from..]);
    kept.split_whitespace().collect::<Vec<_>>().join(" ")
}
