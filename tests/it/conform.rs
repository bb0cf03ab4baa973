//! The conformance suite: helgi passes it, and an engine with known faults fails the checks that are about them.

use crate::program;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::thread;

/// The factor for the time limits of checks, because the machine may be busy with other tests.
const SLOW: &str = "20";

/// The same for the broken engine: with more its faults that never end take as much longer.
const BROKEN_SLOW: &str = "6";

/// The checks that wait for things of the broken engine that do not come: a longer limit would change no verdict, and the
/// longest is a quarter of a minute already.
const WAITING: [&str; 3] = ["uci-input/crlf", "uci-input/no-end", "uci-stop/eof"];

/// The number of checks at the same time. Most of the time of a check is waiting.
const JOBS: &str = "16";

fn conform(arguments: &[&str]) -> Output {
    program::run(Command::new(env!("CARGO_BIN_EXE_helgi")).arg("conform").args(arguments), b"")
}

/// The words that name an engine.
fn engine(program: &Path, arguments: &str, protocol: &str) -> Vec<String> {
    let words = ["-engine", &format!("cmd={}", program.display()), arguments, &format!("proto={protocol}")];
    words.into_iter().filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Runs checks of an engine; the report as JSON, and the text.
fn report(engine: &[String], slow: &str, more: &[&str]) -> (Value, String) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("report.json");
    let mut words: Vec<&str> = engine.iter().map(String::as_str).collect();
    let path = file.to_str().unwrap();
    words.extend(["--slow", slow, "--jobs", JOBS, "--json", path]);
    words.extend(more);
    let output = conform(&words);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    let json = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{error}: {text}{errors}"));
    (serde_json::from_str(&json).unwrap(), text)
}

/// The names of the checks with this verdict.
fn with_verdict(report: &Value, verdict: &str) -> BTreeSet<String> {
    let checks = report["checks"].as_array().unwrap().iter();
    let chosen = checks.filter(|check| check["results"][0]["verdict"] == verdict);
    chosen.map(|check| check["name"].as_str().unwrap().to_owned()).collect()
}

/// The option of the table is one of the protocol's: sixteen megabytes are a fifth of the time of most checks.
fn helgi_passes(protocol: &str, table: &str, least: usize) {
    let small = format!("option.{table}=1");
    let words = engine(Path::new(env!("CARGO_BIN_EXE_helgi")), &small, protocol);
    let (report, text) = report(&words, SLOW, &[]);
    assert_eq!(with_verdict(&report, "failed"), BTreeSet::new(), "{text}");
    let passed = with_verdict(&report, "passed").len();
    assert!(passed >= least, "{passed} passed: {text}");
}

#[test]
fn helgi_passes_all_checks_of_uci() {
    helgi_passes("uci", "Hash", 330);
}

#[test]
fn helgi_passes_all_checks_of_xboards_protocol() {
    helgi_passes("xboard", "Hash", 220);
}

#[test]
fn helgi_passes_all_checks_of_usi() {
    helgi_passes("usi", "USI_Hash", 160);
}

#[test]
fn helgi_passes_all_checks_of_ucci() {
    helgi_passes("ucci", "hashsize", 100);
}

/// The checks of perpetual chases are the diagrams of the rules: a line of moves, and the next one, with which a side loses.
#[test]
fn checks_of_chases_are_diagrams_of_the_rules() {
    let diagrams = include_str!("../../crates/variants/tests/rows/diagrams.tsv");
    let lines: Vec<(String, &str)> = diagrams
        .lines()
        .skip(1)
        .filter_map(|line| {
            let [_, fen, moves, ..] = line.split('\t').collect::<Vec<_>>()[..] else { return None };
            Some((format!("{fen} moves {moves} "), line))
        })
        .collect();
    let suite = include_str!("../../protocol/suite/uci-chases.txt");
    let mut checked = 0;
    for block in suite.split("\n[=").skip(1) {
        let of = |start: &str| {
            block.lines().find_map(|line| line.strip_prefix(start)).unwrap_or_else(|| panic!("{block}"))
        };
        let played = format!("{} {} ", of("> position fen "), of("? not best "));
        let row =
            lines.iter().find(|(text, _)| text.starts_with(&played)).unwrap_or_else(|| panic!("{block}"));
        assert!(row.1.contains("\t1-0\t") || row.1.contains("\t0-1\t"), "{}", row.1);
        checked += 1;
    }
    assert_eq!(checked, 70);
}

/// An engine that greets in a language and plays in UCI's fails what is about moves, scores and waiting, and passes the rest.
#[cfg(unix)]
#[test]
fn an_engine_that_writes_as_in_uci_fails_in_usi_and_ucci() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conform/broken.sh");
    for (protocol, best, only, failed, reason) in [
        (
            "usi",
            "c3c4",
            vec![
                "usi-handshake",
                "usi-position/startpos",
                "usi-go/pv-legal",
                "usi-go/infos",
                "usi-go/resign",
            ],
            vec![
                "usi-go/infos",
                "usi-go/pv-legal/0",
                "usi-go/pv-legal/20",
                "usi-go/pv-legal/50",
                "usi-go/resign/mate",
                "usi-go/resign/stalemate",
                "usi-handshake/id-author",
                "usi-handshake/option-syntax",
                "usi-handshake/options-set",
                "usi-handshake/options-switches",
                "usi-handshake/second-game/draw",
                "usi-handshake/second-game/lose",
                "usi-handshake/second-game/win",
                "usi-position/startpos",
            ],
            "bestmove `c3c4` is no legal move of shogi",
        ),
        (
            "ucci",
            "h3e3",
            vec![
                "ucci-handshake",
                "ucci-position/startpos",
                "ucci-go/infos",
                "ucci-stop/bye",
                "ucci-stop/infinite-stays",
                "ucci-go/no-move",
            ],
            vec![
                "ucci-go/infos",
                "ucci-go/no-move/mate",
                "ucci-go/no-move/stalemate",
                "ucci-handshake/new-game",
                "ucci-handshake/option-syntax",
                "ucci-handshake/options-set",
                "ucci-handshake/options-switches",
                "ucci-handshake/usemillisec",
                "ucci-position/startpos",
                "ucci-stop/bye",
                "ucci-stop/infinite-stays",
            ],
            "bestmove `h3e3` is no legal move of xiangqi",
        ),
    ] {
        let arguments = format!("args='{}' {protocol} {best}", script.display());
        let words = engine(Path::new("/bin/sh"), &arguments, protocol);
        let only: Vec<&str> = only.iter().flat_map(|name| ["--only", name]).collect();
        // It answers at once, and half a minute for what does not come would be lost.
        let (report, text) = report(&words, "1", &only);
        let expected: BTreeSet<String> = failed.into_iter().map(str::to_owned).collect();
        assert_eq!(with_verdict(&report, "failed"), expected, "{text}");
        assert!(with_verdict(&report, "passed").len() >= 9, "{text}");
        assert!(text.contains(reason), "{text}");
    }
}

/// The broken engine, which Cargo builds together with all tests, but not with this one alone.
fn broken_engine() -> PathBuf {
    let built = Command::new(env!("CARGO"))
        .args(["build", "--profile", "test", "--example", "broken_engine"])
        .output()
        .unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let program =
        Path::new(env!("CARGO_BIN_EXE_helgi")).parent().unwrap().join("examples").join("broken_engine");
    program.with_extension(std::env::consts::EXE_EXTENSION)
}

#[test]
fn a_broken_engine_fails_the_checks_about_its_faults() {
    let arguments = format!("args={}", env!("CARGO_BIN_EXE_helgi"));
    let words = engine(&broken_engine(), &arguments, "uci");
    let chosen =
        ["uci-handshake", "uci-go", "uci-stop", "uci-input", "uci-options/garbage", "uci-options/beyond"];
    let with = |word: &'static str, names: &[&'static str]| -> Vec<&'static str> {
        names.iter().flat_map(|&name| [word, name]).collect()
    };
    let prompt = [with("--only", &chosen), with("--skip", &WAITING)].concat();
    let [prompt, waiting] = thread::scope(|scope| {
        let waiting = scope.spawn(|| report(&words, "1", &with("--only", &WAITING)));
        [report(&words, BROKEN_SLOW, &prompt), waiting.join().unwrap()]
    });
    let text = [prompt.1, waiting.1].concat();
    let all = |verdict: &str| -> BTreeSet<String> {
        [&prompt.0, &waiting.0].into_iter().flat_map(|report| with_verdict(report, verdict)).collect()
    };
    let expected: BTreeSet<String> = include_str!("../conform/broken.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(str::to_owned)
        .collect();
    assert_eq!(all("failed"), expected, "{text}");
    assert!(all("passed").len() > 80);
    // What was said is in the text, with the reason.
    for part in
        ["MUST uci-input/crlf", "bestmove `a1a1`, expected `(none)` or `0000`", "no legal move of chess"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn the_status_follows_the_level() {
    let arguments = format!("args={}", env!("CARGO_BIN_EXE_helgi"));
    let words = engine(&broken_engine(), &arguments, "uci");
    let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
    words.extend(["--only", "uci-options/garbage", "--slow", SLOW]);
    assert_eq!(conform(&words).status.code(), Some(0));
    words.extend(["--fail-on", "should"]);
    assert_eq!(conform(&words).status.code(), Some(1));
}

#[test]
fn engines_stand_side_by_side() {
    let helgi = Path::new(env!("CARGO_BIN_EXE_helgi"));
    let mut words = engine(helgi, "name=one", "uci");
    words.extend(engine(helgi, "name=two", "xboard"));
    let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
    let folder = tempfile::tempdir().unwrap();
    let (xml, table) = (folder.path().join("a.xml"), folder.path().join("a.md"));
    let (xml_path, table_path) = (xml.to_str().unwrap(), table.to_str().unwrap());
    words.extend([
        "--only",
        "*-handshake/*",
        "--all",
        "--slow",
        SLOW,
        "--junit",
        xml_path,
        "--markdown",
        table_path,
    ]);
    let output = conform(&words);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}");
    assert!(text.lines().any(|line| line.split_whitespace().eq(["one", "two"])), "{text}");
    let xml = std::fs::read_to_string(xml).unwrap();
    assert!(xml.contains("<testsuite name=\"two\"") && xml.contains("classname=\"uci-handshake\""), "{xml}");
    let table = std::fs::read_to_string(table).unwrap();
    assert!(table.starts_with("| check | one | two |\n| --- | --- | --- |\n"), "{table}");
}

#[test]
fn wrong_arguments_are_named() {
    for (words, problem) in [
        (vec![], "no engine, expected at least one of -engine cmd=…"),
        (vec!["-engine", "name=x"], "-engine: expected cmd=…"),
        (vec!["--only", "nonsuch", "-engine", "cmd=x"], "--only: `nonsuch`, expected the name of a check"),
        (vec!["--slow", "0.5", "--list"], "expected a number from 1 to 100"),
        (vec!["--suite", "/nonsuch", "--list"], "/nonsuch"),
    ] {
        let output = conform(&words);
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(errors.contains(problem), "{words:?}: {errors}");
    }
}

#[test]
fn an_engine_that_does_not_start_is_a_failure() {
    let output = conform(&["-engine", "cmd=/nonsuch/engine", "--only", "uci-handshake/uciok"]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("no handshake: /nonsuch/engine"), "{text}");
    // It is said once, and not with each check.
    assert_eq!(text.matches("No such file").count(), 1, "{text}");
    assert!(text.contains("0 failed"), "{text}");
}

#[test]
fn the_list_has_every_check_and_a_folder_has_its_own() {
    let text = String::from_utf8(conform(&["--list"]).stdout).unwrap();
    let count: usize = text.lines().last().unwrap().split(' ').next().unwrap().parse().unwrap();
    assert!(count >= 120 && text.lines().count() == count + 1, "{text}");
    let folder = tempfile::tempdir().unwrap();
    let check = "[a]\nmust: It speaks.\nspec: none\n@ start\n? alive\n";
    std::fs::write(folder.path().join("uci-own.txt"), check).unwrap();
    let own = folder.path().to_str().unwrap();
    let list = String::from_utf8(conform(&["--suite", own, "--list"]).stdout).unwrap();
    assert_eq!(list, "MUST   uci-own/a: It speaks.\n1 check\n");
    let shown = String::from_utf8(conform(&["--suite", own, "--show"]).stdout).unwrap();
    assert_eq!(shown, "[uci-own/a]\nMUST: It speaks.\nspec: none\n@ start\n? alive\n\n");
    let helgi = format!("cmd={}", env!("CARGO_BIN_EXE_helgi"));
    let output = conform(&["--suite", own, "-engine", &helgi, "--slow", SLOW]);
    assert!(output.status.success());
}
