//! Expected numbers: move lists, perft counts and results of written positions, and recorded games
//! move by move. The numbers are data in `tests/perft/` and `tests/games/`.
//!
//! Of the thousands of chess positions the normal run counts those of up to `HELGI_PERFT_NODES`
//! nodes (2 million if it is not set); `HELGI_PERFT_NODES=max cargo test --release --test it perft::` runs
//! all of them.
use helgi_rules::games::GameId;
use helgi_rules::notation::{self, Notation};
use helgi_rules::{Game, GenMode, History, Position, verdict};
use std::path::{Path, PathBuf};

fn node_limit() -> u64 {
    match std::env::var("HELGI_PERFT_NODES").as_deref() {
        Ok("max") => u64::MAX,
        Ok(number) => number.parse().expect("HELGI_PERFT_NODES is a number or `max`"),
        Err(_) => 2_000_000,
    }
}

fn data(folder: &str, extension: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.expect("a folder entry").path())
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "no .{extension} file in {}", folder.display());
    files
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// One entry of a `.perft` file.
#[derive(Clone, Default, Debug)]
struct Entry {
    id: String,
    variant: String,
    fen: String,
    moves: Option<Vec<String>>,
    counts: Vec<(u32, u64)>,
    result: Option<String>,
}

fn entries(text: &str) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    for line in text.lines() {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        if word == "id" {
            entries.push(Entry { id: rest.to_owned(), ..Entry::default() });
            continue;
        }
        let Some(entry) = entries.last_mut() else { continue };
        match word {
            "" => {}
            "variant" => entry.variant = rest.to_owned(),
            "fen" => entry.fen = rest.to_owned(),
            "moves" => entry.moves = Some(rest.split_whitespace().map(str::to_owned).collect()),
            "perft" => {
                let (depth, nodes) = rest.split_once(' ').expect("perft DEPTH NODES");
                entry.counts.push((depth.parse().expect("a depth"), nodes.parse().expect("a count")));
            }
            "result" => entry.result = Some(rest.to_owned()),
            _ => panic!("{}: unknown line `{line}`", entry.id),
        }
    }
    entries
}

/// The first word of a result: the rest may be worded otherwise.
fn score(result: &str) -> &str {
    result.split_whitespace().next().unwrap_or("")
}

fn current_result<P: Position>(position: &P, history: &History) -> String {
    verdict(position, history).map_or("ongoing".to_owned(), |outcome| outcome.to_string())
}

impl Entry {
    fn check(&self, game: GameId) {
        let position = game.parse(&self.fen).unwrap_or_else(|error| panic!("{}: {error}", self.id));
        if let Some(expected) = &self.moves {
            let notation = Notation::of(&game);
            let mut legal = Vec::new();
            position.generate(GenMode::All, &mut legal);
            let mut found: Vec<String> = legal.iter().map(|&m| notation.write(m).to_string()).collect();
            let mut expected = expected.clone();
            found.sort();
            expected.sort();
            assert_eq!(found, expected, "{}: {}", self.id, self.fen);
        }
        for &(depth, nodes) in &self.counts {
            assert_eq!(position.perft(depth), nodes, "{}: perft {depth} of {}", self.id, self.fen);
        }
        if let Some(expected) = &self.result {
            let found = current_result(&position, &History::starting_with(&position));
            assert_eq!(score(&found), score(expected), "{}: {found}", self.id);
        }
    }
}

#[test]
fn written_positions_have_the_expected_numbers() {
    let mut tested = 0;
    for path in data("perft", "perft") {
        for entry in entries(&read(&path)) {
            let game = GameId::named(&entry.variant).unwrap_or_else(|| panic!("{}", entry.variant));
            entry.check(game);
            tested += 1;
        }
    }
    assert!(tested >= 690, "only {tested} entries");
}

/// Positions with more pieces than a game leads to: orthodox chess refuses them.
fn is_refused(fen: &str) -> bool {
    include_str!("../perft/chess-refused.txt").lines().any(|line| line == fen)
}

/// Counts the positions of a table of other programs; how many were counted, and how many refused.
fn check_table(table: &str) -> (usize, usize) {
    let (mut tested, mut refused) = (0, 0);
    for line in table.lines().skip(1) {
        let [variant, fen, depth, nodes, _] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("not five columns: {line}");
        };
        let game = GameId::named(variant).unwrap_or_else(|| panic!("{variant}"));
        let (depth, nodes): (u32, u64) = (depth.parse().expect("a depth"), nodes.parse().expect("a count"));
        let position = game.parse(fen);
        assert_eq!(position.is_err(), is_refused(fen), "{fen}: {position:?}");
        match position {
            Ok(position) if nodes <= node_limit() => {
                assert_eq!(position.perft(depth), nodes, "perft {depth} of {fen}");
                tested += 1;
            }
            Ok(_) => {}
            Err(_) => refused += 1,
        }
    }
    (tested, refused)
}

#[test]
fn chess_positions_of_other_programs_have_their_numbers() {
    let (tested, refused) = check_table(include_str!("../perft/chess.tsv"));
    assert!(tested >= 1900 && refused > 0, "{tested} tested, {refused} refused");
}

#[test]
fn crazyhouse_positions_of_other_programs_have_their_numbers() {
    let (tested, refused) = check_table(include_str!("../perft/crazyhouse.tsv"));
    assert!(tested >= 38 && refused == 0, "{tested} tested, {refused} refused");
}

/// One recorded game.
#[derive(serde::Deserialize, Debug)]
struct Recorded {
    variant: String,
    start: String,
    moves: Vec<String>,
    fens: Vec<String>,
    legal: Vec<usize>,
    result: String,
}

impl Recorded {
    fn check(&self, game: GameId) {
        let mut position = game.parse(&self.start).unwrap_or_else(|error| panic!("{error}"));
        let mut history = History::starting_with(&position);
        assert_eq!(self.moves.len(), self.fens.len());
        assert_eq!(self.moves.len(), self.legal.len());
        for ((text, fen), &legal) in self.moves.iter().zip(&self.fens).zip(&self.legal) {
            let before = game.format(&position);
            assert_eq!(current_result(&position, &history), "ongoing", "{before}");
            assert_eq!(position.count_moves(), legal, "legal moves in {before}");
            let chosen =
                notation::read(&position, text).unwrap_or_else(|error| panic!("{error} in {before}"));
            assert_eq!(Notation::of(&game).write(chosen).to_string(), *text);
            position.play(chosen);
            history.push(position.key());
            assert_eq!(game.format(&position), *fen, "{text} in {before}");
        }
        let found = current_result(&position, &history);
        assert_eq!(score(&found), score(&self.result), "{found} in {}", game.format(&position));
        // If the recorded reason is worded as the rules pages word it, it must be the same.
        if self.result.ends_with("mates}") {
            assert_eq!(found, self.result);
        }
    }
}

#[test]
fn recorded_games_replay() {
    let mut tested = 0;
    for path in data("games", "jsonl") {
        for line in read(&path).lines() {
            let recorded: Recorded =
                serde_json::from_str(line).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let game = GameId::named(&recorded.variant).unwrap_or_else(|| panic!("{}", recorded.variant));
            recorded.check(game);
            tested += 1;
        }
    }
    assert!(tested >= 35, "only {tested} games");
}
