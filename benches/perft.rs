//! Perft of every game, with the chess of the crate `shakmaty` as a yardstick.
//!
//! After the usual report a table gives each game's speed as a part of shakmaty's, measured in turn
//! in the same run, which means the same on any machine.

mod yardstick;

use criterion::{Criterion, SamplingMode, Throughput};
use helgi_rules::chess::Chess;
use helgi_rules::internals::chessbattle::ChessBattle128;
use helgi_rules::internals::operational2::Operational2;
use helgi_rules::internals::popular10::Popular10;
use helgi_rules::internals::tactical::Tactical;
use helgi_rules::internals::tavreli::Tavreli;
use helgi_rules::{Game, Position};
use std::hint::black_box;
use std::time::Duration;
use yardstick::Case;

fn helgi<G: Game>(game: G, fen: &str, depth: u32) -> Case {
    let position = game.parse(fen).expect("the position is valid");
    let count = move || position.perft(depth);
    Case { name: game.info().name, nodes: count(), count: Box::new(count) }
}

fn cases() -> Vec<Case> {
    vec![
        yardstick::shakmaty_perft(),
        helgi(Chess, yardstick::KIWIPETE, 4),
        helgi(Tavreli, TAVRELI_MIDDLE_GAME, 3),
        helgi(Tactical, TACTICAL_BATTLE, 3),
        helgi(ChessBattle128::default(), CHESSBATTLE_MIDDLE_GAME, 3),
        helgi(Popular10::ALL[0], POPULAR10_MIDDLE_GAME, 3),
        helgi(Operational2::Range2, OPERATIONAL2_MIDDLE_GAME, 2),
    ]
}

/// A position of a tournament game with stacks on both sides.
const TAVRELI_MIDDLE_GAME: &str =
    "4rrk1/tmad1am1/2n1(bebq)2t/4R3/8/2(Nn)2N(EBDBQ)1/TMA2AMT/5RK1 w ABCFGHabcdfg - 0 13";

/// A battle with full reserves, positions of generated games in the other games.
const TACTICAL_BATTLE: &str = "1i2k3/1t1vv3/4*j2/p7/4**2/C6K/5N1J/5B2[QPPPPPPPPAHCDDoqbpppppccdd] w - - 1 41";
const CHESSBATTLE_MIDDLE_GAME: &str = "**gm1h1m1g**/**1ssst1ss**/3s5s2/2ss2ss1sc1/10S1/s11/9S2/c6S3s/6S2S2/2S3MS4/**4T2S**/**G2BHMCG** w - - 2 31";
const POPULAR10_MIDDLE_GAME: &str = "jcwe1gd1wvcj/*2b1kq1bea*/*s2n6*/*P3r1p2p*/*2sVS3Sp*/*1P3BG3*/*2Ps3p2*/*10*/*RN1AQK2NR*/JCVE1DWWE1CJ w KQ - 1 31";
const OPERATIONAL2_MIDDLE_GAME: &str = "1unbsxh2uxhsn1ur/r2p3g4gq3/p4p1p2p1bpp1p/1p5p1p5p1/4p12/17/3P13/8P3P2P1/2P1P1P1P1PNPP3/2Q3PG2P1GQ2P/RUNBSXH2UXcSRBU1 w - - 1 31";

fn main() {
    let cases = cases();
    assert_eq!(cases[0].nodes, cases[1].nodes, "the two chess generators disagree");
    let mut criterion = Criterion::default().configure_from_args();
    let mut group = criterion.benchmark_group("perft");
    group.sampling_mode(SamplingMode::Flat).sample_size(10).measurement_time(Duration::from_secs(3));
    for case in &cases {
        group.throughput(Throughput::Elements(case.nodes));
        group.bench_function(case.name, |bencher| bencher.iter(|| black_box((case.count)())));
    }
    group.finish();
    criterion.final_summary();
    yardstick::print_ratios("perft, bulk-counted, nodes per second, as a part of shakmaty's chess", &cases);
}
