//! The trial of a round: its net plays the net before, until the sequential test knows whether it is better.
//!
//! Pairs of games have numbers, and the test looks at them in that order: its finding is that of the first pairs that
//! suffice, whichever machine has played which. Pairs behind them do not count.

use super::super::progress::CommandProgress;
use super::folder::{FileClaim, read_json, write_json};
use super::{BestNet, Learner};
use helgi_engine::internals::search::Params;
use helgi_engine::net::NetChoice;
use helgi_lab::selfplay::SelfPlayPlan;
use helgi_lab::selfplay::duel::{self, Duellist};
use helgi_match::sprt::{EloModel, Sprt, SprtVerdict};
use helgi_match::statistics::{Difference, MatchScore, Pairs};
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// The pairs of a block.
const BLOCK: u32 = 48;

/// Without a finding after so many pairs the net is not better.
const MOST: u32 = 1_500;

/// The blocks that are begun before the first of them is whole.
const AHEAD: u32 = 16;

/// A block of pairs: the points of the new net in each, in halves, by the pairs' numbers.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
struct TrialBlock {
    half_points: BTreeMap<u32, u8>,
}

/// The sequential test: is the net better by twenty, or not at all?
fn sprt() -> Sprt {
    Sprt { elo0: 0.0, elo1: 20.0, alpha: 0.05, beta: 0.05, model: EloModel::Normalized }
}

fn verdict(pairs: &Pairs) -> Option<SprtVerdict> {
    sprt().verdict(&MatchScore::default(), pairs)
}

/// Returns true if the pairs say that the new net is better.
pub fn is_better(pairs: &Pairs) -> bool {
    verdict(pairs) == Some(SprtVerdict::AcceptH1)
}

/// The pairs that count, from the first one on.
#[derive(Clone, Default)]
struct Standing {
    pairs: Pairs,
    count: u32,
    is_over: bool,
}

impl Standing {
    /// Counts the next pairs, as far as they are known and until they suffice.
    fn advance(&mut self, known: &BTreeMap<u32, u8>) {
        while !self.is_over {
            let Some(&half_points) = known.get(&self.count) else { return };
            // A larger number would be damage in the file.
            self.pairs.0[usize::from(half_points).min(4)] += 1;
            self.count += 1;
            self.is_over = self.count >= MOST || verdict(&self.pairs).is_some();
        }
    }

    /// The standing in words.
    fn text(&self) -> String {
        let difference = Difference::of(&MatchScore::default(), &self.pairs);
        let elo = difference.map_or("-".to_owned(), |difference| difference.elo.to_string());
        let (lower, upper) = sprt().bounds();
        let ratio = sprt().llr(&MatchScore::default(), &self.pairs);
        format!("Elo {elo}, LLR {ratio:.2} ({lower:.2}, {upper:.2})")
    }
}

/// Plays the pairs of a round together with other machines until they suffice, and returns those that count; `None` if it
/// was stopped.
pub fn play(
    learner: &Learner<'_>,
    round: usize,
    best: &BestNet,
    out: &mut impl Write,
) -> io::Result<Option<Pairs>> {
    let net = learner.folder.net(round)?.map_or(NetChoice::None, |net| NetChoice::Loaded(Arc::new(net)));
    let players = [net, best.choice()].map(|net| Duellist { params: Params::DEFAULT, net });
    let mut standing = Standing::default();
    let mut bar = CommandProgress::new("{spinner} {pos} pairs of games between the nets, {msg}");
    loop {
        // Blocks of other machines, which may still be growing.
        let known = known(learner, round, &standing)?;
        standing.advance(&known);
        if standing.is_over {
            break;
        }
        if learner.is_stopped() {
            return Ok(None);
        }
        bar.set(standing.count.into(), MOST.into());
        bar.set_message(standing.text());
        let first = standing.count / BLOCK;
        let mut is_idle = true;
        for block in first..(first + AHEAD).min(MOST.div_ceil(BLOCK)) {
            if play_block(learner, round, block, &players, &standing, &mut bar)? {
                is_idle = false;
                break;
            }
        }
        if is_idle {
            learner.pause();
        }
    }
    bar.finish();
    writeln!(out, "round {round}: {} pairs of games between the nets, {}", standing.count, standing.text())?;
    Ok(Some(standing.pairs))
}

/// The results from the block on that the standing has come to.
fn known(learner: &Learner<'_>, round: usize, standing: &Standing) -> io::Result<BTreeMap<u32, u8>> {
    let mut known = BTreeMap::new();
    for block in standing.count / BLOCK..MOST.div_ceil(BLOCK) {
        match read_json::<TrialBlock>(&learner.folder.of_round(round, &name(block)))? {
            Some(block) => known.extend(block.half_points),
            // A block that nobody has begun: those behind it do not count yet.
            None => break,
        }
    }
    Ok(known)
}

fn name(block: u32) -> String {
    format!("trial-{}.json", block + 1)
}

/// Plays what is missing of a block, unless another machine has it; false if there was nothing to do.
fn play_block(
    learner: &Learner<'_>,
    round: usize,
    block: u32,
    players: &[Duellist; 2],
    standing: &Standing,
    bar: &mut CommandProgress,
) -> io::Result<bool> {
    let path = learner.folder.of_round(round, &name(block));
    let numbers = block * BLOCK..((block + 1) * BLOCK).min(MOST);
    let is_whole = |there: &TrialBlock| there.half_points.len() == numbers.len();
    if read_json(&path)?.is_some_and(|there| is_whole(&there)) {
        return Ok(false);
    }
    let Some(claim) = FileClaim::of(&path)? else { return Ok(false) };
    let there: TrialBlock = read_json(&path)?.unwrap_or_default();
    if is_whole(&there) {
        return Ok(false);
    }
    let missing: Vec<u32> = numbers.filter(|number| !there.half_points.contains_key(number)).collect();
    let (there, standing) = (RefCell::new(there), RefCell::new(standing.clone()));
    let &Learner { game, plan, threads, stop, .. } = learner;
    // Other openings than those of the games that were learned from.
    let play = SelfPlayPlan { nodes: plan.trial_nodes, seed: !plan.seed_of(round), threads, clock: None };
    let played = claim.work(stop, |halt| {
        duel::play(&[game], &play, &|_| players.clone(), &mut missing.into_iter(), halt, &mut |pair| {
            let (mut there, mut standing) = (there.borrow_mut(), standing.borrow_mut());
            there.half_points.insert(pair.number, pair.half_points as u8);
            // After each pair, so that a power cut loses no more than those in progress.
            write_json(&path, &*there)?;
            standing.advance(&there.half_points);
            bar.set(standing.count.into(), MOST.into());
            bar.set_message(standing.text());
            if standing.is_over {
                halt.store(true, Ordering::Relaxed);
            }
            Ok(())
        })
    })?;
    played?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_finding_is_that_of_the_first_pairs_that_suffice() {
        // Won by the new net, but for a few at the end that come too late.
        let all: BTreeMap<u32, u8> =
            (0..400).map(|number| (number, if number < 300 { 3 } else { 0 })).collect();
        let mut at_once = Standing::default();
        at_once.advance(&all);
        assert!(at_once.is_over && is_better(&at_once.pairs) && at_once.count < 300);
        // The same where they come to be known one after the other, some before their turn.
        let mut known = BTreeMap::new();
        let mut standing = Standing::default();
        for number in (0..400).rev() {
            known.insert(number, all[&number]);
            standing.advance(&known);
            assert_eq!(standing.count > 0, number == 0);
        }
        assert_eq!((standing.pairs, standing.count), (at_once.pairs, at_once.count));
    }

    #[test]
    fn a_trial_ends() {
        let mut standing = Standing::default();
        standing
            .advance(&(0..2 * MOST).map(|number| (number, if number % 2 == 0 { 1 } else { 3 })).collect());
        assert!(standing.is_over && standing.count <= MOST && !is_better(&standing.pairs));
    }
}
