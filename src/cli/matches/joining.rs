//! `helgi match -join`: the parts of a match as one.

use super::{failure, summary};
use crate::cli::counted;
use helgi_match::sprt::SprtVerdict;
use helgi_match::words::{JoinWords, OutputWords};
use helgi_match::{JoinedMatch, MissingGames};
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

/// The exit status if H0 was accepted.
const H0: u8 = 3;

/// The exit status if the test is open, or, without one, games are missing.
const OPEN: u8 = 4;

/// Joins saved matches, and prints what they say together.
///
/// # Errors
///
/// Of the files and the output, and when the matches are not parts of one.
pub fn run(
    join: &JoinWords,
    config: Option<&Path>,
    output: OutputWords,
    out: &mut impl Write,
) -> io::Result<ExitCode> {
    let mut joined = JoinedMatch::read(&join.files).map_err(failure)?;
    if let Some(path) = &join.pgn {
        joined.write_games(path).map_err(failure)?;
    }
    if let Some(path) = config {
        joined.save(path).map_err(failure)?;
    }
    let standing = joined.standing();
    let (there, parts) = joined.parts();
    let missing = joined.missing();
    let games = standing.finished() + missing.iter().map(|missing| missing.count).sum::<usize>();
    let finished = standing.finished();
    writeln!(out, "Joined {there} of {}: {finished} of {}", counted(parts, "part"), counted(games, "game"))?;
    for part in &missing {
        writeln!(out, "{}", textwrap::fill(&missing_line(part), crate::cli::width()))?;
    }
    writeln!(out, "{standing}")?;
    summary(&standing, output).iter().try_for_each(|line| writeln!(out, "{line}"))?;
    let verdict = joined.verdict();
    if let (Some(verdict), Some(games)) = (verdict, joined.pooled_games()) {
        let name = if verdict == SprtVerdict::AcceptH1 { "H1" } else { "H0" };
        writeln!(out, "The pool accepted {name} after {}", counted(games, "game"))?;
    }
    Ok(match verdict {
        Some(SprtVerdict::AcceptH1) => ExitCode::SUCCESS,
        Some(SprtVerdict::AcceptH0) => ExitCode::from(H0),
        None if joined.settings().sprt.is_none() && missing.is_empty() => ExitCode::SUCCESS,
        None => ExitCode::from(OPEN),
    })
}

/// `Missing of part 2/4: 8 games, 11 and 12, 19 to 28`: a range is one of the games of that part.
fn missing_line(missing: &MissingGames) -> String {
    let of = missing.part.map_or(String::new(), |part| format!(" of part {part}"));
    let games = counted(missing.count, "game");
    if missing.is_all {
        return format!("Missing{of}: all {games}, there is no file of it");
    }
    let run = |&(first, last): &(usize, usize)| match last - first {
        0 => format!("{}", first + 1),
        1 => format!("{} and {}", first + 1, last + 1),
        _ => format!("{} to {}", first + 1, last + 1),
    };
    let runs: Vec<String> = missing.runs.iter().map(run).collect();
    format!("Missing{of}: {games}, {}", runs.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use helgi_match::Part;

    #[test]
    fn missing_games_are_named() {
        let part = Part::new(2, 4);
        let missing = |runs, count, is_all| MissingGames { part, is_all, runs, count };
        assert_eq!(
            missing_line(&missing(vec![(2, 2), (10, 11), (18, 27)], 7, false)),
            "Missing of part 2/4: 7 games, 3, 11 and 12, 19 to 28"
        );
        assert_eq!(
            missing_line(&missing(vec![(2, 27)], 8, true)),
            "Missing of part 2/4: all 8 games, there is no file of it"
        );
    }
}
