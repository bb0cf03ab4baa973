//! The costs of a test of legality and of the noisy moves, as parts of a whole list of moves:
//! `cargo run --release --bin legality -- [NAME...]`, for games that come along.
//!
//! The positions are those of random games. All three are measured by turns in one run, in CPU time, and the median of
//! the rounds counts, so that the parts mean the same on a busy machine.

use cpu_time::ThreadTime;
use helgi_rules::board::Move;
use helgi_rules::{Game, GenMode, Position};
use helgi_variants::{library, with_file_game};
use std::hint::black_box;

const GAMES: [&str; 8] =
    ["chess", "makruk", "crazyhouse", "atomic", "antichess", "racingkings", "shogi", "minishogi"];
const POSITIONS: usize = 400;
const ROUNDS: usize = 41;

/// The CPU time of a call in nanoseconds.
fn time(call: impl FnOnce()) -> f64 {
    let start = ThreadTime::now();
    call();
    start.elapsed().as_nanos() as f64
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Positions of random games, each with one of its moves.
fn positions<G: Game>(game: &G) -> Vec<(G::Position, Move)> {
    let mut random = fastrand::Rng::with_seed(1);
    let mut positions = Vec::new();
    while positions.len() < POSITIONS {
        let Ok(mut position) = game.parse(game.info().start) else { break };
        for _ in 0..80 {
            let moves = position.legal_moves();
            let (Some(&next), Some(&candidate)) = (random.choice(&moves), random.choice(&moves)) else {
                break;
            };
            positions.push((position.clone(), candidate));
            position.play(next);
        }
    }
    positions
}

fn measure<G: Game>(game: &G) {
    let positions = positions(game);
    let mut list = Vec::with_capacity(512);
    let mut rounds: [Vec<f64>; 3] = Default::default();
    for _ in 0..ROUNDS {
        let mut generate = |select: GenMode| {
            time(|| {
                for (position, _) in &positions {
                    list.clear();
                    position.generate(select, &mut list);
                    black_box(&list);
                }
            })
        };
        rounds[0].push(generate(GenMode::All));
        rounds[1].push(generate(GenMode::Noisy));
        rounds[2].push(time(|| {
            for (position, candidate) in &positions {
                black_box(position.is_legal(*candidate));
            }
        }));
    }
    let [all, noisy, legal] = rounds.map(median);
    let each = all / positions.len() as f64;
    println!("{:<16}{each:>12.0}{:>12.2}{:>12.2}", game.info().name, legal / all, noisy / all);
}

fn main() {
    println!("{:<16}{:>12}{:>12}{:>12}", "game", "all, ns", "is_legal", "noisy");
    let named: Vec<String> = std::env::args().skip(1).collect();
    let names: Vec<&str> =
        if named.is_empty() { GAMES.into() } else { named.iter().map(String::as_str).collect() };
    for name in names {
        match library::game(name).map(|game| game.played()) {
            Some(game) => with_file_game!(game, game => measure(&game)),
            None => println!("{name}: no game of this name comes along"),
        }
    }
}
