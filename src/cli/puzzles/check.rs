//! Puzzles of a file, checked by searches.

use super::file::{read, report};
use super::{Arguments, Target, say, stopped_by_ctrl_c};
use crate::cli::command_files::CommandFiles;
use crate::cli::progress::CommandProgress;
use crate::cli::{counted, invalid};
use helgi_record::puzzle::Puzzle;
use helgi_rules::readable::{self, Style};
use helgi_rules::{GameId, Line};
use helgi_study::puzzles::{self, Claim, Fault, PuzzleDoubt};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

/// The positions searched for each own move of a puzzle that does not record how many confirmed it.
const NODES: u64 = 40_000;

/// Checks all puzzles of a file, and names the wrong ones.
pub fn run(arguments: &Arguments, path: &Path, out: &mut impl Write) -> io::Result<()> {
    // Puzzles that fail the check would be lost.
    let mut files = CommandFiles::reading([path]);
    arguments.output.iter().try_for_each(|output| files.write("-o", output))?;
    let file = read(path, GameId::default())?;
    report(path, &file, &mut crate::cli::plain_text::stderr())?;
    let unread = file.errors.count();
    let puzzles = file.puzzles;
    if puzzles.is_empty() {
        let expected = "no puzzles: expected PGN or EPD as written by `helgi puzzles`";
        return Err(invalid(format!("{}: {expected}", path.display())));
    }
    // Before the checks, so that an output that cannot be written is named at once.
    let target = arguments.output.as_deref().map(|path| Target::open(Some(path))).transpose()?;
    let nodes = |puzzle: &Puzzle| arguments.nodes.or(puzzle.nodes).unwrap_or(NODES);
    let claim = |puzzle: &Puzzle| Claim {
        start: puzzle.start.clone(),
        moves: puzzle.moves.clone(),
        alternatives: puzzle.alternatives.clone(),
        nodes: nodes(puzzle),
    };
    let claims: Vec<Claim> = puzzles.iter().map(claim).collect();
    let stop = stopped_by_ctrl_c()?;
    // The threads finish in any order; the faults are printed in that of the puzzles.
    let mut found: BTreeMap<usize, Option<Fault>> = BTreeMap::new();
    let mut bar = CommandProgress::new("{bar:40} {pos} of {len} puzzles, {eta} to go");
    puzzles::check(&claims, crate::cli::threads(arguments.threads), &stop, &mut |number, fault| {
        found.insert(number, fault);
        bar.set(found.len() as u64, claims.len() as u64);
        Ok(())
    })?;
    bar.finish();
    if found.len() < puzzles.len() {
        return Err(crate::cli::stopped(format!(
            "stopped: checked {} of {} puzzles",
            found.len(),
            puzzles.len()
        )));
    }
    let mut good = Vec::new();
    let mut faults = Vec::new();
    for ((number, fault), puzzle) in found.into_iter().zip(puzzles) {
        match fault {
            None => good.push(puzzle),
            Some(fault) => {
                faults.push(format!("{}, puzzle {}: {}", path.display(), number + 1, words(&puzzle, fault)))
            }
        }
    }
    for fault in &faults {
        say(fault, arguments.output.as_deref().or(Some(path)), out)?;
    }
    let all = good.len() + faults.len();
    if let Some(target) = target {
        target.write(&good, out)?;
    }
    let left_out = match unread {
        0 => String::new(),
        _ => format!("; left out {} that hold no puzzle", counted(unread, "text")),
    };
    match faults.len() {
        0 if unread == 0 => say(
            &format!("{} correct", counted(all, "puzzle")),
            arguments.output.as_deref().or(Some(path)),
            out,
        ),
        0 => Err(io::Error::other(format!("{} correct{left_out}", counted(all, "puzzle")))),
        wrong => {
            Err(io::Error::other(format!("{wrong} of {} failed the check{left_out}", counted(all, "puzzle"))))
        }
    }
}

/// Returns the fault in words.
fn words(puzzle: &Puzzle, (ply, doubt): Fault) -> String {
    let mut line = Line::new(puzzle.start.clone());
    puzzle.moves.iter().take(ply).for_each(|&played| line.play(played));
    let present = line.present();
    let text = |played| readable::write(present, played, Style::San);
    let own = puzzle.moves.get(ply).map_or_else(String::new, |&played| text(played));
    let fen = helgi_rules::AnyPosition::fen(present);
    match doubt {
        PuzzleDoubt::Better(other) => format!("{} is better than {own} in {fen}", text(other)),
        PuzzleDoubt::AlsoGood(other) => format!("{} is nearly as good as {own} in {fen}", text(other)),
        PuzzleDoubt::Useless => format!("{own} gains nothing in {fen}"),
    }
}
