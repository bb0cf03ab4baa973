//! Movements in XBoard's notation, H. G. Muller's extension of Betza's.
//!
//! The notation cannot express everything: lines that pass own pieces become ordinary ones, lines over any
//! pieces are given for three squares, a dragon's double shot as two single ones, and *en passant* is left
//! out. The marks that the session sends when a piece is lifted are exact.

use helgi_rules::internals::board::movement::{Atom, Term};
use helgi_rules::internals::board::path::{Mode, Origin, Passing};

/// Returns the moves of a piece in XBoard's notation. Movements that XBoard does not have are left out or
/// simplified, see the module's documentation.
pub fn betza(terms: &[Term]) -> String {
    let mut parts: Vec<String> = Vec::new();
    for term in terms {
        for part in term_parts(term) {
            if !parts.contains(&part) {
                parts.push(part);
            }
        }
    }
    parts.concat()
}

fn term_parts(term: &Term) -> Vec<String> {
    if term.en_passant {
        return Vec::new();
    }
    let mut modifiers: String = term.directions.letters().collect();
    modifiers.push_str(if matches!(term.origin, Origin::Rank(_)) { "i" } else { "" });
    modifiers.push_str(if term.lame { "n" } else { "" });
    modifiers.push_str(if term.passing == Passing::One { "p" } else { "" });
    modifiers.push_str(match term.mode {
        Mode::Both => "",
        Mode::Move => "m",
        Mode::Capture => "c",
        // There by capturing, then again: back, as far as it came.
        Mode::Shoot if term.range == 1 => "cab",
        Mode::Shoot => "caib",
    });
    if matches!(term.passing, Passing::Pieces | Passing::Everything) && term.mode != Mode::Shoot {
        return leaps_of_line(term, &modifiers);
    }
    let part = match (term.atom, term.range) {
        // `ya` goes on as a slider, `fs` half a right angle off the first step.
        (Atom::Gryphon, _) => format!("{modifiers}FyafsF"),
        (Atom::Dragon, _) => format!("{modifiers}WyafsW"),
        (Atom::King, 1) => format!("{modifiers}K"),
        (Atom::King, range) => format!("{modifiers}Q{}", number(range)),
        (Atom::Leap(0, 1), range) => ride(&modifiers, 'W', 'R', range),
        (Atom::Leap(1, 1), range) => ride(&modifiers, 'F', 'B', range),
        (Atom::Leap(x, y), range) => match leaper(x, y) {
            Some(letter) if range == 1 => format!("{modifiers}{letter}"),
            Some(letter) => format!("{modifiers}{letter}{range}"),
            None => return Vec::new(),
        },
        (Atom::SameColour, _) => return Vec::new(),
    };
    // A gryphon's first step may be its last.
    match term.atom {
        Atom::Gryphon => vec![format!("{modifiers}F"), part],
        Atom::Dragon => vec![format!("{modifiers}W"), part],
        _ => vec![part],
    }
}

/// A line over any pieces: each of its first three squares by a leap; an endless one continues as an
/// ordinary line.
fn leaps_of_line(term: &Term, modifiers: &str) -> Vec<String> {
    let (leaps, line) = match term.atom {
        Atom::Leap(1, 1) => (['F', 'A', 'G'], 'B'),
        _ => (['W', 'D', 'H'], 'R'),
    };
    let reach = if term.range == 0 { leaps.len() } else { term.range.into() };
    let mut parts: Vec<String> =
        leaps.into_iter().take(reach).map(|letter| format!("{modifiers}{letter}")).collect();
    if term.range == 0 {
        parts.push(format!("{modifiers}{line}"));
    }
    parts
}

fn ride(modifiers: &str, step: char, line: char, range: u8) -> String {
    if range == 1 { format!("{modifiers}{step}") } else { format!("{modifiers}{line}{}", number(range)) }
}

fn number(range: u8) -> String {
    if range == 0 { String::new() } else { range.to_string() }
}

/// The letter of a leap.
fn leaper(x: u8, y: u8) -> Option<char> {
    Some(match (x, y) {
        (0, 2) => 'D',
        (1, 2) => 'N',
        (2, 2) => 'A',
        (0, 3) => 'H',
        (1, 3) => 'C',
        (2, 3) => 'Z',
        (3, 3) => 'G',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use helgi_rules::internals::board::movement;

    #[test]
    fn movements_in_xboard_s_notation() {
        for (ours, theirs) in [
            ("K", "K"),
            ("Q", "Q"),
            ("NCZ", "NCZ"),
            ("o1Q", "Q"),
            ("W2", "R2"),
            ("mKxfsK5", "mKfscaibQ5"),
            ("mKxK3", "mKcaibQ3"),
            ("mRxWxD", "mRcabWcabD"),
            ("mRcpR", "mRpcR"),
            ("fmWfcFi2fmnDfceF", "fmWfcFfinmD"),
            ("mN0cN", "mN0cN"),
            ("mjW2fcF", "mWmDfcF"),
            ("mjjBxjB2", "mFmAmGmBcaibB2"),
            ("mKcfsKmwnDmwnA", "mKfscKnmDnmA"),
            ("t[FR]", "FFyafsF"),
            ("t[FR]t[WB]", "FFyafsFWWyafsW"),
            ("", ""),
        ] {
            assert_eq!(betza(&movement::parse(ours).unwrap()), theirs, "{ours}");
        }
    }
}
