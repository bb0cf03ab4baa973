use super::*;

fn result(verdict: ConformVerdict) -> Option<CheckResult> {
    let line = |from_engine, text: &str| DialogueLine { milliseconds: 7, from_engine, text: text.to_owned() };
    let dialogue = vec![line(false, "isready"), line(true, "<no & yes>\u{1}")];
    Some(CheckResult { verdict, seconds: 0.5, dialogue })
}

fn failed() -> ConformVerdict {
    ConformVerdict::Failed { line: 3, step: "< readyok".to_owned(), reason: "it does not come".to_owned() }
}

fn report() -> ConformReport {
    let engine = |name: &str| TestedEngine {
        name: name.to_owned(),
        own_name: format!("{name} 1"),
        protocol: "uci",
        fault: None,
    };
    let check = |name: &str, level, results| CheckReport {
        name: name.to_owned(),
        level,
        title: "`isready` is answered.".to_owned(),
        source: "UCI, isready".to_owned(),
        results,
    };
    let skipped = ConformVerdict::Skipped { reason: "no option Hash".to_owned() };
    ConformReport {
        engines: vec![engine("one"), engine("two")],
        checks: vec![
            check("uci-a/ready", SuiteLevel::Must, vec![result(ConformVerdict::Passed), result(failed())]),
            check(
                "uci-a/both",
                SuiteLevel::Must,
                vec![result(ConformVerdict::Passed), result(ConformVerdict::Passed)],
            ),
            check("uci-a/taste", SuiteLevel::Note, vec![result(failed()), None]),
            check("uci-a/hash", SuiteLevel::Should, vec![result(skipped), result(ConformVerdict::Passed)]),
        ],
    }
}

#[test]
fn the_table_has_engines_side_by_side() {
    let lines = [
        "                   one   two",
        "MUST   uci-a/ready  ok    FAIL",
        "NOTE   uci-a/taste  note",
        "passed              2     2",
        "failed: MUST        0     1",
        "failed: SHOULD      0     0",
        "failed: NOTE        1     0",
        "not applicable      1     0",
    ];
    let trim = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let table: Vec<String> = table(&report(), false).lines().map(trim).collect();
    assert_eq!(table, lines.map(trim));
    assert_eq!(super::table(&report(), true).lines().count(), lines.len() + 2);
    assert!(markdown(&report(), false).contains("| MUST `uci-a/ready` | ok | FAIL |\n"));
}

#[test]
fn a_name_is_one_cell_of_plain_text() {
    let mut report = report();
    report.engines[0].name = "a|b <i> *c*".to_owned();
    assert!(markdown(&report, false).starts_with("| check | a\\|b &lt;i> \\*c\\* | two |\n"));
}

#[test]
fn failures_show_their_dialogue() {
    let text = details(&report(), 1);
    assert!(
        text.contains("line 3, `< readyok`: it does not come") && text.contains("      7 > isready"),
        "{text}"
    );
    assert_eq!(line(&report().checks[3], 0), "-     SHOULD uci-a/hash (no option Hash)");
    assert_eq!(
        summary(&report(), 0),
        "one (one 1, uci): 2 passed, 1 failed (0 MUST, 0 SHOULD, 1 NOTE), 1 not applicable"
    );
}

#[test]
fn the_level_decides_whether_it_has_failed() {
    let mut report = report();
    assert!(report.has_failed(SuiteLevel::Must));
    report.checks.remove(0);
    assert!(!report.has_failed(SuiteLevel::Should) && report.has_failed(SuiteLevel::Note));
    report.engines[0].fault = Some("it does not start".to_owned());
    assert!(report.has_failed(SuiteLevel::Must));
}

#[test]
fn json_and_junit_hold_all_results() {
    let json: serde_json::Value = serde_json::from_str(&report().json().unwrap()).unwrap();
    assert_eq!(json["checks"][0]["level"], "MUST");
    assert_eq!(json["checks"][0]["results"][1]["verdict"], "failed");
    assert_eq!(json["checks"][0]["results"][1]["dialogue"][0]["text"], "isready");
    let xml = junit(&report()).unwrap();
    for part in [
        "<testsuite name=\"two\" tests=\"3\" disabled=\"0\" errors=\"0\" failures=\"1\"",
        "<failure message=\"it does not come\" type=\"MUST\">",
        "&lt;no &amp; yes&gt;",
    ] {
        assert!(xml.contains(part), "{part}: {xml}");
    }
}

#[test]
fn unfinished_checks_are_counted_apart() {
    let mut report = report();
    assert_eq!(report.unfinished(), 0);
    report.checks[0].results[1] = result(ConformVerdict::Unfinished);
    assert_eq!((report.unfinished(), report.counts(1).unfinished, report.counts(1).failed), (1, 1, [0; 3]));
    let rows = table(&report, true);
    assert!(
        rows.contains("?") && rows.trim_end().lines().last().unwrap().starts_with("unfinished"),
        "{rows}"
    );
    assert!(!table(&report, false).contains("uci-a/ready"));
    assert!(summary(&report, 1).ends_with(", 0 not applicable, 1 unfinished"), "{}", summary(&report, 1));
    assert!(!summary(&report, 0).contains("unfinished"));
    assert!(junit(&report).unwrap().contains("the time of the run was over"));
    assert!(report.json().unwrap().contains("\"verdict\": \"unfinished\""));
}
