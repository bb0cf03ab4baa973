//! Reading `position startpos moves` with 400 moves: the words, the moves, and the position they
//! lead to.

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use fastrand::Rng;
use helgi_engine::eval::Tunable;
use helgi_protocol::text::Words;
use helgi_protocol::uci::{self, Command};
use helgi_rules::games::GameId;
use helgi_rules::notation::{self, Notation};
use helgi_rules::{Game, History, Position, Select, verdict};
use std::hint::black_box;

const MOVES: usize = 400;

/// A line with the moves of a random game, the first of some seeds that lasts so long.
struct LongGame;

impl helgi_engine::Visitor for LongGame {
    type Output = String;

    fn visit<G: Game, E: Tunable<G::Position>>(self, game: G, _: E) -> String {
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

/// Times the reading of the line as words, and as a position with its history.
struct Parse<'a, 'b>(&'a mut BenchmarkGroup<'b, WallTime>);

impl helgi_engine::Visitor for Parse<'_, '_> {
    type Output = ();

    fn visit<G: Game, E: Tunable<G::Position>>(self, game: G, evaluator: E) {
        let name = game.info().name;
        let line = LongGame.visit(game.clone(), evaluator);
        self.0.bench_function(format!("{name} words"), |bencher| {
            bencher.iter(|| uci::parse(black_box(&line)));
        });
        self.0.bench_function(format!("{name} position"), |bencher| {
            bencher.iter(|| match uci::parse(black_box(&line)) {
                Ok(Command::Position { moves, .. }) => play(&game, &moves),
                other => panic!("{other:?}"),
            });
        });
    }
}

fn play<G: Game>(game: &G, moves: &Words) -> (G::Position, History) {
    let mut position = game.start();
    let mut history = History::starting_with(&position);
    for text in moves.iter() {
        position.play(notation::read(game, &position, text).expect("a legal move"));
        history.push(position.key());
    }
    (position, history)
}

fn parse(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("parse 400 moves");
    group.throughput(Throughput::Elements(MOVES as u64));
    for game in [GameId::Chess, GameId::Tavreli] {
        helgi_engine::visit(game, Parse(&mut group));
    }
    group.finish();
}

criterion_group!(benches, parse);
criterion_main!(benches);
