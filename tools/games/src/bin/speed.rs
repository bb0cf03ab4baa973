//! The speed of perft of a game from files: `cargo run --release --bin speed -- FILE NAME DEPTH`.

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut next = || arguments.next().ok_or("expected a file of games, a name and a depth");
    let (file, name, depth) = (next()?, next()?, next()?.parse()?);
    let loaded = helgi_variants::load(&std::fs::read_to_string(file)?);
    let is_it = |game: &&helgi_variants::ReadGame| game.name() == name;
    let game = loaded.games.iter().find(is_it).ok_or("no such game")?;
    println!("{}", game.perft(&game.spec().start, depth)?);
    Ok(())
}
