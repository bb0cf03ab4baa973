//! Reading `position startpos moves` with 400 moves: the words, the moves, and the position they
//! lead to.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use fastrand::Rng;
use helgi::eval::Evaluate;
use helgi::rules::{Game, History, Position, Select, verdict};
use helgi::session::games::{GameId, Visitor};
use helgi::session::moves::Notation;
use helgi::session::playing;
use helgi_protocol::uci::{self, Command};
use std::hint::black_box;

const MOVES: usize = 400;

/// A line with the moves of a random game, the first of some seeds that lasts so long.
struct LongGame;

impl Visitor for LongGame {
    type Output = String;

    fn visit<G: Game, E: Evaluate<G::Position>>(self, game: G, _: E) -> String {
        let line = (0..1000).find_map(|seed| random_line(&game, seed));
        format!("position startpos moves {}", line.expect("some random game lasts so long"))
    }
}

fn random_line<G: Game>(game: &G, seed: u64) -> Option<String> {
    let mut random = Rng::with_seed(seed);
    let mut position = game.start();
    let mut history = History::starting_with(&position);
    let mut line = Vec::new();
    while line.len() < MOVES && verdict(&position, &history).is_none() {
        let mut legal = Vec::new();
        position.generate(Select::All, &mut legal);
        let chosen = *random.choice(&legal)?;
        position.play(chosen);
        history.push(position.key());
        line.push(chosen);
    }
    (line.len() == MOVES).then(|| Notation::of(game).write_line(&line))
}

fn parse(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("parse 400 moves");
    group.throughput(Throughput::Elements(MOVES as u64));
    for game in [GameId::Chess, GameId::Tavreli] {
        let line = game.visit(LongGame);
        group.bench_function(format!("{} words", game.name()), |bencher| {
            bencher.iter(|| uci::parse(black_box(&line)));
        });
        group.bench_function(format!("{} position", game.name()), |bencher| {
            let mut playing = playing::begin(game);
            bencher.iter(|| match uci::parse(black_box(&line)) {
                Ok(Command::Position { start, moves }) => playing.set_up(&start, &moves),
                other => panic!("{other:?}"),
            });
        });
    }
    group.finish();
}

criterion_group!(benches, parse);
criterion_main!(benches);
