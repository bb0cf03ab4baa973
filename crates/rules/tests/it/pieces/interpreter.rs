//! Movement descriptors read a second time, as plainly as it can be written: squares one by one on a
//! grid of cells. Slow, and shares nothing with the tables of the rules.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// A square by file and rank, from 0.
pub type At = (i32, i32);

/// The content of a square of the grid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cell {
    Missing,
    Empty,
    Obstacle,
    White,
    Black,
}

/// A board, rank by rank from the first, each from file a on.
#[derive(Clone, Debug)]
pub struct Grid(pub Vec<Vec<Cell>>);

impl Grid {
    pub fn at(&self, (file, rank): At) -> Cell {
        let row = usize::try_from(rank).ok().and_then(|rank| self.0.get(rank));
        let cell = row.and_then(|row| row.get(usize::try_from(file).ok()?));
        cell.copied().unwrap_or(Cell::Missing)
    }

    fn squares(&self) -> Vec<At> {
        let ranks = self.0.len() as i32;
        let all =
            (0..ranks).flat_map(|rank| (0..self.0[rank as usize].len() as i32).map(move |file| (file, rank)));
        all.filter(|&at| self.at(at) != Cell::Missing).collect()
    }
}

/// One term, taken apart.
#[derive(Default, Debug)]
struct Term {
    modifiers: String,
    from_rank: Option<i32>,
    atom: String,
    number: Option<i32>,
}

thread_local! {
    /// The descriptors read so far: there are few of them, and each is asked for at every piece of every position.
    static READ: RefCell<BTreeMap<String, Rc<Vec<Term>>>> = RefCell::default();
}

fn terms(descriptor: &str) -> Rc<Vec<Term>> {
    READ.with_borrow_mut(|known| {
        if let Some(terms) = known.get(descriptor) {
            return Rc::clone(terms);
        }
        let terms = Rc::new(read(descriptor));
        known.insert(descriptor.to_owned(), Rc::clone(&terms));
        terms
    })
}

fn read(descriptor: &str) -> Vec<Term> {
    let mut rest = descriptor.chars().peekable();
    let mut terms = Vec::new();
    while rest.peek().is_some() {
        let mut term = Term::default();
        let number = |rest: &mut std::iter::Peekable<std::str::Chars>| {
            let mut digits = String::new();
            while let Some(digit) = rest.next_if(char::is_ascii_digit) {
                digits.push(digit);
            }
            digits.parse().ok()
        };
        while let Some(letter) = rest.next_if(|letter| letter.is_ascii_lowercase() && *letter != 't') {
            term.modifiers.push(letter);
            match letter {
                'i' => term.from_rank = number(&mut rest),
                'o' if number(&mut rest) == Some(1) => term.modifiers.push('1'),
                _ => {}
            }
        }
        let first = rest.next().expect("an atom");
        term.atom.push(first);
        let last = match first {
            '(' => Some(')'),
            't' => Some(']'),
            _ => None,
        };
        while let Some(last) = last
            && !term.atom.ends_with(last)
        {
            term.atom.extend(rest.next());
        }
        term.number = number(&mut rest);
        terms.push(term);
    }
    terms
}

/// The lengths of an atom's steps, and how many of them it takes: 0 for any number.
fn shape(atom: &str) -> (Vec<At>, i32) {
    match atom {
        "W" => (vec![(0, 1)], 1),
        "F" => (vec![(1, 1)], 1),
        "D" => (vec![(0, 2)], 1),
        "N" => (vec![(1, 2)], 1),
        "A" => (vec![(2, 2)], 1),
        "H" => (vec![(0, 3)], 1),
        "C" => (vec![(1, 3)], 1),
        "Z" => (vec![(2, 3)], 1),
        "G" => (vec![(3, 3)], 1),
        "K" => (vec![(0, 1), (1, 1)], 1),
        "R" => (vec![(0, 1)], 0),
        "B" => (vec![(1, 1)], 0),
        "Q" => (vec![(0, 1), (1, 1)], 0),
        "t[FR]" => (vec![(1, 1)], 0),
        "t[WB]" => (vec![(0, 1)], 0),
        leap => {
            let (x, y) = leap.trim_matches(['(', ')']).split_once(',').expect("a leap");
            (vec![(x.parse().unwrap(), y.parse().unwrap())], 1)
        }
    }
}

/// Returns the squares that a piece reaches on an occasion: `m` moving, `c` capturing, `x`
/// shooting, `e` capturing *en passant*. Ignores the piece on the square itself.
pub fn reached(grid: &Grid, descriptor: &str, white: bool, from: At, occasion: char) -> BTreeSet<At> {
    let mut reached = BTreeSet::new();
    for term in terms(descriptor).iter() {
        let has = |letter| term.modifiers.contains(letter);
        let applies = match occasion {
            'e' => has('e'),
            'x' => has('x'),
            'c' => !has('m') && !has('x') && !has('e'),
            _ => !has('c') && !has('x'),
        };
        let ranks = grid.0.len() as i32;
        let own_rank = |rank| if white { rank } else { ranks - 1 - rank };
        let from_here = term.from_rank.is_none_or(|rank| own_rank(from.1) == rank - 1)
            && (!has('w') || (from.0 + 1 + from.1 + 1) % 2 == 1);
        if applies && from_here {
            let mut found = squares_of(grid, term, white, from);
            found.retain(|&(_, rank)| !has('z') || own_rank(rank) != ranks - 1);
            reached.extend(found);
        }
    }
    reached
}

fn squares_of(grid: &Grid, term: &Term, white: bool, from: At) -> BTreeSet<At> {
    let has = |letter| term.modifiers.contains(letter);
    if term.atom == "U" {
        let same_colour = |&(file, rank): &At| (file + rank + from.0 + from.1) % 2 == 0;
        return grid.squares().into_iter().filter(|at| *at != from && same_colour(at)).collect();
    }
    let mut found = BTreeSet::new();
    let (lengths, usual) = shape(&term.atom);
    let most = term.number.unwrap_or(usual);
    let directions: Vec<char> = term.modifiers.chars().filter(|letter| "fblrvs".contains(*letter)).collect();
    for (files, ranks) in orientations(&lengths) {
        let ahead = if white { ranks } else { -ranks };
        let wanted = |letter| match letter {
            'f' => ahead > 0,
            'b' => ahead < 0,
            'l' => files < 0,
            'r' => files > 0,
            'v' => files == 0,
            's' => ranks == 0,
            _ => false,
        };
        if !directions.is_empty() && !directions.iter().copied().any(wanted) {
            continue;
        }
        let to = (from.0 + files, from.1 + ranks);
        if has('n') {
            let half = (from.0 + files / 2, from.1 + ranks / 2);
            if grid.at(half) == Cell::Empty && grid.at(to) != Cell::Missing {
                found.insert(to);
            }
            continue;
        }
        let mut onwards = vec![(files, ranks)];
        if term.atom.starts_with('t') {
            // Outwards: of the other kind, and less than a right angle off the first step.
            onwards = orientations(&[(0, 1), (1, 1)]);
            onwards.retain(|&(x, y)| (x * y == 0) != (files * ranks == 0) && x * files + y * ranks == 1);
        }
        for onward in onwards {
            ride(grid, term, white, (to, onward), most, &mut found);
        }
    }
    found
}

/// Continues by a step from a first square, and collects each square reached if those before it let
/// the piece through.
fn ride(
    grid: &Grid,
    term: &Term,
    white: bool,
    (first, onward): (At, At),
    most: i32,
    found: &mut BTreeSet<At>,
) {
    let mut at = first;
    let mut standing = Vec::new();
    for _ in 0..if most == 0 { 100 } else { most } {
        if grid.at(at) == Cell::Missing {
            if !term.modifiers.contains("jj") {
                return;
            }
        } else {
            if passes(term, white, &standing) {
                found.insert(at);
            }
            standing.extend(Some(grid.at(at)).filter(|&cell| cell != Cell::Empty));
        }
        at = (at.0 + onward.0, at.1 + onward.1);
    }
}

/// Returns true if a piece gets over squares on which this stands.
fn passes(term: &Term, white: bool, standing: &[Cell]) -> bool {
    let is_own = |cell: &Cell| *cell == if white { Cell::White } else { Cell::Black };
    let is_piece = |cell: &Cell| *cell != Cell::Obstacle;
    let has = |letters| term.modifiers.contains(letters);
    if has("p") {
        standing.len() == 1 && standing.iter().all(is_piece)
    } else if has("o1") {
        standing.len() <= 1 && standing.iter().all(is_own)
    } else if has("o") {
        standing.iter().all(is_own)
    } else if has("jj") {
        true
    } else if has("j") {
        standing.iter().all(is_piece)
    } else {
        standing.is_empty()
    }
}

fn orientations(lengths: &[At]) -> Vec<At> {
    let all = lengths
        .iter()
        .flat_map(|&(x, y)| [(x, y), (y, x), (-x, y), (-y, x), (x, -y), (y, -x), (-x, -y), (-y, -x)]);
    all.collect::<BTreeSet<At>>().into_iter().collect()
}
