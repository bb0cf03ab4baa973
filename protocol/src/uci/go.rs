//! The limits of a search, as `go` gives them.

use std::fmt;

use super::error::ParseError;
use crate::text::{Words, words};

/// The arguments of `go`.
///
/// Numbers too large or too small for their field become the largest or
/// smallest value it holds, and a decimal fraction is cut off: clocks of some
/// GUIs run below zero or count parts of milliseconds. Given twice, the last
/// one counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GoParams {
    /// Only these moves are considered, as they were sent; all, if empty.
    pub searchmoves: Words,
    /// Think on the opponent's time, until `ponderhit` or `stop`.
    pub ponder: bool,
    /// White's clock in milliseconds, possibly below zero.
    pub wtime: Option<i64>,
    /// Black's clock in milliseconds, possibly below zero.
    pub btime: Option<i64>,
    /// White's increment in milliseconds.
    pub winc: Option<i64>,
    /// Black's increment in milliseconds.
    pub binc: Option<i64>,
    /// Time for each move once the clock has run out, in milliseconds: `byoyomi`, as shogi has it. It is not kept.
    pub byoyomi: Option<i64>,
    /// Moves until the next time control.
    pub movestogo: Option<u32>,
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Number of nodes.
    pub nodes: Option<u64>,
    /// Search for a mate in this many own moves.
    pub mate: Option<u32>,
    /// Time for this move in milliseconds.
    pub movetime: Option<i64>,
    /// Think until `stop`.
    pub infinite: bool,
    /// USI's `mate`: find a line to a mate and answer with that.
    pub checkmate: bool,
    /// UCCI's `draw`: the other side has offered a draw.
    pub draw_offered: bool,
    /// Count move paths of this length instead of searching.
    pub perft: Option<u32>,
    /// Words that were not understood.
    pub unknown: Words,
}

const KEYWORDS: [&str; 14] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "byoyomi",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
];

fn keyword(word: &str) -> Option<&'static str> {
    KEYWORDS.into_iter().find(|keyword| keyword.eq_ignore_ascii_case(word))
}

/// The words of `depth=3`, as some people write it, and of `infinite=true`, which has no value; others stay whole.
fn divided(word: &str) -> impl Iterator<Item = &str> {
    let parts = word.split_once(['=', ':']).and_then(|(name, value)| Some((keyword(name)?, value)));
    let words = match parts {
        Some((name @ ("ponder" | "infinite"), value)) => match value.to_ascii_lowercase().as_str() {
            "" | "1" | "true" | "on" => [Some(name), None],
            "0" | "false" | "off" => [None, None],
            _ => [Some(word), None],
        },
        Some((name, value)) => [Some(name), Some(value).filter(|value| !value.is_empty())],
        None => [Some(word), None],
    };
    words.into_iter().flatten()
}

/// Reads the part after `go`. With `mate_is_timed`, as in USI, `mate` has a time to find any mate in, or none, instead of
/// a number of moves.
pub(crate) fn parse(rest: &str, mate_is_timed: bool) -> Result<GoParams, ParseError> {
    let mut go = GoParams::default();
    let mut words = words(rest).flat_map(divided).peekable();
    while let Some(word) = words.next() {
        let Some(name) = keyword(word) else {
            go.unknown.push(word);
            continue;
        };
        match name {
            "searchmoves" => {
                while let Some(token) = words.next_if(|word| keyword(word).is_none()) {
                    go.searchmoves.push(token);
                }
            }
            "ponder" => go.ponder = true,
            "infinite" => go.infinite = true,
            "mate" if mate_is_timed => {
                go.checkmate = true;
                let time = words.next_if(|word| truncated(word).is_some()).and_then(truncated);
                go.movetime = time.map(milliseconds).or(go.movetime);
            }
            _ => {
                let value = integer("go", name, words.next())?;
                match name {
                    "wtime" => go.wtime = Some(milliseconds(value)),
                    "btime" => go.btime = Some(milliseconds(value)),
                    "winc" => go.winc = Some(milliseconds(value)),
                    "binc" => go.binc = Some(milliseconds(value)),
                    "byoyomi" => go.byoyomi = Some(milliseconds(value)),
                    "movetime" => go.movetime = Some(milliseconds(value)),
                    "nodes" => go.nodes = Some(u64::try_from(value.max(0)).unwrap_or(u64::MAX)),
                    "movestogo" => go.movestogo = Some(count(value)),
                    "depth" => go.depth = Some(count(value)),
                    "mate" => go.mate = Some(count(value)),
                    _ => go.perft = Some(count(value)),
                }
            }
        }
    }
    Ok(go)
}

/// Reads a number of a dialect's own word, which is called as there if it cannot be read.
pub(crate) fn number(name: &'static str, word: Option<&str>) -> Result<i64, ParseError> {
    integer("go", name, word).map(milliseconds)
}

/// Reads the depth of the command `perft`.
pub(super) fn depth(command: &'static str, word: Option<&str>) -> Result<u32, ParseError> {
    integer(command, "depth", word).map(count)
}

/// Reads an integer, without its fraction if it has one.
fn integer(command: &'static str, field: &'static str, word: Option<&str>) -> Result<i128, ParseError> {
    const EXPECTED: &str = "an integer";
    let Some(word) = word else {
        return Err(ParseError::missing(command, field, EXPECTED));
    };
    truncated(word).ok_or_else(|| ParseError::invalid(command, field, word, EXPECTED))
}

/// The integer part of `12`, `-12` or `12.5`, as far as it fits.
fn truncated(word: &str) -> Option<i128> {
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let (sign, unsigned) = match word.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, word.strip_prefix('+').unwrap_or(word)),
    };
    let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, ""));
    if whole.is_empty() || !digits(whole) || !digits(fraction) {
        return None;
    }
    Some(sign * whole.parse().unwrap_or(i128::MAX))
}

fn milliseconds(value: i128) -> i64 {
    let nearest = if value < 0 { i64::MIN } else { i64::MAX };
    i64::try_from(value).unwrap_or(nearest)
}

fn count(value: i128) -> u32 {
    u32::try_from(value.max(0)).unwrap_or(u32::MAX)
}

impl fmt::Display for GoParams {
    /// Prints the whole command, `go …`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn field<T: fmt::Display>(f: &mut fmt::Formatter<'_>, name: &str, value: Option<T>) -> fmt::Result {
            value.iter().try_for_each(|value| write!(f, " {name} {value}"))
        }

        f.write_str("go")?;
        // Before the first keyword: behind `searchmoves` they would be moves.
        if !self.unknown.is_empty() {
            write!(f, " {}", self.unknown)?;
        }
        if self.ponder {
            f.write_str(" ponder")?;
        }
        field(f, "wtime", self.wtime)?;
        field(f, "btime", self.btime)?;
        field(f, "winc", self.winc)?;
        field(f, "binc", self.binc)?;
        field(f, "byoyomi", self.byoyomi)?;
        field(f, "movestogo", self.movestogo)?;
        field(f, "depth", self.depth)?;
        field(f, "nodes", self.nodes)?;
        field(f, "mate", self.mate)?;
        field(f, "movetime", self.movetime)?;
        if self.infinite {
            f.write_str(" infinite")?;
        }
        field(f, "perft", self.perft)?;
        // Last, because there are engines that take all that follows for moves.
        if !self.searchmoves.is_empty() {
            write!(f, " searchmoves {}", self.searchmoves)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(line: &str) -> GoParams {
        parse(line, false).unwrap()
    }

    #[test]
    fn clocks() {
        let expected = GoParams {
            ponder: true,
            wtime: Some(-20),
            btime: Some(60_000),
            winc: Some(10),
            binc: Some(0),
            movestogo: Some(300),
            ..GoParams::default()
        };
        let line = "ponder wtime -20 btime 60000 winc 10.9 binc 0 movestogo 300";
        assert_eq!(go(line), expected);
        assert_eq!(go(&line.to_uppercase()), expected);
    }

    #[test]
    fn numbers_of_any_size() {
        assert_eq!(go("depth 300").depth, Some(300));
        assert_eq!(go("mate 1000").mate, Some(1000));
        assert_eq!(go("nodes 10000000000000").nodes, Some(10_000_000_000_000));
        assert_eq!(go("nodes 99999999999999999999").nodes, Some(u64::MAX));
        assert_eq!(go(&format!("wtime -{}", "9".repeat(99))).wtime, Some(i64::MIN));
        assert_eq!(go("depth -1").depth, Some(0));
        assert_eq!(go("movetime -5").movetime, Some(-5));
        assert_eq!(go("wtime 10.5").wtime, Some(10));
        assert_eq!(go("byoyomi 1000 mate 3").byoyomi, Some(1000));
    }

    #[test]
    fn searchmoves_end_at_the_next_keyword() {
        let params = go("searchmoves e2e4 P@q11 d4e5,e5d4 depth 9 foo infinite bar");
        assert_eq!(params.searchmoves.as_str(), "e2e4 P@q11 d4e5,e5d4");
        assert_eq!(params.depth, Some(9));
        assert!(params.infinite);
        assert_eq!(params.unknown.as_str(), "foo bar");
        assert_eq!(go("perft 5").perft, Some(5));
        assert_eq!(go(""), GoParams::default());
    }

    #[test]
    fn numbers_behind_signs() {
        assert_eq!(go("depth=3 wtime:1000"), go("depth 3 wtime 1000"));
        assert_eq!(go("depth= 3"), go("depth 3"));
        assert_eq!(go("ponder=false movetime=10 infinite=0"), go("movetime 10"));
        assert_eq!(go("infinite=true Ponder=1"), go("infinite ponder"));
        assert_eq!(go("infinite=maybe").unknown.as_str(), "infinite=maybe");
        assert_eq!(go("searchmoves a7a8=Q deep=3 nodes=5").searchmoves.as_str(), "a7a8=Q deep=3");
    }

    #[test]
    fn errors_name_field_and_value() {
        for (line, message) in [
            ("depth", "go: no depth, expected an integer"),
            ("depth wtime 5", "go: depth `wtime`, expected an integer"),
            ("wtime 1e3", "go: wtime `1e3`, expected an integer"),
            ("nodes -", "go: nodes `-`, expected an integer"),
            ("nodes 1.x", "go: nodes `1.x`, expected an integer"),
        ] {
            assert_eq!(parse(line, false).unwrap_err().to_string(), message);
        }
    }
}
