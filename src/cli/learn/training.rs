//! The net of a round, trained by one machine while the others wait for it.

use super::super::curve;
use super::super::place::write_net;
use super::super::progress::CommandProgress;
use super::super::train::{CardFacts, LAMBDA, card};
use super::super::{about, invalid};
use super::folder::{FileClaim, TrainedNet, read_json, write_json};
use super::{BestNet, Learner};
use helgi_lab::selfplay::replay::SampleFilter;
use helgi_lab::train::{self, Beginning, Samples, TrainError, Trained, TrainingSettings};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Number of epochs, unless the error held out falls no more.
const EPOCHS: usize = 8;

/// Positions in each step.
const BATCH: usize = 4_096;

/// The learning rate at the beginning.
const RATE: f32 = 1e-3;

/// The rate for a net that has learned much and may lose at the usual one what it knows.
const GENTLE_RATE: f32 = 1e-4;

/// The half-moves of a game, and the scores in centipawns, that are not learned from.
const FILTER: SampleFilter = SampleFilter { from_ply: 8, most: 3_000, only_quiet: true };

/// Trains the net of a round, or waits until another machine has; `None` if it was stopped.
pub fn train(
    learner: &Learner<'_>,
    round: usize,
    files: &[PathBuf],
    best: &BestNet,
    hidden: usize,
    out: &mut impl Write,
) -> io::Result<Option<TrainedNet>> {
    // The facts are written last: with them all is there.
    let facts = learner.folder.of_round(round, "net.json");
    loop {
        if let Some(trained) = read_json(&facts)? {
            return Ok(Some(trained));
        }
        if learner.is_stopped() {
            return Ok(None);
        }
        let Some(claim) = FileClaim::of(&facts)? else {
            learner.pause();
            continue;
        };
        if facts.exists() {
            continue;
        }
        let trained =
            claim.work(learner.stop, |halt| make(learner, round, files, best, hidden, halt, out))??;
        let Some(trained) = trained else { return Ok(None) };
        // It is read again, as other machines read it: a number's last digit may differ from the one in memory.
        write_json(&facts, &trained)?;
    }
}

/// The weight decay for so many positions: 30 for 200,000 and 1 for a million, as docs/training.md advises, and in between
/// on a straight line of their logarithms.
fn decay(positions: usize) -> f32 {
    let exponent = 30f64.ln() / 5f64.ln();
    (1e6 / positions.max(1) as f64).powf(exponent).clamp(0.1, 100.0) as f32
}

fn make(
    learner: &Learner<'_>,
    round: usize,
    files: &[PathBuf],
    best: &BestNet,
    hidden: usize,
    halt: &AtomicBool,
    out: &mut impl Write,
) -> io::Result<Option<TrainedNet>> {
    let started = Instant::now();
    let &Learner { game, plan, threads, .. } = learner;
    let mut samples = Samples::new(game);
    for path in files {
        if let Some(damage) = samples.add(path, FILTER, LAMBDA).map_err(|error| about(path, &error))? {
            return Err(invalid(format!("{}: {damage}: expected a whole file; remove it", path.display())));
        }
    }
    let (games, learned_from, held_out) = samples.counts();
    if learned_from == 0 || held_out == 0 {
        return Err(invalid(format!(
            "round {round}: {learned_from} positions to learn from and {held_out} held out of {games} games: expected \
             some of both; begin in another --folder with more --positions"
        )));
    }
    let seed = plan.seed_of(round);
    let train_at = |rate: f32| {
        let beginning = match &best.net {
            None => Beginning::Nothing { hidden, outputs: 1, adds: true },
            Some(net) => Beginning::Net(train::widened(net, hidden, seed).map_err(invalid)?),
        };
        let settings = TrainingSettings {
            beginning,
            epochs: EPOCHS,
            batch: BATCH,
            rate,
            decay: decay(learned_from),
            result_share: 0.0,
            seed,
            threads: threads.min(8),
        };
        let mut bar = CommandProgress::new("{bar:30} {percent} % of the training, {msg}, {eta} to go");
        let trained = train::train(&samples, &settings, |done, all, epoch| {
            bar.set(done as u64, all as u64);
            if let Some(epoch) = epoch {
                bar.set_message(format!("error {:.6}", epoch.held_out));
            }
            if halt.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        bar.finish();
        match trained {
            Ok(trained) => Ok(Some(trained)),
            Err(TrainError::Stopped) => Ok(None),
            Err(TrainError::Io(error)) => Err(error),
            Err(TrainError::Net(error)) => Err(invalid(error)),
        }
    };
    let trained = train_twice(train_at, best.net.is_some(), |trained| trained.best.held_out)?;
    let Some(trained) = trained else { return Ok(None) };
    let command = format!("{}, round {round}", plan.command());
    let text =
        card(&CardFacts { game, command, samples: &samples, trained: &trained, elapsed: started.elapsed() });
    let picture = curve::draw(game.info().title, &trained);
    let [net, card_path, curve_path] =
        ["net.net", "net.md", "net.svg"].map(|name| learner.folder.of_round(round, name));
    let about_it = [(&*card_path, text.as_bytes()), (&*curve_path, picture.as_bytes())];
    write_net(&net, &trained.net.to_bytes(), &about_it)?;
    let facts = facts(&samples, &trained);
    writeln!(out, "round {round}: learned from {learned_from} positions, {} units", facts.hidden)?;
    Ok(Some(facts))
}

/// Trains at the usual rate, a net that goes on at the gentle one too; returns the better of both, or `None` if it was
/// stopped.
fn train_twice<T>(
    train_at: impl Fn(f32) -> io::Result<Option<T>>,
    goes_on: bool,
    error: impl Fn(&T) -> f64,
) -> io::Result<Option<T>> {
    let Some(usual) = train_at(RATE)? else { return Ok(None) };
    if !goes_on {
        return Ok(Some(usual));
    }
    let gentle = train_at(GENTLE_RATE)?;
    Ok(gentle.map(|gentle| if error(&gentle) < error(&usual) { gentle } else { usual }))
}

fn facts(samples: &Samples, trained: &Trained) -> TrainedNet {
    let (games, learned_from, held_out) = samples.counts();
    let before = trained.epochs.first().filter(|epoch| epoch.number == 0);
    TrainedNet {
        games,
        learned_from,
        held_out,
        hidden: trained.net.hidden,
        error_before: before.map(|epoch| epoch.held_out),
        error: trained.best.held_out,
        hand_written: trained.hand_written,
        epochs: trained.epochs.iter().map(|epoch| (epoch.number, epoch.trained, epoch.held_out)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_decay_is_that_of_the_manual() {
        assert!((decay(200_000) - 30.0).abs() < 0.1);
        assert!((decay(1_000_000) - 1.0).abs() < 1e-6);
        assert_eq!((decay(1), decay(100_000_000)), (100.0, 0.1));
    }

    /// The rate of the training that is kept where the usual and the gentle one end with two errors; `None` stands for a
    /// training that was stopped.
    fn kept_rate(goes_on: bool, usual: Option<f64>, gentle: Option<f64>) -> Option<f32> {
        let train_at = |rate| Ok(if rate == RATE { usual } else { gentle }.map(|error| (rate, error)));
        let kept = train_twice(train_at, goes_on, |&(_, error)| error).expect("nothing is written");
        kept.map(|(rate, _)| rate)
    }

    #[test]
    fn a_net_that_goes_on_keeps_what_the_better_rate_taught() {
        assert_eq!(kept_rate(true, Some(0.5), Some(0.4)), Some(GENTLE_RATE));
        assert_eq!(kept_rate(true, Some(0.4), Some(0.5)), Some(RATE));
        assert_eq!(kept_rate(true, Some(0.4), None), None);
        assert_eq!(kept_rate(true, None, Some(0.4)), None);
        assert_eq!(kept_rate(false, Some(0.5), None), Some(RATE));
    }
}
