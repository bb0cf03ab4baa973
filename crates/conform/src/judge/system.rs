//! Judgements of what the engine takes from the system. Where the system does not tell, they hold.

use crate::dialogue::{Dialogue, Failure};
use crate::tested::NoLine;
use std::thread;
use std::time::{Duration, Instant};

/// The time over which the use of the processor is measured.
const SPAN: Duration = Duration::from_millis(1000);

pub(super) fn processor(dialogue: &mut Dialogue, most: u32) -> Result<(), Failure> {
    let Some(before) = dialogue.engine.processor_time() else { return Ok(()) };
    let began = Instant::now();
    while let Ok(_) | Err(NoLine::Closed) = dialogue.next(began + SPAN) {
        if began.elapsed() >= SPAN {
            break;
        }
        thread::sleep(Duration::from_millis(1));
    }
    let Some(after) = dialogue.engine.processor_time() else { return Ok(()) };
    let used = after.saturating_sub(before).as_secs_f64() / began.elapsed().as_secs_f64() * 100.0;
    if used <= f64::from(most) {
        return Ok(());
    }
    Err(format!("the engine uses {used:.0}% of a processor, expected at most {most}%"))
}

pub(super) fn memory(dialogue: &Dialogue, most: u64) -> Result<(), Failure> {
    match dialogue.engine.memory() {
        Some(held) if held > most => Err(format!("the engine holds {held} MiB, expected at most {most}")),
        _ => Ok(()),
    }
}

pub(super) fn growth(dialogue: &mut Dialogue, most: u64) -> Result<(), Failure> {
    let held = dialogue.engine.memory();
    let before = std::mem::replace(&mut dialogue.memory, held);
    match (before, held) {
        (Some(before), Some(held)) if held > before + most => {
            Err(format!("the engine holds {held} MiB after {before}, expected at most {most} more"))
        }
        _ => Ok(()),
    }
}
