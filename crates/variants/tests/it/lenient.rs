//! Positions as other programs write them: read with a notice, or refused.

use helgi_rules::board::Move;
use helgi_rules::internals::fen::lenient::FenNoticeKind;
use helgi_rules::readable::{Style, read_lenient};
use helgi_rules::{Game, GameId, Position};
use helgi_variants::{install_library, library, spec_of};

/// The kinds of what was mended, each with its field.
type Mended = Vec<(FenNoticeKind, &'static str)>;

fn read(game: &str, text: &str) -> Result<(String, Mended), String> {
    install_library();
    let game = GameId::named(game).unwrap();
    let (position, notices) = game.parse_lenient(text).map_err(|error| error.to_string())?;
    Ok((position.fen(), notices.into_iter().map(|notice| (notice.kind, notice.field)).collect()))
}

use FenNoticeKind::{Beyond, EnPassant, Missing, Promoted, Rights, Spelling};

/// A game, the text, the position that it is, and the fields that were mended.
type Row = (&'static str, &'static str, &'static str, &'static [(FenNoticeKind, &'static str)]);

const READ: &[Row] = &[
    // GUIs that write such fields: Stockfish#5071, en-croissant#410, Raptor#36, chess.js#85.
    (
        "chess",
        "3qk1nb/1p3p2/p1r1p1p1/3p4/3P4/2N1BP2/PPPQ1P2/R3K3 w Qk - 0 15",
        "3qk1nb/1p3p2/p1r1p1p1/3p4/3P4/2N1BP2/PPPQ1P2/R3K3 w Q - 0 15",
        &[(Rights, "castling")],
    ),
    (
        "chess",
        "rnbqkbnr/pppppppp/8/8/8/5BN1/PPPPPPPP/RNBQ1RK1 b HQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/5BN1/PPPPPPPP/RNBQ1RK1 b Qkq - 0 1",
        &[(Rights, "castling")],
    ),
    (
        "chess",
        "5rk1/pp1n1pbp/1q2rnp1/2p3B1/P3P3/2N1QB1P/1PP3P1/R4R1K b - a6 0 16",
        "5rk1/pp1n1pbp/1q2rnp1/2p3B1/P3P3/2N1QB1P/1PP3P1/R4R1K b - - 0 16",
        &[(EnPassant, "en-passant")],
    ),
    ("chess", "7k/5K2/4R3/8/8/8/8/8 w KQkq - 0 1", "7k/5K2/4R3/8/8/8/8/8 w - - 0 1", &[(Rights, "castling")]),
    (
        "chess",
        "7k/5K2/4R3/8/8/8/8/8 w -- -- 0 1",
        "7k/5K2/4R3/8/8/8/8/8 w - - 0 1",
        &[(Spelling, "castling"), (Spelling, "en-passant")],
    ),
    ("chess", "4k3/8/8/8/8/8/8/4K2R", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", &[(Missing, "side")]),
    ("chess", "4k3/8/8/8/8/8/8/4K2R b", "4k3/8/8/8/8/8/8/4K2R b - - 0 1", &[(Missing, "castling")]),
    ("chess", "4k3/8/8/8/8/8/8/4K2R w K", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", &[(Missing, "en-passant")]),
    (
        "chess",
        "4k3/8/8/8/8/8/8/4K2R W K -",
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        &[(Spelling, "side"), (Missing, "halfmove")],
    ),
    ("chess", "4k3/8/8/8/8/8/8/4K2R w K - 7", "4k3/8/8/8/8/8/8/4K2R w K - 7 1", &[(Missing, "fullmove")]),
    (
        "chess",
        "4k3/8/8/8/8/8/8/4K2R B - e4 0 1",
        "4k3/8/8/8/8/8/8/4K2R b - - 0 1",
        &[(Spelling, "side"), (EnPassant, "en-passant")],
    ),
    // A possible square on which nobody can capture is left out without a word, as everywhere.
    ("chess", "k7/8/8/3pP3/8/7n/5K2/8 w - d6 0 1", "k7/8/8/3pP3/8/7n/5K2/8 w - - 0 1", &[]),
    ("chess", "k7/8/8/3p4/8/7n/5K2/8 w - d6 0 1", "k7/8/8/3p4/8/7n/5K2/8 w - - 0 1", &[]),
    (
        "fischerandom",
        "1r2k1r1/8/8/8/8/8/8/R3K2R w HAhg - 0 1",
        "1r2k1r1/8/8/8/8/8/8/R3K2R w HAg - 0 1",
        &[(Rights, "castling")],
    ),
    // Games without such rights.
    (
        "tactical",
        "8/8/8/8/8/8/8/8[OOKQRBNPPPPPookqrbnpppp] w KQ e3",
        "8/8/8/8/8/8/8/8[OOKQRBNPPPPPookqrbnpppp] w - - 0 1",
        &[(Missing, "halfmove"), (Rights, "castling"), (EnPassant, "en-passant")],
    ),
    // More pieces than the set: FSF#410, python-chess in XBoard's protocol, FSF with any hand.
    (
        "crazyhouse",
        "4r3/1p1bP1kp/p5pp/3p4/4p3/3PP2P/PP2N1P1/R4RK1[PNNBBRnbrqq] b - - 0 43",
        "4r~3/1p1bP1kp/p5pp/3p4/4p3/3PP2P/PP2N1P1/R4RK1[RBBNNPqqrbn] b - - 0 43",
        &[(Promoted, "board")],
    ),
    (
        "crazyhouse",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[r] w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[r] w KQkq - 0 1",
        &[(Beyond, "reserve")],
    ),
    (
        "crazyhouse",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[QQQQ] w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[QQQQ] w KQkq - 0 1",
        &[(Beyond, "reserve")],
    ),
    (
        "crazyhouse",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPP2/RNBQKBQ1/NPp w Q - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPP2/RNBQKBQ~1[NPp] w Q - 0 1",
        &[(Promoted, "board")],
    ),
    (
        "capahouse",
        "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR[Q] w KQkq - 0 1",
        "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR[Q] w KQkq - 0 1",
        &[(Beyond, "reserve")],
    ),
    (
        "capahouse",
        "rnabqkbcnr/pppppppppp/10/3Q6/10/10/PPPPPPPPP1/RNABQKBCNR[] w KQkq - 0 1",
        "rnabqkbcnr/pppppppppp/10/3Q~6/10/10/PPPPPPPPP1/RNABQKBCNR[] w KQkq - 0 1",
        &[(Promoted, "board")],
    ),
    // Games from files: rights with the king on another rank.
    (
        "atomic",
        "rnbqkbnr/pppppppp/8/8/8/4K3/PPPPPPPP/RNBQ1BNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/4K3/PPPPPPPP/RNBQ1BNR w kq - 0 1",
        &[(Rights, "castling")],
    ),
    (
        "shako",
        "c8c/ernbqkbnre/pppppppppp/10/10/10/5K4/PPPPPPPPPP/ERNBQ1BNRE/C8C w KQkq - 0 1",
        "c8c/ernbqkbnre/pppppppppp/10/10/10/5K4/PPPPPPPPPP/ERNBQ1BNRE/C8C w kq - 0 1",
        &[(Rights, "castling")],
    ),
    // A rook on the other side of the king has a right of its own.
    (
        "kingofthehill",
        "4k3/8/8/8/8/8/8/4K2R w KQ - 0 1",
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        &[(Rights, "castling")],
    ),
    ("horde", "r3k3/8/8/8/8/8/8/P7 b kq - 0 1", "r3k3/8/8/8/8/8/8/P7 b q - 0 1", &[(Rights, "castling")]),
    ("antichess", "8/8/8/8/8/k7/8/4K2R w K - 0 1", "8/8/8/8/8/k7/8/4K2R w - - 0 1", &[(Rights, "castling")]),
    (
        "kingofthehill",
        "4k3/8/8/8/r7/8/8/4K3 w - a6 0 1",
        "4k3/8/8/8/r7/8/8/4K3 w - - 0 1",
        &[(EnPassant, "en-passant")],
    ),
    (
        "atomic",
        "4k3/8/8/rP6/8/8/8/4K3 w - a6 0 1",
        "4k3/8/8/rP6/8/8/8/4K3 w - - 0 1",
        &[(EnPassant, "en-passant")],
    ),
    ("atomic", "4k3/8/8/pP6/8/8/8/4K3 w - a6 0 1", "4k3/8/8/pP6/8/8/8/4K3 w - a6 0 1", &[]),
    (
        "3check",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1",
        &[(Missing, "checks")],
    ),
    ("3check", "4k3/8/8/8/8/8/8/4K2R", "4k3/8/8/8/8/8/8/4K2R w - - 3+3 0 1", &[(Missing, "side")]),
    (
        "5check",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 +1+4",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 4+1 0 1",
        &[],
    ),
    (
        "shogi",
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[-] w 0 1",
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[] w - - 0 1",
        &[(Missing, "castling")],
    ),
];

#[test]
fn positions_of_other_programs_are_read() {
    let mut wrong = Vec::new();
    for (game, text, position, notices) in READ {
        match read(game, text) {
            Ok((fen, found)) if fen == *position && found == *notices => {}
            other => wrong.push(format!("{game}, {text}: {other:?}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A game, a text that means nothing or two things, and the field at fault.
const REFUSED: &[(&str, &str, &str)] = &[
    ("chess", "4k3/8/8/8/8/8/8/4K2R w X - 0 1", "castling"),
    ("chess", "4k3/8/8/8/8/8/8/4K2R w K! - 0 1", "castling"),
    ("chess", "4k3/8/8/8/8/8/8/4K2R w K zz 0 1", "en-passant"),
    ("chess", "4k3/8/8/8/8/8/8/4K2R w K e9 0 1", "en-passant"),
    ("chess", "4k3/8/8/8/8/8/8/4K2R K - 0 1", "side"),
    ("chess", "4k3/8/8/8/8/8/8/4K2R - - 0 1", "side"),
    ("chess", "4k3/8/8/8/8/8/8/4K2R whites - - 0 1", "side"),
    ("chess", "4k3/8/8/8/8/8/8/4K2R w K - x 1", "halfmove"),
    // A count where the square would be is the one count or the other.
    ("chess", "4k3/8/8/8/8/8/8/4K2R w K 5", "en-passant"),
    ("chess", "4k3/8/8/8/8/8/8/4K2R w K - bm Rh8;", "halfmove"),
    ("chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1 acd 5;", "position"),
    ("chess", "4k3/8/8/8/8/8/8/7R w K - 0 1", "board"),
    ("chess", "4k2r/8/8/8/8/8/8/4K2R/8 w K - 0 1", "board"),
    ("chess", "hello", "board"),
    ("chess", "", "board"),
    ("chess", "4R1k1/8/8/8/8/8/8/4K2R w KQ - 0 1", "position"),
    ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[K] w - - 0 1", "reserve"),
    ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[x] w - - 0 1", "reserve"),
    // Games from files: kings, and more checks than there are to give.
    ("horde", "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPKPPP w kq - 0 1", "board"),
    ("horde", "rnbq1bnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w - - 0 1", "board"),
    ("3check", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 +1+4", "position"),
    ("3check", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - +4+0 0 1", "position"),
    ("kingofthehill", "8/8/8/8/8/8/8/4Q3 w - - 0 1", "board"),
    ("kingofthehill", "4k3/8/8/8/8/8/8/2K1K3 w - - 0 1", "board"),
    ("atomic", "4k3/8/8/8/8/8/8/4K2R w X - 0 1", "castling"),
    ("shako", "c8c/ernbqkbnre/pppppppppp/10/10/10/10/PPPPPPPPPP/ERNBQKBNRE/C8C w KQkq k11 0 1", "en-passant"),
];

#[test]
fn meaningless_and_ambiguous_texts_are_refused() {
    install_library();
    let hand = "Q".repeat(65);
    let crowded = format!("4k3/8/8/8/8/8/8/4K3[{hand}] w - - 0 1");
    let long = format!("4k3/8/8/8/8/8/8/4K2R w {} - 0 1", "?".repeat(1_000_000));
    let more = [("crazyhouse", crowded.as_str(), "reserve"), ("chess", long.as_str(), "castling")];
    for (game, text, field) in REFUSED.iter().chain(&more) {
        let read = GameId::named(game).unwrap().parse_lenient(text);
        assert_eq!(
            read.err().map(|error| error.field),
            Some(*field),
            "{game}, {}",
            &text[..text.len().min(90)]
        );
    }
}

/// The strict reader takes none of it, so that tests and conformance can rely on it.
#[test]
fn the_strict_reader_stays_strict() {
    install_library();
    let mended = READ
        .iter()
        .filter(|(.., notices)| notices.iter().any(|(kind, _)| matches!(kind, Rights | EnPassant)));
    let mut count = 0;
    // Where nobody castles, the field says nothing.
    for (game, text, ..) in mended.filter(|row| row.0 != "antichess") {
        assert!(GameId::named(game).unwrap().parse(text).is_err(), "{game}, {text}");
        count += 1;
    }
    assert!(count > 10, "{count}");
}

/// Whatever helgi writes it reads without a notice, in every game.
#[test]
fn own_positions_are_read_as_they_are() {
    install_library();
    let mut random = fastrand::Rng::with_seed(51);
    let names = library::names().into_iter().chain(GameId::BUILT_IN.iter().map(|game| game.name()));
    for name in names {
        let game = GameId::named(name).unwrap();
        let mut position = game.start();
        for _ in 0..60 {
            let text = position.fen();
            let (again, notices) =
                game.parse_lenient(&text).unwrap_or_else(|error| panic!("{name}, {text}: {error}"));
            assert_eq!(again, position, "{name}, {text}");
            assert!(notices.is_empty(), "{name}, {text}: {notices:?}");
            // Where a game ends by two passes, its texts do not say that the last move was one.
            let ends_by_passes = spec_of(game)
                .is_some_and(|spec| spec.pass != [false; 2] || spec.pass_on_stalemate != [false; 2]);
            let mut steps = position.legal_moves();
            steps.retain(|&legal| legal != Move::PASS || !ends_by_passes);
            let Some(legal) = random.choice(steps) else { break };
            position.play(legal);
        }
    }
}

#[test]
fn moves_on_the_wire_keep_squares_and_promotions() {
    install_library();
    let reads = |game: &str, text: &str| {
        read_lenient(&GameId::named(game).unwrap().start(), text, Style::Uci).is_ok()
    };
    // A `+` promotes, and two whole squares are those of the move, not a letter with a rank.
    for (game, text) in [("shogi", "g3g4+"), ("shogi", "G3-G4+"), ("shogi", "g1d2"), ("xiangqi", "c3b7")] {
        assert!(!reads(game, text), "{game}: {text}");
    }
    for (game, text) in [("shogi", "G3G4"), ("shogi", "g3-g4"), ("xiangqi", "H3E3")] {
        assert!(reads(game, text), "{game}: {text}");
    }
}
