//! Catalogues: the texts of a language, and messages written with them.

use crate::message::{TextMessage, Value};
use helgi_rules::internals::sort_short_by_key;
#[cfg(feature = "languages")]
use include_dir::{Dir, include_dir};
use intl_pluralrules::{PluralCategory, PluralRuleType, PluralRules};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{LazyLock, OnceLock};
use thiserror::Error;
use unic_langid::LanguageIdentifier;

/// The kinds of texts that pages are not sent. The file has those of which this crate makes messages, too, for modules that have no
/// others.
#[derive(Deserialize)]
struct KindsApart {
    /// Those of the terminal.
    terminal: Vec<String>,
    /// Those that messages bring along.
    messages: Vec<String>,
}

static APART: LazyLock<KindsApart> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../apart.json")).expect("a test reads the lists of kinds")
});

/// The files of all languages.
#[cfg(feature = "languages")]
static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/languages");

/// The texts that this crate writes, by the codes of the languages.
#[cfg(all(feature = "library-languages", not(feature = "languages")))]
const WRITTEN: &[(&str, &str)] = &include!(concat!(env!("OUT_DIR"), "/languages.rs"));

/// The catalogues, English first: those that were offered, or else those of all files.
static CATALOGUES: OnceLock<Vec<Catalogue>> = OnceLock::new();

/// The texts that messages bring along, for programs that have them as files of their own.
static BROUGHT_ALONG: OnceLock<Vec<Catalogue>> = OnceLock::new();

/// English before it was offered.
static NO_ENGLISH: LazyLock<Catalogue> =
    LazyLock::new(|| Catalogue::parse(ENGLISH, "{}").expect("the plural forms of English are known"));

/// The code of English, whose texts stand in where another language has none.
pub const ENGLISH: &str = "en";

/// The name of the text with which a language names itself: "Русский".
pub const NAME: &str = "language";

/// The form of a word that stands in lists.
const BASE: &str = "base";

/// The plural form that every language has.
const OTHER: &str = "other";

/// The texts of one language.
pub struct Catalogue {
    code: String,
    texts: BTreeMap<String, Text>,
    plurals: PluralRules,
}

/// A text of a catalogue.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(untagged)]
pub enum Text {
    /// One form for everything.
    Plain(String),
    /// Plural forms, or forms of a word.
    Forms(BTreeMap<String, String>),
}

impl Text {
    /// The text, if it has one form for everything.
    fn plain(&self) -> Option<&str> {
        match self {
            Text::Plain(text) => Some(text),
            Text::Forms(_) => None,
        }
    }

    /// All forms.
    pub fn forms(&self) -> impl Iterator<Item = &str> {
        let (plain, forms) = match self {
            Text::Plain(text) => (Some(text), None),
            Text::Forms(forms) => (None, Some(forms.values())),
        };
        plain.into_iter().chain(forms.into_iter().flatten()).map(String::as_str)
    }
}

/// A file that is not a catalogue.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CatalogueError {
    /// It is not JSON of the expected form.
    #[error("language `{0}`: {1}; expected an object of texts")]
    Json(String, serde_json::Error),
    /// Nothing is known about the plural forms of a language of this code.
    #[error("language `{0}`: expected a code whose plural forms are known, such as `de`")]
    Code(String),
}

/// The code and the JSON of every language, in the order of the codes; with the feature `library-languages` those texts that this
/// crate writes, and none without it and `languages`.
pub fn files() -> impl Iterator<Item = (&'static str, &'static str)> {
    #[cfg(feature = "languages")]
    let mut found: Vec<_> = FILES
        .files()
        .filter_map(|file| Some((file.path().file_stem()?.to_str()?, file.contents_utf8()?)))
        .collect();
    #[cfg(all(feature = "library-languages", not(feature = "languages")))]
    let mut found = WRITTEN.to_vec();
    #[cfg(not(any(feature = "languages", feature = "library-languages")))]
    let mut found = Vec::new();
    found.sort_unstable();
    found.into_iter()
}

/// Returns true if pages are sent the text of this name. They need no text of the terminal; messages about files of games, which
/// few pages show, bring theirs [along](TextMessage::with_texts).
///
/// # Panics
///
/// Never: a test reads the lists of the other texts, `apart.json`.
#[must_use]
pub fn is_on_pages(id: &str) -> bool {
    !APART.terminal.iter().chain(&APART.messages).any(|apart| apart == kind_of(id))
}

/// The kind of a text: the beginning of its name.
fn kind_of(id: &str) -> &str {
    id.split_once('.').map_or(id, |(kind, _)| kind)
}

/// The catalogues with the texts that pages are not sent.
fn brought_along() -> &'static [Catalogue] {
    BROUGHT_ALONG.get().map_or_else(Catalogue::all, Vec::as_slice)
}

/// The texts of a kind by the codes of the languages, for answers with many messages about the same: pages have [not
/// all](is_on_pages). The kind is the beginning of their names, such as `key`. Texts with several forms are left out.
///
/// ```
/// let texts = helgi_words::catalogue::texts_of("key");
/// assert_eq!(texts["en"]["key.maxRank"], "The number of ranks.");
/// ```
#[must_use]
pub fn texts_of(kind: &str) -> BTreeMap<&'static str, BTreeMap<&'static str, &'static str>> {
    let of = |catalogue: &'static Catalogue| {
        let texts = catalogue.texts.iter().filter(|(id, _)| kind_of(id) == kind);
        let plain = texts.filter_map(|(id, text)| Some((id.as_str(), text.plain()?)));
        (catalogue.code(), plain.collect())
    };
    brought_along().iter().map(of).collect()
}

impl TextMessage {
    /// The same with its text in every language as its own, for pages, which have [not all](is_on_pages). Texts with several
    /// forms are left out.
    #[must_use]
    pub fn with_texts(self) -> Self {
        brought_along().iter().fold(self, |message, catalogue| {
            match catalogue.texts.get(message.id()).and_then(Text::plain) {
                Some(text) => message.with_own(catalogue.code(), text.to_owned()),
                None => message,
            }
        })
    }
}

fn english_first(mut catalogues: Vec<Catalogue>) -> Vec<Catalogue> {
    sort_short_by_key(&mut catalogues, |catalogue| catalogue.code != ENGLISH);
    catalogues
}

/// Hands in the catalogues, for programs that have them as files: without the feature `languages`. Returns false, and changes
/// nothing, if there are catalogues already, as after the first text with that feature.
pub fn offer(catalogues: Vec<Catalogue>) -> bool {
    CATALOGUES.set(english_first(catalogues)).is_ok()
}

/// Hands in the texts that messages [bring along](TextMessage::with_texts), for programs that have them in files of their own.
/// Returns false, and changes nothing, after the first call.
pub fn offer_apart(catalogues: Vec<Catalogue>) -> bool {
    BROUGHT_ALONG.set(catalogues).is_ok()
}

impl Catalogue {
    /// Reads the texts of a language from JSON.
    ///
    /// # Errors
    ///
    /// If it is not an object of texts, or nothing is known about the plural forms of the language.
    pub fn parse(code: &str, json: &str) -> Result<Self, CatalogueError> {
        Self::of(code, serde_json::from_str(json))
    }

    /// Takes the texts of a language from JSON that is part of other JSON.
    ///
    /// # Errors
    ///
    /// If it is not an object of texts, or nothing is known about the plural forms of the language.
    pub fn from_value(code: &str, json: serde_json::Value) -> Result<Self, CatalogueError> {
        Self::of(code, serde_json::from_value(json))
    }

    fn of(code: &str, texts: serde_json::Result<BTreeMap<String, Text>>) -> Result<Self, CatalogueError> {
        let texts = texts.map_err(|error| CatalogueError::Json(code.to_owned(), error))?;
        let unknown = || CatalogueError::Code(code.to_owned());
        let language: LanguageIdentifier = code.parse().map_err(|_| unknown())?;
        let plurals = PluralRules::create(language, PluralRuleType::CARDINAL).map_err(|_| unknown())?;
        Ok(Catalogue { code: code.to_owned(), texts, plurals })
    }

    /// The catalogues of all languages, English first; none without the features `languages` and `library-languages` before
    /// [`offer`].
    #[must_use]
    pub fn all() -> &'static [Catalogue] {
        if cfg!(any(feature = "languages", feature = "library-languages")) {
            let parsed = || files().filter_map(|(code, json)| Catalogue::parse(code, json).ok());
            return CATALOGUES.get_or_init(|| english_first(parsed().collect()));
        }
        CATALOGUES.get().map_or(&[], Vec::as_slice)
    }

    /// The catalogue of a language by its code, such as `ru`.
    #[must_use]
    pub fn named(code: &str) -> Option<&'static Catalogue> {
        Catalogue::all().iter().find(|catalogue| catalogue.code == code)
    }

    /// The catalogue of English; one without texts, which writes the names of messages, before it is [offered](offer).
    ///
    /// # Panics
    ///
    /// Never: a test makes a catalogue of English.
    #[must_use]
    pub fn english() -> &'static Catalogue {
        Catalogue::named(ENGLISH).unwrap_or(&NO_ENGLISH)
    }

    /// The code of the language, such as `en`.
    #[must_use]
    pub fn code(&self) -> &str {
        &self.code
    }

    /// All texts by their names.
    pub fn texts(&self) -> impl Iterator<Item = (&str, &Text)> {
        self.texts.iter().map(|(id, text)| (id.as_str(), text))
    }

    /// Returns true if it has a text of this name.
    #[must_use]
    pub fn has(&self, id: &str) -> bool {
        self.texts.contains_key(id)
    }

    /// The text of this name, without values; in English if it has none.
    #[must_use]
    pub fn text(&self, id: &'static str) -> String {
        self.write(&TextMessage::new(id))
    }

    /// Writes a message. A name that the catalogue does not have is replaced by the message's own text in its language, or
    /// in English, or else by the English catalogue's.
    #[must_use]
    pub fn write(&self, message: &TextMessage) -> String {
        self.in_form(message, BASE)
    }

    /// Writes a message so that it begins with a capital letter.
    #[must_use]
    pub fn write_capital(&self, message: &TextMessage) -> String {
        capital(&self.write(message))
    }

    /// The plural form of a count: `one`, `few`, `many`, …
    #[must_use]
    pub fn plural(&self, count: u64) -> &'static str {
        match self.plurals.select(count) {
            Ok(PluralCategory::ZERO) => "zero",
            Ok(PluralCategory::ONE) => "one",
            Ok(PluralCategory::TWO) => "two",
            Ok(PluralCategory::FEW) => "few",
            Ok(PluralCategory::MANY) => "many",
            Ok(PluralCategory::OTHER) | Err(_) => OTHER,
        }
    }

    fn in_form(&self, message: &TextMessage, form: &str) -> String {
        let own = || message.own(&self.code).or_else(|| message.own(ENGLISH));
        let text = match self.texts.get(message.id()) {
            Some(text) => text,
            None => match (own(), Catalogue::english().texts.get(message.id())) {
                (Some(own), _) => return self.formed(&self.filled(own, message), form),
                (None, Some(text)) => text,
                (None, None) => return message.id().to_owned(),
            },
        };
        match text {
            Text::Plain(text) => self.formed(&self.filled(text, message), form),
            // Every language has this plural form, and no word has a form of that name.
            Text::Forms(forms) if forms.contains_key(OTHER) => {
                let count = match message.value("count") {
                    Some(Value::Number(count)) => *count,
                    // A text with plural forms and no count stands in the form of nought.
                    _ => 0,
                };
                let text = forms.get(self.plural(count)).or_else(|| forms.get(OTHER));
                self.filled(text.map_or("", String::as_str), message)
            }
            Text::Forms(forms) => match forms.get(form) {
                Some(text) => self.filled(text, message),
                None => {
                    let base = forms.get(BASE).map_or("", String::as_str);
                    self.formed(&self.filled(base, message), form)
                }
            },
        }
    }

    /// A word in a form that it does not have of its own: by the rule `form.…` of the language, which knows words by their
    /// first letters; or else the word as it is.
    fn formed(&self, word: &str, form: &str) -> String {
        let Some(Text::Forms(rules)) = self.texts.get(&format!("form.{form}")) else {
            return word.to_owned();
        };
        let first = word.chars().next().unwrap_or_default();
        // `base` is the name of a rule, not a list of letters.
        let by_letter = rules.iter().find(|(letters, _)| *letters != BASE && letters.contains(first));
        let rule = by_letter.map(|(_, rule)| rule).or_else(|| rules.get(BASE));
        rule.map_or_else(|| word.to_owned(), |rule| rule.replace("{word}", word))
    }

    /// A text with its places filled; a place without a value stays as it is.
    fn filled(&self, text: &str, message: &TextMessage) -> String {
        let mut filled = String::with_capacity(text.len());
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            filled.push_str(before);
            // A brace that begins no name is one.
            let named = after.starts_with(char::is_alphabetic).then(|| after.split_once('}')).flatten();
            let Some((place, behind)) = named else {
                rest = after;
                filled.push('{');
                continue;
            };
            match self.value(place, message) {
                Some(value) => filled.push_str(&value),
                None => filled.push_str(&format!("{{{place}}}")),
            }
            rest = behind;
        }
        filled.push_str(rest);
        filled
    }

    /// The text for a place of a message: `piece`, `piece:acc`, `victims:and:acc`, `Piece`.
    fn value(&self, place: &str, message: &TextMessage) -> Option<String> {
        let mut parts = place.split(':');
        let name = parts.next()?;
        let is_capital = name.starts_with(char::is_uppercase);
        // `Piece` is the value `piece` with a capital letter.
        let known = message.value(&small(name)).filter(|_| is_capital).or_else(|| message.value(name))?;
        let parts: Vec<&str> = parts.collect();
        // Behind the name stands the form of a message, or the kind of a list and then the form of its items.
        let text = match known {
            Value::Number(number) => number.to_string(),
            Value::Text(text) => text.clone(),
            Value::Message(message) => self.in_form(message, parts.first().unwrap_or(&BASE)),
            Value::List(items) => {
                let form = parts.get(1).unwrap_or(&BASE);
                let items = items.iter().map(|item| self.in_form(item, form)).collect();
                self.listed(items, parts.first().unwrap_or(&"and"))
            }
        };
        Some(if is_capital { capital(&text) } else { text })
    }

    /// `a, b and c`, by the text `list.…`.
    fn listed(&self, mut items: Vec<String>, list: &str) -> String {
        let between = |form: &str| match self.texts.get(&format!("list.{list}")) {
            Some(Text::Forms(forms)) => {
                forms.get(form).or_else(|| forms.get(BASE)).map_or("", String::as_str)
            }
            Some(Text::Plain(text)) => text,
            None => " ",
        };
        match items.pop() {
            Some(last) if items.is_empty() => last,
            Some(last) => format!("{}{}{last}", items.join(between(BASE)), between("last")),
            None => String::new(),
        }
    }
}

impl fmt::Debug for Catalogue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Catalogue({})", self.code)
    }
}

/// The same text with a capital letter at its beginning.
#[must_use]
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// The same text with a small letter at its beginning.
fn small(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_lowercase().chain(letters).collect())
}
