//! The checked door to a position, tried with moves that no game makes.

use fastrand::Rng;
use helgi_rules::board::Move;
use helgi_rules::{AnyPosition, Game, GameId, IllegalMove, Line, Position};
use std::collections::HashSet;

/// The number of plies of a random game.
const PLIES: usize = 40;

/// The number of moves from nowhere that are tried in each position.
const TRIED: usize = 60;

/// A move that a careless program might come with: any bits, or a legal move of another position with a byte
/// changed.
fn garbage(random: &mut Rng, seen: &[Move]) -> Move {
    let bits = match random.choice(seen) {
        Some(legal) if random.bool() => {
            let byte = random.u32(0..4) * 8;
            legal.bits() & !(0xff << byte) | u32::from(random.u8(..)) << byte
        }
        _ => random.u32(1..),
    };
    Move::from_bits(bits).unwrap_or(Move::PASS)
}

#[test]
fn a_move_is_played_if_it_is_legal_and_else_nothing_changes() {
    for game in GameId::all().into_iter().chain(GameId::UNLISTED.iter().copied()) {
        let mut random = Rng::with_seed(17);
        let (mut seen, mut refused) = (Vec::new(), 0);
        for _ in 0..4 {
            let mut position = game.start();
            for _ in 0..PLIES {
                let legal = position.legal_moves();
                let known: HashSet<Move> = legal.iter().copied().collect();
                for _ in 0..TRIED {
                    let candidate = garbage(&mut random, &seen);
                    let mut after = position.clone();
                    let played = after.try_play(candidate);
                    let shown = game.display(candidate).to_string();
                    assert_eq!(played.is_ok(), known.contains(&candidate), "{position:?} {shown}");
                    if played == Err(IllegalMove(candidate)) {
                        assert_eq!(after, position, "{shown}");
                        assert_eq!(after.fen(), position.fen(), "{shown}");
                        refused += 1;
                    }
                }
                seen.extend_from_slice(&legal);
                let Some(&chosen) = random.choice(&legal) else { break };
                let mut line = Line::new(position.clone());
                assert_eq!(line.try_play(chosen), Ok(()), "{position:?}");
                position.try_play(chosen).unwrap();
                assert_eq!(line.present(), &position);
            }
        }
        assert!(refused > 1000, "{game:?}: {refused}");
    }
}

#[test]
fn positions_are_equal_where_their_texts_are() {
    for &game in GameId::BUILT_IN {
        let mut random = Rng::with_seed(29);
        let mut known: HashSet<AnyPosition> = HashSet::new();
        let mut texts: HashSet<String> = HashSet::new();
        for _ in 0..20 {
            let mut position = game.start();
            for _ in 0..PLIES {
                let is_new = texts.insert(position.fen());
                assert_eq!(known.insert(position.clone()), is_new, "{position:?}");
                assert_eq!(game.parse(&position.fen()).as_ref(), Ok(&position));
                let Some(&chosen) = random.choice(&position.legal_moves()) else { break };
                position.play(chosen);
            }
        }
        assert!(known.len() > 300, "{game:?}: {}", known.len());
    }
}
