//! Moves as people write them: in every game each legal move has one text that no other has, and in
//! chess it is what another program writes.

use helgi_rules::board::Move;
use helgi_rules::chess::Chess;
use helgi_rules::games::GameId;
use helgi_rules::notation::{MoveError, Notation};
use helgi_rules::readable::{self, Style};
use helgi_rules::{Game, GenMode, Position};
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess as Reference};
use std::collections::HashMap;

fn legal_moves<P: Position>(position: &P) -> Vec<Move> {
    let mut moves = Vec::new();
    position.generate(GenMode::All, &mut moves);
    moves
}

/// Plays seeded random games and hands a part of their positions to `look`.
fn random_games<P: Position>(start: &P, games: u64, plies: usize, every: usize, mut look: impl FnMut(&P)) {
    for seed in 0..games {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut position = start.clone();
        for ply in 0..plies {
            if (ply + seed as usize).is_multiple_of(every) {
                look(&position);
            }
            let Some(&chosen) = random.choice(&legal_moves(&position)) else { break };
            position.play(chosen);
        }
    }
}

fn every_move(game: GameId) -> usize {
    let mut seen = 0;
    random_games(&game.start(), 3, 150, 15, |position| {
        let place = || format!("{}: {}", game.info().name, game.format(position));
        let mut texts: HashMap<String, Move> = HashMap::new();
        for played in legal_moves(position) {
            seen += 1;
            for style in [Style::San, Style::Lan, Style::Uci] {
                let text = readable::write(position, played, style);
                let read = readable::read(position, &text);
                assert_eq!(read, Ok(played), "{text}, {}", place());
                assert!(!text.contains(|c: char| c.is_whitespace() || "{}();<>%$".contains(c)), "{text}");
                let before = texts.insert(text.clone(), played).unwrap_or(played);
                assert_eq!(before, played, "{text} is written twice, {}", place());
            }
        }
    });
    seen
}

#[test]
fn every_move_of_every_game_has_a_text_of_its_own() {
    for &game in GameId::BUILT_IN {
        let seen = every_move(game);
        assert!(seen > 500, "only {seen} moves of {}", game.name());
    }
}

/// Compares with the notation of the crate shakmaty, from a position on.
fn check_chess(fen: &str, games: u64) -> usize {
    let mut seen = 0;
    random_games(&GameId::CHESS.parse(fen).unwrap(), games, 200, 9, |position| {
        let fen = position.fen();
        let reference: Fen = fen.parse().unwrap();
        let reference: Reference = reference.into_position(CastlingMode::Chess960).unwrap();
        for played in legal_moves(position) {
            seen += 1;
            let wire = Notation::of(&GameId::CHESS).write(played).to_string();
            let uci: UciMove = wire.parse().unwrap();
            let expected = SanPlus::from_move(reference.clone(), uci.to_move(&reference).unwrap());
            let san = readable::write(position, played, Style::San);
            assert_eq!(san, expected.to_string(), "{wire} in {fen}");
        }
    });
    seen
}

#[test]
fn san_of_chess_is_that_of_another_program() {
    let mut seen = 0;
    for (fen, games) in [
        (Chess.info().start, 40),
        // Many pieces of a kind, promotions, castling from unusual squares.
        ("1n6/P1P2P1P/8/8/3k3K/8/1p1p2p1/N6N w - - 0 1", 15),
        ("7k/8/8/Q2Q4/8/Q7/8/3QK3 w - - 0 1", 5),
        ("r1k3r1/8/8/1N1N4/8/1N1N4/8/R1K3R1 w GAga - 0 1", 15),
        ("1rkr4/8/8/8/8/8/8/1RKR4 w DBdb - 0 1", 15),
        ("4k3/8/8/2pPpP2/8/8/8/4K2R w K c6 0 1", 15),
    ] {
        seen += check_chess(fen, games);
    }
    assert!(seen > 10_000, "only {seen} moves");
}

/// The expected texts, written by people.
#[test]
fn texts_of_every_kind_of_move() {
    struct Texts<'a>(&'a str, &'a [(&'a str, &'a str)]);
    impl Texts<'_> {
        fn run(self, game: GameId) {
            let Texts(fen, pairs) = self;
            let position = game.parse(fen).unwrap();
            for &(wire, text) in pairs {
                let played = readable::read(&position, wire).unwrap_or_else(|error| panic!("{error}"));
                assert_eq!(readable::write(&position, played, Style::San), text, "{wire} in {fen}");
                assert_eq!(readable::read(&position, text), Ok(played));
            }
        }
    }
    for line in include_str!("../readable.txt").lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split(" | ").collect();
        let [game, fen, pairs] = fields[..] else { panic!("{line}") };
        let pairs: Vec<(&str, &str)> =
            pairs.split_whitespace().map(|pair| pair.split_once('=').expect(pair)).collect();
        Texts(fen, &pairs).run(GameId::named(game).expect(game));
    }
}

#[test]
fn san_is_read_with_more_and_with_fewer_marks() {
    let read = |fen: &str, text: &str| {
        let position = GameId::CHESS.parse(fen).unwrap();
        readable::read(&position, text).map(|played| Notation::of(&GameId::CHESS).write(played).to_string())
    };
    let knights = "4k3/4P3/8/8/8/2N3N1/8/R3K2R w KQ - 0 1";
    for (text, wire) in [
        ("Nce4", "c3e4"),
        ("Nc3e4", "c3e4"),
        ("Nc3-e4", "c3e4"),
        ("Nce4+!?", "c3e4"),
        ("O-O-O", "e1c1"),
        ("0-0", "e1g1"),
        ("Kg1", "e1g1"),
        ("B1d2", ""),
        ("c3e4", "c3e4"),
        ("C3E4", "c3e4"),
        ("c3e4+", "c3e4"),
        ("c3e4#", "c3e4"),
    ] {
        let expected =
            if wire.is_empty() { Err(MoveError::Illegal(text.to_owned())) } else { Ok(wire.to_owned()) };
        assert_eq!(read(knights, text), expected, "{text}");
    }
    assert_eq!(read(knights, "Ne4"), Err(MoveError::Ambiguous("Ne4".to_owned())));
    let promotion = "8/P6k/8/8/8/8/8/4K3 w - - 0 1";
    assert_eq!(read(promotion, "a8Q"), Ok("a7a8q".to_owned()));
    assert_eq!(read(promotion, "a8=N"), Ok("a7a8n".to_owned()));
    assert_eq!(read(promotion, "a8"), Err(MoveError::Illegal("a8".to_owned())));
    // The first letter's case tells a bishop from a square.
    let bishops = "4k3/8/8/8/8/2B5/8/1NB1K3 w - - 0 1";
    assert_eq!(read(bishops, "B1d2"), Ok("c1d2".to_owned()));
    assert_eq!(read(bishops, "b1d2"), Ok("b1d2".to_owned()));
}
