//! Games of other programs, move by move: the number of legal moves, checks, and the result.
//!
//! `rows/games.tsv` has random games of pyffish, some of which move to and fro and pass more often than chance would
//! have it: the moves, the legal moves of each position (`+` behind them in check), and the result of the last position.

use helgi_rules::board::Side;
use helgi_rules::{Game, GameId, Line, Position, notation};
use helgi_variants::install_library;
use std::collections::BTreeSet;

#[test]
fn games_go_as_elsewhere() {
    install_library();
    let (mut games, mut results) = (BTreeSet::new(), BTreeSet::new());
    for row in include_str!("../rows/games.tsv").lines().skip(1) {
        let fields: Vec<&str> = row.split('\t').collect();
        let [variant, fen, moves, counts, result, _] = fields[..] else { panic!("{row}") };
        let game = GameId::named(variant).unwrap();
        let start = if fen.is_empty() { game.start() } else { game.parse(fen).unwrap() };
        let mut line = Line::new(start);
        let mut moves = moves.split(' ').filter(|text| !text.is_empty());
        for count in counts.split(' ') {
            let position = line.present().clone();
            let place = || format!("{variant} {} ply {}", position.fen(), line.len());
            // What ends a game leaves moves in the other program.
            if line.verdict().is_none() {
                let check = if position.in_check() { "+" } else { "" };
                assert_eq!(format!("{}{check}", position.count_moves()), count, "{}", place());
            }
            let Some(text) = moves.next() else { break };
            assert_eq!(line.verdict(), None, "{}", place());
            line.play(notation::read(&position, text).unwrap());
        }
        assert_eq!(moves.next(), None, "{row}");
        let found = match line.verdict().map(|outcome| outcome.winner) {
            None => "-",
            Some(None) => "draw",
            Some(Some(Side::White)) => "white",
            Some(Some(Side::Black)) => "black",
        };
        assert_eq!(found, result, "{variant} {}: {:?}", line.present().fen(), line.verdict());
        games.insert(variant);
        results.insert((variant, result));
    }
    assert!(games.len() >= 6 && results.len() >= 12, "{results:?}");
}
