//! The games that are added while the program runs.
//!
//! An entry stays where it is for the life of the process, so that a handle leads to it without a lock. Which game a
//! name leads to, and which games are listed, may change.

use super::entry::{Companion, Entry};
use super::name::{GameNames, is_name};
use super::{BUILT_IN, GameId, RegisterError};
use crate::Game;
use std::any::Any;
use std::collections::{HashMap, HashSet};
use std::sync::{LazyLock, OnceLock, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// The entries of a chunk.
const CHUNK: usize = 256;

/// The entries in chunks, which are made when their first entry comes.
static ENTRIES: [OnceLock<Box<[OnceLock<Entry>]>>; CHUNK] = [const { OnceLock::new() }; CHUNK];

/// The names of the games.
#[derive(Default)]
struct Names {
    /// The number of entries.
    count: usize,
    /// By name: the game that it leads to.
    current: HashMap<&'static str, GameId>,
    /// The games of the list, in order.
    listed: Vec<GameId>,
    /// The games that another one of their name may replace.
    replaceable: HashSet<GameId>,
    /// The games that were only asked for.
    on_demand: HashSet<GameId>,
}

static NAMES: LazyLock<RwLock<Names>> = LazyLock::new(RwLock::default);

/// Games that are registered only when somebody asks for them.
#[derive(Clone, Copy, Debug)]
pub struct GamesOnDemand {
    /// Returns their names.
    pub names: fn() -> Vec<&'static str>,
    /// Returns their names with their titles and aliases.
    pub known: fn() -> Vec<GameNames>,
    /// Registers the game of a name, in any case of letters, by [`register_on_demand`]; `None` if there is no such
    /// game.
    pub find: fn(&str) -> Option<GameId>,
}

pub(super) static ON_DEMAND: OnceLock<GamesOnDemand> = OnceLock::new();

/// Lets [`GameId::named`] find further games, and [`names`](super::names::names) list them. The first offer of a process stays.
pub fn offer(games: GamesOnDemand) {
    // A second one is not needed where the first has been there all the time.
    let _ = ON_DEMAND.set(games);
}

/// Adds a game to the process's list, and returns its handle.
///
/// From then on it is found by name, listed by [`GameId::all`], and played like any other through
/// [`AnyPosition`](super::AnyPosition), notation, records and the referee. It is kept for the life of the
/// process. `helgi_engine::games::register` adds it together with an evaluation.
///
/// # Errors
///
/// If its name is not a plain word or is taken, or if it refuses its own start position.
pub fn register<G: Game>(game: G) -> Result<GameId, RegisterError> {
    add(game, Companion::new(), Place::ForGood)
}

/// Does what [`register`] does, and brings what another crate keeps of the game: nobody sees the one without the other.
///
/// # Errors
///
/// Those of [`register`].
pub fn register_with<G: Game>(
    game: G,
    companion: Box<dyn Any + Send + Sync>,
) -> Result<GameId, RegisterError> {
    add(game, Companion::from(companion), Place::ForGood)
}

/// Adds a game that another one of its name may replace, or replaces such a one: the name leads to the new game from
/// then on. Handles, positions and lines of the old game go on as they are.
///
/// # Errors
///
/// Those of [`register`]; the name is taken only by games that were not added by this function.
pub fn replace<G: Game>(game: G) -> Result<GameId, RegisterError> {
    add(game, Companion::new(), Place::Replaceable)
}

/// Adds a game that is found by its name but not listed, as the [offer] promised; [`replace`] may replace it. Should the
/// name have a game in the meantime, that one is returned.
///
/// # Errors
///
/// Those of [`register`].
pub fn register_on_demand<G: Game>(game: G) -> Result<GameId, RegisterError> {
    add(game, Companion::new(), Place::OnDemand)
}

/// Lists a game again that was replaced or only asked for, and lets its name lead to it.
pub fn restore(game: GameId) {
    let mut names = write();
    if names.replaceable.contains(&game) {
        names.let_lead(game);
    }
}

/// The place of a game among those of its name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    ForGood,
    Replaceable,
    OnDemand,
}

fn add<G: Game>(game: G, companion: Companion, place: Place) -> Result<GameId, RegisterError> {
    let name = game.info().name;
    if !is_name(name) {
        return Err(RegisterError::Name(name.to_owned()));
    }
    if let Err(error) = game.check_start() {
        return Err(RegisterError::Start { name: name.to_owned(), error });
    }
    if GameId::built_in(name).is_some() {
        return Err(RegisterError::Taken(name.to_owned()));
    }
    let mut names = write();
    if let Some(current) = names.current.get(name) {
        if place == Place::OnDemand {
            return Ok(*current);
        }
        if place == Place::ForGood || !names.replaceable.contains(current) {
            return Err(RegisterError::Taken(name.to_owned()));
        }
    }
    let full = || RegisterError::Full(name.to_owned());
    let id = u16::try_from(BUILT_IN.len() + names.count).map(GameId).map_err(|_| full())?;
    let chunk = ENTRIES.get(names.count / CHUNK).ok_or_else(full)?;
    let chunk = chunk.get_or_init(|| (0..CHUNK).map(|_| OnceLock::new()).collect());
    // The lock is held, so that nobody else has this place.
    if chunk[names.count % CHUNK].set(Entry::with(game, companion)).is_err() {
        return Err(full());
    }
    names.count += 1;
    if place != Place::ForGood {
        names.replaceable.insert(id);
    }
    if place == Place::OnDemand {
        names.on_demand.insert(id);
        names.current.insert(name, id);
    } else {
        names.let_lead(id);
    }
    Ok(id)
}

impl Names {
    /// Lists a game, and lets its name lead to it.
    fn let_lead(&mut self, game: GameId) {
        self.on_demand.remove(&game);
        let before = self.current.insert(game.name(), game);
        match self.listed.iter_mut().find(|listed| Some(**listed) == before) {
            Some(place) => *place = game,
            None => self.listed.push(game),
        }
    }
}

fn read() -> RwLockReadGuard<'static, Names> {
    NAMES.read().unwrap_or_else(PoisonError::into_inner)
}

fn write() -> RwLockWriteGuard<'static, Names> {
    NAMES.write().unwrap_or_else(PoisonError::into_inner)
}

/// The entry of a number.
pub(super) fn entry(number: usize) -> &'static Entry {
    let entry =
        ENTRIES.get(number / CHUNK).and_then(OnceLock::get).and_then(|chunk| chunk[number % CHUNK].get());
    match entry {
        Some(entry) => entry,
        None => unreachable!("a handle is made when its entry is set, and entries stay"),
    }
}

/// The games of the list.
pub(super) fn listed() -> Vec<GameId> {
    read().listed.clone()
}

/// The game that a name leads to, in any case of letters.
pub(super) fn current(name: &str) -> Option<GameId> {
    read().current.get(name.to_ascii_lowercase().as_str()).copied()
}

/// The game of a name that is registered when it is asked for.
pub(super) fn on_demand(name: &str) -> Option<GameId> {
    ON_DEMAND.get().and_then(|games| (games.find)(name))
}

/// The names of the games that are registered when they are asked for.
pub(super) fn names_on_demand() -> Vec<&'static str> {
    ON_DEMAND.get().map(|games| (games.names)()).unwrap_or_default()
}

/// Returns true for a game that nobody has registered.
pub(super) fn comes_along(game: GameId) -> bool {
    read().on_demand.contains(&game)
}
