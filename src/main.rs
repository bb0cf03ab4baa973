//! The program helgi: the command line, and without a command the protocols of chess engines. The engine, its games and
//! its dialogues are in crates of their own.
//!
//! # Data flow
//!
//! ```text
//! stdin  -> helgi-protocol (text to values) -> session -> helgi-engine -> helgi-rules
//! stdout <- helgi-protocol (values to text) <- session <- events, reports, outcomes
//! ```
//!
//! Data goes down as commands and comes back as values. The dependencies of the crates
//! enforce the layers; nothing below this crate prints or reads a terminal.
//!
//! | crate | knows | never |
//! |---|---|---|
//! | `helgi-protocol` | the text of UCI, USI, UCCI and XBoard, squares, moves, options | a rule, an engine |
//! | `helgi-rules` | the games: what is legal, how it ends, how it is written | an opinion on who stands better |
//! | `helgi-variants` | games from files: keys, mistakes, rules as data | a terminal, an opinion on who stands better |
//! | `helgi-engine` | the search, an evaluation for each game | a protocol, a terminal |
//! | `helgi-lab` | self-play, training of nets, tuning | a protocol, a terminal |
//! | `helgi-study` | reviews of games, puzzles, opening books | a file, a protocol |
//! | `helgi-record` | recorded games: moves with variations and comments, PGN, kept on disk | a process |
//! | `helgi-files` | files opened by name, replaced as a whole, locked | a game |
//! | `helgi-match` | matches of engines: processes, referee, openings, statistics | an engine of its own |
//! | `helgi-xboard` | what XBoard shows of a game, its saved games | a session, an engine |
//! | `helgi-drawing` | pictures of positions and games, plots | a rule, a file |
//! | `helgi-desk` | the decisions behind the board in the browser | a file, a thread, a clock, a search |
//! | `helgi-board` | the board in the browser: a local server and its page | a terminal, a game's rules |
//! | `helgi-session` | the dialogues with clients in both protocols | a terminal, a game's rules |
//! | `helgi` | the command line | a protocol, a game's rules |
//!
//! # Invariants
//!
//! * Code that serves all games alike uses `helgi_rules::AnyPosition`, and is compiled once. The
//!   search alone is compiled once for each game.
//! * On standard output there is one writer.
//! * No `unsafe`. No panic on input: in `helgi-session`, `helgi-xboard` and the protocol crate the ways to panic are denied.
//! * A search that panics all the same is caught, and its `go` answered.

mod cli;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use cli::plain_text::{self, PlainText, tell};
use cli::play::Prompt;
use helgi_rules::games::GameId;
use helgi_session::{game_files, nets};
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// A game engine for chess and other board games. Without a command it speaks UCI on standard input and
/// output, as chess engines do.
#[derive(Parser, Debug)]
#[command(name = "helgi", version, after_help = EXAMPLES, max_term_width = 80)]
struct Arguments {
    /// Set an engine option at startup, such as Hash=256; clients may still change it
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = setting)]
    settings: Vec<(String, String)>,
    /// Also know the games of a file, as HELGI_GAMES=FILE does (see docs/games-file.md)
    #[arg(long = "games", value_name = "FILE")]
    game_files: Vec<PathBuf>,
    #[command(subcommand)]
    command: Option<Command>,
}

const EXAMPLES: &str = "\
Examples:
  helgi board tavreli                play in the browser
  helgi play tavreli                 play against the engine in the terminal
  helgi rules tavreli                show its rules, pieces and notation
  helgi draw tavreli -o start.svg    draw its start position
  helgi xboard-settings tavreli      play it in XBoard: xboard @tavreli.xop
  helgi perft chess 5 --divide       count move paths
  helgi pgn games.pgn                check recorded games
  helgi analyze games.pgn            judge their moves
  helgi puzzles games.pgn            find puzzles in them
  helgi book games.pgn -o my.book    build an opening book from them
  helgi bench                        measure the speed of the search
  helgi match --help                 run matches between engines
  helgi conform -engine cmd=stockfish    test whether an engine keeps to UCI
  helgi learn tavreli                let it learn from its own games
  helgi datagen tavreli              generate self-play games
  helgi train tavreli *.games        train a net on them
  helgi tune tavreli *.games         fit the evaluation's weights to them
  helgi --option Hash=256            speak UCI, USI, UCCI or XBoard's protocol
  printf 'position startpos\\ngo depth 8\\n' | helgi    use UCI by hand";

#[derive(Subcommand, Debug)]
enum Command {
    /// Play in the browser
    #[cfg(feature = "board")]
    Board(cli::browser::Arguments),
    /// Play a game in this terminal
    Play(cli::play::Arguments),
    /// Show a game's rules, pieces and notation
    Rules(cli::rules::Arguments),
    /// Draw a position as SVG or PNG, or a game as an animated GIF
    Draw(cli::draw::Arguments),
    /// List the games
    Variants(cli::variants::Arguments),
    /// Count move paths of a given length
    Perft(cli::perft::Arguments),
    /// Write a settings file for XBoard or WinBoard
    XboardSettings(cli::xboard_settings::Arguments),
    /// Check, filter and convert games in PGN files
    Pgn(cli::pgn::Arguments),
    /// Judge every move of recorded games, and find where they were decided
    Analyze(cli::analyze::Arguments),
    /// Find puzzles in recorded games: positions with one clearly best move
    Puzzles(cli::puzzles::Arguments),
    /// Build an opening book from games, or show one
    Book(cli::book::Arguments),
    /// Search a fixed set of positions with one thread, to compare builds
    Bench(cli::bench::Arguments),
    /// Run matches between engines
    Match(cli::matches::Arguments),
    /// Check whether engines keep to UCI or XBoard's protocol
    Conform(cli::conform::Arguments),
    /// Generate self-play games for training
    Datagen(cli::datagen::Arguments),
    /// Score positions beside self-play games by another engine
    Label(cli::label::Arguments),
    /// Let a game learn from its own games, round after round
    Learn(cli::learn::Arguments),
    /// Train a net on self-play games
    Train(cli::train::Arguments),
    /// Tune the evaluation or the search
    Tune(cli::tune::Arguments),
    /// Print completions of the command line for a shell
    Completions(cli::completions::Arguments),
    /// Print or write manual pages
    Man(cli::man::Arguments),
}

impl Command {
    /// Returns true if it plays or judges for a person, and so by the nets that games have learned; measurements and
    /// training use those that come with the program.
    const fn plays(&self) -> bool {
        match self {
            #[cfg(feature = "board")]
            Command::Board(_) => true,
            Command::Play(_) | Command::Analyze(_) | Command::Puzzles(_) | Command::Learn(_) => true,
            _ => false,
        }
    }
}

const WELCOME: &str = "\
helgi speaks UCI, the protocol of chess engines, and is meant to be started
by a chess program (see docs/uci.md).
To play here, type `quit` and then run `helgi play tavreli` or `helgi play chess`.
To try UCI by hand, type `position startpos`, then `d`, then `go movetime 1000`;
`help` lists the commands.";

fn main() -> ExitCode {
    // Before the arguments are read, because their games may be among them.
    let files = cli::command_line::game_files(std::env::args_os());
    let folder = cli::folder::data().map(|data| data.join("variants"));
    let known = match game_files::begin(folder.as_deref(), &files, |line| tell(line)) {
        Ok(known) => known,
        Err(error) => {
            tell(error);
            return ExitCode::from(2);
        }
    };
    // Wrong arguments end here, with status 2.
    let command = Arguments::command();
    let words = cli::command_line::understood(std::env::args_os(), &command);
    let read = cli::command_line::with_negative_numbers(command).try_get_matches_from(words);
    let read = read.and_then(|found| Arguments::from_arg_matches(&found));
    let arguments = match read {
        Ok(arguments) => arguments,
        Err(error) if error.use_stderr() => {
            // What it quotes are words of whoever has written the command line.
            let _ = write!(plain_text::stderr(), "{}", error.render());
            return ExitCode::from(2);
        }
        // Help and version are asked for: they are the result.
        Err(text) => {
            return ended(text.print().and_then(|()| io::stdout().flush()).map(|()| ExitCode::SUCCESS));
        }
    };
    if arguments.command.as_ref().is_none_or(Command::plays)
        && let Some(data) = cli::folder::data()
    {
        nets::use_learned(&cli::folder::nets_in(&data)).iter().for_each(tell);
    }
    ended(run(arguments, &known))
}

/// The status of the process; an error is printed, unless it has been.
fn ended(done: io::Result<ExitCode>) -> ExitCode {
    match done {
        Ok(status) => status,
        // The reader has gone away: nothing is wrong on our side.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            if !cli::is_printed(&error) {
                tell(&error);
            }
            ExitCode::from(match error.kind() {
                // Wrong arguments.
                io::ErrorKind::InvalidInput => 2,
                // A signal: nothing else is reported so, since what is interrupted on the way is tried again.
                io::ErrorKind::Interrupted => cli::INTERRUPTED,
                // Something broke.
                _ => 1,
            })
        }
    }
}

/// The name and the value of an option.
fn setting(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    Ok((name.to_owned(), value.to_owned()))
}

fn run(
    Arguments { settings, game_files, command }: Arguments,
    known: &[(GameId, PathBuf)],
) -> io::Result<ExitCode> {
    let mut out = io::stdout().lock();
    // For the commands that print text alone; the others draw with codes of their own, or write pictures and books.
    let mut text = PlainText::new(io::stdout().lock());
    let done = match command {
        None => {
            if io::stdin().is_terminal() && out.is_terminal() {
                writeln!(out, "{WELCOME}")?;
            }
            // The session writes from a thread of its own.
            drop((out, text));
            helgi_session::run(&settings)
        }
        #[cfg(feature = "board")]
        Some(Command::Board(arguments)) => cli::browser::run(arguments, &mut text),
        Some(Command::Variants(arguments)) => cli::variants::run(&arguments, known, &mut text),
        Some(Command::Draw(arguments)) => cli::draw::run(&arguments, &mut out),
        Some(Command::Rules(arguments)) => cli::rules::run(&arguments, &mut out, cli::has_colours()),
        Some(Command::XboardSettings(arguments)) => {
            cli::xboard_settings::run(&arguments, &game_files, &mut text)
        }
        Some(Command::Perft(arguments)) => cli::perft::run(&arguments, &mut text),
        Some(Command::Pgn(arguments)) => cli::pgn::run(&arguments, &mut text),
        Some(Command::Analyze(arguments)) => cli::analyze::run(&arguments, &mut text),
        Some(Command::Puzzles(arguments)) => cli::puzzles::run(&arguments, &mut text),
        Some(Command::Book(arguments)) => cli::book::run(&arguments, &mut out),
        Some(Command::Bench(arguments)) => cli::bench::run(&arguments, &mut text),
        Some(Command::Match(arguments)) => return cli::matches::run(&arguments, &mut text),
        Some(Command::Conform(arguments)) => cli::conform::run(&arguments, &mut text),
        Some(Command::Datagen(arguments)) => cli::datagen::run(&arguments, &mut text),
        Some(Command::Label(arguments)) => cli::label::run(&arguments, &mut text),
        Some(Command::Learn(arguments)) => cli::learn::run(&arguments, known, &mut text),
        Some(Command::Train(arguments)) => cli::train::run(&arguments, &mut text),
        Some(Command::Tune(arguments)) => cli::tune::run(&arguments, &mut text),
        Some(Command::Completions(arguments)) => {
            cli::completions::run(&arguments, Arguments::command(), &mut text)
        }
        Some(Command::Man(arguments)) => cli::man::run(&arguments, Arguments::command(), &mut text),
        Some(Command::Play(arguments)) => {
            let screen = cli::play::Screen {
                colours: cli::has_colours(),
                width: cli::width(),
                wraps: out.is_terminal(),
                language: arguments.language(),
            };
            let prompt = if io::stdin().is_terminal() && out.is_terminal() {
                Prompt::terminal()?
            } else {
                Prompt::Plain(io::stdin().lock())
            };
            cli::play::run(&arguments, prompt, &mut out, screen)
        }
    };
    done.map(|()| ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Collects the lines after the options of a command and of those below it that are wider than 78
    /// columns: a terminal of 80 columns would break them, and with them the columns of the examples.
    fn wide_lines(command: &clap::Command, wide: &mut Vec<String>) {
        let text = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        let lines = text.lines().filter(|line| line.chars().count() > 78);
        wide.extend(lines.map(|line| format!("{}: {line}", command.get_name())));
        command.get_subcommands().for_each(|command| wide_lines(command, wide));
    }

    #[test]
    fn examples_keep_their_columns() {
        let mut wide = Vec::new();
        wide_lines(&Arguments::command(), &mut wide);
        assert!(wide.is_empty(), "{}", wide.join("\n"));
    }
}
