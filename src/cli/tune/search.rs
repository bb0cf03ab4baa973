//! `helgi tune search`: the parameters of the search, judged by games at a fixed number of nodes a move.
//!
//! A run of SPSA is kept in a file of lines: the arguments, the number of pairs done, and the
//! values of the parameters at intervals, from which the run resumes and a picture is drawn.

use super::super::progress::CommandProgress;
use super::super::{invalid, set_by_ctrl_c, stopped, threads};
use super::spsa::Run;
use helgi_engine::internals::games_with_nets;
use helgi_engine::internals::search::Params;
use helgi_lab::selfplay::duel::{self, Duellist, Pair};
use helgi_lab::selfplay::{NodeClock, SelfPlayPlan};
use helgi_lab::tune::spsa::Spsa;
use helgi_match::sprt::{EloModel, Sprt, SprtVerdict};
use helgi_match::statistics::{Difference, MatchScore, Pairs};
use helgi_rules::games::GameId;
use std::io::{self, Write};
use std::num::NonZeroU64;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Arguments of `helgi tune search`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Plays pairs of games from random openings, with sides exchanged, between two
players that differ only in the parameters of
crates/engine/src/search/params.rs.

Without --try, all parameters are changed a little after each pair, towards
what wins (SPSA): with --nodes all except those of time management, with
--clock only those. The run is saved in a file, with a plot beside it, and the
same command continues it, even after Ctrl-C. With --try, the given values
play against those in the source until a sequential test reaches a verdict on
all games together; the result for each game is shown as well.

Examples:
  helgi tune search --list              the parameters and their ranges
  helgi tune search --pairs 20000       tune all; search.tsv and search.svg
  helgi tune search --only futility_margin --only futility_base --game chess
  helgi tune search --try late_move_reduction_base=60
  helgi tune search --try time_soft=80 --clock 1+0.01
  helgi tune search --try futility_depth=8 --try futility_margin=90")]
pub struct Arguments {
    /// Games to play, in turn; by default those with a net of their own. May be repeated
    #[arg(long = "game", value_name = "GAME", value_parser = super::super::game)]
    games: Vec<GameId>,
    /// List the parameters and their ranges
    #[arg(long, conflicts_with_all = ["changes", "only"])]
    list: bool,
    /// Test this value against the one in the source; may be repeated
    #[arg(long = "try", value_name = "NAME=VALUE", value_parser = change)]
    changes: Vec<(String, i32)>,
    /// Tune only this parameter; may be repeated
    #[arg(long, value_name = "NAME", value_parser = name, conflicts_with = "changes")]
    only: Vec<String>,
    /// Nodes for each move
    #[arg(long, default_value_t = 5_000, value_parser = crate::cli::number::whole::<u64>(16..=100_000_000))]
    nodes: u64,
    /// Play by a clock that counts nodes instead, SECONDS+INCREMENT, to judge time management
    #[arg(long, value_name = "TIME", value_parser = time, conflicts_with = "nodes")]
    clock: Option<(Duration, Duration)>,
    /// Nodes that count as a millisecond of that clock
    #[arg(long, value_name = "NODES", default_value = "150", requires = "clock")]
    rate: NonZeroU64,
    /// Number of pairs of games; for a test, the maximum
    #[arg(long, default_value_t = 20_000)]
    pairs: u32,
    /// Elo differences that the test distinguishes
    #[arg(long, num_args = 2, default_values_t = [0.0, 10.0], allow_negative_numbers = true)]
    bounds: Vec<f64>,
    /// Seed of the random openings and changes
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of games to play at once; by default the number of cores
    #[arg(long, value_parser = crate::cli::number::whole::<u16>(1..=1024))]
    threads: Option<u16>,
    /// File of the tuning run
    #[arg(short, long, value_name = "FILE", default_value = "search.tsv", conflicts_with = "changes")]
    out: PathBuf,
}

/// The file of a tuning run is written after this many pairs.
const SAVED_EVERY: u32 = 50;

/// Reads the name of a number.
fn name(name: &str) -> Result<String, String> {
    let is_known = Params::DEFAULT.get(name).is_some();
    let unknown = || "expected a search parameter; `helgi tune search --list` shows them".to_owned();
    is_known.then(|| name.to_owned()).ok_or_else(unknown)
}

/// Reads `NAME=VALUE`.
fn change(text: &str) -> Result<(String, i32), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    let value = value.parse().map_err(|_| format!("`{value}`: expected a number"))?;
    Ok((self::name(name)?, value))
}

/// Reads `SECONDS+INCREMENT`, or seconds alone.
fn time(text: &str) -> Result<(Duration, Duration), String> {
    let seconds = |text: &str| {
        let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        seconds.ok_or_else(|| format!("`{text}`: expected seconds, such as 0.5"))
    };
    let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
    Ok((seconds(base)?, seconds(increment)?))
}

/// Lists or tests.
///
/// # Errors
///
/// Of the output, and for lack of memory.
pub fn run(arguments: &Arguments, out: &mut impl Write) -> io::Result<()> {
    if arguments.list {
        for (name, range) in Params::RANGES {
            let value = Params::DEFAULT.get(name).unwrap_or_default();
            writeln!(out, "{name:<40} {value:>6}   {} to {}", range.start(), range.end())?;
        }
        return Ok(());
    }
    let games = if arguments.games.is_empty() { games_with_nets() } else { arguments.games.clone() };
    let stop = set_by_ctrl_c()?;
    let named = arguments.only.iter().chain(arguments.changes.iter().map(|(name, _)| name));
    if let Some(name) = named.into_iter().find(|name| is_of_time(name) && arguments.clock.is_none()) {
        return Err(invalid(format!(
            "{name}: this parameter has no effect at fixed nodes; add --clock 1+0.01"
        )));
    }
    if arguments.changes.is_empty() {
        tune(arguments, &games, &stop, out)
    } else {
        test(arguments, &games, &stop, out)
    }
}

fn plan(arguments: &Arguments) -> SelfPlayPlan {
    let &Arguments { nodes, seed, ref clock, rate, .. } = arguments;
    let clock = clock.map(|(base, increment)| NodeClock { base, increment, rate });
    SelfPlayPlan { nodes, seed, threads: threads(arguments.threads), clock }
}

/// Returns true if a parameter only concerns the use of the clock.
fn is_of_time(name: &str) -> bool {
    name.starts_with("time_")
}

/// The parameters to be tuned: the named ones, or all that such games can judge.
fn wanted(arguments: &Arguments) -> Vec<String> {
    if !arguments.only.is_empty() {
        return arguments.only.clone();
    }
    let names = Params::RANGES.iter().map(|&(name, _)| name);
    names.filter(|name| is_of_time(name) == arguments.clock.is_some()).map(str::to_owned).collect()
}

/// Returns the players' limits for their moves, in words.
fn limit(arguments: &Arguments) -> String {
    match arguments.clock {
        Some((base, increment)) => {
            let (base, increment) = (base.as_secs_f64(), increment.as_secs_f64());
            format!("{base}+{increment} s at {} nodes a ms", arguments.rate)
        }
        None => format!("{} nodes", arguments.nodes),
    }
}

/// Tunes the numbers by SPSA.
fn tune(arguments: &Arguments, games: &[GameId], stop: &AtomicBool, out: &mut impl Write) -> io::Result<()> {
    let &Arguments { pairs, seed, .. } = arguments;
    let names: Vec<&str> = games.iter().map(|game| game.name()).collect();
    let limit = limit(arguments);
    let head = format!("# helgi tune search: {pairs} pairs, seed {seed}, {limit}, {}", names.join(" "));
    let run = Run::open(&arguments.out, head, Spsa::new(pairs, seed, &wanted(arguments)))?;
    // A run that goes on has its first pairs behind it.
    let first = run.spsa.done;
    let run = Mutex::new(run);
    let lock = || run.lock().unwrap_or_else(PoisonError::into_inner);
    let players = |number| lock().spsa.players(number).map(with_params);
    let mut bar = CommandProgress::new("{bar:30} {pos} of {len} pairs, {eta_precise} to go");
    duel::play(games, &plan(arguments), &players, &mut (first..pairs), stop, &mut |pair| {
        let mut run = lock();
        run.spsa.note(pair.number, pair.half_points);
        bar.set(run.spsa.done.into(), pairs.into());
        if run.spsa.done.is_multiple_of(SAVED_EVERY) {
            run.snapshot();
            run.save(&arguments.out)?;
        }
        Ok(())
    })?;
    bar.finish();
    let mut run = lock();
    run.snapshot();
    run.save(&arguments.out)?;
    let tuned = run.spsa.params();
    for (name, _) in &run.spsa.values {
        let (before, after) = (Params::DEFAULT.get(name), tuned.get(name));
        if let (Some(before), Some(after)) = (before, after)
            && before != after
        {
            writeln!(out, "{name:<40} {before:>6} to {after:>6}")?;
        }
    }
    let done = run.spsa.done;
    writeln!(out, "{done} of {pairs} pairs; results so far are in {}", arguments.out.display())?;
    if done < pairs { Err(stopped("stopped; run the same command to continue")) } else { Ok(()) }
}

/// The results of the games of a test.
#[derive(Default)]
struct Tally {
    all: Pairs,
    by_game: Vec<(GameId, Pairs)>,
}

impl Tally {
    fn add(&mut self, pair: Pair) {
        self.all.0[pair.half_points] += 1;
        let place = self.by_game.iter().position(|(game, _)| *game == pair.game);
        let place = place.unwrap_or_else(|| {
            self.by_game.push((pair.game, Pairs::default()));
            self.by_game.len() - 1
        });
        self.by_game[place].1.0[pair.half_points] += 1;
    }
}

/// Tests the numbers that are named against those in the source.
fn test(arguments: &Arguments, games: &[GameId], stop: &AtomicBool, out: &mut impl Write) -> io::Result<()> {
    let mut changed = Params::DEFAULT;
    for (name, value) in &arguments.changes {
        changed.set(name, *value);
    }
    let &[elo0, elo1] = arguments.bounds.as_slice() else {
        return Err(invalid("--bounds: expected two numbers"));
    };
    let sprt = Sprt::new(elo0, elo1, 0.05, 0.05, EloModel::Normalized).map_err(invalid)?;
    let mut tally = Tally::default();
    let mut verdict = None;
    let mut bar = CommandProgress::new("{bar:30} {pos} pairs, {msg}");
    let players = |_| [changed, Params::DEFAULT].map(with_params);
    duel::play(games, &plan(arguments), &players, &mut (0..arguments.pairs), stop, &mut |pair| {
        // Pairs that end after the verdict do not change it.
        if verdict.is_none() {
            tally.add(pair);
            verdict = sprt.verdict(&MatchScore::default(), &tally.all);
            if verdict.is_some() {
                stop.store(true, Ordering::Relaxed);
            }
        }
        bar.set(tally.all.count(), arguments.pairs.into());
        bar.set_message(line(&sprt, &tally.all));
        Ok(())
    })?;
    bar.finish();
    for (game, pairs) in &tally.by_game {
        writeln!(out, "{:<16} {}", game.name(), elo(pairs))?;
    }
    writeln!(out, "{:<16} {}", "all", line(&sprt, &tally.all))?;
    let said = match verdict {
        Some(SprtVerdict::AcceptH1) => "better",
        Some(SprtVerdict::AcceptH0) => "not better",
        None => "no verdict",
    };
    writeln!(out, "verdict          {said}")?;
    // The verdict sets the flag as well.
    if verdict.is_none() && stop.load(Ordering::Relaxed) { Err(stopped("stopped")) } else { Ok(()) }
}

/// A player with these numbers and the game's net.
fn with_params(params: Params) -> Duellist {
    Duellist { params, ..Duellist::default() }
}

fn elo(pairs: &Pairs) -> String {
    let difference = Difference::of(&MatchScore::default(), pairs);
    let elo = difference.map_or("-".to_owned(), |difference| difference.elo.to_string());
    format!("Elo {elo:<16} {} games, pairs {:?}", 2 * pairs.count(), pairs.0)
}

fn line(sprt: &Sprt, pairs: &Pairs) -> String {
    let (low, high) = sprt.bounds();
    let llr = sprt.llr(&MatchScore::default(), pairs);
    format!("{}, LLR {llr:.2} ({low:.2} to {high:.2}) [{}, {}]", elo(pairs), sprt.elo0, sprt.elo1)
}
