//! The games in the list of variants: one list for XBoard, another for every other client.

use super::figures::{KNOWN, foreign};
use super::table::LetterTable;
use helgi_rules::games::GameId;
use helgi_rules::internals::games;
use std::borrow::Cow;
use std::collections::HashSet;

/// The longest list of names for XBoard, in characters: WinBoard 4.9 stops at a line of twice as many.
const LONGEST: usize = 460;

/// The games that come along and that XBoard cannot show. The list of variants, which is sent at every start, does not
/// wait for their [`LetterTable`]s; a test asks these.
const NOT_SHOWN: [&str; 7] =
    ["shouse", "kyotoshogi", "chennis", "makrukhouse", "shogun", "crazyhouse960", "capahouse960"];

/// The games that come along with more kinds of pieces than the protocol has letters for; they are in no list.
const WITHOUT_LETTERS: [&str; 1] = ["cannonshogi"];

/// Returns the names of games that can be played on XBoard's board, as its list of variants has them: the built-in
/// ones, Chess960, which is a game by itself there, those that XBoard knows by itself, the `selected` one, and as many
/// others as there is room for.
///
/// ```
/// use helgi_rules::games::GameId;
///
/// let names = helgi_xboard::offered(GameId::TAVRELI);
/// assert!(names.starts_with(&["normal".to_owned(), "tavreli".to_owned()]));
/// ```
pub fn offered(selected: GameId) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut length = 0;
    let waiting: HashSet<&str> = on_demand().collect();
    let of_game = |game: GameId| {
        let (_, table) = with_letters(game)?;
        table.fault().is_none().then(|| table.variant().to_owned())
    };
    // Games that wait until somebody asks for them are not made for their names.
    let of_name = |name: &'static str| {
        if waiting.contains(name) {
            let is_shown = !NOT_SHOWN.contains(&name) && !WITHOUT_LETTERS.contains(&name);
            return is_shown.then(|| called(name).into_owned());
        }
        GameId::named(name).and_then(of_game)
    };
    let built_in = GameId::BUILT_IN.iter().chain(GameId::UNLISTED).copied().filter_map(of_game);
    let all = games::names();
    let known = KNOWN.into_iter().filter(|name| all.contains(name)).filter_map(of_name);
    let others = all.iter().copied().filter_map(of_name);
    for name in built_in.chain(known).chain([selected].into_iter().filter_map(of_game)).chain(others) {
        if names.contains(&name) {
            continue;
        }
        // With the comma behind it.
        length += name.len() + 1;
        if length > LONGEST {
            break;
        }
        names.push(name);
    }
    names
}

/// Returns the names of all games, as the list of variants has them for a client that is not XBoard: their own names,
/// but for chess, which the protocol calls `normal`. Left out are built-in games for which it has no room.
///
/// ```
/// let names = helgi_xboard::listed();
/// assert!(names.starts_with(&["normal".to_owned(), "tavreli".to_owned()]));
/// assert!(names.contains(&"fischerandom".to_owned()) && !names.contains(&"operational2".to_owned()));
/// ```
pub fn listed() -> Vec<String> {
    let built_in = GameId::BUILT_IN.iter().chain(GameId::UNLISTED);
    let (mut names, mut missing) = (Vec::new(), Vec::new());
    for &game in built_in {
        match LetterTable::new(game.info()) {
            Ok(table) if table.is_known() => {
                names.push(table.variant().to_owned());
                missing.push(game.name());
            }
            Ok(_) => names.push(game.name().to_owned()),
            Err(_) => missing.push(game.name()),
        }
    }
    // The others are not made for their names alone.
    for name in games::names() {
        let has_letters = !missing.contains(&name) && !WITHOUT_LETTERS.contains(&name);
        if has_letters && names.iter().all(|other| other != name) {
            names.push(name.to_owned());
        }
    }
    names
}

/// Returns the game that XBoard calls so, whether it is in the list or not.
///
/// ```
/// use helgi_rules::games::GameId;
///
/// assert_eq!(helgi_xboard::game_called("normal").map(|(game, _)| game), Some(GameId::CHESS));
/// assert!(helgi_xboard::game_called("chess").is_none());
/// ```
pub fn game_called(name: &str) -> Option<(GameId, LetterTable)> {
    let is_called = |(_, table): &(GameId, LetterTable)| table.variant() == name;
    // Most are called by their names, and the others need not be made.
    let own = GameId::named(name).and_then(with_letters).filter(is_called);
    let made = || GameId::all().into_iter().filter_map(with_letters).find(is_called);
    let waiting = || {
        let own_name = on_demand().find(|own_name| called(own_name) == name)?;
        GameId::named(own_name).and_then(with_letters).filter(is_called)
    };
    own.or_else(made).or_else(waiting)
}

/// The names of the games that are made when somebody asks for them; not of those of the user's.
fn on_demand() -> impl Iterator<Item = &'static str> {
    let made: HashSet<&str> = GameId::all().into_iter().map(GameId::name).collect();
    games::names().into_iter().filter(move |name| !made.contains(name))
}

/// XBoard's name of a game that comes along, which is not made for it.
fn called(name: &'static str) -> Cow<'static, str> {
    if KNOWN.contains(&name) { Cow::Borrowed(name) } else { foreign(name) }
}

fn with_letters(game: GameId) -> Option<(GameId, LetterTable)> {
    Some((game, LetterTable::new(game.info()).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names by which cutechess 1.4 calls games that come along.
    const OF_CUTECHESS: [&str; 16] = [
        "3check",
        "atomic",
        "capablanca",
        "courier",
        "embassy",
        "gothic",
        "grand",
        "janus",
        "jesonmor",
        "knightmate",
        "losalamos",
        "makruk",
        "minishogi",
        "shatranj",
        "shogi",
        "crazyhouse",
    ];

    #[test]
    fn xboard_gets_a_short_list_without_names_of_its_own_games() {
        helgi_variants::install_library();
        let names = offered(GameId::default());
        assert!(names.join(",").len() <= LONGEST, "{names:?}");
        for name in ["normal", "fischerandom", "crazyhouse", "suicide", "3check"] {
            assert!(names.iter().any(|other| other == name), "{name} in {names:?}");
        }
        assert!(names.iter().all(|name| name != "knightmate" && name != "operational2"), "{names:?}");
        for (game, name) in [("knightmate", "k-nightmate"), ("shogi", "s-hogi"), ("makruk", "m-akruk")] {
            let selected = offered(GameId::named(game).unwrap());
            assert!(selected.iter().any(|other| other == name), "{name} in {selected:?}");
        }
    }

    #[test]
    fn other_clients_get_every_game_by_its_name_and_can_choose_it() {
        helgi_variants::install_library();
        let names = listed();
        for name in OF_CUTECHESS {
            assert!(names.iter().any(|other| other == name), "{name} in {names:?}");
        }
        assert!(names.len() > 90, "{names:?}");
        for (place, name) in names.iter().enumerate() {
            assert!(!names[..place].contains(name), "{name} twice");
            let game = game_called(name).map(|(game, _)| game).or_else(|| GameId::named(name)).expect(name);
            assert!(LetterTable::new(game.info()).is_ok(), "{name}");
        }
    }

    #[test]
    fn games_that_come_along_are_called_as_their_letters_say() {
        helgi_variants::install_library();
        assert!(on_demand().count() > 60);
        let (mut hidden, mut without) = (Vec::new(), Vec::new());
        for name in on_demand() {
            let table = GameId::named(name).and_then(with_letters).map(|(_, table)| table);
            match &table {
                None => without.push(name),
                Some(table) if table.fault().is_some() => hidden.push(name),
                Some(_) => {}
            }
            assert!(table.is_none_or(|table| table.variant() == called(name)), "{name}");
        }
        assert_eq!((&hidden[..], &without[..]), (&NOT_SHOWN[..], &WITHOUT_LETTERS[..]));
    }

    #[test]
    fn the_lists_do_not_depend_on_what_was_named() {
        helgi_variants::install_library();
        crate::entry::tests::add_games_of_two_victims();
        let (short, long) = (offered(GameId::default()), listed());
        for name in ["shogi", "atomic", "xiangqi", "amazons"] {
            let _ = GameId::named(name);
            assert_eq!((offered(GameId::default()), listed()), (short.clone(), long.clone()), "{name}");
        }
    }
}
