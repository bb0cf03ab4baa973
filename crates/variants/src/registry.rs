//! Games that are made known to the process.

use crate::file_game::{KeptGames, ReadGame};
use crate::library;
use crate::spec::Spec;
use crate::with_file_game;
use helgi_rules::games::{GameId, RegisterError};
use helgi_rules::internals::games::{self, GamesOnDemand, SHUFFLED, offer, replace, restore};
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
        None => with_file_game!(kept.game, game => replace(game))?,
    };
    kept.id = Some(id);
    // `renew_chess960` takes the lock itself.
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
        let id = with_file_game!(kept, game => replace(game))?;
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
    let id = match kept.id {
        Some(id) => id,
        None => with_file_game!(kept.game, game => games::register_on_demand(game).ok()?),
    };
    // Another thread may have registered another game of the name in the meantime.
    if spec_of(id) == Some(game.spec()) {
        kept.id = Some(id);
    }
    Some(id)
}

/// The number of digits of a fingerprint behind the name of a game that was registered apart.
const DIGITS: usize = 8;

/// Makes a game known to the process that a stranger has sent. It is listed nowhere, and takes the name of no other game: its
/// own has the first digits of its [fingerprint](Spec::fingerprint) behind it. If the process has a game of its rules and its
/// name, that is meant.
///
/// ```
/// let loaded = helgi_variants::load("[duck:chess]\nstalemateValue = loss\n");
/// let game = helgi_variants::register_apart(&loaded.games[0]).unwrap();
/// assert!(game.name().starts_with("duck-"));
/// assert_eq!(helgi_variants::taken_apart(game), Some("duck"));
/// assert!(!helgi_rules::internals::games::names().contains(&game.name()));
/// ```
///
/// # Errors
///
/// If a game of other rules has that name, or there are as many games as a process can have.
pub fn register_apart(game: &ReadGame) -> Result<GameId, RegisterError> {
    let is_same = |known: &GameId| spec_of(*known).is_some_and(|spec| spec.has_rules_of(game.spec()));
    if let Some(known) = known_exactly(game.name()).filter(is_same) {
        return Ok(known);
    }
    let name = name_apart(game.name(), game.spec());
    if let Some(known) = known_exactly(&name) {
        return if is_same(&known) { Ok(known) } else { Err(RegisterError::Taken(name)) };
    }
    let mut spec = Spec { name, ..game.spec().clone() };
    // Otherwise the game would be called as its section is.
    spec.said.insert("title".to_owned(), spec.title.clone());
    let full = || RegisterError::Full(spec.name.clone());
    register_on_demand(&ReadGame::new(Arc::new(spec.clone()))).ok_or_else(full)
}

/// The game of exactly this name.
fn known_exactly(name: &str) -> Option<GameId> {
    GameId::named(name).filter(|game| game.name() == name)
}

/// The name under which a game is registered apart.
fn name_apart(name: &str, spec: &Spec) -> String {
    let digits = spec.fingerprint();
    let digits = digits.get(..DIGITS).unwrap_or(&digits);
    let begin = name.get(..games::LONGEST_NAME - DIGITS - 1).unwrap_or(name);
    format!("{begin}-{digits}")
}

/// Returns the name that a game had before it was [registered apart](register_apart), as far as it is kept; `None` for all other
/// games.
#[must_use]
pub fn taken_apart(game: GameId) -> Option<&'static str> {
    let (name, _) = game.name().rsplit_once('-')?;
    let is_apart = game.comes_along() && name_apart(name, spec_of(game)?) == game.name();
    is_apart.then_some(name)
}

/// The facts that a game from a file states; nothing of other games.
#[must_use]
pub fn spec_of(game: GameId) -> Option<&'static Spec> {
    game.source()?.downcast_ref()
}

/// The rules page of a game from a file in a language, or else in English, of what its file says; `None` for other games.
///
/// ```
/// helgi_variants::install_library();
/// let capablanca = helgi_rules::GameId::named("capablanca").unwrap();
/// let page = helgi_variants::rules_page(capablanca, "ru").unwrap();
/// assert!(page.starts_with("# Шахматы Капабланки\n\n"));
/// assert_eq!(helgi_variants::rules_page(helgi_rules::GameId::CHESS, "en"), None);
/// ```
#[must_use]
pub fn rules_page(game: GameId, language: &str) -> Option<String> {
    Some(spec_of(game)?.rules_page(language))
}

/// The contents of the net that comes along with a game of the [`library`]; its form [as Chess960](helgi_rules::Info::chess960)
/// has that, too. `None` without one, and for a game that is another one in spite of its name.
#[must_use]
pub fn net_of(game: GameId) -> Option<&'static [u8]> {
    let base = game.info().chess960.unwrap_or(game.name());
    let (_, net) = library::NETS.iter().find(|(name, _)| *name == base)?;
    is_of_library(game).then_some(net)
}

/// The game that lends its nets to a game of the [`library`], which has none of its own; so for its form [as
/// Chess960](helgi_rules::Info::chess960). `None` for a game that borrows none, and for one that is another one in spite of its
/// name.
///
/// ```
/// helgi_variants::install_library();
/// let game = |name| helgi_rules::GameId::named(name).unwrap();
/// assert_eq!(helgi_variants::lender_of(game("5check")), Some(game("3check")));
/// assert_eq!(helgi_variants::lender_of(game("3check")), None);
/// ```
#[must_use]
pub fn lender_of(game: GameId) -> Option<GameId> {
    let base = game.info().chess960.unwrap_or(game.name());
    let of = |name: &str| library::lent().find(|(borrower, _)| *borrower == name);
    let (_, lender) = of(game.name()).or_else(|| of(base))?;
    is_of_library(game).then(|| GameId::named(lender)).flatten()
}

/// Returns true if a game is one of the [`library`], or the form [as Chess960](helgi_rules::Info::chess960) of one, and not another
/// one of its name.
///
/// ```
/// helgi_variants::install_library();
/// let game = |name| helgi_rules::GameId::named(name).unwrap();
/// assert!(helgi_variants::is_of_library(game("atomic960")));
/// assert!(!helgi_variants::is_of_library(game("tavreli")));
/// ```
#[must_use]
pub fn is_of_library(game: GameId) -> bool {
    let Some(spec) = spec_of(game) else { return false };
    match library::spec(game.name()) {
        Some(own) => **own == *spec,
        None => {
            let base = game.info().chess960.and_then(library::spec);
            base.and_then(|base| base.as_chess960()).is_some_and(|own| own == *spec)
        }
    }
}

/// Lets the process find the games of the [`library`] by their names; each is made when it is asked for.
pub fn install_library() {
    let find = |name: &str| {
        let name = name.to_lowercase();
        register_on_demand(&library::game(&name).or_else(|| chess960_called(&name))?)
    };
    offer(GamesOnDemand { names: library::names, known: library::known, find });
}
