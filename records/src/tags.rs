//! The tags of a game.

/// The Seven Tag Roster, which every game has, with what stands for "unknown".
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
const THEN: [&str; 7] = ["Variant", "SetUp", "FEN", "TimeControl", "Termination", "PlyCount", "GameDuration"];

/// The tags of a game: names and values, the Seven Tag Roster first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tags(Vec<(String, String)>);

impl Default for Tags {
    /// The Seven Tag Roster, all unknown.
    fn default() -> Self {
        Tags(ROSTER.iter().map(|&(name, unknown)| (name.to_owned(), unknown.to_owned())).collect())
    }
}

impl Tags {
    /// The value of a tag.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter().find(|&(own, _)| own == name).map(|(_, value)| value)
    }

    /// Sets a tag, at the place that the order of tags gives it.
    ///
    /// The name is a word of letters, digits and `_+#=:-`; anything else in it is left out. Line ends and
    /// other control characters in the value become blanks.
    pub fn set(&mut self, name: &str, value: impl AsRef<str>) {
        let name: String = name.chars().filter(|&c| is_tag_letter(c)).collect();
        let value: String = value.as_ref().chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        if let Some((_, own)) = self.0.iter_mut().find(|(own, _)| *own == name) {
            *own = value;
        } else if !name.is_empty() {
            let place = self.0.partition_point(|(own, _)| rank(own) <= rank(&name));
            self.0.insert(place, (name, value));
        }
    }

    /// Takes a tag away; one of the roster becomes unknown.
    pub fn remove(&mut self, name: &str) {
        match ROSTER.iter().find(|&&(own, _)| own == name) {
            Some(&(_, unknown)) => self.set(name, unknown),
            None => self.0.retain(|(own, _)| own != name),
        }
    }

    /// The names and values in their order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

/// Whether the name of a tag may hold it.
pub(crate) fn is_tag_letter(c: char) -> bool {
    c.is_ascii_alphanumeric() || "_+#=:-".contains(c)
}

/// The place of a tag's name in the order of tags.
fn rank(name: &str) -> usize {
    let roster = ROSTER.iter().map(|&(name, _)| name);
    roster.chain(THEN).position(|own| own == name).unwrap_or(usize::MAX)
}
