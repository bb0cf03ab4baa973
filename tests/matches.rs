//! What goes with matches: statistics, PGN, replays, openings, and `helgi pgn`.

use helgi::openings::Judge;
use helgi_match::openings::{self, Book, Format, Opening, Order};
use helgi_match::pgn::{Assessment, Expected, GameResult, Reader, Record};
use helgi_match::replay::{Replay, replay};
use helgi_match::sprt::{Model, Sprt, Verdict};
use helgi_match::statistics::{Difference, Pairs, Score};
use helgi_rules::games::GameId;
use helgi_rules::readable::Style;
use proptest::prelude::*;
use std::collections::HashSet;
use std::process::{Command, Output};
use std::time::Duration;

fn games(text: &str) -> Vec<Record> {
    Reader::new(text).map(|game| game.unwrap_or_else(|error| panic!("{error}")).record).collect()
}

fn moves(record: &Record) -> Vec<&str> {
    record.moves.iter().map(|played| played.text.as_str()).collect()
}

fn numbers(text: &str) -> Vec<f64> {
    text.split(' ').map(|number| number.parse().unwrap()).collect()
}

fn counted(text: &str) -> (Score, Pairs) {
    let counts: Vec<u64> = numbers(text).into_iter().map(|count| count as u64).collect();
    match counts[..] {
        [losses, draws, wins] => (Score { wins, draws, losses }, Pairs::default()),
        _ => (Score::default(), Pairs(counts.try_into().unwrap())),
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
    for line in include_str!("matches/statistics.tsv").lines().filter(|line| !line.starts_with('#')) {
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
    let of = |wins, draws, losses| Difference::of(&Score { wins, draws, losses }, &Pairs::default());
    assert_eq!(of(0, 0, 0), None);
    let texts = |(score, pairs): (Score, Pairs)| {
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

    let test = Sprt::new(0.0, 5.0, 0.05, 0.05, Model::Normalized).unwrap();
    let (lower, upper) = test.bounds();
    assert!((lower + 2.944_439).abs() < 1e-6 && (upper - 2.944_439).abs() < 1e-6);
    assert_eq!(test.llr(&Score::default(), &Pairs::default()), 0.0);
    for model in [Model::Normalized, Model::Logistic, Model::Bayesian] {
        let test = Sprt::new(0.0, 30.0, 0.05, 0.05, model).unwrap();
        let score = |wins, losses| Score { wins, draws: wins, losses };
        assert_eq!(test.verdict(&score(4000, 3000), &Pairs::default()), Some(Verdict::AcceptH1), "{model:?}");
        assert_eq!(test.verdict(&score(3000, 4000), &Pairs::default()), Some(Verdict::AcceptH0), "{model:?}");
        assert_eq!(test.verdict(&score(4, 3), &Pairs::default()), None, "{model:?}");
        for (wins, draws, losses) in [(0, 5, 0), (5, 0, 0), (0, 0, 5), (1, 0, 0)] {
            assert!(test.llr(&Score { wins, draws, losses }, &Pairs::default()).is_finite(), "{model:?}");
        }
    }
    for (elo0, elo1, alpha, beta, field) in [
        (5.0, 5.0, 0.05, 0.05, "elo1"),
        (f64::NAN, 5.0, 0.05, 0.05, "elo0"),
        (0.0, 5.0, 0.0, 0.05, "alpha"),
        (0.0, 5.0, 0.5, 0.5, "beta"),
    ] {
        assert_eq!(Sprt::new(elo0, elo1, alpha, beta, Model::Logistic).unwrap_err().field, field);
    }
    assert!("elo".parse::<Model>().unwrap_err().to_string().contains("normalized, logistic or bayesian"));
}

#[test]
fn a_game_is_written_as_others_write_it() {
    let mut record = Record::new(GameId::DEFAULT, GameId::DEFAULT.info().start);
    record.tags.set("GameDuration", "00:00:01");
    record.tags.set("White", "A \"B\" \\");
    record.tags.set("TimeControl", "1+0.01");
    let score = |score| Assessment { score: Some(score), depth: 12, time: Duration::from_millis(340) };
    record.push("f3", Some(score(Expected::Centipawns(-25)).to_string()));
    record.push("e5", Some(score(Expected::Centipawns(5)).to_string()));
    record.push("g4", Some(score(Expected::Mate(-1)).to_string()));
    record.push("Qh4#", Some(score(Expected::Mate(1)).to_string()));
    record.finish(GameResult::BlackWins, "Black mates");
    let expected = r#"[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "A \"B\" \\"]
[Black "?"]
[Result "0-1"]
[TimeControl "1+0.01"]
[PlyCount "4"]
[GameDuration "00:00:01"]

1. f3 {-0.25/12 0.34s} e5 {+0.05/12 0.34s} 2. g4 {-M1/12 0.34s} Qh4# {+M1/12
0.34s} {Black mates} 0-1

"#;
    assert_eq!(record.to_string(), expected);
    assert_eq!(games(expected), [record]);

    let tavreli = GameId::named("tavreli").unwrap();
    let record = Record::new(tavreli, tavreli.info().start);
    let text = record.to_string();
    assert!(text.contains("[Variant \"tavreli\"]\n[SetUp \"1\"]\n[FEN \"rnbqkbnr/tmadeamt/"), "{text}");
    let black = "4k3/8/8/8/8/8/8/4K2R b - - 0 7";
    let mut record = Record::new(GameId::DEFAULT, black);
    record.push("Kd8", None);
    record.push("Kd2", None);
    assert!(record.to_string().ends_with("\n\n7... Kd8 8. Kd2 *\n\n"), "{record}");
}

#[test]
fn assessments_are_read_back() {
    for text in ["+0.25/12 0.34s", "-12.07/3 1.345s", "0.00/1 0.00s", "+M5/20 12.10s", "-M2/9 0.01s", "0.50s"]
    {
        assert_eq!(text.parse::<Assessment>().unwrap().to_string(), text);
    }
    let long: Assessment = "+1.00/15 1.321s, n=1250, sd=4".parse().unwrap();
    assert_eq!((long.score, long.depth), (Some(Expected::Centipawns(100)), 15));
    for text in ["", "book", "+0.25", "+0.25/x 1s", "White mates", "1/2 3", "+99999999999.00/1 1s", "1e300s"]
    {
        assert!(text.parse::<Assessment>().is_err(), "{text}");
    }
}

#[test]
fn files_of_other_programs_are_read_and_checked() {
    let foreign = games(include_str!("matches/foreign.pgn"));
    let texts: Vec<String> = foreign.iter().map(|game| moves(game).join(" ")).collect();
    assert_eq!(texts, ["f3 e5 g4 Qh4#", "e4 e5 Nf3 Nf6", "K@a1 k@h8 C@d2 -- -- 0000"]);
    let reasons: Vec<Option<&str>> = foreign.iter().map(Record::reason).collect();
    let clocks = "xboard exit (Clocks: 299, 280)";
    assert_eq!(reasons, [Some("Black mates"), Some("engine2 loses on time"), Some(clocks)]);
    assert_eq!(foreign[2].game(), GameId::named("tactical"));

    let python = games(include_str!("matches/python-chess.pgn"));
    assert_eq!(python.len(), 10);
    assert_eq!(python[0].tags.get("Event"), Some("A \"quoted\" \\ event"));
    for record in foreign.iter().chain(&python) {
        let replayed = replay(record, Style::San);
        assert_eq!(replayed.wrong, [], "{record}");
        // What python-chess calls SAN is what helgi calls SAN.
        if record.game() == Some(GameId::DEFAULT) {
            assert_eq!(replayed.moves, moves(record));
        }
        for style in [Style::Lan, Style::Uci] {
            let mut other = record.clone();
            let texts = replay(record, style).moves;
            other.moves.iter_mut().zip(texts).for_each(|(played, text)| played.text = text);
            assert_eq!(replay(&other, Style::San), replayed);
        }
    }
}

fn wrong_of(text: &str) -> String {
    let Replay { wrong, .. } = replay(&games(text)[0], Style::San);
    wrong.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

#[test]
fn what_is_wrong_with_a_game_is_named() {
    let mate = "1. f3 e5 2. g4 Qh4#";
    assert_eq!(wrong_of(&format!("{mate} 0-1")), "");
    assert_eq!(
        wrong_of(&format!("{mate} 1-0")),
        "the result is 1-0, but the position at the end is 0-1 {Black mates}"
    );
    assert!(wrong_of(&format!("{mate} {{Stalemate}} 0-1")).starts_with("the reason is `Stalemate`"));
    assert_eq!(
        wrong_of("1. e4 e5 {Black mates} 0-1"),
        "the reason is `Black mates`, but the game could go on at its end"
    );
    assert_eq!(wrong_of("1. e4 e5 {Black resigns} 1-0"), "");
    assert_eq!(wrong_of("1. e4 e5 2. Ke3 *"), "move 2.: `Ke3`, expected a legal move");
    assert_eq!(wrong_of("1. e4 Ke6 *"), "move 1...: `Ke6`, expected a legal move");
    assert_eq!(wrong_of(&format!("{mate} 3. a3 0-1")), "move 3.: the game was over, 0-1 {Black mates}");
    assert_eq!(wrong_of("[Result \"1-0\"]\n\n*"), "tag Result: `1-0`, but the moves end in *");
    assert_eq!(wrong_of("[PlyCount \"3\"]\n\n1. e4 *"), "tag PlyCount: `3`, but there are 1 half-moves");
    assert_eq!(
        wrong_of("[Variant \"shogi\"]\n\n*"),
        "tag Variant: `shogi`, expected a game that helgi plays"
    );
    assert!(wrong_of("[FEN \"8/8 w\"]\n\n*").starts_with("tag FEN: FEN field board"));
    // A threefold repetition that nobody claimed, and one that is a draw.
    let shuffle = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8";
    assert_eq!(wrong_of(&format!("{shuffle} 5. e4 *")), "");
    assert_eq!(wrong_of(&format!("{shuffle} {{Draw by repetition}} 1/2-1/2")), "");
}

#[test]
fn broken_files_are_refused_with_the_line_and_the_rest_is_read() {
    let error = |text: &str| Reader::new(text).find_map(Result::err).expect(text).to_string();
    assert_eq!(
        error("\n[Event]\n"),
        "line 2: tag `[Event]`, expected a name and a value in quotes, as in `[Event \"?\"]`"
    );
    assert_eq!(error("1. e4\n{never ends"), "line 2: `{`, expected a `}` after it");
    assert_eq!(error("1. e4\r\n\r\n((1. d4) *"), "line 3: `(`, expected a `)` after it");
    assert_eq!(error("1. e4 ) *"), "line 1: `)`, expected a move, a comment or the result");
    let mixed = "[Event oops]\n[White \"A\"]\n\n1. e4 *\n\n[Event \"good\"]\n\n1. d4 *\n\n1. c4 1-0";
    let read: Vec<bool> = Reader::new(mixed).map(|game| game.is_ok()).collect();
    assert_eq!(read, [false, true, true]);
    assert_eq!(Reader::new("\u{feff}% nothing\r\n\r\n").count(), 0);
    // Deep nesting is no recursion.
    let deep = format!("1. e4 {}{} e5 *", "(".repeat(200_000), ")".repeat(200_000));
    assert_eq!(moves(&games(&deep)[0]), ["e4", "e5"]);
    let two = "[White \"A\"] [Black \"B\"]\r\n\r\n1.e4!e5 2 . d4 ; a remark\r\n% skipped\r\n2...d5$14 *";
    assert_eq!(moves(&games(two)[0]), ["e4!e5", "d4", "d5"]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn what_is_written_reads_back(
        values in prop::collection::vec(("[A-Z][A-Za-z0-9_]{0,8}", "[ -~äß]{0,30}"), 0..6),
        texts in prop::collection::vec(("[a-h][1-8][a-h][1-8]|[KQRBN]x?[a-h][1-8][+#]?|--|0000|O-O", "[!-z|~é ]{0,60}"), 0..60),
        result in prop::sample::select(vec![GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw, GameResult::Unknown]),
        reason in "[a-zA-Z ]{0,20}",
    ) {
        let mut record = Record::default();
        for (name, value) in &values {
            if name != "FEN" {
                record.tags.set(name, value);
            }
        }
        for (text, comment) in &texts {
            let comment = comment.split_whitespace().collect::<Vec<_>>().join(" ");
            record.push(text.clone(), (!comment.is_empty()).then_some(comment));
        }
        record.finish(result, &reason.split_whitespace().collect::<Vec<_>>().join(" "));
        let text = record.to_string();
        prop_assert_eq!(&games(&text), &[record.clone()], "{}", text);
        prop_assert_eq!(games(&text.replace('\n', "\r\n").repeat(2)), [record.clone(), record]);
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "(\\[|\\]|\"|\\{|\\}|\\(|\\)|;|%|\\$|\n| |[a-z0-9.*-]|é){0,80}") {
        // Each game or error takes something: it ends.
        let games = Reader::new(&text).count();
        prop_assert!(games <= text.len());
    }
}

#[test]
fn openings_of_files() {
    let chess = GameId::DEFAULT;
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
    let book = Book::new((0..5).map(numbered).collect(), Order::Sequential, 4, 1).unwrap();
    let order: Vec<&str> = (0..6).map(|round| book.opening(round).fen.as_str()).collect();
    assert_eq!(order, ["3", "4", "0", "1", "2", "3"]);
    let shuffled = |seed| Book::new((0..50).map(numbered).collect(), Order::Random, 1, seed).unwrap();
    assert_eq!(shuffled(7), shuffled(7));
    assert_ne!(shuffled(7), shuffled(8));
    assert_eq!(Book::new(Vec::new(), Order::Sequential, 1, 1), None);
}

#[test]
fn random_openings_are_reproducible_and_distinct() {
    let mut judge = Judge::new().unwrap();
    let mut random = |game, plies, count, seed| {
        openings::random(game, plies, count, seed, &mut |line| judge.advantage(line))
    };
    for &game in GameId::ALL {
        let made = random(game, 6, 6, 42);
        assert_eq!(made.len(), 6, "{}", game.name());
        let distinct: HashSet<&Opening> = made.iter().collect();
        assert_eq!(distinct.len(), made.len(), "{}", game.name());
        for opening in &made {
            assert_eq!(opening.moves.len(), 6);
            let mut record = Record::new(game, &opening.fen);
            opening.moves.iter().for_each(|text| record.push(text.clone(), None));
            let replayed = replay(&record, Style::Uci);
            assert_eq!((replayed.wrong, replayed.outcome), (Vec::new(), None), "{record}");
        }
    }
    let chess = GameId::DEFAULT;
    let mut make = |seed| random(chess, 4, 3, seed);
    assert_eq!(make(1), make(1));
    assert_ne!(make(1), make(2));
    // There is one position after no move, and twenty after one.
    assert_eq!(random(chess, 0, 10, 1).len(), 1);
    let after_one = random(chess, 1, 50, 1).len();
    assert!((2..=20).contains(&after_one), "{after_one}");
}

fn helgi(arguments: &[&str]) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } =
        Command::new(env!("CARGO_BIN_EXE_helgi")).args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (status.code(), text(stdout), text(stderr))
}

#[test]
fn helgi_pgn_checks_and_converts() {
    let here = |name: &str| format!("{}/tests/matches/{name}", env!("CARGO_MANIFEST_DIR"));
    let (foreign, python) = (here("foreign.pgn"), here("python-chess.pgn"));
    let (status, out, errors) = helgi(&["pgn", &foreign, &python]);
    assert_eq!((status, errors.as_str()), (Some(0), ""), "{out}");
    assert!(
        out.contains("game 1, line 2: Alpha - Beta, chess, 4 half-moves, 0-1 {Black mates}: good\n"),
        "{out}"
    );
    assert!(out.ends_with("13 games, 0 wrong\n"), "{out}");
    assert_eq!(helgi(&["pgn", "-q", &foreign]), (Some(0), String::new(), String::new()));

    let (status, out, errors) = helgi(&["pgn", "--to", "uci", &foreign]);
    assert_eq!(status, Some(0), "{errors}");
    assert!(
        out.contains("1. f2f3 {book} e7e5") && out.contains("K@a1 K@h8") && out.contains("0000"),
        "{out}"
    );
    assert!(errors.contains("3 games, 0 wrong"), "{errors}");

    let folder = std::env::temp_dir().join(format!("helgi-pgn-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (bad, new) = (folder.join("bad.pgn"), folder.join("new.pgn"));
    std::fs::write(&bad, "1. e2e4 Ke6 *\n\n1. d4 *\n").unwrap();
    let (bad, new) = (bad.to_str().unwrap(), new.to_str().unwrap());
    let (status, out, errors) = helgi(&["pgn", "--quiet", bad, "--to", "san", "--output", new]);
    let written = std::fs::read_to_string(new).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!(status, Some(1));
    assert!(out.ends_with(", game 1, line 1: move 1...: `Ke6`, expected a legal move\n"), "{out}");
    assert_eq!(errors, "helgi: 1 of 2 games are wrong\n");
    assert!(written.contains("1. e4 Ke6 *\n") && written.contains("1. d4 *\n"), "{written}");

    for arguments in [&["pgn"][..], &["pgn", "/no/such/file"], &["pgn", &foreign, "--to", "wxf"]] {
        assert_eq!(helgi(arguments).0, Some(2), "{arguments:?}");
    }
}
