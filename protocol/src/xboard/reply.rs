//! Replies: the lines an engine sends.

use std::fmt;
use std::time::Duration;

use crate::info::{ScoreBound, SearchInfo, SearchScore};
use crate::options::{OptionKind, OptionSpec};
use crate::text::one_line;

/// The score of a won or lost game is this number plus the number of moves.
const MATE: i64 = 100_000;

/// A line to the GUI, always one line, whatever its text.
#[derive(Clone, Debug, PartialEq)]
pub enum XBoardReply {
    /// `feature NAME=VALUE …`, the text after the word.
    Feature(String),
    /// `feature option="…"`
    Option(OptionSpec),
    /// `move MOVE`: a move, or a leg of one.
    Move(String),
    /// `ply score time nodes seldepth nps tbhits` and, after a tab, the line: thinking.
    ///
    /// Time in centiseconds; the score for the side to move, a mate in N as 100000 + N; `?` after the
    /// line if the score is an upper bound, `!` if a lower one.
    Thinking {
        /// The report.
        info: Box<SearchInfo>,
        /// Its line as text.
        pv: String,
    },
    /// `stat01: time nodes ply mvleft mvtot mvname`: how an analysis stands.
    Status {
        /// The time since it began.
        time: Duration,
        /// The nodes so far.
        nodes: u64,
        /// The iteration.
        depth: u32,
        /// Number of moves left to search in this iteration, and of all moves.
        moves: Option<(u32, u32)>,
        /// The move that is being looked at.
        current: Option<String>,
    },
    /// `pong N`
    Pong(String),
    /// `1-0 {White mates}`: the game is over.
    Result(String),
    /// `offer draw`: a draw is offered, or the offer is accepted.
    OfferDraw,
    /// `Hint: MOVE`
    Hint(String),
    /// `highlight COLORFEN`: where the lifted piece may go.
    Highlight(String),
    /// `choice LETTERS`: the pieces that the piece may become.
    Choice(String),
    /// `askuser TAG QUESTION`: the answer comes as `TAG ANSWER`.
    AskUser {
        /// One word.
        tag: &'static str,
        /// The question.
        question: String,
    },
    /// `Illegal move (REASON): MOVE`
    IllegalMove {
        /// The reason; parentheses in it become brackets, because there are readers that stop at the first.
        reason: String,
        /// The move as it came.
        text: String,
    },
    /// `Error (REASON): COMMAND`
    Error {
        /// The reason; parentheses in it become brackets.
        reason: String,
        /// The command as it came.
        line: String,
    },
    /// `tellusererror TEXT`: the user has to know.
    TellUserError(String),
    /// `tellics ptell TEXT`: for the partner on the other board.
    TellPartner(String),
    /// `# TEXT`: a comment, which the GUI ignores.
    Comment(String),
    /// A line as it is: those that announce a game.
    Line(String),
}

/// A text without the parentheses that end a reason.
fn reason(text: &str) -> String {
    // CECP writes the reason in parentheses.
    one_line(text).replace('(', "[").replace(')', "]")
}

/// A score as the protocol counts it.
fn score(score: SearchScore) -> i64 {
    match score {
        SearchScore::Centipawns(value) => value.into(),
        SearchScore::Mate(moves @ 1..) => MATE + i64::from(moves),
        SearchScore::Mate(moves) => i64::from(moves) - MATE,
    }
}

/// An option in the form of `feature option`.
fn option(spec: &OptionSpec) -> String {
    let name = &spec.name;
    match &spec.kind {
        OptionKind::Check { default } => format!("{name} -check {}", u8::from(*default)),
        OptionKind::Spin { default, min, max } => format!("{name} -spin {default} {min} {max}"),
        OptionKind::Combo { default, choices } => {
            let mark =
                |choice: &String| if choice == default { format!("*{choice}") } else { choice.clone() };
            let choices: Vec<String> = choices.iter().map(mark).collect();
            format!("{name} -combo {}", choices.join(" /// "))
        }
        OptionKind::Button => format!("{name} -button"),
        OptionKind::Text { default } => format!("{name} -string {default}"),
        OptionKind::File { default } => format!("{name} -file {default}"),
    }
}

impl fmt::Display for XBoardReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Feature(text) => write!(f, "feature {text}"),
            // A double quote would end the value.
            Self::Option(spec) => write!(f, "feature option=\"{}\"", option(spec).replace('"', "'")),
            Self::Move(text) => write!(f, "move {text}"),
            Self::Thinking { info, pv } => {
                // CECP counts time in hundredths of a second, and marks a bound by `!` or `?` behind the line.
                let centiseconds = info.time.unwrap_or_default().as_millis() / 10;
                let bound = match info.bound {
                    ScoreBound::Exact => "",
                    ScoreBound::Lower => "!",
                    ScoreBound::Upper => "?",
                };
                write!(
                    f,
                    // What stands between the nodes and the tab is an extension: selective depth, speed, tablebase hits.
                    "{} {} {centiseconds} {} {} {} {}\t{pv}{bound}",
                    info.depth.unwrap_or(0),
                    info.score.map_or(0, score),
                    info.nodes.unwrap_or(0),
                    info.seldepth.unwrap_or(0),
                    info.nps.unwrap_or(0),
                    info.tbhits.unwrap_or(0),
                )
            }
            Self::Status { time, nodes, depth, moves, current } => {
                // CECP: `stat01: time nodes ply mvleft mvtot mvname`.
                let (left, total) = moves.unwrap_or((0, 0));
                write!(f, "stat01: {} {nodes} {depth} {left} {total}", time.as_millis() / 10)?;
                current.iter().try_for_each(|current| write!(f, " {current}"))
            }
            Self::Pong(number) => write!(f, "pong {number}"),
            Self::Result(result) => f.write_str(&one_line(result)),
            Self::OfferDraw => f.write_str("offer draw"),
            Self::Hint(text) => write!(f, "Hint: {text}"),
            Self::Highlight(colours) => write!(f, "highlight {colours}"),
            Self::Choice(letters) => write!(f, "choice {letters}"),
            Self::AskUser { tag, question } => write!(f, "askuser {tag} {}", one_line(question)),
            Self::IllegalMove { reason: why, text } => {
                write!(f, "Illegal move ({}): {}", reason(why), one_line(text))
            }
            Self::Error { reason: why, line } => write!(f, "Error ({}): {}", reason(why), one_line(line)),
            Self::TellUserError(text) => write!(f, "tellusererror {}", one_line(text)),
            Self::TellPartner(text) => write!(f, "tellics ptell {}", one_line(text)),
            Self::Comment(text) => write!(f, "# {}", one_line(text)),
            Self::Line(text) => f.write_str(&one_line(text)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thinking() {
        let info = SearchInfo {
            depth: Some(4),
            seldepth: Some(7),
            score: Some(SearchScore::Mate(3)),
            nodes: Some(100),
            nps: Some(1000),
            tbhits: Some(0),
            time: Some(Duration::from_millis(57)),
            ..SearchInfo::default()
        };
        let line = |info: SearchInfo| {
            XBoardReply::Thinking { info: Box::new(info), pv: "e2e4 e7e5".to_owned() }.to_string()
        };
        assert_eq!(line(info.clone()), "4 100003 5 100 7 1000 0\te2e4 e7e5");
        let with = |score, bound| line(SearchInfo { score: Some(score), bound, ..info.clone() });
        assert_eq!(with(SearchScore::Mate(-2), ScoreBound::Exact), "4 -100002 5 100 7 1000 0\te2e4 e7e5");
        assert_eq!(with(SearchScore::Mate(0), ScoreBound::Exact), "4 -100000 5 100 7 1000 0\te2e4 e7e5");
        assert_eq!(with(SearchScore::Centipawns(-31), ScoreBound::Upper), "4 -31 5 100 7 1000 0\te2e4 e7e5?");
        assert_eq!(with(SearchScore::Centipawns(31), ScoreBound::Lower), "4 31 5 100 7 1000 0\te2e4 e7e5!");
    }

    #[test]
    fn reasons_have_no_parentheses_and_one_line() {
        let error = XBoardReply::Error { reason: "a (b)\nc".to_owned(), line: "x\ny".to_owned() };
        assert_eq!(error.to_string(), "Error (a [b] c): x y");
        let illegal =
            XBoardReply::IllegalMove { reason: "no (such) move".to_owned(), text: "e2e5".to_owned() };
        assert_eq!(illegal.to_string(), "Illegal move (no [such] move): e2e5");
    }

    #[test]
    fn options_of_every_kind() {
        let line = |kind| XBoardReply::Option(OptionSpec::new("Name", kind)).to_string();
        assert_eq!(line(OptionKind::Check { default: true }), "feature option=\"Name -check 1\"");
        assert_eq!(
            line(OptionKind::Spin { default: 1, min: 0, max: 9 }),
            "feature option=\"Name -spin 1 0 9\""
        );
        let choices = ["a", "b"].map(str::to_owned).to_vec();
        let combo = OptionKind::Combo { default: "b".to_owned(), choices };
        assert_eq!(line(combo), "feature option=\"Name -combo a /// *b\"");
        assert_eq!(line(OptionKind::Button), "feature option=\"Name -button\"");
        assert_eq!(line(OptionKind::Text { default: "x".to_owned() }), "feature option=\"Name -string x\"");
        assert_eq!(line(OptionKind::File { default: "x".to_owned() }), "feature option=\"Name -file x\"");
    }

    #[test]
    fn status() {
        let status = XBoardReply::Status {
            time: Duration::from_millis(12_340),
            nodes: 30_000,
            depth: 7,
            moves: Some((5, 30)),
            current: Some("g1f3".to_owned()),
        };
        assert_eq!(status.to_string(), "stat01: 1234 30000 7 5 30 g1f3");
    }
}
