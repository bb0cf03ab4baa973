//! Files of puzzles, and what is said about them.

use crate::cli::{counted, invalid};
use helgi_files::read_input;
use helgi_record::puzzle::{self, PuzzleFile};
use helgi_rules::GameId;
use std::io::{self, Write};
use std::path::Path;

/// The largest file of puzzles. Unit: bytes.
const LARGEST: u64 = 256 << 20;

/// Reads the puzzles of a file; those that name no game are of the one that is given.
///
/// # Errors
///
/// When the file cannot be read.
pub fn read(path: &Path, game: GameId) -> io::Result<PuzzleFile> {
    let text = read_input(path, LARGEST).map_err(|error| invalid(format!("{}: {error}", path.display())))?;
    Ok(puzzle::read(&text, game))
}

/// Prints the findings about a file, a line each: the first hundred of a kind, and the number of the others.
///
/// # Errors
///
/// Of the output.
pub fn report(path: &Path, file: &PuzzleFile, out: &mut impl Write) -> io::Result<()> {
    let name = path.display();
    let PuzzleFile { errors, notices, .. } = file;
    errors.iter().try_for_each(|error| writeln!(out, "{name}, {error}"))?;
    notices.iter().try_for_each(|notice| writeln!(out, "{name}, {notice}"))?;
    for (what, left_out) in [("fault", errors.left_out()), ("notice", notices.left_out())] {
        if left_out > 0 {
            writeln!(out, "{name}: {}", counted(left_out, &format!("more {what}")))?;
        }
    }
    Ok(())
}
