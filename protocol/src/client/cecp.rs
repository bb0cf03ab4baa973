//! The protocol of XBoard, as the client reads it.
//!
//! Old engines leave out required parts and write things that the specification does not allow; both are read
//! as far as their meaning is certain.

use std::time::Duration;

use crate::info::{ScoreBound, SearchInfo, SearchScore};
use crate::text::{split_word, trim, words};

/// Scores from here on are mates: 100000 and the number of moves.
const MATE: i32 = 100_000;

/// A line from an engine.
///
/// ```
/// use helgi_protocol::client::cecp::{EngineLine, parse_line};
///
/// assert_eq!(parse_line("move e2e4"), EngineLine::Move { text: "e2e4".to_owned(), more: false });
/// assert_eq!(parse_line("pong 3"), EngineLine::Pong(3));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineLine {
    /// `feature NAME=VALUE …`, quotes taken off.
    Features(Vec<(String, String)>),
    /// `move M`, or `1. ... M`, or `My move is: M`.
    Move {
        /// The move, or one part of it, as it was written.
        text: String,
        /// A comma at its end says that another part follows.
        more: bool,
    },
    /// A line of thinking: `ply score time nodes pv`.
    Thinking(SearchInfo),
    /// `pong N`
    Pong(u32),
    /// `Illegal move …`; the whole line.
    Illegal(String),
    /// `Error …`; the whole line.
    Error(String),
    /// `1-0 {…}`, `0-1 {…}`, `1/2-1/2 {…}`, also after the word `result`.
    Result {
        /// `1-0`, `0-1` or `1/2-1/2`.
        score: &'static str,
        /// The text in the braces; may be empty.
        comment: String,
    },
    /// `resign`
    Resign,
    /// `offer draw`
    OfferDraw,
    /// `tellusererror …`: the message.
    UserError(String),
    /// `# …`
    Comment,
    /// Anything else: news for people, boards, prompts.
    Other,
}

/// Reads a line.
pub fn parse_line(line: &str) -> EngineLine {
    // The tab before a line of thinking counts, also when no moves follow.
    let whole = line;
    let line = trim(line);
    let (word, rest) = split_word(line);
    match word {
        "feature" => EngineLine::Features(features(rest)),
        "move" => a_move(rest),
        "My" => after_colon(rest),
        "pong" => rest.parse().map_or(EngineLine::Other, EngineLine::Pong),
        "Illegal" => EngineLine::Illegal(line.to_owned()),
        "Error" => EngineLine::Error(line.to_owned()),
        "resign" => EngineLine::Resign,
        "offer" if rest == "draw" => EngineLine::OfferDraw,
        "tellusererror" => EngineLine::UserError(rest.to_owned()),
        "result" => result(rest).unwrap_or(EngineLine::Other),
        _ if word.starts_with('#') => EngineLine::Comment,
        _ => result(line).or_else(|| thinking(whole)).or_else(|| numbered(line)).unwrap_or(EngineLine::Other),
    }
}

/// `name="value" other=1`, as many as there are. A value without its second quote goes to the end.
fn features(text: &str) -> Vec<(String, String)> {
    let mut features = Vec::new();
    let mut rest = text;
    while let Some((name, behind)) = rest.split_once('=') {
        let (value, next) = match behind.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => split_word(behind),
        };
        // Words without a value stand before the name.
        let name = words(name).last().unwrap_or_default();
        features.push((name.to_owned(), value.to_owned()));
        rest = next;
    }
    features
}

fn a_move(rest: &str) -> EngineLine {
    let (text, _) = split_word(rest);
    match text.strip_suffix(',') {
        Some(part) => EngineLine::Move { text: part.to_owned(), more: true },
        None => EngineLine::Move { text: text.to_owned(), more: false },
    }
}

/// `My move is: e7e5`, or `is : e7e5`.
fn after_colon(rest: &str) -> EngineLine {
    match rest.split_once(':') {
        Some((before, text)) if words(before).eq(["move", "is"]) => a_move(text),
        _ => EngineLine::Other,
    }
}

/// `1. ... e7e5`, the engine's own move in the form of the first version; `1. e2e4` is an echo.
fn numbered(line: &str) -> Option<EngineLine> {
    let (number, rest) = split_word(line);
    number.strip_suffix('.')?.parse::<u32>().ok()?;
    let (dots, rest) = split_word(rest);
    (dots == "..." && words(rest).count() == 1).then(|| a_move(rest))
}

fn result(line: &str) -> Option<EngineLine> {
    let (word, rest) = split_word(line);
    let score = ["1-0", "0-1", "1/2-1/2"].into_iter().find(|score| *score == word)?;
    let comment = rest.strip_prefix('{').map_or(rest, |rest| rest.split('}').next().unwrap_or_default());
    Some(EngineLine::Result { score, comment: trim(comment).to_owned() })
}

/// `ply score time nodes [seldepth nps tbhits] pv`: the longer form only with a tab before the line.
fn thinking(line: &str) -> Option<EngineLine> {
    let (numbers, pv) = match line.rsplit_once('\t') {
        Some((numbers, pv)) if words(numbers).count() >= 4 => (numbers, pv),
        _ => {
            let mut rest = line;
            for _ in 0..4 {
                rest = split_word(rest).1;
            }
            (line, rest)
        }
    };
    let mut fields = words(numbers);
    let ply = fields.next()?;
    // Engines mark the ply with a letter or a sign: `9.`, `9&`.
    let depth = ply.trim_end_matches(|c: char| !c.is_ascii_digit()).parse().ok()?;
    let score = score(fields.next()?)?;
    let time: u64 = fields.next()?.parse().ok()?;
    let nodes = fields.next()?.parse().ok()?;
    let mut info = SearchInfo {
        depth: Some(depth),
        score: Some(score),
        time: time.checked_mul(10).map(Duration::from_millis),
        nodes: Some(nodes),
        pv: words(pv).map_while(|word| word.parse().ok()).collect(),
        ..SearchInfo::default()
    };
    match pv.chars().last() {
        Some('?') => info.bound = ScoreBound::Upper,
        Some('!') => info.bound = ScoreBound::Lower,
        _ => {}
    }
    if line.contains('\t') {
        info.seldepth = fields.next().and_then(|field| field.parse().ok());
        info.nps = fields.next().and_then(|field| field.parse().ok());
        info.tbhits = fields.next().and_then(|field| field.parse().ok());
    }
    Some(EngineLine::Thinking(info))
}

/// Hundredths of a pawn; from `MATE` on moves to a mate.
fn score(text: &str) -> Option<SearchScore> {
    let value: i32 = text.parse().ok()?;
    Some(match value.checked_abs()?.checked_sub(MATE) {
        Some(moves @ 0..) => SearchScore::Mate(moves * value.signum()),
        _ => SearchScore::Centipawns(value),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn moved(text: &str) -> EngineLine {
        EngineLine::Move { text: text.to_owned(), more: false }
    }

    #[test]
    fn features_with_and_without_quotes() {
        let line = r#"feature ping=1 myname="Old Engine 2" variants="normal,fischerandom" done=0"#;
        let EngineLine::Features(features) = parse_line(line) else { panic!("no features") };
        let features: Vec<_> = features.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        assert_eq!(
            features,
            [("ping", "1"), ("myname", "Old Engine 2"), ("variants", "normal,fischerandom"), ("done", "0")]
        );
        assert_eq!(parse_line("feature"), EngineLine::Features(vec![]));
        let odd = vec![("option".to_owned(), "Hash -spin 1 1 4".to_owned())];
        assert_eq!(parse_line(r#"feature odd option="Hash -spin 1 1 4"#), EngineLine::Features(odd));
    }

    #[test]
    fn moves_new_and_old() {
        assert_eq!(parse_line("move e7e8q"), moved("e7e8q"));
        assert_eq!(parse_line("move c4d5,"), EngineLine::Move { text: "c4d5".to_owned(), more: true });
        assert_eq!(parse_line("My move is: e7e5"), moved("e7e5"));
        assert_eq!(parse_line("My move is : e7e5"), moved("e7e5"));
        assert_eq!(parse_line("12. ... e7e5"), moved("e7e5"));
        assert_eq!(parse_line("1. e2e4"), EngineLine::Other);
        assert_eq!(parse_line("My name is"), EngineLine::Other);
    }

    #[test]
    fn thinking_in_both_forms() {
        let EngineLine::Thinking(info) = parse_line("  5     15        1      21499 d2d4 d7d5 Nc3") else {
            panic!()
        };
        assert_eq!((info.depth, info.score), (Some(5), Some(SearchScore::Centipawns(15))));
        assert_eq!((info.time, info.nodes), (Some(Duration::from_millis(10)), Some(21499)));
        assert_eq!((info.pv.len(), info.seldepth), (2, None));

        let EngineLine::Thinking(info) = parse_line("4\t100003\t5\t100\t7\t1000\t0\te2e4 e7e5") else {
            panic!()
        };
        assert_eq!((info.score, info.seldepth, info.nps), (Some(SearchScore::Mate(3)), Some(7), Some(1000)));
        assert_eq!(info.pv.len(), 2);

        let EngineLine::Thinking(info) = parse_line("9. -100002 7 8 e2e4 ?") else { panic!() };
        assert_eq!((info.score, info.bound), (Some(SearchScore::Mate(-2)), ScoreBound::Upper));
        assert_eq!(parse_line("9 8 7"), EngineLine::Other);
        assert_eq!(parse_line("9 8 7 x e2e4"), EngineLine::Other);
    }

    #[test]
    fn ends_and_complaints() {
        let comment = "White mates".to_owned();
        assert_eq!(
            parse_line("1-0 {White mates}"),
            EngineLine::Result { score: "1-0", comment: comment.clone() }
        );
        assert_eq!(parse_line("result 1-0 { White mates }"), EngineLine::Result { score: "1-0", comment });
        assert_eq!(parse_line("1/2-1/2"), EngineLine::Result { score: "1/2-1/2", comment: String::new() });
        assert_eq!(parse_line("resign"), EngineLine::Resign);
        assert_eq!(parse_line("offer draw"), EngineLine::OfferDraw);
        assert_eq!(parse_line("Illegal move: e2e5"), EngineLine::Illegal("Illegal move: e2e5".to_owned()));
        assert_eq!(
            parse_line("Error (unknown command): x"),
            EngineLine::Error("Error (unknown command): x".to_owned())
        );
        assert_eq!(
            parse_line("tellusererror Bad position"),
            EngineLine::UserError("Bad position".to_owned())
        );
        assert_eq!(parse_line("# 12 nodes"), EngineLine::Comment);
        assert_eq!(parse_line("#[Chess] 0w>"), EngineLine::Comment);
        for noise in ["", "Hint: e2e4", "tellics say hello", "Chess", "TCMove = 35", "pong x"] {
            assert_eq!(parse_line(noise), EngineLine::Other, "{noise}");
        }
    }

    proptest! {
        #[test]
        fn any_line_is_read(line in ".*", head in "(feature|move|My move is:|1. ...|1-0|3 -?9{1,12} 1 1)") {
            parse_line(&line);
            parse_line(&format!("{head} {line}"));
        }
    }
}
