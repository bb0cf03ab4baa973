//! The contract that every game keeps, whatever its rules, tried in seeded random play.

use ahash::{AHashMap, RandomState};
use helgi_engine::net::NetChoice;
use helgi_engine::search::{Control, Engine, Limits};
use helgi_rules::actions::{ActionNumber, ActionTable};
use helgi_rules::board::{Action, Move, Piece, Side, Square, ZobristKey};
use helgi_rules::games::GameId;
use helgi_rules::internals::symmetry::Exchange;
use helgi_rules::notation::{self, Notation};
use helgi_rules::{AnyPosition, Game, GenMode, Line, Position};
use std::collections::HashSet;

/// The most plies of a random game.
const PLIES: usize = 120;

/// Plays random games and hands each position, with its legal moves, to `look`.
fn random_games(game: GameId, games: u64, mut look: impl FnMut(&AnyPosition, &[Move])) {
    for seed in 0..games {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut position = game.start();
        let mut legal = Vec::new();
        for _ in 0..PLIES {
            legal.clear();
            position.generate(GenMode::All, &mut legal);
            look(&position, &legal);
            let Some(&chosen) = random.choice(&legal) else { break };
            position.play(chosen);
        }
    }
}

/// The text of what counts for repetition: no counts, except that tactical's phase is its number
/// of the move.
fn identity(position: &AnyPosition) -> String {
    let text = position.fen();
    let counts = text.rsplitn(3, ' ').last().unwrap_or_default().to_owned();
    if position.game() == GameId::TACTICAL {
        format!("{counts} {}", position.turn().fullmove.min(8))
    } else {
        counts
    }
}

/// Games that are not the same with the colours exchanged and the board turned: the sides have other rules, or pieces
/// fall down.
const LOPSIDED: [&str; 5] = ["racingkings", "horde", "spartan", "cfour", "twokings"];

fn check_position(position: &AnyPosition, legal: &[Move]) {
    let (game, text) = (position.game(), position.fen());
    let name = game.name();
    let place = || format!("{name}: {text}");

    assert_eq!(position.count_moves(), legal.len(), "{}", place());
    if position.outcome().is_some() {
        assert!(legal.is_empty(), "a finished game has moves, {}", place());
    }

    let mut noisy = Vec::new();
    position.generate(GenMode::Noisy, &mut noisy);
    let mut expected: Vec<Move> = legal.iter().copied().filter(|&m| position.is_noisy(m)).collect();
    noisy.sort();
    expected.sort();
    assert_eq!(noisy, expected, "noisy moves, {}", place());

    let notation = Notation::of(&game);
    let gives_check = position.gives_check();
    let mut texts = HashSet::new();
    for &candidate in legal {
        assert!(position.is_legal(candidate), "{candidate:?}, {}", place());
        let checks = position.after(candidate).in_check();
        assert_eq!(gives_check(candidate), checks, "{candidate:?} gives check, {}", place());
        let wire = notation.write(candidate).to_string();
        assert!(texts.insert(wire.to_ascii_lowercase()), "{wire} is written twice, {}", place());
        for spelling in [wire.to_ascii_lowercase(), wire.to_ascii_uppercase(), wire] {
            assert_eq!(notation::read(position, &spelling), Ok(candidate), "{spelling}, {}", place());
        }
    }

    check_numbers(position, legal);
    check_captures(position, legal);

    // A win that only the last move shows is not in the text.
    if position.outcome().is_none() {
        let again = game.parse(&text).unwrap_or_else(|error| panic!("{error}, {}", place()));
        assert_eq!(again.fen(), text);
        assert_eq!(again.key(), position.key(), "key after reading, {}", place());
        assert_eq!(again.in_check(), position.in_check(), "{}", place());
        // While White alone has dropped the king, Black's turn has no counterpart.
        let has_counterpart = name != "tactical" || position.turn().fullmove != 3;
        if has_counterpart && !LOPSIDED.contains(&name) {
            check_exchanged(position, legal);
        }
    }
    if let Some(passed) = position.pass() {
        if passed.outcome().is_none() {
            let again = game.parse(&passed.fen()).unwrap_or_else(|error| panic!("{error}, {}", place()));
            assert_eq!(passed.key(), again.key(), "key after a pass, {}", place());
        }
        assert_ne!(passed.side(), position.side(), "{}", place());
    }
}

/// Moves and their numbers correspond one to one, within the game's table.
fn check_numbers(position: &AnyPosition, legal: &[Move]) {
    let place = || format!("{}: {}", position.game().name(), position.fen());
    let table = ActionTable::of(position.game());
    let numbers = table.numbers(position);
    assert!(numbers.iter().map(|&(played, _)| played).eq(legal.iter().copied()), "{}", place());
    let different: HashSet<ActionNumber> = numbers.iter().map(|&(_, number)| number).collect();
    assert_eq!(different.len(), legal.len(), "moves that share a number, {}", place());
    for (at, &(played, number)) in numbers.iter().enumerate() {
        assert!((number.first as usize) < table.len(), "{number:?}, {}", place());
        assert!(
            number.second.is_none_or(|second| (second as usize) < table.choices()),
            "{number:?}, {}",
            place()
        );
        // Each asks for all legal moves.
        if at % 16 == 0 {
            assert_eq!(table.number(position, played), Some(number), "{}", place());
            assert_eq!(table.find(position, number), Some(played), "{}", place());
        }
    }
}

/// A move captures exactly if something goes where an enemy stands, or if an enemy is gone from a square, which is not set down
/// on another one.
fn check_captures(position: &AnyPosition, legal: &[Move]) {
    let side = position.side();
    let is_enemy = |piece: &Piece| piece.side != side;
    let enemies: Vec<Square> = position
        .outline()
        .squares()
        .filter(|&square| position.piece_at(square, 0).as_ref().is_some_and(is_enemy))
        .collect();
    for &played in legal {
        let after = position.after(played);
        let goes = !matches!(played.action(), Action::Drop { .. } | Action::Wall { .. } | Action::Pass);
        let displaced = played.set_down(position.outline()).map(|[piece, _]| piece);
        let met = played.to().filter(|&to| Some(to) != displaced);
        let meets = goes && met.is_some_and(|to| enemies.contains(&to));
        let lost =
            enemies.iter().any(|&square| Some(square) != displaced && after.piece_at(square, 0).is_none());
        let place = || format!("{played:?}, {}: {}", position.game().name(), position.fen());
        let is_capture = position.is_capture(played);
        if meets || lost {
            assert!(is_capture, "{}", place());
        } else if is_capture {
            // What is left are games in which a side takes its own pieces.
            let count = |position: &AnyPosition| {
                position.outline().squares().flat_map(|square| position.pieces_on(square)).count()
            };
            assert!(count(&after) < count(position), "{}", place());
        }
    }
}

/// The position with the colours exchanged has the moves exchanged likewise, with the same numbers.
fn check_exchanged(position: &AnyPosition, legal: &[Move]) {
    let game = position.game();
    let exchange = Exchange::new(game.outline(), game.info().symmetry);
    let text = position.fen();
    let turned = exchange.text(&text).unwrap_or_else(|error| panic!("{error}, {text}"));
    let turned = game.parse(&turned).unwrap_or_else(|error| panic!("{error}, {text} turned to {turned}"));
    let mut moves = Vec::new();
    turned.generate(GenMode::All, &mut moves);
    moves.sort();
    let mut expected: Vec<Move> = legal.iter().map(|&m| exchange.exchange_move(m)).collect();
    expected.sort();
    assert_eq!(moves, expected, "{}: {text} turned to {}", game.name(), turned.fen());
    let table = ActionTable::of(game);
    let sorted = |position: &AnyPosition| {
        let mut numbers: Vec<ActionNumber> =
            table.numbers(position).into_iter().map(|(_, number)| number).collect();
        numbers.sort();
        numbers
    };
    assert_eq!(sorted(&turned), sorted(position), "numbers, {}: {text}", game.name());
}

/// Checks that bits from a garbled table entry are not a legal move, unless they happen to be one.
fn check_garbage(game: GameId) {
    let mut random = fastrand::Rng::with_seed(1);
    random_games(game, 3, |position, legal| {
        for _ in 0..20 {
            let near = random.choice(legal).map_or(1, |m| m.bits()) ^ 1 << random.u32(..32);
            for bits in [random.u32(1..), near] {
                if let Some(candidate) = Move::from_bits(bits) {
                    assert_eq!(position.is_legal(candidate), legal.contains(&candidate), "{candidate:?}");
                }
            }
        }
    });
}

fn keep_the_contract(game: GameId) {
    // Every third position: they differ enough, and this is the slow part.
    keep_the_contract_in(game, 40, 3);
}

/// Looks at some positions of so many games.
fn keep_the_contract_in(game: GameId, games: u64, every: u32) {
    let mut seen = 0u32;
    random_games(game, games, |position, legal| {
        seen += 1;
        if seen.is_multiple_of(every) || legal.is_empty() {
            check_position(position, legal);
        }
        if position.outcome().is_none() {
            let score = helgi_engine::evaluate(position, &NetChoice::BuiltIn).score;
            assert!(score.abs() < 30_000, "{score} for {}", position.fen());
        }
    });
    check_garbage(game);
}

/// Different positions have different keys, the same position always the same one: in the number of
/// games given by `HELGI_KEY_GAMES`.
fn look_for_collisions(game: GameId) {
    let games = match std::env::var("HELGI_KEY_GAMES") {
        Ok(number) => number.parse().expect("HELGI_KEY_GAMES is a number of games"),
        Err(_) => 1_000,
    };
    let state = RandomState::with_seeds(1, 2, 3, 4);
    let mut texts: AHashMap<ZobristKey, u64> = AHashMap::new();
    let mut keys: AHashMap<u64, ZobristKey> = AHashMap::new();
    random_games(game, games, |position, _| {
        if position.outcome().is_some() {
            return;
        }
        let key = position.key();
        let text = identity(position);
        let digest = state.hash_one(&text);
        assert_eq!(*texts.entry(key).or_insert(digest), digest, "two positions, one key: {text}");
        assert_eq!(*keys.entry(digest).or_insert(key), key, "one position, two keys: {text}");
    });
    assert!(texts.len() > 10_000, "only {} positions", texts.len());
}

/// Rules that only games from files have: walls, promoted forms, explosions, other ends. With hundreds of moves in a
/// position fewer positions must do. Games in which the second pass ends the game are left out: that one side has passed
/// is in the key, but not in the text.
#[test]
fn games_from_files_keep_the_contract() {
    helgi_variants::install_library();
    for (name, games, every) in [
        ("3check", 4, 7),
        ("antichess", 4, 7),
        ("atomic", 4, 7),
        ("racingkings", 4, 7),
        ("horde", 4, 7),
        ("placement", 4, 7),
        ("spartan", 4, 7),
        ("makruk", 4, 7),
        ("capahouse", 4, 29),
        ("seirawan", 4, 11),
        ("shouse960", 4, 29),
        ("shogi", 4, 29),
        ("kyotoshogi", 4, 29),
        ("dobutsu", 8, 3),
        ("minixiangqi", 4, 7),
        ("xiangqi", 4, 11),
        ("xiangqihouse", 2, 29),
        ("grand", 4, 11),
        ("courier", 4, 11),
        ("ataxx", 4, 11),
        ("cfour", 8, 3),
        ("clobber", 8, 3),
        ("duck", 2, 29),
        ("amazons6", 4, 5),
        ("isolation7x7", 4, 5),
        ("snailtrail", 20, 1),
        ("joust", 20, 1),
        ("atlantis", 4, 5),
        ("petrified", 8, 3),
    ] {
        keep_the_contract_in(GameId::named(name).expect(name), games, every);
    }
}

/// Squares from the 193rd on, which few games have.
#[test]
fn large_boards_keep_the_contract() {
    let loaded = helgi_variants::load(include_str!("../../crates/variants/tests/rows/large.ini"));
    assert_eq!(loaded.games.len(), 4, "{:?}", loaded.findings);
    for game in &loaded.games {
        helgi_variants::register(game).unwrap();
        keep_the_contract_in(GameId::named(game.name()).unwrap(), 1, 47);
    }
}

/// Pieces that take one or two others on their way.
#[test]
fn captures_on_the_way_keep_the_contract() {
    let loaded = helgi_variants::load(include_str!("../../crates/variants/tests/rows/lions.ini"));
    for name in ["lions-promotion", "lion-dogs", "courtiers", "hunters", "porters"] {
        let game = loaded.games.iter().find(|game| game.name() == name).unwrap();
        helgi_variants::register(game).unwrap();
        keep_the_contract_in(GameId::named(name).expect(name), 8, 7);
    }
}

/// Pieces that move as the last one did.
#[test]
fn imitators_keep_the_contract() {
    let games = include_str!("../../crates/variants/tests/rows/imitation.ini");
    let loaded = helgi_variants::load_with(games, &helgi_variants::library::specs());
    for (name, every) in [("jokers", 7), ("castling-jokers", 11), ("dropped-jokers", 29)] {
        let game = loaded.games.iter().find(|game| game.name() == name).unwrap();
        helgi_variants::register(game).unwrap();
        keep_the_contract_in(GameId::named(name).expect(name), 4, every);
    }
}

/// The engine plays against itself to the end, and takes what it can have.
#[test]
fn a_game_on_a_large_board_is_played_to_its_end() {
    let loaded = helgi_variants::load(include_str!("../../crates/variants/tests/rows/large.ini"));
    helgi_variants::register(&loaded.games[0]).unwrap();
    let game = GameId::named("fourteen").unwrap();
    let start = "6k7/14/13p/14/14/14/14/2r11/14/14/14/1PP5Q5/2N3M7/6K7 b - - 0 1";
    let mut line = Line::new(game.parse(start).unwrap());
    let mut engine = Engine::new(4, 1).expect("memory for a small table");
    while line.verdict().is_none() {
        let limits = Limits::to_nodes(3_000);
        let report = engine.search_any(line.present(), line.history(), &limits, &Control::default(), |_| ());
        line.play(report.best.expect("a move"));
        assert!(line.len() < 200, "{}", line.present().fen());
    }
    assert_eq!(line.verdict().and_then(|verdict| verdict.winner), Some(Side::White));
}

macro_rules! contract_tests {
    ($($test:ident: $name:literal;)+) => {
        $(mod $test {
            use super::*;

            #[test]
            fn keeps_the_contract() {
                keep_the_contract(GameId::named($name).expect($name));
            }

            #[test]
            fn keys_do_not_collide() {
                look_for_collisions(GameId::named($name).expect($name));
            }
        })+

        #[test]
        fn every_game_is_tested() {
            let tested: HashSet<&str> = [$($name),+].into();
            let all: HashSet<&str> = GameId::BUILT_IN.iter().map(|game| game.name()).collect();
            assert_eq!(tested, all);
        }
    };
}

contract_tests! {
    chess: "chess";
    tavreli: "tavreli";
    tactical: "tactical";
    chessbattle: "chessbattle";
    chessbattle144: "chessbattle144";
    popular10: "popular10";
    popular10_drop: "popular10-drop";
    popular10_both: "popular10-both";
    popular10_wizard: "popular10-wizard";
    popular10_caliph: "popular10-caliph";
    popular10_wizard_caliph: "popular10-wizard-caliph";
    popular10_citadel: "popular10-citadel";
    operational2: "operational2";
    operational2_range1: "operational2-range1";
    crazyhouse: "crazyhouse";
}
