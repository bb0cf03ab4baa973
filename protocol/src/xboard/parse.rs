//! Commands: the router over the first word, and the commands with arguments.

use std::time::Duration;

use thiserror::Error;

use super::command::{Command, Level, Query, Setting};
use crate::text::{excerpt, split_word, trim, words};

/// The longest time that is believed, a year; anything longer is cut down to it.
const LONGEST: f64 = 365.0 * 24.0 * 3600.0;

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
/// use helgi_protocol::xboard::{self, Query};
///
/// assert_eq!(xboard::parse("usermove c4d5,d5e4"), Ok(Query::UserMove("c4d5,d5e4".to_owned()).into()));
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
        "xboard" => Setting::XBoard.into(),
        "protover" => Query::ProtoVer(reader.number("version", "a number")?).into(),
        "accepted" => Setting::Accepted(text()).into(),
        "rejected" => Setting::Rejected(text()).into(),
        "new" => Setting::New.into(),
        "variant" => Query::Variant(text()).into(),
        "quit" => Command::Quit,
        "force" => Setting::Force.into(),
        "go" => Query::Go.into(),
        "playother" => Query::PlayOther.into(),
        "white" => Query::White.into(),
        "black" => Query::Black.into(),
        "level" => Setting::Level(reader.level()?).into(),
        "st" => Setting::MoveTime(reader.time("time", rest)?).into(),
        "sd" => Setting::Depth(reader.number("depth", "a number of plies")?).into(),
        "nps" => Setting::NodesPerSecond(reader.number("rate", "a number of nodes")?).into(),
        "time" => Setting::Time(reader.centiseconds()?).into(),
        "otim" => Setting::OpponentTime(reader.centiseconds()?).into(),
        "usermove" => Query::UserMove(text()).into(),
        "?" => Setting::MoveNow.into(),
        "ping" => Setting::Ping(text()).into(),
        "draw" => Query::Draw.into(),
        "result" => Setting::Result(text()).into(),
        "setboard" => Query::SetBoard(text()).into(),
        "edit" => Setting::Edit.into(),
        "hint" => Query::Hint.into(),
        "bk" => Query::Book.into(),
        "undo" => Query::Undo.into(),
        "remove" => Query::Remove.into(),
        "hard" => Setting::Hard.into(),
        "easy" => Setting::Easy.into(),
        "post" => Setting::Post.into(),
        "nopost" => Setting::NoPost.into(),
        "analyze" => Setting::Analyze.into(),
        "exit" => Setting::Exit.into(),
        "." => Query::Dot.into(),
        "exclude" => Query::Exclude(text()).into(),
        "include" => Query::Include(text()).into(),
        "computer" => Setting::Computer.into(),
        "memory" => Query::Memory(reader.number("size", "a number of megabytes")?).into(),
        "cores" => Query::Cores(reader.number("number", "a number of processors")?).into(),
        "option" => reader.option()?.into(),
        "lift" => Query::Lift(text()).into(),
        "put" => Query::Put(text()).into(),
        "hover" => Query::Hover(text()).into(),
        "d" => Query::Display.into(),
        "holding" => Query::Holding(text()).into(),
        "partner" => Query::Partner(Some(text()).filter(|name| !name.is_empty())).into(),
        "ptell" => Query::PartnerSays(text()).into(),
        // These tell the engine about the opponent or the server.
        "" | "random" | "name" | "rating" | "ics" | "egtpath" => Command::Nothing,
        _ if head.starts_with('#') => Command::Nothing,
        _ => Query::Other(line.to_owned()).into(),
    })
}

/// The line and what is behind its first word.
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
        let value = decimal(word).ok_or_else(|| self.error("time", word, expected))?;
        duration(value / 100.0).ok_or_else(|| self.error("time", word, expected))
    }

    /// `seconds`, `minutes:seconds` or `hours:minutes:seconds`, each of them fractional.
    fn time(&self, field: &'static str, word: &str) -> Result<Duration, ParseError> {
        let error = || self.error(field, word, "seconds, minutes:seconds, or hours:minutes:seconds");
        if word.split(':').count() > 3 {
            return Err(error());
        }
        let mut total = 0.0;
        // Each colon multiplies what stands before it by sixty.
        for part in word.split(':') {
            total = total * 60.0 + decimal(part).ok_or_else(error)?;
        }
        duration(total).ok_or_else(error)
    }

    fn level(&self) -> Result<Level, ParseError> {
        let mut words = words(self.rest);
        let [moves, base, increment] = [(); 3].map(|()| words.next().unwrap_or(""));
        let moves = moves.parse().map_err(|_| self.error("moves", moves, "a number, 0 for all"))?;
        // Behind the minutes there may be a server's increment, `+5`, which counts where no other is given.
        let (whole, server) = base.split_once('+').unwrap_or((base, ""));
        let increment = if increment.is_empty() { server } else { increment };
        let minutes = || duration(60.0 * decimal(whole)?);
        let base = match whole.contains(':') {
            true => self.time("base", whole)?,
            false => minutes().ok_or_else(|| {
                self.error("base", base, "minutes, minutes:seconds, or hours:minutes:seconds")
            })?,
        };
        Ok(Level { moves, base, increment: self.time("increment", increment)? })
    }

    fn option(&self) -> Result<Query, ParseError> {
        let (name, value) = match self.rest.split_once('=') {
            Some((name, value)) => (trim(name), Some(trim(value).to_owned())),
            None => (self.rest, None),
        };
        if name.is_empty() {
            return Err(self.error("name", name, "the name of an option"));
        }
        Ok(Query::Option { name: name.to_owned(), value })
    }
}

/// A finite number with a point or, as many countries have it, a comma.
fn decimal(word: &str) -> Option<f64> {
    // Three digits behind a comma may be thousands.
    let is_decimal = word.split_once(',').is_some_and(|(_, fraction)| fraction.len() != 3);
    let plain = if is_decimal { word.replace(',', ".") } else { word.to_owned() };
    let number: f64 = plain.parse().ok()?;
    number.is_finite().then_some(number)
}

/// A time from seconds, in whole milliseconds: what is below zero is zero, what is not a number is none.
fn duration(seconds: f64) -> Option<Duration> {
    // Clamped first: a number that no integer holds becomes the longest time.
    let millis = (seconds.clamp(0.0, LONGEST) * 1000.0).round();
    (!seconds.is_nan()).then(|| Duration::from_millis(millis as u64))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn level(line: &str) -> (u32, f64, f64) {
        match parse(line) {
            Ok(Command::Setting(Setting::Level(level))) => {
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
        assert_eq!(level("level 0 5+3"), (0, 300.0, 3.0));
        assert_eq!(level("level 0 5,5 0,5"), (0, 330.0, 0.5));
        assert_eq!(level("level 0 -3 0").1, 0.0);
        for line in [
            "level 0 5x 0",
            "level 0 5,5,5 0",
            "level 0 1,000 0",
            "level 0 inf 0",
            "level 0 5 NaN",
            "st inf",
            "st NaN",
            "time inf",
        ] {
            assert!(parse(line).is_err(), "{line}");
        }
    }

    #[test]
    fn times() {
        assert_eq!(parse("st 0.1"), Ok(Setting::MoveTime(Duration::from_millis(100)).into()));
        assert_eq!(parse("st 1:30"), Ok(Setting::MoveTime(Duration::from_secs(90)).into()));
        assert_eq!(parse("time -20"), Ok(Setting::Time(Duration::ZERO).into()));
        assert_eq!(parse("otim 1234"), Ok(Setting::OpponentTime(Duration::from_millis(12_340)).into()));
        assert_eq!(parse("time 1e300"), Ok(Setting::Time(Duration::from_secs_f64(LONGEST)).into()));
    }

    #[test]
    fn options() {
        let option = |name: &str, value: Option<&str>| {
            Ok(Query::Option { name: name.to_owned(), value: value.map(str::to_owned) }.into())
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
            ("level 0 1:x 0", "base `1:x`, expected seconds, minutes:seconds, or hours:minutes:seconds"),
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
        // Less than a millisecond is no time.
        assert_eq!(parse("st 0.0001"), Ok(Setting::MoveTime(Duration::ZERO).into()));
    }

    #[test]
    fn partners_are_heard() {
        assert_eq!(parse("holding [PPN] [] WN"), Ok(Query::Holding("[PPN] [] WN".to_owned()).into()));
        assert_eq!(parse("partner"), Ok(Query::Partner(None).into()));
        assert_eq!(parse("partner Bob"), Ok(Query::Partner(Some("Bob".to_owned())).into()));
        assert_eq!(parse("ptell sit"), Ok(Query::PartnerSays("sit".to_owned()).into()));
    }

    #[test]
    fn facts_of_no_use_are_nothing() {
        for line in ["", " ", "random", "name Bob", "rating 1 2", "ics -", "# note", "egtpath x y"] {
            assert_eq!(parse(line), Ok(Command::Nothing), "{line}");
        }
        assert_eq!(parse("e2e4"), Ok(Query::Other("e2e4".to_owned()).into()));
    }

    proptest! {
        #[test]
        fn whatever_is_read_prints_back(
            head in "holding|partner|ptell|level|st|sd|nps|time|otim|option|usermove|ping|result|setboard|memory|cores|[a-z?.#]{0,8}",
            rest in "[0-9]{1,3}|[0-9]{1,2} [0-9]{1,3}(:[0-5][0-9])? [0-9]{1,2}|[a-z]{1,5}(=[a-z]{0,3})?|\\PC*",
        ) {
            if let Ok(command) = parse(&format!("{head} {rest}")) {
                prop_assert_eq!(parse(&command.to_string()), Ok(command));
            }
        }
    }
}
