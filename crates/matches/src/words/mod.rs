//! The words of `helgi match`, which are those of cutechess-cli and fastchess.
//!
//! A word with one dash begins a group; the words up to the next such word belong to it.

mod group;
mod values;

use super::pool_settings::PoolSettings;
use super::settings::{DrawRule, EngineSettings, MatchSettings, ResignRule, Tournament};
use group::{Group, groups};
use helgi_record::time::read_seconds;
use helgi_rules::readable::Style;
use std::path::PathBuf;
use std::time::Duration;
use values::{engine, openings, sprt, variants};

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
    /// Remarks on words that are not carried out.
    notes: Vec<String>,
    /// The words that are about a match, other than what it prints.
    about_match: Vec<String>,
}

type Read = fn(&mut Draft, Group) -> Result<(), String>;

/// The words, and the functions that read the words after them.
const WORDS: [(&str, Read); 32] = [
    ("-engine", |draft, group| {
        draft.engines.push(group);
        Ok(())
    }),
    ("-each", |draft, group| {
        draft.each.words.extend(group.words);
        Ok(())
    }),
    ("-variant", |draft, group| {
        draft.settings.variants = variants(&group)?;
        Ok(())
    }),
    ("-rounds", |draft, group| group.into_one(&mut draft.settings.rounds)),
    ("-games", |draft, group| group.into_one(&mut draft.settings.games)),
    ("-repeat", |draft, group| {
        draft.settings.repeat = 2;
        if group.words.is_empty() { Ok(()) } else { group.into_one(&mut draft.settings.repeat) }
    }),
    ("-concurrency", |draft, group| group.into_one(&mut draft.settings.concurrency)),
    ("-srand", |draft, group| group.into_one(&mut draft.settings.seed)),
    ("-seeds", |draft, group| {
        draft.seeds = Some(group.one()?);
        Ok(())
    }),
    ("-tournament", |draft, group| {
        draft.settings.tournament = match group.text()?.as_str() {
            "round-robin" | "roundrobin" => Tournament::RoundRobin,
            "gauntlet" => Tournament::Gauntlet { seeds: 1 },
            other => return Err(format!("-tournament: `{other}`, expected roundrobin or gauntlet")),
        };
        Ok(())
    }),
    ("-openings", |draft, group| {
        draft.settings.openings = Some(openings(group)?);
        Ok(())
    }),
    ("-sprt", |draft, group| {
        draft.settings.sprt = Some(sprt(group)?);
        Ok(())
    }),
    ("-draw", |draft, mut group| {
        let move_number = group.take_or("movenumber", 0)?;
        let (move_count, score) = (group.take("movecount")?, group.take("score")?);
        draft.settings.draw = Some(DrawRule { move_number, move_count, score });
        group.finish()
    }),
    ("-resign", |draft, mut group| {
        let two_sided = group.take_or("twosided", false)?;
        let (move_count, score) = (group.take("movecount")?, group.take("score")?);
        draft.settings.resign = Some(ResignRule { move_count, score, two_sided });
        group.finish()
    }),
    ("-maxmoves", |draft, group| {
        // 0 is no limit, as in cutechess.
        draft.settings.max_moves = Some(group.one()?).filter(|&most| most > 0);
        Ok(())
    }),
    ("-recover", |draft, group| {
        draft.settings.recover = true;
        group.finish()
    }),
    ("-patience", |draft, group| {
        draft.settings.patience = group.seconds()?;
        Ok(())
    }),
    ("-wait", |draft, group| {
        draft.settings.wait = Duration::from_millis(group.one()?);
        Ok(())
    }),
    ("-pgnout", |draft, mut group| {
        if let Some(name) = group.take_text("notation") {
            draft.settings.notation = name.parse().map_err(|error| format!("-pgnout notation: {error}"))?;
        }
        draft.notes.extend(values::pgn_details(&mut group, &mut draft.settings.pgn_details)?);
        draft.settings.pgn = Some(group.file()?);
        Ok(())
    }),
    ("-epdout", |draft, group| {
        draft.settings.epd = Some(group.file()?);
        Ok(())
    }),
    ("-event", |draft, group| {
        draft.settings.event = group.text()?;
        Ok(())
    }),
    ("-site", |draft, group| {
        draft.settings.site = group.text()?;
        Ok(())
    }),
    ("-log", |draft, group| {
        draft.settings.log = Some(group.file()?);
        Ok(())
    }),
    ("-config", |draft, group| {
        draft.config = Some(group.file()?);
        Ok(())
    }),
    // fastchess' word for a run by a testing framework, which changes nothing here.
    ("-testEnv", |_, group| group.finish()),
    ("-part", |draft, group| {
        let text = group.text()?;
        draft.settings.part = Some(text.parse().map_err(|error| format!("-part: {error}"))?);
        Ok(())
    }),
    ("-pool", |draft, mut group| {
        let seconds = group.take_text("every").map(|text| {
            read_seconds(&text).ok_or_else(|| format!("-pool every: `{text}`, expected seconds"))
        });
        let pause = seconds.transpose()?;
        let mut pool = PoolSettings::new(group.file()?);
        pool.pause = pause.unwrap_or(pool.pause);
        draft.settings.pool = Some(pool);
        Ok(())
    }),
    ("-join", |draft, group| {
        draft.join = Some(values::files(&group)?);
        Ok(())
    }),
    ("-ratinginterval", |draft, group| group.into_one(&mut draft.output.interval)),
    ("-report", |draft, mut group| {
        draft.output.pairs = group.take("penta")?;
        group.finish()
    }),
    ("-board", |draft, mut group| {
        let (port, keep) = (group.take_optional("port")?, group.take_optional("keep")?);
        draft.board = Some(BoardWords { port, open: group.take_or("open", true)?, keep });
        group.finish()
    }),
    // The output of fastchess always has this form.
    ("-output", |_, mut group| match group.take::<String>("format")?.as_str() {
        "cutechess" => group.finish(),
        other => Err(format!("-output format: `{other}`, expected cutechess")),
    }),
];

/// These are not about the match.
const ABOUT_OUTPUT: [&str; 6] = ["-config", "-ratinginterval", "-report", "-output", "-board", "-testEnv"];

/// Reads the words.
pub fn read(words: &[String]) -> Result<Request, String> {
    let mut draft = Draft {
        engines: Vec::new(),
        each: Group { word: "-each".to_owned(), words: Vec::new() },
        settings: MatchSettings::new(Vec::new()),
        seeds: None,
        config: None,
        output: OutputWords { interval: 0, pairs: true },
        board: None,
        join: None,
        notes: Vec::new(),
        about_match: Vec::new(),
    };
    for group in groups(words)? {
        let word = group.word.clone();
        let Some((_, read)) = WORDS.iter().find(|(name, _)| *name == word) else {
            let names: Vec<&str> = WORDS.iter().map(|(name, _)| *name).collect();
            return Err(format!("`{word}`, expected one of: {}", names.join(" ")));
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
pub fn read_engine(words: &[String]) -> Result<EngineSettings, String> {
    values::engine(Group { word: "-engine".to_owned(), words: words.to_vec() })
}

impl Draft {
    fn finish(mut self) -> Result<Request, String> {
        if let Some(files) = self.join.take() {
            return self.finish_join(files);
        }
        if self.engines.is_empty() {
            return match self.about_match.first() {
                Some(word) => Err(format!("{word}: no engines, expected at least two of -engine cmd=…")),
                None => Ok(Request {
                    settings: None,
                    config: self.config,
                    output: self.output,
                    board: self.board,
                    join: None,
                    notes: self.notes,
                }),
            };
        }
        if let Some(wanted) = self.seeds {
            match &mut self.settings.tournament {
                Tournament::Gauntlet { seeds } => *seeds = wanted,
                Tournament::RoundRobin => {
                    return Err("-seeds: expected -tournament gauntlet with it".to_owned());
                }
            }
        }
        for group in self.engines {
            // Settings of one engine take precedence over those of all.
            let words = self.each.words.iter().chain(&group.words).cloned().collect();
            self.settings.engines.push(engine(Group { word: group.word, words })?);
        }
        number_names(&mut self.settings.engines);
        self.settings.check()?;
        let Draft { settings, config, output, board, notes, .. } = self;
        if let Some(pool) = &settings.pool {
            let saved =
                config.as_ref().ok_or("-pool: no -config, expected a file that the other parts can read")?;
            pool.check_own(saved)?;
        }
        Ok(Request { settings: Some(settings), config, output, board, join: None, notes })
    }

    /// The files decide everything about a joined match.
    fn finish_join(self, files: Vec<PathBuf>) -> Result<Request, String> {
        let is_known = |word: &&String| ["-join", "-pgnout"].contains(&word.as_str());
        if let Some(word) = self.about_match.iter().find(|word| !is_known(word)) {
            return Err(format!(
                "{word}: not with -join, expected only -config, -pgnout and words about output"
            ));
        }
        if self.settings.notation != Style::San {
            return Err("-pgnout notation: not with -join, which keeps that of the parts".to_owned());
        }
        if self.board.is_some() {
            return Err("-board: not with -join, which plays no games".to_owned());
        }
        let join = Some(JoinWords { files, pgn: self.settings.pgn });
        Ok(Request {
            settings: None,
            config: self.config,
            output: self.output,
            board: None,
            join,
            notes: self.notes,
        })
    }
}

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
