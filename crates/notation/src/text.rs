//! Text from outside, made fit for a line of output.

/// Returns the text with everything in it that steers a terminal or reorders a line replaced by a blank: control
/// characters, line breaks included, line and paragraph separators, and the marks that override the direction of
/// writing.
///
/// ```
/// assert_eq!(helgi_notation::one_line("two\nlines"), "two lines");
/// assert_eq!(helgi_notation::one_line("\u{1b}[2Jnews\u{202e}gpj"), " [2Jnews gpj");
/// ```
pub fn one_line(text: &str) -> String {
    let steers = |c: char| {
        // Control characters begin escape sequences; the ranges embed, override and isolate directions of writing.
        c.is_control()
            || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    text.replace(steers, " ")
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
    // Looks no further than the cut: a refused line may be a megabyte long.
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => one_line(text.get(..end).unwrap_or(text)) + "…",
        None => one_line(text),
    }
}

/// Returns a text as Markdown that shows it as it is: nothing in it is marked up, and no `|` begins another cell of a table.
///
/// ```
/// assert_eq!(helgi_notation::escaped_markdown("a|b <i> *c*"), "a\\|b &lt;i> \\*c\\*");
/// ```
#[must_use]
pub fn escaped_markdown(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '&' => out.push_str("&amp;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '#' | '~' => {
                out.push('\\');
                out.push(c);
            }
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// Returns true for characters that take no room: joiners, marks of direction, byte order marks, soft hyphens and
/// variation selectors. Copied text has them where nobody sees them.
///
/// ```
/// let seen: String = "N\u{200b}f3\u{fe0f}".chars().filter(|&c| !helgi_notation::is_invisible(c)).collect();
/// assert_eq!(seen, "Nf3");
/// ```
#[must_use]
pub fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}')
}

/// Returns true for the hyphen and everything that is printed like one: the dashes of typography and the minus sign.
///
/// ```
/// assert!("-‐‑‒–—―−﹘﹣－".chars().all(helgi_notation::is_dash));
/// ```
#[must_use]
pub fn is_dash(c: char) -> bool {
    matches!(c, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}')
}

/// Returns a word without numbers of moves before it; nothing of it may be left.
///
/// ```
/// use helgi_notation::without_numbers;
///
/// let words = ["12.e4", "12.12.e4", "12...", "…e5", "0-0"];
/// assert_eq!(words.map(without_numbers), ["e4", "e4", "", "e5", "0-0"]);
/// ```
#[must_use]
pub fn without_numbers(mut word: &str) -> &str {
    loop {
        let after_digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let after_dots = after_digits.trim_start_matches(['.', '…']);
        let is_number = after_dots.len() < after_digits.len() || after_digits.is_empty();
        // `0000` is a pass, and the others are castlings.
        if !is_number || word.is_empty() || matches!(word, "0000" | "00" | "000") {
            return word;
        }
        word = after_dots;
    }
}
