//! `helgi draw`: a picture of a position as SVG.

use helgi::drawing;
use helgi_rules::Game;
use helgi_rules::games::GameId;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

/// What can be said behind `draw`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  helgi draw tavreli -o tavreli.svg
  helgi draw '4k3/8/(nQ)7/8/3(dR)4/8/4E3/4K3 w - - 0 1' --game tavreli -o stacks.svg
  helgi draw chess > start.svg")]
pub struct Arguments {
    /// A game, for its start position, or a position in FEN
    what: String,
    /// The game of the position; by default the first one that accepts it
    #[arg(long, value_parser = super::game)]
    game: Option<GameId>,
    /// Where the picture goes, instead of standard output
    #[arg(short, long)]
    output: Option<PathBuf>,
}

/// Draws.
///
/// # Errors
///
/// Of the output, and when no game accepts the position.
pub fn run(arguments: &Arguments, out: &mut impl Write) -> io::Result<()> {
    let what = arguments.what.as_str();
    let position = match (GameId::named(what), arguments.game) {
        (Some(game), _) => game.start(),
        (None, Some(game)) => game.parse(what).map_err(super::invalid)?,
        (None, None) => GameId::ALL.iter().find_map(|game| game.parse(what).ok()).ok_or_else(|| {
            super::invalid(format_args!(
                "`{what}`, expected a game or a position of one; --game says what is wrong"
            ))
        })?,
    };
    let picture = drawing::svg(&position);
    match &arguments.output {
        Some(path) => fs::write(path, picture),
        None => out.write_all(picture.as_bytes()),
    }
}
