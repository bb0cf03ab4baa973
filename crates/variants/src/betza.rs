//! Moves of pieces in XBetza, as Fairy-Stockfish reads it.
//!
//! | letters | meaning |
//! |---|---|
//! | `W F D N A H C Z G` (`L` for `C`, `J` for `Z`), `K` | leaps, and both steps of a king |
//! | `R B Q`, an atom twice (`NN`), an atom with a number (`W3`) | rides, to the edge or so many steps |
//! | `m` `c` `x` | only without capturing, only capturing, only shooting: the piece stays where it is |
//! | `f b l r v s h` | directions, alone or in pairs such as `ff`, `fr`, `hl` |
//! | `p` `g` | over one piece to any square behind it, or only to the next one |
//! | `n` | a leap that a piece on its way stops; the way begins with straight steps |
//! | `i` | only from the region of double steps, and only without capturing |
//! | `e` | captures en passant |
//!
//! Fairy-Stockfish skips letters that it does not know, reads `R12` as `R1`, and lets a lame leap that it does not
//! know never move. Here the first is an error, and the others mean what they say.

use helgi_rules::board::path::{Course, Mode, Passing, Path, Step};

/// All steps of a piece that are made alike.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BetzaTerm {
    /// The path, as White's pieces go; Black's see the board turned round.
    pub path: Path,
    /// True if it is possible only from the region of double steps.
    pub initial: bool,
}

/// The moves of a piece.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct BetzaMoves {
    /// The terms.
    pub terms: Vec<BetzaTerm>,
    /// True if it captures en passant.
    pub en_passant: bool,
}

/// A mistake in a text of moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BetzaError {
    /// The character where it is, from 0.
    pub at: usize,
    /// The offending text.
    pub found: String,
    /// The text that would have been accepted.
    pub expected: &'static str,
}

const VERTICAL: &str = "fbvh";
const HORIZONTAL: &str = "rlsh";

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

/// The leaps of an atom, the greater number first, and whether it rides without more.
fn atom(letter: char) -> Option<(&'static [(i8, i8)], bool)> {
    Some(match letter {
        'W' => (&[(1, 0)], false),
        'F' => (&[(1, 1)], false),
        'D' => (&[(2, 0)], false),
        'N' => (&[(2, 1)], false),
        'A' => (&[(2, 2)], false),
        'H' => (&[(3, 0)], false),
        'L' | 'C' => (&[(3, 1)], false),
        'J' | 'Z' => (&[(3, 2)], false),
        'G' => (&[(3, 3)], false),
        'K' => (&[(1, 0), (1, 1)], false),
        'R' => (&[(1, 0)], true),
        'B' => (&[(1, 1)], true),
        'Q' => (&[(1, 0), (1, 1)], true),
        _ => return None,
    })
}

#[derive(Default)]
struct Modifiers {
    quiet: bool,
    capture: bool,
    shot: bool,
    hops: bool,
    lame: bool,
    initial: bool,
    range: u8,
    directions: Vec<[char; 2]>,
}

/// Reads the moves of a piece.
///
/// # Errors
///
/// The first character that means nothing where it stands.
pub fn read(text: &str) -> Result<BetzaMoves, BetzaError> {
    let letters: Vec<char> = text.chars().collect();
    let mut moves = BetzaMoves::default();
    let mut modifiers = Modifiers::default();
    let mut open = None;
    let mut at = 0;
    let refuse = |at: usize, expected| {
        let found = letters.get(at).map_or(String::new(), char::to_string);
        Err(BetzaError { at, found, expected })
    };
    while let Some(&letter) = letters.get(at) {
        open = open.or(Some(at));
        match letter {
            'm' => modifiers.quiet = true,
            'c' => modifiers.capture = true,
            'x' => modifiers.shot = true,
            'p' => modifiers.hops = true,
            'g' => (modifiers.hops, modifiers.range) = (true, 1),
            'n' => modifiers.lame = true,
            'i' => modifiers.initial = true,
            'e' => moves.en_passant = true,
            _ if VERTICAL.contains(letter) || HORIZONTAL.contains(letter) => {
                let (vertical, horizontal) = (VERTICAL.contains(letter), HORIZONTAL.contains(letter));
                let goes_with = |next: char| {
                    next == letter
                        || vertical && HORIZONTAL.contains(next)
                        || horizontal && VERTICAL.contains(next)
                };
                match letters.get(at + 1) {
                    Some(&next) if goes_with(next) => {
                        modifiers.directions.push([letter, next]);
                        at += 1;
                    }
                    _ => modifiers.directions.push([letter; 2]),
                }
            }
            '[' | '(' | '{' => {
                return refuse(at, "plain atoms: helgi does not read moves in brackets yet");
            }
            _ => {
                let Some((leaps, rides)) = atom(letter) else {
                    return refuse(at, "an atom of `WFDNAHCZGKRBQ` or a modifier of `mcxfblrvshpgnie`");
                };
                let mut end = at + 1;
                let digits: String = letters[end..].iter().take_while(|c| c.is_ascii_digit()).collect();
                let doubled = digits.is_empty() && letters.get(end) == Some(&letter);
                end += if doubled { 1 } else { digits.len() };
                if !digits.is_empty() {
                    let Ok(range) = digits.parse() else { return refuse(at + 1, "a range below 256") };
                    modifiers.range = range;
                }
                if modifiers.initial && modifiers.capture {
                    return refuse(at, "no `c` beside `i`: a piece captures from everywhere in the same way");
                }
                if modifiers.shot && (modifiers.quiet || modifiers.capture || modifiers.initial) {
                    return refuse(
                        at,
                        "no `m`, `c` or `i` beside `x`: a shot is neither a move nor a capture",
                    );
                }
                if modifiers.lame && modifiers.hops {
                    return refuse(
                        at,
                        "no `n` beside `p` or `g`: what leaps over a piece is not stopped by it",
                    );
                }
                let rides = rides || doubled || !digits.is_empty();
                // A ride over single steps is stopped by pieces anyway.
                if modifiers.lame && rides && leaps.iter().any(|&(along, _)| along > 1) {
                    return refuse(at, "no `n` beside a ride of leaps: helgi has no lame riders");
                }
                let modifiers = std::mem::take(&mut modifiers);
                add(&mut moves.terms, leaps, rides, &modifiers);
                at = end;
                open = None;
                continue;
            }
        }
        at += 1;
    }
    match open {
        Some(at) => refuse(at, "an atom such as `W` behind the modifiers"),
        None => Ok(moves),
    }
}

/// Adds the steps of one atom, each to the term of those that are made alike, if there is one.
fn add(terms: &mut Vec<BetzaTerm>, leaps: &[(i8, i8)], rides: bool, modifiers: &Modifiers) {
    let &Modifiers { quiet, capture, shot, hops, lame, initial, range, .. } = modifiers;
    let mode = match (quiet, capture) {
        _ if shot => Mode::Shoot,
        (true, false) => Mode::Move,
        (false, true) => Mode::Capture,
        // A first step from the region of double steps captures nothing.
        _ if initial => Mode::Move,
        _ => Mode::Both,
    };
    let (course, passing) = match () {
        () if hops && range == 1 => (Course::LINE, Passing::NearHurdle),
        () if hops => (Course::Ride { least: 1, most: range }, Passing::Hurdle),
        () if rides => (Course::Ride { least: 1, most: range }, Passing::Nothing),
        () if lame => (Course::Lame, Passing::Nothing),
        () => (Course::Leap, Passing::Nothing),
    };
    for &(x, y) in leaps {
        let course = if x == 1 && course == Course::Lame { &Course::Leap } else { &course };
        let empty = Path { passing, ..Path::new(mode, Vec::new(), course.clone()) };
        let length = |&(files, ranks): &Step| (files.abs().max(ranks.abs()), files.abs().min(ranks.abs()));
        let is_alike = |term: &BetzaTerm| {
            term.path.steps.iter().all(|step| length(step) == (x, y))
                && term.initial == initial
                && Path { steps: Vec::new(), ..term.path.clone() } == empty
        };
        let mut directions: Vec<String> = Vec::new();
        for pair in &modifiers.directions {
            // Two letters of a straight step name two directions: `fsW` goes forward and sideways.
            if leaps.len() == 1 && y == 0 && pair[0] != pair[1] {
                directions.extend(pair.map(|letter| String::from_iter([letter; 2])));
            } else {
                directions.push(pair.iter().collect());
            }
        }
        let steps = [(y, x), (-y, -x), (x, -y), (-x, y), (x, y), (-x, -y), (y, -x), (-y, x)];
        for ((files, ranks), names) in steps.into_iter().zip(ORIENTATIONS) {
            if !directions.is_empty()
                && !directions.iter().any(|direction| names.contains(&direction.as_str()))
            {
                continue;
            }
            let step = (files, ranks);
            match terms.iter_mut().find(|term| is_alike(term)) {
                Some(term) if term.path.steps.contains(&step) => {}
                Some(term) => term.path.steps.push(step),
                None => {
                    let path = Path { steps: vec![step], ..empty.clone() };
                    terms.push(BetzaTerm { path, initial });
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(text: &str) -> Vec<(i8, i8)> {
        let mut steps: Vec<Step> =
            read(text).unwrap().terms.into_iter().flat_map(|term| term.path.steps).collect();
        steps.sort_unstable();
        steps.dedup();
        steps
    }

    #[test]
    fn directions_are_fairy_stockfishs() {
        assert_eq!(steps("fN"), [(-1, 2), (1, 2)]);
        assert_eq!(steps("ffN"), steps("fN"));
        assert_eq!(steps("fhN"), [(-2, 1), (-1, 2), (1, 2), (2, 1)]);
        assert_eq!(steps("fsW"), [(-1, 0), (0, 1), (1, 0)]);
        assert_eq!(steps("FfW"), [(-1, -1), (-1, 1), (0, 1), (1, -1), (1, 1)]);
        assert_eq!(steps("frF"), [(1, 1)]);
        assert_eq!(steps("fF"), [(-1, 1), (1, 1)]);
        assert_eq!(steps("hlN"), [(-2, -1), (-1, 2), (1, -2), (2, 1)]);
    }

    #[test]
    fn occasions_and_ways_are_read() {
        let pawn = read("fmWfceF").unwrap();
        assert!(pawn.en_passant);
        let modes: Vec<_> = pawn.terms.iter().map(|term| (term.path.mode, term.path.steps.len())).collect();
        assert_eq!(modes, [(Mode::Move, 1), (Mode::Capture, 2)]);
        let paths =
            |text: &str| read(text).unwrap().terms.into_iter().map(|term| term.path).collect::<Vec<_>>();
        let way = |text: &str| paths(text).first().map(|path| (path.course.clone(), path.passing)).unwrap();
        let ride = |most| (Course::Ride { least: 1, most }, Passing::Nothing);
        assert_eq!(way("NN"), ride(0));
        assert_eq!(way("W3"), ride(3));
        assert_eq!(way("R12"), ride(12));
        assert_eq!(way("nR"), ride(0));
        assert_eq!(way("pR"), (Course::LINE, Passing::Hurdle));
        assert_eq!(way("pR3"), (Course::Ride { least: 1, most: 3 }, Passing::Hurdle));
        assert_eq!(way("gQ"), (Course::LINE, Passing::NearHurdle));
        assert_eq!(way("nN"), (Course::Lame, Passing::Nothing));
        assert_eq!(way("nF"), (Course::Leap, Passing::Nothing));
        // Straight and diagonal steps are apart; what is made alike is one path.
        assert_eq!(paths("gQ").iter().map(|path| path.steps.len()).collect::<Vec<_>>(), [4, 4]);
        assert_eq!(paths("fRbRrRlR")[0].steps.len(), 4);
        assert_eq!(paths("RcRmR").len(), 3);
        assert!(read("ifmnD").unwrap().terms[0].initial);
    }

    #[test]
    fn meaningless_text_is_an_error_at_its_place() {
        for (text, at) in [("N?Z", 1), ("yQ", 0), ("[F?R]", 0), ("mWf", 2), ("icW", 2), ("R999", 1)]
            .into_iter()
            .chain([("npW", 2), ("gnF", 2), ("WngN", 3), ("nNN", 1), ("nD3", 1)])
        {
            assert_eq!(read(text).map_err(|error| error.at), Err(at), "{text}");
        }
    }
}
