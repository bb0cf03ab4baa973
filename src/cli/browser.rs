//! `helgi board`: the board in the browser.

use super::folder;
use helgi_board::key::Address;
use helgi_board::{ServerSettings, serve};
use helgi_rules::games::GameId;
use std::io::{self, Write};
use std::path::PathBuf;

/// Arguments of `helgi board`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
The page is served to this computer only, until you press Ctrl-C.

Examples:
  helgi board
  helgi board tavreli
  helgi board chess --port 8000 --no-open

`helgi play` and the board share their games: each can resume the other's.")]
pub struct Arguments {
    /// Game to open with
    #[arg(value_parser = super::game)]
    game: Option<GameId>,
    /// Port; by default any free one
    #[arg(long)]
    port: Option<u16>,
    /// Print the address without opening a browser
    #[arg(long)]
    no_open: bool,
    /// Keep games in the folder `games` below this one, instead of the usual data folder
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Show the moves of this opening book beside those of your own games; one for each game
    #[arg(long, value_name = "FILE")]
    book: Vec<PathBuf>,
    /// Serve the page from this folder, such as crates/board/page, while developing it
    #[arg(long, value_name = "DIR")]
    assets: Option<PathBuf>,
}

/// Serves the page until the program is ended.
///
/// # Errors
///
/// If the port is taken, or the folder does not hold the page.
pub fn run(arguments: Arguments, out: &mut impl Write) -> io::Result<()> {
    let Arguments { game, port, no_open, data, book, assets } = arguments;
    if let Some(folder) = assets.as_ref().filter(|folder| !folder.join("index.html").is_file()) {
        let why = format!(
            "--assets {}: expected a folder with index.html, such as crates/board/page",
            folder.display()
        );
        return Err(super::invalid(why));
    }
    let refuse = |path: &PathBuf, why| super::invalid(format!("--book {}: {why}", path.display()));
    let books = book.iter().map(|path| helgi::books::open(path).map_err(|why| refuse(path, why)));
    let books = books.collect::<io::Result<Vec<_>>>()?;
    let opens = game.map(|game| game.name().to_owned());
    let data = data.or_else(folder::data);
    let games = data.as_deref().map(folder::games_in);
    let kept = games.as_ref().map(|games| format!("Games are kept in {}. ", games.path().display()));
    let kept = kept.unwrap_or_default();
    let data = data.map(|data| data.join("board"));
    let settings = ServerSettings { port, assets, data, games, opens, books, pages: super::rules::pages() };
    serve(settings, |address| {
        writeln!(out, "The board is at {address}\n{kept}Press Ctrl-C to stop.")?;
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
    if opens && address.file().is_none_or(|file| open::that_detached(file).is_err()) {
        writeln!(out, "Could not open a browser; please open this address yourself.")?;
    }
    out.flush()
}
