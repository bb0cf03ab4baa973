//! The ranks of boards that count them from 0.

/// A move's text as XBoard clients write it on boards of exactly ten ranks, which count from 0:
/// `e10e9q` becomes `e9e8q`.
///
/// Only the numbers of squares change, and a square of rank 0 stays as it is.
#[must_use]
pub fn ranks_from_zero(text: &str) -> String {
    shift_ranks(text, |rank| rank.checked_sub(1))
}

/// The text with ranks from 1 of a move's text with ranks from 0: `e9e8q` becomes `e10e9q`.
#[must_use]
pub fn ranks_from_one(text: &str) -> String {
    shift_ranks(text, |rank| rank.checked_add(1))
}

/// Changes every number that comes directly after a letter, or after XBoard's character for the
/// file next to the a-file.
fn shift_ranks(text: &str, shift: impl Fn(u32) -> Option<u32>) -> String {
    let mut shifted = String::with_capacity(text.len() + 4);
    let mut rest = text;
    while let Some(letter) = rest.find(|c: char| c.is_ascii_alphabetic() || c == '`') {
        let (before, after) = rest.split_at(letter + 1);
        let length = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
        let (number, after) = after.split_at(length);
        shifted.push_str(before);
        // A letter without a number is a promotion or a drop.
        match number.parse().ok().and_then(&shift) {
            Some(rank) => shifted.push_str(&rank.to_string()),
            None => shifted.push_str(number),
        }
        rest = after;
    }
    shifted + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_count_from_zero_or_one() {
        for (from_one, from_zero) in [
            ("a1l10", "a0l9"),
            ("e9e10f@c5", "e8e9f@c4"),
            ("N@b3", "N@b2"),
            ("e5d6:2", "e4d5:2"),
            ("c2d3,d3c2", "c1d2,d2c1"),
            ("c3xd4xe5-c3", "c2xd3xe4-c2"),
            ("d9e10z+b2", "d8e9z+b1"),
            ("e10a10,e9`10", "e9a9,e8`9"),
            ("", ""),
            ("0000", "0000"),
            ("@@@@", "@@@@"),
        ] {
            assert_eq!(ranks_from_zero(from_one), from_zero);
            assert_eq!(ranks_from_one(from_zero), from_one);
        }
        assert_eq!(ranks_from_zero("a0"), "a0");
        assert_eq!(ranks_from_one("a99999999999"), "a99999999999");
    }
}
