//! Puzzles of several parts, put together.

use super::file::read;
use super::{Arguments, Target, say, summary};
use crate::cli::invalid;
use helgi_record::puzzle::Puzzle;
use helgi_rules::board::Move;
use helgi_rules::{AnyPosition, GameId};
use helgi_study::puzzles::{self, PuzzleOfSet, Theme};
use std::io::{self, Write};

/// A puzzle of a part.
struct PartPuzzle {
    puzzle: Puzzle,
    themes: Vec<Theme>,
    difficulty: u32,
    effort: u64,
}

impl PuzzleOfSet for PartPuzzle {
    fn start(&self) -> &AnyPosition {
        &self.puzzle.start
    }

    fn moves(&self) -> &[Move] {
        &self.puzzle.moves
    }

    fn themes(&self) -> &[Theme] {
        &self.themes
    }

    fn difficulty(&self) -> u32 {
        self.difficulty
    }

    fn effort(&self) -> u64 {
        self.effort
    }
}

/// Reads the puzzles of the parts, leaves out what is there twice, chooses and sorts.
pub fn run(arguments: &Arguments, out: &mut impl Write) -> io::Result<()> {
    // Before the parts are read, so that a path that cannot be written is refused at once.
    let target = Target::open(arguments.output.as_deref())?;
    let mut all = Vec::new();
    for path in &arguments.join {
        let puzzles = read(path, GameId::default())?.whole();
        let puzzles = puzzles.map_err(|error| invalid(format!("{}, {error}", path.display())))?;
        for (puzzle, number) in puzzles.into_iter().zip(1..) {
            let refuse = |field: &str| {
                let path = path.display();
                invalid(format!(
                    "{path}, puzzle {number}: no {field}, expected one as `helgi puzzles` writes it"
                ))
            };
            let (difficulty, effort) = (puzzle.difficulty, puzzle.effort);
            let names = puzzle.themes.iter();
            let theme = |name: &String| Theme::ALL.iter().copied().find(|theme| theme.name() == name);
            all.push(PartPuzzle {
                // For the choice alone: the puzzle itself keeps the names of all its themes.
                themes: names.filter_map(theme).collect(),
                difficulty: difficulty.ok_or_else(|| refuse("difficulty"))?,
                effort: effort.ok_or_else(|| refuse("effort"))?,
                puzzle,
            });
        }
    }
    let all = puzzles::arrange(all, arguments.count.map(|count| count as usize));
    let written: Vec<Puzzle> = all.into_iter().map(|joined| joined.puzzle).collect();
    target.write(&written, out)?;
    say(&summary(&written, ""), arguments.output.as_deref(), out)
}
