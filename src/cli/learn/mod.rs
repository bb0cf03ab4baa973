//! `helgi learn`: a game learns from its own games, round after round, until nothing more is gained.
//!
//! A round plays games with the newest net ([`games`]), trains a net on them ([`training`]) and lets it play the net
//! before ([`trial`]). Everything that is known lies in one folder ([`folder`]): a run that was killed goes on where it
//! was, and several machines that see the folder share the work. Which nets come about depends on the plan alone, not on
//! the number of machines, their threads or the moments at which they stopped.

mod folder;
mod games;
mod page;
mod training;
mod trial;

use super::place::write_net;
use super::{about, folder as places, hours, invalid};
use folder::{LearnFolder, LearnPlan, MOST_BYTES, RoundReport};
use helgi_engine::internals::net::{Net, WIDTHS};
use helgi_engine::net::NetChoice;
use helgi_files::read_ordinary;
use helgi_rules::games::GameId;
use helgi_session::nets;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// After this many rounds in a row without a better net, the run is over.
const PATIENCE: usize = 2;

/// The training learns from the games of so many rounds, the last ones.
const ROUNDS_LEARNED_FROM: usize = 4;

/// A net whose error on games held out falls by less than this part has room for no more: the next one gets more units.
const LEAST_FALL: f64 = 0.02;

/// Arguments of `helgi learn`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Round after round, the game plays against itself with its newest net, trains a
net on those games, and lets it play the net before. A better net is kept, and
used from then on: it lies beside the file of a game of your own, and in your
folder of nets for any other. The run ends when two rounds in a row have
brought nothing, after --hours, or with Ctrl-C, and then with exit status 130;
the same command goes on where it was, even after a power cut. Several
machines share the work if --folder names a folder that all of them see: run
the same command on each.

Examples:
  helgi learn tavreli
  helgi learn tavreli --hours 8
  helgi --games my-games.ini learn my-game
  helgi learn chessbattle --nodes 1000 --positions 1000000
  helgi learn tavreli --folder /net/share/tavreli    on each machine")]
pub struct Arguments {
    /// Game
    #[arg(value_parser = super::game)]
    game: GameId,
    /// Stop after so many hours; the same command goes on later
    #[arg(long, value_parser = hours::parse)]
    hours: Option<f64>,
    /// Approximate nodes for each move of the games to learn from
    #[arg(long, default_value_t = 400, value_parser = crate::cli::number::whole::<u64>(1..=100_000_000))]
    nodes: u64,
    /// Searched positions in the games of each round, at least
    #[arg(long, default_value_t = 300_000, value_parser = crate::cli::number::whole::<u32>(1_000..=100_000_000))]
    positions: u32,
    /// Nodes for each move of the games between two nets
    #[arg(long, default_value_t = 5_000, value_parser = crate::cli::number::whole::<u64>(1..=100_000_000))]
    trial_nodes: u64,
    /// Most hidden units that a net may get: 16, 32, 64, 128 or 256
    #[arg(long, default_value_t = 128, value_parser = super::train::hidden)]
    most_hidden: usize,
    /// Seed of the games and of the training; the same seed gives the same nets
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of games to play at once; by default the number of cores
    #[arg(long, value_parser = crate::cli::number::whole::<u16>(1..=1024))]
    threads: Option<u16>,
    /// Folder of the run; by default one of this game in your folder of data
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,
}

/// The net of a run, and the file that it is from.
struct BestNet {
    /// `None` where the game has no net yet.
    net: Option<Arc<Net>>,
    /// The round that made it; 0 for the net that was there before.
    round: usize,
}

impl BestNet {
    fn choice(&self) -> NetChoice {
        self.net.as_ref().map_or(NetChoice::None, |net| NetChoice::Loaded(Arc::clone(net)))
    }

    fn hidden(&self) -> usize {
        self.net.as_ref().map_or(0, |net| net.hidden)
    }
}

/// A machine's part in a run.
struct Learner<'a> {
    game: GameId,
    plan: &'a LearnPlan,
    folder: &'a LearnFolder,
    threads: usize,
    /// Set by Ctrl-C and by the end of the time.
    stop: &'a AtomicBool,
}

impl Learner<'_> {
    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Waits a moment for other machines.
    fn pause(&self) {
        thread::sleep(Duration::from_millis(500));
    }
}

/// Learns, and prints what each round has brought. `files` are the games from files, each with its file.
///
/// # Errors
///
/// Of the folder and the output, for lack of memory, and when another run is in the folder.
pub fn run(arguments: &Arguments, files: &[(GameId, PathBuf)], out: &mut impl Write) -> io::Result<()> {
    let &Arguments { game, nodes, positions, trial_nodes, most_hidden, seed, .. } = arguments;
    let file = files.iter().rev().find(|(known, _)| *known == game).map(|(_, file)| file.as_path());
    // Before hours of work, whether there is a place for the net.
    let place = place_of_net(game, file)?;
    let folder = LearnFolder::open(match &arguments.folder {
        Some(folder) => folder.clone(),
        None => data()?.join("learn").join(game.name()),
    })?;
    let plan = LearnPlan::new(game, nodes, positions, trial_nodes, most_hidden, seed);
    folder.begin(&plan, helgi_engine::internals::net_in_use(game))?;
    writeln!(out, "{} learns in {}", game.name(), folder.path().display())?;

    let stop = super::set_by_ctrl_c()?;
    let is_late = arguments.hours.map(|hours| hours::stop_after(hours, &stop));
    let learner = Learner {
        game,
        plan: &plan,
        folder: &folder,
        threads: super::threads(arguments.threads),
        stop: &stop,
    };
    // The page is written also when the rounds have failed or were stopped.
    let ended = rounds(&learner, &place, out);
    let page = page::write(&learner)?;
    let has_ended = ended?;
    let is_late = is_late.is_some_and(|is_late| is_late.load(Ordering::Relaxed));
    if is_late && !has_ended {
        writeln!(out, "the time is up; the same command goes on")?;
    }
    writeln!(out, "the page about it: {}", page.display())?;
    if has_ended || is_late { Ok(()) } else { Err(super::stopped("stopped; the same command goes on")) }
}

/// Plays round after round; true if nothing more is gained, and false if it was stopped.
fn rounds(learner: &Learner<'_>, place: &Path, out: &mut impl Write) -> io::Result<bool> {
    let mut past: Vec<RoundReport> = Vec::new();
    // The round whose net the game plays with.
    let mut kept = None;
    loop {
        // Counted from the last round back to the last better one.
        let failed = past.iter().rev().take_while(|round| !round.is_better).count();
        let number = past.len() + 1;
        let known = learner.folder.report(number)?;
        // A run that goes on reads all its reports first: no older net takes the place of the best.
        let better = past.iter().rev().find(|round| round.is_better).map(|round| round.number);
        if let Some(best) = better.filter(|_| better != kept && (known.is_none() || failed >= PATIENCE)) {
            keep(learner, best, place, out)?;
            kept = better;
        }
        if failed >= PATIENCE {
            writeln!(out, "{PATIENCE} rounds in a row have brought no better net: done")?;
            return Ok(true);
        }
        let report = match known {
            Some(report) => report,
            None => match round(learner, number, &past, out)? {
                Some(report) => {
                    page::write(learner)?;
                    report
                }
                None => return Ok(false),
            },
        };
        writeln!(out, "{}", report.line())?;
        past.push(report);
    }
}

/// Plays one round; `None` if it was stopped.
fn round(
    learner: &Learner<'_>,
    number: usize,
    past: &[RoundReport],
    out: &mut impl Write,
) -> io::Result<Option<RoundReport>> {
    let best = best_net(learner, past)?;
    let started = Instant::now();
    learner.folder.begin_round(number)?;
    let Some(files) = games::play(learner, number, &best, out)? else { return Ok(None) };
    let hidden = units(learner.plan, &best, past);
    let mut learned_from = Vec::new();
    for earlier in number.saturating_sub(ROUNDS_LEARNED_FROM - 1).max(1)..number {
        learned_from.extend(games::files_of(learner, earlier)?);
    }
    learned_from.extend(files);
    let Some(trained) = training::train(learner, number, &learned_from, &best, hidden, out)? else {
        return Ok(None);
    };
    let Some(pairs) = trial::play(learner, number, &best, out)? else { return Ok(None) };
    let report = RoundReport {
        number,
        is_better: trial::is_better(&pairs),
        beside: best.round,
        pairs: pairs.0,
        seconds: started.elapsed().as_secs(),
        trained,
    };
    learner.folder.finish(&report)?;
    // Another machine may have been earlier; what it says is the same but for the time.
    learner.folder.report(number)
}

/// The newest net that was better than the one before.
fn best_net(learner: &Learner<'_>, past: &[RoundReport]) -> io::Result<BestNet> {
    let round = past.iter().rev().find(|round| round.is_better).map_or(0, |round| round.number);
    Ok(BestNet { net: learner.folder.net(round)?.map(Arc::new), round })
}

/// The number of units of the next net: more than before where the last one's error hardly fell, or where it was not
/// better.
fn units(plan: &LearnPlan, best: &BestNet, past: &[RoundReport]) -> usize {
    const FIRST: usize = 32;
    let least = best.hidden().max(FIRST.min(plan.most_hidden));
    let Some(last) = past.last() else { return least };
    let wider = WIDTHS.into_iter().find(|width| *width > last.trained.hidden).unwrap_or(last.trained.hidden);
    let has_room = last.is_better && last.trained.fall().is_none_or(|fall| fall >= LEAST_FALL);
    let wanted = if has_room { last.trained.hidden } else { wider };
    wanted.min(plan.most_hidden).max(least)
}

/// Lets the game play with the net of a round from now on.
fn keep(learner: &Learner<'_>, number: usize, place: &Path, out: &mut impl Write) -> io::Result<()> {
    let net = learner.folder.net_bytes(number)?;
    let card = learner.folder.card(number)?;
    let card_place = place.with_extension("md");
    // Another machine, or this one before it was killed, has put it there.
    if nets::read(place).is_ok_and(|there| there == net)
        && read_ordinary(&card_place, MOST_BYTES).is_ok_and(|there| there == card)
    {
        return Ok(());
    }
    if let Some(folder) = place.parent() {
        std::fs::create_dir_all(folder).map_err(|error| about(folder, &error))?;
    }
    write_net(place, &net, &[(&card_place, &card)])?;
    writeln!(out, "{} plays with it from now on: {}", learner.game.name(), place.display())
}

/// The file of a game's net: beside its own file if it is the user's, otherwise in the user's folder of nets.
fn place_of_net(game: GameId, file: Option<&Path>) -> io::Result<PathBuf> {
    Ok(match file {
        Some(file) => nets::learned(file.parent().unwrap_or(Path::new("")), game),
        None => nets::learned(&places::nets_in(&data()?), game),
    })
}

/// The user's folder of data.
fn data() -> io::Result<PathBuf> {
    places::data().ok_or_else(|| invalid("this user has no home for nets: expected one, such as HOME names"))
}

#[cfg(test)]
mod tests {
    use super::folder::TrainedNet;
    use super::*;

    fn report(number: usize, is_better: bool, hidden: usize, errors: (f64, f64)) -> RoundReport {
        let (before, after) = errors;
        let trained = TrainedNet {
            games: 100,
            learned_from: 9_000,
            held_out: 500,
            hidden,
            error_before: Some(before),
            error: after,
            hand_written: 0.01,
            epochs: Vec::new(),
        };
        RoundReport { number, is_better, beside: 0, pairs: [0; 5], seconds: 1, trained }
    }

    #[test]
    fn a_net_gets_more_units_when_it_learns_no_more() {
        let plan = LearnPlan::new(GameId::TAVRELI, 400, 1_000, 5_000, 128, 1);
        let none = BestNet { net: None, round: 0 };
        assert_eq!(units(&plan, &none, &[]), 32);
        assert_eq!(units(&plan, &none, &[report(1, true, 32, (0.010, 0.009))]), 32);
        assert_eq!(units(&plan, &none, &[report(1, true, 32, (0.010, 0.00999))]), 64);
        assert_eq!(units(&plan, &none, &[report(1, false, 64, (0.010, 0.009))]), 128);
        assert_eq!(units(&plan, &none, &[report(1, false, 128, (0.010, 0.010))]), 128);
        let narrow = LearnPlan::new(GameId::TAVRELI, 400, 1_000, 5_000, 16, 1);
        assert_eq!(units(&narrow, &none, &[]), 16);
    }
}
