//! `helgi analyze`: what each move of recorded games lost, and where they were decided.
//!
//! The judgement is that of [`helgi_engine::review`]; here games are read, shared out to threads, and what
//! was found is written: as PGN, as a table, as JSON and as a picture.

mod annotate;
mod finished;
mod graph;
mod graph_parts;
mod input;
mod json;
mod outputs;
#[cfg(feature = "board")]
mod reviewed;
mod table;
mod words;
mod work;

use super::invalid;
use super::place::is_standard;
use finished::{Begun, Finished};
use helgi_engine::review::Stop;
use helgi_engine::search::Limits;
use helgi_rules::games::GameId;
use outputs::Outputs;
#[cfg(feature = "board")]
pub use reviewed::annotated;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// The nodes for each position, if nothing is said.
const NODES: u64 = 100_000;

/// What can be said behind `analyze`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Every position is searched, and its score becomes the result that can be expected, by a curve of the game's
own. A move that loses 10 of 100 points of its mover's expectation is an inaccuracy (?!), 20 a mistake (?), 30 a
blunder (??). Forced moves are not judged, and only proven wins and losses are called so. docs/analysis.md
tells the rest.

With limits by nodes or depth the same file is written byte for byte, with any number of threads. Ctrl-C ends
the run: the games that are done are kept beside the output, and --resume goes on with them. Games that
XBoard has saved are read, too. The exit status is 1 if a game is wrong; the moves before the wrong one are
judged all the same.

Examples:
  helgi analyze game.pgn                                      a table
  helgi analyze game.pgn -o judged.pgn --graph game.svg       the game with glyphs and better lines, a picture
  helgi analyze *.pgn --nodes 1000000 --threads 4 -o judged.pgn --json judged.json
  helgi analyze *.pgn --nodes 1000000 --threads 4 -o judged.pgn --json judged.json --resume
  helgi analyze --game tavreli --moves 'Qc2 Nc6 Qe4' --time 2 moves as `helgi play` reads them
  helgi pgn all.pgn --game tavreli --player ann --to san | helgi analyze - -o ann.pgn")]
pub struct Arguments {
    /// PGN files; `-` is standard input
    #[arg(required_unless_present = "moves", conflicts_with = "moves")]
    files: Vec<PathBuf>,
    /// Moves instead of files
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
    /// The game of the moves
    #[arg(long, value_parser = super::game, requires = "moves")]
    game: Option<GameId>,
    /// The position in which the moves begin, if it is not the game's own
    #[arg(long, value_name = "FEN", requires = "moves")]
    start: Option<String>,
    /// Search each position so many half-moves deep
    #[arg(long, value_name = "N", help_heading = "Limits", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Search so many positions for each; 100000 if no limit is given, and of several the first one counts
    #[arg(long, value_name = "N", help_heading = "Limits", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Search each position so many seconds long
    #[arg(long, value_name = "SECONDS", help_heading = "Limits", value_parser = seconds)]
    time: Option<Duration>,
    /// How many games to judge at once; by default as many as there are cores
    #[arg(long, value_name = "N", help_heading = "Limits", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Write the games with glyphs, evaluations and better lines, as PGN; `-` is standard output, which
    /// then has no table
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
    /// Write everything that was found as JSON; `-` is standard output
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    json: Option<PathBuf>,
    /// Draw who could expect what, move by move: as PNG if the name ends in .png, otherwise SVG. Several games
    /// are numbered
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    graph: Option<PathBuf>,
    /// No table
    #[arg(short, long, help_heading = "Output")]
    quiet: bool,
    /// Go on with what an earlier run with the same words has left
    #[arg(long)]
    resume: bool,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds: &f64| *seconds > 0.0);
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.ok_or_else(|| "expected seconds, more than 0".to_owned())
}

impl Arguments {
    fn limits(&self) -> Limits {
        let is_free = self.depth.is_none() && self.nodes.is_none() && self.time.is_none();
        Limits {
            depth: self.depth,
            nodes: self.nodes.or(is_free.then_some(NODES)),
            move_time: self.time,
            ..Limits::new()
        }
    }

    /// The limits in words.
    fn effort(&self) -> String {
        let limits = self.limits();
        let mut parts = Vec::new();
        parts.extend(limits.nodes.map(|nodes| format!("{nodes} nodes")));
        parts.extend(limits.depth.map(|depth| format!("depth {depth}")));
        parts.extend(limits.move_time.map(|time| format!("{} s", time.as_secs_f64())));
        format!("{} a position", parts.join(", "))
    }
}

/// Judges, and writes what was found.
///
/// # Errors
///
/// Of the files and the output, when a game is wrong, and when it was broken off.
pub fn run(arguments: &Arguments, out: &mut impl Write) -> io::Result<()> {
    let mut input = input::Input::default();
    input.read(arguments)?;
    let effort = arguments.effort();
    let outputs = Outputs::open(arguments, input.jobs.len())?;
    let begun = Begun {
        revision: env!("HELGI_REVISION").to_owned(),
        effort: effort.clone(),
        games: input.jobs.len(),
        digest: input.digest(),
    };
    let stop = Arc::new(Stop::default());
    let asked = Arc::clone(&stop);
    ctrlc::set_handler(move || asked.stop()).map_err(io::Error::other)?;
    let mut finished = Finished::open(outputs.main(), &begun, arguments.resume)?;

    let task = work::Task {
        jobs: &input.jobs,
        limits: &arguments.limits(),
        effort: &effort,
        threads: super::threads(arguments.threads),
        stop: &stop,
    };
    let is_taken = [&arguments.output, &arguments.json].into_iter().flatten().any(|path| is_standard(path));
    let screen = (!arguments.quiet && !is_taken).then(|| (super::width(), super::has_colours()));
    let done = work::all(&task, &mut finished, screen, out)?;
    if done == 0 {
        finished.remove()?;
        return Err(io::Error::other("stopped before a game was judged"));
    }
    if done < input.jobs.len() {
        return Err(io::Error::other(stopped(done, input.jobs.len(), &finished)));
    }
    outputs.write(&finished, out)?;
    finished.remove()?;
    match input.wrong {
        0 => Ok(()),
        wrong => Err(io::Error::other(format!("{wrong} of {} games are wrong", input.jobs.len()))),
    }
}

/// What is said when not all is done.
fn stopped(done: usize, all: usize, finished: &Finished) -> String {
    let mut text = format!("stopped: {done} of {all} games are judged");
    if let Some(path) = finished.path() {
        let _ =
            write!(text, "; they are kept in {}, and the same command with --resume goes on", path.display());
    }
    text
}

/// An option that cannot be understood.
fn refuse(what: &str, error: impl std::fmt::Display) -> io::Error {
    invalid(format_args!("{what}: {error}"))
}
