//! The games that come along, written in this format; other games start from them.

use crate::file_game::ReadGame;
use crate::finding::Finding;
use crate::spec::Spec;
use crate::{ini, read};
use std::sync::{Arc, LazyLock};

pub use crate::library_texts::{TEXTS, known, names};

/// Nets by the names of their games; none without the feature `nets`.
#[cfg(feature = "nets")]
macro_rules! nets {
    ($($game:literal),* $(,)?) => {
        [$(($game, include_bytes!(concat!("../nets/", $game, ".net")))),*]
    };
}
#[cfg(not(feature = "nets"))]
macro_rules! nets {
    ($($game:literal),* $(,)?) => {
        []
    };
}

/// The text of bases that are no games of their own, which build on the games.
const BASES: &str = include_str!("../games/bases.ini");

/// The nets that come along, each with the name of its game; their cards lie beside them. None without the feature `nets`.
pub const NETS: &[(&str, &[u8])] = &nets![
    "3check",
    "antichess",
    "ataxx",
    "atomic",
    "breakthrough",
    "cannonshogi",
    "capablanca",
    "capahouse",
    "chak",
    "chennis",
    "courier",
    "dobutsu",
    "empire",
    "flipello",
    "gorogoroplus",
    "grand",
    "grandhouse",
    "horde",
    "janggi",
    "khans",
    "kingofthehill",
    "kyotoshogi",
    "losers",
    "makruk",
    "mansindam",
    "minishogi",
    "minixiangqi",
    "orda",
    "pocketknight",
    "racingkings",
    "seirawan",
    "shako",
    "shatranj",
    "shinobiplus",
    "shogi",
    "shogun",
    "sittuyin",
    "spartan",
    "synochess",
    "torishogi",
    "xiangqi",
];

/// The games that play with the nets of others, a line each: the game, the lender, and what the net has won, drawn and lost in
/// 50 games against the same program without a net, at 3,000 nodes a move.
const LENT: &str = include_str!("../nets/lent.tsv");

/// The games, and behind them the bases, which are no games.
static SPECS: LazyLock<(Vec<Arc<Spec>>, Vec<Finding>)> = LazyLock::new(|| {
    let mut findings = Vec::new();
    let mut specs: Vec<Arc<Spec>> = Vec::new();
    for text in TEXTS.iter().map(|(_, text)| *text).chain([BASES]) {
        let sections = ini::sections(text, &mut findings);
        read::repeats(&sections, &mut findings);
        for section in sections {
            if let Some(spec) = read::spec(&section, &specs, &mut findings) {
                specs.push(Arc::new(spec));
            }
        }
    }
    (specs, findings)
});

/// The games that play with the net of another one, each with the name of that game: such nets have won matches against the
/// game without a net.
///
/// ```
/// assert!(helgi_variants::library::lent().any(|row| row == ("loop", "crazyhouse")));
/// ```
pub fn lent() -> impl Iterator<Item = (&'static str, &'static str)> {
    LENT.lines().skip(1).filter_map(|line| {
        let mut fields = line.split('\t');
        Some((fields.next()?, fields.next()?))
    })
}

/// The games as plain data.
#[must_use]
pub fn specs() -> Vec<Arc<Spec>> {
    // The bases stand behind the games.
    SPECS.0.iter().take(names().len()).cloned().collect()
}

/// The games as plain data, and what else a game may start from: bases such as Fairy-Stockfish's `fairy`, which nobody
/// plays.
#[must_use]
pub fn bases() -> Vec<Arc<Spec>> {
    SPECS.0.clone()
}

/// The text that holds the game of a name.
#[must_use]
pub fn text_of(name: &str) -> Option<&'static str> {
    let has =
        |text: &str| ini::sections(text, &mut Vec::new()).iter().any(|section| section.name.text == name);
    TEXTS.iter().map(|(_, text)| *text).find(|text| has(text))
}

/// The game of a name.
#[must_use]
pub fn game(name: &str) -> Option<ReadGame> {
    // Tests check these games for contradictions, so that they need not be checked at each start.
    spec(name).cloned().map(ReadGame::new)
}

/// The game of a name as plain data. The texts are read when the first of their games is asked for.
pub(crate) fn spec(name: &str) -> Option<&'static Arc<Spec>> {
    // A name that the texts lack is refused without reading the games.
    names().into_iter().find(|other| *other == name)?;
    SPECS.0.iter().find(|spec| spec.name == name)
}

/// The lines of the section of a game, as its text has them; `None` if there is no game of this name.
///
/// ```
/// let text = helgi_variants::library::section("3check").unwrap();
/// assert!(text.starts_with("[3check:chess]\n"), "{text}");
/// ```
#[must_use]
pub fn section(name: &str) -> Option<String> {
    let is_head = |line: &str| {
        let rest = line.strip_prefix('[').and_then(|rest| rest.strip_prefix(name));
        rest.is_some_and(|rest| rest.starts_with([':', ']']))
    };
    let is_text = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
    TEXTS.iter().find_map(|(_, text)| {
        let lines: Vec<&str> = text.lines().skip_while(|line| !is_head(line)).collect();
        let (head, rest) = lines.split_first()?;
        let body = rest.iter().take_while(|line| !line.starts_with('[')).count();
        // Comments before the next section are about that.
        let last = rest.iter().take(body).rposition(is_text).map_or(0, |last| last + 1);
        Some([head].into_iter().chain(rest.iter().take(last)).map(|line| format!("{line}\n")).collect())
    })
}

/// The mistakes in the texts, which are none.
#[must_use]
pub fn findings() -> &'static [Finding] {
    &SPECS.1
}
