//! The letters and slots left for pieces of which nothing is stated.

use super::slot;
use helgi_rules::Info;

/// The letters and slots that are not used yet.
#[derive(Clone)]
pub struct Free {
    letters: Vec<char>,
    pub slots: Vec<u8>,
}

impl Free {
    pub fn of(info: &Info) -> Self {
        let is_own = |letter: char| info.pieces.iter().any(|piece| piece.letter == letter);
        let letters = ('A'..='Z').filter(|&letter| !is_own(letter)).collect();
        Free { letters, slots: slot::HARMLESS.to_vec() }
    }

    /// Takes the last letter, for pieces that XBoard does not show.
    pub fn last_letter(&mut self) -> Option<char> {
        self.letters.pop()
    }

    /// Takes a letter for walls. `x` stands for a capture behind the squares of a move.
    pub fn wall_letter(&mut self) -> Option<char> {
        let is_good = |letter: &char| *letter != 'X';
        let found = ['O', 'W'].into_iter().find(|letter| self.letters.contains(letter));
        let letter = found.or_else(|| self.letters.iter().copied().rfind(is_good))?;
        self.letters.retain(|&other| other != letter);
        Some(letter)
    }

    /// Takes the first letter, for a piece.
    pub fn first_letter(&mut self) -> Option<char> {
        (!self.letters.is_empty()).then(|| self.letters.remove(0))
    }

    /// Takes the first slot.
    pub fn first_slot(&mut self) -> Option<u8> {
        (!self.slots.is_empty()).then(|| self.slots.remove(0))
    }
}
