//! Pieces that move as the last one did: XBetza's `I`.
//!
//! The tables of such a game exist once for each kind that can be imitated, and a move chooses those with which the game goes on:
//! nothing that generates moves or looks for attacks knows of imitators. Positions that differ in the kind are not the same for
//! repetition. In text the letter of the kind stands behind the squares passed over, `-=N`.

use crate::position::FilePosition;
use crate::tables::Rules;
use helgi_rules::FenError;
use helgi_rules::board::{Action, Kind};

impl<'r, const W: usize, const N: usize> FilePosition<'r, W, N> {
    /// The tables after a move, where there are imitators and it changes whom they imitate: the piece that moves, shoots or is
    /// dropped, as it is before a promotion. An imitator's own moves change nothing, nor does a pass.
    pub(crate) fn rules_after(&self, action: Action) -> Option<&'r Rules<W>> {
        if !self.rules.has_imitators() {
            return None;
        }
        let kind = match action {
            Action::Drop { kind, .. } => kind,
            Action::Step { from, .. } | Action::Shoot { from, .. } => self.cells.at(from)?.kind,
            _ => return None,
        };
        self.game.after(self.rules.facts(kind).slot)
    }

    /// The position as it would be seen after a move of a piece of a kind, with nothing moved.
    pub(crate) fn imitating(&self, kind: Kind) -> Self {
        let rules = self.game.after(self.rules.facts(kind).slot).unwrap_or(self.rules);
        FilePosition { rules, ..self.clone() }
    }

    /// The text of the kind that is imitated; empty if there is none.
    pub(crate) fn imitated_field(&self) -> String {
        self.rules.last.map_or_else(String::new, |last| format!("={}", self.rules.spec.letter(last)))
    }

    /// Reads the kind that is imitated behind the squares passed over, and returns these.
    pub(crate) fn read_imitated<'t>(&mut self, field: &'t str) -> Result<&'t str, FenError> {
        let Some((passed, letter)) = field.split_once('=').filter(|_| self.game.has_imitators()) else {
            return Ok(field);
        };
        let mut letters = letter.chars();
        let slot = match (letters.next(), letters.next()) {
            (Some(letter), None) => self.rules.spec.slot_of(letter),
            _ => None,
        };
        self.rules = slot.and_then(|slot| self.game.after(slot)).ok_or_else(|| {
            let expected =
                "`=` and the letter of the kind that moved last, which is no imitator, as in `-=N`";
            FenError::new("en-passant", field, expected)
        })?;
        Ok(if passed.is_empty() { "-" } else { passed })
    }
}
