//! Perft and a search of every built-in game, exported to JavaScript.
//!
//! Games go by their numbers in [`GameId::BUILT_IN`]; the clock comes from the page.

use helgi_engine::search::{Control, Engine, Limits};
use helgi_rules::{Game, GameId, Line};
use std::cell::RefCell;
use std::time::Duration;

unsafe extern "C" {
    /// The milliseconds since some moment.
    safe fn now() -> f64;
}

thread_local! {
    /// The text that was asked for last.
    static TEXT: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Keeps a text for JavaScript and returns its length; it lies at [`text`].
fn keep(text: String) -> usize {
    let length = text.len();
    TEXT.set(text);
    length
}

/// The address of the text that was kept last.
#[unsafe(no_mangle)]
pub extern "C" fn text() -> *const u8 {
    TEXT.with_borrow(|text| text.as_ptr())
}

/// Keeps the name of a game; 0 if there is none of this number.
#[unsafe(no_mangle)]
pub extern "C" fn name(game: usize) -> usize {
    keep(GameId::BUILT_IN.get(game).map_or(String::new(), |game| game.name().to_owned()))
}

/// Makes room for so many bytes and returns its address; they are given to [`use_net`], which frees them.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    Box::into_raw(vec![0_u8; length].into_boxed_slice()).cast()
}

/// Lets every game that a net fits play with it, and returns their number. The net lies in the [`room`] of this address
/// and length.
///
/// # Safety
///
/// The room must have been made by `room` with this length, and not given away before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn use_net(room: *mut u8, length: usize) -> usize {
    // SAFETY: As the caller promises.
    let contents = unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(room, length)) };
    GameId::BUILT_IN.iter().filter(|&&game| helgi_engine::use_net(game, &contents, "page").is_ok()).count()
}

/// The number of paths of `depth` moves from the start of a game.
#[unsafe(no_mangle)]
pub extern "C" fn perft(game: usize, depth: u32) -> u64 {
    GameId::BUILT_IN.get(game).map_or(0, |game| game.start().perft(depth))
}

/// Searches the start of a game within this many nodes and milliseconds, and keeps `MOVE NODES`.
#[unsafe(no_mangle)]
pub extern "C" fn search(game: usize, nodes: u64, milliseconds: u64) -> usize {
    let Some(game) = GameId::BUILT_IN.get(game) else { return 0 };
    let began = now();
    let control = Control::with_clock(move || Duration::from_secs_f64((now() - began).max(0.0) / 1000.0));
    let limits = Limits {
        nodes: Some(nodes),
        move_time: Some(Duration::from_millis(milliseconds)),
        ..Limits::new()
    };
    let Ok(mut engine) = Engine::new(1, 1) else { return 0 };
    let line = Line::new(game.start());
    let report = engine.search_any(line.present(), line.history(), &limits, &control, |_| ());
    let best = report.best.map_or("none".to_owned(), |best| game.display(best).to_string());
    keep(format!("{best} {}", report.nodes))
}
