//! The `info` lines of UCI and its family, read to the letter.

use helgi_protocol::client::uci::EngineLine;
use helgi_protocol::dialect::{BoardSize, Dialect};
use helgi_protocol::info::{ScoreBound, SearchInfo};

/// The values behind a word of `info`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum InfoValues {
    /// One whole number.
    Number,
    /// A kind of score and a number.
    Score,
    /// None.
    Nothing,
    /// One move.
    Move,
    /// The chances of a win, a draw and a loss.
    Chances,
    /// Moves, and perhaps a number before them, up to the next word.
    Moves,
    /// All that follows.
    Text,
}

/// The words of `info`.
const WORDS: [(&str, InfoValues); 20] = [
    ("depth", InfoValues::Number),
    ("seldepth", InfoValues::Number),
    ("time", InfoValues::Number),
    ("nodes", InfoValues::Number),
    ("multipv", InfoValues::Number),
    ("currmovenumber", InfoValues::Number),
    ("hashfull", InfoValues::Number),
    ("nps", InfoValues::Number),
    ("tbhits", InfoValues::Number),
    ("sbhits", InfoValues::Number),
    ("cpuload", InfoValues::Number),
    ("score", InfoValues::Score),
    ("lowerbound", InfoValues::Nothing),
    ("upperbound", InfoValues::Nothing),
    ("currmove", InfoValues::Move),
    ("wdl", InfoValues::Chances),
    ("pv", InfoValues::Moves),
    ("refutation", InfoValues::Moves),
    ("currline", InfoValues::Moves),
    ("string", InfoValues::Text),
];

/// Returns the values that belong behind a word, if it is one of `info`.
fn values(word: &str) -> Option<InfoValues> {
    WORDS.iter().find(|(known, _)| *known == word).map(|&(_, values)| values)
}

/// Returns the fault in an `info` line, if there is one: an unknown word, or a value that is not as the
/// specification has it.
pub(super) fn fault(dialect: Dialect, line: &str) -> Option<String> {
    let words: Vec<&str> = line.split_ascii_whitespace().skip(1).collect();
    let mut rest = words.as_slice();
    let mut seen: Vec<&str> = Vec::new();
    while let [word, behind @ ..] = rest {
        // It takes the rest of the line, as UCI's `string` does.
        if dialect == Dialect::Ucci && *word == "message" {
            break;
        }
        if seen.contains(word) && *word != "string" {
            return Some(format!("`{word}` twice in `{line}`"));
        }
        seen.push(word);
        let Some(values_behind) = values(word) else {
            return Some(format!("`{word}` is no word of `info`, in `{line}`"));
        };
        rest = match values_behind {
            InfoValues::Number => {
                let Some((value, next)) = behind.split_first() else {
                    return Some(format!("{word}: no value in `{line}`"));
                };
                if value.parse::<u64>().is_err() {
                    return Some(format!("{word} `{value}`, expected a whole number, in `{line}`"));
                }
                // In thousandths.
                if *word == "hashfull" && value.parse::<u64>().is_ok_and(|value| value > 1000) {
                    return Some(format!("hashfull {value}, expected at most 1000, in `{line}`"));
                }
                next
            }
            InfoValues::Score => match (dialect, behind) {
                (Dialect::Ucci, [value, next @ ..]) if value.parse::<i64>().is_ok() => next,
                (Dialect::Ucci, _) => return Some(format!("score, expected a whole number, in `{line}`")),
                // USI has signs for a mate whose length is not known.
                (Dialect::Usi, ["mate", "+" | "-", next @ ..]) => next,
                (_, ["cp" | "mate", value, next @ ..]) if value.parse::<i64>().is_ok() => next,
                _ => return Some(format!("score, expected `cp N` or `mate N`, in `{line}`")),
            },
            InfoValues::Nothing => behind,
            InfoValues::Move => behind.split_first().map_or(behind, |(_, next)| next),
            InfoValues::Chances => match behind {
                [win, draw, loss, next @ ..] => {
                    let sum: Option<u32> =
                        [win, draw, loss].iter().map(|value| value.parse::<u32>().ok()).sum();
                    if sum != Some(1000) {
                        return Some(format!("wdl, expected three numbers that add up to 1000, in `{line}`"));
                    }
                    next
                }
                _ => return Some(format!("wdl, expected three numbers, in `{line}`")),
            },
            InfoValues::Moves => {
                let end = behind.iter().position(|text| values(text).is_some()).unwrap_or(behind.len());
                behind.get(end..).unwrap_or_default()
            }
            InfoValues::Text => &[],
        };
    }
    // UCI: `depth` has to stand beside it.
    if seen.contains(&"seldepth") && !seen.contains(&"depth") {
        return Some(format!("`seldepth` without `depth` in `{line}`"));
    }
    None
}

/// The moves of the line of play.
pub(super) fn pv(line: &str) -> Vec<&str> {
    let mut words = line.split_ascii_whitespace();
    if words.by_ref().take_while(|word| *word != "string").any(|word| word == "pv") {
        return words.take_while(|word| values(word).is_none()).collect();
    }
    Vec::new()
}

/// The report in a line, with `info` before it or without.
pub(super) fn read(line: &str) -> SearchInfo {
    SearchInfo::read(line.trim_start_matches("info"))
}

/// The report in a line of a dialect, if it has an exact score; a mate counts own moves.
pub(super) fn exact(dialect: Dialect, board: BoardSize, line: &str) -> Option<SearchInfo> {
    let EngineLine::Info(info) = dialect.read_reply(line.trim(), board) else { return None };
    (info.score.is_some() && info.bound == ScoreBound::Exact).then_some(info)
}

#[cfg(test)]
mod tests {
    use super::*;
    use helgi_protocol::info::SearchScore;

    #[test]
    fn lines_are_read_to_the_letter() {
        for (line, is_good) in [
            ("info depth 5 seldepth 7 score cp -13 lowerbound nodes 5 nps 3 time 9 pv e2e4 e7e5", true),
            ("info depth 5 score mate 3 wdl 1000 0 0 pv e2e4", true),
            ("info depth 5 score mate 3 wdl 1000 0 1 pv e2e4", false),
            ("info currmove e2e4 currmovenumber 1", true),
            ("info string anything goes depth x", true),
            ("info seldepth 7", false),
            ("info depth 5.5", false),
            ("info depth 5 depth 6", false),
            ("info score 13", false),
            ("info hashfull 1001", false),
            ("info depth 3 bar 4", false),
            ("info depth 3 pv e2e4 e7e5 wdl 500 300 200", true),
            ("info depth 3 pv e2e4 e7e5 wdl 500 300 201", false),
            ("info depth", false),
        ] {
            let fault = fault(Dialect::Uci, line);
            assert_eq!(fault.is_none(), is_good, "{line}: {fault:?}");
        }
        assert_eq!(pv("info depth 3 pv e2e4 e7e5 nodes 3"), ["e2e4", "e7e5"]);
        assert_eq!(pv("info depth 3 pv e2e4 e7e5 wdl 500 300 200"), ["e2e4", "e7e5"]);
        assert_eq!(pv("info depth 3 pv e2e4 score cp 3 lowerbound"), ["e2e4"]);
        assert_eq!(pv("info string pv e2e4"), [""; 0]);
        let board = BoardSize { files: 9, ranks: 9 };
        assert!(exact(Dialect::Uci, board, "info depth 3 score cp 3 upperbound").is_none());
        let mate =
            exact(Dialect::Usi, board, "info depth 3 score mate 3 pv 5d5c").and_then(|info| info.score);
        assert_eq!(mate, Some(SearchScore::Mate(2)));
        let score = exact(Dialect::Ucci, board, "info depth 3 score 31").and_then(|info| info.score);
        assert_eq!(score, Some(SearchScore::Centipawns(31)));
        for (dialect, line, is_good) in [
            (Dialect::Usi, "info depth 3 score mate + pv 5d5c", true),
            (Dialect::Uci, "info depth 3 score mate + pv e2e4", false),
            (Dialect::Ucci, "info depth 3 score 31 pv b0c2", true),
            (Dialect::Ucci, "info depth 3 score cp 31 pv b0c2", false),
            (Dialect::Ucci, "info message score what you like", true),
        ] {
            assert_eq!(fault(dialect, line).is_none(), is_good, "{line}");
        }
    }
}
