//! Finds which pieces attack in which way, from their descriptors and at compile time.

use super::movement::{Atom, Term, read_term};
use super::path::{Mode, Origin, Passing};

/// A way in which a piece attacks.
#[derive(Clone, Copy)]
pub(crate) enum Attack {
    /// It captures by a leap.
    Leap,
    /// It captures along a line.
    Line,
    /// It captures or shoots along a line.
    LineOrShot,
    /// It captures beyond one other piece.
    Hop,
    /// It captures by a plain term, such as `R` or `fF`; `R` is part of `QN`.
    With(&'static str),
}

/// Returns true if one of the terms of a descriptor is such an attack.
pub(crate) const fn has_attack(descriptor: &str, attack: Attack) -> bool {
    let text = descriptor.as_bytes();
    let mut at = 0;
    while at < text.len() {
        let Ok((term, next)) = read_term(text, at) else { panic!("a descriptor is well formed") };
        let shoots = matches!(term.mode, Mode::Shoot);
        let is_wanted = match attack {
            Attack::Leap => term.is_leap() && !shoots,
            Attack::Line => !term.is_leap() && !shoots,
            Attack::LineOrShot => !term.is_leap(),
            Attack::Hop => matches!(term.passing, Passing::One) && !shoots,
            Attack::With(part) => match read_term(part.as_bytes(), 0) {
                Ok((part, _)) => term.includes(&part) && !shoots,
                Err(_) => panic!("a part is one term"),
            },
        };
        if term.attacks() && is_wanted {
            return true;
        }
        at = next;
    }
    false
}

impl Term {
    /// Returns true if a plain term, such as `R` or `fF`, is part of this one or the same.
    const fn includes(&self, part: &Term) -> bool {
        // By patterns and numbers, because derived `==` cannot run at compile time.
        let same_shape = match (self.atom, part.atom) {
            (Atom::King, Atom::Leap(0, 1) | Atom::Leap(1, 1) | Atom::King) => true,
            (Atom::Leap(x, y), Atom::Leap(u, v)) => x == u && y == v,
            _ => false,
        };
        same_shape
            && self.range == part.range
            && self.directions.0 == part.directions.0
            && self.is_plain()
            && part.is_plain()
    }

    /// Returns true if it applies from everywhere to everywhere and passes nothing.
    const fn is_plain(&self) -> bool {
        matches!((self.origin, self.passing), (Origin::Any, Passing::Nothing))
            && !self.lame
            && !self.spares_last_rank
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attacks_are_told_apart() {
        use Attack::{Hop, Leap, Line, LineOrShot, With};
        for (descriptor, attack) in [
            ("mRcN", Leap),
            ("W2", Line),
            ("mKxK3", LineOrShot),
            ("mRcpRN", Hop),
            ("QN", With("R")),
            ("QN", With("B")),
            ("QN", With("N")),
            ("fmWfcF", With("fF")),
            ("K", With("K")),
        ] {
            assert!(has_attack(descriptor, attack), "{descriptor}");
        }
        for (descriptor, attack) in [
            ("mRcN", LineOrShot),
            ("mKxK3", Leap),
            ("mpRcRxpB", Hop),
            ("mKxK3", Line),
            ("W2ceN", Leap),
            ("mQcK", With("R")),
            ("fmWfcF", With("W")),
            ("oR", With("R")),
            ("fF", With("F")),
            ("K", With("R")),
        ] {
            assert!(!has_attack(descriptor, attack), "{descriptor}");
        }
    }
}
