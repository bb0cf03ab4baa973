//! The one table of keys: from it come the reader, its suggestions, the reference page and the list of
//! `helgi variants --keys`.

mod beyond;
mod castling;
mod endings;
mod goals;
mod table;
mod walls;
mod words;

use crate::finding::{FindingText, phrases};
use crate::ini::Entry;
use crate::region::{KindRegions, Region};
use crate::slot::{Slot, Types};
use crate::spec::{Spec, Verdict, key_and_language};
use helgi_rules::Phrase;
use helgi_rules::internals::board::path::Path;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

pub use table::FAMILIES;
pub use words::{KEY_PHRASES, KeyWords, of_piece};

/// A key of a file of games.
#[derive(Clone, Copy)]
pub struct Key {
    /// The key.
    pub name: &'static str,
    /// The value that applies if it is not given.
    pub default: KeyDefault,
    /// Its meaning, in a sentence; nothing with the feature `small`.
    pub text: &'static str,
    /// Its kind of value, and where the value goes.
    pub value: Setter,
}

/// A default of a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KeyDefault {
    /// A value, as it is written.
    Value(&'static str),
    /// Words for what no value says.
    Words(Phrase),
}

impl KeyDefault {
    /// The value, or the words in English.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            KeyDefault::Value(value) => value,
            KeyDefault::Words(Phrase { words, .. }) => words,
        }
    }
}

/// A key of the table. Its sentence is left out of modules for pages, which show names and values alone.
const fn key(name: &'static str, default: &'static str, value: Setter, text: &'static str) -> Key {
    let text = if cfg!(feature = "small") { "" } else { text };
    Key { name, default: KeyDefault::Value(default), text, value }
}

/// The same with a default in words.
const fn key_in_words(name: &'static str, default: Phrase, value: Setter, text: &'static str) -> Key {
    Key { default: KeyDefault::Words(default), ..key(name, "", value, text) }
}

/// Keys that belong together, read by one part of the rules.
pub struct KeyFamily {
    /// The heading.
    pub title: &'static str,
    /// The module that carries them out.
    pub read_by: &'static str,
    /// The keys, in the order in which they take effect.
    pub keys: &'static [Key],
}

/// Kinds of values, each with what takes the value.
#[derive(Clone, Copy)]
pub enum Setter {
    /// `true` or `false`.
    Flag(fn(&mut Spec, bool)),
    /// A number up to the first.
    Number(u32, fn(&mut Spec, u32)),
    /// A rank by its number; the value is from 0.
    Rank(fn(&mut Spec, u8)),
    /// A file by its letter or number; the value is from 0.
    File(fn(&mut Spec, u8)),
    /// Squares, files and ranks.
    Region(fn(&mut Spec, Region)),
    /// Letters of pieces, `*` for all, `-` for none; also the last of them.
    Types(fn(&mut Spec, Types, Option<Slot>)),
    /// One letter of a piece, `*` for any, `-` for none.
    Type(fn(&mut Spec, Option<Slot>)),
    /// `win`, `loss` or `draw`.
    Verdict(fn(&mut Spec, Verdict)),
    /// The same, or `none`.
    VerdictOrNone(fn(&mut Spec, Option<Verdict>)),
    /// Letters with numbers: `q:1 r:2`.
    Counts(fn(&mut Spec, Slot, u32)),
    /// Letters with letters: `p:g s:g`.
    Pairs(fn(&mut Spec, Slot, Option<Slot>)),
    /// Letters of pieces with letters that no piece has: `n:h b:e`.
    Synonyms(fn(&mut Spec, Vec<(Slot, char)>)),
    /// Letters with several letters: `m:tq c:t`; `*` is all.
    Sets(fn(&mut Spec, Slot, Types)),
    /// Letters with leaps in helgi's dialect: `f:WF`.
    Leaps(fn(&mut Spec, Slot, Vec<Path>)),
    /// Numbers from 1 up to the first, with blanks between them.
    Numbers(u8, fn(&mut Spec, Vec<u8>)),
    /// A phase of the game.
    Phase,
    /// One of the words; the value is its number.
    Word(&'static [&'static str], fn(&mut Spec, usize)),
    /// Letters with words: `r:Rook`.
    Names(fn(&mut Spec, Slot, String)),
    /// Castling rights, a bit for each in the order `KQkq`.
    Rights(fn(&mut Spec, u8)),
    /// Any text.
    Text(fn(&mut Spec, String)),
    /// A key for other programs, or of no consequence here; the sentence says why.
    Noted(Phrase),
}

impl Setter {
    /// Describes the values, as `expected ...` in errors.
    #[must_use]
    pub fn expected(self) -> FindingText {
        let up_to = |phrase: Phrase, most: u32| FindingText::from(phrase).with("most", u64::from(most));
        match self {
            Setter::Flag(_) => phrases::FLAG.into(),
            Setter::Number(most, _) => up_to(phrases::NUMBER, most),
            Setter::Rank(_) => up_to(phrases::RANK, Region::RANKS.into()),
            Setter::File(_) => up_to(phrases::FILE, Region::FILES.into()),
            Setter::Region(_) => phrases::REGION.into(),
            Setter::Types(_) => phrases::TYPES.into(),
            Setter::Type(_) => phrases::TYPE.into(),
            Setter::Verdict(_) => phrases::VERDICT.into(),
            Setter::VerdictOrNone(_) => phrases::VERDICT_OR_NONE.into(),
            Setter::Counts(_) => phrases::COUNTS.into(),
            Setter::Pairs(_) => phrases::PAIRS.into(),
            Setter::Synonyms(_) => phrases::SYNONYMS.into(),
            Setter::Sets(_) => phrases::SETS.into(),
            Setter::Leaps(_) => phrases::LEAPS.into(),
            Setter::Numbers(most, _) => up_to(phrases::NUMBERS, most.into()),
            Setter::Phase => phrases::PHASE.into(),
            Setter::Word(words, ..) => FindingText::from(phrases::WORDS).with("words", words.join("`, `")),
            Setter::Names(_) => phrases::NAMES.into(),
            Setter::Rights(_) => phrases::RIGHTS.into(),
            Setter::Text(_) => phrases::TEXT.into(),
            Setter::Noted(_) => phrases::ANYTHING.into(),
        }
    }

    /// The kind of value in a word or two.
    #[must_use]
    pub const fn kind(self) -> Phrase {
        match self {
            Setter::Flag(_) => words::FLAG,
            Setter::Number(..) => words::NUMBER,
            Setter::Rank(_) => words::RANK,
            Setter::File(_) => words::FILE,
            Setter::Region(_) => words::SQUARES,
            Setter::Types(_) => words::PIECES,
            Setter::Type(_) => words::PIECE,
            Setter::Verdict(_) | Setter::VerdictOrNone(_) => words::RESULT,
            Setter::Counts(_) => words::COUNTS,
            Setter::Pairs(_) | Setter::Sets(_) => words::PAIRS,
            Setter::Synonyms(_) => words::SYNONYMS,
            Setter::Leaps(_) => words::LEAPS,
            Setter::Numbers(..) => words::NUMBERS,
            Setter::Phase => words::PHASE,
            Setter::Word(..) => words::WORD,
            Setter::Names(_) => words::NAMES,
            Setter::Rights(_) => words::CASTLINGS,
            Setter::Text(_) => words::TEXT,
            Setter::Noted(_) => words::OTHERS,
        }
    }
}

/// All keys but those of pieces, in the order in which they take effect.
pub fn all() -> impl Iterator<Item = &'static Key> {
    FAMILIES.iter().flat_map(|family| family.keys)
}

/// The key of a name.
#[must_use]
pub fn named(name: &str) -> Option<&'static Key> {
    PLACES.get(name).map(|&(_, key)| key)
}

/// The keys with their places in the table: each line of a file asks for one.
static PLACES: LazyLock<HashMap<&str, (usize, &Key)>> =
    LazyLock::new(|| all().enumerate().map(|(place, key)| (key.name, (place, key))).collect());

/// The keys of a section that the table has, each with its line, in the order in which they take effect.
pub(crate) fn in_order(entries: &[Entry]) -> Vec<(&'static Key, &Entry)> {
    let mut found: Vec<_> =
        entries.iter().filter_map(|entry| Some((*PLACES.get(&*entry.key.text)?, entry))).collect();
    found.sort_by_key(|((place, _), _)| *place);
    found.into_iter().map(|((_, key), entry)| (key, entry)).collect()
}

/// Returns true for a key that only helgi has: a file with one was written for it.
#[must_use]
pub fn is_own(name: &str) -> bool {
    const FOR_PEOPLE: [&str; 6] = ["title", "rules", "url", "pieceName", "pieceSynonyms", "wallName"];
    FOR_PEOPLE.contains(&name)
        || key_and_language(name).is_some()
        || beyond::BEYOND.iter().any(|key| key.name == name)
        || piece_region(name).is_some_and(|(region, ..)| region != PieceRegion::Mobility)
}

/// A set of squares that a key gives for one kind of piece of one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PieceRegion {
    /// The squares that it is confined to.
    Mobility,
    /// The squares where it promotes.
    Promotion,
    /// The squares where it is dropped.
    Drop,
    /// The squares from where it makes double steps.
    DoubleStep,
}

impl PieceRegion {
    /// All of them.
    pub const ALL: [PieceRegion; 4] =
        [PieceRegion::Mobility, PieceRegion::Promotion, PieceRegion::Drop, PieceRegion::DoubleStep];

    /// The beginning of their keys, as in `mobilityRegionWhiteKing`.
    #[must_use]
    pub const fn prefix(self) -> &'static str {
        match self {
            PieceRegion::Mobility => "mobilityRegion",
            PieceRegion::Promotion => "promotionRegion",
            PieceRegion::Drop => "dropRegion",
            PieceRegion::DoubleStep => "doubleStepRegion",
        }
    }

    /// The key for a side, `White` or `Black`, and a kind.
    ///
    /// ```
    /// use helgi_variants::{Slot, keys::PieceRegion};
    ///
    /// assert_eq!(PieceRegion::Drop.key("White", Slot::KING), "dropRegionWhiteKing");
    /// ```
    #[must_use]
    pub fn key(self, side: &str, kind: Slot) -> String {
        let mut kind = kind.key();
        kind.replace_range(..1, &kind[..1].to_ascii_uppercase());
        format!("{}{side}{kind}", self.prefix())
    }

    /// The regions of these squares in a game, by kind.
    pub fn of(self, spec: &mut Spec, side: usize) -> &mut KindRegions {
        match self {
            PieceRegion::Mobility => &mut spec.mobility[side],
            PieceRegion::Promotion => &mut spec.beyond.promotion_regions[side],
            PieceRegion::Drop => &mut spec.beyond.drop_regions[side],
            PieceRegion::DoubleStep => &mut spec.beyond.double_step_regions[side],
        }
    }
}

/// The region, the side, from 0, and the kind that a key such as `mobilityRegionWhiteKing` is about.
#[must_use]
pub fn piece_region(name: &str) -> Option<(PieceRegion, usize, Slot)> {
    PieceRegion::ALL.into_iter().find_map(|region| {
        let rest = name.strip_prefix(region.prefix())?;
        let (side, kind) = match rest.strip_prefix("White") {
            Some(kind) => (0, kind),
            None => (1, rest.strip_prefix("Black")?),
        };
        let mut letters = kind.chars();
        let first = letters.next()?;
        let slot = Slot::of_key(&format!("{}{}", first.to_ascii_lowercase(), letters.as_str()))?;
        first.is_ascii_uppercase().then_some((region, side, slot))
    })
}

/// Every name that a key can have, for suggestions.
///
/// ```
/// assert!(helgi_variants::keys::names().iter().any(|name| name == "mobilityRegionWhiteKing"));
/// ```
#[must_use]
pub fn names() -> Vec<String> {
    let pieces = Slot::all().map(Slot::key);
    let regions = Slot::all().flat_map(|slot| {
        let of = move |region: PieceRegion| ["White", "Black"].map(|side| region.key(side, slot));
        PieceRegion::ALL.into_iter().flat_map(of)
    });
    all().map(|key| key.name.to_owned()).chain(pieces).chain(regions).collect()
}

/// Returns true for a name that a key can have.
pub(crate) fn is_name(name: &str) -> bool {
    // Each line of a file asks.
    static NAMES: LazyLock<HashSet<String>> = LazyLock::new(|| names().into_iter().collect());
    NAMES.contains(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A default that is a value can be written.
    #[test]
    fn defaults_that_are_values_are_read() {
        for key in all() {
            let KeyDefault::Value(default) = key.default else { continue };
            let text = format!("[a:chess]\n{} = {default}\n", key.name);
            let findings = crate::load(&text).findings;
            let is_wrong = |finding: &crate::Finding| finding.expected.id() == key.value.expected().id();
            assert!(
                !findings.iter().any(is_wrong) || matches!(key.value, Setter::Noted(_)),
                "{text}{findings:?}"
            );
        }
    }

    #[test]
    fn names_are_unique_and_each_key_says_something() {
        let names = names();
        assert_eq!(names.iter().collect::<HashSet<_>>().len(), names.len());
        for key in all() {
            assert!(key.text.ends_with('.') && !key.default.text().is_empty(), "{}", key.name);
        }
        for phrase in KEY_PHRASES.iter().filter(|phrase| phrase.id.starts_with("key.usual.")) {
            let is_used = |key: &Key| key.default == KeyDefault::Words(*phrase);
            assert!(all().any(is_used), "{phrase:?}");
        }
        use PieceRegion::{Drop, Mobility};
        assert_eq!(piece_region("mobilityRegionBlackKing"), Some((Mobility, 1, Slot::KING)));
        assert_eq!(piece_region("dropRegionWhiteCustomPiece2"), Some((Drop, 0, Slot(38))));
        assert_eq!(piece_region("mobilityRegionking"), None);
        assert_eq!(piece_region("dropRegionWhite"), None);
    }
}
