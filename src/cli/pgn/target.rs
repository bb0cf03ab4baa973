//! The target of written games: one file, or several of a fixed number of games each.

use crate::cli::command_files::CommandFiles;
use crate::cli::{invalid, numbered};
use helgi_files::NewFile;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

/// The target of written games.
pub enum Target {
    /// Games are not written.
    Nowhere,
    /// Files.
    Files(Files),
}

/// Files that are written one after the other.
pub struct Files {
    path: PathBuf,
    /// Number of games in each file; `None` if there is one file.
    each: Option<NonZeroUsize>,
    /// The file that is being written, and how many games it has.
    open: Option<(NewFile, usize)>,
    count: usize,
    /// The files of the command: one that is read later must not be replaced by a numbered one.
    used: CommandFiles,
    /// True if the file is one of the inputs.
    replaces_input: bool,
}

/// The part of the games that is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WrittenPart {
    /// All of them, so that the output may replace an input.
    All,
    /// Chosen ones, or games without a part of them.
    Some,
}

impl Target {
    /// A file, or with `each` several of this many games: `games-1.pgn`, `games-2.pgn`.
    /// `inputs` are the files that the games are from.
    ///
    /// # Errors
    ///
    /// If games of an input would be lost.
    pub fn files(
        path: &Path,
        each: Option<NonZeroUsize>,
        inputs: &[PathBuf],
        part: WrittenPart,
    ) -> io::Result<Target> {
        let mut used = CommandFiles::reading(inputs);
        let noted = if each.is_none() { used.write("-o", path) } else { Ok(()) };
        let replaces_input = noted.is_err();
        if part == WrittenPart::Some {
            noted?;
        }
        Ok(Target::Files(Files { path: path.to_owned(), each, open: None, count: 0, used, replaces_input }))
    }

    /// Makes sure that an output may be completed though not all of the inputs could be read.
    ///
    /// # Errors
    ///
    /// If it would replace one of them, and so lose its games.
    pub fn check_unread(&self) -> io::Result<()> {
        match self {
            Target::Files(Files { path, replaces_input: true, .. }) => Err(invalid(format!(
                "-o: {} is read, and not all files could be: expected another file",
                path.display()
            ))),
            _ => Ok(()),
        }
    }

    /// Writes a game.
    pub fn write(&mut self, game: &str) -> io::Result<()> {
        match self {
            Target::Nowhere => Ok(()),
            Target::Files(files) => files.write(game),
        }
    }

    /// Completes the last file; without any game one file is made, an empty one.
    pub fn finish(self) -> io::Result<()> {
        let Target::Files(mut files) = self else { return Ok(()) };
        if files.count == 0 {
            files.begin()?;
        }
        files.open.map_or(Ok(()), |(file, _)| file.finish())
    }
}

impl Files {
    fn begin(&mut self) -> io::Result<()> {
        self.count += 1;
        let path = match self.each {
            None => self.path.clone(),
            Some(_) => numbered(&self.path, self.count),
        };
        if self.each.is_some() {
            self.used.write("-o", &path)?;
        }
        self.open = Some((NewFile::create(&path)?, 0));
        Ok(())
    }

    fn write(&mut self, game: &str) -> io::Result<()> {
        // A full file is completed when another game comes, so that none without games is begun behind it.
        let is_full = |games: usize| self.each.is_some_and(|each| games >= each.get());
        if let Some((file, _)) = self.open.take_if(|(_, games)| is_full(*games)) {
            file.finish()?;
        }
        if self.open.is_none() {
            self.begin()?;
        }
        let Some((file, games)) = &mut self.open else { return Ok(()) };
        *games += 1;
        file.write_all(game.as_bytes())
    }
}
