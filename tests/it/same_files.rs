//! An output that is an input, or another output: the command refuses it, and every file stays as it was.

use crate::program;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

const GAME: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n";

/// Commands, and the errors that they end with.
const REFUSED: [(&str, &str); 31] = [
    ("puzzles g.pgn -o g.pgn", "-o: g.pgn is read"),
    ("puzzles a.pgn g.pgn -o ./g.pgn", "-o: ./g.pgn is read"),
    ("puzzles g.pgn -o folder/../g.pgn", "-o: folder/../g.pgn is read"),
    ("analyze g.pgn -q --nodes 100 --json g.pgn", "--json: g.pgn is read"),
    ("analyze g.pgn -q --nodes 100 --graph g.pgn", "--graph: g.pgn is read"),
    ("analyze a.pgn g-2.pgn -q --nodes 100 --graph g.pgn", "--graph: g-2.pgn is read"),
    ("analyze a.pgn g.pgn -q --nodes 100 --part 1/2 -o g.pgn", "-o: g.pgn is read"),
    ("analyze g.pgn -q --nodes 100 -o g.pgn --json g.pgn", "--json: g.pgn is written by -o"),
    ("analyze g.pgn -q --nodes 100 -o n.pgn --json n.pgn --graph n.pgn", "--json: n.pgn is written by -o"),
    ("analyze g.pgn -q --nodes 100 --json n --graph ./n", "--graph: ./n is written by --json"),
    ("book g.pgn --min-games 1 -o g.pgn", "-o: g.pgn is read"),
    ("puzzles --check g.pgn -o ./g.pgn", "-o: ./g.pgn is read"),
    ("pgn g.pgn --player ann -o g.pgn", "-o: g.pgn is read"),
    ("pgn a.pgn g.pgn --result 1-0 -o ./g.pgn", "-o: ./g.pgn is read"),
    ("pgn g.pgn --for xboard -o g.pgn", "-o: g.pgn is read"),
    ("analyze g.pgn -q --nodes 100 -o - --json -", "--json: - is written by -o"),
    ("variants study chess --json - -o -", "-o: - is written by --json"),
    ("conform --engine cmd=x --json - --junit -", "--junit: - is written by --json"),
    ("pgn a.pgn g-1.pgn --split 1 -o g.pgn", "-o: g-1.pgn is read"),
    ("draw g.pgn -o link.svg", "-o: link.svg is read"),
    ("train chess g.pgn -o g.pgn", "-o: g.pgn is read"),
    ("train chess g.md -o g.net", "card of -o: g.md is read"),
    ("train chess a.pgn --start g.md -o g.net", "card of -o: g.md is read"),
    ("train chess a.pgn -o n.md", "card of -o: n.md is written by -o"),
    ("tune chess g.pgn --write g.pgn", "--write: g.pgn is read"),
    ("--games my.ini xboard-settings chess -o my.ini", "-o: my.ini is read"),
    ("--games my.ini variants study chess --force --json my.ini", "--json: my.ini is read"),
    ("variants study chess --json n.html -o ./n.html", "-o: ./n.html is written by --json"),
    ("conform --engine cmd=x --json n --junit n", "--junit: n is written by --json"),
    (
        "match -engine cmd=x -engine cmd=y -each nodes=1 -openings file=g.pgn -pgnout file=g.pgn append=false",
        "-pgnout: g.pgn is read",
    ),
    (
        "match -engine cmd=x -engine cmd=y -each nodes=1 -config file=n -log file=n",
        "-log: n is written by -config",
    ),
];

fn helgi(folder: &Path, words: &str) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_helgi"));
    command.args(words.split_whitespace()).current_dir(folder);
    let output = program::run(&mut command, b"");
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

/// The files of a folder, with their contents.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    files.filter(|path| path.is_file()).map(|path| (name(&path), fs::read(&path).unwrap())).collect()
}

#[test]
fn outputs_do_not_replace_inputs_or_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    for name in ["a.pgn", "g.pgn", "g-1.pgn", "g-2.pgn", "g.md"] {
        fs::write(at(name), GAME).unwrap();
    }
    fs::write(at("my.ini"), "[my-game:chess]\n").unwrap();
    fs::create_dir(at("folder")).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("g.pgn", at("link.svg")).unwrap();
    let before = contents(folder.path());
    let has_link = |words: &str| words.contains("link");
    for (words, error) in REFUSED.into_iter().filter(|(words, _)| cfg!(unix) || !has_link(words)) {
        let (status, errors) = helgi(folder.path(), words);
        assert!(errors.ends_with(&format!("helgi: {error}, expected another file\n")), "{words}: {errors}");
        assert_eq!(status, Some(2), "{words}: {errors}");
        assert!(contents(folder.path()) == before, "{words}");
    }
}

#[test]
fn outputs_of_the_same_kind_may_replace_inputs() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("g.pgn");
    let book = "book g.pgn --min-games 1 -o n.book";
    for words in ["pgn g.pgn --to san -o g.pgn", "analyze g.pgn -q --nodes 100 -o g.pgn", book] {
        fs::write(&games, GAME).unwrap();
        assert_eq!(helgi(folder.path(), words), (Some(0), String::new()));
        let text = fs::read_to_string(&games).unwrap();
        assert!(text.contains("Bb5") && text.contains("a6"), "{words}: {text}");
    }
    // The counts of a book are added to it.
    let again = "book n.book g.pgn --min-games 1 -o n.book";
    assert_eq!(helgi(folder.path(), again), (Some(0), String::new()));
    // Nothing is lost in a device.
    let nowhere = "analyze g.pgn -q --nodes 100 -o /dev/null --json /dev/null";
    if cfg!(unix) {
        assert_eq!(helgi(folder.path(), nowhere), (Some(0), String::new()));
    }
}
