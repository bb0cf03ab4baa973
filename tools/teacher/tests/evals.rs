//! The teacher agrees with Stockfish 15.1's command `eval` to a hundredth of a pawn.

use helgi_rules::board::Side;
use helgi_rules::chess::Chess;
use helgi_rules::{Game, Position};
use helgi_teacher::{PAWN_OF_EVAL, Teacher};
use std::{env, fs};

/// A line for each position: `NNUE evaluation` of Debian's `stockfish` 15.1, in pawns for White, and the FEN.
const EVALS: &str = include_str!("evals.tsv");

#[test]
fn the_score_is_stockfishs() {
    let path = env::var_os("TEACHER_NET").expect(
        "TEACHER_NET is not set: expected the path of nn-ad9b42354671.nnue, or of Debian's stockfish 15.1",
    );
    let teacher = Teacher::new(&fs::read(path).unwrap()).unwrap();
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
fn other_files_are_refused() {
    let error = Teacher::new(b"helgi net").err().unwrap().to_string();
    assert!(error.contains("expected its file nn-ad9b42354671.nnue"), "{error}");
}
