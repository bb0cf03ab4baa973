//! Paths of every course on boards with pieces, and the ways that they take.

use super::walk::turned;
use super::*;
use crate::board::{Geometry, Movement, Occupancy};

/// All eight steps of a leap, or the four of a straight or diagonal one.
fn all((x, y): Step) -> Vec<Step> {
    let mut steps = vec![(x, y), (y, x), (-x, y), (-y, x), (x, -y), (y, -x), (-x, -y), (-y, -x)];
    steps.sort_unstable();
    steps.dedup();
    steps
}

fn reached(path: &Path, from: &str, occupied: &[&str]) -> Vec<String> {
    let board = Geometry::<1>::new(Outline::new(8, 8, |_, _| true));
    let outline = board.outline();
    let square = |name: &str| outline.named(name).unwrap();
    let occupied: Bitboard<1> = occupied.iter().map(|name| square(name)).collect();
    let occupancy = Occupancy::from(occupied);
    let movement = Movement::of_paths(&board, std::slice::from_ref(path), Side::White);
    for from in outline.squares() {
        let targets = movement.quiet.targets(&board, from, &occupancy);
        for to in outline.squares() {
            let place = format!("{path:?} {} {}", outline.name(from), outline.name(to));
            assert_eq!(movement.quiet.reaches(&board, from, to, &occupancy), targets.has(to), "{place}");
            let back = movement.quiet.origins(&board, to, &occupancy);
            assert_eq!(back.has(from), targets.has(to), "{place}");
            assert!(!targets.has(to) || movement.quiet.range(from).has(to), "{place}");
        }
    }
    movement.quiet.targets(&board, square(from), &occupancy).into_iter().map(|to| outline.name(to)).collect()
}

fn leg(turns: &[u8], least: u8, most: u8) -> Leg {
    Leg { turns: turns.to_vec(), least, most }
}

fn bent(step: Step, legs: Vec<Leg>) -> Path {
    Path::new(Mode::Both, all(step), Course::Bent { most: 1, legs })
}

#[test]
fn steps_turn_clockwise() {
    let mut step = (0, 1);
    let turned_once = [(1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1), (0, 1)];
    for (turn, next) in (1..).zip(turned_once) {
        assert_eq!(turned((0, 1), turn), Some(next));
        assert_eq!(turned(step, 1), Some(next));
        step = next;
    }
    assert_eq!(turned((1, 2), 2), Some((2, -1)));
    assert_eq!(turned((1, 2), 1), None);
    assert_eq!(turned((2, 0), 1), None);
}

#[test]
fn lame_leaps_begin_straight() {
    assert_eq!(lame_way((2, 3)), [(0, 1), (1, 2)]);
    assert_eq!(lame_way((-1, 3)), [(0, 1), (0, 2)]);
    let lame = |step| Path::new(Mode::Both, all(step), Course::Lame);
    assert_eq!(reached(&lame((1, 2)), "d4", &["d5", "e4"]).len(), 4);
    assert_eq!(reached(&lame((2, 3)), "a1", &["a2"]), ["d3"]);
    assert_eq!(reached(&lame((0, 3)), "a1", &["b1", "a4"]), ["a4"]);
    assert_eq!(reached(&lame((1, 1)), "a1", &["b1", "a2"]), ["b2"]);
    // With a hole on the way nothing can stop it there.
    let board = Geometry::<1>::new(Outline::new(3, 3, |file, rank| (file, rank) != (0, 1)));
    let movement = Movement::of_paths(&board, &[lame((1, 2))], Side::White);
    let at = |name| board.outline().named(name).unwrap();
    let targets = movement.quiet.targets(&board, at("a1"), &Bitboard::from(at("b1")).into());
    assert_eq!(targets, Bitboard::from(at("b3")));
}

/// A gryphon by legs that the quick tables of bends do not know, and by those that they do.
#[test]
fn bends_are_ways_of_single_legs() {
    let ways = |most| [bent((1, 1), vec![leg(&[1], 0, most)]), bent((1, 1), vec![leg(&[7], 0, most)])];
    for occupied in [&[][..], &["c4"], &["b3", "e5", "e8"], &["c5", "d6", "e3", "h3"]] {
        for most in [0, 1, 3] {
            let mut union: Vec<String> =
                ways(most).iter().flat_map(|path| reached(path, "d4", occupied)).collect();
            union.sort_by_key(|name| (name[1..].to_owned(), name[..1].to_owned()));
            union.dedup();
            let both = reached(&bent((1, 1), vec![leg(&[7, 1], 0, most)]), "d4", occupied);
            assert_eq!(both, union, "{occupied:?} {most}");
        }
    }
    assert_eq!(Course::outwards(1), Course::Leap);
    assert_eq!(Course::outwards(4), Course::Bent { most: 1, legs: vec![leg(&[7, 1], 0, 3)] });
}

/// Moves in brackets and chains of XBetza that no tables were made for.
#[test]
fn legs_say_brackets_and_chains() {
    // `[W?F]`: a wazir's step, then perhaps one outwards; `[W-F]`, the xiangqi horse; `[F-W]`, its cousin.
    assert_eq!(reached(&bent((0, 1), vec![leg(&[7, 1], 0, 1)]), "a1", &["b1"]), ["b1", "a2", "b3"]);
    assert_eq!(reached(&bent((0, 1), vec![leg(&[7, 1], 1, 1)]), "a1", &["b1"]), ["b3"]);
    assert_eq!(reached(&bent((1, 1), vec![leg(&[7, 1], 1, 1)]), "a1", &["b1"]), ["c2", "b3"]);
    // A rook that may turn once by a right angle at any square.
    let hook = Course::Bent { most: 0, legs: vec![leg(&[2, 6], 0, 0)] };
    let hook = Path::new(Mode::Both, all((0, 1)), hook);
    assert_eq!(reached(&hook, "a1", &["a3", "b1"]).len(), 3 + 7);
    // Two steps of a king that turn twice; `mafsW`: two straight steps at a right angle.
    assert_eq!(reached(&bent((0, 1), vec![leg(&[2, 6], 1, 1)]), "d4", &["d5", "e4"]), ["c3", "e3", "c5"]);
    let crooked = bent((1, 1), vec![leg(&[2], 1, 1), leg(&[6], 1, 1)]);
    assert!(reached(&crooked, "a1", &[]).contains(&"d2".to_owned()));
    // A knight's leap and then perhaps another at a right angle to it.
    let knights = bent((1, 2), vec![leg(&[2, 6], 0, 1)]);
    assert_eq!(reached(&knights, "a1", &["c2"]), ["c2", "d2", "b3"]);
}

#[test]
fn hurdles_are_pieces_and_obstacles() {
    let hop = |step, course, passing| Path { passing, ..Path::new(Mode::Both, all(step), course) };
    let (far, near) = (Passing::Hurdle, Passing::NearHurdle);
    assert_eq!(reached(&hop((0, 1), Course::LINE, near), "d4", &["d6", "b4"]), ["a4", "d7"]);
    assert_eq!(reached(&hop((1, 2), Course::LINE, near), "a1", &["b3"]), ["c5"]);
    assert_eq!(reached(&hop((0, 1), Course::LINE, far), "d1", &["d3", "d6"]), ["d4", "d5", "d6"]);
    let three = Course::Ride { least: 1, most: 3 };
    assert_eq!(reached(&hop((0, 1), three.clone(), far), "d1", &["d2"]), ["d3", "d4"]);
    assert_eq!(reached(&hop((0, 1), three, far), "d1", &["d3"]), ["d4"]);
    assert_eq!(reached(&hop((1, 2), Course::LINE, far), "a1", &["b3"]), ["c5", "d7"]);
    assert_eq!((far.count(), near.hops(), Passing::One.hops()), ((1, 1), true, true));
    // Only `Passing::One` tells an obstacle from a piece.
    let board = Geometry::<1>::new(Outline::new(8, 8, |_, _| true));
    let a1 = board.outline().named("a1").unwrap();
    let wall = Bitboard::from(board.outline().named("a2").unwrap());
    let seen = Occupancy { all: wall, own: Bitboard::EMPTY, blocked: wall };
    for (passing, count) in [(Passing::One, 0), (far, 6), (near, 1)] {
        let path = hop((0, 1), Course::LINE, passing);
        let movement = Movement::of_paths(&board, &[path], Side::White);
        assert_eq!(movement.quiet.targets(&board, a1, &seen).len(), count, "{passing:?}");
    }
}

#[test]
fn origins_may_be_any_squares() {
    let board = Geometry::<1>::new(Outline::new(8, 8, |_, _| true));
    let at = |name| board.outline().named(name).unwrap();
    let path = Path {
        origin: Origin::Squares([at("a1"), at("h8")].into_iter().collect()),
        ..Path::new(Mode::Move, vec![(0, 1)], Course::Ride { least: 2, most: 2 })
    };
    let movement = Movement::of_paths(&board, &[path], Side::White);
    let targets = |from| movement.quiet.targets(&board, at(from), &Bitboard::EMPTY.into());
    assert_eq!((targets("a1"), targets("b1")), (at("a3").into(), Bitboard::EMPTY));
    assert!(movement.capture.is_nothing());
}
