//! A game of one's own, written outside the crate: [`breakthrough`](breakthrough) has its rules, and this program
//! lets the engine play it against itself.
//!
//! `cargo run --release -p helgi-rules --example own_game` prints the game with its moves as people write them.

mod breakthrough;

use helgi_engine::search::{Control, Engine, Limits};
use helgi_rules::games;
use helgi_rules::readable::{self, Style};
use helgi_rules::{Game, Line};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    // From here on the process knows the game, as it knows chess.
    let game = games::register(breakthrough::Breakthrough)?;
    println!("{}", game.info().title);

    let mut engine = Engine::new(16, 1)?;
    let mut line = Line::new(game.start());
    let limits = Limits { nodes: Some(5_000), ..Limits::new() };
    let outcome = loop {
        if let Some(outcome) = line.verdict() {
            break outcome;
        }
        let (position, history) = (line.present(), line.history());
        let report = engine.search_any(position, history, &limits, &Control::default(), |_| ());
        let best = report.best.ok_or("the search found no move")?;
        print!("{} ", readable::write(position, best, Style::San));
        line.try_play(best)?;
    };
    println!("\n\n{}\n\n{outcome}", line.present().diagram());
    Ok(())
}
