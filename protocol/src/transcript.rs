//! Recorded dialogues between a GUI and an engine, as text.
//!
//! This module reads the text and matches lines; it runs no engine. The format
//! is described in `transcripts/README.md`:
//!
#![doc = include_str!("../transcripts/README.md")]

use std::num::NonZeroU32;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use crate::text::{excerpt, trim};

/// The time limit of expectations before the first `~`.
pub const DEFAULT_LIMIT: Duration = Duration::from_secs(10);

/// A step of a dialogue and the place it was read from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TranscriptEntry {
    /// The line of the text, from 1.
    pub line: usize,
    /// The action.
    pub step: TranscriptStep,
}

/// One action of a transcript.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TranscriptStep {
    /// `> text`, `>> text`: send these bytes.
    Send {
        /// The bytes of one sending, with the line's end if it has one.
        bytes: Vec<u8>,
        /// Number of times they are sent, at least one.
        times: u32,
    },
    /// `< pattern`: this many lines, each later than the one before, match.
    Expect {
        /// The form of the lines.
        pattern: Pattern,
        /// Number of lines awaited, at least one.
        times: u32,
    },
    /// `! pattern`: no line before the next expected one matches.
    Forbid(Pattern),
    /// `= pattern`: lines before the next expected one match this or another
    /// pattern so given.
    Allow(Pattern),
    /// `~ 500`: the time limit for each expectation from here on.
    Limit(Duration),
    /// `@ wait 500`: do nothing for so long.
    Wait(Duration),
    /// `@ eof`: close the engine's standard input.
    EndOfInput,
    /// `@ deaf`: close the reading end of the engine's standard output.
    CloseOutput,
    /// `@ exit 0`: the engine ends by itself with this status.
    Exit(i32),
}

/// Text in which each `*` stands for any run of characters, also for none.
///
/// ```
/// use helgi_protocol::transcript::Pattern;
///
/// let pattern = Pattern::new("info * score mate 3 *");
/// assert!(pattern.matches("info depth 5 score mate 3 nodes 100"));
/// assert!(!pattern.matches("info depth 5 score mate 31"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pattern(String);

impl Pattern {
    /// A pattern from its text.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The pattern's text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns true if the whole line fits.
    pub fn matches(&self, line: &str) -> bool {
        let Some((start, rest)) = self.0.split_once('*') else {
            return self.0 == line;
        };
        let (middle, end) = rest.rsplit_once('*').unwrap_or(("", rest));
        let Some(line) = line.strip_prefix(start) else {
            return false;
        };
        let Some(mut line) = line.strip_suffix(end) else {
            return false;
        };
        // The leftmost place is the best one for each part in turn.
        middle.split('*').all(|part| match line.split_once(part) {
            Some((_, after)) => {
                line = after;
                true
            }
            None => false,
        })
    }
}

/// A text that is not a transcript.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {problem}")]
pub struct TranscriptError {
    /// The line of the text, from 1.
    pub line: usize,
    /// The fault in it.
    #[source]
    pub problem: TranscriptProblem,
}

/// A fault in a line of a transcript.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TranscriptProblem {
    /// The line begins with an unknown mark.
    #[error("`{0}`, expected one of the marks > >> < ! = ~ @ # and a blank")]
    Mark(String),
    /// A number is missing, too large or not above zero where it must be.
    #[error("number `{0}`, expected an integer")]
    Number(String),
    /// There is no such action.
    #[error("action `{0}`, expected times N, wait N, eof, deaf or exit N")]
    Action(String),
    /// An unknown escape: a backslash and the character after it.
    #[error("escape `{0}`, expected \\n, \\r, \\t, \\0, \\\\ or \\x and two hexadecimal digits")]
    Escape(String),
    /// `@ times` stands before something that is neither sent nor expected.
    #[error("`@ times` counts only for the >, >> or < on the next line")]
    Times,
}

/// Reads a whole transcript.
///
/// # Errors
///
/// A [`TranscriptError`] for the first line that cannot be read.
pub fn parse(text: &str) -> Result<Vec<TranscriptEntry>, TranscriptError> {
    let mut entries = Vec::new();
    let mut pending_times = None;
    let mut last = 0;
    for (index, content) in text.lines().enumerate() {
        let line = index + 1;
        last = line;
        let at = |problem| TranscriptError { line, problem };
        if content.trim().is_empty() || content.starts_with('#') {
            continue;
        }
        let (mark, rest) = content.split_once(' ').unwrap_or((content, ""));
        if let ("@", Some(count)) = (mark, rest.strip_prefix("times ")) {
            let times: NonZeroU32 = number(count).map_err(at)?;
            if pending_times.replace(times.get()).is_some() {
                return Err(at(TranscriptProblem::Times));
            }
            continue;
        }
        let times = pending_times.take();
        let step = step(mark, rest, times.unwrap_or(1)).map_err(at)?;
        if times.is_some() && !matches!(step, TranscriptStep::Send { .. } | TranscriptStep::Expect { .. }) {
            return Err(at(TranscriptProblem::Times));
        }
        entries.push(TranscriptEntry { line, step });
    }
    match pending_times {
        Some(_) => Err(TranscriptError { line: last, problem: TranscriptProblem::Times }),
        None => Ok(entries),
    }
}

pub(crate) fn step(mark: &str, rest: &str, times: u32) -> Result<TranscriptStep, TranscriptProblem> {
    let milliseconds = |text| number(text).map(Duration::from_millis);
    Ok(match mark {
        ">" => TranscriptStep::Send { bytes: format!("{rest}\n").into_bytes(), times },
        ">>" => TranscriptStep::Send { bytes: unescape(rest)?, times },
        "<" => TranscriptStep::Expect { pattern: Pattern::new(rest), times },
        "!" => TranscriptStep::Forbid(Pattern::new(rest)),
        "=" => TranscriptStep::Allow(Pattern::new(rest)),
        "~" => TranscriptStep::Limit(milliseconds(rest)?),
        "@" => match trim(rest).split_once(' ') {
            None if trim(rest) == "eof" => TranscriptStep::EndOfInput,
            None if trim(rest) == "deaf" => TranscriptStep::CloseOutput,
            Some(("wait", time)) => TranscriptStep::Wait(milliseconds(time)?),
            Some(("exit", status)) => TranscriptStep::Exit(number(status)?),
            _ => return Err(TranscriptProblem::Action(excerpt(rest))),
        },
        _ => return Err(TranscriptProblem::Mark(excerpt(mark))),
    })
}

fn number<N: FromStr>(text: &str) -> Result<N, TranscriptProblem> {
    let text = trim(text);
    text.parse().map_err(|_| TranscriptProblem::Number(excerpt(text)))
}

fn unescape(text: &str) -> Result<Vec<u8>, TranscriptProblem> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut parts = text.split('\\');
    bytes.extend_from_slice(parts.next().unwrap_or_default().as_bytes());
    while let Some(part) = parts.next() {
        let mut rest = part.chars();
        match rest.next() {
            Some('n') => bytes.push(b'\n'),
            Some('r') => bytes.push(b'\r'),
            Some('t') => bytes.push(b'\t'),
            Some('0') => bytes.push(0),
            Some('x') => {
                let hex = part.get(1..3).filter(|hex| !hex.contains('+'));
                let Some(byte) = hex.and_then(|hex| u8::from_str_radix(hex, 16).ok()) else {
                    return Err(TranscriptProblem::Escape(format!("\\{}", excerpt(part))));
                };
                bytes.push(byte);
                rest = part.get(3..).unwrap_or_default().chars();
            }
            // Two backslashes: the text after the second is literal.
            None => match parts.next() {
                Some(literal) => {
                    bytes.push(b'\\');
                    rest = literal.chars();
                }
                None => return Err(TranscriptProblem::Escape("\\".to_owned())),
            },
            Some(_) => return Err(TranscriptProblem::Escape(format!("\\{}", excerpt(part)))),
        }
        bytes.extend_from_slice(rest.as_str().as_bytes());
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(text: &str) -> Vec<TranscriptStep> {
        let entries = parse(text).unwrap();
        entries.into_iter().map(|entry| entry.step).collect()
    }

    fn send(bytes: &[u8]) -> TranscriptStep {
        let bytes = bytes.to_vec();
        TranscriptStep::Send { bytes, times: 1 }
    }

    #[test]
    fn every_mark() {
        let text = "# a comment\n\
            > uci\n\
            = id *\n\
            ! error*\n\
            ~ 500\n\
            @ times 3\n\
            < uciok\n\
            \n\
            @ wait 20\n\
            @ eof\n\
            @ deaf\n\
            @ exit 0\n\
            <\n";
        let expect = |text: &str, times| TranscriptStep::Expect { pattern: Pattern::new(text), times };
        assert_eq!(
            steps(text),
            [
                send(b"uci\n"),
                TranscriptStep::Allow(Pattern::new("id *")),
                TranscriptStep::Forbid(Pattern::new("error*")),
                TranscriptStep::Limit(Duration::from_millis(500)),
                expect("uciok", 3),
                TranscriptStep::Wait(Duration::from_millis(20)),
                TranscriptStep::EndOfInput,
                TranscriptStep::CloseOutput,
                TranscriptStep::Exit(0),
                expect("", 1),
            ]
        );
        assert_eq!(parse(text).unwrap()[4].line, 7);
    }

    #[test]
    fn escapes() {
        assert_eq!(steps(r">> \xef\xBB\xbfuci\r\n\\n\\\0\t\\"), [send(b"\xef\xbb\xbfuci\r\n\\n\\\0\t\\")]);
        for bad in [r">> \", r">> \q", r">> \x1", r">> \x+1", r">> \xé1", r">> \\\"] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn errors_name_line_and_problem() {
        for (text, message) in [
            ("> uci\n?", "line 2: `?`, expected one of the marks > >> < ! = ~ @ # and a blank"),
            ("~ soon", "line 1: number `soon`, expected an integer"),
            ("@ times 0", "line 1: number `0`, expected an integer"),
            ("@ sleep", "line 1: action `sleep`, expected times N, wait N, eof, deaf or exit N"),
            ("@ times 2\n@ eof", "line 2: `@ times` counts only for the >, >> or < on the next line"),
            ("@ times 2\n", "line 1: `@ times` counts only for the >, >> or < on the next line"),
        ] {
            assert_eq!(parse(text).unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn patterns() {
        for (pattern, line, fits) in [
            ("uciok", "uciok", true),
            ("uciok", "uciok ", false),
            ("", "", true),
            ("*", "", true),
            ("*", "anything", true),
            ("a*", "ab", true),
            ("a*b", "ab", true),
            ("a*a", "a", false),
            ("a*b*c", "a1b2c", true),
            ("a*b*c", "a1c2b", false),
            ("*b*", "abc", true),
            ("*bb*b*", "abbc", false),
            ("ab*ba", "aba", false),
            ("**", "x", true),
            ("é*", "é", true),
        ] {
            assert_eq!(Pattern::new(pattern).matches(line), fits, "{pattern} {line}");
        }
    }
}
