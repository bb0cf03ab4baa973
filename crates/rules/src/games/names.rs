//! The names under which games are found: their own, their titles, and those that other programs have for them.
//!
//! An exact name wins, in any case of letters. Otherwise names are compared without case, blanks, dashes, underscores
//! and apostrophes, and a name that two games could claim is refused. `960` behind a name means the game from shuffled
//! starts, which is never taken for the one from its own start.

use super::GameId;
use super::name::{GameNames, SHUFFLED, folded};
use super::registry::{self, ON_DEMAND};
use crate::nearest_name;
use helgi_notation::excerpt;
use std::collections::{BTreeSet, HashSet};
use std::sync::OnceLock;
use thiserror::Error;

/// The reason why a name stands for no game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("`{name}`, expected {expected}")]
#[non_exhaustive]
pub struct NameError {
    /// The name, cut where it is long.
    pub name: String,
    /// The text that would have been accepted.
    pub expected: String,
    /// The names of the games that may be meant: all that are called so, or else the one that is called almost so.
    pub meant: Vec<&'static str>,
}

/// Returns the names of the games that the program brings, in their order: the built-in ones, Chess960, and those that
/// come along.
#[must_use]
pub fn known() -> Vec<GameNames> {
    let built_in = GameId::BUILT_IN.iter().chain(GameId::UNLISTED);
    let mut names: Vec<GameNames> = built_in.map(|game| GameNames::of(game.info())).collect();
    for further in ON_DEMAND.get().map(|games| (games.known)()).unwrap_or_default() {
        if names.iter().all(|game| game.name != further.name) {
            names.push(further);
        }
    }
    names
}

/// Returns the names of all games: of the [listed](GameId::all) ones, then of those that are registered when somebody asks
/// for them. No game is made for it. For lists only: what is true of one game must not depend on the others.
#[must_use]
pub fn names() -> Vec<&'static str> {
    let mut names: Vec<&str> = GameId::all().into_iter().map(GameId::name).collect();
    // A registered game stands for the offer of its name.
    let mut known: HashSet<&str> = names.iter().copied().collect();
    names.extend(registry::names_on_demand().into_iter().filter(|name| known.insert(name)));
    names
}

/// The folded names of the games that the program brings, each with the game's own name.
fn folded_names() -> Vec<(String, &'static str)> {
    let of = |game: GameNames| game.all().map(|name| (folded(name), game.name)).collect::<Vec<_>>();
    known().into_iter().flat_map(of).collect()
}

/// Calls `use_them` with the [`folded_names`], which are made once.
fn with_folded_names<T>(use_them: impl FnOnce(&[(String, &'static str)]) -> T) -> T {
    static MADE: OnceLock<Vec<(String, &'static str)>> = OnceLock::new();
    // Before the games are offered that come along, the list is not complete.
    if ON_DEMAND.get().is_some() {
        use_them(MADE.get_or_init(folded_names))
    } else {
        use_them(&folded_names())
    }
}

/// The names of the games that may be meant by a name that is none exactly.
fn meant(name: &str) -> BTreeSet<&'static str> {
    let wanted = folded(name);
    if wanted.is_empty() {
        return BTreeSet::new();
    }
    let is_so = |(other, _): &&(String, &'static str)| *other == wanted;
    let mut games: BTreeSet<&'static str> =
        with_folded_names(|names| names.iter().filter(is_so).map(|(_, game)| *game).collect());
    let is_called = |game: &GameNames| game.all().any(|other| folded(other) == wanted);
    let registered = GameId::all().into_iter().filter(|game| !GameId::BUILT_IN.contains(game));
    games.extend(registered.map(|game| GameNames::of(game.info())).filter(is_called).map(|game| game.name));
    games
}

/// The game that may be meant by a name, if it is one.
pub(super) fn one_meant(name: &str) -> Option<&'static str> {
    let games = meant(name);
    games.first().copied().filter(|_| games.len() == 1)
}

/// The game whose shuffled form may be meant by a name.
pub(super) fn one_shuffled(name: &str) -> Option<GameId> {
    let base = folded(name).strip_suffix(SHUFFLED).and_then(one_meant)?;
    GameId::named_exactly(base)
}

/// The reason why a name stands for no game.
pub(super) fn fault(name: &str) -> NameError {
    let games = meant(name);
    let (wanted, name) = (folded(name), excerpt(name));
    if games.len() > 1 {
        let quoted: Vec<String> = games.iter().map(|name| format!("`{name}`")).collect();
        let expected = format!("{}: more than one game is called so", quoted.join(" or "));
        return NameError { name, expected, meant: games.into_iter().collect() };
    }
    if let Some(game) = wanted.strip_suffix(SHUFFLED).and_then(one_meant) {
        let expected = format!("`{game}`: helgi plays it from its own start, not from shuffled ones");
        return NameError { name, expected, meant: vec![game] };
    }
    let registered = GameId::all().into_iter().map(|game| (folded(game.name()), game.name()));
    let mut names: Vec<(String, &'static str)> = registered.collect();
    with_folded_names(|brought| names.extend_from_slice(brought));
    let near = nearest_name(&wanted, names.iter().map(|(name, _)| name.as_str()));
    let meant: Vec<&str> = near
        .and_then(|near| names.iter().find(|(name, _)| name == near))
        .iter()
        .map(|(_, game)| *game)
        .collect();
    let hint = meant.first().map_or(String::new(), |game| format!("; did you mean `{game}`?"));
    NameError { name, expected: format!("a game that helgi plays{hint}"), meant }
}
