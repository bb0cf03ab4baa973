//! One board of games on two, against another program.
//!
//! `rows/two-boards.tsv` has positions of random games of four players: what was captured on one board came into a hand on the
//! other. Each row has the legal moves with their SAN, one of them, and the position after it, or the winner where there is
//! no move, as pyffish 0.0.90 has them. `rows/two-boards-perft.tsv` has numbers of move paths with pieces in hand.

use crate::chess960::compare;
use helgi_rules::board::Side;
use helgi_rules::{Captives, Game, GameId, Line, Position, notation};
use helgi_variants::install_library;
use std::collections::BTreeSet;

fn named(name: &str) -> GameId {
    install_library();
    GameId::named(name).unwrap_or_else(|| panic!("{name}"))
}

#[test]
fn moves_and_texts_are_those_of_another_program() {
    let rows = include_str!("../rows/two-boards.tsv");
    let (over, running): (Vec<&str>, Vec<&str>) = rows.lines().skip(1).partition(|row| row.contains("\t\t"));
    let running = format!("\n{}", running.join("\n"));
    let (games, _) = compare(&running);
    assert_eq!(games.len(), 5, "{games:?}");
    let mut ended = BTreeSet::new();
    for row in over {
        let fields: Vec<&str> = row.split('\t').collect();
        let [name, fen, "", "", winner] = fields[..] else { panic!("{row}") };
        let line = Line::new(named(name).parse(fen).unwrap());
        let outcome = line.verdict().unwrap_or_else(|| panic!("{name} {fen} goes on"));
        let found = match outcome.winner {
            Some(Side::White) => "white",
            Some(Side::Black) => "black",
            None => "draw",
        };
        assert_eq!(found, winner, "{name} {fen} {outcome}");
        ended.insert(name);
    }
    assert_eq!(ended.len(), 5, "{ended:?}");
}

#[test]
fn numbers_of_move_paths_are_known() {
    let mut counted = 0;
    for row in include_str!("../rows/two-boards-perft.tsv").lines().skip(1) {
        let fields: Vec<&str> = row.split('\t').collect();
        let [name, fen, depth, nodes, _] = fields[..] else { panic!("{row}") };
        let position = named(name).parse(fen).unwrap();
        assert_eq!(position.perft(depth.parse().unwrap()).to_string(), nodes, "{name} {fen} depth {depth}");
        counted += 1;
    }
    assert!(counted >= 40, "{counted}");
}

/// A captured piece goes to neither hand, and neither the count of material nor a bare board ends the game.
#[test]
fn captured_pieces_vanish() {
    let game = named("bughouse");
    assert_eq!(game.info().captives, Captives::Partner);
    let mut line = Line::new(game.parse("4k3/8/8/8/8/8/4q3/4K3[] w - - 0 1").unwrap());
    line.play(notation::read(line.present(), "e1e2").unwrap());
    assert_eq!(line.present().fen(), "4k3/8/8/8/8/8/4K3/8[] b - - 0 1");
    assert_eq!(line.verdict(), None);
    // A promoted pawn is known as one, for the partner of who captures it.
    let game = named("makbug");
    let position = game.parse("4k3/8/8/2P4P/8/8/8/3K4[] w - - 0 1").unwrap();
    let promotes = notation::read(&position, "c5c6").unwrap();
    assert_eq!(position.after(promotes).fen(), "4k3/8/2M~5/7P/8/8/8/3K4[] b - - 0 1");
}

/// The king in hand comes first, and the game ends when a side has both kings.
#[test]
fn koedem_is_won_with_two_kings() {
    let game = named("koedem");
    let moves = |fen: &str| {
        let position = game.parse(fen).unwrap();
        position.legal_moves().iter().map(|&legal| game.display(legal).to_string()).collect::<Vec<_>>()
    };
    assert!(moves("4k3/8/8/8/8/8/8/4K3[KQ] w - - 0 1").iter().all(|text| text.starts_with("K@")));
    let verdict = |fen: &str| Line::new(game.parse(fen).unwrap()).verdict().map(|outcome| outcome.winner);
    assert_eq!(verdict("4k3/8/8/8/8/8/P7/8[] w - - 0 1"), None);
    assert_eq!(verdict("4k3/8/8/8/8/8/P7/8[k] w - - 0 1"), Some(Some(Side::Black)));
    assert_eq!(verdict("4k3/8/8/8/8/8/P7/8[kK] w - - 0 1"), None);
}
