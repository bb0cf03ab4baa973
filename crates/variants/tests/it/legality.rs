//! Partial generation: the answers to a receiver that does not ask for all moves must be those of the whole list.

use helgi_rules::board::{Kind, Move, Square};
use helgi_rules::{Game, GenMode, Position};
use helgi_variants::{AnyFileGame, library, load, with_file_game};

/// Games with rules that the library's do not have: shots, rewards, phases, and compulsion of all sorts together.
const FILES: [&str; 6] = [
    include_str!("../twins/operational2.ini"),
    include_str!("../twins/chessbattle.ini"),
    include_str!("../twins/tactical.ini"),
    include_str!("../twins/popular10.ini"),
    include_str!("../rows/compulsion.ini"),
    include_str!("../rows/lions.ini"),
];

/// The moves of a random game that are compared with the position's.
const PLIES: usize = 60;

fn games() -> Vec<AnyFileGame> {
    let from_library = library::names().into_iter().filter_map(library::game);
    let from_files = FILES.iter().flat_map(|text| {
        let loaded = load(text);
        assert_eq!(loaded.findings, []);
        loaded.games
    });
    from_library.chain(from_files).map(|game| game.played()).collect()
}

/// A move of any shape, mostly illegal.
fn any_move(random: &mut fastrand::Rng, squares: u8) -> Move {
    let mut square = || Square(random.u8(..squares));
    let (from, to, other) = (square(), square(), square());
    let kind = Kind(random.u8(..16));
    match random.u8(..9) {
        0 => Move::PASS,
        1 | 2 => Move::drop(kind, to),
        3 => Move::promotion(from, to, kind),
        4 => Move::shot(from, to),
        5 => Move::wall(to),
        6 => Move::step(from, to).with_wall(other),
        7 => Move::step(from, to).with_gate(kind, other),
        _ => Move::step(from, to),
    }
}

/// Compares all answers in the positions of one random game; returns the numbers of legal moves, of noisy ones, and of
/// positions in which a capture is compulsory.
fn compare<G: Game>(game: &G, seed: u64) -> (usize, usize, usize) {
    let (name, mut random) = (game.info().name, fastrand::Rng::with_seed(seed));
    let mut position = game.parse(game.info().start).unwrap();
    let squares = game.outline().len() as u8;
    let mut counts = (0, 0, 0);
    let mut earlier: Vec<Move> = Vec::new();
    for _ in 0..PLIES {
        let text = || format!("{name}: {}", game.format(&position));
        let moves = position.legal_moves();
        let expected: Vec<Move> = moves.iter().copied().filter(|&legal| position.is_noisy(legal)).collect();
        let mut noisy = Vec::new();
        position.generate(GenMode::Noisy, &mut noisy);
        assert_eq!(noisy, expected, "{}", text());
        let is_compelled = position.must_capture() && position.outcome().is_none();
        assert!(!is_compelled || !noisy.is_empty() && noisy == moves, "{}", text());
        assert_eq!(position.count_moves(), moves.len(), "{}", text());
        let illegal = (0..40).map(|_| any_move(&mut random, squares));
        for candidate in moves.iter().copied().chain(earlier).chain(illegal).chain([Move::PASS]) {
            let is_listed = moves.contains(&candidate);
            assert_eq!(position.is_legal(candidate), is_listed, "{} {candidate:?}", text());
        }
        counts = (counts.0 + moves.len(), counts.1 + noisy.len(), counts.2 + usize::from(is_compelled));
        let Some(&next) = random.choice(&moves) else { break };
        position.play(next);
        earlier = moves;
    }
    counts
}

#[test]
fn partial_generation_agrees_with_whole_lists() {
    let games = games();
    assert!(games.len() > 75, "{} games", games.len());
    let mut sum = (0, 0, 0);
    for game in games {
        for seed in 0..4 {
            let (moves, noisy, compelled) = with_file_game!(game, game => compare(&game, seed));
            sum = (sum.0 + moves, sum.1 + noisy, sum.2 + compelled);
        }
    }
    assert!(sum.0 > 100_000 && sum.1 > 10_000 && sum.2 > 100, "{sum:?}");
}

#[test]
fn steps_that_win_at_a_goal_are_noisy() {
    for (name, fen, expected) in [
        // Black guards d4 and d5.
        ("kingofthehill", "3r4/8/8/8/4K3/8/8/7k w - - 0 1", vec!["e4e5"]),
        ("kingofthehill", "7k/8/8/8/8/4K3/8/8 w - - 0 1", vec!["e3d4", "e3e4"]),
        ("kingofthehill", "7k/8/8/8/8/8/4K3/8 w - - 0 1", vec![]),
        // A square of the goal for White alone.
        ("synochess", "8/3k4/8/8/8/8/5K2/8 b - - 0 1", vec![]),
        ("synochess", "8/7K/8/8/8/8/4k3/8 b - - 0 1", vec!["e2d1", "e2e1", "e2f1"]),
        ("breakthrough", "8/4P3/8/8/8/8/4p3/8 w - - 0 1", vec!["e7d8", "e7e8", "e7f8"]),
        // The other side may follow.
        ("racingkings", "8/4K2k/8/8/8/8/8/8 w - - 0 1", vec![]),
        ("jesonmor", "9/9/9/9/9/9/3N5/9/n8 w - - 0 1", vec![]),
    ] {
        let game = library::game(name).unwrap().played();
        let found = with_file_game!(game, game => {
            let position = game.parse(fen).unwrap();
            let mut noisy = Vec::new();
            position.generate(GenMode::Noisy, &mut noisy);
            let name = |square: Option<Square>| square.map_or(String::new(), |square| game.outline().name(square));
            let mut texts: Vec<String> =
                noisy.iter().map(|legal| name(legal.from()) + &name(legal.to())).collect();
            texts.sort();
            texts
        });
        assert_eq!(found, expected, "{name}: {fen}");
    }
}

#[test]
fn compulsory_captures_are_known() {
    for (name, fen, compulsory) in [
        ("antichess", "rnbqkbnr/p1pppppp/8/1p6/8/4P3/PPPP1PPP/RNBQKBNR w - - 0 2", true),
        ("antichess", "rnbqkbnr/p1pppppp/8/1p6/8/4P3/PPPP1PPP/RNBQKBNR b - - 0 2", false),
        // En passant.
        ("antichess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", true),
        // The capture does not end the check.
        ("losers", "4k3/8/8/8/7b/1p6/P7/4K3 w - - 0 1", false),
        ("losers", "4k3/8/8/8/8/1p6/P7/4K3 w - - 0 1", true),
        ("kingofthehill", "4k3/8/8/8/8/1p6/P7/4K3 w - - 0 1", false),
    ] {
        let game = library::game(name).unwrap().played();
        let found = with_file_game!(game, game => game.parse(fen).unwrap().must_capture());
        assert_eq!(found, compulsory, "{name}: {fen}");
    }
}
