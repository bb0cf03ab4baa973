//! UCCI, the language of GUIs for xiangqi, and the form of UCI that the engine Cyclone spoke.
//!
//! Both count the ranks of a board with ten of them from 0.
//!
#![doc = include_str!("../../../UCCI.md")]

use super::{BoardSize, Dialect, with_usual_squares};
use crate::client::uci::EngineLine;
use crate::info::{SearchInfo, SearchScore};
use crate::notation::{WireMove, WireSquare, ranks_from_one, ranks_from_zero};
use crate::options::OptionSpec;
use crate::text::{Words, one_line, split_before, split_word, trim, words};
use crate::uci::{self, Command, GoParams, ParseError, Start, UciReply};
use std::borrow::Cow;

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

/// The form of moves, for errors.
const MOVE: &str = "a move such as `h2e2`";

/// The fields of a position behind the side to move, which many programs leave out.
const LAST_FIELDS: [&str; 4] = ["-", "-", "0", "1"];

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

/// Reads a position, in which the side may be `r`, for red, and the fields behind it may be missing.
fn position(rest: &str) -> Result<Command, ParseError> {
    let command = uci::parse(&format!("position {rest}"))?;
    let Command::Position { start: Start::Fen(fen), moves } = command else { return Ok(command) };
    let mut fields: Vec<&str> = words(&fen).collect();
    // Red moves first in xiangqi, as White does in UCI.
    if let Some(side) = fields.get_mut(1).filter(|side| side.eq_ignore_ascii_case("r")) {
        *side = "w";
    }
    // Programs write fewer fields, or dashes in them; a field with a value is left for the reader to judge.
    if fields.len() > 1 && fields.iter().skip(2).all(|&field| field == "-") {
        let known = fields.len() - 2;
        fields.extend(LAST_FIELDS.iter().skip(known));
    }
    Ok(Command::Position { start: Start::Fen(fields.join(" ")), moves })
}

/// Reads the limits of a search. The clock is that of the side to move; the other's is not needed.
fn go(rest: &str) -> Result<Command, ParseError> {
    let mut in_uci = Words::default();
    let mut draw_offered = false;
    let mut rest = words(rest).peekable();
    while let Some(word) = rest.next() {
        match word.to_ascii_lowercase().as_str() {
            DRAW => draw_offered = true,
            "time" => {
                let time = uci::go_number("time", rest.next())?;
                // The clock is that of the side to move, whichever that is, so both get it.
                in_uci.push(&format!("wtime {time} btime {time}"));
            }
            "increment" => {
                let time = uci::go_number("increment", rest.next())?;
                in_uci.push(&format!("winc {time} binc {time}"));
            }
            // The other side's clock is read over.
            "opptime" | "oppincrement" | "oppmovestogo" => drop(rest.next()),
            "depth" if rest.next_if(|next| next.eq_ignore_ascii_case("infinite")).is_some() => {
                // UCCI's word for a search without end is a depth.
                in_uci.push("infinite");
            }
            "depth" => in_uci.push(&format!("depth {}", uci::go_number("depth", rest.next())?)),
            "nodes" => in_uci.push(&format!("nodes {}", uci::go_number("nodes", rest.next())?)),
            "movestogo" => in_uci.push(&format!("movestogo {}", uci::go_number("movestogo", rest.next())?)),
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
pub(super) fn localize(command: Command, board: BoardSize) -> Result<Command, ParseError> {
    let read = |command, moves: &Words| -> Result<Words, ParseError> {
        let one = |text: &str| match read_move(&without_dash(text), board) {
            Some(wire) => Ok(wire.to_string()),
            None => with_usual_squares(text, |rest| take_square(rest, board))
                .ok_or_else(|| ParseError::invalid(command, "move", text, MOVE)),
        };
        moves.iter().map(one).collect()
    };
    Ok(match command {
        Command::Position { start, moves } => Command::Position { start, moves: read("position", &moves)? },
        Command::BanMoves(moves) => Command::BanMoves(read("banmoves", &moves)?),
        Command::Go(go) => Command::Go(GoParams { searchmoves: read("go", &go.searchmoves)?, ..go }),
        other => other,
    })
}

/// Takes a square, whose rank is one figure: from 0 on a board of ten ranks.
fn take_square(text: &str, board: BoardSize) -> Option<(WireSquare, &str)> {
    let mut letters = text.chars();
    let file = letters.next().filter(char::is_ascii_lowercase)? as u8 - b'a';
    let rank = u8::try_from(letters.next()?.to_digit(10)?).ok()? + u8::from(board.ranks == 10);
    let is_on_board = file < board.files && (1..=board.ranks).contains(&rank);
    is_on_board.then_some((WireSquare { file, rank }, letters.as_str()))
}

/// A move as UCCI writes it: other programs for xiangqi write `H2-E2`.
fn without_dash(text: &str) -> Cow<'_, str> {
    let is_step = text.as_bytes().get(1).is_some_and(u8::is_ascii_digit);
    // A capital letter before a digit is a square in capitals, not a piece that is dropped.
    let is_plain = !text.contains('-') && !text.starts_with(|letter: char| letter.is_ascii_uppercase());
    if !is_step || is_plain { text.into() } else { text.replacen('-', "", 1).to_ascii_lowercase().into() }
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
                // The score is a bare number here, which is not read as UCI's.
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
    // One move to go with all the time is a clock for this move.
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
    // A search needs a limit: without any it has no end.
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
        "Ponder" | "Threads" => Some(name.to_ascii_lowercase()),
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
mod tests;
