//! Commands: the router over the first word, and the commands with arguments.

use std::fmt;

use thiserror::Error;

use super::go::{self, GoParams};
use super::standard;
use crate::text::{Words, excerpt, split_before, split_word, trim, words};

/// A line from the GUI.
///
/// [`Display`](fmt::Display) prints the line that reads back to the same value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `uci`: speak UCI, say who you are and what options you have.
    Uci,
    /// `debug on`, `debug off`: more or fewer `info string` lines.
    Debug(bool),
    /// `isready`: answer `readyok` once all earlier commands took effect.
    IsReady,
    /// `register …`: of no use here; its arguments are dropped.
    Register,
    /// `setoption name NAME [value VALUE]`.
    SetOption {
        /// The option's name, single blanks between its words.
        name: String,
        /// The text after `value`: empty if there is none behind the word,
        /// `None` without the word.
        value: Option<String>,
    },
    /// `ucinewgame`: the next position belongs to another game.
    UciNewGame,
    /// `position startpos|fen FEN [moves MOVE …]`.
    Position {
        /// Where the moves begin.
        start: Start,
        /// The moves as they were sent; each is to be read as a
        /// [`WireMove`](crate::notation::WireMove) and played in its turn.
        moves: Words,
    },
    /// `go …`: search.
    Go(GoParams),
    /// `stop`: end the search and answer.
    Stop,
    /// `ponderhit`: the expected move was played.
    PonderHit,
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
    /// A line that is no command.
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

/// A command whose arguments cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseError {
    /// Something is not there.
    #[error("{command}: no {field}, expected {expected}")]
    Missing {
        /// The command.
        command: &'static str,
        /// What is missing.
        field: &'static str,
        /// What it should look like.
        expected: &'static str,
    },
    /// Something cannot be read.
    #[error("{command}: {field} `{value}`, expected {expected}")]
    Invalid {
        /// The command.
        command: &'static str,
        /// The part of the command.
        field: &'static str,
        /// What stands there, cut short if it is long.
        value: String,
        /// What should stand there.
        expected: &'static str,
    },
}

impl ParseError {
    /// The first word of the refused command; a refused `go` still owes its
    /// `bestmove`.
    pub fn command(&self) -> &'static str {
        match self {
            Self::Missing { command, .. } | Self::Invalid { command, .. } => command,
        }
    }

    pub(super) fn missing(command: &'static str, field: &'static str, expected: &'static str) -> Self {
        Self::Missing { command, field, expected }
    }

    pub(super) fn invalid(
        command: &'static str,
        field: &'static str,
        value: &str,
        expected: &'static str,
    ) -> Self {
        Self::Invalid { command, field, value: excerpt(value), expected }
    }
}

/// Reads one line.
///
/// The words of commands are read in any case of letters, and blanks of any
/// kind and number separate them. As UCI demands, unknown words before a
/// command are skipped (`joho debug on`), but only before one of UCI's own
/// commands, so that a stray `d` does not count as one.
///
/// ```
/// use helgi_protocol::uci::{self, Command, Start};
///
/// let command = uci::parse("position startpos moves e2e4 P@e4\r\n")?;
/// let moves = "e2e4 P@e4".into();
/// assert_eq!(command, Command::Position { start: Start::StartPos, moves });
/// # Ok::<(), uci::ParseError>(())
/// ```
///
/// # Errors
///
/// A [`ParseError`] if the command is known but its arguments cannot be read.
/// A line without any known command is no error but [`Command::Unknown`].
pub fn parse(line: &str) -> Result<Command, ParseError> {
    let line = trim(line);
    if line.is_empty() || line.starts_with('#') {
        return Ok(Command::Empty);
    }
    if let Some(command) = known(line) {
        return command;
    }
    let mut rest = split_word(line).1;
    while !rest.is_empty() {
        if let Some(command) = uci_command(rest) {
            return command;
        }
        rest = split_word(rest).1;
    }
    Ok(Command::Unknown { line: line.to_owned() })
}

fn known(line: &str) -> Option<Result<Command, ParseError>> {
    uci_command(line).or_else(|| own_command(line))
}

/// The commands of the UCI standard.
fn uci_command(line: &str) -> Option<Result<Command, ParseError>> {
    let (head, rest) = split_word(line);
    let is = |word: &str| head.eq_ignore_ascii_case(word);
    if is("position") {
        Some(position(rest))
    } else if is("go") {
        Some(go::parse(rest).map(Command::Go))
    } else if is("setoption") {
        Some(set_option(rest))
    } else {
        standard::parse(head, line)
    }
}

/// The commands that UCI does not know.
fn own_command(line: &str) -> Option<Result<Command, ParseError>> {
    let (head, rest) = split_word(line);
    Some(Ok(match head.to_ascii_lowercase().as_str() {
        "d" => Command::Display,
        "eval" => Command::Eval,
        "bench" => Command::Bench { args: rest.into() },
        "perft" => return Some(go::depth("perft", words(rest).next()).map(Command::Perft)),
        "flip" => Command::Flip,
        "variants" => Command::Variants,
        "help" => Command::Help,
        "xboard" => Command::XBoard,
        _ => return None,
    }))
}

fn position(rest: &str) -> Result<Command, ParseError> {
    const EXPECTED: &str = "`startpos` or `fen` and a position";
    let (kind, mut rest) = split_word(rest);
    let start = if kind.eq_ignore_ascii_case("startpos") {
        Start::StartPos
    } else if kind.eq_ignore_ascii_case("fen") {
        let (fen, moves) = split_before(rest, "moves");
        rest = moves;
        let fen = Words::from(fen);
        if fen.is_empty() {
            return Err(ParseError::missing("position", "fen", "a position as text"));
        }
        Start::Fen(fen.as_str().to_owned())
    } else if kind.is_empty() {
        return Err(ParseError::missing("position", "start", EXPECTED));
    } else {
        return Err(ParseError::invalid("position", "start", kind, EXPECTED));
    };
    let (word, moves) = split_word(rest);
    if !word.is_empty() && !word.eq_ignore_ascii_case("moves") {
        let expected = "`moves` or the end of the line";
        return Err(ParseError::invalid("position", "word", word, expected));
    }
    let moves = moves.into();
    Ok(Command::Position { start, moves })
}

/// Splits at the first `value` that is not the first word of the name.
fn set_option(rest: &str) -> Result<Command, ParseError> {
    let (word, rest) = split_word(rest);
    if !word.eq_ignore_ascii_case("name") {
        let expected = "`name` and the name of an option";
        return Err(match word {
            "" => ParseError::missing("setoption", "name", expected),
            _ => ParseError::invalid("setoption", "word", word, expected),
        });
    }
    let (first, rest) = split_word(rest);
    if first.is_empty() {
        let expected = "the name of an option";
        return Err(ParseError::missing("setoption", "name", expected));
    }
    let (others, value) = split_before(rest, "value");
    let name = Words::from_iter([first, others]).as_str().to_owned();
    let value = (!value.is_empty()).then(|| split_word(value).1.to_owned());
    Ok(Command::SetOption { name, value })
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Uci => f.write_str("uci"),
            Self::Debug(on) => write!(f, "debug {}", if *on { "on" } else { "off" }),
            Self::IsReady => f.write_str("isready"),
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
            Self::Stop => f.write_str("stop"),
            Self::PonderHit => f.write_str("ponderhit"),
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn position(line: &str) -> (Start, String) {
        match parse(line) {
            Ok(Command::Position { start, moves }) => (start, moves.to_string()),
            other => panic!("{line}: {other:?}"),
        }
    }

    fn fen(text: &str) -> Start {
        Start::Fen(text.to_owned())
    }

    fn option(line: &str) -> (String, Option<String>) {
        match parse(line) {
            Ok(Command::SetOption { name, value }) => (name, value),
            other => panic!("{line}: {other:?}"),
        }
    }

    fn error(line: &str) -> String {
        parse(line).unwrap_err().to_string()
    }

    #[test]
    fn words_alone() {
        for (line, command) in [
            ("uci", Command::Uci),
            ("UCI", Command::Uci),
            ("uci please", Command::Uci),
            ("\u{feff}uci\r\n", Command::Uci),
            ("debug on", Command::Debug(true)),
            ("debug  OFF ", Command::Debug(false)),
            ("isready", Command::IsReady),
            ("isready now", Command::IsReady),
            ("\0isready\t", Command::IsReady),
            ("register", Command::Register),
            ("register later", Command::Register),
            ("register name A code B", Command::Register),
            ("register name A", Command::Register),
            ("ucinewgame", Command::UciNewGame),
            ("stop", Command::Stop),
            ("stop it", Command::Stop),
            ("ponderhit", Command::PonderHit),
            ("quit", Command::Quit),
            ("quit now", Command::Quit),
            ("d", Command::Display),
            ("eval", Command::Eval),
            ("perft 5", Command::Perft(5)),
            ("flip", Command::Flip),
            ("variants", Command::Variants),
            ("help", Command::Help),
            ("xboard", Command::XBoard),
            ("", Command::Empty),
            (" \r\n", Command::Empty),
            ("# go infinite", Command::Empty),
        ] {
            assert_eq!(parse(line), Ok(command), "{line:?}");
        }
        let args = "16 1 13".into();
        assert_eq!(parse("bench 16 1  13"), Ok(Command::Bench { args }));
    }

    #[test]
    fn unknown_lines_are_kept() {
        for line in ["isreadyfoo", "protover 2", "é", "quitnow", "name d eval"] {
            let unknown = Command::Unknown { line: line.to_owned() };
            assert_eq!(parse(line), Ok(unknown));
        }
    }

    #[test]
    fn unknown_words_before_a_uci_command_are_skipped() {
        assert_eq!(parse("joho debug on"), Ok(Command::Debug(true)));
        assert_eq!(position("a b position startpos moves e2e4").1, "e2e4".to_owned());
    }

    #[test]
    fn positions() {
        let start = Start::StartPos;
        assert_eq!(position("position startpos"), (start.clone(), "".into()));
        assert_eq!(position("position startpos moves").0, start);
        assert_eq!(
            position("Position  StartPos\tMOVES e2e4  P@e4 a1a10 0000 c2d3,d3c2 e5d6:2"),
            (start, "e2e4 P@e4 a1a10 0000 c2d3,d3c2 e5d6:2".into())
        );
        assert_eq!(
            position("position fen *8/(pn'R)7[PPn]  w HAha - {x} moves e2e4").0,
            fen("*8/(pn'R)7[PPn] w HAha - {x}")
        );
        assert_eq!(position("position fen 8/8 w"), (fen("8/8 w"), String::new()));
        assert_eq!(position("position fen é moves é"), (fen("é"), "é".to_owned()));
    }

    #[test]
    fn positions_that_cannot_be_read() {
        assert_eq!(error("position"), "position: no start, expected `startpos` or `fen` and a position");
        assert_eq!(
            error("position moves e2e4"),
            "position: start `moves`, expected `startpos` or `fen` and a position"
        );
        assert_eq!(
            error("position startpos e2e4"),
            "position: word `e2e4`, expected `moves` or the end of the line"
        );
        assert_eq!(error("position fen moves e2e4"), "position: no fen, expected a position as text");
    }

    #[test]
    fn options() {
        let some = |text: &str| Some(text.to_owned());
        for (line, name, value) in [
            ("setoption name UCI_Variant value tavreli", "UCI_Variant", some("tavreli")),
            ("setoption name Clear Hash", "Clear Hash", None),
            ("SETOPTION NAME Hash VALUE 64  ", "Hash", some("64")),
            ("setoption name X value", "X", some("")),
            ("setoption name Value  Scale value 3", "Value Scale", some("3")),
            ("setoption name value value 5", "value", some("5")),
            ("setoption name Log value a  value b", "Log", some("a  value b")),
        ] {
            assert_eq!(option(line), (name.to_owned(), value), "{line}");
        }
        for line in ["setoption", "setoption name", "setoption Hash value 1"] {
            assert!(parse(line).is_err(), "{line}");
        }
    }

    #[test]
    fn errors_name_the_command() {
        assert_eq!(error("debug maybe"), "debug: switch `maybe`, expected `on` or `off`");
        assert_eq!(error("debug"), "debug: no switch, expected `on` or `off`");
        assert_eq!(parse("go depth").unwrap_err().command(), "go");
        assert_eq!(parse("perft").unwrap_err().command(), "perft");
    }

    #[test]
    fn lines_of_any_length() {
        let junk = "x".repeat(5_000_000);
        let unknown = Command::Unknown { line: junk.clone() };
        assert_eq!(parse(&junk), Ok(unknown));
        let many = "y ".repeat(2_500_000);
        assert!(matches!(parse(&many), Ok(Command::Unknown { .. })));
        assert!(error(&format!("go depth {junk}")).len() < 200);
        let moves = "e2e4 ".repeat(1_000_000);
        let line = format!("position startpos moves {moves}");
        assert_eq!(position(&line).1.len(), moves.len() - 1);
    }

    proptest! {
        #[test]
        fn whatever_is_read_prints_back(line in line()) {
            if let Ok(command) = parse(&line) {
                prop_assert_eq!(parse(&command.to_string()), Ok(command));
            }
        }

        #[test]
        fn any_bytes_are_answered(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = parse(&crate::text::decode(&bytes));
        }
    }

    fn line() -> impl Strategy<Value = String> {
        let word = prop::sample::select(vec![
            "uci",
            "debug",
            "on",
            "off",
            "isready",
            "register",
            "later",
            "name",
            "code",
            "stop",
            "setoption",
            "value",
            "position",
            "startpos",
            "fen",
            "moves",
            "go",
            "depth",
            "nodes",
            "searchmoves",
            "infinite",
            "ponder",
            "wtime",
            "-5",
            "10.5",
            "99999999999999999999",
            "e2e4",
            "P@q11",
            "d4e5,e5d4",
            "8/8",
            "w",
            "d",
            "bench",
            "perft",
            "3",
            "#",
            "é",
            "Hash",
        ]);
        let blank = prop::sample::select(vec![" ", "  ", "\t", "\r", "\0"]);
        prop::collection::vec((word, blank), 0..9)
            .prop_map(|words| words.into_iter().flat_map(|(word, blank)| [word, blank]).collect())
    }
}
