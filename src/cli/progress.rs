//! A bar on the terminal for what lasts.

use helgi_protocol::notation::one_line;
use indicatif::{ProgressBar, ProgressFinish, ProgressStyle};
use std::time::{Duration, Instant};

/// The time before progress is shown.
const PATIENCE: Duration = Duration::from_secs(2);

/// A bar that appears, on a terminal only, once there has been something to wait for. It goes away
/// with its end, and when it is dropped.
pub struct CommandProgress {
    started: Instant,
    template: &'static str,
    bar: Option<ProgressBar>,
}

impl CommandProgress {
    /// A bar that is not shown yet; the template is one of indicatif's, such as
    /// `{bar:40} {pos} of {len} moves, {eta} to go`.
    pub fn new(template: &'static str) -> Self {
        CommandProgress { started: Instant::now(), template, bar: None }
    }

    /// Sets the number done and the number of all, which may change on the way.
    pub fn set(&mut self, done: u64, all: u64) {
        if self.started.elapsed() < PATIENCE {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| {
            let style = ProgressStyle::with_template(self.template);
            ProgressBar::new(all)
                .with_position(done)
                .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
                .with_finish(ProgressFinish::AndClear)
        });
        bar.set_length(all);
        bar.set_position(done);
    }

    /// Sets the text for `{msg}`, if the bar is shown.
    pub fn set_message(&self, message: impl AsRef<str>) {
        if let Some(bar) = &self.bar {
            bar.set_message(one_line(message.as_ref()));
        }
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
        self.bar = None;
    }
}
