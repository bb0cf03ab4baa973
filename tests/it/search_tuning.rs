//! `helgi tune search`: runs that resume after an interruption, tests of single numbers, and refusals.

use helgi_engine::internals::search::Params;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn tune_search(folder: &Path, arguments: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_helgi"));
    command.current_dir(folder).args(["tune", "search"]).args(arguments.split_whitespace());
    command.output().expect("helgi starts")
}

fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

#[test]
fn a_run_depends_on_its_seed_alone_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let run = "--game chess --game tavreli --nodes 60 --pairs 4 --threads 1 --seed 5";
    for file in ["one.tsv", "two.tsv"] {
        let output = tune_search(folder.path(), &format!("{run} -o {file}"));
        assert!(output.status.success(), "{}", said(&output));
        assert!(said(&output).contains("4 of 4 pairs"), "{}", said(&output));
    }
    let read = |file: &str| fs::read_to_string(folder.path().join(file)).unwrap();
    let whole = read("one.tsv");
    assert_eq!(whole, read("two.tsv"));
    assert!(read("one.svg").contains("</svg>"));

    // Without its last line it is a run that was stopped at its beginning.
    let rows: Vec<&str> = whole.lines().collect();
    assert!(rows[0].starts_with("# helgi tune search: 4 pairs, seed 5, 60 nodes, chess tavreli"), "{whole}");
    fs::write(folder.path().join("part.tsv"), rows[..3].join("\n") + "\n").unwrap();
    assert!(tune_search(folder.path(), &format!("{run} -o part.tsv")).status.success());
    assert_eq!(read("part.tsv"), whole);
}

#[test]
fn other_runs_and_broken_files_are_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let run = "--game chess --nodes 60 --pairs 1 --threads 1 -o run.tsv";
    assert!(tune_search(folder.path(), run).status.success());
    let path = folder.path().join("run.tsv");
    let before = fs::read_to_string(&path).unwrap();
    let refused = |arguments: &str, expected: &str| {
        let output = tune_search(folder.path(), arguments);
        assert!(!output.status.success());
        assert!(said(&output).contains(expected), "{}", said(&output));
    };
    refused(&format!("{run} --seed 2"), "a run with other settings");
    refused(&format!("{run} --only razoring_margin"), "line 2");
    assert_eq!(fs::read_to_string(&path).unwrap(), before);
    fs::write(&path, before.replace("\n1\t", "\n1\tx")).unwrap();
    refused(run, "line 4");
    refused("--try razoring", "expected NAME=VALUE");
    refused("--try razor=3", "`helgi tune search --list`");
    refused("--try razoring_margin=x", "expected a number");
    refused("--try razoring_margin=3 --bounds 5 5", "elo1");
    refused("--try time_soft=80", "add --clock");
    refused("--only time_soft", "add --clock");
    refused("--clock 1+x", "expected seconds");
    refused("--try time_soft=80 --rate 100", "--clock");
}

#[test]
fn a_clock_of_positions_gives_the_same_games_each_time() {
    let folder = tempfile::tempdir().unwrap();
    let run = "--game chess --clock 0.01+0.001 --rate 20 --pairs 2 --threads 1";
    for file in ["one.tsv", "two.tsv"] {
        let output = tune_search(folder.path(), &format!("{run} -o {file}"));
        assert!(output.status.success(), "{}", said(&output));
    }
    let read = |file: &str| fs::read_to_string(folder.path().join(file)).unwrap();
    let text = read("one.tsv");
    assert_eq!(text, read("two.tsv"));
    let mut rows = text.lines();
    assert_eq!(
        rows.next(),
        Some("# helgi tune search: 2 pairs, seed 1, 0.01+0.001 s at 20 nodes a ms, chess")
    );
    let names = rows.next().unwrap().split('\t').skip(1);
    assert!(names.clone().count() > 3 && names.clone().all(|name| name.starts_with("time_")), "{text}");
}

#[test]
fn a_number_is_tested_against_the_one_in_the_source() {
    let folder = tempfile::tempdir().unwrap();
    let test = "--game chess --game chessbattle --nodes 60 --pairs 4 --threads 2 --try razoring_margin=200";
    let output = tune_search(folder.path(), test);
    let text = said(&output);
    assert!(output.status.success(), "{text}");
    let first = |name: &str| text.lines().any(|line| line.starts_with(name));
    assert!(["chess ", "chessbattle ", "all ", "verdict "].into_iter().all(first), "{text}");
    assert!(text.contains("4 games") && text.contains("8 games") && text.contains("no verdict"), "{text}");
    let list = said(&tune_search(folder.path(), "--list"));
    let value = Params::DEFAULT.get("razoring_margin").unwrap().to_string();
    let row = ["razoring_margin", &value, "50", "to", "450"];
    assert!(list.lines().any(|line| line.split_whitespace().eq(row)), "{list}");
}
