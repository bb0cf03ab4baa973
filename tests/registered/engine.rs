//! The engine with one game more: `helgi`'s session in a process that knows the second chess.

mod second_chess;

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    helgi_engine::internals::register(second_chess::SecondChess)?;
    helgi_session::run(&[])?;
    Ok(())
}
