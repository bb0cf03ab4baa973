//! The game that a section starts from, under its own name or under one that other programs have for it.

use crate::library_texts;
use crate::spec::Spec;
use helgi_rules::GameId;
use helgi_rules::internals::games::{GameNames, SHUFFLED, folded, known};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The game that a section starts from.
pub struct SectionBase<'a> {
    /// The game as plain data.
    pub spec: Cow<'a, Spec>,
    /// Its own name, if the section has another one for it.
    pub renamed: Option<String>,
}

/// Finds the game that a section starts from. An exact name wins; otherwise the names of other programs are known, as
/// everywhere in helgi, if they mean one game only.
pub fn find<'a>(name: &str, bases: &'a [Arc<Spec>]) -> Option<SectionBase<'a>> {
    let exact = |name: &str| bases.iter().find(|spec| spec.name == name).map(Arc::as_ref);
    if let Some(spec) = exact(name) {
        return Some(SectionBase { spec: Cow::Borrowed(spec), renamed: None });
    }
    let found = own_name(name)?;
    let spec = match exact(&found) {
        Some(spec) => Cow::Borrowed(spec),
        // Forms as Chess960 are made when they are asked for.
        None => {
            let base = if found == GameId::FISCHERANDOM.name() {
                GameId::CHESS.name()
            } else {
                found.strip_suffix(SHUFFLED)?
            };
            match exact(base)? {
                // What cannot be read stays so.
                unread @ Spec { unread: Some(_), .. } => Cow::Borrowed(unread),
                spec => Cow::Owned(spec.as_chess960()?),
            }
        }
    };
    Some(SectionBase { spec, renamed: (found != name).then_some(found) })
}

/// Returns helgi's own name of the one game that a text names, also of its form as Chess960.
pub fn own_name(name: &str) -> Option<String> {
    let name = folded(name);
    let shuffled = || Some(format!("{}{SHUFFLED}", one_called(name.strip_suffix(SHUFFLED)?)?));
    one_called(&name).map(str::to_owned).or_else(shuffled)
}

/// The name of the one game that a folded name means.
fn one_called(name: &str) -> Option<&'static str> {
    let is_called = |game: &GameNames| {
        let names = [game.name, game.title].into_iter().chain(game.aliases.iter().copied());
        names.into_iter().any(|other| folded(other) == name)
    };
    // The games that come along are among the known ones only where they have been offered.
    let names = known().into_iter().chain(library_texts::known());
    let called: BTreeSet<&str> = names.filter(is_called).map(|game| game.name).collect();
    called.first().copied().filter(|_| called.len() == 1)
}
