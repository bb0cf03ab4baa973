//! Search nodes per second of every game on one thread, with shakmaty's perft as a yardstick.

mod yardstick;

use criterion::{Criterion, SamplingMode, Throughput};
use helgi_engine::internals::bench;
use helgi_engine::search::Control;
use helgi_rules::games::GameId;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Deep enough for tens of thousands of nodes in every game.
const DEPTH: u32 = 6;

/// Searches a game's bench positions; the nodes are the same at every call.
fn nodes(game: GameId) -> u64 {
    let row = bench::run(game, DEPTH, &Control::new(Instant::now()));
    row.expect("memory for a small table").expect("nobody stops it").nodes
}

fn main() {
    let games: Vec<(GameId, u64)> = GameId::BUILT_IN.iter().map(|&game| (game, nodes(game))).collect();
    let mut criterion = Criterion::default().configure_from_args();
    let mut group = criterion.benchmark_group("search");
    group.sampling_mode(SamplingMode::Flat).sample_size(10).measurement_time(Duration::from_secs(2));
    for &(game, count) in &games {
        group.throughput(Throughput::Elements(count));
        group.bench_function(game.name(), |bencher| bencher.iter(|| black_box(nodes(game))));
    }
    group.finish();
    criterion.final_summary();

    let shakmaty = yardstick::shakmaty_perft();
    let mut cases = vec![shakmaty];
    cases.extend(games.iter().map(|&(game, count)| yardstick::Case {
        name: game.name(),
        nodes: count,
        count: Box::new(move || nodes(game)),
    }));
    yardstick::print_ratios("search nodes per second, and shakmaty's perft over them", &cases);
}
