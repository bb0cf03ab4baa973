//! The output of `eval`: the score of a position without a search, and the contribution of each piece.

use helgi_engine::net::NetChoice;
use helgi_engine::{EvalBreakdown, evaluate};
use helgi_rules::board::{Side, Square};
use helgi_rules::internals::fen::without;
use helgi_rules::{AnyPosition, Position, fen};

/// The evaluation of a position for people, with a line as Stockfish has it, from White's side and with
/// an empty line after it.
pub fn describe(position: &AnyPosition, net: &NetChoice) -> String {
    let EvalBreakdown { hand_written, learned, score } = evaluate(position, net);
    let side = position.side();
    let for_white = |score: i32| pawns(if side == Side::White { score } else { -score });
    let mut text = pieces(position, net, score);
    text += &format!("\nHand-written terms     {:+.2} (white side)\n", for_white(hand_written));
    if let Some(learned) = learned {
        text += &format!("Net                    {:+.2} (white side)\n", for_white(learned));
    }
    text + &format!(
        "Evaluation: {:+.2} pawns for {}, who is to move\nFinal evaluation       {:+.2} (white side)\n",
        pawns(score),
        side.name(),
        for_white(score)
    )
}

fn pawns(score: i32) -> f64 {
    f64::from(score) / 100.0
}

/// Returns the contribution of each piece: how much worse its side would stand without it.
fn pieces(position: &AnyPosition, net: &NetChoice, score: i32) -> String {
    let mut text = "What each contributes to its side, by the score without it:\n".to_owned();
    for side in Side::BOTH {
        let found: Vec<String> = position
            .outline()
            .squares()
            .filter(|&square| position.piece_at(square, 0).is_some_and(|piece| piece.side == side))
            .map(|square| contribution(position, net, score, side, square))
            .collect();
        for row in found.chunks(6) {
            text += &format!("  {}\n", row.join("").trim_end());
        }
    }
    text
}

/// Returns the piece on a square, and how much worse `side` would stand without it; a dash if the
/// game has no position without it.
fn contribution(position: &AnyPosition, net: &NetChoice, score: i32, side: Side, square: Square) -> String {
    let top = position.piece_at(square, 0).map(|piece| fen::piece_text(piece, position.info().pieces));
    let rest = if position.piece_at(square, 1).is_some() { "…" } else { "" };
    let name = format!("{}{rest}{}", top.unwrap_or_default(), position.outline().name(square));
    let worth = without(position, square).map_or("-".to_owned(), |less| {
        // Both scores are the mover's, and a piece of the other side makes them rise when it goes.
        let lost = score - evaluate(&less, net).score;
        format!("{:+.2}", pawns(if side == position.side() { lost } else { -lost }))
    });
    format!("{name:<6}{worth:>7}   ")
}
