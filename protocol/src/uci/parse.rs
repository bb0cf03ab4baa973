//! From a line to a command: the choice by the first word, and the commands that have arguments of
//! their own form.

use super::command::{Command, Start};
use super::error::ParseError;
use super::{go, standard};
use crate::text::{Words, split_before, split_word, trim, words};

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
/// A line without any known command is not an error but [`Command::Unknown`].
pub fn parse(line: &str) -> Result<Command, ParseError> {
    let line = trim(line);
    if line.is_empty() || line.starts_with('#') {
        return Ok(Command::Empty);
    }
    if let Some(command) = known(line) {
        return command;
    }
    // UCI asks for it: unknown words in front are skipped, and the rest is tried. Only its own commands are
    // found so.
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
        Some(go::parse(rest, false).map(Command::Go))
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
        "usi" => Command::Usi,
        "ucci" => Command::Ucci,
        "ucicyclone" => Command::Cyclone,
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
    let (word, behind) = split_word(rest);
    if word.is_empty() {
        return Err(ParseError::missing("setoption", "name", "`name` and the name of an option"));
    }
    // Some people leave `name` out.
    let rest = if word.eq_ignore_ascii_case("name") { behind } else { rest };
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
            ("usi", Command::Usi),
            ("ucci", Command::Ucci),
            ("ucicyclone", Command::Cyclone),
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
            ("setoption Hash value 64", "Hash", some("64")),
            ("setoption Hash  64", "Hash 64", None),
        ] {
            assert_eq!(option(line), (name.to_owned(), value), "{line}");
        }
        for line in ["setoption", "setoption name", "setoption name  "] {
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
