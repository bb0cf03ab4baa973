//! `helgi board`: the board in the browser.

use super::folder;
use console::Style;
use helgi_board::engines::EngineFiles;
use helgi_board::guests::origin::{ListenAddress, PublicOrigin};
use helgi_board::guests::{GuestSeat, ListedSeat, code};
use helgi_board::key::Address;
use helgi_board::{GuestServerSettings, ServerSettings, serve};
use helgi_rules::games::GameId;
use helgi_study::book::file::BookError;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

/// Arguments of `helgi board`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
The page is served to this computer only, until you press Ctrl-C. With
--listen, other devices can join single games besides, by links that you make
on the page under Invite, or here with --invite. They see and change nothing
but their game. What they send is not encrypted unless a proxy does that.

Examples:
  helgi board
  helgi board tavreli
  helgi board chess --port 8000 --no-open
  helgi board --listen 0.0.0.0
  helgi board tavreli --listen 192.168.1.5:8000 --invite

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
    /// Show the moves of this opening book beside those of your own games; one for each game. The engine plays them if
    /// Settings say so
    #[arg(long, value_name = "FILE")]
    book: Vec<PathBuf>,
    /// Offer this net in Settings, under the name of its file, besides those that come with the program
    #[arg(long, value_name = "FILE")]
    net: Vec<PathBuf>,
    /// Serve the page from this folder, such as crates/board/page, while developing it
    #[arg(long, value_name = "DIR")]
    assets: Option<PathBuf>,
    /// Let other devices join games at this address of the computer; 0.0.0.0 stands for all. Without a port, any free
    /// one
    #[arg(long, value_name = "ADDRESS[:PORT]")]
    listen: Option<ListenAddress>,
    /// Address by which guests find the computer, such as that of a proxy with TLS in front of --listen
    #[arg(long, value_name = "URL", requires = "listen")]
    public_url: Option<PublicOrigin>,
    /// Begin a game of two people, and print links and QR codes to its seats
    #[arg(long, requires = "listen", requires = "game")]
    invite: bool,
}

/// Serves the page until the program is ended.
///
/// # Errors
///
/// If the port is taken, or the folder does not hold the page.
pub fn run(arguments: Arguments, out: &mut impl Write) -> io::Result<()> {
    let Arguments { game, port, no_open, data, book, net, assets, listen, public_url, invite } = arguments;
    if let Some(folder) = assets.as_ref().filter(|folder| !folder.join("index.html").is_file()) {
        let why = format!(
            "--assets {}: expected a folder with index.html, such as crates/board/page",
            folder.display()
        );
        return Err(super::invalid(why));
    }
    let refuse = |path: &PathBuf, why: BookError| super::invalid(format!("--book {}: {why}", path.display()));
    let books = book.iter().map(|path| helgi_session::books::open(path).map_err(|why| refuse(path, why)));
    let books = books.collect::<io::Result<Vec<_>>>()?;
    let mut files = EngineFiles::with_books(books);
    for path in &net {
        offer(&mut files, path).map_err(|why| super::invalid(format!("--net {}: {why}", path.display())))?;
    }
    let opens = game.map(|game| game.name().to_owned());
    let data = data.or_else(folder::data);
    let games = data.as_deref().map(folder::games_in);
    let kept = games.as_ref().map(|games| format!("Games are kept in {}. ", games.path().display()));
    let kept = kept.unwrap_or_default();
    let written = data.as_deref().map(folder::written_in);
    let data = data.map(|data| data.join("board"));
    let begins = game.filter(|_| invite);
    let guests = listen.map(|listen| GuestServerSettings { listen, public: public_url, begins });
    let settings = ServerSettings {
        port,
        assets,
        data,
        games,
        written,
        opens,
        files,
        pages: super::rules::pages(),
        guests,
    };
    let is_terminal = io::stdout().is_terminal();
    serve(settings, |started| {
        writeln!(out, "The board is at {}", started.address)?;
        report(&started.notices, out)?;
        if let Some(origin) = &started.guests {
            writeln!(out, "{}", welcome(origin))?;
        }
        for seat in &started.seats {
            writeln!(out, "\n{}", invitation(seat, is_terminal))?;
        }
        writeln!(out, "{kept}Press Ctrl-C to stop.")?;
        show(&started.address, !no_open, out)
    })
}

/// Prints notices about the files of the server.
///
/// # Errors
///
/// Of the output.
pub fn report(notices: &[String], out: &mut impl Write) -> io::Result<()> {
    notices.iter().try_for_each(|notice| writeln!(out, "{notice}"))
}

/// Offers the net of a file under the file's name.
fn offer(files: &mut EngineFiles, path: &Path) -> Result<(), String> {
    let bytes = helgi_session::nets::read(path).map_err(|error| error.to_string())?;
    let net = helgi_engine::read_net(&bytes).map_err(|error| error.to_string())?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    files.add_net(&name, net).map_err(|error| error.to_string())
}

/// The line about the server for other devices.
fn welcome(origin: &PublicOrigin) -> String {
    let warning = if origin.is_encrypted() {
        ""
    } else {
        " Others on the network can read what is sent: use it among people whom you trust."
    };
    format!("Guests find it at {origin}, by links from Invite on the page.{warning}")
}

/// A link to a seat with its QR code, in the colours that cameras expect if it is for a terminal.
fn invitation(seat: &ListedSeat, is_terminal: bool) -> String {
    let who = match seat.seat {
        GuestSeat::White => "To play White",
        GuestSeat::Black => "To play Black",
        GuestSeat::Watch => "To watch",
    };
    let link = seat.link.as_deref().unwrap_or_default();
    let drawing = code::drawing(link).unwrap_or_default();
    // The light modules are drawn.
    let colours = Style::new().white().bright().on_black().force_styling(is_terminal);
    let lines = drawing.lines().map(|line| colours.apply_to(line).to_string());
    format!("{who}: {link}\n{}", lines.collect::<Vec<_>>().join("\n"))
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
