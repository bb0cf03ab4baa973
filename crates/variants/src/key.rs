//! The part of the hash key that is neither pieces nor hands. What changes rarely carries its own key along.

use crate::position::FilePosition;
use helgi_rules::board::{ZobristKey, zobrist};

// The classes of facts; 0 and 1 belong to the rights to castle, 4 to walls, 10 to first moves.
const PASSED_FACT: u8 = 2;
const CHECKS_FACT: u8 = 3;
const PASSES_FACT: u8 = 5;
const COUNT_FACT: u8 = 6;
const FROZEN_FACT: u8 = 7;
const BONUS_FACT: u8 = 8;
const TURN_FACT: u8 = 9;
const CASTLED_FACT: u8 = 11;
const LAST_FACT: u8 = 12;

impl<const W: usize, const N: usize> FilePosition<'_, W, N> {
    /// The difference that a single pass before a position makes in its key.
    #[inline]
    pub(crate) fn pass_key() -> ZobristKey {
        zobrist::fact(PASSES_FACT, 1)
    }

    /// Returns true if passes are counted, and at most one has been played.
    #[inline]
    pub(crate) fn may_pass(&self) -> bool {
        self.rules.counts_passes() && self.passes < 2
    }

    /// The key of everything but the pieces on the board.
    #[inline]
    pub(crate) fn state_key(&self) -> ZobristKey {
        let mut sum = self.turn.key()
            ^ self.reserve.key()
            ^ self.castlings.key()
            ^ self.walls.key()
            ^ self.unmoved_key();
        let victim = u64::from(self.passed.victim().0);
        for square in self.passed.squares::<W>() {
            sum ^= zobrist::fact(PASSED_FACT, u64::from(square.0) << 8 | victim);
        }
        if self.checks != [0; 2] {
            sum ^= zobrist::fact(CHECKS_FACT, u64::from(self.checks[0]) << 8 | u64::from(self.checks[1]));
        }
        if self.passes != 0 {
            sum ^= zobrist::fact(PASSES_FACT, self.passes.into());
        }
        if self.castlings.has_won {
            sum ^= zobrist::fact(CASTLED_FACT, 0);
        }
        if self.count_limit != 0 {
            sum ^= zobrist::fact(COUNT_FACT, self.count_limit.into());
        }
        if let Some(last) = self.rules.last {
            sum ^= zobrist::fact(LAST_FACT, last.index() as u64);
        }
        if self.rules.beyond.is_some() {
            if let Some(square) = self.frozen {
                sum ^= zobrist::fact(FROZEN_FACT, square.0.into());
            }
            if self.has_bonus_win {
                sum ^= zobrist::fact(BONUS_FACT, 0);
            }
            if self.is_early() {
                sum ^= zobrist::fact(TURN_FACT, self.turn.fullmove.into());
            }
        }
        sum
    }
}
