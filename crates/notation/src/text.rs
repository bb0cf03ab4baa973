//! Text from outside, made fit for a line of output.

/// Returns the text with every control character, line breaks included, replaced by a blank.
///
/// ```
/// assert_eq!(helgi_notation::one_line("two\nlines"), "two lines");
/// ```
pub fn one_line(text: &str) -> String {
    text.replace(char::is_control, " ")
}

/// Returns the first 60 characters of a text on one line, for error messages; `…` marks a cut.
///
/// The cost does not grow with the length of the text.
///
/// ```
/// assert_eq!(helgi_notation::excerpt("a\nb"), "a b");
/// assert_eq!(helgi_notation::excerpt(&"ж".repeat(1000)).chars().count(), 61);
/// ```
#[must_use]
pub fn excerpt(text: &str) -> String {
    const LONGEST: usize = 60;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => one_line(text.get(..end).unwrap_or(text)) + "…",
        None => one_line(text),
    }
}
