//! Names of somebody's own games beside those of the program. A process keeps games that it has registered, so this is
//! apart from other tests.

use helgi_rules::games::{GameId, NameError};
use helgi_variants::{install_library, load, register};

/// Somebody's own games come first under their exact names, and are found by their titles.
#[test]
fn names_of_own_games_win() {
    install_library();
    let text = "[koth:chess]\ncastling = false\n\n[mine:chess]\ntitle = My own game\ncastling = false\n\n\
                [other:chess]\ntitle = Duck chess\ncastling = false\n";
    let loaded = load(text);
    assert_eq!(loaded.games.len(), 3, "{:?}", loaded.findings);
    loaded.games.iter().for_each(|game| {
        register(game).unwrap();
    });
    assert_eq!(GameId::named("KOTH").map(GameId::name), Some("koth"));
    assert_eq!(GameId::named("my-own game").map(GameId::name), Some("mine"));
    assert_eq!(GameId::named("duck").map(GameId::name), Some("duck"));
    assert_eq!(
        GameId::find("Duck chess"),
        Err(NameError::Ambiguous { name: "Duck chess".to_owned(), games: vec!["duck", "other"] })
    );
}
