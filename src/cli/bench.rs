//! `helgi bench`.

use helgi_engine::internals::bench::per_second;
use helgi_engine::internals::bench::{self, DEPTH};
use helgi_engine::search::Control;
use helgi_rules::games::GameId;
use std::io::{self, Write};
use std::time::Duration;

/// OpenBench gives up a bench after a minute by the clock, also where every core plays a game: in builds for it the bench
/// takes three seconds of a quiet core.
const DEFAULT_DEPTH: u32 = if option_env!("HELGI_OPENBENCH").is_some() { OPENBENCH_DEPTH } else { DEPTH };

/// The depth in builds for OpenBench.
const OPENBENCH_DEPTH: u32 = 6;

/// Arguments of `helgi bench`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
The last line is the signature of the search; quote it in commit messages.
A build for OpenBench (see openbench/README.md) searches less deep by default.

Examples:
  helgi bench
  helgi bench tavreli --depth 8")]
pub struct Arguments {
    /// Games; all of them by default
    #[arg(value_parser = super::game)]
    games: Vec<GameId>,
    /// Search depth
    #[arg(long, default_value_t = DEFAULT_DEPTH, value_parser = crate::cli::number::whole::<u32>(1..=200))]
    depth: u32,
}

/// Searches and prints.
///
/// # Errors
///
/// Of the output, and for lack of memory.
pub fn run(arguments: &Arguments, out: &mut impl Write) -> io::Result<()> {
    let games = if arguments.games.is_empty() { GameId::BUILT_IN } else { &arguments.games };
    let (mut nodes, mut elapsed) = (0, Duration::ZERO);
    for &game in games {
        let row = bench::run(game, arguments.depth, &Control::default()).map_err(io::Error::other)?;
        if let Some(row) = row {
            writeln!(out, "{row}")?;
            nodes += row.nodes;
            elapsed += row.elapsed;
        }
    }
    writeln!(out, "{} nodes in {} ms, {} nps", nodes, elapsed.as_millis(), per_second(nodes, elapsed))?;
    writeln!(out, "Bench: {nodes}")
}
