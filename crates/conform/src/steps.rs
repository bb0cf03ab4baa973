//! The steps of a check, done one after the other.

use crate::dialogue::{Dialogue, Failure};
use crate::facts::{CHESS960, Facts, MOST_DECLARED, main_game};
use crate::judge;
use crate::tested::NoLine;
use helgi_match::settings::EngineSettings;
use helgi_protocol::dialect::Dialect;
use helgi_protocol::options::{OptionKind, OptionSpec};
use helgi_protocol::suite::{OptionSweep, SuiteEntry, SuiteProtocol, SuiteStep};
use helgi_protocol::transcript::TranscriptStep;
use std::thread;
use std::time::{Duration, Instant};

/// The most time for a handshake.
const HANDSHAKE: Duration = Duration::from_secs(15);

/// The options that let an engine play from a book, in all protocols.
const BOOKS: [&str; 3] = ["OwnBook", "USI_OwnBook", "UseBook"];

/// The option of UCCI that makes its times milliseconds.
const MILLISECONDS: &str = "usemillisec";

/// The time after which an engine that announces no `done` is taken to have no more features.
const FEATURES: Duration = Duration::from_secs(2);

/// Does a step.
pub(crate) fn take(
    dialogue: &mut Dialogue,
    entry: &SuiteEntry,
    settings: &EngineSettings,
) -> Result<(), Failure> {
    match &entry.step {
        SuiteStep::Start => start(dialogue, settings),
        SuiteStep::CrLf => {
            dialogue.crlf = true;
            Ok(())
        }
        SuiteStep::Options(sweep) => {
            sweep_options(dialogue, *sweep);
            Ok(())
        }
        SuiteStep::Judge(judgement) => judge::judge(dialogue, judgement),
        SuiteStep::Dialogue(step) => transcript_step(dialogue, step),
    }
}

fn transcript_step(dialogue: &mut Dialogue, step: &TranscriptStep) -> Result<(), Failure> {
    match step {
        TranscriptStep::Send { bytes, times } => {
            let bytes = expand(dialogue, bytes);
            // Many small writes are one for the engine.
            let mut all = Vec::with_capacity(bytes.len().saturating_mul(*times as usize));
            for _ in 0..*times {
                all.extend_from_slice(&bytes);
            }
            if dialogue.crlf && all.ends_with(b"\n") && !all.ends_with(b"\r\n") {
                all.pop();
                all.extend_from_slice(b"\r\n");
            }
            dialogue.send(all);
        }
        TranscriptStep::Forbid(pattern) => dialogue.forbidden.push(pattern.clone()),
        TranscriptStep::Allow(pattern) => dialogue.allowed.push(pattern.clone()),
        TranscriptStep::Limit(time) => dialogue.limit = *time,
        TranscriptStep::Wait(time) => wait(dialogue, *time)?,
        TranscriptStep::EndOfInput => dialogue.engine.close_input(),
        // The form of the suite has no such step.
        TranscriptStep::CloseOutput => {}
        TranscriptStep::Expect { pattern, times } => {
            let (forbidden, allowed) = (dialogue.forbidden.clone(), dialogue.allowed.clone());
            for _ in 0..*times {
                dialogue.forbidden.clone_from(&forbidden);
                dialogue.allowed.clone_from(&allowed);
                dialogue.wait_for(&format!("`{}`", pattern.as_str()), |line| pattern.matches(line))?;
            }
        }
        TranscriptStep::Exit(status) => judge::exits(dialogue, Some(*status))?,
    }
    Ok(())
}

/// Waits. Lines that come are held against what is forbidden, so that a fault shows at once, and do not fill
/// the queue.
fn wait(dialogue: &mut Dialogue, time: Duration) -> Result<(), Failure> {
    let until = Instant::now() + time;
    loop {
        match dialogue.next(until) {
            Ok((_, line)) => dialogue.check_between(&line)?,
            Err(NoLine::Late) => return Ok(()),
            Err(NoLine::Closed) => {
                // What follows tells whether that is a fault.
                thread::sleep(until.saturating_duration_since(Instant::now()));
                return Ok(());
            }
        }
    }
}

/// The words that begin a replacement in sent text.
const REPLACEMENTS: [&str; 4] = ["repeat", "random", "least", "greatest"];

/// Replaces `{repeat N TEXT}`, `{random N}`, `{least OPTION}` and `{greatest OPTION}`.
fn expand(dialogue: &Dialogue, bytes: &[u8]) -> Vec<u8> {
    let Ok(mut text) = String::from_utf8(bytes.to_vec()) else { return bytes.to_vec() };
    while let Some((before, inside, after)) = braces(&text) {
        let new = match inside.split_once(' ') {
            Some(("repeat", rest)) => {
                let (count, part) = rest.split_once(' ').unwrap_or((rest, ""));
                vec![part; count.parse().unwrap_or(1)].join(" ")
            }
            Some(("random", count)) => dialogue.track.random_moves(count.parse().unwrap_or(1)),
            Some(("least", name)) => bound(&dialogue.facts, name, |min, _| min),
            Some(("greatest", name)) => bound(&dialogue.facts, name, |min, max| bearable(name, max).max(min)),
            _ => return text.into_bytes(),
        };
        text = format!("{before}{new}{after}");
    }
    text.into_bytes()
}

fn braces(text: &str) -> Option<(&str, &str, &str)> {
    let start = REPLACEMENTS.iter().filter_map(|word| text.find(&format!("{{{word} "))).min()?;
    let (before, rest) = text.split_at(start);
    let (inside, after) = rest.strip_prefix('{')?.split_once('}')?;
    Some((before, inside, after))
}

/// One end of the declared range of an option, as text; 1 if it has none.
fn bound(facts: &Facts, name: &str, end: impl Fn(i64, i64) -> i64) -> String {
    match facts.option(name).map(|option| &option.kind) {
        Some(OptionKind::Spin { min, max, .. }) => end(*min, *max).to_string(),
        _ => "1".to_owned(),
    }
}

/// The handshake. Own books are switched off, since their moves are not searched, and so is Chess960, which some
/// engines have on.
pub(crate) fn start(dialogue: &mut Dialogue, settings: &EngineSettings) -> Result<(), Failure> {
    if dialogue.track.position().is_none() {
        return Err(format!("the rules of {} are not known here", main_game(dialogue.protocol)));
    }
    match dialogue.protocol {
        SuiteProtocol::Uci => start_uci(dialogue, Dialect::Uci)?,
        SuiteProtocol::Usi => start_uci(dialogue, Dialect::Usi)?,
        SuiteProtocol::Ucci => start_uci(dialogue, Dialect::Ucci)?,
        SuiteProtocol::Xboard => start_xboard(dialogue)?,
    }
    let mut options = settings.options.clone();
    for name in BOOKS.into_iter().chain([CHESS960]) {
        if let Some(OptionSpec { name, kind: OptionKind::Check { .. } }) = dialogue.facts.option(name) {
            // In front: an option that the user sets comes later and wins.
            options.insert(0, (name.clone(), "false".to_owned()));
        }
    }
    if dialogue.facts.option(MILLISECONDS).is_some() {
        options.insert(0, (MILLISECONDS.to_owned(), "true".to_owned()));
    }
    for (name, value) in options {
        let kind = dialogue.facts.option(&name).map(|option| option.kind.clone());
        let line = setting(dialogue.protocol, &name, kind.as_ref(), &value);
        dialogue.send_line(&line);
    }
    judge::ready(dialogue)?;
    if dialogue.protocol == SuiteProtocol::Usi {
        // A game of USI begins with it, and engines may rely on that.
        dialogue.send_line("usinewgame");
    }
    Ok(())
}

fn start_uci(dialogue: &mut Dialogue, dialect: Dialect) -> Result<(), Failure> {
    dialogue.send_line(dialect.greeting());
    let end = format!("{}ok", dialect.greeting());
    let until = Instant::now() + dialogue.scaled(HANDSHAKE);
    loop {
        match dialogue.next(until) {
            Ok((_, line)) if line.trim() == end => return Ok(()),
            Ok((_, line)) => {
                dialogue.facts.read_uci(dialect, &line);
                if dialogue.facts.option_lines.len() > MOST_DECLARED {
                    return Err(format!("more than {MOST_DECLARED} options are announced"));
                }
            }
            Err(NoLine::Late) => {
                let most = dialogue.scaled(HANDSHAKE).as_secs();
                return Err(format!("`{end}` does not come within {most} s"));
            }
            Err(NoLine::Closed) => return Err(format!("`{end}` does not come: {}", dialogue.end())),
        }
    }
}

fn start_xboard(dialogue: &mut Dialogue) -> Result<(), Failure> {
    dialogue.send_line("xboard");
    dialogue.send_line("protover 2");
    let began = Instant::now();
    let mut until = began + dialogue.scaled(FEATURES);
    loop {
        match dialogue.next(until) {
            Ok((_, line)) => {
                let known = dialogue.facts.features.len();
                dialogue.facts.read_xboard(&line);
                if dialogue.facts.features.len() > MOST_DECLARED {
                    return Err(format!("more than {MOST_DECLARED} features are announced"));
                }
                let fresh = dialogue.facts.features.get(known..).unwrap_or_default().to_vec();
                for (name, value) in fresh {
                    let is_wanted = !["san", "highlight"].contains(&name.as_str());
                    dialogue
                        .send_line(&format!("{} {name}", if is_wanted { "accepted" } else { "rejected" }));
                    match (name.as_str(), value.as_str()) {
                        ("done", "1") => return Ok(()),
                        ("done", _) => until = began + dialogue.scaled(HANDSHAKE),
                        _ => {}
                    }
                }
            }
            Err(NoLine::Late) if dialogue.facts.feature("done") == Some("0") => {
                let most = dialogue.scaled(HANDSHAKE).as_secs();
                return Err(format!("`feature done=1` does not come within {most} s"));
            }
            // An engine of version 1 has no features.
            Err(NoLine::Late) => return Ok(()),
            Err(NoLine::Closed) => return Err(format!("the features do not come: {}", dialogue.end())),
        }
    }
}

/// The line that sets an option.
fn setting(protocol: SuiteProtocol, name: &str, kind: Option<&OptionKind>, value: &str) -> String {
    let is_button = kind == Some(&OptionKind::Button);
    match (protocol, kind) {
        (SuiteProtocol::Uci | SuiteProtocol::Usi, _) if is_button => format!("setoption name {name}"),
        (SuiteProtocol::Uci | SuiteProtocol::Usi, _) => format!("setoption name {name} value {value}"),
        (SuiteProtocol::Ucci, _) if is_button => format!("setoption {name}"),
        (SuiteProtocol::Ucci, _) => format!("setoption {name} {value}"),
        (SuiteProtocol::Xboard, _) if is_button => format!("option {name}"),
        (SuiteProtocol::Xboard, Some(OptionKind::Check { .. })) => {
            let value = match value {
                "true" => "1",
                "false" => "0",
                value => value,
            };
            format!("option {name}={value}")
        }
        (SuiteProtocol::Xboard, None) if name.eq_ignore_ascii_case("Hash") => format!("memory {value}"),
        (SuiteProtocol::Xboard, None) if name.eq_ignore_ascii_case("Threads") => format!("cores {value}"),
        (SuiteProtocol::Xboard, _) => format!("option {name}={value}"),
    }
}

/// The greatest value that is tried of an option: memory and threads are not a test of the protocol.
fn bearable(name: &str, max: i64) -> i64 {
    let name = name.to_ascii_lowercase();
    if name.contains("thread") || name.contains("core") || name.contains("cpu") {
        max.min(4)
    } else if ["hash", "cache", "memory", "table"].iter().any(|word| name.contains(word)) {
        max.min(64)
    } else {
        max
    }
}

/// Returns true if the option seems to name a file that is written to.
fn is_log(name: &str) -> bool {
    name.to_ascii_lowercase().split_ascii_whitespace().any(|word| ["log", "logfile"].contains(&word))
}

fn sweep_options(dialogue: &mut Dialogue, sweep: OptionSweep) {
    let protocol = dialogue.protocol;
    for OptionSpec { name, kind } in dialogue.facts.options.clone() {
        let values: Vec<String> = match (sweep, &kind) {
            // A save dialogue or a file may do anything to a disk.
            (_, OptionKind::File { .. }) => Vec::new(),
            (OptionSweep::Least, OptionKind::Spin { min, .. }) => vec![min.to_string()],
            (OptionSweep::Greatest, OptionKind::Spin { min, max, .. }) => {
                vec![bearable(&name, *max).max(*min).to_string()]
            }
            (OptionSweep::Beyond, OptionKind::Spin { min, max, .. }) => {
                let beyond = |value: Option<i64>| value.map(|value| value.to_string());
                let mut values: Vec<String> = beyond(min.checked_sub(1)).into_iter().collect();
                values.extend(beyond(max.checked_add(1)));
                values.push("99999999999999999999".to_owned());
                values
            }
            (OptionSweep::Garbage, OptionKind::Spin { .. } | OptionKind::Check { .. }) => {
                vec!["banana".to_owned(), "12x".to_owned(), "-".to_owned()]
            }
            (OptionSweep::Garbage, OptionKind::Combo { .. }) => vec!["banana".to_owned()],
            (OptionSweep::Choices, OptionKind::Combo { default, choices }) => {
                choices.iter().chain([default]).cloned().collect()
            }
            (OptionSweep::Switches, OptionKind::Check { default }) => {
                vec!["true".to_owned(), "false".to_owned(), default.to_string()]
            }
            (OptionSweep::Buttons, OptionKind::Button) => vec![String::new()],
            // An engine may write to the file that it is given, wherever the tests are run.
            (OptionSweep::Texts, OptionKind::Text { .. }) if is_log(&name) => Vec::new(),
            (OptionSweep::Texts, OptionKind::Text { default }) => {
                let empty = if protocol == SuiteProtocol::Xboard { "" } else { "<empty>" };
                let default = if default.is_empty() { empty } else { default };
                vec![empty.to_owned(), "nonsuch".to_owned(), default.to_owned()]
            }
            (OptionSweep::Default, OptionKind::Spin { default, .. }) => vec![default.to_string()],
            (OptionSweep::Default, OptionKind::Check { default }) => vec![default.to_string()],
            (OptionSweep::Default, OptionKind::Combo { default, .. }) => vec![default.clone()],
            _ => Vec::new(),
        };
        for value in values {
            let line = setting(protocol, &name, Some(&kind), &value);
            dialogue.send_line(&line);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_in_all_protocols() {
        let check = OptionKind::Check { default: false };
        assert_eq!(
            setting(SuiteProtocol::Uci, "Ponder", Some(&check), "true"),
            "setoption name Ponder value true"
        );
        assert_eq!(setting(SuiteProtocol::Xboard, "Ponder", Some(&check), "true"), "option Ponder=1");
        assert_eq!(
            setting(SuiteProtocol::Ucci, "usemillisec", Some(&check), "true"),
            "setoption usemillisec true"
        );
        assert_eq!(setting(SuiteProtocol::Usi, "USI_Hash", None, "8"), "setoption name USI_Hash value 8");
        assert_eq!(setting(SuiteProtocol::Xboard, "Hash", None, "8"), "memory 8");
        assert_eq!(
            setting(SuiteProtocol::Uci, "Clear Hash", Some(&OptionKind::Button), ""),
            "setoption name Clear Hash"
        );
    }

    #[test]
    fn bounds_are_those_that_the_engine_declares() {
        let mut facts = Facts::default();
        facts.read_uci(Dialect::Uci, "option name Hash type spin default 16 min 2 max 65536");
        assert_eq!(bound(&facts, "hash", |min, _| min), "2");
        assert_eq!(bound(&facts, "Hash", |min, max| bearable("Hash", max).max(min)), "64");
        assert_eq!(bound(&facts, "Threads", |min, _| min), "1");
    }

    #[test]
    fn braces_are_found() {
        assert_eq!(braces("moves {repeat 2 a b} c"), Some(("moves ", "repeat 2 a b", " c")));
        assert_eq!(braces("a {least Hash} {repeat 2 b}"), Some(("a ", "least Hash", " {repeat 2 b}")));
        assert_eq!(braces("{x}"), None);
    }
}
