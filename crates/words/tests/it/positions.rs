//! The faults of positions.

use helgi_rules::{Game, GameId};
use helgi_words::{Catalogue, positions};

#[test]
fn faults_of_positions_are_said_in_every_language() {
    let [english, russian] = ["en", "ru"].map(|code| Catalogue::named(code).unwrap());
    let rows = include_str!("positions.tsv").lines().filter(|line| !line.starts_with('#'));
    for row in rows {
        let [game, text, in_english, in_russian] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("four fields: {row}")
        };
        let game = GameId::named(game).unwrap();
        let fault = positions::fault(game, &game.parse(text).unwrap_err());
        assert_eq!(english.write(&fault), in_english, "{text}");
        assert_eq!(russian.write(&fault), in_russian, "{text}");
    }
}
