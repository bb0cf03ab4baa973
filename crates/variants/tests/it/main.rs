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

use helgi_rules::GameId;
use helgi_variants::{library, load_with, register};

/// Makes the game of a name in a text without findings known to the process.
fn registered(text: &str, name: &str) -> GameId {
    let loaded = load_with(text, &library::specs());
    assert_eq!(loaded.findings, []);
    let game = loaded.games.iter().find(|game| game.name() == name).unwrap();
    register(game).unwrap();
    GameId::named(name).unwrap()
}
