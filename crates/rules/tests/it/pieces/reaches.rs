//! The tables against the interpreter: on random boards of every game, forwards and backwards.

use super::interpreter::{At, Cell, Grid, reached};
use fastrand::Rng;
use helgi_rules::Game;
use helgi_rules::board::{Bitboard, Geometry, Movement, Occupancy, Outline, Side, Square};
use helgi_rules::games::{GameId, GameVisitor};
use helgi_rules::internals::board::Reach;
use std::collections::{BTreeMap, BTreeSet};
use std::thread;

const BOARDS: u64 = 6;

/// Descriptors that no game uses, but the notation allows.
const FURTHER: [&str; 12] = [
    "oN0mpN0",
    "pt[FR]xo1t[WB]4",
    "jt[WB]ct[FR]3",
    "vjjR",
    "o1N0cjjN0",
    "lmpB4rcpB0",
    "wzQ2i2W5",
    "nDnAcn(2,4)",
    "blF0fN",
    "(0,5)(1,4)j(1,1)3",
    "wUczU",
    "zBwceD",
];

fn coordinates(outline: &Outline, square: Square) -> At {
    (outline.file(square).into(), outline.rank(square).into())
}

/// A board on which each square is empty, or holds an obstacle or a piece of either side.
fn random_board<const W: usize>(
    outline: &Outline,
    density: u8,
    random: &mut Rng,
) -> (Grid, [Bitboard<W>; 3]) {
    let mut sets = [Bitboard::EMPTY; 3];
    let row = vec![Cell::Missing; outline.files().into()];
    let mut grid = Grid(vec![row; outline.ranks().into()]);
    for square in outline.squares() {
        let what = random.u8(..);
        let (cell, set) = match what % 9 {
            _ if random.u8(..100) >= density => (Cell::Empty, None),
            0 => (Cell::Obstacle, Some(2)),
            1..=4 => (Cell::White, Some(0)),
            _ => (Cell::Black, Some(1)),
        };
        let (file, rank) = coordinates(outline, square);
        grid.0[rank as usize][file as usize] = cell;
        if let Some(set) = set {
            sets[set].insert(square);
        }
    }
    (grid, sets)
}

/// Compares a reach with the interpreter's squares from each square.
fn compare<const W: usize>(
    geometry: &Geometry<W>,
    reach: &Reach<W>,
    occupancy: &Occupancy<W>,
    find: impl Fn(Square) -> BTreeSet<At>,
    place: &str,
) {
    let outline = geometry.outline();
    let set = |squares: &BTreeSet<At>| -> Bitboard<W> {
        squares.iter().map(|&(file, rank)| outline.square(file as u8, rank as u8).unwrap()).collect()
    };
    let names = |set: Bitboard<W>| set.into_iter().map(|square| outline.name(square)).collect::<Vec<_>>();
    let targets: Vec<Bitboard<W>> = outline.squares().map(|from| set(&find(from))).collect();
    for from in outline.squares() {
        let (expected, name) = (targets[from.index()], outline.name(from));
        let found = reach.targets(geometry, from, occupancy);
        assert_eq!(names(found), names(expected), "targets, {place} from {name}");
        let among = reach.targets_among(geometry, from, occupancy, occupancy.all);
        assert_eq!(among, expected & occupancy.all, "targets among, {place} from {name}");
        assert!(expected.is_subset(reach.range(from)), "range, {place} from {name}");
        assert!(reach.leaps(from).is_subset(expected), "leaps, {place} from {name}");
        let back: Bitboard<W> =
            outline.squares().filter(|origin| targets[origin.index()].has(from)).collect();
        let found = reach.origins(geometry, from, occupancy);
        assert_eq!(names(found), names(back), "origins, {place} to {name}");
        for to in outline.squares() {
            let open = reach.reaches(geometry, from, to, occupancy);
            assert_eq!(open, expected.has(to), "way, {place} from {name} to {}", outline.name(to));
            assert_eq!(reach.range(from).has(to), reach.range_to(to).has(from));
            assert_eq!(reach.leaps(from).has(to), reach.leaps_to(to).has(from));
        }
    }
}

fn check<const W: usize>(outline: &Outline, descriptors: &BTreeSet<&str>, game: &str) {
    let geometry: Geometry<W> = Geometry::new(outline.clone());
    for &descriptor in descriptors {
        for side in Side::BOTH {
            let movement = Movement::new(&geometry, descriptor, side);
            for seed in 0..BOARDS {
                let mut random = Rng::with_seed(seed);
                let density = [0, 5, 10, 20, 40, 70][seed as usize % 6];
                let (grid, [white, black, blocked]) = random_board::<W>(outline, density, &mut random);
                let own = if side == Side::White { white } else { black };
                let occupancy = Occupancy { all: white | black | blocked, own, blocked };
                let place = format!("{game} {descriptor} of {side:?}, board {seed}");
                let find = |from, occasion| {
                    reached(&grid, descriptor, side == Side::White, coordinates(outline, from), occasion)
                };
                for (reach, occasion) in [
                    (&movement.quiet, 'm'),
                    (&movement.capture, 'c'),
                    (&movement.shoot, 'x'),
                    (&movement.en_passant, 'e'),
                ] {
                    let find = |from| find(from, occasion);
                    compare(&geometry, reach, &occupancy, find, &format!("{place}, `{occasion}`"));
                }
                let attacks = |from| &find(from, 'c') | &find(from, 'x');
                compare(&geometry, &movement.attack, &occupancy, attacks, &format!("{place}, attacks"));
                for from in outline.squares() {
                    let free = geometry.all() - occupancy.all;
                    let arrivals = movement.arrivals(&geometry, from, &occupancy, free, blocked);
                    let expected = movement.quiet.targets(&geometry, from, &occupancy) & free
                        | movement.capture.targets(&geometry, from, &occupancy) & blocked;
                    assert_eq!(arrivals, expected, "{place}");
                }
            }
        }
    }
}

struct Check(BTreeSet<&'static str>);

impl GameVisitor for Check {
    type Output = ();

    fn visit<G: Game>(self, game: G) {
        let (outline, name) = (game.outline(), game.info().name);
        match outline.len() {
            0..=64 => check::<1>(outline, &self.0, name),
            65..=128 => check::<2>(outline, &self.0, name),
            _ => check::<3>(outline, &self.0, name),
        }
    }
}

#[test]
fn tables_agree_with_the_interpreter() {
    // Variants share their game's board and most of its pieces.
    let mut boards: BTreeMap<Vec<At>, (GameId, BTreeSet<&str>)> = BTreeMap::new();
    for &game in GameId::BUILT_IN {
        let outline = game.start().outline();
        let cells = outline.squares().map(|square| coordinates(outline, square)).collect();
        let (_, descriptors) = boards.entry(cells).or_insert((game, BTreeSet::new()));
        descriptors.extend(game.info().pieces.iter().map(|piece| piece.movement));
    }
    thread::scope(|scope| {
        for (game, descriptors) in boards.into_values() {
            scope.spawn(move || game.visit(Check(descriptors)));
        }
    });
}

#[test]
fn tables_can_do_what_no_game_needs() {
    for game in [GameId::TACTICAL, GameId::POPULAR10, GameId::CHESS_BATTLE144] {
        game.visit(Check(FURTHER.into()));
    }
    // A board with holes, for leaps over them.
    let ring = Outline::new(9, 7, |file, rank| (file * 5 + rank * 3) % 7 != 1);
    check::<1>(&ring, &FURTHER.into(), "ring");
}
