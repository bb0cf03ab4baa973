//! The pieces that are chased, and for how long: the part of a position that the rule against chases needs.

use helgi_rules::board::{Side, Square};

/// The pieces of a side that are followed. If a move newly threatens more, those chased for the shortest time are forgotten.
const MOST: usize = 6;

/// A piece that is chased.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Prey {
    pub square: Square,
    /// The number of moves in a row that have chased it; 0 of an entry that is free.
    pub moves: u8,
    /// The number of the last of them that have taken its root away and have not attacked it.
    pub bared: u8,
    /// The number of the last of them that have chased it as a chariot that a horse pins.
    pub pinned: u8,
}

impl Prey {
    const NONE: Prey = Prey { square: Square(0), moves: 0, bared: 0, pinned: 0 };
}

/// The offence of a side that repeats positions, the worse the greater.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Chase {
    /// No piece is chased all the time.
    None,
    /// A piece is, by moves that only take its root away.
    Root,
    /// A piece is, and attacked at least once.
    Attack,
    /// A chariot is that a horse pins.
    PinnedRook,
}

/// By side: the pieces of the other one that its last move has chased.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chased(pub [[Prey; MOST]; 2]);

impl Default for Chased {
    fn default() -> Self {
        Chased([[Prey::NONE; MOST]; 2])
    }
}

impl Chased {
    /// The chase with which a side has gone on for so many moves.
    pub fn chase(&self, side: Side, moves: usize) -> Chase {
        // The counts stop at 255.
        let is_long = |count: u8| usize::from(count) >= moves.min(u8::MAX.into());
        let of_prey = |prey: &Prey| match prey {
            prey if is_long(prey.pinned) => Chase::PinnedRook,
            prey if !is_long(prey.moves) => Chase::None,
            prey if is_long(prey.bared) => Chase::Root,
            _ => Chase::Attack,
        };
        self.0[side.index()].iter().map(of_prey).max().unwrap_or(Chase::None)
    }

    /// The square of the piece that a side has chased for longest, in a chase of a kind.
    pub fn longest(&self, side: Side, chase: Chase) -> Square {
        let moves = |prey: &&Prey| match chase {
            Chase::PinnedRook => prey.pinned,
            Chase::Root => prey.bared,
            Chase::None | Chase::Attack => prey.moves,
        };
        self.0[side.index()].iter().max_by_key(moves).map_or(Square(0), |prey| prey.square)
    }

    /// The piece on a square as a side has chased it so far.
    pub fn on(&self, side: Side, square: Square) -> Prey {
        let known = self.0[side.index()].iter().find(|prey| prey.moves > 0 && prey.square == square);
        known.copied().unwrap_or(Prey { square, ..Prey::NONE })
    }

    /// Puts the pieces that a side has just chased in place of those before.
    pub fn replace(&mut self, side: Side, chased: impl Iterator<Item = Prey>) {
        let list = &mut self.0[side.index()];
        *list = [Prey::NONE; MOST];
        for prey in chased {
            // What has been chased for the shortest time gives way; free places have been for none.
            if let Some(place) = list.iter_mut().min_by_key(|known| known.moves)
                && place.moves < prey.moves
            {
                *place = prey;
            }
        }
    }
}
