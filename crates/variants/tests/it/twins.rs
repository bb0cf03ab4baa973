//! Built-in games as files: both must say the same of every position. Two programs that agree are an oracle for each
//! other.

use helgi_rules::board::{Kind, Move, Square};
use helgi_rules::games::GameId;
use helgi_rules::notation::Notation;
use helgi_rules::{Game, History, Line, Outcome, Position, verdict};
use helgi_variants::{AnyFileGame, ReadGame, library, load, with_file_game};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// The files, each with a line for the games that the built-in ones are compared with.
const FILES: [&str; 4] = [
    include_str!("../twins/operational2.ini"),
    include_str!("../twins/chessbattle.ini"),
    include_str!("../twins/tactical.ini"),
    include_str!("../twins/popular10.ini"),
];

/// The games of the files and of the library that have a built-in twin.
fn twins() -> Vec<(GameId, AnyFileGame)> {
    let mut games: Vec<ReadGame> =
        ["chess", "crazyhouse"].iter().filter_map(|name| library::game(name)).collect();
    for text in FILES {
        let loaded = load(text);
        assert_eq!(loaded.findings, []);
        games.extend(loaded.games);
    }
    let built_in = |game: ReadGame| (GameId::named(game.name()).unwrap(), game.played());
    games.into_iter().map(built_in).collect()
}

/// An operation on two games that should be one.
trait Compare {
    fn compare<G: Game>(&self, built_in: GameId, file: &G);
}

fn for_all(compare: &impl Compare) {
    let twins = twins();
    assert_eq!(twins.len(), 2 + 2 + 2 + 1 + 7);
    for (built_in, file) in twins {
        with_file_game!(file, game => compare.compare(built_in, &game))
    }
}

/// The texts of the moves of a position, sorted. A promotion without a choice has no letter in a built-in game.
fn texts<P: Position>(game: &impl Game, position: &P) -> Vec<(String, Move)> {
    let notation = Notation::of(game);
    let moves = position.legal_moves();
    let mut texts: Vec<(String, Move)> =
        moves.into_iter().map(|legal| (notation.write(legal).to_string(), legal)).collect();
    texts.sort();
    texts
}

/// The pairs of equal moves.
fn pairs<A: Position, B: Position>(
    built_in: GameId,
    here: &A,
    file: &impl Game,
    there: &B,
) -> Vec<(Move, Move)> {
    let (ours, theirs) = (texts(&built_in, here), texts(file, there));
    let plain = |text: &str| text.trim_end_matches(|c: char| c.is_ascii_lowercase()).to_owned();
    let known: HashMap<&str, Move> = theirs.iter().map(|(text, legal)| (text.as_str(), *legal)).collect();
    let forced: HashMap<String, Move> = theirs.iter().map(|(text, legal)| (plain(text), *legal)).collect();
    assert_eq!(
        ours.len(),
        theirs.len(),
        "{here:?}\n{:?}\n{:?}",
        ours.iter().map(|(text, _)| text).collect::<Vec<_>>(),
        theirs.iter().map(|(text, _)| text).collect::<Vec<_>>()
    );
    ours.iter()
        .map(|(text, legal)| {
            let other = known.get(text.as_str()).or_else(|| forced.get(text)).copied();
            (*legal, other.unwrap_or_else(|| panic!("{here:?}: {text} is no move of the file's game")))
        })
        .collect()
}

/// The winner and the kind of the end; the words may differ.
fn result(outcome: Option<Outcome>) -> Option<&'static str> {
    outcome.map(|outcome| outcome.score())
}

/// The board of a position, with what is in hand.
fn board<P: Position>(game: &impl Game, position: &P) -> Vec<String> {
    let info = game.info();
    let name = |piece: helgi_rules::board::Piece| {
        let letter = info.pieces[piece.kind.index()].letter;
        format!("{:?}{letter}", piece.side)
    };
    let squares: Vec<Square> = game.outline().squares().collect();
    let mut seen: Vec<String> = squares
        .iter()
        .map(|&square| match position.piece_at(square, 0) {
            Some(piece) => name(piece),
            None => position.is_obstacle(square).to_string(),
        })
        .collect();
    let mut held = Vec::new();
    if let Some(reserve) = position.reserve() {
        for side in helgi_rules::board::Side::BOTH {
            for kind in (0..info.pieces.len() as u8).map(Kind) {
                let piece = helgi_rules::board::Piece { kind, side };
                held.extend((0..reserve.count(piece)).map(|_| name(piece)));
            }
        }
    }
    held.sort();
    seen.append(&mut held);
    seen
}

struct RandomGames;

impl Compare for RandomGames {
    fn compare<G: Game>(&self, built_in: GameId, file: &G) {
        let mut keys: HashMap<u64, u64> = HashMap::new();
        let mut back: HashMap<u64, u64> = HashMap::new();
        for seed in 0..12u64 {
            let mut random = fastrand::Rng::with_seed(seed);
            let mut here = Line::new(built_in.start());
            let mut there = file.parse(file.info().start).unwrap();
            let mut past = History::starting_with(&there);
            for _ in 0..160 {
                let (ours, theirs) = (here.present().clone(), there.clone());
                assert_eq!(board(&built_in, &ours), board(file, &theirs), "{ours:?}\n{theirs:?}");
                // A drop sets the count of moves back in the format, not in the built-in game.
                if built_in != GameId::CRAZYHOUSE {
                    assert_eq!(ours.turn(), theirs.turn(), "{ours:?}\n{theirs:?}");
                }
                assert_eq!(ours.in_check(), theirs.in_check(), "{ours:?}\n{theirs:?}");
                assert_eq!(ours.extras().frozen, theirs.extras().frozen, "{ours:?}");
                assert_eq!(result(ours.outcome()), result(theirs.outcome()), "{ours:?}\n{theirs:?}");
                assert_eq!(
                    result(here.verdict()),
                    result(verdict(&there, &past)),
                    "{ours:?}\n{theirs:?} {:?} {:?}",
                    here.verdict(),
                    verdict(&there, &past)
                );
                assert_eq!(*keys.entry(ours.key()).or_insert(theirs.key()), theirs.key(), "{ours:?}");
                assert_eq!(*back.entry(theirs.key()).or_insert(ours.key()), ours.key(), "{ours:?}");
                let legal = pairs(built_in, &ours, file, &theirs);
                if ours.outcome().is_none() {
                    let text = ours.fen();
                    let read = file.parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
                    assert_eq!(read.key(), theirs.key(), "{text}: {theirs:?}");
                }
                for &(one, other) in &legal {
                    assert_eq!(ours.is_noisy(one), theirs.is_noisy(other), "{ours:?} {one:?} {other:?}");
                }
                if here.verdict().is_some() {
                    break;
                }
                let noisy: Vec<(Move, Move)> =
                    legal.iter().copied().filter(|&(one, _)| ours.is_noisy(one)).collect();
                // What is special happens by captures.
                let wanted = if !noisy.is_empty() && random.u8(..3) > 0 { noisy } else { legal };
                let Some(&(one, other)) = random.choice(&wanted) else { break };
                here.play(one);
                there.play(other);
                past.push(there.key());
            }
        }
    }
}

#[test]
fn twins_agree_in_random_games() {
    for_all(&RandomGames);
}

/// The positions of `tests/perft` of a built-in game, with their numbers.
fn vectors(game: GameId) -> Vec<(String, Vec<(u32, u64)>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/perft");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut found = Vec::new();
    for path in files {
        let text = std::fs::read_to_string(&path).unwrap();
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("perft") => {
                let mut is_it = false;
                for line in text.lines() {
                    match line.split_once(' ').unwrap_or((line, "")) {
                        ("variant", name) => is_it = name == game.name(),
                        ("fen", fen) if is_it => found.push((fen.to_owned(), Vec::new())),
                        ("perft", counts) if is_it => {
                            let (depth, nodes) = counts.split_once(' ').unwrap();
                            let row = (depth.parse().unwrap(), nodes.parse().unwrap());
                            found.last_mut().unwrap().1.push(row);
                        }
                        _ => {}
                    }
                }
            }
            Some("tsv") => {
                for line in text.lines().skip(1) {
                    let [variant, fen, depth, nodes, ..] = line.split('\t').collect::<Vec<_>>()[..] else {
                        continue;
                    };
                    if variant == game.name() {
                        found.push((fen.to_owned(), vec![(depth.parse().unwrap(), nodes.parse().unwrap())]));
                    }
                }
            }
            _ => continue,
        }
    }
    found
}

/// The most nodes that are counted in one position.
const MOST_NODES: u64 = 30_000;

struct Vectors;

impl Compare for Vectors {
    fn compare<G: Game>(&self, built_in: GameId, file: &G) {
        let most = match std::env::var("HELGI_TWIN_NODES") {
            Ok(number) => number.parse().unwrap(),
            Err(_) => MOST_NODES,
        };
        let vectors = vectors(built_in);
        assert!(!vectors.is_empty(), "{built_in:?} has no positions");
        for (fen, rows) in &vectors {
            // Chess refuses more pieces than a game leads to.
            let Ok(ours) = built_in.parse(fen) else {
                assert_eq!(built_in.info().family, "chess", "{fen}");
                continue;
            };
            let theirs = file.parse(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
            assert_eq!(ours.count_moves(), theirs.count_moves(), "{ours:?}");
            // A king of chess that does not start on the e-file castles in another notation.
            if fen.contains(" - ") || fen.contains("4K3") {
                pairs(built_in, &ours, file, &theirs);
            }
            assert_eq!(result(ours.outcome()), result(theirs.outcome()), "{fen}");
            for &(depth, nodes) in rows.iter().filter(|(_, nodes)| *nodes <= most) {
                assert_eq!(theirs.perft(depth), nodes, "{built_in:?} {fen} depth {depth}");
            }
        }
    }
}

#[test]
fn the_numbers_of_the_built_in_games_hold() {
    for_all(&Vectors);
}
