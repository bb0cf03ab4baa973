//! Atoms of XBetza, the orientations of their leaps and what letters of directions name them.

use helgi_rules::internals::board::path::Step;

/// A leap's numbers, the greater first.
type Leap = (i8, i8);

/// The leaps of one atom.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Atom {
    /// The leaps, the greater number first.
    pub leaps: Vec<(i8, i8)>,
    /// True if it rides without a number.
    pub rides: bool,
    /// True if its number is that of all its steps, as in `W03`.
    pub is_exact: bool,
}

/// The letters of the atoms that are leaps and rides.
const ATOMS: [(&str, &[Leap], bool); 13] = [
    ("W", &[(1, 0)], false),
    ("F", &[(1, 1)], false),
    ("D", &[(2, 0)], false),
    ("N", &[(2, 1)], false),
    ("A", &[(2, 2)], false),
    ("H", &[(3, 0)], false),
    ("LC", &[(3, 1)], false),
    ("JZ", &[(3, 2)], false),
    ("G", &[(3, 3)], false),
    ("K", &[(1, 0), (1, 1)], false),
    ("R", &[(1, 0)], true),
    ("B", &[(1, 1)], true),
    ("Q", &[(1, 0), (1, 1)], true),
];

impl Atom {
    /// No leap.
    pub const NONE: Atom = Atom { leaps: Vec::new(), rides: false, is_exact: false };

    /// The atom of a letter; `None` if it has none.
    pub fn of_letter(letter: char) -> Option<Atom> {
        let (_, leaps, rides) = ATOMS.iter().find(|(letters, ..)| letters.contains(letter))?;
        Some(Atom { leaps: leaps.to_vec(), rides: *rides, is_exact: false })
    }

    /// The leaps to every square but its own of any board that there is.
    pub fn universal() -> Atom {
        // No board has more than 32 ranks, so no leap is longer than this.
        let far = 31;
        let leaps = (1..=far).flat_map(|x| (0..=x).map(move |y| (x, y))).collect();
        Atom { leaps, ..Atom::NONE }
    }

    /// The leaps of which the longer part is three squares longer, as `X` behind an atom has it, or both parts two
    /// squares, as `Y` has it; `None` for a ride.
    pub fn extended(&self, letter: char) -> Option<Atom> {
        let longer = match letter {
            'X' => |(x, y): (i8, i8)| (x + 3, y),
            _ => |(x, y): (i8, i8)| (x + 2, y + 2),
        };
        (!self.rides).then(|| Atom { leaps: self.leaps.iter().copied().map(longer).collect(), ..Atom::NONE })
    }
}

/// For each of the eight orientations of a leap the pairs of direction letters that it belongs to. The first
/// number of a leap goes along the ranks in the first, second, seventh and eighth.
const ORIENTATIONS: [&[&str]; 8] = [
    &["ff", "vv", "rf", "rv", "fh", "rh", "hr"],
    &["bb", "vv", "lb", "lv", "bh", "lh", "hr"],
    &["rr", "ss", "br", "bs", "bh", "rh", "hr"],
    &["ll", "ss", "fl", "fs", "fh", "lh", "hr"],
    &["rr", "ss", "fr", "fs", "fh", "rh", "hl"],
    &["ll", "ss", "bl", "bs", "bh", "lh", "hl"],
    &["bb", "vv", "rb", "rv", "bh", "rh", "hl"],
    &["ff", "vv", "lf", "lv", "fh", "lh", "hl"],
];

/// The steps of a leap in the order of their names; those of straight and diagonal leaps stand there twice.
fn orientations((x, y): (i8, i8)) -> [Step; 8] {
    [(y, x), (-y, -x), (x, -y), (-x, y), (x, y), (-x, -y), (y, -x), (-y, x)]
}

/// The steps of a leap that pairs of direction letters name; all of them if there are none.
///
/// Two letters of a straight step name two directions unless they belong to an atom of straight and diagonal steps:
/// `fsW` goes forward and sideways.
pub(super) fn steps(leap: (i8, i8), directions: &[[char; 2]], is_only_straight: bool) -> Vec<Step> {
    let mut names: Vec<String> = Vec::new();
    for pair in directions {
        // A straight leap has no direction such as `fr`: the two letters stand for both.
        if is_only_straight && pair[0] != pair[1] {
            names.extend(pair.map(|letter| String::from_iter([letter; 2])));
        } else {
            names.push(pair.iter().collect());
        }
    }
    let mut steps = Vec::new();
    for (step, of_step) in orientations(leap).into_iter().zip(ORIENTATIONS) {
        let is_named = names.is_empty() || names.iter().any(|name| of_step.contains(&name.as_str()));
        if is_named && !steps.contains(&step) {
            steps.push(step);
        }
    }
    steps
}

/// A leap's numbers, the greater first.
pub(crate) fn length((files, ranks): Step) -> (i8, i8) {
    (files.abs().max(ranks.abs()), files.abs().min(ranks.abs()))
}

/// The atom of a leap: its letter, or its numbers.
pub(crate) fn name(leap: Leap) -> String {
    let letters =
        ATOMS.iter().find(|(_, leaps, rides)| *leaps == [leap] && !rides).map(|(letters, ..)| letters);
    let letter = letters.and_then(|letters| letters.chars().next_back());
    letter.map_or_else(|| format!("({},{})", leap.0, leap.1), String::from)
}

/// The letters of direction that name some steps of one length, which are in their order; none for all of them.
pub(crate) fn letters_for(named: &[Step]) -> String {
    let Some(leap) = named.first().copied().map(length) else { return String::new() };
    let is_oblique = leap.1 != 0 && leap.1 != leap.0;
    let is_it = |letter: &char| {
        let mut own = steps(leap, &[[*letter; 2]], false);
        own.sort_unstable();
        own == named
    };
    if named.len() == steps(leap, &[], false).len() {
        return String::new();
    }
    if let Some(letter) = "fblrvs".chars().find(is_it).filter(|_| !is_oblique) {
        return letter.to_string();
    }
    let mut text = String::new();
    for &(files, ranks) in named {
        let along = if ranks > 0 { 'f' } else { 'b' };
        let across = if files > 0 { 'r' } else { 'l' };
        match (files, ranks) {
            (0, _) => text.push(along),
            (_, 0) => text.push(across),
            // Of an oblique leap the letter of the longer way stands last.
            _ if ranks.abs() > files.abs() => text.extend([across, along]),
            _ => text.extend([along, across]),
        }
    }
    text
}

/// Returns true if pairs of direction letters name a step, or there are none.
pub(super) fn allows(directions: &[[char; 2]], step: Step) -> bool {
    let leap = length(step);
    steps(leap, directions, leap.1 == 0).contains(&step)
}

/// A step turned clockwise by so many eighths of a circle. Between straight and diagonal steps half a right angle is
/// between straight ones and diagonal ones of as many squares; an oblique leap has eight directions of its own.
pub(super) fn turned(step: Step, eighths: u8) -> Step {
    let quarter = |(files, ranks): Step| (ranks, -files);
    let (long, short) = length(step);
    let mut step = step;
    if short != 0 && short != long {
        // Clockwise from straight ahead: nearer to the rank's direction, then to the file's, in turn.
        for _ in 0..eighths % 8 {
            let (files, ranks) = step;
            let mirrored = (files.signum() * ranks.abs(), ranks.signum() * files.abs());
            let is_before_diagonal = (ranks.abs() > files.abs()) == (files.signum() == ranks.signum());
            step = if is_before_diagonal {
                mirrored
            } else if files.abs() > ranks.abs() {
                (files, -ranks)
            } else {
                (-files, ranks)
            };
        }
        return step;
    }
    for _ in 0..eighths / 2 % 4 {
        step = quarter(step);
    }
    if !eighths.is_multiple_of(2) {
        // A straight step and its diagonal neighbour have the same number of squares, so that `W` turns into
        // `F`.
        let (files, ranks) = (step.0 + step.1, step.1 - step.0);
        step = if short == 0 { (files, ranks) } else { (files / 2, ranks / 2) };
    }
    step
}

/// The steps of some leaps that go on most nearly in the direction of another step.
pub(super) fn outward(leaps: &[(i8, i8)], before: Step) -> Vec<Step> {
    let along =
        |step: &Step| i32::from(step.0) * i32::from(before.0) + i32::from(step.1) * i32::from(before.1);
    let mut outward = Vec::new();
    for &leap in leaps {
        let all = steps(leap, &[], false);
        let best = all.iter().map(along).max().unwrap_or(0);
        outward.extend(all.into_iter().filter(|step| along(step) == best));
    }
    outward
}

/// Returns how many eighths of a circle a straight or diagonal step is turned clockwise from another one; `None` if one of
/// them is oblique.
pub(super) fn eighths_between(before: Step, step: Step) -> Option<u8> {
    let unit = |step: Step| {
        let (long, short) = length(step);
        (short == 0 || short == long).then_some((step.0.signum(), step.1.signum()))
    };
    let (before, step) = (unit(before)?, unit(step)?);
    (0..8).find(|&eighths| turned(before, eighths) == step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_turn_clockwise_through_all_directions() {
        for start in [(0, 1), (0, 2), (3, 3), (1, 2), (3, 1)] {
            let mut seen = Vec::new();
            let mut step = start;
            let angle = |(files, ranks): Step| f64::from(files).atan2(f64::from(ranks));
            for eighths in 0..8 {
                assert_eq!(turned(start, eighths), step, "{start:?} {eighths}");
                seen.push(step);
                let next = turned(step, 1);
                let turn = (angle(next) - angle(step)).rem_euclid(std::f64::consts::TAU);
                assert!(turn > 0.0 && turn < std::f64::consts::FRAC_PI_2, "{step:?} {next:?}");
                step = next;
            }
            assert_eq!(step, start);
            seen.dedup();
            assert_eq!(seen.len(), 8);
        }
    }

    #[test]
    fn extended_atoms_are_those_of_the_table() {
        let leap = |atom: char, letter| Atom::of_letter(atom).unwrap().extended(letter).unwrap().leaps[0];
        assert_eq!((leap('W', 'X'), leap('F', 'X'), leap('N', 'X')), ((4, 0), (4, 1), (5, 1)));
        assert_eq!((leap('A', 'X'), leap('G', 'X'), leap('D', 'Y')), ((5, 2), (6, 3), (4, 2)));
        assert_eq!((leap('N', 'Y'), leap('C', 'Y'), leap('Z', 'Y')), ((4, 3), (5, 3), (5, 4)));
        assert_eq!(Atom::of_letter('R').unwrap().extended('X'), None);
    }

    #[test]
    fn outward_is_the_nearest_direction() {
        assert_eq!(outward(&[(1, 0)], (1, 1)), [(0, 1), (1, 0)]);
        assert_eq!(outward(&[(1, 1)], (0, 1)), [(1, 1), (-1, 1)]);
        assert_eq!(outward(&[(1, 0)], (1, 2)), [(0, 1)]);
        assert_eq!(eighths_between((0, 2), (1, 1)), Some(1));
        assert_eq!(eighths_between((0, 2), (1, 2)), None);
    }
}
