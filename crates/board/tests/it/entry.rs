//! Entry of moves: in all recorded games and written positions, and in random ones, every legal
//! move has a way of its own, and every choice from the offered steps ends in a legal move.

use helgi_desk::entry::ways;
use helgi_rules::games::GameId;
use helgi_rules::{AnyPosition, Game, Position, notation};
use std::collections::{BTreeMap, HashSet};
use std::path::Path;

/// The steps from one state of the entry: the possible choices, with the numbers of the moves left.
fn offers(ways: &[Vec<String>], chosen: &[&str]) -> BTreeMap<String, Vec<usize>> {
    let mut offers: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (index, way) in ways.iter().enumerate() {
        if way.iter().zip(chosen).all(|(one, other)| one == other)
            && let Some(token) = way.get(chosen.len())
        {
            offers.entry(token.clone()).or_default().push(index);
        }
    }
    offers
}

/// Goes every way there is; returns the numbers of the moves that are reached, and how many states there are.
fn walk<'a>(ways: &'a [Vec<String>], chosen: &mut Vec<&'a str>, reached: &mut Vec<usize>) -> usize {
    let mut states = 1;
    let next = offers(ways, chosen);
    // Departure and arrival are always entered.
    let deciding = chosen.iter().skip(1).any(|token| square_of(token).is_some());
    assert!(next.len() != 1 || !deciding, "no choice is offered as one after {chosen:?}: {next:?}");
    for (token, left) in next {
        let way = &ways[left[0]];
        assert_eq!(way[chosen.len()], token);
        let complete: Vec<usize> =
            left.iter().copied().filter(|&index| ways[index].len() == chosen.len() + 1).collect();
        // A complete way leaves nothing open.
        assert!(complete.is_empty() || left.len() == 1, "{token} after {chosen:?} ends and goes on");
        chosen.push(&way[chosen.len()]);
        match complete[..] {
            [only] => reached.push(only),
            _ => states += walk(ways, chosen, reached),
        }
        chosen.pop();
    }
    states
}

/// The square that a token names.
fn square_of(token: &str) -> Option<&str> {
    let name = token.trim_start_matches(['x', '+', '@']);
    let is_square = name.len() > 1 && name.starts_with(|c: char| c.is_ascii_lowercase());
    (is_square && name[1..].chars().all(|c| c.is_ascii_digit())).then_some(name)
}

fn check(position: &AnyPosition) -> usize {
    let moves = position.legal_moves();
    let ways = ways(position, &moves);
    let place = || format!("{position:?}");
    assert_eq!(ways.len(), moves.len());
    let unlike: HashSet<&Vec<String>> = ways.iter().collect();
    assert_eq!(unlike.len(), ways.len(), "two moves are entered alike, {}", place());
    let mut reached = Vec::new();
    walk(&ways, &mut Vec::new(), &mut reached);
    reached.sort_unstable();
    assert_eq!(reached, (0..moves.len()).collect::<Vec<_>>(), "{}", place());
    for way in &ways {
        for (index, token) in way.iter().enumerate() {
            match square_of(token) {
                Some(name) => assert!(position.outline().named(name).is_some(), "{token}, {}", place()),
                None if index == 0 && token != "pass" => {
                    let letter = token.trim_end_matches('@');
                    let side = position.side();
                    let reserve = position.reserve().expect("a piece in reserve");
                    let kind = reserve
                        .kinds(side)
                        .find(|kind| position.info().pieces[kind.index()].text() == letter);
                    assert!(kind.is_some(), "{token}, {}", place());
                }
                None => {}
            }
        }
        // A square chosen twice would be let go of.
        let from_and_to: Vec<&str> = way.iter().filter_map(|token| square_of(token)).take(2).collect();
        assert!(from_and_to.len() < 2 || from_and_to[0] != from_and_to[1], "{way:?}, {}", place());
    }
    moves.len()
}

/// The texts of the files in a folder of the tests of the whole, by their endings.
fn files(folder: &str, ending: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests").join(folder);
    let entries = std::fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("an entry").path());
    let texts = entries.filter(|path| path.to_string_lossy().ends_with(ending));
    texts.map(|path| std::fs::read_to_string(path).expect("text")).collect()
}

#[derive(serde::Deserialize)]
struct Recorded {
    variant: String,
    start: String,
    moves: Vec<String>,
}

#[test]
fn every_move_of_every_recorded_game_can_be_entered() {
    let mut seen = 0;
    let mut games = 0;
    for text in files("games", ".jsonl") {
        for line in text.lines() {
            let Recorded { variant, start, moves } = serde_json::from_str(line).expect("a game");
            let mut position =
                GameId::named(&variant).expect("a game's name").parse(&start).expect("its start");
            games += 1;
            seen += check(&position);
            for text in moves {
                let played = notation::read(&position, &text).expect("a legal move");
                position.play(played);
                seen += check(&position);
            }
        }
    }
    assert!(games > 20 && seen > 100_000, "{games} games, {seen} moves");
}

#[test]
fn every_move_of_every_written_position_can_be_entered() {
    let mut positions = 0;
    for text in files("perft", ".perft") {
        let mut variant = "";
        for line in text.lines() {
            if let Some(name) = line.strip_prefix("variant ") {
                variant = name;
            } else if let Some(fen) = line.strip_prefix("fen ") {
                let game = GameId::named(variant).expect("a game's name");
                check(&game.parse(fen).expect("a position"));
                positions += 1;
            }
        }
    }
    for (game, text) in [GameId::CHESS, GameId::CRAZYHOUSE].into_iter().zip(["chess.tsv", "crazyhouse.tsv"]) {
        for line in files("perft", text).concat().lines() {
            let fen = line.split('\t').nth(1).unwrap_or_default();
            if let Ok(position) = game.parse(fen) {
                check(&position);
                positions += 1;
            }
        }
    }
    assert!(positions > 690, "{positions} positions");
}

#[test]
fn every_move_of_random_games_of_all_variants_can_be_entered() {
    for &game in GameId::BUILT_IN.iter().chain([&GameId::FISCHERANDOM]) {
        let mut random = fastrand::Rng::with_seed(7);
        let mut position = game.start();
        for _ in 0..200 {
            check(&position);
            let Some(&played) = random.choice(&position.legal_moves()) else { break };
            position.play(played);
        }
    }
}
