//! S-Chess and its kin: pieces from the hand that come with the first move of others.
//!
//! `rows/gates.tsv` has positions of random games as pyffish 0.0.90 has them, in the form of `rows/chess960.tsv`, from shuffled
//! starts as well; most of them have castlings or gates. That program writes `Ng3/H` where either knight can do it, helgi
//! `Nfg3/H`. The games of `rows/games.tsv` go to their ends.

use crate::chess960::compare;
use helgi_rules::readable::{self, Style};
use helgi_rules::{Game, GameId, Position, notation};
use helgi_variants::{install_library, load_with};

fn named(name: &str) -> GameId {
    install_library();
    GameId::named(name).unwrap_or_else(|| panic!("{name}"))
}

#[test]
fn moves_and_texts_are_those_of_another_program() {
    let (games, rows) = compare(include_str!("../rows/gates.tsv"));
    assert_eq!(
        (games.into_iter().collect::<Vec<_>>(), rows),
        (vec!["seirawan", "seirawan960", "shouse", "shouse960"], 96)
    );
}

/// The wire's moves from a square, without those that start elsewhere.
fn moves_from(game: &str, fen: &str, square: &str) -> String {
    let position = named(game).parse(fen).unwrap();
    let mut texts: Vec<String> = position
        .legal_moves()
        .into_iter()
        .map(|legal| readable::write(&position, legal, Style::Uci))
        .collect();
    texts.retain(|text| text.starts_with(square));
    texts.sort();
    texts.join(" ")
}

/// The inventors: a move must be legal by itself, and what comes with it parries no check and replaces no pinned piece.
#[test]
fn a_gate_makes_no_move_legal() {
    // The knight is pinned.
    assert_eq!(moves_from("seirawan", "4k3/8/8/8/8/8/8/r2NK3[HEhe] w D - 0 1", "d1"), "");
    // The king stands in check from the side, and f1 would be attacked through e1.
    let check = "4k3/8/8/8/8/8/3PPP2/r3K3[HEhe] w E - 0 1";
    assert_eq!(moves_from("seirawan", check, "e1"), "");
    assert!(named("seirawan").parse(check).unwrap().in_check());
    // Positions of Fairy-Stockfish's issue 141.
    let pinned = "r1bqkbn1/pppppp2/2n5/6p1/2B1P3/2P5/PP1P1PP1/RNBQK1Nr[EHeh] w BCDGQcdfgq - 1 6";
    assert_eq!(moves_from("seirawan", pinned, "g1"), "");
    let checked = "r1bqkbn1/pppppp2/8/6p1/Q2nP3/PBP5/1P1P1PP1/RNB1K2r[EHeh] w BCQcdfgq - 1 10";
    assert_eq!(moves_from("seirawan", checked, "e1"), "");
    // A piece that may move may bring another one, whose coming gives check.
    assert_eq!(moves_from("seirawan", "4k3/8/8/8/8/8/8/N3K3[E] w A - 0 1", "a1"), "a1b3 a1b3e a1c2 a1c2e");
}

/// In Cambodian chess a rook on the king's line ends the leap that stands in the place of a gate; here it ends nothing. Moves
/// of pyffish 0.0.90.
#[test]
fn a_dropped_rook_closes_no_gate() {
    let mut position =
        named("shouse").parse("rnbqk2r/8/8/8/8/8/8/RN2KBNR[HERher] b KQBCDFGkqbcd - 0 1").unwrap();
    position.play(notation::read(&position, "R@e3").unwrap());
    assert_eq!(moves_from("shouse", &position.fen(), "e1"), "e1f2 e1f2e e1f2h e1f2r");
    let own: Vec<String> = position
        .legal_moves()
        .into_iter()
        .map(|legal| readable::write(&position, legal, Style::Uci))
        .collect();
    assert!(own.iter().any(|text| text == "e1f2h"), "{own:?}");
}

/// As Chess960 has it the king or the rook may stay or come to the square of the other: nothing comes to a square that is not
/// left.
#[test]
fn only_squares_that_are_left_are_filled() {
    assert_eq!(moves_from("seirawan960", "4k3/8/8/8/8/8/8/5KR1[H] w GF - 0 1", "f1g1"), "f1g1");
    assert_eq!(moves_from("seirawan960", "4k3/8/8/8/8/8/8/6KR[H] w HG - 0 1", "g1h1"), "g1h1");
    assert_eq!(moves_from("seirawan960", "4k3/8/8/8/8/8/8/6KR[H] w HG - 0 1", "h1g1"), "h1g1h");
    assert_eq!(moves_from("seirawan960", "4k3/8/8/8/8/8/8/4KR2[H] w FE - 0 1", "e1f1"), "e1f1 e1f1h");
    assert_eq!(moves_from("seirawan960", "4k3/8/8/8/8/8/8/4KR2[H] w FE - 0 1", "f1e1"), "");
    // The rook shields the king, which nothing can do instead.
    assert_eq!(moves_from("seirawan960", "4k3/8/8/8/8/8/8/qRK5[HEhe] w BC - 0 1", "c1b1"), "");
}

/// A promoted pawn in hand or a pawn does not come to the first rank, and what is not there does not come at all.
#[test]
fn pieces_come_as_the_hand_has_them() {
    assert_eq!(moves_from("shouse", "4k3/8/8/8/8/8/8/N3K3[PPq] w A - 0 1", "a1"), "a1b3 a1c2");
    assert_eq!(moves_from("shouse", "4k3/8/8/8/8/8/8/N3K3[PR] w A - 0 1", "a1"), "a1b3 a1b3r a1c2 a1c2r");
    // Without captures that come to the hand the rights end with it.
    let position = named("seirawan").parse("4k3/8/8/8/8/8/8/R2NK2R[Hhe] w KQD - 0 1").unwrap();
    let played = notation::read(&position, "d1c3h").unwrap();
    assert_eq!(position.after(played).fen(), "4k3/8/8/8/8/2N5/8/R2HK2R[eh] b KQ - 1 1");
    let kept = named("shouse").parse("4k3/8/8/8/8/8/8/R2NK1NR[H] w KQDG - 0 1").unwrap();
    let played = notation::read(&kept, "d1c3h").unwrap();
    assert_eq!(kept.after(played).fen(), "4k3/8/8/8/8/2N5/8/R2HK1NR[] b KQG - 1 1");
}

/// `O-O/H` is read as well, and the letter of what comes is never left out.
#[test]
fn castlings_say_where_the_piece_comes() {
    let position = named("seirawan").parse("4k3/8/8/8/8/8/8/R3K2R[EH] w KQ - 0 1").unwrap();
    let wire = |text: &str| {
        readable::read(&position, text).map(|legal| readable::write(&position, legal, Style::Uci))
    };
    for (text, found) in [
        ("O-O", "e1g1"),
        ("O-O/H", "e1g1h"),
        ("O-O/He1", "e1g1h"),
        ("O-O/Hh1", "h1e1h"),
        ("0-0-0/Ea1+", "a1e1e"),
        ("O-O-O/E", "e1c1e"),
        ("Kd1/E", "e1d1e"),
        ("e1-g1", "e1g1"),
    ] {
        assert_eq!(wire(text).as_deref(), Ok(found), "{text}");
    }
    for text in ["O-O/Q", "O-O/Ha1", "O-O/Hg1", "h1e1"] {
        assert!(wire(text).is_err(), "{text}");
    }
}

/// Rights of either form are read, those of empty squares are dropped, and with an empty hand files mean rooks.
#[test]
fn rights_are_read_in_all_forms() {
    for (game, read, written) in [
        ("seirawan", "4k3/8/8/8/8/8/8/R2NK2R[H] w AEHDC - 0 1", "4k3/8/8/8/8/8/8/R2NK2R[H] w KQD - 0 1"),
        ("seirawan", "4k3/8/8/8/8/8/8/R3K2R[H] w AH - 0 1", "4k3/8/8/8/8/8/8/R3K2R[H] w AH - 0 1"),
        ("seirawan", "4k3/8/8/8/8/8/8/R3K2R[he] w AH - 0 1", "4k3/8/8/8/8/8/8/R3K2R[eh] w KQ - 0 1"),
        ("seirawan", "4k3/8/8/8/8/8/8/R2NK2R[he] w KQDE - 0 1", "4k3/8/8/8/8/8/8/R2NK2R[eh] w KQ - 0 1"),
        ("seirawan960", "4k3/8/8/8/8/8/8/R3K2R[H] w KQ - 0 1", "4k3/8/8/8/8/8/8/R3K2R[H] w HAE - 0 1"),
        ("seirawan960", "4k3/8/8/8/8/8/8/R3K2R[H] w AH - 0 1", "4k3/8/8/8/8/8/8/R3K2R[H] w AH - 0 1"),
        ("seirawan960", "4k3/8/8/8/8/8/8/R3K2R[] w AH - 0 1", "4k3/8/8/8/8/8/8/R3K2R[] w HA - 0 1"),
    ] {
        assert_eq!(named(game).parse(read).unwrap().fen(), written, "{game} {read}");
    }
    assert!(named("seirawan").parse("4k3/8/8/8/8/8/8/R3K2R[H] w Z - 0 1").is_err());
    assert!(named("seirawan").parse("4k3/8/8/8/8/8/8/4K2R[H] w Q - 0 1").is_err());
    let starts = named("seirawan960").starts();
    assert_eq!(
        (starts.len(), &*starts[518]),
        (960, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w HABCDEFGhabcdefg - 0 1")
    );
}

/// A cannon can hop over what comes: that is the end of a move that was legal by itself.
#[test]
fn gates_must_not_serve_a_cannon() {
    let text = "[cannons:seirawan]\ncannon = c\n[walled:seirawan]\nwallingRule = static\n[alone:chess]\nseirawanGating = true\n";
    let loaded = load_with(text, &helgi_variants::library::specs());
    let cannons = &loaded.games[0];
    let fen = "4k3/8/8/8/8/8/8/c2N1K2[HE] w D - 0 1";
    // The knight is the only screen; what comes to its square would stand there in its place.
    let alone = cannons.perft("4k3/8/8/8/8/8/8/c2N1K2[] w - - 0 1", 1).unwrap();
    assert_eq!(cannons.perft(fen, 1), Ok(alone));
    let errors: Vec<String> = loaded.findings.iter().map(ToString::to_string).collect();
    assert_eq!(
        errors,
        [
            "3:2: error: [walled] seirawanGating: `true`, expected no `wallingRule` beside it: a move brings a piece or builds a wall",
            "6:18: error: [alone] seirawanGating: `true`, expected `gating = true` beside it",
        ]
    );
}
