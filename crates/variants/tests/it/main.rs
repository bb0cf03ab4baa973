//! Tests through the public surface. They are one program, since each program is linked against everything.
//! `memory` and `registry` change or measure their whole process, and are programs of their own.

mod castling;
mod changes;
mod chases;
mod chess960;
mod exchange;
mod first_moves;
mod gates;
mod imitation;
mod insufficient;
mod keys;
mod large;
mod legality;
mod lenient;
mod mistakes;
mod names;
mod page;
mod plain_xiangqi;
mod rare;
mod replays;
mod rows;
mod sections;
mod texts;
mod twins;
mod two_boards;
mod walls;
mod xbetza;

use helgi_rules::{Game, GameId, Position, notation};
use helgi_variants::{LoadedFile, library, load_with, register};

/// Makes the game of a name in a text without findings known to the process.
fn registered(text: &str, name: &str) -> GameId {
    let loaded = load_with(text, &library::specs());
    assert_eq!(loaded.findings, []);
    let game = loaded.games.iter().find(|game| game.name() == name).unwrap();
    register(game).unwrap();
    GameId::named(name).unwrap()
}

/// The position after some moves, as text.
fn after(game: GameId, fen: &str, moves: &[&str]) -> String {
    let mut position = game.parse(fen).unwrap();
    for text in moves {
        let legal = notation::read(&position, text).unwrap_or_else(|error| panic!("{fen} {text}: {error}"));
        position.play(legal);
    }
    position.fen()
}

/// Compares the numbers of move paths in a table of `rows` with those of the games of a file.
fn check_perft(loaded: &LoadedFile, rows: &str) {
    for line in rows.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [variant, fen, depth, nodes, _] = fields[..] else { panic!("{line}") };
        let game = loaded.games.iter().find(|game| game.name() == variant).expect(variant).played();
        let found = game.perft(fen, depth.parse().unwrap());
        assert_eq!(found, Ok(nodes.parse().unwrap()), "{variant} {fen} depth {depth}");
    }
}
