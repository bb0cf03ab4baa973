//! Texts of a game in other languages than English: keys with the code of a language behind a dot, `title.ru`.

use super::Spec;
use crate::slot::Slot;

/// The keys whose values are texts for people.
const TEXTS: [&str; 8] = ["title", "rules", "pieceName", "phase1", "phase2", "phase3", "phase4", "phase5"];

/// A text of a game that a file has in another language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TranslatedText {
    /// Its title.
    Title,
    /// Its rules in words.
    Rules,
    /// The name of a kind of piece.
    Piece(Slot),
    /// The words of a phase, by its number from 1 on.
    Phase(u8),
}

/// Words of a file in another language than English.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileTranslation {
    /// The text that they translate.
    pub text: TranslatedText,
    /// The code of the language: `ru`.
    pub language: String,
    /// The words.
    pub words: String,
}

/// The key and the language of a translated key such as `title.ru`; `None` for other keys.
#[must_use]
pub fn key_and_language(name: &str) -> Option<(&str, &str)> {
    let (key, language) = name.split_once('.')?;
    // ISO 639 has codes of two letters, and of three for languages without such a one.
    let is_code = (2..=3).contains(&language.len()) && language.bytes().all(|c| c.is_ascii_lowercase());
    (is_code && TEXTS.contains(&key)).then_some((key, language))
}

impl TranslatedText {
    /// Returns true if it is a text of a key.
    fn is_of(self, key: &str) -> bool {
        match self {
            TranslatedText::Title => key == "title",
            TranslatedText::Rules => key == "rules",
            TranslatedText::Piece(_) => key == "pieceName",
            TranslatedText::Phase(number) => key.strip_prefix("phase") == Some(&number.to_string()),
        }
    }
}

impl Spec {
    /// The words of a text in a language, if the file has them.
    #[must_use]
    pub fn translated(&self, text: TranslatedText, language: &str) -> Option<&str> {
        let is_wanted = |known: &&FileTranslation| known.text == text && known.language == language;
        self.translations.iter().find(is_wanted).map(|known| known.words.as_str())
    }

    /// Returns a page of rules in Markdown, of what the file says, in a language or else in English.
    #[must_use]
    pub fn rules_page(&self, language: &str) -> String {
        let title = self.translated(TranslatedText::Title, language).unwrap_or(&self.title);
        let rules = self.translated(TranslatedText::Rules, language).unwrap_or(&self.rules);
        format!("# {title}\n\n{rules}\n\n{}\n", self.url)
    }

    /// Forgets the words of a base for a text that this game has of its own.
    pub(crate) fn forget_translations(&mut self, key: &str) {
        self.translations.retain(|known| !known.text.is_of(key));
    }

    /// Takes words over; those that came before for the same are forgotten.
    pub(crate) fn translate(&mut self, text: TranslatedText, language: &str, words: &str) {
        self.translations.retain(|known| known.text != text || known.language != language);
        let (language, words) = (language.to_owned(), words.to_owned());
        self.translations.push(FileTranslation { text, language, words });
    }
}

/// The first sentence of a text.
pub(crate) fn first_sentence(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    // A point without a blank behind it, as in a number, ends no sentence.
    match text.split_once(". ") {
        Some((first, _)) => format!("{first}."),
        None => text,
    }
}
