//! The engine's analysis of a position, for as long as somebody looks at it.

use crate::engines::Engines;
use helgi_desk::analysis::{Analysis, MOST_LINES};
use helgi_engine::search::{Control, Engine, Limits, SearchEvent};
use helgi_rules::Line;
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::watch;

/// A running analysis; it ends when this is dropped.
#[derive(Debug)]
pub struct RunningAnalysis {
    /// The findings.
    pub found: watch::Receiver<Analysis>,
    control: Arc<Control>,
}

impl Drop for RunningAnalysis {
    fn drop(&mut self) {
        self.control.stop();
    }
}

/// Begins to analyse the last position of a line, which is after the move `at`, with this many best lines.
pub fn begin(engines: &Arc<Engines>, at: &str, line: Line, lines: usize) -> RunningAnalysis {
    let control = Arc::new(Control::new(Instant::now()));
    let (sender, found) = watch::channel(Analysis::begin(at));
    let limits = Limits { multipv: lines.clamp(1, MOST_LINES), ..Limits::new() };
    let (own, stops) = (control.clone(), control.clone());
    let work = move |engine: &mut Engine| {
        let heard = |event| {
            if let SearchEvent::Iteration(iteration) = event {
                // The receiver may be gone.
                sender.send_modify(|analysis| analysis.note(&line, &iteration));
            }
        };
        engine.search_any(line.present(), line.history(), &limits, &own, heard);
    };
    let engines = engines.clone();
    tokio::spawn(async move { engines.analyse(move || stops.is_stopped(), work).await });
    RunningAnalysis { found, control }
}
