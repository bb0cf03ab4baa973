//! The finished games of an analysis, kept on disk next to the output until all are done.

use crate::cli::invalid;
use crate::cli::kept_lines::KeptLines;
use helgi_match::Part;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io;
use std::path::Path;

/// The settings of an analysis: it can only be resumed with the same ones.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct Begun {
    /// The program.
    pub revision: String,
    /// The limits.
    pub effort: String,
    /// The number of games.
    pub games: usize,
    /// A number that changes with the games.
    pub digest: u32,
    /// The part of the games that is judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<Part>,
}

/// A game that is done, in all forms in which it is written.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub struct WrittenFiles {
    /// Its number, from 0.
    pub index: usize,
    /// The annotated PGN.
    pub pgn: String,
    /// As JSON; `None` if it could not be judged.
    pub json: Option<String>,
    /// The picture, if there is one.
    pub graph: String,
}

/// The games that are done.
pub struct FinishedAnalyses {
    games: BTreeMap<usize, WrittenFiles>,
    file: Option<KeptLines>,
}

impl FinishedAnalyses {
    /// Begins, or resumes the games kept for an output; without an output nothing is kept.
    ///
    /// # Errors
    ///
    /// When there is an unfinished earlier run and it is not to be resumed, or the other way round,
    /// and when files cannot be read or written.
    pub fn open(output: Option<&Path>, begun: &Begun, resume: bool) -> io::Result<Self> {
        let Some(output) = output else {
            return match resume {
                true => Err(invalid(
                    "--resume: expected -o, --json or --graph, beside which finished games are kept",
                )),
                false => Ok(FinishedAnalyses { games: BTreeMap::new(), file: None }),
            };
        };
        let path = KeptLines::beside(output);
        let check = |own: &Begun| if own == begun { Ok(()) } else { Err(difference(own, begun)) };
        let (file, games) = KeptLines::open(path, ("an analysis", begun), resume, check)?;
        let games = games.into_iter().map(|game: WrittenFiles| (game.index, game)).collect();
        Ok(FinishedAnalyses { games, file: Some(file) })
    }

    /// The file, if there is one.
    pub fn path(&self) -> Option<&Path> {
        self.file.as_ref().map(KeptLines::path)
    }

    /// Keeps a game.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn add(&mut self, game: WrittenFiles) -> io::Result<()> {
        if let Some(file) = &mut self.file {
            file.add(&game)?;
        }
        self.games.insert(game.index, game);
        Ok(())
    }

    /// The games, in their order.
    pub fn games(&self) -> impl Iterator<Item = &WrittenFiles> {
        self.games.values()
    }

    /// Returns true if a game is done.
    pub fn has(&self, index: usize) -> bool {
        self.games.contains_key(&index)
    }

    /// Takes the file away: all is written elsewhere.
    ///
    /// # Errors
    ///
    /// When it cannot be.
    pub fn remove(self) -> io::Result<()> {
        self.file.map_or(Ok(()), KeptLines::remove)
    }
}

/// Returns the difference between the analysis that was begun and the one to resume it.
fn difference(own: &Begun, begun: &Begun) -> String {
    let what = match () {
        () if own.effort != begun.effort => format!("with {}, not with {}", own.effort, begun.effort),
        () if own.revision != begun.revision => {
            format!("by helgi {}, not by {}", own.revision, begun.revision)
        }
        // Of the same games only the part can be another.
        () if own.digest == begun.digest => {
            let part =
                |part: Option<Part>| part.map_or("all games".to_owned(), |part| format!("part {part}"));
            format!("of {}, not of {}", part(own.part), part(begun.part))
        }
        () => "of other games".to_owned(),
    };
    format!("the interrupted analysis was made {what}")
}
