//! The names of tags that have been read.

use smol_str::SmolStr;
use std::collections::HashSet;

/// So many names are found sooner one after the other than by a table.
const FEW: usize = 24;

/// A set of names: a file may have any number of them, and nearly all games have few.
#[derive(Default)]
pub(super) struct Names {
    few: Vec<SmolStr>,
    /// Those behind the first few.
    more: HashSet<SmolStr>,
}

impl Names {
    pub(super) fn contains(&self, name: &str) -> bool {
        self.few.iter().any(|own| own == name) || self.more.contains(name)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.few.is_empty()
    }

    /// Adds a name; false if it is there already.
    pub(super) fn insert(&mut self, name: SmolStr) -> bool {
        if self.contains(&name) {
            return false;
        }
        if self.few.len() < FEW {
            self.few.push(name);
            return true;
        }
        self.more.insert(name)
    }

    /// Takes over the names of another set, which is empty then.
    pub(super) fn append(&mut self, other: &mut Names) {
        if self.is_empty() {
            std::mem::swap(self, other);
            return;
        }
        for name in other.few.drain(..).chain(other.more.drain()) {
            self.insert(name);
        }
    }
}
