//! Settings of an engine.

use super::super::time::EngineClock;
use super::is_usual;
use serde::{Deserialize, Serialize};
use std::io;
use std::path::{Path, PathBuf, absolute};
use std::process::Command;
use std::time::Duration;

/// An engine.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct EngineSettings {
    /// Its name in all reports, unique in a match.
    pub name: String,
    /// The program: a name that the system looks for, or a path, which counts from the folder. A name that is a file in
    /// the folder is that file.
    pub command: PathBuf,
    /// Its command-line arguments.
    pub arguments: Vec<String>,
    /// The folder it is started in, if not the present one.
    pub folder: Option<PathBuf>,
    /// Its protocol.
    pub protocol: Protocol,
    /// Its options, by name and value, in their order.
    pub options: Vec<(String, String)>,
    /// The limits for its moves.
    pub control: EngineClock,
    /// The most time by which it may exceed its limits.
    pub margin: Duration,
    /// True if it is restarted for every game.
    pub restart: bool,
    /// The lines sent to it before those of its protocol.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub greeting: Vec<String>,
    /// The file to which its standard error is appended.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub errors: Option<PathBuf>,
    /// True if it thinks in the other's time, too, as far as it can.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub ponder: bool,
    /// True if its scores are from White's view, whichever side it plays.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub white_view: bool,
    /// True if it is sent `debug on`, in UCI.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub debug: bool,
    /// The factor of the times for its start and of the patience with it.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub time_scale: f64,
    /// The book from which its first moves are played for it.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub book: Option<EngineBook>,
}

/// An opening book of an engine, in Polyglot's form.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EngineBook {
    /// The file.
    pub path: PathBuf,
    /// The last full move that is played from it; no limit if `None`.
    pub depth: Option<u32>,
}

fn one() -> f64 {
    1.0
}

fn is_one(scale: &f64) -> bool {
    *scale == 1.0
}

impl EngineSettings {
    /// The least and the greatest factor of times, as in cutechess.
    pub(in super::super) const SCALES: (f64, f64) = (0.2, 120.0);

    /// A UCI engine without limits, called as its program is.
    pub fn new(command: impl Into<PathBuf>) -> Self {
        let command = command.into();
        EngineSettings {
            name: command.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
            command,
            arguments: Vec::new(),
            folder: None,
            protocol: Protocol::Uci,
            options: Vec::new(),
            control: EngineClock::default(),
            margin: Duration::ZERO,
            restart: false,
            greeting: Vec::new(),
            errors: None,
            ponder: false,
            white_view: false,
            debug: false,
            time_scale: 1.0,
            book: None,
        }
    }

    /// The program to start: a path counts from the folder, about which systems differ; a mere name is one of the
    /// folder if that has it, and looked for by the system otherwise.
    ///
    /// # Errors
    ///
    /// If there is no present folder for a path to count from.
    pub fn program(&self) -> io::Result<PathBuf> {
        let Some(folder) = &self.folder else { return Ok(self.command.clone()) };
        let is_path = self.command.components().count() > 1;
        if is_path || is_program_in(folder, &self.command) {
            return absolute(folder.join(&self.command));
        }
        Ok(self.command.clone())
    }

    /// The program with its arguments, in its folder.
    ///
    /// # Errors
    ///
    /// As [`program`](Self::program).
    pub fn to_command(&self) -> io::Result<Command> {
        let mut command = Command::new(self.program()?);
        command.args(&self.arguments);
        if let Some(folder) = &self.folder {
            command.current_dir(folder);
        }
        Ok(command)
    }

    /// A time that suits the engine.
    pub(in super::super) fn scaled(&self, time: Duration) -> Duration {
        // A saved match may hold any factor until it is checked.
        Duration::try_from_secs_f64(time.as_secs_f64() * self.time_scale).unwrap_or(time)
    }

    pub(super) fn has_valid_scale(&self) -> bool {
        let (least, most) = Self::SCALES;
        (least..=most).contains(&self.time_scale)
    }
}

/// The file that the system finds for the mere name of a program.
pub(in super::super) fn on_search_path(name: &Path) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).find_map(|folder| {
        let path = folder.join(name);
        let ended = path.with_extension(std::env::consts::EXE_EXTENSION);
        [path, ended].into_iter().find(|path| path.is_file())
    })
}

/// Returns true if a folder has a program of this name, with or without the ending of the system's programs.
pub(in super::super) fn is_program_in(folder: &Path, name: &Path) -> bool {
    let path = folder.join(name);
    let mut ended = path.clone().into_os_string();
    ended.push(std::env::consts::EXE_SUFFIX);
    path.is_file() || Path::new(&ended).is_file()
}

/// The protocol of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Protocol {
    /// UCI.
    Uci,
    /// USI, of engines of shogi.
    Usi,
    /// UCCI, of engines of xiangqi.
    Ucci,
    /// The protocol of XBoard, version 2 where the engine knows it.
    Xboard,
}
