//! `helgi variants study`: games between players of two strengths, and what they say about the rules.

mod games;
mod reports;

use super::command_files::CommandFiles;
use super::kept_lines::KeptLines;
use super::place::{OutputPlace, is_standard};
use super::{about, counted, hours, invalid, plain_text};
use games::PlayedGames;
use helgi_files::read_ordinary;
use helgi_lab::studies::{self, StudyReport};
use helgi_match::Part;
use helgi_rules::games::GameId;
use helgi_variants::ini;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

/// The games of a round.
const ROUND: u32 = 4;

/// The games of a study if nobody says how many.
const GAMES: u32 = 600;

/// Arguments of `helgi variants study`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
A weak player and one that looks at four times as many positions play each
other and themselves. The page says how much the first move is worth, how
games end, how far a stronger player gets, which pieces, moves, promotions and
rules do nothing, what the pieces are worth by the results, and more; see
docs/study.md. The same seed and the same numbers give the same page, with any
number of threads. Ctrl-C writes the page of the games so far, with exit
status 130; --resume goes on with them, also after a power cut.

Examples:
  helgi variants study gothic
  helgi variants study gothic -o gothic.html
  helgi variants study gothic -o gothic.md -o gothic.pgn --json gothic.json
  helgi --games my-games.ini variants study my-game --hours 1 -o my-game.html
  helgi variants study gothic --part 1/2 --json 1.json     on one machine
  helgi variants study gothic --part 2/2 --json 2.json     on another
  helgi variants study gothic --join 1.json 2.json -o gothic.html
  helgi variants study gothic --games 2400 --json gothic.json --resume
  helgi variants study --compare before.json after.json    what has changed
  helgi variants study --table *.json                      a row for each")]
pub struct Arguments {
    /// Game
    #[arg(value_parser = super::game, required_unless_present_any = ["compare", "table"])]
    #[arg(conflicts_with_all = ["compare", "table"])]
    game: Option<GameId>,
    /// Number of games to play, rounded up to a multiple of four [default: 600]
    #[arg(long, conflicts_with = "hours", value_parser = crate::cli::number::whole::<u32>(1..=4_000_000))]
    games: Option<u32>,
    /// Play for so many hours instead
    #[arg(long, value_parser = hours::parse)]
    hours: Option<f64>,
    /// Nodes for each move of the weaker player; the stronger one looks at four times as many
    #[arg(long, default_value_t = 1_000, value_parser = crate::cli::number::whole::<u64>(1..=100_000_000))]
    nodes: u64,
    /// Seed of the openings; the same seed gives the same study
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of games to play at once; by default the number of cores
    #[arg(long, value_parser = crate::cli::number::whole::<u16>(1..=1024))]
    threads: Option<u16>,
    /// Play part K of N of the games, for --join
    #[arg(long, value_name = "K/N", conflicts_with = "hours", requires = "json")]
    part: Option<Part>,
    /// Report on the games of these reports instead
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["games", "hours", "part", "threads", "nodes", "seed"])]
    join: Vec<PathBuf>,
    /// Print what differs between the studies of two reports instead, in Markdown
    #[arg(long, num_args = 2, value_names = ["FIRST", "SECOND"],
        conflicts_with_all = ["games", "hours", "part", "threads", "nodes", "seed", "join", "json"])]
    compare: Vec<PathBuf>,
    /// Print a table of the main figures of these reports instead, in Markdown
    #[arg(long, value_name = "FILE", num_args = 1..,
        conflicts_with_all = ["games", "hours", "part", "threads", "nodes", "seed", "join", "json", "compare"])]
    table: Vec<PathBuf>,
    /// Output file, whose name ends in .html or .md (the page) or .pgn (the games to replay), instead of the page on standard output;
    /// may be repeated
    #[arg(short, long, value_name = "FILE")]
    output: Vec<PathBuf>,
    /// Write all figures and games as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Replace output files that are there
    #[arg(long)]
    force: bool,
    /// Go on with the games of --json FILE, and of FILE.part if the program was killed, and replace the output files
    #[arg(long, requires = "json", conflicts_with_all = ["join", "compare", "table"])]
    resume: bool,
}

/// The kind of an output file.
#[derive(Clone, Copy)]
enum StudyOutput {
    Html,
    Markdown,
    Pgn,
    Json,
}

impl StudyOutput {
    fn of(path: &Path) -> io::Result<StudyOutput> {
        let ending = path.extension().map(|ending| ending.to_ascii_lowercase());
        match ending.as_ref().and_then(|ending| ending.to_str()) {
            Some("html" | "htm") => Ok(StudyOutput::Html),
            Some("md") => Ok(StudyOutput::Markdown),
            Some("pgn") => Ok(StudyOutput::Pgn),
            _ => Err(invalid(format!(
                "--output {}: expected a name that ends in .html, .md or .pgn; --json writes JSON",
                path.display()
            ))),
        }
    }

    fn text(self, report: &StudyReport, game: GameId) -> io::Result<String> {
        Ok(match self {
            StudyOutput::Html => studies::html(report, game),
            StudyOutput::Markdown => studies::markdown(report),
            StudyOutput::Pgn => report.replays.iter().map(|replay| replay.pgn.as_str()).collect(),
            StudyOutput::Json => serde_json::to_string(report).map_err(io::Error::other)? + "\n",
        })
    }
}

/// Plays the games or reads them, and writes what they say. `files` are the games from files, each with its file.
///
/// # Errors
///
/// Of the files and the output, for lack of memory, and when reports are not of one study.
pub fn run(arguments: &Arguments, files: &[(GameId, PathBuf)], out: &mut impl Write) -> io::Result<()> {
    match (&arguments.compare[..], &arguments.table[..]) {
        ([before, after], _) => {
            let text = studies::compare(&reports::read(before)?, &reports::read(after)?);
            return write_one(arguments, "--compare", &arguments.compare, &text, out);
        }
        (_, []) => {}
        (_, table) => {
            let reports = table.iter().map(|path| reports::read(path)).collect::<io::Result<Vec<_>>>()?;
            return write_one(arguments, "--table", table, &studies::overview(&reports), out);
        }
    }
    let game = arguments.game.ok_or_else(|| invalid("expected a game"))?;
    check_files(arguments, files)?;
    let mut outputs = Vec::new();
    for path in &arguments.output {
        outputs.push((StudyOutput::of(path)?, path.as_path()));
    }
    outputs.extend(arguments.json.as_deref().map(|path| (StudyOutput::Json, path)));
    let is_forced = arguments.force || arguments.resume;
    let open = |(kind, path)| Ok((kind, path, open(path, is_forced)?));
    let outputs = outputs.into_iter().map(open).collect::<io::Result<Vec<_>>>()?;
    // Read before Ctrl-C only asks to stop: whoever was to write a pipe may never come.
    let joined = Some(&arguments.join).filter(|join| !join.is_empty());
    let joined = joined.map(|join| reports::joined(join, game)).transpose()?;
    let stop = super::set_by_ctrl_c()?;
    let PlayedGames { head, games, kept, mut is_stopped } = match joined {
        None => games::played(arguments, game, &stop)?,
        Some((head, games)) => PlayedGames { head, games, kept: None, is_stopped: false },
    };
    let count = games.len();
    // A second Ctrl-C leaves out what takes longer.
    stop.store(false, Ordering::Relaxed);
    let keys = studies::idle(game, text_of(game, files).as_deref(), &games, &stop);
    is_stopped |= stop.load(Ordering::Relaxed);
    let report = StudyReport::new(head, game, games, keys).map_err(invalid)?;
    let Some(report) = report else {
        kept.map_or(Ok(()), KeptLines::remove)?;
        let kind = if is_stopped { io::ErrorKind::Interrupted } else { io::ErrorKind::Other };
        return Err(io::Error::new(kind, "no round of four games has ended: expected one at least"));
    };
    if outputs.is_empty() {
        out.write_all(studies::markdown(&report).as_bytes())?;
    }
    // A page on the standard output has the findings already.
    let is_quiet = outputs.is_empty() || outputs.iter().any(|(_, path, _)| is_standard(path));
    for (kind, path, place) in outputs {
        let text = kind.text(&report, game)?;
        place.write(text.as_bytes(), out).map_err(|error| about(path, &error))?;
    }
    kept.map_or(Ok(()), KeptLines::remove)?;
    if !is_quiet {
        writeln!(out, "{}", counted(count, "game"))?;
        report.findings.iter().try_for_each(|finding| {
            let options = textwrap::Options::new(super::width()).initial_indent("* ").subsequent_indent("  ");
            writeln!(out, "{}", textwrap::fill(finding, options))
        })?;
    }
    if is_stopped { Err(super::stopped(format!("stopped after {}", counted(count, "game")))) } else { Ok(()) }
}

/// Makes sure that no output replaces a file of games or another output. The reports of parts are in the JSON, which may
/// therefore replace one.
fn check_files(arguments: &Arguments, of_games: &[(GameId, PathBuf)]) -> io::Result<()> {
    let mut files = CommandFiles::reading(of_games.iter().map(|(_, path)| path));
    arguments.json.iter().try_for_each(|path| files.write("--json", path))?;
    arguments.join.iter().for_each(|path| files.read(path));
    arguments.output.iter().try_for_each(|path| files.write("-o", path))
}

/// Tries an output file, which must not be there unless it is to be replaced.
fn open(path: &Path, is_forced: bool) -> io::Result<OutputPlace> {
    if !is_forced && !is_standard(path) && path.exists() {
        return Err(invalid(format!("{}: the file exists; --force replaces it", path.display())));
    }
    OutputPlace::open(path)
}

/// Writes a text in Markdown about some reports to the output file, if there is one.
fn write_one(
    arguments: &Arguments,
    option: &str,
    reports: &[PathBuf],
    text: &str,
    out: &mut impl Write,
) -> io::Result<()> {
    let path = match &arguments.output[..] {
        [] => Path::new("-"),
        [path] if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("md")) => path.as_path(),
        _ => {
            return Err(invalid(format!("--output: expected one file whose name ends in .md for {option}")));
        }
    };
    CommandFiles::reading(reports).write("-o", path)?;
    open(path, arguments.force)?.write(text.as_bytes(), out).map_err(|error| about(path, &error))
}

/// The text of the file that a game is from, if it is the user's.
fn text_of(game: GameId, files: &[(GameId, PathBuf)]) -> Option<String> {
    let (_, path) = files.iter().rev().find(|(known, _)| *known == game)?;
    match read_ordinary(path, ini::MOST_BYTES as u64) {
        Ok(bytes) => Some(String::from_utf8_lossy(&bytes).into_owned()),
        Err(error) => {
            // A pipe has been read already.
            plain_text::tell(format!(
                "{}: {error}: its lines are tried against the defaults",
                path.display()
            ));
            None
        }
    }
}
