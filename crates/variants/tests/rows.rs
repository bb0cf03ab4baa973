//! The games that come along against known numbers of move paths.
//!
//! `rows/perft.tsv` has the source of each number: other programs' own tests, or two programs that agree. The
//! example `rows` counts any table of that form with any files.

use helgi_variants::{AnyFileGame, library, load_with};
use std::collections::BTreeMap;

fn games() -> BTreeMap<&'static str, AnyFileGame> {
    let mut games = BTreeMap::new();
    for (_, text) in library::TEXTS {
        for game in load_with(text, &library::specs()).games {
            games.insert(game.info().name, game);
        }
    }
    games
}

#[test]
fn the_games_that_come_along_have_no_mistakes() {
    assert_eq!(library::findings(), []);
    let games = games();
    assert!(games.len() >= 60, "{} games", games.len());
    for (name, game) in &games {
        let spec = game.spec();
        assert!(!spec.title.is_empty() && spec.title != spec.name, "{name} has no title");
        assert!(spec.url.starts_with("https://"), "{name} has no link");
    }
}

#[test]
fn the_numbers_of_move_paths_are_known() {
    let games = games();
    let mut counted = BTreeMap::new();
    for line in include_str!("rows/perft.tsv").lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [variant, fen, depth, nodes, _] = fields[..] else { panic!("{line}") };
        let found = games[variant].perft(fen, depth.parse().unwrap());
        assert_eq!(found, Ok(nodes.parse().unwrap()), "{variant} {fen} depth {depth}");
        *counted.entry(variant).or_insert(0) += 1;
    }
    assert!(counted.len() >= 60, "{} variants", counted.len());
}

/// Positions are written as they are read.
#[test]
fn the_text_of_positions_is_read_back() {
    use helgi_rules::{Game, Position};
    fn check<G: Game>(game: &G, fen: &str)
    where
        G::Position: PartialEq,
    {
        let mut position = game.parse(fen).unwrap();
        for ply in 0..40 {
            let text = game.format(&position);
            let read = game.parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert!(read == position, "{text} is read as {}", game.format(&read));
            assert_eq!(read.key(), position.key(), "{text}");
            let moves = position.legal_moves();
            assert_eq!(moves.len(), position.count_moves(), "{text}");
            let noisy = {
                let mut noisy = Vec::new();
                position.generate(helgi_rules::GenMode::Noisy, &mut noisy);
                noisy
            };
            let mut expected: Vec<_> = moves.iter().copied().filter(|&m| position.is_noisy(m)).collect();
            let mut noisy: Vec<_> = noisy.into_iter().collect();
            expected.sort_unstable();
            noisy.sort_unstable();
            assert_eq!(noisy, expected, "{text}");
            let Some(&next) = moves.get(ply * 7919 % moves.len().max(1)) else { break };
            assert!(position.is_legal(next), "{text} {next:?}");
            let says = position.gives_check()(next);
            position.play(next);
            assert_eq!(says, position.in_check(), "{text} {next:?}");
        }
    }
    for game in games().values() {
        match game {
            AnyFileGame::Small(game) => check(game, game.info().start),
            AnyFileGame::Medium(game) => check(game, game.info().start),
            AnyFileGame::Large(game) => check(game, game.info().start),
        }
    }
}
