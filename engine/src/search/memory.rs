//! What one thread remembers from search to search of a game: what refuted sisters and cousins of a
//! position, and what the evaluation missed after the same moves.
//!
//! Moves are numbers here, so that one set of tables serves every board: drops, shots and splits are
//! hashed like steps. What is asked for together, the moves of one position, lies close together.

use super::limits::MAX_PLY;
use super::params::{
    CONTINUATION_ANSWERS, CONTINUATION_PREVIOUS, CORRECTION_CLASSES, CORRECTION_GRAIN, HISTORY_LIMIT, PARAMS,
};
use helgi_rules::board::{Move, Side};

/// The moves of the butterfly history fall into this many classes: one for each pair of squares.
const BUTTERFLY_CLASSES: usize = 1 << 16;

/// What one thread remembers of moves. It grows old gracefully, so it is kept from search to search
/// of one game.
#[derive(Clone, Debug)]
pub struct Memory {
    killers: Vec<[Option<Move>; 2]>,
    /// By the side to move and the move: how often it was good.
    quiet: [Vec<i16>; 2],
    /// By the move before and the move: how often it was a good answer.
    answers: Vec<i16>,
    /// By the side to move and the last moves: how far the evaluation was off, in grains.
    errors: [Vec<i16>; 2],
}

impl Memory {
    /// No memories.
    pub fn new() -> Self {
        Memory {
            killers: vec![[None; 2]; MAX_PLY + 2],
            quiet: [vec![0; BUTTERFLY_CLASSES], vec![0; BUTTERFLY_CLASSES]],
            answers: vec![0; CONTINUATION_PREVIOUS * CONTINUATION_ANSWERS],
            errors: [vec![0; 2 * CORRECTION_CLASSES], vec![0; 2 * CORRECTION_CLASSES]],
        }
    }

    /// Forgets what belongs to places in the tree rather than to moves.
    pub fn next_search(&mut self) {
        self.killers.fill([None; 2]);
    }

    /// The quiet moves that last refuted a position at this ply.
    #[inline]
    pub fn killers(&self, ply: usize) -> [Option<Move>; 2] {
        self.killers.get(ply).copied().unwrap_or_default()
    }

    /// How well a quiet move of `side` has done, after the move `before` if there was one.
    #[inline]
    pub fn of_quiet(&self, side: Side, before: Option<Move>, quiet: Move) -> i32 {
        let by_itself = i32::from(self.quiet[side.index()][class(quiet)]);
        let as_answer = before.map_or(0, |before| i32::from(self.answers[pair(before, quiet)]));
        by_itself + as_answer
    }

    /// What has to be added to the evaluation of a position with `side` to move after these moves, the
    /// last one first. Unit: centipawns, within 128 either way.
    #[inline]
    pub fn correction(&self, side: Side, before: [Option<Move>; 2]) -> i32 {
        let errors = &self.errors[side.index()];
        ways(before).map(|way| i32::from(errors[way])).sum::<i32>() / CORRECTION_GRAIN
    }

    /// Takes down that a search `depth` plies deep has found so much more than the evaluation of such
    /// a position. Unit: centipawns.
    pub fn note_error(&mut self, side: Side, before: [Option<Move>; 2], error: i32, depth: i32) {
        let bonus =
            (error * depth * PARAMS.correction_rate).clamp(-PARAMS.correction_most, PARAMS.correction_most);
        for way in ways(before) {
            draw_towards(&mut self.errors[side.index()][way], bonus);
        }
    }

    /// Takes down that the quiet move `best` refuted its position, and that `tried` before it did
    /// not.
    pub fn reward(
        &mut self,
        side: Side,
        before: Option<Move>,
        best: Move,
        tried: &[Move],
        depth: i32,
        ply: usize,
    ) {
        if let Some(killers) = self.killers.get_mut(ply)
            && killers[0] != Some(best)
        {
            *killers = [Some(best), killers[0]];
        }
        let bonus = (depth * depth * PARAMS.history_bonus_square + depth * PARAMS.history_bonus_linear)
            .min(PARAMS.history_bonus_most);
        self.adjust(side, before, best, bonus);
        for &failed in tried {
            self.adjust(side, before, failed, -bonus);
        }
    }

    fn adjust(&mut self, side: Side, before: Option<Move>, quiet: Move, bonus: i32) {
        draw_towards(&mut self.quiet[side.index()][class(quiet)], bonus);
        if let Some(before) = before {
            draw_towards(&mut self.answers[pair(before, quiet)], bonus);
        }
    }
}

impl Default for Memory {
    fn default() -> Self {
        Self::new()
    }
}

/// Adds `bonus`, the less the nearer the value is to its limit already.
#[inline]
fn draw_towards(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    let new = old + bonus - old * bonus.abs() / HISTORY_LIMIT;
    *value = new.clamp(-HISTORY_LIMIT, HISTORY_LIMIT) as i16;
}

/// Steps keep their squares, the target in the lower byte.
#[inline]
fn class(played: Move) -> usize {
    let [tag, from, to, third] = played.bits().to_le_bytes();
    let squares = u16::from_be_bytes([from, to]);
    let rest = mix(u32::from_le_bytes([tag, 0, 0, third]));
    (u32::from(squares) ^ rest) as usize % BUTTERFLY_CLASSES
}

#[inline]
fn pair(before: Move, played: Move) -> usize {
    mix(before.bits()) as usize % CONTINUATION_PREVIOUS * CONTINUATION_ANSWERS
        + mix(played.bits()) as usize % CONTINUATION_ANSWERS
}

/// The places of the last move and of the last two: none if the last turn was given away.
#[inline]
fn ways([last, before]: [Option<Move>; 2]) -> impl Iterator<Item = usize> {
    let hash = |played: Move| mix(played.bits()) as usize;
    let by_one = last.map(|last| hash(last) % CORRECTION_CLASSES);
    let by_two = last
        .zip(before)
        .map(|(last, before)| CORRECTION_CLASSES + (hash(last) ^ hash(before) << 5) % CORRECTION_CLASSES);
    by_one.into_iter().chain(by_two)
}

/// Spreads the bits of a move, which are squares in its middle bytes, over the lower half.
#[inline]
fn mix(bits: u32) -> u32 {
    let product = u64::from(bits).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (product >> 32) as u32 ^ (product >> 47) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use helgi_rules::board::Square;

    #[test]
    fn good_moves_are_remembered_and_bad_ones_too() {
        let mut memory = Memory::new();
        let [good, bad, before] = [1, 2, 3].map(|to| Move::step(Square(0), Square(to)));
        for _ in 0..1_000 {
            memory.reward(Side::Black, Some(before), good, &[bad], 9, 4);
        }
        assert!(memory.of_quiet(Side::Black, Some(before), good) > memory.of_quiet(Side::Black, None, good));
        assert!(memory.of_quiet(Side::Black, Some(before), bad) < 0);
        assert_eq!(memory.of_quiet(Side::White, None, good), 0);
        assert_eq!(memory.killers(4), [Some(good), None]);
        memory.reward(Side::Black, None, bad, &[], 1, 4);
        assert_eq!(memory.killers(4), [Some(bad), Some(good)]);
    }

    #[test]
    fn evaluations_are_put_right_after_the_same_moves() {
        let mut memory = Memory::new();
        let [last, before, other] = [1, 2, 3].map(|to| Move::step(Square(0), Square(to)));
        for _ in 0..100 {
            memory.note_error(Side::White, [Some(last), Some(before)], 60, 4);
            memory.note_error(Side::Black, [Some(last), None], -1_000, 40);
        }
        let learned = memory.correction(Side::White, [Some(last), Some(before)]);
        let by_last = memory.correction(Side::White, [Some(last), Some(other)]);
        assert!(learned > by_last && by_last > 0, "{learned} {by_last}");
        assert!((-128..0).contains(&memory.correction(Side::Black, [Some(last), Some(before)])));
        assert_eq!(memory.correction(Side::White, [None, Some(before)]), 0);
        assert_eq!(memory.correction(Side::White, [Some(other), Some(last)]), 0);
    }

    #[test]
    fn moves_of_a_large_board_fall_into_many_classes() {
        let mut used = vec![false; BUTTERFLY_CLASSES];
        for from in 0..187 {
            for to in 0..187 {
                used[class(Move::step(Square(from), Square(to)))] = true;
            }
        }
        assert_eq!(used.iter().filter(|&&class| class).count(), 187 * 187);
    }
}
