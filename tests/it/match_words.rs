//! Words of cutechess-cli and fastchess, carried out: what a match plays and prints with them.

#![cfg(unix)]

use crate::match_common::{HELGI, folder};
use helgi_record::{PgnReader, Record};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};

/// Runs `helgi match` in a folder: the status, and what was printed.
fn run(folder: &Path, words: &str) -> (Option<i32>, String) {
    let words = shlex::split(words).unwrap();
    let mut command = Command::new(HELGI);
    command.arg("match").args(words).current_dir(folder).stdin(Stdio::null());
    let output = command.output().unwrap();
    let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat();
    (output.status.code(), text)
}

/// Two quick engines.
fn two() -> String {
    format!("-engine cmd={HELGI} name=A -engine cmd={HELGI} name=B -each nodes=50 option.Hash=1 -maxmoves 3")
}

fn games(path: &Path) -> Vec<Record> {
    let text = fs::read_to_string(path).unwrap();
    PgnReader::new(text.as_bytes()).map(|located| located.unwrap().record).collect()
}

/// An engine of chess that writes down what it is told and answers by a script.
fn scripted(folder: &Path, name: &str, answers: &str) {
    let script = format!(
        "#!/bin/sh\nwhile read -r line; do echo \"$line\" >>{name}.told\ncase \"$line\" in\nuci) echo uciok;;\n\
         isready) echo readyok;;\nquit) exit;;\n{answers}\nesac\ndone\n"
    );
    fs::write(folder.join(name), script).unwrap();
    fs::set_permissions(folder.join(name), fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn colours_stay_or_begin_the_other_way() {
    let folder = folder("colours");
    let starts = |words: &str| {
        let (status, said) = run(&folder, &format!("{} -games 2 -rounds 2 {words}", two()));
        assert_eq!(status, Some(0), "{said}");
        let lines = said.lines().filter(|line| line.starts_with("Started game"));
        lines.map(|line| line.contains("(A vs B)")).collect::<Vec<_>>()
    };
    assert_eq!(starts("-repeat"), [true, false, true, false]);
    assert_eq!(starts("-reverse"), [false, true, false, true]);
    assert_eq!(starts("-noswap"), [true; 4]);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn files_are_emptied_before_a_new_match_but_not_before_a_resumed_one() {
    let folder = folder("emptied");
    let words = format!("{} -pgnout file=g.pgn append=false -epdout file=e.epd append=false", two());
    for _ in 0..2 {
        assert_eq!(run(&folder, &words).0, Some(0));
        assert_eq!(games(&folder.join("g.pgn")).len(), 1);
        assert_eq!(fs::read_to_string(folder.join("e.epd")).unwrap().lines().count(), 1);
    }
    let saved = format!("{words} -randomseed -openings random plies=2 -config file=m.json");
    for (more, known) in [("", false), ("", true), (" discard=true", false)] {
        let (status, said) = run(&folder, &format!("{saved}{more}"));
        assert_eq!((status, said.contains("Continuing after 1 game")), (Some(0), known), "{said}");
        assert_eq!(games(&folder.join("g.pgn")).len(), 1);
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn programs_are_found_where_other_runners_find_them() {
    let folder = folder("programs");
    fs::create_dir(folder.join("my engines")).unwrap();
    scripted(&folder.join("my engines"), "sf", "go*) echo bestmove e2e4;;");
    let limits = "-each nodes=1 -maxmoves 1";
    // By its name in a folder, with arguments in the command, and from cutechess' file of engines.
    let configured =
        r#"[{"name": "Mine", "command": "sf", "workingDirectory": "my engines", "protocol": "uci"}]"#;
    fs::write(folder.join("engines.json"), configured).unwrap();
    for first in ["cmd=sf dir='my engines'", "cmd='./sf --uci x' dir='my engines/'", "conf=Mine name=sf"] {
        let words = format!("-engine {first} -engine cmd={HELGI} name=B option.Hash=1 {limits}");
        let (status, said) = run(&folder, &words);
        assert_eq!(status, Some(0), "{first}: {said}");
        assert!(
            said.contains("Finished game 1 (sf vs B): 1/2-1/2 {Draw by adjudication: maximal game length}"),
            "{said}"
        );
    }
    assert_eq!(run(&folder, "-engines"), (Some(0), "Mine\n".to_owned()));
    let (status, said) = run(&folder, &format!("-engine conf=Other -engine conf=Mine {limits}"));
    assert_eq!(
        (status, said.contains("`Other`, expected an engine of engines.json: Mine")),
        (Some(2), true),
        "{said}"
    );
    assert!(run(&folder, "-version").1.starts_with("helgi "));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_name_without_a_folder_is_that_of_the_system_in_a_saved_match_too() {
    let folder = folder("path");
    fs::create_dir(folder.join("bin")).unwrap();
    scripted(&folder.join("bin"), "sf", "go*) echo bestmove e2e4;;");
    fs::write(folder.join("sf"), "no program").unwrap();
    let path = std::env::join_paths([folder.join("bin"), "/usr/bin".into(), "/bin".into()]).unwrap();
    let words =
        format!("match -engine cmd=sf -engine cmd={HELGI} -each nodes=1 option.Hash=1 -maxmoves 1 -games 2");
    for more in ["", " -config m.json", " -config m.json"] {
        let mut command = Command::new(HELGI);
        command
            .args(shlex::split(&format!("{words}{more}")).unwrap())
            .current_dir(&folder)
            .env("PATH", &path);
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{more}: {output:?}");
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn an_engine_is_told_what_its_words_say() {
    let folder = folder("told");
    let scores = "go*) echo info depth 1 score cp 40; echo trouble >&2\ncase $played in '') echo bestmove e2e4;; esac;;";
    scripted(&folder, "w", scores);
    scripted(&folder, "b", "go*) echo info depth 1 score cp 40; echo bestmove e7e5;;");
    let words = "-engine cmd=./w initstr='one\\ntwo' stderr=w.err debug whitepov -engine cmd=./b whitepov -each nodes=1 -maxmoves 1 \
                 -pgnout g.pgn";
    let (status, said) = run(&folder, words);
    assert_eq!(status, Some(0), "{said}");
    let told = fs::read_to_string(folder.join("w.told")).unwrap();
    assert!(told.starts_with("one\ntwo\nuci\n") && told.contains("\ndebug on\n"), "{told}");
    assert_eq!(fs::read_to_string(folder.join("w.err")).unwrap(), "trouble\n");
    // Both see White ahead.
    let text = fs::read_to_string(folder.join("g.pgn")).unwrap();
    assert!(text.contains("e4 {+0.40/1") && text.contains("e5 {-0.40/1"), "{text}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn engines_ponder_if_they_are_asked_to() {
    let folder = folder("ponder");
    let words = format!(
        "-engine cmd={HELGI} name=A option.Hash=1 ponder -engine cmd={HELGI} name=B option.Hash=1 -each tc=1+0.05 -maxmoves 12 \
         -log l -recover -games 2"
    );
    let (status, said) = run(&folder, &words);
    assert!(status == Some(0) && !said.contains("wins"), "{said}");
    let log = fs::read_to_string(folder.join("l")).unwrap();
    let count = |text: &str| log.lines().filter(|line| line.contains(text)).count();
    assert!(count(">A: setoption name Ponder value true") == 1 && count(">A: go ponder ") > 5, "{log}");
    assert_eq!(count(">B: go ponder") + count(">B: setoption name Ponder"), 0);
    assert!(count(">A: ponderhit") + count(">A: stop") >= count(">A: go ponder "), "{log}");
    assert!(!said.contains("Warning") && !said.contains("disconnects") && !said.contains("stalls"), "{said}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn pondering_ends_with_a_hit_or_a_miss() {
    let folder = folder("hits");
    // Expects e7e5 after e2e4, and g8f6 after its second move.
    let moves = "*e2e4*go*) ;;\nposition*moves*e7e5*) next=g1f3; expected=g8f6;;\nposition*) next=e2e4; expected=e7e5;;\n\
                 'go ponder'*) ;;\nstop|ponderhit) echo info depth 9 score cp 7; echo bestmove $next ponder $expected;;\n\
                 go*) echo bestmove $next ponder $expected;;";
    let uci = "uci) echo option name Ponder type check default false; echo uciok;;";
    scripted(&folder, "p", &format!("{uci}\n{moves}"));
    let script = fs::read_to_string(folder.join("p")).unwrap().replacen("uci) echo uciok;;\n", "", 1);
    fs::write(folder.join("p"), script).unwrap();
    scripted(&folder, "o", "position*e2e4) m=e7e5;;\nposition*) m=b8c6;;\ngo*) echo bestmove $m;;");
    let words = "-engine cmd=./p ponder -engine cmd=./o -each nodes=1 -maxmoves 2 -pgnout g.pgn -recover";
    let (status, said) = run(&folder, words);
    assert_eq!(status, Some(0), "{said}");
    let told = fs::read_to_string(folder.join("p.told")).unwrap();
    assert!(told.contains("setoption name Ponder value true"), "{told}");
    let game = &games(&folder.join("g.pgn"))[0];
    assert_eq!(game.moves().collect::<Vec<_>>(), ["e4", "e5", "Nf3", "Nc6"], "{told}");
    assert!(fs::read_to_string(folder.join("g.pgn")).unwrap().contains("Nf3 {+0.07/9"), "{told}");
    let orders: Vec<&str> = told.lines().filter(|line| !line.starts_with("position")).collect();
    let after = orders.iter().position(|line| line.starts_with("go nodes")).unwrap();
    assert_eq!(
        orders[after + 1..],
        ["go nodes 1 ponder", "ponderhit", "go nodes 1 ponder", "stop", "quit"]
            .map(|line| if line == "go nodes 1 ponder" { orders[after + 1] } else { line }),
        "{told}"
    );
    assert!(orders[after + 1].contains("ponder"), "{told}");
    fs::remove_dir_all(folder).unwrap();
}

/// A book of Polyglot with 1. e4 e5.
fn book() -> Vec<u8> {
    let entry = |key: u64, coded: u16| {
        let mut bytes = key.to_be_bytes().to_vec();
        bytes.extend(coded.to_be_bytes());
        bytes.extend([0, 1, 0, 0, 0, 0]);
        bytes
    };
    // The keys of the start and of 1. e4 on the page on the form.
    let (start, e4) = (0x463b_9618_1691_fc9c, 0x823c_9b50_fd11_4196);
    [entry(start, 0b001_100_011_100), entry(e4, 0b110_100_100_100)].concat()
}

#[test]
fn an_engine_plays_from_its_book_over_both_protocols() {
    let folder = folder("polyglot");
    fs::write(folder.join("b.bin"), book()).unwrap();
    for (words, is_book) in [
        ("book=b.bin -engine cmd=H name=B book=b.bin", [true, true]),
        ("book=b.bin proto=xboard -engine cmd=H name=B proto=xboard book=b.bin", [true, true]),
        ("book=b.bin bookdepth=1 -engine cmd=H name=B proto=xboard", [true, false]),
        ("-engine cmd=H name=B -each book=b.bin", [true, true]),
    ] {
        let words = format!(
            "-engine cmd=H name=A {words} -each depth=2 option.Hash=1 -maxmoves 6 -pgnout g.pgn append=false"
        );
        let (status, said) = run(&folder, &words.replace("cmd=H", &format!("cmd={HELGI}")));
        assert_eq!(
            (status, said.contains("Draw by adjudication: maximal game length")),
            (Some(0), true),
            "{said}"
        );
        let text = fs::read_to_string(folder.join("g.pgn")).unwrap();
        let head = if is_book[1] { "1. e4 {book} e5 {book} 2. " } else { "1. e4 {book} " };
        assert!(text.replace('\n', " ").contains(head), "{words}: {text}");
        assert_eq!(text.matches("{book}").count(), is_book.iter().filter(|&&is| is).count(), "{text}");
        assert_eq!(games(&folder.join("g.pgn"))[0].len(), 12, "{text}");
    }
    fs::write(folder.join("b.bin"), "no book").unwrap();
    let (status, said) = run(&folder, &format!("{} -each book=b.bin", two()));
    assert_eq!(status, Some(2), "{said}");
    assert!(said.contains("helgi: b.bin: no book of Polyglot"), "{said}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_summary_counts_colours_and_endings() {
    let folder = folder("summary");
    fs::write(folder.join("b.epd"), "4k3/8/8/8/8/8/8/R3K3 w - - hmvc 99; fmvn 80;\n").unwrap();
    let words =
        "-openings file=b.epd format=epd -games 2 -rounds 2 -repeat -scoreinterval 2 -outcomeinterval 3";
    let (status, said) = run(&folder, &format!("{} {words}", two()));
    assert_eq!(status, Some(0), "{said}");
    for line in [
        "Finished game 1 (A vs B): 1/2-1/2 {Draw by fifty moves rule}",
        "Score of A vs B: 0 - 0 - 2  [0.500] 2",
        "...      A playing White: 0 - 0 - 2  [0.500] 2",
        "...      A playing Black: 0 - 0 - 2  [0.500] 2",
        "...      White vs Black: 0 - 0 - 4  [0.500] 4",
        "Elo difference: 0.0 +/- 0.0, LOS: 50.0 %, DrawRatio: 100.0 %",
        "Player: A",
        "   \"Draw by fifty moves rule\": 4",
    ] {
        assert!(said.lines().any(|other| other == line), "{line}: {said}");
    }
    assert!(!said.contains("[0.500] 1\n") && !said.contains("[0.500] 3\n"), "{said}");
    // After three games, and at the end.
    assert_eq!(said.matches("Player: A\n").count(), 2, "{said}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn engines_that_play_alike_are_reported_once() {
    let folder = folder("alike");
    let words = "-openings random plies=2 -games 2 -rounds 25 -repeat";
    let (status, said) = run(&folder, &format!("{} {words}", two()));
    assert_eq!(status, Some(0), "{said}");
    let warning =
        "have played all of 20 pairs move for move alike: are options not taken, or the programs the same?";
    assert_eq!(said.matches(warning).count(), 1, "{said}");
    let (_, said) = run(&folder, &format!("{} {words}", two().replace("name=B", "name=B option.Slowness=3")));
    assert!(said.contains("Warning: "), "{said}");
    fs::remove_dir_all(folder).unwrap();
}

#[cfg(target_os = "linux")]
#[test]
fn engines_are_bound_to_processors() {
    let folder = folder("bound");
    scripted(&folder, "e", "go*) grep Cpus_allowed_list /proc/self/status >>e.bound; echo bestmove e2e4;;");
    let words = "-engine cmd=./e -engine cmd=./e name=F -each nodes=1 -maxmoves 1 -recover -use-affinity";
    let (status, said) = run(&folder, words);
    assert_eq!(status, Some(0), "{said}");
    let bound = fs::read_to_string(folder.join("e.bound")).unwrap();
    let list = bound.lines().next().unwrap().split_whitespace().last().unwrap();
    assert!(list.parse::<usize>().is_ok(), "{bound}");
    let (status, said) = run(&folder, &format!("{words} 900"));
    assert_eq!(
        (status, said.contains("use-affinity: processor 900, expected one of")),
        (Some(2), true),
        "{said}"
    );
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn words_without_effect_are_named_and_unknown_ones_answered() {
    let folder = folder("unknown");
    let (status, said) = run(&folder, &format!("{} -tb /x -strict -each trust", two()));
    assert_eq!(status, Some(0), "{said}");
    for word in ["-tb (no tablebases are read)", "-strict", "trust"] {
        let line = format!("Warning: known, without effect: {word}\n");
        assert_eq!(said.matches(&line).count(), 1, "{word}: {said}");
    }
    let (status, said) = run(&folder, &format!("{} -rouds 5", two()));
    assert_eq!(
        (status, said.as_str()),
        (Some(2), "helgi: `-rouds`: unknown; did you mean `-rounds`? `helgi match --help` lists all words\n")
    );
    fs::remove_dir_all(folder).unwrap();
}
