//! Judgements of answers to searches: moves, results, and how many of them.

use super::SETTLE;
use crate::dialogue::{Dialogue, Failure, answer_words};
use crate::tested::NoLine;
use crate::track::{in_coordinates, read_answer};
use helgi_protocol::client::cecp;
use helgi_protocol::suite::SuiteProtocol;
use helgi_rules::{AnyPosition, Position};
use std::time::Instant;

/// The texts that say that there is no move.
fn none_of(protocol: SuiteProtocol) -> &'static [&'static str] {
    match protocol {
        SuiteProtocol::Uci | SuiteProtocol::Xboard => &["(none)", "0000", "NULL"],
        SuiteProtocol::Usi => &["resign"],
        SuiteProtocol::Ucci => &["nobestmove"],
    }
}

/// The texts that are expected where there is no move, for errors.
fn expected_none(protocol: SuiteProtocol) -> &'static str {
    match protocol {
        SuiteProtocol::Uci | SuiteProtocol::Xboard => "`(none)` or `0000`",
        SuiteProtocol::Usi => "`resign`",
        SuiteProtocol::Ucci => "`nobestmove`",
    }
}

/// Waits for the answer to a search, unless it has come already.
pub(super) fn wait(dialogue: &mut Dialogue) -> Result<(), Failure> {
    if dialogue.asked.answered.is_some() {
        dialogue.awaited.clone_from(&dialogue.asked.answered);
        dialogue.forbidden.clear();
        dialogue.allowed.clear();
        return Ok(());
    }
    match dialogue.protocol {
        protocol @ (SuiteProtocol::Uci | SuiteProtocol::Usi | SuiteProtocol::Ucci) => {
            dialogue.wait_for("`bestmove`", |line| answer_words(protocol, line).is_some())
        }
        SuiteProtocol::Xboard => {
            let is_move = |line: &str| matches!(cecp::parse_line(line), cecp::EngineLine::Move { .. });
            dialogue.wait_for("`move`", is_move)
        }
    }
}

/// The move of the last answer.
fn answer(dialogue: &Dialogue) -> Result<&str, Failure> {
    let words = dialogue.asked.answer.as_ref().ok_or("no answer has come")?;
    words.first().map(String::as_str).ok_or_else(|| "the answer has no move".to_owned())
}

pub(super) fn legal(dialogue: &mut Dialogue) -> Result<(), Failure> {
    wait(dialogue)?;
    let text = answer(dialogue)?;
    if let Some(error) = &dialogue.asked.illegal {
        return Err(format!("move {text}: {error}"));
    }
    match (&dialogue.asked.position, dialogue.protocol) {
        (Some(position), SuiteProtocol::Uci | SuiteProtocol::Usi | SuiteProtocol::Ucci) => {
            is_answer(dialogue.protocol, position, text)
        }
        _ => Ok(()),
    }
}

/// Checks the move of a `bestmove`: legal, or none where there is none.
fn is_answer(protocol: SuiteProtocol, position: &AnyPosition, text: &str) -> Result<(), Failure> {
    if !position.has_moves() {
        let expected = expected_none(protocol);
        let error = || format!("bestmove `{text}`, expected {expected}: there is no legal move");
        return if none_of(protocol).contains(&text) { Ok(()) } else { Err(error()) };
    }
    read_answer(protocol, position, text).map(drop).map_err(|error| format!("bestmove {error}"))
}

pub(super) fn none(dialogue: &mut Dialogue) -> Result<(), Failure> {
    wait(dialogue)?;
    let text = answer(dialogue)?;
    if none_of(dialogue.protocol).contains(&text) {
        return Ok(());
    }
    Err(format!("bestmove `{text}`, expected {}", expected_none(dialogue.protocol)))
}

pub(super) fn best(dialogue: &mut Dialogue, moves: &[String], wanted: bool) -> Result<(), Failure> {
    wait(dialogue)?;
    let text = answer(dialogue)?;
    let plain = match (&dialogue.asked.position, dialogue.protocol) {
        // An engine of XBoard's protocol may write its moves as it likes: `a8=Q` or `a7a8q`.
        (Some(position), SuiteProtocol::Xboard) => in_coordinates(position, text),
        _ => text.to_owned(),
    };
    if moves.contains(&plain) == wanted {
        return Ok(());
    }
    let expected = if wanted { "one of" } else { "none of" };
    Err(format!("move `{text}`, expected {expected}: {}", moves.join(" ")))
}

pub(super) fn legal_ponder(dialogue: &Dialogue) -> Result<(), Failure> {
    let Some(words) = &dialogue.asked.answer else { return Err("no answer has come".to_owned()) };
    // Behind the moves of UCCI, a draw may be offered or taken, and the game resigned.
    let is_more =
        |word: &&str| dialogue.protocol == SuiteProtocol::Ucci && matches!(*word, "draw" | "resign");
    let behind: Vec<&str> = words.iter().skip(1).map(String::as_str).filter(|word| !is_more(word)).collect();
    let ["ponder", ponder] = behind[..] else {
        return match behind.len() + 1 {
            0 | 1 => Ok(()),
            _ => Err(format!("`bestmove {}`, expected a move, `ponder` and a move", words.join(" "))),
        };
    };
    let Some(position) = &dialogue.asked.position else { return Ok(()) };
    let mut position = position.clone();
    let answered = read_answer(dialogue.protocol, &position, answer(dialogue)?);
    position.play(answered.map_err(|error| error.to_string())?);
    // Some engines say so that they expect nothing.
    if none_of(dialogue.protocol).contains(&ponder) {
        return Ok(());
    }
    read_answer(dialogue.protocol, &position, ponder).map(drop).map_err(|error| format!("ponder {error}"))
}

/// Waits until nothing more can come, and compares the numbers of searches and answers.
pub(super) fn one(dialogue: &mut Dialogue) -> Result<(), Failure> {
    super::ready(dialogue)?;
    let until = Instant::now() + SETTLE;
    while let Ok(_) | Err(NoLine::Closed) = dialogue.next(until) {
        if Instant::now() >= until {
            break;
        }
    }
    let (orders, answers) = (dialogue.orders, dialogue.answers);
    match dialogue.protocol {
        SuiteProtocol::Uci | SuiteProtocol::Usi | SuiteProtocol::Ucci if answers != orders => {
            Err(format!("{answers} `bestmove` for {orders} `go`, expected as many"))
        }
        _ => Ok(()),
    }
}

pub(super) fn declared(dialogue: &mut Dialogue, results: &[String]) -> Result<(), Failure> {
    let is_result = |line: &str| match cecp::parse_line(line) {
        cecp::EngineLine::Result { score, .. } => Some(score.to_owned()),
        cecp::EngineLine::Resign => Some("resign".to_owned()),
        _ => None,
    };
    let names = if results.is_empty() { "a result".to_owned() } else { results.join(" or ") };
    dialogue.wait_for(&names, |line| is_result(line).is_some())?;
    let found = dialogue.awaited.as_ref().and_then(|(_, line)| is_result(line)).unwrap_or_default();
    if results.is_empty() || results.contains(&found) {
        return Ok(());
    }
    Err(format!("result `{found}`, expected {names}"))
}
