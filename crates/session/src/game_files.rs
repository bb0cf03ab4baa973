//! Games from files: from `--games` and `HELGI_GAMES`, from a folder of the user's, from the option `VariantPath`.

use crate::nets;
use helgi_files::{read_input, read_ordinary, with_ending};
use helgi_notation::decode_text;
use helgi_rules::games::GameId;
use helgi_variants::ini::MOST_BYTES;
use helgi_variants::{Finding, RegisteredFile, Severity, library, load, register};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

/// The environment's variable with files of games, separated as in `PATH`.
pub const VARIABLE: &str = "HELGI_GAMES";

/// The games of a file, and what is to be said about it.
#[derive(Debug, Default)]
pub struct FileReport {
    /// The games that can be played.
    pub games: Vec<GameId>,
    /// A line for each mistake, refusal and warning, with the file's name, and one for all hints.
    pub lines: Vec<String>,
    /// A line for each hint.
    pub notes: Vec<String>,
    /// True if there is a mistake or a refusal.
    pub is_faulty: bool,
}

/// Reads an ordinary file of games and makes them known to the process, but for those that are wrong or refused.
///
/// # Errors
///
/// When the file is not an ordinary one, cannot be read, or is no text.
pub fn read(path: &Path) -> io::Result<FileReport> {
    report(path, read_ordinary(path, MOST_BYTES as u64))
}

/// Reads a file of games that a command line names, which may be a pipe, as [`read`] does.
///
/// # Errors
///
/// When the file cannot be read, or is no text.
pub fn read_named(path: &Path) -> io::Result<FileReport> {
    report(path, read_input(path, MOST_BYTES as u64))
}

fn report(path: &Path, bytes: io::Result<Vec<u8>>) -> io::Result<FileReport> {
    let name = path.display();
    let about = |error: io::Error| io::Error::new(io::ErrorKind::InvalidInput, format!("{name}: {error}"));
    let bytes = bytes.map_err(about)?;
    let (text, encoding) = decode_text(&bytes).map_err(|error| about(error.into()))?;
    let loaded = load(&text);
    let mut report = FileReport::default();
    let (notes, others): (Vec<&Finding>, Vec<&Finding>) =
        loaded.findings.iter().partition(|finding| finding.severity == Severity::Note);
    let line = |finding: &&Finding| format!("{name}:{finding}");
    report.notes = notes.iter().map(line).collect();
    let encoding = encoding.notice().map(|notice| format!("{name}: warning: {notice}"));
    report.lines = encoding.into_iter().chain(others.iter().map(line)).collect();
    report.is_faulty = others.iter().any(|finding| finding.is_fatal());
    let mut built_in: Vec<(&str, bool)> = Vec::new();
    for game in &loaded.games {
        match register(game) {
            Ok(RegisteredFile::Plays(id)) => {
                report.games.push(id);
                report.lines.extend(use_net_beside(path, id));
            }
            Ok(RegisteredFile::BuiltIn(id, agrees)) => built_in.push((id.name(), agrees)),
            Err(error) => {
                report.is_faulty = true;
                report.lines.push(format!("{name}: error: {error}"));
            }
        }
    }
    report.lines.extend(about_built_in(&built_in).map(|text| format!("{name}: {text}")));
    report.lines.extend(match &report.notes[..] {
        [] => None,
        [only] => Some(only.clone()),
        _ => Some(format!("{name}: {}", summary(&notes))),
    });
    Ok(report)
}

/// Names the games of a file that the program has built in, each with whether both agree.
fn about_built_in(games: &[(&str, bool)]) -> Option<String> {
    let list = |wanted: bool| {
        let names: Vec<&str> =
            games.iter().filter(|(_, agrees)| *agrees == wanted).map(|(name, _)| *name).collect();
        names.join(", ")
    };
    let (agreeing, differing) = (list(true), list(false));
    let text = match (agreeing.is_empty(), differing.is_empty()) {
        (true, true) => return None,
        (false, true) => format!("{agreeing}; the file's agree with them"),
        (true, false) => format!("{differing}; the file's differ from them"),
        (false, false) => {
            format!("{agreeing}, with which the file's agree, and {differing}, from which they differ")
        }
    };
    Some(format!("helgi plays its own games of these names: {text} in a dozen games"))
}

/// One line for several hints: their number, and that of each key.
fn summary(notes: &[&Finding]) -> String {
    let mut keys: BTreeMap<&str, usize> = BTreeMap::new();
    for note in notes {
        *keys.entry(note.key.as_str()).or_default() += 1;
    }
    let mut keys: Vec<(&str, usize)> = keys.into_iter().collect();
    keys.sort_by_key(|&(_, count)| Reverse(count));
    let keys: Vec<String> = keys.into_iter().map(|(key, count)| format!("{key} {count}")).collect();
    let (count, keys) = (notes.len(), keys.join(", "));
    format!("{count} notes, which change nothing: {keys}; `helgi variants check --notes FILE` lists them")
}

/// Lets a game play with the net of its name that lies beside the file, if there is one, and returns what is wrong with
/// that.
fn use_net_beside(path: &Path, game: GameId) -> Option<String> {
    let net = path.with_file_name(format!("{}.net", game.name()));
    if net.is_file() { nets::use_file(&net, game) } else { None }
}

/// The names of the games that come along as files, but for those that are built in.
#[must_use]
pub fn library_names() -> Vec<&'static str> {
    let is_own = |name: &&str| GameId::BUILT_IN.iter().all(|game| game.name() != *name);
    library::names().into_iter().filter(is_own).collect()
}

/// Makes the games known that a process of the command line has from the beginning: those that come along, those of
/// the user's folder, of `HELGI_GAMES`, and of these files. `tell` is handed each line that is to be said. Returns the
/// games from files, each with its file.
///
/// # Errors
///
/// When one of the named files cannot be read, or has no game that can be played.
pub fn begin(
    folder: Option<&Path>,
    files: &[PathBuf],
    mut tell: impl FnMut(&str),
) -> io::Result<Vec<(GameId, PathBuf)>> {
    let mut known = Vec::new();
    helgi_variants::install_library();
    helgi_engine::internals::offer_nets(helgi_variants::net_of, helgi_variants::lender_of);
    for path in folder.map(|folder| with_ending(folder, "ini")).unwrap_or_default() {
        match read(&path) {
            Ok(report) => {
                report.lines.iter().for_each(|line| tell(line));
                known.extend(report.games.into_iter().map(|game| (game, path.clone())));
            }
            // A file that somebody left there is no reason not to begin.
            Err(error) => tell(&error.to_string()),
        }
    }
    let variable = std::env::var_os(VARIABLE).unwrap_or_default();
    let named = std::env::split_paths(&variable).filter(|path| !path.as_os_str().is_empty());
    for path in named.chain(files.iter().cloned()) {
        let report = read_named(&path)?;
        report.lines.iter().for_each(|line| tell(line));
        // A file that was asked for by name must give something to play.
        if report.games.is_empty() && report.is_faulty {
            let error = format!("{}: expected at least one game that can be played", path.display());
            return Err(io::Error::new(io::ErrorKind::InvalidInput, error));
        }
        known.extend(report.games.into_iter().map(|game| (game, path.clone())));
    }
    Ok(known)
}
