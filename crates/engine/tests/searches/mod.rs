//! Searches with all that they report.

use helgi_engine::eval::Evaluate;
use helgi_engine::search::{Control, Engine, Iteration, Limits, SearchEvent, SearchReport};
use helgi_rules::{History, Position};

/// An engine with a small table and one thread.
pub fn engine() -> Engine {
    Engine::new(1, 1).expect("a megabyte")
}

/// Searches a position; a failure is a panic.
pub fn search_with<P: Position, E: Evaluate<P>>(
    engine: &mut Engine,
    position: &P,
    evaluator: &E,
    limits: &Limits,
    control: &Control,
) -> (SearchReport, Vec<Iteration>) {
    let mut lines = Vec::new();
    let history = History::starting_with(position);
    let report = engine.search(position, &history, evaluator, limits, control, |event| match event {
        SearchEvent::Iteration(line) => lines.push(line),
        SearchEvent::Failure(message) => panic!("{message}"),
        SearchEvent::CurrentMove { .. } => {}
    });
    (report, lines)
}
