#![doc = include_str!("../README.md")]
//!
//! # Design
//!
//! `helgi-desk` decides what a page shows and may order; here are its addresses, the files, the engines, and other
//! people. One thread serves all requests, and never thinks or waits for the disk; engines think, and games are read and written,
//! on other threads. An order is on disk before it is answered, and before anybody else sees what it has changed. The
//! page knows no rule: it receives every legal move with the [way](helgi_desk::entry) by which it is entered and its
//! [changes](helgi_desk::scene), and sends back the chosen one.
//!
//! | module | |
//! |---|---|
//! | [`api`] | the addresses |
//! | [`listen`], `port`, [`guard`], [`key`] | connections and access control |
//! | [`assets`], `fixed` | the files of the page; texts that are made once, compressed and with tags |
//! | [`boards`], `open_games`, `open_game` | the games, the lock of each, and what a game has here beside its moves |
//! | [`moment`] | the present as the games know it |
//! | [`guests`] | people at other devices, with a server of their own |
//! | [`keep`], `hold` | the games on disk; the right to change one |
//! | [`explorer`] | what was played from a position, in own games and in books |
//! | [`engines`], [`resources`], [`analysis`], `review` | the engine pool, its threads, memory, net and book; analysis of a position; review of a game |
//! | [`annotation`] | the findings of a review, in the record of its game |
//! | `variants` | the facts about the games |
//! | [`learn`] | lessons: the rules, and the moves of pieces |
//! | [`picture`] | games as GIF |
//! | [`puzzles`] | puzzles and the feedback shown to the solver |
//! | [`tasks`] | tasks to learn a game by |
//! | [`studies`] | quick studies of games |
//! | [`wall`] | a live match |
//! | [`mod@write`] | games that are written |
//!
//! This crate never panics on a request, never obeys a request from elsewhere, never knows a rule
//! of one game, and never thinks in the thread that serves.

#![deny(clippy::print_stdout, clippy::print_stderr)]
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

pub mod analysis;
pub mod annotation;
pub mod api;
pub mod assets;
pub mod boards;
pub mod engines;
pub mod explorer;
mod fixed;
pub mod guard;
pub mod guests;
mod hold;
pub mod keep;
pub mod key;
pub mod learn;
pub mod listen;
pub mod moment;
mod open_game;
mod open_games;
pub mod picture;
mod port;
pub mod puzzles;
pub mod resources;
pub mod response;
mod review;
pub mod studies;
pub mod tasks;
mod variants;
pub mod wall;
pub mod write;

use assets::Assets;
use axum::Router;
use boards::Boards;
use engines::EngineFiles;
use explorer::Explorer;
use guard::Guard;
use guests::gate::Gate;
use guests::origin::{ListenAddress, PublicOrigin};
use guests::{GuestSeat, Guests, ListedSeat, origin};
use helgi_desk::plan::{GamePlan, Refusal};
use helgi_record::files::GameFolder;
use helgi_rules::games::GameId;
use keep::Keep;
use key::{Address, Keys};
use learn::Pages;
use puzzles::Puzzles;
use std::fs;
use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener as StdListener};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use tokio::net::TcpListener;
use tokio::runtime::{self, Runtime};
use wall::Wall;
use write::WrittenTexts;

/// Settings of the server.
#[derive(Clone, Debug, Default)]
pub struct ServerSettings {
    /// The port; any that is free for `None`.
    pub port: Option<u16>,
    /// The folder with the files of the page; those in the program for `None`.
    pub assets: Option<PathBuf>,
    /// The folder where the keys and the port of the last time are kept, and the file that leads a browser to the
    /// page; new keys are made for `None`.
    pub data: Option<PathBuf>,
    /// The folder in which games are kept; they are not for `None`.
    pub games: Option<GameFolder>,
    /// The folder in which the texts of games that are written are kept; they are not for `None`.
    pub written: Option<PathBuf>,
    /// The part of the address after `#`: the name of a game.
    pub opens: Option<String>,
    /// The nets and opening books from which the page can choose.
    pub files: EngineFiles,
    /// The rules pages of the games.
    pub pages: Pages,
    /// The server for other devices; there is none for `None`.
    pub guests: Option<GuestServerSettings>,
}

/// Settings of the server for other devices.
#[derive(Clone, Debug)]
pub struct GuestServerSettings {
    /// The address to listen at. Without a port, that of the last time, or else any that is free.
    pub listen: ListenAddress,
    /// The address by which guests find it, if that is another one: the address of a proxy.
    pub public: Option<PublicOrigin>,
    /// A game of two people that is begun at once, with invitations to all its seats.
    pub begins: Option<GameId>,
}

/// A server that has started.
#[derive(Clone, Debug)]
pub struct StartedServer {
    /// The address to open on this machine.
    pub address: Address,
    /// The address by which guests find the other server, if there is one.
    pub guests: Option<PublicOrigin>,
    /// The seats of the game that was begun at once.
    pub seats: Vec<ListedSeat>,
    /// Notices for the user: files of the server that could not be used and were made anew.
    pub notices: Vec<String>,
}

/// Serves the page to this machine, and to guests if they are wanted, until the process ends; `ready` receives
/// the addresses.
///
/// # Errors
///
/// If a port is taken, or `ready` fails.
pub fn serve(
    settings: ServerSettings,
    ready: impl FnOnce(&StartedServer) -> io::Result<()>,
) -> io::Result<()> {
    runtime()?.block_on(async {
        let open = Open::new(settings, None)?;
        ready(&open.started)?;
        open.serve().await
    })
}

/// Serves a match to this machine, along with the rest of the page, on a thread of its own
/// until the process ends. Returns the address to open.
///
/// # Errors
///
/// If the port is taken.
pub fn show(settings: ServerSettings, wall: Arc<Wall>) -> io::Result<StartedServer> {
    let runtime = runtime()?;
    let open = runtime.block_on(async { Open::new(settings, Some(wall)) })?;
    let started = open.started.clone();
    // It ends with the process: the address was open before.
    let serve = move || drop(runtime.block_on(open.serve()));
    thread::Builder::new().name("board".to_owned()).spawn(serve)?;
    Ok(started)
}

fn runtime() -> io::Result<Runtime> {
    // One thread is enough: what takes long is done on threads for blocking work.
    runtime::Builder::new_current_thread().enable_io().enable_time().build()
}

/// A server whose port is open.
struct Open {
    started: StartedServer,
    listener: StdListener,
    router: Router,
}

impl Open {
    /// Opens the ports. Runs within the runtime of the server.
    fn new(settings: ServerSettings, wall: Option<Arc<Wall>>) -> io::Result<Self> {
        let data = settings.data.as_deref();
        if let Some(folder) = data {
            fs::create_dir_all(folder).map_err(|error| {
                io::Error::new(
                    error.kind(),
                    format!("{}: {error}; --data DIR names another", folder.display()),
                )
            })?;
        }
        let keep = settings.games.map(Keep::new).transpose()?;
        let assets = Assets::new(settings.assets);
        let wanted = settings.port.map(|port| format!("--port {port}"));
        let place = data.map(|folder| folder.join("port"));
        let mut notices = Vec::new();
        let listener = port::bind(Ipv4Addr::LOCALHOST.into(), settings.port, place, wanted, &mut notices)?;
        let port = listener.local_addr()?.port();
        let keys = data.map_or_else(Keys::new, |folder| Keys::kept(folder, &mut notices))?;
        let guard = Guard::new(port, keys);
        let mut opens = settings.opens;
        let mut seats = Vec::new();
        let (boards, origin) = match settings.guests {
            None => (Arc::new(Boards::new(keep).with_files(settings.files)), None),
            Some(guests) => {
                let begins = guests.begins;
                let server = GuestServer::bind(guests, data, &mut notices)?;
                let origin = server.origin.clone();
                let boards = Boards::with_guests(keep, Guests::new(origin.clone(), data)?);
                let boards = Arc::new(boards.with_files(settings.files));
                if let Some(game) = begins {
                    let id = boards.begin(&GamePlan::of_two(game)).map_err(invalid)?;
                    for seat in GuestSeat::ALL {
                        boards.invite(&id, seat).unwrap_or(Ok(())).map_err(invalid)?;
                    }
                    seats = boards.guests().list(&id);
                    opens = Some(format!("{}/{id}", game.name()));
                }
                server.start(boards.clone(), assets.clone(), settings.pages.clone())?;
                (boards, Some(origin))
            }
        };
        let opens = opens.map(|opens| format!("#{opens}")).unwrap_or_default();
        let url = format!("http://127.0.0.1:{port}{}{opens}", guard.entrance());
        let address = Address::new(url, data, port)?;
        let tasks = tasks::routes(boards.clone());
        let explorer = explorer::routes(Explorer::new(boards.clone()));
        let puzzles = puzzles::routes(Puzzles::new(boards.clone()));
        let more = wall::routes::routes(wall)
            .merge(puzzles)
            .merge(tasks)
            .merge(explorer)
            .merge(resources::routes(boards.clone()))
            .merge(annotation::routes(boards.clone()))
            .merge(guests::host::routes(boards.clone()))
            .merge(studies::routes())
            .merge(write::routes(WrittenTexts::new(settings.written)))
            .merge(learn::router(settings.pages));
        let router = api::router_with(boards, guard, assets, more);
        Ok(Open { started: StartedServer { address, guests: origin, seats, notices }, listener, router })
    }

    async fn serve(self) -> io::Result<()> {
        listen::serve(TcpListener::from_std(self.listener)?, self.router, listen::PATIENCE).await;
        Ok(())
    }
}

fn invalid(error: Refusal) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, error.to_string())
}

/// The server for other devices, whose port is open.
struct GuestServer {
    listener: StdListener,
    origin: PublicOrigin,
}

impl GuestServer {
    fn bind(
        settings: GuestServerSettings,
        data: Option<&Path>,
        notices: &mut Vec<String>,
    ) -> io::Result<Self> {
        let ListenAddress { ip, port } = settings.listen;
        let address = port.map_or_else(|| ip.to_string(), |port| SocketAddr::new(ip, port).to_string());
        let place = data.map(|folder| folder.join("guest-port"));
        let listener = port::bind(ip, port, place, Some(format!("--listen {address}")), notices)?;
        let origin = match settings.public {
            Some(origin) => origin,
            None => {
                // A browser cannot open an unspecified address.
                let shown = if ip.is_unspecified() { origin::outward(ip) } else { Some(ip) };
                let shown = shown.ok_or_else(|| {
                    let why = format!(
                        "--listen {address}: no network leads from this machine to others: name one of its \
                        addresses, or with --public-url the one by which guests find it"
                    );
                    io::Error::new(io::ErrorKind::AddrNotAvailable, why)
                })?;
                PublicOrigin::of(SocketAddr::new(shown, listener.local_addr()?.port()))
            }
        };
        Ok(GuestServer { listener, origin })
    }

    /// Serves on a thread of its own, so that guests who ask a lot do not keep this machine's page waiting.
    fn start(self, boards: Arc<Boards>, assets: Assets, pages: Pages) -> io::Result<()> {
        let gate = Gate::new(boards.clone(), self.listener.local_addr()?, self.origin);
        let router = guests::service::router(boards, gate, assets, pages);
        let runtime = runtime()?;
        let listener = {
            // A listener belongs to the runtime that is entered while it is made.
            let _entered = runtime.enter();
            TcpListener::from_std(self.listener)?
        };
        let serve = move || runtime.block_on(listen::serve(listener, router, listen::PATIENCE));
        thread::Builder::new().name("guests".to_owned()).spawn(serve)?;
        Ok(())
    }
}
