//! Room: which side comes first to the empty squares, in games in which who cannot move loses.

use helgi_rules::board::{Bitboard, Geometry, Movement, Occupancy, Side, Square};
use helgi_rules::games::GameId;
use helgi_rules::internals::board::LARGEST_BOARD;
use helgi_rules::{AnyPosition, Game, PieceInfo, Position};

/// Centipawns for a square to which only one side comes first.
const OF_A_SQUARE: i32 = 25;
/// Centipawns for a square that is one move away.
const OF_THE_NEXT: i32 = 4;

/// The moves of the pieces of a game, to see how far they are from each square, on a board of up to 192 squares or of more.
pub(super) enum Territory {
    Large(SizedTerritory<3>),
    Huge(SizedTerritory<LARGEST_BOARD>),
}

/// The moves of the pieces of a game on a board of so many words.
pub(super) struct SizedTerritory<const W: usize> {
    geometry: Geometry<W>,
    /// By side and kind.
    movements: [Vec<Movement<W>>; 2],
}

/// The squares that pieces of one movement have come to.
struct Flood<'a, const W: usize> {
    movement: &'a Movement<W>,
    reached: Bitboard<W>,
    newest: Bitboard<W>,
}

impl Territory {
    /// The moves of the pieces of a game.
    pub fn new(game: GameId) -> Self {
        match game.outline().len() {
            0..=192 => Territory::Large(SizedTerritory::new(game)),
            _ => Territory::Huge(SizedTerritory::new(game)),
        }
    }

    /// White's lead in centipawns: by the squares to which it comes first, and those that it reaches at once.
    pub fn lead(&self, position: &AnyPosition) -> i32 {
        match self {
            Territory::Large(territory) => territory.lead(position),
            Territory::Huge(territory) => territory.lead(position),
        }
    }
}

impl<const W: usize> SizedTerritory<W> {
    fn new(game: GameId) -> Self {
        let geometry = Geometry::new(game.outline().clone());
        let movements = Side::BOTH.map(|side| {
            let of = |piece: &PieceInfo| Movement::of_paths(&geometry, &piece.paths(side), side);
            game.info().pieces.iter().map(of).collect()
        });
        SizedTerritory { geometry, movements }
    }

    /// [`Territory::lead`].
    fn lead(&self, position: &AnyPosition) -> i32 {
        let squares = || position.outline().squares();
        let stands =
            |square: &Square| position.is_obstacle(*square) || position.piece_at(*square, 0).is_some();
        // All pieces block alike here, own ones and the enemy's.
        let seen = Occupancy::from(squares().filter(stands).collect::<Bitboard<W>>());
        let mut floods: [Vec<Flood<'_, W>>; 2] = [Vec::new(), Vec::new()];
        for square in squares() {
            let Some(piece) = position.piece_at(square, 0) else { continue };
            let movements = &self.movements[piece.side.index()];
            let Some(movement) = movements.get(piece.kind.index()) else { continue };
            let floods = &mut floods[piece.side.index()];
            let at = Bitboard::from(square);
            // Pieces with one movement flood together: where they come from does not matter.
            match floods.iter_mut().find(|flood| std::ptr::eq(flood.movement, movement)) {
                Some(flood) => flood.newest |= at,
                None => floods.push(Flood { movement, reached: Bitboard::EMPTY, newest: at }),
            }
        }
        let mut reached = [Bitboard::EMPTY; 2];
        let mut lead = 0;
        for round in 0.. {
            let next = floods.each_mut().map(|floods| {
                floods.iter_mut().fold(Bitboard::EMPTY, |set, flood| set | self.spread(flood, &seen))
            });
            let [white, black] = [0, 1].map(|side| next[side] - reached[side]);
            if round == 0 {
                lead += OF_THE_NEXT * (white.len() as i32 - black.len() as i32);
            }
            if white.is_empty() && black.is_empty() {
                return lead;
            }
            let first = |own: Bitboard<W>, theirs: Bitboard<W>, before: Bitboard<W>| {
                ((own - theirs) - before).len() as i32
            };
            lead += OF_A_SQUARE * (first(white, black, reached[1]) - first(black, white, reached[0]));
            reached[0] |= white;
            reached[1] |= black;
        }
        lead
    }

    /// Goes one move on from the newest squares, and returns those that are new.
    fn spread(&self, flood: &mut Flood<'_, W>, seen: &Occupancy<W>) -> Bitboard<W> {
        let quiet = &flood.movement.quiet;
        let from = |set, square| set | quiet.targets(&self.geometry, square, seen);
        let targets = flood.newest.into_iter().fold(Bitboard::EMPTY, from);
        flood.newest = (targets - seen.all) - flood.reached;
        flood.reached |= flood.newest;
        flood.newest
    }
}
