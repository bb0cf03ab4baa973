//! The games of which a book is made.

use super::Arguments;
use crate::cli::games::{FileGame, Games, beginning};
use crate::cli::progress::CommandProgress;
use crate::cli::{about, invalid, read_games};
use helgi_lab::selfplay::file::{SelfPlayGame, SelfPlayResult, is_of_games};
use helgi_lab::selfplay::replay::{self, ReplayError};
use helgi_record::{GameResult, Node};
use helgi_rules::Game;
use helgi_rules::games::GameId;
use helgi_session::books;
use helgi_study::book::{BookStep, Builder, file::MAGIC};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Counts the moves of files, one after the other.
pub struct BookInput<'a> {
    arguments: &'a Arguments,
    /// The counted moves; `None` before the first game.
    pub builder: Option<Builder>,
    /// Number of games.
    pub games: usize,
    /// Number of games with faults.
    pub wrong: usize,
}

/// The kind of a file.
enum Kind {
    Pgn,
    SelfPlay,
    Book,
}

impl<'a> BookInput<'a> {
    pub fn new(arguments: &'a Arguments) -> Self {
        let recipe = arguments.recipe();
        let builder = arguments.game.map(|game| Builder::new(game, recipe));
        BookInput { arguments, builder, games: 0, wrong: 0 }
    }

    /// Counts the moves of a file; the faults of its games are printed at once.
    pub fn read(&mut self, path: &Path, mut out: &mut dyn Write) -> io::Result<()> {
        match kind(path)? {
            Kind::Book => self.merge(path),
            Kind::SelfPlay => {
                let files = [PathBuf::from(path)];
                read_games(&files, &mut out, |path| {
                    replay::read(path, |game, _, played| self.played(game, played, path))
                })
            }
            Kind::Pgn => self.pgn(path),
        }
    }

    fn merge(&mut self, path: &Path) -> io::Result<()> {
        let refuse = |text: String| invalid(format!("{}: {text}", path.display()));
        let Arguments { only_white, only_black, searched, .. } = *self.arguments;
        if only_white || only_black || searched {
            let text = "a book does not say who played its moves, and how: expected games with \
                        --only-white, --only-black or --searched";
            return Err(refuse(text.to_owned()));
        }
        let book = books::open(path).map_err(|error| refuse(error.to_string()))?;
        if self.builder(book.game(), path)?.is_some_and(|builder| builder.merge(&book)) {
            return Ok(());
        }
        Err(refuse(format!("this is a book of {}, not of the game named by --game", book.game().name())))
    }

    /// The builder for a game; `None` if it is not the one that is wanted.
    fn builder(&mut self, game: GameId, place: impl AsRef<Path>) -> io::Result<Option<&mut Builder>> {
        let recipe = self.arguments.recipe();
        let builder = self.builder.get_or_insert_with(|| Builder::new(game, recipe));
        if builder.game() == game {
            return Ok(Some(builder));
        }
        if self.arguments.game.is_some() {
            return Ok(None);
        }
        let (place, found, before) = (place.as_ref().display(), game.name(), builder.game().name());
        Err(invalid(format!(
            "{place}: a game of {found} after games of {before}, expected one kind; --game {before} skips others"
        )))
    }

    fn played(&mut self, game: GameId, played: &SelfPlayGame, path: &Path) -> io::Result<()> {
        let searched = self.arguments.searched;
        let start = played.start.as_deref().map_or_else(|| Ok(game.start()), |text| game.parse(text));
        let start = start.map_err(ReplayError::from)?;
        let Some(builder) = self.builder(game, path)? else { return Ok(()) };
        let counts = |ply: &helgi_lab::selfplay::file::SelfPlayPly| ply.score.is_some() || !searched;
        let steps = played.plies.iter().map(|ply| BookStep { played: ply.played, counts: counts(ply) });
        let added = builder.add(&start, steps, result(played.ending));
        self.games += 1;
        added.map_err(|number| ReplayError::Illegal(number).into())
    }

    fn pgn(&mut self, path: &Path) -> io::Result<()> {
        let mut progress = CommandProgress::new("{bar:40} {bytes} of {total_bytes}, {eta} to go");
        let mut games = Games::open(path, 0)?;
        let mut count = 0_u64;
        while let Some(game) = games.next() {
            progress.suspend(|| self.recorded(game?))?;
            count += 1;
            if count.is_multiple_of(64) {
                let (taken, length) = games.taken();
                progress.set(taken, length);
            }
        }
        Ok(())
    }

    /// Counts the moves of a recorded game up to the first that is wrong.
    fn recorded(&mut self, mut game: FileGame) -> io::Result<()> {
        let replayed = game.replayed(None);
        let is_wanted = |found| self.arguments.game.is_none_or(|game| found == Some(game));
        if !is_wanted(replayed.game) {
            return Ok(());
        }
        self.games += 1;
        self.wrong += usize::from(game.is_wrong(&replayed));
        let said = game.readings(&replayed) + &game.problems(&replayed);
        crate::cli::plain_text::stderr().write_all(said.as_bytes())?;
        let record = &game.located.record;
        let Some((line, nodes)) = replayed.playable(record).filter(|_| game.unread.is_none()) else {
            return Ok(());
        };
        let searched = self.arguments.searched;
        let Some(builder) = self.builder(line.start().game(), &game.name)? else { return Ok(()) };
        let steps = line.moves().zip(nodes).map(|(played, id)| {
            let counts = !searched || !is_of_opening(record.node(id));
            BookStep { played, counts }
        });
        // They are legal.
        builder
            .add(line.start(), steps, record.result)
            .map_err(|number| invalid(format!("{}: half-move {number} is not legal", game.name)))
    }
}

/// Returns true if a match runner marks the move as given, not thought about.
fn is_of_opening(node: &Node) -> bool {
    node.comments.iter().any(|comment| comment.trim() == "book")
}

fn result(ending: SelfPlayResult) -> GameResult {
    match ending {
        SelfPlayResult::White => GameResult::WhiteWins,
        SelfPlayResult::Black => GameResult::BlackWins,
        SelfPlayResult::Draw => GameResult::Draw,
        SelfPlayResult::Unfinished => GameResult::Unknown,
    }
}

/// Returns true for a book; false if the file cannot be read.
pub fn is_book(path: &Path) -> bool {
    matches!(kind(path), Ok(Kind::Book))
}

/// Returns the kind of a file, by its beginning. A file that can be read only once is PGN.
fn kind(path: &Path) -> io::Result<Kind> {
    let begin = beginning(path).map_err(|error| invalid(about(path, &error)))?;
    Ok(match begin {
        // The contents decide, whatever the name ends in.
        _ if begin.starts_with(MAGIC) => Kind::Book,
        _ if is_of_games(&begin) => Kind::SelfPlay,
        _ => Kind::Pgn,
    })
}
