//! The result of a recorded game.

use helgi_notation::is_dash;
use helgi_rules::Outcome;
use helgi_rules::board::Side;
use std::fmt;

/// The result of a game, as PGN knows it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum GameResult {
    /// `1-0`.
    WhiteWins,
    /// `0-1`.
    BlackWins,
    /// `1/2-1/2`.
    Draw,
    /// `*`: it goes on, or was interrupted.
    #[default]
    Unknown,
}

impl GameResult {
    /// The win of a side.
    pub const fn win(winner: Side) -> Self {
        match winner {
            Side::White => GameResult::WhiteWins,
            Side::Black => GameResult::BlackWins,
        }
    }

    /// Returns the winner, if there is one.
    pub const fn winner(self) -> Option<Side> {
        match self {
            GameResult::WhiteWins => Some(Side::White),
            GameResult::BlackWins => Some(Side::Black),
            GameResult::Draw | GameResult::Unknown => None,
        }
    }

    /// Its text.
    pub const fn text(self) -> &'static str {
        match self {
            GameResult::WhiteWins => "1-0",
            GameResult::BlackWins => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Unknown => "*",
        }
    }

    /// The result of a text: `1-0`, also with a colon or another dash, and with blanks around it; a draw also as `1/2`,
    /// `½` or `0.5-0.5`.
    pub fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        Self::leading(text).filter(|&(_, length)| length == text.len()).map(|(result, _)| result)
    }

    /// The result that a text begins with, and its length. It ends at a blank or a mark: `1-0` is none in `1-0-0`.
    pub(crate) fn leading(text: &str) -> Option<(Self, usize)> {
        let (result, rest) = match text.strip_prefix('*') {
            Some(rest) => (GameResult::Unknown, rest),
            None => points(text)?,
        };
        is_end(rest).then(|| (result, text.len() - rest.len()))
    }

    /// The score that a text consists of, if an arbiter can give it but PGN has no result for it: `0-0`, a loss of both,
    /// or `1/2-0` and `0-1/2`, a loss of one.
    pub(crate) fn penalty(text: &str) -> Option<&'static str> {
        let text = text.trim();
        Self::leading_penalty(text).filter(|&(_, length)| length == text.len()).map(|(score, _)| score)
    }

    /// The score of [`penalty`](Self::penalty) that a text begins with, and its length.
    pub(crate) fn leading_penalty(text: &str) -> Option<(&'static str, usize)> {
        let (white, behind) = score(text)?;
        let (black, rest) = score(separated(behind)?)?;
        let found = match (white, black) {
            (Score::Nothing, Score::Nothing) => Self::BOTH_LOSE,
            (Score::Half, Score::Nothing) => "1/2-0",
            (Score::Nothing, Score::Half) => "0-1/2",
            _ => return None,
        };
        is_end(rest).then(|| (found, text.len() - rest.len()))
    }

    /// The score of a game that both sides lose. The same text is a castling.
    pub(crate) const BOTH_LOSE: &str = "0-0";
}

/// Returns true if the rest of a text begins with a blank or a mark, or if there is none.
fn is_end(rest: &str) -> bool {
    let is_mark = |c: char| c.is_whitespace() || "{}();$[]".contains(c);
    rest.chars().next().is_none_or(is_mark)
}

/// The points of both sides that a text begins with, as a result, and the rest of the text.
fn points(text: &str) -> Option<(GameResult, &str)> {
    let (white, behind) = score(text)?;
    let second = separated(behind).and_then(score);
    match (white, second) {
        (Score::Half, Some((Score::Half, rest))) => Some((GameResult::Draw, rest)),
        (Score::One, Some((Score::Nothing, rest))) => Some((GameResult::WhiteWins, rest)),
        (Score::Nothing, Some((Score::One, rest))) => Some((GameResult::BlackWins, rest)),
        // `1/2` for both.
        (Score::Half, None) => Some((GameResult::Draw, behind)),
        _ => None,
    }
}

/// The points of a side.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Score {
    Nothing,
    Half,
    One,
}

/// The points that a text begins with, and the rest of the text.
fn score(text: &str) -> Option<(Score, &str)> {
    const HALVES: [&str; 7] = ["1/2", "½", "1⁄2", "0.5", "0,5", ".5", ",5"];
    let half = HALVES.iter().find_map(|half| text.strip_prefix(half)).map(|rest| (Score::Half, rest));
    half.or_else(|| Some((Score::One, text.strip_prefix('1')?)))
        .or_else(|| Some((Score::Nothing, text.strip_prefix('0')?)))
}

/// The text behind a dash or a colon, with blanks around that or not.
fn separated(text: &str) -> Option<&str> {
    let behind = text.trim_start().strip_prefix(|c: char| c == ':' || is_dash(c))?;
    Some(behind.trim_start())
}

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> Self {
        outcome.winner.map_or(GameResult::Draw, GameResult::win)
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_have_many_forms() {
        use GameResult::{BlackWins, Draw, Unknown, WhiteWins};
        let draws = "1/2 ½ 1/2-1/2 ½-½ 1/2:1/2 ½–½ 1⁄2-1⁄2 0.5-0.5 0,5:0,5 .5-.5 1/2—0.5";
        draws.split(' ').for_each(|text| assert_eq!(GameResult::read(text), Some(Draw), "{text}"));
        for dash in ["-", "–", "—", "‐", "‑", "‒", "−", "―", "－", ":", " - ", "\u{a0}–\u{a0}"]
        {
            assert_eq!(GameResult::read(&format!("1{dash}0")), Some(WhiteWins), "{dash}");
            assert_eq!(GameResult::read(&format!("0{dash}1")), Some(BlackWins), "{dash}");
            assert_eq!(GameResult::read(&format!("1/2{dash}1/2")), Some(Draw), "{dash}");
        }
        assert_eq!(GameResult::read(" * "), Some(Unknown));
        for text in
            ["", "0-0", "1-1", "1", "0", "1-0-0", "0-0-0", "1-1/2", "1/2-0", "1/20", "1--0", "2-0", "1-0="]
        {
            assert_eq!(GameResult::read(text), None, "{text}");
        }
        assert_eq!(GameResult::leading("1-0{x"), Some((WhiteWins, 3)));
        assert_eq!(GameResult::leading("1/2 1-0"), Some((Draw, 3)));
        assert_eq!(GameResult::leading("1 0-0"), None);
    }

    #[test]
    fn penalties_are_scores_without_a_result() {
        for (text, score) in
            [("0-0", "0-0"), (" 0:0 ", "0-0"), ("½–0", "1/2-0"), ("1/2-0", "1/2-0"), ("0-0.5", "0-1/2")]
        {
            assert_eq!(GameResult::penalty(text), Some(score), "{text}");
        }
        for text in ["", "0", "00", "0-0-0", "0-0+", "1-0", "1/2", "1/2-1/2", "1-1", "*"] {
            assert_eq!(GameResult::penalty(text), None, "{text}");
        }
        assert_eq!(GameResult::leading_penalty("0-1/2{x}"), Some(("0-1/2", 5)));
    }
}
