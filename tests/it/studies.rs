//! `helgi variants study`: it finds what is known of a game, and depends on the seed alone.

use crate::program;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The games of `tests/studies`.
fn games() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/studies/games.ini")
}

/// An empty folder for the files of a test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("studies-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The exit status of a study, and what it printed on standard output and standard error.
fn study(folder: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_helgi"));
    program.current_dir(folder).arg("--games").arg(games()).args(["variants", "study"]).args(arguments);
    let output = program::run(&mut program, b"");
    let [out, error] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    (output.status.code(), out, error)
}

fn whole(folder: &Path, arguments: &[&str]) -> String {
    let (status, out, error) = study(folder, arguments);
    assert_eq!(status, Some(0), "{error}");
    out
}

fn json(path: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

#[test]
fn known_properties_are_found() {
    let folder = folder("known");
    let said = whole(&folder, &["first-wins", "--games", "16", "--nodes", "200", "--json", "study.json"]);
    let report = json(&folder.join("study.json"));
    let findings: Vec<&str> =
        report["findings"].as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect();
    for (number, expected) in [
        "White moves first and scores 100 %",
        "the first move is a large advantage",
        "The immobile never had a legal move in 16 games.",
        "The pawn never promoted in 16 games.",
        "No knight was ever there in 16 games.",
        "stalemateValue = loss",
        "Nothing ever stood on",
    ]
    .iter()
    .enumerate()
    {
        let is_said = findings.iter().any(|finding| finding.contains(expected));
        assert!(is_said, "{number}: {expected}: {findings:#?}");
    }
    // What has acted is not called idle, and what has happened not missing.
    for wrong in ["flagRegionWhite", "The pawn never moved", "is worth", "not ended"] {
        assert!(!findings.iter().any(|finding| finding.contains(wrong)), "{wrong}: {findings:#?}");
    }
    assert!(said.contains("16 games") && said.contains("* White moves first and scores 100 %"), "{said}");
    // White wins with its second move, or if it was careless in the opening a little later.
    assert_eq!(report["length"]["least"], 3);
    assert_eq!(report["ends"][0]["reason"], "reaches the goal");
    assert_eq!(report["ends"][0]["results"], serde_json::json!([16, 0, 0]));
    assert_eq!(report["scores"]["first_score"]["percent"], 100.0);
    // Sixteen wins in a row do not prove that it is always so.
    assert!(report["scores"]["first_score"]["low"].as_f64().unwrap() < 90.0, "{}", report["scores"]);
    // Where the pawns of the other side stand in the way, the same lines are idle.
    whole(&folder, &["blocked", "--games", "16", "--nodes", "200", "--json", "blocked.json"]);
    let blocked = json(&folder.join("blocked.json"));
    let idle = blocked["keys"]["idle"].to_string();
    assert!(idle.contains("flagRegionWhite = *4") && idle.contains("flagPiece = p"), "{idle}");
    assert!(
        blocked["findings"].to_string().contains("one square diagonally forward, only capturing"),
        "{blocked}"
    );
    assert!(!blocked["findings"].to_string().contains("backward"), "{}", blocked["findings"]);
    let tried: Vec<&str> =
        report["keys"]["tried"].as_array().unwrap().iter().map(|key| key.as_str().unwrap()).collect();
    assert!(tried.contains(&"flagRegionWhite") && tried.contains(&"stalemateValue"), "{tried:?}");
    // Lines that say what the game that it starts from says.
    whole(&folder, &["repeats", "--games", "8", "--nodes", "50", "--json", "repeats.json"]);
    let repeats = json(&folder.join("repeats.json"));
    let expected = ["castling = false", "flagRegionWhite = *4", "stalemateValue = loss"];
    assert_eq!(repeats["keys"]["repeated"], serde_json::json!(expected));
    let tried = repeats["keys"]["tried"].to_string();
    assert!(!tried.contains("castling") && tried.contains("flagRegionBlack"), "{tried}");
    let finding =
        "These lines of the file say what holds without them: castling = false; flagRegionWhite = *4; ";
    assert!(repeats["findings"].to_string().contains(finding), "{}", repeats["findings"]);
}

#[test]
fn studies_depend_on_the_seed_alone() {
    let folder = folder("seeds");
    let study = |name: &str, more: &[&str]| {
        let files = [format!("{name}.md"), format!("{name}.pgn"), format!("{name}.json")];
        let plan = [
            "dobutsu", "--games", "8", "--nodes", "100", "-o", &files[0], "-o", &files[1], "--json",
            &files[2],
        ];
        whole(&folder, &[&plan[..], more].concat());
        files.map(|file| fs::read_to_string(folder.join(file)).unwrap())
    };
    let one = study("one", &["--threads", "1"]);
    assert_eq!(one, study("three", &["--threads", "3"]));
    assert_ne!(one[2], study("other", &["--seed", "2"])[2]);
    assert!(one[0].contains("helgi variants study dobutsu --seed 1 --games 8 --nodes 100"), "{}", one[0]);
    // Two parts are together what one machine plays.
    for part in ["1/2", "2/2"] {
        let file = format!("part-{}.json", &part[..1]);
        whole(&folder, &["dobutsu", "--games", "8", "--nodes", "100", "--part", part, "--json", &file]);
    }
    let join =
        ["dobutsu", "--join", "part-2.json", "part-1.json", "-o", "joined.md", "--json", "joined.json"];
    whole(&folder, &join);
    assert_eq!(one[0], fs::read_to_string(folder.join("joined.md")).unwrap());
    assert_eq!(one[2], fs::read_to_string(folder.join("joined.json")).unwrap());
    // Its games are games.
    let check =
        Command::new(env!("CARGO_BIN_EXE_helgi")).arg("pgn").arg(folder.join("one.pgn")).output().unwrap();
    assert!(check.status.success(), "{}", String::from_utf8_lossy(&check.stdout));
}

#[test]
fn files_and_words_are_refused_as_elsewhere() {
    let folder = folder("refused");
    let refused = |arguments: &[&str], expected: &str| {
        let (status, _, error) = study(&folder, arguments);
        assert_eq!(status, Some(2), "{arguments:?}: {error}");
        assert!(error.contains(expected), "{arguments:?}: {error}");
    };
    refused(&["no-game"], "`helgi variants` lists all games");
    refused(&["first-wins", "-o", "page.txt"], "expected a name that ends in .html, .md or .pgn");
    refused(&["first-wins", "--hours", "0"], "expected a number of hours");
    refused(&["first-wins", "--part", "1/2"], "--json");
    fs::write(folder.join("there.md"), "mine").unwrap();
    refused(&["first-wins", "-o", "there.md"], "there.md: the file exists; --force replaces it");
    assert_eq!(fs::read_to_string(folder.join("there.md")).unwrap(), "mine");
    let plan = ["first-wins", "--games", "4", "--nodes", "50"];
    whole(&folder, &[&plan[..], &["-o", "there.md", "--force", "--json", "one.json"]].concat());
    assert!(fs::read_to_string(folder.join("there.md")).unwrap().starts_with("# A study of first-wins"));
    // Reports that do not belong together.
    fs::write(folder.join("none.json"), "{}").unwrap();
    refused(&["first-wins", "--join", "none.json"], "expected the output of `helgi variants study --json`");
    refused(
        &["chess", "--join", "one.json"],
        "a study of first-wins with other rules, expected one of chess",
    );
    refused(&["first-wins", "--join", "one.json", "--join", "one.json"], "game 1 is in another file too");
    let other = ["first-wins", "--games", "4", "--nodes", "50", "--seed", "2", "--json", "two.json"];
    whole(&folder, &other);
    refused(&["first-wins", "--join", "one.json", "--join", "two.json"], "expected parts of one study");
    let refused_if = |change: &dyn Fn(&mut Value), expected: &str| {
        let mut wrong = json(&folder.join("one.json"));
        change(&mut wrong);
        fs::write(folder.join("wrong.json"), wrong.to_string()).unwrap();
        refused(&["first-wins", "--join", "wrong.json"], expected);
    };
    refused_if(&|wrong| wrong["record"][0]["moves"] = "a1a5".into(), "wrong.json: game 1: ");
    // A number of another study, the largest that a field can have.
    let (last, rounds) = (u64::from(u32::MAX), 1);
    refused_if(
        &|wrong| wrong["record"][0]["number"] = last.into(),
        "game 4294967296, expected numbers up to 4",
    );
    refused_if(
        &|wrong| wrong["record"][0]["number"] = (4 * rounds).into(),
        "game 5, expected numbers up to 4",
    );
    refused_if(&|wrong| wrong["record"][1]["number"] = 0.into(), "game 1 is there twice");
    // A later version has fields that this one does not know.
    let later = |wrong: &mut Value| {
        wrong["version"] = 9.into();
        wrong["mood"] = "good".into();
    };
    refused_if(&later, "wrong.json: a report of version 9, expected 2");
}

#[test]
fn stopped_studies_go_on() {
    let folder = folder("resume");
    let plan = ["dobutsu", "--games", "8", "--nodes", "100", "--json"];
    let study_to = |file: &str, more: &[&str]| whole(&folder, &[&plan[..], &[file], more].concat());
    let text = |file: &str| fs::read_to_string(folder.join(file)).unwrap();
    study_to("whole.json", &[]);
    // The power went off in the second round, in the middle of a line.
    let report = json(&folder.join("whole.json"));
    let round = Value::Array(report["record"].as_array().unwrap()[..4].to_vec());
    let half = &round.to_string()[..40];
    fs::write(folder.join("killed.json.part"), format!("{}\n{round}\n{half}", report["head"])).unwrap();
    let refused = |arguments: &[&str], expected: &str| {
        let (status, _, error) = study(&folder, arguments);
        assert!(status == Some(2) && error.contains(expected), "{arguments:?}: {status:?} {error}");
    };
    let killed = [&plan[..], &["killed.json"]].concat();
    refused(&killed, "killed.json.part: a study was interrupted there; use --resume to continue it");
    let resumed = [&killed[..], &["--resume"]].concat();
    refused(&[&resumed[..], &["--seed", "2"]].concat(), "a study with --seed 1, expected 2");
    refused(&[&resumed[..], &["--part", "2/2"]].concat(), "game 1, expected games of part 2/2");
    whole(&folder, &resumed);
    assert_eq!(text("killed.json"), text("whole.json"));
    assert!(!folder.join("killed.json.part").exists());
    // A study of fewer games goes on to more, and a part to its end.
    whole(&folder, &["dobutsu", "--games", "4", "--nodes", "100", "--json", "more.json"]);
    study_to("more.json", &["--resume"]);
    assert_eq!(text("more.json"), text("whole.json"));
    refused(
        &["dobutsu", "--games", "4", "--nodes", "100", "--json", "more.json", "--resume"],
        "game 5, expected at most 4 games",
    );
    refused(&["dobutsu", "--resume", "--json", "-"], "--resume: expected --json with a file");
}

#[test]
fn changes_of_rules_are_seen() {
    let folder = folder("changes");
    for game in ["first-wins", "blocked"] {
        let file = format!("{game}.json");
        whole(&folder, &[game, "--games", "24", "--nodes", "200", "--json", &file]);
    }
    let page = whole(&folder, &["--compare", "first-wins.json", "blocked.json"]);
    let row = |begin: &str| {
        let found = page.lines().find(|line| line.starts_with(&format!("| {begin} |")));
        found.unwrap_or_else(|| panic!("{begin}: {page}"))
    };
    assert!(row("score of the side that moves first").contains("**changed**"), "{page}");
    assert!(row("end: reaches the goal").contains("-100 ±"), "{page}");
    assert!(
        page.contains(
            "In the second study alone, lines of the file that changed nothing: flagRegionWhite = \\*4"
        ),
        "{page}"
    );
    // The same study twice has not changed.
    let same = whole(&folder, &["--compare", "blocked.json", "blocked.json"]);
    assert!(!same.contains("**changed**") && same.contains("Both studies are of the same rules"), "{same}");
    assert!(!same.contains("Idle in one study alone"), "{same}");
    let (status, _, error) =
        study(&folder, &["--compare", "blocked.json", "blocked.json", "-o", "page.html"]);
    assert!(status == Some(2) && error.contains("ends in .md"), "{error}");
    let (status, _, error) = study(&folder, &["chess", "--compare", "blocked.json", "blocked.json"]);
    assert!(status == Some(2) && error.contains("cannot be used with"), "{error}");
    let table = whole(&folder, &["--table", "first-wins.json", "blocked.json"]);
    let rows: Vec<&str> = table.lines().collect();
    assert!(rows[0].starts_with("| game | games | nodes | first move's score |"), "{table}");
    assert!(
        rows[2].starts_with("| first-wins | 24 | 200 | 100 % (") && rows[3].starts_with("| blocked |"),
        "{table}"
    );
}

#[test]
fn words_of_others_are_text() {
    let folder = folder("words");
    let page = whole(&folder, &["odd-title", "--games", "4", "--nodes", "20"]);
    let title = page.lines().next().unwrap();
    assert_eq!(title, r"# A study of A &lt;b>bold&lt;/b> \| \`game\` &amp; \[x\](y)");
    whole(&folder, &["odd-title", "--games", "4", "--nodes", "20", "-o", "page.html"]);
    let page = fs::read_to_string(folder.join("page.html")).unwrap();
    assert!(
        page.contains("<title>A study of A &lt;b&gt;bold&lt;/b&gt; | `game` &amp; [x](y)</title>"),
        "{page}"
    );
    assert!(
        !page.contains("<b>") && !page.contains("<script") && page.contains("prefers-color-scheme: dark")
    );
    // Nothing is loaded from elsewhere.
    assert!(!page.contains("src=") && !page.contains("href=\"http") && !page.contains("url("), "{page}");
}

/// The names of the fields of a value, with what is in them; those of tables by name are all one.
fn form(value: &Value, place: &str, found: &mut BTreeSet<String>) {
    const TABLES: [&str; 3] = ["counts", "promotions", "arrivals"];
    match value {
        Value::Object(fields) if TABLES.iter().any(|table| place.ends_with(&format!(".{table}"))) => {
            fields.values().for_each(|value| form(value, &format!("{place}.*"), found));
        }
        Value::Object(fields) => {
            fields.iter().for_each(|(name, value)| form(value, &format!("{place}.{name}"), found))
        }
        Value::Array(values) => values.iter().for_each(|value| form(value, &format!("{place}[]"), found)),
        Value::Null => {
            found.insert(format!("{place} null"));
        }
        Value::Bool(_) => {
            found.insert(format!("{place} boolean"));
        }
        Value::Number(_) => {
            found.insert(format!("{place} number"));
        }
        Value::String(_) => {
            found.insert(format!("{place} text"));
        }
    }
}

/// Programs read the report: a field that goes or comes needs another version. After a change on purpose, the file is the
/// list that this test prints.
#[test]
fn reports_keep_their_form() {
    let folder = folder("form");
    let mut found = BTreeSet::new();
    for game in ["repeats", "chess"] {
        let file = format!("{game}.json");
        whole(&folder, &[game, "--games", "12", "--nodes", "150", "--json", &file]);
        form(&json(&folder.join(&file)), "", &mut found);
    }
    let written = include_str!("../studies/form.txt");
    let expected: BTreeSet<String> =
        written.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect();
    let list = |lines: &BTreeSet<String>| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    assert!(found.is_subset(&expected), "{}", list(&found));
    // Values that may be missing need not be missing here.
    let absent: BTreeSet<String> = expected.difference(&found).cloned().collect();
    let has_other =
        |line: &String| found.iter().any(|other| other.split(' ').next() == line.split(' ').next());
    assert!(absent.iter().all(has_other), "{}", list(&absent));
}
