//! The languages of UCI's family: UCI itself, USI, the language of shogi's GUIs, and UCCI, that of xiangqi's.
//!
//! A [`Dialect`] turns lines into [`Command`]s and [`UciReply`]s into lines, so that a session knows only these. The
//! squares of a dialect may depend on the board: moves are kept as they came until the board is known, and turned into
//! those of UCI by [`Dialect::localize`].

pub mod ucci;
pub mod usi;

use crate::client::uci::{EngineLine, parse_line};
use crate::notation::{WireMove, WireSquare};
use crate::text::Words;
use crate::uci::{self, Command, ParseError, UciReply};

/// A language of UCI's family.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// UCI.
    #[default]
    Uci,
    /// USI, the Universal Shogi Interface.
    Usi,
    /// UCCI, the Universal Chinese Chess Protocol.
    Ucci,
    /// UCI as the engine Cyclone spoke it.
    Cyclone,
}

/// The size of a board, on which the names of its squares depend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoardSize {
    /// The number of files.
    pub files: u8,
    /// The number of ranks.
    pub ranks: u8,
}

/// A text that begins with the letter of a piece, as people write moves, with UCI's names of its squares, which `take_square`
/// takes; `None` for other texts.
fn with_usual_squares<'a>(
    text: &'a str,
    take_square: impl Fn(&'a str) -> Option<(WireSquare, &'a str)>,
) -> Option<String> {
    let letter = text.strip_prefix('+').unwrap_or(text);
    if !letter.starts_with(|c: char| c.is_ascii_uppercase()) {
        return None;
    }
    let (mut usual, mut rest, mut has_square) = (String::new(), text, false);
    while let Some(letter) = rest.chars().next() {
        if let Some((square, behind)) = take_square(rest) {
            usual += &square.to_string();
            (rest, has_square) = (behind, true);
        } else {
            usual.push(letter);
            rest = &rest[letter.len_utf8()..];
        }
    }
    has_square.then_some(usual)
}

impl Dialect {
    /// The dialect of which a command is the greeting.
    pub fn greeted_by(command: &Command) -> Option<Self> {
        match command {
            Command::Uci => Some(Self::Uci),
            Command::Usi => Some(Self::Usi),
            Command::Ucci => Some(Self::Ucci),
            Command::Cyclone => Some(Self::Cyclone),
            _ => None,
        }
    }

    /// The greeting, which is the name in lower case.
    pub const fn greeting(self) -> &'static str {
        match self {
            Self::Uci => "uci",
            Self::Usi => "usi",
            Self::Ucci => "ucci",
            Self::Cyclone => "ucicyclone",
        }
    }

    /// The name for people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Uci => "UCI",
            Self::Usi => "USI",
            Self::Ucci => "UCCI",
            Self::Cyclone => "Cyclone's UCI",
        }
    }

    /// Reads a line. Its moves are kept as they came.
    ///
    /// # Errors
    ///
    /// As [`uci::parse`].
    pub fn parse(self, line: &str) -> Result<Command, ParseError> {
        match self {
            Self::Uci => uci::parse(line),
            Self::Usi => usi::parse(line),
            Self::Ucci => ucci::parse(line),
            Self::Cyclone => ucci::parse_cyclone(line),
        }
    }

    /// The same command with UCI's moves.
    ///
    /// # Errors
    ///
    /// If one of its moves is no move of the dialect.
    pub fn localize(self, command: Command, board: BoardSize) -> Result<Command, ParseError> {
        match self {
            Self::Uci => Ok(command),
            Self::Usi => usi::localize(command, board),
            Self::Ucci | Self::Cyclone => ucci::localize(command, board),
        }
    }

    /// The text of a move.
    pub fn write_move(self, wire: WireMove, board: BoardSize) -> String {
        match self {
            Self::Uci => wire.to_string(),
            Self::Usi => usi::write_move(wire, board),
            Self::Ucci | Self::Cyclone => ucci::write_move(wire, board),
        }
    }

    /// Reads a move, as the text that UCI has for it; `None` if it is none of the dialect's.
    pub fn read_move(self, text: &str, board: BoardSize) -> Option<String> {
        match self {
            Self::Uci => Some(text.to_owned()),
            Self::Usi => usi::read_move(text, board).map(|wire| wire.to_string()),
            Self::Ucci | Self::Cyclone => ucci::read_move(text, board).map(|wire| wire.to_string()),
        }
    }

    /// The texts of moves that UCI's texts stand for; what is no move stays as it is.
    fn write_moves(self, moves: &Words, board: BoardSize) -> Words {
        let text = |text: &str| text.parse().map_or(text.to_owned(), |wire| self.write_move(wire, board));
        moves.iter().map(text).collect()
    }

    /// Reads a line as UCI does, but with the dialect's moves behind `bestmove`; what is no move stays as it is.
    fn read_best_move(self, line: &str, board: BoardSize) -> EngineLine {
        let read = |text: String| self.read_move(&text, board).unwrap_or(text);
        match parse_line(line) {
            EngineLine::BestMove { best, ponder } => {
                EngineLine::BestMove { best: read(best), ponder: ponder.map(read) }
            }
            other => other,
        }
    }

    /// Reads a line from an engine, with UCI's moves where they can be read.
    pub fn read_reply(self, line: &str, board: BoardSize) -> EngineLine {
        match self {
            // Cyclone's UCI is for GUIs that ask for it: no engine is driven in it.
            Self::Uci | Self::Cyclone => parse_line(line),
            Self::Usi => usi::read_reply(line, board),
            Self::Ucci => ucci::read_reply(line, board),
        }
    }

    /// The line of a reply.
    pub fn write(self, reply: &UciReply, board: BoardSize) -> String {
        match self {
            Self::Uci => reply.to_string(),
            Self::Usi => usi::write(reply, board),
            Self::Ucci => ucci::write(reply, board),
            Self::Cyclone => ucci::write_cyclone(reply, board),
        }
    }

    /// The name under which the dialect has one of UCI's options; `None` if it means nothing there.
    pub fn option_name(self, name: &str) -> Option<String> {
        match self {
            Self::Uci | Self::Cyclone => Some(name.to_owned()),
            Self::Usi => usi::option_name(name),
            Self::Ucci => ucci::option_name(name),
        }
    }

    /// The line about a position that `d` prints besides those of UCI.
    pub fn position_line(self, fen: &str) -> Option<String> {
        match self {
            Self::Uci | Self::Ucci | Self::Cyclone => None,
            Self::Usi => usi::sfen_of_fen(fen).map(|sfen| format!("Sfen: {sfen}")),
        }
    }
}
