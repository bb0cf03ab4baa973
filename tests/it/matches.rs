//! Statistics and openings of matches.

use helgi_match::openings::{self, Format, Opening, OpeningOrder, OpeningSource, RandomOpenings};
use helgi_match::sprt::{EloModel, Sprt, SprtVerdict};
use helgi_match::statistics::{Difference, MatchScore, Pairs};
use helgi_record::Record;
use helgi_record::replay::replay;
use helgi_rules::games::GameId;
use helgi_rules::{Game, Line, Position};
use helgi_study::BalanceJudge;
use std::collections::HashSet;

fn numbers(text: &str) -> Vec<f64> {
    text.split(' ').map(|number| number.parse().unwrap()).collect()
}

fn counted(text: &str) -> (MatchScore, Pairs) {
    let counts: Vec<u64> = numbers(text).into_iter().map(|count| count as u64).collect();
    match counts[..] {
        [losses, draws, wins] => (MatchScore { wins, draws, losses }, Pairs::default()),
        _ => (MatchScore::default(), Pairs(counts.try_into().unwrap())),
    }
}

fn near(found: f64, expected: &str, place: &str) {
    let expected: f64 = expected.parse().unwrap();
    assert!(
        (found - expected).abs() < 2e-6 * expected.abs().max(1.0),
        "{found}, expected {expected}: {place}"
    );
}

#[test]
fn statistics_are_those_of_other_programs() {
    let mut rows = 0;
    for line in include_str!("../matches/statistics.tsv").lines().filter(|line| !line.starts_with('#')) {
        rows += 1;
        let fields: Vec<&str> = line.split('\t').collect();
        let (score, pairs) = counted(fields[1]);
        if fields[0] == "difference" {
            let found = Difference::of(&score, &pairs).unwrap();
            let (elo, normalized) = (found.elo, found.normalized);
            let values = [elo.value, elo.error, normalized.value, normalized.error, Some(found.superiority)];
            values
                .iter()
                .zip(&fields[2..])
                .for_each(|(found, expected)| near(found.unwrap(), expected, line));
        } else {
            let [elo0, elo1] = [2, 3].map(|index| fields[index].parse().unwrap());
            let test = Sprt::new(elo0, elo1, 0.05, 0.05, fields[4].parse().unwrap()).unwrap();
            near(test.llr(&score, &pairs), fields[5], line);
        }
    }
    assert!(rows > 15, "only {rows} rows");
}

#[test]
fn statistics_at_their_edges() {
    let of = |wins, draws, losses| Difference::of(&MatchScore { wins, draws, losses }, &Pairs::default());
    assert_eq!(of(0, 0, 0), None);
    let texts = |(score, pairs): (MatchScore, Pairs)| {
        let Difference { elo, normalized, superiority } = Difference::of(&score, &pairs).unwrap();
        (elo.to_string(), normalized.to_string(), superiority)
    };
    for (counts, elo, normalized, superiority) in [
        ("0 0 7", "- +/- -", "- +/- -", 1.0),
        ("7 0 0", "- +/- -", "- +/- -", 0.0),
        ("0 9 0", "0.0 +/- -", "0.0 +/- -", 0.5),
        // All pairs alike: won, won by a game and a draw, even, lost.
        ("0 0 0 0 3", "- +/- -", "- +/- -", 1.0),
        ("0 0 0 3 0", "190.8 +/- -", "- +/- -", 1.0),
        ("0 0 3 0 0", "0.0 +/- -", "0.0 +/- -", 0.5),
        ("3 0 0 0 0", "- +/- -", "- +/- -", 0.0),
        // The interval reaches beyond a score of 1.
        ("0 1 2", "279.6 +/- -", "491.3 +/- 393.2", 0.992_847),
    ] {
        let found = texts(counted(counts));
        assert_eq!((found.0.as_str(), found.1.as_str()), (elo, normalized), "{counts}");
        assert!((found.2 - superiority).abs() < 1e-6, "{counts}: {}", found.2);
    }
    assert_eq!(of(10, 20, 5).unwrap().elo.to_string(), "50.0 +/- 76.3");

    let test = Sprt::new(0.0, 5.0, 0.05, 0.05, EloModel::Normalized).unwrap();
    let (lower, upper) = test.bounds();
    assert!((lower + 2.944_439).abs() < 1e-6 && (upper - 2.944_439).abs() < 1e-6);
    assert_eq!(test.llr(&MatchScore::default(), &Pairs::default()), 0.0);
    for model in [EloModel::Normalized, EloModel::Logistic, EloModel::Bayesian] {
        let test = Sprt::new(0.0, 30.0, 0.05, 0.05, model).unwrap();
        let score = |wins, losses| MatchScore { wins, draws: wins, losses };
        assert_eq!(
            test.verdict(&score(4000, 3000), &Pairs::default()),
            Some(SprtVerdict::AcceptH1),
            "{model:?}"
        );
        assert_eq!(
            test.verdict(&score(3000, 4000), &Pairs::default()),
            Some(SprtVerdict::AcceptH0),
            "{model:?}"
        );
        assert_eq!(test.verdict(&score(4, 3), &Pairs::default()), None, "{model:?}");
        for (wins, draws, losses) in [(0, 5, 0), (5, 0, 0), (0, 0, 5), (1, 0, 0)] {
            assert!(
                test.llr(&MatchScore { wins, draws, losses }, &Pairs::default()).is_finite(),
                "{model:?}"
            );
        }
    }
    for (elo0, elo1, alpha, beta, field) in [
        (5.0, 5.0, 0.05, 0.05, "elo1"),
        (f64::NAN, 5.0, 0.05, 0.05, "elo0"),
        (0.0, 5.0, 0.0, 0.05, "alpha"),
        (0.0, 5.0, 0.5, 0.5, "beta"),
    ] {
        assert_eq!(Sprt::new(elo0, elo1, alpha, beta, EloModel::Logistic).unwrap_err().field, field);
    }
    assert!("elo".parse::<EloModel>().unwrap_err().to_string().contains("normalized, logistic or bayesian"));
}

#[test]
fn openings_of_files() {
    let chess = GameId::default();
    let epd = "# a comment\n4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id \"x 1\";\n\n4k3/8/8/8/8/8/8/4K2R b - - 3 9 ;D1 5\n";
    let read = openings::read(chess, epd, "book.epd", Format::Epd, None).unwrap();
    let fens: Vec<&str> = read.iter().map(|opening| opening.fen.as_str()).collect();
    assert_eq!(fens, ["4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R b - - 3 9"]);
    let error =
        |text: &str, format| openings::read(chess, text, "book", format, None).unwrap_err().to_string();
    assert_eq!(
        error("4k3/8/8/8/8/8/8/4K2R w K -\n8/8/8/8/8/8/8/8 x - -", Format::Epd),
        "book, line 2: FEN field side: `x`, expected `w` or `b`"
    );
    let moves = |text| openings::read(chess, text, "book", Format::Epd, None).unwrap()[0].moves.clone();
    assert_eq!(moves("4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1 e8e7"), ["e1g1", "e8e7"]);
    assert_eq!(moves("4k3/8/8/8/8/8/8/4K2R w K - moves Kd2; id \"x\";"), ["e1d2"]);
    assert_eq!(
        error("4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1 e1g1", Format::Epd),
        "book, line 1: half-move 2: `e1g1`, expected a legal move"
    );
    for (fields, problem) in
        [("x - -", "side: `x`"), ("w x -", "castling: `x`"), ("w KQ+ -", "castling: `KQ+`")]
    {
        let said = error(&format!("4k3/8/8/8/8/8/8/4K2R {fields}"), Format::Epd);
        assert!(said.starts_with(&format!("book, line 1: FEN field {problem}")), "{said}");
    }
    assert_eq!(
        error("7k/5KQ1/8/8/8/8/8/8 b - - 0 1", Format::Epd),
        "book, line 1: the game is over, 1-0 {White mates}"
    );
    assert_eq!(error("", Format::Epd), "book: no opening, expected at least one");
    assert_eq!(error("1. e4 Ke6 *", Format::Pgn), "book, line 1: half-move 2: `Ke6`, expected a legal move");
    assert_eq!(error("1. e4 {", Format::Pgn), "book, line 1: `{`, expected a `}` after it");
    assert_eq!(
        error("\n[Variant \"tavreli\"]\n\n*", Format::Pgn),
        "book, line 2: tag Variant: `tavreli`, expected chess"
    );
    let pgn = "1. e4 e5 2. Nf3 *\n\n1. d4 *";
    let read = openings::read(chess, pgn, "book.pgn", Format::Pgn, Some(2)).unwrap();
    assert_eq!(read[0].moves, ["e2e4", "e7e5"]);
    assert_eq!(read[1].moves, ["d2d4"]);

    let numbered = |number: usize| Opening { fen: number.to_string(), moves: Vec::new() };
    let book = OpeningSource::new((0..5).map(numbered).collect(), OpeningOrder::Sequential, 4, 1).unwrap();
    let order: Vec<&str> = (0..6).map(|round| book.opening(round).fen.as_str()).collect();
    assert_eq!(order, ["3", "4", "0", "1", "2", "3"]);
    let shuffled =
        |seed| OpeningSource::new((0..50).map(numbered).collect(), OpeningOrder::Random, 1, seed).unwrap();
    assert_eq!(shuffled(7), shuffled(7));
    assert_ne!(shuffled(7), shuffled(8));
    assert_eq!(OpeningSource::new(Vec::new(), OpeningOrder::Sequential, 1, 1), None);
}

#[test]
fn openings_keep_the_counts_of_their_opcodes() {
    let chess = GameId::default();
    let board = "rnb1kbnr/ppp1pppp/8/4q3/8/2N5/PPPP1PPP/R1BQKBNR w KQkq -";
    for (opcodes, counts) in [
        ("hmvc 2; fmvn 4;", "2 4"),
        ("fmvn 4; hmvc 2;", "2 4"),
        ("bm Qe2 Be2; c0 \"a;b\"; hmvc 1; id \"fmvn 9;\"; fmvn 17; variant \"chess960\";", "1 17"),
        ("fmvn 12", "0 12"),
        ("bm Qe2;", "0 1"),
    ] {
        let read = openings::read(chess, &format!("{board} {opcodes}\n"), "book", Format::Epd, None).unwrap();
        assert_eq!(read[0].fen, format!("{board} {counts}"), "{opcodes}");
    }
    let error = |opcodes| openings::read(chess, &format!("{board} {opcodes}"), "book", Format::Epd, None);
    assert_eq!(
        error("hmvc two;").unwrap_err().to_string(),
        "book, line 1: FEN field halfmove: `two`, expected a number from 0 to 9999"
    );
    assert_eq!(
        error("variant \"tavreli\";").unwrap_err().to_string(),
        "book, line 1: opcode variant: `tavreli`, expected chess"
    );
    // A file of puzzles is a book of openings, too.
    let puzzle = format!("{board} hmvc 2; fmvn 4; bm Qe2; c1 \"a; b\";\n");
    let puzzles = helgi_record::puzzle::read(puzzle.as_bytes(), chess).whole().unwrap();
    let read = openings::read(chess, &puzzles[0].epd(1), "puzzles", Format::Epd, None).unwrap();
    assert_eq!(read[0].fen, format!("{board} 2 4"));
}

#[test]
fn positions_of_all_games_are_openings_as_they_are_written() {
    let mut random = fastrand::Rng::with_seed(5);
    for game in GameId::all() {
        let mut line = Line::new(game.start());
        for _ in 0..30 {
            let legal = line.present().legal_moves();
            let Some(&played) = random.choice(&legal) else { break };
            line.play(played);
            if line.present().outcome().is_some() {
                break;
            }
            let fen = line.present().fen();
            let read = openings::read(game, &format!("{fen}\n"), "book", Format::Epd, None);
            match read {
                Ok(read) => assert_eq!(read[0].fen, fen, "{}", game.name()),
                Err(error) => assert!(error.to_string().contains("the game is over"), "{fen}: {error}"),
            }
        }
    }
}

#[test]
fn random_openings_are_reproducible_and_distinct() {
    let mut judge = BalanceJudge::new().unwrap();
    let mut random = |game, plies, count, seed| -> Vec<Opening> {
        let mut openings = RandomOpenings::new(game, plies, seed);
        (0..count).filter_map(|number| openings.opening(number, &mut |line| judge.advantage(line))).collect()
    };
    for &game in GameId::BUILT_IN {
        let made = random(game, 6, 6, 42);
        assert_eq!(made.len(), 6, "{}", game.name());
        let distinct: HashSet<&Opening> = made.iter().collect();
        assert_eq!(distinct.len(), made.len(), "{}", game.name());
        for opening in &made {
            assert_eq!(opening.moves.len(), 6);
            let mut record = Record::new(game, &opening.fen);
            for text in &opening.moves {
                record.push(text, None);
            }
            let replayed = replay(&record);
            assert!(replayed.wrong.is_empty() && replayed.outcome.is_none(), "{record}");
        }
    }
    let chess = GameId::default();
    let mut make = |seed| random(chess, 4, 3, seed);
    assert_eq!(make(1), make(1));
    assert_ne!(make(1), make(2));
    // There is one position after no move, and twenty after one.
    let distinct = |made: Vec<Opening>| made.into_iter().collect::<HashSet<_>>().len();
    assert_eq!(distinct(random(chess, 0, 10, 1)), 1);
    let after_one = distinct(random(chess, 1, 50, 1));
    assert!((2..=20).contains(&after_one), "{after_one}");
}
