//! The words of `helgi match`, which are those of cutechess-cli and fastchess.
//!
//! A word with one dash begins a group; the words up to the next such word belong to it. Words of either runner that
//! change nothing here are known, and named in a remark.

mod configured;
mod engine;
mod group;
mod table;
mod values;

pub use configured::names as configured_engines;

use super::setting_error::SettingError;
use super::settings::{EngineSettings, MatchSettings, Tournament};
use group::{Group, groups};
use helgi_rules::internals::nearest;
use helgi_rules::readable::Style;
use std::path::PathBuf;
use table::{ABOUT_OUTPUT, IDLE, WORDS};

/// The text of `helgi match --help`.
pub const HELP: &str = include_str!("help.txt").trim_ascii_end();

/// A parsed command line.
#[derive(Debug)]
pub struct Request {
    /// The match; `None` if no engine was named.
    pub settings: Option<MatchSettings>,
    /// The file in which it is saved.
    pub config: Option<PathBuf>,
    /// The output.
    pub output: OutputWords,
    /// The view in the browser, if there is one.
    pub board: Option<BoardWords>,
    /// The saved parts of a match that are to be joined, instead of a match.
    pub join: Option<JoinWords>,
    /// Files that a new match empties before it begins.
    pub emptied: Vec<PathBuf>,
    /// True if the match begins anew, whatever is saved.
    pub is_new: bool,
    /// True if the seed was drawn, so that a saved match goes on with its own.
    pub is_seed_drawn: bool,
    /// Remarks on words that are known and not carried out.
    pub notes: Vec<String>,
}

/// Parts of a match to be joined.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JoinWords {
    /// Their files.
    pub files: Vec<PathBuf>,
    /// The file for their games.
    pub pgn: Option<PathBuf>,
}

/// The view of a match in the browser.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardWords {
    /// The port; one that is free for `None`.
    pub port: Option<u16>,
    /// True if the browser is opened.
    pub open: bool,
    /// True if the page stays when the match is over; the caller decides for `None`.
    pub keep: Option<bool>,
}

/// The output of a match.
#[derive(Clone, Copy, Debug)]
pub struct OutputWords {
    /// After how many games the ratings are; never if 0.
    pub interval: usize,
    /// After how many games the score is; never if 0.
    pub score_interval: usize,
    /// After how many games the endings are; only at the end if 0.
    pub outcome_interval: usize,
    /// True if there is a line about pairs of games.
    pub pairs: bool,
}

/// The settings read so far.
struct Draft {
    engines: Vec<Group>,
    each: Group,
    settings: MatchSettings,
    seeds: Option<usize>,
    config: Option<PathBuf>,
    output: OutputWords,
    board: Option<BoardWords>,
    join: Option<Vec<PathBuf>>,
    emptied: Vec<PathBuf>,
    is_new: bool,
    is_seed_drawn: bool,
    /// Remarks on words that are not carried out.
    notes: Vec<String>,
    /// The words that are about a match, other than what it prints.
    about_match: Vec<String>,
}

/// Reads the words.
pub fn read(words: &[String]) -> Result<Request, SettingError> {
    let mut draft = Draft {
        engines: Vec::new(),
        each: Group::new("-each", Vec::new()),
        settings: MatchSettings::new(Vec::new()),
        seeds: None,
        config: None,
        output: OutputWords { interval: 0, score_interval: 1, outcome_interval: 0, pairs: true },
        board: None,
        join: None,
        emptied: Vec::new(),
        is_new: false,
        is_seed_drawn: false,
        notes: Vec::new(),
        about_match: Vec::new(),
    };
    for group in groups(words)? {
        let word = group.word.clone();
        if let Some((_, reason)) = IDLE.iter().find(|(name, _)| *name == word) {
            draft.note_idle(&word, reason);
            continue;
        }
        let Some((_, read)) = WORDS.iter().find(|(name, _)| *name == word) else {
            let all = WORDS.iter().map(|(name, _)| *name).chain(IDLE.iter().map(|(name, _)| *name));
            return Err(match nearest(&word, all.clone()) {
                Some(near) => {
                    let said =
                        format!("unknown; did you mean `{near}`? `helgi match --help` lists all words");
                    SettingError::said(format!("`{word}`"), said, "")
                }
                None => {
                    SettingError::value("", word, format!("one of: {}", all.collect::<Vec<_>>().join(" ")))
                }
            });
        };
        if !ABOUT_OUTPUT.contains(&word.as_str()) {
            draft.about_match.push(word);
        }
        read(&mut draft, group)?;
    }
    draft.finish()
}

/// Reads the words of one engine, as those behind `-engine`.
///
/// # Errors
///
/// If a word is not known or has no such value; the error says what was expected.
pub fn read_engine(words: &[String]) -> Result<EngineSettings, SettingError> {
    engine::read(words, &mut Vec::new())
}

impl Draft {
    fn finish(mut self) -> Result<Request, SettingError> {
        if let Some(files) = self.join.take() {
            return self.finish_join(files);
        }
        if self.engines.is_empty() {
            return match self.about_match.first() {
                Some(word) => Err(SettingError::said(word, "no engines", "at least two of -engine cmd=…")),
                None => Ok(self.into_request(None, None)),
            };
        }
        self.finish_seeds();
        self.finish_rounds();
        for group in std::mem::take(&mut self.engines) {
            // Settings of all engines take precedence over those of one, as in cutechess-cli and fastchess.
            let words: Vec<String> = group.words.iter().chain(&self.each.words).cloned().collect();
            let mut notes = Vec::new();
            self.settings.engines.push(engine::read(&words, &mut notes)?);
            notes.into_iter().for_each(|word| self.note_idle(&word, ""));
        }
        number_names(&mut self.settings.engines);
        self.finish_processors();
        self.settings.check()?;
        if let Some(pool) = &self.settings.pool {
            let saved = self.config.as_ref().ok_or_else(|| {
                SettingError::said("-pool", "no -config", "a file that the other parts can read")
            })?;
            pool.check_own(saved)?;
        }
        let settings = std::mem::replace(&mut self.settings, MatchSettings::new(Vec::new()));
        Ok(self.into_request(Some(settings), None))
    }

    fn into_request(self, settings: Option<MatchSettings>, join: Option<JoinWords>) -> Request {
        let Draft { config, output, board, emptied, is_new, is_seed_drawn, notes, .. } = self;
        Request { settings, config, output, board, join, emptied, is_new, is_seed_drawn, notes }
    }

    /// Remarks once on a word that changes nothing.
    fn note_idle(&mut self, word: &str, reason: &str) {
        let reason = if reason.is_empty() { String::new() } else { format!(" ({reason})") };
        let note = format!("known, without effect: {word}{reason}");
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    fn has(&self, word: &str) -> bool {
        self.about_match.iter().any(|other| other == word)
    }

    fn finish_seeds(&mut self) {
        let Some(wanted) = self.seeds else { return };
        match &mut self.settings.tournament {
            // None is one, as in cutechess-cli.
            Tournament::Gauntlet { seeds } => *seeds = wanted.max(1),
            Tournament::RoundRobin | Tournament::Pyramid => {
                self.note_idle("-seeds", "only -tournament gauntlet has seeds");
            }
        }
    }

    fn finish_rounds(&mut self) {
        // A round of more than a pair is cutechess-cli's way to say how many games there are.
        if self.settings.sprt.is_some() && !self.has("-rounds") && self.settings.games <= 2 {
            // The test ends the match, not the rounds, as in fastchess.
            self.settings.rounds = MOST_ROUNDS;
        }
        if self.has("-repeat") && self.has("-rounds") && !self.has("-games") {
            self.notes.push(
                "-repeat without -games: one game each round, as in cutechess-cli; -games 2 plays two, as fastchess does"
                    .to_owned(),
            );
        }
    }

    fn finish_processors(&mut self) {
        if self.settings.processors.is_none() {
            return;
        }
        let is_threaded =
            |(name, value): &(String, String)| name.eq_ignore_ascii_case("Threads") && value != "1";
        let has_threads = |engine: &EngineSettings| engine.options.iter().any(is_threaded);
        let reason = if self.settings.engines.iter().any(has_threads) {
            "an engine has several threads"
        } else if cfg!(not(target_os = "linux")) {
            "only on Linux"
        } else {
            return;
        };
        self.settings.processors = None;
        self.note_idle("-use-affinity", reason);
    }

    /// The files decide everything about a joined match.
    fn finish_join(self, files: Vec<PathBuf>) -> Result<Request, SettingError> {
        let is_known = |word: &&String| ["-join", "-pgnout"].contains(&word.as_str());
        if let Some(word) = self.about_match.iter().find(|word| !is_known(word)) {
            let expected = "only -config, -pgnout and words about output";
            return Err(SettingError::said(word, "not with -join", expected));
        }
        if self.settings.notation != Style::San {
            return Err(SettingError::said(
                "-pgnout notation",
                "not with -join, which keeps that of the parts",
                "",
            ));
        }
        if self.board.is_some() {
            return Err(SettingError::said("-board", "not with -join, which plays no games", ""));
        }
        let join = JoinWords { files, pgn: self.settings.pgn.clone() };
        Ok(self.into_request(None, Some(join)))
    }
}

/// The rounds of a match that a sequential test ends, where no number is given.
const MOST_ROUNDS: usize = 500_000;

/// Gives engines of one name numbers: `helgi` and `helgi 2`.
pub fn number_names(engines: &mut [EngineSettings]) {
    for index in 1..engines.len() {
        let (before, rest) = engines.split_at_mut(index);
        let Some(engine) = rest.first_mut() else { return };
        let name = engine.name.clone();
        let mut number = 1;
        while before.iter().any(|other| other.name == engine.name) {
            number += 1;
            engine.name = format!("{name} {number}");
        }
    }
}

#[cfg(test)]
mod tests;
