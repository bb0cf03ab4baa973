//! Moves of games from files in text: each has one, on the wire and as people write it, and is read back by it.

use helgi_rules::board::{Action, Move};
use helgi_rules::internals::notation::in_place;
use helgi_rules::notation::MoveError;
use helgi_rules::readable::{self, Style};
use helgi_rules::{AnyPosition, Game, GameId, Line, Position, notation};
use helgi_variants::library;
use std::collections::HashSet;

/// The most moves of a position that are read back.
const MOST_READ: usize = 120;

#[test]
fn every_move_has_one_text_and_is_read_back() {
    helgi_variants::install_library();
    for name in library::names() {
        let game = GameId::named(name).unwrap();
        let wire = notation::Notation::of(&game);
        let mut line = Line::new(game.start());
        for ply in 0..60 {
            let position = line.present().clone();
            let legal = position.legal_moves();
            let texts: HashSet<String> = legal.iter().map(|&legal| wire.write(legal).to_string()).collect();
            assert_eq!(texts.len(), legal.len(), "{position:?}");
            let people = readable::write_all(&position, Style::San);
            let different: HashSet<&String> = people.iter().map(|(_, text)| text).collect();
            assert_eq!(different.len(), legal.len(), "{position:?} {people:?}");
            // Where walls are built there are too many to read all of them.
            let step = legal.len().div_ceil(MOST_READ).max(1);
            for (legal, text) in people.iter().skip(ply % step).step_by(step) {
                assert_eq!(*text, readable::write(&position, *legal, Style::San), "{position:?}");
                assert_eq!(readable::read(&position, text), Ok(*legal), "{position:?} {text}");
                let text = wire.write(*legal).to_string();
                assert_eq!(notation::read(&position, &text), Ok(*legal), "{position:?} {text}");
            }
            if line.verdict().is_some() || legal.is_empty() {
                break;
            }
            line.play(legal[(ply * 7919 + name.len()) % legal.len()]);
        }
    }
}

/// Promotions of shogi are written as other programs write them.
#[test]
fn promotions_are_written_as_elsewhere() {
    helgi_variants::install_library();
    let texts = |game: &str, fen: &str| {
        let game = GameId::named(game).unwrap();
        let position = game.parse(fen).unwrap();
        let wire = notation::Notation::of(&game);
        position.legal_moves().iter().map(|&legal| wire.write(legal).to_string()).collect::<Vec<_>>()
    };
    let shogi = texts("shogi", "4k4/9/9/P8/9/9/9/9/4K4[] w - - 0 1");
    assert!(shogi.contains(&"a6a7".to_owned()) && shogi.contains(&"a6a7+".to_owned()), "{shogi:?}");
    let kyoto = texts("kyotoshogi", "4k/5/5/+P4/K4[P] w - - 0 1");
    for text in ["a2a3-", "P@c3", "+P@c3"] {
        assert!(kyoto.contains(&text.to_owned()), "{text} {kyoto:?}");
    }
}

/// Returns the position of a game that comes along.
fn position(game: &str, fen: &str) -> AnyPosition {
    helgi_variants::install_library();
    GameId::named(game).unwrap().parse(fen).unwrap_or_else(|error| panic!("{game} {fen}: {error}"))
}

/// The wire text of the move that a text means.
fn meant(position: &AnyPosition, text: &str) -> Result<String, MoveError> {
    let wire = notation::Notation::of(&position.game());
    readable::read(position, text).map(|legal| wire.write(legal).to_string())
}

fn san(position: &AnyPosition, wire: &str) -> String {
    let legal = notation::read(position, wire).unwrap_or_else(|error| panic!("{wire}: {error}"));
    readable::write(position, legal, Style::San)
}

/// Moves do not say that promoted pawns are remembered: positions do.
#[test]
fn promoted_pawns_are_written_without_a_mark() {
    for (game, fen, text) in [
        ("capahouse", "4k5/P9/10/10/10/10/10/5K4[] w - - 0 1", "a8=A"),
        ("crazyhouse", "4k3/P7/8/8/8/8/8/4K3[] w - - 0 1", "a8=Q+"),
    ] {
        let position = position(game, fen);
        let letter = text.trim_end_matches('+').chars().last().unwrap().to_ascii_lowercase();
        let wire = format!("a7a8{letter}");
        assert_eq!(san(&position, &wire), text, "{game}");
        for other in
            [text, text.trim_end_matches('+'), &text.replace('=', ""), &text.replace('+', "~+"), &wire]
        {
            assert_eq!(meant(&position, other).as_deref(), Ok(&*wire), "{game} {other}");
        }
        assert!(meant(&position, "a8").is_err() && meant(&position, "a7a8").is_err(), "{game}");
    }
    let mut position = position("capahouse", "4k5/P9/10/10/10/10/10/5K4[] w - - 0 1");
    position.play(notation::read(&position, "a7a8a").unwrap());
    assert!(position.fen().starts_with("A~3k5/"), "{}", position.fen());
}

/// Promotions of shogi's kind are read with the `+` of the promoted state and with the letter of what comes about.
#[test]
fn promotions_are_read_in_both_forms() {
    let minishogi = position("minishogi", "2k2/5/5/5/1B2K[] w - - 0 1");
    assert_eq!(san(&minishogi, "b1e4"), "Be4");
    let board = position("minishogi", "2k2/4B/5/5/K4[] w - - 0 1");
    assert_eq!(san(&board, "e4d5+"), "Bd5=+B+");
    for text in ["Bd5=+B", "Bd5=+B+", "Bd5=H", "Bd5=H+", "Be4-d5=H", "Bd5H", "e4d5+"] {
        assert_eq!(meant(&board, text).as_deref(), Ok("e4d5+"), "{text}");
    }
    // Neither is taken for the other, nor a check for a promotion.
    for text in ["Bd5", "Bd5+", "Be4d5"] {
        assert_eq!(meant(&board, text).as_deref(), Ok("e4d5"), "{text}");
    }
    for text in ["Bd5=B", "Bd5=+H", "Bd5=G", "Bd5=D", "Bd5=K", "Hd5", "Bd5=+"] {
        let read = meant(&board, text);
        assert!(read.is_err() || text == "Bd5=+" && read.as_deref() == Ok("e4d5"), "{text} {read:?}");
    }
    let pawn = position("minishogi", "2k2/P4/5/5/4K[] w - - 0 1");
    for text in ["Pa5=+P", "Pa5=G", "Pa5", "a5=G", "a4a5+", "a4a5"] {
        assert_eq!(meant(&pawn, text).as_deref(), Ok("a4a5+"), "{text}");
    }
    // A promoted piece may have the letter of what it moves as, unless another piece has it that can go there.
    let promoted = position("minishogi", "2k2/5/3+B1/G1+P2/4K[] w - - 0 1");
    for (text, wire) in
        [("Hd4", "d3d4"), ("Hd3-d4", "d3d4"), ("Gd2", "c2d2"), ("Gb3", "a2b3"), ("+Bd4", "d3d4")]
    {
        assert_eq!(meant(&promoted, text).as_deref(), Ok(wire), "{text}");
    }
    assert!(meant(&promoted, "Bd4").is_err());
    // In Kyoto shogi a silver becomes a bishop and turns back.
    let kyoto = position("kyotoshogi", "4k/5/5/S3+S/K4[] w - - 0 1");
    assert_eq!(meant(&kyoto, "Sa3=B").as_deref(), Ok("a2a3+"));
    assert_eq!(meant(&kyoto, "+Sd3=S").as_deref(), Ok("e2d3-"));
    assert!(meant(&kyoto, "Sa3=S").is_err() && meant(&kyoto, "+Sd3=B").is_err());
    // It is dropped as the one or as the other, a pawn as a rook too.
    let hand = position("kyotoshogi", "4k/5/5/5/K4[SP] w - - 0 1");
    for (text, wire) in
        [("S@c3", "S@c3"), ("B@c3", "+S@c3"), ("+S@c3", "+S@c3"), ("R@a2", "+P@a2"), ("P@a2", "P@a2")]
    {
        assert_eq!(meant(&hand, text).as_deref(), Ok(wire), "{text}");
    }
    assert!(meant(&hand, "G@c3").is_err() && meant(&hand, "+R@c3").is_err());
    // Two that can go there need more of their squares.
    let two = position("minishogi", "5/1S1S1/5/k4/4K[] w - - 0 1");
    assert!(matches!(meant(&two, "Sc5=G"), Err(MoveError::Ambiguous(_))));
    assert_eq!(meant(&two, "Sbc5=G").as_deref(), Ok("b4c5+"));
    // Where pawns become one thing only, the letter may be missing.
    let makruk = position("makruk", "4k3/8/P7/8/8/8/8/4K3 w - - 0 1");
    for text in ["a6", "a6=M", "a5a6", "a5a6m"] {
        assert_eq!(
            meant(&position("makruk", "4k3/8/8/P7/8/8/8/4K3 w - - 0 1"), text).as_deref(),
            Ok("a5a6m")
        );
    }
    assert!(meant(&makruk, "a7").is_ok());
}

/// Pawns of sittuyin promote in place and backwards.
#[test]
fn sittuyins_promotions_have_texts() {
    let sittuyin = position("sittuyin", "8/6s1/5P2/3n4/pR2K2S/1P6/1k4p1/8[] w - - 1 50");
    for (wire, text) in [("f6e5f", "f6e5=F"), ("f6e7f", "f6e7=F"), ("f6f7", "f7"), ("f6g7", "fxg7")] {
        assert_eq!(san(&sittuyin, wire), text);
        assert_eq!(meant(&sittuyin, text).as_deref(), Ok(wire));
    }
    for text in ["f6e5", "e5=F", "f6-e5=F", "fe5=F"] {
        assert_eq!(meant(&sittuyin, text).as_deref(), Ok("f6e5f"), "{text}");
    }
    let last = position("sittuyin", "1k5K/3r2P1/8/8/8/8/8/8[] w - - 0 1");
    assert_eq!(san(&last, "g7g7f"), "g7=F");
    for text in ["g7=F", "g7g7=F", "g7g7f", "g7g7"] {
        assert_eq!(meant(&last, text).as_deref(), Ok("g7g7f"), "{text}");
    }
    assert!(meant(&last, "g7h8").is_err());
}

/// The pieces that may still leap stand in the field of castling.
#[test]
fn first_leaps_are_read_and_written() {
    helgi_variants::install_library();
    let game = GameId::named("cambodian").unwrap();
    let start = game.start();
    assert_eq!(start.fen(), game.info().start);
    for (fen, expected) in [
        ("4k3/8/8/8/8/8/8/3KM3 w EDe - 0 1", "4k3/8/8/8/8/8/8/3KM3 w DEe - 0 1"),
        ("4k3/8/8/8/8/8/8/3KM3 w - - 0 1", "4k3/8/8/8/8/8/8/3KM3 w - - 0 1"),
    ] {
        assert_eq!(position("cambodian", fen).fen(), expected);
    }
    for field in ["A", "KQ", "DEd", "x"] {
        let error = game.parse(&format!("4k3/8/8/8/8/8/8/R2KM3 w {field} - 0 1")).unwrap_err();
        assert!(error.to_string().contains("kings and mets"), "{error}");
    }
    // A rook that comes to the king's rank or file takes its leap away, a neang that moves loses its own.
    let mut aimed = position("cambodian", "r2mk3/3pppp1/8/8/8/8/3PPPP1/3KM3 b DEde - 0 1");
    aimed.play(notation::read(&aimed, "a8a1").unwrap());
    assert_eq!(aimed.fen(), "3mk3/3pppp1/8/8/8/8/3PPPP1/r2KM3 w Ede - 1 2");
    let mut gone = position("cambodian", "4k3/3ppp2/8/8/8/8/3PPP2/3KM3 w DE - 0 1");
    gone.play(notation::read(&gone, "e1e3").unwrap());
    assert_eq!(gone.fen(), "4k3/3ppp2/8/8/8/4M3/3PPP2/3K4 b D - 1 1");
}

/// Letters of other programs are read in positions and moves, and never written.
#[test]
fn letters_of_other_programs_are_read() {
    let start = "rchkhcr/p1ppp1p/7/7/7/P1PPP1P/RCHKHCR w - - 0 1";
    let mini = position("minixiangqi", start);
    assert_eq!(mini.fen(), GameId::named("minixiangqi").unwrap().info().start);
    assert_eq!(mini.fen(), position("minixiangqi", &mini.fen()).fen());
    let mini = position("minixiangqi", "3k3/7/7/7/7/3P3/2HK3 w - - 0 1");
    let text = san(&mini, "c1b3");
    assert!(text.starts_with('N'), "{text}");
    for other in [text.clone(), text.replace('N', "H"), "Hc1-b3".to_owned(), "Hcb3".to_owned()] {
        assert_eq!(meant(&mini, &other).as_deref(), Ok("c1b3"), "{other}");
    }
    for wrong in ["Eb3", "Xb3", "hb3", "Hb4"] {
        assert!(meant(&mini, wrong).is_err(), "{wrong}");
    }
    let manchu = position("manchu", "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/9/9/M1EAKAE2 w - - 0 1");
    assert_eq!(manchu.fen(), GameId::named("manchu").unwrap().info().start);
    assert_eq!(meant(&manchu, "Ee3").as_deref(), Err(&MoveError::Ambiguous("Ee3".to_owned())));
    assert_eq!(meant(&manchu, "Ei3").as_deref(), Ok("g1i3"));
    // Drops and promotions, and games that start from one with such letters.
    let loaded = helgi_variants::load(
        "[minihouse-x:minixiangqi]\npieceDrops = true\ncapturesToHand = true\n\
         startFen = rcnkncr/p1ppp1p/7/7/7/P1PPP1P/RCNKNCR[] w - - 0 1\n",
    );
    helgi_variants::register(&loaded.games[0]).unwrap();
    let house = position("minihouse-x", "2k4/7/7/7/7/7/3K3[Hh] w - - 0 1");
    assert!(house.fen().contains("[Nn]"), "{}", house.fen());
    for text in ["H@a1", "N@a1", "h@a1"] {
        assert_eq!(meant(&house, text).as_deref(), Ok("N@a1"), "{text}");
    }
    assert!(GameId::named("shogi").unwrap().parse("4k4/9/9/9/9/9/9/9/4E4[] w - - 0 1").is_err());
}

/// A captured piece goes to hand as what it was before it was promoted, also where several kinds promote as pawns do.
#[test]
fn promoted_pieces_go_to_hand_as_what_they_were() {
    let text = "[two-pawns:crazyhouse]\npromotionPawnTypes = pb\n\
        [own-choices:crazyhouse]\nsilver = s\npromotionChoices = p:qr s:qn\n\
        [two-sides:crazyhouse]\nsoldier = s\npromotionPawnTypesBlack = s\n\
        [spare-pawns:crazyhouse]\npromotionPawnTypes = bp\n";
    let loaded = helgi_variants::load(text);
    assert_eq!(loaded.findings, []);
    for game in &loaded.games {
        helgi_variants::register(game).unwrap();
    }
    for (game, fen, moves, hand) in [
        ("two-pawns", "r7/7P/8/8/8/8/8/1k1K4[] w - - 0 1", "h7h8q a8h8", "[p]"),
        ("two-pawns", "r7/6B1/8/8/8/8/8/1k1K4[] w - - 0 1", "g7h8q a8h8", "[b]"),
        ("two-pawns", "r7/6B1/8/8/8/8/8/1k1K4[] w - - 0 1", "g7h8b a8h8", "[b]"),
        ("two-pawns", "1k1K4/8/8/8/8/8/6b1/R7[] b - - 0 1", "g2h1n a1h1", "[B]"),
        ("spare-pawns", "r7/7P/8/8/8/8/8/1k1K4[] w - - 0 1", "h7h8q a8h8", "[p]"),
        ("own-choices", "r7/7P/8/8/8/8/8/1k1K4[] w - - 0 1", "h7h8q a8h8", "[p]"),
        ("own-choices", "r7/6S1/8/8/8/8/8/1k1K4[] w - - 0 1", "g7h8q a8h8", "[s]"),
        ("own-choices", "r7/6S1/8/8/8/8/8/1k1K4[] w - - 0 1", "g7h8n a8h8", "[s]"),
        ("two-sides", "r7/7P/8/8/8/8/8/1k1K4[] w - - 0 1", "h7h8q a8h8", "[p]"),
        ("two-sides", "1k1K4/8/8/8/8/8/7s/R7[] b - - 0 1", "h2h1q a1h1", "[S]"),
        ("two-sides", "1k1K4/8/8/8/8/8/7p/R7[] b - - 0 1", "h2h1q a1h1", "[P]"),
    ] {
        let mut played = position(game, fen);
        for text in moves.split(' ') {
            let legal = notation::read(&played, text).unwrap_or_else(|error| panic!("{game} {fen}: {error}"));
            played.play(legal);
            // The text of a position keeps what the piece was.
            let again = position(game, &played.fen());
            assert_eq!((again.fen(), again.key()), (played.fen(), played.key()));
            played = again;
        }
        assert!(played.fen().contains(hand), "{game} {fen} {moves}: {}", played.fen());
    }
    // Two marks tell the second kind; a piece of unknown origin is a pawn.
    let mut bishop = position("two-pawns", "r7/6B1/8/8/8/8/8/1k1K4[] w - - 0 1");
    bishop.play(notation::read(&bishop, "g7h8q").unwrap());
    assert!(bishop.fen().starts_with("r6Q~~/"), "{}", bishop.fen());
    let mut unknown = position("two-pawns", "r6Q~/8/8/8/8/8/8/1k1K4[] b - - 0 1");
    unknown.play(notation::read(&unknown, "a8h8").unwrap());
    assert!(unknown.fen().contains("[p]"), "{}", unknown.fen());
    assert!(GameId::CRAZYHOUSE.parse("r6Q~~/8/8/8/8/8/8/1k1K4[] b - - 0 1").is_err());
}

/// Walls stand behind a comma, and are read as other programs write them.
#[test]
fn walls_are_written_as_elsewhere() {
    helgi_variants::install_library();
    let check = |game: &str, fen: &str, wire: &str, san: &str, others: &[&str]| {
        let game = GameId::named(game).unwrap();
        let position = game.parse(fen).unwrap();
        let legal = notation::read(&position, wire).unwrap_or_else(|error| panic!("{wire}: {error}"));
        assert_eq!(notation::Notation::of(&game).write(legal).to_string(), wire);
        assert_eq!(readable::write(&position, legal, Style::San), san);
        for other in others.iter().chain([&wire, &san]) {
            assert_eq!(readable::read(&position, other), Ok(legal), "{other}");
        }
    };
    let start = GameId::named("duck").unwrap().info().start;
    check("duck", start, "g1f3,f3d6", "Nf3,d6", &["Ng1-f3,d6", "G1F3,F3D6", "Ng1f3,d6"]);
    check("duck", start, "g1f3,f3g1", "Nf3,g1", &[]);
    let castles = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    check("duck", castles, "e1g1,g1e1", "O-O,e1", &["0-0,e1"]);
    let promotes = "7k/P7/8/8/8/8/8/4K3 w - - 0 1";
    check("duck", promotes, "a7a8q,a8c3", "a8=Q,c3", &["a7a8,a8c3q", "a8Q,c3"]);
    let atlantis = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    check("atlantis", atlantis, "*@a4", "*@a4", &["e1e1,e1a4", "Ke1,a4"]);
    check("atlantis", atlantis, "e1f2", "Kf2", &["e1f2,f2a1", "Kf2,a1"]);
    let rook = "8/P5k1/8/8/8/8/8/R3K2R w KQ - 0 1";
    check("atlantis", rook, "*@b1", "*@b1", &["a1a1,a1b1", "Ra1,b1"]);
    check("atlantis", rook, "a7a8q", "a8=Q", &["a7a8q,a8a1", "a8=Q,a1"]);
    check("atlantis", rook, "e1g1", "O-O", &["e1g1,g1a1", "O-O,a1"]);
    let takes = "4k3/8/8/4n3/8/5N2/8/4K3 w - - 0 1";
    check("petrified", takes, "f3e5", "Nxe5", &[]);
}

/// Fairy-Stockfish's passes, as pyffish 0.0.90 lists them: moves of the king, or of the first piece, to where it stands.
#[test]
fn passes_are_written_in_place() {
    helgi_variants::install_library();
    for (name, fen, expected) in [
        ("janggi", "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR b - - 0 1", "e9e9"),
        ("ataxx", "7/7/7/PPPPPPP/PPPPPPP/PPPPPPP/PPPPPPp b - - 0 1", "g1g1"),
    ] {
        let position = GameId::named(name).unwrap().parse(fen).unwrap();
        assert_eq!(in_place(&position, Move::PASS).to_string(), expected, "{name}");
        assert_eq!(notation::read(&position, expected).unwrap().action(), Action::Pass, "{name}");
    }
}

/// A piece that is royal by a rule of extinction is no king, and does not pass as one: pyffish 0.0.90 lists these.
#[test]
fn pseudo_royal_pieces_do_not_pass_in_place() {
    let rules = "extinctionValue = loss\nextinctionPieceTypes = k\nextinctionPseudoRoyal = true\n";
    let text = format!(
        "[passing-king:chess]\npass = true\n\
         [passing-commoner:passing-king]\nking = -\ncommoner = k\ncastlingKingPiece = k\n\
         [passing-royal:passing-commoner]\n{rules}"
    );
    let loaded = helgi_variants::load(&text);
    assert_eq!(loaded.findings.len(), 0, "{:?}", loaded.findings);
    for game in &loaded.games {
        helgi_variants::register(game).unwrap();
    }
    for (name, expected) in
        [("passing-king", "e1e1"), ("passing-commoner", "a1a1"), ("passing-royal", "a1a1")]
    {
        let position = GameId::named(name).unwrap().parse("4k3/8/8/8/8/8/8/R3K3 w - - 0 1").unwrap();
        assert_eq!(in_place(&position, Move::PASS).to_string(), expected, "{name}");
        for text in [expected, "e1e1", "0000"] {
            assert_eq!(notation::read(&position, text), Ok(Move::PASS), "{name} {text}");
        }
    }
}

/// Fairy-Stockfish's moves of games where a wall is built instead of a move, as pyffish 0.0.90 lists them.
#[test]
fn walls_instead_of_moves_are_written_as_elsewhere() {
    helgi_variants::install_library();
    let moves = |game: &str, fen: &str, texts: &[(&str, &str)]| {
        let position = GameId::named(game).unwrap().parse(fen).unwrap();
        for (own, other) in texts {
            let legal = notation::read(&position, own).unwrap();
            assert_eq!(in_place(&position, legal).to_string(), *other, "{game} {own}");
            assert_eq!(notation::read(&position, other), Ok(legal), "{game} {other}");
        }
        position
    };
    let rook = "8/P5k1/8/8/8/8/8/R3K2R w KQ - 0 1";
    let atlantis = moves(
        "atlantis",
        rook,
        &[("*@b1", "a1a1,a1b1"), ("a7a8q", "a7a8q,a8a1"), ("e1g1", "e1g1,g1a1"), ("h1h8", "h1h8,h8a1")],
    );
    // Out of this check leads no wall, and a move has one all the same.
    let check = "r1bqkbnr/p5pp/*1np1p2/*Qp2p2/1PP5/8/P2PPPPP/RN*1KBNR";
    let before = check.replace("r1bqkbnr/p5pp/*1np1p2", "rnbqkbnr/p5pp/*2p1p2") + " b KQkq - 0 8";
    let checked = moves("atlantis", &before, &[("b8c6", "b8c6,c6a1"), ("d8d7", "d8d7,d7a1")]);
    assert!(checked.legal_moves().iter().all(|legal| !matches!(legal.action(), Action::Wall { .. })));
    for text in ["Nc6,a1", "Nb8c6,a1", "Qd7,a1", "Kf7,a1"] {
        assert!(readable::read(&checked, text).is_ok(), "{text}");
    }
    for text in ["h1h2,h2b2", "a1a1,a1d4", "h1h9,h9a1"] {
        assert!(notation::read(&atlantis, text).is_err(), "{text}");
    }
    for text in ["Rh2,b2", "Ra1,d4", "Rb1,h8", "Bf2,a1", "Rxa1,b1"] {
        assert!(readable::read(&atlantis, text).is_err(), "{text}");
    }
    // Elsewhere a wall is not left out, and none is made up.
    moves("duck", GameId::named("duck").unwrap().info().start, &[("g1f3,f3d6", "g1f3,f3d6")]);
    let petrified = moves("petrified", "4k3/8/8/4n3/8/5N2/8/4K3 w - - 0 1", &[("f3e5", "f3e5")]);
    assert!(notation::read(&petrified, "f3e5,e5a1").is_err());
    assert!(notation::read(&GameId::CHESS.start(), "e2e4,e4a1").is_err());
}

/// The rook's part in castling is played by other pieces in Chess with Different Armies, and castling is written as ever.
#[test]
fn castling_has_its_name_whatever_the_rook_is() {
    helgi_variants::install_library();
    for (text, short, long) in [
        // Black has the Clobberers: d is the Bede, which castles as the rook. White has the rooks of chess.
        ("d3k2d/pppppppp/8/8/8/8/PPPPPPPP/R3K2R b KQkq - 0 1", "e8g8", "e8b8"),
        ("d3k2d/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1", "e1g1", "e1b1"),
    ] {
        let position = GameId::named("cwda").unwrap().parse(text).unwrap();
        for (name, wire) in [("O-O", short), ("O-O-O", long)] {
            let played =
                readable::read(&position, name).unwrap_or_else(|error| panic!("{text} {name}: {error}"));
            assert_eq!(notation::Notation::of(&position.game()).write(played).to_string(), wire);
            assert_eq!(readable::write(&position, played, Style::San), name);
            assert_eq!(readable::castling(&position, played), Some(name));
        }
    }
}

/// Other programs write a pass as a move to where the piece stands.
#[test]
fn a_pass_is_read_as_a_move_in_place() {
    helgi_variants::install_library();
    let janggi = GameId::named("janggi").unwrap().start();
    let king = janggi.outline().squares().find(|&square| {
        janggi.piece_at(square, 0).is_some_and(|piece| {
            piece.side == janggi.side() && janggi.info().pieces[piece.kind.index()].letter == 'K'
        })
    });
    let square = janggi.outline().name(king.unwrap());
    assert_eq!(square, "e2");
    for text in ["Ke2", "Ke2e2", "Ke2-e2", "Kee2", "e2e2", "e2-e2", "--"] {
        assert_eq!(readable::read(&janggi, text), Ok(Move::PASS), "{text}");
    }
    for text in ["Kxe2", "Ke9", "Ae2", "Kde2"] {
        assert!(readable::read(&janggi, text).is_err(), "{text}");
    }
    // Without kings the first piece passes so, a pawn without its letter.
    let ataxx = GameId::named("ataxx").unwrap();
    let stuck = ataxx.parse("7/7/7/PPPPPPP/PPPPPPP/PPPPPPP/PPPPPPp b - - 0 1").unwrap();
    for text in ["g1", "Pg1", "g1g1", "Pg1-g1"] {
        assert_eq!(readable::read(&stuck, text), Ok(Move::PASS), "{text}");
    }
    for text in ["f1", "Pf1", "Kg1", "xg1", "g2"] {
        assert!(readable::read(&stuck, text).is_err(), "{text}");
    }
    // Nobody passes in xiangqi.
    let xiangqi = GameId::named("xiangqi").unwrap().start();
    assert!(readable::read(&xiangqi, "Ke1").is_err());
}
