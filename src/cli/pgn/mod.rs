//! `helgi pgn`: are recorded games games by the rules? Chosen, joined, split and written anew.

mod filter;
mod target;

use super::progress::Progress;
use filter::{Filter, Wanted};
use helgi::session::xboard::saved::{self, NotRead};
use helgi_record::replay::{Replay, replay, rewrite};
use helgi_record::{Located, Reader, Record};
use helgi_rules::Outcome;
use helgi_rules::readable::Style;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use target::Target;

/// What can be said behind `pgn`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  helgi pgn games.pgn                          check every game, a line for each
  helgi pgn --quiet *.pgn                      what is wrong, and nothing else
  helgi pgn games.pgn --to san -o nice.pgn     write the games anew with readable moves
  helgi pgn *.pgn --game tavreli --result 1-0 --min-plies 20 -o won.pgn
  helgi pgn games.pgn --position '4k3/8/8/8/8/8/8/4K2R w K -' -o ending.pgn
  helgi pgn a.pgn b.pgn -o both.pgn            join files
  helgi pgn all.pgn --split 100 -o part.pgn    part-1.pgn, part-2.pgn, …, of 100 games each

Games that XBoard has saved are read with their repairs of the board, and written as ordinary ones.
Games are written as soon as one of these options asks for it, with all variations, comments, glyphs and
tags, also where a move is wrong. The exit status is 1 if a game is wrong. A game that ended by
resignation, on time or by agreement is good wherever the board does not say otherwise.")]
pub struct Arguments {
    /// PGN files; `-` is standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Write the games with their moves as san (Nf3), lan (Ng1f3) or uci (g1f3)
    #[arg(long, value_name = "STYLE")]
    to: Option<Style>,
    /// Where the games go, instead of standard output
    #[arg(short, long)]
    output: Option<PathBuf>,
    /// So many games a file, in files that are numbered
    #[arg(long, value_name = "N", requires = "output")]
    split: Option<NonZeroUsize>,
    /// Only print what is wrong
    #[arg(short, long)]
    quiet: bool,
    #[command(flatten)]
    filter: Filter,
}

impl Arguments {
    /// Whether games are to be written.
    fn writes(&self) -> bool {
        self.to.is_some() || self.output.is_some() || !self.filter.is_open()
    }
}

/// Checks, chooses and converts.
///
/// # Errors
///
/// Of the output; when a file cannot be read; and when a game is wrong.
pub fn run(arguments: &Arguments, out: &mut impl Write) -> io::Result<()> {
    let mut errors = io::stderr();
    let mut count = Count::default();
    let wanted = arguments.filter.wanted()?;
    let is_printed = arguments.writes() && arguments.output.is_none();
    let mut target = match &arguments.output {
        Some(path) => Target::files(path, arguments.split),
        None => Target::Nowhere,
    };
    // The games themselves come first: what is said of them must not mix with them.
    for path in &arguments.files {
        let mut work = Work { arguments, wanted: &wanted, path, count: &mut count };
        if is_printed {
            work.file(&mut errors, &mut |game| out.write_all(game.as_bytes()))?;
        } else {
            work.file(&mut *out, &mut |game| target.write(game))?;
        }
    }
    target.finish()?;
    if !arguments.quiet {
        let report: &mut dyn Write = if is_printed { &mut errors } else { &mut *out };
        count.print(report, arguments)?;
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
    written: usize,
}

impl Count {
    fn print(&self, report: &mut dyn Write, arguments: &Arguments) -> io::Result<()> {
        let Count { games, wrong, written } = self;
        let written = match &arguments.output {
            Some(path) => format!(", {written} written to {}", path.display()),
            None if arguments.writes() => format!(", {written} written"),
            None => String::new(),
        };
        writeln!(report, "{games} games, {wrong} wrong{written}")
    }
}

/// A file that is gone through.
struct Work<'a> {
    arguments: &'a Arguments,
    wanted: &'a Wanted,
    path: &'a Path,
    count: &'a mut Count,
}

impl Work<'_> {
    fn file(
        &mut self,
        report: &mut dyn Write,
        write: &mut dyn FnMut(&str) -> io::Result<()>,
    ) -> io::Result<()> {
        let refuse =
            |error: &dyn std::fmt::Display| super::invalid(format!("{}: {error}", self.path.display()));
        let (input, length): (Box<dyn BufRead>, u64) = if self.path == Path::new("-") {
            (Box::new(io::stdin().lock()), 0)
        } else {
            let file = File::open(self.path).map_err(|error| refuse(&error))?;
            let length = file.metadata().map_or(0, |data| data.len());
            (Box::new(BufReader::with_capacity(1 << 16, file)), length)
        };
        let mut progress = Progress::new("{bar:40} {bytes} of {total_bytes}, {eta} to go");
        let mut reader = Reader::new(input);
        while let Some(game) = reader.next() {
            self.count.games += 1;
            let located = game.map_err(|error| {
                super::invalid(format!("{}, game {}, {error}", self.path.display(), self.count.games))
            })?;
            let (lines, text) = self.game(located);
            progress.suspend(|| report.write_all(lines.as_bytes()))?;
            if let Some(text) = text {
                write(&text)?;
                self.count.written += 1;
            }
            if self.count.games.is_multiple_of(64) {
                progress.set(reader.taken().min(length), length);
            }
        }
        Ok(())
    }

    /// What is said of a game, and its text if that is wanted.
    fn game(&mut self, mut located: Located) -> (String, Option<String>) {
        let mut unread = None;
        if saved::is_saved(&located.record) {
            match saved::read(&located.record) {
                Ok(record) => {
                    // Its moves stand in no line of the file.
                    located.lines.clear();
                    located.record = record;
                }
                Err(error) => unread = Some(error),
            }
        }
        let mut replayed = match self.arguments.to.filter(|_| unread.is_none()) {
            Some(style) => rewrite(&mut located.record, style),
            None => replay(&located.record),
        };
        if unread.is_some() {
            // By the rules they are no moves.
            replayed.wrong.clear();
        }
        if !self.arguments.filter.admits(&located.record, &replayed, self.wanted) {
            return (String::new(), None);
        }
        let is_wrong = !replayed.wrong.is_empty() || !located.errors.is_empty() || unread.is_some();
        self.count.wrong += usize::from(is_wrong);
        let lines = self.lines(&located, &replayed, is_wrong, unread.as_ref());
        (lines, self.arguments.writes().then(|| located.record.to_string()))
    }

    /// What is said of a game.
    fn lines(
        &self,
        located: &Located,
        replayed: &Replay,
        is_wrong: bool,
        unread: Option<&NotRead>,
    ) -> String {
        let game = format!("{}, game {}", self.path.display(), self.count.games);
        let Located { line, record, lines, errors, escaped } = located;
        let mut text = String::new();
        if !self.arguments.quiet {
            let verdict = if is_wrong { "wrong" } else { "good" };
            text = format!("{game}, line {line}: {}: {verdict}\n", summary(record, replayed));
            if *escaped > 0 {
                text += &format!("{game}, line {line}: {escaped} lines begin with `%` and were left out\n");
            }
        }
        errors.iter().for_each(|error| text += &format!("{game}, {error}\n"));
        if let Some(error) = unread {
            let id = error.ply().and_then(|ply| record.main_line().nth(ply - 1));
            let line = id.and_then(|id| lines.get(id.index())).unwrap_or(line);
            text += &format!("{game}, line {line}: saved by XBoard: {error}\n");
        }
        for wrong in &replayed.wrong {
            let line = wrong.node().and_then(|id| lines.get(id.index())).unwrap_or(line);
            text += &format!("{game}, line {line}: {wrong}\n");
        }
        text
    }
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
    format!("{} - {}, {game}, {} half-moves, {end}", tag("White"), tag("Black"), record.len())
}
