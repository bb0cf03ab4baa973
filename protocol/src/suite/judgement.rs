//! The words of judgement.

use crate::text::words;
use std::time::Duration;

/// A judgement of the answers. Some wait for a line, the others look at what has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SuiteJudgement {
    /// `legal`: a move comes, and is legal in the present position.
    Legal,
    /// `none`: the answer comes, and says that there is no move.
    NoMove,
    /// `answer`: the answer to a search comes, whatever it is.
    Answer,
    /// `refused`: the engine calls a move illegal.
    Refused,
    /// `error`: the engine calls a command wrong or unknown.
    ErrorLine,
    /// `result R …`: the engine declares the game over with one of these results; any if there are none.
    Declared(Vec<String>),
    /// `exits`: the engine ends by itself within the time limit; with a status, if one is given.
    Exits(Option<i32>),
    /// `alive`: the engine runs and answers.
    Alive,
    /// `silent N`: nothing comes for N milliseconds.
    Silent(Duration),
    /// `one answer`: as many answers as searches, once nothing more can come.
    OneAnswer,
    /// `within N`: the awaited line came at most N milliseconds after the last line sent.
    Within(Duration),
    /// `not before N`: the awaited line came at least N milliseconds after the last line sent.
    NotBefore(Duration),
    /// `best M …`: the answer comes, and is one of these moves.
    Best(Vec<String>),
    /// `not best M …`: the answer comes, and is none of these moves.
    NotBest(Vec<String>),
    /// `pv-legal`: every line of play of the search is legal, move by move.
    LegalPv,
    /// `pv-best`: the last line of play begins with the answer.
    PvBest,
    /// `ponder-legal`: the move to ponder on is legal after the answer.
    LegalPonder,
    /// `infos`: all reports of the search are well formed.
    Infos,
    /// `reported`: the search has reported a line with an exact score.
    Reported,
    /// `depth N`: no report has a greater depth.
    Depth(u32),
    /// `deeper N`: a report has a greater depth.
    Deeper(u32),
    /// `nodes N`: no report counts more nodes.
    Nodes(u64),
    /// `mate N`: the last exact score is a mate in so many moves; negative for the side that is mated.
    Mate(i32),
    /// `score > N`: the last exact score is higher; any mate counts as very high or low.
    Above(i32),
    /// `score < N`: the last exact score is lower.
    Below(i32),
    /// `multipv N`: the last complete report has N lines with different first moves.
    MultiPv(u32),
    /// `best-first N`: the N lines of the last complete report come in the order of their scores.
    BestFirst(u32),
    /// `grow`: depths, times and nodes never decrease.
    Grow,
    /// `option-syntax`: the announcements of options can be read to the letter.
    OptionSyntax,
    /// `option-names`: no option is announced twice.
    OptionNames,
    /// `option-defaults`: every default is one of the option's values.
    OptionDefaults,
    /// `option-types`: options with a fixed meaning have their fixed types.
    OptionTypes,
    /// `feature-syntax`: the features can be read to the letter.
    FeatureSyntax,
    /// `cpu N`: over the next second the engine uses at most N per cent of a processor.
    Processor(u32),
    /// `memory N`: the engine holds at most N MiB.
    Memory(u64),
    /// `growth N`: the engine holds at most N MiB more than when this was asked before.
    Growth(u64),
}

impl SuiteJudgement {
    /// Reads a judgement; `None` if it is not one.
    pub(super) fn read(text: &str) -> Option<Self> {
        let mut all = words(text);
        let first = all.next()?;
        let rest: Vec<&str> = all.collect();
        let list = || rest.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
        Some(match (first, rest.as_slice()) {
            ("legal", []) => Self::Legal,
            ("none", []) => Self::NoMove,
            ("answer", []) => Self::Answer,
            ("refused", []) => Self::Refused,
            ("error", []) => Self::ErrorLine,
            ("result", _) => Self::Declared(list()),
            ("exits", []) => Self::Exits(None),
            ("exits", [status]) => Self::Exits(Some(status.parse().ok()?)),
            ("alive", []) => Self::Alive,
            ("silent", [time]) => Self::Silent(milliseconds(time)?),
            ("one", ["answer"]) => Self::OneAnswer,
            ("within", [time]) => Self::Within(milliseconds(time)?),
            ("not", ["before", time]) => Self::NotBefore(milliseconds(time)?),
            ("best", [_, ..]) => Self::Best(list()),
            ("not", ["best", moves @ ..]) if !moves.is_empty() => {
                Self::NotBest(moves.iter().map(|&word| word.to_owned()).collect())
            }
            ("pv-legal", []) => Self::LegalPv,
            ("pv-best", []) => Self::PvBest,
            ("ponder-legal", []) => Self::LegalPonder,
            ("infos", []) => Self::Infos,
            ("reported", []) => Self::Reported,
            ("depth", [most]) => Self::Depth(most.parse().ok()?),
            ("deeper", [than]) => Self::Deeper(than.parse().ok()?),
            ("nodes", [most]) => Self::Nodes(most.parse().ok()?),
            ("mate", [moves]) => Self::Mate(moves.parse().ok()?),
            ("score", [">", value]) => Self::Above(value.parse().ok()?),
            ("score", ["<", value]) => Self::Below(value.parse().ok()?),
            ("multipv", [count]) => Self::MultiPv(count.parse().ok()?),
            ("best-first", [count]) => Self::BestFirst(count.parse().ok()?),
            ("grow", []) => Self::Grow,
            ("option-syntax", []) => Self::OptionSyntax,
            ("option-names", []) => Self::OptionNames,
            ("option-defaults", []) => Self::OptionDefaults,
            ("option-types", []) => Self::OptionTypes,
            ("feature-syntax", []) => Self::FeatureSyntax,
            ("cpu", [most]) => Self::Processor(most.parse().ok()?),
            ("memory", [most]) => Self::Memory(most.parse().ok()?),
            ("growth", [most]) => Self::Growth(most.parse().ok()?),
            _ => return None,
        })
    }
}

fn milliseconds(text: &str) -> Option<Duration> {
    text.parse().ok().map(Duration::from_millis)
}
