//! The games of a round, in blocks: each is a file that one machine writes at a time.
//!
//! As many blocks belong to the round, from the first on, as it takes for its positions. Which these are depends on
//! their games alone, whoever has played them and in which order.

use super::super::datagen::open;
use super::super::progress::CommandProgress;
use super::super::{about, counted};
use super::folder::FileClaim;
use super::{BestNet, Learner};
use helgi_engine::internals::bench::per_second;
use helgi_files::open_ordinary;
use helgi_lab::selfplay::file::{GamesFile, Head, Reader};
use helgi_lab::selfplay::{self, SelfPlayPlan};
use std::collections::HashSet;
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The games of a block.
const BLOCK: u32 = 400;

/// The most blocks that are begun before the first of them is whole.
const AHEAD: usize = 64;

/// The number of searched positions in the blocks that are whole.
#[derive(Default)]
struct Blocks {
    files: Vec<PathBuf>,
    positions: usize,
}

impl Blocks {
    /// Looks for the next whole blocks, until there are positions enough.
    fn look(&mut self, learner: &Learner<'_>, round: usize) -> io::Result<bool> {
        while self.positions < learner.plan.positions as usize {
            let path = learner.folder.of_round(round, &name(self.files.len(), "games"));
            let Some(positions) = positions(&path)? else { return Ok(false) };
            self.positions += positions;
            self.files.push(path);
        }
        Ok(true)
    }

    /// The numbers of the blocks that are likely to be needed.
    fn wanted(&self, needed: usize) -> std::ops::Range<usize> {
        let first = self.files.len();
        let more = match (first, self.positions) {
            (0, _) | (_, 0) => AHEAD,
            // By the positions in the blocks so far, how many more blocks the rest takes.
            (blocks, positions) => {
                (needed.saturating_sub(positions) * blocks).div_ceil(positions).clamp(1, AHEAD)
            }
        };
        first..first + more
    }
}

fn name(block: usize, ending: &str) -> String {
    format!("games-{}.{ending}", block + 1)
}

/// Plays the games of a round with this net, together with other machines; returns their files, or `None` if it was
/// stopped.
pub fn play(
    learner: &Learner<'_>,
    round: usize,
    best: &BestNet,
    out: &mut impl Write,
) -> io::Result<Option<Vec<PathBuf>>> {
    // Positions played here: all, and those of the block that is being played.
    let (started, mut own, mut in_block) = (Instant::now(), 0, 0);
    let mut blocks = Blocks::default();
    let mut bar = CommandProgress::new(
        "{bar:30} {percent} % of the round's positions, {msg} a second, {eta_precise} to go",
    );
    let needed = learner.plan.positions as usize;
    while !blocks.look(learner, round)? {
        if learner.is_stopped() {
            return Ok(None);
        }
        let known = blocks.positions;
        let mut tell = |more: usize| {
            (own, in_block) = (own + more, in_block + more);
            bar.set((known + in_block).min(needed) as u64, needed as u64);
            bar.set_message(per_second(own as u64, started.elapsed()).to_string());
        };
        let mut is_idle = true;
        for block in blocks.wanted(needed) {
            if play_block(learner, round, block, best, &mut tell)? {
                is_idle = false;
                break;
            }
        }
        // A block that is whole counts among those that are known.
        in_block = 0;
        if is_idle {
            learner.pause();
        }
    }
    bar.finish();
    let games = counted(blocks.files.len() * BLOCK as usize, "game");
    writeln!(out, "round {round}: {games}, {} positions", blocks.positions)?;
    Ok(Some(blocks.files))
}

/// The files of the games of a round that is over.
pub fn files_of(learner: &Learner<'_>, round: usize) -> io::Result<Vec<PathBuf>> {
    let mut blocks = Blocks::default();
    blocks.look(learner, round)?;
    Ok(blocks.files)
}

/// Plays what is missing of a block, unless it is whole or another machine has it; false if there was nothing to do.
fn play_block(
    learner: &Learner<'_>,
    round: usize,
    block: usize,
    best: &BestNet,
    tell: &mut impl FnMut(usize),
) -> io::Result<bool> {
    let whole = learner.folder.of_round(round, &name(block, "games"));
    let part = whole.with_extension("part");
    if whole.exists() {
        return Ok(false);
    }
    let Some(claim) = FileClaim::of(&part)? else { return Ok(false) };
    // It may have become whole between the look and the claim.
    if whole.exists() {
        return Ok(false);
    }
    let &Learner { game, plan, threads, stop, .. } = learner;
    let (seed, nodes) = (plan.seed_of(round), plan.nodes);
    let head = Head { game: plan.game.clone(), revision: plan.revision.clone(), seed, nodes };
    let (mut store, there) = open::<GamesFile>(&part, &head, true)?;
    let first = block as u32 * BLOCK;
    let missing: Vec<u32> = (first..first + BLOCK).filter(|number| !there.contains(number)).collect();
    let mut left = missing.len();
    let play = SelfPlayPlan { nodes, seed, threads, clock: None };
    let played = claim.work(stop, |halt| {
        selfplay::play(game, &best.choice(), &play, &mut missing.into_iter(), halt, &mut |played| {
            left -= 1;
            tell(played.searched());
            store.add(&played).map_err(|error| about(&part, &error))
        })
    })?;
    played?;
    // The name says that the block is whole: it is given last.
    if left == 0 {
        std::fs::rename(&part, &whole).map_err(|error| about(&whole, &error))?;
    }
    Ok(true)
}

/// The number of searched positions of a block; `None` if there is no such file. One that a power cut has damaged
/// becomes an unfinished one again.
fn positions(path: &Path) -> io::Result<Option<usize>> {
    let file = match open_ordinary(path, u64::MAX) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(about(path, &error)),
    };
    let (mut positions, mut numbers) = (0, HashSet::new());
    if let Ok(reader) = Reader::new(BufReader::new(file)) {
        for game in reader.map_while(Result::ok) {
            numbers.insert(game.number);
            positions += game.searched();
        }
    }
    if numbers.len() == BLOCK as usize {
        return Ok(Some(positions));
    }
    std::fs::rename(path, path.with_extension("part")).map_err(|error| about(path, &error))?;
    Ok(None)
}
