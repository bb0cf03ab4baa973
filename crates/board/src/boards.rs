//! All games that are open, and their activity without requests: the engine's moves, the clocks, saving.
//!
//! Whoever asks for a game may have to wait for the disk, and for others who have it: never in the thread that serves.

use crate::analysis::{self, RunningAnalysis};
use crate::engines::{EngineFiles, EngineJob, Engines};
use crate::guests::Guests;
use crate::keep::Keep;
use crate::moment::{now, occasion};
use crate::open_game::{FlagTimer, OpenGame};
use crate::open_games::{HeldPlace, OpenGames};
use crate::response::apart;
use crate::review;
use helgi_desk::game::LiveGame;
use helgi_desk::hint::Hint;
use helgi_desk::kept::{Summary, to_record};
use helgi_desk::moment::Moment;
use helgi_desk::opening::{self, LoadedGame, Opened};
use helgi_desk::plan::{GamePlan, Refusal};
use helgi_desk::review::ReviewedMove;
use helgi_desk::shared::is_apart;
use helgi_desk::snapshot::{PositionView, Snapshot};
use helgi_engine::search::Control;
use helgi_record::files::GameFile;
use helgi_rules::Line;
use helgi_rules::notation::Notation;
use helgi_study::review::Review;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// The most reviews that are remembered.
const REVIEWS: usize = 20;

/// The most times that a game is read anew before a change, while others write it.
const TRIES: usize = 5;

/// The time between two looks whether a game is still looked at, or still in use elsewhere.
pub(crate) const LOOK: Duration = Duration::from_secs(1);

/// The games.
#[derive(Debug, Default)]
pub struct Boards {
    open: OpenGames,
    engines: Arc<Engines>,
    keep: Option<Keep>,
    guests: Guests,
    /// The last reviews that were made, by the names of their games.
    reviews: Mutex<VecDeque<(String, Arc<Review>)>>,
}

impl Boards {
    /// No game yet; new games are kept on disk if a folder for them is given.
    pub fn new(keep: Option<Keep>) -> Self {
        Boards { keep, ..Boards::default() }
    }

    /// The same, with the guests of the games.
    pub fn with_guests(keep: Option<Keep>, guests: Guests) -> Self {
        Boards { keep, guests, ..Boards::default() }
    }

    /// The same, with files for the engines.
    #[must_use]
    pub fn with_files(self, files: EngineFiles) -> Self {
        Boards { engines: Arc::new(Engines::new(files)), ..self }
    }

    /// The guests.
    pub fn guests(&self) -> &Guests {
        &self.guests
    }

    /// Begins a game, and returns its name.
    ///
    /// # Errors
    ///
    /// When the plan is not a game.
    pub fn begin(self: &Arc<Self>, plan: &GamePlan) -> Result<String, Refusal> {
        Ok(self.admit(LiveGame::new(plan, &occasion())?, true))
    }

    /// Begins a game that is not kept, and returns its name.
    ///
    /// # Errors
    ///
    /// When the plan is not a game.
    pub fn begin_unkept(self: &Arc<Self>, plan: &GamePlan) -> Result<String, Refusal> {
        Ok(self.admit(LiveGame::new(plan, &occasion())?, false))
    }

    /// The games on disk, if they are kept.
    pub(crate) fn keep(&self) -> Option<&Keep> {
        self.keep.as_ref()
    }

    /// The engine pool.
    pub fn engines(&self) -> &Arc<Engines> {
        &self.engines
    }

    /// Gives a game its name, its file if it is to have one, and lets it go on.
    fn admit(self: &Arc<Self>, live: LiveGame, is_kept: bool) -> String {
        let is_kept = is_kept && !is_apart(live.game());
        let kept = self.keep.as_ref().filter(|_| is_kept).map(|keep| keep.begin(live.game()));
        let mut board = OpenGame::new(live, None);
        let (mut id, mut file) = match kept {
            Some((name, file)) => (name, Some(file)),
            None => (unkept_name(), None),
        };
        loop {
            let rest = self.open.hold(&id, |place| {
                // A game whose file could not be made may have the name of one that is open: then it has no file.
                if place.game().is_some() {
                    return Some(board);
                }
                board.live.id.clone_from(&id);
                board.file = file.take();
                self.save(&mut board);
                place.put(board);
                if let Some(board) = place.game() {
                    self.go_on(board);
                }
                None
            });
            match rest {
                None => return id,
                Some(same) => (board, id, file) = (same, unkept_name(), None),
            }
        }
    }

    /// Returns the games that are kept, those that were played last first.
    pub fn list(&self) -> Vec<Summary> {
        self.keep.as_ref().map(Keep::list).unwrap_or_default()
    }

    /// Changes a game, and lets it go on; `None` if there is none of that name. No other program changes it
    /// in the meantime, and its earlier changes are known.
    ///
    /// # Errors
    ///
    /// When another program has the game, or from `act`; nothing has changed then.
    pub fn with<T>(
        self: &Arc<Self>,
        id: &str,
        act: impl FnOnce(&mut LiveGame) -> Result<T, Refusal>,
    ) -> Option<Result<T, Refusal>> {
        self.change(id, |board| act(&mut board.live))
    }

    /// Does the same with the game and its file.
    fn change<T>(
        self: &Arc<Self>,
        id: &str,
        act: impl FnOnce(&mut OpenGame) -> Result<T, Refusal>,
    ) -> Option<Result<T, Refusal>> {
        let (done, is_held) = self.opened(id, |place| {
            let (mut tries, mut is_new) = (0, false);
            loop {
                let board = place.game()?;
                match board.claim() {
                    Ok(is_claimed) => is_new |= is_claimed,
                    Err(refusal) => return Some((Err(refusal), is_new)),
                }
                tries += 1;
                // It may have been written between the two.
                if tries == TRIES || !board.file.as_ref().is_some_and(GameFile::is_overtaken) {
                    break;
                }
                self.read_anew(id, place);
            }
            let board = place.game()?;
            let before = board.live.version();
            let done = act(board);
            if board.live.version() != before {
                self.save(board);
            }
            board.announce();
            let is_left = board.leave();
            self.go_on(board);
            Some((done, is_new && !is_left))
        })??;
        if is_held {
            self.leave_later(id);
        }
        Some(done)
    }

    /// Looks at a game; `None` if there is none of that name.
    pub fn read<T>(self: &Arc<Self>, id: &str, look: impl FnOnce(&LiveGame) -> T) -> Option<T> {
        self.opened(id, |place| place.game().map(|board| look(&board.live)))?
    }

    /// Gives a game that nobody looks at up to other programs; `true` if it is theirs, or closed.
    pub(crate) fn leave(&self, id: &str) -> bool {
        self.open.hold(id, |place| place.game().is_none_or(OpenGame::leave))
    }

    /// Returns the snapshot of a game.
    pub fn snapshot(self: &Arc<Self>, id: &str) -> Option<Snapshot> {
        let sides = self.guests.left(id);
        self.opened(id, |place| {
            let board = place.game()?;
            let version = *board.version.borrow();
            let away = board.live.away(sides);
            Some(Snapshot { version, away, ..board.live.snapshot(now()) })
        })?
    }

    /// Announces that the guests of a game have changed.
    pub(crate) fn noted(&self, id: &str) {
        self.open.announce(id);
    }

    /// Tells of every change of a game.
    pub fn watch(self: &Arc<Self>, id: &str) -> Option<watch::Receiver<u64>> {
        self.opened(id, |place| {
            let board = place.game()?;
            let watched = board.version.subscribe();
            // Two engines may have waited for somebody who looks.
            self.go_on(board);
            Some(watched)
        })?
    }

    /// The mark in a game that guests who look at it hold; `None` if there is none of that name.
    pub(crate) fn guest_mark(self: &Arc<Self>, id: &str) -> Option<Arc<()>> {
        self.opened(id, |place| place.game().map(|board| board.guests.clone()))?
    }

    /// Deletes a game with its file; `None` if there is none of that name.
    ///
    /// # Errors
    ///
    /// When another program has the game, or the file cannot be removed; the game stays then.
    pub fn forget(self: &Arc<Self>, id: &str) -> Option<Result<(), Refusal>> {
        let forgotten = self.change(id, |board| {
            let Some(file) = &mut board.file else { return Ok(()) };
            file.remove().map_err(|error| Refusal::Stays(error.to_string()))?;
            board.file = None;
            Ok(())
        })?;
        if forgotten.is_ok() {
            self.open.close(id);
            self.guests.forget(id);
        }
        Some(forgotten)
    }

    /// A position of a game's tree; `None` if there is none of that name.
    pub fn look(self: &Arc<Self>, id: &str, at: &str) -> Option<PositionView> {
        Some(PositionView::at(&self.line_to(id, at)?))
    }

    /// Begins to analyse a position of a game's tree, with this many best lines, or the threats of
    /// the other side there; `None` if there is none of that name, or the turn cannot be given up.
    pub fn analyse(
        self: &Arc<Self>,
        id: &str,
        at: &str,
        lines: usize,
        threats: bool,
    ) -> Option<RunningAnalysis> {
        let line = self.read(id, |live| live.line_to_analyse(at, threats))??;
        Some(analysis::begin(&self.engines, at, line, lines))
    }

    /// Begins to review a game; `None` if there is none of that name.
    pub fn review(self: &Arc<Self>, id: &str) -> Option<review::RunningReview> {
        let (line, winner) = self.read(id, LiveGame::to_review)?;
        let (boards, name) = (self.clone(), id.to_owned());
        let remember = move |found| boards.remember(name, found);
        Some(review::begin(&self.engines, line, winner, remember))
    }

    fn remember(&self, id: String, found: Review) {
        let mut reviews = self.reviews.lock().unwrap_or_else(PoisonError::into_inner);
        reviews.retain(|(name, _)| *name != id);
        reviews.push_back((id, Arc::new(found)));
        if reviews.len() > REVIEWS {
            reviews.pop_front();
        }
    }

    /// Writes the findings of a game's review into its record; `None` if there is none of that name.
    pub fn annotate(self: &Arc<Self>, id: &str) -> Option<Result<(), Refusal>> {
        let reviews = self.reviews.lock().unwrap_or_else(PoisonError::into_inner);
        let review = reviews.iter().find(|(name, _)| name == id).map(|(_, review)| review.clone());
        // A game's file may be on a slow disk: other reviews do not wait for it.
        drop(reviews);
        self.with(id, |board| board.annotate(review.as_deref()))
    }

    /// Judges a move in a position of a game's tree; `None` if there is no such game.
    pub async fn judge(
        self: &Arc<Self>,
        id: &str,
        at: &str,
        text: &str,
    ) -> Option<Result<ReviewedMove, Refusal>> {
        let (boards, id, at, text) = (self.clone(), id.to_owned(), at.to_owned(), text.to_owned());
        let question = apart(move || boards.read(&id, |live| live.move_to_judge(&at, &text))).await??;
        let (present, played) = match question {
            Ok(question) => question,
            Err(refusal) => return Some(Err(refusal)),
        };
        let judged = self.engines.find(move |engine| review::judge(engine, &present, played)).await;
        Some(judged.ok_or(Refusal::Over))
    }

    /// Takes over a recorded game: the only one of a text, or the one of a number; or lists them.
    ///
    /// # Errors
    ///
    /// When there is none, it cannot be read, or it breaks the rules; nothing has changed then.
    pub fn load(self: &Arc<Self>, pgn: &str, number: Option<usize>) -> Result<LoadedGame, Refusal> {
        Ok(match opening::open(pgn, number, &occasion())? {
            Opened::Game(board) => {
                LoadedGame::Game { variant: board.game().name(), id: self.admit(*board, true) }
            }
            Opened::Choice(choice) => LoadedGame::Choice { choice },
        })
    }

    /// Takes over all recorded games of a text.
    ///
    /// # Errors
    ///
    /// When there is none, or there are too many; nothing has changed then, or the first of too many are taken over.
    pub fn load_all(self: &Arc<Self>, pgn: &str) -> Result<LoadedGame, Refusal> {
        let mut opened = 0;
        let refused = opening::open_all(pgn, &occasion(), |game| {
            self.admit(game, true);
            opened += 1;
        })?;
        Ok(LoadedGame::All { opened, refused })
    }

    /// All games that are kept, as one PGN, those that were played last at its end.
    pub fn save_all(&self) -> String {
        self.keep.as_ref().map(Keep::text).unwrap_or_default()
    }

    /// The line of play to a move of a game's tree; `None` if there is none of that name.
    pub(crate) fn line_to(self: &Arc<Self>, id: &str, at: &str) -> Option<Line> {
        self.read(id, |board| board.line_to(at))?.ok()
    }

    /// Returns the move that the engine would play; `None` if there is no such game.
    pub async fn hint(self: &Arc<Self>, id: &str) -> Option<Result<Hint, Refusal>> {
        let (boards, id) = (self.clone(), id.to_owned());
        let question = apart(move || boards.read(&id, LiveGame::question)).await??;
        let job = match question {
            Ok(job) => EngineJob::new(job, Arc::new(Control::new(Instant::now()))),
            Err(refusal) => return Some(Err(refusal)),
        };
        let line = job.line.clone();
        // A game in progress has a move.
        let found = self.engines.think(job).await.ok_or(Refusal::Over);
        Some(found.map(|found| Hint::of(&line, &found.chosen)))
    }

    /// Runs `act` with a game that is open, as it is on disk; `None` if there is none of that name.
    fn opened<T>(self: &Arc<Self>, id: &str, act: impl FnOnce(&mut HeldPlace<'_>) -> T) -> Option<T> {
        self.open.hold(id, |place| {
            let is_changed = |board: &OpenGame| board.file.as_ref().is_some_and(GameFile::has_changed);
            if place.game().is_none_or(|board| is_changed(board)) {
                self.read_anew(id, place);
            }
            place.game()?;
            Some(act(place))
        })
    }

    /// Reads a game from its file. One that cannot be read any more stays as it was.
    fn read_anew(self: &Arc<Self>, id: &str, place: &mut HeldPlace<'_>) {
        let Some((live, file)) = self.keep.as_ref().and_then(|keep| keep.read(id)) else { return };
        place.put(OpenGame::new(live, Some(file)));
        if let Some(board) = place.game() {
            self.go_on(board);
        }
    }

    /// Saves a game. One that cannot be written continues, with the reason in `trouble`.
    fn save(&self, board: &mut OpenGame) {
        let Some(mut file) = board.file.take() else { return };
        let written = file.write(&to_record(&board.live));
        board.live.trouble = written.err().map(|error| format!("the game is not kept: {error}"));
        board.file = Some(file);
    }

    /// Lets the engine answer if it is its turn, and ends the game when a side's time is up.
    fn go_on(self: &Arc<Self>, board: &mut OpenGame) {
        let present = now();
        self.set_timer(board, present);
        let turn = board.live.turn();
        let Some(job) = board.job(present) else { return };
        let pause = board.live.pause();
        let (boards, id) = (self.clone(), board.live.id.clone());
        tokio::spawn(async move {
            // The pause counts from here, while the engine thinks.
            let pause = tokio::time::sleep(pause);
            let game = job.line.present().game();
            let Some(found) = boards.engines.think(job).await else { return };
            pause.await;
            let wire = Notation::of(&game).write(found.chosen.best).to_string();
            let found = Arc::new((wire, found));
            loop {
                let (boards, id, found) = (boards.clone(), id.clone(), found.clone());
                let goes_on = apart(move || {
                    let (wire, found) = &*found;
                    let answered = boards.with(&id, |board| {
                        board.answer(wire, found, turn, now());
                        Ok(())
                    });
                    // The program that has the game may have ended without having moved.
                    matches!(answered, Some(Err(Refusal::InUse(_))))
                        && boards.read(&id, LiveGame::turn) == Some(turn)
                });
                if goes_on.await != Some(true) {
                    return;
                }
                tokio::time::sleep(LOOK).await;
            }
        });
    }

    /// Sets the timer of a game for the turn in which a clock runs now; there is one, or none if no clock runs.
    fn set_timer(self: &Arc<Self>, board: &mut OpenGame, now: Moment) {
        let Some(left) = board.live.time_left(now) else {
            board.timer = None;
            return;
        };
        let turn = board.live.turn();
        if board.timer.as_ref().is_some_and(|timer| timer.turn == turn) {
            return;
        }
        // A timer does not keep the games of a server that has ended.
        let (boards, id) = (Arc::downgrade(self), board.live.id.clone());
        let task = tokio::spawn(async move {
            tokio::time::sleep(left).await;
            if let Some(boards) = Weak::upgrade(&boards) {
                apart(move || boards.flag(&id, turn)).await;
            }
        });
        board.timer = Some(FlagTimer { turn, task: task.abort_handle() });
    }

    /// Ends a game whose time is up, if its turn is still that one.
    fn flag(self: &Arc<Self>, id: &str, turn: u64) {
        let _ = self.with(id, |board| {
            if board.turn() == turn {
                board.check_flag(now());
            }
            Ok(())
        });
    }
}

/// A name for a game that has no file.
fn unkept_name() -> String {
    std::iter::repeat_with(fastrand::alphanumeric).take(10).collect()
}
