//! The files of a match: who may write them, their places, and the checks of a saved match.

use helgi_match::settings::{DrawRule, EngineSettings, MatchSettings, Protocol, ResignRule};
use helgi_match::time::EngineClock;
use helgi_match::{Error, Match};
use helgi_record::replay::{replay, rewrite};
use helgi_record::{PgnReader, Record};
use helgi_rules::games::GameId;
use helgi_rules::readable::Style;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

const HELGI: &str = env!("CARGO_BIN_EXE_helgi");

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("helgi-match-files-{}-{name}", std::process::id()));
    // A run that failed may have left one of this name.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The files in a folder, with their contents.
fn files(folder: &Path) -> Vec<(PathBuf, String)> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = entries.map(|path| (path.clone(), fs::read_to_string(path).unwrap())).collect();
    files.sort();
    files
}

/// Starts `helgi match` in a folder.
fn start(folder: &Path, words: &str) -> Child {
    let mut command = Command::new(HELGI);
    command.arg("match").args(words.split_whitespace()).current_dir(folder);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Runs it to its end; returns the status, and standard error.
fn run(folder: &Path, words: &str) -> (Option<i32>, String) {
    let Output { status, stdout, stderr } = start(folder, words).wait_with_output().unwrap();
    (status.code(), [stdout, stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat())
}

fn wait_for(path: &Path, text: &str) {
    let until = Instant::now() + Duration::from_secs(60);
    while !fs::read_to_string(path).unwrap_or_default().contains(text) {
        assert!(Instant::now() < until, "{}: no `{text}`", path.display());
        thread::sleep(Duration::from_millis(5));
    }
}

/// Words for two quick engines.
fn two() -> String {
    format!("-engine cmd={HELGI} name=A -engine cmd={HELGI} name=B -each nodes=50 option.Hash=1 -maxmoves 5")
}

#[test]
fn two_may_not_play_the_same_match() {
    let folder = folder("locked");
    let words = format!("{} -rounds 100000 -config match.json -pgnout games.pgn", two());
    let mut first = start(&folder, &words);
    wait_for(&folder.join("games.pgn"), "[Result ");
    // Where a locked file cannot be read, its owner is unknown.
    let owner = if cfg!(windows) { "another process".to_owned() } else { format!("process {}", first.id()) };
    let refusal =
        format!("helgi: match.json: {owner} is already playing this match; wait for it or stop it\n");
    for words in [&*words, "-config match.json", &format!("{} -config match.json", two())] {
        assert_eq!(run(&folder, words), (Some(1), refusal.clone()), "{words}");
    }
    first.kill().unwrap();
    first.wait().unwrap();
    let path = folder.join("match.json");
    let saved = Match::resume(&path).unwrap();
    let error = Match::resume(&path).unwrap_err();
    let own = (!cfg!(windows)).then(std::process::id);
    assert!(matches!(error, Error::InUse { process, .. } if process == own), "{error}");
    assert!(saved.save_in(&path).is_ok());
    assert!(Match::resume(&path).is_ok());
    assert!(Match::resume(&folder.join("nothing.json")).is_err());
    assert!(!folder.join("nothing.json.lock").exists());
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_saved_match_that_makes_no_sense_is_named() {
    let folder = folder("senseless");
    let path = folder.join("match.json");
    let (status, said) = run(&folder, &format!("{} -config match.json", two()));
    assert_eq!(status, Some(0), "{said}");
    fs::remove_file(folder.join("match.json.lock")).unwrap();
    let whole = fs::read_to_string(&path).unwrap();
    let half = whole[..whole.len() / 2].to_owned();
    let no_rounds = whole.replace("\"rounds\":1", "\"rounds\":0");
    let other_form = whole.replace("\"form\":1", "\"form\":2");
    for text in ["{}", "", "x", "[]", &half, &no_rounds, &other_form] {
        fs::write(&path, text).unwrap();
        for words in ["-config match.json", "-join match.json", &format!("{} -config match.json", two())] {
            let (status, said) = run(&folder, words);
            let is_named = said.starts_with("helgi: match.json: ") && said.lines().count() == 1;
            assert!(status == Some(2) && is_named, "{words}: {status:?} {said}");
        }
        // What cannot be read is left alone, and nothing is left beside it.
        assert_eq!(fs::read_to_string(&path).unwrap(), *text);
        assert!(!folder.join("match.json.lock").exists(), "{text}");
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_match_goes_on_from_any_folder() {
    let (home, other) = (folder("home"), folder("other"));
    fs::create_dir(home.join("engines")).unwrap();
    let engine = home.join("engines/engine").with_extension(std::env::consts::EXE_EXTENSION);
    // What was just written cannot be run while a process that another test starts holds it; disks may differ.
    fs::hard_link(HELGI, &engine).or_else(|_| fs::copy(HELGI, &engine).map(drop)).unwrap();
    fs::write(home.join("book.epd"), "4k3/8/8/8/8/8/4P3/4K3 w - -\n").unwrap();
    let words = format!(
        "-engine cmd=engines/engine name=A -engine cmd=./engine dir=engines name=B -engine cmd={HELGI} -each \
         nodes=50 option.Hash=1 -maxmoves 5 -rounds 30 -openings file=book.epd -config match.json -pgnout \
         games.pgn -epdout last.epd -log log.txt"
    );
    let mut first = start(&home, &words);
    wait_for(&home.join("games.pgn"), "[Result ");
    first.kill().unwrap();
    first.wait().unwrap();
    let games = || fs::read_to_string(home.join("games.pgn")).unwrap().matches("[Result ").count();
    let before = games();
    // The same words mean other files there.
    let config = home.join("match.json").display().to_string();
    let (status, said) = run(&other, &words.replace("-config match.json", &format!("-config {config}")));
    assert_eq!(status, Some(2), "{said}");
    assert!(said.contains("another match is saved there"), "{said}");
    assert_eq!(games(), before);
    let (status, said) = run(&other, &format!("-config {config}"));
    assert_eq!(status, Some(0), "{said}");
    assert!(said.contains("Continuing after ") && said.ends_with("Finished match\n"), "{said}");
    assert_eq!(games(), 90);
    assert_eq!(files(&other), []);
    // At home they are the same.
    let (status, said) = run(&home, &words);
    assert!(status == Some(0) && said.contains("Continuing after 90 games"), "{said}");
    fs::remove_dir_all(home).unwrap();
    fs::remove_dir_all(other).unwrap();
}

// Elsewhere paths are written otherwise in the saved match.
#[cfg(unix)]
#[test]
fn a_match_whose_files_are_not_there_is_refused_before_it_touches_any() {
    let (home, other) = (folder("moved"), folder("elsewhere"));
    let (status, said) = run(&home, &format!("{} -games 2 -config match.json -pgnout games.pgn", two()));
    assert_eq!(status, Some(0), "{said}");
    // As it was saved when paths were kept as they were written.
    let text = fs::read_to_string(home.join("match.json")).unwrap();
    let here = format!("{}/", home.display());
    assert!(text.contains(&here), "{text}");
    fs::write(other.join("match.json"), text.replace(&here, "")).unwrap();
    let before = files(&other);
    for words in ["-config match.json", "-config match.json -report penta=false"] {
        let (status, said) = run(&other, words);
        assert_eq!(status, Some(1), "{said}");
        assert!(said.starts_with("helgi: games.pgn: "), "{said}");
    }
    fs::remove_file(other.join("match.json.lock")).unwrap();
    assert_eq!(files(&other), before);
    fs::remove_dir_all(home).unwrap();
    fs::remove_dir_all(other).unwrap();
}

#[test]
fn games_are_written_in_san_unless_another_notation_is_asked_for() {
    let folder = folder("notation");
    let games = GameId::BUILT_IN.len();
    let mut texts = Vec::new();
    for words in ["-pgnout games.pgn", "-pgnout file=lan.pgn notation=lan", "-pgnout notation=uci uci.pgn"] {
        let two = two().replace("-maxmoves 5", "-maxmoves 20");
        let (status, said) =
            run(&folder, &format!("{two} -variant all -games {games} -openings random plies=4 {words}"));
        assert_eq!(status, Some(0), "{said}");
        let path = words.split([' ', '=']).find(|word| word.ends_with(".pgn")).unwrap();
        let text = fs::read_to_string(folder.join(path)).unwrap();
        let records: Vec<Record> = PgnReader::new(text.as_bytes()).map(|game| game.unwrap().record).collect();
        assert_eq!(records.len(), games);
        texts.push(records);
    }
    // The same games, each in its notation.
    for (records, style) in texts.iter().zip([Style::San, Style::Lan, Style::Uci]) {
        for (record, other) in records.iter().zip(&texts[2]) {
            assert_eq!(replay(record).wrong, [], "{record}");
            let mut rewritten = other.clone();
            rewrite(&mut rewritten, style);
            assert!(record.moves().eq(rewritten.moves()), "{record}");
        }
    }
    let (status, said) = run(&folder, &format!("{} -pgnout games.pgn notation=wxf", two()));
    assert_eq!(status, Some(2));
    assert!(said.contains("-pgnout notation: `wxf`, expected san, lan or uci"), "{said}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn files_that_cannot_be_written_are_an_error_at_the_start() {
    let folder = folder("no-folder");
    for (word, path) in [("-pgnout", "no/games.pgn"), ("-epdout", "no/last.epd"), ("-log", "no/log.txt")] {
        for config in ["", "-config match.json"] {
            // The engines are never started: they are not there.
            let words = format!("-engine cmd=/no/a -engine cmd=/no/b -each nodes=1 {word} {path} {config}");
            let (status, said) = run(&folder, &words);
            assert_eq!(status, Some(1), "{words}: {said}");
            assert!(said.starts_with("helgi: ") && said.contains(path), "{words}: {said}");
            // The words are the system's.
            assert!(cfg!(windows) || said.contains("No such file or directory"), "{words}: {said}");
            // No saved match that would get in the way of the corrected command.
            assert!(!folder.join("match.json").exists(), "{words}");
        }
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn an_engine_without_its_folder_or_file_says_which() {
    let folder = folder("no-engine-folder");
    let program = env!("CARGO_BIN_EXE_helgi");
    for (word, named) in [("dir=/no/folder", "dir `/no/folder`"), ("stderr=/no/errors", "/no/errors: ")] {
        let words = format!("-engine cmd={program} {word} -engine cmd={program} -each nodes=1");
        let (status, said) = run(&folder, &words);
        assert_eq!(status, Some(1), "{words}: {said}");
        assert!(said.contains(named) && !said.contains(&format!("{program}: ")), "{words}: {said}");
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_saved_result_that_cannot_be_is_refused() {
    let engine = |name: &str, protocol, control| EngineSettings {
        name: name.to_owned(),
        protocol,
        control,
        ..EngineSettings::new("engine")
    };
    let nodes = EngineClock { nodes: Some(1), ..EngineClock::default() };
    let clock = EngineClock { clock: Some("1".parse().unwrap()), ..EngineClock::default() };
    // A has White in game 0, and B in game 1.
    let plain = MatchSettings {
        games: 2,
        ..MatchSettings::new(vec![
            engine("A", Protocol::Uci, nodes.clone()),
            engine("B", Protocol::Xboard, clock.clone()),
        ])
    };
    let rules = MatchSettings {
        draw: Some(DrawRule { move_number: 1, move_count: 1, score: 1 }),
        resign: Some(ResignRule { move_count: 1, score: 1, two_sided: false }),
        max_moves: Some(1),
        engines: vec![
            engine("A", Protocol::Xboard, clock.clone()),
            engine("B", Protocol::Xboard, clock.clone()),
        ],
        ..plain.clone()
    };
    let in_game =
        |name: &str| MatchSettings { variants: vec![GameId::named(name).unwrap()], ..plain.clone() };
    let read = |settings: &MatchSettings, number: usize, score: &str, reason: &str, termination: &str| {
        let game = format!(
            r#""games":{{"{number}":{{"score":"{score}","reason":"{reason}","termination":"{termination}"}}}}"#
        );
        let text = Match::new(settings.clone()).unwrap().text().unwrap();
        assert!(text.contains(r#""games":{}"#), "{text}");
        Match::read(&text.replace(r#""games":{}"#, &game))
            .map(|saved| saved.finished())
            .map_err(|e| e.to_string())
    };
    for (settings, number, score, reason, termination) in [
        (&plain, 0, "1-0", "White mates", "Normal"),
        (&plain, 1, "1/2-1/2", "Stalemate", "Normal"),
        (&plain, 1, "1/2-1/2", "Draw by insufficient material", "Normal"),
        (&plain, 1, "1/2-1/2", "Draw by timeout", "TimeForfeit"),
        (&plain, 1, "0-1", "White resigns", "Normal"),
        (&plain, 1, "0-1", "White loses on time", "TimeForfeit"),
        (&rules, 0, "1/2-1/2", "Draw by agreement", "Normal"),
        (&rules, 0, "1/2-1/2", "Draw by adjudication", "Adjudication"),
        (&rules, 0, "1-0", "White wins by adjudication", "Adjudication"),
        (&rules, 0, "1/2-1/2", "Draw by adjudication: maximum game length", "Adjudication"),
        (&in_game("tactical"), 0, "1-0", "White captures the king", "Normal"),
        (&in_game("popular10"), 0, "1-0", "White wins on points 17 : 15.5", "Normal"),
    ] {
        assert_eq!(read(settings, number, score, reason, termination), Ok(1), "{reason}");
    }
    for (settings, number, score, reason, termination) in [
        (&plain, 2, "1-0", "White mates", "Normal"),
        (&plain, 0, "0-1", "White mates", "Normal"),
        (&plain, 0, "1-0", "White captures the king", "Normal"),
        (&plain, 0, "1-0", "White wins on points 17 : 15.5", "Normal"),
        (&in_game("popular10"), 0, "1-0", "White wins on points 15 : 15.5", "Normal"),
        (&in_game("popular10"), 0, "1/2-1/2", "Draw by repetition", "Normal"),
        (&plain, 0, "1-0", "White wins by insufficient material", "Normal"),
        (&in_game("operational2"), 0, "1-0", "White mates", "Normal"),
        (&in_game("operational2"), 0, "1/2-1/2", "Draw by move count", "Normal"),
        (&plain, 0, "0-1", "White resigns", "Normal"),
        (&plain, 0, "0-1", "White loses on time", "TimeForfeit"),
        (&plain, 0, "1/2-1/2", "Draw by agreement", "Normal"),
        (&plain, 0, "1/2-1/2", "Draw by adjudication", "Adjudication"),
        (&plain, 0, "1-0", "White wins by adjudication", "Adjudication"),
        (&plain, 0, "1/2-1/2", "Draw by adjudication: maximum game length", "Adjudication"),
    ] {
        let error = read(settings, number, score, reason, termination).unwrap_err();
        assert!(error.contains("expected"), "{error}");
        let is_named = error.contains(reason) || error.contains(&format!("game {number}"));
        assert!(is_named, "{reason}: {error}");
    }
}
