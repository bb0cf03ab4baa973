//! The keys of a file of games, for a page that offers them while somebody types.

use helgi_variants::Slot;
use helgi_variants::keys::{self, Key, PieceRegion, Setter};
use serde::Serialize;

/// A key that is offered.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct ListedKey {
    /// The key.
    pub name: String,
    /// Its kind of value in a word or two.
    pub kind: &'static str,
    /// The value that applies if it is not given.
    pub default: &'static str,
    /// Its meaning, in a sentence.
    pub text: String,
    /// All values that it can have, if they are few words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<&'static str>,
}

/// All keys, and all games from which a section can start.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct KeyList {
    /// The keys, in the order of the reference.
    pub keys: Vec<ListedKey>,
    /// The names of the games.
    pub bases: Vec<String>,
}

impl KeyList {
    /// The list.
    #[must_use]
    pub fn new() -> KeyList {
        let plain = keys::all().map(|&Key { name, default, text, value }| ListedKey {
            name: name.to_owned(),
            kind: value.kind(),
            default,
            text: text.to_owned(),
            values: values(value),
        });
        let pieces = Slot::all().map(|slot| ListedKey {
            name: slot.key(),
            kind: if slot.is_custom() { "letter:moves" } else { "letter" },
            default: "none",
            text: match slot.is_custom() {
                true => "A piece of your own.".to_owned(),
                false => format!("A piece that moves as `{}`.", slot.betza()),
            },
            values: Vec::new(),
        });
        let regions = PieceRegion::ALL.into_iter().flat_map(|region| {
            ["White", "Black"].into_iter().flat_map(move |side| {
                Slot::all().map(move |slot| {
                    let key = slot.key();
                    let (first, rest) = key.split_at(1);
                    let meaning = region.meaning();
                    let text = meaning.chars().take(1).flat_map(char::to_uppercase);
                    ListedKey {
                        name: format!("{}{side}{}{rest}", region.prefix(), first.to_uppercase()),
                        kind: "squares",
                        default: "all",
                        text: text.chain(meaning.chars().skip(1)).chain(['.']).collect(),
                        values: Vec::new(),
                    }
                })
            })
        });
        let bases = helgi_variants::library::bases();
        KeyList {
            keys: plain.chain(pieces).chain(regions).collect(),
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

    #[test]
    fn every_key_is_offered_with_a_sentence() {
        let list = KeyList::new();
        let mut names: Vec<String> = list.keys.iter().map(|key| key.name.clone()).collect();
        let mut known = keys::names();
        names.sort();
        known.sort();
        assert_eq!(names, known);
        assert!(list.keys.iter().all(|key| key.text.ends_with('.') && !key.default.is_empty()));
        let find = |name: &str| list.keys.iter().find(|key| key.name == name).unwrap();
        assert_eq!(find("stalemateValue").values, ["win", "loss", "draw"]);
        assert_eq!(find("movement").values, ["xbetza", "helgi"]);
        assert!(list.bases.iter().any(|base| base == "chess"));
    }

    #[test]
    fn the_values_that_are_offered_are_read() {
        for key in KeyList::new().keys {
            for value in key.values {
                let text = format!("[a:chess]\n{} = {value}\n", key.name);
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
