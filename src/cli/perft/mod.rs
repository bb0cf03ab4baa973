//! `helgi perft`.

mod parts;

use super::progress::CommandProgress;
use helgi_engine::internals::bench::per_second;
use helgi_engine::search::Control;
use helgi_match::Part;
use helgi_rules::games::GameId;
use helgi_rules::notation::Notation;
use helgi_rules::{Game, Position};
use helgi_session::counting;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Instant;

/// Arguments of `helgi perft`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  helgi perft chess 5
  helgi perft tavreli 4 --divide
  helgi perft chess 4 --fen 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1'
  parallel 'helgi perft chess 8 --divide --part {}/4 > p{}.txt' ::: 1 2 3 4
  helgi perft chess 8 --divide --join p1.txt p2.txt p3.txt p4.txt")]
pub struct Arguments {
    /// Game
    #[arg(value_parser = super::game)]
    game: GameId,
    /// Length of the paths in half-moves
    #[arg(value_parser = crate::cli::number::whole::<u32>(0..=100))]
    depth: u32,
    /// Position to start from; by default the start of the game
    #[arg(long)]
    fen: Option<String>,
    /// Also print the count for each first move
    #[arg(long)]
    divide: bool,
    /// Count part K of N of the first moves only
    #[arg(long, value_name = "K/N", requires = "divide")]
    part: Option<Part>,
    /// Join the outputs of all parts instead of counting
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["part", "fen"])]
    join: Vec<PathBuf>,
}

/// Counts and prints.
///
/// # Errors
///
/// Of the output, and when the position is refused.
pub fn run(arguments: &Arguments, out: &mut impl Write) -> io::Result<()> {
    if !arguments.join.is_empty() {
        return parts::join(arguments, out);
    }
    let Arguments { game, depth, fen, divide, part, .. } = arguments;
    let position = match fen {
        Some(fen) => super::position(*game, fen).map_err(super::invalid)?,
        None => game.start(),
    };
    let notation = Notation::of(game);
    let started = Instant::now();
    let first_moves = position.legal_moves().len();
    let own = part.map_or(0..first_moves, |part| part.stretch(first_moves));
    let mut progress = CommandProgress::new("{bar:40} {pos} of {len} moves, {eta} to go");
    let mut done = 0;
    let mut lines = Vec::new();
    let total = counting::divide(&position, *depth, own.clone(), &Control::default(), |first, nodes| {
        done += 1;
        progress.set(done, own.len() as u64);
        if *divide {
            lines.push(format!("{}: {nodes}", notation.write(first)));
        }
    });
    let (nodes, elapsed) = (total.unwrap_or_default(), started.elapsed());
    progress.finish();
    if let Some(part) = part {
        // `--join` knows by it which parts there are, and that they belong together.
        writeln!(out, "{}", parts::heading(*part, *game, *depth, &position.fen()))?;
    }
    lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
    writeln!(out, "Nodes searched: {nodes}")?;
    writeln!(out, "{} ms, {} nodes per second", elapsed.as_millis(), per_second(nodes, elapsed))
}
