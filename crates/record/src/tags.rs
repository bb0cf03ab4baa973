//! The tags of a game.

use std::borrow::Cow;
use std::collections::HashMap;

/// The Seven Tag Roster, which every game has, with the values for "unknown".
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// The tags that come next, in this order; all others follow as they were set.
const THEN: [&str; 8] =
    ["Variant", "RulesFingerprint", "SetUp", "FEN", "TimeControl", "Termination", "PlyCount", "GameDuration"];

/// Other names of the standard, and of the programs that write games.
const KNOWN: [&str; 12] = [
    "WhiteElo",
    "BlackElo",
    "WhiteTitle",
    "BlackTitle",
    "WhiteType",
    "BlackType",
    "ECO",
    "Opening",
    "Annotator",
    "UTCDate",
    "UTCTime",
    "Time",
];

/// The tags of a game: names and values, the Seven Tag Roster first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tags {
    /// The ranks of the tags that have a place, in their order, and their values.
    placed: Vec<(usize, Cow<'static, str>)>,
    /// All others, in the order in which they were set.
    others: Vec<(String, String)>,
    /// The index of each of the others, if there are more than [`FEW`]: a file may have any number of them.
    places: HashMap<String, usize>,
}

/// So many names are found sooner one after the other than by a table.
const FEW: usize = 24;

impl Default for Tags {
    /// The Seven Tag Roster, all unknown.
    fn default() -> Self {
        let placed = ROSTER.iter().enumerate().map(|(rank, &(_, unknown))| (rank, unknown.into())).collect();
        Tags { placed, others: Vec::new(), places: HashMap::new() }
    }
}

impl Tags {
    /// The value of a tag.
    pub fn get(&self, name: &str) -> Option<&str> {
        if let Some(rank) = rank(name) {
            return self.placed.iter().find(|(own, _)| *own == rank).map(|(_, value)| &**value);
        }
        self.others.get(self.place(name)?).map(|(_, value)| value.as_str())
    }

    /// The index of one of the others.
    fn place(&self, name: &str) -> Option<usize> {
        if self.others.len() > FEW {
            return self.places.get(name).copied();
        }
        self.others.iter().position(|(own, _)| own == name)
    }

    /// Notes the index of one of the others that has just been added.
    fn note_last(&mut self) {
        let noted = if self.others.len() > FEW { self.places.len() } else { self.others.len() };
        let names = self.others.iter().enumerate().skip(noted);
        self.places.extend(names.map(|(place, (name, _))| (name.clone(), place)));
    }

    /// Sets a tag, at the place that the order of tags gives it.
    ///
    /// The name is a word of letters, digits and `_+#=:-`; anything else in it is left out. Line ends and
    /// other control characters in the value become blanks.
    pub fn set(&mut self, name: &str, value: impl AsRef<str>) {
        self.put(name, value.as_ref().to_owned());
    }

    /// As [`set`](Self::set).
    pub(crate) fn put(&mut self, name: &str, mut value: String) {
        let name: Cow<'_, str> = match name.chars().all(is_tag_letter) {
            true => name.into(),
            false => name.chars().filter(|&c| is_tag_letter(c)).collect(),
        };
        // A line's end would end the tag. Nearly all values are printable ASCII.
        if !value.bytes().all(|byte| matches!(byte, b' '..=b'~')) && value.contains(char::is_control) {
            value = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        }
        if let Some(rank) = rank(&name) {
            let place = self.placed.partition_point(|&(own, _)| own < rank);
            match self.placed.get_mut(place).filter(|(own, _)| *own == rank) {
                Some((_, own)) => *own = value.into(),
                None => self.placed.insert(place, (rank, value.into())),
            }
        } else if let Some((_, own)) = self.place(&name).and_then(|place| self.others.get_mut(place)) {
            *own = value;
        } else if !name.is_empty() {
            self.others.push((name.into_owned(), value));
            self.note_last();
        }
    }

    /// Takes a tag away; one of the roster becomes unknown.
    pub fn remove(&mut self, name: &str) {
        match ROSTER.iter().find(|&&(own, _)| own == name) {
            Some(&(_, unknown)) => self.set(name, unknown),
            None => {
                let rank = rank(name);
                self.placed.retain(|&(own, _)| Some(own) != rank);
                if let Some(gone) = self.place(name) {
                    self.others.remove(gone);
                    self.places.remove(name);
                    // Those behind it have moved up.
                    self.places.values_mut().filter(|place| **place > gone).for_each(|place| *place -= 1);
                    if self.others.len() <= FEW {
                        self.places.clear();
                    }
                }
            }
        }
    }

    /// The names and values in their order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        let name = |rank: usize| placed_names().nth(rank);
        let placed = self.placed.iter().filter_map(move |(rank, value)| Some((name(*rank)?, &**value)));
        placed.chain(self.others.iter().map(|(name, value)| (name.as_str(), value.as_str())))
    }
}

/// Returns true if the name of a tag may contain the character.
pub(crate) fn is_tag_letter(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '+' | '#' | '=' | ':' | '-')
}

/// The name of a tag of the standard, or of another that is common, as it is spelt there; also of `fen` and `FEN:`.
pub(crate) fn standard_name(name: &str) -> Option<&'static str> {
    let name = name.trim_end_matches([':', '=']);
    // Most names differ in their length already.
    placed_names().chain(KNOWN).find(|own| own.eq_ignore_ascii_case(name))
}

/// Returns true if a tag of the roster has this value because nothing is known.
pub(crate) fn is_unknown(name: &str, value: &str) -> bool {
    ROSTER.iter().any(|&(own, unknown)| own == name && unknown == value)
}

/// The names of the tags that have a place, in their order.
fn placed_names() -> impl Iterator<Item = &'static str> {
    ROSTER.iter().map(|&(name, _)| name).chain(THEN)
}

/// The place of a tag's name in the order of tags; `None` for those in the order in which they were set.
fn rank(name: &str) -> Option<usize> {
    placed_names().position(|own| own == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Around the number from which on a table finds the names.
    #[test]
    fn many_tags_are_found_set_and_removed() {
        let mut tags = Tags::default();
        let name = |number: usize| format!("Tag{number}");
        for count in 1..=2 * FEW {
            tags.set(&name(count), "x");
            tags.set(&name(count), count.to_string());
            assert_eq!((tags.get(&name(1)), tags.iter().count()), (Some("1"), ROSTER.len() + count));
            assert_eq!(tags.get(&name(count)), Some(&*count.to_string()));
            assert_eq!(tags.get(&name(count + 1)), None);
        }
        for count in (1..=2 * FEW).rev() {
            let mut fewer = Tags::default();
            (2..=count).for_each(|number| fewer.set(&name(number), number.to_string()));
            let mut others = tags.clone();
            others.remove(&name(1));
            assert_eq!(others, fewer);
            assert_eq!(others.get(&name(count)), fewer.get(&name(count)));
            tags.remove(&name(count));
        }
        assert_eq!(tags, Tags::default());
    }
}
