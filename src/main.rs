//! The helgi program: the command line, and without arguments the protocols.

mod cli;

use clap::{Parser, Subcommand};
use cli::play::Prompt;
use helgi::session;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

/// A game engine for chess and other games on boards. Without a command it speaks UCI on standard
/// input and output, as chess programs do.
#[derive(Parser, Debug)]
#[command(name = "helgi", version, after_help = EXAMPLES)]
struct Arguments {
    /// Set an engine option from the beginning, such as Hash=256; clients may still change it
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = setting)]
    settings: Vec<(String, String)>,
    #[command(subcommand)]
    command: Option<Command>,
}

const EXAMPLES: &str = "\
Examples:
  helgi board tavreli             play in the browser
  helgi play tavreli              play Tavreli against the engine in this terminal
  helgi rules tavreli             its rules, its pieces and how moves are written
  helgi draw tavreli -o start.svg a picture of the start
  helgi xboard-settings tavreli   let XBoard play it: then `xboard @tavreli.xop`
  helgi perft chess 5 --divide    count move paths
  helgi pgn games.pgn             check recorded games
  helgi analyze games.pgn         what each move lost, and where a game was decided
  helgi puzzles games.pgn         positions with one clearly best move
  helgi book games.pgn -o my.book make an opening book of them
  helgi bench                     measure the speed of the search
  helgi match --help              let engines play each other
  helgi datagen tavreli           play games against itself, to learn from
  helgi train tavreli *.games     make a net of them
  helgi tune tavreli              fit the evaluation's weights to games against itself
  helgi --option Hash=256         speak UCI or XBoard's protocol, with another default
  printf 'position startpos\\ngo depth 8\\n' | helgi    speak UCI by hand (add a `sleep` to see more)";

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
    /// Count the move paths of a length
    Perft(cli::perft::Arguments),
    /// Write a settings file for XBoard
    XboardSettings(cli::xboard_settings::Arguments),
    /// Check the games of PGN files, and convert their moves
    Pgn(cli::pgn::Arguments),
    /// Say of each move of recorded games what it lost, and where they were decided
    Analyze(cli::analyze::Arguments),
    /// Find puzzles in recorded games: positions with one clearly best move
    Puzzles(cli::puzzles::Arguments),
    /// Make an opening book of games, and show what is in one
    Book(cli::book::Arguments),
    /// Search fixed positions to a fixed depth, with one thread
    Bench(cli::bench::Arguments),
    /// Let engines play each other
    Match(cli::matches::Arguments),
    /// Play games against itself, to learn from
    Datagen(cli::datagen::Arguments),
    /// Make a net of such games
    Train(cli::train::Arguments),
    /// Fit the weights of a game's evaluation to self-play
    Tune(cli::tune::Arguments),
}

const WELCOME: &str = "\
helgi speaks UCI, the protocol of chess programs: it is meant to be started by one (see README.md).
To play here, leave with `quit` and say `helgi play tavreli` or `helgi play chess`.
To try the engine by hand, type `position startpos`, then `d`, then `go movetime 1000`; `help` says more.";

fn main() -> ExitCode {
    // Wrong arguments end here, with status 2.
    let arguments = Arguments::parse();
    match run(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        // The reader has gone away: nothing is wrong on our side.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            if !cli::is_printed(&error) {
                eprintln!("helgi: {error}");
            }
            // What was asked for cannot be, or else something broke.
            ExitCode::from(if error.kind() == io::ErrorKind::InvalidInput { 2 } else { 1 })
        }
    }
}

/// The name and the value of an option.
fn setting(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    Ok((name.to_owned(), value.to_owned()))
}

fn run(Arguments { settings, command }: Arguments) -> io::Result<()> {
    let mut out = io::stdout().lock();
    match command {
        None => {
            if io::stdin().is_terminal() && out.is_terminal() {
                writeln!(out, "{WELCOME}")?;
            }
            drop(out);
            session::run(&settings)
        }
        #[cfg(feature = "board")]
        Some(Command::Board(arguments)) => cli::browser::run(arguments, &mut out),
        Some(Command::Variants(arguments)) => cli::variants::run(&arguments, &mut out),
        Some(Command::Draw(arguments)) => cli::draw::run(&arguments, &mut out),
        Some(Command::Rules(arguments)) => cli::rules::run(&arguments, &mut out, cli::has_colours()),
        Some(Command::XboardSettings(arguments)) => cli::xboard_settings::run(&arguments, &mut out),
        Some(Command::Perft(arguments)) => cli::perft::run(&arguments, &mut out),
        Some(Command::Pgn(arguments)) => cli::pgn::run(&arguments, &mut out),
        Some(Command::Analyze(arguments)) => cli::analyze::run(&arguments, &mut out),
        Some(Command::Puzzles(arguments)) => cli::puzzles::run(&arguments, &mut out),
        Some(Command::Book(arguments)) => cli::book::run(&arguments, &mut out),
        Some(Command::Bench(arguments)) => cli::bench::run(&arguments, &mut out),
        Some(Command::Match(arguments)) => cli::matches::run(&arguments, &mut out),
        Some(Command::Datagen(arguments)) => cli::datagen::run(&arguments, &mut out),
        Some(Command::Train(arguments)) => cli::train::run(&arguments, &mut out),
        Some(Command::Tune(arguments)) => cli::tune::run(&arguments, &mut out),
        Some(Command::Play(arguments)) => {
            let screen = cli::play::Screen { colours: cli::has_colours(), width: cli::width() };
            let prompt = if io::stdin().is_terminal() && out.is_terminal() {
                Prompt::terminal()?
            } else {
                Prompt::Plain(io::stdin().lock())
            };
            cli::play::run(&arguments, prompt, &mut out, screen)
        }
    }
}
