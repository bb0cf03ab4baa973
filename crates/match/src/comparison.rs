//! The difference of two saved matches.

use super::part::Part;
use super::state::State;
use serde_json::{Map, Value};

/// Returns what differs in a saved match from another one of the same games, so that their results cannot be
/// counted together: the field, its value, and the one expected.
pub(super) fn difference(expected: &State, found: &State) -> Option<String> {
    let values = [comparable(expected, found), comparable(found, expected)];
    let [Some(one), Some(other)] = values else { return Some("settings that cannot be compared".to_owned()) };
    let changed = changed("", &one, &other);
    changed.or_else(|| expected.identities.difference(&found.identities, &expected.settings))
}

/// The settings that must be the same in all parts.
fn comparable(state: &State, other: &State) -> Option<Value> {
    let mut value = serde_json::to_value(&state.settings).ok()?;
    let fields = value.as_object_mut()?;
    for own in ["concurrency", "processors", "pgn", "pgn_details", "epd", "log", "site", "pool"] {
        fields.remove(own);
    }
    let parts = state.settings.part.map_or(1, Part::of);
    fields.insert("part".to_owned(), format!("n/{parts}").into());
    // A file whose sum is known may be anywhere.
    let are_known = |pick: &dyn Fn(&State) -> bool| pick(state) && pick(other);
    if are_known(&|state| state.identities.openings.is_some())
        && let Some(file) = fields.get_mut("openings").and_then(|openings| openings.get_mut("File"))
    {
        file.as_object_mut()?.remove("path");
    }
    let engines = fields.get_mut("engines").and_then(Value::as_array_mut)?;
    for (number, engine) in engines.iter_mut().filter_map(Value::as_object_mut).enumerate() {
        engine.remove("folder");
        engine.remove("errors");
        if are_known(&|state| state.identities.engines.get(number).is_some_and(|own| own.file.is_some())) {
            engine.remove("command");
        }
    }
    Some(value)
}

/// The first difference of two values, with its place.
fn changed(place: &str, expected: &Value, found: &Value) -> Option<String> {
    let inside = |name: &str| if place.is_empty() { name.to_owned() } else { format!("{place} {name}") };
    match (expected, found) {
        (Value::Object(expected), Value::Object(found)) => {
            let missing = Value::Null;
            let of = |map: &Map<String, Value>, name: &String| map.get(name).unwrap_or(&missing).clone();
            let names = expected.keys().chain(found.keys().filter(|name| !expected.contains_key(*name)));
            names.into_iter().find_map(|name| changed(&inside(name), &of(expected, name), &of(found, name)))
        }
        (Value::Array(expected), Value::Array(found)) if expected.len() == found.len() => {
            let mut pairs = expected.iter().zip(found).zip(1..);
            pairs.find_map(|((expected, found), number)| {
                changed(&inside(&number.to_string()), expected, found)
            })
        }
        _ => (expected != found).then(|| format!("{place}: {}, expected {}", shown(found), shown(expected))),
    }
}

/// A value as it is printed.
fn shown(value: &Value) -> String {
    match value {
        Value::Null => "none".to_owned(),
        Value::String(text) => text.clone(),
        value => value.to_string(),
    }
}
