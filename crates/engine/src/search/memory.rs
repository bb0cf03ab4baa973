//! The memory of one thread from search to search of a game: killers, butterfly history,
//! continuation history and correction history.
//!
//! Moves are numbers here, so that one set of tables serves every board: drops, shots and splits are
//! hashed like steps. The moves of one position, which are looked up together, lie close together in
//! the butterfly history.

use super::limits::MAX_PLY;
use super::params::{
    CONTINUATION_ANSWERS, CONTINUATION_PREVIOUS, CORRECTION_CLASSES, CORRECTION_GRAIN, EVALUATION_CACHE,
    HISTORY_LIMIT, Params,
};
use crate::eval::CorrectionKeys;
use helgi_rules::board::{Move, Side, ZobristKey};

/// The moves of the butterfly history fall into this many classes: one for each pair of squares.
const BUTTERFLY_CLASSES: usize = 1 << 16;

/// A thread's memory of moves. New results outweigh old ones soon, so it is kept from search
/// to search of one game.
#[derive(Clone, Debug)]
pub struct Memory {
    /// By ply: the quiet moves that last refuted a position there, the last one first.
    killers: Vec<[Option<Move>; 2]>,
    /// Butterfly history, by the side to move and the move: how often it refuted a position.
    butterfly: [Vec<i16>; 2],
    /// Continuation history one ply back, or countermove history, by the previous move and the move:
    /// how often it refuted a position after that.
    continuation: Vec<i16>,
    /// Correction history, by the side to move and the last one or two moves, and by the pieces on the
    /// board: how far the evaluation was off. Unit: grains.
    correction: [Vec<i16>; 2],
    /// Static evaluations, each with the key of its position, exclusive or the mark of its search: most positions
    /// come up in several iterations.
    evaluations: Vec<(ZobristKey, i32)>,
    /// The mark of this search, by which the evaluations of earlier ones are not found.
    mark: ZobristKey,
}

impl Memory {
    /// No memories.
    pub fn new() -> Self {
        Memory {
            killers: vec![[None; 2]; MAX_PLY + 2],
            butterfly: [vec![0; BUTTERFLY_CLASSES], vec![0; BUTTERFLY_CLASSES]],
            continuation: vec![0; CONTINUATION_PREVIOUS * CONTINUATION_ANSWERS],
            correction: [vec![0; 5 * CORRECTION_CLASSES], vec![0; 5 * CORRECTION_CLASSES]],
            evaluations: vec![(0, 0); EVALUATION_CACHE],
            mark: 0,
        }
    }

    /// Forgets data of places in the tree rather than of moves, and the cached evaluations, which
    /// may change until the next search.
    pub fn next_search(&mut self) {
        self.killers.fill([None; 2]);
        // To clear them would take longer than a search of a few nodes. The step is odd, so that no mark comes twice.
        self.mark = self.mark.wrapping_add(0x9E37_79B9_7F4A_7C15);
    }

    /// The static evaluation of the position with this key, computed only where it is not known.
    #[inline]
    pub fn evaluation(&mut self, key: ZobristKey, compute: impl FnOnce() -> i32) -> i32 {
        // Direct mapped: a newer position simply takes the place.
        let (known, evaluation) = &mut self.evaluations[key as usize % EVALUATION_CACHE];
        let marked = key ^ self.mark;
        if *known != marked {
            (*known, *evaluation) = (marked, compute());
        }
        *evaluation
    }

    /// The quiet moves that last refuted a position at this ply.
    #[inline]
    pub fn killers(&self, ply: usize) -> [Option<Move>; 2] {
        self.killers.get(ply).copied().unwrap_or_default()
    }

    /// The histories of a quiet move of `side`, after the move `previous` if there was one: the
    /// greater the better it has done. Within 32,768 either way.
    #[inline]
    pub fn quiet_history(&self, side: Side, previous: Option<Move>, quiet: Move) -> i32 {
        let butterfly = i32::from(self.butterfly[side.index()][class(quiet)]);
        let continuation = previous.map_or(0, |previous| i32::from(self.continuation[pair(previous, quiet)]));
        butterfly + continuation
    }

    /// Returns the correction of the evaluation of a position with `side` to move after these
    /// moves, the last one first, and on this board. Unit: centipawns, within 128 either way for
    /// moves, and 192 times its weight for the board.
    #[inline]
    pub fn correction(
        &self,
        params: &Params,
        side: Side,
        before: [Option<Move>; 2],
        structure: Option<CorrectionKeys>,
    ) -> i32 {
        let correction = &self.correction[side.index()];
        let grains = |place: usize| i32::from(correction[place]);
        let by_moves: i32 = last_moves(before).map(grains).sum();
        let by_board = on_board(structure).map(grains).sum::<i32>() * params.correction_structure / 100;
        (by_moves + by_board) / CORRECTION_GRAIN
    }

    /// Notes that a search `depth` plies deep has found `error` more than the evaluation of such a
    /// position. Unit: centipawns.
    pub fn update_correction(
        &mut self,
        params: &Params,
        side: Side,
        before: [Option<Move>; 2],
        structure: Option<CorrectionKeys>,
        error: i32,
        depth: i32,
    ) {
        let bonus =
            (error * depth * params.correction_rate).clamp(-params.correction_most, params.correction_most);
        for place in last_moves(before).chain(on_board(structure)) {
            add_bonus(&mut self.correction[side.index()][place], bonus);
        }
    }

    /// Notes that the quiet move `best` refuted its position, and that `tried` before it did not.
    /// The `bonus` is added to its histories and subtracted from theirs.
    pub fn update_quiet_histories(
        &mut self,
        side: Side,
        previous: Option<Move>,
        best: Move,
        tried: &[Move],
        bonus: i32,
        ply: usize,
    ) {
        if let Some(killers) = self.killers.get_mut(ply)
            && killers[0] != Some(best)
        {
            *killers = [Some(best), killers[0]];
        }
        self.adjust(side, previous, best, bonus);
        for &failed in tried {
            self.adjust(side, previous, failed, -bonus);
        }
    }

    fn adjust(&mut self, side: Side, previous: Option<Move>, quiet: Move, bonus: i32) {
        add_bonus(&mut self.butterfly[side.index()][class(quiet)], bonus);
        if let Some(previous) = previous {
            add_bonus(&mut self.continuation[pair(previous, quiet)], bonus);
        }
    }
}

impl Default for Memory {
    fn default() -> Self {
        Self::new()
    }
}

/// Returns the history bonus of a refutation by a search `depth` plies deep. Unit: points of history.
#[inline]
pub fn history_bonus(params: &Params, depth: i32) -> i32 {
    let bonus = depth * depth * params.history_bonus_square + depth * params.history_bonus_linear;
    bonus.min(params.history_bonus_most)
}

/// Adds `bonus`, but less of it the nearer the value is to its limit already (history gravity).
#[inline]
fn add_bonus(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    // So the value can approach the limit but never pass it, and old successes fade.
    let new = old + bonus - old * bonus.abs() / HISTORY_LIMIT;
    *value = new.clamp(-HISTORY_LIMIT, HISTORY_LIMIT) as i16;
}

/// The place of a move in the butterfly history. Steps keep their squares, the target in the lower
/// byte.
#[inline]
fn class(played: Move) -> usize {
    let [tag, from, to, third] = played.bits().to_le_bytes();
    // Plain steps get places of their own; only what promotes, drops or shoots is mixed in and may collide.
    let squares = u16::from_be_bytes([from, to]);
    let rest = mix(u32::from_le_bytes([tag, 0, 0, third]));
    (u32::from(squares) ^ rest) as usize % BUTTERFLY_CLASSES
}

/// The place of a move in the continuation history.
#[inline]
fn pair(previous: Move, played: Move) -> usize {
    mix(previous.bits()) as usize % CONTINUATION_PREVIOUS * CONTINUATION_ANSWERS
        + mix(played.bits()) as usize % CONTINUATION_ANSWERS
}

/// The places of the last move and of the last two in the correction history: none after a null
/// move.
#[inline]
fn last_moves([last, before]: [Option<Move>; 2]) -> impl Iterator<Item = usize> {
    let hash = |played: Move| mix(played.bits()) as usize;
    let by_one = last.map(|last| hash(last) % CORRECTION_CLASSES);
    let by_two = last
        .zip(before)
        // The shift keeps a pair and its reverse apart.
        .map(|(last, before)| CORRECTION_CLASSES + (hash(last) ^ hash(before) << 5) % CORRECTION_CLASSES);
    by_one.into_iter().chain(by_two)
}

/// Returns the places of the board in the correction history, after those of moves.
#[inline]
fn on_board(structure: Option<CorrectionKeys>) -> impl Iterator<Item = usize> {
    let places = structure.map(|keys| keys.map(|key| key as usize % CORRECTION_CLASSES));
    places.into_iter().flatten().zip(2..).map(|(place, table)| table * CORRECTION_CLASSES + place)
}

/// Spreads the bits of a move, which are squares in its middle bytes, over the lower half.
#[inline]
fn mix(bits: u32) -> u32 {
    // The multiplier is the golden ratio's fraction of 2^64 (Fibonacci hashing).
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
            memory.update_quiet_histories(Side::Black, Some(before), good, &[bad], 800, 4);
        }
        assert!(
            memory.quiet_history(Side::Black, Some(before), good)
                > memory.quiet_history(Side::Black, None, good)
        );
        assert!(memory.quiet_history(Side::Black, Some(before), bad) < 0);
        assert_eq!(memory.quiet_history(Side::White, None, good), 0);
        assert_eq!(memory.killers(4), [Some(good), None]);
        memory.update_quiet_histories(Side::Black, None, bad, &[], 24, 4);
        assert_eq!(memory.killers(4), [Some(bad), Some(good)]);
    }

    #[test]
    fn evaluations_are_kept_for_one_search() {
        let mut memory = Memory::new();
        for value in 1..5 {
            memory.next_search();
            for key in [0, 1, u64::MAX] {
                assert_eq!(memory.evaluation(key, || value), value);
                assert_eq!(memory.evaluation(key, || 100), value);
            }
        }
    }

    #[test]
    fn evaluations_are_corrected_after_the_same_moves() {
        let mut memory = Memory::new();
        let [last, before, other] = [1, 2, 3].map(|to| Move::step(Square(0), Square(to)));
        for _ in 0..100 {
            memory.update_correction(&Params::DEFAULT, Side::White, [Some(last), Some(before)], None, 60, 4);
            memory.update_correction(&Params::DEFAULT, Side::Black, [Some(last), None], None, -1_000, 40);
        }
        let correction = |side, before| memory.correction(&Params::DEFAULT, side, before, None);
        let learned = correction(Side::White, [Some(last), Some(before)]);
        let by_last = correction(Side::White, [Some(last), Some(other)]);
        assert!(learned > by_last && by_last > 0, "{learned} {by_last}");
        assert!((-128..0).contains(&correction(Side::Black, [Some(last), Some(before)])));
        assert_eq!(correction(Side::White, [None, Some(before)]), 0);
        assert_eq!(correction(Side::White, [Some(other), Some(last)]), 0);
    }

    #[test]
    fn evaluations_are_corrected_on_like_boards() {
        let mut memory = Memory::new();
        for _ in 0..100 {
            memory.update_correction(&Params::DEFAULT, Side::White, [None; 2], Some([7, 8, 9]), 60, 4);
        }
        let correction = |board| memory.correction(&Params::DEFAULT, Side::White, [None; 2], Some(board));
        let (same, pawns, none) = (correction([7, 8, 9]), correction([7, 0, 0]), correction([9, 7, 8]));
        assert!(same > pawns && pawns > 0, "{same} {pawns}");
        assert_eq!((none, memory.correction(&Params::DEFAULT, Side::White, [None; 2], None)), (0, 0));
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
