//! A bar on the terminal for what lasts.

use indicatif::{ProgressBar, ProgressStyle};
use std::time::{Duration, Instant};

/// How long something goes on before its progress is shown.
const PATIENCE: Duration = Duration::from_secs(2);

/// A bar that appears, on a terminal only, once there has been something to wait for.
pub struct Progress {
    started: Instant,
    all: u64,
    template: &'static str,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// The progress of so many things; the template is one of indicatif's.
    pub fn new(all: u64, template: &'static str) -> Self {
        Progress { started: Instant::now(), all, template, bar: None }
    }

    /// So many of them are done.
    pub fn set(&mut self, done: u64) {
        if self.started.elapsed() < PATIENCE {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| {
            let style = ProgressStyle::with_template(self.template);
            ProgressBar::new(self.all).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        bar.set_length(self.all);
        bar.set_position(done);
    }

    /// So many are done of a number that is known only now.
    pub fn set_of(&mut self, done: u64, all: u64) {
        self.all = all;
        self.set(done);
    }

    /// Does something that prints, with the bar out of the way.
    pub fn suspend<R>(&self, print: impl FnOnce() -> R) -> R {
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    /// Takes the bar away.
    pub fn finish(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}
