//! `helgi board`: the board in the browser.

use super::analyze::annotated;
use super::folder;
use helgi::drawing::{Animation, Pieces};
use helgi::session::xboard::saved;
use helgi_board::key::Address;
use helgi_board::program::{Film, Program};
use helgi_board::{Settings, serve};
use helgi_rules::games::GameId;
use std::io::{self, Write};
use std::path::PathBuf;

/// What can be said behind `board`.
#[derive(clap::Args, Debug)]
#[command(after_help = "The page is served to this machine alone, until Ctrl-C ends it.
Examples:
  helgi board
  helgi board tavreli
  helgi board chess --port 8000 --no-open

Games are those of `helgi play`: either goes on with those of the other.")]
pub struct Arguments {
    /// The game to begin with
    #[arg(value_parser = super::game)]
    game: Option<GameId>,
    /// The port; without it one that is free
    #[arg(long)]
    port: Option<u16>,
    /// Only print the address, and leave it to you to open it
    #[arg(long)]
    no_open: bool,
    /// Keep the games in `games` of this folder, instead of the usual place for a program's data
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Read the files of the page from this folder, such as board/page, while you work on them
    #[arg(long, value_name = "DIR")]
    assets: Option<PathBuf>,
}

/// What the board asks of this program.
pub const PROGRAM: Program = Program {
    page: super::rules::page,
    understand: |record| saved::in_dialect(record).map_err(|error| error.to_string()),
    animate: |game, Film { letters, flipped, ending }| {
        let pieces = if *letters { Pieces::Letters } else { Pieces::Pictures };
        let look = Animation { pieces, flipped: *flipped, ending: ending.clone(), ..Animation::default() };
        look.gif(game, |_, _| ())
    },
    puzzles: |game| helgi::puzzles::of_game(game)?.ok(),
    annotate: annotated,
};

/// Serves the page until the program is ended.
///
/// # Errors
///
/// If the port is taken, or the folder does not hold the page.
pub fn run(arguments: Arguments, out: &mut impl Write) -> io::Result<()> {
    let Arguments { game, port, no_open, data, assets } = arguments;
    if let Some(folder) = assets.as_ref().filter(|folder| !folder.join("index.html").is_file()) {
        let why =
            format!("--assets {}: expected a folder with index.html, such as board/page", folder.display());
        return Err(super::invalid(why));
    }
    let opens = game.map(|game| game.name().to_owned());
    let data = data.or_else(folder::data);
    let games = data.as_deref().map(folder::games_in);
    let kept = games.as_ref().map(|games| format!("Games are kept in {}. ", games.path().display()));
    let kept = kept.unwrap_or_default();
    let data = data.map(|data| data.join("board"));
    serve(Settings { port, assets, data, games, opens, program: PROGRAM }, |address| {
        writeln!(out, "The board is at {address}\n{kept}Ctrl-C ends it.")?;
        show(address, !no_open, out)
    })
}

/// Opens an address in the browser, if that is wanted, by a file that leads there: others can read command lines.
///
/// # Errors
///
/// Of the output.
pub fn show(address: &Address, opens: bool, out: &mut impl Write) -> io::Result<()> {
    out.flush()?;
    if opens && !address.file().is_some_and(|file| open::that_detached(file).is_ok()) {
        writeln!(out, "No browser could be opened: open this address in one.")?;
    }
    out.flush()
}
