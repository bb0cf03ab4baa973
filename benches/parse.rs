//! Reading `position startpos moves` with 400 moves: the words, the moves, and the position they
//! lead to. Writing all moves of a position in SAN, as a board in a notebook or on a page asks for at each move. Games of
//! chess in PGN: read, read and checked by the rules, and the moves alone read by the crate `shakmaty`. The check of a file of
//! games.

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use fastrand::Rng;
use helgi_protocol::text::Words;
use helgi_protocol::uci::{self, Command};
use helgi_record::replay::replay;
use helgi_record::{PgnReader, Record};
use helgi_rules::games::GameId;
use helgi_rules::notation::{self, Notation};
use helgi_rules::readable::{self, Style};
use helgi_rules::{Game, Line, Position};
use helgi_variants::{library, load};
use shakmaty::Position as _;
use std::hint::black_box;

const MOVES: usize = 400;

/// A line with the moves of a random game, the first of some seeds that lasts so long.
fn long_game(game: GameId) -> String {
    let line = (0..1000).find_map(|seed| random_line(game, seed)).expect("some random game lasts so long");
    let notation = Notation::of(&game);
    let moves: Vec<_> = line.moves().map(|played| notation.write(played).to_string()).collect();
    format!("position startpos moves {}", moves.join(" "))
}

fn random_line(game: GameId, seed: u64) -> Option<Line> {
    let mut random = Rng::with_seed(seed);
    let mut line = Line::new(game.start());
    while line.len() < MOVES && line.verdict().is_none() {
        line.play(*random.choice(&line.present().legal_moves())?);
    }
    (line.len() == MOVES).then_some(line)
}

/// Times the reading of the line as words, and as a position with its history.
fn time(group: &mut BenchmarkGroup<'_, WallTime>, game: GameId) {
    let (name, line) = (game.name(), long_game(game));
    group.bench_function(format!("{name} words"), |bencher| {
        bencher.iter(|| uci::parse(black_box(&line)));
    });
    group.bench_function(format!("{name} position"), |bencher| {
        bencher.iter(|| match uci::parse(black_box(&line)) {
            Ok(Command::Position { moves, .. }) => play(game, &moves),
            other => panic!("{other:?}"),
        });
    });
}

fn play(game: GameId, moves: &Words) -> Line {
    let mut line = Line::new(game.start());
    for text in moves.iter() {
        line.play(notation::read(line.present(), text).expect("a legal move"));
    }
    line
}

fn parse(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("parse 400 moves");
    group.throughput(Throughput::Elements(MOVES as u64));
    for game in [GameId::CHESS, GameId::TAVRELI] {
        time(&mut group, game);
    }
    group.finish();
}

/// Times SAN of all moves of 40 positions of a random game.
fn write_san(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("SAN of all moves");
    for game in [GameId::CHESS, GameId::TAVRELI, GameId::OPERATIONAL2] {
        let mut random = Rng::with_seed(1);
        let mut position = game.start();
        let mut positions = Vec::new();
        for _ in 0..40 {
            positions.push(position.clone());
            position.play(*random.choice(&position.legal_moves()).expect("the game goes on"));
        }
        let moves = positions.iter().map(|position| position.count_moves() as u64).sum();
        group.throughput(Throughput::Elements(moves));
        group.bench_function(game.name(), |bencher| {
            bencher.iter(|| -> usize {
                positions.iter().map(|position| readable::write_all(position, Style::San).len()).sum()
            });
        });
    }
    group.finish();
}

/// Random games of chess, of at most 100 half-moves each.
fn games(count: u64) -> Vec<Line> {
    let line = |seed| {
        let mut random = Rng::with_seed(seed);
        let mut line = Line::new(GameId::CHESS.start());
        while line.len() < 100 && line.verdict().is_none() {
            let legal = line.present().legal_moves();
            line.play(*random.choice(&legal).expect("the game goes on"));
        }
        line
    };
    (0..count).map(line).collect()
}

fn read_pgn(criterion: &mut Criterion) {
    let records: Vec<Record> = games(100).iter().map(Record::of_line).collect();
    let text: String = records.iter().map(Record::to_string).collect();
    let mut group = criterion.benchmark_group("PGN of chess");
    group.throughput(Throughput::Bytes(text.len() as u64));
    let read = || PgnReader::new(text.as_bytes()).map(|game| game.expect("it is readable").record);
    group.bench_function("read", |bencher| bencher.iter(|| read().count()));
    group.bench_function("check", |bencher| {
        bencher.iter(|| read().filter(|record| replay(record).wrong.is_empty()).count());
    });
    group.bench_function("copy", |bencher| {
        bencher.iter(|| -> usize { read().map(|record| record.to_string().len()).sum() });
    });
    group.bench_function("shakmaty, moves alone", |bencher| {
        bencher.iter(|| {
            for record in &records {
                let mut position = shakmaty::Chess::default();
                for text in record.moves() {
                    let san: shakmaty::san::SanPlus = text.parse().expect("it is SAN");
                    let legal = san.san.to_move(&position).expect("it is legal");
                    position.play_unchecked(legal);
                }
                black_box(&position);
            }
        });
    });
    group.finish();
}

/// Times the check of a file of games, as the page asks for while somebody types: of all games that come along, and of the file
/// that GAMES names, such as Fairy-Stockfish's variants.ini.
fn check_games(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("check of a file of games");
    let library: String = library::TEXTS.iter().map(|(_, text)| *text).collect();
    let named = std::env::var("GAMES").ok().map(|path| {
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        (path, text)
    });
    for (name, text) in [("the games that come along".to_owned(), library)].into_iter().chain(named) {
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function(name, |bencher| bencher.iter(|| load(black_box(&text)).games.len()));
    }
    group.finish();
}

criterion_group!(benches, parse, write_san, read_pgn, check_games);
criterion_main!(benches);
