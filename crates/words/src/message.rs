//! Messages: facts for people, as names of texts with values.

use helgi_rules::Phrase;
use serde::Serialize;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The name of a text of the catalogues, with the values for its places.
///
/// In JSON the values stand beside the name: `{"id": "end.mate.won", "winner": {"id": "side.white"}}`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TextMessage {
    id: Cow<'static, str>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    own: BTreeMap<Cow<'static, str>, Cow<'static, str>>,
    #[serde(flatten)]
    values: BTreeMap<&'static str, Value>,
}

/// A value for a place of a text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
pub enum Value {
    /// A number, which chooses a plural form if its name is `count`.
    Number(u64),
    /// A text that is the same in every language: a square, a move, somebody else's words.
    Text(String),
    /// Another message.
    Message(Box<TextMessage>),
    /// A list of messages.
    List(Vec<TextMessage>),
}

impl TextMessage {
    /// A message without values.
    #[must_use]
    pub fn new(id: impl Into<Cow<'static, str>>) -> Self {
        TextMessage { id: id.into(), own: BTreeMap::new(), values: BTreeMap::new() }
    }

    /// A text of others, which has no name in the catalogues and is the same in every language.
    #[must_use]
    pub fn literal(text: impl Into<Cow<'static, str>>) -> Self {
        // No catalogue has a text without a name, and all languages fall back to the English one.
        TextMessage::new("").with_own("en", text)
    }

    /// A phrase of the rules, whose English words stand in where a catalogue does not have its name; `prefix` tells the
    /// kinds of phrases apart.
    #[must_use]
    pub fn of_phrase(prefix: &str, phrase: Phrase) -> Self {
        TextMessage::new(format!("{prefix}.{}", phrase.id)).with_own("en", phrase.words)
    }

    /// The same with a value for a place.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Value>) -> Self {
        self.values.insert(name, value.into());
        self
    }

    /// The same with a text in a language that stands in where a catalogue does not have its name.
    #[must_use]
    pub fn with_own(
        mut self,
        language: impl Into<Cow<'static, str>>,
        text: impl Into<Cow<'static, str>>,
    ) -> Self {
        self.own.insert(language.into(), text.into());
        self
    }

    /// The name of the text.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The value for a place.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<&Value> {
        self.values.get(name)
    }

    /// The text in a language that stands in where a catalogue does not have the name.
    #[must_use]
    pub fn own(&self, language: &str) -> Option<&str> {
        self.own.get(language).map(AsRef::as_ref)
    }
}

impl From<TextMessage> for Value {
    fn from(message: TextMessage) -> Self {
        Value::Message(Box::new(message))
    }
}

impl From<Vec<TextMessage>> for Value {
    fn from(messages: Vec<TextMessage>) -> Self {
        Value::List(messages)
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Value::Text(text)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Value::Text(text.to_owned())
    }
}

impl From<u64> for Value {
    fn from(number: u64) -> Self {
        Value::Number(number)
    }
}

impl From<u8> for Value {
    fn from(number: u8) -> Self {
        Value::Number(number.into())
    }
}

impl From<u32> for Value {
    fn from(number: u32) -> Self {
        Value::Number(number.into())
    }
}

impl From<usize> for Value {
    fn from(number: usize) -> Self {
        Value::Number(number as u64)
    }
}
