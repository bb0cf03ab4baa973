//! Positions of files of siblings, read anew in each epoch: a hundred million would not fit memory.

use super::doubles::Doubles;
use super::pool::{HELD_OUT, Pool, suits};
use crate::selfplay::replay::ReplayError;
use crate::selfplay::siblings::each_position;
use crate::selfplay::siblings::file::{Head, Reader, SiblingFamily};
use helgi_engine::internals::net::WithNet;
use helgi_engine::internals::{EvalVisitor, HasEvaluation, visit};
use helgi_files::open_ordinary;
use helgi_rules::games::GameId;
use std::fs::File;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::sync::mpsc::sync_channel;
use std::thread;

/// The number of positions in memory together and shuffled. With threads there are up to three such
/// portions: one is learned, one waits, one is being read.
const LOT: usize = 1 << 19;

/// In an epoch the files are read so many times, each time for every so manieth position of a game: siblings of
/// one game are alike, and a portion of few games would be learned by heart.
const SWEEPS: usize = 8;

/// No more positions are held out than this, all in memory; whole games still are.
const MOST_HELD_OUT: usize = 400_000;

/// The bytes that are read of a file at once.
const BUFFER: usize = 1 << 20;

/// Files of siblings.
#[derive(Debug)]
pub(super) struct Stream {
    game: GameId,
    /// The name of the evaluation.
    name: &'static str,
    files: Vec<Counted>,
    /// The largest score that is learned from.
    most: u16,
    /// Of this many games every so manieth is held out.
    until: usize,
}

/// A file whose games have been counted.
#[derive(Debug)]
struct Counted {
    path: PathBuf,
    games: usize,
}

/// The contents of the files.
#[derive(Default, Debug)]
pub(super) struct Found {
    pub games: usize,
    pub trained: usize,
    pub held_out: Pool,
    pub heads: Vec<String>,
    /// The files with damage, and the damage; what is behind it is left out.
    pub damaged: Vec<(PathBuf, String)>,
}

impl Stream {
    /// Reads the files once, for the number of their positions and for those that are held out.
    ///
    /// # Errors
    ///
    /// If one cannot be read, is of another game, or its positions have no scores.
    pub fn open(
        game: GameId,
        name: &'static str,
        paths: &[PathBuf],
        most: u16,
    ) -> io::Result<(Stream, Found)> {
        let files = paths.iter().map(|path| Counted { path: path.clone(), games: usize::MAX });
        let mut stream = Stream { game, name, files: files.collect(), most, until: usize::MAX };
        let mut found = Found::default();
        let mut last: Vec<Option<Head>> = vec![None; paths.len()];
        let mut open = stream.readers()?;
        let mut counts = vec![0; paths.len()];
        let mut doubles = Doubles::default();
        while !open.iter().all(Option::is_none) {
            // A game of each file in turn, so that a portion has positions from all of them.
            for (index, slot) in open.iter_mut().enumerate() {
                let Some(reader) = slot else { continue };
                let path = &paths[index];
                let family = match reader.next() {
                    Some(Ok(family)) => family,
                    Some(Err(damage)) => {
                        found.damaged.push((path.clone(), damage.to_string()));
                        *slot = None;
                        continue;
                    }
                    None => {
                        *slot = None;
                        continue;
                    }
                };
                let head = reader.head();
                // A file may have several heads: files can be put one behind the other.
                if last[index].as_ref() != Some(head) {
                    stream.check(head).map_err(|what| about(path, &what.to_string()))?;
                    found.heads.push(format!("{} label {}", head.game, head));
                    last[index] = Some(head.clone());
                }
                let added = doubles.add(path, head, family.number);
                // The same number and head in two files is the same game, which would be learned twice.
                added.map_err(|error| about(path, &error.to_string()))?;
                counts[index] += 1;
                found.games += 1;
                if stream.holds_out(found.games) {
                    stream
                        .take(head, &family, &mut found.held_out, true)
                        .map_err(|what| about(path, &what.to_string()))?;
                    if found.held_out.samples.len() >= MOST_HELD_OUT {
                        stream.until = found.games;
                    }
                } else {
                    let is_taken =
                        |score: Option<i16>| score.is_some_and(|score| score.unsigned_abs() <= most);
                    found.trained += family.siblings.iter().filter(|sibling| is_taken(sibling.score)).count();
                }
            }
        }
        drop(open);
        for (file, games) in stream.files.iter_mut().zip(counts) {
            file.games = games;
        }
        Ok((stream, found))
    }

    fn holds_out(&self, number: usize) -> bool {
        number.is_multiple_of(HELD_OUT) && number <= self.until
    }

    fn readers(&self) -> io::Result<Vec<Option<Reader<BufReader<File>>>>> {
        let open = |file: &Counted| {
            let opened =
                open_ordinary(&file.path, u64::MAX).map_err(|error| about(&file.path, &error.to_string()))?;
            let reader = Reader::new(BufReader::with_capacity(BUFFER, opened));
            reader.map(Some).map_err(|damage| about(&file.path, &damage.to_string()))
        };
        self.files.iter().map(open).collect()
    }

    /// Checks that the positions behind a head can be learned from.
    fn check(&self, head: &Head) -> Result<(), ReplayError> {
        if head.label == "none" {
            return Err(ReplayError::Unlabelled);
        }
        GameId::named(&head.game).map(|_| ()).ok_or_else(|| ReplayError::UnknownGame(head.game.clone()))
    }

    /// Hands portions of positions to `each`, in the same order each time; several threads read ahead.
    ///
    /// # Errors
    ///
    /// If a file cannot be read, or has changed.
    pub fn each_lot(&self, adds: bool, threads: usize, mut each: impl FnMut(Pool)) -> io::Result<()> {
        if threads < 2 {
            return self.read(adds, &mut |pool| {
                each(pool);
                true
            });
        }
        // A portion waits while the one before is learned; the reader then stops until it is taken.
        let (sender, receiver) = sync_channel(1);
        thread::scope(|scope| {
            // The receiver is gone when learning has ended: then nobody wants more.
            let read = scope.spawn(move || self.read(adds, &mut |pool| sender.send(pool).is_ok()));
            receiver.into_iter().for_each(each);
            read.join().unwrap_or_else(|_| Err(io::Error::other("the reader of the files panicked")))
        })
    }

    fn read(&self, is_judged: bool, each: &mut dyn FnMut(Pool) -> bool) -> io::Result<()> {
        let mut pool = Pool::default();
        for sweep in 0..SWEEPS {
            if !self.sweep(sweep, is_judged, &mut pool, each)? {
                return Ok(());
            }
        }
        if !pool.samples.is_empty() {
            each(pool);
        }
        Ok(())
    }

    /// Reads the files once, for a share of the positions; false if nobody wants more.
    fn sweep(
        &self,
        sweep: usize,
        is_judged: bool,
        pool: &mut Pool,
        each: &mut dyn FnMut(Pool) -> bool,
    ) -> io::Result<bool> {
        let mut open = self.readers()?;
        let mut left: Vec<usize> = self.files.iter().map(|file| file.games).collect();
        let mut number = 0;
        while left.iter().any(|&games| games > 0) {
            for ((slot, left), file) in open.iter_mut().zip(&mut left).zip(&self.files) {
                // Games that were added since the files were counted are not read.
                let Some(reader) = slot.as_mut().filter(|_| *left > 0) else { continue };
                let changed = || about(&file.path, "the file has changed while it was read; begin again");
                let mut family = reader
                    .next()
                    .ok_or_else(changed)?
                    .map_err(|damage| about(&file.path, &damage.to_string()))?;
                *left -= 1;
                number += 1;
                // Counted in the order of the first reading, so the same games are held out.
                if self.holds_out(number) {
                    continue;
                }
                // Each sweep takes other positions of every game, so that a portion has some of many games.
                let mut index = 0;
                family.siblings.retain(|_| {
                    index += 1;
                    index % SWEEPS == sweep
                });
                self.take(reader.head(), &family, pool, is_judged)
                    .map_err(|what| about(&file.path, &format!("game {}: {what}", family.number)))?;
                if pool.samples.len() >= LOT && !each(std::mem::take(pool)) {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Adds the positions of a family.
    fn take(
        &self,
        head: &Head,
        family: &SiblingFamily,
        pool: &mut Pool,
        is_judged: bool,
    ) -> Result<(), ReplayError> {
        let game = GameId::named(&head.game).unwrap_or(self.game);
        visit(game, Take { stream: self, family, pool, is_judged })
    }
}

struct Take<'a> {
    stream: &'a Stream,
    family: &'a SiblingFamily,
    pool: &'a mut Pool,
    is_judged: bool,
}

impl EvalVisitor for Take<'_> {
    type Output = Result<(), ReplayError>;

    fn visit<G: HasEvaluation>(self, game: G, evaluation: &WithNet<G::Evaluation>) -> Self::Output {
        let Take { stream, family, pool, is_judged } = self;
        suits(&game, evaluation.hand_written(), stream.game, stream.name)?;
        each_position(&game, family, |position, sibling| {
            if let Some(score) = sibling.score.filter(|score| score.unsigned_abs() <= stream.most) {
                // Siblings have no result of their own: a half, which a result share of nought leaves out.
                pool.add(position, evaluation.hand_written(), score, 0.5, is_judged);
            }
        })
    }
}

fn about(path: &Path, what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("{}: {what}", path.display()))
}
