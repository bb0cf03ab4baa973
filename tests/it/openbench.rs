//! OpenBench: the books, the engine's description, and what its client reads.

use helgi_match::openings::{Format, Opening, RandomOpenings, read};
use helgi_rules::games::GameId;
use helgi_rules::{AnyPosition, Game, Line, notation};
use helgi_study::BalanceJudge;
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Number of openings in a book, and of random half-moves before each.
const OPENINGS: usize = 128;
const PLIES: usize = 8;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("openbench")
}

fn book(game: GameId) -> PathBuf {
    folder().join("books").join(format!("{}-{PLIES}ply.epd", game.name()))
}

/// The position at the end of an opening.
fn end(game: GameId, opening: &Opening) -> AnyPosition {
    let mut line = Line::new(game.parse(&opening.fen).unwrap());
    for text in &opening.moves {
        let played = notation::read(line.present(), text).unwrap();
        line.play(played);
    }
    line.present().clone()
}

/// Writes the books anew.
fn write_books() {
    let mut judge = BalanceJudge::new().unwrap();
    for &game in GameId::BUILT_IN {
        let mut random = RandomOpenings::new(game, PLIES, 1);
        let mut seen = HashSet::new();
        let drawn = (0..).map_while(|number| random.opening(number, &mut |line| judge.advantage(line)));
        let fens = drawn.map(|opening| end(game, &opening).fen()).filter(|fen| seen.insert(fen.clone()));
        let text: String = fens.take(OPENINGS).map(|fen| fen + "\n").collect();
        fs::write(book(game), text).unwrap();
    }
}

#[test]
fn every_game_has_a_book() {
    if std::env::var_os("HELGI_WRITE_BOOKS").is_some() {
        write_books();
    }
    for &game in GameId::BUILT_IN {
        let path = book(game);
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let openings = read(game, &text, &path.display().to_string(), Format::Epd, None).unwrap();
        assert_eq!(openings.len(), OPENINGS, "{}", path.display());
        assert_eq!(openings.iter().collect::<HashSet<_>>().len(), OPENINGS, "{}", path.display());
    }
    let count = fs::read_dir(folder().join("books")).unwrap().count();
    assert_eq!(count, GameId::BUILT_IN.len());
}

#[test]
fn the_description_names_what_is_there() {
    let text = fs::read_to_string(folder().join("Engines/helgi.json")).unwrap();
    let description: serde_json::Value = serde_json::from_str(&text).unwrap();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(description["build"]["path"].as_str().unwrap());
    assert!(path.join("Makefile").is_file());
    let compiler = description["build"]["compilers"][0].as_str().unwrap();
    let manifest = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml")).unwrap();
    let version = compiler.strip_prefix("cargo>=").unwrap().strip_suffix(".0").unwrap();
    assert!(manifest.contains(&format!("rust-version = \"{version}\"")), "{compiler}");
    for presets in ["test_presets", "tune_presets"] {
        let name = description[presets]["default"]["book_name"].as_str().unwrap();
        assert!(folder().join("books").join(name).is_file(), "{name}");
    }
}

/// The client looks for games by the third and the seventh word of these lines, and for what went wrong by words
/// behind the first colon; for the bench it takes the last line with a number of nodes and of nodes per second.
#[test]
fn the_client_finds_what_it_looks_for() {
    let helgi = env!("CARGO_BIN_EXE_helgi");
    let run = |words: &str| {
        let output = Command::new(helgi).args(words.split_whitespace()).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success(), "{words}: {text}");
        text
    };
    let file = std::env::temp_dir().join(format!("helgi-openbench-{}.pgn", std::process::id()));
    let _ = fs::remove_file(&file);
    let text = run(&format!(
        "match -repeat -recover -testEnv -variant tavreli -concurrency 2 -games 4 -engine cmd={helgi} proto=uci tc=inf \
         nodes=50 option.Hash=1 name=helgi-dev -engine cmd={helgi} proto=uci tc=inf nodes=50 option.Hash=1 \
         name=helgi-base -openings file={} format=epd order=random start=3 -srand 77 -maxmoves 20 -pgnout file={} \
         seldepth=true nodes=true match_line=^info",
        book(GameId::named("tavreli").unwrap()).display(),
        file.display()
    ));
    let mut results: Vec<(usize, String, bool)> = Vec::new();
    for line in text.lines().filter(|line| line.starts_with("Finished game")) {
        let words: Vec<&str> = line.split_whitespace().collect();
        assert!(["1-0", "0-1", "1/2-1/2"].contains(&words[6]), "{line}");
        let has_white = words[3] == "(helgi-dev";
        results.push((words[2].parse().unwrap(), words[6].to_owned(), has_white));
    }
    results.sort();
    let colours: Vec<(usize, bool)> = results.iter().map(|&(number, _, white)| (number, white)).collect();
    assert_eq!(colours, [(1, true), (2, false), (3, true), (4, false)], "{text}");
    assert!(text.contains("Warning: known, without effect: -pgnout match_line=^info "), "{text}");
    let pgn = fs::read_to_string(&file).unwrap();
    assert!(pgn.contains(", n=") && pgn.contains(", sd="), "{pgn}");
    fs::remove_file(file).unwrap();

    let text = run("bench chess --depth 3");
    let lines: Vec<&str> = text.lines().rev().collect();
    let signature: u64 = lines[0].strip_prefix("Bench: ").unwrap().parse().unwrap();
    let words: Vec<&str> = lines[1].split_whitespace().collect();
    assert_eq!((words[0].parse(), words[1], words[6]), (Ok(signature), "nodes", "nps"), "{text}");
    assert!(words[5].parse::<u64>().is_ok(), "{text}");
}
