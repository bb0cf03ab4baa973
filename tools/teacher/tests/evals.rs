//! The teacher agrees with Stockfish 15.1's command `eval` to a hundredth of a pawn.

use helgi_rules::board::Side;
use helgi_rules::chess::Chess;
use helgi_rules::{Game, Position};
use helgi_teacher::{PAWN_OF_EVAL, Teacher};
use std::env;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// A line for each position: `NNUE evaluation` of Debian's `stockfish` 15.1, in pawns for White, and the FEN.
const EVALS: &str = include_str!("evals.tsv");

fn net() -> PathBuf {
    let path = env::var_os("TEACHER_NET").expect(
        "TEACHER_NET is not set: expected the path of nn-ad9b42354671.nnue, or of Debian's stockfish 15.1",
    );
    path.into()
}

#[test]
fn the_score_is_stockfishs() {
    let teacher = Teacher::open(&net()).unwrap();
    for line in EVALS.lines() {
        let (expected, fen) = line.split_once('\t').unwrap();
        let position = Chess.parse(fen).unwrap();
        let score = teacher.score(&position);
        let for_white = if position.side() == Side::White { score } else { -score };
        let pawns = f64::from(for_white) / f64::from(PAWN_OF_EVAL);
        let expected: f64 = expected.parse().unwrap();
        // `eval` prints two digits, and sums are rounded in another order.
        assert!((pawns - expected).abs() < 0.01, "{fen}: {pawns}, expected {expected}");
    }
    assert_eq!(EVALS.lines().count(), 200);
}

#[test]
fn the_engine_finds_mate_and_refuses_what_it_does_not_know() {
    let answers = |commands: &str| {
        let mut engine = Command::new(env!("CARGO_BIN_EXE_helgi-taught"))
            .arg(net())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        engine.stdin.take().unwrap().write_all(commands.as_bytes()).unwrap();
        let output = engine.wait_with_output().unwrap();
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    let (said, _) = answers("uci\nposition startpos moves f2f3 e7e5 g2g4\ngo nodes 2000\nquit\n");
    assert!(said.contains("uciok\n") && said.ends_with("bestmove d8h4\n"), "{said}");
    let (_, error) = answers("position startpos moves e2e5\n");
    assert!(error.starts_with("helgi-taught: position: `e2e5`"), "{error}");
    let (_, error) = answers("position here\n");
    assert_eq!(error, "helgi-taught: position here: expected startpos or fen\n");
    let (_, error) = answers("go perft 4\n");
    assert_eq!(error, "helgi-taught: go perft: expected nodes, depth or movetime\n");
}

#[test]
fn other_files_are_refused() {
    let error = Teacher::new(b"helgi net").err().unwrap().to_string();
    assert!(error.contains("expected its file nn-ad9b42354671.nnue"), "{error}");
}
