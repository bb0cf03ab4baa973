//! `helgi learn`: the nets depend on the plan alone, however often a run was killed and whoever took part in it.

use crate::program;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, Instant};

/// A small game of few moves without a net of its own, so that rounds soon bring one and then nothing.
const GAME: &str = "cfour";

struct Run {
    home: PathBuf,
    folder: PathBuf,
}

impl Run {
    fn new(name: &str) -> Run {
        let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("learn-{name}"));
        let _ = fs::remove_dir_all(&home);
        fs::create_dir_all(&home).unwrap();
        Run { folder: home.join("run"), home }
    }

    fn helgi(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_helgi"));
        command.args(arguments);
        command.env("HOME", &self.home).env("XDG_DATA_HOME", self.home.join("data"));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn learn(&self, more: &[&str]) -> Command {
        let folder = self.folder.to_str().unwrap();
        let plan = ["learn", GAME, "--nodes", "10", "--positions", "3000", "--trial-nodes", "20"];
        self.helgi(&[&plan, &["--threads", "1", "--folder", folder][..], more].concat())
    }

    /// The contents of the nets and reports of all rounds, without the times.
    fn rounds(&self) -> Vec<(Vec<u8>, String)> {
        (1..)
            .map(|round| self.folder.join(format!("round-{round}")))
            .take_while(|round| round.join("report.json").exists())
            .map(|round| {
                let report = fs::read_to_string(round.join("report.json")).unwrap();
                let report: Vec<&str> = report.lines().filter(|line| !line.contains("\"seconds\"")).collect();
                (fs::read(round.join("net.net")).unwrap(), report.join("\n"))
            })
            .collect()
    }
}

fn finished(output: &Output) -> String {
    let [out, error] =
        [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into_owned());
    assert!(output.status.success(), "{out}{error}");
    out
}

/// A run to its end, which tests read and do not change, and what was said.
fn whole() -> &'static (Run, String) {
    static WHOLE: OnceLock<(Run, String)> = OnceLock::new();
    WHOLE.get_or_init(|| {
        let run = Run::new("whole");
        let said = finished(&run.learn(&[]).output().unwrap());
        (run, said)
    })
}

/// A copy of that run, to go on with.
fn copy_of_whole(name: &str) -> Run {
    let run = Run::new(name);
    fs::create_dir(&run.folder).unwrap();
    copied(&whole().0.folder, &run.folder);
    run
}

/// Copies the files and folders of a folder.
fn copied(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let to = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            fs::create_dir(&to).unwrap();
            copied(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).unwrap();
        }
    }
}

fn killed_after(mut child: Child, time: Duration) {
    thread::sleep(time);
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn nets_depend_on_the_plan_alone() {
    let (whole, said) = whole();
    assert!(said.contains("2 rounds in a row have brought no better net: done"), "{said}");
    let rounds = whole.rounds();
    assert!(rounds.len() >= 2, "{said}");

    // Killed three times, then finished by two programs at once.
    let torn = Run::new("torn");
    for millis in [300, 700, 1500] {
        killed_after(torn.learn(&[]).spawn().unwrap(), Duration::from_millis(millis));
    }
    let [one, other] = [torn.learn(&[]).spawn().unwrap(), torn.learn(&[]).spawn().unwrap()];
    for child in [one, other] {
        finished(&child.wait_with_output().unwrap());
    }
    assert!(torn.rounds() == rounds, "other nets or results");

    // The page tells of each round.
    let page = fs::read_to_string(whole.folder.join("index.html")).unwrap();
    for round in 1..=rounds.len() {
        assert!(page.contains(&format!("<tr><td>{round}</td>")), "{page}");
    }
    assert!(page.contains(&format!("helgi learn {GAME} --nodes 10")), "{page}");

    // Once more, and there is nothing to do.
    let ended = copy_of_whole("ended");
    let again = finished(&ended.learn(&[]).output().unwrap());
    assert!(again.contains("done") && ended.rounds() == rounds, "{again}");
}

#[test]
fn a_better_net_is_used_and_said() {
    let run = copy_of_whole("used");
    finished(&run.learn(&[]).output().unwrap());
    let kept: Vec<usize> = run
        .rounds()
        .iter()
        .enumerate()
        .filter(|(_, (_, report))| report.contains("\"is_better\": true"))
        .map(|(index, _)| index)
        .collect();
    let last = *kept.last().expect("a net beats none in this game");
    let net = run.home.join("data/helgi/nets").join(GAME).with_extension("net");
    assert_eq!(fs::read(&net).unwrap(), run.rounds()[last].0);
    // Beside it lies its own card; one of another net does not stay, and no older net comes back on the way.
    let card = net.with_extension("md");
    let own = fs::read(run.folder.join(format!("round-{}/net.md", last + 1))).unwrap();
    fs::write(&card, "the card of another net").unwrap();
    let said = finished(&run.learn(&[]).output().unwrap());
    assert_eq!(
        (fs::read(&card).unwrap(), said.matches("plays with it from now on").count()),
        (own, 1),
        "{said}"
    );
    let session = |program: &mut Command| -> String {
        let input = format!("setoption name UCI_Variant value {GAME}\nposition startpos\neval\nquit\n");
        finished(&program::run(program, input.as_bytes()))
    };
    let with = session(&mut run.helgi(&[]));
    assert!(with.contains(&format!("info string {GAME} plays with the net {}", net.display())), "{with}");
    // Measurements do not.
    let [bench, plain] = [&run, &Run::new("plain")].map(|run| {
        let out = finished(&run.helgi(&["bench", GAME, "--depth", "3"]).output().unwrap());
        out.lines().last().unwrap().to_owned()
    });
    assert_eq!(bench, plain);
    // A net that is none is reported, and the game plays on.
    fs::write(&net, "no net").unwrap();
    let output = session(&mut run.helgi(&[]));
    assert!(!output.contains("plays with the net"), "{output}");
}

#[test]
fn another_plan_is_refused_and_time_ends_a_run() {
    let run = Run::new("plans");
    let started = Instant::now();
    let said = finished(&run.learn(&["--hours", "0.0001"]).output().unwrap());
    assert!(said.contains("the time is up; the same command goes on"), "{said}");
    assert!(started.elapsed() < Duration::from_secs(60));
    let refused = run.learn(&["--seed", "2"]).output().unwrap();
    let error = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!(refused.status.code(), Some(2), "{error}");
    assert!(error.contains("--seed 2, expected 1, with which this run began"), "{error}");
}
