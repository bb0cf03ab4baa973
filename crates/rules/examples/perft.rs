//! Counts the move paths of a position: `cargo run --release -p helgi-rules --example perft -- tavreli 4`.

use helgi_rules::{Game, GameId, Position};
use std::env;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = env::args().skip(1);
    let name = words.next().unwrap_or_else(|| "chess".to_owned());
    let depth: u32 = words.next().as_deref().unwrap_or("4").parse()?;
    let game =
        GameId::named(&name).ok_or_else(|| format!("game: `{name}`, expected a name such as `chess`"))?;
    let fen = words.collect::<Vec<_>>().join(" ");
    let position = if fen.is_empty() { game.start() } else { game.parse(&fen)? };
    if let Some(below) = depth.checked_sub(1) {
        for first in position.legal_moves() {
            println!("{}: {}", game.display(first), position.after(first).perft(below));
        }
    }
    println!("\n{}", position.perft(depth));
    Ok(())
}
