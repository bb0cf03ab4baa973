//! The tags of a game.

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
    /// The tags of the Seven Tag Roster, in that order.
    placed: Vec<(String, String)>,
    /// All others, in the order in which they were set.
    others: Vec<(String, String)>,
    /// The index of each of the others: a file may have any number of them.
    places: HashMap<String, usize>,
}

impl Default for Tags {
    /// The Seven Tag Roster, all unknown.
    fn default() -> Self {
        let placed = ROSTER.iter().map(|&(name, unknown)| (name.to_owned(), unknown.to_owned())).collect();
        Tags { placed, others: Vec::new(), places: HashMap::new() }
    }
}

impl Tags {
    /// The value of a tag.
    pub fn get(&self, name: &str) -> Option<&str> {
        let placed = self.placed.iter().find(|(own, _)| own == name);
        let found = placed.or_else(|| self.places.get(name).and_then(|&place| self.others.get(place)));
        found.map(|(_, value)| value.as_str())
    }

    /// Sets a tag, at the place that the order of tags gives it.
    ///
    /// The name is a word of letters, digits and `_+#=:-`; anything else in it is left out. Line ends and
    /// other control characters in the value become blanks.
    pub fn set(&mut self, name: &str, value: impl AsRef<str>) {
        let name: String = name.chars().filter(|&c| is_tag_letter(c)).collect();
        let value: String = value.as_ref().chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        if let Some(rank_of_name) = rank(&name) {
            match self.placed.iter_mut().find(|(own, _)| *own == name) {
                Some((_, own)) => *own = value,
                None => {
                    let place = self.placed.partition_point(|(own, _)| rank(own) < Some(rank_of_name));
                    self.placed.insert(place, (name, value));
                }
            }
        } else if let Some((_, own)) = self.places.get(&name).and_then(|&place| self.others.get_mut(place)) {
            *own = value;
        } else if !name.is_empty() {
            self.places.insert(name.clone(), self.others.len());
            self.others.push((name, value));
        }
    }

    /// Takes a tag away; one of the roster becomes unknown.
    pub fn remove(&mut self, name: &str) {
        match ROSTER.iter().find(|&&(own, _)| own == name) {
            Some(&(_, unknown)) => self.set(name, unknown),
            None => {
                self.placed.retain(|(own, _)| own != name);
                if let Some(gone) = self.places.remove(name) {
                    self.others.remove(gone);
                    self.places.values_mut().filter(|place| **place > gone).for_each(|place| *place -= 1);
                }
            }
        }
    }

    /// The names and values in their order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.placed.iter().chain(&self.others).map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

/// Returns true if the name of a tag may contain the character.
pub(crate) fn is_tag_letter(c: char) -> bool {
    c.is_ascii_alphanumeric() || "_+#=:-".contains(c)
}

/// The name of a tag of the standard, or of another that is common, as it is spelt there; also of `fen` and `FEN:`.
pub(crate) fn standard_name(name: &str) -> Option<&'static str> {
    let name = name.trim_end_matches([':', '=']);
    let roster = ROSTER.iter().map(|&(own, _)| own);
    roster.chain(THEN).chain(KNOWN).find(|own| own.eq_ignore_ascii_case(name))
}

/// Returns true if a tag of the roster has this value because nothing is known.
pub(crate) fn is_unknown(name: &str, value: &str) -> bool {
    ROSTER.iter().any(|&(own, unknown)| own == name && unknown == value)
}

/// The place of a tag's name in the order of tags; `None` for those in the order in which they were set.
fn rank(name: &str) -> Option<usize> {
    let roster = ROSTER.iter().map(|&(name, _)| name);
    roster.chain(THEN).position(|own| own == name)
}
