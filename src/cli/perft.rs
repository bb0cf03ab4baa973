//! `helgi perft`.

use helgi::eval::Evaluate;
use helgi::rules::{Game, Position};
use helgi::search::Control;
use helgi::session::counting;
use helgi::session::games::{GameId, Visitor};
use helgi::session::moves::Notation;
use helgi::session::report::per_second;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// How long a count goes on before its progress is shown.
const PATIENCE: Duration = Duration::from_secs(2);

/// What can be said behind `perft`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  helgi perft chess 5
  helgi perft tavreli 4 --divide
  helgi perft chess 4 --fen 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1'")]
pub struct Arguments {
    /// The game
    #[arg(value_parser = super::game)]
    game: GameId,
    /// The length of the paths in half-moves
    #[arg(value_parser = clap::value_parser!(u32).range(0..=100))]
    depth: u32,
    /// The position to begin with, instead of the start of the game
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
    arguments.game.visit(Perft { arguments, out })
}

struct Perft<'a, W> {
    arguments: &'a Arguments,
    out: &'a mut W,
}

impl<W: Write> Visitor for Perft<'_, W> {
    type Output = io::Result<()>;

    fn visit<G: Game, E: Evaluate<G::Position>>(self, game: G, _: E) -> io::Result<()> {
        let Arguments { depth, fen, divide, .. } = self.arguments;
        let position = match fen {
            Some(fen) => game.parse(fen).map_err(super::invalid)?,
            None => game.start(),
        };
        let notation = Notation::of(&game);
        let started = Instant::now();
        let mut progress = Progress::new(position.count_moves() as u64, started);
        let mut lines = Vec::new();
        let total = counting::divide(&position, *depth, &Control::default(), |first, nodes| {
            progress.step();
            if *divide {
                lines.push(format!("{}: {nodes}", notation.write(first)));
            }
        });
        let (nodes, elapsed) = (total.unwrap_or_default(), started.elapsed());
        progress.finish();
        lines.iter().try_for_each(|line| writeln!(self.out, "{line}"))?;
        writeln!(self.out, "Nodes searched: {nodes}")?;
        writeln!(self.out, "{} ms, {} nodes per second", elapsed.as_millis(), per_second(nodes, elapsed))
    }
}

/// A bar on the terminal, for counts that last.
struct Progress {
    started: Instant,
    done: u64,
    all: u64,
    bar: Option<ProgressBar>,
}

impl Progress {
    fn new(all: u64, started: Instant) -> Self {
        Progress { started, done: 0, all, bar: None }
    }

    fn step(&mut self) {
        self.done += 1;
        if self.started.elapsed() < PATIENCE {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| {
            // It shows itself on a terminal only.
            let bar = ProgressBar::new(self.all);
            let style = ProgressStyle::with_template("{bar:40} {pos} of {len} moves, {eta} to go");
            bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        bar.set_position(self.done);
    }

    fn finish(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}
