//! Conformance checks as text: short dialogues with words that judge the answers.
//!
//! This module reads the text; it runs no engine and knows no rules. The format is described in
//! `SUITE.md`, and [`FILES`] are the checks that come with it.

mod body;
mod files;
mod judgement;

pub use body::{OptionSweep, SuiteEntry, SuiteStep};
pub use files::FILES;
pub use judgement::SuiteJudgement;

use crate::dialect::Dialect;
use crate::text::{excerpt, trim};
use crate::transcript::TranscriptProblem;
use body::Body;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The weight of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SuiteLevel {
    /// The specification demands it, or no client can work with the engine.
    Must,
    /// The specification advises it, or clients have trouble without it.
    Should,
    /// A matter of taste, or one that the specification leaves open.
    Note,
}

impl SuiteLevel {
    /// The word in the report: `MUST`, `SHOULD` or `NOTE`.
    pub fn name(self) -> &'static str {
        match self {
            SuiteLevel::Must => "MUST",
            SuiteLevel::Should => "SHOULD",
            SuiteLevel::Note => "NOTE",
        }
    }
}

impl fmt::Display for SuiteLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A word that names no [`SuiteLevel`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}`, expected must, should or note")]
pub struct UnknownSuiteLevel(String);

impl FromStr for SuiteLevel {
    type Err = UnknownSuiteLevel;

    fn from_str(name: &str) -> Result<Self, UnknownSuiteLevel> {
        match name.to_ascii_lowercase().as_str() {
            "must" => Ok(SuiteLevel::Must),
            "should" => Ok(SuiteLevel::Should),
            "note" => Ok(SuiteLevel::Note),
            _ => Err(UnknownSuiteLevel(excerpt(name))),
        }
    }
}

/// The protocol that a check is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SuiteProtocol {
    /// The Universal Chess Interface.
    Uci,
    /// The Chess Engine Communication Protocol, version 2, of XBoard.
    Xboard,
    /// The Universal Shogi Interface.
    Usi,
    /// The Universal Chinese Chess Protocol.
    Ucci,
}

impl SuiteProtocol {
    const ALL: [Self; 4] = [Self::Uci, Self::Xboard, Self::Usi, Self::Ucci];

    /// The name in lower case, with which the names of its files begin.
    pub fn name(self) -> &'static str {
        self.dialect().map_or("xboard", Dialect::greeting)
    }

    /// The language, if it is one of UCI's family.
    pub fn dialect(self) -> Option<Dialect> {
        match self {
            Self::Uci => Some(Dialect::Uci),
            Self::Xboard => None,
            Self::Usi => Some(Dialect::Usi),
            Self::Ucci => Some(Dialect::Ucci),
        }
    }

    /// The protocol that the name of a file with checks tells, such as `uci-own`.
    pub fn of_file(name: &str) -> Option<Self> {
        let first = name.split('-').next()?;
        Self::ALL.into_iter().find(|protocol| protocol.name() == first)
    }
}

/// A condition without which a check says nothing about an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SuiteNeed {
    /// `option NAME`: the engine declares the option.
    Option(String),
    /// `feature NAME=VALUE`: the engine announces the feature with this value.
    Feature(String, String),
    /// `variant NAME`: the engine declares the game.
    Variant(String),
}

impl fmt::Display for SuiteNeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SuiteNeed::Option(name) => write!(f, "option {name}"),
            SuiteNeed::Feature(name, value) => write!(f, "feature {name}={value}"),
            SuiteNeed::Variant(name) => write!(f, "variant {name}"),
        }
    }
}

/// The values for which a check is done, one after the other, each as a check of its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum SuiteEach {
    /// Once, without a value.
    #[default]
    Once,
    /// For every game that the engine declares and the runner knows.
    Variant,
    /// For each of these words.
    Words(Vec<String>),
}

/// A check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuiteCheck {
    /// The file and the name in it: `uci-stop/idle`.
    pub name: String,
    /// The protocol that it speaks.
    pub protocol: SuiteProtocol,
    /// The weight of a failure.
    pub level: SuiteLevel,
    /// The demand, as a sentence.
    pub title: String,
    /// The place of the specification that it rests on.
    pub source: String,
    /// The conditions, all of which must hold.
    pub needs: Vec<SuiteNeed>,
    /// The values that it is done for.
    pub each: SuiteEach,
    body: Body,
}

impl SuiteCheck {
    /// The steps of the check, with `{each}` replaced.
    ///
    /// # Errors
    ///
    /// If they cannot be read with this value.
    pub fn steps(&self, each: &str) -> Result<Vec<SuiteEntry>, SuiteError> {
        self.body.steps(each)
    }

    /// The text of the steps.
    pub fn text(&self) -> &str {
        &self.body.text
    }
}

/// A text that is not a suite.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{file}, line {line}: {problem}")]
pub struct SuiteError {
    /// The name of the file, without its end.
    pub file: String,
    /// The line of the text, from 1.
    pub line: usize,
    /// The fault in it.
    #[source]
    pub problem: SuiteProblem,
}

/// A fault in a line of a suite.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SuiteProblem {
    /// The name of the file tells no protocol.
    #[error("name of the file `{0}`, expected uci-…, xboard-…, usi-… or ucci-…")]
    File(String),
    /// A line stands before the first check.
    #[error("`{0}`, expected `[NAME]` before it")]
    Outside(String),
    /// A name is not a plain word, or is there twice.
    #[error("name `{0}`, expected lower-case letters, digits and dashes, each name once")]
    Name(String),
    /// A line of the head is not known, or there twice.
    #[error("`{0}`, expected must:, should: or note: with a sentence, spec:, needs:, each:, or a step")]
    Head(String),
    /// A check lacks a part.
    #[error("check `{name}` has no {part}")]
    Missing {
        /// The check.
        name: String,
        /// The part.
        part: &'static str,
    },
    /// A condition is not known.
    #[error("condition `{0}`, expected `option NAME`, `feature NAME=VALUE` or `variant NAME`")]
    Need(String),
    /// A step that transcripts know, too, cannot be read.
    #[error(transparent)]
    Step(#[from] TranscriptProblem),
    /// An action of the suite is not known.
    #[error("action `{0}`, expected start, crlf, do NAME, options KIND or one of a transcript")]
    Action(String),
    /// A block is not there, or needs itself.
    #[error("block `{0}`, expected `[=NAME]` somewhere in the file, and no block within itself")]
    Block(String),
    /// A judgement is not known, or its values cannot be read.
    #[error("judgement `{0}`, expected one of SUITE.md")]
    Judgement(String),
}

/// Reads a file of checks; its name, without the end, begins with `uci`, `xboard`, `usi` or `ucci`.
///
/// ```
/// use helgi_protocol::suite::{SuiteLevel, parse};
///
/// let text = "[ready]\nmust: `isready` is answered.\nspec: UCI, isready\n@ start\n> isready\n< readyok\n";
/// let checks = parse("uci-own", text)?;
/// assert_eq!((checks[0].name.as_str(), checks[0].level), ("uci-own/ready", SuiteLevel::Must));
/// # Ok::<(), helgi_protocol::suite::SuiteError>(())
/// ```
///
/// # Errors
///
/// A [`SuiteError`] for the first line that cannot be read.
pub fn parse(file: &str, text: &str) -> Result<Vec<SuiteCheck>, SuiteError> {
    let at = |line, problem| SuiteError { file: file.to_owned(), line, problem };
    let protocol = SuiteProtocol::of_file(file).ok_or_else(|| at(1, SuiteProblem::File(excerpt(file))))?;
    let parts = body::split(file, text)?;
    let blocks = body::blocks(&parts);
    let mut checks: Vec<SuiteCheck> = Vec::new();
    // Blocks are read where a check does them.
    for part in parts.iter().filter(|part| !part.is_block) {
        let name = format!("{file}/{}", part.name);
        let head = Head::read(&part.head).map_err(|(line, problem)| at(line, problem))?;
        let missing =
            |part_name| at(part.line, SuiteProblem::Missing { name: part.name.clone(), part: part_name });
        let (level, title) = head.demand.ok_or_else(|| missing("demand (must:, should: or note:)"))?;
        let check = SuiteCheck {
            name,
            protocol,
            level,
            title,
            source: head.source.ok_or_else(|| missing("place in a specification (spec:)"))?,
            needs: head.needs,
            each: head.each,
            body: Body::new(file, part, &blocks),
        };
        // Whatever a value may be, the steps are read once now.
        let sample = match &check.each {
            SuiteEach::Words(words) => words.clone(),
            _ => vec!["chess".to_owned()],
        };
        for each in sample {
            if check.steps(&each)?.is_empty() {
                return Err(missing("steps"));
            }
        }
        checks.push(check);
    }
    Ok(checks)
}

/// The lines of a check before its steps.
#[derive(Default)]
struct Head {
    demand: Option<(SuiteLevel, String)>,
    source: Option<String>,
    needs: Vec<SuiteNeed>,
    each: SuiteEach,
}

impl Head {
    fn read(lines: &[(usize, String)]) -> Result<Head, (usize, SuiteProblem)> {
        let mut head = Head::default();
        for (line, text) in lines {
            let wrong = || (*line, SuiteProblem::Head(excerpt(text)));
            let (key, value) = text.split_once(':').ok_or_else(wrong)?;
            let value = trim(value);
            match key {
                "must" | "should" | "note" if head.demand.is_none() && !value.is_empty() => {
                    let level = key.parse().map_err(|_| wrong())?;
                    head.demand = Some((level, value.to_owned()));
                }
                "spec" if head.source.is_none() && !value.is_empty() => head.source = Some(value.to_owned()),
                "needs" => head.needs.push(need(value).ok_or((*line, SuiteProblem::Need(excerpt(value))))?),
                "each" if head.each == SuiteEach::Once && !value.is_empty() => {
                    head.each = match value {
                        "variant" => SuiteEach::Variant,
                        _ => SuiteEach::Words(value.split_ascii_whitespace().map(str::to_owned).collect()),
                    };
                }
                _ => return Err(wrong()),
            }
        }
        Ok(head)
    }
}

fn need(text: &str) -> Option<SuiteNeed> {
    let (kind, value) = text.split_once(' ')?;
    let value = trim(value);
    match kind {
        "option" => Some(SuiteNeed::Option(value.to_owned())),
        "variant" => Some(SuiteNeed::Variant(value.to_owned())),
        "feature" => {
            let (name, value) = value.split_once('=')?;
            Some(SuiteNeed::Feature(name.to_owned(), value.to_owned()))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests;
