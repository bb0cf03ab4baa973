#![doc = include_str!("../README.md")]
//!
//! # Design
//!
//! One thread serves all requests and never thinks; engines think on threads of their own. The page knows
//! no rule: it receives every legal move with the [way](entry) by which it is entered and its
//! [changes](scene), and sends back the chosen one.
//!
//! | module | |
//! |---|---|
//! | [`api`] | the addresses |
//! | [`listen`], [`guard`], [`key`] | connections and access control |
//! | [`assets`] | the files of the page |
//! | [`boards`], [`board`] | the games, and one of them |
//! | [`tree`], [`clock`], [`plan`] | its moves, its clocks, its beginning |
//! | [`snapshot`] | its state as the page receives it |
//! | [`keep`], `hold`, [`opening`] | the games on disk; the right to change one; games opened from files |
//! | [`scene`], [`entry`] | a position as the page shows it, and the entry of its moves |
//! | [`draft`] | positions that are set up |
//! | [`explorer`] | what was played from a position, in own games and in books |
//! | [`engines`], [`analysis`], `review` | the engine pool; analysis of a position; review of a game |
//! | [`annotation`] | the findings of a review, in the record of its game |
//! | [`variants`] | the facts about a game |
//! | [`learn`], [`rulebook`], [`demonstration`] | lessons: the rules, and the moves of pieces |
//! | [`picture`] | games as GIF |
//! | [`puzzles`] | puzzles and the feedback shown to the solver |
//! | [`tasks`] | tasks to learn a game by |
//! | [`wall`] | a live match |
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
pub mod board;
pub mod boards;
pub mod clock;
pub mod demonstration;
pub mod draft;
pub mod engines;
pub mod entry;
pub mod explorer;
pub mod guard;
mod hold;
pub mod keep;
pub mod key;
pub mod learn;
pub mod listen;
pub mod opening;
pub mod picture;
pub mod plan;
pub mod puzzles;
pub mod response;
mod review;
pub mod rulebook;
pub mod scene;
pub mod snapshot;
pub mod tasks;
pub mod tree;
pub mod variants;
pub mod wall;

use assets::Assets;
use axum::Router;
use boards::Boards;
use explorer::Explorer;
use guard::Guard;
use helgi_record::files::{GameFolder, NewFile};
use helgi_study::book::Book;
use keep::Keep;
use key::{Address, Keys};
use learn::Pages;
use puzzles::Puzzles;
use std::fs;
use std::io::{self, Write};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use tokio::net::TcpListener;
use tokio::runtime::{self, Runtime};
use wall::Wall;

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
    /// The part of the address after `#`: the name of a game.
    pub opens: Option<String>,
    /// Opening books for the explorer, at most one for each game.
    pub books: Vec<Book>,
    /// The rules pages of the games.
    pub pages: Pages,
}

/// Serves the page to this machine until the process ends; `ready` receives the address to open.
///
/// # Errors
///
/// If the port is taken, or `ready` fails.
pub fn serve(settings: ServerSettings, ready: impl FnOnce(&Address) -> io::Result<()>) -> io::Result<()> {
    runtime()?.block_on(async {
        let open = Open::new(settings, None).await?;
        ready(&open.address)?;
        open.serve().await;
        Ok(())
    })
}

/// Serves a match to this machine, along with the rest of the page, on a thread of its own
/// until the process ends. Returns the address to open.
///
/// # Errors
///
/// If the port is taken.
pub fn show(settings: ServerSettings, wall: Arc<Wall>) -> io::Result<Address> {
    let runtime = runtime()?;
    let open = runtime.block_on(Open::new(settings, Some(wall)))?;
    let address = open.address.clone();
    thread::Builder::new().name("board".to_owned()).spawn(move || runtime.block_on(open.serve()))?;
    Ok(address)
}

fn runtime() -> io::Result<Runtime> {
    runtime::Builder::new_current_thread().enable_io().enable_time().build()
}

/// A server whose port is open.
struct Open {
    address: Address,
    listener: TcpListener,
    router: Router,
}

impl Open {
    async fn new(settings: ServerSettings, wall: Option<Arc<Wall>>) -> io::Result<Self> {
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
        let listener = bind(settings.port, data).await?;
        let port = listener.local_addr()?.port();
        let guard = Guard::new(port, data.map_or_else(Keys::new, Keys::kept)?);
        let opens = settings.opens.map(|game| format!("#{game}")).unwrap_or_default();
        let url = format!("http://127.0.0.1:{port}{}{opens}", guard.entrance());
        let address = Address::new(url, data, port)?;
        let boards = Arc::new(Boards::new(keep));
        let tasks = tasks::routes(boards.clone());
        let explorer = explorer::routes(Explorer::new(boards.clone(), settings.books));
        let puzzles = puzzles::routes(Puzzles::new(boards.clone()));
        let more = wall::routes::routes(wall)
            .merge(puzzles)
            .merge(tasks)
            .merge(explorer)
            .merge(annotation::routes(boards.clone()))
            .merge(learn::router(settings.pages));
        let router = api::router_with(boards, guard, Assets::new(settings.assets), more);
        Ok(Open { address, listener, router })
    }

    async fn serve(self) {
        listen::serve(self.listener, self.router, listen::PATIENCE).await;
    }
}

/// Listens at the port that is wanted. If none is, at that of the last time, where pages may be waiting,
/// or else at any that is free.
async fn bind(wanted: Option<u16>, data: Option<&Path>) -> io::Result<TcpListener> {
    let bind = |port| TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port)));
    if let Some(port) = wanted {
        return bind(port).await.map_err(|error| {
            io::Error::new(error.kind(), format!("--port {port}: {error}; another one, or none, will do"))
        });
    }
    let place = data.map(|folder| folder.join("port"));
    let last = place.as_deref().map(key::read_own).transpose()?.flatten();
    let last = last.and_then(|text| text.trim().parse().ok());
    let listener = match last {
        Some(port) => match bind(port).await {
            Ok(listener) => listener,
            Err(_) => bind(0).await?,
        },
        None => bind(0).await?,
    };
    if let Some(place) = place {
        let mut file = NewFile::create(&place)?;
        writeln!(file, "{}", listener.local_addr()?.port())?;
        file.finish()?;
    }
    Ok(listener)
}
