//! `helgi perft`.

use super::progress::CommandProgress;
use helgi::session::counting;
use helgi_engine::bench::per_second;
use helgi_engine::search::Control;
use helgi_rules::games::GameId;
use helgi_rules::notation::Notation;
use helgi_rules::{Game, Position};
use std::io::{self, Write};
use std::time::Instant;

/// Arguments of `helgi perft`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  helgi perft chess 5
  helgi perft tavreli 4 --divide
  helgi perft chess 4 --fen 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1'")]
pub struct Arguments {
    /// Game
    #[arg(value_parser = super::game)]
    game: GameId,
    /// Length of the paths in half-moves
    #[arg(value_parser = clap::value_parser!(u32).range(0..=100))]
    depth: u32,
    /// Position to start from; by default the start of the game
    #[arg(long)]
    fen: Option<String>,
    /// Also print the count for each first move
    #[arg(long)]
    divide: bool,
}

/// Counts and prints.
///
/// # Errors
///
/// Of the output, and when the position is refused.
pub fn run(arguments: &Arguments, out: &mut impl Write) -> io::Result<()> {
    let Arguments { game, depth, fen, divide } = arguments;
    let position = match fen {
        Some(fen) => game.parse(fen).map_err(super::invalid)?,
        None => game.start(),
    };
    let notation = Notation::of(game);
    let started = Instant::now();
    let all = position.count_moves() as u64;
    let mut progress = CommandProgress::new("{bar:40} {pos} of {len} moves, {eta} to go");
    let mut done = 0;
    let mut lines = Vec::new();
    let total = counting::divide(&position, *depth, &Control::default(), |first, nodes| {
        done += 1;
        progress.set(done, all);
        if *divide {
            lines.push(format!("{}: {nodes}", notation.write(first)));
        }
    });
    let (nodes, elapsed) = (total.unwrap_or_default(), started.elapsed());
    progress.finish();
    lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
    writeln!(out, "Nodes searched: {nodes}")?;
    writeln!(out, "{} ms, {} nodes per second", elapsed.as_millis(), per_second(nodes, elapsed))
}
