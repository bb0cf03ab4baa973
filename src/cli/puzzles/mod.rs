//! `helgi puzzles`: positions of recorded games with one clearly best move, as a file of puzzles.
//!
//! Reads games and writes puzzles; [`helgi_study::puzzles`] defines what a puzzle is.

mod check;
mod file;
mod input;
mod join;

pub use file::report;

use super::command_files::CommandFiles;
use super::place::{OutputPlace, is_standard};
use super::progress::CommandProgress;
use super::{counted, invalid};
use helgi_match::Part;
use helgi_record::puzzle;
use helgi_study::puzzles::{self, FoundPuzzle, PuzzleSearch};
use helgi_study::review::StudyStop;
use input::PuzzleInput;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The positions that a glance searches, by default.
const NODES: u64 = 5_000;

/// Arguments of `helgi puzzles`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
A puzzle is a position with one good move: every other move would be a
blunder, losing at least 30 percentage points of the player's expected result
(20 if the right move forces a win). A quick search finds candidates; four
times as many nodes for each move confirm them, and they must hold with eight
times as many. The solution continues for as long as the solver has only one
good move. Positions with one legal move, simple recaptures and duplicates are
left out. Puzzles are sorted by difficulty. See docs/puzzles.md.

The same games and nodes give the same file, whatever the number of threads.
Ctrl-C stops the run and writes what was found. The exit status is 1 if a game
is wrong, a puzzle fails its check, or a line of the file is no puzzle, and
130 after Ctrl-C.

Examples:
  helgi puzzles games.pgn                              print them as PGN
  helgi puzzles *.pgn --nodes 20000 --threads 4 -o puzzles.pgn
  helgi datagen tavreli --games 500
  helgi puzzles tavreli-1.games --count 50 -o tavreli.epd
  helgi pgn all.pgn --player ann | helgi puzzles - -o ann.pgn
  helgi puzzles --check tavreli.pgn --nodes 1000000    check with more nodes
  helgi puzzles *.pgn --part 2/3 -o p2.pgn             on another machine
  helgi puzzles --join p1.pgn p2.pgn p3.pgn -o puzzles.pgn
  helgi play --puzzles puzzles.pgn                     solve them")]
pub struct Arguments {
    /// PGN files, or files from `helgi datagen`; `-` is PGN on standard input
    #[arg(required_unless_present_any = ["check", "join"], conflicts_with_all = ["check", "join"])]
    files: Vec<PathBuf>,
    /// Check a file of puzzles instead: is each move of the solver the only good one? With -o, write those
    /// that pass
    #[arg(long, value_name = "FILE", conflicts_with_all = ["count", "per_game", "games"])]
    check: Option<PathBuf>,
    /// Search part K of N of the games, and write its puzzles in their order, for --join
    #[arg(long, value_name = "K/N", conflicts_with_all = ["check", "join", "count"])]
    part: Option<Part>,
    /// Put the puzzles of all parts together instead, given in the order of the parts
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["check", "games", "nodes"])]
    join: Vec<PathBuf>,
    /// Nodes of the quick search of a position; default 5000. With --check: nodes for each move of the
    /// solver; by default as many as confirmed the puzzle
    #[arg(long, value_name = "N", help_heading = "Limits", value_parser = crate::cli::number::whole::<u64>(100..=1_000_000_000))]
    nodes: Option<u64>,
    /// Number of games to search at once; by default the number of cores
    #[arg(long, value_name = "N", help_heading = "Limits", value_parser = crate::cli::number::whole::<u16>(1..=1024))]
    threads: Option<u16>,
    /// Keep N puzzles, as different as possible in themes, length and difficulty
    #[arg(long, value_name = "N", help_heading = "Limits", value_parser = crate::cli::number::at_least::<u32>(1))]
    count: Option<u32>,
    /// Take at most N puzzles from one game
    #[arg(long, value_name = "N", help_heading = "Limits", default_value_t = 2, value_parser = crate::cli::number::at_least::<u32>(1))]
    per_game: u32,
    /// Use only the first N games of each file
    #[arg(long, value_name = "N", help_heading = "Limits", value_parser = crate::cli::number::at_least::<u32>(1))]
    games: Option<u32>,
    /// Output file: EPD if the name ends in .epd, otherwise PGN; by default, and for `-`, standard output as
    /// PGN
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Finds puzzles or checks them.
///
/// # Errors
///
/// Of the files and the output, when a game or a puzzle is wrong, and when it was interrupted.
pub fn run(arguments: &Arguments, out: &mut impl Write) -> io::Result<()> {
    match &arguments.check {
        Some(path) => check::run(arguments, path, out),
        None if !arguments.join.is_empty() => join::run(arguments, out),
        None => find(arguments, out),
    }
}

/// Returns a handle that Ctrl-C stops from now on.
fn stopped_by_ctrl_c() -> io::Result<Arc<StudyStop>> {
    let stop = Arc::new(StudyStop::default());
    let asked = Arc::clone(&stop);
    ctrlc::set_handler(move || asked.stop()).map_err(io::Error::other)?;
    Ok(stop)
}

fn find(arguments: &Arguments, out: &mut impl Write) -> io::Result<()> {
    let mut files = CommandFiles::reading(&arguments.files);
    arguments.output.iter().try_for_each(|path| files.write("-o", path))?;
    let target = Target::open(arguments.output.as_deref())?;
    let input = PuzzleInput::read(arguments)?;
    let stop = stopped_by_ctrl_c()?;
    let task =
        PuzzleSearch { nodes: arguments.nodes.unwrap_or(NODES), per_game: arguments.per_game as usize };
    let mut found: BTreeMap<usize, Vec<FoundPuzzle>> = BTreeMap::new();
    let mut bar = CommandProgress::new("{bar:40} {pos} of {len} games, {msg} puzzles, {eta} to go");
    puzzles::search(&input.games, &task, super::threads(arguments.threads), &stop, &mut |number, more| {
        found.insert(number, more);
        bar.set(found.len() as u64, input.games.len() as u64);
        bar.set_message(found.values().map(Vec::len).sum::<usize>().to_string());
        Ok(())
    })?;
    bar.finish();
    let done = found.len();
    // Two puzzles of a game differ in their half-moves.
    let name = |number: usize, puzzle: &FoundPuzzle| {
        format!("{}, half-move {}", input.names[number], puzzle.ply + 1)
    };
    let mut sources = Vec::new();
    let mut all = Vec::new();
    for (number, puzzles) in found {
        sources.extend(puzzles.iter().map(|puzzle| (puzzle.start.clone(), name(number, puzzle))));
        all.extend(puzzles);
    }
    let all = match arguments.part {
        // The order of the games decides what is left out when the parts are joined.
        Some(_) => puzzles::distinct(all),
        None => puzzles::arrange(all, arguments.count.map(|count| count as usize)),
    };
    let source = |puzzle: &FoundPuzzle| sources.iter().find(|(start, _)| *start == puzzle.start);
    let written: Vec<puzzle::Puzzle> =
        all.iter().map(|puzzle| of_engine(puzzle, source(puzzle).map(|(_, name)| name.clone()))).collect();
    target.write(&written, out)?;
    let summary = summary(&written, &format!(" from {}", counted(done, "game")));
    say(&summary, arguments.output.as_deref(), out)?;
    match (done, input.wrong) {
        (done, _) if done < input.games.len() => Err(super::stopped(format!(
            "stopped: searched {done} of {}; the puzzles found in them are written",
            counted(input.games.len(), "game")
        ))),
        (_, 0) => Ok(()),
        (_, 1) => Err(io::Error::other("1 game or file is wrong")),
        (_, wrong) => Err(io::Error::other(format!("{wrong} games or files are wrong"))),
    }
}

/// A puzzle as it is kept in files.
fn of_engine(puzzle: &FoundPuzzle, source: Option<String>) -> puzzle::Puzzle {
    puzzle::Puzzle {
        start: puzzle.start.clone(),
        moves: puzzle.moves.clone(),
        alternatives: Vec::new(),
        themes: puzzle.themes.iter().map(|theme| theme.name().to_owned()).collect(),
        difficulty: Some(puzzle.difficulty()),
        win: puzzle.win,
        effort: Some(puzzle.effort),
        nodes: Some(puzzle.nodes),
        source,
    }
}

/// Returns the number of puzzles, by theme.
fn summary(puzzles: &[puzzle::Puzzle], source: &str) -> String {
    let count =
        |theme: &str| puzzles.iter().filter(|puzzle| puzzle.themes.iter().any(|own| own == theme)).count();
    let counts = puzzles::Theme::ALL.iter().map(|theme| (count(theme.name()), theme.name()));
    let themes: Vec<String> =
        counts.filter(|(count, _)| *count > 0).map(|(count, name)| format!("{name} {count}")).collect();
    let themes = if themes.is_empty() { String::new() } else { format!(": {}", themes.join(", ")) };
    format!("{}{source}{themes}", counted(puzzles.len(), "puzzle"))
}

/// Prints a message for the person, separate from the puzzles.
fn say(text: &str, output: Option<&Path>, out: &mut impl Write) -> io::Result<()> {
    let text = textwrap::fill(text, super::width());
    match output {
        Some(path) if !is_standard(path) => writeln!(out, "{text}"),
        _ => writeln!(crate::cli::plain_text::stderr(), "{text}"),
    }
}

/// The file for the puzzles, and its form.
struct Target {
    place: OutputPlace,
    is_epd: bool,
}

impl Target {
    /// Opens a file before the work begins, to find out whether it can be written.
    fn open(path: Option<&Path>) -> io::Result<Target> {
        let path = path.unwrap_or(Path::new("-"));
        let ending = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        match &*ending {
            "pgn" | "epd" | "" => Ok(Target { place: OutputPlace::open(path)?, is_epd: ending == "epd" }),
            _ => Err(invalid(format!("-o {}: expected a name that ends in .pgn or .epd", path.display()))),
        }
    }

    fn write(self, puzzles: &[puzzle::Puzzle], out: &mut impl Write) -> io::Result<()> {
        let each = puzzles.iter().zip(1..);
        let text: String = match self.is_epd {
            true => each.map(|(puzzle, number)| puzzle.epd(number)).collect(),
            false => each.map(|(puzzle, number)| puzzle.record(number).to_string()).collect(),
        };
        self.place.write(text.as_bytes(), out)
    }
}
