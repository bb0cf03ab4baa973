//! `helgi variants`: the games, with their names and boards, files of games, and games of other programs.

use super::{plain_text, study};
use helgi_files::read_input;
use helgi_notation::decode_text;
use helgi_rules::games::GameId;
use helgi_session::game_files;
use helgi_variants::{exchange, library, reference};
use std::fmt::Display;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The largest page that is read.
const MOST_BYTES: u64 = 16 << 20;

/// Arguments of `helgi variants`.
#[derive(clap::Args, Debug)]
#[command(args_conflicts_with_subcommands = true)]
#[command(after_help = "Examples:
  helgi variants
  helgi variants --about
  helgi variants --fen
  helgi variants --names
  helgi variants check my-games.ini
  helgi variants import page.html > my-games.ini
  helgi variants export gothic
  helgi variants study gothic -o gothic.md
  helgi variants --keys")]
pub struct Arguments {
    /// Also print a sentence about each game
    #[arg(long)]
    about: bool,
    /// Also print the start positions
    #[arg(long)]
    fen: bool,
    /// Also print the other names under which each game is found
    #[arg(long)]
    names: bool,
    /// List the keys of a file of games instead
    #[arg(long)]
    keys: bool,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(clap::Subcommand, Debug)]
enum Command {
    /// Report everything that is wrong with files of games
    Check {
        /// Files in the form of Fairy-Stockfish's `variants.ini`
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// List every hint, such as each key for other programs, instead of their number
        #[arg(long)]
        notes: bool,
    },
    /// Write a section for a game of another program
    Import {
        /// An Interactive Diagram, plain or in a saved page, or a file of
        /// Fairy-Max
        file: PathBuf,
        /// The name of the game [default: that of the file]
        #[arg(long)]
        name: Option<String>,
    },
    /// Write the Interactive Diagram of a game
    Export {
        /// A game from a file
        #[arg(value_parser = clap::builder::NonEmptyStringValueParser::new())]
        game: String,
    },
    /// Test a game: the engine plays it against itself, and a page says what the
    /// games say about the rules
    Study(Box<study::Arguments>),
}

/// Prints a line for each game: its name, its board, its title; or the keys; or what is wrong with files. `files` are the
/// games from files, each with its file.
///
/// # Errors
///
/// Of the output, of the files, and if there are mistakes.
pub fn run(arguments: &Arguments, files: &[(GameId, PathBuf)], out: &mut impl Write) -> io::Result<()> {
    match &arguments.command {
        Some(Command::Check { files, notes }) => return check(files, *notes, out),
        Some(Command::Import { file, name }) => return import(file, name.as_deref(), out),
        Some(Command::Export { game }) => return export(game, out),
        Some(Command::Study(arguments)) => return study::run(arguments, files, out),
        None => {}
    }
    if arguments.keys {
        return write!(out, "{}", reference::list());
    }
    let infos: Vec<_> = GameId::all().iter().map(|game| game.info()).collect();
    let widest = infos.iter().map(|info| info.name.len()).max().unwrap_or(0);
    for info in infos {
        let board = format!("{}x{}", info.files, info.ranks);
        writeln!(out, "{:<widest$}  {board:>5}  {}", info.name, info.title)?;
        if arguments.about {
            writeln!(out, "{:<widest$}         {}", "", info.summary)?;
        }
        if arguments.fen {
            writeln!(out, "{:<widest$}         {}", "", info.start)?;
        }
        if arguments.names && !info.aliases.is_empty() {
            writeln!(out, "{:<widest$}         {}", "", info.aliases.join(", "))?;
        }
    }
    writeln!(out, "\nFrom files that come along:")?;
    // Built-in games that have a text as well are listed above.
    let (own, known) = (game_files::library_names(), library::known());
    for spec in library::specs().iter().filter(|spec| own.contains(&spec.name.as_str())) {
        let board = format!("{}x{}", spec.files, spec.ranks);
        writeln!(out, "{:<widest$}  {board:>5}  {}", spec.name, spec.title)?;
        if arguments.about {
            writeln!(out, "{:<widest$}         {}", "", spec.summary())?;
        }
        if arguments.fen {
            writeln!(out, "{:<widest$}         {}", "", spec.start)?;
        }
        let names = known.iter().find(|names| arguments.names && names.name == spec.name);
        if let Some(names) = names.filter(|names| !names.aliases.is_empty()) {
            writeln!(out, "{:<widest$}         {}", "", names.aliases.join(", "))?;
        }
    }
    Ok(())
}

/// Writes the sections, and the fate of each line of the source to the standard error, so that the sections alone go into a
/// file.
fn import(file: &Path, name: Option<&str>, out: &mut impl Write) -> io::Result<()> {
    let failed = |error: &dyn Display| io::Error::other(format!("{}: {error}", file.display()));
    let bytes = read_input(file, MOST_BYTES).map_err(|error| failed(&error))?;
    let (text, encoding) = decode_text(&bytes).map_err(|error| failed(&error))?;
    let stem = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let games = exchange::import(&text, name.unwrap_or(&stem)).map_err(|error| failed(&error))?;
    for (index, game) in games.iter().enumerate() {
        write!(out, "{}{}", if index > 0 { "\n" } else { "" }, game.section)?;
    }
    // The sections are out before anything is printed about them.
    out.flush()?;
    encoding.notice().iter().for_each(|notice| plain_text::tell(format!("{}: {notice}", file.display())));
    games
        .iter()
        .flat_map(|game| &game.notes)
        .for_each(|note| plain_text::tell(format!("{}:{note}", file.display())));
    Ok(())
}

/// Writes the diagram, and the rules that it does not say to the standard error.
fn export(name: &str, out: &mut impl Write) -> io::Result<()> {
    let known = GameId::named(name).and_then(helgi_variants::spec_of).map(exchange::diagram_of);
    let diagram = known.or_else(|| library::game(name).map(|game| exchange::diagram_of(game.spec())));
    let expected = "expected a game from a file; `helgi variants` lists those that come along";
    let diagram = diagram.ok_or_else(|| io::Error::other(format!("`{name}`, {expected}")))?;
    write!(out, "{}", diagram.text)?;
    out.flush()?;
    diagram.lost.iter().for_each(|lost| plain_text::tell(format!("{name}: not said: {lost}")));
    Ok(())
}

fn check(files: &[PathBuf], notes: bool, out: &mut impl Write) -> io::Result<()> {
    let mut is_faulty = false;
    for path in files {
        let report = match game_files::read_named(path) {
            Ok(report) => report,
            Err(error) if files.len() > 1 => {
                writeln!(out, "{error}")?;
                is_faulty = true;
                continue;
            }
            Err(error) => return Err(error),
        };
        let hints: &[String] = if notes { &report.notes } else { &[] };
        let lines = report.lines.iter().chain(hints.iter().filter(|hint| !report.lines.contains(hint)));
        lines.into_iter().try_for_each(|line| writeln!(out, "{line}"))?;
        let names: Vec<&str> = report.games.iter().map(|game| game.name()).collect();
        let list = if names.is_empty() { "none".to_owned() } else { names.join(" ") };
        writeln!(out, "{}: games that can be played: {list}", path.display())?;
        is_faulty |= report.is_faulty;
    }
    let error = || io::Error::other("expected files without mistakes and unknown rules");
    if is_faulty { Err(error()) } else { Ok(()) }
}
