//! Moves of games from files in text: each has one, on the wire and as people write it, and is read back by it.

use helgi_rules::describe::describe;
use helgi_rules::readable::{self, Style};
use helgi_rules::{Game, GameId, Line, Position, notation};
use helgi_variants::library;
use std::collections::HashSet;

/// The most moves of a position that are read back.
const MOST_READ: usize = 120;

#[test]
fn every_move_has_one_text_and_is_read_back() {
    helgi_variants::install_library();
    for name in library::names() {
        let game = GameId::named(name).unwrap();
        let wire = notation::Notation::of(&game);
        let mut line = Line::new(game.start());
        for ply in 0..60 {
            let position = line.present().clone();
            let legal = position.legal_moves();
            let texts: HashSet<String> = legal.iter().map(|&legal| wire.write(legal).to_string()).collect();
            assert_eq!(texts.len(), legal.len(), "{position:?}");
            let people = readable::write_all(&position, Style::San);
            let different: HashSet<&String> = people.iter().map(|(_, text)| text).collect();
            assert_eq!(different.len(), legal.len(), "{position:?} {people:?}");
            // Where walls are built there are too many to read all of them.
            let step = legal.len().div_ceil(MOST_READ).max(1);
            for (legal, text) in people.iter().skip(ply % step).step_by(step) {
                assert_eq!(*text, readable::write(&position, *legal, Style::San), "{position:?}");
                assert_eq!(readable::read(&position, text), Ok(*legal), "{position:?} {text}");
                let text = wire.write(*legal).to_string();
                assert_eq!(notation::read(&position, &text), Ok(*legal), "{position:?} {text}");
            }
            if line.verdict().is_some() || legal.is_empty() {
                break;
            }
            line.play(legal[(ply * 7919 + name.len()) % legal.len()]);
        }
    }
}

/// Promotions of shogi are written as other programs write them.
#[test]
fn promotions_are_written_as_elsewhere() {
    helgi_variants::install_library();
    let texts = |game: &str, fen: &str| {
        let game = GameId::named(game).unwrap();
        let position = game.parse(fen).unwrap();
        let wire = notation::Notation::of(&game);
        position.legal_moves().iter().map(|&legal| wire.write(legal).to_string()).collect::<Vec<_>>()
    };
    let shogi = texts("shogi", "4k4/9/9/P8/9/9/9/9/4K4[] w - - 0 1");
    assert!(shogi.contains(&"a6a7".to_owned()) && shogi.contains(&"a6a7+".to_owned()), "{shogi:?}");
    let kyoto = texts("kyotoshogi", "4k/5/5/+P4/K4[P] w - - 0 1");
    for text in ["a2a3-", "P@c3", "+P@c3"] {
        assert!(kyoto.contains(&text.to_owned()), "{text} {kyoto:?}");
    }
}

/// Walls stand behind a comma, and are read as other programs write them.
#[test]
fn walls_are_written_as_elsewhere() {
    helgi_variants::install_library();
    let check = |game: &str, fen: &str, wire: &str, san: &str, says: &str, others: &[&str]| {
        let game = GameId::named(game).unwrap();
        let position = game.parse(fen).unwrap();
        let legal = notation::read(&position, wire).unwrap_or_else(|error| panic!("{wire}: {error}"));
        assert_eq!(notation::Notation::of(&game).write(legal).to_string(), wire);
        assert_eq!(readable::write(&position, legal, Style::San), san);
        assert_eq!(describe(&position, legal), says);
        for other in others.iter().chain([&wire, &san]) {
            assert_eq!(readable::read(&position, other), Ok(legal), "{other}");
        }
    };
    let start = GameId::named("duck").unwrap().info().start;
    let to_d6 = "the knight goes to f3; a wall stands on d6";
    check("duck", start, "g1f3,f3d6", "Nf3,d6", to_d6, &["Ng1-f3,d6", "G1F3,F3D6", "Ng1f3,d6"]);
    let back = "the knight goes to f3; a wall stands on g1";
    check("duck", start, "g1f3,f3g1", "Nf3,g1", back, &[]);
    let castles = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let short = "White castles short; a wall stands on e1";
    check("duck", castles, "e1g1,g1e1", "O-O,e1", short, &["0-0,e1"]);
    let promotes = "7k/P7/8/8/8/8/8/4K3 w - - 0 1";
    let becomes = "the pawn goes to a8 and becomes a queen; a wall stands on c3";
    check("duck", promotes, "a7a8q,a8c3", "a8=Q,c3", becomes, &["a7a8,a8c3q", "a8Q,c3"]);
    let atlantis = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    check("atlantis", atlantis, "*@a4", "*@a4", "White builds a wall on a4", &["e1e1,e1a4"]);
    let takes = "4k3/8/8/4n3/8/5N2/8/4K3 w - - 0 1";
    check("petrified", takes, "f3e5", "Nxe5", "the knight takes the knight on e5 and turns into a wall", &[]);
}
