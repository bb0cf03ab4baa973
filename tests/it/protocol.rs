//! The program as its clients meet it: every recorded dialogue of `protocol/transcripts`, and the
//! behaviour that a dialogue of texts cannot show.

use crate::program::{Engine, SLACK, STATES, XBOARD_STATES, replay};
use crate::side_by_side::side_by_side;
use helgi_protocol::input::PAUSE;
use helgi_protocol::transcript::parse;
use helgi_rules::games::GameId;
use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

#[test]
fn every_transcript_holds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol/transcripts");
    let mut paths: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path())
        .filter(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.ends_with(".txt")
        })
        .collect();
    paths.sort();
    assert!(paths.len() >= 60, "{} transcripts", paths.len());
    // Most of the time of a dialogue is waiting: they wait together, but not all at once.
    let failures = Mutex::new(Vec::new());
    side_by_side(4, &paths, |_, path| {
        let entries = parse(&fs::read_to_string(path).unwrap()).unwrap();
        if let Err((line, reason)) = replay(&entries) {
            failures.lock().unwrap().push(format!("{}:{line}: {reason}", path.display()));
        }
    });
    let failures = failures.into_inner().unwrap();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

// The promptness of the answer is measured by `benches/latency.rs`.

#[test]
fn the_end_of_input_ends_the_program() {
    for state in STATES.into_iter().chain(XBOARD_STATES) {
        let mut engine = Engine::start();
        state.iter().for_each(|line| engine.send_line(line));
        // Longer than the pause that tells a client from a file of commands.
        thread::sleep(2 * PAUSE);
        engine.input = None;
        let status = engine.exit_status(SLACK).expect("an end");
        assert_eq!(status.code(), Some(0), "{state:?}");
    }
}

#[test]
fn stop_is_answered_in_every_game() {
    for game in GameId::BUILT_IN {
        let mut engine = Engine::start();
        engine.send_line(&format!("setoption name UCI_Variant value {}", game.name()));
        engine.send_line("go infinite");
        engine.wait_for("info depth 1 *");
        engine.send_line("stop");
        engine.wait_for("bestmove *");
    }
}

#[test]
fn ready_is_answered_during_a_search() {
    let mut engine = Engine::start();
    engine.send_line("go infinite");
    engine.wait_for("info depth 5 *");
    engine.send_line("isready");
    engine.wait_for("readyok");
    engine.send_line("stop");
    engine.wait_for("bestmove *");
}

#[test]
fn a_closed_output_is_an_orderly_end() {
    for line in ["uci", "d", "variants", "go infinite"] {
        let mut engine = Engine::start();
        engine.stop_listening();
        // The first line finds out; the reading end is closed when it has come.
        engine.send_line("isready");
        thread::sleep(Duration::from_millis(100));
        let _ = engine.send(format!("{line}\n").as_bytes());
        let status = engine.exit_status(SLACK).expect(line);
        assert_eq!(status.code(), Some(0), "{line}");
    }
}

/// Nobody reads the output; the client sends `quit` and keeps both ends open.
#[test]
fn quit_ends_a_program_to_which_nobody_listens() {
    for (words, line) in [("uci\n", "uci\n"), ("xboard\nprotover 2\n", "d\n")] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_helgi"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let _unread = child.stdout.take().unwrap();
        let mut engine = Engine::unheard(child);
        engine.send(words.as_bytes()).unwrap();
        thread::sleep(2 * PAUSE);
        engine.send(line.repeat(1000).as_bytes()).unwrap();
        thread::sleep(2 * PAUSE);
        engine.send(b"quit\n").unwrap();
        let status = engine.exit_status(SLACK).unwrap_or_else(|| panic!("{words}: it does not end"));
        assert_eq!(status.code(), Some(0), "{words}");
    }
}

/// Nobody reads the output and nobody writes any more, but both ends are open.
#[test]
fn a_client_that_hangs_does_not_keep_the_program() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_helgi"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let output = child.stdout.take().unwrap();
    for _ in 0..1000 {
        // Far more than a pipe holds.
        input.write_all(b"uci\n").unwrap();
    }
    thread::sleep(2 * PAUSE);
    drop(input);
    let mut engine = Engine::unheard(child);
    let status = engine.exit_status(SLACK).expect("an end");
    assert_eq!(status.code(), Some(0));
    drop(output);
}

/// With less memory than requested: an error, and the table and its size stay.
#[cfg(unix)]
#[test]
fn a_table_that_memory_does_not_hold_is_refused() {
    let mut shell = Command::new("sh");
    let limited = format!("ulimit -v 2000000; exec '{}'", env!("CARGO_BIN_EXE_helgi"));
    let mut engine = Engine::start_with(shell.args(["-c", &limited]));
    for line in ["xboard", "memory 32", "memory 60000", "new", "st 0.05", "usermove e2e4", "ping 1"] {
        engine.send_line(line);
    }
    engine.wait_for("Error (no memory for a table of 60000 MB, the old table stays): memory 60000");
    engine.wait_for("move *");
    engine.wait_for("pong 1");
    // The same while it thinks, when the change has to wait.
    for line in ["st 1000", "usermove d2d4", "memory 60000", "?", "ping 2"] {
        engine.send_line(line);
    }
    engine.wait_for("Error (no memory *): memory 60000");
    engine.wait_for("pong 2");
}

#[cfg(unix)]
#[test]
fn sigterm_ends_the_program_also_in_a_search() {
    use std::os::unix::process::ExitStatusExt;
    const SIGTERM: i32 = 15;
    let mut engine = Engine::start();
    engine.send_line("go infinite");
    engine.wait_for("info *");
    let id = engine.child.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    let status = engine.exit_status(SLACK).expect("an end");
    assert_eq!(status.signal(), Some(SIGTERM));
}

#[test]
fn a_search_that_is_cut_short_by_quit_still_answers() {
    let mut engine = Engine::start();
    engine.send_line("go infinite");
    engine.wait_for("info depth 5 *");
    engine.send_line("quit");
    engine.wait_for("bestmove *");
}

#[test]
fn limited_strength_plays_the_move_it_shows_and_sees_less() {
    let nodes = |elo: Option<u32>| {
        let mut engine = Engine::start();
        if let Some(elo) = elo {
            engine.send_line("setoption name UCI_LimitStrength value true");
            engine.send_line(&format!("setoption name UCI_Elo value {elo}"));
        }
        engine.send_line("position startpos moves e2e4 e7e5 g1f3");
        engine.send_line("go depth 9");
        let lines = engine.wait_for("bestmove *");
        let last = lines.iter().rev().find(|line| line.contains(" pv ")).unwrap();
        let word_after = |line: &str, word: &str| {
            line.split(' ').skip_while(|&other| other != word).nth(1).map(str::to_owned).unwrap()
        };
        assert_eq!(word_after(lines.last().unwrap(), "bestmove"), word_after(last, "pv"));
        assert!(lines.iter().all(|line| !line.contains(" multipv 2 ")));
        word_after(last, "nodes").parse::<u64>().unwrap()
    };
    let (weak, strong) = (nodes(Some(500)), nodes(None));
    assert!(weak < 2_000 && weak < strong, "{weak} {strong}");
}

#[test]
fn analysis_is_never_limited() {
    let mut engine = Engine::start();
    for line in [
        "setoption name UCI_LimitStrength value true",
        "setoption name UCI_Elo value 500",
        "setoption name UCI_AnalyseMode value true",
        "go depth 9",
    ] {
        engine.send_line(line);
    }
    engine.wait_for("info depth 9 *");
    engine.wait_for("bestmove *");
}

#[test]
fn every_game_announces_itself_plays_and_turns_round() {
    for game in GameId::BUILT_IN {
        let info = game.info();
        let mut engine = Engine::start();
        engine.send_line(&format!("setoption name UCI_Variant value {}", info.name));
        engine.wait_for(&format!("info string variant {} files *", info.name));
        engine.send_line("d");
        let before = engine.wait_for("Result: ongoing");
        engine.send_line("go depth 2");
        let lines = engine.wait_for("bestmove *");
        assert!(
            lines.iter().any(|line| line.contains(" depth 2 ") && line.contains(" score ")),
            "{lines:#?}"
        );
        // The best move is legal, and the output can be read back, in capitals too.
        let best = lines.last().unwrap().split(' ').nth(1).unwrap().to_uppercase();
        engine.send_line(&format!("position startpos moves {best}"));
        engine.send_line("flip");
        engine.send_line("flip");
        engine.send_line("d");
        let after = engine.wait_for("Legal moves: *");
        assert!(after.iter().all(|line| !line.contains(" error ")), "{game:?}: {after:#?}");
        // Twice round is where it was, but for the past.
        engine.send_line(&format!("position startpos moves {best}"));
        engine.send_line("d");
        let again = engine.wait_for("Legal moves: *");
        assert_eq!(fen_of(&after), fen_of(&again));
        assert_ne!(fen_of(&before), fen_of(&again));
    }
}

fn fen_of(lines: &[String]) -> &String {
    lines.iter().find(|line| line.starts_with("Fen: ")).unwrap()
}

#[test]
fn flip_exchanges_the_colours() {
    let mut engine = Engine::start();
    engine.send_line("position startpos moves e2e4");
    engine.send_line("flip");
    engine.send_line("d");
    engine.wait_for("Fen: rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq * 0 1");
    engine.send_line("setoption name UCI_Variant value tavreli");
    engine.send_line("position startpos moves c1d2");
    engine.send_line("flip");
    engine.send_line("d");
    engine.wait_for("Fen: rn1qkbnr/tma(db)eamt/8/8/8/8/TMADEAMT/RNBQKBNR w KQkqABCDEFGHabcdefgh - 1 1");
}

#[test]
fn repetition_is_a_result_and_its_history_counts() {
    let mut engine = Engine::start();
    engine.send_line("position startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8");
    engine.send_line("d");
    engine.wait_for("Result: 1/2-1/2 {Draw by repetition}");
}

#[test]
fn eval_help_and_bench_say_something() {
    let mut engine = Engine::start();
    engine.send_line("eval");
    engine.wait_for("Evaluation: *");
    // Scripts for Stockfish look for this line and for an empty one after it.
    engine.wait_for("Final evaluation       * (white side)");
    engine.wait_for("");
    engine.send_line("help");
    engine.wait_for("position startpos *");
    engine.send_line("bench chess 3");
    engine.wait_for("chess * nodes *");
    engine.wait_for("Bench: *");
    engine.send_line("bench checkers");
    engine.wait_for("info string error bench: `checkers`, *");
    engine.send_line("go perft 2");
    engine.wait_for("Nodes searched: 400");
    engine.wait_for("");
    engine.send_line("position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
    engine.send_line("eval");
    engine.wait_for("Final evaluation: none (in check)");
}

#[test]
fn nodes_that_count_as_time_are_not_exceeded() {
    for (rate, nodes) in [(500, 1000), (1000, 2000), (5000, 10_000), (50_000, 100_000)] {
        let mut engine = Engine::start();
        for line in ["xboard", "new", "post", "st 2", &format!("nps {rate}"), "usermove e2e4"] {
            engine.send_line(line);
        }
        let said = engine.wait_for("move *");
        let searched = said.iter().rev().find_map(|line| line.split_once('\t')).unwrap().0;
        let searched: u64 = searched.split(' ').nth(3).unwrap().parse().unwrap();
        assert!(searched <= nodes && searched > nodes / 8, "{searched} of {nodes}");
    }
}

#[test]
fn stop_reaches_a_search_that_waits_for_its_turn() {
    let mut engine = Engine::start();
    engine.send_line("go infinite");
    engine.send_line("go infinite");
    engine.send_line("go perft 30");
    engine.send_line("stop");
    engine.wait_for("bestmove *");
    engine.wait_for("bestmove *");
    engine.wait_for("info string perft was stopped");
    engine.send_line("isready");
    engine.wait_for("readyok");
}

/// A client that reads the last line of a count goes on, and its lines are carried out in order.
#[test]
fn commands_after_a_count_run_in_order() {
    let mut engine = Engine::start();
    for (line, last) in [("go perft 1", "Nodes searched: 20"), ("bench chess 1", "Bench: *")] {
        for round in 0..20 {
            engine.send_line("position startpos");
            engine.send_line(line);
            engine.wait_for(last);
            engine.send(b"position startpos moves e2e4\nd\nisready\n").unwrap();
            let lines = engine.wait_for("readyok");
            let is_shown = |line: &String| line.starts_with("Fen: rnbqkbnr/pppppppp/8/8/4P3/");
            assert!(lines.iter().any(is_shown), "{line} {round}: {lines:?}");
        }
    }
}

/// Position lines without end while a search runs take no memory, and the last one counts.
#[cfg(target_os = "linux")]
#[test]
fn positions_without_end_do_not_fill_the_memory() {
    let mut engine = Engine::start();
    engine.send_line("go infinite");
    engine.wait_for("info depth 3 *");
    let memory = |engine: &Engine| {
        let status = fs::read_to_string(format!("/proc/{}/status", engine.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.trim_end_matches("kB").trim().parse::<u64>().unwrap() / 1024
    };
    let before = memory(&engine);
    let lines = "position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6\n".repeat(200_000);
    engine.send(lines.as_bytes()).unwrap();
    engine.send_line("position startpos moves d2d4");
    engine.send_line("isready");
    engine.wait_for("readyok");
    let after = memory(&engine);
    assert!(after < before + 40, "{before} MB before, {after} MB after");
    engine.send_line("stop");
    engine.wait_for("bestmove *");
    engine.send_line("d");
    engine.wait_for("Fen: rnbqkbnr/pppppppp/8/8/3P4/*");
}

#[test]
fn a_net_of_another_game_is_named() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/engine/nets");
    let net = folder.join("tavreli.net").display().to_string();
    let warning = "info string net * is of tavreli, not of chess: it is not used";
    let mut engine = Engine::start();
    engine.send_line(&format!("setoption name EvalFile value {net}"));
    engine.wait_for(warning);
    engine.send_line("setoption name UCI_Variant value tavreli");
    engine.send_line("isready");
    let lines = engine.wait_for("readyok");
    assert!(lines.iter().all(|line| !line.contains("not used")), "{lines:?}");
    engine.send_line("setoption name UCI_Variant value chess");
    engine.wait_for(warning);
    engine.send_line("xboard");
    for line in [&format!("option EvalFile={net}"), "new", "sd 2", "go"] {
        engine.send_line(line);
    }
    engine.wait_for("# net * is of tavreli, not of chess: it is not used");
    engine.wait_for("move *");
}

/// Lines for XBoard's protocol at random: every word, with good arguments and with nonsense.
fn random_line(rng: &mut fastrand::Rng) -> String {
    const WORDS: [&str; 55] = [
        "xboard",
        "protover 2",
        "accepted debug",
        "accepted highlight",
        "rejected highlight",
        "rejected usermove",
        "new",
        "force",
        "go",
        "playother",
        "white",
        "black",
        "random",
        "?",
        "draw",
        "result 1-0 {x}",
        "edit",
        ".",
        "hint",
        "bk",
        "undo",
        "remove",
        "hard",
        "easy",
        "post",
        "nopost",
        "analyze",
        "exit",
        "computer",
        "d",
        "name x",
        "MOVE 1",
        "exclude all",
        "include all",
        "memory 1",
        "memory 4",
        "cores 1",
        "cores 2",
        "option MultiPV=2",
        "option Clear Hash",
        "option UCI_LimitStrength=1",
        "level 0 0:01 0.1",
        "level 40 0.1 0",
        "st 0.01",
        "st 1000",
        "sd 3",
        "nps 1000",
        "time 10",
        "otim 10",
        "usermove e2e4",
        "usermove e7e5",
        "setboard k7/8/K7/8/8/8/8/7R w - - 0 1",
        "setboard 4k3/8/8/2ppp3/2pFr3/2pNp3/8/4K3[] w - - 0 9",
        "setboard 12/*3P6*/*10*/*10*/*10*/*5K4*/*10*/*10*/*k2r6*/12 w - - 0 1",
        "setboard bad",
    ];
    const HEADS: [&str; 20] = [
        "usermove", "exclude", "include", "lift", "put", "hover", "level", "st", "sd", "nps", "time", "otim",
        "memory", "cores", "option", "ping", "setboard", "variant", "MOVE", "",
    ];
    const NOISE: [&str; 12] =
        ["", "x", "-1", "0", "99999999999999999999", "nan", "inf", "é", "()", "@@@@", "e2e4,e4e2", "O@a2"];
    match rng.u8(0..10) {
        0..=4 => rng.choice(WORDS).unwrap_or_default().to_owned(),
        5 => format!("variant {}", rng.choice(GameId::BUILT_IN).map_or("", |game| game.name())),
        6..=8 => {
            let head = ["usermove", "lift", "put"][rng.usize(0..3)];
            let mut square = || format!("{}{}", rng.char('a'..='n'), rng.u8(0..13));
            format!("{head} {}{}", square(), square())
        }
        _ => {
            let arguments: Vec<&str> = (0..rng.u8(0..4)).filter_map(|_| rng.choice(NOISE)).collect();
            format!("{} {}", rng.choice(HEADS).unwrap_or_default(), arguments.join(" "))
        }
    }
}

#[test]
fn whatever_xboard_says_is_survived() {
    for seed in 0..12 {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut engine = Engine::start();
        engine.send_line("xboard");
        for round in 0..rng.u32(1..8) {
            let lines: Vec<String> = (0..rng.u32(1..20)).map(|_| random_line(&mut rng)).collect();
            lines.iter().for_each(|line| engine.send_line(line));
            // Ends the editor, and any long work.
            for line in [".", "?", "exit", "force"] {
                engine.send_line(line);
            }
            engine.send_line(&format!("ping {round}-force"));
            engine.wait_for(&format!("pong {round}-force"));
            // In force mode only the user moves.
            for line in ["st 0.01", "usermove e2e4", "hint", "undo", "?", "level 0 1 1", "usermove a7a6"] {
                engine.send_line(line);
            }
            engine.send_line(&format!("ping {round}"));
            let said = engine.wait_for(&format!("pong {round}"));
            assert!(said.iter().all(|line| !line.starts_with("move ")), "{seed} {round}: {lines:?} {said:?}");
        }
        if rng.bool() {
            engine.send_line("quit")
        } else {
            engine.input = None
        }
        let status = engine.exit_status(SLACK).expect("an end");
        assert_eq!(status.code(), Some(0), "{seed}");
    }
}

/// A last line, too long to be kept, must not make it hang.
#[test]
fn endless_input_without_a_line_is_survived() {
    let mut engine = Engine::start();
    io::copy(&mut io::repeat(b'x').take(3 << 20), engine.input.as_mut().unwrap()).unwrap();
    engine.input = None;
    let status = engine.exit_status(SLACK).expect("an end");
    assert_eq!(status.code(), Some(0));
}
