//! `helgi datagen`.

use super::about;
use super::progress::Progress;
use helgi_engine::bench::per_second;
use helgi_engine::net::NetChoice;
use helgi_engine::selfplay::file::{Ending, Head, Played};
use helgi_engine::selfplay::store::Store;
use helgi_engine::selfplay::{self, Plan};
use helgi_rules::games::GameId;
use std::collections::HashSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// What can be said behind `datagen`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Whole games are kept, with the score of every move that was searched: `helgi train` and `helgi tune` learn
from them. Ctrl-C ends the run; it and anything worse lose at most the games in progress, and --resume plays
those that are missing. A game depends on its seed and number alone, so any machine may play any of them:
give each a seed of its own, and put the files side by side. docs/training.md tells the rest.

Examples:
  helgi datagen tavreli
  helgi datagen tavreli --games 20000 --nodes 1000 --seed 7 -o tavreli-7.games
  helgi datagen tavreli --games 20000 --nodes 1000 --seed 7 -o tavreli-7.games --resume
  parallel helgi datagen chess --threads 1 --seed {} -o chess-{}.games ::: $(seq 16)
  sbatch --array=1-16 --cpus-per-task=1 --wrap 'helgi datagen chess --threads 1 \\
      --seed $SLURM_ARRAY_TASK_ID -o chess-$SLURM_ARRAY_TASK_ID.games'")]
pub struct Arguments {
    /// The game
    #[arg(value_parser = super::game)]
    game: GameId,
    /// How many games to play
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// About how many nodes to search for each move: no iteration begins after half as many, or goes
    /// beyond twice as many
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    nodes: u64,
    /// What openings are drawn with; the same seed makes the same games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games to play at once; by default as many as there are cores
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// The file of the games; by default GAME-SEED.games
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// A net to play with; by default the one that comes with the program
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
    /// Go on with a file that is there
    #[arg(long)]
    resume: bool,
}

/// Plays and keeps the games.
///
/// # Errors
///
/// Of the file and the output, and for want of memory.
pub fn run(arguments: &Arguments, out: &mut impl Write) -> io::Result<()> {
    let &Arguments { game, games, nodes, seed, .. } = arguments;
    let name = game.name();
    let path = arguments.out.clone().unwrap_or_else(|| format!("{name}-{seed}.games").into());
    let revision = env!("HELGI_REVISION").to_owned();
    let (mut store, there) =
        open(&path, &Head { game: name.to_owned(), revision, seed, nodes }, arguments.resume)?;
    let plan = Plan { nodes, seed, threads: super::threads(arguments.threads), clock: None };
    let net = arguments.net.as_deref().map_or(Ok(NetChoice::BuiltIn), read_net)?;
    let stop = super::set_by_ctrl_c()?;

    let started = Instant::now();
    let mut missing: Vec<u32> = (0..games).filter(|number| !there.contains(number)).collect();
    let mut numbers = missing.clone().into_iter();
    let mut tally = Tally::default();
    let mut bar =
        Progress::new("{bar:30} {pos} of {len} games, {msg} positions a second, {eta_precise} to go");
    selfplay::play(game, &net, &plan, &mut numbers, &stop, &mut |played| {
        tally.add(&played);
        bar.set((games as usize - missing.len() + tally.games) as u64, games.into());
        bar.say(per_second(tally.positions as u64, started.elapsed()).to_string());
        store.add(&played).map_err(|error| about(&path, &error))
    })?;
    bar.finish();
    let rate = per_second(tally.positions as u64, started.elapsed());
    writeln!(out, "{}: {tally}, {rate} positions a second", path.display())?;
    missing.truncate(missing.len() - tally.games);
    if !missing.is_empty() {
        writeln!(out, "{} games are missing; the same command with --resume plays them", missing.len())?;
    }
    Ok(())
}

/// The net of a file.
fn read_net(path: &Path) -> io::Result<NetChoice> {
    let bytes = helgi::nets::read(path).map_err(|error| about(path, &error))?;
    helgi_engine::read_net(&bytes).map_err(|error| super::invalid(format!("{}: {error}", path.display())))
}

/// The file, and the numbers of the games that are in it.
fn open(path: &Path, head: &Head, resume: bool) -> io::Result<(Store, HashSet<u32>)> {
    let opened = if resume && path.exists() {
        Store::resume(path, head)
    } else {
        Store::create(path, head).map(|store| (store, HashSet::new()))
    };
    opened.map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => super::invalid(format!(
            "{}: it is there already; say --resume to go on with it, or -o for another",
            path.display()
        )),
        _ => about(path, &error),
    })
}

/// What was played.
#[derive(Default)]
struct Tally {
    games: usize,
    /// Those with a score.
    positions: usize,
    endings: [usize; 4],
}

impl Tally {
    fn add(&mut self, played: &Played) {
        self.games += 1;
        self.positions += played.plies.iter().filter(|ply| ply.score.is_some()).count();
        self.endings[match played.ending {
            Ending::White => 0,
            Ending::Draw => 1,
            Ending::Black => 2,
            Ending::Unfinished => 3,
        }] += 1;
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Tally { games, positions, endings: [white, draws, black, unfinished] } = self;
        write!(f, "{games} games (+{white} ={draws} -{black} for White, {unfinished} unfinished)")?;
        write!(f, ", {positions} positions")
    }
}
