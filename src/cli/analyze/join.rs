//! The JSON of the parts of an analysis, put together.

use super::Arguments;
use crate::cli::place::OutputPlace;
use crate::cli::{about, counted, invalid};
use helgi_files::read_input;
use helgi_notation::decode_text;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

/// The largest file. Unit: bytes.
const LARGEST: u64 = 4 << 30;

/// The fields of a game that are needed.
#[derive(Deserialize)]
struct Judged {
    name: String,
    effort: String,
}

/// Puts the games of all files in the order of their numbers.
pub fn run(arguments: &Arguments, out: &mut impl Write) -> io::Result<()> {
    let path = arguments.json.as_deref().unwrap_or(Path::new("-"));
    let target = OutputPlace::open(path)?;
    let mut games: BTreeMap<usize, (Box<RawValue>, &Path)> = BTreeMap::new();
    let mut effort: Option<String> = None;
    for file in &arguments.join {
        let refuse = |what: String| invalid(format!("{}: {what}", file.display()));
        let bytes = read_input(file, LARGEST).map_err(|error| about(file, &error))?;
        // Some shells redirect outputs to files in UTF-16.
        let (text, _) = decode_text(&bytes).map_err(|error| about(file, &error.into()))?;
        // Kept as text, so that a game is written again byte for byte, with fields that are not known here.
        let own: Vec<Box<RawValue>> = serde_json::from_str(&text)
            .map_err(|error| refuse(format!("{error}, expected the output of `helgi analyze --json`")))?;
        for game in own {
            let judged: Judged = serde_json::from_str(game.get())
                .map_err(|error| refuse(format!("{error}, expected a game of `helgi analyze --json`")))?;
            let expected = effort.get_or_insert_with(|| judged.effort.clone());
            if judged.effort != *expected {
                return Err(refuse(format!(
                    "judged with {}, expected {expected} as the others",
                    judged.effort
                )));
            }
            let number = judged.name.rsplit_once(", game ").and_then(|(_, number)| number.parse().ok());
            let number =
                number.ok_or_else(|| refuse(format!("name `{}`, expected FILE, game N", judged.name)))?;
            if let Some((_, other)) = games.insert(number, (game, file)) {
                let other = other.display();
                return Err(refuse(format!("game {number} is also in {other}, expected each part once")));
            }
        }
    }
    let last = games.keys().next_back().copied().unwrap_or(0);
    let missing: Vec<String> =
        (1..last).filter(|number| !games.contains_key(number)).map(|number| number.to_string()).collect();
    let texts: Vec<&str> = games.values().map(|(game, _)| game.get()).collect();
    target.write(format!("[{}]\n", texts.join(",\n")).as_bytes(), out)?;
    if !missing.is_empty() {
        let games = counted(missing.len(), "game");
        let text = format!(
            "{games} not there, which could not be judged or are of another part: {}",
            missing.join(", ")
        );
        writeln!(crate::cli::plain_text::stderr(), "{}", textwrap::fill(&text, crate::cli::width()))?;
    }
    Ok(())
}
