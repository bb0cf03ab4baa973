//! Matches played to their end: their results and reports must be the expected ones.

use crate::match_common::{HELGI, folder, helgi, helgi_match, judge, play};
use helgi_match::openings::{self, Opening};
use helgi_match::settings::{DrawRule, EngineSettings, MatchSettings, Openings, Protocol};
use helgi_match::sprt::{EloModel, Sprt, SprtVerdict};
use helgi_match::time::EngineClock;
use helgi_match::{End, Match, MatchEvent, MatchReport, MatchStop};
use helgi_record::replay::line_to;
use helgi_record::{PgnReader, Record};
use helgi_rules::games::GameId;
use helgi_rules::{Line, Position};
use std::collections::HashMap;
use std::fs;
#[cfg(all(unix, feature = "board"))]
use std::io::{self, BufRead, BufReader};
use std::path::PathBuf;
#[cfg(all(unix, feature = "board"))]
use std::process::{Command, Stdio};
use std::time::Duration;

/// A match of pairs over random openings that ends as soon as it is decided.
fn sprt(first: u64, second: u64) -> MatchReport {
    let sprt = Sprt::new(0.0, 100.0, 0.05, 0.05, EloModel::Normalized).unwrap();
    let settings = MatchSettings {
        rounds: 200,
        games: 2,
        repeat: 2,
        concurrency: 2,
        openings: Some(Openings::Random { plies: 4 }),
        seed: 1,
        sprt: Some(sprt),
        max_moves: Some(100),
        ..MatchSettings::new(vec![helgi("first", first), helgi("second", second)])
    };
    play(settings).0
}

#[test]
fn the_sequential_test_finds_the_stronger_engine_both_ways() {
    for (first, second, expected) in
        [(1_200, 150, SprtVerdict::AcceptH1), (150, 1_200, SprtVerdict::AcceptH0)]
    {
        let report = sprt(first, second);
        assert!(matches!(report.end, End::Decided(verdict) if verdict == expected), "{:?}", report.end);
        assert!(report.standing.finished() < 400);
    }
}

#[test]
fn the_same_seed_plays_the_same_games() {
    let games = |seed, concurrency| {
        let mut games = Vec::new();
        let settings = MatchSettings {
            games: 6,
            repeat: 2,
            concurrency,
            seed,
            openings: Some(Openings::Random { plies: 4 }),
            variants: vec![GameId::CHESS, GameId::named("tactical").unwrap()],
            max_moves: Some(20),
            ..MatchSettings::new(vec![helgi("A", 150), helgi("B", 250)])
        };
        Match::new(settings).unwrap().run(&MatchStop::new(), &mut judge(), &mut |event| {
            if let MatchEvent::Finished { fixture, record, .. } = event {
                let texts: Vec<String> = record.moves.iter().map(|played| played.text.clone()).collect();
                games.push((fixture.number, texts));
            }
        });
        games.sort();
        games
    };
    let once = games(5, 1);
    assert_eq!(once.len(), 6);
    // Both games of a pair begin alike, the next pair otherwise.
    assert_eq!(once[0].1[..4], once[1].1[..4]);
    assert_ne!(once[0].1[..4], once[4].1[..4]);
    assert_eq!(once, games(5, 2));
    assert_ne!(once, games(6, 1));
}

#[test]
fn every_move_is_told_as_it_is_made() {
    let settings = MatchSettings {
        games: 4,
        concurrency: 2,
        openings: Some(Openings::Random { plies: 3 }),
        variants: vec![GameId::named("tavreli").unwrap(), GameId::CHESS],
        max_moves: Some(15),
        ..MatchSettings::new(vec![helgi("A", 150), helgi("B", 250)])
    };
    let mut told: HashMap<usize, Vec<String>> = HashMap::new();
    let mut finished = 0;
    Match::new(settings).unwrap().run(&MatchStop::new(), &mut judge(), &mut |event| match event {
        MatchEvent::Started { fixture, opening } => drop(told.insert(fixture.number, opening.moves.clone())),
        MatchEvent::Moved { fixture, side, played, clocks } => {
            let moves = told.get_mut(&fixture.number).unwrap();
            assert_eq!(side.index(), moves.len() % 2, "in these games sides take turns");
            assert!(played.thought.as_ref().unwrap().0.as_ref().unwrap().score.is_some());
            assert_eq!(*clocks, [None, None]);
            moves.push(played.text.clone());
        }
        MatchEvent::Finished { fixture, record, .. } => {
            let moves: Vec<&str> = record.moves.iter().map(|played| played.text.as_str()).collect();
            assert_eq!(told[&fixture.number], moves);
            finished += 1;
        }
        MatchEvent::Pooled(pool) => panic!("{pool:?}"),
        MatchEvent::Warning(text) => panic!("{text}"),
    });
    assert_eq!(finished, 4);
}

#[test]
fn all_games_are_played_to_their_end() {
    let all = GameId::BUILT_IN.to_vec();
    let settings = MatchSettings {
        games: all.len(),
        variants: all,
        concurrency: 2,
        openings: Some(Openings::Random { plies: 2 }),
        max_moves: Some(300),
        ..MatchSettings::new(vec![helgi("A", 60), helgi("B", 60)])
    };
    let (report, endings) = play(settings);
    assert!(matches!(report.end, End::Complete), "{:?}", report.end);
    assert_eq!(endings.len(), GameId::BUILT_IN.len());
    assert!([0, 1].iter().all(|&engine| report.standing.faults_line(engine).is_none()), "{endings:?}");
}

/// From the start position, and from one where both sides can castle: by both protocols.
#[test]
fn chess960_is_played_over_both_protocols() {
    let folder = folder("chess960");
    let (epd, pgn) = (folder.join("castling.epd"), folder.join("games.pgn"));
    let castling =
        ["1rk4r/pppppppp/8/8/8/8/PPPPPPPP/1RK4R w KQkq", "rk5r/pppppppp/8/8/8/8/PPPPPPPP/RK5R w HAha"];
    fs::write(&epd, castling.map(|text| format!("{text} - 0 1\n")).concat()).unwrap();
    let xboard = EngineSettings { protocol: Protocol::Xboard, ..helgi("B", 60) };
    let (path, order) = (epd, openings::OpeningOrder::Sequential);
    for openings in [
        Openings::File { path, format: openings::Format::Epd, order, plies: None, first: 1 },
        Openings::Starts { order, first: 519 },
    ] {
        let settings = MatchSettings {
            rounds: 2,
            games: 2,
            repeat: 2,
            variants: vec![GameId::FISCHERANDOM],
            openings: Some(openings),
            max_moves: Some(40),
            pgn: Some(pgn.clone()),
            ..MatchSettings::new(vec![helgi("A", 60), xboard.clone()])
        };
        let (report, endings) = play(settings);
        assert!(matches!(report.end, End::Complete), "{:?}", report.end);
        assert!([0, 1].iter().all(|&engine| report.standing.faults_line(engine).is_none()), "{endings:?}");
    }
    let text = fs::read_to_string(&pgn).unwrap();
    let records: Vec<_> = PgnReader::new(text.as_bytes()).map(|located| located.unwrap().record).collect();
    assert_eq!(records.len(), 8);
    for record in &records {
        assert_eq!(record.tags.get("Variant"), Some("Chess960"));
        assert_eq!(record.game(), Some(GameId::FISCHERANDOM));
    }
    assert_eq!(records[4].tags.get("FEN"), Some(GameId::FISCHERANDOM.info().start));
    let castlings = records.iter().flat_map(Record::moves).filter(|text| text.starts_with("O-O"));
    assert!(castlings.count() > 0, "{text}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn games_are_called_drawn_and_the_sheet_says_so() {
    let folder = folder("draw");
    let pgn = folder.join("games.pgn");
    let draw = Some(DrawRule { move_number: 5, move_count: 2, score: 30_000 });
    let settings = MatchSettings {
        draw,
        pgn: Some(pgn.clone()),
        ..MatchSettings::new(vec![helgi("A", 100), helgi("B", 100)])
    };
    let (_, endings) = play(settings);
    assert_eq!(endings, ["1/2-1/2 Draw by adjudication"]);
    let text = fs::read_to_string(&pgn).unwrap();
    let game = PgnReader::new(text.as_bytes()).next().unwrap().unwrap().record;
    // Five full moves, and two of each side since the last capture or pawn move, which counts itself.
    let replayed = line_to(&game, game.last()).unwrap();
    let mut line = Line::new(replayed.start().clone());
    let mut even = 0;
    for played in replayed.moves() {
        assert!(line.len() < 10 || even < 4, "{text}");
        line.play(played);
        even = if line.present().turn().halfmove == 0 { 1 } else { even + 1 };
    }
    assert!(line.len() >= 10 && even >= 4, "{text}");
    assert_eq!(game.tags.get("Termination"), Some("adjudication"));
    assert_eq!(game.reason(), Some("Draw by adjudication"));
    fs::remove_dir_all(folder).unwrap();
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_ends_the_match_with_an_error() {
    for word in ["-pgnout file=/dev/full", "-epdout file=/dev/full", "-log file=/dev/full"] {
        let words =
            format!("-engine cmd={HELGI} -engine cmd={HELGI} -each nodes=50 -games 4 -maxmoves 5 {word}");
        let words: Vec<&str> = words.split(' ').collect();
        let output = helgi_match(&words).wait_with_output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{word}: {errors}");
        assert!(errors.contains("/dev/full: No space left on device"), "{word}: {errors}");
    }
}

#[test]
fn output_has_the_lines_that_scripts_look_for() {
    let words = format!(
        "-engine cmd={HELGI} name=A -engine cmd={HELGI} name=B -engine cmd={HELGI} name=C -each nodes=50 \
         -tournament gauntlet -games 2 -repeat -maxmoves 5 -ratinginterval 2"
    );
    let words: Vec<&str> = words.split_whitespace().collect();
    let output = helgi_match(&words).wait_with_output().unwrap();
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    for line in [
        "Started game 1 of 4 (A vs B)",
        "Finished game 1 (A vs B): 1/2-1/2 {Draw by adjudication: maximal game length}",
        "Score of A vs B: 0 - 0 - 2  [0.500] 2",
        "Started game 4 of 4 (C vs A)",
        "Finished match",
    ] {
        assert!(printed.lines().any(|printed| printed == line), "{line}\n{printed}");
    }
    assert!(printed.contains("Rank Name "), "{printed}");
}

/// The program in the usual places; warns loudly if it is not there.
fn installed(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain([PathBuf::from("/usr/games")]);
    let found = folders.map(|folder| folder.join(name)).find(|path| path.is_file());
    if found.is_none() {
        eprintln!("SKIPPED: {name} is not installed, its games are not played");
    }
    found
}

#[test]
fn other_engines_play_chess_by_the_same_rules() {
    // gnuchess dies in a game out of thirty of an assertion about its own output (engine.cc, line 558):
    // what counts is a match without that. The others have no reason to.
    for (name, arguments, protocol, attempts) in [
        ("fairymax", "", Protocol::Xboard, 1),
        ("sjaakii", "", Protocol::Xboard, 1),
        ("sjaakii", "-uci", Protocol::Uci, 1),
        ("gnuchess", "--uci", Protocol::Uci, 4),
        ("stockfish", "", Protocol::Uci, 1),
    ] {
        let Some(path) = installed(name) else { continue };
        let control = EngineClock { clock: Some("1+0.02".parse().unwrap()), ..EngineClock::default() };
        let margin = Duration::from_secs(2);
        let other = EngineSettings {
            arguments: arguments.split_whitespace().map(str::to_owned).collect(),
            protocol,
            control,
            margin,
            ..EngineSettings::new(path)
        };
        let settings = MatchSettings {
            games: 2,
            max_moves: Some(80),
            recover: true,
            ..MatchSettings::new(vec![helgi("A", 500), other])
        };
        let without_crash = |(report, _): &(MatchReport, _)| report.standing.faults(1).crashes == 0;
        let (report, endings) = (0..attempts)
            .map(|_| play(settings.clone()))
            .find(without_crash)
            .unwrap_or_else(|| panic!("{name} crashes in each match"));
        assert!(matches!(report.end, End::Complete), "{name}: {:?}", report.end);
        assert_eq!(report.standing.faults_line(0), None, "{name}: {endings:?}");
        assert_eq!(report.standing.faults_line(1), None, "{name}: {endings:?}");
    }
}

#[test]
fn openings_come_from_a_file() {
    let folder = folder("book");
    let path = folder.join("openings.epd");
    let fens = ["4k3/8/8/8/8/8/4P3/4K3 w - -", "4k3/4p3/8/8/8/8/8/4K3 b - -"];
    fs::write(&path, fens.map(|fen| format!("{fen} id \"x\";\n")).concat()).unwrap();
    let words = ["format=epd", "order=sequential"].map(|word| word.split_once('=').unwrap().1);
    let openings = Openings::File {
        path,
        format: words[0].parse().unwrap(),
        order: words[1].parse().unwrap(),
        plies: None,
        first: 2,
    };
    let mut starts = Vec::new();
    let settings = MatchSettings {
        games: 2,
        openings: Some(openings),
        max_moves: Some(3),
        ..MatchSettings::new(vec![helgi("A", 50), helgi("B", 50)])
    };
    Match::new(settings).unwrap().run(&MatchStop::new(), &mut judge(), &mut |event| {
        if let MatchEvent::Finished { record, .. } = event {
            starts.push(Opening { fen: record.start.clone(), moves: Vec::new() });
        }
    });
    let [one, other] = starts.as_slice() else { panic!("{starts:?}") };
    assert!(one.fen.starts_with(fens[1]) && other.fen.starts_with(fens[0]), "{starts:?}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn games_that_the_dealing_leaves_out_need_no_opening() {
    let tavreli = GameId::named("tavreli").unwrap();
    let folder = folder("undealt");
    let path = folder.join("openings.epd");
    // No position of chess.
    fs::write(&path, format!("{}\n", tavreli.info().start)).unwrap();
    let (format, order) = (openings::Format::Epd, openings::OpeningOrder::Sequential);
    let file = Openings::File { path, format, order, plies: None, first: 1 };
    for openings in [Openings::Random { plies: 4 }, file] {
        let settings = MatchSettings {
            games: 2,
            repeat: 2,
            openings: Some(openings.clone()),
            variants: vec![tavreli, GameId::CHESS],
            max_moves: Some(3),
            ..MatchSettings::new(vec![helgi("A", 50), helgi("B", 50)])
        };
        let (report, endings) = play(settings);
        assert!(matches!(report.end, End::Complete), "{openings:?}: {:?}", report.end);
        assert_eq!(endings.len(), 2, "{openings:?}");
    }
    fs::remove_dir_all(folder).unwrap();
}

#[cfg(all(unix, feature = "board"))]
#[test]
fn a_match_that_fails_says_why_before_its_page_stays() {
    let folder = folder("failing");
    let path = folder.join("openings.epd");
    fs::write(&path, "no position\n").unwrap();
    let words = format!(
        "match -engine cmd={HELGI} name=A -engine cmd={HELGI} name=B -each nodes=50 -games 2 \
         -openings file={} format=epd -board open=false keep=true",
        path.display()
    );
    let mut command = Command::new(HELGI);
    command.args(words.split_whitespace()).env("XDG_DATA_HOME", &folder).stdin(Stdio::null());
    let mut staying = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(staying.stdout.take().unwrap()).lines().map(Result::unwrap);
    lines.find(|line| line.ends_with("#match; press Ctrl-C to stop")).unwrap();
    // The reason is there while the page stays, and is not printed again at the end.
    let mut errors = BufReader::new(staying.stderr.take().unwrap());
    let mut reason = String::new();
    let (sender, heard) = std::sync::mpsc::channel();
    let reader = std::thread::spawn(move || {
        errors.read_line(&mut reason).unwrap();
        sender.send(reason).unwrap();
        io::read_to_string(errors).unwrap()
    });
    let reason = heard.recv_timeout(Duration::from_secs(10));
    let id = staying.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    assert_eq!(staying.wait().unwrap().code(), Some(2));
    let reason = reason.expect("a reason while the page stays");
    assert!(reason.starts_with("helgi: openings: ") && reason.contains("line 1"), "{reason}");
    assert_eq!(reader.join().unwrap(), "");
    fs::remove_dir_all(folder).unwrap();
}

#[cfg(all(unix, feature = "board"))]
#[test]
fn a_match_that_is_shown_ends_as_others_unless_the_page_is_to_stay() {
    let words = format!(
        "match -engine cmd={HELGI} name=A -engine cmd={HELGI} name=B -each nodes=50 -games 2 -maxmoves 3 \
         -board open=false"
    );
    let data = folder("shown");
    let begin = |more: &str| {
        let mut command = Command::new(HELGI);
        command.args(words.split_whitespace()).args(more.split_whitespace());
        command.env("XDG_DATA_HOME", &data).stdin(Stdio::null()).stdout(Stdio::piped());
        command.spawn().unwrap()
    };
    let output = begin("").wait_with_output().unwrap();
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{printed}");
    assert!(printed.starts_with("Watch the match at http://127.0.0.1:"), "{printed}");
    assert!(printed.lines().any(|line| line.ends_with("#match")), "{printed}");
    assert_eq!(printed.lines().last(), Some("Finished match"));

    let mut staying = begin("keep=true");
    let mut lines = BufReader::new(staying.stdout.take().unwrap()).lines().map(Result::unwrap);
    let said = lines.find(|line| line.starts_with("Replay the games at ")).unwrap();
    assert!(said.ends_with("#match; press Ctrl-C to stop"), "{said}");
    assert_eq!(staying.try_wait().unwrap(), None);
    let id = staying.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    assert!(staying.wait().unwrap().success());
    fs::remove_dir_all(data).unwrap();
}
