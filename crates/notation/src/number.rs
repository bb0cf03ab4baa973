//! Whole numbers as people write them.

/// Reads a whole number, not negative, as people write it: `20000`, `20_000`, `20k`, `1.5M`, `1e6`; `None` for anything else,
/// and for more than 64 bits hold.
///
/// ```
/// use helgi_notation::whole_number;
///
/// assert_eq!(whole_number("1_000"), Some(1_000));
/// assert_eq!(whole_number("2.5k"), Some(2_500));
/// assert_eq!(whole_number("1e4"), Some(10_000));
/// assert_eq!(whole_number("1.5"), None);
/// assert_eq!(whole_number("-1"), None);
/// ```
#[must_use]
pub fn whole_number(text: &str) -> Option<u64> {
    let lower = text.to_ascii_lowercase();
    let (digits, zeros) = match lower.split_once('e') {
        Some((digits, power)) => (digits, power.strip_prefix('+').unwrap_or(power).parse().ok()?),
        None => match (lower.strip_suffix('k'), lower.strip_suffix('m')) {
            (Some(digits), _) => (digits, 3),
            (_, Some(digits)) => (digits, 6),
            _ => (lower.as_str(), 0_u32),
        },
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let groups: Vec<&str> = whole.split('_').collect();
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let has_fraction = digits.contains('.');
    if !groups.iter().copied().all(is_number) || has_fraction && !is_number(fraction) {
        return None;
    }
    // What stands behind the point has to become part of the whole.
    let places = u32::try_from(fraction.len()).ok()?;
    let factor = 10_u64.checked_pow(zeros.checked_sub(places)?)?;
    (groups.concat() + fraction).parse::<u64>().ok()?.checked_mul(factor)
}

#[cfg(test)]
mod tests {
    use super::whole_number;

    #[test]
    fn numbers_are_whole_and_fit() {
        for (text, number) in [
            ("0", Some(0)),
            ("18446744073709551615", Some(u64::MAX)),
            ("18446744073709551616", None),
            ("1E6", Some(1_000_000)),
            ("1e+6", Some(1_000_000)),
            ("3M", Some(3_000_000)),
            ("0.25m", Some(250_000)),
            ("1.2345k", None),
            ("1e99", None),
            ("1e-3", None),
            ("1__0", None),
            ("_1", None),
            ("1.k", None),
            ("k", None),
            ("e6", None),
            ("", None),
            ("+1", None),
            ("1 000", None),
            ("1,000", None),
            ("0x10", None),
            ("١", None),
        ] {
            assert_eq!(whole_number(text), number, "{text}");
        }
    }
}
