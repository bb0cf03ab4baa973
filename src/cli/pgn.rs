//! `helgi pgn`: are recorded games games by the rules?

use super::progress::Progress;
use helgi_match::pgn::{Located, Reader, Record};
use helgi_match::replay::{Replay, replay};
use helgi_rules::Outcome;
use helgi_rules::readable::Style;
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// What can be said behind `pgn`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  helgi pgn games.pgn                         check every game, a line for each
  helgi pgn --quiet *.pgn                     what is wrong, and nothing else
  helgi pgn games.pgn --to san -o nice.pgn    write the games anew with readable moves

The exit status is 1 if a game is wrong. A game that ended by resignation, on time or by agreement is
good wherever the board does not say otherwise.")]
pub struct Arguments {
    /// PGN files; `-` is standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Write the games anew, with their moves as san (Nf3), lan (Ng1f3) or uci (g1f3)
    #[arg(long, value_name = "STYLE")]
    to: Option<Style>,
    /// Where the new games go, instead of standard output
    #[arg(short, long, requires = "to")]
    output: Option<PathBuf>,
    /// Only print what is wrong
    #[arg(short, long)]
    quiet: bool,
}

/// Checks and converts.
///
/// # Errors
///
/// Of the output; when a file cannot be read; and when a game is wrong.
pub fn run(arguments: &Arguments, out: &mut impl Write) -> io::Result<()> {
    let mut games = String::new();
    let mut errors = io::stderr();
    // The games themselves come first: what is said of them must not mix with them.
    let report: &mut dyn Write =
        if arguments.to.is_some() && arguments.output.is_none() { &mut errors } else { &mut *out };
    let mut count = Count::default();
    for path in &arguments.files {
        check_file(arguments, path, report, &mut count, &mut games)?;
    }
    if !arguments.quiet {
        writeln!(report, "{} games, {} wrong", count.games, count.wrong)?;
    }
    match &arguments.output {
        Some(path) => fs::write(path, games)?,
        None => out.write_all(games.as_bytes())?,
    }
    match count.wrong {
        0 => Ok(()),
        wrong => Err(io::Error::other(format!("{wrong} of {} games are wrong", count.games))),
    }
}

#[derive(Default)]
struct Count {
    games: usize,
    wrong: usize,
}

fn text_of(path: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    if path == Path::new("-") {
        io::stdin().lock().read_to_end(&mut bytes)?;
    } else {
        bytes = fs::read(path).map_err(|error| super::invalid(format!("{}: {error}", path.display())))?;
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn check_file(
    arguments: &Arguments,
    path: &Path,
    report: &mut dyn Write,
    count: &mut Count,
    games: &mut String,
) -> io::Result<()> {
    let text = text_of(path)?;
    let mut progress = Progress::new("{bar:40} {bytes} of {total_bytes}, {eta} to go");
    let mut reader = Reader::new(&text);
    while let Some(game) = reader.next() {
        count.games += 1;
        let (lines, is_wrong) = match game {
            Ok(Located { line, record }) => {
                let replayed = replay(&record, arguments.to.unwrap_or(Style::Uci));
                let place = format!("{}, game {}, line {line}", path.display(), count.games);
                let lines = lines(&place, &record, &replayed, arguments.quiet);
                let is_wrong = !replayed.wrong.is_empty();
                if arguments.to.is_some() {
                    games.push_str(&converted(record, replayed).to_string());
                }
                (lines, is_wrong)
            }
            Err(error) => (format!("{}, game {}, {error}\n", path.display(), count.games), true),
        };
        count.wrong += usize::from(is_wrong);
        progress.suspend(|| report.write_all(lines.as_bytes()))?;
        progress.set((text.len() - reader.bytes_left()) as u64, text.len() as u64);
    }
    Ok(())
}

/// What is said of a game.
fn lines(place: &str, record: &Record, replayed: &Replay, quiet: bool) -> String {
    if replayed.wrong.is_empty() {
        return if quiet { String::new() } else { format!("{place}: {}: good\n", summary(record, replayed)) };
    }
    let head = if quiet { String::new() } else { format!("{place}: {}: wrong\n", summary(record, replayed)) };
    let wrong = replayed.wrong.iter().map(|wrong| format!("{place}: {wrong}\n"));
    head + &wrong.collect::<String>()
}

/// Who played what, and how it ended.
fn summary(record: &Record, replayed: &Replay) -> String {
    let tag = |name| record.tags.get(name).unwrap_or("?");
    let game = replayed.game.map_or("unknown game", |game| game.name());
    let end = match (replayed.outcome, record.reason()) {
        (Some(outcome), _) => Outcome::to_string(&outcome),
        (None, Some(reason)) => format!("{} {{{reason}}}", record.result),
        (None, None) => record.result.to_string(),
    };
    format!("{} - {}, {game}, {} half-moves, {end}", tag("White"), tag("Black"), record.moves.len())
}

/// The game with its moves in the new style, as far as they are legal.
fn converted(mut record: Record, replayed: Replay) -> Record {
    for (played, text) in record.moves.iter_mut().zip(replayed.moves) {
        played.text = text;
    }
    record
}
