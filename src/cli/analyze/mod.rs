//! `helgi analyze`: the loss of each move of recorded games, and the decisive moves.
//!
//! The judgement is that of [`helgi_study::review`]; here games are read, shared out to threads, and what
//! was found is written: as PGN, as a table, as JSON and as a picture.

mod finished;
mod graph;
mod input;
mod join;
mod json;
mod outputs;
mod table;
mod work;

use super::invalid;
use super::place::is_standard;
use finished::{Begun, FinishedAnalyses};
use helgi_engine::search::Limits;
use helgi_match::Part;
use helgi_rules::games::GameId;
use helgi_study::review::StudyStop;
use outputs::Outputs;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// The nodes for each position, by default.
const NODES: u64 = 100_000;

/// Arguments of `helgi analyze`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Every position is searched, and its score is converted to an expected result
by a curve fitted to the game. A move that lowers its player's expectation by
10 percentage points is an inaccuracy (?!), by 20 a mistake (?), by 30 a
blunder (??). Forced moves are not judged, and a position counts as won or
lost only if that is proven. See docs/analysis.md.

With a limit on nodes or depth, the output is the same byte for byte, whatever
the number of threads. Ctrl-C stops the run; finished games are kept beside
the output, and --resume continues with the rest. Games saved by XBoard can be
read. The exit status is 1 if a game is wrong; its moves before the error are
still judged. It is 130 after Ctrl-C.

Examples:
  helgi analyze game.pgn                             a table
  helgi analyze game.pgn -o judged.pgn --graph game.svg
                                                     with glyphs and a graph
  helgi analyze *.pgn --nodes 1000000 -o judged.pgn --json all.json
  helgi analyze *.pgn --nodes 1000000 -o judged.pgn --json all.json --resume
  helgi analyze *.pgn --part 2/3 -o judged-2.pgn --json 2.json
                                                     on another machine
  helgi analyze --join 1.json 2.json 3.json --json all.json
  helgi analyze --game tavreli --moves 'Qc2 Nc6 Qe4' --time 2
                                                     moves as in `helgi play`
  helgi pgn all.pgn --player ann --to san | helgi analyze - -o ann.pgn")]
pub struct Arguments {
    /// PGN files; `-` is standard input
    #[arg(required_unless_present_any = ["moves", "join"], conflicts_with_all = ["moves", "join"])]
    files: Vec<PathBuf>,
    /// Moves to analyze instead of files
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
    /// Game that the moves belong to
    #[arg(long, value_parser = super::game, requires = "moves")]
    game: Option<GameId>,
    /// Position before the moves; by default the start of the game
    #[arg(long, value_name = "FEN", requires = "moves")]
    start: Option<String>,
    /// Search each position to a depth of N half-moves
    #[arg(long, value_name = "N", help_heading = "Limits", value_parser = crate::cli::number::at_least::<u32>(1))]
    depth: Option<u32>,
    /// Search N nodes for each position; 100000 if there is no other limit. The first limit reached ends a search
    #[arg(long, value_name = "N", help_heading = "Limits", value_parser = crate::cli::number::at_least::<u64>(1))]
    nodes: Option<u64>,
    /// Search each position for this many seconds
    #[arg(long, value_name = "SECONDS", help_heading = "Limits", value_parser = seconds)]
    time: Option<Duration>,
    /// Analyze part K of N of the games; the PGN files of all parts follow each other (`cat`)
    #[arg(long, value_name = "K/N", conflicts_with_all = ["moves", "join"])]
    part: Option<Part>,
    /// Join the JSON of all parts instead, into --json
    #[arg(long, value_name = "FILE", num_args = 1.., requires = "json")]
    #[arg(conflicts_with_all = ["moves", "depth", "nodes", "time", "output", "graph", "resume"])]
    join: Vec<PathBuf>,
    /// Number of games to analyze at once; by default the number of cores
    #[arg(long, value_name = "N", help_heading = "Limits", value_parser = crate::cli::number::whole::<u16>(1..=1024))]
    threads: Option<u16>,
    /// Write the games as PGN, with glyphs, evaluations and better lines; `-` is standard output, instead
    /// of the table
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
    /// Write all results as JSON; `-` is standard output
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    json: Option<PathBuf>,
    /// Draw the expected result move by move, as PNG if the name ends in .png, otherwise as SVG; with several
    /// games the files are numbered
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    graph: Option<PathBuf>,
    /// Do not print the table
    #[arg(short, long, help_heading = "Output")]
    quiet: bool,
    /// Continue an earlier run with the same arguments
    #[arg(long)]
    resume: bool,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds: &f64| *seconds > 0.0);
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.ok_or_else(|| "expected a number of seconds greater than 0".to_owned())
}

impl Arguments {
    fn limits(&self) -> Limits {
        let is_free = self.depth.is_none() && self.nodes.is_none() && self.time.is_none();
        Limits {
            depth: self.depth,
            // Without any limit a search would not end.
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

/// Judges the games, and writes the results.
///
/// # Errors
///
/// Of the files and the output, when a game is wrong, and when it was interrupted.
pub fn run(arguments: &Arguments, out: &mut impl Write) -> io::Result<()> {
    if !arguments.join.is_empty() {
        return join::run(arguments, out);
    }
    let mut input = input::AnalysisInput::default();
    input.read(arguments)?;
    let own = arguments.part.map_or(0..input.jobs.len(), |part| part.stretch(input.jobs.len()));
    let wrong = input.report(own.clone())?;
    let effort = arguments.effort();
    let outputs = Outputs::open(arguments, input.jobs.len())?;
    let begun = Begun {
        revision: env!("HELGI_REVISION").to_owned(),
        effort: effort.clone(),
        games: input.jobs.len(),
        digest: input.digest(),
        part: arguments.part,
    };
    let stop = Arc::new(StudyStop::default());
    let asked = Arc::clone(&stop);
    ctrlc::set_handler(move || asked.stop()).map_err(io::Error::other)?;
    let mut finished = FinishedAnalyses::open(outputs.main(), &begun, arguments.resume)?;

    let task = work::AnalysisTask {
        jobs: &input.jobs,
        own: own.clone(),
        limits: &arguments.limits(),
        effort: &effort,
        threads: super::threads(arguments.threads),
        stop: &stop,
    };
    // A table between the games would spoil the output that another program reads.
    let is_taken = [&arguments.output, &arguments.json].into_iter().flatten().any(|path| is_standard(path));
    let screen = (!arguments.quiet && !is_taken).then(|| (super::width(), super::has_colours()));
    let done = work::all(&task, &mut finished, screen, out)?;
    // Nothing is worth keeping yet.
    if done == 0 && !own.is_empty() {
        finished.remove()?;
        return Err(super::stopped("stopped before the first game was finished"));
    }
    if done < own.len() {
        return Err(super::stopped(progress_text(done, own.len(), &finished)));
    }
    outputs.write(&finished, out)?;
    finished.remove()?;
    // The results are written first, the wrong games only make the status.
    match wrong {
        0 => Ok(()),
        wrong => Err(io::Error::other(super::wrong_games(wrong, own.len()))),
    }
}

/// The message after an incomplete run.
fn progress_text(done: usize, all: usize, finished: &FinishedAnalyses) -> String {
    let mut text = format!("stopped: {done} of {} finished", super::counted(all, "game"));
    if let Some(path) = finished.path() {
        let _ = write!(
            text,
            "; they are kept in {}; run the same command with --resume to continue",
            path.display()
        );
    }
    text
}

/// An option that cannot be understood.
fn refuse(what: &str, error: impl std::fmt::Display) -> io::Error {
    invalid(format_args!("{what}: {error}"))
}
