//! Reports of a search while it runs.
//!
//! [`SearchInfo`] is plain data; its [`Display`](fmt::Display) is UCI's `info` line.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::notation::WireMove;
use crate::text::{split_word, words};

/// The value of a position for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SearchScore {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// The game is won in this many own moves, or lost if negative.
    Mate(i32),
}

/// The relation of a score to the true value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ScoreBound {
    /// The score is the value.
    #[default]
    Exact,
    /// The value is at least the score.
    Lower,
    /// The value is at most the score.
    Upper,
}

/// Chances of the side to move, in thousandths that add up to 1000.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Wdl {
    /// Chance to win.
    pub win: u16,
    /// Chance to draw.
    pub draw: u16,
    /// Chance to lose.
    pub loss: u16,
}

/// One report of a search; absent fields are not printed.
///
/// ```
/// use helgi_protocol::info::{ScoreBound, SearchInfo, SearchScore};
///
/// let info = SearchInfo {
///     depth: Some(9),
///     score: Some(SearchScore::Mate(3)),
///     bound: ScoreBound::Lower,
///     ..SearchInfo::default()
/// };
/// assert_eq!(info.to_string(), "info depth 9 score mate 3 lowerbound");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchInfo {
    /// Depth of the search in plies.
    pub depth: Option<u32>,
    /// Depth of the longest line in plies.
    pub seldepth: Option<u32>,
    /// The rank of this line among the best ones, from 1.
    pub multipv: Option<u32>,
    /// Value of the line.
    pub score: Option<SearchScore>,
    /// The meaning of the score; printed only with a score.
    pub bound: ScoreBound,
    /// Chances; printed only with an exact score, because some readers do
    /// not find a bound that comes after them.
    pub wdl: Option<Wdl>,
    /// Nodes searched so far.
    pub nodes: Option<u64>,
    /// Nodes searched per second.
    pub nps: Option<u64>,
    /// Use of the hash table in thousandths.
    pub hashfull: Option<u16>,
    /// Endgame table hits.
    pub tbhits: Option<u64>,
    /// Time since the search began; printed in milliseconds.
    pub time: Option<Duration>,
    /// The move that is being searched at the root.
    pub currmove: Option<WireMove>,
    /// Its number in the order of search, from 1.
    pub currmovenumber: Option<u32>,
    /// The line, beginning with the best move.
    pub pv: Vec<WireMove>,
}

impl SearchInfo {
    /// Reads the line after the word `info`, as far as it can be read.
    ///
    /// Engines differ much in these lines, and nothing depends on them: unknown words are skipped, a value
    /// that cannot be read is left out, and `pv` ends at its first unreadable move.
    ///
    /// ```
    /// use helgi_protocol::info::{SearchInfo, SearchScore};
    ///
    /// let info = SearchInfo::read("depth 9 foo score mate 3 upperbound pv e2e4 e7e5");
    /// assert_eq!((info.depth, info.score), (Some(9), Some(SearchScore::Mate(3))));
    /// assert_eq!(info.pv.len(), 2);
    /// ```
    pub fn read(text: &str) -> SearchInfo {
        Self::read_with(text, &|word| word.parse().ok())
    }

    /// The same with moves as a dialect of UCI has them.
    pub(crate) fn read_with(text: &str, read_move: &dyn Fn(&str) -> Option<WireMove>) -> SearchInfo {
        let mut info = SearchInfo::default();
        let mut rest = text;
        while !rest.is_empty() {
            let (word, behind) = split_word(rest);
            // Most words have one value; an unreadable value is read as a word again.
            let (value, next) = split_word(behind);
            rest = match word {
                "depth" => take(value, &mut info.depth, behind, next),
                "seldepth" => take(value, &mut info.seldepth, behind, next),
                "multipv" => take(value, &mut info.multipv, behind, next),
                "nodes" => take(value, &mut info.nodes, behind, next),
                "nps" => take(value, &mut info.nps, behind, next),
                "hashfull" => take(value, &mut info.hashfull, behind, next),
                "tbhits" => take(value, &mut info.tbhits, behind, next),
                "currmove" => match read_move(value) {
                    Some(wire) => {
                        info.currmove = Some(wire);
                        next
                    }
                    None => behind,
                },
                "currmovenumber" => take(value, &mut info.currmovenumber, behind, next),
                "time" => {
                    let mut milliseconds = None;
                    let rest = take(value, &mut milliseconds, behind, next);
                    // A time that cannot be read leaves the one that stands before it.
                    info.time = milliseconds.map(Duration::from_millis).or(info.time);
                    rest
                }
                "cp" | "mate" => {
                    let mut number = None;
                    let rest = take(value, &mut number, behind, next);
                    let score = if word == "cp" { SearchScore::Centipawns } else { SearchScore::Mate };
                    info.score = number.map(score).or(info.score);
                    rest
                }
                "lowerbound" | "upperbound" => {
                    info.bound = if word == "lowerbound" { ScoreBound::Lower } else { ScoreBound::Upper };
                    behind
                }
                "wdl" => {
                    let numbers: Vec<u16> =
                        words(behind).take(3).map_while(|word| word.parse().ok()).collect();
                    if let [win, draw, loss] = numbers[..] {
                        info.wdl = Some(Wdl { win, draw, loss });
                    }
                    behind
                }
                "pv" => {
                    // A line ends with the first word that is no move.
                    info.pv = words(behind).map_while(read_move).collect();
                    return info;
                }
                "string" => return info,
                _ => behind,
            };
        }
        info
    }
}

/// Keeps a value that can be read, and returns `next`; `behind` if it cannot.
fn take<'a, T: FromStr>(value: &str, field: &mut Option<T>, behind: &'a str, next: &'a str) -> &'a str {
    match value.parse() {
        Ok(value) => {
            *field = Some(value);
            next
        }
        Err(_) => behind,
    }
}

impl fmt::Display for SearchScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Centipawns(value) => write!(f, "cp {value}"),
            Self::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

impl fmt::Display for Wdl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "wdl {} {} {}", self.win, self.draw, self.loss)
    }
}

impl fmt::Display for SearchInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.written(&WireMove::to_string, &|score| score.to_string()))
    }
}

impl SearchInfo {
    /// The line with moves and scores as a dialect of UCI has them.
    pub(crate) fn written(
        &self,
        move_text: &dyn Fn(&WireMove) -> String,
        score_text: &dyn Fn(SearchScore) -> String,
    ) -> String {
        let mut line = "info".to_owned();
        add(&mut line, "depth", self.depth);
        add(&mut line, "seldepth", self.seldepth);
        add(&mut line, "multipv", self.multipv);
        add(&mut line, "score", self.score.map(score_text));
        // A bound or chances without a score would mean nothing.
        if self.score.is_some() {
            match (self.bound, self.wdl) {
                (ScoreBound::Exact, None) => {}
                (ScoreBound::Exact, Some(Wdl { win, draw, loss })) => {
                    add(&mut line, "wdl", Some(format_args!("{win} {draw} {loss}")));
                }
                (ScoreBound::Lower, _) => line.push_str(" lowerbound"),
                (ScoreBound::Upper, _) => line.push_str(" upperbound"),
            }
        }
        add(&mut line, "nodes", self.nodes);
        add(&mut line, "nps", self.nps);
        add(&mut line, "hashfull", self.hashfull);
        add(&mut line, "tbhits", self.tbhits);
        add(&mut line, "time", self.time.map(|time| time.as_millis()));
        add(&mut line, "currmove", self.currmove.as_ref().map(move_text));
        add(&mut line, "currmovenumber", self.currmovenumber);
        if !self.pv.is_empty() {
            line.push_str(" pv");
            self.pv.iter().for_each(|wire| {
                line.push(' ');
                line.push_str(&move_text(wire));
            });
        }
        line
    }
}

/// Adds a field and its value, if there is one.
fn add<T: fmt::Display>(line: &mut String, name: &str, value: Option<T>) {
    if let Some(value) = value {
        line.push_str(&format!(" {name} {value}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn full() -> SearchInfo {
        SearchInfo {
            depth: Some(7),
            seldepth: Some(12),
            multipv: Some(1),
            score: Some(SearchScore::Centipawns(-31)),
            bound: ScoreBound::Exact,
            wdl: Some(Wdl { win: 300, draw: 300, loss: 400 }),
            nodes: Some(10_000_000_000),
            nps: Some(1_000_000),
            hashfull: Some(5),
            tbhits: Some(0),
            time: Some(Duration::from_micros(1_500_999)),
            currmove: None,
            currmovenumber: None,
            pv: vec!["e2e4".parse().unwrap(), "0000".parse().unwrap()],
        }
    }

    #[test]
    fn fields_come_in_the_order_of_the_dialect() {
        assert_eq!(
            full().to_string(),
            "info depth 7 seldepth 12 multipv 1 score cp -31 wdl 300 300 400 nodes 10000000000 \
             nps 1000000 hashfull 5 tbhits 0 time 1500 pv e2e4 0000"
        );
    }

    #[test]
    fn bounds_come_without_chances() {
        let info = SearchInfo { bound: ScoreBound::Upper, ..full() };
        let line = info.to_string();
        assert!(line.contains(" score cp -31 upperbound nodes "), "{line}");
    }

    #[test]
    fn printed_infos_are_read_back() {
        for info in [full(), SearchInfo { bound: ScoreBound::Lower, wdl: None, ..full() }] {
            let line = info.to_string();
            let time = Some(Duration::from_millis(1500));
            assert_eq!(SearchInfo::read(line.strip_prefix("info ").unwrap()), SearchInfo { time, ..info });
        }
    }

    #[test]
    fn foreign_infos_are_read_as_far_as_possible() {
        let info = SearchInfo::read("depth x score cp 12.5 nodes 7 pv Nf3 d5");
        assert_eq!(info, SearchInfo { nodes: Some(7), ..SearchInfo::default() });
        let info = SearchInfo::read("depth 3 string depth 4 score cp 5");
        assert_eq!(info, SearchInfo { depth: Some(3), ..SearchInfo::default() });
        assert_eq!(SearchInfo::read("score cp"), SearchInfo::default());
    }

    #[test]
    fn moves_at_the_root() {
        let info =
            SearchInfo { currmove: "P@e4".parse().ok(), currmovenumber: Some(3), ..SearchInfo::default() };
        assert_eq!(info.to_string(), "info currmove P@e4 currmovenumber 3");
    }
}
