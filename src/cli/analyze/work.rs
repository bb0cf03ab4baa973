//! Games shared out to threads.

use super::finished::{FinishedAnalyses, WrittenFiles};
use super::input::AnalysisJob;
use super::{graph, json, table};
use crate::cli::progress::CommandProgress;
use helgi_engine::search::{Engine, Limits};
use helgi_study::annotation::{ReviewedGame, annotated};
use helgi_study::review::{self, StudyStop};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// The table of an engine in megabytes.
const TABLE: usize = 16;

/// The games, and how they are to be judged.
pub struct AnalysisTask<'a> {
    pub jobs: &'a [AnalysisJob],
    /// Those that are judged here.
    pub own: Range<usize>,
    pub limits: &'a Limits,
    /// The limits in words.
    pub effort: &'a str,
    pub threads: usize,
    pub stop: &'a StudyStop,
}

/// A message of a thread.
enum News {
    /// It has made this many searches, and found that this many more are needed.
    Searches(usize, usize),
    /// It has finished a game: the record that is kept, and the table.
    Game(Box<WrittenFiles>, String),
}

/// The form of a printed table: its width, and whether it has colours. `None` if it is not printed.
type Screen = Option<(usize, bool)>;

/// Judges all games that are not yet done, and returns how many are. Tables come in the order of the games.
pub fn all(
    task: &AnalysisTask<'_>,
    finished: &mut FinishedAnalyses,
    screen: Screen,
    out: &mut impl Write,
) -> io::Result<usize> {
    let open: Vec<usize> = task.own.clone().filter(|&index| !finished.has(index)).collect();
    let engines = (0..task.threads.min(open.len())).map(|_| Engine::new(TABLE, 1));
    let engines = engines.collect::<Result<Vec<_>, _>>().map_err(io::Error::other)?;
    let next = &AtomicUsize::new(0);
    let searches = open.iter().filter_map(|&index| task.jobs[index].plies).map(|plies| plies + 1).sum();
    let open = &open;
    thread::scope(|scope| {
        let (sender, news) = channel();
        for mut engine in engines {
            let sender = sender.clone();
            let work = move || {
                while let Some(&index) = open.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let Some(game) = judge(&mut engine, task, index, screen, &sender) else { return };
                    if sender.send(game).is_err() {
                        return;
                    }
                }
            };
            thread::Builder::new().spawn_scoped(scope, work)?;
        }
        drop(sender);
        let gathered = gather(&news, searches, open, finished, out);
        if gathered.is_err() {
            task.stop.stop();
        }
        gathered
    })?;
    Ok(finished.games().count())
}

/// Collects the threads' messages until they are done.
fn gather(
    news: &Receiver<News>,
    mut searches: usize,
    open: &[usize],
    finished: &mut FinishedAnalyses,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut bar = CommandProgress::new("{bar:40} {pos} of {len} positions, {eta} to go");
    let mut tables: BTreeMap<usize, String> = BTreeMap::new();
    let mut turns = open.iter().peekable();
    let mut done = 0;
    for told in news {
        match told {
            News::Searches(made, more) => {
                done += made;
                searches += more;
                bar.set(done as u64, searches as u64);
            }
            News::Game(game, table) => {
                tables.insert(game.index, table);
                finished.add(*game)?;
                while let Some(table) = turns.peek().and_then(|index| tables.remove(index)) {
                    turns.next();
                    bar.suspend(|| out.write_all(table.as_bytes()).and_then(|()| out.flush()))?;
                }
            }
        }
    }
    bar.finish();
    // For a run that was stopped, the tables that would have come after others.
    tables.values().try_for_each(|table| out.write_all(table.as_bytes()))
}

/// Judges a game; `None` if it was stopped.
fn judge(
    engine: &mut Engine,
    task: &AnalysisTask<'_>,
    index: usize,
    screen: Screen,
    sender: &Sender<News>,
) -> Option<News> {
    let job = &task.jobs[index];
    let Some(subject) = job.subject() else {
        // A game that cannot be judged is kept as it is.
        let written = WrittenFiles { index, pgn: job.text().to_owned(), json: None, graph: String::new() };
        return Some(News::Game(Box::new(written), String::new()));
    };
    let winner = subject.record.result.winner();
    let mut known = subject.line.len() + 1;
    let wanted = review::ReviewTask { line: &subject.line, limits: task.limits, winner };
    let review = review::review(engine, &wanted, task.stop, |progress| {
        // The receiver may be gone.
        let _ = sender.send(News::Searches(1, progress.all - known));
        known = progress.all;
    })?;
    let judged = ReviewedGame::new(&job.name, task.effort, &subject, &review);
    let written = WrittenFiles {
        index,
        pgn: annotated(&judged).to_string(),
        json: json::text(&judged).ok(),
        graph: graph::svg(&judged),
    };
    let table = screen.map_or_else(String::new, |(width, colours)| table::table(&judged, width, colours));
    Some(News::Game(Box::new(written), table))
}
