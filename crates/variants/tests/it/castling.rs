//! Castling beside the other moves of the king that end on the same square.

use crate::after;
use helgi_rules::readable::{self, Style};
use helgi_rules::{Game, GameId, Position, notation};
use helgi_variants::{RegisteredFile, load, register};

const GAMES: &str = include_str!("../rows/castling.ini");
const ROWS: &str = include_str!("../rows/castling.tsv");

/// Registers the only game of a text.
fn game(text: &str) -> GameId {
    let loaded = load(text);
    assert_eq!(loaded.findings, []);
    match register(&loaded.games[0]) {
        Ok(RegisteredFile::Plays(id)) => id,
        other => panic!("{other:?}"),
    }
}

const LEAPING: &str = "[leaping-king:chess]\nking = k:KD\n";
const CHECKLESS: &str = "[leaping-commoner:chess]\nking = -\ncustomPiece1 = k:KD\ncastlingKingPiece = k\n\
    extinctionValue = loss\nextinctionPieceTypes = k\nextinctionPseudoRoyal = true\n";

/// A king that captures where it would arrive by castling captures, also while it has the right to castle.
#[test]
fn a_king_captures_on_its_castling_square() {
    for text in [LEAPING, CHECKLESS] {
        let game = game(text);
        for (fen, text, expected) in [
            ("4k3/8/8/8/8/8/8/R3K1nR w KQ - 4 9", "e1g1", "4k3/8/8/8/8/8/8/R5KR b - - 0 9"),
            ("4k3/8/8/8/8/8/8/R1n1K2R w KQ - 4 9", "e1c1", "4k3/8/8/8/8/8/8/R1K4R b - - 0 9"),
            ("r3k1Nr/8/8/8/8/8/8/4K3 b kq - 4 9", "e8g8", "r5kr/8/8/8/8/8/8/4K3 w - - 0 10"),
            ("r1N1k2r/8/8/8/8/8/8/4K3 b kq - 4 9", "e8c8", "r1k4r/8/8/8/8/8/8/4K3 w - - 0 10"),
        ] {
            assert_eq!(after(game, fen, &[text]), expected, "{game:?} {fen} {text}");
        }
        // It is no castling in words either, and castling goes on beside it.
        let position = game.parse("4k3/8/8/8/8/8/8/R3K1nR w KQ - 0 1").unwrap();
        let takes = notation::read(&position, "e1g1").unwrap();
        assert_eq!(readable::write(&position, takes, Style::San).trim_end_matches('+'), "Kxg1");
        assert_eq!(readable::castling(&position, takes), None);
        assert_eq!(
            after(game, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", &["e1g1"]),
            "4k3/8/8/8/8/8/8/R5KR b - - 1 1"
        );
        assert_eq!(
            after(game, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", &["e1h1"]),
            "4k3/8/8/8/8/8/8/R4RK1 b - - 1 1"
        );
    }
}

/// A king's step and its castling to a neighbouring square.
#[test]
fn a_king_captures_beside_it() {
    let game = game(
        "[small-castling:chess]\nmaxRank = 6\nmaxFile = 6\ndoubleStep = false\npromotionRegionWhite = *6\n\
         castlingKingsideFile = e\ncastlingQueensideFile = c\n\
         startFen = rbqkbr/pppppp/6/6/PPPPPP/RBQKBR w KQkq - 0 1\n",
    );
    let fen = "3k2/6/6/6/6/RBQKnR w KQ - 0 1";
    assert_eq!(after(game, fen, &["d1e1"]), "3k2/6/6/6/6/RBQ1KR b - - 0 1");
    assert_eq!(after(game, "3k2/6/6/6/6/RBQK1R w KQ - 0 1", &["d1e1"]), "3k2/6/6/6/6/RBQ1KR b - - 1 1");
    assert_eq!(after(game, "3k2/6/6/6/6/RBQK1R w KQ - 0 1", &["d1f1"]), "3k2/6/6/6/6/RBQRK1 b - - 1 1");
}

/// A king that captures en passant where it would arrive by castling: two moves, two texts.
#[test]
fn a_king_captures_en_passant_on_its_castling_square() {
    let game = game(
        "[passing-king:chess]\nking = -\ncustomPiece1 = k:KcD\ncastlingKingPiece = k\nenPassantTypes = pk\n\
         customPiece2 = a:mWmfR2\n",
    );
    let fen = "4k3/8/8/8/8/8/6a1/R3K2R w KQ g1g2 0 1";
    assert_eq!(after(game, fen, &["e1g1"]), "4k3/8/8/8/8/8/8/R5KR b - - 0 1");
    assert_eq!(after(game, fen, &["e1h1"]), "4k3/8/8/8/8/8/6a1/R4RK1 b - - 1 1");
    let position = game.parse(fen).unwrap();
    let (taken, castled) = (notation::read(&position, "e1g1"), notation::read(&position, "e1h1"));
    assert_eq!(readable::read(&position, "Kxg1"), taken);
    assert_eq!(readable::read(&position, "O-O"), castled);
    let without = "4k3/8/8/8/8/8/6a1/R3K2R w KQ - 0 1";
    assert_eq!(after(game, without, &["e1g1"]), "4k3/8/8/8/8/8/6a1/R4RK1 b - - 1 1");
}

/// A king that is sent onto its rook castles or does nothing: it is not taken for its plain move to the castling square.
#[test]
fn the_way_onto_the_rook_is_castling_only() {
    let game = game("[leaping-king-2:chess]\nking = k:KD\n");
    for fen in [
        "4k3/8/8/8/8/8/8/R3K1nR w KQ - 0 1",
        "4k3/8/8/8/8/8/8/R3K2R w - - 0 1",
        "4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1",
    ] {
        let position = game.parse(fen).unwrap();
        assert!(notation::read(&position, "e1h1").is_err(), "{fen}");
        assert!(readable::read(&position, "O-O").is_err(), "{fen}");
    }
}

/// The king of wildebeest chess goes as far as its player likes, and each castling has a text of its own: its destination, or
/// the rook's square where the king could step to it.
#[test]
fn every_length_of_a_castling_has_its_text() {
    helgi_variants::install_library();
    let game = GameId::named("wildebeest").unwrap();
    let fen = "5k5/11/11/11/11/11/11/11/11/R4K4R w KQ - 0 1";
    for (text, rank) in [
        ("f1k1", "R4RK4"),
        ("f1h1", "R5RK3"),
        ("f1i1", "R6RK2"),
        ("f1j1", "R7RK1"),
        ("f1a1", "4KR4R"),
        ("f1d1", "3KR5R"),
        ("f1c1", "2KR6R"),
        ("f1b1", "1KR7R"),
        ("f1g1", "R5K3R"),
        ("f1e1", "R3K5R"),
    ] {
        let after = after(game, fen, &[text]);
        assert_eq!(after, format!("5k5/11/11/11/11/11/11/11/11/{rank} b - - 1 1"), "{text}");
    }
    let position = game.parse(fen).unwrap();
    let texts = readable::write_all(&position, Style::San);
    assert_eq!(texts.len(), 39);
    for (index, (played, text)) in texts.iter().enumerate() {
        assert!(texts[..index].iter().all(|(_, other)| other != text), "{text} twice");
        assert_eq!(readable::read(&position, text), Ok(*played), "{text}");
    }
}

/// Walls that are built after a capture stand on the board as it is then.
#[test]
fn walls_after_the_capture_know_the_rook() {
    let game = game(
        "[walled-king:duck]\ncommoner = -\ncustomPiece1 = k:KD\ncastlingKingPiece = k\nextinctionPieceTypes = k\n",
    );
    let position = game.parse("4k3/8/8/8/8/8/8/R3K1nR w KQ - 0 1").unwrap();
    let read = |text: &str| notation::read(&position, text);
    assert!(read("e1g1,g1e1").is_ok() && read("e1g1,g1f1").is_ok());
    assert!(read("e1g1,g1h1").is_err());
}

/// Positions in which a king takes on its castling square, or can after a few moves. `rows/castling.tsv` has the source
/// of each number.
#[test]
fn the_numbers_of_move_paths_are_known() {
    let loaded = load(GAMES);
    assert_eq!(loaded.findings, []);
    let mut counted = 0;
    for line in ROWS.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [variant, fen, depth, nodes, _] = fields[..] else { panic!("{line}") };
        let game = loaded.games.iter().find(|game| game.name() == variant).unwrap();
        let found = game.perft(fen, depth.parse().unwrap());
        assert_eq!(found, Ok(nodes.parse().unwrap()), "{variant} {fen} depth {depth}");
        counted += 1;
    }
    assert_eq!(counted, 54);
}

/// The game of a name in the file of rows.
fn named(name: &str) -> GameId {
    let loaded = load(GAMES);
    let game = loaded.games.iter().find(|game| game.name() == name).unwrap();
    match register(game) {
        Ok(RegisteredFile::Plays(id)) => id,
        other => panic!("{other:?}"),
    }
}

/// The castling of one side wins, and who has lost it loses; other castlings and the other side's do not matter.
#[test]
fn a_castling_may_win() {
    let game = named("queen-side-wins");
    let result = |fen: &str, text: &str| {
        let mut position = game.parse(fen).unwrap();
        position.play(notation::read(&position, text).unwrap());
        position.outcome().map(|outcome| outcome.to_string())
    };
    let (white, black) = ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1");
    let lost = "1-0 {White wins because the opponent has lost the right to castle}";
    assert_eq!(result(white, "e1c1"), None);
    assert_eq!(result(white, "a1a8").as_deref(), Some(lost));
    assert_eq!(result(black, "e8c8").as_deref(), Some("0-1 {Black wins by castling}"));
    assert_eq!(result(black, "e8g8").as_deref(), Some(lost));
    assert_eq!(result(black, "a8a7").as_deref(), Some(lost));
    assert_eq!(result(black, "h8h7"), None);
}

/// A castling ends the right of the other side to castle to the same side.
#[test]
fn opposite_castlings_only() {
    let game = named("opposite-wings");
    let start = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    assert_eq!(after(game, start, &["e1g1"]), "r3k2r/8/8/8/8/8/8/R4RK1 b q - 1 1");
    assert_eq!(after(game, start, &["e1c1"]), "r3k2r/8/8/8/8/8/8/2KR3R b k - 1 1");
    assert_eq!(after(game, start, &["e1d1"]), "r3k2r/8/8/8/8/8/8/R2K3R b kq - 1 1");
}

/// A triple step is answered on both squares that it passes.
#[test]
fn triple_steps_are_taken_en_passant() {
    let game = named("triple-steps");
    let start = "4k3/8/8/3p4/3p4/8/4P3/4K3 w - - 0 1";
    assert_eq!(after(game, start, &["e2e5"]), "4k3/8/8/3pP3/3p4/8/8/4K3 b - e3e4 0 1");
    assert_eq!(after(game, start, &["e2e4"]), "4k3/8/8/3p4/3pP3/8/8/4K3 b - e3 0 1");
    let passed = "4k3/8/8/3pP3/3p4/8/8/4K3 b - e3e4 0 1";
    for (text, taken) in
        [("d4e3", "4k3/8/8/3p4/8/4p3/8/4K3 w - - 0 2"), ("d5e4", "4k3/8/8/8/3pp3/8/8/4K3 w - - 0 2")]
    {
        assert_eq!(after(game, passed, &[text]), taken);
    }
    // Over a piece there is no way.
    let position = game.parse("4k3/8/8/8/4p3/8/4P3/4K3 w - - 0 1").unwrap();
    assert!(notation::read(&position, "e2e5").is_err() && notation::read(&position, "e2e3").is_ok());
}
