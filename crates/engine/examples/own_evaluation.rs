//! An engine with an evaluation of one's own, which plays a few moves against itself:
//! `cargo run --release -p helgi-engine --example own_evaluation`.

use helgi_engine::eval::Evaluate;
use helgi_engine::search::{Control, Engine, Limits};
use helgi_rules::board::{Kind, Move, Side};
use helgi_rules::chess::{Chess, ChessPosition};
use helgi_rules::{Game, History, Position, verdict};
use std::error::Error;

/// Counts the pieces, and nothing else.
#[derive(Clone)]
struct Material;

/// The worths of king, queen, rook, bishop, knight and pawn, in centipawns.
const WORTHS: [i32; 6] = [0, 900, 500, 330, 320, 100];

impl Evaluate<ChessPosition> for Material {
    fn evaluate(&self, position: &ChessPosition) -> i32 {
        let count = |side: Side, kind: usize| position.cells().of(side, Kind(kind as u8)).len() as i32;
        let worth = |side: Side| (0..6).map(|kind| count(side, kind) * WORTHS[kind]).sum::<i32>();
        worth(position.side()) - worth(!position.side())
    }

    /// The victim's worth: what is lost by a recapture the search finds out.
    fn see(&self, position: &ChessPosition, legal: Move) -> i32 {
        let victim =
            legal.to().and_then(|to| position.cells().at(to)).filter(|piece| piece.side != position.side());
        victim.map_or(0, |piece| WORTHS[piece.kind.index()])
    }

    /// With nothing but kings and pawns, a move may be worse than none.
    fn allows_null_move(&self, position: &ChessPosition) -> bool {
        (1..5).any(|kind| !position.cells().of(position.side(), Kind(kind)).is_empty())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut engine = Engine::new(16, 1)?;
    let mut position = Chess.start();
    let mut history = History::starting_with(&position);
    for _ in 0..20 {
        if verdict(&position, &history).is_some() {
            break;
        }
        let (limits, control) = (Limits::to_depth(5), Control::default());
        let report = engine.search(&position, &history, &Material, &limits, &control, |_| {});
        let best = report.best.ok_or("no legal move")?;
        println!("{:<8}{:>6} centipawns, {} positions", position.san(best), report.score, report.nodes);
        position.play(best);
        history.push(position.key());
    }
    println!("{}", position.fen());
    Ok(())
}
