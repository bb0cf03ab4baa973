//! The eight UCI words that take few arguments or none, read by `vampirc-uci`.
//!
//! That crate knows chess on 8x8 alone and cuts off or panics on much else, so
//! it sees these eight words only, one line at a time, through its strict
//! entry point. `position`, `go` and `setoption` never reach it.

use std::panic::catch_unwind;

use vampirc_uci::{UciMessage, parse_strict};

use super::command::Command;
use super::error::ParseError;

const WORDS: [&str; 8] = ["uci", "debug", "isready", "register", "ucinewgame", "stop", "ponderhit", "quit"];

/// Reads a line that begins with one of the eight words; `None` for others.
///
/// Words after a command that takes none are ignored.
pub(super) fn parse(head: &str, line: &str) -> Option<Result<Command, ParseError>> {
    let word = WORDS.iter().find(|word| head.eq_ignore_ascii_case(word))?;
    if let Some(command) = strict(line).or_else(|| strict(head)) {
        return Some(Ok(command));
    }
    match *word {
        "debug" => Some(Err(debug_error(line))),
        // Without arguments, or with half of them.
        "register" => Some(Ok(Command::Register)),
        _ => None,
    }
}

fn strict(line: &str) -> Option<Command> {
    let messages = catch_unwind(|| parse_strict(line)).ok()?.ok()?;
    let [message] = messages.as_slice() else {
        return None;
    };
    match message {
        UciMessage::Uci => Some(Command::Uci),
        UciMessage::Debug(on) => Some(Command::Debug(*on)),
        UciMessage::IsReady => Some(Command::IsReady),
        UciMessage::Register { .. } => Some(Command::Register),
        UciMessage::UciNewGame => Some(Command::UciNewGame),
        UciMessage::Stop => Some(Command::Stop),
        UciMessage::PonderHit => Some(Command::PonderHit),
        UciMessage::Quit => Some(Command::Quit),
        _ => None,
    }
}

fn debug_error(line: &str) -> ParseError {
    const EXPECTED: &str = "`on` or `off`";
    match crate::text::split_word(line).1 {
        "" => ParseError::missing("debug", "switch", EXPECTED),
        value => ParseError::invalid("debug", "switch", value, EXPECTED),
    }
}
