//! Games that are made known to the process.

use crate::file_game::{AnyFileGame, KeptGames, ReadGame};
use crate::library;
use crate::spec::Spec;
use helgi_rules::games::{GameId, RegisterError, replace};
use helgi_rules::internals::games::{self, GamesOnDemand, SHUFFLED, offer, restore};
use std::sync::Arc;

/// The origin of a game from a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RegisteredFile {
    /// It was not known before, or in the same words.
    Plays(GameId),
    /// The program has a game of its name, which stays; true if both agree in the positions of some games.
    BuiltIn(GameId, bool),
}

/// Makes a game known to the process. The same words are the same game, however often they are registered; other words
/// of the same name are another game, which the name leads to from then on, while handles, positions and lines of the
/// one before go on by its rules.
///
/// # Errors
///
/// If its name is no plain word, or is that of a game which was registered otherwise.
pub fn register(game: &ReadGame) -> Result<RegisteredFile, RegisterError> {
    let built_in = GameId::BUILT_IN.iter().chain(GameId::UNLISTED).find(|id| id.name() == game.name());
    if let Some(&id) = built_in {
        return Ok(RegisteredFile::BuiltIn(id, game.agrees_with(id)));
    }
    let mut games = KeptGames::lock();
    let kept = games.keep(game);
    let id = match kept.id {
        Some(id) => {
            restore(id);
            id
        }
        None => match kept.game {
            AnyFileGame::Small(game) => replace(game),
            AnyFileGame::Medium(game) => replace(game),
            AnyFileGame::Large(game) => replace(game),
        }?,
    };
    kept.id = Some(id);
    drop(games);
    renew_chess960(game)?;
    Ok(RegisteredFile::Plays(id))
}

/// Lets the name of the Chess960 form of a game lead to that of the present rules, if somebody has asked for it before.
fn renew_chess960(game: &ReadGame) -> Result<(), RegisterError> {
    let Some(form) = game.spec().as_chess960() else { return Ok(()) };
    let is_made = KeptGames::lock().id_of(&form.name).is_some_and(GameId::comes_along);
    if is_made {
        let form = ReadGame::new(Arc::new(form));
        let kept = KeptGames::lock().keep(&form).game;
        let id = match kept {
            AnyFileGame::Small(game) => replace(game),
            AnyFileGame::Medium(game) => replace(game),
            AnyFileGame::Large(game) => replace(game),
        }?;
        KeptGames::lock().keep(&form).id = Some(id);
    }
    Ok(())
}

/// The Chess960 form of a game from a file whose name is followed by `960`: of the user's, or of one that comes along.
fn chess960_called(name: &str) -> Option<ReadGame> {
    let base = name.strip_suffix(SHUFFLED)?;
    let user_s = GameId::all().into_iter().find(|game| game.name() == base).and_then(spec_of);
    let form = match user_s {
        Some(spec) => spec.as_chess960(),
        None => library::spec(base)?.as_chess960(),
    };
    form.map(|form| ReadGame::new(Arc::new(form)))
}

/// Registers a game that somebody has asked for by its name.
fn register_on_demand(game: &ReadGame) -> Option<GameId> {
    let mut games = KeptGames::lock();
    let kept = games.keep(game);
    let id = match (kept.id, kept.game) {
        (Some(id), _) => id,
        (None, AnyFileGame::Small(game)) => games::register_on_demand(game).ok()?,
        (None, AnyFileGame::Medium(game)) => games::register_on_demand(game).ok()?,
        (None, AnyFileGame::Large(game)) => games::register_on_demand(game).ok()?,
    };
    // Another thread may have registered another game of the name in the meantime.
    if spec_of(id) == Some(game.spec()) {
        kept.id = Some(id);
    }
    Some(id)
}

/// The facts that a game from a file states; nothing of other games.
#[must_use]
pub fn spec_of(game: GameId) -> Option<&'static Spec> {
    game.source()?.downcast_ref()
}

/// The contents of the net that comes along with a game of the [`library`]; its form [as Chess960](helgi_rules::Info::chess960)
/// has that, too. `None` without one, and for a game that is another one in spite of its name.
#[must_use]
pub fn net_of(game: GameId) -> Option<&'static [u8]> {
    let base = game.info().chess960.unwrap_or(game.name());
    let (_, net) = library::NETS.iter().find(|(name, _)| *name == base)?;
    let spec = spec_of(game)?;
    let is_own = match library::spec(game.name()) {
        Some(own) => **own == *spec,
        None => library::spec(base)?.as_chess960().is_some_and(|own| own == *spec),
    };
    is_own.then_some(net)
}

/// Lets the process find the games of the [`library`] by their names; each is made when it is asked for.
pub fn install_library() {
    let find = |name: &str| {
        let name = name.to_lowercase();
        register_on_demand(&library::game(&name).or_else(|| chess960_called(&name))?)
    };
    offer(GamesOnDemand { names: library::names, known: library::known, find });
}
