//! The games that XBoard is told about.

use super::table::LetterTable;
use helgi_rules::games::GameId;

/// The longest list of names, in characters: WinBoard 4.9 stops at a line of twice as many.
const LONGEST: usize = 460;

/// Returns the names of games that can be played on XBoard's board, as the list of variants has them: the built-in
/// ones, Chess960, which is a game by itself there, the `selected` one, and as many others as there is room for.
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
    let first = GameId::BUILT_IN.iter().chain(GameId::UNLISTED).copied().chain([selected]);
    for (_, table) in first.chain(all()).filter_map(with_letters) {
        let name = table.variant();
        if table.fault().is_some() || names.iter().any(|other| other == name) {
            continue;
        }
        length += name.len() + 1;
        if length > LONGEST {
            break;
        }
        names.push(name.to_owned());
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
    own.or_else(|| all().filter_map(with_letters).find(is_called))
}

/// All games that have a name: the known ones, then those that are registered on demand, each when it is its turn.
fn all() -> impl Iterator<Item = GameId> {
    GameId::names().into_iter().filter_map(GameId::named)
}

fn with_letters(game: GameId) -> Option<(GameId, LetterTable)> {
    Some((game, LetterTable::new(game.info()).ok()?))
}
