//! The names that a game may have.

use crate::Info;

/// The most characters of a game's name.
pub const LONGEST_NAME: usize = 32;

/// The rule that [`is_name`] goes by, in words.
pub const NAME_RULE: &str = "at most 32 lower-case letters, digits, dashes and underscores";

/// Returns true if a text can be the name of a game: 1 to [`LONGEST_NAME`] lower-case letters, digits, dashes and
/// underscores. Such a name is one word in every protocol, and a part of a file's name everywhere.
///
/// ```
/// use helgi_rules::internals::games::is_name;
///
/// assert!(is_name("my_game-2") && !is_name("My game"));
/// ```
#[must_use]
pub fn is_name(text: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '_');
    (1..=LONGEST_NAME).contains(&text.len()) && text.chars().all(is_plain)
}

/// The end of the names of games that are played as Chess960 is.
pub const SHUFFLED: &str = "960";

/// The form in which names are compared: lower case, without what stands between words.
#[must_use]
pub fn folded(name: &str) -> String {
    let is_between = |c: char| {
        // U+2010 to U+2015 and U+2212 are dashes, U+2018 and U+2019 apostrophes, U+200B to U+200F have no width.
        c.is_whitespace()
            || matches!(c, '-' | '_' | '\'' | '`' | '´')
            || matches!(c, '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{2018}' | '\u{2019}')
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{feff}')
    };
    name.chars().filter(|&c| !is_between(c)).flat_map(char::to_lowercase).collect()
}

/// The names of one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameNames {
    /// Its name on the wire.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// Further names, as other programs write them.
    pub aliases: Vec<&'static str>,
}

impl GameNames {
    pub(super) fn of(info: &'static Info) -> Self {
        let mut aliases = info.aliases.to_vec();
        for title in info.translations.iter().filter(|text| text.what == "title") {
            // A language may write it as another name is written.
            if [info.name, info.title].iter().chain(&aliases).all(|own| folded(own) != folded(title.words)) {
                aliases.push(title.words);
            }
        }
        GameNames { name: info.name, title: info.title, aliases }
    }

    pub(super) fn all(&self) -> impl Iterator<Item = &'static str> + '_ {
        [self.name, self.title].into_iter().chain(self.aliases.iter().copied())
    }
}
