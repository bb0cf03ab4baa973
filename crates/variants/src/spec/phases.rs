//! Phases: turns in which only some things may be done.

use super::Spec;
use crate::slot::Types;

/// Some turns of the game, and what may be done in them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurnPhase {
    /// The first turn, by the number of the move.
    pub first: u16,
    /// The last one; of the last phase the greatest number.
    pub last: u16,
    /// The kinds that may be dropped.
    pub drops: Types,
    /// True if pieces move, capture and shoot.
    pub moves: bool,
    /// True if a side may pass.
    pub passes: bool,
}

/// The first word of a phase that means nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PhaseError(pub String);

impl TurnPhase {
    /// Reads `1-2 drop o pass`: turns, then what may be done. `8-` are all turns from the eighth on.
    ///
    /// # Errors
    ///
    /// The first word that means nothing.
    pub(crate) fn read(text: &str, spec: &Spec) -> Result<TurnPhase, PhaseError> {
        let mut words = text.split_ascii_whitespace();
        let turns = words.next().unwrap_or("");
        let number = |text: &str| text.parse::<u16>().ok().filter(|&number| number > 0);
        let bounds = match turns.split_once('-') {
            Some((first, "")) => number(first).map(|first| (first, u16::MAX)),
            Some((first, last)) => number(first).zip(number(last)),
            None => number(turns).map(|turn| (turn, turn)),
        };
        let (first, last) =
            bounds.filter(|(first, last)| first <= last).ok_or_else(|| PhaseError(turns.to_owned()))?;
        let mut phase = TurnPhase { first, last, drops: Types::EMPTY, moves: false, passes: false };
        while let Some(word) = words.next() {
            match word {
                "move" => phase.moves = true,
                "pass" => phase.passes = true,
                "drop" => {
                    let letters = words.next().ok_or_else(|| PhaseError(word.to_owned()))?;
                    phase.drops = spec.types_of(letters).map_err(|letter| PhaseError(letter.into()))?;
                }
                _ => return Err(PhaseError(word.to_owned())),
            }
        }
        Ok(phase)
    }

    /// The phase in words, for people.
    #[must_use]
    pub fn words(&self, spec: &Spec) -> String {
        let turns = match (self.first, self.last) {
            (first, u16::MAX) => format!("from turn {first} on"),
            (first, last) if first == last => format!("turn {first}"),
            (first, last) => format!("turns {first} to {last}"),
        };
        let letters: String = self.drops.iter().map(|slot| spec.letter(slot)).filter(|c| *c != '?').collect();
        let mut deeds = Vec::new();
        deeds.extend(self.moves.then(|| "move".to_owned()));
        deeds.extend((!letters.is_empty()).then(|| format!("drop one of {letters}")));
        deeds.extend(self.passes.then(|| "pass".to_owned()));
        format!("{turns}: {}", deeds.join(", or "))
    }
}
