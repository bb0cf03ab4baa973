//! Moves that pieces have until they have moved, or until their king has been in check.
//!
//! `rows/first-moves-perft.tsv` counts the moves of a small game, by a program that knows only that game.

use crate::{after, check_perft, registered};
use helgi_rules::notation::{self, Notation};
use helgi_rules::readable::{self, Style};
use helgi_rules::{Game, Line, Position};
use helgi_variants::{library, load_with};
use std::collections::BTreeSet;

const GAMES: &str = include_str!("../rows/first-moves.ini");

#[test]
fn the_numbers_of_move_paths_are_known() {
    check_perft(&load_with(GAMES, &library::specs()), include_str!("../rows/first-moves-perft.tsv"));
}

/// Squares of pieces that have not moved follow the rights to castle, and are lost one by one.
#[test]
fn positions_name_the_pieces_that_have_not_moved() {
    let game = registered(GAMES, "leaping-castle");
    let start = game.start().fen();
    assert!(start.ends_with(" w KQkqa1e1h1a8e8h8 - 0 1"), "{start}");
    let bare = "r3k2r/8/8/8/8/8/8/R3K2R w KQkqa1e1h1a8e8h8 - 0 1";
    for (moves, rights) in [
        (&["a1a4"][..], "Kkqe1h1a8e8h8"),
        (&["e1g1"], "kqa1h1a8e8h8"),
        // A rook takes another one: neither has its first moves any more.
        (&["a1a8"], "Kke1h1h8"),
        (&["a1a4", "e8d8", "a4a1"], "Ke1h1a8h8"),
        // Castling moves both.
        (&["e1h1"], "kqa1a8e8h8"),
        (&["a1b3"], "Kkqe1h1a8e8h8"),
    ] {
        let fen = after(game, bare, moves);
        assert_eq!(fen.split(' ').nth(2), Some(rights), "{moves:?}: {fen}");
        assert_eq!(game.parse(&fen).unwrap().fen(), fen);
    }
    // Black's king has been in check.
    let fen = after(game, "4k2r/8/8/8/8/8/8/R3K3 w ka1e1e8h8 - 0 1", &["a1a8"]);
    assert!(fen.contains(" b ke1h8 "), "{fen}");
    let refused = game.parse("4k3/8/8/8/8/8/8/R3K3 w a2 - 0 1").unwrap_err();
    assert_eq!((refused.field, refused.value.as_str()), ("castling", "a2"));
}

/// A king that may go where it arrives by castling: that is its leap, and castling is written onto the rook.
#[test]
fn leaps_and_castlings_have_texts_of_their_own() {
    let game = registered(GAMES, "leaping-castle");
    let of_king = |fen: &str| -> BTreeSet<String> {
        let position = game.parse(fen).unwrap();
        let notation = Notation::of(&game);
        let texts = position.legal_moves().into_iter().map(|legal| notation.write(legal).to_string());
        texts.filter(|text| text.starts_with("e1")).collect()
    };
    let both = of_king("4k3/pppppppp/8/8/8/8/3PPP2/R3K2R w KQa1e1h1 - 0 1");
    assert_eq!(both, ["e1a1", "e1c1", "e1d1", "e1f1", "e1g1", "e1h1"].map(str::to_owned).into());
    let castles = of_king("4k3/pppppppp/8/8/8/8/3PPP2/R3K2R w KQa1h1 - 0 1");
    assert_eq!(castles, ["e1c1", "e1d1", "e1f1", "e1g1"].map(str::to_owned).into());
}

/// The same board with other first moves is another position.
#[test]
fn first_moves_belong_to_a_position() {
    let game = registered(GAMES, "leaping-castle");
    let key = |rights: &str| game.parse(&format!("r3k3/8/8/8/8/8/8/R3K3 w {rights} - 0 1")).unwrap().key();
    let keys: BTreeSet<_> = ["-", "a1", "e1", "a1e1", "a8", "a1a8"].map(key).into();
    assert_eq!(keys.len(), 6);
    let mut line = Line::new(game.parse("1r2k3/8/8/8/8/8/8/1R2K3 w b1 - 0 1").unwrap());
    let mut play = |texts: &[&str]| {
        texts.iter().for_each(|text| line.play(notation::read(line.present(), text).unwrap()));
        line.verdict().is_some()
    };
    assert!(!play(&["b1c1", "b8c8", "c1b1", "c8b8", "b1c1", "b8c8", "c1b1", "c8b8"]));
    assert!(play(&["b1c1"]), "three times with a rook on c1");
}

/// Each move has one text, which is read back, and so has each position.
#[test]
fn moves_and_positions_are_read_back() {
    for name in ["leaping-kings", "leaping-castle"] {
        let game = registered(GAMES, name);
        for seed in 0..6 {
            let mut random = fastrand::Rng::with_seed(seed);
            let mut position = game.start();
            for _ in 0..40 {
                let legal = position.legal_moves();
                if legal.is_empty() || position.outcome().is_some() {
                    break;
                }
                for (legal, text) in readable::write_all(&position, Style::San) {
                    assert_eq!(readable::read(&position, &text), Ok(legal), "{position:?} {text}");
                    let wire = Notation::of(&game).write(legal).to_string();
                    assert_eq!(notation::read(&position, &wire), Ok(legal), "{position:?} {wire}");
                }
                let read = game.parse(&position.fen()).unwrap();
                assert_eq!((read.key(), read.fen()), (position.key(), position.fen()));
                position.play(legal[random.usize(..legal.len())]);
            }
        }
    }
}

/// Texts that contradict themselves.
#[test]
fn contradictions_are_refused() {
    for (keys, key, found) in [
        ("firstMoveTypes = kl", "customPiece2", "2"),
        ("firstMoveTypes = klsq", "firstMoveTypes", "Q"),
        ("firstMoveUntilCheck = q", "firstMoveUntilCheck", "Q"),
        ("wallingRule = duck", "wallingRule", "set"),
        ("king = -", "firstMoveUntilCheck", "pieces"),
        ("doubleStep = false", "firstMoveTypes", "K"),
    ] {
        let base = GAMES.split("[leaping-castle").next().unwrap().replace("ifmnD", "imcfD");
        let text = format!("{base}\n[odd:leaping-kings]\nqueen = q\n{keys}\n");
        let loaded = load_with(&text, &library::specs());
        let is_named = match key {
            "customPiece2" => loaded.findings.iter().any(|finding| finding.key == "firstMoveTypes"),
            _ => loaded.findings.iter().any(|finding| finding.key == key && finding.found == found),
        };
        assert!(is_named && loaded.games.len() == 1, "{keys}: {:?}", loaded.findings);
    }
    // From a region of squares a piece captures nothing.
    let loaded = load_with("[t:chess]\ncustomPiece1 = a:NicF\n", &library::specs());
    assert_eq!(loaded.findings.len(), 1);
    assert!(loaded.findings[0].to_string().starts_with("2:21:"), "{}", loaded.findings[0]);
}
