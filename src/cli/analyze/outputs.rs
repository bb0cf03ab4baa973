//! The outputs of an analysis.

use super::Arguments;
use super::finished::{FinishedAnalyses, WrittenFiles};
use crate::cli::command_files::CommandFiles;
use crate::cli::numbered;
use crate::cli::place::{OutputPlace, expect_file, is_ordinary, is_standard, try_file, write_file};
use helgi_drawing::png;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The files that are written in the end. They are tried at once, so that hours of work are not lost.
pub struct Outputs {
    main: Option<PathBuf>,
    pgn: Option<OutputPlace>,
    json: Option<OutputPlace>,
    graph: Option<PathBuf>,
    games: usize,
}

impl Outputs {
    /// Begins the files for this many games.
    ///
    /// # Errors
    ///
    /// When one cannot be written, or would replace an input or another output.
    pub fn open(arguments: &Arguments, games: usize) -> io::Result<Self> {
        let Arguments { output, json, graph, .. } = arguments;
        check_files(arguments, games)?;
        let begin = |path: &Option<PathBuf>| path.as_deref().map(OutputPlace::open).transpose();
        graph.as_deref().map_or(Ok(()), try_file)?;
        // Only an ordinary file has room for another next to it.
        let has_place = |path: &&PathBuf| !is_standard(path) && is_ordinary(path);
        let main = [output, json, graph].into_iter().flatten().find(has_place).cloned();
        Ok(Outputs { main, pgn: begin(output)?, json: begin(json)?, graph: graph.clone(), games })
    }

    /// The file next to which games are kept until all are done.
    pub fn main(&self) -> Option<&Path> {
        self.main.as_deref()
    }

    /// Writes all files.
    ///
    /// # Errors
    ///
    /// When one cannot be written; then there is no such file.
    pub fn write(self, finished: &FinishedAnalyses, out: &mut impl Write) -> io::Result<()> {
        if let Some(place) = self.pgn {
            let text: String = finished.games().map(|game| game.pgn.as_str()).collect();
            place.write(text.as_bytes(), out)?;
        }
        if let Some(place) = self.json {
            let games: Vec<&str> = finished.games().filter_map(|game| game.json.as_deref()).collect();
            place.write(format!("[{}]\n", games.join(",\n")).as_bytes(), out)?;
        }
        let Some(path) = self.graph else { return Ok(()) };
        for game in finished.games().filter(|game| !game.graph.is_empty()) {
            let path = if self.games == 1 { path.clone() } else { numbered(&path, game.index + 1) };
            draw(&path, game)?;
        }
        Ok(())
    }
}

/// Makes sure that no output replaces another file of the command. The games of the inputs are all in the PGN, which may
/// therefore replace one, unless it is that of a part.
fn check_files(arguments: &Arguments, games: usize) -> io::Result<()> {
    let mut files = CommandFiles::reading(&arguments.files);
    match &arguments.output {
        Some(path) if arguments.part.is_some() => files.write("-o", path)?,
        Some(path) => files.rewrite("-o", path)?,
        None => {}
    }
    arguments.json.iter().try_for_each(|path| files.write("--json", path))?;
    let Some(path) = &arguments.graph else { return Ok(()) };
    expect_file("--graph", path)?;
    if games == 1 {
        return files.write("--graph", path);
    }
    (1..=games).try_for_each(|number| files.write("--graph", &numbered(path, number)))
}

fn draw(path: &Path, game: &WrittenFiles) -> io::Result<()> {
    if path.extension().is_some_and(|end| end.eq_ignore_ascii_case("png")) {
        return write_file(path, &png(&game.graph).map_err(io::Error::other)?);
    }
    write_file(path, game.graph.as_bytes())
}
