//! The words of an engine, taken in their order: a later one counts more than an earlier one.

use super::super::setting_error::SettingError;
use super::super::settings::{EngineBook, EngineSettings, Protocol, is_program_in};
use super::configured;
use super::group::parse;
use helgi_files::at_home;
use helgi_record::time::{Period, read_seconds};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

/// The words, apart from `option.NAME`.
const WORDS: [&str; 24] = [
    "cmd",
    "name",
    "args",
    "arg",
    "dir",
    "proto",
    "tc",
    "st",
    "nodes",
    "depth",
    "plies",
    "timemargin",
    "restart",
    "conf",
    "initstr",
    "stderr",
    "tscale",
    "ponder",
    "whitepov",
    "debug",
    "trust",
    "book",
    "bookdepth",
    "option",
];

/// Reads the words of an engine. Words that change nothing are added to `idle`.
///
/// # Errors
///
/// If a word is not known or has no such value, or no program is named.
pub(super) fn read(words: &[String], idle: &mut Vec<String>) -> Result<EngineSettings, SettingError> {
    let mut draft = EngineDraft::default();
    words.iter().try_for_each(|word| draft.take(word, idle))?;
    draft.finish()
}

#[derive(Default)]
struct EngineDraft {
    /// The program, perhaps with arguments, as it was written.
    command: Option<String>,
    name: Option<String>,
    engine: Option<EngineSettings>,
    book: Option<PathBuf>,
    book_depth: Option<u32>,
}

impl EngineDraft {
    fn engine(&mut self) -> &mut EngineSettings {
        self.engine.get_or_insert_with(|| EngineSettings::new(""))
    }

    fn take(&mut self, word: &str, idle: &mut Vec<String>) -> Result<(), SettingError> {
        let (key, value) = match word.split_once('=') {
            Some((key, value)) => (key, Some(value)),
            None if self.command.is_none() && is_program(word) => ("cmd", Some(word)),
            None => (word, None),
        };
        let lower = key.to_ascii_lowercase();
        // Names of options stay as they are.
        let key = if lower.starts_with("option.") { key } else { lower.as_str() };
        if let Some(flag) = flag(key, value)? {
            match key {
                "ponder" => self.engine().ponder = flag,
                "whitepov" => self.engine().white_view = flag,
                "debug" => self.engine().debug = flag,
                // Claims are always checked by the rules.
                _ if flag => idle.push(key.to_owned()),
                _ => {}
            }
            return Ok(());
        }
        let known = WORDS.iter().copied();
        let Some(value) = value else { return Err(SettingError::unknown("-engine", word, known)) };
        if let Some(name) = key.strip_prefix("option.").filter(|name| !name.is_empty()) {
            let options = &mut self.engine().options;
            options.retain(|(other, _)| other != name);
            options.push((name.to_owned(), value.to_owned()));
            return Ok(());
        }
        match key {
            "cmd" => self.command = Some(value.to_owned()),
            "name" => self.name = Some(value.to_owned()),
            "conf" => {
                let (engine, command) = configured::find(value)?;
                (self.name, self.command) = (Some(engine.name.clone()), Some(command));
                self.engine = Some(engine);
            }
            "args" => {
                let arguments = split(value);
                self.engine().arguments =
                    arguments.ok_or_else(|| SettingError::value("-engine args", value, "closed quotes"))?;
            }
            "arg" => self.engine().arguments.push(value.to_owned()),
            "dir" => self.engine().folder = Some(at_home(value)),
            "stderr" => self.engine().errors = Some(at_home(value)),
            "initstr" => {
                let lines = value.replace("\\n", "\n");
                self.engine().greeting.extend(lines.split('\n').map(str::to_owned));
            }
            "proto" => {
                self.engine().protocol = match value.to_ascii_lowercase().as_str() {
                    "uci" => Protocol::Uci,
                    "usi" => Protocol::Usi,
                    "ucci" => Protocol::Ucci,
                    "xboard" | "cecp" => Protocol::Xboard,
                    _ => {
                        return Err(SettingError::value("-engine proto", value, "uci, usi, ucci or xboard"));
                    }
                }
            }
            "restart" => {
                self.engine().restart = match value.to_ascii_lowercase().as_str() {
                    "on" | "true" | "yes" => true,
                    "off" | "auto" | "false" | "no" => false,
                    _ => return Err(SettingError::value("-engine restart", value, "on, off or auto")),
                }
            }
            "book" => self.book = Some(at_home(value)),
            "bookdepth" => {
                let depth = number::<u32>(key, value)?;
                if depth == 0 {
                    return Err(SettingError::value("-engine bookdepth", 0, "at least 1"));
                }
                self.book_depth = Some(depth);
            }
            "tscale" => {
                let scale = value.parse().ok().filter(|&scale: &f64| {
                    let (least, most) = EngineSettings::SCALES;
                    (least..=most).contains(&scale)
                });
                let (least, most) = EngineSettings::SCALES;
                self.engine().time_scale = scale.ok_or_else(|| {
                    SettingError::value("-engine tscale", value, format!("{least} to {most}"))
                })?;
            }
            _ => {
                return self
                    .take_limit(key, value)
                    .unwrap_or_else(|| Err(SettingError::unknown("-engine", word, known)));
            }
        }
        Ok(())
    }

    /// A limit of time, nodes or depth; `None` if the key is another.
    fn take_limit(&mut self, key: &str, value: &str) -> Option<Result<(), SettingError>> {
        let take = |draft: &mut Self| {
            let engine = draft.engine();
            match key {
                "tc" => engine.control.clock = clock(value)?,
                "st" => {
                    // Three digits behind a comma may be thousands.
                    let is_decimal = value.split_once(',').is_some_and(|(_, fraction)| fraction.len() != 3);
                    let plain = if is_decimal { value.replace(',', ".") } else { value.to_owned() };
                    let time = read_seconds(plain.strip_suffix('s').unwrap_or(&plain));
                    let time = time.filter(|time| !time.is_zero());
                    engine.control.move_time =
                        Some(time.ok_or_else(|| SettingError::value("-engine st", value, "seconds"))?);
                }
                "nodes" => engine.control.nodes = Some(number(key, value)?),
                "depth" | "plies" => engine.control.depth = Some(number(key, value)?),
                _ => engine.margin = Duration::from_millis(number(key, value)?),
            }
            Ok(())
        };
        ["tc", "st", "nodes", "depth", "plies", "timemargin"].contains(&key).then(|| take(self))
    }

    fn finish(mut self) -> Result<EngineSettings, SettingError> {
        let command = self.command.take().filter(|command| !command.is_empty());
        let command = command.ok_or_else(|| SettingError::missing("-engine", "cmd=…"))?;
        let book = self.book.take().map(|path| EngineBook { path, depth: self.book_depth });
        let mut engine = self.engine.take().unwrap_or_else(|| EngineSettings::new(""));
        let command = at_home(&command).to_str().map_or(command, str::to_owned);
        let (program, arguments) = program(&command, engine.folder.as_deref());
        // The arguments of the command stand before those of `args` and `arg`.
        engine.arguments.splice(0..0, arguments);
        // An engine without a name is called as its program is.
        let plain = EngineSettings::new(program);
        engine.command = plain.command;
        engine.name = self.name.take().unwrap_or(plain.name);
        engine.book = book.or(engine.book);
        Ok(engine)
    }
}

fn number<T: FromStr>(key: &str, value: &str) -> Result<T, SettingError> {
    parse(&format!("-engine {key}"), value)
}

/// The value of a switch, which is on where it has none; `None` if the key is no switch.
fn flag(key: &str, value: Option<&str>) -> Result<Option<bool>, SettingError> {
    if !["ponder", "whitepov", "debug", "trust"].contains(&key) {
        return Ok(None);
    }
    value.map_or(Ok(true), |value| number(key, value)).map(Some)
}

/// A time control. Seconds may have an `s`, as in fastchess, and all moves be called `inf`.
fn clock(text: &str) -> Result<Option<Period>, SettingError> {
    if text.starts_with("hg") || text.contains("/hg") {
        return Err(SettingError::value("-engine tc", text, "no hourglass: such clocks are not played"));
    }
    let all_moves = ["inf/", "infinite/"].iter().find_map(|head| text.strip_prefix(head));
    let plain = all_moves.unwrap_or(text).replace("s+", "+");
    let plain = plain.strip_suffix('s').unwrap_or(&plain);
    Period::read(plain).map_err(|_| {
        // The error shows the text as it was written.
        let said = Period::read(text).err().map_or(String::new(), |error| error.to_string());
        SettingError::said("-engine tc", said, "")
    })
}

/// Returns true if a word without a key is the path of a file, and so a program.
fn is_program(word: &str) -> bool {
    word.contains(['/', '\\']) && at_home(word).is_file()
}

/// The program and the arguments of a command that may hold both. A path with blanks that is there is one program.
fn program(command: &str, folder: Option<&Path>) -> (String, Vec<String>) {
    let whole = || (command.to_owned(), Vec::new());
    let is_there = |name: &Path| name.is_file() || folder.is_some_and(|folder| is_program_in(folder, name));
    if !command.contains(char::is_whitespace) || is_there(Path::new(command)) {
        return whole();
    }
    let Some(mut words) = split(command).filter(|words| !words.is_empty()) else { return whole() };
    let program = words.remove(0);
    (program, words)
}

/// The words of a text, quoted as in a shell; where backslashes part folders, they quote nothing.
fn split(text: &str) -> Option<Vec<String>> {
    if cfg!(windows) { shlex::split(&text.replace('\\', "\\\\")) } else { shlex::split(text) }
}
