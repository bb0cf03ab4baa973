use super::*;
use proptest::prelude::*;

const SHOGI: BoardSize = BoardSize { files: 9, ranks: 9 };
const MINISHOGI: BoardSize = BoardSize { files: 5, ranks: 5 };

fn error(line: &str) -> String {
    let read = Dialect::Usi.parse(line).and_then(|command| Dialect::Usi.localize(command, SHOGI));
    read.unwrap_err().to_string()
}

fn position(line: &str) -> (Start, String) {
    match Dialect::Usi.parse(line).and_then(|command| Dialect::Usi.localize(command, SHOGI)) {
        Ok(Command::Position { start, moves }) => (start, moves.to_string()),
        other => panic!("{line}: {other:?}"),
    }
}

fn go(line: &str) -> GoParams {
    match Dialect::Usi.parse(line) {
        Ok(Command::Go(go)) => go,
        other => panic!("{line}: {other:?}"),
    }
}

#[test]
fn words_alone() {
    for (line, command) in [
        ("usi", Command::Usi),
        ("USI\r\n", Command::Usi),
        ("usinewgame", Command::UciNewGame),
        ("isready", Command::IsReady),
        ("stop", Command::Stop),
        ("ponderhit", Command::PonderHit),
        ("gameover win", Command::Stop),
        ("quit", Command::Quit),
        ("d", Command::Display),
        ("", Command::Empty),
    ] {
        assert_eq!(Dialect::Usi.parse(line), Ok(command), "{line:?}");
    }
}

#[test]
fn positions() {
    assert_eq!(position("position startpos"), (Start::StartPos, String::new()));
    assert_eq!(position("position startpos moves 7g7f P*5e").1, "c3c4 P@e5");
    assert_eq!(position("position startpos moves 7G-7F p*5e 8h-2b+ 5a5b-").1, "c3c4 P@e5 b2h8+ e9e8-");
    let sfen = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    let fen = Start::Fen("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[] w - - 0 1".to_owned());
    assert_eq!(position(&format!("position sfen {sfen} moves 2g2f")), (fen, "h3h4".to_owned()));
    let fen = Start::Fen("9/9 w - - 0 1".to_owned());
    assert_eq!(position("position fen 9/9 w - - 0 1 moves 1a1b+"), (fen, "i9i8+".to_owned()));
}

#[test]
fn positions_that_cannot_be_read() {
    for (line, message) in [
        ("position", "position: no start, expected `startpos` or `sfen` and a position"),
        ("position x", "position: start `x`, expected `startpos` or `sfen` and a position"),
        ("position startpos 7g7f", "position: word `7g7f`, expected `moves` or the end of the line"),
        ("position sfen", "position: no sfen, expected a position as text"),
        ("position sfen 9/9", "position: no side, expected `b` or `w`"),
        ("position sfen 9/9 r", "position: side `r`, expected `b` or `w`"),
        ("position sfen 9/9 b - x", "position: number `x`, expected the number of the move"),
        ("position sfen 9/9 b - 1 7g7f", "position: word `7g7f`, expected `moves` or the end of the line"),
        (
            "position startpos moves c3c4",
            "position: move `c3c4`, expected a move such as `7g7f`, `8h2b+` or `P*5e`",
        ),
        ("go searchmoves 7g7x", "go: move `7g7x`, expected a move such as `7g7f`, `8h2b+` or `P*5e`"),
    ] {
        assert_eq!(error(line), message, "{line}");
    }
    for hands in ["2", "P2", "100P", "0P", "P-", "99999999999999999999P", "é"] {
        assert!(error(&format!("position sfen 9/9 b {hands} 1")).starts_with("position: hands "), "{hands}");
    }
}

/// Black of USI moves first, as White does elsewhere.
#[test]
fn clocks_change_sides() {
    let read = go("go btime 60000 wtime 50000 byoyomi 1000 binc 3 winc 4");
    let expected = GoParams {
        wtime: Some(60_000),
        btime: Some(50_000),
        winc: Some(3),
        binc: Some(4),
        byoyomi: Some(1000),
        ..GoParams::default()
    };
    assert_eq!(read, expected);
    assert_eq!(error("go btime x"), "go: btime `x`, expected an integer");
}

/// USI's `mate` has a time where UCI's has a number of moves.
#[test]
fn problems_of_mate_have_a_time() {
    for (line, movetime, infinite) in
        [("go mate 5000", Some(5000), false), ("go mate infinite", None, true), ("go mate", None, false)]
    {
        let read = go(line);
        let found = (read.checkmate, read.mate, read.movetime, read.infinite);
        assert_eq!(found, (true, None, movetime, infinite), "{line}");
    }
}

#[test]
fn moves_on_boards_of_other_sizes() {
    for (board, usi, uci) in [
        (SHOGI, "1a9i", "i9a1"),
        (SHOGI, "+P*5e", "+P@e5"),
        (SHOGI, "5a5b-", "e9e8-"),
        (SHOGI, "5f5gm", "e4e3m"),
        (MINISHOGI, "1e1d", "e1e2"),
        (MINISHOGI, "5a5b", "a5a4"),
    ] {
        assert_eq!(read_move(usi, board).unwrap().to_string(), uci);
        assert_eq!(write_move(uci.parse().unwrap(), board), usi);
    }
    for text in
        ["", "7", "7g", "7g7", "0a1a", "1j1a", "7g7f++", "7g7f+x", "PP*5e", "*5e", "P*5ex", "é*5e", "7gé"]
    {
        assert_eq!(read_move(text, SHOGI), None, "{text}");
    }
    assert_eq!(read_move("6a5a", MINISHOGI), None);
    assert_eq!(read_move("5f5a", MINISHOGI), None);
}

#[test]
fn replies() {
    let usi = |reply: UciReply| Dialect::Usi.write(&reply, SHOGI);
    let (best, ponder) = ("c3c4".parse().ok(), "P@e5".parse().ok());
    assert_eq!(usi(UciReply::UciOk), "usiok");
    assert_eq!(usi(UciReply::ReadyOk), "readyok");
    assert_eq!(usi(UciReply::BestMove { best, ponder }), "bestmove 7g7f ponder P*5e");
    assert_eq!(usi(UciReply::BestMove { best: None, ponder }), "bestmove resign");
    let info = |score| SearchInfo {
        depth: Some(3),
        score: Some(score),
        pv: best.into_iter().chain(ponder).collect(),
        ..SearchInfo::default()
    };
    for (score, text) in [
        (SearchScore::Centipawns(-5), "cp -5"),
        (SearchScore::Mate(1), "mate 1"),
        (SearchScore::Mate(3), "mate 5"),
        (SearchScore::Mate(-2), "mate -4"),
    ] {
        assert_eq!(usi(UciReply::Info(info(score))), format!("info depth 3 score {text} pv 7g7f P*5e"));
        if let SearchScore::Mate(moves) = score {
            assert_eq!(moves_of_plies(plies(moves)), moves);
        }
    }
    assert_eq!(checkmate(Some(&[best.unwrap(), ponder.unwrap()]), SHOGI), "checkmate 7g7f P*5e");
    assert_eq!(checkmate(None, SHOGI), "checkmate timeout");
}

#[test]
fn options_have_names_of_one_word() {
    let spec = |name: &str, kind| UciReply::Option(OptionSpec::new(name, kind));
    let check = OptionKind::Check { default: false };
    let file = |default: &str| OptionKind::File { default: default.to_owned() };
    for (option, line) in [
        (spec("Ponder", check.clone()), "option name USI_Ponder type check default false"),
        (spec("UCI_LimitStrength", check), "option name USI_LimitStrength type check default false"),
        (spec("Clear Hash", OptionKind::Button), "option name Clear_Hash type button"),
        (spec("Book", file("")), "option name Book type filename default <empty>"),
        (spec("Book", file("a b")), "option name Book type filename default a b"),
    ] {
        assert_eq!(Dialect::Usi.write(&option, SHOGI), line);
    }
    assert_eq!(option_name("UCI_Chess960"), None);
}

#[test]
fn commands_to_an_engine_are_read_back() {
    for line in [
        "usi",
        "usinewgame",
        "position startpos moves 7g7f 3c3d",
        "position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w 2P 8 moves P*5e",
        "go btime 60000 wtime 50000 binc 3 winc 4",
        "go ponder btime 60000 wtime 50000 byoyomi 0 depth 3",
        "go depth 5 searchmoves 7g7f",
        "go nodes 100",
    ] {
        let command =
            Dialect::Usi.parse(line).and_then(|command| Dialect::Usi.localize(command, SHOGI)).unwrap();
        assert_eq!(write_command(&command, SHOGI), line);
    }
    let time = Command::Go(GoParams { movetime: Some(500), ..GoParams::default() });
    assert_eq!(write_command(&time, SHOGI), "go btime 0 wtime 0 byoyomi 500");
    let castling = Start::Fen("4k2r/9 w K - 0 1".to_owned());
    let position = Command::Position { start: castling, moves: Words::default() };
    assert_eq!(write_command(&position, SHOGI), "position fen 4k2r/9 w K - 0 1");
}

#[test]
fn lines_of_an_engine() {
    let read = |line: &str| read_reply(line, SHOGI);
    let best = |best: &str, ponder: Option<&str>| EngineLine::BestMove {
        best: best.to_owned(),
        ponder: ponder.map(str::to_owned),
    };
    assert_eq!(read("usiok"), EngineLine::UciOk);
    assert_eq!(read("bestmove 7g7f ponder P*5e"), best("c3c4", Some("P@e5")));
    assert_eq!(read("bestmove resign"), best("resign", None));
    assert_eq!(read("bestmove win"), best("win", None));
    assert_eq!(read("info string 7g7f"), EngineLine::Text("7g7f".to_owned()));
    let EngineLine::Info(info) = read("info depth 3 score mate -4 currmove 7g7f pv 7g7f P*5e x") else {
        panic!("no info")
    };
    let pv = ["c3c4", "P@e5"].map(|text| text.parse().unwrap());
    assert_eq!((info.score, &*info.pv, info.currmove), (Some(SearchScore::Mate(-2)), &pv[..], Some(pv[0])));
    let file = OptionKind::File { default: String::new() };
    let option = EngineLine::Option(OptionSpec::new("Book", file));
    assert_eq!(read("option name Book type filename default <empty>"), option);
    for (is_won, line) in [(Some(true), "win"), (Some(false), "lose"), (None, "draw")] {
        assert_eq!(game_over(is_won), format!("gameover {line}"));
    }
}

#[test]
fn hands_have_an_order() {
    let sfen = sfen_of_fen("9/9[PlPRpBGbSNL] w - - 0 1");
    assert_eq!(sfen.as_deref(), Some("9/9 b RBGSNL2Pblp 1"));
    assert_eq!(sfen_of_fen("9/9 w - - 0 1"), None);
    assert_eq!(sfen_of_fen("9/*8[] w - - 0 1"), None);
    assert_eq!(sfen_of_fen("9/9[] w - e3 0 1"), None);
}

proptest! {
    #[test]
    fn every_move_is_read_back(file in 0u8..9, rank in 1u8..10, to in 0u8..9, promotes: bool, drops: bool) {
        let (from, to) = (WireSquare { file, rank }, WireSquare { file: to, rank });
        let wire = match (drops, promotes) {
            (true, promoted) => WireMove::Drop { letter: 'P', to, promoted },
            (false, false) => WireMove::step(from, to),
            (false, true) => format!("{from}{to}+").parse().unwrap(),
        };
        prop_assert_eq!(read_move(&write_move(wire, SHOGI), SHOGI), Some(wire));
    }

    #[test]
    fn any_text_is_answered(line in ".*", head in "(position|go|setoption|usi)?( sfen| startpos moves)? ") {
        let _ = Dialect::Usi.parse(&line);
        let read = Dialect::Usi.parse(&format!("{head}{line}"));
        let _ = read.and_then(|command| Dialect::Usi.localize(command, MINISHOGI));
    }

    #[test]
    fn hands_are_read_back(black in "[RBGSNLP]{0,6}", white in "[rbgsnlp]{0,6}", moves in 1u32..400) {
        let side = if moves % 2 == 1 { 'w' } else { 'b' };
        let fen = format!("9/4k4/9/9/4K4[{black}{white}] {side} - - 0 {}", moves.div_ceil(2));
        let sfen = sfen_of_fen(&fen).unwrap();
        let read = fen_of_sfen(&sfen).unwrap();
        prop_assert_eq!(sfen_of_fen(&read), Some(sfen));
        let sorted = |fen: &str| {
            let mut letters: Vec<char> = fen.chars().collect();
            letters.sort_unstable();
            letters
        };
        prop_assert_eq!(sorted(&read), sorted(&fen));
    }
}
