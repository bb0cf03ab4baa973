//! Moves of games from files in text: each has one, on the wire and as people write it, and is read back by it.

use helgi_rules::readable::{self, Style};
use helgi_rules::{Game, GameId, Line, Position, notation};
use helgi_variants::library;
use std::collections::HashSet;

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
            let people: HashSet<String> =
                legal.iter().map(|&legal| readable::write(&position, legal, Style::San)).collect();
            let list: Vec<String> =
                legal.iter().map(|&legal| readable::write(&position, legal, Style::San)).collect();
            assert_eq!(people.len(), legal.len(), "{position:?} {list:?}");
            for &legal in &legal {
                let text = wire.write(legal).to_string();
                assert_eq!(notation::read(&position, &text), Ok(legal), "{position:?} {text}");
                let text = readable::write(&position, legal, Style::San);
                assert_eq!(readable::read(&position, &text), Ok(legal), "{position:?} {text}");
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
