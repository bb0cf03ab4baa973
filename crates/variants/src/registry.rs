//! Games that are made known to the process, once each.

use crate::check::AnyFileGame;
use crate::library;
use crate::spec::Spec;
use helgi_rules::Game;
use helgi_rules::games::{self, GameId, GamesOnDemand, RegisterError};
use std::sync::{Mutex, PoisonError};

/// The games that were registered, with what they say.
static KNOWN: Mutex<Vec<(GameId, &'static Spec)>> = Mutex::new(Vec::new());

/// The origin of a game from a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RegisteredFile {
    /// It was not known before, or in the same words.
    Plays(GameId),
    /// The program has a game of its name, which stays; whether both have the same number of paths of three moves.
    BuiltIn(GameId, bool),
}

/// Makes a game known to the process. What was registered before in the same words is not registered again.
///
/// # Errors
///
/// If another game of its name is registered, or its name is no plain word.
pub fn register(game: &AnyFileGame) -> Result<RegisteredFile, RegisterError> {
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let name = game.info().name;
    if let Some((id, _)) = known.iter().find(|(id, spec)| id.name() == name && *spec == game.spec()) {
        return Ok(RegisteredFile::Plays(*id));
    }
    let built_in = GameId::BUILT_IN.iter().chain(GameId::UNLISTED).find(|id| id.name() == name);
    if let Some(&id) = built_in {
        const DEPTH: u32 = 3;
        let here = game.perft(game.info().start, DEPTH);
        return Ok(RegisteredFile::BuiltIn(id, here == Ok(id.start().perft(DEPTH))));
    }
    let id = game.register_anew()?;
    known.push((id, game.spec()));
    Ok(RegisteredFile::Plays(id))
}

/// The facts that a game from a file states; nothing of other games.
#[must_use]
pub fn spec_of(game: GameId) -> Option<&'static Spec> {
    let known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    known.iter().find(|(id, _)| *id == game).map(|(_, spec)| *spec)
}

/// The contents of the net that comes along with a game of the [`library`]; `None` without one, and for a game that is
/// another one in spite of its name.
#[must_use]
pub fn net_of(game: GameId) -> Option<&'static [u8]> {
    let (name, net) = library::NETS.iter().find(|(name, _)| *name == game.name())?;
    let is_own = spec_of(game).is_some_and(|spec| library::spec(name) == Some(spec));
    is_own.then_some(net)
}

impl AnyFileGame {
    fn register_anew(&self) -> Result<GameId, RegisterError> {
        match *self {
            AnyFileGame::Small(game) => games::register(game),
            AnyFileGame::Medium(game) => games::register(game),
            AnyFileGame::Large(game) => games::register(game),
        }
    }
}

/// Lets the process find the games of the [`library`] by their names; each is made when it is asked for.
pub fn install_library() {
    let find = |name: &str| {
        let game = library::game(&name.to_lowercase())?;
        match register(&game) {
            Ok(RegisteredFile::Plays(id)) => Some(id),
            _ => None,
        }
    };
    games::offer(GamesOnDemand { names: library::names, known: library::known, find });
}
