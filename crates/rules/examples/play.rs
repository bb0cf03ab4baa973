//! Plays a game by chance and prints its moves, its last position and its result:
//! `cargo run --release -p helgi-rules --example play -- tavreli 7`.

use helgi_rules::readable::{self, Style};
use helgi_rules::{Game, GameId, Line, Position};
use std::env;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = env::args().skip(1);
    let name = words.next().unwrap_or_else(|| "tavreli".to_owned());
    let seed = words.next().as_deref().unwrap_or("1").parse()?;
    let game =
        GameId::named(&name).ok_or_else(|| format!("game: `{name}`, expected a name such as `chess`"))?;
    let mut random = fastrand::Rng::with_seed(seed);
    let mut line = Line::new(game.start());
    let outcome = loop {
        if let Some(outcome) = line.verdict() {
            break outcome;
        }
        let legal = line.present().legal_moves();
        let Some(&chosen) = random.choice(&legal) else { return Err("no move and no verdict".into()) };
        print!("{} ", readable::write(line.present(), chosen, Style::San));
        line.try_play(chosen)?;
    };
    println!("\n\n{}\n\n{outcome} after {} half-moves", line.present().diagram(), line.len());
    Ok(())
}
