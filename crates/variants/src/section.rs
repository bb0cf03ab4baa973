//! Games as text again: the section that makes a game from one that comes along.

use crate::library;
use crate::spec::Spec;
use std::fmt::Write;
use std::sync::Arc;

/// The most games that are tried as the base of a section: the nearest ones.
const TRIED: usize = 4;

/// Returns a section that describes a game, with a base of the [library] where that makes it shorter; `None` for a game that
/// no single section describes. [`load`](crate::load) makes the same game of it.
///
/// ```
/// let loaded = helgi_variants::load("[a:chess]\nstalemateValue = loss\n[b:a]\nnMoveRule = 40\n");
/// let text = helgi_variants::section_of(loaded.games[1].spec()).unwrap();
/// assert_eq!(text, "[b:chess]\nnMoveRule = 40\nstalemateValue = loss\n");
/// ```
#[must_use]
pub fn section_of(spec: &Spec) -> Option<String> {
    let bases = library::bases();
    // A section cannot unsay what its base says.
    let is_usable =
        |base: &&Arc<Spec>| base.name != spec.name && base.said.keys().all(|key| spec.said.contains_key(key));
    let mut texts: Vec<String> =
        bases.iter().filter(is_usable).map(|base| section(spec, Some(base))).collect();
    let whole = section(spec, None);
    texts.push(whole.clone());
    // Of sections of one length the first base counts: `chess` stands before its kin.
    texts.sort_by_key(String::len);
    texts.truncate(TRIED);
    texts.push(whole);
    texts.into_iter().find(|text| {
        let found = crate::load(text);
        matches!(&found.games[..], [game] if game.spec() == spec)
    })
}

/// The lines that differ from those of a base.
fn section(spec: &Spec, base: Option<&Spec>) -> String {
    let mut text = match base {
        Some(base) => format!("[{}:{}]\n", spec.name, base.name),
        None => format!("[{}]\n", spec.name),
    };
    let is_known =
        |key: &str, value: &str| base.and_then(|base| base.said.get(key)).is_some_and(|said| said == value);
    for (key, value) in spec.said.iter().filter(|(key, value)| !is_known(key, value)) {
        // Writing to a string does not fail.
        let _ = writeln!(text, "{key} = {value}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load;

    #[test]
    fn a_game_that_starts_from_one_of_the_library_is_read_as_it_is_written() {
        for base in library::specs() {
            let loaded = load(&format!("[own:{}]\ntitle = Own\n", base.name));
            let [game] = &loaded.games[..] else { continue };
            let text = section_of(game.spec()).unwrap_or_else(|| panic!("{} is not written", base.name));
            assert!(text.len() < 200, "{text}");
            assert_eq!(load(&text).games[0].spec(), game.spec(), "{}", base.name);
        }
    }

    #[test]
    fn words_of_a_game_are_written_with_it() {
        let text =
            "[a:shogi]\ntitle = My shogi\ntitle.ru = Мои сёги\nrules = Two kings. No draws.\nmaxFile = 9\n";
        let loaded = load(text);
        let [game] = &loaded.games[..] else { panic!("{:?}", loaded.findings) };
        let again = section_of(game.spec()).unwrap();
        assert!(again.starts_with("[a:shogi]\n") && again.contains("title.ru = Мои сёги\n"), "{again}");
        assert_eq!(load(&again).games[0].spec(), game.spec());
    }
}
