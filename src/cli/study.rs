//! `helgi variants study`: games between players of two strengths, and what they say about the rules.

use super::place::{is_standard, write_file};
use super::progress::CommandProgress;
use super::{about, counted, invalid};
use helgi_files::read_input;
use helgi_lab::studies::{self, StudyGame, StudyHead, StudyPlan, StudyReport};
use helgi_match::Part;
use helgi_rules::Game;
use helgi_rules::games::GameId;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// The games of a round.
const ROUND: u32 = 4;

/// The games of a study if nobody says how many.
const GAMES: u32 = 600;

/// The most hours of a study: a year.
const MOST_HOURS: f64 = 8_784.0;

/// The largest report that is read. Unit: bytes.
const LARGEST: u64 = 1 << 30;

/// Arguments of `helgi variants study`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
A weak player and one that looks at four times as many positions play each
other and themselves. The page says how much the first move is worth, how
games end, how far a stronger player gets, which pieces, moves, promotions and
rules do nothing, what the pieces are worth by the results, and more; see
docs/study.md. The same seed and the same numbers give the same page, with any
number of threads. Ctrl-C writes the page of the games so far.

Examples:
  helgi variants study gothic
  helgi variants study gothic -o gothic.html
  helgi variants study gothic -o gothic.md -o gothic.pgn --json gothic.json
  helgi --games my-games.ini variants study my-game --hours 1 -o my-game.html
  helgi variants study gothic --part 1/2 --json 1.json     on one machine
  helgi variants study gothic --part 2/2 --json 2.json     on another
  helgi variants study gothic --join 1.json 2.json -o gothic.html
  helgi variants study --compare before.json after.json    what has changed")]
pub struct Arguments {
    /// Game
    #[arg(value_parser = super::game, required_unless_present = "compare", conflicts_with = "compare")]
    game: Option<GameId>,
    /// Number of games to play, rounded up to a multiple of four [default: 600]
    #[arg(long, conflicts_with = "hours", value_parser = clap::value_parser!(u32).range(1..=4_000_000))]
    games: Option<u32>,
    /// Play for so many hours instead
    #[arg(long, value_parser = hours)]
    hours: Option<f64>,
    /// Nodes for each move of the weaker player; the stronger one looks at four times as many
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    nodes: u64,
    /// Seed of the openings; the same seed gives the same study
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of games to play at once; by default the number of cores
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
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
}

fn hours(text: &str) -> Result<f64, String> {
    let hours = text.parse().ok().filter(|hours| *hours > 0.0 && *hours <= MOST_HOURS);
    hours.ok_or_else(|| format!("expected a number of hours above 0 and up to {MOST_HOURS}"))
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

/// Plays the games or reads them, and writes what they say.
///
/// # Errors
///
/// Of the files and the output, for lack of memory, and when reports are not of one study.
pub fn run(arguments: &Arguments, out: &mut impl Write) -> io::Result<()> {
    if let [before, after] = &arguments.compare[..] {
        return compared(arguments, before, after, out);
    }
    let game = arguments.game.ok_or_else(|| invalid("expected a game"))?;
    let mut outputs = Vec::new();
    for path in &arguments.output {
        outputs.push((StudyOutput::of(path)?, path.as_path()));
    }
    outputs.extend(arguments.json.as_deref().map(|path| (StudyOutput::Json, path)));
    for (_, path) in &outputs {
        begin(path, arguments.force)?;
    }
    let stop = super::set_by_ctrl_c()?;
    let (head, games) =
        if arguments.join.is_empty() { played(arguments, game, &stop)? } else { joined(arguments, game)? };
    let count = games.len();
    // A second Ctrl-C leaves out what takes longer.
    stop.store(false, Ordering::Relaxed);
    let keys = studies::idle(game, &games, &stop);
    let report = StudyReport::new(head, game, games, keys).map_err(invalid)?;
    let Some(report) = report else {
        return Err(io::Error::other("no round of four games has ended: expected one at least"));
    };
    if outputs.is_empty() {
        out.write_all(studies::markdown(&report).as_bytes())?;
    }
    for (kind, path) in &outputs {
        let text = kind.text(&report, game)?;
        if is_standard(path) {
            out.write_all(text.as_bytes())?;
        } else {
            write_file(path, text.as_bytes()).map_err(|error| about(path, &error))?;
        }
    }
    if !outputs.is_empty() && outputs.iter().all(|(_, path)| !is_standard(path)) {
        writeln!(out, "{}", counted(count, "game"))?;
        report.findings.iter().try_for_each(|finding| {
            let options = textwrap::Options::new(super::width()).initial_indent("* ").subsequent_indent("  ");
            writeln!(out, "{}", textwrap::fill(finding, options))
        })?;
    }
    Ok(())
}

/// Tries an output file, which must not be there unless it is to be replaced.
fn begin(path: &Path, is_forced: bool) -> io::Result<()> {
    if is_standard(path) {
        return Ok(());
    }
    if !is_forced && path.exists() {
        return Err(invalid(format!("{}: the file exists; --force replaces it", path.display())));
    }
    super::place::try_file(path)
}

/// Writes the page that compares two reports.
fn compared(arguments: &Arguments, before: &Path, after: &Path, out: &mut impl Write) -> io::Result<()> {
    let path = match &arguments.output[..] {
        [] => Path::new("-"),
        [path] if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("md")) => path.as_path(),
        _ => return Err(invalid("--output: expected one file whose name ends in .md for --compare")),
    };
    begin(path, arguments.force)?;
    let text = studies::compare(&read(before)?, &read(after)?);
    if is_standard(path) { out.write_all(text.as_bytes()) } else { write_file(path, text.as_bytes()) }
}

/// Plays the games.
fn played(
    arguments: &Arguments,
    game: GameId,
    stop: &Arc<AtomicBool>,
) -> io::Result<(StudyHead, Vec<StudyGame>)> {
    let &Arguments { nodes, seed, .. } = arguments;
    let rounds = match arguments.hours {
        Some(hours) => {
            let stop = Arc::clone(stop);
            let time = Duration::from_secs_f64(hours * 3600.0);
            // It ends with the program.
            thread::spawn(move || {
                thread::sleep(time);
                stop.store(true, Ordering::Relaxed);
            });
            u32::MAX / ROUND
        }
        None => arguments.games.unwrap_or(GAMES).div_ceil(ROUND),
    };
    let plan = StudyPlan { nodes, seed, threads: super::threads(arguments.threads) };
    let is_own = |round: &u32| arguments.part.is_none_or(|part| part.has(*round as usize));
    let mut bar = match arguments.hours {
        Some(_) => CommandProgress::new("{spinner} {pos} games, {elapsed_precise}"),
        None => CommandProgress::new("{bar:40} {pos} of {len} games, {eta_precise} to go"),
    };
    let own = match arguments.hours {
        Some(_) => u64::from(rounds),
        None => (0..rounds).filter(is_own).count() as u64,
    };
    let mut games = Vec::new();
    studies::play(game, &plan, &mut (0..rounds).filter(is_own), stop, &mut |played| {
        games.extend(played);
        bar.set(games.len() as u64, own * u64::from(ROUND));
        Ok(())
    })?;
    bar.finish();
    let is_part = arguments.part.is_some();
    // Of a study that was stopped, the rounds up to there are a whole study. A part is one of the planned study.
    let rounds = if is_part { rounds } else { (games.len() as u32).div_ceil(ROUND) };
    let head = StudyHead {
        game: game.name().to_owned(),
        title: game.info().title.to_owned(),
        fingerprint: game.fingerprint(),
        revision: env!("HELGI_REVISION").to_owned(),
        seed,
        nodes,
        rounds,
    };
    Ok((head, games))
}

/// Reads the games of reports.
fn joined(arguments: &Arguments, game: GameId) -> io::Result<(StudyHead, Vec<StudyGame>)> {
    let mut first: Option<StudyHead> = None;
    let mut games: BTreeMap<u32, StudyGame> = BTreeMap::new();
    for path in &arguments.join {
        let refuse = |what: String| invalid(format!("{}: {what}", path.display()));
        let report = read(path)?;
        if report.head.game != game.name() || report.head.fingerprint != game.fingerprint() {
            return Err(refuse(format!(
                "a study of {} with other rules, expected one of {}",
                report.head.game,
                game.name()
            )));
        }
        let expected = first.get_or_insert_with(|| report.head.clone());
        if report.head != *expected {
            return Err(refuse(
                "another seed, number of nodes or games, or another version of the program, expected parts of one study"
                    .to_owned(),
            ));
        }
        for recorded in &report.record {
            let played = recorded.read(game).map_err(|error| refuse(error.to_string()))?;
            if games.insert(played.number, played).is_some() {
                let number = recorded.number + 1;
                return Err(refuse(format!("game {number} is in another file too, expected each part once")));
            }
        }
    }
    let head = first.ok_or_else(|| invalid("--join: expected a report"))?;
    let all = u64::from(head.rounds) * u64::from(ROUND);
    let missing = all.saturating_sub(games.len() as u64);
    if missing > 0 {
        super::plain_text::tell(format!("{} of {all} not there", counted(missing as usize, "game")));
    }
    Ok((head, games.into_values().collect()))
}

/// Reads a report.
fn read(path: &Path) -> io::Result<StudyReport> {
    let bytes = read_input(path, LARGEST).map_err(|error| about(path, &error))?;
    let report: StudyReport = serde_json::from_slice(&bytes).map_err(|error| {
        invalid(format!("{}: {error}, expected the output of `helgi variants study --json`", path.display()))
    })?;
    if report.version != studies::VERSION {
        return Err(invalid(format!(
            "{}: version {}, expected {}",
            path.display(),
            report.version,
            studies::VERSION
        )));
    }
    Ok(report)
}
