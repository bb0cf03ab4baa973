//! The words of judgement.

mod answers;
mod declared;
mod info;
mod search;
mod system;

use crate::dialogue::{Dialogue, Failure};
use crate::tested::NoLine;
use helgi_protocol::client::cecp;
use helgi_protocol::suite::{SuiteJudgement, SuiteProtocol};
use std::time::{Duration, Instant};

/// The time in which something that must not come would have come. No limit for an engine: it passes in full, on slow machines
/// too.
const SETTLE: Duration = Duration::from_millis(150);

/// Judges what the engine has answered, or waits for an answer to judge.
pub(crate) fn judge(dialogue: &mut Dialogue, judgement: &SuiteJudgement) -> Result<(), Failure> {
    match judgement {
        SuiteJudgement::Legal => answers::legal(dialogue),
        SuiteJudgement::NoMove => answers::none(dialogue),
        SuiteJudgement::Answer => answers::wait(dialogue),
        SuiteJudgement::Refused => dialogue.wait_for("`Illegal move …`", |line| {
            let is_illegal = line.trim_start().to_ascii_lowercase().starts_with("illegal move");
            is_illegal || line.starts_with("tellusererror")
        }),
        SuiteJudgement::ErrorLine => dialogue.wait_for("`Error (…): …`", |line| {
            matches!(cecp::parse_line(line), cecp::EngineLine::Error(_))
        }),
        SuiteJudgement::Declared(results) => answers::declared(dialogue, results),
        SuiteJudgement::Exits(status) => exits(dialogue, *status),
        SuiteJudgement::Alive => alive(dialogue),
        SuiteJudgement::Silent(time) => silent(dialogue, *time),
        SuiteJudgement::OneAnswer => answers::one(dialogue),
        SuiteJudgement::Within(time) => within(dialogue, *time),
        SuiteJudgement::NotBefore(time) => not_before(dialogue, *time),
        SuiteJudgement::Best(moves) => answers::best(dialogue, moves, true),
        SuiteJudgement::NotBest(moves) => answers::best(dialogue, moves, false),
        SuiteJudgement::LegalPv => search::legal_pv(dialogue),
        SuiteJudgement::PvBest => search::pv_best(dialogue),
        SuiteJudgement::LegalPonder => answers::legal_ponder(dialogue),
        SuiteJudgement::Infos => search::well_formed(dialogue),
        SuiteJudgement::Reported => search::reported(dialogue),
        SuiteJudgement::Depth(most) => search::depth(dialogue, *most),
        SuiteJudgement::Deeper(than) => search::deeper(dialogue, *than),
        SuiteJudgement::Nodes(most) => search::nodes(dialogue, *most),
        SuiteJudgement::Mate(moves) => search::mate(dialogue, *moves),
        SuiteJudgement::Above(value) => search::score(dialogue, |score| score > *value, ">", *value),
        SuiteJudgement::Below(value) => search::score(dialogue, |score| score < *value, "<", *value),
        SuiteJudgement::MultiPv(count) => search::multipv(dialogue, *count),
        SuiteJudgement::BestFirst(count) => search::best_first(dialogue, *count),
        SuiteJudgement::Grow => search::grow(dialogue),
        SuiteJudgement::OptionSyntax => declared::syntax(dialogue.protocol, &dialogue.facts),
        SuiteJudgement::OptionNames => declared::names(&dialogue.facts),
        SuiteJudgement::OptionDefaults => declared::defaults(&dialogue.facts),
        SuiteJudgement::OptionTypes => declared::types(dialogue.protocol, &dialogue.facts),
        SuiteJudgement::FeatureSyntax => dialogue.facts.feature_fault().map_or(Ok(()), Err),
        SuiteJudgement::Processor(most) => system::processor(dialogue, *most),
        SuiteJudgement::Memory(most) => system::memory(dialogue, *most),
        SuiteJudgement::Growth(most) => system::growth(dialogue, *most),
    }
}

/// Asks the engine whether it is ready, and waits for the answer.
pub(crate) fn ready(dialogue: &mut Dialogue) -> Result<(), Failure> {
    match dialogue.protocol {
        SuiteProtocol::Uci | SuiteProtocol::Usi | SuiteProtocol::Ucci => {
            dialogue.send_line("isready");
            dialogue.wait_for("`readyok`", |line| line.trim() == "readyok")
        }
        SuiteProtocol::Xboard if dialogue.facts.has_feature("ping") => {
            dialogue.pings += 1;
            let number = dialogue.pings + 1000;
            dialogue.send_line(&format!("ping {number}"));
            dialogue.wait_for(&format!("`pong {number}`"), |line| {
                cecp::parse_line(line) == cecp::EngineLine::Pong(number)
            })
        }
        // Without `ping` there is no way to ask; that it runs has to do, for as long as the machine may need.
        SuiteProtocol::Xboard => runs(dialogue, dialogue.scaled(SETTLE)),
    }
}

fn runs(dialogue: &mut Dialogue, time: Duration) -> Result<(), Failure> {
    let until = Instant::now() + time;
    match dialogue.engine.exit_status(until) {
        Some(status) => Err(format!("the engine has ended ({status})")),
        None => Ok(()),
    }
}

fn alive(dialogue: &mut Dialogue) -> Result<(), Failure> {
    ready(dialogue).map_err(|error| format!("the engine is not alive: {error}"))?;
    runs(dialogue, SETTLE)
}

pub(crate) fn exits(dialogue: &mut Dialogue, status: Option<i32>) -> Result<(), Failure> {
    let until = Instant::now() + dialogue.scaled(dialogue.limit);
    // An engine whose output nobody reads may not come to its end.
    let ended = loop {
        let soon = (Instant::now() + Duration::from_millis(20)).min(until);
        for line in dialogue.take_ready() {
            dialogue.check_between(&line)?;
        }
        match dialogue.engine.exit_status(soon) {
            None if Instant::now() < until => {}
            ended => break ended,
        }
    };
    let limit = dialogue.scaled(dialogue.limit).as_millis();
    let ended = ended.ok_or_else(|| format!("the engine does not end within {limit} ms"))?;
    let rest = Instant::now() + Duration::from_millis(100);
    while let Ok((_, line)) = dialogue.next(rest) {
        dialogue.check_between(&line)?;
    }
    dialogue.forbidden.clear();
    dialogue.allowed.clear();
    // Without a code it has been ended by a signal: a crash.
    match (ended.code(), status) {
        (Some(found), Some(status)) if found == status => Ok(()),
        (Some(_), None) => Ok(()),
        _ => Err(format!("the engine ends with {ended}")),
    }
}

/// Nothing may come but empty lines, comments and texts for people.
fn silent(dialogue: &mut Dialogue, time: Duration) -> Result<(), Failure> {
    let until = Instant::now() + time;
    loop {
        match dialogue.next(until) {
            Ok((_, line)) => {
                let text = line.trim();
                let is_for_people =
                    ["info string", "info message"].iter().any(|start| text.starts_with(start));
                if !text.is_empty() && !text.starts_with('#') && !is_for_people {
                    return Err(format!("`{line}` comes, expected nothing"));
                }
            }
            Err(NoLine::Late) => return Ok(()),
            Err(NoLine::Closed) => return Err(dialogue.end()),
        }
    }
}

fn taken(dialogue: &Dialogue) -> Result<(Duration, String), Failure> {
    let (at, line) = dialogue.awaited.as_ref().ok_or("no line was waited for before `within`")?;
    Ok((at.saturating_duration_since(dialogue.sent_at), line.clone()))
}

fn within(dialogue: &Dialogue, time: Duration) -> Result<(), Failure> {
    let (taken, line) = taken(dialogue)?;
    let most = dialogue.scaled(time);
    if taken <= most {
        return Ok(());
    }
    Err(format!("`{line}` comes after {} ms, expected at most {}", taken.as_millis(), most.as_millis()))
}

fn not_before(dialogue: &Dialogue, time: Duration) -> Result<(), Failure> {
    let (taken, line) = taken(dialogue)?;
    if taken >= time {
        return Ok(());
    }
    Err(format!("`{line}` comes after {} ms, expected at least {}", taken.as_millis(), time.as_millis()))
}
