//! All games that are open, and what goes on in them without anybody asking: the engine's moves and the
//! clocks.

use crate::board::{Board, Plan, Refusal, Snapshot};
use crate::engines::{Engines, Found};
use helgi_rules::notation::Notation;
use helgi_rules::readable::{self, Style};
use helgi_rules::{AnyPosition, Line, Position};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// No more games are kept open; the one that was opened first goes then.
const MOST: usize = 200;

/// How long the engine's move is kept back at least, so that people see the one before.
const PAUSE: Duration = Duration::from_millis(250);

/// What the engine would play.
#[derive(Clone, Serialize, Debug)]
pub struct Hint {
    /// The move as it is written on the wire.
    pub wire: String,
    /// The moves that are expected, in readable form.
    pub line: Vec<String>,
    /// The score for the side to move, in centipawns.
    pub score: Option<i32>,
}

/// The games.
#[derive(Debug, Default)]
pub struct Boards {
    open: Mutex<Open>,
    engines: Arc<Engines>,
}

#[derive(Debug, Default)]
struct Open {
    boards: BTreeMap<String, Board>,
    /// The names in the order in which they were opened.
    order: Vec<String>,
}

impl Boards {
    /// Begins a game, and returns its name.
    ///
    /// # Errors
    ///
    /// When the plan is no game.
    pub fn begin(self: &Arc<Self>, plan: &Plan) -> Result<String, Refusal> {
        let id: String = std::iter::repeat_with(fastrand::alphanumeric).take(10).collect();
        let board = Board::new(id.clone(), plan)?;
        let mut open = self.lock();
        if open.order.len() >= MOST {
            let first = open.order.remove(0);
            open.boards.remove(&first);
        }
        open.boards.insert(id.clone(), board);
        open.order.push(id.clone());
        drop(open);
        self.go_on(&id);
        Ok(id)
    }

    /// Does something with a game, and lets it go on; `None` if there is none of that name.
    pub fn with<T>(self: &Arc<Self>, id: &str, act: impl FnOnce(&mut Board) -> T) -> Option<T> {
        let done = act(self.lock().boards.get_mut(id)?);
        self.go_on(id);
        Some(done)
    }

    /// What there is to see of a game.
    pub fn snapshot(&self, id: &str) -> Option<Snapshot> {
        self.lock().boards.get(id).map(|board| board.snapshot(Instant::now()))
    }

    /// Tells of every change of a game.
    pub fn watch(&self, id: &str) -> Option<watch::Receiver<u64>> {
        self.lock().boards.get(id).map(Board::watch)
    }

    /// What the engine would play; `None` if there is no such game.
    pub async fn hint(&self, id: &str) -> Option<Result<Hint, Refusal>> {
        let question = self.lock().boards.get(id)?.question(Instant::now());
        let job = match question {
            Ok(job) => job,
            Err(refusal) => return Some(Err(refusal)),
        };
        let line = job.line.clone();
        // A game that goes on has a move.
        let found = self.engines.think(job).await.ok_or(Refusal::Over);
        Some(found.map(|found| in_words(&line, &found)))
    }

    /// Lets the engine answer if it is its turn, and ends the game when somebody's time is up.
    fn go_on(self: &Arc<Self>, id: &str) {
        let now = Instant::now();
        let mut open = self.lock();
        let Some(board) = open.boards.get_mut(id) else { return };
        let version = board.version();
        if let Some(left) = board.check_flag(now) {
            let (boards, id) = (self.clone(), id.to_owned());
            tokio::spawn(async move {
                tokio::time::sleep(left).await;
                if let Some(board) =
                    boards.lock().boards.get_mut(&id).filter(|board| board.version() == version)
                {
                    board.check_flag(Instant::now());
                }
            });
        }
        let Some(job) = board.job(now) else { return };
        let (boards, id) = (self.clone(), id.to_owned());
        tokio::spawn(async move {
            let pause = tokio::time::sleep(PAUSE);
            let game = job.line.present().game();
            let Some(found) = boards.engines.think(job).await else { return };
            pause.await;
            let wire = Notation::of(&game).write(found.best).to_string();
            boards.with(&id, |board| board.answer(&wire, found.score, version, Instant::now()));
        });
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn in_words(line: &Line, found: &Found) -> Hint {
    let mut place: AnyPosition = line.present().clone();
    let wire = Notation::of(&place.game()).write(found.best).to_string();
    let mut words = Vec::new();
    for &played in &found.line {
        words.push(readable::write(&place, played, Style::San));
        place.play(played);
    }
    Hint { wire, line: words, score: found.score }
}
