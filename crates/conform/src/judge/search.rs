//! Judgements of the reports of a search.

use super::info::{exact, fault, pv, read};
use crate::dialogue::{Dialogue, Failure};
use crate::track::{board, illegal_in, illegal_in_text};
use helgi_protocol::client::cecp;
use helgi_protocol::dialect::BoardSize;
use helgi_protocol::info::{ScoreBound, SearchInfo, SearchScore};
use helgi_protocol::suite::SuiteProtocol;

/// A mate as a number, beyond all other scores.
const MATE: i32 = 1_000_000;

/// The report in a line, if it has an exact score.
fn exact_of(dialogue: &Dialogue, line: &str) -> Option<SearchInfo> {
    let position = dialogue.asked.position.as_ref().or(dialogue.track.position());
    // The board of shogi, if nothing is known of the position.
    let board = position.map_or(BoardSize { files: 9, ranks: 9 }, board);
    exact(dialogue.protocol.dialect()?, board, line)
}

/// The reports with exact scores, the best line's only.
fn reports(dialogue: &Dialogue) -> Vec<SearchInfo> {
    let lines = dialogue.asked.infos.iter();
    let infos: Vec<SearchInfo> = match dialogue.protocol {
        SuiteProtocol::Uci | SuiteProtocol::Usi | SuiteProtocol::Ucci => {
            lines.filter_map(|line| exact_of(dialogue, line)).collect()
        }
        SuiteProtocol::Xboard => {
            let thinking = |line: &String| match cecp::parse_line(line) {
                cecp::EngineLine::Thinking(info) if info.bound == ScoreBound::Exact => Some(info),
                _ => None,
            };
            lines.filter_map(thinking).collect()
        }
    };
    infos.into_iter().filter(|info| info.multipv.unwrap_or(1) == 1).collect()
}

fn last_score(dialogue: &Dialogue) -> Result<SearchScore, Failure> {
    let reports = reports(dialogue);
    let score = reports.last().and_then(|info| info.score);
    score.ok_or_else(|| "no report with an exact score has come".to_owned())
}

pub(super) fn legal_pv(dialogue: &Dialogue) -> Result<(), Failure> {
    let Some(position) = &dialogue.asked.position else { return Ok(()) };
    for line in &dialogue.asked.infos {
        let illegal = match dialogue.protocol {
            protocol @ (SuiteProtocol::Uci | SuiteProtocol::Usi | SuiteProtocol::Ucci) => {
                illegal_in(protocol, position, &pv(line))
            }
            SuiteProtocol::Xboard => {
                let text = line.rsplit_once('\t').map_or_else(|| after_numbers(line), |(_, pv)| pv);
                // Books list their moves in parentheses.
                let is_list = text.trim_start().starts_with('(') && text.trim_end().ends_with(')');
                if is_list { None } else { illegal_in_text(position, text) }
            }
        };
        if let Some(error) = illegal {
            return Err(format!("{error}, in `{}`", line.trim()));
        }
    }
    Ok(())
}

/// The rest of a line of thinking behind its four numbers.
fn after_numbers(line: &str) -> &str {
    let mut rest = line.trim_start();
    for _ in 0..4 {
        rest = rest.split_once(|c: char| c.is_ascii_whitespace()).map_or("", |(_, rest)| rest).trim_start();
    }
    rest
}

pub(super) fn pv_best(dialogue: &Dialogue) -> Result<(), Failure> {
    let is_first = |line: &&String| {
        let multipv = read(line).multipv;
        multipv.unwrap_or(1) == 1 && !pv(line).is_empty()
    };
    let line = dialogue.asked.infos.iter().rev().find(is_first).ok_or("no line of play has come")?;
    let first = pv(line).first().map(|&text| text.to_owned());
    let answer = dialogue.asked.answer.as_ref().and_then(|words| words.first().cloned());
    if first == answer {
        return Ok(());
    }
    Err(format!("bestmove `{}`, expected the first move of `{line}`", answer.unwrap_or_default()))
}

pub(super) fn well_formed(dialogue: &Dialogue) -> Result<(), Failure> {
    let dialect = dialogue.protocol.dialect().unwrap_or_default();
    dialogue.asked.infos.iter().find_map(|line| fault(dialect, line)).map_or(Ok(()), Err)
}

pub(super) fn reported(dialogue: &Dialogue) -> Result<(), Failure> {
    last_score(dialogue).map(drop)
}

fn deepest(dialogue: &Dialogue) -> Option<u32> {
    reports(dialogue).iter().filter_map(|info| info.depth).max()
}

pub(super) fn depth(dialogue: &Dialogue, most: u32) -> Result<(), Failure> {
    match deepest(dialogue) {
        Some(depth) if depth > most => Err(format!("depth {depth} is reported, expected at most {most}")),
        _ => Ok(()),
    }
}

pub(super) fn deeper(dialogue: &Dialogue, than: u32) -> Result<(), Failure> {
    match deepest(dialogue) {
        Some(depth) if depth > than => Ok(()),
        Some(depth) => Err(format!("no depth beyond {depth} is reported, expected more than {than}")),
        None => Err(format!("no depth is reported, expected more than {than}")),
    }
}

pub(super) fn nodes(dialogue: &Dialogue, most: u64) -> Result<(), Failure> {
    let infos = dialogue.asked.infos.iter();
    let counts = infos.filter_map(|line| read(line).nodes);
    match counts.max() {
        Some(nodes) if nodes > most => Err(format!("{nodes} nodes are reported, expected at most {most}")),
        _ => Ok(()),
    }
}

pub(super) fn mate(dialogue: &Dialogue, moves: i32) -> Result<(), Failure> {
    match last_score(dialogue)? {
        SearchScore::Mate(found) if found == moves => Ok(()),
        score => Err(format!("the last score is {}, expected mate in {moves}", name(score))),
    }
}

fn name(score: SearchScore) -> String {
    match score {
        SearchScore::Centipawns(value) => format!("{value} centipawns"),
        SearchScore::Mate(moves) => format!("mate in {moves}"),
    }
}

pub(super) fn score(
    dialogue: &Dialogue,
    holds: impl Fn(i32) -> bool,
    sign: &str,
    than: i32,
) -> Result<(), Failure> {
    let score = last_score(dialogue)?;
    let value = match score {
        SearchScore::Centipawns(value) => value,
        SearchScore::Mate(moves) if moves > 0 => MATE,
        SearchScore::Mate(_) => -MATE,
    };
    if holds(value) {
        Ok(())
    } else {
        Err(format!("the last score is {}, expected {sign} {than}", name(score)))
    }
}

/// The lines of the last iteration that has all of them, each with its first move.
fn last_lines(dialogue: &Dialogue, count: u32) -> Result<Vec<(SearchInfo, String)>, Failure> {
    let mut lines: Vec<(SearchInfo, String)> = Vec::new();
    let mut complete: Option<Vec<(SearchInfo, String)>> = None;
    for line in &dialogue.asked.infos {
        let Some(info) = exact_of(dialogue, line) else { continue };
        let first = pv(line).first().map(|&text| text.to_owned());
        let (Some(number), Some(first)) = (info.multipv, first) else { continue };
        if number == 1 {
            lines.clear();
        }
        // A line out of turn makes the iteration incomplete.
        if number as usize != lines.len() + 1 {
            lines.clear();
            continue;
        }
        lines.push((info, first));
        if number == count {
            complete = Some(std::mem::take(&mut lines));
        } else if number > count {
            return Err(format!("multipv {number}, expected at most {count}, in `{line}`"));
        }
    }
    complete.ok_or_else(|| format!("no report has all lines with `multipv` from 1 to {count}"))
}

pub(super) fn multipv(dialogue: &Dialogue, count: u32) -> Result<(), Failure> {
    let complete = last_lines(dialogue, count)?;
    let mut firsts: Vec<&String> = complete.iter().map(|(_, first)| first).collect();
    firsts.sort();
    firsts.dedup();
    if firsts.len() == complete.len() { Ok(()) } else { Err("two lines begin with the same move".to_owned()) }
}

pub(super) fn best_first(dialogue: &Dialogue, count: u32) -> Result<(), Failure> {
    let complete = last_lines(dialogue, count)?;
    for ((before, first), (after, second)) in complete.iter().zip(complete.iter().skip(1)) {
        let rank = |info: &SearchInfo| match info.score {
            // A mate in fewer moves is the better one, and for the mated side the worse.
            Some(SearchScore::Mate(moves)) if moves > 0 => MATE - moves,
            Some(SearchScore::Mate(moves)) => -MATE - moves,
            Some(SearchScore::Centipawns(value)) => value,
            None => 0,
        };
        if rank(before) < rank(after) {
            return Err(format!("{second} has a better score than {first}, expected the best line first"));
        }
    }
    Ok(())
}

pub(super) fn grow(dialogue: &Dialogue) -> Result<(), Failure> {
    let mut last = SearchInfo::default();
    for line in &dialogue.asked.infos {
        let info = read(line);
        let shrinks = |before: Option<u64>, now: Option<u64>| {
            before.is_some_and(|before| now.is_some_and(|now| now < before))
        };
        let milliseconds =
            |info: &SearchInfo| info.time.and_then(|time| u64::try_from(time.as_millis()).ok());
        for (what, before, now) in
            [("nodes", last.nodes, info.nodes), ("time", milliseconds(&last), milliseconds(&info))]
        {
            if shrinks(before, now) {
                return Err(format!("{what} decrease in `{line}`, expected them to grow"));
            }
        }
        last.nodes = info.nodes.or(last.nodes);
        last.time = info.time.or(last.time);
    }
    Ok(())
}
