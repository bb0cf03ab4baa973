//! Two copies of the program in one match of XBoard's: XBoard hands on the moves of one in its own way,
//! and the other has to understand.

use super::*;
use std::collections::BTreeMap;
use std::thread;

/// The games of each kind of board in the tests of every day.
const FEW: u64 = 20;

/// Returns the move that the other engine reads from a line.
fn read_line(board: &mut XBoardGame, line: &str) -> Option<Move> {
    let text = match line.split_once(' ').unwrap() {
        ("usermove", text) => text,
        ("setboard", text) => {
            assert!(board.is_pass(text), "{line}");
            "@@@@"
        }
        _ => panic!("{line}"),
    };
    match board.read_entry(text, Repairs::Theirs) {
        Ok(EnteredPly::Move(played)) => Some(played),
        Ok(EnteredPly::Part) => None,
        other => panic!("{line}: {other:?}"),
    }
}

/// Returns the peculiarities of a move.
fn kinds(game: GameId, entry: &EnteredMove, before: &XBoardModel) -> Vec<&'static str> {
    let mut kinds = Vec::new();
    match entry.wire {
        WireMove::Pass => kinds.push("pass"),
        WireMove::Drop { .. } => kinds.push("drop"),
        WireMove::Shot { victims, .. } => {
            kinds.push(if victims.iter().count() > 1 { "shot at two" } else { "shot" });
        }
        WireMove::Wall { .. } => kinds.push("wall"),
        WireMove::Step { from, to, count, promotion, hostile_at, removed, promoted, wall } => {
            let is_king = before.letter(from).is_some_and(|(_, letter)| kings(game).contains(letter));
            let becomes = matches!(&entry.sent, XBoardPly::Path { letter: Some(_), .. });
            let parts = [
                ("castling", is_king && from.rank == to.rank && from.file.abs_diff(to.file) > 1),
                ("part of a stack", count.is_some()),
                ("choice of promotion", promotion.is_some()),
                ("hostile promotion elsewhere", hostile_at.is_some()),
                ("removal besides", removed.is_some()),
                ("promotion besides", promoted.is_some()),
                ("wall besides", wall.is_some()),
                ("compulsory change", becomes && count.is_none() && promotion.is_none()),
            ];
            kinds.extend(parts.into_iter().filter(|(_, holds)| *holds).map(|(kind, _)| kind));
        }
    }
    kinds
}

/// The letters of a king, alone and on others.
fn kings(game: GameId) -> &'static str {
    if game == GameId::TAVRELI { "KVG" } else { "K" }
}

/// Returns the peculiarities of the way in which a move was received.
fn ways(heard: &[String]) -> impl Iterator<Item = &'static str> {
    let before_move = heard.iter().take_while(|line| line.starts_with("setboard ")).count();
    let ways = [
        ("announced", before_move > 1),
        ("garbled", heard.iter().any(|line| is_garbled(line))),
        ("repaired", heard.len() > before_move.max(1)),
    ];
    ways.into_iter().filter(|(_, holds)| *holds).map(|(way, _)| way)
}

/// Returns true if the second leg does not begin where the first has ended.
fn is_garbled(line: &str) -> bool {
    line.split_once(',').is_some_and(|(first, second)| {
        let turn = first.rfind(|c: char| c.is_ascii_alphabetic()).unwrap();
        !second.starts_with(&first[turn..])
    })
}

/// The kinds of moves that a game has, all of which have to be understood.
fn wanted(game: GameId) -> &'static [&'static str] {
    match game {
        GameId::TACTICAL => {
            &["pass", "drop", "shot", "shot at two", "compulsory change", "garbled", "repaired"]
        }
        GameId::TAVRELI => &["part of a stack", "castling", "compulsory change", "announced", "repaired"],
        GameId::CHESS_BATTLE | GameId::CHESS_BATTLE144 => {
            &["shot", "removal besides", "compulsory change", "garbled"]
        }
        GameId::POPULAR10 => &["castling", "choice of promotion", "promotion besides", "repaired"],
        GameId::POPULAR10_DROP => {
            &["choice of promotion", "hostile promotion elsewhere", "announced", "garbled", "repaired"]
        }
        _ => &[],
    }
}

/// A position with a move of a kind that a few random games do not reach.
fn rare(game: GameId) -> Option<AnyPosition> {
    const CASTLING: &str = "5k6/*1rp7*/*10*/*10*/*10*/*10*/*10*/*3P6*/*R4K3R*/12 w KQ - 0 1";
    (game == GameId::POPULAR10).then(|| game.parse(CASTLING).unwrap())
}

/// Plays a game from one of the positions; counts the kinds of moves that have occurred.
fn play(game: GameId, positions: &[AnyPosition], seed: u64, counts: &mut BTreeMap<&'static str, usize>) {
    let mut rng = Rng::with_seed(seed);
    let start = rng.choice(positions).unwrap();
    let mut boards = [(); 2].map(|()| {
        let mut board = XBoardGame::new(game, true).unwrap();
        board.begin_at(start);
        board
    });
    let mut xboard = Gui::new(&boards[0]);
    for ply in 0..LONGEST {
        let [mover, other] = &mut boards;
        let (mover, other) = if ply % 2 == 0 { (mover, other) } else { (other, mover) };
        let before = mover.truth().unwrap();
        let is_new =
            |entry: &&EnteredMove| kinds(game, entry, &before).iter().any(|kind| !counts.contains_key(kind));
        let new = mover.entries().iter().find(is_new).cloned();
        let Some(entry) = new.or_else(|| pick(mover, &mut rng)) else { break };
        let said = mover.announce(entry.played, Repairs::Theirs).unwrap();
        assert!(!mover.is_unfinished());
        let mut moves = Vec::new();
        let mut heard = Vec::new();
        for text in &said {
            let Some(line) = xboard.relay(text, mover) else { continue };
            moves.extend(read_line(other, &line));
            heard.push(line);
        }
        assert_eq!(moves, [entry.played], "{start:?} {seed} {said:?} {heard:?}");
        assert!(!other.is_unfinished(), "{start:?} {seed} {said:?}");
        assert_eq!((mover.position(), mover.outcome()), (other.position(), other.outcome()));
        assert!(xboard.is_tracked_by(other) && xboard.shows(other), "{start:?} {seed} {said:?}\n{xboard}");
        for kind in kinds(game, &entry, &before).into_iter().chain(ways(&heard)) {
            *counts.entry(kind).or_default() += 1;
        }
    }
}

/// `HELGI_RELAY_GAMES=300` in the environment plays this many games of each game; without it, a few of them.
#[test]
fn two_copies_understand_each_other() {
    let games = wanted_games(FEW);
    thread::scope(|scope| {
        for game in tested_games().filter(|game| !LetterTable::new(game.info()).unwrap().is_known()) {
            scope.spawn(move || {
                let (positions, mut counts) = (beginnings(game), BTreeMap::new());
                (0..games).for_each(|seed| play(game, &positions, seed, &mut counts));
                rare(game).iter().for_each(|rare| play(game, std::slice::from_ref(rare), 0, &mut counts));
                let missing: Vec<_> =
                    wanted(game).iter().filter(|kind| !counts.contains_key(**kind)).collect();
                assert!(missing.is_empty(), "{game:?}: no {missing:?} in {counts:?}");
            });
        }
    });
}
