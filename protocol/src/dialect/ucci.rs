//! UCCI, the language of GUIs for xiangqi, and the form of UCI that the engine Cyclone spoke.
//!
//! Both count the ranks of a board with ten of them from 0.
//!
#![doc = include_str!("../../UCCI.md")]

use super::{BoardSize, Dialect};
use crate::client::uci::EngineLine;
use crate::info::{SearchInfo, SearchScore};
use crate::notation::{WireMove, ranks_from_one, ranks_from_zero};
use crate::options::OptionSpec;
use crate::text::{Words, one_line, split_before, split_word, trim, words};
use crate::uci::{self, Command, GoParams, ParseError, Start, UciReply};

/// The line with which a session of UCCI ends.
pub const BYE: &str = "bye";

/// The answer to `probe`: nothing is known of the position.
pub const NOTHING_KNOWN: &str = "pophash";

/// The answer to a search without a move.
pub const NO_MOVE: &str = "nobestmove";

/// The word behind a move that offers or accepts a draw.
const DRAW: &str = "draw";

/// The word behind a move with which the engine resigns.
const RESIGN: &str = "resign";

/// The score of the side that has mated. Unit: hundredths of a pawn.
const MATE: i32 = 30_000;

/// Reads a line of UCCI. Words that are not UCCI's own are those of UCI.
pub(super) fn parse(line: &str) -> Result<Command, ParseError> {
    let (head, rest) = split_word(line);
    match head.to_ascii_lowercase().as_str() {
        "ucci" => Ok(Command::Ucci),
        "uccinewgame" => Ok(Command::UciNewGame),
        "position" => position(rest),
        "banmoves" => Ok(Command::BanMoves(rest.into())),
        "probe" => Ok(Command::Probe),
        "go" => go(rest),
        "setoption" => set_option(rest),
        "ponderhit" if words(rest).any(|word| word.eq_ignore_ascii_case(DRAW)) => Ok(Command::PonderHitDraw),
        _ => uci::parse(line),
    }
}

/// Reads a line of Cyclone's UCI, in which the word `position` is left out.
pub(super) fn parse_cyclone(line: &str) -> Result<Command, ParseError> {
    let (head, rest) = split_word(line);
    match head.to_ascii_lowercase().as_str() {
        "fen" | "startpos" => position(line),
        "position" => position(rest),
        _ => uci::parse(line),
    }
}

/// Reads a position, in which the side may be `r`, for red.
fn position(rest: &str) -> Result<Command, ParseError> {
    let command = uci::parse(&format!("position {rest}"))?;
    let Command::Position { start: Start::Fen(fen), moves } = command else { return Ok(command) };
    let mut fields: Vec<&str> = words(&fen).collect();
    if let Some(side) = fields.get_mut(1).filter(|side| side.eq_ignore_ascii_case("r")) {
        *side = "w";
    }
    Ok(Command::Position { start: Start::Fen(fields.join(" ")), moves })
}

/// Reads the limits of a search. The clock is that of the side to move; the other's is not needed.
fn go(rest: &str) -> Result<Command, ParseError> {
    let mut in_uci = Words::default();
    let mut draw_offered = false;
    let mut rest = words(rest).peekable();
    while let Some(word) = rest.next() {
        let mut take = || rest.next().unwrap_or_default().to_owned();
        match word.to_ascii_lowercase().as_str() {
            DRAW => draw_offered = true,
            "time" => {
                let time = take();
                in_uci.push(&format!("wtime {time} btime {time}"));
            }
            "increment" => {
                let time = take();
                in_uci.push(&format!("winc {time} binc {time}"));
            }
            "opptime" | "oppincrement" | "oppmovestogo" => drop(take()),
            "depth" if rest.next_if(|next| next.eq_ignore_ascii_case("infinite")).is_some() => {
                in_uci.push("infinite");
            }
            _ => in_uci.push(word),
        }
    }
    uci::parse_go(in_uci.as_str(), false).map(|go| Command::Go(GoParams { draw_offered, ..go }))
}

/// Reads `setoption NAME [VALUE]`, with or without the words of UCI.
fn set_option(rest: &str) -> Result<Command, ParseError> {
    let (name, value) = split_word(rest);
    if name.eq_ignore_ascii_case("name") {
        return uci::parse(&format!("setoption {rest}"));
    }
    if name.is_empty() {
        return Err(ParseError::missing("setoption", "name", "the name of an option"));
    }
    let value = (!value.is_empty()).then(|| value.to_owned());
    Ok(Command::SetOption { name: name.to_owned(), value })
}

/// The same command with UCI's moves.
pub(super) fn localize(command: Command, board: BoardSize) -> Command {
    let read = |moves: Words| match board.ranks {
        10 => moves.iter().map(ranks_from_one).collect(),
        _ => moves,
    };
    match command {
        Command::Position { start, moves } => Command::Position { start, moves: read(moves) },
        Command::BanMoves(moves) => Command::BanMoves(read(moves)),
        Command::Go(go) => Command::Go(GoParams { searchmoves: read(go.searchmoves), ..go }),
        other => other,
    }
}

/// The text of a move.
pub fn write_move(wire: WireMove, board: BoardSize) -> String {
    match board.ranks {
        10 => ranks_from_zero(&wire.to_string()),
        _ => wire.to_string(),
    }
}

/// Reads a move: `b0c2` on a board with ten ranks.
///
/// ```
/// use helgi_protocol::dialect::{BoardSize, ucci};
///
/// let xiangqi = BoardSize { files: 9, ranks: 10 };
/// assert_eq!(ucci::read_move("b9c7", xiangqi).unwrap().to_string(), "b10c8");
/// assert_eq!(ucci::read_move("b10c8", xiangqi), None);
/// ```
pub fn read_move(text: &str, board: BoardSize) -> Option<WireMove> {
    let from_one = if board.ranks == 10 { ranks_from_one(text) } else { text.to_owned() };
    let wire: WireMove = from_one.parse().ok()?;
    let is_on_board = match wire {
        WireMove::Step { from, to, .. } => from.rank <= board.ranks && to.rank <= board.ranks,
        WireMove::Drop { to, .. } => to.rank <= board.ranks,
        _ => true,
    };
    is_on_board.then_some(wire)
}

/// Reads a line from an engine, with UCI's moves where they can be read. `nobestmove` is an answer without a move.
pub fn read_reply(line: &str, board: BoardSize) -> EngineLine {
    let (word, rest) = split_word(line);
    match word {
        "ucciok" => EngineLine::UciOk,
        // UCI's is none here.
        "uciok" => EngineLine::Other,
        NO_MOVE => EngineLine::BestMove { best: NO_MOVE.to_owned(), ponder: None },
        "option" => OptionSpec::read(&format!("name {rest}")).map_or(EngineLine::Other, EngineLine::Option),
        "info" => match split_word(rest) {
            ("message", text) => EngineLine::Text(trim(text).to_owned()),
            _ => {
                let (before, behind) = split_before(rest, "score");
                let score = split_word(split_word(behind).1).0.parse().ok().map(SearchScore::Centipawns);
                let info = SearchInfo::read_with(rest, &|text| read_move(text, board));
                EngineLine::Info(SearchInfo { score: score.filter(|_| !before.contains(" pv ")), ..info })
            }
        },
        _ => Dialect::Ucci.read_best_move(line, board),
    }
}

/// The words that an answer to a search has behind its moves.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct AnswerWords {
    /// The engine offers a draw, or accepts one.
    pub draw: bool,
    /// The engine resigns.
    pub resign: bool,
}

impl AnswerWords {
    /// The words of a line `bestmove M [ponder P] [draw | resign]`.
    ///
    /// ```
    /// use helgi_protocol::dialect::ucci::AnswerWords;
    ///
    /// assert!(AnswerWords::read("bestmove b0c2 ponder b9c7 draw").draw);
    /// assert_eq!(AnswerWords::read("bestmove b0c2"), AnswerWords::default());
    /// ```
    #[must_use]
    pub fn read(line: &str) -> Self {
        let behind = || words(line).skip(2);
        AnswerWords { draw: behind().any(|word| word == DRAW), resign: behind().any(|word| word == RESIGN) }
    }
}

/// The facts that the line of a search depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UcciClock {
    /// The side to move is the one that moves first.
    pub first_moves: bool,
    /// The engine has taken `usemillisec`.
    pub in_milliseconds: bool,
}

/// The line of a command to an engine. The time for a move is a clock for one.
pub fn write_command(command: &Command, board: BoardSize, clock: UcciClock) -> String {
    match command {
        Command::UciNewGame => "uccinewgame".to_owned(),
        Command::SetOption { name, value } => {
            let value = value.as_ref().map(|value| format!(" {value}")).unwrap_or_default();
            format!("setoption {name}{value}")
        }
        Command::Position { start, moves } => {
            let moves = Dialect::Ucci.write_moves(moves, board);
            Command::Position { start: start.clone(), moves }.to_string()
        }
        Command::Go(go) => write_go(go, clock),
        other => other.to_string(),
    }
}

fn write_go(go: &GoParams, clock: UcciClock) -> String {
    let unit = if clock.in_milliseconds { 1 } else { 1000 };
    let order = |first, second| if clock.first_moves { (first, second) } else { (second, first) };
    let (own, other) = order(go.wtime, go.btime);
    let (own_increment, other_increment) = order(go.winc, go.binc);
    let is_for_move = own.is_none() && go.movetime.is_some();
    let times = |name: &'static str, time: Option<i64>| (name, time.map(|time| (time / unit).to_string()));
    let count = |name: &'static str, count: Option<String>| (name, count);
    let words = [
        count("depth", go.depth.map(|depth| depth.to_string())),
        count("nodes", go.nodes.map(|nodes| nodes.to_string())),
        times("time", own.or(go.movetime)),
        count(
            "movestogo",
            if is_for_move { Some("1".to_owned()) } else { go.movestogo.map(|n| n.to_string()) },
        ),
        times("increment", own_increment.filter(|_| own.is_some())),
        times("opptime", other),
        times("oppincrement", other_increment.filter(|_| other.is_some())),
    ];
    let words: String =
        words.into_iter().filter_map(|(name, value)| value.map(|value| format!(" {name} {value}"))).collect();
    let words = if words.is_empty() || go.infinite { " depth infinite".to_owned() } else { words };
    let draw = if go.draw_offered { " draw" } else { "" };
    format!("go{}{draw}{words}", if go.ponder { " ponder" } else { "" })
}

/// The line of a reply in UCCI.
pub(super) fn write(reply: &UciReply, board: BoardSize) -> String {
    match reply {
        UciReply::UciOk => "ucciok".to_owned(),
        UciReply::Option(option) => write_option(option),
        UciReply::BestMove { best: None, .. } => NO_MOVE.to_owned(),
        UciReply::InfoString(text) => format!("info message {}", one_line(text)),
        UciReply::Error(text) => format!("info message error {}", one_line(text)),
        UciReply::Variant(variant) => format!("info message {variant}"),
        other => other.written(&|wire| write_move(*wire, board), &|score| match score {
            SearchScore::Centipawns(value) => value.to_string(),
            SearchScore::Mate(moves) => mate(moves).to_string(),
        }),
    }
}

/// The line of a reply in Cyclone's UCI.
pub(super) fn write_cyclone(reply: &UciReply, board: BoardSize) -> String {
    reply.written(&|wire| write_move(*wire, board), &|score| score.to_string())
}

/// The line of a move with which an offered draw is taken.
pub fn with_draw(line: &str) -> String {
    format!("{line} {DRAW}")
}

/// The score of a mate in so many own moves, less by one for each ply.
fn mate(moves: i32) -> i32 {
    let plies = moves.saturating_mul(2);
    if moves > 0 { MATE.saturating_sub(plies).saturating_add(1) } else { -MATE - plies }
}

/// The name of one of UCI's options.
pub(super) fn option_name(name: &str) -> Option<String> {
    match name {
        "Hash" => Some("hashsize".to_owned()),
        "UCI_Chess960" => None,
        _ => Some(name.replace(' ', "_")),
    }
}

fn write_option(option: &OptionSpec) -> String {
    let name = option_name(&option.name).unwrap_or_else(|| option.name.clone());
    let line = OptionSpec::new(&name, option.kind.clone()).to_string();
    // UCI's word between the two.
    let (_, facts) = split_before(&line, &name);
    format!("option {facts}")
}

#[cfg(test)]
mod tests {
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
            (Dialect::Cyclone, "fen 9/9 b moves b0c2 b9c7", fen("9/9 b")),
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
        assert_eq!(
            Dialect::Ucci.write(&option, XIANGQI),
            "option hashsize type spin default 16 min 1 max 99"
        );
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
}
