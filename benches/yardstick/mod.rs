//! Speeds as parts of the speed of shakmaty's chess, measured in turn in the same run, so that they
//! mean the same on any machine.

use shakmaty::Position as _;
use std::hint::black_box;
use std::time::Instant;

/// A case that counts the same nodes at every call.
pub struct Case {
    /// Its name in the output.
    pub name: &'static str,
    /// The number that is counted.
    pub nodes: u64,
    /// Counts.
    pub count: Box<dyn Fn() -> u64>,
}

/// The middle-game position known as Kiwipete, which has every kind of chess move.
pub const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// The yardstick: shakmaty's bulk-counted perft of a chess middle game.
pub fn shakmaty_perft() -> Case {
    let setup: shakmaty::fen::Fen = KIWIPETE.parse().expect("the position is valid");
    let position: shakmaty::Chess =
        setup.into_position(shakmaty::CastlingMode::Standard).expect("the position is legal");
    Case {
        name: "shakmaty",
        nodes: bulk_perft(&position, 4),
        count: Box::new(move || bulk_perft(&position, 4)),
    }
}

/// Counts the last ply without playing it, as helgi's perft does.
fn bulk_perft(position: &shakmaty::Chess, depth: u32) -> u64 {
    let moves = position.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    moves
        .iter()
        .map(|chosen| {
            let mut child = position.clone();
            child.play_unchecked(*chosen);
            bulk_perft(&child, depth - 1)
        })
        .sum()
}

/// Times all cases in turn several times, the yardstick first, and prints the median rate of each,
/// as a part of the yardstick's and the other way round.
pub fn print_ratios(title: &str, cases: &[Case]) {
    const ROUNDS: usize = 7;
    let mut ratios = vec![Vec::new(); cases.len()];
    let mut rates = vec![Vec::new(); cases.len()];
    for _ in 0..ROUNDS {
        for (index, case) in cases.iter().enumerate() {
            let start = Instant::now();
            assert_eq!(black_box((case.count)()), case.nodes, "{} miscounts", case.name);
            let rate = case.nodes as f64 / start.elapsed().as_secs_f64();
            rates[index].push(rate);
            let yardstick = rates[0].last().copied().unwrap_or(rate);
            ratios[index].push(rate / yardstick);
        }
    }
    let median = |list: &mut Vec<f64>| {
        list.sort_by(f64::total_cmp);
        list[ROUNDS / 2]
    };
    println!("\n{title}, median of {ROUNDS}:");
    for (index, case) in cases.iter().enumerate() {
        let (rate, ratio) = (median(&mut rates[index]), median(&mut ratios[index]));
        println!("  {:<24} {:>10.3} million  {ratio:>8.4}  1/{:.1}", case.name, rate / 1e6, 1.0 / ratio);
    }
}
