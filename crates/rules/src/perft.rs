//! Perft: the number of move paths of a length, to prove a move generator with.

use super::{GenMode, Position};
use crate::board::Move;

/// See [`Position::perft`].
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_moves() as u64,
        _ => perft_below(position, depth, &mut Vec::new()),
    }
}

/// `moves` is one list for all plies: each appends its own and takes them off again.
fn perft_below<P: Position>(position: &P, depth: u32, moves: &mut Vec<Move>) -> u64 {
    let start = moves.len();
    position.generate(GenMode::All, moves);
    let mut nodes = 0;
    for index in start..moves.len() {
        let mut child = position.clone();
        child.play(moves[index]);
        nodes += if depth == 2 { child.count_moves() as u64 } else { perft_below(&child, depth - 1, moves) };
    }
    moves.truncate(start);
    nodes
}
