//! Identities: which revision of an engine has played, and from which book of openings.
//!
//! A saved match keeps them, so that results of one revision are never counted with those of another.

use super::error::Error;
use super::settings::{EngineSettings, MatchSettings, Openings, on_search_path};
use helgi_files::open_ordinary;
use serde::{Deserialize, Serialize};
use std::env;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The largest program or file of openings. Unit: bytes.
const LARGEST: u64 = 4 << 30;

/// The identities of all that takes part in a match.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub(super) struct Identities {
    /// Those of the engines, in their order; empty before the first game.
    pub engines: Vec<EngineIdentity>,
    /// That of the file of openings, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openings: Option<String>,
}

/// The identity of an engine.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub(super) struct EngineIdentity {
    /// Its name and version in its own words; `None` until it has said them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The sum and the length of its program; `None` if that cannot be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
}

impl Identities {
    /// The identities of the files that settings name, as they are now.
    ///
    /// # Errors
    ///
    /// When the file of openings cannot be read.
    pub fn of(settings: &MatchSettings) -> Result<Identities, Error> {
        // A program that several engines run is read once.
        let mut known: Vec<(PathBuf, Option<String>)> = Vec::new();
        let mut engines = Vec::new();
        for engine in &settings.engines {
            let path = file_of(engine);
            let file = match known.iter().find(|(other, _)| Some(other) == path.as_ref()) {
                Some((_, file)) => file.clone(),
                // An engine whose program cannot be read plays all the same: only its revision stays unknown.
                None => path.as_deref().and_then(|path| sum(path).ok()),
            };
            known.extend(path.map(|path| (path, file.clone())));
            engines.push(EngineIdentity { name: None, file });
        }
        let openings = match &settings.openings {
            Some(Openings::File { path, .. }) => Some(sum(path).map_err(|error| Error::file(path, error))?),
            Some(Openings::Random { .. } | Openings::Starts { .. }) | None => None,
        };
        Ok(Identities { engines, openings })
    }

    /// Returns what differs in others, where both are known: the name of an engine or `openings`, and
    /// both values.
    pub fn difference(&self, other: &Identities, settings: &MatchSettings) -> Option<String> {
        let differ = |own: &Option<String>, other: &Option<String>| match (own, other) {
            (Some(own), Some(other)) if own != other => Some(format!("{other}, expected {own}")),
            _ => None,
        };
        let pairs = self.engines.iter().zip(&other.engines).zip(&settings.engines);
        for ((own, other), engine) in pairs {
            if let Some(values) = differ(&own.name, &other.name) {
                return Some(format!("engine {}: it calls itself {values}", engine.name));
            }
            if let Some(values) = differ(&own.file, &other.file) {
                return Some(format!("engine {}: its program has {values}", engine.name));
            }
        }
        differ(&self.openings, &other.openings).map(|values| format!("openings: the file has {values}"))
    }

    /// Adds all that is known of others and not here.
    pub fn complete(&mut self, others: Identities) {
        self.engines.resize(self.engines.len().max(others.engines.len()), EngineIdentity::default());
        for (own, other) in self.engines.iter_mut().zip(others.engines) {
            own.name = own.name.take().or(other.name);
            own.file = own.file.take().or(other.file);
        }
        self.openings = self.openings.take().or(others.openings);
    }
}

/// The file that the system runs for an engine.
fn file_of(engine: &EngineSettings) -> Option<PathBuf> {
    let program = engine.program().ok()?;
    let with_ending = |path: PathBuf| {
        let ended = path.with_extension(env::consts::EXE_EXTENSION);
        [path, ended].into_iter().find(|path| path.is_file())
    };
    if program.components().count() > 1 {
        return with_ending(program);
    }
    on_search_path(&program)
}

/// The sum of an ordinary file with its length. What comes from a pipe would be gone when it is read as a book.
fn sum(path: &Path) -> io::Result<String> {
    let mut file = open_ordinary(path, LARGEST)?;
    let mut sum = crc32fast::Hasher::new();
    let mut length = 0;
    let mut bytes = vec![0; 1 << 18];
    loop {
        match file.read(&mut bytes) {
            Ok(0) => break,
            Ok(count) => {
                sum.update(&bytes[..count]);
                length += count as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(format!("CRC-32 {:08x} and {length} bytes", sum.finalize()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_revision_is_told_by_its_name_or_its_file() {
        let settings = MatchSettings::new(vec![EngineSettings::new("new"), EngineSettings::new("old")]);
        let text = |text: &str| Some(text.to_owned());
        let engine = |name: Option<String>, file| EngineIdentity { name, file };
        let of = |engines: Vec<EngineIdentity>, openings| Identities { engines, openings };
        let own = of(vec![engine(text("A 1"), text("x")), engine(None, text("y"))], text("book"));
        let other = |first: EngineIdentity, second: EngineIdentity, openings| {
            own.difference(&of(vec![first, second], openings), &settings)
        };
        let same = engine(None, text("y"));
        assert_eq!(other(engine(text("A 1"), text("x")), engine(text("B"), None), None), None);
        assert_eq!(own.difference(&Identities::default(), &settings), None);
        assert_eq!(
            other(engine(text("A 2"), None), same.clone(), None).unwrap(),
            "engine new: it calls itself A 2, expected A 1"
        );
        assert_eq!(
            other(engine(None, None), engine(None, text("z")), None).unwrap(),
            "engine old: its program has z, expected y"
        );
        assert_eq!(
            other(engine(None, None), same, text("bock")).unwrap(),
            "openings: the file has bock, expected book"
        );
    }
}
