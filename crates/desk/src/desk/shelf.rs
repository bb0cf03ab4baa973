//! The games that are kept, each as a text of PGN under its name, and the texts of games that are written.

use super::write::TEXT;
use crate::moment::LocalTime;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// A store of games.
pub trait Shelf {
    /// The names of the games with the times at which they were written, the last one first.
    fn list(&self) -> Vec<(String, LocalTime)>;
    /// The same of the texts, whose names no game has.
    fn texts(&self) -> Vec<(String, LocalTime)>;
    /// The text of a game; `None` if there is none of that name.
    fn read(&self, name: &str) -> Option<&str>;
    /// Writes a game.
    fn write(&mut self, name: &str, pgn: String, when: LocalTime);
    /// Removes a game.
    fn remove(&mut self, name: &str);
}

/// Games in memory, which notes the changes for somebody who keeps them for longer.
#[derive(Clone, Default, Debug)]
pub struct MemoryShelf {
    games: BTreeMap<String, (LocalTime, String)>,
    changed: BTreeSet<String>,
}

impl MemoryShelf {
    /// The games of before, each with its name, its text, and the time at which it was written.
    pub fn new(games: impl IntoIterator<Item = (String, String, LocalTime)>) -> Self {
        let games = games.into_iter().map(|(name, pgn, when)| (name, (when, pgn)));
        MemoryShelf { games: games.collect(), changed: BTreeSet::new() }
    }

    /// Takes the names of the games that were written or removed since the last time, with the text of those that are there.
    pub fn take_changes(&mut self) -> Vec<(String, Option<(String, LocalTime)>)> {
        let changed = std::mem::take(&mut self.changed).into_iter();
        changed
            .map(|name| {
                let now = self.games.get(&name).map(|(when, pgn)| (pgn.clone(), *when));
                (name, now)
            })
            .collect()
    }
}

impl MemoryShelf {
    /// The names of the texts, or of the games, the last one first.
    fn names(&self, are_texts: bool) -> Vec<(String, LocalTime)> {
        let wanted = self.games.iter().filter(|(name, _)| name.starts_with(TEXT) == are_texts);
        let mut all: Vec<_> = wanted.map(|(name, (when, _))| (name.clone(), *when)).collect();
        all.sort_by_key(|(_, when)| Reverse(*when));
        all
    }
}

impl Shelf for MemoryShelf {
    fn list(&self) -> Vec<(String, LocalTime)> {
        self.names(false)
    }

    fn texts(&self) -> Vec<(String, LocalTime)> {
        self.names(true)
    }

    fn read(&self, name: &str) -> Option<&str> {
        self.games.get(name).map(|(_, pgn)| pgn.as_str())
    }

    fn write(&mut self, name: &str, pgn: String, when: LocalTime) {
        self.games.insert(name.to_owned(), (when, pgn));
        self.changed.insert(name.to_owned());
    }

    fn remove(&mut self, name: &str) {
        // Noted like a text that is written: whoever keeps the games learns of it as a name without a text.
        self.games.remove(name);
        self.changed.insert(name.to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_told_once() {
        let time = LocalTime::since_1970;
        let mut shelf = MemoryShelf::new([("old".to_owned(), "1. e4 *".to_owned(), time(1))]);
        shelf.write("new", "1. d4 *".to_owned(), time(3));
        assert_eq!(shelf.list().iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["new", "old"]);
        shelf.remove("old");
        let new = Some(("1. d4 *".to_owned(), time(3)));
        assert_eq!(shelf.take_changes(), [("new".to_owned(), new), ("old".to_owned(), None)]);
        assert!(shelf.take_changes().is_empty() && shelf.read("old").is_none());
    }
}
