//! `helgi variants`: the games, with their names and boards.

use helgi_rules::games::GameId;
use std::io::{self, Write};

/// Arguments of `helgi variants`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  helgi variants
  helgi variants --about
  helgi variants --fen")]
pub struct Arguments {
    /// Also print a sentence about each game
    #[arg(long)]
    about: bool,
    /// Also print the start positions
    #[arg(long)]
    fen: bool,
}

/// Prints a line for each game: its name, its board, its title.
///
/// # Errors
///
/// Of the output.
pub fn run(arguments: &Arguments, out: &mut impl Write) -> io::Result<()> {
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
    }
    Ok(())
}
