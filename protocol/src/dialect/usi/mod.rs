//! USI, the Universal Shogi Interface: the first side to move is Black, files count from the right, ranks are letters
//! from the top. White of the other protocols is USI's Black, and moves first: clocks change sides, and so do the letters of the side
//! in a position's text.
//!
#![doc = include_str!("../../../USI.md")]

mod sfen;

use super::{BoardSize, Dialect, with_usual_squares};
use crate::client::uci::EngineLine;
use crate::info::{SearchInfo, SearchScore};
use crate::notation::{WireMove, WireSquare};
use crate::options::{OptionKind, OptionSpec};
use crate::text::{Words, one_line, split_before, split_word, trim};
use crate::uci::{self, Command, GoParams, ParseError, Start, UciReply};
use std::borrow::Cow;

pub use sfen::{SfenError, fen_of_sfen, sfen_of_fen};

/// The reply of a player who declares that he has won by an entered king.
pub const WIN: &str = "bestmove win";

/// The form of moves, for errors.
const MOVE: &str = "a move such as `7g7f`, `8h2b+` or `P*5e`";

/// Reads a line. Words that are not USI's own are those of UCI.
pub(super) fn parse(line: &str) -> Result<Command, ParseError> {
    let (head, rest) = split_word(line);
    match head.to_ascii_lowercase().as_str() {
        "usi" => Ok(Command::Usi),
        "usinewgame" => Ok(Command::UciNewGame),
        // The result says nothing to an engine but that it has nothing to think about any more.
        "gameover" => Ok(Command::Stop),
        "position" => position(rest),
        "go" => uci::parse_go(rest, true).map(|go| Command::Go(other_clocks(go))),
        _ => uci::parse(line),
    }
}

fn position(rest: &str) -> Result<Command, ParseError> {
    const EXPECTED: &str = "`startpos` or `sfen` and a position";
    let (kind, rest) = split_word(rest);
    let (text, moves) = split_before(rest, "moves");
    let start = match kind.to_ascii_lowercase().as_str() {
        "startpos" if trim(text).is_empty() => Start::StartPos,
        "startpos" => {
            let expected = "`moves` or the end of the line";
            return Err(ParseError::invalid("position", "word", split_word(text).0, expected));
        }
        "sfen" => Start::Fen(fen_of_sfen(text).map_err(SfenError::in_position)?),
        "" => return Err(ParseError::missing("position", "start", EXPECTED)),
        // Fairy-Stockfish's USI takes positions of both kinds.
        "fen" => return uci::parse(&format!("position fen {rest}")),
        _ => return Err(ParseError::invalid("position", "start", kind, EXPECTED)),
    };
    Ok(Command::Position { start, moves: split_word(moves).1.into() })
}

/// The same limits with the clocks of the other sides.
fn other_clocks(go: GoParams) -> GoParams {
    // UCI's White is the side that moves first, which is Black here.
    GoParams { wtime: go.btime, btime: go.wtime, winc: go.binc, binc: go.winc, ..go }
}

/// The same command with UCI's moves.
pub(super) fn localize(command: Command, board: BoardSize) -> Result<Command, ParseError> {
    let read = |command, text: &str| match read_move(&without_dash(text), board) {
        Some(wire) => Ok(wire.to_string()),
        None => with_usual_squares(text, |rest| take_square(rest, board))
            .ok_or_else(|| ParseError::invalid(command, "move", text, MOVE)),
    };
    Ok(match command {
        Command::Position { start, moves } => {
            let moves: Result<Words, _> = moves.iter().map(|text| read("position", text)).collect();
            Command::Position { start, moves: moves? }
        }
        Command::Go(go) => {
            let moves: Result<Words, _> = go.searchmoves.iter().map(|text| read("go", text)).collect();
            Command::Go(GoParams { searchmoves: moves?, ..go })
        }
        other => other,
    })
}

/// A move without the dash between its squares that people write: `7g-7f`. A dash at the end is a mark.
fn without_dash(text: &str) -> Cow<'_, str> {
    match text.as_bytes() {
        [_, _, b'-', _, ..] => text.replacen('-', "", 1).into(),
        _ => text.into(),
    }
}

/// Reads a move: `7g7f`, `8h2b+`, `P*5e`. A `=` behind a move, for no promotion, says nothing.
///
/// ```
/// use helgi_protocol::dialect::{BoardSize, usi};
///
/// let shogi = BoardSize { files: 9, ranks: 9 };
/// for (text, wire) in [("7g7f", "c3c4"), ("8h2b+", "b2h8+"), ("P*5e", "P@e5"), ("9i9h=", "a1a2")] {
///     assert_eq!(usi::read_move(text, shogi).unwrap().to_string(), wire);
/// }
/// assert_eq!(usi::read_move("7g7j", shogi), None);
/// ```
pub fn read_move(text: &str, board: BoardSize) -> Option<WireMove> {
    if text == "0000" {
        return Some(WireMove::Pass);
    }
    let (promoted, plain) = match text.strip_prefix('+') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    if let Some((letter, square)) = plain.split_once('*') {
        let mut letters = letter.chars();
        let letter = letters.next().filter(char::is_ascii_alphabetic)?;
        let (to, rest) = take_square(square, board)?;
        let is_drop = letters.next().is_none() && rest.is_empty();
        return is_drop.then_some(WireMove::Drop { letter: letter.to_ascii_uppercase(), to, promoted });
    }
    let (from, rest) = take_square(text, board)?;
    let (to, rest) = take_square(rest, board)?;
    let mut letters = rest.chars();
    let promotion = match letters.next() {
        None | Some('=') => None,
        Some(mark @ ('+' | '-')) => Some(mark),
        Some(letter) => Some(letter.to_ascii_lowercase()).filter(char::is_ascii_alphabetic).map(Some)?,
    };
    let step = WireMove::step(from, to);
    match step {
        _ if letters.next().is_some() => None,
        WireMove::Step { from, to, count, hostile_at, removed, promoted, wall, .. } => {
            Some(WireMove::Step { from, to, count, promotion, hostile_at, removed, promoted, wall })
        }
        other => Some(other),
    }
}

/// Takes a square: the number of its file from the right and the letter of its rank from the top.
fn take_square(text: &str, board: BoardSize) -> Option<(WireSquare, &str)> {
    let mut letters = text.chars();
    let file = letters.next()?.to_digit(10)?;
    let rank = letters.next()?.to_ascii_lowercase();
    // Files count from 1 at the right, UCI's from 0 at the left.
    let from_right = u8::try_from(file).ok()?.checked_sub(1)?;
    let from_top = rank.is_ascii_lowercase().then(|| rank as u8 - b'a')?;
    let file = board.files.checked_sub(1)?.checked_sub(from_right)?;
    let rank = board.ranks.checked_sub(from_top).filter(|&rank| rank > 0)?;
    Some((WireSquare { file, rank }, letters.as_str()))
}

/// The text of a move. Moves that only games without an SFEN have are written as in UCI.
pub fn write_move(wire: WireMove, board: BoardSize) -> String {
    let square = |square: WireSquare| {
        let file = board.files.saturating_sub(square.file);
        let rank = char::from(b'a'.saturating_add(board.ranks.saturating_sub(square.rank)));
        format!("{file}{rank}")
    };
    match wire {
        WireMove::Drop { letter, to, promoted } => {
            let mark = if promoted { "+" } else { "" };
            format!("{mark}{letter}*{}", square(to))
        }
        WireMove::Step {
            from,
            to,
            count: None,
            promotion,
            hostile_at: None,
            removed: None,
            promoted: None,
            wall: None,
        } => {
            let promotion = promotion.map(String::from).unwrap_or_default();
            format!("{}{}{promotion}", square(from), square(to))
        }
        other => other.to_string(),
    }
}

/// The line of a command to an engine. Without increments there is a `byoyomi`, if only of 0, and the time for a move is
/// one: many engines know no other clocks.
pub fn write_command(command: &Command, board: BoardSize) -> String {
    match command {
        Command::UciNewGame => "usinewgame".to_owned(),
        Command::Position { start, moves } => {
            let start = match start {
                Start::StartPos => "startpos".to_owned(),
                // A position that SFEN has no form for is sent as FEN, which Fairy-Stockfish reads.
                Start::Fen(fen) => match sfen_of_fen(fen) {
                    Some(sfen) => format!("sfen {sfen}"),
                    None => format!("fen {fen}"),
                },
            };
            let moves = Dialect::Usi.write_moves(moves, board);
            let moves = if moves.is_empty() { String::new() } else { format!(" moves {moves}") };
            format!("position {start}{moves}")
        }
        Command::Go(go) => {
            let mut go = other_clocks(go.clone());
            go.searchmoves = Dialect::Usi.write_moves(&go.searchmoves, board);
            let has_clock = go.wtime.is_some() || go.btime.is_some();
            // An increment of nought is none.
            let has_increment = [go.winc, go.binc].into_iter().flatten().any(|increment| increment != 0);
            if has_clock && !has_increment {
                (go.winc, go.binc) = (None, None);
                go.byoyomi = go.byoyomi.or(Some(0));
            }
            // A clock of nought with a `byoyomi` is the time for one move.
            if let Some(time) = go.movetime.filter(|_| !has_clock && !go.checkmate) {
                (go.wtime, go.btime, go.byoyomi, go.movetime) = (Some(0), Some(0), Some(time), None);
            }
            written_go(&go)
        }
        other => other.to_string(),
    }
}

/// The line of limits whose clocks are those of USI's sides. Black's comes first, because there are engines that read them in
/// order.
fn written_go(go: &GoParams) -> String {
    let clocks = [
        ("btime", go.btime),
        ("wtime", go.wtime),
        ("binc", go.binc),
        ("winc", go.winc),
        ("byoyomi", go.byoyomi),
    ];
    let named = clocks.iter().filter_map(|(name, time)| time.map(|time| format!(" {name} {time}")));
    let clocks: String = named.collect();
    let ponder = if go.ponder { " ponder" } else { "" };
    let without = GoParams {
        ponder: false,
        btime: None,
        wtime: None,
        binc: None,
        winc: None,
        byoyomi: None,
        ..go.clone()
    };
    let rest = without.to_string();
    format!("go{ponder}{clocks}{}", rest.strip_prefix("go").unwrap_or(&rest))
}

/// Reads a line from an engine, with UCI's moves where they can be read.
pub fn read_reply(line: &str, board: BoardSize) -> EngineLine {
    let (word, rest) = split_word(line);
    match word {
        "usiok" => EngineLine::UciOk,
        "info" if split_word(rest).0 != "string" => {
            let info = SearchInfo::read_with(rest, &|text| read_move(text, board));
            let score = info.score.map(|score| match score {
                // USI counts plies to the mate, UCI moves.
                SearchScore::Mate(plies) => SearchScore::Mate(moves_of_plies(plies)),
                other => other,
            });
            EngineLine::Info(SearchInfo { score, ..info })
        }
        _ => Dialect::Usi.read_best_move(line, board),
    }
}

/// The line that tells an engine its result: of a win, of a loss, and otherwise of a draw.
pub fn game_over(is_won: Option<bool>) -> &'static str {
    match is_won {
        Some(true) => "gameover win",
        Some(false) => "gameover lose",
        None => "gameover draw",
    }
}

/// The line of a reply.
pub(super) fn write(reply: &UciReply, board: BoardSize) -> String {
    match reply {
        UciReply::UciOk => "usiok".to_owned(),
        UciReply::Option(option) => write_option(option),
        // A side without a move has lost in shogi, and USI has no other word for it.
        UciReply::BestMove { best: None, .. } => "bestmove resign".to_owned(),
        other => other.written(&|wire| write_move(*wire, board), &|score| match score {
            SearchScore::Centipawns(value) => format!("cp {value}"),
            SearchScore::Mate(moves) => format!("mate {}", plies(moves)),
        }),
    }
}

/// The plies to a mate in so many own moves; negative, as they are, if the side to move is mated.
fn plies(moves: i32) -> i32 {
    let plies = moves.saturating_mul(2);
    if moves > 0 { plies - 1 } else { plies }
}

/// The own moves to a mate in so many plies.
pub fn moves_of_plies(plies: i32) -> i32 {
    // The winning side moves last, so an odd number of plies has one move more.
    if plies > 0 { plies / 2 + plies % 2 } else { plies / 2 }
}

/// The answer to `go mate`: the line to the mate, or that none was found.
pub fn checkmate(line: Option<&[WireMove]>, board: BoardSize) -> String {
    match line {
        Some(line) => {
            let moves = line.iter().map(|&wire| format!(" {}", write_move(wire, board)));
            format!("checkmate{}", moves.collect::<String>())
        }
        None => "checkmate timeout".to_owned(),
    }
}

/// The name of one of UCI's options: GUIs set `USI_Hash` and `USI_Ponder`, and names have no blanks.
pub(super) fn option_name(name: &str) -> Option<String> {
    let name = match name.strip_prefix("UCI_") {
        Some("Chess960") => return None,
        Some(rest) => format!("USI_{rest}"),
        None if matches!(name, "Hash" | "Ponder" | "MultiPV") => format!("USI_{name}"),
        None => name.replace(' ', "_"),
    };
    Some(name)
}

fn write_option(option: &OptionSpec) -> String {
    let name = option_name(&option.name).unwrap_or_else(|| option.name.clone());
    match &option.kind {
        OptionKind::File { default } => {
            let default = if default.is_empty() { "<empty>".to_owned() } else { one_line(default) };
            format!("option name {name} type filename default {default}")
        }
        kind => OptionSpec::new(&name, kind.clone()).to_string(),
    }
}

#[cfg(test)]
mod tests;
