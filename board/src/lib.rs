#![doc = include_str!("../README.md")]
//!
//! # How it is built
//!
//! One thread serves all requests and never thinks; engines think on threads of their own. The page knows
//! no rule: it is sent every legal move with the [way](entry) by which it is entered and what it
//! [changes](scene), and sends back the one that was chosen.
//!
//! | module | |
//! |---|---|
//! | [`api`] | the addresses |
//! | [`guard`] | who may ask |
//! | [`assets`] | the files of the page |
//! | [`boards`], [`board`] | the games, and one of them |
//! | [`record`], [`clock`] | its moves, its clocks |
//! | [`scene`], [`entry`] | a position as the page shows it, and how its moves are entered |
//! | [`engines`] | who thinks |
//! | [`variants`] | what there is to know of a game |
//!
//! What never happens here: a panic on a request, a request from elsewhere that is obeyed, a rule of one
//! game, a thought in the thread that serves.

#![deny(clippy::print_stdout, clippy::print_stderr)]
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

pub mod api;
pub mod assets;
pub mod board;
pub mod boards;
pub mod clock;
pub mod engines;
pub mod entry;
pub mod guard;
pub mod record;
pub mod scene;
pub mod variants;

use assets::Assets;
use boards::Boards;
use guard::Guard;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio::runtime;

/// How the server is to be.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The port; any that is free for `None`.
    pub port: Option<u16>,
    /// The folder with the files of the page; those in the program for `None`.
    pub assets: Option<PathBuf>,
    /// What comes behind the `#` of the address: the name of a game.
    pub opens: Option<String>,
}

/// Serves the page to this machine until the process ends; `ready` is told the address to open.
///
/// # Errors
///
/// If the port is taken, or `ready` fails.
pub fn serve(settings: Settings, ready: impl FnOnce(&str) -> io::Result<()>) -> io::Result<()> {
    let runtime = runtime::Builder::new_current_thread().enable_io().enable_time().build()?;
    runtime.block_on(async {
        let wanted = settings.port.unwrap_or(0);
        let listener = TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, wanted))).await;
        let listener = listener.map_err(|error| {
            io::Error::new(error.kind(), format!("--port {wanted}: {error}; another one, or none, will do"))
        })?;
        let port = listener.local_addr()?.port();
        let guard = Guard::new(port, new_key()?);
        let opens = settings.opens.map(|game| format!("#{game}")).unwrap_or_default();
        ready(&format!("http://127.0.0.1:{port}{}{opens}", guard.entrance()))?;
        let router = api::router(Arc::new(Boards::default()), guard, Assets::new(settings.assets));
        axum::serve(listener, router).await
    })
}

/// A key that nobody can guess.
fn new_key() -> io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
