//! Moves of pieces in XBetza: as Fairy-Stockfish reads it, and beyond that as its author describes it.
//!
//! | letters | meaning |
//! |---|---|
//! | `W F D N A H C Z G` (`L` for `C`, `J` for `Z`), `K`, `(4,1)` | leaps, and both steps of a king |
//! | `X` `Y` behind a leap | three squares longer; two squares longer both ways |
//! | `U` | a leap to any other square |
//! | `R B Q`, an atom twice (`NN`), with a number (`W3`, `W03`) | rides, to the edge, at most or exactly so many steps |
//! | `m` `c` `x` | only without capturing, only capturing, only shooting: the piece stays where it is |
//! | `d` `k` | only capturing an own piece, only capturing a king; `ck` any enemy but a king |
//! | `t` | never capturing a king; with `p` or `g`, only over an own piece |
//! | `ud` `uc` | changing places with an own piece, with an enemy piece; of several legs, what is taken comes to where this one begins |
//! | `f b l r v s h` | directions, alone or in pairs such as `ff`, `fr`, `hl` |
//! | `p` `pp` `g` | over one piece to any square behind it, over one or more, or only to the next square |
//! | `n` | a leap that a piece on its way stops; the way begins with straight steps |
//! | `j` | a leap over at least one piece; a ride that leaves out its first square |
//! | `z` `q` | a ride that turns to the right and to the left in turn, or always half a right angle the same way |
//! | `o` | around the sides of the board, as on a cylinder |
//! | `i` | only as a first move; behind `a`, with as many steps as the leg before |
//! | `e` | captures en passant |
//! | `a` | one leg more behind the one that the letters before it describe (`legs`); `c`, `d` and `k` before it take a piece on the way |
//! | `y` | behind this leg rides become steps, and steps rides |
//! | `(a…)` | these legs any number of times, or not at all |
//! | `[W-F]` `[F?R]` `t[FR]` | legs one behind the other; with `?` the move may end between them |
//! | `I` | the moves of the piece that moved last; `m` and `c` leave its captures out, or all else |
//! | `O2` | castling by two squares; `j` with the piece beside the corner |
//!
//! Fairy-Stockfish skips letters that it does not know, reads `R12` as `R1`, and lets a lame leap that it does not
//! know never move. Here the first is an error, and the others mean what they say.

mod brackets;
mod ends;
mod footprint;
mod legs;
mod modifiers;
pub(crate) mod shape;

use crate::finding::phrases;
use brackets::BracketLeg;
use helgi_rules::Phrase;
use helgi_rules::internals::board::path::{Course, Mode, Passing, Path, Step, Taken};
use legs::Chain;
use modifiers::{HORIZONTAL, Modifiers, VERTICAL, check, needs_routes};
use shape::Atom;

/// All steps of a piece that are made alike.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BetzaTerm {
    /// The path, as White's pieces go; Black's see the board turned round.
    pub path: Path,
    /// True if it is possible only as a first move.
    pub initial: bool,
}

/// A castling among the moves of a king.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BetzaCastling {
    /// The character of its `O`, from 0.
    pub at: usize,
    /// The squares that the king goes.
    pub steps: u8,
    /// True if there is one to the left, and one to the right, as White sees the board.
    pub sides: [bool; 2],
    /// True if the other piece stands beside the corner, not in it.
    pub is_inner: bool,
}

/// The moves of a piece.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct BetzaMoves {
    /// The terms.
    pub terms: Vec<BetzaTerm>,
    /// True if it captures en passant.
    pub en_passant: bool,
    /// The castlings of a king.
    pub castlings: Vec<BetzaCastling>,
    /// Those moves of the piece that moved last which it has as well.
    pub imitates: Option<Mode>,
    /// The character of the atom, from 0, of a first move for which a capture is asked.
    pub first_capture: Option<usize>,
}

/// A mistake in a text of moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BetzaError {
    /// The character where it is, from 0.
    pub at: usize,
    /// The offending text.
    pub found: String,
    /// The text that would have been accepted.
    pub expected: Phrase,
}

/// A mistake at a place.
type Fault = (usize, Phrase);

/// Returns true if moves have legs that are repeated as often as the board has room.
#[must_use]
pub fn repeats(text: &str) -> bool {
    text.contains("(a")
}

/// Reads the moves of a piece on the board of chess.
///
/// # Errors
///
/// The first character that means nothing where it stands, or contradicts what stands before it.
pub fn read(text: &str) -> Result<BetzaMoves, BetzaError> {
    read_on((8, 8), text)
}

/// Reads the moves of a piece on a board of so many files and ranks, which limit how often [legs are repeated](repeats).
///
/// # Errors
///
/// The first character that means nothing where it stands, or contradicts what stands before it.
pub fn read_on(room: (u8, u8), text: &str) -> Result<BetzaMoves, BetzaError> {
    let letters: Vec<char> = text.chars().collect();
    let mut reader = Reader { letters: &letters, at: 0, room, moves: BetzaMoves::default() };
    while reader.at < letters.len() {
        let start = reader.at;
        let read = reader.term().and_then(|()| {
            match contradiction(reader.moves.terms.iter().map(|term| &term.path)) {
                Some(why) => Err((start, why)),
                None => Ok(()),
            }
        });
        read.map_err(|(at, expected)| {
            let found = letters.get(at).map_or(String::new(), char::to_string);
            BetzaError { at, found, expected }
        })?;
    }
    Ok(reader.moves)
}

struct Reader<'a> {
    letters: &'a [char],
    at: usize,
    room: (u8, u8),
    moves: BetzaMoves,
}

impl Reader<'_> {
    fn letter(&self, ahead: usize) -> Option<char> {
        self.letters.get(self.at + ahead).copied()
    }

    /// Reads the modifiers of one atom or leg.
    fn modifiers(&mut self, is_continued: bool) -> Result<Modifiers, Fault> {
        let mut read = Modifiers::default();
        while let Some(letter) = self.letter(0) {
            let is_horizontal =
                |letter: char| HORIZONTAL.contains(letter) || is_continued && matches!(letter, 'z' | 'q');
            match letter {
                // `t[FR]` are legs of which the move may end with each.
                't' if self.letter(1) == Some('[') => break,
                'm' => read.quiet = true,
                'c' => read.capture = true,
                'x' => read.shot = true,
                // A second `p` means one piece or more.
                'p' => (read.hops, read.hops_several) = (true, read.hops || read.hops_several),
                'g' => (read.hops, read.near) = (true, true),
                'n' => read.lame = true,
                'j' => read.jumps = true,
                'i' => read.initial = true,
                'y' => read.toggles = true,
                'o' => read.wraps = true,
                // Capturing en passant belongs to the piece, not to one atom.
                'e' => self.moves.en_passant = true,
                'z' if !is_continued => read.crooked = true,
                'q' if !is_continued => read.circular = true,
                'd' => read.own = true,
                'k' => read.king = true,
                'u' => read.unloads = true,
                't' => read.tame = true,
                _ if VERTICAL.contains(letter) || is_horizontal(letter) => {
                    // Two letters are one direction if they are equal, or if one goes along files and the other
                    // across them.
                    let goes_with = |next: char| {
                        next == letter
                            || VERTICAL.contains(letter) && is_horizontal(next)
                            || is_horizontal(letter) && VERTICAL.contains(next)
                    };
                    match self.letter(1) {
                        Some(next) if goes_with(next) => {
                            read.directions.push([letter, next]);
                            self.at += 1;
                        }
                        _ => read.directions.push([letter; 2]),
                    }
                }
                _ => break,
            }
            self.at += 1;
        }
        Ok(read)
    }

    /// Reads one atom with everything before it, or legs in brackets.
    fn term(&mut self) -> Result<(), Fault> {
        let start = self.at;
        let chain = self.chain()?;
        let at = self.at;
        let known = self.moves.terms.len();
        let result = self.moves_of(&chain, start, at);
        let takes = |term: &BetzaTerm| term.initial && term.path.mode == Mode::Capture;
        if chain.captures_first() || self.moves.terms.iter().skip(known).any(takes) {
            // The place is for an error that only the whole section can tell: whether `firstMoveTypes` names
            // the piece.
            self.moves.first_capture.get_or_insert(at);
        }
        result
    }

    /// Reads an atom or legs in brackets behind its modifiers.
    fn moves_of(&mut self, chain: &Chain, start: usize, at: usize) -> Result<(), Fault> {
        match (self.letter(0), self.letter(1)) {
            (None, _) => Err((start, phrases::ATOM_BEHIND)),
            (Some('O'), _) => self.castling(chain),
            (Some('I'), _) => self.imitation(chain),
            (Some('['), _) | (Some('t'), Some('[')) => {
                let (Some(outer), true) = (chain.only(), chain.is_plain()) else {
                    return Err((at, phrases::ONE_ATOM));
                };
                let terms = self.bracket(outer)?;
                terms.into_iter().for_each(|term| self.moves.terms.push(term));
                Ok(())
            }
            _ => {
                let (atom, range) = self.atom()?;
                match chain.only() {
                    Some(only) if !needs_routes(only, &atom, range) => {
                        check(only, &atom, range).map_err(|expected| (at, expected))?;
                        add(&mut self.moves.terms, &atom, range, only);
                        Ok(())
                    }
                    _ => {
                        let mut terms = chain.terms(&atom, range, at, self.room)?;
                        self.moves.terms.append(&mut terms);
                        Ok(())
                    }
                }
            }
        }
    }

    /// Reads an atom and its range: `None` of a single step, 0 of a ride to the edge.
    fn atom(&mut self) -> Result<(Atom, Option<u8>), Fault> {
        let at = self.at;
        let expected = phrases::ATOM;
        let letter = self.letter(0).ok_or((at, expected))?;
        let mut atom = match letter {
            'U' => Atom::universal(),
            '@' => {
                return Err((at, phrases::NO_AT));
            }
            'I' => return Err((at, phrases::IMITATION)),
            '(' => self.leap()?,
            _ => Atom::of_letter(letter).ok_or((at, expected))?,
        };
        self.at += 1;
        if let Some(suffix @ ('X' | 'Y')) = self.letter(0) {
            let refusal = (self.at, phrases::LEAP_BEFORE);
            atom = atom.extended(suffix).filter(|_| letter != 'U').ok_or(refusal)?;
            self.at += 1;
        } else if !matches!(letter, '(' | 'U') && self.letter(0) == Some(letter) {
            self.at += 1;
            atom.rides = true;
            return Ok((atom, Some(0)));
        }
        let (at, first) = (self.at, self.letter(0));
        let digits = self.number(phrases::RANGE)?;
        // A number behind a 0 is that of all steps, not the greatest one.
        atom.is_exact = first == Some('0') && self.at > at + 1;
        if atom.is_exact && digits == Some(0) {
            return Err((at, phrases::EXACT_STEPS));
        }
        let range = digits.or_else(|| atom.rides.then_some(0));
        Ok((atom, range))
    }

    /// Reads a number below 256, if there is one.
    fn number(&mut self, expected: Phrase) -> Result<Option<u8>, Fault> {
        let at = self.at;
        let digits: String =
            self.letters.iter().skip(at).take_while(|letter| letter.is_ascii_digit()).collect();
        self.at += digits.len();
        if digits.is_empty() { Ok(None) } else { digits.parse().map(Some).map_err(|_| (at, expected)) }
    }

    /// Reads `(4,1)`, up to its last character.
    fn leap(&mut self) -> Result<Atom, Fault> {
        let expected = phrases::LEAP;
        let start = self.at;
        self.at += 1;
        let x = self.number(expected)?.ok_or((self.at, expected))?;
        if self.letter(0) != Some(',') {
            return Err((self.at, expected));
        }
        self.at += 1;
        let y = self.number(expected)?.ok_or((self.at, expected))?;
        if self.letter(0) != Some(')') {
            return Err((self.at, expected));
        }
        let (long, short) = (x.max(y), x.min(y));
        // No board has more than 32 ranks.
        if long == 0 || long > 31 {
            return Err((start, expected));
        }
        Ok(Atom { leaps: vec![(long as i8, short as i8)], ..Atom::NONE })
    }

    /// Reads the moves of the piece that moved last.
    fn imitation(&mut self, chain: &Chain) -> Result<(), Fault> {
        let refusal = (self.at, phrases::IMITATION);
        let modifiers = chain.only().filter(|_| chain.is_plain()).ok_or(refusal)?;
        let Modifiers { quiet, capture, .. } = *modifiers;
        if *modifiers != (Modifiers { quiet, capture, ..Modifiers::default() }) {
            return Err(refusal);
        }
        let mode = match (quiet, capture) {
            (true, false) => Mode::Move,
            (false, true) => Mode::Capture,
            _ => Mode::Both,
        };
        let known = self.moves.imitates.get_or_insert(mode);
        if *known != mode {
            *known = Mode::Both;
        }
        self.at += 1;
        Ok(())
    }

    /// Reads a castling.
    fn castling(&mut self, chain: &Chain) -> Result<(), Fault> {
        let at = self.at;
        self.at += 1;
        let steps = self.number(phrases::CASTLING_BELOW)?.filter(|steps| (1..16).contains(steps));
        let steps = steps.ok_or((self.at, phrases::CASTLING_SQUARES))?;
        let refusal = (at, phrases::CASTLING_MODIFIERS);
        let modifiers = chain.only().ok_or(refusal)?;
        let plain = Modifiers {
            directions: Vec::new(),
            jumps: false,
            initial: false,
            quiet: false,
            ..modifiers.clone()
        };
        let has_others = plain.hop().is_some()
            || [
                plain.capture,
                plain.shot,
                plain.has_rare_prey(),
                plain.lame,
                plain.crooked,
                plain.circular,
                plain.toggles,
                plain.wraps,
            ]
            .contains(&true);
        let mut sides = [false; 2];
        for pair in &modifiers.directions {
            match pair {
                ['l', 'l'] => sides[0] = true,
                ['r', 'r'] => sides[1] = true,
                ['s', 's'] => sides = [true; 2],
                _ => return Err(refusal),
            }
        }
        if has_others {
            return Err(refusal);
        }
        if modifiers.directions.is_empty() {
            sides = [true; 2];
        }
        self.moves.castlings.push(BetzaCastling { at, steps, sides, is_inner: modifiers.jumps });
        Ok(())
    }

    /// Reads legs in brackets, up to the closing one.
    fn bracket(&mut self, outer: &Modifiers) -> Result<Vec<BetzaTerm>, Fault> {
        let start = self.at;
        let is_tied = self.letter(0) == Some('t');
        self.at += if is_tied { 2 } else { 1 };
        let mut legs: Vec<BracketLeg> = Vec::new();
        loop {
            let at = self.at;
            let modifiers = self.modifiers(!legs.is_empty())?;
            if self.letter(0).is_none() {
                return Err((start, phrases::CLOSED_LEGS));
            }
            let (atom, range) = self.atom()?;
            let operator = self.letter(0);
            let may_end = match operator {
                Some(']') => false,
                Some('?') => true,
                Some('-') => false,
                // In `t[FR]` no sign stands between the legs, and the move may end after each.
                Some(_) if is_tied => true,
                None => return Err((start, phrases::CLOSED_LEGS)),
                Some(_) => return Err((self.at, phrases::BETWEEN_LEGS)),
            };
            legs.push(BracketLeg { at, modifiers, atom, range, may_end });
            if matches!(operator, Some(']' | '?' | '-')) {
                self.at += 1;
            }
            if operator == Some(']') {
                break;
            }
        }
        if legs.len() < 2 {
            return Err((start, phrases::TWO_LEGS));
        }
        brackets::bracket_terms(outer, &legs, start)
    }

    /// Reads the modifiers of all legs of an atom.
    fn chain(&mut self) -> Result<Chain, Fault> {
        let mut chain = Chain::new(self.at, self.modifiers(false)?);
        loop {
            match (self.letter(0), self.letter(1)) {
                (Some('a'), _) => {
                    self.at += 1;
                    let at = self.at;
                    let modifiers = self.modifiers(true)?;
                    chain.push(at, modifiers);
                }
                // `(4,1)` is an atom; legs that are repeated begin with a letter.
                (Some('('), Some(next)) if !next.is_ascii_digit() => {
                    let at = self.at;
                    if next != 'a' {
                        return Err((at + 1, phrases::REPEATED_LEGS));
                    }
                    self.at += 1;
                    chain.open(at)?;
                }
                (Some(')'), _) => {
                    chain.close(self.at)?;
                    self.at += 1;
                }
                _ => break,
            }
        }
        chain.finish(self.at)?;
        Ok(chain)
    }
}

/// A contradiction between the paths of a piece: two things to do with a piece on one square, of which the text of the move
/// would not say which one is meant.
pub(crate) fn contradiction<'p>(paths: impl IntoIterator<Item = &'p Path>) -> Option<Phrase> {
    let paths: Vec<&Path> = paths.into_iter().collect();
    // The text of a move says where a piece is set down, unless that is where the move began.
    let swaps = |path: &&&Path| !path.is_detouring();
    let takes = |taken: Taken| paths.iter().filter(swaps).any(|path| path.taken == taken);
    let captures = |path: &&Path| path.attacks() || path.taken == Taken::Commoners;
    if paths.iter().any(|path| path.takes_own()) && takes(Taken::OwnInExchange) {
        return Some(phrases::OWN_OR_EXCHANGE);
    }
    if takes(Taken::EnemiesInExchange) && paths.iter().any(captures) {
        return Some(phrases::NO_CAPTURES);
    }
    None
}

/// Adds the steps of one atom, each to the term of those that are made alike, if there is one.
fn add(terms: &mut Vec<BetzaTerm>, atom: &Atom, range: Option<u8>, modifiers: &Modifiers) {
    let default = match modifiers {
        _ if modifiers.shot => Mode::Shoot,
        _ => Mode::Both,
    };
    let occasions = modifiers.occasions(default);
    let ride = |most| Course::Ride { least: if atom.is_exact { most } else { 1 }, most };
    let (course, passing) = match (modifiers.hop(), range) {
        // With a number it hops to any square within so many, as Fairy-Stockfish has it.
        (Some(Passing::NearHurdle), Some(most @ 2..)) => (ride(most), Passing::Hurdle),
        (Some(Passing::NearHurdle), _) => (Course::LINE, Passing::NearHurdle),
        (Some(passing), range) => (ride(range.unwrap_or(0)), passing),
        (None, Some(most)) => (ride(most), Passing::Nothing),
        // A leap over at least one piece is a lame leap turned round: something must stand on its way.
        (None, None) if modifiers.jumps => (Course::Lame, Passing::Several),
        (None, None) if modifiers.lame => (Course::Lame, Passing::Nothing),
        (None, None) => (Course::Leap, Passing::Nothing),
    };
    for &leap in &atom.leaps {
        // Between a square and the next one nothing can stand.
        let course = if leap.0 == 1 && course == Course::Lame { &Course::Leap } else { &course };
        let is_only_straight = atom.leaps.len() == 1 && leap.1 == 0;
        let steps = shape::steps(leap, &modifiers.directions, is_only_straight);
        for &(mode, taken) in &occasions {
            let plain = Path::new(mode, steps.clone(), course.clone());
            let path = Path { passing, wraps: modifiers.wraps, taken, ..plain };
            push(terms, BetzaTerm { path, initial: modifiers.initial });
        }
    }
}

/// Adds a term, its steps to the term of those that are made alike, if there is one.
fn push(terms: &mut Vec<BetzaTerm>, term: BetzaTerm) {
    let BetzaTerm { path, initial } = term;
    // The letters of directions may leave an atom no step.
    let Some(leap) = path.steps.first().copied().map(shape::length) else { return };
    let empty = Path { steps: Vec::new(), ..path.clone() };
    let is_alike = |term: &BetzaTerm| {
        term.path.steps.iter().all(|&step| shape::length(step) == leap)
            && term.initial == initial
            && Path { steps: Vec::new(), ..term.path.clone() } == empty
    };
    match terms.iter_mut().find(|term| is_alike(term)) {
        Some(term) => {
            let new: Vec<Step> =
                path.steps.into_iter().filter(|step| !term.path.steps.contains(step)).collect();
            term.path.steps.extend(new);
        }
        None => terms.push(BetzaTerm { path, initial }),
    }
}

#[cfg(test)]
mod tests;
