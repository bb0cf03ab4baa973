//! Perft of every game, with the chess of the crate `shakmaty` beside it as a yardstick.
//!
//! After the usual report a table gives each game's speed as a part of shakmaty's, measured in turn
//! in the same run, which means the same on any machine.

use criterion::{Criterion, SamplingMode, Throughput};
use helgi::rules::chess::Chess;
use helgi::rules::chessbattle::ChessBattle128;
use helgi::rules::operational2::Operational2;
use helgi::rules::popular10::Popular10;
use helgi::rules::tactical::Tactical;
use helgi::rules::tavreli::Tavreli;
use helgi::rules::{Game, perft};
use shakmaty::Position as _;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Something that counts the same nodes at every call.
struct Case {
    name: &'static str,
    nodes: u64,
    count: Box<dyn Fn() -> u64>,
}

/// The middle-game position known as Kiwipete, which has every kind of chess move.
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn shakmaty_chess() -> Case {
    let setup: shakmaty::fen::Fen = KIWIPETE.parse().expect("the position is valid");
    let position: shakmaty::Chess =
        setup.into_position(shakmaty::CastlingMode::Standard).expect("the position is legal");
    case("shakmaty", move || bulk_perft(&position, 4))
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

fn helgi<G: Game>(game: G, fen: &str, depth: u32) -> Case {
    let position = game.parse(fen).expect("the position is valid");
    case(game.info().name, move || perft(&position, depth))
}

fn case(name: &'static str, count: impl Fn() -> u64 + 'static) -> Case {
    Case { name, nodes: count(), count: Box::new(count) }
}

fn cases() -> Vec<Case> {
    vec![
        shakmaty_chess(),
        helgi(Chess, KIWIPETE, 4),
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
    print_ratios(&cases);
}

/// Times all cases in turn several times and prints the median of their rates over shakmaty's.
fn print_ratios(cases: &[Case]) {
    const ROUNDS: usize = 7;
    let mut ratios = vec![Vec::new(); cases.len()];
    for _ in 0..ROUNDS {
        let rates: Vec<f64> = cases
            .iter()
            .map(|case| {
                let start = Instant::now();
                assert_eq!(black_box((case.count)()), case.nodes, "{} miscounts", case.name);
                case.nodes as f64 / start.elapsed().as_secs_f64()
            })
            .collect();
        for (list, rate) in ratios.iter_mut().zip(&rates) {
            list.push(rate / rates[0]);
        }
    }
    println!("\nnodes per second as a part of shakmaty's chess, median of {ROUNDS}:");
    for (case, list) in cases.iter().zip(&mut ratios) {
        list.sort_by(f64::total_cmp);
        println!("  {:<20} {:.3}", case.name, list[ROUNDS / 2]);
    }
}
