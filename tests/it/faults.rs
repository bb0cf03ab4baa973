//! Trouble around the program, and clients that do as they like: it ends in good order, or goes on
//! and answers every `go` once, with a legal move.

use crate::program::{Engine, SLACK, STATES, XBOARD_STATES};
use crate::side_by_side::side_by_side;
use fastrand::Rng;
use helgi_rules::board::Move;
use helgi_rules::games::GameId;
use helgi_rules::notation::{self, Notation};
use helgi_rules::{Game, GenMode, Position};
#[cfg(unix)]
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

const SECOND: Duration = Duration::from_secs(1);

fn in_every_state(mut check: impl FnMut(&mut Engine, &[&str])) {
    for state in STATES.into_iter().chain(XBOARD_STATES) {
        let mut engine = Engine::start();
        state.iter().for_each(|line| engine.send_line(line));
        check(&mut engine, state);
    }
}

#[cfg(unix)]
#[test]
fn sigterm_ends_the_program_in_every_state() {
    use std::os::unix::process::ExitStatusExt;
    const SIGTERM: i32 = 15;
    in_every_state(|engine, state| {
        thread::sleep(SECOND / 20);
        let id = engine.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
        let status = engine.exit_status(SLACK).expect("an end");
        assert_eq!(status.signal(), Some(SIGTERM), "{state:?}");
    });
}

#[test]
fn a_closed_output_is_an_orderly_end_in_every_state() {
    in_every_state(|engine, state| {
        engine.stop_listening();
        // One line finds out that nobody listens; more are sent in case it came too early.
        let since = Instant::now();
        while since.elapsed() < SLACK && engine.child.try_wait().unwrap().is_none() {
            for line in [".", "isready", "ping 1", "d", "stop", "?"] {
                // Once it has ended nobody reads this.
                let _ = engine.send(format!("{line}\n").as_bytes());
            }
            thread::sleep(SECOND / 50);
        }
        let status = engine.exit_status(SECOND).unwrap_or_else(|| panic!("no end: {state:?}"));
        assert_eq!(status.code(), Some(0), "{state:?}");
    });
}

/// The client is a shell that is killed; nothing is closed in good order.
#[cfg(target_os = "linux")]
#[test]
fn a_killed_client_leaves_no_engine_behind() {
    for go in ["go infinite", "go ponder wtime 1000 btime 1000", "isready"] {
        let script = format!(
            "coproc '{}'; echo '{go}' >&${{COPROC[1]}}; read -u ${{COPROC[0]}} line; echo $COPROC_PID; read",
            env!("CARGO_BIN_EXE_helgi")
        );
        let mut client = Engine::start_with(Command::new("bash").args(["-c", &script]));
        let id = client.next_line(SLACK).expect("the engine's number");
        client.child.kill().unwrap();
        let since = Instant::now();
        while is_running(&id) {
            assert!(since.elapsed() < SLACK, "the engine lives on after {go}");
            thread::sleep(SECOND / 100);
        }
    }
}

/// Returns true if a process is running, rather than a zombie waiting for its parent.
#[cfg(target_os = "linux")]
fn is_running(id: &str) -> bool {
    let facts = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    facts.rsplit(')').next().is_some_and(|rest| !rest.trim().is_empty() && !rest.starts_with(" Z"))
}

/// With less memory than requested: an error, and the table and its size stay.
#[cfg(unix)]
#[test]
fn a_hash_that_memory_does_not_hold_is_refused() {
    let mut shell = Command::new("sh");
    let limited = format!("ulimit -v 2000000; exec '{}'", env!("CARGO_BIN_EXE_helgi"));
    let mut engine = Engine::start_with(shell.args(["-c", &limited]));
    const ERROR: &str =
        "info string error option Hash: no memory for a table of 60000 MB, the old table stays";
    for line in ["uci", "setoption name Hash value 32", "setoption name Hash value 60000", "go depth 5"] {
        engine.send_line(line);
    }
    engine.wait_for(ERROR);
    engine.wait_for("bestmove *");
    // In a search the change has to wait, and then it is refused as well.
    for line in ["go infinite", "setoption name Hash value 60000", "stop", "go depth 5"] {
        engine.send_line(line);
    }
    engine.wait_for("bestmove *");
    engine.wait_for(ERROR);
    engine.wait_for("bestmove *");
}

/// A client's request: the position, and the moves that may answer it.
struct Asked {
    game: GameId,
    moves: Vec<String>,
    /// Given up, or never good: there is no move to make.
    none: bool,
}

fn random_moves(game: GameId, random: &mut Rng) -> Vec<String> {
    let (mut position, notation) = (game.start(), Notation::of(&game));
    let mut texts = Vec::new();
    for _ in 0..random.usize(..6) {
        let mut legal: Vec<Move> = Vec::new();
        position.generate(GenMode::All, &mut legal);
        let Some(&chosen) = random.choice(&legal) else { break };
        position.play(chosen);
        texts.push(notation.write(chosen).to_string());
    }
    texts
}

fn is_legal(game: GameId, moves: &[String], best: &str) -> bool {
    let mut position = game.start();
    for text in moves {
        position.play(notation::read(&position, text).unwrap());
    }
    match best {
        "(none)" => position.count_moves() == 0,
        text => notation::read(&position, text).is_ok(),
    }
}

/// Sends a burst of random orders without waiting for anything; returns the requests, in order.
fn burst(
    engine: &mut Engine,
    random: &mut Rng,
    game: &mut GameId,
    held: &mut Option<Vec<String>>,
) -> Vec<Asked> {
    let mut asked = Vec::new();
    let mut lines = Vec::new();
    for _ in 0..random.usize(1..6) {
        match random.u8(..20) {
            0 => lines.push("ucinewgame".to_owned()),
            1 => {
                *game = GameId::BUILT_IN[random.usize(..GameId::BUILT_IN.len())];
                *held = Some(Vec::new());
                lines.push(format!("setoption name UCI_Variant value {}", game.name()));
            }
            2 => {
                *held = None;
                lines.push("position startpos moves a1a1 zz".to_owned());
            }
            3 => lines.push("setoption name Clear Hash".to_owned()),
            4 => lines.push(format!("setoption name MultiPV value {}", random.u8(1..4))),
            5 => lines.push("isready".to_owned()),
            6 => lines.push("go nodes x".to_owned()),
            7 => lines.push(["ponderhit", "stop", "nonsense", "d"][random.usize(..4)].to_owned()),
            _ => {
                let moves = random_moves(*game, random);
                lines.push(format!("position startpos moves {}", moves.join(" ")));
                *held = Some(moves);
            }
        }
        if lines.last().is_some_and(|line| line == "go nodes x") {
            asked.push(Asked { game: *game, moves: Vec::new(), none: true });
        }
        for _ in 0..random.u8(..3) {
            let go = match random.u8(..8) {
                0 => "go infinite",
                1 => "go ponder wtime 1000 btime 1000",
                2 => "go movetime 1",
                3 => "go depth 2",
                4 => "go wtime -5 btime 0",
                5 => "go ponder movetime 1",
                _ => "go nodes 100",
            };
            lines.push(go.to_owned());
            asked.push(Asked { game: *game, moves: held.clone().unwrap_or_default(), none: held.is_none() });
            lines.extend(random.bool().then(|| "stop".to_owned()));
        }
    }
    // Everything asked so far is answered; nothing else is.
    lines.push("stop".to_owned());
    lines.iter().for_each(|line| engine.send_line(line));
    asked
}

#[test]
fn ten_thousand_searches_in_any_order_have_one_legal_answer_each() {
    side_by_side(2, &[11, 12], |_, &seed| answer_each_once(5_000, seed));
}

fn answer_each_once(searches: usize, seed: u64) {
    let mut random = Rng::with_seed(seed);
    let (mut engine, mut answered) = (Engine::start(), 0);
    engine.send_line("setoption name Hash value 1");
    let (mut game, mut held) = (GameId::default(), Some(Vec::new()));
    while answered < searches {
        let asked = burst(&mut engine, &mut random, &mut game, &mut held);
        for order in &asked {
            let lines = engine.wait_for("bestmove *");
            let best = lines.last().and_then(|line| line.split(' ').nth(1)).unwrap_or_default().to_owned();
            match order.none {
                true => assert_eq!(best, "(none)", "{lines:?}"),
                false => {
                    let legal = is_legal(order.game, &order.moves, &best);
                    assert!(legal, "{} {:?}: {best}", order.game.name(), order.moves);
                }
            }
        }
        answered += asked.len();
        // All answers have arrived: nothing is left over.
        engine.send_line("d");
        engine.send_line("setoption name Nothing value end");
        let rest = engine.wait_for("info string error option Nothing: *");
        assert!(rest.iter().all(|line| !line.starts_with("bestmove")), "{rest:?}");
    }
}

/// Clock values that no clock shows.
const ABSURD: [&str; 12] = [
    "0",
    "1",
    "-1",
    "-9223372036854775808",
    "9223372036854775807",
    "-99999999999999999999999",
    "99999999999999999999999",
    "1e300",
    "-0.0",
    "0.0001",
    "nan",
    "4294967296",
];

#[test]
fn absurd_clocks_are_answered_in_uci() {
    let mut random = Rng::with_seed(3);
    let mut engine = Engine::start();
    for _ in 0..150 {
        let mut go = "go".to_owned();
        for word in ["wtime", "btime", "winc", "binc", "movestogo", "movetime"] {
            if random.bool() {
                go += &format!(" {word} {}", ABSURD[random.usize(..ABSURD.len())]);
            }
        }
        engine.send_line(&go);
        // The longest clocks would not be waited for.
        engine.send_line("stop");
        let lines = engine.wait_for("bestmove *");
        let best = lines.last().unwrap().clone();
        let refused = lines.iter().any(|line| line.starts_with("info string error go: "));
        assert_eq!(best == "bestmove (none)", refused, "{go}: {lines:?}");
        engine.send_line("isready");
        let rest = engine.wait_for("readyok");
        assert_eq!(rest.len(), 1, "{go}: {rest:?}");
    }
    // A clock that has run out makes it move at once, without `stop`.
    for go in
        ["go wtime 0 btime 0", "go wtime -1000 btime -1000", "go movetime 0", "go movetime -7", "go wtime 1"]
    {
        engine.send_line(go);
        let lines = engine.wait_for("bestmove *");
        assert!(lines.iter().any(|line| line.contains(" score ")), "{go}: {lines:?}");
    }
}

#[test]
fn absurd_clocks_are_answered_in_xboard() {
    let mut random = Rng::with_seed(4);
    let mut engine = Engine::start();
    engine.send_line("xboard");
    for round in 0..100 {
        let mut absurd = || ABSURD[random.usize(..ABSURD.len())];
        let lines = [
            format!("level {} {} {}", absurd(), absurd(), absurd()),
            format!("st {}", absurd()),
            format!("time {}", absurd()),
            format!("otim {}", absurd()),
            format!("nps {}", absurd()),
        ];
        engine.send_line("new");
        let first = random.usize(..lines.len());
        (0..3).for_each(|turn| engine.send_line(&lines[(first + turn) % lines.len()]));
        engine.send_line("go");
        engine.send_line("?");
        engine.send_line(&format!("ping {round}"));
        let said = engine.wait_for(&format!("pong {round}"));
        let moves = said.iter().filter(|line| line.starts_with("move ")).count();
        assert_eq!(moves, 1, "{lines:?} {said:?}");
    }
    for line in ["new", "level 0 1 0", "time -500", "otim -500", "go", "ping 999"] {
        engine.send_line(line);
    }
    assert!(engine.wait_for("pong 999").iter().any(|line| line.starts_with("move ")));
}
