//! Findings with the part of the text that each is about, as a page counts its letters.

use crate::findings::sentence;
use helgi_variants::Finding;
use helgi_words::TextMessage;
use serde::Serialize;

/// The most findings that are sent: a page does not show more.
const MOST: usize = 200;

/// A finding and the part of the text to underline.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct MarkedFinding {
    /// `note`, `warning`, `refused` or `error`.
    pub severity: &'static str,
    /// The line, from 1; 0 for the whole text.
    pub line: usize,
    /// The beginning of the part. Unit: UTF-16 code units from the beginning of the text.
    pub from: usize,
    /// The end of the part, in the same unit.
    pub to: usize,
    /// The sentence, with what was expected.
    pub says: TextMessage,
    /// The text to write instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suggestion: Option<String>,
}

/// The findings with their parts of a text, and the number of those that are left out.
pub(super) fn marked(text: &str, findings: &[Finding]) -> (Vec<MarkedFinding>, usize) {
    // The text that a field of a page holds has no mark of its encoding and one sign at the end of each line.
    let lines: Vec<&str> = text.split('\n').collect();
    let mut starts = Vec::with_capacity(lines.len());
    let mut at = 0;
    for line in &lines {
        starts.push(at);
        at += units(line) + 1;
    }
    let mut found: Vec<&Finding> = findings.iter().collect();
    // Mistakes are never crowded out by hints.
    if found.len() > MOST {
        found.sort_by_key(|finding| (std::cmp::Reverse(finding.severity), finding.place));
        found.truncate(MOST);
        found.sort_by_key(|finding| finding.place);
    }
    let mark = |finding: &Finding| {
        let index = finding.place.line.checked_sub(1);
        let line = index.and_then(|index| lines.get(index)).copied().unwrap_or_default();
        let start = index.and_then(|index| starts.get(index)).copied().unwrap_or_default();
        let before: usize =
            line.chars().take(finding.place.column.saturating_sub(1)).map(char::len_utf16).sum();
        let rest: String = line.chars().skip(finding.place.column.saturating_sub(1)).collect();
        let part = match finding.found.as_str() {
            found if !found.is_empty() && rest.starts_with(found) => found,
            _ => rest.trim_end(),
        };
        MarkedFinding {
            severity: finding.severity.name(),
            line: finding.place.line,
            from: start + before,
            to: start + before + units(part),
            says: sentence(finding),
            suggestion: finding.suggestion.clone(),
        }
    };
    let marks: Vec<MarkedFinding> = found.into_iter().map(mark).collect();
    let hidden = findings.len() - marks.len();
    (marks, hidden)
}

fn units(text: &str) -> usize {
    // The lines of a whole file are measured, and nearly all are ASCII.
    if text.is_ascii() { text.len() } else { text.encode_utf16().count() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use helgi_words::Catalogue;

    #[test]
    fn parts_are_counted_as_pages_count() {
        let text = "# 𝔄\n[a:chess]\ncasteling = false\nstalemateValue = lost # 𝔄\n";
        let loaded = helgi_variants::load(text);
        let (marks, hidden) = marked(text, &loaded.findings);
        let units: Vec<u16> = text.encode_utf16().collect();
        let part = |mark: &MarkedFinding| String::from_utf16(&units[mark.from..mark.to]).unwrap();
        assert_eq!(hidden, 0);
        assert_eq!(marks.iter().map(part).collect::<Vec<_>>(), ["casteling", "lost # 𝔄"], "{marks:?}");
        assert_eq!(marks[0].suggestion.as_deref(), Some("castling"));
        let [english, russian] = ["en", "ru"].map(|code| Catalogue::named(code).unwrap());
        let says = english.write(&marks[0].says);
        assert_eq!(says, "[a] `casteling`, expected a key of this format; did you mean `castling`?");
        let says = russian.write(&marks[0].says);
        assert_eq!(says, "[a] `casteling`: такого ключа нет. Может быть, `castling`?");
    }

    #[test]
    fn a_page_is_not_flooded() {
        let text = format!("[a:chess]\n{}", "wrong\n".repeat(1000));
        let loaded = helgi_variants::load(&text);
        let (marks, hidden) = marked(&text, &loaded.findings);
        assert_eq!((marks.len(), hidden), (MOST, loaded.findings.len() - MOST));
        assert!(marks.iter().all(|mark| mark.from < mark.to));
    }
}
