//! A game that is open here: with its file, its watchers, and the tasks that wait for it.

use crate::engines::EngineJob;
use helgi_desk::game::LiveGame;
use helgi_desk::moment::Moment;
use helgi_engine::search::Control;
use helgi_record::files::GameFile;
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::watch;
use tokio::task::AbortHandle;

/// A game that is open here.
#[derive(Debug)]
pub(crate) struct OpenGame {
    /// The game itself.
    pub(crate) live: LiveGame,
    /// The file in which it is kept, if there is one.
    pub(crate) file: Option<GameFile>,
    /// The task that waits for the end of the time of the side to move, if a clock runs.
    pub(crate) timer: Option<FlagTimer>,
    /// The turn in which an engine thinks, and what stops it.
    thinking: Option<(u64, Arc<Control>)>,
    /// A number that grows with every change: of the game, or of what is shown with it.
    pub(crate) version: watch::Sender<u64>,
    /// The version of the game that was announced.
    announced: u64,
    /// Held once more by each stream of a guest.
    pub(crate) guests: Arc<()>,
}

impl OpenGame {
    /// A game that nobody looks at yet.
    pub(crate) fn new(live: LiveGame, file: Option<GameFile>) -> Self {
        let announced = live.version();
        let version = watch::Sender::new(fastrand::u32(..).into());
        OpenGame { live, file, timer: None, thinking: None, version, announced, guests: Arc::new(()) }
    }

    /// Tells those who look of a change, if there was one, and stops the engine if its move is not wanted any more.
    pub(crate) fn announce(&mut self) {
        if self.announced != self.live.version() {
            self.announced = self.live.version();
            self.version.send_modify(|version| *version += 1);
        }
        if let Some((_, control)) = self.thinking.take_if(|(turn, _)| *turn != self.live.turn()) {
            control.stop();
        }
    }

    /// Returns the engine's job, if it is its turn; once for every turn.
    pub(crate) fn job(&mut self, now: Moment) -> Option<EngineJob> {
        // Guests do not count: two engines play for somebody who looks at them here.
        let watchers = self.version.receiver_count().saturating_sub(Arc::strong_count(&self.guests) - 1);
        let job = self.live.job(watchers > 0, now)?;
        let control = Arc::new(Control::new(Instant::now()));
        self.thinking = Some((self.live.turn(), control.clone()));
        Some(EngineJob::new(job, control))
    }
}

/// The one task that waits until the time of a game's side is up. It ends with this value.
#[derive(Debug)]
pub(crate) struct FlagTimer {
    /// The turn of the game in which the time runs.
    pub(crate) turn: u64,
    pub(crate) task: AbortHandle,
}

impl Drop for FlagTimer {
    fn drop(&mut self) {
        self.task.abort();
    }
}
