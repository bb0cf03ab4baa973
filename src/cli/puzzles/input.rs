//! The games in which puzzles are looked for.

use super::Arguments;
use crate::cli::games::{FileGame, Games, beginning};
use crate::cli::place::is_standard;
use crate::cli::progress::CommandProgress;
use crate::cli::{about, invalid};
use helgi_lab::selfplay::file::{self, SelfPlayGame};
use helgi_lab::selfplay::replay::{self, ReplayError};
use helgi_rules::{Game, GameId, Line, Position};
use helgi_study::puzzles::Source;
use std::io::{self, Write};
use std::path::Path;

/// All games.
#[derive(Default)]
pub struct PuzzleInput {
    /// The games, as far as they are good.
    pub games: Vec<Source>,
    /// The name of each: the file's name and a number.
    pub names: Vec<String>,
    /// Number of games with faults.
    pub wrong: usize,
}

impl PuzzleInput {
    /// Reads games; their faults are printed at once.
    ///
    /// # Errors
    ///
    /// When a file cannot be read, or there is no game at all.
    pub fn read(arguments: &Arguments) -> io::Result<PuzzleInput> {
        let mut input = PuzzleInput::default();
        let mut bar = CommandProgress::new("{bar:40} {pos} of {len} files, {eta} to go");
        for (number, path) in arguments.files.iter().enumerate() {
            bar.set(number as u64, arguments.files.len() as u64);
            let most = arguments.games.map_or(usize::MAX, |games| games as usize);
            let begin = beginning(path).map_err(|error| invalid(about(path, &error)))?;
            if file::is_of_games(&begin) {
                input.read_selfplay(path, most)?;
            } else {
                input.read_pgn(path, most, &bar)?;
            }
        }
        bar.finish();
        if let Some(part) = arguments.part {
            let own = part.stretch(input.games.len());
            input.games = input.games.drain(own.clone()).collect();
            input.names = input.names.drain(own).collect();
            return Ok(input);
        }
        match input.games.is_empty() {
            true => Err(invalid("no games: expected PGN files, or games from `helgi datagen`")),
            false => Ok(input),
        }
    }

    fn read_pgn(&mut self, path: &Path, most: usize, bar: &CommandProgress) -> io::Result<()> {
        let short = short_name(path);
        for (game, number) in Games::open(path, 0)?.take(most).zip(1..) {
            let mut game = game?;
            let replayed = game.replayed(None);
            // A game that is wrong at its end still has good moves before it.
            self.wrong += usize::from(game.is_wrong(&replayed));
            let problems = game.readings(&replayed) + &game.problems(&replayed);
            bar.suspend(|| crate::cli::plain_text::stderr().write_all(problems.as_bytes()))?;
            let FileGame { located, unread, .. } = game;
            let line = replayed.playable(&located.record).filter(|_| unread.is_none());
            if let Some((line, _)) = line {
                self.add(&line, Vec::new(), format!("{short}, game {number}"));
            }
        }
        Ok(())
    }

    fn read_selfplay(&mut self, path: &Path, most: usize) -> io::Result<()> {
        let short = short_name(path);
        let mut games = 0;
        let damage = replay::read(path, |game, _, played| {
            games += 1;
            // The file is read on, so that damage in it is reported.
            if games <= most {
                let line = played_through(game, played)?;
                let scores = played.plies.iter().map(|ply| ply.score.map(i32::from)).collect();
                self.add(&line, scores, format!("{short}, game {}", played.number));
            }
            Ok::<_, ReplayError>(())
        });
        if let Some(damage) = damage.map_err(|error| about(path, &error))? {
            self.wrong += 1;
            writeln!(
                crate::cli::plain_text::stderr(),
                "{}: {damage}; the rest of the file is ignored",
                path.display()
            )?;
        }
        Ok(())
    }

    fn add(&mut self, line: &Line, scores: Vec<Option<i32>>, name: String) {
        self.games.push(Source { start: line.start().clone(), moves: line.moves().collect(), scores });
        self.names.push(name);
    }
}

/// The file without its folder: puzzles are passed on, and nobody else has that folder.
fn short_name(path: &Path) -> String {
    match path.file_name() {
        Some(_) if is_standard(path) => "standard input".to_owned(),
        Some(name) => name.to_string_lossy().into_owned(),
        None => path.display().to_string(),
    }
}

fn played_through(game: GameId, played: &SelfPlayGame) -> Result<Line, ReplayError> {
    let mut line = Line::new(match &played.start {
        Some(start) => game.parse(start)?,
        None => game.start(),
    });
    for (ply, number) in played.plies.iter().zip(1..) {
        if !line.present().is_legal(ply.played) {
            return Err(ReplayError::Illegal(number));
        }
        line.play(ply.played);
    }
    Ok(line)
}
