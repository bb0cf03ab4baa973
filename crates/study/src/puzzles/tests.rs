use super::*;
use helgi_rules::{Game, GameId, notation};
use helgi_words::{Catalogue, TextMessage};

fn position(game: GameId, fen: &str) -> AnyPosition {
    game.parse(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn moves_of_puzzles_are_explained_in_every_game() {
    let (mut lines, mut wrong) = (0, Vec::new());
    for line in include_str!("themes.tsv").lines().filter(|line| !line.starts_with('#')) {
        let [game, fen, played, expected] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("four fields: {line}")
        };
        let before = position(GameId::named(game).unwrap(), fen);
        let played = notation::read(&before, played).unwrap_or_else(|error| panic!("{line}: {error}"));
        let found: Vec<&str> = theme::of_move(&before, played).into_iter().map(Theme::name).collect();
        if found.join(" ") != expected {
            wrong.push(format!("{line}: {found:?}"));
        }
        lines += 1;
    }
    assert_eq!(wrong, Vec::<String>::new());
    assert!(lines > 25);
}

#[test]
fn themes_have_names_of_their_own() {
    let mut names: Vec<&str> = Theme::ALL.iter().map(|theme| theme.name()).collect();
    assert!(names.iter().all(|name| name.chars().all(char::is_alphanumeric)), "{names:?}");
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), Theme::ALL.len());
}

#[test]
fn themes_have_words_in_every_language() {
    for theme in Theme::ALL {
        let [name, about] =
            ["theme", "about"].map(|kind| TextMessage::new(format!("{kind}.{}", theme.name())));
        assert_eq!(Catalogue::english().write(&about), theme.meaning());
        for catalogue in Catalogue::all() {
            assert!(catalogue.has(name.id()) && catalogue.has(about.id()), "{catalogue:?}: {}", theme.name());
        }
    }
}
