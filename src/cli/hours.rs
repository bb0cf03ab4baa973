//! `--hours`: work that ends when its time is up.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// The most hours: a year.
const MOST_HOURS: f64 = 8_784.0;

/// Reads a number of hours from the command line.
pub fn parse(text: &str) -> Result<f64, String> {
    let hours = text.parse().ok().filter(|hours| *hours > 0.0 && *hours <= MOST_HOURS);
    hours.ok_or_else(|| format!("expected a number of hours above 0 and up to {MOST_HOURS}"))
}

/// Sets a flag after so many hours, if the program still runs then. The flag that is returned is set a moment before: it
/// tells the end of the time from other reasons to stop.
pub fn stop_after(hours: f64, stop: &Arc<AtomicBool>) -> Arc<AtomicBool> {
    let is_late = Arc::new(AtomicBool::new(false));
    let (stop, late) = (Arc::clone(stop), Arc::clone(&is_late));
    // It ends with the program.
    thread::spawn(move || {
        thread::sleep(Duration::from_secs_f64(hours * 3600.0));
        late.store(true, Ordering::Relaxed);
        stop.store(true, Ordering::Relaxed);
    });
    is_late
}
