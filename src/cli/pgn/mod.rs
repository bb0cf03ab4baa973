//! `helgi pgn`: checks recorded games by the rules, and selects, joins, splits and rewrites them.

mod filter;
mod target;

use super::games::{FileGame, Games, summary};
use super::place::{expect_file, is_standard};
use super::plain_text;
use super::progress::CommandProgress;
use filter::{GameFilter, Wanted};
use helgi_record::Located;
use helgi_record::replay::Replay;
use helgi_rules::readable::Style;
use helgi_xboard::saved::{ForXBoard, for_xboard};
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use target::{Target, WrittenPart};

/// Arguments of `helgi pgn`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  helgi pgn games.pgn                      check every game, one line for each
  helgi pgn --quiet *.pgn                  only print errors
  helgi pgn games.pgn --to san -o a.pgn    rewrite with readable moves
  helgi pgn games.pgn --for xboard -o x.pgn
                                           for XBoard's menu Edit, Paste Game
                                           (see `helgi xboard-settings`)
  helgi pgn *.pgn --game tavreli --result 1-0 --min-plies 20 -o won.pgn
  helgi pgn games.pgn --position '4k3/8/8/8/8/8/8/4K2R w K -' -o ending.pgn
  helgi pgn a.pgn b.pgn -o both.pgn        merge files
  helgi pgn all.pgn --split 100 -o part.pgn
                                           part-1.pgn, part-2.pgn, …,
                                           with 100 games each

Games are written if one of these options asks for it, with all variations,
comments, glyphs and tags, even if a move is illegal. Tags, results and moves
in an unusual form are written in that of the standard, with a notice; all
other moves are copied unless --to names a style. Games saved by XBoard are
read with XBoard's board repairs and written as ordinary games.

The exit status is 1 if a game is wrong, or if one of several files cannot be
read: it is named, and the others are read all the same. A game that ended by
resignation, on time or by agreement is right unless the board contradicts the
result, and so is one without a result (`*`) whose end is decided.")]
pub struct Arguments {
    /// PGN files; `-` is standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Write the games with moves in this style: san (Nf3), lan (Ng1-f3) or uci (g1f3)
    #[arg(long, value_name = "STYLE")]
    to: Option<Style>,
    /// Write the games in the form that this program reads
    #[arg(long = "for", value_name = "PROGRAM", conflicts_with = "to", ignore_case = true)]
    reader: Option<ReadBy>,
    /// Output file, instead of standard output, which is also `-`
    #[arg(short, long)]
    output: Option<PathBuf>,
    /// Write N games to a file, in numbered files
    #[arg(long, value_name = "N", requires = "output")]
    split: Option<NonZeroUsize>,
    /// Only print errors, and no notices of what is read otherwise than it is written
    #[arg(short, long)]
    quiet: bool,
    #[command(flatten)]
    filter: GameFilter,
}

/// A program for which games are written in its own way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum ReadBy {
    /// XBoard; games that helgi announces to it are written in XBoard's own half-moves
    Xboard,
}

impl Arguments {
    /// The style of the moves; for games that XBoard knows by itself, readable moves.
    fn style(&self) -> Option<Style> {
        self.to.or(self.reader.map(|ReadBy::Xboard| Style::San))
    }

    /// Returns true if games are to be written.
    fn writes(&self) -> bool {
        self.style().is_some() || self.output.is_some() || !self.filter.is_open()
    }
}

/// Checks, chooses and converts.
///
/// # Errors
///
/// Of the output; when a file cannot be read; and when a game is wrong.
pub fn run(arguments: &Arguments, out: &mut impl Write) -> io::Result<()> {
    let mut errors = crate::cli::plain_text::stderr();
    let mut count = Count::default();
    let wanted = arguments.filter.wanted()?;
    let output = arguments.output.as_deref().filter(|path| !is_standard(path));
    if let (Some(_), Some(path)) = (arguments.split, &arguments.output) {
        expect_file("-o", path)?;
    }
    let is_printed = arguments.writes() && output.is_none();
    // XBoard's games lack variations.
    let is_part = arguments.reader.is_some() || !arguments.filter.is_open();
    let part = if is_part { WrittenPart::Some } else { WrittenPart::All };
    let mut target = match output {
        Some(path) => Target::files(path, arguments.split, &arguments.files, part)?,
        None => Target::Nowhere,
    };
    // The games themselves come first: messages must not mix with them.
    for path in &arguments.files {
        let mut work = Work { arguments, wanted: &wanted, path, count: &mut count };
        let unread = if is_printed {
            work.file(&mut errors, &mut |game| out.write_all(game.as_bytes()))?
        } else {
            work.file(&mut *out, &mut |game| target.write(game))?
        };
        match unread {
            // The others are as good as without it.
            Some(error) if arguments.files.len() > 1 => {
                plain_text::tell(error);
                count.unread += 1;
            }
            Some(error) => return Err(error),
            None => {}
        }
    }
    if count.unread == arguments.files.len() {
        // An output that is there already is worth more than an empty one.
        return Err(super::invalid("no file could be read, and nothing is written"));
    }
    if count.unread > 0 {
        target.check_unread()?;
    }
    target.finish()?;
    if !arguments.quiet {
        let report: &mut dyn Write = if is_printed { &mut errors } else { &mut *out };
        count.print(report, arguments)?;
    }
    let unread = || {
        let files = super::counted(arguments.files.len(), "file");
        format!("{} of {files} could not be read", count.unread)
    };
    let faults = [
        (count.wrong > 0).then(|| super::wrong_games(count.wrong, count.games)),
        (count.unread > 0).then(unread),
    ];
    let faults: Vec<String> = faults.into_iter().flatten().collect();
    if faults.is_empty() { Ok(()) } else { Err(io::Error::other(faults.join("; "))) }
}

#[derive(Default)]
struct Count {
    games: usize,
    wrong: usize,
    written: usize,
    /// Number of files that could not be read, or not to their end.
    unread: usize,
}

impl Count {
    fn print(&self, report: &mut dyn Write, arguments: &Arguments) -> io::Result<()> {
        let Count { games, wrong, written, .. } = self;
        let written = match arguments.output.as_deref().filter(|path| !is_standard(path)) {
            Some(path) => format!(", {written} written to {}", path.display()),
            None if arguments.writes() => format!(", {written} written"),
            None => String::new(),
        };
        writeln!(report, "{}, {wrong} wrong{written}", super::counted(*games, "game"))
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
    /// Goes through the file. Returns the reason why it could not be read to its end; the errors are those of the outputs.
    fn file(
        &mut self,
        report: &mut dyn Write,
        write: &mut dyn FnMut(&str) -> io::Result<()>,
    ) -> io::Result<Option<io::Error>> {
        let mut progress = CommandProgress::new("{bar:40} {bytes} of {total_bytes}, {eta} to go");
        let mut games = match Games::open(self.path, self.count.games) {
            Ok(games) => games,
            Err(error) => return Ok(Some(error)),
        };
        while let Some(game) = games.next() {
            let game = match game {
                Ok(game) => game,
                Err(error) => return Ok(Some(error)),
            };
            self.count.games += 1;
            let (lines, text) = self.game(game);
            progress.suspend(|| report.write_all(lines.as_bytes()))?;
            if let Some(text) = text {
                write(&text)?;
                self.count.written += 1;
            }
            // Not at each game: a file may have a million small ones.
            if self.count.games.is_multiple_of(64) {
                let (taken, length) = games.taken();
                progress.set(taken, length);
            }
        }
        Ok(None)
    }

    /// Returns the messages about a game, and its text if that is wanted.
    fn game(&mut self, mut game: FileGame) -> (String, Option<String>) {
        let replayed = game.replayed(self.arguments.style());
        if !self.arguments.filter.admits(&game.located.record, &replayed, self.wanted) {
            return (String::new(), None);
        }
        let is_wrong = game.is_wrong(&replayed);
        let mut lines = self.lines(&game, &replayed);
        let text = match self.arguments.reader {
            Some(ReadBy::Xboard) => self.for_xboard(&game, &replayed, &mut lines),
            None => self.arguments.writes().then(|| game.located.record.to_string()),
        };
        // A game that XBoard cannot have is as wrong as an illegal one.
        let is_missing = self.arguments.reader.is_some() && text.is_none();
        self.count.wrong += usize::from(is_wrong || is_missing);
        (lines, text)
    }

    /// Returns the text of a game for XBoard, or a line with the reason why there is none.
    fn for_xboard(&self, game: &FileGame, replayed: &Replay, lines: &mut String) -> Option<String> {
        let FileGame { name, located: Located { line, record, .. }, .. } = game;
        match for_xboard(record, replayed) {
            Ok(ForXBoard { record, left_out }) => {
                if left_out > 0 && !self.arguments.quiet {
                    *lines += &format!(
                        "{name}, line {line}: {} left out for XBoard\n",
                        super::counted(left_out, "variation")
                    );
                }
                Some(record.to_string())
            }
            Err(error) => {
                *lines += &format!("{name}, line {line}: {error}\n");
                None
            }
        }
    }

    /// Returns the messages about a game.
    fn lines(&self, game: &FileGame, replayed: &Replay) -> String {
        let FileGame { name, located: Located { line, record, escaped, .. }, .. } = game;
        let mut text = String::new();
        if !self.arguments.quiet {
            let verdict = if game.is_wrong(replayed) { "wrong" } else { "good" };
            text = format!("{name}, line {line}: {}: {verdict}\n", summary(record, replayed));
            if *escaped > 0 {
                text += &format!(
                    "{name}, line {line}: ignored {} starting with `%`\n",
                    super::counted(*escaped, "line")
                );
            }
            text += &game.notices();
            text += &game.remarks(&replayed.remarks);
        }
        text + &game.problems(replayed)
    }
}
