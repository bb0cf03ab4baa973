//! `helgi conform`: checks whether engines keep to their protocol.

use super::command_files::CommandFiles;
use super::invalid;
use super::place::OutputPlace;
use super::progress::CommandProgress;
use helgi_conform::report::{ConformReport, details, junit, line, markdown, summary, table};
use helgi_conform::run::{ConformSettings, run as run_checks};
use helgi_conform::{Choice, built_in, read_folder};
use helgi_match::settings::EngineSettings;
use helgi_match::{kill_all, words};
use helgi_protocol::suite::{SuiteCheck, SuiteLevel};
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

/// Arguments of `helgi conform`.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Test this engine; repeat it for several. The words are those of `helgi match`: cmd= and name= args= dir=
    /// proto=uci|xboard|usi|ucci option.NAME=VALUE; they may also follow -engine without quotation marks
    #[arg(long = "engine", value_name = "WORDS")]
    engines: Vec<String>,
    /// Do only these checks: a name, a file, or a pattern with *
    #[arg(long, value_name = "PATTERN")]
    only: Vec<String>,
    /// Leave these checks out
    #[arg(long, value_name = "PATTERN")]
    skip: Vec<String>,
    /// Do only checks of at least this weight: must, should or note
    #[arg(long, value_name = "LEVEL", default_value = "note")]
    level: SuiteLevel,
    /// End with status 1 only if a check of at least this weight fails
    #[arg(long, value_name = "LEVEL", default_value = "must")]
    fail_on: SuiteLevel,
    /// Multiply all time limits, for slow or busy machines
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, value_parser = factor)]
    slow: f64,
    /// Fail a check that lasts longer than this many seconds, times --slow
    #[arg(long, value_name = "SECONDS", default_value_t = 120, value_parser = crate::cli::number::whole::<u32>(1..=86_400))]
    check_time: u32,
    /// End the run after this many minutes: checks that are not done by then are left unfinished, and the status is 1
    #[arg(long, value_name = "MINUTES", value_parser = crate::cli::number::whole::<u32>(1..=10_000))]
    time: Option<u32>,
    /// Do this many checks at the same time; as many as there are cores if not given
    #[arg(long, value_name = "N", value_parser = crate::cli::number::whole::<u16>(1..=256))]
    jobs: Option<u16>,
    /// Do the checks of this folder instead of those that come along
    #[arg(long, value_name = "FOLDER")]
    suite: Option<PathBuf>,
    /// List the checks, and test nothing
    #[arg(long)]
    list: bool,
    /// Print the text of the checks, and test nothing
    #[arg(long)]
    show: bool,
    /// Show all checks, also those that all engines passed
    #[arg(long)]
    all: bool,
    /// Write the report as JSON, with all dialogues
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write the report as JUnit's XML
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Write the table as Markdown
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  helgi conform -engine cmd=stockfish
  helgi conform -engine cmd=fairymax proto=xboard -engine cmd=stockfish
  helgi conform --only uci-stop --only 'uci-go/search*' -engine cmd=stockfish
  helgi conform --level must --slow 3 -engine cmd=./mine --junit report.xml
  helgi conform --list
  helgi conform --show --only uci-stop/idle

The status is 1 if an engine fails a MUST (see --fail-on).";

fn factor(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|factor| (1.0..=100.0).contains(factor));
    number.ok_or_else(|| "expected a number from 1 to 100".to_owned())
}

/// Joins the words behind each `-engine` of `helgi conform` to one value of `--engine`, which is how they are read.
pub fn join_engine_words(words: Vec<OsString>) -> Vec<OsString> {
    let mut joined: Vec<OsString> = Vec::new();
    let mut engine: Option<Vec<String>> = None;
    let finish = |engine: &mut Option<Vec<String>>, joined: &mut Vec<OsString>| {
        if let Some(words) = engine.take() {
            let text = shlex::try_join(words.iter().map(String::as_str)).unwrap_or_default();
            joined.push(format!("--engine={text}").into());
        }
    };
    for word in words {
        match word.to_str() {
            Some("-engine") => {
                finish(&mut engine, &mut joined);
                engine = Some(Vec::new());
            }
            // The next option of `helgi conform` ends the words of the engine.
            Some(text) if engine.is_some() && !text.starts_with('-') => {
                engine.get_or_insert_default().push(text.to_owned());
            }
            _ => {
                finish(&mut engine, &mut joined);
                joined.push(word);
            }
        }
    }
    finish(&mut engine, &mut joined);
    joined
}

/// Runs the checks.
///
/// # Errors
///
/// Of the output and of files, for arguments that make no sense, and if an engine fails.
pub fn run(arguments: &Arguments, out: &mut impl Write) -> io::Result<()> {
    let checks = checks(arguments)?;
    if arguments.list || arguments.show {
        return list(&checks, arguments.show, out);
    }
    let Arguments { json, junit: xml, markdown: table, .. } = arguments;
    let mut files = CommandFiles::default();
    for (option, path) in [("--json", json), ("--junit", xml), ("--markdown", table)] {
        path.iter().try_for_each(|path| files.write(option, path))?;
    }
    let settings = ConformSettings {
        engines: engines(&arguments.engines)?,
        checks,
        slow: arguments.slow,
        jobs: super::threads(arguments.jobs),
        check_time: Duration::from_secs(arguments.check_time.into()),
        time: arguments.time.map(|minutes| Duration::from_secs(60 * u64::from(minutes))),
    };
    // Files that cannot be written are named before the checks, not after them.
    let open = |path: &Option<PathBuf>| path.as_deref().map(OutputPlace::open).transpose();
    let (json, xml, table) = (open(json)?, open(xml)?, open(table)?);
    // A report that is cut short says nothing.
    ctrlc::set_handler(|| {
        kill_all();
        std::process::exit(super::INTERRUPTED.into());
    })
    .map_err(io::Error::other)?;
    let mut bar = CommandProgress::new("{bar:30} {pos} of {len} checks, {eta} to go: {msg}");
    let report = run_checks(&settings, |news| {
        bar.set(news.done as u64, news.all as u64);
        bar.set_message(format!("{} {}", news.engine, news.check));
    });
    bar.finish();
    print(&report, arguments.all, out)?;
    if let Some(place) = json {
        place.write(report.json()?.as_bytes(), out)?;
    }
    if let Some(place) = xml {
        place.write(junit(&report).map_err(io::Error::other)?.as_bytes(), out)?;
    }
    if let Some(place) = table {
        place.write(markdown(&report, arguments.all).as_bytes(), out)?;
    }
    if report.unfinished() > 0 {
        let (left, minutes) =
            (super::counted(report.unfinished(), "check"), arguments.time.unwrap_or_default());
        return Err(io::Error::other(format!(
            "{left} left unfinished after --time {minutes}; --only and --jobs shorten a run"
        )));
    }
    if report.has_failed(arguments.fail_on) {
        let level = arguments.fail_on;
        return Err(io::Error::other(format!("an engine failed a check of weight {level} or more")));
    }
    Ok(())
}

/// The chosen checks.
fn checks(arguments: &Arguments) -> io::Result<Vec<SuiteCheck>> {
    let mut checks = match &arguments.suite {
        Some(folder) => read_folder(folder).map_err(invalid)?,
        None => built_in().map_err(io::Error::other)?,
    };
    let choice =
        Choice { only: arguments.only.clone(), skip: arguments.skip.clone(), level: arguments.level };
    // A pattern that fits nothing is most likely misspelt, and would check less than was asked.
    for pattern in &choice.only {
        let one = Choice { only: vec![pattern.clone()], skip: Vec::new(), level: SuiteLevel::Note };
        if !checks.iter().any(|check| one.takes(check)) {
            return Err(invalid(format!(
                "--only: `{pattern}`, expected the name of a check, of a file, or a pattern with * that fits one; \
                 `helgi conform --list` lists them"
            )));
        }
    }
    checks.retain(|check| choice.takes(check));
    Ok(checks)
}

/// The engines, each with a name of its own.
fn engines(texts: &[String]) -> io::Result<Vec<EngineSettings>> {
    let mut engines: Vec<EngineSettings> = Vec::new();
    for text in texts {
        let words = shlex::split(text)
            .ok_or_else(|| invalid(format!("--engine: `{text}`, expected closed quotation marks")))?;
        engines.push(words::read_engine(&words).map_err(invalid)?);
    }
    words::number_names(&mut engines);
    if engines.is_empty() {
        return Err(invalid("no engine, expected at least one of -engine cmd=…"));
    }
    Ok(engines)
}

fn list(checks: &[SuiteCheck], whole: bool, out: &mut impl Write) -> io::Result<()> {
    for check in checks {
        if whole {
            writeln!(out, "[{}]\n{}: {}\nspec: {}", check.name, check.level, check.title, check.source)?;
            for need in &check.needs {
                writeln!(out, "needs: {need}")?;
            }
            writeln!(out, "{}", check.text())?;
        } else {
            writeln!(out, "{:6} {}: {}", check.level.name(), check.name, check.title)?;
        }
    }
    if !whole {
        writeln!(out, "{}", super::counted(checks.len(), "check"))?;
    }
    Ok(())
}

/// Prints the failures of each engine and the table, or all checks of a single one.
fn print(report: &ConformReport, all: bool, out: &mut impl Write) -> io::Result<()> {
    for number in 0..report.engines.len() {
        let text = details(report, number);
        if !text.is_empty() {
            writeln!(out, "== {}\n\n{text}", report.engines[number].name)?;
        }
    }
    if report.engines.len() > 1 {
        writeln!(out, "{}", table(report, all))?;
    } else if all {
        for check in report.checks.iter().filter(|check| check.result(0).is_some()) {
            writeln!(out, "{}", line(check, 0))?;
        }
    }
    for number in 0..report.engines.len() {
        writeln!(out, "{}", summary(report, number))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engine_words_are_joined() {
        let joined = |text: &str| {
            let words = shlex::split(text).unwrap().into_iter().map(OsString::from).collect();
            let words = join_engine_words(words);
            words.into_iter().map(|word| word.into_string().unwrap()).collect::<Vec<_>>()
        };
        assert_eq!(
            joined("helgi conform -engine cmd=a 'args=b c' --slow 2 -engine cmd=d"),
            ["helgi", "conform", "--engine='cmd=a' 'args=b c'", "--slow", "2", "--engine='cmd=d'"]
        );
    }

    #[test]
    fn engines_need_words_and_get_names() {
        let names = |texts: &[&str]| {
            let texts: Vec<String> = texts.iter().map(|&text| text.to_owned()).collect();
            engines(&texts).map(|engines| engines.into_iter().map(|engine| engine.name).collect::<Vec<_>>())
        };
        assert_eq!(names(&["cmd=a", "cmd=a proto=xboard"]).unwrap(), ["a", "a 2"]);
        assert_eq!(names(&["cmd=a proto=usi", "cmd=b proto=ucci"]).unwrap(), ["a", "b"]);
        assert_eq!(
            names(&["cmd=a proto=ugi"]).unwrap_err().to_string(),
            "-engine proto: `ugi`, expected uci, usi, ucci or xboard"
        );
        assert_eq!(names(&[]).unwrap_err().to_string(), "no engine, expected at least one of -engine cmd=…");
        assert_eq!(names(&["name=a"]).unwrap_err().to_string(), "-engine: expected cmd=…");
    }
}
