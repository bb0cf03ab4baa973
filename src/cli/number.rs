//! Whole numbers on the command line.

use helgi_notation::whole_number;
use std::ops::RangeInclusive;

/// A reader of whole numbers within a range as people write them: `20000`, `20_000`, `20k`, `1e6`.
pub fn whole<N: TryFrom<u64>>(range: RangeInclusive<u64>) -> impl Fn(&str) -> Result<N, String> + Clone {
    move |text| {
        let number = whole_number(text).filter(|number| range.contains(number));
        let expected = || format!("expected a whole number from {} to {}", range.start(), range.end());
        number.and_then(|number| N::try_from(number).ok()).ok_or_else(expected)
    }
}

/// A reader of whole numbers, written likewise, of which only the smallest is given.
pub fn at_least<N: TryFrom<u64>>(least: u64) -> impl Fn(&str) -> Result<N, String> + Clone {
    move |text| {
        let number = whole_number(text).filter(|number| *number >= least);
        let expected = || format!("expected a whole number, at least {least}");
        number.and_then(|number| N::try_from(number).ok()).ok_or_else(expected)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_of_their_range_and_type() {
        let read = whole::<u16>(1..=1_000_000);
        assert_eq!((read("1_000"), read("1k"), read("1e3")), (Ok(1_000), Ok(1_000), Ok(1_000)));
        for text in ["0", "70k", "2M", "-1", "1.5", "x", ""] {
            assert_eq!(read(text), Err("expected a whole number from 1 to 1000000".to_owned()), "{text}");
        }
        assert_eq!(at_least::<u32>(2)("2"), Ok(2));
        for text in ["1", "5e9", "x"] {
            assert_eq!(
                at_least::<u32>(2)(text),
                Err("expected a whole number, at least 2".to_owned()),
                "{text}"
            );
        }
    }
}
