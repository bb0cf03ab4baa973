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
        GameNames { name: info.name, title: info.title, aliases: info.aliases.to_vec() }
    }

    pub(super) fn all(&self) -> impl Iterator<Item = &'static str> + '_ {
        [self.name, self.title].into_iter().chain(self.aliases.iter().copied())
    }
}
