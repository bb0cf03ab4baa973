//! Findings about files of games, as messages.

use helgi_notation::excerpt;
use helgi_rules::Phrase;
use helgi_variants::{Finding, FindingText, FindingValue, Severity};
use helgi_words::{TextMessage, positions};

/// A message with its texts, which pages do not have.
fn of(id: &'static str) -> TextMessage {
    TextMessage::new(id).with_texts()
}

/// A finding as a sentence, with its section and its key, but without its place and its weight, which pages show
/// otherwise. Words of the file are cut as in the English of the [`Finding`].
///
/// ```
/// use helgi_desk::findings;
/// use helgi_words::Catalogue;
///
/// let loaded = helgi_variants::load("[my-game:chess]\nnMoveRule = many\n");
/// let russian = Catalogue::named("ru").unwrap();
/// let says = russian.write(&findings::sentence(&loaded.findings[0]));
/// assert_eq!(says, "[my-game] nMoveRule: `many`: нужно число от 0 до 4999");
/// ```
#[must_use]
pub fn sentence(finding: &Finding) -> TextMessage {
    let Finding { severity, section, key, found, found_in_words, expected, suggestion, .. } = finding;
    let expected = text(expected);
    let mut message = match (severity, found_in_words) {
        (Severity::Error, Some(found)) => {
            of("finding.frame.figure").with("found", text(found)).with("expected", expected)
        }
        (Severity::Error, None) => {
            of("finding.frame.error").with("found", excerpt(found)).with("expected", expected)
        }
        (Severity::Refused, _) if found.is_empty() => expected,
        (Severity::Refused | Severity::Warning, _) => {
            of("finding.frame.other").with("found", excerpt(found)).with("text", expected)
        }
        (Severity::Note, _) => expected,
    };
    if let Some(suggestion) = suggestion {
        message = of("finding.frame.instead").with("text", message).with("suggestion", excerpt(suggestion));
    }
    let section = (!section.is_empty()).then(|| format!("[{}]", excerpt(section)));
    let key = (!key.is_empty()).then(|| format!("{}:", excerpt(key)));
    let place: Vec<String> = section.into_iter().chain(key).collect();
    match place.is_empty() {
        true => message,
        false => of("finding.frame.where").with("where", place.join(" ")).with("text", message),
    }
}

/// A finding as a whole line, with its place and its weight.
#[must_use]
pub fn line(finding: &Finding) -> TextMessage {
    let severity = of(match finding.severity {
        Severity::Note => "finding.severity.note",
        Severity::Warning => "finding.severity.warning",
        Severity::Refused => "finding.severity.refused",
        Severity::Error => "finding.severity.error",
    });
    of("finding.frame.place")
        .with("line", finding.place.line)
        .with("column", finding.place.column)
        .with("severity", severity)
        .with("text", sentence(finding))
}

/// A text about a file of games.
#[must_use]
pub fn text(text: &FindingText) -> TextMessage {
    let fill = |message: TextMessage, (name, value): &(&'static str, FindingValue)| match value {
        FindingValue::Number(number) => message.with(name, *number),
        FindingValue::Word(word) => message.with(name, helgi_notation::one_line(word)),
        FindingValue::Phrase(Phrase { id, .. }) => message.with(name, of(id)),
        FindingValue::Position(error) => message.with(name, positions::fault_by_letters(error)),
    };
    text.values().iter().fold(of(text.id()), fill)
}
