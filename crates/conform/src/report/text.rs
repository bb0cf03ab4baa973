//! The report as text for people: lines, details, a table, and the same table as Markdown.

use super::{CheckReport, CheckResult, ConformReport, ConformVerdict};
use helgi_notation::escaped_markdown;
use helgi_protocol::suite::SuiteLevel;
use std::fmt::Write;

/// The number of lines of a dialogue that a failure shows.
const SHOWN: usize = 14;

/// The word for a result in a table.
fn word(check: &CheckReport, engine: usize) -> &'static str {
    match check.result(engine).map(|result| &result.verdict) {
        None => "",
        Some(ConformVerdict::Passed) => "ok",
        Some(ConformVerdict::Skipped { .. }) => "-",
        Some(ConformVerdict::Unfinished) => "?",
        Some(ConformVerdict::Failed { .. }) => match check.level {
            SuiteLevel::Must => "FAIL",
            SuiteLevel::Should => "fail",
            SuiteLevel::Note => "note",
        },
    }
}

/// A check of an engine in one line.
pub fn line(check: &CheckReport, engine: usize) -> String {
    let mut text = format!("{:5} {:6} {}", word(check, engine), check.level.name(), check.name);
    if let Some(ConformVerdict::Skipped { reason }) = check.result(engine).map(|result| &result.verdict) {
        text.push_str(&format!(" ({reason})"));
    }
    text
}

/// The end of a dialogue: times in milliseconds, `>` to the engine and `<` from it.
pub(super) fn transcript(result: &CheckResult, most: usize) -> String {
    let mut text = String::new();
    let left_out = result.dialogue.len().saturating_sub(most);
    if left_out > 0 {
        let _ = writeln!(text, "      … {left_out} lines");
    }
    for said in result.dialogue.iter().skip(left_out) {
        let mark = if said.from_engine { '<' } else { '>' };
        let _ = writeln!(text, "{:7} {mark} {}", said.milliseconds, said.text);
    }
    text
}

/// The failures of an engine, each with its reason and the end of its dialogue.
pub fn details(report: &ConformReport, engine: usize) -> String {
    let mut text = String::new();
    for check in &report.checks {
        let Some(result) = check.result(engine) else { continue };
        let ConformVerdict::Failed { line, step, reason } = &result.verdict else { continue };
        let _ = writeln!(text, "{} {}", check.level, check.name);
        let _ = writeln!(text, "  {}", check.title);
        let _ = writeln!(text, "  {}", check.source);
        let _ = writeln!(text, "  line {line}, `{step}`: {reason}");
        let _ = writeln!(text, "{}", transcript(result, SHOWN));
    }
    text
}

/// The rows of the table: the checks that some engine did not pass, or all.
fn rows(report: &ConformReport, all: bool) -> Vec<&CheckReport> {
    let is_told = |check: &&CheckReport| {
        let mut engines = 0..report.engines.len();
        all || engines.any(|engine| !["ok", "-", "?", ""].contains(&word(check, engine)))
    };
    report.checks.iter().filter(is_told).collect()
}

/// The counts at the end: a title and a value for each engine. That of unfinished checks stands only where there are some.
fn totals(report: &ConformReport) -> Vec<(&'static str, Vec<String>)> {
    let counts: Vec<_> = (0..report.engines.len()).map(|engine| report.counts(engine)).collect();
    let column =
        |value: fn(&super::VerdictCounts) -> usize| counts.iter().map(|one| value(one).to_string()).collect();
    let mut totals = vec![
        ("passed", column(|counts| counts.passed)),
        ("failed: MUST", column(|counts| counts.failed[0])),
        ("failed: SHOULD", column(|counts| counts.failed[1])),
        ("failed: NOTE", column(|counts| counts.failed[2])),
        ("not applicable", column(|counts| counts.skipped)),
    ];
    if report.unfinished() > 0 {
        totals.push(("unfinished", column(|counts| counts.unfinished)));
    }
    totals
}

/// The engines side by side: the checks that one of them did not pass, or all, and the counts.
pub fn table(report: &ConformReport, all: bool) -> String {
    let rows = rows(report, all);
    let names: Vec<&str> = report.engines.iter().map(|engine| engine.name.as_str()).collect();
    // The level takes six characters and a blank.
    let first = rows.iter().map(|check| check.name.len() + 7).chain([16]).max().unwrap_or(16);
    let widths: Vec<usize> = names.iter().map(|name| name.chars().count().max(4)).collect();
    let mut text = String::new();
    let mut put = |head: &str, cells: Vec<&str>| {
        let _ = write!(text, "{head:first$}");
        for (cell, width) in cells.iter().zip(&widths) {
            let _ = write!(text, "  {cell:width$}");
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    };
    put("", names);
    for check in rows {
        let cells = (0..report.engines.len()).map(|engine| word(check, engine)).collect();
        put(&format!("{:6} {}", check.level.name(), check.name), cells);
    }
    for (head, values) in totals(report) {
        put(head, values.iter().map(String::as_str).collect());
    }
    text
}

/// The same table as Markdown.
pub fn markdown(report: &ConformReport, all: bool) -> String {
    let mut text = String::new();
    let mut put = |cells: Vec<String>| {
        let _ = writeln!(text, "| {} |", cells.join(" | "));
    };
    let row = |head: String, cells: Vec<String>| std::iter::once(head).chain(cells).collect::<Vec<_>>();
    put(row(
        "check".to_owned(),
        report.engines.iter().map(|engine| escaped_markdown(&engine.name)).collect(),
    ));
    put(report.engines.iter().map(|_| "---".to_owned()).chain(["---".to_owned()]).collect());
    for check in rows(report, all) {
        let cells = (0..report.engines.len()).map(|engine| word(check, engine).to_owned()).collect();
        put(row(format!("{} `{}`", check.level, check.name), cells));
    }
    for (head, values) in totals(report) {
        put(row(format!("**{head}**"), values));
    }
    text
}

/// One line about an engine.
pub fn summary(report: &ConformReport, engine: usize) -> String {
    let counts = report.counts(engine);
    let [must, should, note] = counts.failed;
    let Some(tested) = report.engines.get(engine) else { return String::new() };
    let own_name = if tested.own_name.is_empty() { "no name of its own" } else { &tested.own_name };
    let mut text = format!(
        "{} ({own_name}, {}): {} passed, {} failed ({must} MUST, {should} SHOULD, {note} NOTE), {} not applicable",
        tested.name,
        tested.protocol,
        counts.passed,
        must + should + note,
        counts.skipped,
    );
    if counts.unfinished > 0 {
        text.push_str(&format!(", {} unfinished", counts.unfinished));
    }
    if let Some(fault) = &tested.fault {
        text.push_str(&format!("\nno handshake: {fault}"));
    }
    text
}
