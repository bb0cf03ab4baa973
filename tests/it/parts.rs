//! Work in parts: `--part` of the commands that many machines may share, and the parts put together.

use helgi_lab::selfplay::file::Reader;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("helgi-parts-{}-{name}", std::process::id()));
    // A run that failed may have left one of this name.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs the program in a folder; returns the status, and both outputs.
fn helgi(folder: &Path, words: &str) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_helgi"));
    let Output { status, stdout, stderr } =
        command.args(words.split_whitespace()).current_dir(folder).output().unwrap();
    let [stdout, stderr] = [stdout, stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    (status.code(), stdout, stderr)
}

/// The same, of a command that must succeed; returns its output.
fn done(folder: &Path, words: &str) -> String {
    let (status, stdout, stderr) = helgi(folder, words);
    assert_eq!(status, Some(0), "{words}: {stdout}{stderr}");
    stdout
}

/// The error of a command that must be refused.
fn refused(folder: &Path, words: &str) -> String {
    let (status, stdout, stderr) = helgi(folder, words);
    assert_eq!(status, Some(2), "{words}: {stdout}{stderr}");
    stderr
}

/// Some games in one file.
fn games(folder: &Path, count: usize) -> String {
    let words =
        format!("-engine cmd={0} -engine cmd={0} -each nodes=60 option.Hash=1", env!("CARGO_BIN_EXE_helgi"));
    done(
        folder,
        &format!(
            "match {words} -games {count} -openings random plies=4 -maxmoves 14 -srand 3 -pgnout games.pgn"
        ),
    )
}

#[test]
fn the_parts_of_self_play_are_the_games_of_one_machine() {
    let folder = folder("datagen");
    let words = "datagen crazyhouse --games 7 --nodes 30 --threads 1 --seed 5";
    done(&folder, &format!("{words} -o whole.games"));
    for part in 1..=3 {
        done(&folder, &format!("{words} --part {part}/3"));
    }
    let read = |name: &str| {
        let bytes = fs::read(folder.join(name)).unwrap();
        let mut games: Vec<_> = Reader::new(&bytes[..]).unwrap().map(Result::unwrap).collect();
        games.sort_by_key(|game| game.number);
        (bytes, games)
    };
    let names = ["crazyhouse-5-1of3.games", "crazyhouse-5-2of3.games", "crazyhouse-5-3of3.games"];
    let parts = names.map(|name| read(name).0).concat();
    fs::write(folder.join("together.games"), parts).unwrap();
    let whole = read("whole.games").1;
    assert_eq!(whole.len(), 7);
    assert_eq!(read("together.games").1, whole);
    // Again, nothing is left to be played; and a file of another part is none of this one.
    let again = done(&folder, &format!("{words} --part 2/3 --resume"));
    assert!(again.contains(": 0 games"), "{again}");
    let error = refused(&folder, &format!("{words} --part 3/3 -o {} --resume", names[1]));
    assert!(error.contains("which is not of part 3/3: expected a file of that part"), "{error}");
    // What is learned twice is refused, within a file or between two.
    let error = refused(&folder, &format!("train crazyhouse {} {} {}", names[0], names[1], names[0]));
    assert!(error.contains("1of3.games: game 0 of crazyhouse with seed 5 at 30 nodes"), "{error}");
    assert!(error.contains("is also in crazyhouse-5-1of3.games, expected each game once"), "{error}");
    let error = refused(&folder, &format!("train crazyhouse whole.games {}", names[2]));
    assert!(error.contains("is also in whole.games"), "{error}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_parts_of_siblings_are_those_of_one_machine() {
    let folder = folder("siblings");
    let words = "datagen chess --games 4 --nodes 20 --threads 1 --siblings 2";
    done(&folder, &format!("{words} -o whole.siblings"));
    for part in 1..=2 {
        done(&folder, &format!("{words} --part {part}/2"));
    }
    let size = |name: &str| fs::metadata(folder.join(name)).unwrap().len();
    let head = {
        // A part without games has nothing but a head.
        done(
            &folder,
            "datagen chess --games 1 --nodes 20 --threads 1 --siblings 2 --part 2/2 -o head.siblings",
        );
        size("head.siblings")
    };
    assert_eq!(size("chess-1-1of2.siblings") + size("chess-1-2of2.siblings"), size("whole.siblings") + head);
    let error = refused(&folder, "train chess chess-1-1of2.siblings whole.siblings");
    assert!(error.contains("expected each game once"), "{error}");
    // The same, around games that are there.
    done(&folder, "datagen chess --games 4 --nodes 20 --threads 1 -o given.games");
    let around = "datagen chess --threads 1 --siblings 2 --from given.games";
    done(&folder, &format!("{around} -o around.siblings"));
    for part in 1..=2 {
        done(&folder, &format!("{around} --part {part}/2 -o around-{part}.siblings"));
    }
    assert_eq!(size("around-1.siblings") + size("around-2.siblings"), size("around.siblings") + head);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_parts_of_an_analysis_are_that_of_one_machine() {
    let folder = folder("analyze");
    games(&folder, 5);
    let words = "analyze games.pgn --nodes 150 --quiet --threads 2";
    done(&folder, &format!("{words} -o whole.pgn --json whole.json --graph whole.svg"));
    for part in 1..=3 {
        done(&folder, &format!("{words} --part {part}/3 -o {part}.pgn --json {part}.json --graph part.svg"));
    }
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    assert_eq!([1, 2, 3].map(|part| read(&format!("{part}.pgn"))).concat(), read("whole.pgn"));
    done(&folder, "analyze --join 3.json 1.json 2.json --json all.json");
    assert_eq!(read("all.json"), read("whole.json"));
    for game in 1..=5 {
        assert_eq!(read(&format!("part-{game}.svg")), read(&format!("whole-{game}.svg")));
    }
    let error = refused(&folder, "analyze --join 1.json 2.json 1.json --json double.json");
    assert!(error.contains("1.json: game 1 is also in 1.json, expected each part once"), "{error}");
    done(&folder, "analyze games.pgn --nodes 160 --quiet --part 3/3 --json other.json");
    let error = refused(&folder, "analyze --join 1.json other.json --json other-all.json");
    assert!(error.contains("other.json: judged with 160 nodes a position, expected 150 nodes"), "{error}");
    let (status, _, said) = helgi(&folder, "analyze --join 1.json 3.json --json gap.json");
    assert!(status == Some(0) && said.contains("another part: 2, 3\n"), "{said}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_parts_of_a_search_for_puzzles_are_that_of_one_machine() {
    let folder = folder("puzzles");
    let words = "datagen crazyhouse --games 60 --nodes 60 --threads 2 --seed 2 -o all.games";
    done(&folder, words);
    let words = "puzzles all.games --nodes 400 --threads 2";
    for ending in ["pgn", "epd"] {
        done(&folder, &format!("{words} -o whole.{ending}"));
        done(&folder, &format!("{words} --count 1 -o one.{ending}"));
        for part in 1..=3 {
            done(&folder, &format!("{words} --part {part}/3 -o {part}.{ending}"));
        }
        let files = [1, 2, 3].map(|part| format!("{part}.{ending}")).join(" ");
        let read = |name: &str| fs::read_to_string(folder.join(format!("{name}.{ending}"))).unwrap();
        done(&folder, &format!("puzzles --join {files} -o joined.{ending}"));
        done(&folder, &format!("puzzles --join {files} --count 1 -o chosen.{ending}"));
        assert!(read("whole").lines().count() > 1, "{}", read("whole"));
        assert_eq!(read("joined"), read("whole"));
        assert_eq!(read("chosen"), read("one"));
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_parts_of_a_count_are_that_of_one_machine() {
    let folder = folder("perft");
    let counted = |words: &str| {
        let text = done(&folder, words);
        text.lines().filter(|line| !line.contains(" ms, ")).map(str::to_owned).collect::<Vec<_>>()
    };
    let whole = counted("perft tavreli 3 --divide");
    for part in 1..=3 {
        let text = done(&folder, &format!("perft tavreli 3 --divide --part {part}/3"));
        fs::write(folder.join(format!("{part}.txt")), text).unwrap();
    }
    assert_eq!(counted("perft tavreli 3 --divide --join 2.txt 3.txt 1.txt"), whole);
    assert_eq!(counted("perft tavreli 3 --join 2.txt 3.txt 1.txt"), whole[whole.len() - 1..]);
    for (words, problem) in [
        ("1.txt 3.txt", "--join: no part 2/3, expected all"),
        ("1.txt 2.txt 1.txt", "1.txt: part 1/3 is also in 1.txt, expected every part once"),
    ] {
        let error = refused(&folder, &format!("perft tavreli 3 --join {words}"));
        assert!(error.contains(problem), "{error}");
    }
    let error = refused(&folder, "perft tavreli 4 --join 1.txt 2.txt 3.txt");
    assert!(
        error.contains("1.txt: it counts tavreli 3 from ") && error.contains(", expected tavreli 4 from"),
        "{error}"
    );
    let text = fs::read_to_string(folder.join("2.txt")).unwrap();
    fs::write(folder.join("2.txt"), text.replacen(": ", ": 1", 1)).unwrap();
    let error = refused(&folder, "perft tavreli 3 --join 1.txt 2.txt 3.txt");
    assert!(error.contains("2.txt: its counts are not "), "{error}");
    fs::remove_dir_all(folder).unwrap();
}
