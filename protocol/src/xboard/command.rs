//! Commands: the router over the first word, and the commands with arguments.

use std::fmt;
use std::time::Duration;

use thiserror::Error;

use crate::text::{excerpt, split_word, trim, words};

/// The longest time that is believed, a year; anything longer is cut down to it.
const LONGEST: f64 = 365.0 * 24.0 * 3600.0;

/// A line from the GUI.
///
/// [`Display`](fmt::Display) prints a line that reads back to the same value.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// `xboard`: speak this protocol.
    XBoard,
    /// `protover N`: asks for the features.
    ProtoVer(u32),
    /// `accepted FEATURE`: the GUI will act by the feature.
    Accepted(String),
    /// `rejected FEATURE`: it will not.
    Rejected(String),
    /// `new`: orthodox chess from its start, the engine plays Black.
    New,
    /// `variant NAME`: another game, from its start.
    Variant(String),
    /// `quit`: end the program.
    Quit,
    /// `force`: play neither side.
    Force,
    /// `go`: play the side to move.
    Go,
    /// `playother`: play the side that is not to move.
    PlayOther,
    /// `white`: White is to move, and the engine plays Black.
    White,
    /// `black`: Black is to move, and the engine plays White.
    Black,
    /// `level MOVES BASE INCREMENT`
    Level(Level),
    /// `st SECONDS`: this much time for each move.
    MoveTime(Duration),
    /// `sd PLIES`: search no deeper.
    Depth(u32),
    /// `nps N`: this many nodes count as a second; 0: processor time counts.
    NodesPerSecond(u64),
    /// `time CENTISECONDS`: the engine's clock; negative times are zero.
    Time(Duration),
    /// `otim CENTISECONDS`: the opponent's clock.
    OpponentTime(Duration),
    /// `usermove MOVE`
    UserMove(String),
    /// `?`: move now.
    MoveNow,
    /// `ping N`: answer when everything before is done.
    Ping(String),
    /// `draw`: the opponent offers a draw.
    Draw,
    /// `result RESULT {COMMENT}`: the game is over; the text after the word.
    Result(String),
    /// `setboard FEN`
    SetBoard(String),
    /// `edit`: the position editor of old GUIs begins; ended by `.`.
    Edit,
    /// `hint`: suggest a move.
    Hint,
    /// `bk`: show the moves of the book.
    Book,
    /// `undo`: take back a half-move.
    Undo,
    /// `remove`: take back a whole move.
    Remove,
    /// `hard`: think on the opponent's time.
    Hard,
    /// `easy`: do not.
    Easy,
    /// `post`: show thinking.
    Post,
    /// `nopost`: do not.
    NoPost,
    /// `analyze`: analyses the position until another command.
    Analyze,
    /// `exit`: leave analysis.
    Exit,
    /// `.`: asks for the state of the analysis; also the end of `edit`.
    Dot,
    /// `exclude MOVE` or `exclude all`: do not consider the move.
    Exclude(String),
    /// `include MOVE` or `include all`: consider it again.
    Include(String),
    /// `computer`: the opponent is a program.
    Computer,
    /// `memory MEGABYTES`: use no more.
    Memory(u64),
    /// `cores N`: use no more.
    Cores(u64),
    /// `option NAME[=VALUE]`
    Option {
        /// The option's name.
        name: String,
        /// The text after the `=`.
        value: Option<String>,
    },
    /// `lift SQUARE`: the user takes up the piece of a square, or one from the hand.
    Lift(String),
    /// `put SQUARE`: the user puts it down.
    Put(String),
    /// `hover SQUARE`: the pointer is over a square that is marked as a capture.
    Hover(String),
    /// `d`: draw the board in comments; helgi's own.
    Display,
    /// A line that asks for nothing: blank, a comment, or a fact that is not used here (`random`, `name`,
    /// `rating`, `ics`, `egtpath`, `bk`'s relatives, and the words of bughouse partners).
    Nothing,
    /// Any other line: a move of a GUI without `usermove`, the answer to a question, or not a command.
    Other(String),
}

/// `level MOVES BASE INCREMENT`: the time control of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// The moves of a session, after which the base is added again; 0 if it is for the whole game.
    pub moves: u32,
    /// The time of a session.
    pub base: Duration,
    /// The time added after each move.
    pub increment: Duration,
}

/// A command whose arguments cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{field} `{value}`, expected {expected}")]
pub struct ParseError {
    /// The part of the command.
    pub field: &'static str,
    /// The text that was found, cut short if it is long; empty if there is none.
    pub value: String,
    /// The text that was expected.
    pub expected: &'static str,
    /// The whole line.
    pub line: String,
}

/// Reads one line. Words are read as they are: the protocol's are of lower case.
///
/// ```
/// use helgi_protocol::xboard::{self, Command};
///
/// assert_eq!(xboard::parse("usermove c4d5,d5e4"), Ok(Command::UserMove("c4d5,d5e4".to_owned())));
/// assert_eq!(xboard::parse("sd x").unwrap_err().to_string(), "depth `x`, expected a number of plies");
/// ```
///
/// # Errors
///
/// A [`ParseError`] if the command is known but its arguments cannot be read.
pub fn parse(line: &str) -> Result<Command, ParseError> {
    let line = trim(line);
    let (head, rest) = split_word(line);
    let text = || rest.to_owned();
    let reader = Reader { line, rest };
    Ok(match head {
        "xboard" => Command::XBoard,
        "protover" => Command::ProtoVer(reader.number("version", "a number")?),
        "accepted" => Command::Accepted(text()),
        "rejected" => Command::Rejected(text()),
        "new" => Command::New,
        "variant" => Command::Variant(text()),
        "quit" => Command::Quit,
        "force" => Command::Force,
        "go" => Command::Go,
        "playother" => Command::PlayOther,
        "white" => Command::White,
        "black" => Command::Black,
        "level" => Command::Level(reader.level()?),
        "st" => Command::MoveTime(reader.time("time", rest)?),
        "sd" => Command::Depth(reader.number("depth", "a number of plies")?),
        "nps" => Command::NodesPerSecond(reader.number("rate", "a number of nodes")?),
        "time" => Command::Time(reader.centiseconds()?),
        "otim" => Command::OpponentTime(reader.centiseconds()?),
        "usermove" => Command::UserMove(text()),
        "?" => Command::MoveNow,
        "ping" => Command::Ping(text()),
        "draw" => Command::Draw,
        "result" => Command::Result(text()),
        "setboard" => Command::SetBoard(text()),
        "edit" => Command::Edit,
        "hint" => Command::Hint,
        "bk" => Command::Book,
        "undo" => Command::Undo,
        "remove" => Command::Remove,
        "hard" => Command::Hard,
        "easy" => Command::Easy,
        "post" => Command::Post,
        "nopost" => Command::NoPost,
        "analyze" => Command::Analyze,
        "exit" => Command::Exit,
        "." => Command::Dot,
        "exclude" => Command::Exclude(text()),
        "include" => Command::Include(text()),
        "computer" => Command::Computer,
        "memory" => Command::Memory(reader.number("size", "a number of megabytes")?),
        "cores" => Command::Cores(reader.number("number", "a number of processors")?),
        "option" => reader.option()?,
        "lift" => Command::Lift(text()),
        "put" => Command::Put(text()),
        "hover" => Command::Hover(text()),
        "d" => Command::Display,
        "" | "random" | "name" | "rating" | "ics" | "egtpath" | "partner" | "ptell" | "holding" => {
            Command::Nothing
        }
        _ if head.starts_with('#') => Command::Nothing,
        _ => Command::Other(line.to_owned()),
    })
}

/// The line and the text after its first word.
struct Reader<'a> {
    line: &'a str,
    rest: &'a str,
}

impl Reader<'_> {
    fn error(&self, field: &'static str, value: &str, expected: &'static str) -> ParseError {
        ParseError { field, value: excerpt(value), expected, line: self.line.to_owned() }
    }

    fn number<N: std::str::FromStr>(
        &self,
        field: &'static str,
        expected: &'static str,
    ) -> Result<N, ParseError> {
        let word = split_word(self.rest).0;
        word.parse().map_err(|_| self.error(field, word, expected))
    }

    /// Centiseconds that may be fractional and below zero.
    fn centiseconds(&self) -> Result<Duration, ParseError> {
        let word = split_word(self.rest).0;
        let expected = "a number of centiseconds";
        let value: f64 = word.parse().map_err(|_| self.error("time", word, expected))?;
        duration(value / 100.0).ok_or_else(|| self.error("time", word, expected))
    }

    /// `seconds`, `minutes:seconds` or `hours:minutes:seconds`, each of them fractional.
    fn time(&self, field: &'static str, word: &str) -> Result<Duration, ParseError> {
        let error = || self.error(field, word, "seconds, minutes:seconds, or hours:minutes:seconds");
        if word.split(':').count() > 3 {
            return Err(error());
        }
        let mut seconds = 0.0;
        for part in word.split(':') {
            let part: f64 = part.parse().map_err(|_| error())?;
            seconds = seconds * 60.0 + part;
        }
        duration(seconds).ok_or_else(error)
    }

    fn level(&self) -> Result<Level, ParseError> {
        let mut words = words(self.rest);
        let [moves, base, increment] = [(); 3].map(|()| words.next().unwrap_or(""));
        let moves = moves.parse().map_err(|_| self.error("moves", moves, "a number, 0 for all"))?;
        // After the minutes there may be junk, such as the `+5` of a server.
        let end =
            base.find(|c: char| !c.is_ascii_digit() && !matches!(c, ':' | '.' | '-')).unwrap_or(base.len());
        let whole = base.get(..end).unwrap_or(base);
        let minutes = || -> Option<Duration> { duration(60.0 * whole.parse::<f64>().ok()?) };
        let base = match whole.contains(':') {
            true => self.time("base", whole)?,
            false => minutes().ok_or_else(|| {
                self.error("base", base, "minutes, minutes:seconds, or hours:minutes:seconds")
            })?,
        };
        Ok(Level { moves, base, increment: self.time("increment", increment)? })
    }

    fn option(&self) -> Result<Command, ParseError> {
        let (name, value) = match self.rest.split_once('=') {
            Some((name, value)) => (trim(name), Some(trim(value).to_owned())),
            None => (self.rest, None),
        };
        if name.is_empty() {
            return Err(self.error("name", name, "the name of an option"));
        }
        Ok(Command::Option { name: name.to_owned(), value })
    }
}

/// A time from seconds, in whole milliseconds: negative numbers are zero, and `None` if it is not a number.
fn duration(seconds: f64) -> Option<Duration> {
    let millis = (seconds.clamp(0.0, LONGEST) * 1000.0).round();
    (!seconds.is_nan()).then(|| Duration::from_millis(millis as u64))
}

/// Centiseconds, with a fraction if there is one.
fn centiseconds(time: Duration) -> String {
    let (whole, tenth) = (time.as_millis() / 10, time.as_millis() % 10);
    if tenth == 0 { whole.to_string() } else { format!("{whole}.{tenth}") }
}

/// `minutes:seconds`, the seconds with a fraction if they have one.
fn minutes(time: Duration) -> String {
    let (minutes, seconds) = (time.as_secs() / 60, (time.as_secs() % 60) as f64);
    let seconds = seconds + f64::from(time.subsec_nanos()) / 1e9;
    if seconds == 0.0 { minutes.to_string() } else { format!("{minutes}:{seconds:02}") }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::XBoard => f.write_str("xboard"),
            Self::ProtoVer(version) => write!(f, "protover {version}"),
            Self::Accepted(feature) => write!(f, "accepted {feature}"),
            Self::Rejected(feature) => write!(f, "rejected {feature}"),
            Self::New => f.write_str("new"),
            Self::Variant(name) => write!(f, "variant {name}"),
            Self::Quit => f.write_str("quit"),
            Self::Force => f.write_str("force"),
            Self::Go => f.write_str("go"),
            Self::PlayOther => f.write_str("playother"),
            Self::White => f.write_str("white"),
            Self::Black => f.write_str("black"),
            Self::Level(Level { moves, base, increment }) => {
                write!(f, "level {moves} {} {}", minutes(*base), increment.as_secs_f64())
            }
            Self::MoveTime(time) => write!(f, "st {}", time.as_secs_f64()),
            Self::Depth(plies) => write!(f, "sd {plies}"),
            Self::NodesPerSecond(nodes) => write!(f, "nps {nodes}"),
            Self::Time(time) => write!(f, "time {}", centiseconds(*time)),
            Self::OpponentTime(time) => write!(f, "otim {}", centiseconds(*time)),
            Self::UserMove(text) => write!(f, "usermove {text}"),
            Self::MoveNow => f.write_str("?"),
            Self::Ping(number) => write!(f, "ping {number}"),
            Self::Draw => f.write_str("draw"),
            Self::Result(result) => write!(f, "result {result}"),
            Self::SetBoard(fen) => write!(f, "setboard {fen}"),
            Self::Edit => f.write_str("edit"),
            Self::Hint => f.write_str("hint"),
            Self::Book => f.write_str("bk"),
            Self::Undo => f.write_str("undo"),
            Self::Remove => f.write_str("remove"),
            Self::Hard => f.write_str("hard"),
            Self::Easy => f.write_str("easy"),
            Self::Post => f.write_str("post"),
            Self::NoPost => f.write_str("nopost"),
            Self::Analyze => f.write_str("analyze"),
            Self::Exit => f.write_str("exit"),
            Self::Dot => f.write_str("."),
            Self::Exclude(text) => write!(f, "exclude {text}"),
            Self::Include(text) => write!(f, "include {text}"),
            Self::Computer => f.write_str("computer"),
            Self::Memory(megabytes) => write!(f, "memory {megabytes}"),
            Self::Cores(number) => write!(f, "cores {number}"),
            Self::Option { name, value } => {
                write!(f, "option {name}")?;
                value.iter().try_for_each(|value| write!(f, "={value}"))
            }
            Self::Lift(square) => write!(f, "lift {square}"),
            Self::Put(square) => write!(f, "put {square}"),
            Self::Hover(square) => write!(f, "hover {square}"),
            Self::Display => f.write_str("d"),
            Self::Nothing => Ok(()),
            Self::Other(line) => f.write_str(line),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn level(line: &str) -> (u32, f64, f64) {
        match parse(line) {
            Ok(Command::Level(level)) => {
                (level.moves, level.base.as_secs_f64(), level.increment.as_secs_f64())
            }
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn levels() {
        assert_eq!(level("level 40 5 0"), (40, 300.0, 0.0));
        assert_eq!(level("level 0 2:30 12"), (0, 150.0, 12.0));
        assert_eq!(level("level 0 0:02 0.02"), (0, 2.0, 0.02));
        assert_eq!(level("level 40 1:00:00 0"), (40, 3600.0, 0.0));
        assert_eq!(level("level 0 1:30:05.5 1:00"), (0, 5405.5, 60.0));
        assert_eq!(level("level 0 25+5 5"), (0, 1500.0, 5.0));
        assert_eq!(level("level 0 -3 0").1, 0.0);
    }

    #[test]
    fn times() {
        assert_eq!(parse("st 0.1"), Ok(Command::MoveTime(Duration::from_millis(100))));
        assert_eq!(parse("st 1:30"), Ok(Command::MoveTime(Duration::from_secs(90))));
        assert_eq!(parse("time -20"), Ok(Command::Time(Duration::ZERO)));
        assert_eq!(parse("otim 1234"), Ok(Command::OpponentTime(Duration::from_millis(12_340))));
        assert_eq!(parse("time 1e300"), Ok(Command::Time(Duration::from_secs_f64(LONGEST))));
    }

    #[test]
    fn options() {
        let option = |name: &str, value: Option<&str>| {
            Ok(Command::Option { name: name.to_owned(), value: value.map(str::to_owned) })
        };
        assert_eq!(parse("option Clear Hash"), option("Clear Hash", None));
        assert_eq!(parse("option Move Overhead=30"), option("Move Overhead", Some("30")));
        assert_eq!(parse("option Log= a=b "), option("Log", Some("a=b")));
    }

    #[test]
    fn errors_name_field_value_and_expectation() {
        for (line, message) in [
            (
                "level 0 1:0:0:0 0",
                "base `1:0:0:0`, expected seconds, minutes:seconds, or hours:minutes:seconds",
            ),
            ("level 40", "base ``, expected minutes, minutes:seconds, or hours:minutes:seconds"),
            ("level x 5 0", "moves `x`, expected a number, 0 for all"),
            ("level 0 1:x 0", "base `1:`, expected seconds, minutes:seconds, or hours:minutes:seconds"),
            ("level 0 5 x", "increment `x`, expected seconds, minutes:seconds, or hours:minutes:seconds"),
            ("st", "time ``, expected seconds, minutes:seconds, or hours:minutes:seconds"),
            ("st NaN", "time `NaN`, expected seconds, minutes:seconds, or hours:minutes:seconds"),
            ("sd -1", "depth `-1`, expected a number of plies"),
            ("nps x", "rate `x`, expected a number of nodes"),
            ("time soon", "time `soon`, expected a number of centiseconds"),
            ("memory lots", "size `lots`, expected a number of megabytes"),
            ("cores 0.5", "number `0.5`, expected a number of processors"),
            ("protover", "version ``, expected a number"),
            ("option =3", "name ``, expected the name of an option"),
        ] {
            let error = parse(line).unwrap_err();
            assert_eq!((error.to_string().as_str(), error.line.as_str()), (message, line));
        }
    }

    #[test]
    fn fractions_of_times_are_printed_back() {
        for line in ["time 50.5", "otim 0.1", "st 0.125", "level 40 1:30.5 0.001", "time 100"] {
            assert_eq!(parse(line).unwrap().to_string(), line);
        }
        // Less than a millisecond counts as zero.
        assert_eq!(parse("st 0.0001"), Ok(Command::MoveTime(Duration::ZERO)));
    }

    #[test]
    fn facts_of_no_use_are_nothing() {
        for line in
            ["", " ", "random", "name Bob", "rating 1 2", "ics -", "# note", "egtpath x y", "ptell hi"]
        {
            assert_eq!(parse(line), Ok(Command::Nothing), "{line}");
        }
        assert_eq!(parse("e2e4"), Ok(Command::Other("e2e4".to_owned())));
    }

    proptest! {
        #[test]
        fn whatever_is_read_prints_back(
            head in "level|st|sd|nps|time|otim|option|usermove|ping|result|setboard|memory|cores|[a-z?.#]{0,8}",
            rest in "[0-9]{1,3}|[0-9]{1,2} [0-9]{1,3}(:[0-5][0-9])? [0-9]{1,2}|[a-z]{1,5}(=[a-z]{0,3})?|\\PC*",
        ) {
            if let Ok(command) = parse(&format!("{head} {rest}")) {
                prop_assert_eq!(parse(&command.to_string()), Ok(command));
            }
        }
    }
}
