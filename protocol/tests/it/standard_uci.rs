//! On the standard subset of UCI the crate reads what `vampirc-uci` reads.

use std::fmt::Write as _;

use helgi_protocol::uci::{self, Command, GoParams, Start};
use proptest::prelude::*;
use vampirc_uci::{UciMessage, UciMove, UciTimeControl, parse_strict};

/// The same command, as far as the other reader can express it.
fn translated(message: &UciMessage) -> Command {
    match message {
        UciMessage::Uci => Command::Uci,
        UciMessage::Debug(on) => Command::Debug(*on),
        UciMessage::IsReady => Command::IsReady,
        UciMessage::Register { .. } => Command::Register,
        UciMessage::UciNewGame => Command::UciNewGame,
        UciMessage::Stop => Command::Stop,
        UciMessage::PonderHit => Command::PonderHit,
        UciMessage::Quit => Command::Quit,
        UciMessage::SetOption { name, value } => {
            Command::SetOption { name: name.clone(), value: value.clone() }
        }
        UciMessage::Position { fen, moves, .. } => Command::Position {
            start: match fen {
                Some(fen) => Start::Fen(fen.as_str().to_owned()),
                None => Start::StartPos,
            },
            moves: moves.iter().map(UciMove::to_string).collect(),
        },
        UciMessage::Go { time_control, search_control } => {
            let mut go = GoParams::default();
            match time_control {
                None => {}
                Some(UciTimeControl::Ponder) => go.ponder = true,
                Some(UciTimeControl::Infinite) => go.infinite = true,
                Some(UciTimeControl::MoveTime(time)) => go.movetime = Some(time.num_milliseconds()),
                Some(UciTimeControl::TimeLeft {
                    white_time,
                    black_time,
                    white_increment,
                    black_increment,
                    moves_to_go,
                }) => {
                    go.wtime = white_time.map(|time| time.num_milliseconds());
                    go.btime = black_time.map(|time| time.num_milliseconds());
                    go.winc = white_increment.map(|time| time.num_milliseconds());
                    go.binc = black_increment.map(|time| time.num_milliseconds());
                    go.movestogo = moves_to_go.map(u32::from);
                }
            }
            if let Some(search) = search_control {
                go.searchmoves = search.search_moves.iter().map(UciMove::to_string).collect();
                go.depth = search.depth.map(u32::from);
                go.mate = search.mate.map(u32::from);
                go.nodes = search.nodes;
            }
            Command::Go(go)
        }
        other => panic!("not from a GUI: {other:?}"),
    }
}

fn chess_move() -> impl Strategy<Value = String> {
    "[a-h][1-8][a-h][1-8][qrbn]?"
}

fn moves(count: std::ops::Range<usize>) -> impl Strategy<Value = String> {
    prop::collection::vec(chess_move(), count).prop_map(|moves| moves.join(" "))
}

fn position() -> impl Strategy<Value = String> {
    let start = prop::sample::select(vec![
        "startpos",
        "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "fen 3r2k1/p5n1/1pq1p2p/2p3p1/2P1P1n1/1P1P2pP/PN1Q2K1/5R2 w - - 0 27",
        "fen rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
    ]);
    (start, prop::option::of(moves(1..30))).prop_map(|(start, moves)| match moves {
        Some(moves) => format!("position {start} moves {moves}"),
        None => format!("position {start}"),
    })
}

fn go() -> impl Strategy<Value = String> {
    let clock = || prop::option::of(-1000..1_000_000_i64);
    let time = prop_oneof![
        Just(String::new()),
        Just(" ponder".to_owned()),
        Just(" infinite".to_owned()),
        (0..100_000).prop_map(|time| format!(" movetime {time}")),
        (clock(), clock(), clock(), clock(), prop::option::of(1..=255_i64)).prop_map(
            |(wtime, btime, winc, binc, movestogo)| {
                let mut text = String::new();
                let mut field = |name, value: Option<i64>| {
                    if let Some(value) = value {
                        write!(text, " {name} {value}").unwrap();
                    }
                };
                field("wtime", wtime);
                field("btime", btime);
                field("winc", winc);
                field("binc", binc);
                field("movestogo", movestogo);
                text
            }
        ),
    ];
    let search = prop_oneof![
        Just(String::new()),
        (1..=255).prop_map(|depth| format!(" depth {depth}")),
        (1..=127).prop_map(|mate| format!(" mate {mate}")),
        (1..999_999_999_999_u64).prop_map(|nodes| format!(" nodes {nodes}")),
        moves(1..9).prop_map(|moves| format!(" searchmoves {moves}")),
    ];
    (time, search).prop_map(|(time, search)| format!("go{time}{search}"))
}

fn line() -> impl Strategy<Value = String> {
    let short = prop::sample::select(vec![
        "uci",
        "debug on",
        "debug off",
        "isready",
        "register later",
        "register name A code B",
        "ucinewgame",
        "stop",
        "ponderhit",
        "quit",
    ]);
    let option = ("[A-UW-Z][a-z]{0,8}( [A-UW-Z][a-z]{1,8})?", "[a-z0-9]{1,9}")
        .prop_map(|(name, value)| format!("setoption name {name} value {value}"));
    let button = "[A-UW-Z][a-z]{0,8}".prop_map(|name| format!("setoption name {name}"));
    prop_oneof![short.prop_map(str::to_owned), option, button, position(), go()]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn both_read_the_same(line in line()) {
        let messages = parse_strict(&line).map_err(|error| {
            TestCaseError::fail(format!("{line}: {error}"))
        })?;
        prop_assert_eq!(messages.len(), 1);
        prop_assert_eq!(uci::parse(&line), Ok(translated(&messages[0])), "{}", line);
    }
}

#[test]
fn commands_that_break_the_other_reader() {
    for line in ["go depth 300", "go mate 300", "go movestogo 300"] {
        assert!(std::panic::catch_unwind(|| parse_strict(line)).is_err());
        assert!(matches!(uci::parse(line), Ok(Command::Go(_))), "{line}");
    }
    for line in [
        "position startpos moves",
        "position startpos moves e2e4 P@e4 a1a10",
        "setoption name X value",
        "go depth 5 perft 5",
        "register",
    ] {
        assert!(parse_strict(line).is_err());
        assert!(uci::parse(line).is_ok(), "{line}");
    }
}
