//! Lines of UCCI and of Cyclone's UCI, read and written.

use super::*;
use crate::info::SearchInfo;
use crate::options::OptionKind;
use proptest::prelude::*;

const XIANGQI: BoardSize = BoardSize { files: 9, ranks: 10 };

fn read(dialect: Dialect, line: &str) -> Command {
    dialect.parse(line).and_then(|command| dialect.localize(command, XIANGQI)).unwrap()
}

fn position(dialect: Dialect, line: &str) -> (Start, String) {
    let Command::Position { start, moves } = read(dialect, line) else { panic!("{line}") };
    (start, moves.to_string())
}

fn go(line: &str) -> GoParams {
    let Command::Go(go) = read(Dialect::Ucci, line) else { panic!("{line}") };
    go
}

#[test]
fn words_alone() {
    for (line, command) in [
        ("ucci", Command::Ucci),
        ("uccinewgame", Command::UciNewGame),
        ("isready", Command::IsReady),
        ("stop", Command::Stop),
        ("ponderhit", Command::PonderHit),
        ("ponderhit draw", Command::PonderHitDraw),
        ("probe fen x w", Command::Probe),
        ("banmoves b0c2 h9g7", Command::BanMoves("b1c3 h10g8".into())),
        ("quit", Command::Quit),
    ] {
        assert_eq!(read(Dialect::Ucci, line), command, "{line}");
    }
    assert_eq!(read(Dialect::Cyclone, "ucicyclone"), Command::Cyclone);
    assert_eq!(read(Dialect::Cyclone, "uci"), Command::Uci);
}

#[test]
fn ranks_count_from_0() {
    let moves = "b1c3 b10c8".to_owned();
    let fen = |text: &str| Start::Fen(text.to_owned());
    for (dialect, line, start) in [
        (Dialect::Ucci, "position startpos moves b0c2 b9c7", Start::StartPos),
        (Dialect::Ucci, "position fen 9/9 r - - 0 1 moves b0c2 b9c7", fen("9/9 w - - 0 1")),
        (Dialect::Cyclone, "startpos moves b0c2 b9c7", Start::StartPos),
        (Dialect::Cyclone, "fen 9/9 b moves b0c2 b9c7", fen("9/9 b - - 0 1")),
        (Dialect::Cyclone, "position startpos moves b0c2 b9c7", Start::StartPos),
    ] {
        assert_eq!(position(dialect, line), (start, moves.clone()), "{line}");
    }
    let minixiangqi = BoardSize { files: 7, ranks: 7 };
    assert_eq!(write_move("a1a2".parse().unwrap(), minixiangqi), "a1a2");
    assert_eq!(write_move("a1a10".parse().unwrap(), XIANGQI), "a0a9");
    assert!(Dialect::Ucci.parse("position").is_err());
    assert!(Dialect::Ucci.parse("setoption").is_err());
}

#[test]
fn positions_and_moves_of_other_programs() {
    for (line, expected, moves) in [
        ("position fen 9/9 r moves H2-E2 h9g7", "9/9 w - - 0 1", "h3e3 h10g8"),
        ("position fen 9/9 b - moves h2-e2", "9/9 b - - 0 1", "h3e3"),
        ("position fen 9/9 w 5 7 moves H2E2", "9/9 w 5 7", "h3e3"),
        ("position fen 9/9 w - - 3 7", "9/9 w - - 3 7", ""),
        ("position fen 9/9", "9/9", ""),
    ] {
        let expected = (Start::Fen(expected.to_owned()), moves.to_owned());
        assert_eq!(position(Dialect::Ucci, line), expected, "{line}");
    }
}

#[test]
fn errors_are_in_words_of_the_client() {
    let error = |line: &str| {
        let read = Dialect::Ucci.parse(line);
        read.and_then(|command| Dialect::Ucci.localize(command, XIANGQI)).unwrap_err().to_string()
    };
    for (line, message) in [
        ("position startpos moves h2e2 h10g8", "position: move `h10g8`, expected a move such as `h2e2`"),
        ("banmoves h2e2 zz", "banmoves: move `zz`, expected a move such as `h2e2`"),
        ("go time", "go: no time, expected an integer"),
        ("go time 5 increment x", "go: increment `x`, expected an integer"),
        ("go depth time 5", "go: depth `time`, expected an integer"),
    ] {
        assert_eq!(error(line), message, "{line}");
    }
}

#[test]
fn the_clock_is_that_of_the_side_to_move() {
    let found = go("go draw time 60 increment 5 opptime 7 oppincrement 8 movestogo 3");
    let [time, increment] = [Some(60), Some(5)];
    let expected = GoParams {
        wtime: time,
        btime: time,
        winc: increment,
        binc: increment,
        movestogo: Some(3),
        draw_offered: true,
        ..GoParams::default()
    };
    assert_eq!(found, expected);
    assert!(go("go depth infinite").infinite);
    assert_eq!(go("go ponder depth 5").depth, Some(5));
    assert_eq!(go("go nodes 100").nodes, Some(100));
}

#[test]
fn options_have_no_words() {
    let set = |line: &str| match read(Dialect::Ucci, line) {
        Command::SetOption { name, value } => (name, value),
        other => panic!("{other:?}"),
    };
    assert_eq!(set("setoption hashsize 64"), ("hashsize".to_owned(), Some("64".to_owned())));
    assert_eq!(set("setoption newgame"), ("newgame".to_owned(), None));
    assert_eq!(set("setoption name Hash value 64"), ("Hash".to_owned(), Some("64".to_owned())));
    let spin = OptionKind::Spin { default: 16, min: 1, max: 99 };
    let option = UciReply::Option(OptionSpec::new("Hash", spin));
    assert_eq!(Dialect::Ucci.write(&option, XIANGQI), "option hashsize type spin default 16 min 1 max 99");
    let option = UciReply::Option(OptionSpec::new("Clear Hash", OptionKind::Button));
    assert_eq!(Dialect::Ucci.write(&option, XIANGQI), "option Clear_Hash type button");
}

#[test]
fn replies() {
    let (best, ponder) = ("b1c3".parse().ok(), "b10c8".parse().ok());
    let info = |score| {
        let pv = best.into_iter().chain(ponder).collect();
        UciReply::Info(SearchInfo { depth: Some(3), score: Some(score), pv, ..SearchInfo::default() })
    };
    let (cp, mate) = (SearchScore::Centipawns(-5), SearchScore::Mate(2));
    for (reply, ucci, cyclone) in [
        (UciReply::UciOk, "ucciok", "uciok"),
        (UciReply::BestMove { best, ponder }, "bestmove b0c2 ponder b9c7", "bestmove b0c2 ponder b9c7"),
        (UciReply::BestMove { best: None, ponder }, "nobestmove", "bestmove (none)"),
        (info(cp), "info depth 3 score -5 pv b0c2 b9c7", "info depth 3 score cp -5 pv b0c2 b9c7"),
        (info(mate), "info depth 3 score 29997 pv b0c2 b9c7", "info depth 3 score mate 2 pv b0c2 b9c7"),
        (
            info(SearchScore::Mate(-1)),
            "info depth 3 score -29998 pv b0c2 b9c7",
            "info depth 3 score mate -1 pv b0c2 b9c7",
        ),
        (UciReply::Error("x".to_owned()), "info message error x", "info string error x"),
    ] {
        assert_eq!(Dialect::Ucci.write(&reply, XIANGQI), ucci);
        assert_eq!(Dialect::Cyclone.write(&reply, XIANGQI), cyclone);
    }
    assert_eq!(with_draw("bestmove b0c2"), "bestmove b0c2 draw");
}

#[test]
fn engines_are_told_and_read() {
    let best = |best: &str, ponder: Option<&str>| EngineLine::BestMove {
        best: best.to_owned(),
        ponder: ponder.map(str::to_owned),
    };
    let read = |line: &str| read_reply(line, XIANGQI);
    assert_eq!(read("bestmove b0c2 ponder b9c7"), best("b1c3", Some("b10c8")));
    assert_eq!(read("bestmove b0c2 draw"), best("b1c3", None));
    assert_eq!(read("nobestmove"), best(NO_MOVE, None));
    let words = |line: &str| AnswerWords::read(line);
    assert_eq!(words("bestmove b0c2 draw"), AnswerWords { draw: true, resign: false });
    assert_eq!(words("bestmove b0c2 ponder b9c7 resign"), AnswerWords { draw: false, resign: true });
    assert_eq!(words("nobestmove"), AnswerWords::default());
    assert_eq!(read("ucciok"), EngineLine::UciOk);
    assert_eq!(read("uciok"), EngineLine::Other);
    let spin = OptionKind::Spin { default: 16, min: 1, max: 99 };
    let option = OptionSpec::new("hashsize", spin);
    assert_eq!(read("option hashsize type spin min 1 max 99 default 16"), EngineLine::Option(option));
    let EngineLine::Info(info) = read("info depth 3 score -31 pv b0c2 b9c7") else { panic!() };
    assert_eq!((info.depth, info.score), (Some(3), Some(SearchScore::Centipawns(-31))));
    assert_eq!(info.pv.iter().map(ToString::to_string).collect::<Vec<_>>(), ["b1c3", "b10c8"]);
    assert_eq!(read("info message score 3"), EngineLine::Text("score 3".to_owned()));

    let clock = UcciClock { first_moves: false, in_milliseconds: true };
    let told = |command: &Command| write_command(command, XIANGQI, clock);
    let go = GoParams {
        wtime: Some(7000),
        btime: Some(6000),
        winc: Some(5),
        binc: Some(4000),
        ..GoParams::default()
    };
    let ordered = Command::Go(go.clone());
    assert_eq!(told(&ordered), "go time 6000 increment 4000 opptime 7000 oppincrement 5");
    let in_seconds = UcciClock { first_moves: true, in_milliseconds: false };
    assert_eq!(
        write_command(&ordered, XIANGQI, in_seconds),
        "go time 7 increment 0 opptime 6 oppincrement 4"
    );
    let for_move = GoParams { movetime: Some(500), ponder: true, ..GoParams::default() };
    assert_eq!(told(&Command::Go(for_move)), "go ponder time 500 movestogo 1");
    assert_eq!(told(&Command::Go(GoParams::default())), "go depth infinite");
    let offered = GoParams { depth: Some(3), draw_offered: true, ..GoParams::default() };
    assert_eq!(told(&Command::Go(offered)), "go draw depth 3");
    assert_eq!(told(&Command::PonderHitDraw), "ponderhit draw");
    let position = Command::Position { start: Start::StartPos, moves: "b1c3 b10c8".into() };
    assert_eq!(told(&position), "position startpos moves b0c2 b9c7");
    let option = Command::SetOption { name: "hashsize".to_owned(), value: Some("64".to_owned()) };
    assert_eq!(told(&option), "setoption hashsize 64");
    assert_eq!(told(&Command::Ucci), "ucci");
}

proptest! {
    #[test]
    fn any_text_is_answered(line in ".*", head in "(position|go|setoption|fen|banmoves)?( fen| time)? ") {
        for dialect in [Dialect::Ucci, Dialect::Cyclone] {
            let read = dialect.parse(&format!("{head}{line}"));
            let _ = read.and_then(|command| dialect.localize(command, XIANGQI));
        }
    }
}
