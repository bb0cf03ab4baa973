//! Pieces that move as the last one did, XBetza's `I`.
//!
//! `rows/imitation.tsv` has a form a line, a board on which `A` moves so after a move of another kind, and what it can do; the
//! moves were worked out by hand. `rows/imitation-perft.tsv` counts the moves of a game with such pieces, by a program that knows
//! only that game.

use crate::{after, check_perft, registered};
use helgi_rules::notation::{self, Notation};
use helgi_rules::{Game, GameId, Position};
use helgi_variants::{AnyFileGame, library, load, load_with};
use std::collections::BTreeSet;

const GAMES: &str = include_str!("../rows/imitation.ini");

/// A game of pieces that can be imitated, and one that does so with these moves.
fn game(form: &str) -> AnyFileGame {
    let text = format!(
        "[imitated]\npawn = p\nknight = n\nrook = r\ncommoner = k\ncannon = c\nsoldier = s\nsoldierPromotionRank = 5\n\
         customPiece1 = a:{form}\ncustomPiece2 = x:mKxQ\ncustomPiece3 = l:KNADcaKmcabK\ncustomPiece4 = u:udW\n\
         stalemateValue = loss\nstartFen = 8/8/8/8/8/8/8/A6a w - - 0 1\n"
    );
    let loaded = load(&text);
    assert_eq!(loaded.findings, [], "{form}");
    loaded.games[0].played()
}

#[test]
fn every_form_has_its_moves() {
    for line in include_str!("../rows/imitation.tsv").lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [form, fen, from, moves] = fields[..] else { panic!("{line}") };
        let AnyFileGame::Small(game) = game(form) else { panic!("the board of chess") };
        let position = game.parse(fen).unwrap();
        assert_eq!(game.format(&position), fen, "{form}");
        let notation = Notation::of(&game);
        let texts = position.legal_moves().into_iter().map(|legal| notation.write(legal).to_string());
        let found: BTreeSet<String> = texts.filter(|text| text.starts_with(from)).collect();
        let expected = moves.split(' ').filter(|text| *text != "-").map(str::to_owned).collect();
        assert_eq!(found, expected, "{form} on {fen}");
    }
}

#[test]
fn the_numbers_of_move_paths_are_known() {
    check_perft(&load_with(GAMES, &library::specs()), include_str!("../rows/imitation-perft.tsv"));
}

/// The kind stands behind the squares passed over, and is a part of the position.
#[test]
fn positions_name_the_kind_that_moved_last() {
    let game = registered(GAMES, "jokers");
    let start = game.start().fen();
    assert!(start.ends_with(" w - - 0 1"), "{start}");
    let bare = "4k3/P3p3/8/3P4/1j6/8/2J5/R3K3 w - - 0 1";
    for (moves, last) in [
        (&["a1b1"][..], "-=R"),
        (&["a1b1", "b4b8"], "-=R"),
        (&["a1b1", "b4b8", "e1f1"], "-=K"),
        (&["a1b1", "e7e5"], "e6=P"),
        // A pawn that becomes a rook has moved as a pawn.
        (&["a7a8r"], "-=P"),
    ] {
        let fen = after(game, bare, moves);
        assert_eq!(fen.split(' ').nth(3), Some(last), "{moves:?}: {fen}");
        assert_eq!(game.parse(&fen).unwrap().fen(), fen);
    }
    let [knight, rook, none] = ["-=N", "-=r", "-"].map(|last| {
        let fen = format!("4k3/8/8/8/1j6/8/2J5/R3K3 w - {last} 0 1");
        game.parse(&fen).unwrap()
    });
    assert_ne!(knight.key(), rook.key());
    assert_ne!(knight, none);
    // A piece from the hand is imitated, a pass is not.
    let drops = registered(GAMES, "dropped-jokers");
    let dropped = after(drops, "4k3/8/8/8/8/8/8/J3K3[N] w - -=R 0 1", &["N@c3"]);
    assert!(dropped.contains(" b - -=N "), "{dropped}");
    assert_eq!(rook.flip_turn().unwrap().fen().split(' ').nth(3), Some("-=R"));
}

#[test]
fn wrong_kinds_are_refused() {
    let game = registered(GAMES, "jokers");
    for field in ["-=J", "-=Q", "-=", "=", "-=RN", "-=N="] {
        let refused = game.parse(&format!("4k3/8/8/8/8/8/8/J3K3 w - {field} 0 1")).unwrap_err();
        assert_eq!((refused.field, refused.value.as_str()), ("en-passant", field));
    }
    let refused = GameId::CHESS.parse("4k3/8/8/8/8/8/8/4K3 w - -=N 0 1").unwrap_err();
    assert_eq!(refused.field, "en-passant");
}

/// A side may not move a piece as which a joker of the other side would take its king.
#[test]
fn checks_change_with_the_piece_that_moves() {
    let game = registered(GAMES, "jokers");
    let legal = |fen: &str| -> BTreeSet<String> {
        let position = game.parse(fen).unwrap();
        let notation = Notation::of(&game);
        position.legal_moves().into_iter().map(|legal| notation.write(legal).to_string()).collect()
    };
    // The joker stands in line with the king: no rook may move, but in between or away with the joker.
    let moves = legal("4j1k1/8/8/8/8/N7/7R/4K3 w - -=N 0 1");
    assert!(moves.contains("a3b5") && moves.contains("h2e2") && !moves.contains("h2g2"), "{moves:?}");
    // A knight's move away no knight may.
    let moves = legal("6k1/8/8/8/8/N4j2/7R/4K3 w - -=R 0 1");
    assert!(moves.contains("h2g2") && !moves.contains("a3b5"), "{moves:?}");
    // In check by what moved last.
    let position = game.parse("4j1k1/8/8/8/8/N7/7R/4K3 w - -=R 0 1").unwrap();
    assert!(position.in_check());
    // The side that has moved would have moved into check.
    let refused = game.parse("4J2k/8/8/8/8/8/8/K7 w - -=R 0 1").unwrap_err();
    assert_eq!(refused.field, "position");
}

/// On the way of a castling king jokers are kings.
#[test]
fn castling_is_seen_as_a_move_of_the_king() {
    let [game, imitating] = ["castling-jokers", "imitating-kings"].map(|name| registered(GAMES, name));
    let castles_in = |game: GameId, fen: &str| {
        let position = game.parse(fen).unwrap();
        notation::read(&position, "e1g1").is_ok()
    };
    let castles = |fen: &str| castles_in(game, fen);
    assert!(castles("4k3/8/8/8/8/8/8/4K2R w K -=N 0 1"));
    // Not in check by a knight, nor through the squares of one.
    assert!(!castles("4k3/8/8/8/8/5j2/8/4K2R w K -=N 0 1"));
    assert!(castles("4k3/8/8/8/8/6j1/8/4K2R w K -=N 0 1"));
    // Beside the square that the king passes, or the one where it ends.
    assert!(!castles("4k3/8/8/8/8/8/4j3/4K2R w K -=R 0 1"), "in check");
    assert!(!castles("4k3/8/8/8/8/8/6j1/4K2R w K -=N 0 1"));
    assert!(!castles("4k3/8/8/8/8/8/7j/4K2R w K -=N 0 1"));
    assert!(castles("4k3/8/8/8/8/8/1j6/4K2R w K -=R 0 1"));
    // A king that imitates changes nothing for other imitators.
    let bishop = "4k3/8/8/8/2j5/8/8/4K2R w K -=B 0 1";
    assert!(castles(bishop) && !castles_in(imitating, bishop));
}

#[test]
fn contradictions_of_imitators_are_refused() {
    let findings = |text: &str| -> Vec<String> {
        load(text).findings.iter().map(|finding| finding.to_string()).collect()
    };
    let with = |key: &str| {
        findings(&format!(
            "[a]\nking = k\nrook = r\ncustomPiece1 = j:I\nstartFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1\n{key}\n"
        ))
    };
    assert_eq!(with(""), [""; 0]);
    for key in [
        "chasingRule = axf",
        "extinctionPseudoRoyal = true\nextinctionPieceTypes = r\nextinctionValue = loss",
    ] {
        let found = with(key);
        assert!(
            found.iter().any(|text| text.contains("which moves as the last one did")),
            "{key}: {found:?}"
        );
    }
    for form in ["fI", "I3", "II3", "iI", "pI", "IX", "[I-W]", "aI", "xI", "[W?I]"] {
        let found = findings(&format!(
            "[a]\nrook = r\ncustomPiece1 = j:{form}\nstartFen = 8/8/8/8/8/8/8/J6j w - - 0 1\n"
        ));
        assert_eq!(found.len(), 1, "{form}: {found:?}");
    }
    // One piece on a square could be taken or change places.
    let found = findings(
        "[a]\nrook = r\ncustomPiece1 = j:ucWmI\ncustomPiece2 = l:ucWI\nstartFen = 8/8/8/8/8/8/8/J6j w - - 0 1\n",
    );
    assert!(found.len() == 1 && found[0].contains("L = R"), "{found:?}");
}
