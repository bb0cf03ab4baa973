//! The texts of moves, which a file has by the million: short ones are kept without memory of their own.

use std::fmt;

/// The longest text that is kept in place, in bytes. Longer ones are those of shots, walls and garbage.
const SHORT: usize = 22;

/// The text of a move.
#[derive(Clone)]
pub(crate) struct MoveText(Kept);

#[derive(Clone)]
enum Kept {
    /// The first bytes, which are UTF-8.
    Short {
        length: u8,
        bytes: [u8; SHORT],
    },
    Long(Box<str>),
}

impl MoveText {
    pub(crate) fn as_str(&self) -> &str {
        match &self.0 {
            Kept::Short { length, bytes } => {
                std::str::from_utf8(&bytes[..usize::from(*length)]).unwrap_or_default()
            }
            Kept::Long(text) => text,
        }
    }
}

impl From<&str> for MoveText {
    fn from(text: &str) -> Self {
        let mut bytes = [0; SHORT];
        MoveText(match bytes.get_mut(..text.len()) {
            Some(place) => {
                place.copy_from_slice(text.as_bytes());
                Kept::Short { length: text.len() as u8, bytes }
            }
            None => Kept::Long(text.into()),
        })
    }
}

impl Default for MoveText {
    fn default() -> Self {
        MoveText::from("")
    }
}

impl PartialEq for MoveText {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for MoveText {}

impl fmt::Debug for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_str().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_every_length_are_kept() {
        for length in 0..60 {
            let text: String = "eé8♘".chars().cycle().take(length).collect();
            let kept = MoveText::from(&*text);
            assert_eq!(kept.as_str(), text);
            assert_ne!(kept, MoveText::from(&*format!("{text}+")));
            assert_eq!(format!("{kept:?}"), format!("{text:?}"));
        }
    }
}
