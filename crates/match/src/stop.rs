//! The handle by which a match is ended from outside.

use crossbeam_channel::{Receiver, Sender, bounded};
use std::convert::Infallible;
use std::sync::{Arc, Mutex};

/// Ends a match: no game is begun any more, and those in progress are given up.
#[derive(Clone, Debug)]
pub struct MatchStop {
    /// Dropped when the match is to end, which wakes all who wait.
    sender: Arc<Mutex<Option<Sender<Infallible>>>>,
    waiter: Receiver<Infallible>,
}

impl MatchStop {
    /// A handle that has ended nothing yet.
    pub fn new() -> Self {
        let (sender, waiter) = bounded(0);
        MatchStop { sender: Arc::new(Mutex::new(Some(sender))), waiter }
    }

    /// Ends the match.
    pub fn stop(&self) {
        if let Ok(mut sender) = self.sender.lock() {
            *sender = None;
        }
    }

    /// Returns true if the match is to end.
    pub fn is_stopped(&self) -> bool {
        self.sender.lock().map_or(true, |sender| sender.is_none())
    }

    /// A channel that is closed when the match is to end.
    pub(super) fn waiter(&self) -> &Receiver<Infallible> {
        &self.waiter
    }
}

impl Default for MatchStop {
    fn default() -> Self {
        MatchStop::new()
    }
}
