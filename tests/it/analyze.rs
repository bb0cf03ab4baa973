//! `helgi analyze`, and the review behind it: planted blunders are found, perfect play is not
//! marked, faults are named, and the same game is judged the same.

use helgi_engine::search::{Control, Engine, Limits, is_win};
use helgi_record::{Glyph, PgnReader, Record};
use helgi_rules::board::Move;
use helgi_rules::{AnyPosition, Game, GameId, Line, Position, readable};
use helgi_study::review::{Grade, Review, ReviewTask, StudyStop, review};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{self, Command};

/// Nodes for each position: wins in two are found with fewer.
const NODES: u64 = 6_000;

fn reviewed(engine: &mut Engine, line: &Line) -> Review {
    let task = ReviewTask { line, limits: &Limits::to_nodes(NODES), winner: None };
    review(engine, &task, &StudyStop::default(), |_| ()).expect("nobody stops it")
}

/// The winning positions that `tests/it/wins.rs` has proven by trying everything.
fn wins(game: GameId) -> Vec<AnyPosition> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/wins").join(format!("{}.txt", game.name()));
    let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    text.lines().map(|fen| game.parse(fen).unwrap()).collect()
}

/// The move after which a short search thinks most of the other side.
fn worst(engine: &mut Engine, position: &AnyPosition) -> Option<Move> {
    let mut of_answer = |wrong: Move| {
        let mut line = Line::new(position.clone());
        line.play(wrong);
        engine
            .search_any(line.present(), line.history(), &Limits::to_nodes(60), &Control::default(), |_| ())
            .score
    };
    position.legal_moves().into_iter().max_by_key(|&wrong| of_answer(wrong))
}

#[test]
fn planted_blunders_are_found_and_perfect_play_is_not_marked() {
    let mut engine = Engine::new(8, 1).unwrap();
    let mut planted = 0;
    for &game in GameId::BUILT_IN {
        for start in wins(game).into_iter().take(4) {
            let name = format!("{}: {}", game.name(), start.fen());
            let mut line = Line::new(start.clone());
            let perfect = reviewed(&mut engine, &line).positions.swap_remove(0);
            assert!(is_win(perfect.score), "{name}");
            for &best in &perfect.line {
                line.play(best);
            }
            let found = reviewed(&mut engine, &line);
            for judged in &found.moves {
                assert_eq!((judged.grade, judged.missed_win, judged.loss), (None, None, 0.0), "{name}");
            }

            let Some(wrong) = worst(&mut engine, &start) else { continue };
            let mut line = Line::new(start.clone());
            line.play(wrong);
            let judged = reviewed(&mut engine, &line).moves.swap_remove(0);
            if judged.after > 0.6 {
                // All is won here.
                continue;
            }
            assert_eq!(judged.grade, Some(Grade::Blunder), "{name}");
            assert_eq!((judged.before, judged.missed_win), (1.0, Some(2)), "{name}");
            // The line shown instead wins.
            let mut better = Line::new(start);
            judged.better.iter().for_each(|&played| better.play(played));
            assert_eq!(better.verdict().and_then(|outcome| outcome.winner), Some(judged.side), "{name}");
            planted += 1;
        }
    }
    assert!(planted >= GameId::BUILT_IN.len(), "{planted}");
}

/// Nine in ten blunders of chess that no forced win proves are marked, with a right better move: the curve has to know
/// what the scores are worth.
#[test]
fn quiet_blunders_of_good_games_are_marked() {
    let mut engine = Engine::new(16, 1).unwrap();
    let limits = Limits::to_nodes(100_000);
    let mut wrong = Vec::new();
    let rows = include_str!("../blunders/chess.tsv").lines().filter(|line| !line.starts_with('#'));
    for row in rows.clone() {
        let [fen, played, good] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("three fields: {row}")
        };
        let start = GameId::CHESS.parse(fen).unwrap();
        let read = |text: &str| readable::read(&start, text).unwrap();
        let mut line = Line::new(start.clone());
        line.play(read(played));
        let task = ReviewTask { line: &line, limits: &limits, winner: None };
        let found = review(&mut engine, &task, &StudyStop::default(), |_| ()).expect("nobody stops it");
        let judged = &found.moves[0];
        let is_right =
            judged.better.first().is_some_and(|&best| good.split(' ').any(|text| read(text) == best));
        if judged.grade < Some(Grade::Mistake) || !is_right {
            wrong.push(format!("{played} in {fen}: {:?}, lost {:.3}", judged.grade, judged.loss));
        }
    }
    let rows = rows.count();
    assert!(rows >= 8 && wrong.len() * 10 <= rows, "{wrong:#?}");
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("helgi-analyze-{name}-{}", process::id()));
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs the program; returns the exit status, standard output and standard error.
fn helgi(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_helgi")).args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn records(text: &str) -> Vec<Record> {
    PgnReader::new(text.as_bytes()).map(|game| game.unwrap().record).collect()
}

/// Two short games: a mate after a blunder, and some moves of Tavreli, with people's comments.
const GAMES: &str = "\
[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"1\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n\
[Result \"1-0\"]\n\n1. e4 {[%clk 0:05:00] a plan} e5 {[%clk 0:04:59]} 2. Bc4 {[%clk 0:04:58]} Nc6 \
{[%clk 0:04:57]} 3. Qh5 {[%clk 0:04:50]} Nf6 $2 {[%clk 0:04:10]} (3... g6 4. Qd1) 4. Qxf7# {[%clk 0:04:40]} 1-0\n\n\
[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"2\"]\n[White \"?\"]\n[Black \"?\"]\n\
[Result \"*\"]\n[Variant \"tavreli\"]\n\n1. d1c2 b8c6 2. c2e4 d8c7 *\n\n";

#[test]
fn a_game_is_annotated_and_keeps_what_was_said() {
    let folder = folder("annotated");
    let path = |name: &str| folder.join(name).display().to_string();
    let (input, output, json, graph) = (path("in.pgn"), path("out.pgn"), path("out.json"), path("g.svg"));
    fs::write(&input, GAMES).unwrap();
    let all = ["analyze", &input, "--nodes", "3000", "-o", &output, "--json", &json, "--graph", &graph];
    let (status, table, errors) = helgi(&all);
    assert_eq!((status, errors.as_str()), (Some(0), ""), "{table}");
    assert!(table.contains("3... Nf6") && table.contains("??") && table.contains("accuracy"), "{table}");
    assert!(table.contains("3... Nf6??: This move decided the game: Black could expect"), "{table}");
    assert!(table.lines().all(|line| line.chars().count() <= 80), "{table}");

    let written = records(&fs::read_to_string(&output).unwrap());
    let first = &written[0];
    let nodes: Vec<_> = first.main_line().collect();
    let blunder = first.node(nodes[5]);
    assert_eq!(blunder.glyphs, [Glyph::MISTAKE, Glyph::BLUNDER]);
    assert_eq!(
        blunder.evaluation().map(|found| found.to_string().split(',').next().unwrap().to_owned()),
        Some("#1".into())
    );
    assert!(blunder.clock().is_some() && first.node(nodes[0]).words().contains(&"a plan".to_owned()));
    let words = blunder.words().join(" ");
    assert!(
        words.contains("Blunder, from ") && words.contains("to 0%: White wins by force in 1."),
        "{words}"
    );
    assert!(words.contains("This move decided the game"), "{words}");
    assert!(first.continuations(nodes[4]).count() >= 2);
    assert_eq!(first.node(nodes[6]).evaluation(), None);
    assert_eq!(written[1].tags.get("Variant"), Some("tavreli"));
    // It is a valid file, and a second analysis with the same budget repeats nothing.
    assert_eq!(helgi(&["pgn", "-q", &output]), (Some(0), String::new(), String::new()));
    let again = path("again.pgn");
    assert_eq!(helgi(&["analyze", &output, "--nodes", "3000", "-q", "-o", &again]).0, Some(0));
    assert_eq!(records(&fs::read_to_string(&again).unwrap()), written);

    let value: serde_json::Value = serde_json::from_str(&fs::read_to_string(&json).unwrap()).unwrap();
    let blunder = &value[0]["moves"][5];
    assert_eq!((blunder["san"].as_str(), blunder["mark"].as_str()), (Some("Nf6"), Some("??")));
    assert_eq!(value[0]["moves"][6]["score"], "over");
    assert_eq!(value[1]["game"], "tavreli");
    for number in 1..=2 {
        let picture = fs::read_to_string(path(&format!("g-{number}.svg"))).unwrap();
        assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
        assert_eq!(picture.contains("#ply-6"), number == 1);
        assert_eq!(picture.contains("clock-white\" points"), number == 1);
    }
    let names: Vec<_> = fs::read_dir(&folder).unwrap().map(|file| file.unwrap().file_name()).collect();
    assert_eq!(names.len(), 6, "{names:?}");
    fs::remove_dir_all(&folder).unwrap();
}

/// As lichess exports games: an evaluation and a mark of its own. Person: a mark without an evaluation.
#[test]
fn an_older_evaluation_is_replaced_together_with_its_mark() {
    let folder = folder("older");
    let path = |name: &str| folder.join(name).display().to_string();
    let (input, output, again) = (path("in.pgn"), path("out.pgn"), path("again.pgn"));
    let games = "1. e4 { [%eval 0.3] } e5 $6 { [%eval 0.2] } 2. Ke2 $6 { [%eval -0.9] } Nc6 $2 3. Kf3 $4 $16 { \
                 [%eval -1.0] } Nf6 $1 { [%eval -1.1] } 4. h3 $1 Be7 *\n\n\
                 1. f3 $3 { [%eval -0.5] } e5 2. g4 $3 { [%eval -0.5] } Qh4# $5 0-1\n\n";
    fs::write(&input, games).unwrap();
    assert_eq!(helgi(&["analyze", &input, "--nodes", "20000", "-q", "-o", &output]).0, Some(0));
    let written = records(&fs::read_to_string(&output).unwrap());
    for game in &written {
        for id in game.main_line() {
            let node = game.node(id);
            let evaluations =
                node.comments.iter().map(|comment| comment.matches("[%eval").count()).sum::<usize>();
            assert!(evaluations <= 1, "{game}");
        }
    }
    let glyphs: Vec<Vec<Glyph>> =
        written[0].main_line().map(|id| written[0].node(id).glyphs.clone()).collect();
    let judged = |glyphs: &[Glyph]| glyphs.iter().filter(|glyph| glyph.is_on_move()).count();
    // No mark for a good move any more, and one for each bad one; other glyphs stay.
    assert_eq!((&glyphs[1][..], judged(&glyphs[2]), judged(&glyphs[4])), (&[][..], 1, 1), "{glyphs:?}");
    assert!(glyphs[2] != [Glyph::DUBIOUS] && glyphs[4].contains(&Glyph(16)), "{glyphs:?}");
    // A person's marks.
    assert!(glyphs[3].contains(&Glyph::MISTAKE) && glyphs[6].contains(&Glyph::GOOD), "{glyphs:?}");
    assert_eq!(glyphs[5], [Glyph::GOOD]);
    let second: Vec<_> = written[1].main_line().map(|id| written[1].node(id).glyphs.clone()).collect();
    assert_eq!(
        [&second[2][..], &second[3][..]],
        [&[Glyph::BRILLIANT][..], &[Glyph::INTERESTING]],
        "{second:?}"
    );
    assert_eq!(helgi(&["analyze", &output, "--nodes", "20000", "-q", "-o", &again]).0, Some(0));
    assert_eq!(records(&fs::read_to_string(&again).unwrap()), written);
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn the_same_limits_write_the_same_and_what_is_kept_is_gone_on_with() {
    let folder = folder("resume");
    let path = |name: &str| folder.join(name).display().to_string();
    let input = path("in.pgn");
    fs::write(&input, GAMES.repeat(2)).unwrap();
    let run = |output: &str, more: &[&str]| {
        helgi(&[&["analyze", &input, "--nodes", "1500", "-q", "-o", output], more].concat())
    };
    let (one, other) = (path("one.pgn"), path("other.pgn"));
    assert_eq!(run(&one, &["--threads", "1"]), (Some(0), String::new(), String::new()));
    #[cfg(target_os = "linux")]
    {
        // A full disk loses nothing: the results so far stay beside the output.
        let (status, _, errors) = run(&other, &["--threads", "3", "--json", "/dev/full"]);
        assert_eq!(status, Some(1));
        assert!(errors.contains("/dev/full: No space left on device"), "{errors}");
        let part = path("other.pgn.part");
        let kept = fs::read_to_string(&part).unwrap();
        assert_eq!(kept.lines().count(), 5);
        fs::remove_file(&other).unwrap();
        // As a kill leaves it, in the middle of a line.
        let second = kept.match_indices('\n').nth(1).unwrap().0;
        fs::write(&part, &kept[..second + 40]).unwrap();
        let (status, _, errors) = run(&other, &[]);
        assert_eq!(status, Some(2));
        assert!(
            errors.contains("other.pgn.part: an analysis was interrupted there; use --resume"),
            "{errors}"
        );
        let (status, _, errors) = helgi(&["analyze", &input, "--nodes", "9", "-o", &other, "--resume"]);
        assert_eq!(status, Some(2));
        assert!(errors.contains("with 1500 nodes a position, not with 9 nodes"), "{errors}");
        assert_eq!(run(&other, &["--resume"]), (Some(0), String::new(), String::new()));
    }
    #[cfg(not(target_os = "linux"))]
    assert_eq!(run(&other, &["--threads", "3"]), (Some(0), String::new(), String::new()));
    assert_eq!(fs::read_to_string(&one).unwrap(), fs::read_to_string(&other).unwrap());
    assert!(!folder.join("other.pgn.part").exists());
    fs::remove_dir_all(&folder).unwrap();
}

/// Starts an endless analysis, waits until this many lines are kept beside the output, and sends Ctrl-C.
#[cfg(unix)]
fn broken_off(input: &str, output: &str, lines: usize) -> (Option<i32>, String) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_helgi"));
    program.args(["analyze", input, "-q", "--nodes", "1000000000000", "--threads", "1", "-o", output]);
    let child = program.stderr(process::Stdio::piped()).spawn().unwrap();
    let kept = || fs::read_to_string(format!("{output}.part")).unwrap_or_default();
    while kept().lines().count() < lines {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let ended = child.wait_with_output().unwrap();
    (ended.status.code(), String::from_utf8(ended.stderr).unwrap())
}

#[cfg(unix)]
#[test]
fn finished_games_survive_an_interruption() {
    let folder = folder("stopped");
    let path = |name: &str| folder.join(name).display().to_string();
    let (input, output) = (path("in.pgn"), path("out.pgn"));
    fs::write(&input, GAMES).unwrap();
    let (status, errors) = broken_off(&input, &output, 1);
    assert_eq!((status, errors.as_str()), (Some(130), "helgi: stopped before the first game was finished\n"));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    // A game that is over when it begins takes no search.
    let mate = "[FEN \"7k/5KQ1/8/8/8/8/8/8 b - - 0 1\"]\n\n1-0\n\n";
    fs::write(&input, format!("{mate}{GAMES}")).unwrap();
    let (status, errors) = broken_off(&input, &output, 2);
    assert_eq!(status, Some(130));
    assert!(errors.starts_with("helgi: stopped: 1 of 3 games finished; they are kept in "), "{errors}");
    assert!(folder.join("out.pgn.part").exists() && !folder.join("out.pgn").exists());
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn faults_are_named_and_the_rest_is_judged() {
    let folder = folder("wrong");
    let path = |name: &str| folder.join(name).display().to_string();
    let (input, output) = (path("in.pgn"), path("out.pgn"));
    for (text, message, marked) in [
        ("1. e4 e5 2. Ke3 Nf6 *\n", "game 1, line 1: move 2. (half-move 3): `Ke3`, expected a legal move", 2),
        ("[Variant \"halma\"]\n\n1. e4 *\n", "tag Variant: `halma`, expected a game that helgi plays", 0),
        ("1. e4 {open", "game 1, line 1: `{`, expected a `}` after it", 1),
        ("1. e4 (1. d4 Kd6) e5 *\n", "variation, move 1... (half-move 2): `Kd6`, expected a legal move", 2),
    ] {
        fs::write(&input, text).unwrap();
        let (status, _, errors) = helgi(&["analyze", &input, "--nodes", "300", "-o", &output]);
        assert_eq!(status, Some(1), "{errors}");
        assert!(errors.contains(message) && errors.contains("1 of 1 game is wrong"), "{message}: {errors}");
        let written = fs::read_to_string(&output).unwrap();
        assert_eq!(written.matches("[%eval").count(), marked, "{written}");
        let (own, read) = (records(text), records(&written));
        assert!(own[0].moves().eq(read[0].moves()), "{written}");
    }
    // The reason of the end is the last comment.
    fs::write(&input, "[Result \"0-1\"]\n\n1. f3 e5 2. g4 {White resigns} 0-1\n").unwrap();
    assert_eq!(helgi(&["analyze", &input, "--nodes", "900", "-q", "-o", &output]).0, Some(0));
    let resigned = &records(&fs::read_to_string(&output).unwrap())[0];
    assert_eq!(resigned.reason(), Some("White resigns"));
    assert!(resigned.node(resigned.last()).comments.len() > 2);
    fs::write(&input, b"\x7fELF\0\0\0").unwrap();
    fs::remove_file(&output).unwrap();
    let (status, _, errors) = helgi(&["analyze", &input, "-o", &output]);
    assert_eq!(status, Some(2));
    assert!(errors.contains("game 1, line 1: a zero byte, expected text"), "{errors}");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    fs::write(&input, "").unwrap();
    for (arguments, message) in [
        (&["analyze"][..], "<FILES>..."),
        (&["analyze", &input], "no games: expected PGN"),
        (&["analyze", "/no/such/file"], "/no/such/file: No such file"),
        (&["analyze", "--moves", "e4 Ke7"], "--moves: `Ke7`, expected a legal move"),
        (&["analyze", "--moves", "e4", "--start", "x"], "--start: "),
        (&["analyze", "--moves", "e4", "--time", "0"], "expected a number of seconds greater than 0"),
        (&["analyze", "--moves", "e4", "--resume"], "--resume: expected -o, --json or --graph"),
    ] {
        let (status, _, errors) = helgi(arguments);
        assert_eq!(status, Some(2), "{errors}");
        assert!(errors.contains(message), "{message}: {errors}");
    }
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn moves_and_what_xboard_saves_are_judged() {
    let moves = "1. d1c2 b8c6 2.c2e4 d8c7";
    let (status, out, errors) =
        helgi(&["analyze", "--game", "tavreli", "--moves", moves, "--depth", "2", "-o", "-"]);
    assert_eq!((status, errors.as_str()), (Some(0), ""));
    let record = &records(&out)[0];
    assert_eq!((record.len(), record.tags.get("Variant")), (4, Some("tavreli")));
    assert!(record.main_line().all(|id| record.node(id).evaluation().is_some()), "{out}");
    let saved = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/pgn/xboard/tavreli.pgn");
    let (status, out, errors) = helgi(&["analyze", saved, "--depth", "1", "--json", "-"]);
    assert_eq!((status, errors.as_str()), (Some(0), ""));
    let value: serde_json::Value = serde_json::from_str(&out).unwrap();
    let first = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/pgn/xboard/tavreli.moves");
    let first = fs::read_to_string(first).unwrap();
    let words: Vec<&str> = first.lines().next().unwrap().split(' ').collect();
    let uci = value[0]["moves"].as_array().unwrap().iter().map(|found| found["uci"].as_str().unwrap());
    assert_eq!(uci.collect::<Vec<_>>(), words[..words.len() - 1]);
}
