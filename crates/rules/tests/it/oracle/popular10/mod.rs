//! `popular10` and its variants against a second generator, at positions of seeded random play.

mod oracle;

use fastrand::Rng;
use helgi_rules::board::{Action, Extra, Kind, Move};
use helgi_rules::internals::popular10::{Popular10, Popular10Position};
use helgi_rules::{Game, GenMode, Position, Reason};
use oracle::Child;
use std::thread;

fn choose<TANK: Copy>(random: &mut Rng, list: &[TANK]) -> TANK {
    list[random.usize(..list.len())]
}

fn text(game: Popular10, played: Move) -> String {
    let name = |square| game.outline().name(square);
    let Action::Step { from, to, promote, extra } = played.action() else { panic!("{played:?}") };
    let letter = |kind: Kind| game.info().pieces[kind.index()].letter.to_ascii_lowercase().to_string();
    let extra = match extra {
        Extra::None => String::new(),
        Extra::Reward(square) => format!("+{}", name(square)),
        Extra::Place(square) => format!("@{}", name(square)),
        Extra::Remove(_) | Extra::Numbered(_) | Extra::Wall(_) | Extra::Gate { .. } => panic!("{played:?}"),
    };
    format!("{}{}{}{extra}", name(from), name(to), promote.map_or(String::new(), letter))
}

/// A row of a board field, with runs of empty squares as numbers.
fn row_text(row: &[char; 12]) -> String {
    let (mut text, mut run) = (String::new(), 0);
    for &cell in row.iter().chain(&['/']) {
        if cell == '.' {
            run += 1;
            continue;
        }
        if run > 0 {
            text += &run.to_string();
        }
        run = 0;
        text.push(cell);
    }
    text.trim_end_matches('/').to_owned()
}

/// A position with few pieces in which much can happen at once: special pieces to capture, pawns
/// that are about to promote or to step twice, sometimes a right to castle.
fn sparse(random: &mut Rng) -> String {
    let mut cells = [['.'; 12]; 10];
    for (rank, row) in cells.iter_mut().enumerate() {
        if (1..9).contains(&rank) {
            (row[0], row[11]) = ('*', '*');
        }
    }
    let mut castling = String::new();
    for (king, rook, rank, files, rights) in
        [('K', 'R', 1, [6, 10, 1], "KQ"), ('k', 'r', 8, [5, 10, 1], "kq")]
    {
        if random.usize(..3) == 0 {
            cells[rank][files[0]] = king;
            for (file, right) in files[1..].iter().zip(rights.chars()) {
                cells[rank][*file] = rook;
                castling.push(right);
            }
        } else {
            let rank = if random.usize(..2) == 0 { random.usize(..10) } else { choose(random, &[0, 9]) };
            let files: Vec<usize> = (0..12).filter(|&file| cells[rank][file] == '.').collect();
            cells[rank][choose(random, &files)] = king;
        }
    }
    for _ in 0..random.usize(..24) {
        let letters: Vec<char> = "RBNJAMCVEWGDPSQZOUTIYFLPPSSYYFL".chars().collect();
        let letter = choose(random, &letters);
        let white = random.usize(..2) == 0;
        let rank = match random.usize(..3) {
            0 if "PSY".contains(letter) => choose(random, if white { &[2, 5, 8] } else { &[7, 4, 1] }),
            _ => random.usize(..10),
        };
        let file = random.usize(..12);
        let last = if white { 9 } else { 0 };
        if cells[rank][file] == '.' && !("PSY".contains(letter) && rank == last) {
            cells[rank][file] = if white { letter } else { letter.to_ascii_lowercase() };
        }
    }
    let side = choose(random, &["w", "b"]);
    let mut field = "-".to_owned();
    if random.usize(..2) == 0 {
        // A double step just made, and one that could answer it.
        let name = |file: usize, rank: usize| format!("{}{}", (b'a' + file as u8) as char, rank + 1);
        let (passed, landing) = if side == "w" { (6, 5) } else { (3, 4) };
        let file = 3 + random.usize(..6);
        let (jumper, bend) = choose(random, &[('P', 0), ('S', 1), ('Y', 0), ('Y', 1)]);
        let taker = choose(random, &['P', 'S', 'Y']);
        let beside = if taker == 'S' { file } else { file - 1 };
        for (letter, at, white) in [(jumper, file + bend, side == "b"), (taker, beside, side == "w")] {
            if !matches!(cells[landing][at], 'K' | 'k') {
                cells[landing][at] = if white { letter } else { letter.to_ascii_lowercase() };
            }
        }
        field = name(file, passed) + &name(file + bend, landing);
    }
    let rows: Vec<String> = cells.iter().rev().map(row_text).collect();
    let castling = if castling.is_empty() { "-" } else { &castling };
    format!("{} {side} {castling} {field} {} {}", rows.join("/"), random.usize(..90), 1 + random.usize(..60))
}

/// Compares every fact about a position and the positions after its moves.
fn check(game: Popular10, position: &Popular10Position) -> Vec<Move> {
    let fen = game.format(position);
    let mut moves = Vec::new();
    position.generate(GenMode::All, &mut moves);
    let mut found: Vec<Child> = moves
        .iter()
        .map(|&played| {
            let mut after = position.clone();
            after.play(played);
            let wins = after.outcome().is_some_and(|outcome| outcome.reason == Reason::BonusRule);
            let read =
                game.parse(&game.format(&after)).unwrap_or_else(|error| panic!("{fen} {played:?}: {error}"));
            assert!(wins || read == after, "{fen} {played:?}");
            assert_eq!(wins, read.key() != after.key(), "{fen} {played:?}");
            Child { text: text(game, played), fen: game.format(&after), wins }
        })
        .collect();
    found.sort();
    let expected = oracle::children(game.info().name, &fen);
    let only = |these: &[Child], those: &[Child]| -> Vec<Child> {
        these.iter().filter(|child| !those.contains(child)).cloned().collect()
    };
    assert!(
        found == expected,
        "{} {fen}\nonly here {:#?}\nonly there {:#?}",
        game.info().name,
        only(&found, &expected),
        only(&expected, &found)
    );
    assert_eq!(position.count_moves(), moves.len(), "{fen}");
    let mut noisy = Vec::new();
    position.generate(GenMode::Noisy, &mut noisy);
    let mut wanted: Vec<Move> = moves.iter().copied().filter(|&played| position.is_noisy(played)).collect();
    noisy.sort();
    wanted.sort();
    assert_eq!(noisy, wanted, "{fen}");
    assert!(moves.iter().all(|&played| position.is_legal(played)), "{fen}");
    moves
}

fn play(game: Popular10, mut position: Popular10Position, plies: usize, random: &mut Rng) -> usize {
    for ply in 0..plies {
        // A win by the bonus rule is not in the text, so the other generator cannot know it.
        if position.outcome().is_some_and(|outcome| outcome.reason == Reason::BonusRule) {
            return ply;
        }
        let moves = check(game, &position);
        if moves.is_empty() {
            return ply + 1;
        }
        let noisy: Vec<Move> = moves.iter().copied().filter(|&played| position.is_noisy(played)).collect();
        let lively = !noisy.is_empty() && random.usize(..3) == 0;
        position.play(choose(random, if lively { &noisy } else { &moves }));
    }
    plies
}

#[test]
fn every_variant_agrees_with_the_second_generator() {
    thread::scope(|scope| {
        for (number, &game) in Popular10::ALL.iter().enumerate() {
            scope.spawn(move || agrees(game, number as u64));
        }
    });
}

fn agrees(game: Popular10, seed: u64) {
    let mut random = Rng::with_seed(seed);
    let mut positions = 0;
    while positions < 75 {
        positions += play(game, game.start(), 75, &mut random);
    }
    while positions < 450 {
        // Most of the refused positions have a king in check that is not to move.
        if let Ok(position) = game.parse(&sparse(&mut random)) {
            positions += play(game, position, 12, &mut random);
        }
    }
}
