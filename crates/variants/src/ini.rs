//! The text of a file of games: sections, keys and values, each with its place.
//!
//! A section begins with `[name]`, or `[name:base]` for a game that differs from another one. A line `key = value`
//! says one thing; an indented line without `=` goes on with the value before it. Lines that begin with `#` or
//! `;` are comments.

use crate::finding::{Finding, FindingText, Place, phrases};
use helgi_rules::Phrase;
use helgi_rules::internals::games::is_name;
use std::borrow::Cow;

/// A piece of text and where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IniWord {
    /// The text.
    pub text: String,
    /// The place where it begins.
    pub place: Place,
}

/// One line `key = value`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The key.
    pub key: IniWord,
    /// The value.
    pub value: IniWord,
}

/// One game's section.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    /// The name of the game.
    pub name: IniWord,
    /// The game that it starts from.
    pub base: Option<IniWord>,
    /// Its lines; of a key that is given twice the last.
    pub entries: Vec<Entry>,
    /// The keys that are given again with another value, each with the entry before it.
    pub repeats: Vec<(IniWord, Entry)>,
    /// True if its first line cannot be read: its lines are of no game, but they are not of the game before it either.
    pub is_broken: bool,
}

impl Section {
    /// A section of a name.
    #[must_use]
    pub fn new(name: IniWord, base: Option<IniWord>) -> Self {
        Section { name, base, entries: Vec::new(), repeats: Vec::new(), is_broken: false }
    }

    /// The line of a key.
    #[must_use]
    pub fn entry(&self, key: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.key.text == key)
    }

    /// The name under which findings are reported; none if it could be that of another section.
    fn reported(&self) -> &str {
        if self.is_broken { "" } else { &self.name.text }
    }
}

/// The most bytes that a file of games may have.
pub const MOST_BYTES: usize = 1 << 20;

/// The most games that a file may have: about twice as many as the largest known one has.
pub const MOST_GAMES: usize = 1000;

/// Takes a text apart, and appends what is wrong with its form to `findings`.
///
/// What can be understood is understood: one wrong line does not spoil the others. Of a text that is too long, or has
/// too many games, nothing is taken.
pub fn sections(text: &str, findings: &mut Vec<Finding>) -> Vec<Section> {
    let mut reader = Reader { sections: Vec::new(), findings };
    if text.len() > MOST_BYTES {
        let found = FindingText::from(phrases::BYTES).with("bytes", text.len());
        let expected = FindingText::from(phrases::MOST_BYTES).with("most", MOST_BYTES);
        let place = Place { line: 1, column: 1 };
        reader.findings.push(Finding::error(place, "", "", "", expected).about(found));
        return reader.sections;
    }
    // Some editors put a byte order mark in front.
    for (index, line) in text.strip_prefix('\u{feff}').unwrap_or(text).lines().enumerate() {
        reader.line(index + 1, line.trim_end_matches('\r'));
        if reader.sections.len() > MOST_GAMES {
            let place = Place { line: index + 1, column: 1 };
            let found = FindingText::from(phrases::GAMES).with("games", MOST_GAMES + 1);
            let expected = FindingText::from(phrases::MOST_GAMES).with("most", MOST_GAMES);
            // Of a text that is refused whole, the mistakes in its lines do not matter.
            findings.clear();
            findings.push(Finding::error(place, "", "", "", expected).about(found));
            return Vec::new();
        }
    }
    reader.sections
}

struct Reader<'a> {
    sections: Vec<Section>,
    findings: &'a mut Vec<Finding>,
}

/// The part of a line from a byte on without blanks around it, with its place.
fn word(line: usize, text: &str, from: usize, to: usize) -> IniWord {
    let part = &text[from..to];
    let blanks = part.len() - part.trim_start().len();
    let column = text[..from + blanks].chars().count() + 1;
    IniWord { text: part.trim().to_owned(), place: Place { line, column } }
}

impl Reader<'_> {
    fn line(&mut self, number: usize, line: &str) {
        let trimmed = line.trim();
        if trimmed.is_empty() || trimmed.starts_with(['#', ';']) {
            return;
        }
        let plain = self.plain(number, line);
        let (line, trimmed) = (plain.as_ref(), plain.trim());
        if trimmed.starts_with('[') {
            self.head(number, line);
        } else if let Some(at) = line.find('=') {
            self.entry(number, line, at);
        } else if line.starts_with([' ', '\t']) {
            self.continuation(number, line);
        } else if trimmed.ends_with(']') {
            let whole = word(number, line, 0, line.len());
            self.refuse_head(&whole, phrases::OPEN_BRACKET);
            self.broken_head(number, line, 0);
        } else {
            self.no_entry(number, line);
        }
    }

    /// A line with blanks for its control characters: titles, rules and names are shown on terminals and in pictures.
    fn plain<'t>(&mut self, number: usize, line: &'t str) -> Cow<'t, str> {
        let is_control = |letter: char| letter.is_control() && letter != '\t';
        let Some(before) = line.chars().position(is_control) else { return line.into() };
        let place = Place { line: number, column: before + 1 };
        self.findings.push(Finding::warning(place, "", "", line.trim(), phrases::CONTROL));
        line.replace(is_control, " ").into()
    }

    fn refuse(&mut self, word: &IniWord, expected: impl Into<FindingText>) {
        let section = self.sections.last().map_or("", Section::reported).to_owned();
        self.findings.push(Finding::error(word.place, &section, "", &word.text, expected));
    }

    /// Reports a first line of a section that cannot be read. It is no mistake of the section before it.
    fn refuse_head(&mut self, word: &IniWord, expected: Phrase) {
        self.findings.push(Finding::error(word.place, "", "", &word.text, expected));
    }

    /// Begins a section whose first line lacks a bracket, with as much of its name as can be made out.
    fn broken_head(&mut self, number: usize, line: &str, from: usize) {
        let end = line[from..].find([':', ']']).map_or(line.len(), |end| from + end);
        let mut name = word(number, line, from, end);
        name.text.make_ascii_lowercase();
        self.sections.push(Section { is_broken: true, ..Section::new(name, None) });
    }

    /// A line that begins a section.
    fn head(&mut self, number: usize, line: &str) {
        let whole = word(number, line, 0, line.len());
        let open = line.find('[').unwrap_or(0);
        let Some(close) = line.find(']') else {
            self.refuse_head(&whole, phrases::CLOSE_BRACKET);
            return self.broken_head(number, line, open + 1);
        };
        let (mut name, mut base) = match line[open..close].find(':') {
            Some(colon) => {
                let colon = open + colon;
                (word(number, line, open + 1, colon), Some(word(number, line, colon + 1, close)))
            }
            None => (word(number, line, open + 1, close), None),
        };
        // Clients ask for games in any case of letters, so that a game cannot have a name in capitals beside one without.
        let lower = name.text.to_ascii_lowercase();
        if is_name(&lower) {
            if lower != name.text {
                let text = FindingText::from(phrases::CALLED).with("name", lower.as_str());
                self.findings.push(Finding::warning(name.place, &lower, "", &name.text, text));
                name.text = lower;
            }
        } else {
            self.findings.push(Finding::error(name.place, &name.text, "", &name.text, phrases::NAME));
        }
        if let Some(base) = &mut base {
            base.text.make_ascii_lowercase();
        }
        let rest = word(number, line, close + 1, line.len());
        if rest.text.starts_with(['#', ';']) {
            let text = phrases::COMMENT_BEHIND;
            self.findings.push(Finding::warning(rest.place, &name.text, "", &rest.text, text));
        } else if !rest.text.is_empty() {
            let expected = phrases::NOTHING_BEHIND;
            self.findings.push(Finding::error(rest.place, &name.text, "", &rest.text, expected));
        }
        let is_same = |section: &&Section| !section.is_broken && section.name.text == name.text;
        if let Some(earlier) = self.sections.iter().find(is_same) {
            let expected = FindingText::from(phrases::NAME_TWICE).with("line", earlier.name.place.line);
            self.findings.push(Finding::error(name.place, &name.text, "", &name.text, expected));
        }
        self.sections.push(Section::new(name, base));
    }

    fn entry(&mut self, number: usize, line: &str, at: usize) {
        let key = word(number, line, 0, at);
        let mut value = word(number, line, at + 1, line.len());
        if value.text.is_empty() {
            value.place.column = line.chars().count() + 1;
        }
        if key.text.is_empty() {
            return self.refuse(&word(number, line, 0, line.len()), phrases::NO_KEY);
        }
        let Some(section) = self.sections.last_mut() else {
            return self.refuse(&key, phrases::NO_SECTION);
        };
        if let Some(at) = section.entries.iter().position(|entry| entry.key.text == key.text) {
            let earlier = section.entries.remove(at);
            if earlier.value.text != value.text {
                section.repeats.push((key.clone(), earlier));
            } else if !section.is_broken {
                let text = FindingText::from(phrases::SAME_AGAIN).with("line", earlier.key.place.line);
                let note = Finding::note(key.place, &section.name.text, &key.text, &value.text, text);
                self.findings.push(note);
            }
        }
        section.entries.push(Entry { key, value });
    }

    /// An indented line: more of the value before it.
    fn continuation(&mut self, number: usize, line: &str) {
        let more = word(number, line, 0, line.len());
        match self.sections.last_mut().and_then(|section| section.entries.last_mut()) {
            Some(entry) => {
                let value = &mut entry.value.text;
                value.extend((!value.is_empty()).then_some(' '));
                value.push_str(&more.text);
            }
            None => self.refuse(&more, phrases::NO_LINE),
        }
    }

    fn no_entry(&mut self, number: usize, line: &str) {
        let found = word(number, line, 0, line.len());
        let suggestion =
            line.split_once(':').map(|(key, value)| format!("{} = {}", key.trim(), value.trim()));
        self.refuse(&found, phrases::LINE);
        if let (Some(finding), Some(suggestion)) = (self.findings.last_mut(), suggestion) {
            finding.suggestion = Some(suggestion);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_keys_and_values_have_their_places() {
        let mut findings = Vec::new();
        let text = "# games\n[a : chess]\r\n  maxRank = 9\nrules = one\n  two\n\n[b]\n";
        let read = sections(text, &mut findings);
        assert_eq!(findings, []);
        assert_eq!(read.iter().map(|section| section.name.text.as_str()).collect::<Vec<_>>(), ["a", "b"]);
        assert_eq!(
            read[0].base.as_ref().map(|base| (base.text.as_str(), base.place.column)),
            Some(("chess", 6))
        );
        let entry = &read[0].entries[0];
        assert_eq!((entry.key.text.as_str(), entry.key.place), ("maxRank", Place { line: 3, column: 3 }));
        assert_eq!((entry.value.text.as_str(), entry.value.place), ("9", Place { line: 3, column: 13 }));
        assert_eq!(read[0].entries[1].value.text, "one two");
    }

    #[test]
    fn faults_are_reported_with_their_lines() {
        let mut findings = Vec::new();
        let text = "maxRank = 3\n[a\n[a]\nmaxRank: 9\ncastling = true\ncastling = false\n[a]\n[b c]\n";
        let read = sections(text, &mut findings);
        let lines: Vec<usize> = findings.iter().map(|finding| finding.place.line).collect();
        assert_eq!(lines, [1, 2, 4, 7, 8]);
        assert_eq!(findings[2].suggestion.as_deref(), Some("maxRank = 9"));
        let (again, earlier) = &read[1].repeats[0];
        assert_eq!((again.place.line, earlier.key.place.line), (6, 5));
        assert_eq!(read[1].entries[0].value.text, "false");
    }

    #[test]
    fn a_first_line_without_a_bracket_begins_a_section_of_its_own() {
        for (broken, name) in [("[b:chess", "b"), ("[ b", "b"), ("b:chess]", "b"), ("b]", "b"), ("[", "")] {
            let mut findings = Vec::new();
            let text = format!("[a:chess]\ncastling = true\n{broken}\ncastling = false\nrules\n");
            let read = sections(&text, &mut findings);
            let [a, b] = &read[..] else { panic!("{broken} {read:?}") };
            assert!(!a.is_broken && b.is_broken, "{broken}");
            assert_eq!((a.entries.len(), b.name.text.as_str()), (1, name), "{broken}");
            assert!(findings.iter().all(|finding| finding.section.is_empty()), "{broken} {findings:?}");
            assert_eq!(findings[0].place.line, 3, "{broken}");
        }
    }
}
