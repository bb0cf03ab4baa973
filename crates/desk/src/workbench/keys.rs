//! The keys of a file of games, for a page that offers them while somebody types.

use helgi_rules::Phrase;
use helgi_variants::Slot;
use helgi_variants::keys::{self, Key, KeyDefault, KeyWords, PieceRegion, Setter};
use helgi_words::{TextMessage, Value, catalogue};
use serde::Serialize;
use std::collections::BTreeMap;

/// Keys that are offered, alike but for their names.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct ListedKeys {
    /// The keys.
    pub names: Vec<String>,
    /// Their kind of value in a word or two.
    pub kind: TextMessage,
    /// The value that applies if none is given, or words for it.
    pub default: Value,
    /// Their meaning, in a sentence.
    pub text: TextMessage,
    /// All values that they can have, if they are few words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<&'static str>,
}

/// All keys, and all games from which a section can start.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct KeyList {
    /// The keys, in the order of the reference.
    pub keys: Vec<ListedKeys>,
    /// The texts of their messages by languages, each once: pages do not have them.
    pub texts: BTreeMap<&'static str, BTreeMap<&'static str, &'static str>>,
    /// The names of the games.
    pub bases: Vec<String>,
}

fn message(phrase: Phrase) -> TextMessage {
    TextMessage::new(phrase.id)
}

impl ListedKeys {
    fn of_words(names: Vec<String>, KeyWords { kind, default, text }: KeyWords) -> ListedKeys {
        let (kind, default, text) = (message(kind), message(default).into(), message(text));
        ListedKeys { names, kind, default, text, values: Vec::new() }
    }
}

impl From<&Key> for ListedKeys {
    fn from(key: &Key) -> ListedKeys {
        ListedKeys {
            names: vec![key.name.to_owned()],
            kind: message(key.value.kind()),
            default: match key.default {
                KeyDefault::Value(value) => value.into(),
                KeyDefault::Words(words) => message(words).into(),
            },
            text: TextMessage::new(format!("key.{}", key.name)),
            values: values(key.value),
        }
    }
}

impl KeyList {
    /// The list.
    #[must_use]
    pub fn new() -> KeyList {
        let (own, known): (Vec<Slot>, Vec<Slot>) = Slot::all().partition(|slot| slot.is_custom());
        let piece = |slot: &Slot| {
            let listed = ListedKeys::of_words(vec![slot.key()], keys::of_piece(*slot));
            match slot.betza() {
                "" => listed,
                moves => ListedKeys { text: listed.text.with("moves", moves), ..listed },
            }
        };
        let own_names = own.iter().map(|slot| slot.key()).collect();
        let own = own.first().map(|slot| ListedKeys::of_words(own_names, keys::of_piece(*slot)));
        let regions = PieceRegion::ALL.into_iter().map(|region| {
            let of_side = |side| Slot::all().map(move |slot| region.key(side, slot));
            ListedKeys::of_words(["White", "Black"].into_iter().flat_map(of_side).collect(), region.words())
        });
        let plain = keys::all().map(ListedKeys::from);
        let bases = helgi_variants::library::bases();
        KeyList {
            keys: plain.chain(known.iter().map(piece)).chain(own).chain(regions).collect(),
            texts: catalogue::texts_of("key"),
            bases: bases.iter().map(|spec| spec.name.clone()).collect(),
        }
    }
}

impl Default for KeyList {
    fn default() -> Self {
        KeyList::new()
    }
}

/// All values of a kind, if they are few words.
fn values(setter: Setter) -> Vec<&'static str> {
    match setter {
        Setter::Flag(_) => vec!["true", "false"],
        Setter::Verdict(_) => vec!["win", "loss", "draw"],
        Setter::VerdictOrNone(_) => vec!["win", "loss", "draw", "none"],
        Setter::Word(words, _) => words.to_vec(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use helgi_words::Catalogue;
    use std::collections::BTreeSet;

    fn key<'a>(list: &'a KeyList, name: &str) -> &'a ListedKeys {
        list.keys.iter().find(|keys| keys.names.iter().any(|one| one == name)).unwrap()
    }

    #[test]
    fn every_key_is_offered_with_a_sentence() {
        let list = KeyList::new();
        let mut names: Vec<String> = list.keys.iter().flat_map(|keys| keys.names.clone()).collect();
        let mut known = keys::names();
        names.sort();
        known.sort();
        assert_eq!(names, known);
        assert_eq!(key(&list, "stalemateValue").values, ["win", "loss", "draw"]);
        assert_eq!(key(&list, "movement").values, ["xbetza", "helgi"]);
        assert!(list.bases.iter().any(|base| base == "chess"));
    }

    /// Each text is sent once, and every message finds its own.
    #[test]
    fn the_texts_of_keys_come_along() {
        let list = KeyList::new();
        for (language, texts) in &list.texts {
            let known = |message: &TextMessage| texts.contains_key(message.id());
            for keys in &list.keys {
                assert!(known(&keys.kind) && known(&keys.text), "{language}: {keys:?}");
                assert!(
                    !matches!(&keys.default, Value::Message(words) if !known(words)),
                    "{language}: {keys:?}"
                );
            }
        }
        let codes: BTreeSet<&str> = Catalogue::all().iter().map(Catalogue::code).collect();
        assert_eq!(list.texts.keys().copied().collect::<BTreeSet<_>>(), codes);
        let russian = Catalogue::named("ru").unwrap();
        let told = |name: &str| russian.write(&key(&list, name).text);
        assert_eq!(told("stalemateValue"), "Результат стороны, которая не может ходить, но не под шахом.");
        assert_eq!(told("knight"), "Фигура, которая ходит как `N`.");
        assert_eq!(
            told("dropRegionBlackCustomPiece25"),
            "Куда ставят фигуру, если не туда же, куда остальные."
        );
    }

    #[test]
    fn the_values_that_are_offered_are_read() {
        for keys in KeyList::new().keys {
            for value in keys.values {
                let text = format!("[a:chess]\n{} = {value}\n", keys.names[0]);
                let findings = helgi_variants::load(&text).findings;
                let is_wrong = |finding: &helgi_variants::Finding| {
                    finding.severity == helgi_variants::Severity::Error
                        && finding.found == value
                        && finding.expected.id() == "finding.value-words"
                };
                assert!(!findings.iter().any(is_wrong), "{text} {findings:?}");
            }
        }
    }
}
