//! Tests of books: choice, counting, and files that are damaged.

use super::file::BookError;
use super::*;
use fastrand::Rng;
use helgi_record::GameResult;
use helgi_rules::{Game, notation};

fn played(position: &AnyPosition, text: &str) -> Move {
    notation::read(position, text).unwrap()
}

/// Games of chess, by their moves on the wire.
fn book(recipe: Recipe, games: &[(&str, GameResult)]) -> Book {
    let start = GameId::CHESS.start();
    let mut builder = Builder::new(GameId::CHESS, recipe);
    for (moves, ending) in games {
        let mut position = start.clone();
        let steps: Vec<BookStep> = moves
            .split(' ')
            .map(|text| {
                let legal = played(&position, text);
                position.play(legal);
                BookStep { played: legal, counts: true }
            })
            .collect();
        builder.add(&start, steps, *ending).unwrap();
    }
    builder.finish()
}

const ALL: Recipe = Recipe { max_ply: 40, min_games: 1, min_score: 0.0, only: None, uniform: false };

fn written(book: &Book) -> Vec<u8> {
    let mut bytes = Vec::new();
    book.write(&mut bytes).unwrap();
    bytes
}

#[test]
fn moves_are_played_as_often_as_they_weigh() {
    let games = [
        ("e2e4 e7e5 g1f3", GameResult::WhiteWins),
        ("e2e4 c7c5", GameResult::WhiteWins),
        ("d2d4 d7d5", GameResult::Draw),
        ("c2c4 e7e5", GameResult::Unknown),
        ("g1f3 d7d5", GameResult::BlackWins),
    ];
    let book = book(ALL, &games);
    let start = GameId::CHESS.start();
    let [e4, d4, c4, nf3] = ["e2e4", "d2d4", "c2c4", "g1f3"].map(|text| played(&start, text));
    let weights: Vec<(Move, u32)> =
        book.moves(&start).iter().map(|entry| (entry.played, entry.weight)).collect();
    assert_eq!(weights[0], (e4, 4));
    assert_eq!(weights[3], (nf3, 0));
    let mut count = [0_u32; 4];
    for seed in 0..6000 {
        let answer = book.answer(&start, BookChoice::Weighted { seed }).unwrap();
        assert_eq!(answer.total, 6);
        count[[e4, d4, c4, nf3].iter().position(|&one| one == answer.entry.played).unwrap()] += 1;
        assert_eq!(book.answer(&start, BookChoice::Weighted { seed }), Some(answer));
    }
    assert!(count[0].abs_diff(4000) < 150 && count[1].abs_diff(1000) < 120, "{count:?}");
    assert_eq!(count[3], 0);
    let best = book.answer(&start, BookChoice::Best).unwrap();
    assert_eq!(best.entry.played, e4);
    // White has won both games in which Black answered.
    assert_eq!(best.reply, None);
    let after = start.after(d4);
    assert_eq!(book.answer(&start.after(e4), BookChoice::Best), None);
    assert_eq!(book.answer(&after, BookChoice::Best).unwrap().share(), 1.0);
    assert_eq!(book.moves(&GameId::TAVRELI.start()), []);
}

#[test]
fn a_move_that_comes_again_counts_once_and_illegal_ones_are_named() {
    let knights = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 e2e4";
    let made = book(ALL, &[(knights, GameResult::WhiteWins)]);
    assert!(made.entries().iter().all(|entry| entry.counts.games() == 1));
    assert_eq!((made.entries().len(), made.positions()), (5, 4));
    let start = GameId::CHESS.start();
    let step = BookStep { played: played(&start, "e2e4"), counts: true };
    let mut builder = Builder::new(GameId::CHESS, ALL);
    assert_eq!(builder.add(&start, [step, step], GameResult::Draw), Err(2));
    assert_eq!(builder.add(&GameId::TAVRELI.start(), [step], GameResult::Draw), Err(0));
    assert_eq!(builder.finish().entries().len(), 1);
}

#[test]
fn written_books_are_read() {
    let mut random = Rng::with_seed(5);
    for &game in GameId::BUILT_IN.iter().chain(GameId::UNLISTED) {
        let mut builder = Builder::new(game, Recipe { max_ply: 12, ..ALL });
        for _ in 0..random.usize(0..30) {
            let start = game.start();
            let mut position = start.clone();
            let mut steps = Vec::new();
            while let Some(&played) = random.choice(&position.legal_moves()).filter(|_| steps.len() < 15) {
                steps.push(BookStep { played, counts: random.bool() });
                position.play(played);
            }
            let endings =
                [GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw, GameResult::Unknown];
            builder.add(&start, steps, endings[random.usize(0..4)]).unwrap();
        }
        let book = builder.finish();
        let bytes = written(&book);
        assert_eq!(Book::read(&bytes[..]).unwrap(), book);
        // Merged with itself everything counts twice.
        let mut twice = Builder::new(game, ALL);
        assert!(twice.merge(&book) && twice.merge(&book));
        let twice = twice.finish();
        assert_eq!(twice.entries().len(), book.entries().len());
        for (one, other) in book.entries().iter().zip(twice.entries()) {
            assert_eq!(2 * one.counts.games(), other.counts.games());
        }
    }
}

#[test]
fn every_damage_is_found() {
    let whole =
        written(&book(ALL, &[("e2e4 e7e5 g1f3", GameResult::WhiteWins), ("d2d4", GameResult::BlackWins)]));
    for length in 0..whole.len() {
        let error = Book::read(&whole[..length]).unwrap_err();
        match error {
            BookError::Magic => assert!(length < 12, "{length}"),
            BookError::Truncated { found, expected } => {
                assert_eq!(found, length as u64);
                let is_known = length > 12 + 5 + 12;
                assert!(expected > found && (!is_known || expected == whole.len() as u64), "{length}");
            }
            other => panic!("{length}: {other}"),
        }
    }
    for place in 0..whole.len() {
        for bit in 0..8 {
            let mut bytes = whole.clone();
            bytes[place] ^= 1 << bit;
            assert!(Book::read(&bytes[..]).is_err(), "bit {bit} of byte {place}");
        }
    }
    let longer = [&whole[..], b"x"].concat();
    assert!(matches!(Book::read(&longer[..]), Err(BookError::Behind(at)) if at == whole.len() as u64));
}

/// A book with something else at a place, and the right sum.
fn changed(book: &Book, place: usize, bytes: &[u8]) -> Vec<u8> {
    let mut whole = written(book);
    whole[place..place + bytes.len()].copy_from_slice(bytes);
    let end = whole.len() - 4;
    let sum = crc32fast::hash(&whole[..end]);
    whole[end..].copy_from_slice(&sum.to_le_bytes());
    whole
}

#[test]
fn errors_say_what_was_expected_and_what_to_do() {
    let book = book(ALL, &[("e2e4 e7e5", GameResult::WhiteWins)]);
    let said = |bytes: Vec<u8>| Book::read(&bytes[..]).unwrap_err().to_string();
    for (bytes, parts) in [
        (b"\x7fELF".to_vec(), ["no opening book", "`helgi book`"]),
        (changed(&book, 10, &[9]), ["version 9", "expected 1"]),
        (changed(&book, 12, b"shogi"), ["game `shogi`", "helgi variants"]),
        (changed(&book, 17, &[0; 8]), ["0000000000000000", "other keys"]),
        (changed(&book, 25, &[0xff; 4]), ["4294967295 records", "at most 16777216"]),
        (changed(&book, 25, &[3, 0, 0, 0]), ["cut off", "129"]),
        (changed(&book, 29, &[0xff; 8]), ["record 2", "by key and move"]),
        (changed(&book, 37, &[0; 4]), ["record 1", "by key and move"]),
    ] {
        let text = said(bytes);
        assert!(parts.iter().all(|part| text.contains(part)), "{text}");
    }
    // A book of many records that are not there takes no memory for them.
    assert!(said(changed(&book, 25, &[0, 0, 0, 1])).contains("expected 536870945"));
}

/// A key that changes makes all books useless that were made before.
#[test]
fn keys_are_those_of_earlier_releases() {
    let rows: Vec<&str> = include_str!("keys.tsv").lines().collect();
    assert!(rows.len() > 2 * GameId::BUILT_IN.len());
    for row in rows {
        let [name, key, fen] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let position = GameId::named(name).unwrap().parse(fen).unwrap();
        assert_eq!(format!("{:016x}", position.key()), key, "{row}");
    }
    // Every game has its start there.
    for game in GameId::BUILT_IN {
        let start = format!("{}\t{:016x}\t{}", game.name(), game.start().key(), game.info().start);
        assert!(include_str!("keys.tsv").lines().any(|row| row == start), "{start}");
    }
}
