//! A little of everything in twenty lines: `cargo run -p helgi-rules --example twenty_lines`.

use helgi_rules::board::Move;
use helgi_rules::chess::Chess;
use helgi_rules::chess::squares::{E1, E2, E4};
use helgi_rules::{Game, Position};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut position = Chess.start();
    println!("{} moves, {} after three plies", position.legal_moves().len(), position.perft(3));
    println!(
        "{:?} is {}",
        position.cells().at(E1),
        Chess.info().piece_name(position.cells().at(E1).ok_or("no king")?.kind)
    );
    position.try_play(Move::step(E2, E4))?;
    println!("{}", position.fen());
    let mut line = position.line();
    for text in ["e5", "Bc4", "Nc6", "Qh5", "Nf6", "h5xf7"] {
        let legal = position.read_move(text)?;
        print!("{} ", position.san(legal));
        position.play(legal);
        line.play(legal);
    }
    println!("{}", line.verdict().ok_or("mate ends the game")?);
    Ok(())
}
