//! The state of a match on the disk: saved after every game, found whole whenever the program ends.
//!
//! Additions of a game to other files, such as its PGN, are first noted in the state and then appended.
//! If the program ends between the two, or in the middle of the second, a resumption finds the note
//! and completes it: no game is in those files twice, in halves, or not at all.

use super::ending::{self, Ending};
use super::error::Error;
use super::identity::Identities;
use super::saved::Saved;
use super::schedule::Schedule;
use super::setting_error::SettingError;
use super::settings::MatchSettings;
use super::sprt::SprtVerdict;
use helgi_files::{NewFile, open_ordinary, open_to_append, read_ordinary};
use helgi_notation::decode_text;
use helgi_record::ending::{NoEnding, SavedEnding};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The form of the file; another form is another number.
const FORM: u32 = 1;

/// The largest state. Unit: bytes.
const LARGEST: u64 = 1 << 30;

/// The data needed to resume a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(try_from = "StoredState")]
pub(super) struct State {
    form: u32,
    /// The settings of the match.
    pub settings: MatchSettings,
    /// The finished games by their numbers.
    pub games: BTreeMap<usize, Ending>,
    /// The texts that the last game has added to other files.
    appended: Vec<Appendix>,
    /// The engines that played; empty in files from before they were kept.
    #[serde(skip_serializing_if = "is_unknown")]
    pub identities: Identities,
    /// The finding of the common test of all parts, which ended this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pooled: Option<PooledVerdict>,
}

/// A [`State`] as it is read: the games of the settings say what the words of the endings mean.
#[derive(Deserialize)]
struct StoredState {
    form: u32,
    settings: MatchSettings,
    games: BTreeMap<usize, SavedEnding>,
    appended: Vec<Appendix>,
    #[serde(default)]
    identities: Identities,
    #[serde(default)]
    pooled: Option<PooledVerdict>,
}

impl TryFrom<StoredState> for State {
    type Error = NoEnding;

    fn try_from(stored: StoredState) -> Result<State, NoEnding> {
        let StoredState { form, settings, games, appended, identities, pooled } = stored;
        let read = |(number, saved): (usize, SavedEnding)| Ok((number, saved.read(&settings.variants)?));
        let games = games.into_iter().map(read).collect::<Result<_, _>>()?;
        Ok(State { form, settings, games, appended, identities, pooled })
    }
}

/// The finding of the common test of the parts of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct PooledVerdict {
    /// The finding.
    pub verdict: SprtVerdict,
    /// Number of games of all parts with which it was found.
    pub games: usize,
}

fn is_unknown(identities: &Identities) -> bool {
    *identities == Identities::default()
}

/// A text at a place in a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Appendix {
    path: PathBuf,
    /// Its position, in bytes.
    offset: u64,
    text: String,
}

/// Reads the bytes of a file as a state.
fn read_state(bytes: &[u8]) -> io::Result<State> {
    State::read(&decode_text(bytes)?.0)
}

impl State {
    pub fn new(settings: MatchSettings) -> Self {
        State {
            form: FORM,
            settings,
            games: BTreeMap::new(),
            appended: Vec::new(),
            identities: Identities::default(),
            pooled: None,
        }
    }

    /// Reads the state of another program, which may be playing; touches no other file.
    pub fn look_at(path: &Path) -> Result<State, Error> {
        let bytes = read_ordinary(path, LARGEST).map_err(|error| Error::file(path, error))?;
        let state = read_state(&bytes).map_err(|error| Error::file(path, error))?;
        state.settings.check().map_err(|problem| Error::invalid(path, problem))?;
        state.check().map_err(|problem| Error::invalid(path, problem))?;
        Ok(state)
    }

    /// Reads a state, and checks that the last output can be completed; touches no file.
    pub fn load(path: &Path) -> Result<State, Error> {
        let bytes = read_ordinary(path, LARGEST).map_err(|error| Error::file(path, error))?;
        let state = read_state(&bytes).map_err(|error| Error::file(path, error))?;
        for appendix in &state.appended {
            appendix.missing().map_err(|error| Error::file(&appendix.path, error))?;
        }
        Ok(state)
    }

    /// Completes the last output, if the program ended in the middle of it.
    pub fn complete(&self) -> Result<(), Error> {
        let complete =
            |appendix: &Appendix| appendix.complete().map_err(|error| Error::file(&appendix.path, error));
        self.appended.iter().try_for_each(complete)
    }

    /// Checks that the match may have come to this state.
    ///
    /// # Errors
    ///
    /// When it has a game that is not played, or an ending that is not possible.
    pub fn check(&self) -> Result<(), SettingError> {
        let schedule = Schedule::new(&self.settings);
        for (&number, ending) in &self.games {
            let field = || format!("game {number}");
            if number >= schedule.len() {
                let expected = format!("a number less than {}", schedule.len());
                return Err(SettingError::missing(field(), expected));
            }
            if !schedule.is_own(number) {
                return Err(SettingError::missing(field(), format!("one of part {}", schedule.part())));
            }
            let fixture = schedule.fixture(number);
            if !ending::is_possible(ending, &self.settings, &fixture) {
                let expected = format!("how a game of {} of this match may end", fixture.variant.name());
                return Err(SettingError::value(field(), ending, expected));
            }
        }
        Ok(())
    }

    /// Reads the text of a state; touches no file.
    pub fn read(text: &str) -> io::Result<State> {
        let foreign = |error: serde_json::Error| {
            let problem =
                "no match saved by helgi, expected what `-config` writes, or another name for a new match";
            io::Error::new(io::ErrorKind::InvalidData, format!("{problem} ({error})"))
        };
        let state: State = serde_json::from_str(text).map_err(foreign)?;
        if state.form != FORM {
            let problem = format!("form {}, expected {FORM}", state.form);
            return Err(io::Error::new(io::ErrorKind::InvalidData, problem));
        }
        Ok(state)
    }

    /// The text that [`read`](Self::read) reads back.
    pub fn text(&self) -> io::Result<String> {
        serde_json::to_string(self).map_err(io::Error::from)
    }

    /// The text of the last game in a file, and its place there, in bytes.
    pub fn last_in(&self, path: &Path) -> Option<(u64, &str)> {
        let own = self.appended.iter().find(|appendix| appendix.path == path)?;
        Some((own.offset, &own.text))
    }

    /// Adds a game, with its output to other files; it is saved first, if it has a place.
    pub fn add(
        &mut self,
        number: usize,
        ending: Ending,
        texts: Vec<(PathBuf, String)>,
        saved: Option<&Saved>,
    ) -> Result<(), Error> {
        self.games.insert(number, ending);
        // What earlier games have added is whole in the files by now.
        self.appended.clear();
        for (path, text) in texts {
            let offset = length(&path).map_err(|error| Error::file(&path, error))?;
            self.appended.push(Appendix { path, offset, text });
        }
        if let Some(saved) = saved {
            self.save_in(saved)?;
        }
        for appendix in &self.appended {
            appendix.write().map_err(|error| Error::file(&appendix.path, error))?;
        }
        Ok(())
    }

    /// Saves it in its place.
    ///
    /// # Errors
    ///
    /// When it cannot be written, and when another machine has taken the match over.
    pub(super) fn save_in(&self, saved: &Saved) -> Result<(), Error> {
        saved.check()?;
        self.save(saved.path())
    }

    /// Saves it: a reader of the file finds the old state or the new one.
    pub fn save(&self, path: &Path) -> Result<(), Error> {
        let write = || {
            let mut file = NewFile::create(path)?;
            writeln!(file, "{}", self.text()?)?;
            file.finish()
        };
        write().map_err(Error::Write)
    }
}

/// The length of a file, which may not be there yet.
fn length(path: &Path) -> io::Result<u64> {
    match fs::metadata(path) {
        Ok(facts) => Ok(facts.len()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(0),
        Err(error) => Err(error),
    }
}

impl Appendix {
    /// Appends the text, or nothing of it.
    fn write(&self) -> io::Result<()> {
        let mut file = open_to_append(&self.path)?;
        let written = file.write_all(self.text.as_bytes()).and_then(|()| file.sync_data());
        let is_last = || Ok::<_, io::Error>(file.metadata()?.len() < self.offset + self.text.len() as u64);
        if written.is_err() && self.missing().is_ok() && is_last().unwrap_or(false) {
            // No half games, if the disk allows that much, and no part of another match that writes
            // there, too.
            let _ = file.set_len(self.offset);
        }
        written
    }

    /// Returns the part of the text that is missing at the end of the file.
    fn missing(&self) -> io::Result<&[u8]> {
        if self.path.metadata().is_ok_and(|facts| !facts.is_file()) {
            // The output of a pipe or a device cannot be looked at again.
            return Ok(&[]);
        }
        let there = match open_ordinary(&self.path, u64::MAX) {
            Ok(mut file) => {
                file.seek(SeekFrom::Start(self.offset))?;
                let mut there = Vec::new();
                (&file).take(self.text.len() as u64).read_to_end(&mut there)?;
                (file.metadata()?.len() >= self.offset).then_some(there)
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound && self.offset == 0 => Some(Vec::new()),
            Err(error) => return Err(error),
        };
        // At most as many bytes were read as the text has.
        match there.and_then(|there| self.text.as_bytes().strip_prefix(&there[..])) {
            Some(missing) => Ok(missing),
            None => {
                let problem =
                    "it was changed since the match was broken off, expected its last game at its end";
                Err(io::Error::new(io::ErrorKind::InvalidData, problem))
            }
        }
    }

    /// Appends the missing part.
    fn complete(&self) -> io::Result<()> {
        let missing = self.missing()?;
        if missing.is_empty() {
            return Ok(());
        }
        let mut file = open_to_append(&self.path)?;
        file.write_all(missing)?;
        file.sync_data()
    }
}

#[cfg(test)]
mod tests {
    use super::super::ending::LossReason;
    use super::*;
    use helgi_rules::board::Side;
    use helgi_rules::{Outcome, Reason};

    /// A folder of its own for a test.
    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("helgi-state-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn the_last_appendix_is_completed() {
        let folder = folder("appended");
        let path = folder.join("games.pgn");
        let appendix = Appendix { path: path.clone(), offset: 4, text: "[whole]".to_owned() };
        for there in ["old\n", "old\n[wh", "old\n[whole]"] {
            fs::write(&path, there).unwrap();
            appendix.complete().unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), "old\n[whole]", "{there}");
        }
        fs::write(&path, "old\n[whole][more]").unwrap();
        appendix.complete().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "old\n[whole][more]");
        for there in ["old", "old\n[other]"] {
            fs::write(&path, there).unwrap();
            assert!(appendix.complete().is_err(), "{there}");
            assert_eq!(fs::read_to_string(&path).unwrap(), there);
        }
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_file_that_is_no_state_is_refused() {
        let folder = folder("refused");
        let path = folder.join("state.json");
        for text in ["", "{}", "{\"form\": 1"] {
            fs::write(&path, text).unwrap();
            let error = State::load(&path).unwrap_err().to_string();
            assert!(error.contains("state.json"), "{error}");
        }
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn files_that_were_written_before_are_read() {
        // From the time when endings were saved as their texts.
        let text = include_str!("../tests/saved-form-1.json").trim_end();
        let state = State::read(text).unwrap();
        assert_eq!((state.games.len(), state.appended.len()), (27, 1));
        let loss = |loser, reason| Ending::Loss { loser, reason };
        for (number, ending) in [
            (0, loss(Side::Black, LossReason::Resignation)),
            (3, loss(Side::White, LossReason::FalseClaim("1-0 White mates".to_owned()))),
            (7, loss(Side::White, LossReason::Refusal("Illegal move (no such thing): e2e4".to_owned()))),
            (10, loss(Side::Black, LossReason::IllegalMove("e2e5".to_owned()))),
            (16, Ending::Adjudication(Some(Side::Black))),
            (18, Ending::Rules(Outcome::win(Side::Black, Reason::KingCaptured))),
            (22, Ending::Rules(Outcome::win(Side::Black, Reason::Points { white: 120, black: 147 }))),
            (25, Ending::TooLong),
        ] {
            assert_eq!(state.games.get(&number), Some(&ending));
        }
        assert_eq!(state.text().unwrap(), text);
        let wrong = text.replacen("Black resigns", "Black is tired", 1);
        let error = State::read(&wrong).unwrap_err().to_string();
        assert!(error.contains("Black is tired"), "{error}");
    }
}
