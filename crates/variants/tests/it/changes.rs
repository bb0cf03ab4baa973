//! Pieces that change by their moves, several kings, grids, checks that only mate, relayed moves: what a move does, and
//! which rules do not go together.

use helgi_rules::board::Move;
use helgi_rules::{AnyPosition, Game, GameId, Position, notation, readable};
use helgi_variants::{Finding, install_library, load};

/// A game, a position, a move, and the position after it; `-` if the move is illegal.
const MOVES: &[[&str; 4]] = &[
    // A captor goes over, promoted before if it is a pawn; a king does not.
    ["andernach", "4k3/8/8/3p4/8/4N3/8/4K3 w - - 0 1", "e3d5", "4k3/8/8/3n4/8/8/8/4K3 b - - 0 1"],
    ["andernach", "3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", "3qk3/8/8/8/8/8/8/4K3 b - - 0 1"],
    ["andernach", "4k3/8/8/8/8/8/3p4/4K3 w - - 0 1", "e1d2", "4k3/8/8/8/8/8/3K4/8 b - - 0 1"],
    // What has gone over would give check to its own king.
    ["andernach", "4k3/8/8/8/4n3/8/8/1Q2K3 w - - 0 1", "b1e4", "-"],
    ["antiandernach", "4k3/8/8/8/8/8/3P4/4K3 w - - 0 1", "d2d4", "4k3/8/8/8/3p4/8/8/4K3 b - - 0 1"],
    // Nobody takes a pawn en passant that is the side's own by now.
    ["antiandernach", "4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1", "d2d4", "4k3/8/8/8/3pp3/8/8/4K3 b - - 0 1"],
    ["antiandernach", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"],
    ["superandernach", "4k3/8/8/8/8/8/1p6/R3K3 w Q - 0 1", "a1a5", "4k3/8/8/r7/8/8/1p6/4K3 b - - 1 1"],
    // A check has to mate, and an answer that gives check has to mate as well.
    ["checkless", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "-"],
    ["checkless", "4k3/R7/8/8/8/8/8/1R2K3 w - - 0 1", "b1b8", "1R2k3/R7/8/8/8/8/8/4K3 b - - 1 1"],
    ["checkless", "6k1/5ppp/8/8/8/6b1/8/R2K3r w - - 0 1", "a1a8", "-"],
    // The field of a1 has four squares, which no piece of it attacks.
    ["grid", "4k3/8/8/8/8/8/R7/K7 w - - 0 1", "a1b1", "-"],
    ["grid", "4k3/8/8/8/8/8/R7/K7 w - - 0 1", "a2c2", "4k3/8/8/8/8/8/2R5/K7 b - - 1 1"],
    ["grid", "4k3/8/8/8/8/8/1q6/K7 w - - 0 1", "a1b2", "-"],
    // A captor stays, promotes by no capture, and loses the castlings that it would lose by moving.
    ["rifle", "4k3/8/8/8/8/8/3p4/R3K3 w Q - 0 1", "e1d2", "4k3/8/8/8/8/8/8/R3K3 b - - 0 1"],
    ["rifle", "3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8", "4k3/4P3/8/8/8/8/8/4K3 b - - 0 1"],
    ["rifle", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "4k3/8/8/4P3/8/8/8/4K3 b - - 0 1"],
    ["shoot", "4k3/8/8/8/8/8/3p4/R3K3 w Q - 0 1", "a1a2", "-"],
    ["gryphon", "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", "a1a5", "4k3/8/8/K7/8/8/8/4K3 b - - 1 1"],
    // Each king must be safe, also one that comes about by the move.
    ["gryphon", "4k3/7r/8/8/8/8/8/Q3K3 w - - 0 1", "a1a7", "-"],
    ["circulargryphon", "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", "a1a5", "4k3/8/8/P7/8/8/8/4K3 b - - 1 1"],
    // Of the knights there are four already.
    ["circulargryphon", "4k3/8/8/8/8/8/P7/NNNNK3 w - - 0 1", "a2a3", "-"],
    ["simplifiedgryphon", "4k3/pppppppp/8/8/8/8/8/4K3 w - - 0 1", "e1d1", "-"],
    [
        "simplifiedgryphon",
        "4k3/1ppppppp/8/8/8/8/8/4K3 w - - 0 1",
        "e1d1",
        "4k3/1ppppppp/8/8/8/8/8/3K4 b - - 1 1",
    ],
    ["changeover", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "a2a4", "4k3/8/8/8/Q7/8/8/4K3 b - - 0 1"],
    // The king on the leftmost file is royal, also the one that goes there; the other one may be taken.
    ["twokings", "4k3/8/8/8/8/8/6r1/K5K1 w - - 0 1", "a1a2", "-"],
    ["twokings", "4k3/8/8/8/8/8/6r1/K5K1 w - - 0 1", "a1b1", "4k3/8/8/8/8/8/6r1/1K4K1 b - - 1 1"],
    ["twokings", "r3kk1r/8/8/8/8/8/8/R3KK1R w KQkq - 0 1", "f1f2", "r3kk1r/8/8/8/8/8/5K2/R3K2R b kq - 1 1"],
    ["twokings", "k7/8/8/8/k7/8/4R3/4K3 b - - 0 1", "a8b8", "1k6/8/8/8/k7/8/4R3/4K3 w - - 1 2"],
    ["twokingssymmetric", "k7/4R3/8/8/k7/8/8/4K3 b - - 0 1", "a8a7", "-"],
    // A guarded rook moves as a knight, a pawn does not come so to the last rank, and such a move gives check.
    ["knightrelay", "4k3/8/8/8/8/1N6/8/R3K3 w - - 0 1", "a1c2", "4k3/8/8/8/8/1N6/2R5/4K3 b - - 1 1"],
    ["knightrelay", "4k3/1P6/3N4/8/8/8/8/4K3 w - - 0 1", "b7d8", "-"],
    ["knightrelay", "8/2k5/8/R7/8/1N6/8/4K3 b - - 0 1", "c7c6", "-"],
];

fn position(game: &str, fen: &str) -> AnyPosition {
    let game: GameId = game.parse().unwrap();
    game.parse(fen).unwrap_or_else(|error| panic!("{game:?} {fen}: {error}"))
}

#[test]
fn moves_do_what_the_rules_say() {
    install_library();
    for [game, fen, text, expected] in MOVES {
        let before = position(game, fen);
        let read = notation::read(&before, text);
        let after = read.map_or_else(|_| "-".to_owned(), |legal| before.after(legal).fen());
        assert_eq!(after, *expected, "{game} {fen} {text}");
    }
}

/// A captor that stays is not captured back where it captures, and the notation is that of any capture.
#[test]
fn captures_in_place_are_written_as_captures() {
    install_library();
    let before = position("rifle", "4k3/8/8/3p4/8/4N3/8/4K3 w - - 0 1");
    let shot: Move = readable::read(&before, "Nxd5").unwrap();
    assert!(before.is_noisy(shot));
    assert_eq!(before.after(shot).fen(), "4k3/8/8/8/8/4N3/8/4K3 b - - 0 1");
}

/// A row of checks that answer checks comes to an end, however long files make it.
#[test]
fn rows_of_checks_end() {
    let text = "[rows:chess]\ncastling = false\nchecking = false\nmatingChecks = true\nking = k:KNAD\n\
                startFen = q1r1k1r1/8/8/8/8/8/8/R1R1K2Q w - - 0 1\n";
    let loaded = load(text);
    assert_eq!(loaded.findings, []);
    assert!(loaded.games[0].played().perft(loaded.games[0].played().info().start, 2).is_ok());
}

/// Lines of a section, and the keys that are refused with them.
const CONTRADICTIONS: &[(&str, &[&str])] = &[
    ("captureInPlaceTypes = *\npetrifyOnCaptureTypes = q", &["petrifyOnCaptureTypes"]),
    ("captureInPlaceTypes = *\nimmobilityIllegal = true", &["immobilityIllegal"]),
    ("captureChangesSideTypes = r\ndeadlyTypes = q\nbonusTypes = n", &["deadlyTypes", "bonusTypes"]),
    ("moveChangesSideTypes = r\npromotedPieceType = n:q", &["promotedPieceType"]),
    ("moveTurns = n:b\ncountingRule = makruk", &["countingRule"]),
    ("moveTurns = n:b\nwallingRule = edge", &["wallingRule"]),
    ("moveTurns = n:b\ncustomPiece1 = r:udR", &["moveTurns"]),
    ("royalKings = all\nflyingGeneral = true\nmakpongRule = true", &["flyingGeneral", "makpongRule"]),
    ("royalKings = all\nking = -\ncommoner = k", &["royalKings"]),
    ("royalKings = leftmost\nextinctionPseudoRoyal = true", &["extinctionPseudoRoyal"]),
    ("gridFiles = 2 8", &["gridFiles"]),
    ("gridRanks = 2\ncustomPiece1 = r:udR", &["gridRanks"]),
    ("gridRanks = 2\nflyingGeneral = true", &["flyingGeneral"]),
    ("matingChecks = true", &["matingChecks"]),
    ("relayedMoves = n:k", &["relayedMoves"]),
    ("captureInPlaceTypes = x", &["captureInPlaceTypes"]),
    ("royalKings = some", &["royalKings"]),
];

#[test]
fn contradictions_are_refused_by_name() {
    for (lines, keys) in CONTRADICTIONS {
        let loaded = load(&format!("[mine:chess]\n{lines}\n"));
        let mut refused: Vec<&str> = loaded
            .findings
            .iter()
            .filter(|finding| finding.is_fatal())
            .map(|finding| &*finding.key)
            .collect();
        refused.dedup();
        assert_eq!(
            refused,
            *keys,
            "{lines}\n{:?}",
            loaded.findings.iter().map(Finding::to_string).collect::<Vec<_>>()
        );
        assert!(loaded.games.is_empty(), "{lines}");
    }
}
