//! The way to stop reviews, and other series of searches, from outside.

use helgi_engine::internals::search::FullWidth;
use helgi_engine::search::{Control, Engine, Limits, SearchEvent, SearchReport};
use helgi_rules::Line;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The handle by which series of searches are stopped, the future ones as well.
#[derive(Default, Debug)]
pub struct StudyStop(Mutex<State>);

#[derive(Default, Debug)]
struct State {
    is_stopped: bool,
    /// The searches that are going on.
    running: Vec<Arc<Control>>,
}

impl StudyStop {
    /// Stops all.
    pub fn stop(&self) {
        let mut state = self.lock();
        state.is_stopped = true;
        state.running.iter().for_each(|control| control.stop());
    }

    /// Returns true if [`stop`](Self::stop) was called.
    pub fn is_stopped(&self) -> bool {
        self.lock().is_stopped
    }

    /// Searches the end of a line in full width; `None` if it is stopped, or none is to begin any more.
    pub(crate) fn search(
        &self,
        engine: &mut Engine,
        line: &Line,
        limits: &Limits,
        on_event: impl FnMut(SearchEvent) + Send,
    ) -> Option<SearchReport> {
        let control = self.begin()?;
        let limits = Limits { full_width: FullWidth::Always, ..limits.clone() };
        let report = engine.search_any(line.present(), line.history(), &limits, &control, on_event);
        self.end(&control).then_some(report)
    }

    /// The control of a search that begins; `None` if none is to begin any more.
    fn begin(&self) -> Option<Arc<Control>> {
        let mut state = self.lock();
        if state.is_stopped {
            return None;
        }
        let control = Arc::new(Control::default());
        state.running.push(Arc::clone(&control));
        Some(control)
    }

    /// The search has ended; whether it was let go to its end.
    fn end(&self, control: &Arc<Control>) -> bool {
        let mut state = self.lock();
        state.running.retain(|other| !Arc::ptr_eq(other, control));
        !state.is_stopped
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Nobody panics while holding it; if somebody did, the value is still whole.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
