//! The libraries' errors on their way to JavaScript, where `errors.js` has a class for each.

use helgi_notation::excerpt;
use helgi_rules::FenError;
use helgi_rules::games::NameError;
use helgi_rules::notation::MoveError;
use serde::Serialize;

/// An error of JavaScript: the name of its class, its message, and its fields.
#[derive(Debug, Serialize)]
pub struct WebError {
    class: &'static str,
    message: String,
    field: String,
    value: String,
    expected: String,
    #[serde(flatten)]
    more: Details,
}

/// The fields that only errors of one class have.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Details {
    None {},
    Fen {
        fault: &'static str,
    },
    Move {
        reason: &'static str,
    },
    #[cfg(feature = "rules")]
    Pgn {
        line: usize,
    },
    GameFile {
        findings: Vec<WebFinding>,
        games: Vec<&'static str>,
    },
}

/// A report about a file of games.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct WebFinding {
    severity: &'static str,
    line: usize,
    column: usize,
    section: String,
    key: String,
    found: String,
    expected: String,
    suggestion: Option<String>,
    text: String,
    is_fatal: bool,
}

#[cfg(feature = "game-files")]
impl From<&helgi_variants::Finding> for WebFinding {
    fn from(finding: &helgi_variants::Finding) -> Self {
        WebFinding {
            severity: finding.severity.name(),
            line: finding.place.line,
            column: finding.place.column,
            section: finding.section.clone(),
            key: finding.key.clone(),
            found: finding.found.clone(),
            expected: finding.expected.to_string(),
            suggestion: finding.suggestion.clone(),
            text: finding.to_string(),
            is_fatal: finding.is_fatal(),
        }
    }
}

impl WebError {
    /// The error as JavaScript reads it.
    #[must_use]
    pub fn json(&self) -> String {
        // Its maps have texts as keys, so that this cannot fail.
        serde_json::to_string(self).unwrap_or_default()
    }

    fn new(
        class: &'static str,
        message: String,
        [field, value, expected]: [&str; 3],
        more: Details,
    ) -> WebError {
        let (field, value, expected) = (field.to_owned(), value.to_owned(), expected.to_owned());
        WebError { class, message, field, value, expected, more }
    }

    /// A number or a text out of its range.
    #[must_use]
    pub fn argument(field: &str, value: &str, expected: &str) -> WebError {
        let message = format!("{field}: `{value}`, expected {expected}");
        WebError::new("ArgumentError", message, [field, value, expected], Details::None {})
    }

    /// A saved board that cannot be made again.
    #[must_use]
    pub fn saved(field: &str, value: &str, expected: &str) -> WebError {
        let message = format!("saved board, {field}: `{value}`, expected {expected}");
        WebError::new("HelgiError", message, [field, value, expected], Details::None {})
    }

    /// A net that cannot be used.
    #[cfg(feature = "engine")]
    #[must_use]
    pub fn net(error: &helgi_engine::net::NetError) -> WebError {
        let (text, expected) = (excerpt(&error.to_string()), "the net of a game");
        let message = format!("net: {text}, expected {expected}");
        WebError::new("NetError", message, ["net", &text, expected], Details::None {})
    }

    /// A text that is no legal move.
    #[must_use]
    pub fn played(text: &str, error: &MoveError) -> WebError {
        let (reason, expected) = match error {
            MoveError::Ambiguous(_) => ("ambiguous", "more of the square that the piece leaves"),
            _ => ("illegal", "a legal move"),
        };
        let fields = ["move", &excerpt(text), expected];
        WebError::new("MoveError", error.to_string(), fields, Details::Move { reason })
    }

    /// A file of games of which some cannot be played; the games that can be are loaded.
    #[must_use]
    pub fn game_file(findings: Vec<WebFinding>, games: Vec<&'static str>) -> WebError {
        let mut fatal = findings.iter().filter(|finding| finding.is_fatal);
        let first = fatal.next();
        let rest = fatal.count();
        let fields = first.map_or_else(Default::default, |first| {
            [first.key.clone(), first.found.clone(), first.expected.clone()]
        });
        let mut message = first.map_or_else(String::new, |first| first.text.clone());
        if rest > 0 {
            message += &format!(" (and {rest} more)");
        }
        let fields = fields.each_ref().map(String::as_str);
        WebError::new("GameFileError", message, fields, Details::GameFile { findings, games })
    }
}

impl From<&FenError> for WebError {
    fn from(error: &FenError) -> Self {
        let FenError { field, value, expected, fault } = error;
        let fault = fault.id();
        WebError::new("FenError", error.to_string(), [field, value, expected], Details::Fen { fault })
    }
}

impl From<&NameError> for WebError {
    fn from(error: &NameError) -> Self {
        let fields = ["game", &error.name, &error.expected];
        WebError::new("GameNameError", format!("game: {error}"), fields, Details::None {})
    }
}

#[cfg(feature = "rules")]
mod recorded {
    use super::{Details, WebError};
    use helgi_record::ReadError;
    use helgi_record::replay::Wrong;

    impl WebError {
        /// A recorded game that the rules do not allow, with the line of the fault.
        #[must_use]
        pub fn wrong(wrong: &Wrong, line: usize) -> WebError {
            match wrong {
                Wrong::Variant(error) => WebError::from(error),
                Wrong::Fen(error) => WebError::from(error),
                other => {
                    WebError::new("PgnError", other.to_string(), ["game", "", ""], Details::Pgn { line })
                }
            }
        }
    }

    impl From<&ReadError> for WebError {
        fn from(error: &ReadError) -> Self {
            let line = error.line();
            WebError::new("PgnError", error.to_string(), ["pgn", "", ""], Details::Pgn { line })
        }
    }
}
