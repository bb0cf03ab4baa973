use helgi_rules::readable::{self, Style};
use helgi_rules::{Game, GameId, Line};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = GameId::named("tavreli").ok_or("no such game")?;
    let mut line = Line::new(game.start());
    // The game of the picture above. Moves are read in any notation, and only legal ones.
    for text in ["e2e4", "d7d5", "Exd5", "Qxd5", "Nc3", "Qd5a5:1"] {
        let legal = readable::read(line.present(), text)?;
        println!("{}", readable::write(line.present(), legal, Style::San));
        line.play(legal);
    }
    println!("{}", line.present().fen());
    match line.verdict() {
        Some(outcome) => println!("{outcome}"),
        None => println!("the game goes on"),
    }
    Ok(())
}
