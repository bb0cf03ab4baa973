//! Sessions of UCCI, and of UCI with ranks from 0.

use helgi_session::{SessionBudget, converse};

fn said(lines: &str) -> Vec<String> {
    helgi_variants::install_library();
    let budget = SessionBudget { nodes: 3000, megabytes: 1 };
    let text = String::from_utf8(converse(lines.as_bytes(), budget).unwrap()).unwrap();
    text.lines().map(str::to_owned).collect()
}

fn last(lines: &str) -> String {
    said(lines).pop().unwrap_or_default()
}

#[test]
fn a_client_of_ucci_hears_ucci_alone() {
    let lines = said("ucci\nisready\nposition startpos moves b0c2 b9c7\ngo nodes 2000\nquit\n");
    for line in ["option hashsize type spin default 16 min 1 max 65536", "ucciok", "readyok"] {
        assert!(lines.contains(&line.to_owned()), "{line}");
    }
    assert!(lines.contains(&"option usemillisec type check default false".to_owned()));
    assert!(lines.iter().all(|line| !line.starts_with("info string") && line != "uciok"));
    let info = lines.iter().find(|line| line.starts_with("info depth ")).unwrap();
    assert!(!info.contains(" score cp ") && info.contains(" score "), "{info}");
    assert_eq!(lines.last().map(String::as_str), Some("bye"));
}

/// The moves of the first rank are those with 0.
#[test]
fn ranks_count_from_0() {
    for greeting in ["ucci", "ucicyclone\nuci"] {
        let lines = said(&format!("{greeting}\nposition startpos\nperft 1\nquit\n"));
        assert!(lines.contains(&"b0c2: 1".to_owned()) && lines.contains(&"Nodes searched: 44".to_owned()));
        assert!(!lines.iter().any(|line| line.starts_with("b1")));
    }
    let lines = said("ucicyclone\nuci\nstartpos moves b0c2 b9c7\nd\nquit\n");
    assert!(lines.contains(&"uciok".to_owned()));
    let fen = "Fen: r1bakabnr/9/1cn4c1/p1p1p1p1p/9/9/P1P1P1P1P/1CN4C1/9/R1BAKABNR w - - 2 2";
    assert!(lines.contains(&fen.to_owned()), "{lines:?}");
    // Knights and elephants by their other letters, and red as the side.
    let lines =
        said("ucci\nposition fen rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r - - 0 1\nd\n");
    let fen = "Fen: rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    assert!(lines.contains(&fen.to_owned()), "{lines:?}");
}

/// A soldier over the river and a king: four moves.
const FEW: &str = "3k5/9/9/P8/9/9/9/9/9/5K3 w - - 0 1";

/// Moves as people write them, with UCCI's ranks, and in its words again.
#[test]
fn readable_moves_are_read_and_named_as_ucci_has_them() {
    let lines = said("ucci\nposition startpos moves Ng2 N-c7 Cbe2\nbanmoves Ra8\nquit\n");
    let heard: Vec<&str> = lines.iter().filter_map(|line| line.strip_prefix("info message ")).collect();
    assert_eq!(
        heard,
        [
            "position: move 1 `Ng2`, read as `h0g2`",
            "position: move 2 `N-c7`, read as `b9c7`",
            "position: move 3 `Cbe2`, read as `b2e2`",
            "banmoves: move 1 `Ra8`, read as `a9a8`",
        ]
    );
    let refused = said("ucci\nposition startpos moves Re2\n");
    assert_eq!(
        refused[refused.len() - 2],
        "info message error position: move 1 `Re2`, expected a legal move"
    );
}

#[test]
fn banned_moves_are_not_played() {
    let few = format!("ucci\nposition fen {FEW}\n");
    assert_eq!(last(&format!("{few}go depth 3\nquit\n")), "bye");
    let answer = |more: &str| {
        let lines = said(&format!("{few}{more}go depth 3\n"));
        lines.into_iter().rev().find(|line| line.contains("bestmove")).unwrap()
    };
    for (banned, left) in [("a6a7 a6b6 f0f1", "f0e0"), ("a6a7 a6b6 f0e0", "f0f1"), ("a6a7 f0e0 f0f1", "a6b6")]
    {
        let best = answer(&format!("banmoves {banned}\n"));
        assert!(best.starts_with(&format!("bestmove {left}")), "{best}");
        // The ban ends with the position.
        assert_eq!(answer(&format!("banmoves {banned}\nposition fen {FEW}\n")), answer(""));
    }
    let lines = said(&format!("{few}banmoves a6a7 a6b6 f0e0 f0f1\ngo depth 2\n"));
    assert!(lines.contains(&"info message error go: every move is banned".to_owned()), "{lines:?}");
    assert_eq!(lines.iter().rev().find(|line| *line != "bye").map(String::as_str), Some("nobestmove"));
    let lines = said("ucci\nbanmoves a0a5\n");
    assert!(lines[lines.len() - 2].starts_with("info message error banmoves: "), "{lines:?}");
}

#[test]
fn draws_are_taken_by_the_side_that_stands_worse() {
    let answer = |fen: &str, go: &str| {
        let lines = said(&format!("ucci\nposition fen {fen}\n{go}\n"));
        lines.into_iter().rev().find(|line| line.starts_with("bestmove ")).unwrap()
    };
    let worse = "3k5/9/9/9/9/9/9/9/r8/4K1R2 w - - 0 45";
    let better = "rr1k5/9/9/9/9/9/9/9/9/4K1R2 b - - 0 45";
    let poor = "rr1k5/9/9/9/9/9/9/9/9/4K1R2 w - - 0 45";
    assert!(answer(poor, "go draw depth 3").ends_with(" draw"));
    assert!(!answer(poor, "go depth 3").ends_with(" draw"));
    assert!(!answer(better, "go draw depth 3").ends_with(" draw"));
    assert!(!answer(worse, "go depth 3").ends_with(" draw"));
    // With the expected move, too; a draw is offered to the search that ponders, not to a later one.
    assert!(answer(poor, "go ponder depth 3\nponderhit draw").ends_with(" draw"));
    assert!(!answer(poor, "go ponder depth 3\nponderhit").ends_with(" draw"));
    assert!(!answer(poor, "ponderhit draw\ngo depth 3").ends_with(" draw"));
}

#[test]
fn refusals_are_messages() {
    for (line, text) in [
        (
            "position startpos moves b0c2 b0c2",
            "info message error position: move 2 `b0c2`, expected a legal move",
        ),
        ("uci", "info message error uci: UCCI is spoken since `ucci`, expected no other"),
        ("probe startpos", "pophash"),
    ] {
        let lines = said(&format!("ucci\n{line}\n"));
        assert_eq!(lines[lines.len() - 2], text);
    }
    let lines = said("ucci\nposition fen 9/9 w\ngo depth 1\n");
    assert_eq!(lines[lines.len() - 2], "nobestmove");
}
