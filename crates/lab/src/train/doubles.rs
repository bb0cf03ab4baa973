//! Games that are in the files twice: what is learned twice counts twice, and one of two may be held out while the
//! other is learned from.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};

/// The games of the files so far: by their heads and numbers, the file.
#[derive(Default, Debug)]
pub(super) struct Doubles {
    files: Vec<PathBuf>,
    heads: Vec<String>,
    games: HashMap<(u32, u32), u32>,
}

impl Doubles {
    /// Takes note of a game.
    ///
    /// # Errors
    ///
    /// If it was there before.
    pub fn add(&mut self, path: &Path, head: &impl Display, number: u32) -> io::Result<()> {
        let file = place(&mut self.files, path.to_owned());
        let head = place(&mut self.heads, head.to_string());
        match self.games.entry((head, number)) {
            Entry::Vacant(entry) => {
                entry.insert(file);
                Ok(())
            }
            Entry::Occupied(entry) => {
                let other = self.files[*entry.get() as usize].display();
                let head = &self.heads[head as usize];
                let error = format!(
                    "game {number} of {head} is also in {other}, expected each game once; leave one of the \
                     files out, or play with another --seed or --part"
                );
                Err(io::Error::new(io::ErrorKind::InvalidInput, error))
            }
        }
    }
}

/// The place of a value in a list, to which it is added if need be: mostly it is the last one.
fn place<T: PartialEq>(list: &mut Vec<T>, value: T) -> u32 {
    // From behind: the last one is the likeliest.
    let found = list.iter().rposition(|other| *other == value);
    let index = found.unwrap_or_else(|| {
        list.push(value);
        list.len() - 1
    });
    u32::try_from(index).unwrap_or(u32::MAX)
}
