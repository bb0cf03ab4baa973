//! Matches in parts: several machines play one match, and stop together.

use crate::match_common;
use crate::match_common::{HELGI, folder};
use helgi_match::settings::MatchSettings;
use helgi_match::sprt::Sprt;
use helgi_match::{JoinedMatch, Match};
use helgi_record::PgnReader;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Starts `helgi match` in a folder.
fn start(folder: &Path, words: &str) -> Child {
    let mut command = Command::new(HELGI);
    command.arg("match").args(words.split_whitespace()).current_dir(folder);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// The status and all output of a program.
fn end(child: Child) -> (Option<i32>, String) {
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    (status.code(), [stdout, stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat())
}

fn run(folder: &Path, words: &str) -> (Option<i32>, String) {
    end(start(folder, words))
}

/// Words for two quick engines.
fn two(more: &str) -> String {
    format!(
        "-engine cmd={HELGI} name=A nodes=60 -engine cmd={HELGI} name=B nodes=40 -each option.Hash=1 -games 2 -repeat \
         -maxmoves 25 -openings random plies=3 -srand 5 {more}"
    )
}

/// The words of one part: its files are named after it.
fn part(number: usize, of: usize) -> String {
    format!("-part {number}/{of} -config part-{number}.json -pgnout part-{number}.pgn")
}

/// The games of a PGN file without what depends on the time: tags and comments about it.
fn timeless(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap();
    let games = PgnReader::new(text.as_bytes()).map(|game| {
        let record = game.unwrap().whole().unwrap();
        let tag = |name| record.tags.get(name).unwrap_or_default().to_owned();
        let tags =
            ["Round", "White", "Black", "Result", "Variant", "FEN", "Termination", "GameNumber"].map(tag);
        format!("{tags:?} {}", record.moves().collect::<Vec<_>>().join(" "))
    });
    games.collect()
}

fn wait_for(path: &Path, text: &str) {
    let until = Instant::now() + Duration::from_secs(60);
    while !fs::read_to_string(path).unwrap_or_default().contains(text) {
        assert!(Instant::now() < until, "{}: no `{text}`", path.display());
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn the_parts_of_a_match_are_together_what_one_machine_plays() {
    for game in ["tavreli", "chess", "popular10"] {
        let folder = folder(&format!("parts-{game}"));
        let words = two(&format!("-variant {game} -rounds 9 -concurrency 2"));
        let (status, said) = run(&folder, &format!("{words} -config one.json -pgnout one.pgn"));
        assert_eq!(status, Some(0), "{said}");
        let (status, said) = run(&folder, "-join one.json -config sorted.json -pgnout sorted.pgn");
        assert!(status == Some(0) && said.starts_with("Joined 1 of 1 part: 18 of 18 games\n"), "{said}");
        for number in [2, 4, 1, 3] {
            let mut child = start(&folder, &format!("{words} {}", part(number, 4)));
            if number == 4 {
                // This one is killed in the middle, and started again.
                wait_for(&folder.join("part-4.pgn"), "[Result ");
                child.kill().unwrap();
                child.wait().unwrap();
                child = start(&folder, &format!("{words} {}", part(number, 4)));
            }
            let (status, said) = end(child);
            assert_eq!(status, Some(0), "{said}");
            assert!(
                number == 1 || said.contains("of 18 (A vs B)") || said.contains("of 18 (B vs A)"),
                "{said}"
            );
        }
        let join =
            "-join part-3.json part-1.json part-4.json part-2.json -config all.json -pgnout sorted-all.pgn";
        let (status, said) = run(&folder, join);
        assert!(
            status == Some(0) && said.starts_with("Joined 4 of 4 parts: 18 of 18 games\nRank "),
            "{said}"
        );
        let games = timeless(&folder.join("sorted.pgn"));
        assert_eq!(games.len(), 18);
        assert_eq!(timeless(&folder.join("sorted-all.pgn")), games);
        // Byte for byte, but for the name of the PGN file.
        let state = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
        assert_eq!(state("all.json").replace("sorted-all.pgn", "sorted.pgn"), state("sorted.json"));
        // The joined match is one like any other.
        let (status, said) = run(&folder, "-config all.json");
        assert!(status == Some(0) && said.starts_with("Continuing after 18 games\n"), "{said}");
        fs::remove_dir_all(folder).unwrap();
    }
}

#[test]
fn a_joined_match_names_what_is_missing_and_plays_it() {
    let folder = folder("missing");
    let words = two("-rounds 6 -sprt elo0=0 elo1=50");
    for number in [1, 3] {
        let (status, said) = run(&folder, &format!("{words} {}", part(number, 3)));
        assert_eq!(status, Some(0), "{said}");
    }
    // As after a crash that has lost the end of a part's file, the last game of which is noted.
    let path = folder.join("part-3.pgn");
    let text = fs::read(&path).unwrap();
    fs::write(&path, &text[..text.len() - 40]).unwrap();
    let (status, said) = run(&folder, "-join part-*.json -config all.json -pgnout all.pgn");
    assert_eq!(status, Some(4), "{said}");
    let expected =
        "Joined 2 of 3 parts: 8 of 12 games\nMissing of part 2/3: all 4 games, there is no file of it\n";
    assert!(said.starts_with(expected) && said.contains("\nSPRT: llr "), "{said}");
    let (status, said) = run(&folder, "-join part-1.json part-3.json -config all.json");
    assert_eq!(status, Some(2), "{said}");
    assert!(said.contains("all.json: the file exists; remove it, or choose another name"), "{said}");
    let (status, said) = run(&folder, "-config all.json");
    assert!(status == Some(0) && said.contains("Started game 3 of 12"), "{said}");
    assert_eq!(timeless(&folder.join("all.pgn")).len(), 12);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn foreign_parts_are_not_joined() {
    let folder = folder("refused");
    let play = |words: &str| {
        let (status, said) = run(&folder, words);
        assert_eq!(status, Some(0), "{said}");
    };
    play(&format!("{} {}", two("-rounds 4"), part(1, 2)));
    let refuse = |files: &str, problem: &str| {
        let (status, said) = run(&folder, &format!("-join {files} -config all.json"));
        assert_eq!(status, Some(2), "{said}");
        assert!(said.contains(problem), "{said}, expected {problem}");
        assert!(!folder.join("all.json").exists());
    };
    fs::copy(folder.join("part-1.json"), folder.join("copy.json")).unwrap();
    refuse("part-1.json copy.json", "copy.json: part 1/2 is also in part-1.json, expected every part once");
    play(&format!("{} {}", two("-rounds 6"), part(2, 2)));
    refuse("part-1.json part-2.json", "part-2.json: rounds: 6, expected 4 as in part-1.json");
    fs::remove_file(folder.join("part-2.json")).unwrap();
    play(&format!("{} {}", two("-rounds 4").replace("Hash=1", "Hash=2"), part(2, 2)));
    refuse("part-1.json part-2.json", "part-2.json: engines 1 options 1 2: 2, expected 1 as in part-1.json");
    fs::remove_file(folder.join("part-2.json")).unwrap();
    play(&format!("{} {}", two("-rounds 4"), part(2, 2)));
    let text = fs::read_to_string(folder.join("part-2.json")).unwrap();
    assert!(text.contains("\"name\":\"helgi "), "{text}");
    let other = text.replace("\"name\":\"helgi ", "\"name\":\"helgi old ");
    fs::write(folder.join("old.json"), other).unwrap();
    refuse("part-1.json old.json", "old.json: engine A: it calls itself helgi old ");
    let sum = text.split("CRC-32 ").nth(1).unwrap().split(' ').next().unwrap();
    fs::write(folder.join("other.json"), text.replace(sum, "00000000")).unwrap();
    refuse("part-1.json other.json", "other.json: engine A: its program has CRC-32 00000000");
    // Nor is a match continued by another revision.
    let (status, said) = run(&folder, "-config other.json");
    assert!(status == Some(1) && said.contains("play on with the same files, or begin a match"), "{said}");
    let (status, said) = run(&folder, "-join part-1.json nothing.json");
    assert!(status == Some(1) && said.starts_with("helgi: nothing.json: "), "{said}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_parts_of_a_pool_stop_together() {
    let folder = folder("pool");
    let strong = two("").replace("nodes=60", "nodes=1500").replace("-maxmoves 25", "-maxmoves 60");
    let words = |number: usize| {
        format!("{strong} -rounds 400 -sprt elo0=0 elo1=100 {} -pool part-*.json every=0.05", part(number, 3))
    };
    // A file that is half written, and one of another match, are no error.
    fs::write(folder.join("part-half.json"), "{\"form\":1,\"sett").unwrap();
    let (status, said) = run(&folder, &format!("{} -config part-other.json", two("-rounds 1")));
    assert_eq!(status, Some(0), "{said}");
    let parts: Vec<Child> = (1..=3).map(|number| start(&folder, &words(number))).collect();
    let said: Vec<String> = parts.into_iter().map(|child| end(child).1).collect();
    for text in &said {
        assert!(text.contains("\nFinished match"), "{text}");
        let pooled = text.rsplit("\nPool of ").next().unwrap();
        assert!(pooled.starts_with("3 parts: "), "{text}");
        assert!(
            text.contains("part-other.json: the whole match, expected a part; the pool goes on"),
            "{text}"
        );
    }
    fs::remove_file(folder.join("part-other.json")).unwrap();
    fs::remove_file(folder.join("part-half.json")).unwrap();
    let joined =
        JoinedMatch::read(&[1, 2, 3].map(|number| folder.join(format!("part-{number}.json")))).unwrap();
    let finished = joined.standing().finished();
    assert!(finished < 300, "{finished} games");
    let (status, joined) = run(&folder, "-join part-1.json part-2.json part-3.json");
    assert!(status == Some(0) && joined.contains("\nThe pool accepted H1 after "), "{joined}");
    // One that is started again plays no more.
    let before = fs::read_to_string(folder.join("part-2.json")).unwrap();
    let (status, said) = run(&folder, &words(2));
    assert!(status == Some(0) && !said.contains("Started game"), "{said}");
    assert_eq!(fs::read_to_string(folder.join("part-2.json")).unwrap(), before);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_part_that_dies_is_one_that_waits() {
    let folder = folder("dies");
    let words = |number: usize| {
        format!("{} {} -pool part-*.json every=0.05", two("-rounds 8 -sprt elo0=0 elo1=1"), part(number, 2))
    };
    let mut child = start(&folder, &words(1));
    wait_for(&folder.join("part-1.pgn"), "[Result ");
    // The second one on the same machine finds the first, which would be over before it looks.
    assert!(Command::new("kill").args(["-STOP", &child.id().to_string()]).status().unwrap().success());
    let (status, said) = run(&folder, &words(1));
    assert!(status == Some(1) && said.contains("is already playing this match"), "{said}");
    child.kill().unwrap();
    child.wait().unwrap();
    let (status, said) = run(&folder, &words(2));
    assert!(status == Some(0) && said.contains("Pool of 2 parts: "), "{said}");
    let (status, said) = run(&folder, &words(1));
    assert!(status == Some(0) && said.contains("Continuing after "), "{said}");
    let (status, said) = run(&folder, "-join part-1.json part-2.json -pgnout all.pgn");
    assert!(status == Some(4) && said.starts_with("Joined 2 of 2 parts: 16 of 16 games\n"), "{said}");
    assert_eq!(timeless(&folder.join("all.pgn")).len(), 16);
    fs::remove_dir_all(folder).unwrap();
}

// A scheduler signals all processes of a job, in any order.
#[cfg(target_os = "linux")]
#[test]
fn engines_that_go_with_the_match_have_not_crashed() {
    let folder = folder("together");
    let words = two("-rounds 500 -recover").replace("nodes=60", "nodes=3000");
    let child = start(&folder, &format!("{words} {}", part(1, 2)));
    wait_for(&folder.join("part-1.pgn"), "[Result ");
    let runner = child.id().to_string();
    let kill = |numbers: &[String]| Command::new("kill").arg("-TERM").args(numbers).status().unwrap();
    let children = Command::new("pgrep").args(["-P", &runner, "-x", "helgi"]).output().unwrap().stdout;
    let engines: Vec<String> = String::from_utf8(children).unwrap().lines().map(str::to_owned).collect();
    assert_eq!(engines.len(), 2, "{engines:?}");
    assert!(kill(&engines).success());
    // By now the match has noticed.
    while !engines.iter().all(|engine| has_gone(engine)) {
        thread::sleep(Duration::from_millis(5));
    }
    assert!(kill(&[runner]).success());
    let (status, said) = end(child);
    assert!(status == Some(130) && said.ends_with("Stopped match\n"), "{status:?} {said}");
    assert!(!said.contains("crash") && !said.contains("disconnects"), "{said}");
    fs::remove_dir_all(folder).unwrap();
}

/// Returns true if a process is there no more, or waits for its parent.
#[cfg(target_os = "linux")]
fn has_gone(process: &str) -> bool {
    fs::read_to_string(format!("/proc/{process}/stat")).map_or(true, |text| text.contains(") Z "))
}

#[test]
fn a_pool_without_a_saved_match_is_refused() {
    let settings = MatchSettings {
        rounds: 4,
        part: "1/2".parse().ok(),
        pool: Some(helgi_match::PoolSettings::new("part-*.json")),
        sprt: Sprt::new(0.0, 5.0, 0.05, 0.05, Default::default()).ok(),
        ..MatchSettings::new(vec![match_common::helgi("A", 50), match_common::helgi("B", 50)])
    };
    let (report, _) = match_common::play(settings.clone());
    assert!(
        matches!(&report.end, helgi_match::End::Failed(error) if error.to_string().contains("expected a saved match"))
    );
    let folder = folder("elsewhere");
    let error = Match::new(settings).unwrap().save_in(&folder.join("mine.json")).unwrap_err().to_string();
    assert!(error.contains("does not find"), "{error}");
    let none: [PathBuf; 0] = [];
    assert!(JoinedMatch::read(&none).is_err());
    fs::remove_dir_all(folder).unwrap();
}
