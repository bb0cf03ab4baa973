//! `helgi datagen`.

mod siblings;

use super::about;
use super::place::expect_file;
use super::progress::CommandProgress;
use helgi_engine::internals::bench::per_second;
use helgi_engine::net::NetChoice;
use helgi_lab::selfplay::file::{GamesFile, Head, SelfPlayGame, SelfPlayResult};
use helgi_lab::selfplay::frames::FileFormat;
use helgi_lab::selfplay::siblings::Label;
use helgi_lab::selfplay::store::Store;
use helgi_lab::selfplay::{self, SelfPlayPlan};
use helgi_match::Part;
use helgi_rules::games::GameId;
use std::collections::HashSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Arguments of `helgi datagen`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Games are stored whole, with the score of every searched move, for `helgi
train` and `helgi tune`. Ctrl-C stops the run; the exit status is 130
then. Even a crash loses only the games in progress, and --resume plays the
missing ones. A game depends only on its seed and number, so several machines
can share the work: --part plays some of the games, and the files together are
those of one machine. Train on all of them, or put them together with `cat`.
See docs/training.md and docs/clusters.md.

Examples:
  helgi datagen tavreli
  helgi datagen tavreli --games 20000 --seed 7 -o tavreli-7.games
  helgi datagen tavreli --games 20000 --seed 7 -o tavreli-7.games --resume
  parallel helgi datagen chess --threads 1 --part {}/3 ::: 1 2 3
  sbatch --array=1-16 --cpus-per-task=1 --requeue --wrap 'helgi datagen \\
      chess --threads 1 --part $SLURM_ARRAY_TASK_ID/16 --resume'

With --siblings, the games are not kept, but positions one to three random
moves beside them, like those at the leaves of a search:
  helgi datagen tavreli --siblings 8 --label depth=2
  helgi datagen chess --siblings 8 --label none --from chess-1.games")]
pub struct Arguments {
    /// Game
    #[arg(value_parser = super::game)]
    game: GameId,
    /// Number of games to play
    #[arg(long, default_value_t = 10_000, value_parser = crate::cli::number::at_least::<u32>(1))]
    games: u32,
    /// Approximate nodes for each move: no iteration starts after half of them or continues after twice
    /// as many
    #[arg(long, default_value_t = 1_000, value_parser = crate::cli::number::whole::<u64>(1..=100_000_000))]
    nodes: u64,
    /// Seed for the random openings; the same seed gives the same games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of games to play at once; by default the number of cores
    #[arg(long, value_parser = crate::cli::number::whole::<u16>(1..=1024))]
    threads: Option<u16>,
    /// Play part K of N of the games: every Nth, from the Kth on
    #[arg(long, value_name = "K/N")]
    part: Option<Part>,
    /// Output file; by default GAME-SEED.games, or GAME-SEED-KofN.games with --part
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Net to play with; by default the built-in one
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
    /// Continue an existing file
    #[arg(long)]
    resume: bool,
    /// Instead of the games, keep so many quiet positions beside each searched position of theirs
    #[arg(long, value_name = "N", value_parser = crate::cli::number::whole::<u16>(1..=1000))]
    siblings: Option<u16>,
    /// Scores of these positions: static (the evaluation), depth=D, nodes=N, or none for `helgi label`
    #[arg(long, default_value = "static", requires = "siblings")]
    label: Label,
    /// Draw them around the games of this file instead of playing games
    #[arg(long, value_name = "FILE", requires = "siblings", conflicts_with_all = ["games", "nodes"])]
    from: Option<PathBuf>,
}

impl Arguments {
    /// The output file.
    fn path(&self, ending: &str) -> PathBuf {
        let (name, seed) = (self.game.name(), self.seed);
        let part = self.part.map_or(String::new(), |part| format!("-{}of{}", part.number(), part.of()));
        self.out.clone().unwrap_or_else(|| format!("{name}-{seed}{part}.{ending}").into())
    }

    /// The numbers of the games to be played or drawn around, some of which may be there.
    fn own(&self, games: u32, there: &HashSet<u32>, path: &Path) -> io::Result<Vec<u32>> {
        // Games of another part in the file would be there twice when the parts are put together.
        if let (Some(part), Some(number)) = (self.part, there.iter().find(|&&number| !self.is_own(number))) {
            return Err(super::invalid(format!(
                "{}: it has game {number}, which is not of part {part}: expected a file of that part; choose \
                 another with -o",
                path.display()
            )));
        }
        Ok((0..games).filter(|&number| self.is_own(number)).collect())
    }

    fn is_own(&self, number: u32) -> bool {
        self.part.is_none_or(|part| part.has(number as usize))
    }
}

/// Plays and keeps the games.
///
/// # Errors
///
/// Of the file and the output, and for lack of memory.
pub fn run(arguments: &Arguments, out: &mut impl Write) -> io::Result<()> {
    if let Some(each) = arguments.siblings {
        return siblings::run(arguments, each, out);
    }
    let &Arguments { game, games, nodes, seed, .. } = arguments;
    let name = game.name();
    let path = arguments.path("games");
    let revision = env!("HELGI_REVISION").to_owned();
    let (mut store, there) =
        open::<GamesFile>(&path, &Head { game: name.to_owned(), revision, seed, nodes }, arguments.resume)?;
    let plan = SelfPlayPlan { nodes, seed, threads: super::threads(arguments.threads), clock: None };
    let net = arguments.net.as_deref().map_or(Ok(NetChoice::BuiltIn), read_net)?;
    let stop = super::set_by_ctrl_c()?;

    let own = arguments.own(games, &there, &path)?;
    let started = Instant::now();
    let missing: Vec<u32> = own.iter().copied().filter(|number| !there.contains(number)).collect();
    let mut numbers = missing.clone().into_iter();
    let mut tally = Tally::default();
    let mut bar = CommandProgress::new(
        "{bar:30} {pos} of {len} games, {msg} positions per second, {eta_precise} to go",
    );
    selfplay::play(game, &net, &plan, &mut numbers, &stop, &mut |played| {
        tally.add(&played);
        // The bar counts the games that were there before the run as well.
        bar.set((own.len() - missing.len() + tally.games) as u64, own.len() as u64);
        bar.set_message(per_second(tally.positions as u64, started.elapsed()).to_string());
        store.add(&played).map_err(|error| about(&path, &error))
    })?;
    bar.finish();
    let rate = per_second(tally.positions as u64, started.elapsed());
    writeln!(out, "{}: {tally}, {rate} positions per second", path.display())?;
    check_missing(missing.len() - tally.games)
}

/// The error about the games that are missing of those that were asked for, if there are any: only a signal ends the run
/// before them.
pub(super) fn check_missing(games: usize) -> io::Result<()> {
    let text =
        || format!("stopped: {} missing; run the same command with --resume", super::counted(games, "game"));
    if games == 0 { Ok(()) } else { Err(super::stopped(text())) }
}

/// The net of a file.
fn read_net(path: &Path) -> io::Result<NetChoice> {
    let bytes = helgi_session::nets::read(path).map_err(|error| about(path, &error))?;
    helgi_engine::read_net(&bytes).map_err(|error| super::invalid(format!("{}: {error}", path.display())))
}

/// The file, and the numbers of the games that are in it.
pub(super) fn open<F: FileFormat>(
    path: &Path,
    head: &F::Head,
    resume: bool,
) -> io::Result<(Store<F>, HashSet<u32>)> {
    expect_file("-o", path)?;
    let opened = if resume && path.exists() {
        Store::resume(path, head)
    } else {
        Store::create(path, head).map(|store| (store, HashSet::new()))
    };
    opened.map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => super::invalid(format!(
            "{}: the file exists; use --resume to continue it, or -o to choose another",
            path.display()
        )),
        _ => about(path, &error),
    })
}

/// The counts of the games played.
#[derive(Default)]
struct Tally {
    games: usize,
    /// The positions with a score.
    positions: usize,
    endings: [usize; 4],
}

impl Tally {
    fn add(&mut self, played: &SelfPlayGame) {
        self.games += 1;
        self.positions += played.searched();
        self.endings[match played.ending {
            SelfPlayResult::White => 0,
            SelfPlayResult::Draw => 1,
            SelfPlayResult::Black => 2,
            SelfPlayResult::Unfinished => 3,
        }] += 1;
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Tally { games, positions, endings: [white, draws, black, unfinished] } = self;
        let (games, positions) = (super::counted(*games, "game"), super::counted(*positions, "position"));
        write!(f, "{games} (+{white} ={draws} -{black} for White, {unfinished} unfinished), {positions}")
    }
}
