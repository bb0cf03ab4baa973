//! The cost of a net for one position, by its number of hidden units and of active inputs: the
//! loops have to be vector instructions, and this would show if they no longer were.

use criterion::{BenchmarkId, Criterion};
use fastrand::Rng;
use helgi_engine::internals::net::{Net, NetParts, OutputLayer, WIDTHS};
use std::hint::black_box;

/// As many inputs as the larger games have.
const INPUTS: usize = 5_000;

fn net(hidden: usize, random: &mut Rng) -> Net {
    let mut words =
        |count: usize, most: i16| (0..count).map(|_| random.i16(-most..=most)).collect::<Vec<_>>();
    let parts = NetParts {
        game: "bench".to_owned(),
        adds: true,
        inputs: INPUTS,
        hidden,
        weights: words(INPUTS * hidden, 100),
        bias: words(hidden, 100),
        outputs: vec![OutputLayer { weights: words(2 * hidden, 127), bias: 0 }],
    };
    Net::new(parts).expect("parts that fit each other")
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let mut group = criterion.benchmark_group("net");
    let mut random = Rng::with_seed(1);
    for hidden in WIDTHS {
        let net = net(hidden, &mut random);
        for on in [32, 76] {
            let mut inputs = || (0..on).map(|_| random.u16(..INPUTS as u16)).collect::<Vec<_>>();
            let positions: Vec<_> = (0..64).map(|_| (inputs(), inputs())).collect();
            let mut next = positions.iter().cycle();
            group.bench_function(BenchmarkId::new(format!("{hidden} units"), on), |bencher| {
                bencher.iter(|| next.next().map(|(own, other)| black_box(net.evaluate(own, other))));
            });
        }
    }
    group.finish();
    criterion.final_summary();
}
