//! Short remarks in parentheses that are no variations.

use super::words::is_remark;
use crate::Glyph;

/// A remark in parentheses.
#[derive(PartialEq, Eq, Debug)]
pub enum Aside<'a> {
    /// `(D)`: a diagram is printed here.
    Glyph(Glyph),
    /// `(0:12)`, a clock, or `(=)`, an offered draw: it is kept as a comment.
    Comment(&'a str),
    /// `(e.p.)`: what the move says anyway.
    Nothing,
    /// `(Q)`: the letter of a promotion, if the move before it has none.
    Promotion(&'a str),
}

/// The longest remark, in bytes.
const LONGEST: usize = 32;

/// The remark that a text begins with, parentheses included, and its length.
pub fn read(text: &str) -> Option<(Aside<'_>, usize)> {
    let inner = text.strip_prefix('(')?;
    // No further than a remark may be long: a variation goes on for megabytes perhaps before its parenthesis.
    let end = inner.bytes().take(LONGEST).position(|byte| byte == b')')?;
    let content = inner[..end].trim();
    let is_letter = |text: &str| text.len() == 1 && text.bytes().all(|byte| byte.is_ascii_alphabetic());
    let promoted = content.strip_prefix('=').map_or(content, str::trim_start);
    let aside = match content {
        "D" | "Diagram" | "diagram" => Aside::Glyph(Glyph::DIAGRAM),
        "=" => Aside::Comment(&text[..end + 2]),
        _ if is_remark(content) => Aside::Nothing,
        _ if is_time(content) => Aside::Comment(content),
        _ if is_letter(promoted) => Aside::Promotion(promoted),
        _ => return None,
    };
    Some((aside, end + 2))
}

/// Returns true if a text is a time: `0:12`, `1:02:03.4`, `12s`, or two of them, as in `0:12/1:30:00`.
fn is_time(text: &str) -> bool {
    let mut parts = text.split(['/', ' ']).filter(|part| !part.is_empty()).peekable();
    parts.peek().is_some() && parts.all(is_clock)
}

fn is_clock(text: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let without_fraction = |text| match str::rsplit_once(text, ['.', ',']) {
        Some((whole, fraction)) if is_number(fraction) => whole,
        _ => text,
    };
    if let Some(seconds) = text.strip_suffix("sec").or_else(|| text.strip_suffix('s')) {
        return is_number(without_fraction(seconds));
    }
    let mut parts = without_fraction(text).split([':', '.']);
    // Points may stand between the parts, but one colon is needed: `1.20` alone may be a score.
    let begins = parts.next().is_some_and(|hours| hours.len() <= 3 && is_number(hours));
    let mut rest = parts.peekable();
    begins
        && rest.peek().is_some()
        && rest.all(|part| part.len() == 2 && is_number(part))
        && text.contains(':')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remarks_are_no_variations() {
        for (text, expected) in [
            ("(D) e5", Aside::Glyph(Glyph::DIAGRAM)),
            ("(0:12)", Aside::Comment("0:12")),
            ("( 1:02:03.4 )", Aside::Comment("1:02:03.4")),
            ("(0:12/1:30:00)", Aside::Comment("0:12/1:30:00")),
            ("(12s)", Aside::Comment("12s")),
            ("(0.5s)", Aside::Comment("0.5s")),
            ("(=)", Aside::Comment("(=)")),
            ("(e.p.)", Aside::Nothing),
            ("(Q)", Aside::Promotion("Q")),
            ("(=q)", Aside::Promotion("q")),
        ] {
            assert_eq!(read(text).map(|(aside, _)| aside), Some(expected), "{text}");
        }
        for text in
            ["(1. d4)", "(d4)", "()", "(1:0)", "(1-0)", "(12)", "(1.5)", "(D", "(0:1:2)", "(é)", "(1 2)"]
        {
            assert_eq!(read(text), None, "{text}");
        }
        assert_eq!(read("(0:12)x").unwrap().1, 6);
    }
}
