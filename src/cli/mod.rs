//! The commands of the command line, one module for each.
//!
//! They write to the output they are given, and return its errors.

pub mod analyze;
pub mod bench;
pub mod board;
pub mod book;
#[cfg(feature = "board")]
pub mod browser;
mod command_files;
pub mod command_line;
pub mod completions;
pub mod conform;
mod curve;
pub mod datagen;
pub mod draw;
pub mod folder;
mod games;
mod hours;
mod kept_lines;
pub mod label;
pub mod language;
pub mod learn;
pub mod man;
pub mod matches;
mod number;
mod page;
pub mod perft;
pub mod pgn;
mod place;
pub mod plain_text;
pub mod play;
mod progress;
pub mod puzzles;
pub mod rules;
pub mod study;
pub mod train;
pub mod tune;
pub mod variants;
#[cfg(feature = "board")]
mod watching;
pub mod xboard_settings;

use helgi_lab::selfplay::file::Damage;
use helgi_record::movetext;
use helgi_rules::games::GameId;
use helgi_rules::readable::{self, Style};
use helgi_rules::{AnyPosition, FenError, Game, Line};
use progress::CommandProgress;
use std::ffi::OsStr;
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use thiserror::Error;

/// The status of a program that was ended by Ctrl-C.
// 128 and the number of SIGINT, as shells have it.
pub const INTERRUPTED: u8 = 130;

/// An error that says how far a run came that Ctrl-C or another signal stopped before its end. What it has done is kept; the
/// status is [`INTERRUPTED`], so that no script takes it for a finished one.
fn stopped(text: impl Into<String>) -> io::Error {
    io::Error::new(io::ErrorKind::Interrupted, text.into())
}

/// Reads the name of a game from the command line.
fn game(name: &str) -> Result<GameId, String> {
    name.parse::<GameId>()
        .map_err(|error| format!("expected {} `helgi variants` lists all games", sentence(error.expected)))
}

/// Reads a position as other programs write it, and prints what was mended to the standard error output.
fn position(game: GameId, text: &str) -> Result<AnyPosition, FenError> {
    let (position, notices) = game.parse_lenient(text)?;
    notices.iter().for_each(plain_text::tell);
    Ok(position)
}

/// Plays the moves of an option, as PGN has them, and prints what was read otherwise than it is written to the standard
/// error output.
fn play_moves(line: &mut Line, option: &str, text: &str) -> io::Result<()> {
    let moves = movetext(text).map_err(|error| invalid(format_args!("{option}: {error}")))?;
    moves.notices.iter().for_each(|notice| plain_text::tell(format_args!("{option}: {notice}")));
    for text in moves.moves {
        let read = readable::read_lenient(line.present(), &text, Style::San);
        let (legal, notice) =
            read.map_err(|error| invalid(format_args!("{option}: {error} in {}", line.present().fen())))?;
        notice.iter().for_each(|notice| plain_text::tell(format_args!("{option}: {notice}")));
        line.play(legal);
    }
    Ok(())
}

/// A text as a sentence.
fn sentence(text: String) -> String {
    if text.ends_with(['.', '?']) { text } else { text + "." }
}

/// A count with its noun: `1 game`, `2 games`.
pub fn counted(count: usize, noun: &str) -> String {
    let end = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{end}")
}

/// The error text about wrong games: `1 of 3 games is wrong`.
fn wrong_games(wrong: usize, games: usize) -> String {
    let verb = if wrong == 1 { "is" } else { "are" };
    format!("{wrong} of {} {verb} wrong", counted(games, "game"))
}

/// Returns true if the output shows colours. The console of Windows shows their codes as text until it is told that
/// they are codes, and older ones always.
pub fn has_colours() -> bool {
    let reads_codes = || anstyle_query::windows::enable_ansi_colors().unwrap_or(true);
    let is = |name: &str, asks: fn(&OsStr) -> bool| std::env::var_os(name).is_some_and(|value| asks(&value));
    // `NO_COLOR` asks for plain text unless it is empty: see no-color.org. A dumb terminal shows codes as text.
    let is_plain = is("NO_COLOR", |value| !value.is_empty()) || is("TERM", |value| value == "dumb");
    io::stdout().is_terminal() && !is_plain && reads_codes()
}

/// Returns the number of letters that fit in a line of the output.
pub fn width() -> usize {
    /// The longest lines for people to read.
    const MOST: usize = 100;
    /// The width where the terminal does not give one.
    const USUAL: usize = 80;
    let size = console::Term::stdout().size_checked();
    size.map_or(USUAL, |(_, columns)| usize::from(columns).clamp(20, MOST))
}

/// Installs the Ctrl-C handler, which sets the returned flag so that work in progress can be kept. Call once.
fn set_by_ctrl_c() -> io::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let asked = Arc::clone(&stop);
    ctrlc::set_handler(move || asked.store(true, Ordering::Relaxed)).map_err(io::Error::other)?;
    Ok(stop)
}

/// The number of threads that was asked for; as many as there are cores if none was.
fn threads(asked: Option<u16>) -> usize {
    asked.map_or_else(|| thread::available_parallelism().map_or(1, NonZeroUsize::get), usize::from)
}

/// Reads files of self-play, each by `read`, with a bar; damage is printed, and the games before it
/// are taken.
fn read_games(
    files: &[PathBuf],
    out: &mut impl Write,
    mut read: impl FnMut(&Path) -> io::Result<Option<Damage>>,
) -> io::Result<()> {
    let mut bar = CommandProgress::new("{bar:40} {pos} of {len} files, {eta} to go");
    for (number, path) in files.iter().enumerate() {
        bar.set(number as u64, files.len() as u64);
        if let Some(damage) = read(path).map_err(|error| about(path, &error))? {
            bar.suspend(|| writeln!(out, "{}: {damage}; the rest of the file is ignored", path.display()))?;
        }
    }
    bar.finish();
    Ok(())
}

/// `games.pgn` with a number: `games-2.pgn`.
fn numbered(path: &Path, number: usize) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let name = match path.extension() {
        Some(extension) => format!("{stem}-{number}.{}", extension.to_string_lossy()),
        None => format!("{stem}-{number}"),
    };
    path.with_file_name(name)
}

/// An error with the file that it is about.
fn about(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// Marks an error that is on the standard error output already.
#[derive(Debug, Error)]
#[error("printed already")]
struct Printed;

/// Prints an error before the command ends. The error that is returned, in its place, is of the same kind, and
/// is not printed again.
fn print_error(error: io::Error) -> io::Error {
    plain_text::tell(&error);
    io::Error::new(error.kind(), Printed)
}

/// Returns true if [`print_error`] has printed an error.
pub fn is_printed(error: &io::Error) -> bool {
    error.get_ref().is_some_and(|inner| inner.is::<Printed>())
}

/// An error that the user's input has caused.
fn invalid(error: impl Display) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, error.to_string())
}
