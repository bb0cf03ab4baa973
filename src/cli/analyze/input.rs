//! The games that are to be judged.

use super::{Arguments, refuse};
use crate::cli::games::{FileGame, Games};
use helgi_record::replay::replay;
use helgi_record::{PgnReader, Record};
use helgi_rules::games::GameId;
use helgi_rules::{Game, Line};
use helgi_study::annotation::Subject;
use std::io::{self, Write};
use std::ops::Range;

/// All games, as text: that takes a tenth of the room.
#[derive(Default)]
pub struct AnalysisInput {
    /// The games.
    pub jobs: Vec<AnalysisJob>,
    /// The games with faults, and these.
    faults: Vec<(usize, bool, String)>,
}

/// A game to be judged.
pub struct AnalysisJob {
    /// The file and the number of the game.
    pub name: String,
    /// Its PGN.
    text: String,
    /// Number of half-moves that can be judged; `None` if the game itself is not known.
    pub plies: Option<usize>,
}

impl AnalysisInput {
    /// Reads the games.
    pub fn read(&mut self, arguments: &Arguments) -> io::Result<()> {
        if let Some(moves) = &arguments.moves {
            let game = arguments.game.unwrap_or_default();
            self.add("--moves".to_owned(), &listed(game, arguments.start.as_deref(), moves)?);
            return Ok(());
        }
        for path in &arguments.files {
            for game in Games::open(path, self.jobs.len())? {
                self.take(game?)?;
            }
        }
        match self.jobs.is_empty() {
            true => Err(crate::cli::invalid("no games: expected PGN files")),
            false => Ok(()),
        }
    }

    fn take(&mut self, mut game: FileGame) -> io::Result<()> {
        let replayed = game.replayed(None);
        let mut problems = game.readings(&replayed) + &game.problems(&replayed);
        if game.located.escaped > 0 {
            problems += &format!(
                "{}: ignored {} starting with `%`\n",
                game.name,
                crate::cli::counted(game.located.escaped, "line")
            );
        }
        if !problems.is_empty() {
            self.faults.push((self.jobs.len(), game.is_wrong(&replayed), problems));
        }
        // The record is kept as it is, so that it stands in the output in its place.
        if game.unread.is_some() {
            let FileGame { name, located, .. } = game;
            self.jobs.push(AnalysisJob { name, text: located.record.to_string(), plies: None });
        } else {
            self.add(game.name, &game.located.record);
        }
        Ok(())
    }

    fn add(&mut self, name: String, record: &Record) {
        let plies = replay(record).playable(record).map(|(line, _)| line.len());
        self.jobs.push(AnalysisJob { name, text: record.to_string(), plies });
    }

    /// Prints the faults of some games, and returns the number of wrong ones.
    ///
    /// # Errors
    ///
    /// Of the output.
    pub fn report(&self, own: Range<usize>) -> io::Result<usize> {
        let mut wrong = 0;
        for (_, is_wrong, problems) in self.faults.iter().filter(|(index, ..)| own.contains(index)) {
            wrong += usize::from(*is_wrong);
            crate::cli::plain_text::stderr().write_all(problems.as_bytes())?;
        }
        Ok(wrong)
    }

    /// A number that changes with the games.
    pub fn digest(&self) -> u32 {
        let mut digest = crc32fast::Hasher::new();
        for job in &self.jobs {
            digest.update(job.name.as_bytes());
            digest.update(job.text.as_bytes());
        }
        digest.finalize()
    }
}

impl AnalysisJob {
    /// The game; `None` if there is nothing to be judged.
    pub fn subject(&self) -> Option<Subject> {
        self.plies?;
        Subject::new(PgnReader::new(self.text.as_bytes()).next()?.ok()?.record)
    }

    /// Its PGN as it was read.
    pub fn text(&self) -> &str {
        &self.text
    }
}

/// The record of moves in a line, with or without numbers.
fn listed(game: GameId, start: Option<&str>, moves: &str) -> io::Result<Record> {
    let start = match start {
        Some(fen) => crate::cli::position(game, fen).map_err(|error| refuse("--start", error))?,
        None => game.start(),
    };
    let mut line = Line::new(start);
    crate::cli::play_moves(&mut line, "--moves", moves)?;
    Ok(Record::of_line(&line))
}
