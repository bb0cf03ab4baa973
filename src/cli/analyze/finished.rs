//! The finished games, kept on disk next to the output until all are done: a crash of the program
//! loses only those in progress.
//!
//! A file of lines of JSON: the settings, then the games in the order in which they were finished. A
//! line that is cut short does not count.

use helgi_files::{open_for_update, open_ordinary};
use helgi_match::Part;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The largest file of finished games. Unit: bytes.
const LARGEST: u64 = 4 << 30;

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
    file: Option<(PathBuf, File)>,
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
                true => Err(crate::cli::invalid(
                    "--resume: expected -o, --json or --graph, beside which finished games are kept",
                )),
                false => Ok(FinishedAnalyses { games: BTreeMap::new(), file: None }),
            };
        };
        let path = beside(output);
        let about = |error| crate::cli::about(&path, &error);
        let refuse = |what: &str| crate::cli::invalid(format_args!("{}: {what}", path.display()));
        let (games, file) = match File::create_new(&path) {
            Ok(mut file) => {
                lock(&file).map_err(about)?;
                let line = serde_json::to_string(begun).map_err(io::Error::other)?;
                let written = file.write_all((line + "\n").as_bytes());
                if written.is_err() {
                    // Half a line cannot be resumed.
                    let _ = fs::remove_file(&path);
                }
                written.map_err(about)?;
                (BTreeMap::new(), file)
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                if !resume {
                    return Err(refuse(
                        "an analysis was interrupted there; use --resume to continue it, or delete the file",
                    ));
                }
                open_ordinary(&path, LARGEST).map_err(about)?;
                let mut file = open_for_update(&path).map_err(about)?;
                lock(&file).map_err(about)?;
                let (games, whole) = read(&file, &path, begun)?;
                file.set_len(whole).map_err(about)?;
                file.seek(SeekFrom::End(0)).map_err(about)?;
                (games, file)
            }
            Err(error) => return Err(about(error)),
        };
        Ok(FinishedAnalyses { games, file: Some((path, file)) })
    }

    /// The file, if there is one.
    pub fn path(&self) -> Option<&Path> {
        self.file.as_ref().map(|(path, _)| path.as_path())
    }

    /// Keeps a game.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn add(&mut self, game: WrittenFiles) -> io::Result<()> {
        if let Some((path, file)) = &mut self.file {
            let line = serde_json::to_string(&game).map_err(io::Error::other)?;
            file.write_all((line + "\n").as_bytes()).map_err(|error| crate::cli::about(path, &error))?;
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
        let Some((path, file)) = self.file else { return Ok(()) };
        drop(file);
        fs::remove_file(&path).map_err(|error| crate::cli::about(&path, &error))
    }
}

/// Locks the file for as long as it is open: two runs that resume it would each repeat the other's work.
fn lock(file: &File) -> io::Result<()> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => {
            Err(crate::cli::invalid("another program writes it, expected nobody to; wait until it has ended"))
        }
        // There are disks without locks.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}

/// The file next to an output: `judged.pgn.part`.
fn beside(output: &Path) -> PathBuf {
    let mut name = output.as_os_str().to_owned();
    name.push(".part");
    PathBuf::from(name)
}

/// The games of a file, and how many bytes of it are whole.
fn read(mut file: &File, path: &Path, begun: &Begun) -> io::Result<(BTreeMap<usize, WrittenFiles>, u64)> {
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map_err(|error| crate::cli::about(path, &error))?;
    let refuse = |what: &str| crate::cli::invalid(format_args!("{}: {what}", path.display()));
    let mut lines = bytes.split_inclusive(|&byte| byte == b'\n').filter(|line| line.ends_with(b"\n"));
    let head = lines.next().unwrap_or_default();
    let own: Begun =
        serde_json::from_slice(head).map_err(|_| refuse("the file is damaged; delete it to start again"))?;
    if own != *begun {
        return Err(refuse(&difference(&own, begun)));
    }
    let (mut games, mut whole) = (BTreeMap::new(), head.len());
    for line in lines {
        let Ok(game) = serde_json::from_slice::<WrittenFiles>(line) else { break };
        whole += line.len();
        games.insert(game.index, game);
    }
    Ok((games, whole as u64))
}

/// Returns the difference between the analysis that was begun and the one to resume it.
fn difference(own: &Begun, begun: &Begun) -> String {
    let what = match () {
        () if own.effort != begun.effort => format!("with {}, not with {}", own.effort, begun.effort),
        () if own.revision != begun.revision => {
            format!("by helgi {}, not by {}", own.revision, begun.revision)
        }
        () if own.digest == begun.digest => {
            let part =
                |part: Option<Part>| part.map_or("all games".to_owned(), |part| format!("part {part}"));
            format!("of {}, not of {}", part(own.part), part(begun.part))
        }
        () => "of other games".to_owned(),
    };
    format!("the interrupted analysis was made {what}; delete the file to start again")
}
