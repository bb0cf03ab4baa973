//! `helgi perft --join`: the outputs of the parts as one.

use super::Arguments;
use crate::cli::{about, invalid};
use helgi_files::read_input;
use helgi_match::Part;
use helgi_notation::decode_text;
use helgi_rules::games::GameId;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The largest output. Unit: bytes.
const LARGEST: u64 = 16 << 20;

/// The line with which the total begins.
const TOTAL: &str = "Nodes searched: ";

/// The first line of a part's output.
pub fn heading(part: Part, game: GameId, depth: u32, fen: &str) -> String {
    format!("Part {part} of {} {depth} from {fen}", game.name())
}

/// The output of a part.
struct Counted {
    path: PathBuf,
    /// The heading without the part's number.
    task: String,
    lines: Vec<String>,
    nodes: u64,
}

/// Prints the counts of all parts, and their sum.
pub fn join(arguments: &Arguments, out: &mut impl Write) -> io::Result<()> {
    let mut parts: BTreeMap<Part, Counted> = BTreeMap::new();
    for path in &arguments.join {
        let (part, counted) = read(path)?;
        let own = format!("{} {} from ", arguments.game.name(), arguments.depth);
        if !counted.task.starts_with(&own) {
            let found = &counted.task;
            return Err(invalid(format!("{}: it counts {found}, expected {own}…", path.display())));
        }
        if let Some((other, first)) = parts.first_key_value()
            && (other.of(), &first.task) != (part.of(), &counted.task)
        {
            let (expected, first) = (format!("{} parts of {}", other.of(), first.task), first.path.display());
            let found = format!("{} parts of {}", part.of(), counted.task);
            return Err(invalid(format!("{}: {found}, expected {expected} as in {first}", path.display())));
        }
        if let Some(other) = parts.insert(part, counted) {
            let (path, other) = (path.display(), other.path.display());
            return Err(invalid(format!("{path}: part {part} is also in {other}, expected every part once")));
        }
    }
    let of = parts.keys().next().map_or(0, |part| part.of());
    let is_missing = |part: &Part| !parts.contains_key(part);
    let missing: Vec<String> = (1..=of)
        .filter_map(|number| Part::new(number, of))
        .filter(is_missing)
        .map(|part| part.to_string())
        .collect();
    if !missing.is_empty() {
        return Err(invalid(format!("--join: no part {}, expected all", missing.join(", "))));
    }
    if arguments.divide {
        parts.values().flat_map(|part| &part.lines).try_for_each(|line| writeln!(out, "{line}"))?;
    }
    writeln!(out, "{TOTAL}{}", parts.values().map(|part| part.nodes).sum::<u64>())
}

fn read(path: &Path) -> io::Result<(Part, Counted)> {
    let text = read_input(path, LARGEST).map_err(|error| about(path, &error))?;
    // Some shells redirect outputs to files in UTF-16.
    let (text, _) = decode_text(&text).map_err(|error| about(path, &error.into()))?;
    let refuse =
        || invalid(format!("{}: expected the output of `helgi perft --divide --part`", path.display()));
    let mut all = text.lines();
    let first =
        all.next().and_then(|line| line.strip_prefix("Part ")?.split_once(" of ")).ok_or_else(refuse)?;
    let part = first.0.parse().map_err(|_| refuse())?;
    let lines: Vec<&str> = all.by_ref().take_while(|line| !line.starts_with(TOTAL)).collect();
    // It stands behind all lines: without it the part was not counted to its end.
    let total =
        text.lines().find_map(|line| line.strip_prefix(TOTAL)?.parse::<u64>().ok()).ok_or_else(refuse)?;
    let sum = lines.iter().map(|line| line.rsplit_once(": ")?.1.parse::<u64>().ok()).sum::<Option<u64>>();
    // Without moves there is one path of no moves.
    if sum != Some(total) && !lines.is_empty() {
        return Err(invalid(format!(
            "{}: its counts are not {total} together, expected a whole output",
            path.display()
        )));
    }
    let lines = lines.into_iter().map(str::to_owned).collect();
    Ok((part, Counted { path: path.to_owned(), task: first.1.to_owned(), lines, nodes: total }))
}
