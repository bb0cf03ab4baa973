//! The commands as values, and the lines that stand for them.

use std::fmt;

use super::go::GoParams;
use crate::text::Words;

/// A line from the GUI.
///
/// [`Display`](fmt::Display) prints the line that reads back to the same value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `uci`: switches to UCI; the engine answers with its name and options.
    Uci,
    /// `usi`: switches to USI; see [`usi`](crate::dialect::usi).
    Usi,
    /// `ucci`: switches to UCCI; see [`ucci`](crate::dialect::ucci).
    Ucci,
    /// `ucicyclone`: switches to UCI with ranks from 0; see [`ucci`](crate::dialect::ucci).
    Cyclone,
    /// `debug on`, `debug off`: more or fewer `info string` lines.
    Debug(bool),
    /// `isready`: answer `readyok` once all earlier commands took effect.
    IsReady,
    /// `register …`: unused here; its arguments are dropped.
    Register,
    /// `setoption name NAME [value VALUE]`.
    SetOption {
        /// The option's name, single blanks between its words.
        name: String,
        /// The text after `value`: empty if there is none after the word,
        /// `None` without the word.
        value: Option<String>,
    },
    /// `ucinewgame`: the next position belongs to another game.
    UciNewGame,
    /// `position startpos|fen FEN [moves MOVE …]`.
    Position {
        /// The position before the moves.
        start: Start,
        /// The moves as they were sent; each is to be read as a
        /// [`WireMove`](crate::notation::WireMove) and played in its turn.
        moves: Words,
    },
    /// `go …`: search.
    Go(GoParams),
    /// UCCI's `banmoves …`: moves of the present position, as they were sent, that are not to be played.
    BanMoves(Words),
    /// UCCI's `probe`: show what the hash table has of a position.
    Probe,
    /// `stop`: end the search and answer.
    Stop,
    /// `ponderhit`: the expected move was played.
    PonderHit,
    /// UCCI's `ponderhit draw`: the expected move was played, with an offer of a draw.
    PonderHitDraw,
    /// `quit`: end the program.
    Quit,
    /// `d`: draw the board.
    Display,
    /// `eval`: show the evaluation of the position.
    Eval,
    /// `bench …`: search a fixed set of positions.
    Bench {
        /// The words behind `bench`.
        args: Words,
    },
    /// `perft N`: count the move paths of length N.
    Perft(u32),
    /// `flip`: exchange the colours.
    Flip,
    /// `variants`: list the games.
    Variants,
    /// `help`: list the commands.
    Help,
    /// `xboard`: speak the XBoard protocol from here on.
    XBoard,
    /// A line that asks for nothing: blank, or a comment that begins with `#`.
    Empty,
    /// A line that is not a command.
    Unknown {
        /// The line without blanks at its ends.
        line: String,
    },
}

/// The position a `position` command begins with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// The start position of the game.
    StartPos,
    /// A position as text, single blanks between its fields.
    Fen(String),
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Uci => f.write_str("uci"),
            Self::Usi => f.write_str("usi"),
            Self::Ucci => f.write_str("ucci"),
            Self::Cyclone => f.write_str("ucicyclone"),
            Self::Debug(on) => write!(f, "debug {}", if *on { "on" } else { "off" }),
            Self::IsReady => f.write_str("isready"),
            // Its arguments were dropped: `later` is the form without a name and a code.
            Self::Register => f.write_str("register later"),
            Self::SetOption { name, value } => {
                write!(f, "setoption name {name}")?;
                value.iter().try_for_each(|value| write!(f, " value {value}"))
            }
            Self::UciNewGame => f.write_str("ucinewgame"),
            Self::Position { start, moves } => {
                match start {
                    Start::StartPos => f.write_str("position startpos")?,
                    Start::Fen(fen) => write!(f, "position fen {fen}")?,
                }
                if moves.is_empty() {
                    return Ok(());
                }
                write!(f, " moves {moves}")
            }
            Self::Go(params) => write!(f, "{params}"),
            Self::BanMoves(moves) => write!(f, "banmoves {moves}"),
            Self::Probe => f.write_str("probe"),
            Self::Stop => f.write_str("stop"),
            Self::PonderHit => f.write_str("ponderhit"),
            Self::PonderHitDraw => f.write_str("ponderhit draw"),
            Self::Quit => f.write_str("quit"),
            Self::Display => f.write_str("d"),
            Self::Eval => f.write_str("eval"),
            Self::Bench { args } if args.is_empty() => f.write_str("bench"),
            Self::Bench { args } => write!(f, "bench {args}"),
            Self::Perft(depth) => write!(f, "perft {depth}"),
            Self::Flip => f.write_str("flip"),
            Self::Variants => f.write_str("variants"),
            Self::Help => f.write_str("help"),
            Self::XBoard => f.write_str("xboard"),
            Self::Empty => Ok(()),
            Self::Unknown { line } => f.write_str(line),
        }
    }
}
